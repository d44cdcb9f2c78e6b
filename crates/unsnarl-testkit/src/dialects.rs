//! Graphs in the forms in which tools write them, for readers to read again.
//!
//! *Needs:* rows whose exits go with the number of arms, with block 0 as the entry.
//! *Gives:* [`dialects`]: texts, each with the rows that it must be read as.
//! *Cost:* O(text).
//!
//! The edges stand in another order than the arms wherever the form says by other means which arm
//! is which.

use crate::Rows;
use std::fmt::Write as _;
use unsnarl::Exit;
use unsnarl::text::Notation;

/// A graph as a tool writes it.
pub struct Dialect {
    /// Whose form it is.
    pub tool: &'static str,
    /// The notation.
    pub notation: Notation,
    /// The text.
    pub text: String,
    /// What it must be read as.
    pub rows: Rows,
}

/// Writes rows in the form of each tool.
pub fn dialects(rows: &Rows) -> Vec<Dialect> {
    let dot = |tool, write: fn(&Rows) -> String| Dialect {
        tool,
        notation: Notation::Dot,
        text: write(rows),
        rows: rows.clone(),
    };
    let single = distinct(rows);
    let mermaid = |tool, text, rows| Dialect {
        tool,
        notation: Notation::Mermaid,
        text,
        rows,
    };
    let mut all = vec![
        dot("LLVM", llvm),
        dot("rustc", rustc),
        dot("petgraph", petgraph),
        dot("networkx", networkx),
        dot("radare2", colored),
        dot("SPIR-V", spirv),
        dot("tables", tables),
        dot("backwards", backwards),
        dot("keys", keys),
    ];
    all.push(Dialect {
        tool: "GCC",
        notation: Notation::Dot,
        text: gcc(&single),
        rows: single.clone(),
    });
    let usual = Rows::of(single.blocks.into_iter().map(|(_, arms)| arms).collect());
    all.push(Dialect {
        tool: "Cranelift",
        notation: Notation::Dot,
        text: cranelift(&usual),
        rows: usual,
    });
    all.push(mermaid("Mermaid 11", flowchart(rows), rows.clone()));
    all.push(mermaid("states", states(rows), with_start(rows)));
    all.push(Dialect {
        tool: "V8",
        notation: Notation::Cfg,
        text: v8(rows),
        rows: rows.clone(),
    });
    all
}

/// The rows with one edge to each target: the last one.
fn distinct(rows: &Rows) -> Rows {
    let mut rows = rows.clone();
    for (exit, arms) in &mut rows.blocks {
        let all = arms.clone();
        let mut place = 0;
        arms.retain(|arm| {
            place += 1;
            !all[place..].contains(arm)
        });
        if *exit == Exit::Branch && arms.len() == 1 {
            *exit = Exit::Jump;
        }
    }
    rows
}

/// The rows with a block more, in which control starts.
fn with_start(rows: &Rows) -> Rows {
    let mut rows = rows.clone();
    rows.blocks.push((Exit::Jump, vec![rows.entry]));
    rows.entry = rows.blocks.len() - 1;
    rows
}

/// A text that grows by lines.
struct Text(String);

impl Text {
    fn line(&mut self, line: impl std::fmt::Display) {
        writeln!(self.0, "{line}").expect("a string takes any text");
    }
}

/// The lines of a graph in DOT: a head, a line for each block and each edge, and an end.
fn graph(
    rows: &Rows,
    head: &str,
    node: impl Fn(usize, &(Exit, Vec<usize>)) -> String,
    edges: impl Fn(usize, &(Exit, Vec<usize>)) -> Vec<String>,
) -> String {
    let mut text = Text(String::new());
    text.line(format_args!("{head} {{"));
    for (number, block) in rows.blocks.iter().enumerate() {
        text.line(node(number, block));
    }
    for (number, block) in rows.blocks.iter().enumerate() {
        for edge in edges(number, block) {
            text.line(edge);
        }
    }
    text.line("}");
    text.0
}

/// The mark of the entry.
fn mark(number: usize) -> &'static str {
    if number == 0 { ", entry=true" } else { "" }
}

/// The arms of a block with the names that tell them apart, the last one first.
fn named(block: &(Exit, Vec<usize>), [holds, fails]: [&str; 2]) -> Vec<(String, usize)> {
    let (exit, arms) = block;
    let last = arms.len().saturating_sub(1);
    let name = |(slot, &arm): (usize, &usize)| {
        let name = match exit {
            Exit::Branch if slot == 0 => holds.to_owned(),
            Exit::Branch => fails.to_owned(),
            Exit::Switch if slot == last => "default".to_owned(),
            Exit::Switch => format!("case {slot}"),
            _ => String::new(),
        };
        (name, arm)
    };
    let mut arms: Vec<(String, usize)> = arms.iter().enumerate().map(name).collect();
    let is_several = arms.len() > 1;
    arms.rotate_right(usize::from(is_several));
    arms
}

