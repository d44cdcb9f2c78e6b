//! A function of the machine as a function of C.
//!
//! *Needs:* a function with its number, and the [`Plan`] of its module.
//! *Gives:* [`function`]: its text, without `goto`.
//! *Cost:* that of structuring, which is near-linear, and of the text.
//!
//! The graph is structured and lowered to jumps of one level, and the
//! [walker](unsnarl::emit::write_formed) of the library writes its forms: what is written here is
//! what stands in them. The text is then read back and compared with the graph. At most
//! [`DEEPEST`] brackets nest, of the 127 that strict C99 promises.
//!
//! | module | what it has |
//! |---|---|
//! | `language` | the forms that a body takes, and what stands in them |
//!
//! A call of the function itself that is its result is a jump to its first block, with the
//! parameters set.

mod language;

use std::cell::{Cell, OnceCell};
use std::collections::BTreeSet;

use unsnarl::emit::{self, Lines, write_formed};
use unsnarl::forms::{Formed, Host};
use unsnarl::verify::{self, Asked, Control, Due, TextDifference, TextVerdict};
use unsnarl::{BlockId, Cfg, Edge, Id, Program};
use unsnarl_low::trees::{Trees, build_trees};
use unsnarl_low::{Exit, Function, Type};

use super::block::{BlockText, Writer};
use super::early::Early;
use super::edges::{again, edge_lines, leave};
use super::error::Error;
use super::expression::{i32_text, i64_text};
use super::graph::{graph, split_edges};
use super::plan::Plan;
use super::types;
use super::variables::{Variables, parameter};
use crate::structured::{Report, Unstructured, structured};

/// Words with which statements begin that leave the function: of the runtime, and before a
/// `return`.
const LEAVING: [&str; 2] = ["trap", "TAIL_CALL"];

/// The end of an arm that goes on with the next one, which does nothing: a macro of the runtime,
/// since compilers know no remark once the text is preprocessed.
const FALL_THROUGH: &str = "FALL_THROUGH;";

/// The most brackets in each other.
pub(super) const DEEPEST: u32 = 100;

/// The most blanks before a line: deep code would be blanks for the most part.
const WIDEST: usize = 16;

/// What is special of edges.
#[derive(Clone, Copy)]
struct Edges<'e> {
    /// Those that are blocks in the graph.
    split: &'e [(BlockId, usize)],
    early: &'e Early,
}

/// A function with its text, block by block and edge by edge.
struct Body<'a> {
    function: &'a Function,
    cfg: Cfg,
    blocks: Vec<BlockText>,
    /// By edge of the graph: its lines.
    edges: Vec<Vec<String>>,
    /// By block: the lines that leave the function.
    leaves: Vec<Vec<String>>,
    /// What comes before the first statement, but for what structuring declares.
    declarations: Vec<String>,
    head: String,
    /// The names of all variables.
    names: Vec<String>,
    /// All words of the text but for what control adds, once they matter.
    words: OnceCell<BTreeSet<String>>,
    /// Whether the last statement leaves the function.
    ends_by_leaving: Cell<bool>,
    /// The lines of the text that are statements of blocks.
    statements: Cell<[usize; 2]>,
}

