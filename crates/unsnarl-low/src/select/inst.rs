//! The code of each instruction.

use unsnarl_ir::{Atomicity, BinaryOp, Inst, Op as IrOp, Operand, UnaryOp};

use crate::machine::Reg;
use crate::op::Op;
use crate::op::int::{IntBinary, IntCompare};
use crate::types::Width;

use super::error::{SelectError, unsupported};
use super::extend::Extend;
use super::place::Ordering;
use super::selection::Selection;

/// Whether an access is volatile or atomic.
fn ordering(volatile: bool, atomic: Option<Atomicity>) -> Ordering {
    match volatile || atomic.is_some() {
        true => Ordering::Ordered,
        false => Ordering::Plain,
    }
}

impl<'a> Selection<'a> {
    /// The code of an instruction, whose result it defines.
    pub(super) fn inst(&mut self, inst: &'a Inst) -> Result<(), SelectError> {
        if inst.op.is_pad() {
            // Its token is no value of the machine.
            return self.op(inst).map(|_| ());
        }
        let ty = inst.result.map(|result| self.function.value_type(result));
        let regs = match self.simd(inst, ty)? {
            Some(regs) => regs,
            None => self.op(inst)?,
        };
        let (Some(result), Some(ty)) = (inst.result, ty) else {
            return Ok(());
        };
        let regs = self.formed(ty, regs)?;
        if !self.fits(ty, &regs)? {
            return Err(SelectError::OperandType("an instruction"));
        }
        self.define(result, &regs);
        Ok(())
    }

    fn op(&mut self, inst: &'a Inst) -> Result<Vec<Reg>, SelectError> {
        let ty = inst.result.map(|result| self.function.value_type(result));
        let result = || ty.ok_or(SelectError::OperandType("an instruction without result"));
        match &inst.op {
            IrOp::Unary {
                op: UnaryOp::FloatNegate,
                value,
                ..
            } => self.negate(*value),
            IrOp::Binary {
                op, left, right, ..
            } => self.binary(*op, *left, *right),
            IrOp::IntCompare {
                predicate,
                left,
                right,
                ..
            } => self.int_compare(*predicate, *left, *right),
            IrOp::FloatCompare {
                predicate,
                left,
                right,
                ..
            } => self.float_compare(*predicate, *left, *right),
            IrOp::Cast { op, value, .. } => self.cast(*op, *value, result()?),
            IrOp::Alloca {
                ty, count, align, ..
            } => self.alloca(inst, *ty, *count, *align),
            IrOp::Load {
                pointer,
                align,
                volatile,
                atomic,
            } => {
                if atomic.is_some()
                    && let Some(access) = self.atomic_access(result()?, *align)?
                {
                    return self.atomic_load(access, *pointer, result()?);
                }
                let ordering = ordering(*volatile, *atomic);
                self.load(*pointer, result()?, *align, ordering)
            }
            IrOp::Store {
                value,
                pointer,
                align,
                volatile,
                atomic,
            } => {
                let ty = self.operand_type(*value);
                if atomic.is_some()
                    && let Some(access) = self.atomic_access(ty, *align)?
                {
                    return self.atomic_store(access, *pointer, *value);
                }
                let ordering = ordering(*volatile, *atomic);
                self.store(*value, *pointer, *align, ordering)
            }
            IrOp::Gep {
                source,
                base,
                indices,
                flags,
            } => self.gep(inst.result, *source, *base, indices, *flags),
            IrOp::Select {
                condition,
                then,
                otherwise,
                ..
            } => self.select(*condition, *then, *otherwise),
            IrOp::Call(call) => self.call(call, ty),
            IrOp::Freeze(value) => self.operand(*value),
            IrOp::ExtractValue { aggregate, path } => self.extract_value(*aggregate, path),
            IrOp::InsertValue {
                aggregate,
                value,
                path,
            } => self.insert_value(*aggregate, *value, path),
            IrOp::VaArg { list } => self.variable_argument(*list, result()?),
            IrOp::AtomicRmw {
                op,
                pointer,
                value,
                align,
                ..
            } => self.read_modify_write(*op, *pointer, *value, *align),
            IrOp::CompareExchange {
                pointer,
                expected,
                replacement,
                align,
                ..
            } => self.compare_exchange(*pointer, *expected, *replacement, *align),
            IrOp::Fence(atomic) => Ok(self.fence(*atomic)),
            IrOp::ExtractElement { vector, index } => self.extract_element(*vector, *index),
            IrOp::InsertElement {
                vector,
                element,
                index,
            } => self.insert_element(*vector, *element, *index),
            IrOp::ShuffleVector { left, right, mask } => self.shuffle(*left, *right, mask),
            IrOp::LandingPad { .. } => Err(unsupported("landingpad")),
            IrOp::CatchPad { .. } | IrOp::CleanupPad { .. } => self.restore_stack(),
        }
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        left: Operand,
        right: Operand,
    ) -> Result<Vec<Reg>, SelectError> {
        if let Some(width) = self.big_width(self.operand_type(left)) {
            return self.big_binary(op, width, left, right);
        }
        self.zip(left, right, "arithmetic", |selection, left, right| {
            selection.lane_binary(op, left, right)
        })
    }

    pub(super) fn select(
        &mut self,
        condition: Operand,
        then: Operand,
        otherwise: Operand,
    ) -> Result<Vec<Reg>, SelectError> {
        if self
            .module
            .types
            .int_width(self.operand_type(condition))
            .is_none()
        {
            return self.select_lanes(condition, then, otherwise);
        }
        let is_bit = self.module.types.int_width(self.operand_type(then)) == Some(1);
        let condition = self.extended(condition, Extend::Zero)?;
        let (then, otherwise) = (self.operand(then)?, self.operand(otherwise)?);
        if let (true, &[then], &[otherwise]) = (is_bit, &then[..], &otherwise[..])
            && let Some(bit) = self.select_bit(condition, then, otherwise)
        {
            return Ok(vec![bit]);
        }
        if then.len() != otherwise.len() {
            return Err(SelectError::OperandType("select"));
        }
        Ok(then
            .into_iter()
            .zip(otherwise)
            .map(|(then, otherwise)| self.choose(condition, then, otherwise))
            .collect())
    }
    /// What is true or another bit, or false or another one, as one operation on both; none where
    /// [a choice](Selection::choose) is shorter, or is the only way.
    fn select_bit(&mut self, condition: Reg, then: Reg, otherwise: Reg) -> Option<Reg> {
        let is_shorter = matches!(
            self.body.made_by(condition),
            Some((Op::IntCompare(Width::W32, IntCompare::Ne), &[_, zero]))
                if self.known_number(zero) == Some(0)
        );
        let bits = [then, otherwise].map(|reg| self.known_number(reg).map(|number| number & 1));
        match bits {
            _ if is_shorter => None,
            [Some(1), None] => Some(self.int_op(IntBinary::Or, condition, otherwise)),
            [None, Some(0)] => Some(self.int_op(IntBinary::And, condition, then)),
            _ => None,
        }
    }
}
