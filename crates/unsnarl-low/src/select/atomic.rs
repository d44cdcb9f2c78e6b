//! Atomic accesses.
//!
//! There is a single thread, so a read, a change and a write in this order are atomic, for numbers
//! of any width.

use super::place::Ordering;
use crate::machine::Reg;
use crate::op::int::IntBinary;
use unsnarl_ir::{AtomicOp, BinaryOp, IntPredicate, Operand, TypeId};

use super::lane::Lane;
use super::overflow::Arithmetic;
use crate::select::error::SelectError;
use crate::select::extend::Extend;
use crate::select::facts::Extension;
use crate::select::selection::Selection;

impl Selection<'_> {
    pub(super) fn read_modify_write(
        &mut self,
        op: AtomicOp,
        pointer: Operand,
        value: Operand,
        align: Option<u64>,
    ) -> Result<Vec<Reg>, SelectError> {
        let ty = self.operand_type(value);
        let before = self.loaded_lane(pointer, ty, align)?;
        let by = self.lane(value)?;
        let after = self.modified(op, before, by)?;
        self.store_back(pointer, ty, align, &after)?;
        Ok(before.regs())
    }

    fn loaded_lane(
        &mut self,
        pointer: Operand,
        ty: TypeId,
        align: Option<u64>,
    ) -> Result<Lane, SelectError> {
        let regs = self.load(pointer, ty, align, Ordering::Ordered)?;
        let kind = self.kind(ty)?;
        let known = Extension {
            zero: true,
            sign: false,
        };
        Ok(Lane::from_regs(kind, &regs).with_known(known))
    }

    fn store_back(
        &mut self,
        pointer: Operand,
        ty: TypeId,
        align: Option<u64>,
        regs: &[Reg],
    ) -> Result<(), SelectError> {
        let align = self.access_align(ty, align)?;
        let place = self.place(pointer, align)?.ordered(Ordering::Ordered);
        for (&reg, part) in regs.iter().zip(self.parts(ty)?) {
            self.store_part(place, part, reg, false)?;
        }
        Ok(())
    }

    fn modified(&mut self, op: AtomicOp, before: Lane, by: Lane) -> Result<Vec<Reg>, SelectError> {
        use AtomicOp as A;
        let binary = match op {
            A::Exchange => return Ok(by.regs()),
            A::Add => BinaryOp::Add,
            A::Sub => BinaryOp::Sub,
            A::And => BinaryOp::And,
            A::Or => BinaryOp::Or,
            A::Xor => BinaryOp::Xor,
            A::FloatAdd => BinaryOp::FloatAdd,
            A::FloatSub => BinaryOp::FloatSub,
            A::Nand => return self.nand(before, by),
            A::Max | A::Min | A::UnsignedMax | A::UnsignedMin => {
                let name = match op {
                    A::Max => "smax",
                    A::Min => "smin",
                    A::UnsignedMax => "umax",
                    _ => "umin",
                };
                let regs = self.bit_function(name, &[before, by])?;
                return regs.ok_or(SelectError::OperandType("atomicrmw"));
            }
            A::FloatMax | A::FloatMin | A::FloatMaximum | A::FloatMinimum => {
                let name = match op {
                    A::FloatMax => "maxnum",
                    A::FloatMin => "minnum",
                    A::FloatMaximum => "maximum",
                    _ => "minimum",
                };
                let regs = self.float_function(name, &[before, by])?;
                return regs.ok_or(SelectError::OperandType("atomicrmw"));
            }
            A::SubSaturating => {
                return self.saturating(Arithmetic::Sub, Extend::Zero, before, by);
            }
            A::WrappingIncrement | A::WrappingDecrement | A::SubIfNoWrap => {
                return self.conditional(op, before, by);
            }
        };
        self.lane_binary(binary, before, by)
    }

    fn nand(&mut self, before: Lane, by: Lane) -> Result<Vec<Reg>, SelectError> {
        let both = self.lane_binary(BinaryOp::And, before, by)?;
        Ok(both
            .into_iter()
            .map(|reg| {
                let ones = self.number_like(reg, -1);
                self.int_op(IntBinary::Xor, reg, ones)
            })
            .collect())
    }

    /// `uinc_wrap`: the next number, 0 from the limit on. `udec_wrap`: the one before, the limit
    /// below 0 and above the limit. `usub_cond`: the difference if it is not negative.
    fn conditional(
        &mut self,
        op: AtomicOp,
        before: Lane,
        by: Lane,
    ) -> Result<Vec<Reg>, SelectError> {
        let zero = self.int_lane(before, 0);
        let one = self.int_lane(before, 1);
        let compare = |selection: &mut Self, predicate, left, right| {
            selection.compare_lanes(predicate, Extend::Zero, left, right)
        };
        let (condition, then, otherwise) = match op {
            AtomicOp::WrappingIncrement => {
                let wraps = compare(self, IntPredicate::UnsignedGreaterEqual, before, by);
                let next = self.lane_binary(BinaryOp::Add, before, one)?;
                (wraps, zero.regs(), next)
            }
            AtomicOp::WrappingDecrement => {
                let is_zero = compare(self, IntPredicate::Equal, before, zero);
                let is_above = compare(self, IntPredicate::UnsignedGreater, before, by);
                let wraps = self.int_op(IntBinary::Or, is_zero, is_above);
                let next = self.lane_binary(BinaryOp::Sub, before, one)?;
                (wraps, by.regs(), next)
            }
            _ => {
                let fits = compare(self, IntPredicate::UnsignedGreaterEqual, before, by);
                let difference = self.lane_binary(BinaryOp::Sub, before, by)?;
                (fits, difference, before.regs())
            }
        };
        Ok(then
            .into_iter()
            .zip(otherwise)
            .map(|(then, otherwise)| self.choose(condition, then, otherwise))
            .collect())
    }

    /// What was read, and whether it was as expected.
    pub(super) fn compare_exchange(
        &mut self,
        pointer: Operand,
        expected: Operand,
        replacement: Operand,
        align: Option<u64>,
    ) -> Result<Vec<Reg>, SelectError> {
        let ty = self.operand_type(expected);
        let old = self.loaded_lane(pointer, ty, align)?;
        let expected = self.lane(expected)?;
        let is_equal = self.compare_lanes(IntPredicate::Equal, Extend::Zero, old, expected);
        let after: Vec<Reg> = self
            .operand(replacement)?
            .into_iter()
            .zip(old.regs())
            .map(|(new, old)| self.choose(is_equal, new, old))
            .collect();
        self.store_back(pointer, ty, align, &after)?;
        let mut result = old.regs();
        result.push(is_equal);
        Ok(result)
    }
}
