//! Target-independent intrinsics on whole registers.

use crate::machine::Reg;
use crate::op::Op;
use crate::op::float::FloatCompare;
use crate::op::vector::{VectorBinary, VectorUnary};
use crate::types::{LaneType, Sign};
use unsnarl_ir::{BinaryOp, IntPredicate};

use super::Vector;
use super::arithmetic::negation;
use super::of_lanes;
use crate::select::error::SelectError;
use crate::select::extend::Extend;
use crate::select::intrinsic::Intrinsic;
use crate::select::math::unary_function;
use crate::select::selection::Selection;
use crate::select::shape::Shape;

impl Selection<'_> {
    /// An intrinsic on whole registers, if it is one.
    pub(in crate::select) fn simd_intrinsic(
        &mut self,
        call: &Intrinsic<'_>,
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        if !self.context.parts.has_simd() || call.result.is_none() {
            return Ok(None);
        }
        if let Some(op) = call.base.strip_prefix("vector.reduce.") {
            return self.simd_reduce(op, &call.operands);
        }
        if let Some(name) = call.base.strip_prefix("wasm.") {
            return self.own_intrinsic(name, call);
        }
        let mut vectors = Vec::new();
        for &operand in &call.operands {
            vectors.extend(self.vector(operand)?);
        }
        match &vectors[..] {
            [value] => self.on_one(call, value),
            [left, right] if left.shape == right.shape => {
                let pairs = left.regs.iter().zip(&right.regs);
                let pairs: Vec<[Reg; 2]> = pairs.map(|(&left, &right)| [left, right]).collect();
                Ok(self.on_pairs(call.base, left.shape, &pairs))
            }
            [high, low, amount] if high.shape == low.shape && low.shape == amount.shape => {
                self.on_three(call.base, [high, low, amount])
            }
            _ => Ok(None),
        }
    }

    fn on_one(
        &mut self,
        call: &Intrinsic<'_>,
        value: &Vector,
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        let shape = value.shape;
        if shape.is_mask {
            return Ok(None);
        }
        if let Some(op) = unary(call.base, shape.lane) {
            return Ok(Some(self.each(op, &value.regs)));
        }
        let to = call
            .result
            .and_then(|result| self.context.parts.shape(result));
        Ok(match (call.base, to) {
            ("ctpop", _) => self.ones(shape.lane, &value.regs),
            ("bswap", _) => Some(self.swapped(shape.lane, &value.regs)),
            ("fptosi.sat", Some(to)) if to.lane == LaneType::I32 => {
                self.vector_to_ints(value, to, Extend::Sign)
            }
            ("fptoui.sat", Some(to)) if to.lane == LaneType::I32 => {
                self.vector_to_ints(value, to, Extend::Zero)
            }
            _ => None,
        })
    }

    /// The numbers of ones: those of the bytes, added up.
    fn ones(&mut self, lane: LaneType, regs: &[Reg]) -> Option<Vec<Reg>> {
        let steps = match lane {
            LaneType::I8 => 0,
            LaneType::I16 => 1,
            LaneType::I32 => 2,
            _ => return None,
        };
        let popcnt = Op::VectorUnary(LaneType::I8, VectorUnary::Popcnt);
        let mut regs = self.each(popcnt, regs);
        for wider in [LaneType::I16, LaneType::I32].into_iter().take(steps) {
            let sums = VectorUnary::ExtendAddPairs(Sign::Unsigned);
            regs = self.each(Op::VectorUnary(wider, sums), &regs);
        }
        Some(regs)
    }

    fn swapped(&mut self, lane: LaneType, regs: &[Reg]) -> Vec<Reg> {
        let size = lane.size().bytes() as usize;
        let lanes = std::array::from_fn(|at| (at / size * size + size - 1 - at % size) as u8);
        regs.iter()
            .map(|&reg| self.wide_op(Op::Shuffle(lanes), &[reg, reg]))
            .collect()
    }

    pub(super) fn on_pairs(
        &mut self,
        name: &str,
        shape: Shape,
        pairs: &[[Reg; 2]],
    ) -> Option<Vec<Reg>> {
        if shape.is_mask {
            return None;
        }
        if let Some(op) = binary(name, shape.lane) {
            return Some(self.each_pair(op, pairs));
        }
        let lane = shape.lane;
        let mut each = |apply: &mut dyn FnMut(&mut Self, Reg, Reg) -> Reg| -> Vec<Reg> {
            pairs
                .iter()
                .map(|&[left, right]| apply(self, left, right))
                .collect()
        };
        let predicate = match name {
            "smax" => IntPredicate::SignedGreater,
            "smin" => IntPredicate::SignedLess,
            "umax" => IntPredicate::UnsignedGreater,
            "umin" => IntPredicate::UnsignedLess,
            "minnum" | "maxnum" | "minimumnum" | "maximumnum" => {
                let is_minimum = name.starts_with("min");
                let op = binary(if is_minimum { "minimum" } else { "maximum" }, lane)?;
                return Some(each(&mut |selection, left, right| {
                    selection.wide_extreme(op, lane, left, right)
                }));
            }
            "copysign" if lane.is_float() => {
                return Some(each(&mut |selection, value, sign| {
                    let bit = selection.splat_number(lane, 1 << (lane.bits() - 1));
                    selection.wide_op(Op::BitsSelect, &[sign, value, bit])
                }));
            }
            _ => return None,
        };
        Some(each(&mut |selection, left, right| {
            let is_left = selection.compare_wide(predicate, lane, left, right);
            selection.blended(is_left, left, right)
        }))
    }

    /// The smaller or larger number, and the other one if one is NaN.
    fn wide_extreme(&mut self, op: Op, lane: LaneType, left: Reg, right: Reg) -> Reg {
        let extreme = self.wide_op(op, &[left, right]);
        let right_is_nan = self.wide_test(FloatCompare::Ne, lane, right, right);
        let unless_right = self.blended(right_is_nan, left, extreme);
        let left_is_nan = self.wide_test(FloatCompare::Ne, lane, left, left);
        self.blended(left_is_nan, right, unless_right)
    }

    fn on_three(
        &mut self,
        name: &str,
        [first, second, third]: [&Vector; 3],
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        let pair = |left: &Vector, right: &[Reg]| -> Vec<[Reg; 2]> {
            let pairs = left.regs.iter().zip(right);
            pairs.map(|(&left, &right)| [left, right]).collect()
        };
        match name {
            "fmuladd" if first.shape.lane.is_float() => {
                let pairs = pair(first, &second.regs);
                let product = self.wide_binary_op(first.shape, BinaryOp::FloatMul, &pairs)?;
                let Some(product) = product else {
                    return Ok(None);
                };
                let pairs = pair(third, &product);
                self.wide_binary_op(first.shape, BinaryOp::FloatAdd, &pairs)
            }
            "fshl" | "fshr" => Ok(self.funnel_by_number(name == "fshl", [first, second, third])),
            _ => Ok(None),
        }
    }

    /// A funnel shift by a constant that is the same for all lanes.
    fn funnel_by_number(
        &mut self,
        is_left: bool,
        [high, low, amount]: [&Vector; 3],
    ) -> Option<Vec<Reg>> {
        let (lane, bits) = (high.shape.lane, high.shape.lane.bits());
        let mut regs = Vec::with_capacity(high.regs.len());
        for (index, ((&high_reg, &low_reg), &amounts)) in high
            .regs
            .iter()
            .zip(&low.regs)
            .zip(&amount.regs)
            .enumerate()
        {
            let lanes = high.shape.count - index * lane.count() as usize;
            let amount = self.splat_of(lane, amounts, lanes)?;
            let amount = self.known_number(amount)? as u32 % bits;
            let left = if is_left { amount } else { bits - amount };
            if left % bits == 0 {
                regs.push(if is_left { high_reg } else { low_reg });
                continue;
            }
            let [left, right] = [left, bits - left].map(|amount| self.i32(amount as i32));
            let upper = self.shift_by(lane, BinaryOp::ShiftLeft, high_reg, left);
            let lower = self.shift_by(lane, BinaryOp::LogicalShiftRight, low_reg, right);
            regs.push(self.bitwise(BinaryOp::Or, upper, lower));
        }
        Some(regs)
    }
}

