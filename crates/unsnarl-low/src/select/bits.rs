//! Intrinsics on the bits of integers: counts, permutations, extremes, funnel shifts.

use crate::machine::Reg;
use crate::op::int::{IntBinary, IntUnary};
use crate::types::Type;
use unsnarl_ir::IntPredicate;

use super::lane::Lane;
use crate::select::error::SelectError;
use crate::select::extend::Extend;
use crate::select::selection::Selection;

impl Selection<'_> {
    /// Applies the function of this name to integers; nothing if there is none.
    pub(super) fn bit_function(
        &mut self,
        name: &str,
        lanes: &[Lane],
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        use IntPredicate as P;
        let regs = match (name, lanes) {
            ("smax", &[left, right]) => self.int_extreme(P::SignedGreater, left, right)?,
            ("smin", &[left, right]) => self.int_extreme(P::SignedLess, left, right)?,
            ("umax", &[left, right]) => self.int_extreme(P::UnsignedGreater, left, right)?,
            ("umin", &[left, right]) => self.int_extreme(P::UnsignedLess, left, right)?,
            ("abs", &[value, _]) => self.absolute(value)?,
            ("ctlz", &[value, _]) => self.leading_zeros(value)?,
            ("cttz", &[value, _]) => self.trailing_zeros(value)?,
            ("ctpop", &[value]) => self.count_ones(value)?,
            ("bswap", &[value]) => self.permuted(value, Self::swap_bytes)?,
            ("bitreverse", &[value]) => self.permuted(value, Self::reverse_bits)?,
            ("fshl", &[high, low, amount]) => self.funnel(true, high, low, amount)?,
            ("fshr", &[high, low, amount]) => self.funnel(false, high, low, amount)?,
            _ => return Ok(None),
        };
        Ok(Some(regs))
    }

    fn count_ones(&mut self, lane: Lane) -> Result<Vec<Reg>, SelectError> {
        if lane.width()? > 64 {
            let [low, high] = self.lane_extended_wide(lane, Extend::Zero);
            let low = self.int_unary(IntUnary::Popcnt, low);
            let high = self.int_unary(IntUnary::Popcnt, high);
            return Ok(vec![self.int_op(IntBinary::Add, low, high), self.i64(0)]);
        }
        let value = self.lane_extended(lane, Extend::Zero);
        Ok(vec![self.int_unary(IntUnary::Popcnt, value)])
    }

    fn leading_zeros(&mut self, lane: Lane) -> Result<Vec<Reg>, SelectError> {
        let width = lane.width()?;
        if width > 64 {
            let [low, high] = self.lane_extended_wide(lane, Extend::Zero);
            let below = self.int_unary(IntUnary::Clz, low);
            let below = self.int_op_number(IntBinary::Add, below, i64::from(width) - 64);
            let above = self.int_unary(IntUnary::Clz, high);
            let above = self.int_op_number(IntBinary::Sub, above, 128 - i64::from(width));
            let is_low = self.is_zero(high);
            return Ok(vec![self.choose(is_low, below, above), self.i64(0)]);
        }
        let value = self.lane_extended(lane, Extend::Zero);
        let spare = self.width(value).bits() - width;
        let zeros = self.int_unary(IntUnary::Clz, value);
        Ok(vec![if spare == 0 {
            zeros
        } else {
            self.int_op_number(IntBinary::Sub, zeros, spare.into())
        }])
    }

    fn trailing_zeros(&mut self, lane: Lane) -> Result<Vec<Reg>, SelectError> {
        let width = lane.width()?;
        if width > 64 {
            let [low, high] = lane.halves();
            let high = if width == 128 {
                high
            } else {
                self.int_op_number(IntBinary::Or, high, 1 << (width - 64))
            };
            let below = self.int_unary(IntUnary::Ctz, low);
            let above = self.int_unary(IntUnary::Ctz, high);
            let above = self.int_op_number(IntBinary::Add, above, 64);
            let is_high = self.is_zero(low);
            return Ok(vec![self.choose(is_high, above, below), self.i64(0)]);
        }
        // A bit set just above the width ends the count there.
        let value = lane.low();
        let is_full = width == self.width(value).bits();
        let value = if is_full {
            value
        } else {
            self.int_op_number(IntBinary::Or, value, 1 << width)
        };
        Ok(vec![self.int_unary(IntUnary::Ctz, value)])
    }

    /// Permutes the whole register, so that the low bits end up on top, and shifts them down.
    fn permuted(
        &mut self,
        lane: Lane,
        permute: fn(&mut Self, Reg) -> Reg,
    ) -> Result<Vec<Reg>, SelectError> {
        let width = lane.width()?;
        if width > 64 {
            let [low, high] = lane.halves();
            let (low, high) = (permute(self, low), permute(self, high));
            let spare = self.i64(i64::from(128 - width));
            return Ok(match width {
                128 => vec![high, low],
                _ => self
                    .wide_shift_right([high, low], spare, Extend::Zero)
                    .to_vec(),
            });
        }
        let permuted = permute(self, lane.low());
        let spare = self.width(permuted).bits() - width;
        Ok(vec![if spare == 0 {
            permuted
        } else {
            self.int_op_number(IntBinary::ShrU, permuted, spare.into())
        }])
    }

    fn swap_bytes(&mut self, value: Reg) -> Reg {
        if self.body.ty(value) == Type::I64 {
            let value = self.swap_groups(value, 8, 0x00ff_00ff_00ff_00ff);
            let value = self.swap_groups(value, 16, 0x0000_ffff_0000_ffff);
            return self.int_op_number(IntBinary::Rotl, value, 32);
        }
        let value = self.swap_groups(value, 8, 0x00ff_00ff);
        self.int_op_number(IntBinary::Rotl, value, 16)
    }

    fn reverse_bits(&mut self, value: Reg) -> Reg {
        let value = self.swap_groups(value, 1, 0x5555_5555_5555_5555);
        let value = self.swap_groups(value, 2, 0x3333_3333_3333_3333);
        let value = self.swap_groups(value, 4, 0x0f0f_0f0f_0f0f_0f0f);
        self.swap_bytes(value)
    }

    /// Swaps neighbouring groups of bits; the mask has the lower group of each pair.
    fn swap_groups(&mut self, value: Reg, bits: i64, mask: i64) -> Reg {
        let high = self.int_op_number(IntBinary::ShrU, value, bits);
        let high = self.int_op_number(IntBinary::And, high, mask);
        let low = self.int_op_number(IntBinary::And, value, mask);
        let low = self.int_op_number(IntBinary::Shl, low, bits);
        self.int_op(IntBinary::Or, low, high)
    }

    fn absolute(&mut self, lane: Lane) -> Result<Vec<Reg>, SelectError> {
        if lane.width()? > 64 {
            let value = self.lane_extended_wide(lane, Extend::Sign);
            return Ok(self.wide_absolute(value).to_vec());
        }
        let value = self.lane_extended(lane, Extend::Sign);
        let bits = self.width(value).bits();
        let sign = self.int_op_number(IntBinary::ShrS, value, i64::from(bits) - 1);
        let flipped = self.int_op(IntBinary::Xor, value, sign);
        Ok(vec![self.int_op(IntBinary::Sub, flipped, sign)])
    }

    pub(super) fn wide_absolute(&mut self, value: [Reg; 2]) -> [Reg; 2] {
        let sign = self.int_op_number(IntBinary::ShrS, value[1], 63);
        self.wide_negated_if(sign, value)
    }

    /// The negative of a number where the mask is all ones; the number itself where it is zero.
    pub(super) fn wide_negated_if(&mut self, mask: Reg, value: [Reg; 2]) -> [Reg; 2] {
        let flipped = value.map(|half| self.int_op(IntBinary::Xor, half, mask));
        self.wide_sub(flipped, [mask, mask])
    }

    /// The operand for which the comparison holds.
    fn int_extreme(
        &mut self,
        predicate: IntPredicate,
        left: Lane,
        right: Lane,
    ) -> Result<Vec<Reg>, SelectError> {
        let width = left.width()?;
        if width > 64 {
            let extend = super::compare::extension(predicate);
            let holds = self.compare_lanes(predicate, extend, left, right);
            let chosen = self.choose_wide(holds, left.halves(), right.halves());
            return Ok(chosen.to_vec());
        }
        Ok(vec![self.extreme(
            predicate,
            width,
            left.low(),
            right.low(),
        )])
    }

    pub(super) fn extreme(
        &mut self,
        predicate: IntPredicate,
        width: u32,
        left: Reg,
        right: Reg,
    ) -> Reg {
        let extend = super::compare::extension(predicate);
        let (left, right) = (
            self.extend(left, width, extend),
            self.extend(right, width, extend),
        );
        let holds = self.compare(predicate, left, right);
        self.choose(holds, left, right)
    }

    /// `fshl` and `fshr`: two concatenated integers, shifted by an amount modulo the width.
    fn funnel(
        &mut self,
        is_left: bool,
        high: Lane,
        low: Lane,
        amount: Lane,
    ) -> Result<Vec<Reg>, SelectError> {
        let width = high.width()?;
        if width > 64 {
            return Ok(self.wide_funnel(is_left, width, high, low, amount));
        }
        let is_rotation = high.low() == low.low();
        let (high, low) = (high.low(), self.lane_extended(low, Extend::Zero));
        let amount = self.lane_extended(amount, Extend::Zero);
        if is_rotation && width == self.width(high).bits() {
            let op = match is_left {
                true => IntBinary::Rotl,
                false => IntBinary::Rotr,
            };
            return Ok(vec![self.int_op(op, high, amount)]);
        }
        let last = i64::from(width) - 1;
        let amount = self.modulo(amount, width);
        let limit = self.number_like(high, last);
        let inverse = self.int_op(IntBinary::Sub, limit, amount);
        // One of the two moves by 1 and then by the rest, because it would move by the whole width
        // for amount 0.
        let (high, low) = if is_left {
            let low = self.int_op_number(IntBinary::ShrU, low, 1);
            (
                self.int_op(IntBinary::Shl, high, amount),
                self.int_op(IntBinary::ShrU, low, inverse),
            )
        } else {
            let high = self.int_op_number(IntBinary::Shl, high, 1);
            (
                self.int_op(IntBinary::Shl, high, inverse),
                self.int_op(IntBinary::ShrU, low, amount),
            )
        };
        Ok(vec![self.int_op(IntBinary::Or, high, low)])
    }

    fn wide_funnel(
        &mut self,
        is_left: bool,
        width: u32,
        high: Lane,
        low: Lane,
        amount: Lane,
    ) -> Vec<Reg> {
        let (high, low) = (high.halves(), self.lane_extended_wide(low, Extend::Zero));
        let amount = self.lane_extended_wide(amount, Extend::Zero);
        let amount = self.wide_modulo(amount, width);
        let limit = self.i64(i64::from(width) - 1);
        let inverse = self.int_op(IntBinary::Sub, limit, amount);
        let one = self.i64(1);
        let (high, low) = if is_left {
            let low = self.wide_shift_right(low, one, Extend::Zero);
            (
                self.wide_shift_left(high, amount),
                self.wide_shift_right(low, inverse, Extend::Zero),
            )
        } else {
            let high = self.wide_shift_left(high, one);
            (
                self.wide_shift_left(high, inverse),
                self.wide_shift_right(low, amount, Extend::Zero),
            )
        };
        vec![
            self.int_op(IntBinary::Or, high[0], low[0]),
            self.int_op(IntBinary::Or, high[1], low[1]),
        ]
    }

    /// A number of 128 bits modulo a width of at most 128: the remainders of the halves, with what
    /// 2^64 leaves.
    fn wide_modulo(&mut self, [low, high]: [Reg; 2], width: u32) -> Reg {
        if width.is_power_of_two() {
            return self.modulo(low, width);
        }
        let above = ((1_u128 << 64) % u128::from(width)) as i64;
        let high = self.modulo(high, width);
        let high = self.int_op_number(IntBinary::Mul, high, above);
        let low = self.modulo(low, width);
        let sum = self.int_op(IntBinary::Add, high, low);
        self.modulo(sum, width)
    }

    fn modulo(&mut self, amount: Reg, width: u32) -> Reg {
        if let Some(number) = self.known_number(amount) {
            let bits = self.width(amount).bits();
            let number = if bits == 32 {
                u64::from(number as u32)
            } else {
                number as u64
            };
            return self.number_like(amount, (number % u64::from(width)) as i64);
        }
        if width.is_power_of_two() {
            return self.int_op_number(IntBinary::And, amount, i64::from(width) - 1);
        }
        self.int_op_number(IntBinary::RemU, amount, width.into())
    }
}
