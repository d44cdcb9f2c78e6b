//! Conventions of the files of tools.
//!
//! *Needs:* nodes and edges with their texts.
//! *Gives:* names of blocks, entries, edges and nodes that are not control flow, and cases.
//! *Cost:* O(text).
//!
//! | tool | its files |
//! |---|---|
//! | GCC | `<bb 2>`, with counts `COUNT:7<bb 2>` |
//! | LLVM | `%2`; for machine code `bb.0 (%ir-block.2)` |
//! | clang | `[B5 (ENTRY)]`; the cases of `T: switch` stand in their target blocks |
//! | rustc | blocks by their numbers |
//! | `spirv-cfg` | the entry says `Fn f entry`; dashed and dotted edges to merges; a legend; a switch's default first |
//! | Cranelift | edges in the order of their target blocks; `brif` and `br_table` have the order of the arms |
//! | Soot | edges without texts; the second edge of `if c goto x` is the edge to `x` |
//! | Go | the slots of edges as their texts; the kind of a block and its decision in its tooltip |
//! | staticfg, py2cfg | dashed edges `calls` to the functions that a block calls |
//! | radare2, rizin, angr | green and red edges |

use super::arm::Arm;
use super::attributes::Attributes;
use super::functions::{Division, Function};
use super::lex::Id;
use super::{Ends, Graph};
use crate::ids::BlockId;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Gives the name in the first line of a label, without the marks that tools put around the names
/// of blocks.
pub(super) fn name(identifier: &str, line: &str) -> String {
    let line = line.strip_suffix(':').unwrap_or(line);
    let line = line.strip_prefix('%').unwrap_or(line);
    let number = of_gcc(line).or_else(|| of_rustc(identifier, line));
    if let Some(number) = number {
        return format!("bb{number}");
    }
    let inner = line
        .strip_prefix("[B")
        .and_then(|line| line.strip_suffix(']'));
    if let Some(inner) = inner {
        let number = inner.split(' ').next().unwrap_or_default();
        return format!("B{number}");
    }
    match line.split_once(" (%ir-block.") {
        Some((name, _)) if name.starts_with("bb.") => name.to_string(),
        _ => line.to_string(),
    }
}

/// Reads `<bb 2>`, which may follow a count.
fn of_gcc(line: &str) -> Option<&str> {
    let line = match line.strip_prefix("COUNT:") {
        Some(counted) => counted.trim_start_matches(|c: char| c.is_ascii_digit()),
        None => line,
    };
    line.strip_prefix("<bb ")?.strip_suffix('>')
}

/// Reads the number of a block, which must also be in its identifier: `bb2__0_3`.
fn of_rustc<'l>(identifier: &str, line: &'l str) -> Option<&'l str> {
    let rest = identifier.strip_prefix("bb")?.strip_prefix(line)?;
    (!line.is_empty() && rest.starts_with("__")).then_some(line)
}

/// Tells whether the lines of a node say that control starts in it, and drops a line that says only
/// this.
pub(super) fn begins(lines: &mut Vec<String>) -> bool {
    let is_mark = |line: &String| entry_of_spirv(line).is_some();
    let of_clang = lines.first().is_some_and(|line| {
        let line = line.trim();
        line.starts_with("[B") && line.ends_with(" (ENTRY)]")
    });
    let count = lines.len();
    if count > 1 {
        lines.retain(|line| !is_mark(line));
    }
    of_clang || lines.len() < count
}

/// Gives the function in `Fn f entry`.
fn entry_of_spirv(line: &str) -> Option<&str> {
    line.trim().strip_prefix("Fn ")?.strip_suffix(" entry")
}

/// Drops the edges from blocks to the functions that they call, and gives the nodes that occur
/// nowhere else.
pub(super) fn drop_calls(edges: &mut Vec<Arm<'_>>) -> BTreeSet<BlockId> {
    let is_call = |edge: &Arm<'_>| {
        edge.label.as_deref() == Some("calls") && edge.attributes.has_style("dashed")
    };
    let mut called = BTreeSet::new();
    edges.retain(|edge| {
        let drops = is_call(edge);
        if drops {
            called.insert(edge.ends.to);
        }
        !drops
    });
    for Ends { from, to } in edges.iter().map(|edge| edge.ends) {
        called.remove(&from);
        called.remove(&to);
    }
    called
}

