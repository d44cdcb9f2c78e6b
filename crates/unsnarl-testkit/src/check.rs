//! The check that every test of an algorithm calls.
//!
//! *Needs:* a graph and its program. *Gives:* nothing, or the fault in words.
//! *Cost:* the proof is linear; the oracle runs as many tapes as a fixed number of steps allows.

use crate::{Rng, notation, oracle};
use unsnarl::verify::{self, Verdict};
use unsnarl::{Cfg, Program};

/// The work that the oracle may do: it is slow, and large programs get fewer tapes.
const ORACLE_STEPS: usize = 1_000_000;

/// Panics unless the program keeps the rules, is proved to follow the graph, and does so on random
/// tapes.
#[track_caller]
pub fn check(cfg: &Cfg, program: &Program) {
    if let Err(problem) = prove(cfg, program) {
        panic!("{problem}\n{}\n{program}", notation::show(cfg));
    }
}

/// Says why a program is not proved, or where the oracle finds a difference.
pub fn prove(cfg: &Cfg, program: &Program) -> Result<(), String> {
    match judge(cfg, program)? {
        Verdict::Proved { .. } => Ok(()),
        bounded => Err(bounded.to_string()),
    }
}

/// Says what is wrong with a program, by the rules, the simulation, and the oracle on random tapes.
/// What shows no difference is proved, or has too many states for [`verify::state_limit`].
pub fn judge(cfg: &Cfg, program: &Program) -> Result<Verdict, String> {
    if let Some(violation) = verify::graph(cfg).first() {
        return Err(violation.to_string());
    }
    // The simulation judges the rules of the program first.
    let verdict = verify::simulation(cfg, program, verify::state_limit(cfg, program));
    if let Verdict::Failed(difference) = verdict {
        return Err(difference.to_string());
    }
    let decisions = 24;
    let tapes = ORACLE_STEPS / (program.len() + 1) / decisions / 8;
    let mut rng = Rng::new(program.len() as u64);
    let difference = oracle::compare_random(cfg, program, &mut rng, tapes.min(3), decisions);
    match difference {
        Ok(()) => Ok(verdict),
        Err(difference) => Err(format!("{verdict}, but the oracle: {difference:?}")),
    }
}
