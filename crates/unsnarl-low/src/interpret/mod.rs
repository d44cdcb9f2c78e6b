//! Execution of functions, one instruction after the other.
//!
//! *Needs:* functions that keep [the machine's rules](crate::machine#rules), and an
//! [`Environment`] that has what they refer to.
//! *Gives:* the [`Outcome`] of [a function](Interpreter::run), or of [one
//! block](Interpreter::run_block) on a state of the registers; the result of [one
//! operation](evaluate).
//! *Cost:* a unit of [fuel](Limits::fuel) for each instruction and exit, and for each 64 registers
//! of a function that is entered and each 64 bytes or elements that one instruction moves. A
//! function is looked through once. Calls nest in memory of the heap, with [a
//! limit](Limits::registers).
//! *Source:* the numeric instructions of [WebAssembly 2.0]; the rest as [`machine`](crate::machine)
//! and [`op`](crate::op) say.
//! *Departs:* where WebAssembly leaves the bits of a NaN open, they are canonical, or what
//! [`Environment::nan`] says. A function with a frame restores the stack pointer also when an
//! exception leaves it. Instructions that nothing needs do not happen.
//! *Limits:* one thread. A function of the host cannot call back.
//!
//! It is an oracle: it is written to be compared with the documentation, and takes nothing from the
//! passes and writers that are compared with it.
//!
//! [WebAssembly 2.0]: https://www.w3.org/TR/wasm-core-2/

mod access;
mod activation;
mod bits;
mod convert;
mod engine;
mod environment;
mod error;
mod evaluate;
mod float;
mod instance;
mod instantiate;
mod int;
mod memory;
mod outcome;
mod perform;
mod prepared;
mod sparse;
mod value;
mod vector;

pub use activation::{FrameAt, Registers};
pub use engine::{BlockRun, Interpreter, Limits};
pub use environment::{Code, Elements, Environment};
pub use error::{Error, Fault, Place};
pub use evaluate::evaluate;
pub use float::OpenNan;
pub use instance::{HostFunction, Instance};
pub use memory::{Bytes, LinearMemory, PAGE};
pub use outcome::{BlockEnd, Completion, Event, Halt, Outcome, Trap};
pub use sparse::Sparse;
pub use value::{Value, canonical_nan};