/// Tells whether `spirv-cfg` has written the graph.
pub(super) fn is_spirv(graph: &Graph<'_>) -> bool {
    graph.draft.find("legend_merge_src").is_some()
}

/// Drops the edges of SPIR-V to merges, and gives the nodes of the legend.
pub(super) fn drop_legend(graph: &Graph<'_>, edges: &mut Vec<Arm<'_>>) -> Vec<BlockId> {
    if !is_spirv(graph) {
        return Vec::new();
    }
    let merges = ["dashed", "dotted"];
    edges.retain(|edge| !merges.iter().any(|style| edge.attributes.has_style(style)));
    let nodes = graph.draft.nodes.iter();
    let legend = nodes.filter(|(_, node)| node.identifier.starts_with("legend_"));
    legend.map(|(block, _)| block).collect()
}

/// Gives the functions in a file of `spirv-cfg`, each from its entry to the next one.
pub(super) fn functions_of_spirv<'t>(graph: &Graph<'t>) -> Option<Division<'t>> {
    if !is_spirv(graph) {
        return None;
    }
    let mut functions = Vec::new();
    let place = |(block, node): (BlockId, &crate::text::elements::DraftNode)| {
        if node.begins {
            let label = graph.nodes.get(&block).and_then(|node| node.label.as_ref());
            let lines = label.map(Id::lines).unwrap_or_default();
            let name = lines.iter().find_map(|line| entry_of_spirv(line));
            functions.push(Function::of_graph(name.map(ToString::to_string)));
        }
        functions.len().checked_sub(1)
    };
    let places = graph.draft.nodes.iter().map(place).collect();
    (!functions.is_empty()).then_some((functions, places))
}

/// Names the arms of clang's switches, whose cases stand in their target blocks.
pub(super) fn name_cases_of_clang(graph: &Graph<'_>, edges: &mut [Arm<'_>]) {
    let lines = |block: BlockId| {
        graph.draft.nodes[block]
            .text
            .lines
            .iter()
            .map(|line| line.trim())
    };
    for edge in edges.iter_mut().filter(|edge| edge.label.is_none()) {
        let Ends { from, to } = edge.ends;
        let is_switch = lines(from)
            .next_back()
            .is_some_and(|line| line.starts_with("T: switch "));
        let is_clang = lines(from)
            .next()
            .is_some_and(|line| line.starts_with("[B"));
        if is_switch && is_clang {
            let case = lines(to).nth(1).and_then(|line| line.strip_suffix(':'));
            let is_case = |case: &&str| *case == "default" || case.starts_with("case ");
            edge.label = case.filter(is_case).map(ToString::to_string);
        }
    }
}

/// Sorts the edges of Cranelift into the order of its code.
pub(super) fn order_arms_of_cranelift(graph: &Graph<'_>, edges: &mut [Arm<'_>]) {
    let mut targets: BTreeMap<BlockId, BTreeMap<&str, Vec<usize>>> = BTreeMap::new();
    let mut tables = BTreeSet::new();
    for (block, node) in graph.draft.nodes.iter() {
        let last = node.text.lines.last().map_or("", |line| line.trim());
        let is_table = last.starts_with("br_table ");
        if !node.identifier.starts_with("block") || !is_table && !last.starts_with("brif ") {
            continue;
        }
        let is_end = |c: char| !c.is_ascii_alphanumeric();
        let blocks = last.split(is_end).filter(|word| word.starts_with("block"));
        let places = targets.entry(block).or_default();
        for (place, target) in blocks.enumerate() {
            places.entry(target).or_default().push(place);
        }
        tables.extend(is_table.then_some(block));
    }
    for edge in edges {
        let Ends { from, to } = edge.ends;
        let to = graph.draft.nodes[to].identifier.as_str();
        let Some(places) = targets.get(&from).and_then(|places| places.get(to)) else {
            continue;
        };
        edge.rank = places.first().map_or(0, |place| place + 1);
        if tables.contains(&from) {
            // The default comes first, then the cases from 0.
            let name = |place: &usize| match place.checked_sub(1) {
                None => String::from("default"),
                Some(case) => case.to_string(),
            };
            let names: Vec<String> = places.iter().map(name).collect();
            edge.label = Some(names.join(", "));
        }
    }
}

