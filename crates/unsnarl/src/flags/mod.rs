//! What a program's flags are for, and a program without what is not asked for.
//!
//! *Needs:* a program that keeps its rules.
//! *Gives:* [`simplified`]: a program that does the same, sets no flag to a value that no test
//! reads, tests nothing that is known, and has no flag for two things; [`joined`], in which a test
//! right after the decision that it asks for is part of the decision; and
//! [`without_unread`], which only drops what sets variables that no test reads anywhere.
//! *Cost:* O(steps + terms) for [`without_unread`]; [`simplified`] visits up to [`ROOM`] times as
//! many steps, and [`LEAST_ROOM`], in each of at most [`ROUNDS`] rounds.
//! *Source:* liveness and the values that reach a test are the classical ones, found for one
//! variable after the other as the verifier finds liveness.
//! *Limits:* each flag is looked at alone, so `f1` is not known where `f0` tells what it is. Where
//! flags are live over more steps than there is room for, those after them stay as they are.
//!
//! ```text
//! f0 = false                a
//! f1 = false                if a { f0 = true } else { f0 = false }
//! a                         if f0 {
//! if a {                    case 1: b
//!   f0 = true        ->     case 0: c
//! } else { f0 = false }     }
//! if f0 {                   d
//! case 1: f0 = false; b
//! case 0: c
//! }
//! d
//! ```
//!
//! ## The stages
//! 1. [`flow`] finds where control goes from each step.
//! 2. [`ranges`] finds by that which sets are idle, and what is known of flags, with conditions
//!    of [`three`] values.
//! 3. [`rewrite`] makes the program without them, [`unread`] what is left of its flags, and
//!    [`webs`] gives what has nothing to do with each other flags of its own.
//!
//! [`joined`] also lets [`thread`] move the arms of tests to where these are decided.

mod flow;
mod ranges;
mod rewrite;
mod thread;
mod three;
mod unread;
mod webs;

#[cfg(test)]
mod tests;

pub(crate) use unread::without_unread;

use crate::program::{Program, Step};
use flow::Flow;
use ranges::find;
use rewrite::rewritten;
use thread::threaded;
use webs::separated;

/// How many rounds there are at most. Two are usual: what one leaves out seldom decides a test.
const ROUNDS: usize = 32;
/// How many steps are visited in each round for each step of the program, and how many in any case.
const ROOM: usize = 64;
const LEAST_ROOM: usize = 1 << 24;

/// Leaves out what sets flags that nothing asks for, and tests of what is known.
pub(crate) fn simplified(program: Program) -> Program {
    if !has_flags(&program) {
        return program;
    }
    distinct(without_idle(program))
}

fn has_flags(program: &Program) -> bool {
    let sets = |(_, step): (_, Step)| matches!(step, Step::Set(..));
    program.steps().any(sets)
}

/// Does the same, and moves what is tested right after it was decided to where it was decided.
pub(crate) fn joined(program: Program) -> Program {
    if !has_flags(&program) {
        return program;
    }
    let mut current = without_idle(program);
    for _ in 0..ROUNDS {
        match threaded(&current) {
            Some(next) => current = without_idle(next),
            None => break,
        }
    }
    distinct(current)
}

/// Leaves out idle sets and decided tests until there are none, or the rounds have run out.
fn without_idle(mut program: Program) -> Program {
    for _ in 0..ROUNDS {
        let flow = Flow::new(&program);
        let findings = find(&flow, room(&program));
        match rewritten(&flow, &findings) {
            Some(next) => program = without_unread(next).program,
            None => break,
        }
    }
    program
}

fn distinct(program: Program) -> Program {
    let flow = Flow::new(&program);
    match separated(&flow, room(&program)) {
        Some(next) => without_unread(next).program,
        None => program,
    }
}

fn room(program: &Program) -> usize {
    ROOM * program.len() + LEAST_ROOM
}
