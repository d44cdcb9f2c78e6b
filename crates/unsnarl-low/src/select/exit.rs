//! The exits of blocks: decisions and their operands, and the result of a function.

use crate::machine::{Exit, Reg};
use unsnarl_ir::{BlockId, Case, Operand, Terminator, TypeId};

use crate::select::error::SelectError;
use crate::select::error::unsupported;
use crate::select::extend::Extend;
use crate::select::selection::Selection;

impl<'a> Selection<'a> {
    /// The exit of a block and its operands.
    pub(super) fn exit(&mut self, block: BlockId) -> Result<(Exit, Vec<Reg>), SelectError> {
        if let Some(call) = self.tail_call(block)? {
            return Ok(call);
        }
        match &self.function.blocks[block].terminator {
            Terminator::Return(None) => Ok((Exit::Return, Vec::new())),
            Terminator::Jump(_) => Ok((Exit::Jump, Vec::new())),
            Terminator::Unreachable => Ok((Exit::Unreachable, Vec::new())),
            Terminator::Return(Some(value)) => Ok((Exit::Return, self.returned(*value)?)),
            Terminator::Branch { condition, .. } => {
                let condition = self.extended(*condition, Extend::Zero)?;
                Ok((Exit::Branch, vec![condition]))
            }
            Terminator::Switch { value, cases, .. } => {
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
                let operand = self.extended(*value, extend)?;
                let cases = cases.iter().map(|case| self.case_value(case, extend));
                let cases = cases.collect::<Option<Vec<i64>>>();
                let cases = cases.ok_or(SelectError::OperandType("switch"))?;
                Ok((Exit::Switch(cases), vec![operand]))
            }
            Terminator::Invoke(invoke) => self.invoke(block, invoke),
            Terminator::CallBranch(_) => Err(unsupported("callbr")),
            Terminator::Resume(_) => Err(unsupported("resume")),
            Terminator::CatchSwitch(_) => self.choice(block),
            Terminator::CatchReturn { .. } => Ok((Exit::Jump, Vec::new())),
            Terminator::CleanupReturn { pad, unwind } => self.cleaned(*pad, *unwind),
        }
    }

    /// The value of a case, extended as the switched value is.
    fn case_value(&self, case: &Case, extend: Extend) -> Option<i64> {
        let ty = self.module.constant_type(case.value);
        let width = self.module.types.int_width(ty).unwrap_or(64);
        let value = self.module.int(case.value)?;
        // A register without spare bits is compared as a signed number.
        if extend == Extend::Sign || matches!(width, 32 | 64) {
            value.as_i128(width).map(|value| value as i64)
        } else {
            value.as_u64().map(|value| value as i64)
        }
    }

    fn returned(&mut self, value: Operand) -> Result<Vec<Reg>, SelectError> {
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
            return Err(SelectError::OperandType("ret"));
        }
        let Some(pointer) = self.result_pointer else {
            return Ok(regs);
        };
        let place = self.place_at(pointer, self.access_align(result, None)?);
        self.store_value(place, result, &regs)?;
        Ok(Vec::new())
    }

    pub(super) fn result_type(&self) -> Result<TypeId, SelectError> {
        let signature = self.module.signature(self.function.ty);
        let (result, ..) = signature.ok_or(SelectError::OperandType("a function"))?;
        Ok(result)
    }
}
