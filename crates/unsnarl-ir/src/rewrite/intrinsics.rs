//! Integer intrinsics that the target does not have, and conversions between wide integers and
//! floating-point numbers: lowered to arithmetic, comparisons and selects on such integers.
//!
//! ```text
//! %r = call {i200, i1} @llvm.uadd.with.overflow.i200(i200 %a, i200 %b)
//!                 →   %s = add i200 %a, %b
//!                     %o = icmp ult i200 %s, %a
//!                     %t = insertvalue {i200, i1} poison, i200 %s, 0
//!                     %r = insertvalue {i200, i1} %t, i1 %o, 1
//! ```
//! *Cost:* some instructions for each limb of 64 bits; a product is twice as wide as its factors.
//! *Limits:* no vectors; no fixed-point arithmetic.

use crate::builder::Cursor;
use crate::debug::Point;
use crate::function::Function;
use crate::id::{BlockId, Id, InstId, TypeId};
use crate::inst::{Call, Callee, Op, Operand};
use crate::intrinsic::base_name;
use crate::module::Module;
use crate::ops::{BinaryOp, CastOp, IntPredicate};

use super::draft::{Edit, width};
use super::floats::Rounding;
use super::target::Target;

/// The maximum number of bits of a number that are converted at once.
const DIGITS: u32 = 128;

/// Expands all of them.
pub(super) fn expand(edit: &mut Edit<'_, '_, '_>) {
    for index in 0..edit.function().blocks.len() {
        let block = BlockId::new(index);
        let contents = &edit.function().blocks[block];
        let mut insts = contents.insts.iter();
        if insts.any(|&inst| is_wide(edit.module(), edit.function(), edit.target, inst)) {
            expand_block(edit, block);
        }
    }
}

fn expand_block(edit: &mut Edit<'_, '_, '_>, block: BlockId) {
    for inst in edit.builder().take_insts(block) {
        let first = edit.function().blocks[block].insts.len();
        edit.builder().stand_for(Point::Inst(inst));
        if let Some(op) = written(edit, block, inst) {
            edit.builder().replace(inst, op);
        }
        let builder = edit.builder();
        builder.put(block, inst);
        builder.move_records_to(Point::Inst(inst), block, first);
    }
}

fn is_wide(module: &Module, function: &Function, target: &Target, inst: InstId) -> bool {
    let inst = &function.insts[inst];
    let widest = target.intrinsics.max(DIGITS);
    let is_beyond = |width: u32| width > widest;
    let is_odd =
        |width: u32| !target.odd_intrinsics && !matches!(width, 1 | 8 | 16 | 32 | 64 | 128);
    let of = |operand| width(module, function, operand);
    let result = inst.result.map(|result| function.value_type(result));
    let result = result.and_then(|ty| module.types.int_width(ty));
    match &inst.op {
        Op::Call(call) => {
            let arguments = call.arguments.iter().map(|argument| of(argument.value));
            let mut widths = arguments.chain([result]).flatten();
            matches!(call.callee, Callee::Direct(id) if module.intrinsic(id).is_some())
                && widths.any(|width| is_beyond(width) || is_odd(width))
        }
        Op::Cast { op, value, .. } => {
            conversion(*op).is_some() && of(*value).into_iter().chain(result).any(is_beyond)
        }
        _ => false,
    }
}

/// A conversion between integers and floating-point numbers, and whether the integer is signed.
fn conversion(op: CastOp) -> Option<(Conversion, bool)> {
    Some(match op {
        CastOp::FloatToSigned => (Conversion::ToInt(Rounding::Any), true),
        CastOp::FloatToUnsigned => (Conversion::ToInt(Rounding::Any), false),
        CastOp::SignedToFloat => (Conversion::ToFloat, true),
        CastOp::UnsignedToFloat => (Conversion::ToFloat, false),
        _ => return None,
    })
}

#[derive(Clone, Copy)]
enum Conversion {
    ToInt(Rounding),
    ToFloat,
}

