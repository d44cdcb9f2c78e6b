//! What is counted.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::AddAssign;

/// The counts of functions, by name.
pub(super) type Functions = BTreeMap<String, Counts>;

/// How often each form is there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) functions: usize,
    pub(super) while_loops: usize,
    pub(super) for_loops: usize,
    pub(super) do_loops: usize,
    /// Ours alone have loops that are neither.
    pub(super) other_loops: usize,
    /// The loops that have a condition.
    pub(super) conditions: usize,
    pub(super) circuits: usize,
    pub(super) switches: usize,
    pub(super) gotos: usize,
    pub(super) breaks: usize,
    pub(super) continues: usize,
}

impl Counts {
    pub(super) const HEAD: &str = "| program | in | functions | loops | with a condition | `while` | `for` | `do` | `&&`, `\\|\\|` | `switch` | `goto` | `break` | `continue` |\n|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|";

    pub(super) fn loops(&self) -> usize {
        self.while_loops + self.for_loops + self.do_loops + self.other_loops
    }

    /// The share of loops that have a condition.
    pub(super) fn share(&self) -> String {
        percent(self.conditions, self.loops())
    }
}

/// A part of a whole.
pub(super) fn percent(part: usize, whole: usize) -> String {
    match whole {
        0 => "–".to_owned(),
        _ => format!("{:.1} %", 100.0 * part as f64 / whole as f64),
    }
}

impl AddAssign<&Counts> for Counts {
    fn add_assign(&mut self, other: &Counts) {
        self.functions += other.functions;
        self.while_loops += other.while_loops;
        self.for_loops += other.for_loops;
        self.do_loops += other.do_loops;
        self.other_loops += other.other_loops;
        self.conditions += other.conditions;
        self.circuits += other.circuits;
        self.switches += other.switches;
        self.gotos += other.gotos;
        self.breaks += other.breaks;
        self.continues += other.continues;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = [
            self.functions,
            self.loops(),
            self.conditions,
            self.while_loops,
            self.for_loops,
            self.do_loops,
            self.circuits,
            self.switches,
            self.gotos,
            self.breaks,
            self.continues,
        ];
        f.write_str(&cells.map(|cell| cell.to_string()).join(" | "))
    }
}