/// Writes a function, with the linkage that is given.
pub(super) fn function(plan: &Plan<'_>, number: u32, linkage: &str) -> Result<String, Error> {
    let own = plan
        .module
        .functions
        .get(number as usize)
        .and_then(|own| own.body.as_ref());
    let Some(own) = own else {
        return Err(Error::Broken("a defined function has no body"));
    };
    let function = &own.code;
    let trees = build_trees(function);
    let split = split_edges(function);
    let graph = |early: &Early| {
        graph(plan, function, &trees, &split, early).map_err(|error| Error::Graph {
            function: number,
            error,
        })
    };
    let cfg = graph(&Early::default())?;
    let early = Early::find(function, &trees, &cfg, &split);
    let cfg = if early.is_empty() {
        cfg
    } else {
        graph(&early)?
    };
    let edges = Edges {
        split: &split,
        early: &early,
    };
    let body = Body::new(plan, number, function, cfg, &trees, edges, linkage)?;
    let prints = |step| body.prints(step);
    let program = structured(&body.cfg, plan.structure, Some(DEEPEST), &prints, &|_| {
        false
    });
    let program = program.map_err(|error| match error {
        Unstructured::NotProved(broken) => Error::NotProved {
            function: number,
            what: broken.to_string(),
        },
        error => Error::Structure {
            function: number,
            what: error.to_string(),
        },
    })?;
    let mut text = String::new();
    let formed = Formed::new(&body.cfg, &program, &body);
    let written = write_formed(Lines::new(&mut text), &body.cfg, &formed, &body);
    written.expect("strings can be written to");
    let is_read_back = body
        .read_back(&text, &program, &formed)
        .map_err(|difference| {
            let what = difference.to_string();
            Error::NotProved {
                function: number,
                what,
            }
        })?;
    let report = Report::new(plan.names.function(number), &program, is_read_back);
    plan.reports.borrow_mut().push(report);
    Ok(finished(&text, &body.names))
}

/// Where variables stand that are not read.
const UNREAD: &str = "UNREAD;";

/// The text with what compilers ask for of variables and parameters that are not read, and indented
/// less.
fn finished(text: &str, names: &[String]) -> String {
    let Some((head, code)) = text.split_once(UNREAD) else {
        return indented(text);
    };
    let read = read_names(code);
    let unread = names.iter().filter(|name| !read.contains(name.as_str()));
    let unread: Vec<String> = unread.map(|name| format!("(void){name};")).collect();
    indented(&format!("{head}{}{code}", unread.join(" ")))
}

/// The text with a blank for each level, at most [`WIDEST`].
fn indented(text: &str) -> String {
    let mut lines = String::with_capacity(text.len());
    for line in text.lines().filter(|line| !line.trim_start().is_empty()) {
        let own = line.trim_start_matches(' ');
        let levels = (line.len() - own.len()) / 2;
        lines.extend(std::iter::repeat_n(' ', levels.min(WIDEST)));
        lines += own;
        lines.push('\n');
    }
    lines
}