/// The operation that replaces an instruction, after its operands have been written; nothing if the
/// instruction stays.
fn written(edit: &mut Edit<'_, '_, '_>, block: BlockId, id: InstId) -> Option<Op> {
    let inst = &edit.function().insts[id];
    let result = edit.function().value_type(inst.result?);
    if !is_wide(edit.module(), edit.function(), edit.target, id) {
        return None;
    }
    let op = inst.op.clone();
    let mut cursor = edit.at_end(block);
    match op {
        Op::Cast { op, value, .. } => {
            let (conversion, is_signed) = conversion(op)?;
            Some(Op::Freeze(
                cursor.convert(conversion, is_signed, value, result)?,
            ))
        }
        Op::Call(call) => cursor.written_out(&call, result),
        _ => None,
    }
}

impl Cursor<'_, '_> {
    fn convert(
        &mut self,
        conversion: Conversion,
        is_signed: bool,
        value: Operand,
        result: TypeId,
    ) -> Option<Operand> {
        match conversion {
            Conversion::ToInt(rounding) => self.float_to_int(value, result, is_signed, rounding),
            Conversion::ToFloat => self.int_to_float(value, result, is_signed),
        }
    }

    fn written_out(&mut self, call: &Call, result: TypeId) -> Option<Op> {
        let Callee::Direct(callee) = call.callee else {
            return None;
        };
        let base = base_name(self.tables.module().intrinsic(callee)?).to_owned();
        let operands: Vec<Operand> = call
            .arguments
            .iter()
            .map(|argument| argument.value)
            .collect();
        let first = *operands.first()?;
        if let Some((conversion, is_signed)) = named_conversion(&base) {
            // The fraction of a number must fit in the resulting integer.
            let types = &self.tables.module().types;
            let mut widths = [self.ty(first), result]
                .map(|ty| types.int_width(ty))
                .into_iter();
            if !widths.any(|width| width.is_some_and(|width| width > DIGITS)) {
                return None;
            }
            return Some(Op::Freeze(
                self.convert(conversion, is_signed, first, result)?,
            ));
        }
        if let Some(&second) = operands.get(1)
            && let Some(name) = base.strip_suffix(".with.overflow")
        {
            let (value, flag) = self.overflowing(name, first, second)?;
            return Some(self.pair(result, value, flag));
        }
        let value = match (&*base, &operands[..]) {
            ("ctpop", _) => self.population(first),
            ("ctlz", _) => self.leading_zeros(first),
            ("cttz", _) => self.trailing_zeros(first),
            ("bswap" | "bitreverse", _) => self.reversed(&base, first),
            ("abs", _) => {
                let is_negative = self.compare_zero(IntPredicate::SignedLess, first);
                let negative = self.negative(first);
                self.select(is_negative, negative, first)
            }
            ("fshl" | "fshr", &[high, low, amount]) => self.funnel(&base, high, low, amount),
            (_, &[left, right]) => self.of_two(&base, left, right, result)?,
            _ => return None,
        };
        Some(Op::Freeze(value))
    }

    fn of_two(
        &mut self,
        base: &str,
        left: Operand,
        right: Operand,
        result: TypeId,
    ) -> Option<Operand> {
        use IntPredicate as P;
        let (above, below) = match base.starts_with('u') {
            true => (P::UnsignedGreater, P::UnsignedLess),
            false => (P::SignedGreater, P::SignedLess),
        };
        Some(match base {
            "smax" | "umax" | "smin" | "umin" => {
                let predicate = if base.ends_with("max") { above } else { below };
                let holds = self.compare(predicate, left, right);
                self.select(holds, left, right)
            }
            "scmp" | "ucmp" => {
                let order = [above, below].map(|predicate| {
                    let holds = self.compare(predicate, left, right);
                    self.cast(CastOp::ZeroExtend, holds, result)
                });
                self.binary(BinaryOp::Sub, order[0], order[1])
            }
            "sshl.sat" | "ushl.sat" => self.shifted_saturating(base, left, right),
            _ => {
                let name = base.strip_suffix(".sat")?;
                let (value, flag) = match name {
                    "sadd" | "uadd" | "ssub" | "usub" => self.overflowing(name, left, right)?,
                    _ => return None,
                };
                let limit = match name {
                    "uadd" => self.tables.ones(self.width(left), self.width(left)),
                    "usub" => self.number(self.width(left), 0),
                    _ => self.limit_beyond(left),
                };
                self.select(flag, limit, value)
            }
        })
    }

