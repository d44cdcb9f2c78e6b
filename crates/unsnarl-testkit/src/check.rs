//! The check that every test of an algorithm calls.
//!
//! *Needs:* a graph and the program that was made of it. *Gives:* nothing, or what is wrong in words.
//! *Cost:* the proof is linear; the oracle runs as many tapes as a fixed number of steps allows.

use crate::{Rng, notation, oracle};
use unsnarl::{Cfg, Program, verify};

/// The work that the oracle may do: it is slow, and large programs get fewer tapes.
const ORACLE_STEPS: usize = 1_000_000;

/// Panics unless the program keeps the rules, is proved to follow the graph, and does so on random tapes.
#[track_caller]
pub fn check(cfg: &Cfg, program: &Program) {
    if let Err(problem) = judge(cfg, program) {
        panic!("{problem}\n{}\n{program}", notation::show(cfg));
    }
}

/// Says what is wrong with a program, by the rules, the simulation, and the oracle on random tapes.
pub fn judge(cfg: &Cfg, program: &Program) -> Result<(), String> {
    if let Some(violation) = verify::graph(cfg).first() {
        return Err(violation.to_string());
    }
    // The simulation judges the rules of the program first.
    let verdict = verify::simulation(cfg, program, verify::roomy(cfg, program));
    if !verdict.is_proved() {
        return Err(verdict.to_string());
    }
    let decisions = 24;
    let tapes = ORACLE_STEPS / (program.len() + 1) / decisions / 8;
    let mut rng = Rng::new(program.len() as u64);
    let difference = oracle::compare_random(cfg, program, &mut rng, tapes.min(3), decisions);
    difference.map_err(|difference| {
        format!("the proof says that the program follows, but the oracle: {difference:?}")
    })
}
