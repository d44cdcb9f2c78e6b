//! Intrinsics on whole registers: those of every target, and WebAssembly's own.
//!
//! *Limits:* the relaxed instructions, whose results depend on the machine, are refused as intrinsics that are not known.

use unsnarl_ir::{BinaryOp, IntPredicate, Operand};
use wasm_encoder::{Instruction, ValType};

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

    fn on_pairs(&mut self, name: &str, shape: Shape, pairs: &[[Reg; 2]]) -> Option<Vec<Reg>> {
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

    /// The smaller or larger number, and the other one if one is not a number.
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

    /// A funnel shift by a number that is known now and the same for all lanes.
    fn funnel_by_number(&mut self, is_left: bool, [high, low, amount]: [&Vector; 3]) -> Option<Vec<Reg>> {
        let (lane, bits) = (high.shape.lane, high.shape.lane.bits());
        let mut regs = Vec::with_capacity(high.regs.len());
        for (index, ((&high_reg, &low_reg), &amounts)) in
            high.regs.iter().zip(&low.regs).zip(&amount.regs).enumerate()
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

    /// All lanes joined, in any order: registers first, then halves of one.
    fn simd_reduce(&mut self, op: &str, operands: &[Operand]) -> Result<Option<Vec<Reg>>, Cause> {
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
        // What is not a number, and the order of roundings, matter to floating-point numbers.
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
        let (mut whole, mut lanes) = (regs[0], shape.count.min(shape.lane.per_register()));
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

    fn joined(&mut self, op: &str, shape: Shape, left: Reg, right: Reg) -> Result<Option<Reg>, Cause> {
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
            count: shape.lane.per_register(),
            ..shape
        };
        let regs = self.wide_binary_op(one, binary, &[[left, right]])?;
        Ok(regs.map(|regs| regs[0]))
    }

    /// Whether some bits of a mask are set, or all. A mask fills its register.
    fn reduced_mask(&mut self, op: &str, vector: &Vector) -> Option<Vec<Reg>> {
        let op = match op {
            "or" | "umax" | "smin" => Instruction::V128AnyTrue,
            "and" | "umin" | "smax" => all_true(vector.shape.lane),
            _ => return None,
        };
        Some(vec![self.pure(op, &[vector.regs[0]], ValType::I32)])
    }

    /// Intrinsics of WebAssembly's own, whose operands are whole registers.
    fn own_intrinsic(
        &mut self,
        name: &str,
        call: &Intrinsic<'_>,
    ) -> Result<Option<Vec<Reg>>, Cause> {
        let Some(first) = call.operands.first() else {
            return Ok(None);
        };
        let Some(first) = self.vector(*first)? else {
            return Ok(None);
        };
        let mut args = Vec::new();
        for &operand in &call.operands {
            args.extend(self.operand(operand)?);
        }
        if name == "shuffle" && args.len() == 18 {
            let lanes: Option<Vec<u8>> = args[2..]
                .iter()
                .map(|&lane| u8::try_from(self.known_number(lane)?).ok().filter(|&lane| lane < 32))
                .collect();
            let lanes: Option<[u8; 16]> = lanes.and_then(|lanes| lanes.try_into().ok());
            let lanes = lanes.ok_or(Cause::OperandType("llvm.wasm.shuffle"))?;
            return Ok(Some(vec![
                self.wide_op(Instruction::I8x16Shuffle(lanes), &args[..2]),
            ]));
        }
        let to = call.result.and_then(|result| self.link.forms.shape(result));
        let lane = first.shape.lane;
        let Some((op, count)) = own(name, lane, to.map(|to| to.lane)) else {
            return Ok(None);
        };
        if args.len() != count || args.iter().any(|&arg| self.body.ty(arg) != ValType::V128) {
            return Err(Cause::OperandType("an intrinsic"));
        }
        let ty = if to.is_some() { ValType::V128 } else { ValType::I32 };
        Ok(Some(vec![self.pure(op, &args, ty)]))
    }
}

fn all_true(lane: LaneType) -> Instruction<'static> {
    match lane.as_int() {
        LaneType::I8 => Instruction::I8x16AllTrue,
        LaneType::I16 => Instruction::I16x8AllTrue,
        LaneType::I32 => Instruction::I32x4AllTrue,
        _ => Instruction::I64x2AllTrue,
    }
}

/// What one instruction does to every lane.
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

/// What one instruction does to every lane and that of another register.
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

/// The instruction of an intrinsic of WebAssembly's own, and how many registers it takes.
fn own(name: &str, lane: LaneType, to: Option<LaneType>) -> Option<(Instruction<'static>, usize)> {
    use Instruction as I;
    use LaneType as L;
    let one = match (name, lane.as_int()) {
        ("bitmask", L::I8) => Some(I::I8x16Bitmask),
        ("bitmask", L::I16) => Some(I::I16x8Bitmask),
        ("bitmask", L::I32) => Some(I::I32x4Bitmask),
        ("bitmask", _) => Some(I::I64x2Bitmask),
        ("anytrue", _) => Some(I::V128AnyTrue),
        ("alltrue", _) => Some(all_true(lane)),
        ("extadd.pairwise.signed", L::I8) => Some(I::I16x8ExtAddPairwiseI8x16S),
        ("extadd.pairwise.signed", L::I16) => Some(I::I32x4ExtAddPairwiseI16x8S),
        ("extadd.pairwise.unsigned", L::I8) => Some(I::I16x8ExtAddPairwiseI8x16U),
        ("extadd.pairwise.unsigned", L::I16) => Some(I::I32x4ExtAddPairwiseI16x8U),
        ("popcnt", L::I8) => Some(I::I8x16Popcnt),
        _ => None,
    };
    if let Some(op) = one {
        return Some((op, 1));
    }
    let two = match (name, lane, to) {
        ("swizzle", L::I8, _) => I::I8x16Swizzle,
        ("dot", L::I16, _) => I::I32x4DotI16x8S,
        ("q15mulr.sat.signed" | "q15mulr.saturate.signed", L::I16, _) => I::I16x8Q15MulrSatS,
        ("avgr.unsigned", L::I8, _) => I::I8x16AvgrU,
        ("avgr.unsigned", L::I16, _) => I::I16x8AvgrU,
        ("narrow.signed", L::I16, Some(L::I8)) => I::I8x16NarrowI16x8S,
        ("narrow.signed", L::I32, Some(L::I16)) => I::I16x8NarrowI32x4S,
        ("narrow.unsigned", L::I16, Some(L::I8)) => I::I8x16NarrowI16x8U,
        ("narrow.unsigned", L::I32, Some(L::I16)) => I::I16x8NarrowI32x4U,
        ("sub.sat.signed" | "sub.saturate.signed", L::I8, _) => I::I8x16SubSatS,
        ("sub.sat.signed" | "sub.saturate.signed", L::I16, _) => I::I16x8SubSatS,
        ("sub.sat.unsigned" | "sub.saturate.unsigned", L::I8, _) => I::I8x16SubSatU,
        ("sub.sat.unsigned" | "sub.saturate.unsigned", L::I16, _) => I::I16x8SubSatU,
        ("pmin", L::F32, _) => I::F32x4PMin,
        ("pmin", L::F64, _) => I::F64x2PMin,
        ("pmax", L::F32, _) => I::F32x4PMax,
        ("pmax", L::F64, _) => I::F64x2PMax,
        ("bitselect", _, _) => return Some((I::V128Bitselect, 3)),
        _ => return None,
    };
    Some((two, 2))
}