/// The places of a record's or a table's ports: the last arm has the first one.
fn ports(block: &(Exit, Vec<usize>)) -> Vec<(usize, String, usize)> {
    let (exit, arms) = block;
    let count = arms.len();
    let port = |(slot, &arm): (usize, &usize)| match exit {
        Exit::Switch if slot + 1 == count => (0, "def".to_owned(), arm),
        Exit::Switch => (slot + 1, slot.to_string(), arm),
        _ => (slot, ["T", "F"][slot.min(1)].to_owned(), arm),
    };
    let mut ports: Vec<_> = arms.iter().enumerate().map(port).collect();
    ports.sort();
    ports
}

fn llvm(rows: &Rows) -> String {
    let node = |number: usize, block: &(Exit, Vec<usize>)| {
        let last = match block.0 {
            Exit::Jump => "br label %b",
            Exit::Branch => "br i1 %c, label %b, label %b",
            Exit::Switch => "switch i32 %x, label %b [\\l    i32 0, label %b\\l  ]",
            _ => "ret void",
        };
        let fields = ports(block).into_iter();
        let fields: Vec<String> = fields
            .map(|(port, text, _)| format!("<s{port}>{text}"))
            .collect();
        let fields = match block.1.len() {
            0 | 1 => String::new(),
            _ => format!("|{{{}}}", fields.join("|")),
        };
        let code = format!("%x = call i32 @f()\\l  {last}\\l");
        format!("  N{number} [shape=record,label=\"{{start{number}:\\l|  {code}{fields}}}\"];")
    };
    let edges = |number: usize, block: &(Exit, Vec<usize>)| {
        let edge = |(port, _, arm)| match block.1.len() {
            1 => format!("  N{number} -> N{arm};"),
            _ => format!("  N{number}:s{port} -> N{arm}[label=\"50.00%\" penwidth=1];"),
        };
        ports(block).into_iter().rev().map(edge).collect()
    };
    graph(rows, "digraph \"CFG for 'f' function\"", node, edges)
}

fn tables(rows: &Rows) -> String {
    let node = |number: usize, block: &(Exit, Vec<usize>)| {
        let cell = |(port, text, _)| format!("<td port=\"p{port}\">{text}</td>");
        let cells: String = ports(block).into_iter().map(cell).collect();
        let mark = mark(number);
        format!(
            "  b{number} [label=<<table><tr><td>x = 1</td></tr><tr>{cells}</tr></table>>{mark}]"
        )
    };
    let edges = |number: usize, block: &(Exit, Vec<usize>)| {
        let ports = ports(block).into_iter().rev();
        ports
            .map(|(port, _, arm)| format!("  b{number}:p{port}:s -> b{arm}:n"))
            .collect()
    };
    graph(rows, "digraph", node, edges)
}

fn rustc(rows: &Rows) -> String {
    let node = |number: usize, block: &(Exit, Vec<usize>)| {
        let last = match block.0 {
            Exit::Jump => "goto",
            Exit::Return => "return",
            _ => "switchInt(move _5)",
        };
        let cells = [&format!("{number}"), "_5 = copy _1<br/>", last];
        let row = |cell: &str| format!("<tr><td align=\"left\">{cell}</td></tr>");
        let table: String = cells.into_iter().map(row).collect();
        let mark = mark(number);
        format!("    bb{number}__0_3 [shape=\"none\", label=<<table>{table}</table>>{mark}];")
    };
    let edges = |number: usize, block: &(Exit, Vec<usize>)| {
        let edge = |(name, arm): (String, usize)| {
            let name = name.replace("default", "otherwise").replace("case ", "");
            format!("    bb{number}__0_3 -> bb{arm}__0_3 [label=\"{name}\"];")
        };
        let named = named(block, ["0", "otherwise"]).into_iter();
        named.map(edge).collect()
    };
    let head = "digraph __crate__ {\nsubgraph cluster_Mir_0_3";
    format!("{}}}\n", graph(rows, head, node, edges))
}

fn petgraph(rows: &Rows) -> String {
    let node = |number: usize, _: &(Exit, Vec<usize>)| {
        let mark = mark(number);
        format!("    {number} [ label = \"\\\"x = 1\\\\ny = 2\\\"\"{mark} ]")
    };
    let edges = |number: usize, block: &(Exit, Vec<usize>)| {
        let edge = |(name, arm)| format!("    {number} -> {arm} [ label = \"\\\"{name}\\\"\" ]");
        named(block, ["T", "F"]).into_iter().map(edge).collect()
    };
    graph(rows, "digraph", node, edges)
}

