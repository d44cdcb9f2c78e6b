//! A function that is being executed.

use std::rc::Rc;

use unsnarl::BlockId;

use super::error::{Fault, Place};
use super::prepared::Prepared;
use super::value::Value;
use crate::machine::{Function, InstId, Reg};
use crate::symbol::Symbol;

/// What the registers of a function hold. Constants and addresses in the frame are not among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registers(Vec<Option<Value>>);

impl Registers {
    /// Registers of a function that hold nothing yet.
    pub fn new(function: &Function) -> Registers {
        Registers(vec![None; function.reg_count()])
    }

    /// What a register holds; none before it is set.
    pub fn get(&self, reg: Reg) -> Option<Value> {
        self.0.get(reg.index()).copied().flatten()
    }

    /// Sets a register of the function.
    pub fn set(&mut self, reg: Reg, value: Value) {
        if let Some(register) = self.0.get_mut(reg.index()) {
            *register = Some(value);
        }
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }
}

/// Where a function's frame is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameAt {
    /// The lowest address of it.
    pub lowest: u64,
    /// What the stack pointer is again when the function is left.
    pub restored: u64,
}

/// A function that is being executed, and how far it is.
pub(super) struct Activation<'f> {
    pub(super) function: &'f Function,
    pub(super) symbol: Option<Symbol>,
    pub(super) prepared: Rc<Prepared>,
    pub(super) registers: Registers,
    /// Where its frame is, if it has one.
    pub(super) frame: FrameAt,
    pub(super) block: BlockId,
    /// How many instructions of the block have happened.
    pub(super) done: usize,
}

impl<'f> Activation<'f> {
    /// The instruction that is next, or is waiting for its results; none is the exit.
    pub(super) fn inst(&self) -> Option<InstId> {
        self.prepared.insts(self.block).get(self.done).copied()
    }

    /// Where it is.
    pub(super) fn place(&self) -> Place {
        Place {
            function: self.symbol,
            block: self.block,
            inst: self.inst(),
        }
    }

    /// Sets the results of the next instruction, and goes on behind it.
    pub(super) fn finish(&mut self, inst: InstId, values: &[Value]) -> Result<(), Fault> {
        let results = self.function.inst(inst).results();
        if results.len() != values.len() {
            return Err(Fault::Count);
        }
        for (reg, &value) in results.zip(values) {
            self.assign(reg, value)?;
        }
        self.done += 1;
        Ok(())
    }

    /// Goes on at the start of a block with new parameters.
    pub(super) fn enter(
        &mut self,
        block: BlockId,
        parameters: impl Iterator<Item = (Reg, Value)>,
    ) -> Result<(), Fault> {
        for (reg, value) in parameters {
            self.assign(reg, value)?;
        }
        self.block = block;
        self.done = 0;
        Ok(())
    }

    /// Sets a register to a value of its type.
    pub(super) fn assign(&mut self, reg: Reg, value: Value) -> Result<(), Fault> {
        let ty = self.function.ty(reg);
        if value.ty() != ty {
            return Err(Fault::Type {
                is: value.ty(),
                not: ty,
            });
        }
        self.registers.set(reg, value);
        Ok(())
    }
}
