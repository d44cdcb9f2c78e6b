//! The interpreter: a module with the data needed to run it.

use std::cell::OnceCell;

use super::address::Addresses;
use super::floating::Choices;
use super::stop::{Stop, Unsupported};
use super::value::{Shapes, Value};
use crate::layout::Layout;
use crate::module::Module;

/// Runs the functions of a module. It caches the values of constants, so each thread needs its own
/// interpreter.
pub struct Interpreter<'m> {
    pub(super) module: &'m Module,
    pub(super) layout: &'m Layout,
    pub(super) addresses: &'m Addresses,
    pub(super) settings: Settings,
    pub(super) shapes: Shapes<'m>,
    /// By constant: its value, once it has been computed.
    pub(super) constants: Vec<OnceCell<Result<Value, Stop>>>,
}

/// The properties that LLVM IR leaves open.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The way in which open bits are chosen.
    pub choices: Choices,
    /// Whether an access must have the alignment that it states.
    pub alignment: Alignment,
}

/// Whether a memory access must have the alignment that it states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    /// Yes: otherwise the behaviour is undefined, as in LLVM IR.
    Required,
    /// No: as on a machine for which alignment is a hint.
    Ignored,
}

impl<'m> Interpreter<'m> {
    /// Prepares a module.
    ///
    /// # Errors
    /// If its memory is big-endian.
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

    /// Returns the layout of the module's types.
    pub fn layout(&self) -> &'m Layout {
        self.layout
    }

    /// Returns the shapes of the module's types.
    pub fn shapes(&self) -> &Shapes<'m> {
        &self.shapes
    }
}
