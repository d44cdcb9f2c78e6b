//! Target-independent intrinsics on whole registers.

use unsnarl_ir::{BinaryOp, IntPredicate};
use wasm_encoder::Instruction;

use super::Vector;
use super::arithmetic::negation;
use crate::code::Reg;
use crate::error::Cause;
use crate::select::compare::Test;
use crate::select::intrinsic::Intrinsic;
use crate::select::{Extend, Selection};
use crate::shape::{LaneType, Shape};

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
        use Instruction as I;
        let steps: &[Instruction<'static>] = match lane {
            LaneType::I8 => &[I::I8x16Popcnt],
            LaneType::I16 => &[I::I8x16Popcnt, I::I16x8ExtAddPairwiseI8x16U],
            LaneType::I32 => &[
                I::I8x16Popcnt,
                I::I16x8ExtAddPairwiseI8x16U,
                I::I32x4ExtAddPairwiseI16x8U,
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
        let size = lane.bytes();
        let lanes = std::array::from_fn(|at| (at / size * size + size - 1 - at % size) as u8);
        regs.iter()
            .map(|&reg| self.wide_op(Instruction::I8x16Shuffle(lanes), &[reg, reg]))
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
                    selection.wide_op(Instruction::V128Bitselect, &[sign, value, bit])
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
    fn wide_extreme(
        &mut self,
        op: &Instruction<'static>,
        lane: LaneType,
        left: Reg,
        right: Reg,
    ) -> Reg {
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
            let lanes = high.shape.count - index * lane.per_register();
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
fn unary(name: &str, lane: LaneType) -> Option<Instruction<'static>> {
    use Instruction as I;
    use LaneType as L;
    Some(match (name, lane) {
        ("abs", L::I8) => I::I8x16Abs,
        ("abs", L::I16) => I::I16x8Abs,
        ("abs", L::I32) => I::I32x4Abs,
        ("abs", L::I64) => I::I64x2Abs,
        ("fabs", L::F32) => I::F32x4Abs,
        ("fabs", L::F64) => I::F64x2Abs,
        ("sqrt", L::F32) => I::F32x4Sqrt,
        ("sqrt", L::F64) => I::F64x2Sqrt,
        ("ceil", L::F32) => I::F32x4Ceil,
        ("ceil", L::F64) => I::F64x2Ceil,
        ("floor", L::F32) => I::F32x4Floor,
        ("floor", L::F64) => I::F64x2Floor,
        ("trunc", L::F32) => I::F32x4Trunc,
        ("trunc", L::F64) => I::F64x2Trunc,
        ("rint" | "nearbyint" | "roundeven", L::F32) => I::F32x4Nearest,
        ("rint" | "nearbyint" | "roundeven", L::F64) => I::F64x2Nearest,
        ("fneg", lane) => return negation(lane),
        _ => return None,
    })
}

/// One instruction on every pair of lanes of two registers.
fn binary(name: &str, lane: LaneType) -> Option<Instruction<'static>> {
    use Instruction as I;
    use LaneType as L;
    Some(match (name, lane) {
        ("smin", L::I8) => I::I8x16MinS,
        ("smin", L::I16) => I::I16x8MinS,
        ("smin", L::I32) => I::I32x4MinS,
        ("umin", L::I8) => I::I8x16MinU,
        ("umin", L::I16) => I::I16x8MinU,
        ("umin", L::I32) => I::I32x4MinU,
        ("smax", L::I8) => I::I8x16MaxS,
        ("smax", L::I16) => I::I16x8MaxS,
        ("smax", L::I32) => I::I32x4MaxS,
        ("umax", L::I8) => I::I8x16MaxU,
        ("umax", L::I16) => I::I16x8MaxU,
        ("umax", L::I32) => I::I32x4MaxU,
        ("sadd.sat", L::I8) => I::I8x16AddSatS,
        ("sadd.sat", L::I16) => I::I16x8AddSatS,
        ("uadd.sat", L::I8) => I::I8x16AddSatU,
        ("uadd.sat", L::I16) => I::I16x8AddSatU,
        ("ssub.sat", L::I8) => I::I8x16SubSatS,
        ("ssub.sat", L::I16) => I::I16x8SubSatS,
        ("usub.sat", L::I8) => I::I8x16SubSatU,
        ("usub.sat", L::I16) => I::I16x8SubSatU,
        ("minimum", L::F32) => I::F32x4Min,
        ("minimum", L::F64) => I::F64x2Min,
        ("maximum", L::F32) => I::F32x4Max,
        ("maximum", L::F64) => I::F64x2Max,
        _ => return None,
    })
}