/// Distinguishes the edges of Soot's `if c goto x`: the edge to `x`, or to `(branch)`, is the taken
/// one.
pub(super) fn name_arms_of_soot(graph: &Graph<'_>, edges: &mut [Arm<'_>], arms: [usize; 2]) {
    let lines = |block: BlockId| graph.draft.nodes[block].text.lines.as_slice();
    let ends = arms.map(|arm| edges[arm].ends);
    let has_label = arms.iter().any(|&arm| edges[arm].label.is_some());
    let condition = match lines(ends[0].from) {
        [line] => line.strip_prefix("if "),
        _ => None,
    };
    let Some((_, target)) = condition.and_then(|condition| condition.split_once(" goto ")) else {
        return;
    };
    let is_target = ends.map(|ends| lines(ends.to) == [target]);
    if !has_label && (is_target == [false, true] || target == "(branch)") {
        edges[arms[0]].label = Some(String::from("false"));
        edges[arms[1]].label = Some(String::from("true"));
    }
}

/// Writes the end of a block of Go in the words of code: `If v12 -> b3 b5 (likely)`.
pub(super) fn read_tooltip_of_go(lines: &mut Vec<String>, attributes: &Attributes<'_>) {
    let tooltip = attributes.tooltip.as_ref().map(Id::text);
    if let ([_, kind], Some(tooltip)) = (lines.as_slice(), tooltip)
        && let Some(rest) = tooltip.strip_prefix(kind.as_str())
    {
        let operands = rest.split(" -> ").next().unwrap_or_default().trim();
        let last = match kind.as_str() {
            "Plain" => None,
            "Ret" => Some(format!("return {operands}")),
            "If" => Some(format!("if {operands}")),
            kind if operands.is_empty() => Some(kind.to_string()),
            kind => Some(format!("if {kind} {operands}")),
        };
        lines.truncate(1);
        lines.extend(last);
    }
}

/// Drops the texts of edges that are Go's slots.
pub(super) fn drop_slots_of_go(graph: &Graph<'_>, edges: &mut [Arm<'_>]) {
    let is_of_go = graph.nodes.values().any(|node| {
        let Some(tooltip) = node.tooltip.as_ref().map(Id::text) else {
            return false;
        };
        let lines = node.label.as_ref().map(Id::lines).unwrap_or_default();
        matches!(lines.as_slice(), [_, kind] if tooltip.starts_with(kind))
    });
    let is_slot = |label: &str| label.bytes().all(|byte| byte.is_ascii_digit());
    for edge in edges.iter_mut().filter(|_| is_of_go) {
        edge.label.take_if(|label| is_slot(label));
    }
}

/// Gives the outcome for which an edge of this colour is taken.
pub(super) fn truth(color: &str) -> Option<&'static str> {
    let greens = [
        "green",
        "lime",
        "limegreen",
        "forestgreen",
        "darkgreen",
        "seagreen",
    ];
    let reds = [
        "red",
        "darkred",
        "firebrick",
        "crimson",
        "indianred",
        "orangered",
    ];
    let is_one_of = |words: &[&str]| {
        let plain = color.trim_end_matches(|c: char| c.is_ascii_digit());
        words.iter().any(|word| plain.eq_ignore_ascii_case(word))
    };
    let rgb = color.strip_prefix('#').and_then(rgb);
    let exceeds = |one: u8, others: [u8; 2]| {
        let twice = |other: u8| 2 * u16::from(other);
        one >= 0x60
            && others
                .into_iter()
                .all(|other| u16::from(one) >= twice(other))
    };
    match rgb {
        _ if is_one_of(&greens) => Some("true"),
        _ if is_one_of(&reds) => Some("false"),
        Some([red, green, blue]) if exceeds(green, [red, blue]) => Some("true"),
        Some([red, green, blue]) if exceeds(red, [green, blue]) => Some("false"),
        _ => None,
    }
}

fn rgb(digits: &str) -> Option<[u8; 3]> {
    let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    Some([part(0)?, part(2)?, part(4)?])
}
