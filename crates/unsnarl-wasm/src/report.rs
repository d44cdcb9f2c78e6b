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
    /// A report for each function, in the order of the code section.
    pub reports: Vec<Report>,
}

/// The report on a compiled function.
#[derive(Clone, Debug)]
pub struct Report {
    /// The function.
    pub function: FuncId,
    /// The statistics of its structured program.
    pub measures: Measures,
    /// Whether its bytes follow its graph, which is that of the source after rewrites. A failed
    /// proof is an error, so this is proved or bounded.
    pub verdict: Verdict,
    /// Whether its bytes compute what its function on the machine says.
    pub data: DataVerdict,
    /// What was folded together in the proof that this graph is that of the source.
    pub folded: Folded,
    /// What each range of its bytes is for.
    pub map: FunctionMap,
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
}

impl fmt::Display for DataVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DataVerdict::Proved => "data proved",
            DataVerdict::TooLarge => "data not proved: given up at the limit of steps",
        })
    }
}