impl<'a> Body<'a> {
    fn new(
        plan: &Plan<'_>,
        number: u32,
        function: &'a Function,
        cfg: Cfg,
        trees: &Trees,
        Edges { split, early }: Edges<'_>,
        linkage: &str,
    ) -> Result<Self, Error> {
        let mut variables = Variables::new(function);
        let mut blocks = Vec::with_capacity(function.block_count());
        let mut edges = Vec::with_capacity(cfg.edge_count());
        let mut leaves = Vec::with_capacity(function.block_count());
        let mut later = Vec::new();
        for index in 0..function.block_count() {
            let id = BlockId::new(index);
            let writer = Writer::new(plan, function, &mut variables);
            let mut text = writer.block(id, trees)?;
            for slot in early.of(function, id) {
                let lines = edge_lines(plan, function, trees, id, slot, &mut variables)?;
                text.lines.extend(lines);
            }
            let exit = &function.block(id).exit;
            leaves.push(leave(plan, function, exit, &mut text, &mut variables));
            if let Exit::TailCall(callee) = exit
                && plan.is_self_call(function, *callee)
            {
                edges.push(again(function, &mut text, &mut variables));
            }
            for slot in 0..function.block(id).edges().len() {
                if early.has(id, slot) {
                    edges.push(Vec::new());
                    continue;
                }
                let lines = edge_lines(plan, function, trees, id, slot, &mut variables)?;
                match split.binary_search(&(id, slot)) {
                    Ok(_) => {
                        edges.push(Vec::new());
                        later.push(lines);
                    }
                    Err(_) => edges.push(lines),
                }
            }
            blocks.push(text);
        }
        blocks.extend(split.iter().map(|_| BlockText::default()));
        leaves.extend(split.iter().map(|_| Vec::new()));
        edges.append(&mut later);
        // What code accesses that nothing needs is not written.
        let used: Vec<String> = variables
            .memories()
            .map(|memory| format!("AGAIN{memory};"))
            .collect();
        for block in &mut blocks {
            block
                .lines
                .retain(|line| !line.starts_with("AGAIN") || used.contains(line));
        }
        let calls = blocks.iter().flat_map(|block| &block.lines);
        let all = calls
            .chain(edges.iter().flatten())
            .chain(leaves.iter().flatten());
        let name = plan.names.function(number);
        let mut declarations = Vec::new();
        let has_word = |line: &String, word: &str| line.contains(word);
        let lines: Vec<&String> = all.collect();
        let operands = blocks.iter().flat_map(|block| &block.operands);
        let texts: Vec<&String> = lines
            .iter()
            .copied()
            .chain(operands.map(|operand| &operand.text))
            .collect();
        let memories: Vec<u32> = variables.memories().collect();
        let uses_instance = !memories.is_empty()
            || function.frame.is_some()
            || texts
                .iter()
                .any(|line| has_word(line, "m->") || has_word(line, "AGAIN"));
        let uses_self = uses_instance
            || texts.iter().any(|line| {
                has_word(line, "self") || has_word(line, "THROWN") || has_word(line, "VALUES")
            })
            || variables.calls;
        if uses_instance {
            declarations.push(String::from("INSTANCE;"));
        } else if !uses_self {
            declarations.push(String::from("(void)self;"));
        }
        declarations.extend(memories.iter().map(|memory| format!("MEMORY{memory};")));
        let mut variable = variables.declarations();
        variable.push(UNREAD.to_owned());
        if variables.uses_callee {
            variable.push(String::from("const unsnarl_function *callee;"));
        }
        if function.signature.results.len() > 1 && uses_result(&texts) {
            let ty = types::result_type(&function.signature.results);
            variable.push(format!("{ty} result = {{0}};"));
        }
        if let Some(frame) = function.frame {
            let pointer = plan.global_place(plan.module.stack_pointer.unwrap_or(0));
            let ty = types::c_type(function.address_width().int());
            variable.push(format!("const {ty} caller = {pointer};"));
            let mask = frame.align.saturating_sub(1);
            variable.push(format!(
                "const {ty} frame = (caller - {}u) & ~({ty}){mask};",
                frame.size
            ));
        }
        declarations.extend(variable);
        if function.frame.is_some() {
            let pointer = plan.global_place(plan.module.stack_pointer.unwrap_or(0));
            declarations.push(format!("{pointer} = frame;"));
        }
        if variables.calls {
            declarations.push(String::from("CHECK_STACK;"));
        }
        let head = types::head(&function.signature, name, "void *self", parameter);
        // What is popped may be in no text: what a branch with equal edges decides by is not.
        let parameters = (0..function.signature.parameters.len()).map(parameter);
        let names = variables.declared_names().map(str::to_owned);
        let names = parameters.chain(names).collect();
        Ok(Body {
            words: OnceCell::new(),
            names,
            function,
            cfg,
            blocks,
            edges,
            leaves,
            declarations,
            head: format!("{linkage}{head} {{"),
            ends_by_leaving: Cell::new(true),
            statements: Cell::default(),
        })
    }

