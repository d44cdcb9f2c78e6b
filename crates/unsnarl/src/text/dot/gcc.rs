//! The contents of blocks in GCC's `-fdump-tree-cfg-graph`.
//!
//! *Needs:* the lines of code in the label of a node, and the colour of an edge.
//! *Gives:* [`Code`]: the labels at the start of a block and the cases of its `switch`; [`truth`]
//! of an edge.
//! *Cost:* O(text).
//!
//! GCC gives its edges no text. The colours distinguish the two edges of a branch, and the cases of
//! a `switch` are in its block with the labels of their targets:
//!
//! ```text
//! switch (_2) <default: <L12> [INV], case 0: <L4> [INV], case 2 ... 4: <L5> [INV]>
//! ```

use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The function of a node with this identifier, if the node is one of GCC's blocks.
pub(super) fn function(identifier: &str) -> Option<&str> {
    let (function, number) = identifier.split_once("_basic_block_")?;
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    (function.starts_with("fn_") && is_number).then_some(function)
}

/// Gives the outcome for which an edge of this colour is taken.
pub(super) fn truth(color: &str) -> Option<&'static str> {
    match color {
        "forestgreen" => Some("true"),
        "darkorange" => Some("false"),
        _ => None,
    }
}

/// The facts about edges in the code of a block.
pub(super) struct Code {
    /// The labels at its start.
    pub(super) labels: Vec<String>,
    /// The cases of its switch, with the labels of their targets.
    pub(super) cases: Vec<Case>,
}

pub(super) struct Case {
    /// `default` or a value.
    pub(super) value: String,
    pub(super) label: String,
}

impl Code {
    /// Reads the lines of a block's label.
    pub(super) fn read<'l>(lines: impl Iterator<Item = &'l str>) -> Code {
        let mut code = Code {
            labels: Vec::new(),
            cases: Vec::new(),
        };
        for line in lines {
            if let Some(label) = line.strip_suffix(':') {
                code.labels.push(name(label).to_string());
            } else if line.starts_with("switch (") {
                code.cases = cases(line);
            }
        }
        code
    }
}

/// Reads `switch (x) <default: <L12> [INV], case 0: <L4> [INV]>`.
fn cases(line: &str) -> Vec<Case> {
    let Some((_, list)) = line.split_once(" <default: ") else {
        return Vec::new();
    };
    let list = list.strip_suffix('>').unwrap_or(list);
    let mut parts = list.split(", case ");
    let default = parts.next().map(|label| ("default", label));
    let others = parts.filter_map(|case| case.split_once(": "));
    let cases = default.into_iter().chain(others);
    let case = |(value, label): (&str, &str)| Case {
        value: value.to_string(),
        label: name(label).to_string(),
    };
    cases.map(case).collect()
}

/// Gives a label without the counts that may follow it in brackets.
fn name(label: &str) -> &str {
    let label = label.trim();
    label.split_once(" [").map_or(label, |(name, _)| name)
}
