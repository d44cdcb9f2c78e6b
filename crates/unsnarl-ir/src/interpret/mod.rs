//! The meaning of LLVM IR: an interpreter of modules, for tests.
//!
//! *Needs:* a module that keeps its rules ([`crate::verify`]), the addresses of its symbols
//! ([`Addresses`]), a [`Host`] that answers calls of functions that the module does not define.
//! *Gives:* [`Interpreter::run`] for whole functions, [`Interpreter::run_block`] for one block on
//! any state. The result of a program is a set of behaviours ([`Scalar`]): poison and unknown bits
//! are in values and in memory, bit by bit; undefined behaviour ends the run ([`Stop`]).
//! *Cost:* time and space linear in the steps, and quadratic in the width of integers that are
//! multiplied or divided; both have limits ([`State`]). Nothing recurses.
//! *Source:* LLVM's language reference; \[Lopes21\] for poison, undefined bits and refinement.
//! *Departs:* no provenance: a pointer is an address, as in the linear memory of WebAssembly, and
//! memory has no objects. Behaviour that LLVM IR leaves undefined because it leaves an object is
//! defined here; all other undefined behaviour is undefined here, too. An undefined bit may differ
//! at each use, and so may a bit that is chosen once: there are more behaviours than in LLVM IR,
//! never fewer. So a compiled program whose result is not among them is wrong, whatever
//! [`Choices::Any`] leaves open. With [`Choices::First`] a program has one behaviour.
//! *Limits:* one thread: atomic accesses are plain ones, and a weak `cmpxchg` does not fail without
//! reason. Rounding is to nearest, and no floating-point exception flag is raised. Little-endian
//! only. Volatile accesses are not recorded. Attributes that promise something (`nonnull`,
//! `dereferenceable`) and metadata (`!range`) are not in the module, so breaking them is not
//! undefined here. [`Unsupported`] names all other unsupported constructs.
//!
//! Read `bits` and `float` for the numbers, `scalar` and `value` for partly unknown numbers,
//! `memory`, then the operations in `integer`, `floating`, `cast` and `evaluate`, and last `run`.

mod access;
mod address;
mod bits;
mod call;
mod cast;
mod class;
mod constant;
mod convert;
mod evaluate;
mod extreme;
mod float;
mod floating;
mod frame;
mod host;
mod integer;
mod interpreter;
mod intrinsic;
mod limbs;
mod memory;
mod run;
mod scalar;
mod step;
mod stop;
mod value;

#[cfg(test)]
mod tests;

pub use address::{Addresses, LoadError};
pub use bits::Bits;
pub use float::{Finite, Format, Number, Rounding, Sign};
pub use floating::Choices;
pub use frame::{BlockEnd, Frame, Halt, Position, State};
pub use host::{Answer, Callee, Host, HostCall, Nothing, Variable};
pub use interpreter::{Alignment, Interpreter, Settings};
pub use memory::{Byte, Fill, Memory};
pub use scalar::{Freedom, Partly, Scalar};
pub use stop::{Stop, Undefined, Unsupported};
pub use value::{Kind, MAX_SCALARS, Shape, Shapes, Slot, Value};
