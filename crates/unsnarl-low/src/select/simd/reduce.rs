//! Reductions: all lanes of a vector combined into one number.
//!
//! *Limits:* those of floating-point numbers go lane by lane, from first to last.

use crate::machine::Reg;
use crate::op::Op;
use crate::types::Type;
use unsnarl_ir::{BinaryOp, Operand};

use super::Vector;
use super::own::all_true;
use crate::select::error::SelectError;
use crate::select::selection::Selection;
use crate::select::shape::Shape;

impl Selection<'_> {
    /// All lanes combined, in any order: registers first, then halves of one.
    pub(super) fn simd_reduce(
        &mut self,
        op: &str,
        operands: &[Operand],
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        let &[operand] = operands else {
            return Ok(None);
        };
        let Some(vector) = self.vector(operand)? else {
            return Ok(None);
        };
        if vector.shape.is_mask {
            return Ok(self.reduced_mask(op, &vector));
        }
        let shape = vector.shape;
        // For floating-point numbers, NaN and the order of roundings matter.
        if shape.lane.is_float() || !shape.count.is_power_of_two() {
            return Ok(None);
        }
        let mut regs = vector.regs;
        while let [first, second, ..] = regs[..] {
            let Some(joined) = self.joined(op, shape, first, second)? else {
                return Ok(None);
            };
            regs.drain(..2);
            regs.push(joined);
        }
        let (mut whole, mut lanes) = (regs[0], shape.count.min(shape.lane.count() as usize));
        while lanes > 1 {
            lanes /= 2;
            let upper = self.moved_down(shape, whole, lanes);
            let Some(joined) = self.joined(op, shape, whole, upper)? else {
                return Ok(None);
            };
            whole = joined;
        }
        Ok(Some(vec![self.lane_of(shape, &[whole], 0)]))
    }

    fn joined(
        &mut self,
        op: &str,
        shape: Shape,
        left: Reg,
        right: Reg,
    ) -> Result<Option<Reg>, SelectError> {
        let binary = match op {
            "add" => BinaryOp::Add,
            "mul" => BinaryOp::Mul,
            "and" => BinaryOp::And,
            "or" => BinaryOp::Or,
            "xor" => BinaryOp::Xor,
            _ => {
                let regs = self.on_pairs(op, shape, &[[left, right]]);
                return Ok(regs.map(|regs| regs[0]));
            }
        };
        let one = Shape {
            count: shape.lane.count() as usize,
            ..shape
        };
        let regs = self.wide_binary_op(one, binary, &[[left, right]])?;
        Ok(regs.map(|regs| regs[0]))
    }

    /// Whether some bits of a mask are set, or all. A mask fills its register.
    fn reduced_mask(&mut self, op: &str, vector: &Vector) -> Option<Vec<Reg>> {
        let op = match op {
            "or" | "umax" | "smin" => Op::AnyTrue,
            "and" | "umin" | "smax" => all_true(vector.shape.lane),
            _ => return None,
        };
        Some(vec![self.pure(op, &[vector.regs[0]], Type::I32)])
    }
}