fn networkx(rows: &Rows) -> String {
    let name = |number: usize| format!("<Block at {number:#x} (size 4)>");
    let node = |number: usize, _: &(Exit, Vec<usize>)| {
        let entry = number == 0;
        format!("{} [entry={entry}];", name(number))
    };
    let edges = |number: usize, (_, arms): &(Exit, Vec<usize>)| {
        let arms = arms.iter().enumerate();
        let edge = |(key, &arm): (usize, &usize)| {
            format!("{} -> {}  [key={key}];", name(number), name(arm))
        };
        arms.map(edge).collect()
    };
    graph(rows, "digraph", node, edges)
}

fn colored(rows: &Rows) -> String {
    let node = |number: usize, _: &(Exit, Vec<usize>)| {
        let mark = mark(number);
        format!("  \"0x{number:x}\" [URL=\"f/{number}\", label=\"mov eax, 1\\l\"{mark}]")
    };
    let edges = |number: usize, block: &(Exit, Vec<usize>)| {
        let edge = |(color, arm): (String, usize)| {
            let rest = match block.0 {
                Exit::Branch => format!(" [color=\"{color}\"]"),
                Exit::Switch => format!(" [xlabel=\"{color}\"]"),
                _ => String::new(),
            };
            format!("  \"0x{number:x}\" -> \"0x{arm:x}\"{rest}")
        };
        let named = named(block, ["#13a10e", "#c50f1f"]).into_iter();
        named.map(edge).collect()
    };
    graph(rows, "digraph code", node, edges)
}

fn spirv(rows: &Rows) -> String {
    let node = |number: usize, _: &(Exit, Vec<usize>)| {
        let entry = if number == 0 { "\nFn f entry" } else { "" };
        format!("b{number} [label=\"b{number}{entry}\"];")
    };
    let edges = |number: usize, (exit, arms): &(Exit, Vec<usize>)| {
        let mut arms: Vec<String> = arms
            .iter()
            .map(|arm| format!("b{number} -> b{arm};"))
            .collect();
        if *exit == Exit::Switch {
            arms.rotate_right(1);
        }
        arms.push(format!("b{number} -> b0 [style=dashed];"));
        arms
    };
    let legend = "digraph {\nlegend_merge_src [shape=plaintext, label=\"\"];\nlegend_merge_src -> legend_merge_dest [label=\" merge\",style=dashed]";
    graph(rows, legend, node, edges).replacen("style=dashed] {", "style=dashed];", 1)
}

fn backwards(rows: &Rows) -> String {
    let node =
        |number: usize, _: &(Exit, Vec<usize>)| format!("  b{number} [entry={}]", number == 0);
    let edges = |number: usize, (_, arms): &(Exit, Vec<usize>)| {
        let arms = arms.iter();
        arms.map(|arm| format!("  b{arm} -> b{number}")).collect()
    };
    graph(rows, "digraph { edge [dir=back]; subgraph all", node, edges) + "}\n"
}

/// Every edge twice, by its key.
fn keys(rows: &Rows) -> String {
    let node =
        |number: usize, _: &(Exit, Vec<usize>)| format!("  b{number} [entry={}]", number == 0);
    let edges = |number: usize, (_, arms): &(Exit, Vec<usize>)| {
        let arms = arms.iter().enumerate();
        let edge = |(key, arm)| format!("  b{number} -> b{arm} [key=\"k{key}\"]");
        let edges: Vec<String> = arms.map(edge).collect();
        [edges.clone(), edges].concat()
    };
    graph(rows, "digraph", node, edges)
}

fn gcc(rows: &Rows) -> String {
    let node = |number: usize, block: &(Exit, Vec<usize>)| {
        let cases: Vec<String> = named(block, ["", ""])
            .into_iter()
            .map(|(name, arm)| {
                let case = format!("{name}: <L{arm}> [INV]");
                let case = case.replace(' ', "\\ ");
                case.replace('<', "\\<").replace('>', "\\>")
            })
            .collect();
        let last = match block.0 {
            Exit::Switch => format!("switch\\ (x)\\ \\<{}\\>\\l\\\n", cases.join(",\\ ")),
            Exit::Branch => "if\\ (x)\\l\\\n\\ \\ goto\\ \\<bb\\ 1\\>;\\l\\\nelse\\l\\\n\\ \\ goto\\ \\<bb\\ 2\\>;\\l\\\n".to_owned(),
            _ => String::new(),
        };
        let mark = mark(number);
        let label = format!(
            "COUNT:7\\<bb\\ {number}\\>:\\l\\\n|\\<L{number}\\>:\\l\\\n|x\\ =\\ 1;\\l\\\n|{last}"
        );
        format!("\tfn_0_basic_block_{number} [shape=record,label=\"{{{label}}}\"{mark}];\n")
    };
    let edges = |number: usize, block: &(Exit, Vec<usize>)| {
        let edge = |(color, arm): (String, usize)| {
            let color = match block.0 {
                Exit::Branch => color.as_str(),
                _ => "black",
            };
            format!(
                "\tfn_0_basic_block_{number}:s -> fn_0_basic_block_{arm}:n [color={color},label=\"[11%]\"];"
            )
        };
        let named = named(block, ["forestgreen", "darkorange"]).into_iter();
        named.map(edge).collect()
    };
    let head = "digraph \"x.c.015t.cfg\" {\nsubgraph \"cluster_f\" {\n\tlabel=\"f ()\";\n\tsubgraph cluster_0_1";
    format!("{}}}\n}}\n", graph(rows, head, node, edges))
}

