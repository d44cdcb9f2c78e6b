//! The proof of data: that a target's code computes what a function says.
//!
//! *Needs:* a [`Function`](crate::Function), and somebody who runs the target's code symbolically
//! and says what it does: which values its variables get, which effects happen, which block it
//! enters.
//! *Gives:* the parts of such a proof: [values](values) of one run of a block, [facts](facts) that
//! hold where a block is entered, and the [order of effects](effects).
//! *Cost:* linear in the code, times the number of times that what is known of an entry changes.
//! *Source:* translation validation by symbolic execution, after the checker of register allocation
//! in Cranelift's `regalloc2`.
//!
//! A variable of the target holds a set of [facts](facts::Fact): names of what is equal to its
//! value. Where paths meet, sets are intersected, until nothing changes. Where a block is entered,
//! all that it defines is forgotten, or else a loop would accept the value of its last round; the
//! arguments of the edge rename at once. Within a block values are numbered: a computation of the
//! target is the function's if both have the same operation and operands. Effects are paired one to
//! one, and may change their order only where they commute.

pub mod effects;
pub mod facts;
pub mod live;
pub mod values;
