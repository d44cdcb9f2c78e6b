//! The interpreter: a module with what it takes to run it.

use std::cell::OnceCell;

use super::address::Addresses;
use super::floating::Choices;
use super::stop::{Stop, Unsupported};
use super::value::{Shapes, Value};
use crate::layout::Layout;
use crate::module::Module;

/// Runs the functions of a module. It keeps the values of constants, so each thread wants its own.
pub struct Interpreter<'m> {
    pub(super) module: &'m Module,
    pub(super) layout: &'m Layout,
    pub(super) addresses: &'m Addresses,
    pub(super) settings: Settings,
    pub(super) shapes: Shapes<'m>,
    /// By constant: its value, once it was asked for.
    pub(super) constants: Vec<OnceCell<Result<Value, Stop>>>,
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

    /// Returns the layout of the module's types.
    pub fn layout(&self) -> &'m Layout {
        self.layout
    }

    /// Returns the shapes of the module's types.
    pub fn shapes(&self) -> &Shapes<'m> {
        &self.shapes
    }
}
