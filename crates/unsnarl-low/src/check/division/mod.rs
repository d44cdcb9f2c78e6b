//! Proof of a division: that a function and its parts do together what the function did.
//!
//! ```text
//! b1(%1: i32):                             b1(%1: i32):
//!   %9: i32 = call @part(%0, %1)             jump b4
//!   %2 = global.get @v0 i32                b4:
//!   br %9, b2, b3(%2)                        …
//!                                            br %5, b2, b3(%4)
//! func @part(%0: i32, %1: i32) -> i32  →
//!   …
//!   br %3, b1, b2
//! b1:
//!   return i32 1
//! b2:
//!   global.set @v0, %4
//!   return i32 0
//! ```
//! *Needs:* a function, and what it is [said](Division) to consist of; all keep the [rules of the
//! machine](crate::machine#rules).
//! *Gives:* nothing, or why not: a [broken rule](Broken) of divided functions, or how the function
//! differs.
//! *Cost:* near-linear in the code.
//! *Source:* translation validation by normalisation: [Necula00] for the comparison.
//!
//! The proof takes the division back. Parts are [joined](join) to the function that calls them,
//! what is left and the function before are both brought into one [normal form](normal), and blocks
//! are [paired](pairing) from the entry on. Mostly the two are then [the same](same) but for names;
//! if not, the [proof of rewrites](super::rewrite) compares block by block. Nothing here knows how
//! a division chooses what becomes a part, which values pass, or in which order.
//!
//! # Rules
//! That joining is possible takes these rules of functions and their parts, which are checked:
//!
//! - Each part is called by one instruction, and nothing else refers to it. So its blocks may take
//!   the place of the call. It has no frame and no tail call, and it does not set the stack
//!   pointer.
//! - After the call its block only reads variables and what the call makes, and ends with a jump, a
//!   decision on what the call makes, a return or not at all. Each return of a part gives a
//!   constant to be decided on. So it is known which edge each return takes.
//! - Only parts and their callers use the variables. One is read right after a call or where a part
//!   begins, and what it holds then was set before the return or the call: nothing that could set
//!   it runs in between. So reading is naming what was set.
//! - A value that is read after a call, and used by another block, was brought by the last return
//!   from the part on every way to the use. That is [shown](reads) by dominators.

mod broken;
mod emit;
mod graph;
mod join;
mod normal;
mod pairing;
mod reads;
mod same;
mod whole;

pub use broken::{Broken, Place, Rule};

use self::emit::emit;
use self::join::join;
use self::normal::Normal;
use self::pairing::pair;
use self::same::is_same;
use self::whole::Whole;
use super::rewrite;
use crate::machine::Function;
use crate::symbol::Symbol;
use crate::types::Type;
use crate::verify::verify;

/// What a function is said to consist of after division.
#[derive(Clone, Copy, Debug)]
pub struct Division<'a> {
    /// The function that calls the parts.
    pub function: &'a Function,
    /// The parts, which may call others.
    pub parts: &'a [(Symbol, Function)],
    /// The variables that values pass through, which nothing else uses.
    pub variables: &'a [(Symbol, Type)],
    /// What functions with a frame restore when they return.
    pub stack_pointer: Option<Symbol>,
}

/// Proves that a function does the same after its division. All must keep the rules of the machine.
///
/// # Errors
/// Says which rule of divided functions is broken, or what the function does otherwise.
///
/// # Panics
/// If one of them breaks a rule of the machine, it may panic.
pub fn check(before: &Function, after: &Division<'_>) -> Result<(), Broken> {
    let whole = Whole::new(before, after)?;
    let joined = join(&whole)?;
    kept(&joined)?;
    let (before, joined) = (Normal::new(before.clone()), Normal::new(joined));
    let pairs = pair(&before, &joined)?;
    if is_same(&before, &joined, &pairs) {
        return Ok(());
    }
    let after = emit(&joined, &pairs);
    let before = emit(&before, &pairs.same());
    kept(&before)?;
    kept(&after)?;
    rewrite::check(&before, &after).map_err(Broken::Difference)
}

/// Checks that what was made here keeps the rules of the machine.
fn kept(made: &Function) -> Result<(), Broken> {
    match verify(made).first() {
        None => Ok(()),
        Some(&violation) => Err(Broken::Violation(violation)),
    }
}

#[cfg(test)]
mod tests;
