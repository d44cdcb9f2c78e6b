//! Proofs that code does what a function says: a target's code, and the function after a pass.
//!
//! Nothing here knows how that code was made. The [proof of rewrites](rewrite) stands by itself,
//! and uses the values; the rest of this page is about the proof of data, of a target's code.
//!
//! *Needs:* a [`Function`](crate::Function), and somebody who runs the target's code symbolically
//! and says what it does: which values its variables get, which effects happen, which block it
//! enters.
//! *Gives:* the parts of such a proof: [values](values) of one run of a block, [claims](claims) of
//! what variables hold where a block is entered, [facts](facts) about what else is known there, and
//! the [order of effects](effects).
//! *Cost:* near-linear in the code.
//! *Source:* translation validation by symbolic execution, after the checker of register allocation
//! in Cranelift's `regalloc2`.
//!
//! Every block is run once from each place where it is entered. Within a run values are numbered: a
//! computation of the target is the function's if both have the same operation and operands. What
//! a variable holds where the block is entered is a claim, which all paths to that place must keep.
//! What has no variable has a set of facts, names of what is equal to it: where paths meet, sets
//! are intersected, and where a block is entered, all that it defines is forgotten, or else a loop
//! would accept the value of its last round; the arguments of the edge rename at once. Effects are
//! paired one to one, and may change their order only where they commute.

mod bytes;
pub mod claims;
pub mod division;
pub mod effects;
pub mod facts;
pub mod rewrite;
pub mod values;