/// One instruction on every lane.
fn unary(name: &str, lane: LaneType) -> Option<Op> {
    let op = match name {
        "fneg" => return Some(negation(lane)),
        "abs" => VectorUnary::Abs,
        _ => VectorUnary::Float(unary_function(name)?),
    };
    let exists = op.lanes().contains(&lane);
    exists.then_some(Op::VectorUnary(lane, op))
}

/// One instruction on every pair of lanes of two registers.
fn binary(name: &str, lane: LaneType) -> Option<Op> {
    let op = match name {
        "smin" => VectorBinary::MinInt(Sign::Signed),
        "umin" => VectorBinary::MinInt(Sign::Unsigned),
        "smax" => VectorBinary::MaxInt(Sign::Signed),
        "umax" => VectorBinary::MaxInt(Sign::Unsigned),
        "sadd.sat" => VectorBinary::AddSaturating(Sign::Signed),
        "uadd.sat" => VectorBinary::AddSaturating(Sign::Unsigned),
        "ssub.sat" => VectorBinary::SubSaturating(Sign::Signed),
        "usub.sat" => VectorBinary::SubSaturating(Sign::Unsigned),
        "minimum" => VectorBinary::Min,
        "maximum" => VectorBinary::Max,
        _ => return None,
    };
    of_lanes(lane, op)
}
