//! Lifetimes of the variables in a frame: which of them may share bytes.
//!
//! ```text
//! br %c, left, right                                       left   right   last
//! left:   start %a; store %a; load %a; end %a; br last      a
//! right:  start %b; store %b; load %b; br last                      b       b
//! last:   start %c; store %c; load %c                                       c
//! ```
//! Here `a` and `b` may share bytes, and `a` and `c`, but not `b` and `c`: on the path through
//! `right` both live.
//!
//! *Needs:* a function, an order of its blocks in which definitions come before uses, and its
//! variables.
//! *Gives:* [`Lifetimes`]: the variables that may share at all, and for two of them whether they
//! may ever live at once.
//! *Cost:* linear in the function to find the [events](events); then a [dataflow problem](flow)
//! over bits for (blocks × variables with markers), and a row of bits for each event. Nothing is
//! shared if these and the bits for pairs of variables are more than [`MOST_BITS`], so that no
//! function takes more than about ten MiB for them.
//! *Source:* the markers are LLVM's, as is the idea to count a lifetime from the first use and not
//! from the start.
//! *Departs:* from LLVM's stack colouring. There a lifetime counts from its first use if the
//! variable has one start and one end; here for any number of them, but from its start if a use may
//! have come before, because the address may have escaped then. And there two variables may share
//! if their intervals on a line of all instructions are disjoint; here if neither becomes live
//! where the other one is.
//! *Limits:* a variable without markers is always live, and so is one whose markers are
//! [not understood](events).
//!
//! A variable *may be live* at a point if on some path to it the variable was started and used, in
//! either order, and not ended since the start. Bytes are lost only if, of two overlapping
//! lifetimes, one begins during the other, and that happens at a start or a use; so it is enough to
//! look, at each of these, at what may be live there. The bytes of a variable are safe from one use
//! to the next even if the path between passes another start, or no start at all: only an end says
//! that they are not needed any more. A variable that is used where it cannot have been started is
//! always live.

mod events;
mod flow;
#[cfg(test)]
mod tests;

use unsnarl_ir::{Function, Module};

use crate::select::frame::variable::Variable;
use events::{Event, Events};
use flow::{Bits, Flow};

/// The most bits for variables in blocks and pairs of variables: two MiB for each of the five sets
/// that a block has. Of all functions in zlib, Lua and SQLite none has more than one in a hundred
/// of them.
const MOST_BITS: usize = 1 << 24;

/// The variables of a function that may share bytes.
#[derive(Debug, Default)]
pub(crate) struct Lifetimes {
    /// By variable: its number among those that are not always live.
    numbers: Vec<Option<usize>>,
    /// By number: the variables that may be live where this one becomes live.
    beside: Vec<Bits>,
}

impl Lifetimes {
    pub(crate) fn new(
        module: &Module,
        function: &Function,
        order: &[usize],
        variables: &[Variable],
    ) -> Self {
        if variables.len() < 2 {
            return Lifetimes::default();
        }
        match Events::new(module, function, order, variables) {
            Some(events) => Lifetimes::of(function, order, events),
            None => Lifetimes::default(),
        }
    }

    fn of(function: &Function, order: &[usize], events: Events) -> Self {
        let count = events.count;
        if count < 2 || count.saturating_mul(count + order.len()) > MOST_BITS {
            return Lifetimes::default();
        }
        let flow = Flow::new(function, order, &events);
        let mut beside = vec![Bits::new(count); count];
        let mut strays = Bits::new(count);
        for (list, at_start) in events.blocks.iter().zip(&flow.at_start) {
            let mut state = at_start.clone();
            for &event in list {
                state.pass(event);
                let (Event::Start(variable) | Event::Use(variable)) = event else {
                    continue;
                };
                match (state.started.has(variable), state.used.has(variable)) {
                    (true, true) => beside[variable].join_both(&state.started, &state.used),
                    (false, true) => strays.set(variable),
                    (_, false) => {}
                }
            }
        }
        let mut numbers = events.numbers;
        for number in &mut numbers {
            *number = number.filter(|&number| !strays.has(number));
        }
        Lifetimes { numbers, beside }
    }

    /// The number of a variable, if it is not always live.
    pub(crate) fn number(&self, variable: usize) -> Option<usize> {
        self.numbers.get(variable).copied().flatten()
    }

    /// Tells whether two variables, given by number, may be live at once.
    pub(crate) fn overlap(&self, left: usize, right: usize) -> bool {
        self.beside[left].has(right) || self.beside[right].has(left)
    }
}