/// The edges are in the order of their targets.
fn cranelift(rows: &Rows) -> String {
    let node = |number: usize, (_, arms): &(Exit, Vec<usize>)| {
        let arms: Vec<String> = arms.iter().map(|arm| format!("block{arm}(v1)")).collect();
        let last = match arms.as_slice() {
            [] => "return".to_owned(),
            [only] => format!("jump {only}"),
            [first, second] => format!("brif v0, {first}, {second}"),
            [cases @ .., default] => format!("br_table v0, {default}, [{}]", cases.join(", ")),
        };
        let mark = mark(number);
        format!(
            "    block{number} [shape=record, label=\"{{block{number}(v1: i32):\n | <inst{number}>{last}}}\"{mark}]"
        )
    };
    let mut text = graph(rows, "digraph \"%f\"", node, |_, _| Vec::new());
    text.truncate(text.len() - 2);
    let blocks = rows.blocks.iter().enumerate();
    let mut edges: Vec<(usize, usize)> = blocks
        .flat_map(|(from, (_, arms))| arms.iter().map(move |&to| (to, from)))
        .collect();
    edges.sort_unstable();
    for (to, from) in edges {
        writeln!(text, "    block{from}:inst{from} -> block{to}").expect("a string takes any text");
    }
    text + "}\n"
}

/// In Markdown, with names of links.
fn flowchart(rows: &Rows) -> String {
    let mut text = Text("# Graph\n\n```mermaid\nflowchart TD\n  accTitle: a --> b\n".to_owned());
    for number in 0..rows.blocks.len() {
        let shown = if number == 0 {
            "entry"
        } else {
            "x = #quot;1#quot;"
        };
        text.line(format_args!("  n{number}[\"{shown}\"]"));
    }
    let mut count = 0;
    for (number, block) in rows.blocks.iter().enumerate() {
        for (name, arm) in named(block, ["yes", "no"]) {
            count += 1;
            let name = if name.is_empty() {
                name
            } else {
                format!("|\"{name}\"|")
            };
            let line = ["-->", "-.->", "==>", "--x"][count % 4];
            text.line(format_args!("  n{number} e{count}@{line}{name} n{arm}"));
            text.line(format_args!("  e{count}@{{ animate: true }}"));
        }
    }
    text.line("```");
    text.0
}

fn states(rows: &Rows) -> String {
    let mut text = Text("stateDiagram-v2\n".to_owned());
    for number in 0..rows.blocks.len() {
        text.line(format_args!("  state \"x = 1\" as s{number}"));
    }
    text.line("  [*] --> s0");
    for (number, block) in rows.blocks.iter().enumerate() {
        for (name, arm) in named(block, ["true", "false"]) {
            let name = if name.is_empty() {
                name
            } else {
                format!(" : {name}")
            };
            text.line(format_args!("  s{number} --> s{arm}{name}"));
        }
    }
    text.0
}

fn v8(rows: &Rows) -> String {
    let mut text = Text("begin_compilation\n  name \"f\"\nend_compilation\nbegin_cfg\n".to_owned());
    // Blocks are numbered in the order of their first mention.
    let names = (0..rows.blocks.len()).map(|number| format!("\"B{number}\""));
    for name in names {
        text.line(format_args!("  begin_block\n    name {name}\n  end_block"));
    }
    for (number, (_, arms)) in rows.blocks.iter().enumerate() {
        let arms: Vec<String> = arms.iter().map(|arm| format!("\"B{arm}\"")).collect();
        text.line(format_args!("  begin_block\n    name \"B{number}\""));
        text.line(format_args!(
            "    predecessors\n    successors {}",
            arms.join(" ")
        ));
        text.line("    begin_HIR\n      0 1 n1 Parameter[0] n0 <|@\n    end_HIR\n  end_block");
    }
    text.line("end_cfg");
    text.0
}
