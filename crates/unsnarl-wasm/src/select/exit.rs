//! The exits of blocks: the operand of a decision, and the result of a function.

use unsnarl_ir::{BlockId, Id, Operand, Terminator, TypeId};

use super::{Extend, Selection, unsupported};
use crate::code::Reg;
use crate::error::Cause;

impl Selection<'_> {
    /// The operands of the exit of a block.
    pub(super) fn exit(&mut self, block: usize) -> Result<Vec<Reg>, Cause> {
        if let Some(arguments) = self.tail_call(block)? {
            return Ok(arguments);
        }
        match &self.function.blocks[BlockId::new(block)].terminator {
            Terminator::Return(None) | Terminator::Jump(_) | Terminator::Unreachable => {
                Ok(Vec::new())
            }
            Terminator::Return(Some(value)) => self.returned(*value),
            Terminator::Branch { condition, .. } => {
                Ok(vec![self.extended(*condition, Extend::Zero)?])
            }
            Terminator::Switch { value, .. } => {
                debug_assert!(
                    self.int_width(*value).is_ok_and(|width| width <= 64),
                    "wider ones were expanded"
                );
                let known = self.known(*value);
                let extend = if known.sign && !known.zero {
                    Extend::Sign
                } else {
                    Extend::Zero
                };
                self.switches[block] = Some(extend);
                Ok(vec![self.extended(*value, extend)?])
            }
            Terminator::Invoke(_) => Err(unsupported("invoke")),
            Terminator::CallBranch(_) => Err(unsupported("callbr")),
            Terminator::Resume(_) => Err(unsupported("resume")),
            Terminator::CatchSwitch(_) => Err(unsupported("catchswitch")),
            Terminator::CatchReturn { .. } => Err(unsupported("catchret")),
            Terminator::CleanupReturn { .. } => Err(unsupported("cleanupret")),
        }
    }

    fn returned(&mut self, value: Operand) -> Result<Vec<Reg>, Cause> {
        let attributes = &self.function.result_attributes;
        let regs = match (attributes.zeroext, attributes.signext) {
            (true, _) => self.argument_extended(value, Extend::Zero)?,
            (_, true) => self.argument_extended(value, Extend::Sign)?,
            _ => self.operand(value)?,
        };
        let result = self.result_type()?;
        let wanted = self.parts(result)?;
        let fits = regs.len() == wanted.len()
            && regs
                .iter()
                .zip(wanted)
                .all(|(&reg, part)| self.body.ty(reg) == part.ty);
        if !fits {
            return Err(Cause::OperandType("ret"));
        }
        let Some(pointer) = self.result_pointer else {
            return Ok(regs);
        };
        let place = self.place_at(pointer, self.access_align(result, None)?);
        self.store_value(place, result, &regs)?;
        Ok(Vec::new())
    }

    pub(super) fn result_type(&self) -> Result<TypeId, Cause> {
        let signature = self.module.signature(self.function.ty);
        let (result, ..) = signature.ok_or(Cause::OperandType("a function"))?;
        Ok(result)
    }
}
