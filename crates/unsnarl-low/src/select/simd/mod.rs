//! Vectors in `v128`, where the module may use SIMD.
//!
//! *Needs:* an instruction whose vectors have a [shape](crate::select::shape).
//! *Gives:* instructions on whole registers, or nothing where WebAssembly has none: then each lane
//! is computed as without SIMD, extracted from the registers and inserted again ([`lanes`]).
//! *Cost:* linear in the registers of the vectors; linear in the lanes for operations lane by lane.
//! *Source:* the instructions are those of the SIMD proposal and of WebAssembly 2.0, without the
//! relaxed ones.
//!
//! A vector of bits is a mask: each lane is all ones or all zeros. As a value it has lanes that
//! fill one register; the comparison that makes it has lanes as wide as its operands, and a
//! selection among elements of that width needs those. So both are kept ([`mask`]), and the unused
//! one is not written.

mod arithmetic;
mod bitcast;
mod compare;
mod convert;
mod element;
mod intrinsic;
mod lanes;
mod mask;
mod memory;
mod own;
mod reduce;
mod shuffle;

use crate::machine::Reg;
use crate::op::Op;
use crate::op::vector::VectorBinary;
use crate::types::{LaneType, Type};
use unsnarl_ir::{Inst, Op as IrOp, Operand, TypeId};

use crate::select::error::SelectError;
use crate::select::selection::Selection;
use crate::select::shape::Shape;

/// A vector in its registers.
#[derive(Clone, Debug)]
struct Vector {
    shape: Shape,
    regs: Vec<Reg>,
}

/// Two vectors of one shape, register by register.
type Pairs = (Shape, Vec<[Reg; 2]>);

impl<'a> Selection<'a> {
    /// The code of an instruction on whole registers, if there is any.
    pub(super) fn simd(
        &mut self,
        inst: &'a Inst,
        ty: Option<TypeId>,
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        if !self.context.parts.has_simd() {
            return Ok(None);
        }
        let (Some(result), Some(ty)) = (inst.result, ty) else {
            return Ok(None);
        };
        match &inst.op {
            IrOp::Unary { value, .. } => self.simd_negate(*value),
            IrOp::Binary {
                op, left, right, ..
            } => self.simd_binary(result, *op, *left, *right),
            IrOp::IntCompare {
                predicate,
                left,
                right,
                ..
            } => self.simd_int_compare(result, *predicate, *left, *right),
            IrOp::FloatCompare {
                predicate,
                left,
                right,
                ..
            } => self.simd_float_compare(result, *predicate, *left, *right),
            IrOp::Cast { op, value, .. } => self.simd_cast(result, *op, *value, ty),
            IrOp::Select {
                condition,
                then,
                otherwise,
                ..
            } => self.simd_select(*condition, *then, *otherwise),
            IrOp::ExtractElement { vector, index } => self.simd_extract(*vector, *index),
            IrOp::InsertElement {
                vector,
                element,
                index,
            } => self.simd_insert(*vector, *element, *index),
            IrOp::ShuffleVector { left, right, mask } => self.simd_shuffle(*left, *right, mask, ty),
            IrOp::Load {
                pointer,
                align,
                volatile: false,
                atomic: None,
            } => self.load_ahead(result, *pointer, *align),
            _ => Ok(None),
        }
    }

    /// An operand that is a vector in registers.
    fn vector(&mut self, operand: Operand) -> Result<Option<Vector>, SelectError> {
        let Some(shape) = self.context.parts.shape(self.operand_type(operand)) else {
            return Ok(None);
        };
        let regs = self.operand(operand)?;
        Ok(Some(Vector { shape, regs }))
    }

    /// Two operands of one type that are vectors in registers, side by side.
    fn vectors(
        &mut self,
        left: Operand,
        right: Operand,
        what: &'static str,
    ) -> Result<Option<Pairs>, SelectError> {
        let (Some(left), Some(right)) = (self.vector(left)?, self.vector(right)?) else {
            return Ok(None);
        };
        if left.shape != right.shape {
            return Err(SelectError::OperandType(what));
        }
        let pairs = left.regs.into_iter().zip(right.regs);
        Ok(Some((
            left.shape,
            pairs.map(|(left, right)| [left, right]).collect(),
        )))
    }

    /// An instruction that computes a register of 128 bits.
    fn wide_op(&mut self, op: Op, args: &[Reg]) -> Reg {
        self.pure(op, args, Type::V128)
    }

    /// The same instruction on each register.
    fn each(&mut self, op: Op, regs: &[Reg]) -> Vec<Reg> {
        regs.iter().map(|&reg| self.wide_op(op, &[reg])).collect()
    }

    /// The same instruction on each pair of registers.
    fn each_pair(&mut self, op: Op, pairs: &[[Reg; 2]]) -> Vec<Reg> {
        pairs.iter().map(|pair| self.wide_op(op, pair)).collect()
    }
}

/// An operation on two vectors, if there is one on these lanes.
fn of_lanes(lane: LaneType, op: VectorBinary) -> Option<Op> {
    let exists = op.lanes().contains(&lane);
    exists.then_some(Op::VectorBinary(lane, op))
}
