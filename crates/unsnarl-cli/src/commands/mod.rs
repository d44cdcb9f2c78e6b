//! The subcommands, one a file.

mod cc;
mod compare;
mod compile;
mod data;
mod dump;
mod explain;
mod json;
mod ld;
mod refused;
mod run;
mod structure;
mod text;
mod verify;

pub(crate) use cc::{Mode, Named, about, cc};
pub(crate) use compare::compare;
pub(crate) use compile::compile;
pub(crate) use dump::dump;
pub(crate) use explain::explain;
pub(crate) use ld::{is_linker, ld};
pub(crate) use run::run;
pub(crate) use structure::structure;
pub(crate) use verify::verify;

use crate::args::How;
use crate::diagnostic::{Failure, Fault};
use crate::output::watched;
use unsnarl::lower::{Report, lower_for};
use unsnarl::program::Profile;
use unsnarl::structure::Refusal;
use unsnarl::text::Bodies;
use unsnarl::verify::Verdict;
use unsnarl::{Cfg, Program, Step};

/// A structured program, what the proof of it says, and what its lowering has cost if there is one.
struct Proved {
    program: Program,
    lowering: Option<Report>,
    verdict: Verdict,
}

/// Structures a graph, as long as the algorithm does not refuse it.
fn make_program(name: &str, cfg: &Cfg, how: &How) -> Result<Program, Failure> {
    how.make(cfg).map_err(|refusal| {
        let failure = Failure::new(Fault::Input, format!("{name}: {refusal}"));
        match refusal {
            Refusal::TooLarge(_) => failure.help(
                "`--budget N` allows a result N times as large as the graph; `--reduce dispatch` \
                 with the default algorithm copies nothing",
            ),
            Refusal::Depth { .. } => failure,
        }
    })
}

/// Tells which steps print in a function: every `Run`, and the edges with code.
fn printing(bodies: &impl Bodies) -> impl Fn(Step) -> bool {
    |step| match step {
        Step::Take(edge) => bodies.edge(edge).is_some_and(|text| !text.is_empty()),
        _ => true,
    }
}

/// Structures a graph, lowers the program to a profile, and judges the result, by what of it
/// prints. A program that breaks a rule or fails its proof is our fault.
fn structure_and_prove(
    name: &str,
    cfg: &Cfg,
    how: &How,
    profile: Option<&Profile>,
    limit: Option<usize>,
    prints: &dyn Fn(Step) -> bool,
) -> Result<Proved, Failure> {
    let prove = || {
        let program = make_program(name, cfg, how)?;
        let Some(profile) = profile else {
            let verdict = judge(name, cfg, &program, limit)?;
            return Ok(Proved {
                program,
                lowering: None,
                verdict,
            });
        };
        let lowered = lower_for(cfg, &program, profile, prints);
        let lowered =
            lowered.map_err(|refusal| Failure::new(Fault::Input, format!("{name}: {refusal}")))?;
        let verdict = judge(name, cfg, &lowered.program, limit)?;
        let breaches = unsnarl::verify::profile_for(&lowered.program, profile, prints);
        if let Some(breach) = breaches.first() {
            let profile = profile.name;
            return Err(ours(format!(
                "{name}: the program violates profile {profile}: {breach}"
            )));
        }
        Ok(Proved {
            program: lowered.program,
            lowering: Some(lowered.report),
            verdict,
        })
    };
    watched(name, prove)
}

fn judge(
    name: &str,
    cfg: &Cfg,
    program: &Program,
    limit: Option<usize>,
) -> Result<Verdict, Failure> {
    if let Some(violation) = unsnarl::verify::program(cfg, program).first() {
        return Err(ours(format!(
            "{name}: the program breaks a rule: {violation}"
        )));
    }
    let limit = limit.unwrap_or_else(|| unsnarl::verify::state_limit(cfg, program));
    match unsnarl::verify::simulation(cfg, program, limit) {
        Verdict::Failed(counterexample) => {
            Err(ours(format!("{name}: the proof failed: {counterexample}")))
        }
        verdict => Ok(verdict),
    }
}

fn ours(message: String) -> Failure {
    let help = "this is a bug in unsnarl: please report it with the input";
    Failure::new(Fault::Ours, message).help(help)
}
