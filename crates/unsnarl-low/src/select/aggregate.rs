//! Structs and arrays outside of memory: the sequence of their parts.

use crate::machine::Reg;
use unsnarl_ir::{Operand, Type as IrType, TypeId};

use crate::select::error::SelectError;
use crate::select::selection::Selection;

impl Selection<'_> {
    pub(super) fn extract_value(
        &mut self,
        aggregate: Operand,
        path: &[u32],
    ) -> Result<Vec<Reg>, SelectError> {
        let (start, count) = self.member(self.operand_type(aggregate), path)?;
        Ok(self.operand(aggregate)?[start..start + count].to_vec())
    }

    pub(super) fn insert_value(
        &mut self,
        aggregate: Operand,
        value: Operand,
        path: &[u32],
    ) -> Result<Vec<Reg>, SelectError> {
        let (start, count) = self.member(self.operand_type(aggregate), path)?;
        let mut regs = self.operand(aggregate)?;
        let value = self.operand(value)?;
        if value.len() != count {
            return Err(SelectError::OperandType("insertvalue"));
        }
        regs[start..start + count].copy_from_slice(&value);
        Ok(regs)
    }

    /// The first part of a member, and the number of its parts.
    fn member(&self, mut ty: TypeId, path: &[u32]) -> Result<(usize, usize), SelectError> {
        self.parts(ty)?;
        let mut start = 0;
        for &index in path {
            let missing = SelectError::OperandType("extractvalue or insertvalue");
            let member = self.module.types.member(ty, index.into()).ok_or(missing)?;
            start += match self.module.types.resolve(ty) {
                IrType::Struct { fields, .. } => {
                    let before = fields[..index as usize].iter();
                    before
                        .map(|&field| Ok(self.parts(field)?.len()))
                        .sum::<Result<usize, SelectError>>()?
                }
                _ => self.parts(member)?.len() * index as usize,
            };
            ty = member;
        }
        Ok((start, self.parts(ty)?.len()))
    }
}
