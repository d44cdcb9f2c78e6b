//! What LLVM IR means: an interpreter of modules, for tests.
//!
//! *Needs:* a module that keeps its rules ([`crate::verify`]), the addresses of its symbols
//! ([`Addresses`]), a [`Host`] that answers calls of what the module does not define.
//! *Gives:* [`Interpreter::run`] for whole functions, [`Interpreter::run_block`] for one block on
//! any state. What a program computes is a set of behaviours ([`Scalar`]): poison and unknown bits
//! are in values and in memory, bit by bit; undefined behaviour ends the run ([`Stop`]).
//! *Cost:* time and space linear in the steps, the width of integers squared where they are
//! multiplied or divided; both have limits ([`State`]). Nothing recurses.
//! *Source:* LLVM's language reference, of LLVM 22; [Lopes21] for poison, undefined bits and
//! refinement.
//! *Departs:* no provenance: a pointer is an address, as in the linear memory of WebAssembly, and
//! memory has no objects. What is undefined in LLVM IR since it leaves an object is defined here;
//! all else that is undefined there is undefined here. An undefined bit may be another one at each
//! use, and so may a bit that is chosen once: there are more behaviours than LLVM IR has, never
//! fewer. So a compiled program whose result is not among them is wrong, whatever
//! [`Choices::Any`] leaves open. With [`Choices::First`] a program has one behaviour.
//! *Limits:* one thread: atomic accesses are plain ones, and a weak `cmpxchg` does not fail without
//! reason. Rounding is to nearest, and no flag of floating point is raised. Least significant byte
//! first. Volatile accesses are not recorded. Attributes that promise something
//! (`nonnull`, `dereferenceable`) and metadata (`!range`) are not in the module, so that breaking
//! them is not undefined here. What else is not known, [`Unsupported`] names.
//!
//! Read `bits` and `float` for the numbers, `scalar` and `value` for what may be unknown of them,
//! `memory`, then the operations in `integer`, `floating`, `cast` and `evaluate`, and last `run`.

mod access;
mod address;
mod bits;
mod call;
mod cast;
mod constant;
mod evaluate;
mod float;
mod floating;
mod host;
mod integer;
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

use std::cell::OnceCell;

use crate::layout::Layout;
use crate::module::Module;

pub use address::{Addresses, LoadError};
pub use bits::Bits;
pub use float::{Finite, Format, Number, Rounding, Sign};
pub use floating::Choices;
pub use host::{Answer, Callee, Host, HostCall, Nothing};
pub use memory::{Byte, Fill, Memory};
pub use run::{BlockEnd, Frame, Halt, State};
pub use scalar::{Freedom, Partly, Scalar};
pub use stop::{Stop, Undefined, Unsupported};
pub use value::{Kind, MAX_SCALARS, Shape, Shapes, Slot, Value};

/// Runs the functions of a module.
pub struct Interpreter<'m> {
    module: &'m Module,
    layout: &'m Layout,
    addresses: &'m Addresses,
    settings: Settings,
    shapes: Shapes<'m>,
    constants: Vec<OnceCell<Result<Value, Stop>>>,
}

/// What LLVM IR leaves to others.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Who chooses the bits that are open.
    pub choices: Choices,
    /// Whether an access must be as aligned as it says.
    pub alignment: Alignment,
}

/// Whether an access of memory must be as aligned as it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    /// Else the behaviour is undefined, as LLVM IR has it.
    Required,
    /// No: as a machine has it for which alignment is a hint.
    Ignored,
}

impl<'m> Interpreter<'m> {
    /// Prepares a module.
    ///
    /// # Errors
    /// If its memory has the most significant byte first.
    pub fn new(
        module: &'m Module,
        layout: &'m Layout,
        addresses: &'m Addresses,
        settings: Settings,
    ) -> Result<Self, Unsupported> {
        if module.data_layout.big_endian {
            return Err(Unsupported::BigEndian);
        }
        Ok(Self {
            module,
            layout,
            addresses,
            settings,
            shapes: Shapes::new(module, layout),
            constants: module.constants().map(|_| OnceCell::new()).collect(),
        })
    }

    /// Returns the module.
    pub fn module(&self) -> &'m Module {
        self.module
    }

    /// Returns the shapes of the module's types.
    pub fn shapes(&self) -> &Shapes<'m> {
        &self.shapes
    }
}
