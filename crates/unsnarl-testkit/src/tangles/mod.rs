//! Functions of LLVM IR that jump anywhere, compiled with every algorithm and run.
//!
//! *Needs:* a seed; the command `unsnarl`, and node and gcc to run what it writes.
//! *Gives:* [`function`], a function with the [graph](unsnarl::Cfg) of a random one, whose runs the
//! [model] knows; and [`trial`], which compiles some of them to a [`Target`] and compares what they
//! tell their host.
//! *Cost:* that of the graph; a few processes for each trial.
//!
//! | module | what it does |
//! |---|---|
//! | [`model`] | what a function does, run by run |
//! | `ir` | the same as LLVM IR |
//! | [`hosts`] | programs that call the functions and are called by them |
//!
//! Blocks tell the host of themselves, or nothing; they decide by what the host says, by a bit of
//! the argument that other blocks ask for, too, or by a phi. Edges carry values. Some blocks end
//! with `unreachable`, behind a call that does not return or alone. What a run may do after such a
//! block, or in a loop that does nothing for ever, is not told: it is not run.

pub mod hosts;
mod ir;
pub mod model;

use crate::Rng;
use crate::random::{Knobs, graph};
use hosts::{Failed, Target};
use model::{Function, Run};
use std::path::Path;

/// Runs of one function.
const RUNS: usize = 8;
/// How often a run is looked for that has a meaning.
const TRIES: usize = 3 * RUNS;

/// A function with its runs.
pub struct Tangle {
    /// Its number, which is its name.
    pub number: usize,
    /// What it does.
    pub function: Function,
    /// Some runs of it.
    pub runs: Vec<Run>,
}

/// What became of some functions.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    /// How many runs were right.
    pub runs: usize,
    /// How many functions were compiled.
    pub functions: usize,
    /// Why others were not.
    pub refused: Vec<String>,
}

/// Makes a function of at most so many blocks.
pub fn function(seed: u64, number: usize, max_blocks: usize) -> Tangle {
    let mut rng = Rng::new(seed << 20 ^ number as u64);
    let knobs = Knobs {
        unreachable: 0,
        odd_exits: rng.below(40),
        endless: rng.below(2) * rng.below(100),
        ..Knobs::any(&mut rng, max_blocks)
    };
    let function = Function::new(graph(&mut rng, &knobs), &mut rng);
    let runs = (0..TRIES).filter_map(|_| {
        let (argument, tape) = (rng.below(64) as u32, rng.next() as u32);
        function.run(argument, tape)
    });
    Tangle {
        number,
        runs: runs.take(RUNS).collect(),
        function,
    }
}

/// Compiles functions with an algorithm and a reduction, runs them, and compares; those that the
/// command refuses are counted. The error shows the smallest part that goes wrong.
pub fn trial(
    command: &Path,
    folder: &Path,
    target: Target,
    options: &[&str],
    tangles: &[Tangle],
) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let mut work = vec![tangles];
    while let Some(part) = work.pop() {
        let made = hosts::run(command, folder, target, options, part);
        let halves = part.split_at(part.len() / 2);
        match (made, part) {
            (Ok(runs), _) => {
                tally.runs += runs;
                tally.functions += part.len();
            }
            (Err(Failed::Refused(why)), [_]) => tally.refused.push(why),
            (Err(Failed::Wrong(_) | Failed::Refused(_)), [_, _, ..]) => {
                work.extend([halves.1, halves.0]);
            }
            (Err(Failed::Wrong(why)), _) => {
                let ir: String = part.iter().map(ir::shown).collect();
                return Err(format!("{target:?} {options:?}: {why}\n{ir}"));
            }
            (Err(Failed::Refused(why)), []) => return Err(why),
        }
    }
    Ok(tally)
}
