//! The subcommands, one a file.

mod cc;
mod compare;
mod compile;
mod data;
mod dump;
mod explain;
mod json;
mod run;
mod structure;
mod verify;

pub(crate) use cc::{cc, is_driver};
pub(crate) use compare::compare;
pub(crate) use compile::compile;
pub(crate) use dump::dump;
pub(crate) use explain::explain;
pub(crate) use run::run;
pub(crate) use structure::structure;
pub(crate) use verify::verify;

use crate::args::How;
use crate::diagnostic::{Failure, Fault};
use crate::output::watched;
use unsnarl::verify::Verdict;
use unsnarl::{Cfg, Program};

/// A structured program and what the proof of it says.
struct Proved {
    program: Program,
    verdict: Verdict,
}

/// Structures a graph, as long as the algorithm does not refuse it.
fn make_program(name: &str, cfg: &Cfg, how: &How) -> Result<Program, Failure> {
    let made = how.make(cfg);
    made.map_err(|refusal| Failure::new(Fault::Input, format!("{name}: {refusal}")))
}

/// Structures a graph and judges the result. A program that breaks a rule or fails its proof is our
/// fault.
fn structure_and_prove(
    name: &str,
    cfg: &Cfg,
    how: &How,
    limit: Option<usize>,
) -> Result<Proved, Failure> {
    let prove = || {
        let program = make_program(name, cfg, how)?;
        let verdict = judge(name, cfg, &program, limit)?;
        Ok(Proved { program, verdict })
    };
    watched(name, prove)
}

fn judge(
    name: &str,
    cfg: &Cfg,
    program: &Program,
    limit: Option<usize>,
) -> Result<Verdict, Failure> {
    let fault = |message: String| {
        let help = "this is a bug of unsnarl: please report it with the input";
        Failure::new(Fault::Ours, message).help(help)
    };
    if let Some(violation) = unsnarl::verify::program(cfg, program).first() {
        return Err(fault(format!(
            "{name}: the program breaks a rule: {violation}"
        )));
    }
    let limit = limit.unwrap_or_else(|| unsnarl::verify::state_limit(cfg, program));
    match unsnarl::verify::simulation(cfg, program, limit) {
        Verdict::Failed(counterexample) => {
            Err(fault(format!("{name}: the proof failed: {counterexample}")))
        }
        verdict => Ok(verdict),
    }
}
