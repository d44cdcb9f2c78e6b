//! Proof of a rewrite: that a function still does what it did.
//!
//! *Needs:* a function before and after, with the same blocks, both of which keep the [rules of the
//! machine](crate::machine#rules).
//! *Gives:* nothing, or the first [`Difference`].
//! *Cost:* near-linear in the code.
//! *Source:* translation validation by symbolic evaluation, [Necula00]; global value numbering of
//! functions in SSA form.
//!
//! Both functions run side by side, each block once, in an order in which each comes after its
//! dominators. All that they compute is numbered in one table, and equal [values](symbolic) have
//! one number, whichever side computes them and in whichever block. What is the same on both sides
//! has a number to begin with: the parameters of the function, and of each block; what a call
//! makes. The proof has to show
//!
//! - that each edge passes equal arguments to parameters that are the same;
//! - that the same effects happen in each block, in the same order, with equal operands, while
//!   memory is in [the same state](memory);
//! - that exits have equal operands, and memory is in the same state there;
//! - that nothing traps where nothing trapped before: what may trap after did so before, in that
//!   block and no later; of a load this is asked of each byte. Traps that can be observed are
//!   effects.
//!
//! That a value has one number for all rounds of a loop is right, since each register is defined
//! once: where a register can be read, its definition dominates, and so do those of all that its
//! value is computed from, which have not been computed again since. So wherever two registers can
//! be read that have one number, they hold the same.
//!
//! Nothing here knows the [passes](crate::opt): whatever a pass wants to do otherwise, it has to be
//! proved here by a rule of its own. What is used as a hint, that something is not live, is not
//! trusted.
//!
//! *Limits:* blocks and edges stay. Parameters of blocks stay in order, and only those that are not
//! live may go. What may trap stays in its block. See also those of [values](symbolic) and of
//! [memory].

mod checker;
mod difference;
mod graph;
mod memory;
mod side;
mod symbolic;

pub use difference::{Difference, Operand, Place, What};

use self::checker::Checker;
use self::graph::Parameters;
pub(in crate::check) use self::graph::set_by_calls;
use crate::live::Live;
use crate::machine::Function;

/// Proves that a function does the same after a rewrite as before. Both must keep the rules.
///
/// # Errors
/// Says what it does otherwise, or what could not be proved.
///
/// # Panics
/// If one of them breaks a rule, it may panic.
pub fn check(before: &Function, after: &Function) -> Result<(), Difference> {
    graph::check(before, after)?;
    // What calls set is kept, so what other edges pass to it is live, on both sides.
    let live = |function| Live::with_roots(function, set_by_calls(function));
    let live = [live(before), live(after)];
    let parameters = Parameters::new(before, after, &live[0])?;
    let mut checker = Checker::new(before, after, live, parameters);
    let mut blocks = before.order().iter();
    blocks.try_for_each(|&block| checker.block(block))
}

#[cfg(test)]
mod tests;