    /// The least number if `value` is negative, otherwise the greatest.
    fn limit_beyond(&mut self, value: Operand) -> Operand {
        let width = self.width(value);
        let most = self.tables.ones(width, width - 1);
        let least = self.tables.ones(width, width);
        let least = self.binary(BinaryOp::Xor, most, least);
        let is_negative = self.compare_zero(IntPredicate::SignedLess, value);
        self.select(is_negative, least, most)
    }

    fn shifted_saturating(&mut self, base: &str, value: Operand, amount: Operand) -> Operand {
        let width = self.width(value);
        let (back, limit) = match base {
            "sshl.sat" => (BinaryOp::ArithmeticShiftRight, self.limit_beyond(value)),
            _ => (BinaryOp::LogicalShiftRight, self.tables.ones(width, width)),
        };
        let shifted = self.binary(BinaryOp::ShiftLeft, value, amount);
        let back = self.binary(back, shifted, amount);
        let is_kept = self.compare(IntPredicate::Equal, back, value);
        self.select(is_kept, shifted, limit)
    }

    /// A result truncated to the width, and whether truncation changed it.
    fn overflowing(
        &mut self,
        name: &str,
        left: Operand,
        right: Operand,
    ) -> Option<(Operand, Operand)> {
        use {BinaryOp as B, IntPredicate as P};
        let op = match name {
            "sadd" | "uadd" => B::Add,
            "ssub" | "usub" => B::Sub,
            "smul" => return Some(self.product(CastOp::SignExtend, left, right)),
            "umul" => return Some(self.product(CastOp::ZeroExtend, left, right)),
            _ => return None,
        };
        let value = self.binary(op, left, right);
        let flag = match name {
            "uadd" => self.compare(P::UnsignedLess, value, left),
            "usub" => self.compare(P::UnsignedLess, left, right),
            // The sign differs from that of the left operand in a way that the right operand does
            // not explain.
            _ => {
                let other = if op == B::Add { value } else { left };
                let by = self.binary(B::Xor, right, other);
                let changed = self.binary(B::Xor, value, left);
                let wrong = self.binary(B::And, by, changed);
                self.compare_zero(P::SignedLess, wrong)
            }
        };
        Some((value, flag))
    }

    /// The product, twice as wide, equals the truncated product when that is extended again.
    fn product(&mut self, extend: CastOp, left: Operand, right: Operand) -> (Operand, Operand) {
        let (ty, double) = (self.ty(left), 2 * self.width(left));
        let double = self.tables.int(double);
        let [left, right] = [left, right].map(|factor| self.cast(extend, factor, double));
        let whole = self.binary(BinaryOp::Mul, left, right);
        let value = self.cast(CastOp::Truncate, whole, ty);
        let again = self.cast(extend, value, double);
        let flag = self.compare(IntPredicate::NotEqual, whole, again);
        (value, flag)
    }

    /// `{ value, flag }`.
    fn pair(&mut self, ty: TypeId, value: Operand, flag: Operand) -> Op {
        let poison = self.poison(ty);
        Op::InsertValue {
            aggregate: self.insert_value(poison, value, 0),
            value: flag,
            path: [1].into(),
        }
    }

    fn population(&mut self, value: Operand) -> Operand {
        let mut sum = self.number(64, 0);
        for limb in self.limbs(value) {
            let count = self.of_limb("ctpop", &[limb]);
            sum = self.binary(BinaryOp::Add, sum, count);
        }
        self.resized(sum, self.width(value))
    }

