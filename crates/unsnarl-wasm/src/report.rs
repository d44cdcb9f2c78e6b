//! What compilation returns.

use std::fmt;

use unsnarl::Measures;
use unsnarl::verify::Verdict;
use unsnarl_ir::FuncId;
use unsnarl_ir::rewrite::quotient::Folded;

use crate::map::FunctionMap;

/// The result of compilation.
#[derive(Clone, Debug)]
pub struct Output {
    /// The module.
    pub bytes: Vec<u8>,
    /// A report for each function, in the order of the code section, where the parts of those that
    /// were divided follow.
    pub reports: Vec<Report>,
}

/// The report on a compiled function.
#[derive(Clone, Debug)]
pub struct Report {
    /// The function.
    pub function: FuncId,
    /// The statistics of its structured program, without those of its parts.
    pub measures: Measures,
    /// Whether its bytes and those of its parts follow their graphs, which are that of the source
    /// after rewrites, or what division made of it. A failed proof is an error, so this is proved
    /// or bounded.
    pub verdict: Verdict,
    /// Whether its bytes and those of its parts compute what their functions on the machine say.
    pub data: DataVerdict,
    /// What was folded together in the proof that the graph, before division, is that of the
    /// source.
    pub folded: Folded,
    /// What each range of its bytes is for.
    pub map: FunctionMap,
    /// Its parts, if it was divided because it is too large for one function.
    pub parts: Vec<PartReport>,
}

/// The report on a part of a function that was divided.
#[derive(Clone, Debug)]
pub struct PartReport {
    /// The statistics of its structured program.
    pub measures: Measures,
    /// Whether its bytes follow its graph.
    pub verdict: Verdict,
    /// Whether its bytes compute what its function on the machine says.
    pub data: DataVerdict,
    /// What each range of its bytes is for.
    pub map: FunctionMap,
}

impl Report {
    /// The report on a function without parts.
    pub(crate) fn new(function: FuncId, folded: Folded, whole: PartReport) -> Report {
        Report {
            function,
            measures: whole.measures,
            verdict: whole.verdict,
            data: whole.data,
            folded,
            map: whole.map,
            parts: Vec::new(),
        }
    }

    /// Adds a part. What is not proved of it is not proved of the function.
    pub(crate) fn add(&mut self, part: PartReport) {
        if self.verdict.is_proved() && !part.verdict.is_proved() {
            self.verdict = part.verdict.clone();
        }
        if part.data != DataVerdict::Proved {
            self.data = part.data;
        }
        self.parts.push(part);
    }
}

impl Output {
    /// How many functions were divided, and into how many parts beside what is left of them.
    pub fn divided(&self) -> (usize, usize) {
        let divided = self
            .reports
            .iter()
            .filter(|report| !report.parts.is_empty());
        let parts = divided.clone().map(|report| report.parts.len());
        (divided.count(), parts.sum())
    }
}

/// Whether the data of a function was proved. A failed proof is an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataVerdict {
    /// Each block computes, loads, stores, calls and decides what it should, and each edge brings
    /// the values that it should.
    Proved,
    /// Control reaches its blocks with too many combinations of labels and flags: the proof was
    /// given up after 1,024 steps for each instruction.
    TooLarge,
    /// The [options](crate::Options::prove) do not ask for it.
    NotAsked,
}

impl fmt::Display for DataVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DataVerdict::Proved => "data proved",
            DataVerdict::TooLarge => "data not proved: the limit of steps was reached",
            DataVerdict::NotAsked => "data not proved: not requested",
        })
    }
}
