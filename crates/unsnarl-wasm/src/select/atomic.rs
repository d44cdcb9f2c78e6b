//! Atomic accesses.

use unsnarl_ir::{AtomicOp, IntPredicate, Operand};
use wasm_encoder::ValType;

use super::int::Alu;
use super::{Extend, Selection, unsupported};
use crate::code::Reg;
use crate::error::Cause;

impl Selection<'_> {
    /// One thread runs, so that a read, a change and a write in this order are atomic.
    pub(super) fn read_modify_write(
        &mut self,
        op: AtomicOp,
        pointer: Operand,
        value: Operand,
        align: Option<u64>,
    ) -> Result<Vec<Reg>, Cause> {
        let ty = self.operand_type(value);
        let old = self.load(pointer, ty, align, true)?;
        let [part] = self.parts(ty)? else {
            return Err(unsupported("atomicrmw of this type"));
        };
        let (before, by) = (old[0], self.one(value)?);
        if op != AtomicOp::Exchange && !matches!(part.ty, ValType::I32 | ValType::I64) {
            return Err(unsupported("atomicrmw on floating-point numbers"));
        }
        let after = match op {
            AtomicOp::Exchange => by,
            AtomicOp::Add => self.alu(Alu::Add, before, by),
            AtomicOp::Sub => self.alu(Alu::Sub, before, by),
            AtomicOp::And => self.alu(Alu::And, before, by),
            AtomicOp::Or => self.alu(Alu::Or, before, by),
            AtomicOp::Xor => self.alu(Alu::Xor, before, by),
            AtomicOp::Nand => {
                let both = self.alu(Alu::And, before, by);
                self.alu_number(Alu::Xor, both, -1)
            }
            AtomicOp::Max => self.extreme(IntPredicate::SignedGreater, part.width, before, by),
            AtomicOp::Min => self.extreme(IntPredicate::SignedLess, part.width, before, by),
            AtomicOp::UnsignedMax => {
                self.extreme(IntPredicate::UnsignedGreater, part.width, before, by)
            }
            AtomicOp::UnsignedMin => {
                self.extreme(IntPredicate::UnsignedLess, part.width, before, by)
            }
            _ => return Err(unsupported("this atomicrmw operation")),
        };
        let align = self.access_align(ty, align)?;
        let place = self.place(pointer, align)?;
        self.store_part(place, part, after, false)?;
        Ok(old)
    }

    pub(super) fn compare_exchange(
        &mut self,
        pointer: Operand,
        expected: Operand,
        replacement: Operand,
        align: Option<u64>,
    ) -> Result<Vec<Reg>, Cause> {
        let ty = self.operand_type(expected);
        let old = self.load(pointer, ty, align, true)?;
        let [part] = self.parts(ty)? else {
            return Err(unsupported("cmpxchg of this type"));
        };
        if !matches!(part.ty, ValType::I32 | ValType::I64) {
            return Err(unsupported("cmpxchg of this type"));
        }
        let expected = self.extended(expected, Extend::Zero)?;
        let is_equal = self.compare(IntPredicate::Equal, old[0], expected);
        let replacement = self.one(replacement)?;
        let after = self.choose(is_equal, replacement, old[0]);
        let align = self.access_align(ty, align)?;
        let place = self.place(pointer, align)?;
        self.store_part(place, part, after, false)?;
        Ok(vec![old[0], is_equal])
    }
}