    /// Determined by the highest limb that is not 0.
    fn leading_zeros(&mut self, value: Operand) -> Operand {
        let width = self.width(value);
        let is_poison = self.number(1, 0);
        let limbs = self.limbs(value);
        let spare = 64 * limbs.len() as u32 - width;
        let mut count = self.number(64, width.into());
        for (limb, above) in limbs.into_iter().zip((0..width.div_ceil(64)).rev()) {
            // The zeros above the width do not count; they are fewer than the zeros found in the
            // limb.
            let own = self.of_limb("ctlz", &[limb, is_poison]);
            let own = self.binary_number(BinaryOp::Add, own, 64 * above);
            let own = self.binary_number(BinaryOp::Sub, own, spare);
            let is_zero = self.compare_zero(IntPredicate::Equal, limb);
            count = self.select(is_zero, count, own);
        }
        self.resized(count, width)
    }

    /// Determined by the lowest limb that is not 0.
    fn trailing_zeros(&mut self, value: Operand) -> Operand {
        let width = self.width(value);
        let is_poison = self.number(1, 0);
        let mut count = self.number(64, width.into());
        for (index, limb) in self.limbs(value).into_iter().enumerate().rev() {
            let own = self.of_limb("cttz", &[limb, is_poison]);
            let own = self.binary_number(BinaryOp::Add, own, 64 * index as u32);
            let is_zero = self.compare_zero(IntPredicate::Equal, limb);
            count = self.select(is_zero, count, own);
        }
        self.resized(count, width)
    }

    /// The limbs in the opposite order, each reversed; the bits that were above the width are now
    /// below.
    fn reversed(&mut self, base: &str, value: Operand) -> Operand {
        let width = self.width(value);
        let mut limbs = self.limbs(value);
        limbs.reverse();
        let limbs: Vec<Operand> = limbs
            .into_iter()
            .map(|limb| self.of_limb(base, &[limb]))
            .collect();
        let all = self.joined(&limbs);
        let spare = self.width(all) - width;
        let moved = self.binary_number(BinaryOp::LogicalShiftRight, all, spare);
        self.resized(moved, width)
    }

    /// The high or the low half of two numbers side by side after a shift.
    fn funnel(&mut self, base: &str, high: Operand, low: Operand, amount: Operand) -> Operand {
        use BinaryOp as B;
        let width = self.width(high);
        let amount = match width.is_power_of_two() {
            true => self.binary_number(B::And, amount, width - 1),
            false => self.binary_number(B::UnsignedRem, amount, width),
        };
        // In two steps, because a shift by the width is poison.
        let last = self.number(width, u128::from(width) - 1);
        let rest = self.binary(B::Sub, last, amount);
        let (high, low) = match base {
            "fshl" => {
                let low = self.binary_number(B::LogicalShiftRight, low, 1);
                (
                    self.binary(B::ShiftLeft, high, amount),
                    self.binary(B::LogicalShiftRight, low, rest),
                )
            }
            _ => {
                let high = self.binary_number(B::ShiftLeft, high, 1);
                (
                    self.binary(B::ShiftLeft, high, rest),
                    self.binary(B::LogicalShiftRight, low, amount),
                )
            }
        };
        self.binary(B::Or, high, low)
    }
}

fn named_conversion(base: &str) -> Option<(Conversion, bool)> {
    Some(match base {
        "fptosi.sat" => (Conversion::ToInt(Rounding::Nearest), true),
        "fptoui.sat" => (Conversion::ToInt(Rounding::Nearest), false),
        "experimental.constrained.fptosi" => (Conversion::ToInt(Rounding::Any), true),
        "experimental.constrained.fptoui" => (Conversion::ToInt(Rounding::Any), false),
        "experimental.constrained.sitofp" => (Conversion::ToFloat, true),
        "experimental.constrained.uitofp" => (Conversion::ToFloat, false),
        _ => return None,
    })
}