    /// Compares the text with the graph; tells whether that came to an end.
    fn read_back(
        &self,
        text: &str,
        program: &Program,
        formed: &Formed,
    ) -> Result<bool, TextDifference> {
        let [first, end] = self.statements.get();
        let lines = text.lines().skip(first).take(end - first);
        let does_something = |line: &&str| line.trim_start() != FALL_THROUGH;
        let statements: Vec<&str> = lines.filter(does_something).collect();
        let variables = emit::Variables::find(&self.cfg, formed, self);
        let limit = verify::state_limit(&self.cfg, program);
        let statements = statements.join("\n");
        let control = Control {
            leaving: LEAVING.map(String::from).to_vec(),
            ..variables.control()
        };
        let names: BTreeSet<&str> = control.names().collect();
        verify::declared(text, &|name| !names.contains(name))?;
        match verify::text(&self.cfg, &statements, self, &control, limit) {
            TextVerdict::Proved { .. } => Ok(true),
            TextVerdict::GivenUp { .. } => Ok(false),
            TextVerdict::Failed(difference) => Err(difference),
        }
    }

    /// The words of the text but for what control adds.
    fn all_words(&self) -> BTreeSet<String> {
        let operands = self.blocks.iter().flat_map(|block| &block.operands);
        let blocks = self.blocks.iter().flat_map(|block| &block.lines);
        let edges = self.edges.iter().flatten();
        let texts = blocks
            .chain(edges)
            .chain(self.leaves.iter().flatten())
            .chain(&self.declarations)
            .chain(&self.names)
            .chain([&self.head])
            .chain(operands.map(|operand| &operand.text));
        let words =
            texts.flat_map(|text| text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'));
        words.map(str::to_owned).collect()
    }

    /// The value that a block decides by.
    fn decision(&self, block: BlockId) -> String {
        self.blocks[block.index()]
            .operands
            .first()
            .map_or("0", |operand| operand.text.as_str())
            .to_owned()
    }

    /// The value of a slot of a switch.
    fn case_text(&self, edge: Edge) -> String {
        let block = self.function.block(edge.block);
        match &block.exit {
            Exit::Switch(values) => {
                let ty = self
                    .function
                    .exit_operands(edge.block)
                    .first()
                    .map(|&reg| self.function.ty(reg));
                let value = values.get(edge.slot as usize).copied().unwrap_or(0);
                match ty {
                    Some(Type::I64) => i64_text(value),
                    _ => i32_text(value as i32),
                }
            }
            _ => format!("{}u", edge.slot),
        }
    }
}

/// The names that lines read: all but what is set at the start of a line.
fn read_names(code: &str) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    for line in code.lines() {
        let line = line.trim_start_matches(' ');
        let read = match line.split_once(" = ") {
            Some((set, read)) if set.starts_with('x') && !set.contains([' ', '(']) => read,
            _ => line,
        };
        let words = read.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        names.extend(words.filter(|word| word.starts_with('x')));
    }
    names
}

fn uses_result(texts: &[&String]) -> bool {
    texts.iter().any(|line| line.contains("result"))
}

impl Due for Body<'_> {
    fn statements(&self, block: BlockId) -> String {
        self.blocks[block.index()].lines.join("\n")
    }

    fn on_edge(&self, edge: Edge) -> String {
        self.edges[self.cfg.edge_index(edge)].join("\n")
    }

    fn leave(&self, block: BlockId) -> String {
        self.leaves[block.index()].join("\n")
    }

    fn decision(&self, block: BlockId) -> Asked {
        let Some(operand) = self.blocks[block.index()].operands.first() else {
            return Asked::default();
        };
        let mut cases: Vec<Option<String>> = self
            .cfg
            .edges(block)
            .map(|edge| Some(self.case_text(edge)))
            .collect();
        // All other values take the last slot.
        if let Some(last) = cases.last_mut() {
            *last = None;
        }
        let is_branch = self.cfg.exit(block) == unsnarl::Exit::Branch;
        Asked {
            holds: is_branch.then(|| operand.condition()).into_iter().collect(),
            fails: is_branch.then(|| operand.contrary()).into_iter().collect(),
            operands: vec![operand.text.clone(), operand.operand()],
            cases,
            dropped: vec![format!("DROP({})", operand.text)],
            is_set: false,
            acts: self.acts(block),
        }
    }
}
