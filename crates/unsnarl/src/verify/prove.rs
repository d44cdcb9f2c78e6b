//! The rules and the proof for one program.

use super::{Counterexample, Verdict, Violation, program, simulation, state_limit};
use crate::cfg::Cfg;
use crate::program::Program;
use core::fmt;

/// The reason why a program is not proved to follow its graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Broken {
    /// It breaks a rule.
    Rule(Violation),
    /// On some path it differs from the graph.
    Path(Counterexample),
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::Rule(violation) => violation.fmt(f),
            Broken::Path(counterexample) => counterexample.fmt(f),
        }
    }
}

impl core::error::Error for Broken {}

/// Checks the [rules](program) of a program, and then [proves](simulation) that it follows its
/// graph, with the default [limit of states](state_limit).
///
/// # Errors
/// The first rule that is broken, or a path on which the program differs. A proof that was given up
/// is no error but a verdict.
pub fn prove(cfg: &Cfg, candidate: &Program) -> Result<Verdict, Broken> {
    if let Some(violation) = program(cfg, candidate).first() {
        return Err(Broken::Rule(*violation));
    }
    match simulation(cfg, candidate, state_limit(cfg, candidate)) {
        Verdict::Failed(counterexample) => Err(Broken::Path(counterexample)),
        verdict => Ok(verdict),
    }
}
