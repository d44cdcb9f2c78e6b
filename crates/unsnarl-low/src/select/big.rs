//! Integers of more than 128 bits: limbs of 64 bits, the lowest first.
//!
//! clang reads a long row of bit-fields as one such integer, shifts it, masks it and writes it
//! back. Divisions are [loops](unsnarl_ir::rewrite) by then, and so are products of many limbs;
//! intrinsics and conversions from and to floating-point numbers are arithmetic. The code of every
//! operation is linear in the limbs, that of a shift by a factor of their logarithm more.
//! *Limits:* no vectors of them.

use crate::machine::Reg;
use crate::op::int::IntBinary;
use unsnarl_ir::{BinaryOp, CastOp, IntPredicate, Operand, TypeId};

use crate::select::error::SelectError;
use crate::select::error::unsupported;
use crate::select::extend::Extend;
use crate::select::selection::Selection;

impl Selection<'_> {
    /// The width of an integer of more than 128 bits.
    pub(super) fn big_width(&self, ty: TypeId) -> Option<u32> {
        self.module.types.int_width(ty).filter(|&width| width > 128)
    }

    pub(super) fn big_binary(
        &mut self,
        op: BinaryOp,
        width: u32,
        left: Operand,
        right: Operand,
    ) -> Result<Vec<Reg>, SelectError> {
        let (left, right) = (self.operand(left)?, self.operand(right)?);
        if left.len() != right.len() {
            return Err(SelectError::OperandType("arithmetic"));
        }
        Ok(match op {
            BinaryOp::And => self.limbwise(IntBinary::And, &left, &right),
            BinaryOp::Or => self.limbwise(IntBinary::Or, &left, &right),
            BinaryOp::Xor => self.limbwise(IntBinary::Xor, &left, &right),
            BinaryOp::Add => self.big_add(&left, &right),
            BinaryOp::Sub => {
                let right = self.big_not(&right);
                let one = self.i64(1);
                self.big_add_carry(&left, &right, one)
            }
            BinaryOp::Mul => self.big_mul(&left, &right),
            BinaryOp::ShiftLeft => self.big_shift_left(&left, right[0]),
            BinaryOp::LogicalShiftRight => {
                let left = self.big_extended(left, width, Extend::Zero);
                self.big_shift_right(&left, right[0], Extend::Zero)
            }
            BinaryOp::ArithmeticShiftRight => {
                let left = self.big_extended(left, width, Extend::Sign);
                self.big_shift_right(&left, right[0], Extend::Sign)
            }
            // Divisions were expanded.
            _ => return Err(SelectError::OperandType("integer arithmetic")),
        })
    }

    fn limbwise(&mut self, op: IntBinary, left: &[Reg], right: &[Reg]) -> Vec<Reg> {
        let pairs = left.iter().zip(right);
        pairs
            .map(|(&left, &right)| self.int_op(op, left, right))
            .collect()
    }

    fn big_not(&mut self, limbs: &[Reg]) -> Vec<Reg> {
        let limbs = limbs.iter();
        limbs
            .map(|&limb| self.int_op_number(IntBinary::Xor, limb, -1))
            .collect()
    }

    fn big_add(&mut self, left: &[Reg], right: &[Reg]) -> Vec<Reg> {
        let zero = self.i64(0);
        self.big_add_carry(left, right, zero)
    }

    fn big_add_carry(&mut self, left: &[Reg], right: &[Reg], mut carry: Reg) -> Vec<Reg> {
        let mut sum = Vec::new();
        for (&left, &right) in left.iter().zip(right) {
            let first = self.int_op(IntBinary::Add, left, right);
            let second = self.int_op(IntBinary::Add, first, carry);
            // At most one of the two additions wraps.
            let wraps = self.compare(IntPredicate::UnsignedLess, first, left);
            let wraps_then = self.compare(IntPredicate::UnsignedLess, second, first);
            let wraps = self.int_op(IntBinary::Or, wraps, wraps_then);
            carry = self.widened(wraps, Extend::Zero);
            sum.push(second);
        }
        sum
    }

    /// Each product of two limbs is added at its place; bits above the width are left out.
    /// Limbs that are known to be zero cost nothing, so that a number of one limb takes a pass over
    /// the other.
    fn big_mul(&mut self, left: &[Reg], right: &[Reg]) -> Vec<Reg> {
        let [many, few] = match self.limbs_of_work(left) < self.limbs_of_work(right) {
            true => [right, left],
            false => [left, right],
        };
        let zero = self.i64(0);
        let mut sum = vec![zero; many.len()];
        for (at, &limb) in few.iter().enumerate() {
            if self.known_number(limb) != Some(0) {
                self.add_multiple(&mut sum[at..], many, limb);
            }
        }
        sum
    }

    /// How many limbs are not known to be zero.
    fn limbs_of_work(&self, limbs: &[Reg]) -> usize {
        let limbs = limbs.iter();
        limbs
            .filter(|&&limb| self.known_number(limb) != Some(0))
            .count()
    }

    /// Adds a number times a limb. No carry overflows: a product of limbs is at most (2^64 - 1)^2,
    /// which leaves room for two limbs more.
    fn add_multiple(&mut self, sum: &mut [Reg], number: &[Reg], limb: Reg) {
        let mut carry = self.i64(0);
        let last = sum.len() - 1;
        for (index, (sum, &own)) in sum.iter_mut().zip(number).enumerate() {
            if index == last {
                let product = self.int_op(IntBinary::Mul, own, limb);
                let product = self.int_op(IntBinary::Add, product, carry);
                *sum = self.int_op(IntBinary::Add, *sum, product);
                break;
            }
            let [mut low, mut high] = self.full_product(own, limb);
            for more in [carry, *sum] {
                if self.known_number(more) != Some(0) {
                    [low, high] = self.add_to_product([low, high], more);
                }
            }
            (*sum, carry) = (low, high);
        }
    }

    fn add_to_product(&mut self, [low, high]: [Reg; 2], more: Reg) -> [Reg; 2] {
        let sum = self.int_op(IntBinary::Add, low, more);
        let wraps = self.compare(IntPredicate::UnsignedLess, sum, more);
        let wraps = self.widened(wraps, Extend::Zero);
        [sum, self.int_op(IntBinary::Add, high, wraps)]
    }

    /// Sets the bits of the last limb above the width.
    pub(super) fn big_extended(
        &mut self,
        mut limbs: Vec<Reg>,
        width: u32,
        extend: Extend,
    ) -> Vec<Reg> {
        let spare = limbs.len() as u32 * 64 - width;
        if let Some(last) = limbs.last_mut() {
            *last = self.extend(*last, 64 - spare, extend);
        }
        limbs
    }

    fn big_shift_left(&mut self, limbs: &[Reg], amount: Reg) -> Vec<Reg> {
        let zero = self.i64(0);
        let moved = self.moved_limbs(limbs, amount, |limbs, index, by| {
            index.checked_sub(by).map_or(zero, |from| limbs[from])
        });
        if self.moves_limbs(amount) {
            return moved;
        }
        let inverse = self.int_op_number(IntBinary::Xor, amount, 63);
        let mut shifted = Vec::new();
        for (index, &limb) in moved.iter().enumerate() {
            let mut limb = self.int_op(IntBinary::Shl, limb, amount);
            if let Some(below) = index.checked_sub(1) {
                // In two steps, because a shift by 64 - 0 would be one by 0.
                let crossing = self.int_op_number(IntBinary::ShrU, moved[below], 1);
                let crossing = self.int_op(IntBinary::ShrU, crossing, inverse);
                limb = self.int_op(IntBinary::Or, limb, crossing);
            }
            shifted.push(limb);
        }
        shifted
    }

    /// The last limb is extended already.
    fn big_shift_right(&mut self, limbs: &[Reg], amount: Reg, extend: Extend) -> Vec<Reg> {
        let fill = self.high_of(limbs[limbs.len() - 1], extend);
        let moved = self.moved_limbs(limbs, amount, |limbs, index, by| {
            limbs.get(index + by).copied().unwrap_or(fill)
        });
        if self.moves_limbs(amount) {
            return moved;
        }
        let inverse = self.int_op_number(IntBinary::Xor, amount, 63);
        let mut shifted = Vec::new();
        for (index, &limb) in moved.iter().enumerate() {
            let limb = match moved.get(index + 1) {
                Some(&above) => {
                    let limb = self.int_op(IntBinary::ShrU, limb, amount);
                    let crossing = self.int_op_number(IntBinary::Shl, above, 1);
                    let crossing = self.int_op(IntBinary::Shl, crossing, inverse);
                    self.int_op(IntBinary::Or, limb, crossing)
                }
                None if extend == Extend::Sign => self.int_op(IntBinary::ShrS, limb, amount),
                None => self.int_op(IntBinary::ShrU, limb, amount),
            };
            shifted.push(limb);
        }
        shifted
    }

    /// Tells whether an amount is known and a multiple of the limb size.
    fn moves_limbs(&self, amount: Reg) -> bool {
        self.known_number(amount)
            .is_some_and(|amount| amount % 64 == 0)
    }

    /// The limbs moved by the whole limbs of an amount; `from` gives the source of an index.
    fn moved_limbs(
        &mut self,
        limbs: &[Reg],
        amount: Reg,
        from: impl Fn(&[Reg], usize, usize) -> Reg,
    ) -> Vec<Reg> {
        let moved = |limbs: &[Reg], by: usize| -> Vec<Reg> {
            (0..limbs.len())
                .map(|index| from(limbs, index, by))
                .collect()
        };
        if let Some(amount) = self.known_number(amount) {
            return moved(limbs, usize::try_from(amount / 64).unwrap_or(0));
        }
        // Bit by bit of the number of limbs.
        let mut limbs = limbs.to_vec();
        let mut by = 1;
        while by < limbs.len() {
            let bit = self.int_op_number(IntBinary::And, amount, 64 * by as i64);
            let zero = self.i64(0);
            let moves = self.compare(IntPredicate::NotEqual, bit, zero);
            let pairs = moved(&limbs, by).into_iter().zip(limbs);
            limbs = pairs
                .map(|(there, here)| self.choose(moves, there, here))
                .collect();
            by *= 2;
        }
        limbs
    }

    pub(super) fn big_compare(
        &mut self,
        predicate: IntPredicate,
        width: u32,
        left: Operand,
        right: Operand,
    ) -> Result<Vec<Reg>, SelectError> {
        let extend = super::compare::extension(predicate);
        let (left, right) = (self.operand(left)?, self.operand(right)?);
        let left = self.big_extended(left, width, extend);
        let right = self.big_extended(right, width, extend);
        // All but the two lowest limbs decide before these, and only the highest has a sign.
        let mut holds = self.wide_compare(
            unsigned(predicate),
            [left[0], left[1]],
            [right[0], right[1]],
        );
        for (index, (&left, &right)) in left.iter().zip(&right).enumerate().skip(2) {
            let is_last = index as u32 == (width - 1) / 64;
            let own = if is_last {
                predicate
            } else {
                unsigned(predicate)
            };
            let is_equal = self.compare(IntPredicate::Equal, left, right);
            let decided = self.compare(own, left, right);
            holds = self.choose(is_equal, holds, decided);
        }
        Ok(vec![holds])
    }

    /// A conversion from or to an integer of more than 128 bits.
    pub(super) fn big_cast(
        &mut self,
        op: CastOp,
        value: Operand,
        to: TypeId,
    ) -> Result<Vec<Reg>, SelectError> {
        let parts = self.parts(to)?;
        match op {
            CastOp::Truncate | CastOp::IntToPtr => {
                let mut limbs = self.operand(value)?;
                limbs.truncate(parts.len());
                let pairs = limbs.into_iter().zip(parts);
                Ok(pairs
                    .map(|(limb, part)| self.fitted(limb, part.ty))
                    .collect())
            }
            CastOp::ZeroExtend | CastOp::SignExtend | CastOp::PtrToInt | CastOp::PtrToAddr => {
                let extend = match op {
                    CastOp::SignExtend => Extend::Sign,
                    _ => Extend::Zero,
                };
                let mut limbs = match self.big_width(self.operand_type(value)) {
                    Some(width) => {
                        let limbs = self.operand(value)?;
                        self.big_extended(limbs, width, extend)
                    }
                    None => {
                        let lane = self.lane(value)?;
                        self.lane_extended_wide(lane, extend).to_vec()
                    }
                };
                let fill = self.high_of(limbs[limbs.len() - 1], extend);
                limbs.resize(parts.len(), fill);
                Ok(limbs)
            }
            CastOp::Bitcast => self.bitcast(value, to),
            _ => Err(unsupported("this conversion of more than 128 bits")),
        }
    }
}

/// The same order without a sign.
fn unsigned(predicate: IntPredicate) -> IntPredicate {
    use IntPredicate as P;
    match predicate {
        P::SignedGreater => P::UnsignedGreater,
        P::SignedGreaterEqual => P::UnsignedGreaterEqual,
        P::SignedLess => P::UnsignedLess,
        P::SignedLessEqual => P::UnsignedLessEqual,
        other => other,
    }
}
