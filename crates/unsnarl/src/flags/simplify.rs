//! Rounds of what makes the flags of a program fewer.
//!
//! *Needs:* a program that keeps its rules. *Gives:* [`simplified`] and [`joined`].
//! *Cost:* each of at most [`ROUNDS`] rounds visits up to [`ROOM`] times as many steps as the
//! program has, and [`LEAST_ROOM`].

use super::flow::Flow;
use super::ranges::find;
use super::rewrite::rewritten;
use super::thread::threaded;
use super::unread::without_unread;
use super::webs::separated;
use crate::program::{Program, Step};

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
