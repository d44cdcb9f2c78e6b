//! Target-independent intrinsics on whole registers.

use unsnarl_ir::{BinaryOp, IntPredicate};
use unsnarl_low::op::float::FloatUnary;
use unsnarl_low::op::vector::{VectorBinary, VectorUnary};
use unsnarl_low::{LaneType, Op, Reg, Sign};

use super::Vector;
use super::arithmetic::negation;
use crate::error::Cause;
use crate::select::compare::Test;
use crate::select::intrinsic::Intrinsic;
use crate::select::{Extend, Selection};
use crate::shape::Shape;

impl Selection<'_> {
    /// An intrinsic on whole registers, if it is one.
    pub(in crate::select) fn simd_intrinsic(
        &mut self,
        call: &Intrinsic<'_>,
    ) -> Result<Option<Vec<Reg>>, Cause> {
        if !self.link.forms.has_simd() || call.result.is_none() {
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

    fn on_one(&mut self, call: &Intrinsic<'_>, value: &Vector) -> Result<Option<Vec<Reg>>, Cause> {
        let shape = value.shape;
        if shape.is_mask {
            return Ok(None);
        }
        if let Some(op) = unary(call.base, shape.lane) {
            return Ok(Some(self.each(&op, &value.regs)));
        }
        let to = call.result.and_then(|result| self.link.forms.shape(result));
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
        let steps: &[Op] = match lane {
            LaneType::I8 => &[Op::VectorUnary(LaneType::I8, VectorUnary::Popcnt)],
            LaneType::I16 => &[
                Op::VectorUnary(LaneType::I8, VectorUnary::Popcnt),
                Op::VectorUnary(LaneType::I16, VectorUnary::ExtendAddPairs(Sign::Unsigned)),
            ],
            LaneType::I32 => &[
                Op::VectorUnary(LaneType::I8, VectorUnary::Popcnt),
                Op::VectorUnary(LaneType::I16, VectorUnary::ExtendAddPairs(Sign::Unsigned)),
                Op::VectorUnary(LaneType::I32, VectorUnary::ExtendAddPairs(Sign::Unsigned)),
            ],
            _ => return None,
        };
        let mut regs = regs.to_vec();
        for op in steps {
            regs = self.each(op, &regs);
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
            return Some(self.each_pair(&op, pairs));
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
                    selection.wide_extreme(&op, lane, left, right)
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
    fn wide_extreme(&mut self, op: &Op, lane: LaneType, left: Reg, right: Reg) -> Reg {
        let extreme = self.wide_op(op.clone(), &[left, right]);
        let right_is_nan = self.wide_test(Test::Ne, lane, right, right);
        let unless_right = self.blended(right_is_nan, left, extreme);
        let left_is_nan = self.wide_test(Test::Ne, lane, left, left);
        self.blended(left_is_nan, right, unless_right)
    }

    fn on_three(
        &mut self,
        name: &str,
        [first, second, third]: [&Vector; 3],
    ) -> Result<Option<Vec<Reg>>, Cause> {
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
    use LaneType as L;
    Some(match (name, lane) {
        ("abs", L::I8) => Op::VectorUnary(LaneType::I8, VectorUnary::Abs),
        ("abs", L::I16) => Op::VectorUnary(LaneType::I16, VectorUnary::Abs),
        ("abs", L::I32) => Op::VectorUnary(LaneType::I32, VectorUnary::Abs),
        ("abs", L::I64) => Op::VectorUnary(LaneType::I64, VectorUnary::Abs),
        ("fabs", L::F32) => Op::VectorUnary(LaneType::F32, VectorUnary::Float(FloatUnary::Abs)),
        ("fabs", L::F64) => Op::VectorUnary(LaneType::F64, VectorUnary::Float(FloatUnary::Abs)),
        ("sqrt", L::F32) => Op::VectorUnary(LaneType::F32, VectorUnary::Float(FloatUnary::Sqrt)),
        ("sqrt", L::F64) => Op::VectorUnary(LaneType::F64, VectorUnary::Float(FloatUnary::Sqrt)),
        ("ceil", L::F32) => Op::VectorUnary(LaneType::F32, VectorUnary::Float(FloatUnary::Ceil)),
        ("ceil", L::F64) => Op::VectorUnary(LaneType::F64, VectorUnary::Float(FloatUnary::Ceil)),
        ("floor", L::F32) => Op::VectorUnary(LaneType::F32, VectorUnary::Float(FloatUnary::Floor)),
        ("floor", L::F64) => Op::VectorUnary(LaneType::F64, VectorUnary::Float(FloatUnary::Floor)),
        ("trunc", L::F32) => Op::VectorUnary(LaneType::F32, VectorUnary::Float(FloatUnary::Trunc)),
        ("trunc", L::F64) => Op::VectorUnary(LaneType::F64, VectorUnary::Float(FloatUnary::Trunc)),
        ("rint" | "nearbyint" | "roundeven", L::F32) => {
            Op::VectorUnary(LaneType::F32, VectorUnary::Float(FloatUnary::Nearest))
        }
        ("rint" | "nearbyint" | "roundeven", L::F64) => {
            Op::VectorUnary(LaneType::F64, VectorUnary::Float(FloatUnary::Nearest))
        }
        ("fneg", lane) => return Some(negation(lane)),
        _ => return None,
    })
}

/// One instruction on every pair of lanes of two registers.
fn binary(name: &str, lane: LaneType) -> Option<Op> {
    use LaneType as L;
    Some(match (name, lane) {
        ("smin", L::I8) => Op::VectorBinary(LaneType::I8, VectorBinary::MinInt(Sign::Signed)),
        ("smin", L::I16) => Op::VectorBinary(LaneType::I16, VectorBinary::MinInt(Sign::Signed)),
        ("smin", L::I32) => Op::VectorBinary(LaneType::I32, VectorBinary::MinInt(Sign::Signed)),
        ("umin", L::I8) => Op::VectorBinary(LaneType::I8, VectorBinary::MinInt(Sign::Unsigned)),
        ("umin", L::I16) => Op::VectorBinary(LaneType::I16, VectorBinary::MinInt(Sign::Unsigned)),
        ("umin", L::I32) => Op::VectorBinary(LaneType::I32, VectorBinary::MinInt(Sign::Unsigned)),
        ("smax", L::I8) => Op::VectorBinary(LaneType::I8, VectorBinary::MaxInt(Sign::Signed)),
        ("smax", L::I16) => Op::VectorBinary(LaneType::I16, VectorBinary::MaxInt(Sign::Signed)),
        ("smax", L::I32) => Op::VectorBinary(LaneType::I32, VectorBinary::MaxInt(Sign::Signed)),
        ("umax", L::I8) => Op::VectorBinary(LaneType::I8, VectorBinary::MaxInt(Sign::Unsigned)),
        ("umax", L::I16) => Op::VectorBinary(LaneType::I16, VectorBinary::MaxInt(Sign::Unsigned)),
        ("umax", L::I32) => Op::VectorBinary(LaneType::I32, VectorBinary::MaxInt(Sign::Unsigned)),
        ("sadd.sat", L::I8) => {
            Op::VectorBinary(LaneType::I8, VectorBinary::AddSaturating(Sign::Signed))
        }
        ("sadd.sat", L::I16) => {
            Op::VectorBinary(LaneType::I16, VectorBinary::AddSaturating(Sign::Signed))
        }
        ("uadd.sat", L::I8) => {
            Op::VectorBinary(LaneType::I8, VectorBinary::AddSaturating(Sign::Unsigned))
        }
        ("uadd.sat", L::I16) => {
            Op::VectorBinary(LaneType::I16, VectorBinary::AddSaturating(Sign::Unsigned))
        }
        ("ssub.sat", L::I8) => {
            Op::VectorBinary(LaneType::I8, VectorBinary::SubSaturating(Sign::Signed))
        }
        ("ssub.sat", L::I16) => {
            Op::VectorBinary(LaneType::I16, VectorBinary::SubSaturating(Sign::Signed))
        }
        ("usub.sat", L::I8) => {
            Op::VectorBinary(LaneType::I8, VectorBinary::SubSaturating(Sign::Unsigned))
        }
        ("usub.sat", L::I16) => {
            Op::VectorBinary(LaneType::I16, VectorBinary::SubSaturating(Sign::Unsigned))
        }
        ("minimum", L::F32) => Op::VectorBinary(LaneType::F32, VectorBinary::Min),
        ("minimum", L::F64) => Op::VectorBinary(LaneType::F64, VectorBinary::Min),
        ("maximum", L::F32) => Op::VectorBinary(LaneType::F32, VectorBinary::Max),
        ("maximum", L::F64) => Op::VectorBinary(LaneType::F64, VectorBinary::Max),
        _ => return None,
    })
}
