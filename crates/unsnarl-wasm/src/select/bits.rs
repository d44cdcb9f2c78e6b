//! Intrinsics on the bits of integers: counts, permutations, extremes, funnel shifts.

use unsnarl_ir::IntPredicate;
use unsnarl_low::op::int::IntBinary;
use unsnarl_low::{Op, Reg, Type, Width};

use super::int::{Alu, register_bits};
use super::lane::Lane;
use super::{Extend, Selection};
use crate::error::Cause;

impl Selection<'_> {
    /// Applies the function of this name to integers; nothing if there is none.
    pub(super) fn bit_function(
        &mut self,
        name: &str,
        lanes: &[Lane],
    ) -> Result<Option<Vec<Reg>>, Cause> {
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

    fn count_ones(&mut self, lane: Lane) -> Result<Vec<Reg>, Cause> {
        if lane.width()? > 64 {
            let [low, high] = self.lane_extended_wide(lane, Extend::Zero);
            let low = self.alu_unary(Alu::Popcnt, low);
            let high = self.alu_unary(Alu::Popcnt, high);
            return Ok(vec![self.alu(Alu::Add, low, high), self.i64(0)]);
        }
        let value = self.lane_extended(lane, Extend::Zero);
        Ok(vec![self.alu_unary(Alu::Popcnt, value)])
    }

    fn leading_zeros(&mut self, lane: Lane) -> Result<Vec<Reg>, Cause> {
        let width = lane.width()?;
        if width > 64 {
            let [low, high] = self.lane_extended_wide(lane, Extend::Zero);
            let below = self.alu_unary(Alu::Clz, low);
            let below = self.alu_number(Alu::Add, below, i64::from(width) - 64);
            let above = self.alu_unary(Alu::Clz, high);
            let above = self.alu_number(Alu::Sub, above, 128 - i64::from(width));
            let is_low = self.is_zero(high);
            return Ok(vec![self.choose(is_low, below, above), self.i64(0)]);
        }
        let value = self.lane_extended(lane, Extend::Zero);
        let spare = register_bits(self.body.ty(value)) - width;
        let zeros = self.alu_unary(Alu::Clz, value);
        Ok(vec![if spare == 0 {
            zeros
        } else {
            self.alu_number(Alu::Sub, zeros, spare.into())
        }])
    }

    fn trailing_zeros(&mut self, lane: Lane) -> Result<Vec<Reg>, Cause> {
        let width = lane.width()?;
        if width > 64 {
            let [low, high] = lane.halves();
            let high = if width == 128 {
                high
            } else {
                self.alu_number(Alu::Or, high, 1 << (width - 64))
            };
            let below = self.alu_unary(Alu::Ctz, low);
            let above = self.alu_unary(Alu::Ctz, high);
            let above = self.alu_number(Alu::Add, above, 64);
            let is_high = self.is_zero(low);
            return Ok(vec![self.choose(is_high, above, below), self.i64(0)]);
        }
        // A bit set just above the width ends the count there.
        let value = lane.low();
        let is_full = width == register_bits(self.body.ty(value));
        let value = if is_full {
            value
        } else {
            self.alu_number(Alu::Or, value, 1 << width)
        };
        Ok(vec![self.alu_unary(Alu::Ctz, value)])
    }

    /// Permutes the whole register, so that the low bits end up on top, and shifts them down.
    fn permuted(
        &mut self,
        lane: Lane,
        permute: fn(&mut Self, Reg) -> Reg,
    ) -> Result<Vec<Reg>, Cause> {
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
        let spare = register_bits(self.body.ty(permuted)) - width;
        Ok(vec![if spare == 0 {
            permuted
        } else {
            self.alu_number(Alu::ShrU, permuted, spare.into())
        }])
    }

    fn swap_bytes(&mut self, value: Reg) -> Reg {
        if self.body.ty(value) == Type::I64 {
            let value = self.swap_groups(value, 8, 0x00ff_00ff_00ff_00ff);
            let value = self.swap_groups(value, 16, 0x0000_ffff_0000_ffff);
            return self.alu_number(Alu::Rotl, value, 32);
        }
        let value = self.swap_groups(value, 8, 0x00ff_00ff);
        self.alu_number(Alu::Rotl, value, 16)
    }

    fn reverse_bits(&mut self, value: Reg) -> Reg {
        let value = self.swap_groups(value, 1, 0x5555_5555_5555_5555);
        let value = self.swap_groups(value, 2, 0x3333_3333_3333_3333);
        let value = self.swap_groups(value, 4, 0x0f0f_0f0f_0f0f_0f0f);
        self.swap_bytes(value)
    }

    /// Swaps neighbouring groups of bits; the mask has the lower group of each pair.
    fn swap_groups(&mut self, value: Reg, bits: i64, mask: i64) -> Reg {
        let high = self.alu_number(Alu::ShrU, value, bits);
        let high = self.alu_number(Alu::And, high, mask);
        let low = self.alu_number(Alu::And, value, mask);
        let low = self.alu_number(Alu::Shl, low, bits);
        self.alu(Alu::Or, low, high)
    }

    fn absolute(&mut self, lane: Lane) -> Result<Vec<Reg>, Cause> {
        if lane.width()? > 64 {
            let value = self.lane_extended_wide(lane, Extend::Sign);
            return Ok(self.wide_absolute(value).to_vec());
        }
        let value = self.lane_extended(lane, Extend::Sign);
        let bits = register_bits(self.body.ty(value));
        let sign = self.alu_number(Alu::ShrS, value, i64::from(bits) - 1);
        let flipped = self.alu(Alu::Xor, value, sign);
        Ok(vec![self.alu(Alu::Sub, flipped, sign)])
    }

    pub(super) fn wide_absolute(&mut self, value: [Reg; 2]) -> [Reg; 2] {
        let sign = self.alu_number(Alu::ShrS, value[1], 63);
        self.wide_negated_if(sign, value)
    }

    /// The negative of a number where the mask is all ones; the number itself where it is zero.
    pub(super) fn wide_negated_if(&mut self, mask: Reg, value: [Reg; 2]) -> [Reg; 2] {
        let flipped = value.map(|half| self.alu(Alu::Xor, half, mask));
        self.wide_sub(flipped, [mask, mask])
    }

    /// The operand for which the comparison holds.
    fn int_extreme(
        &mut self,
        predicate: IntPredicate,
        left: Lane,
        right: Lane,
    ) -> Result<Vec<Reg>, Cause> {
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
    ) -> Result<Vec<Reg>, Cause> {
        let width = high.width()?;
        if width > 64 {
            return Ok(self.wide_funnel(is_left, width, high, low, amount));
        }
        let is_rotation = high.low() == low.low();
        let (high, low) = (high.low(), self.lane_extended(low, Extend::Zero));
        let amount = self.lane_extended(amount, Extend::Zero);
        let ty = self.body.ty(high);
        if is_rotation && width == register_bits(ty) {
            let op = match (is_left, ty) {
                (true, Type::I64) => Op::IntBinary(Width::W64, IntBinary::Rotl),
                (true, _) => Op::IntBinary(Width::W32, IntBinary::Rotl),
                (false, Type::I64) => Op::IntBinary(Width::W64, IntBinary::Rotr),
                (false, _) => Op::IntBinary(Width::W32, IntBinary::Rotr),
            };
            return Ok(vec![self.pure(op, &[high, amount], ty)]);
        }
        let last = i64::from(width) - 1;
        let amount = self.modulo(amount, width);
        let limit = self.number_like(high, last);
        let inverse = self.alu(Alu::Sub, limit, amount);
        // One of the two moves by 1 and then by the rest, because it would move by the whole width
        // for amount 0.
        let (high, low) = if is_left {
            let low = self.alu_number(Alu::ShrU, low, 1);
            (
                self.alu(Alu::Shl, high, amount),
                self.alu(Alu::ShrU, low, inverse),
            )
        } else {
            let high = self.alu_number(Alu::Shl, high, 1);
            (
                self.alu(Alu::Shl, high, inverse),
                self.alu(Alu::ShrU, low, amount),
            )
        };
        Ok(vec![self.alu(Alu::Or, high, low)])
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
        let inverse = self.alu(Alu::Sub, limit, amount);
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
            self.alu(Alu::Or, high[0], low[0]),
            self.alu(Alu::Or, high[1], low[1]),
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
        let high = self.alu_number(Alu::Mul, high, above);
        let low = self.modulo(low, width);
        let sum = self.alu(Alu::Add, high, low);
        self.modulo(sum, width)
    }

    fn modulo(&mut self, amount: Reg, width: u32) -> Reg {
        if let Some(number) = self.known_number(amount) {
            let bits = register_bits(self.body.ty(amount));
            let number = if bits == 32 {
                u64::from(number as u32)
            } else {
                number as u64
            };
            return self.number_like(amount, (number % u64::from(width)) as i64);
        }
        if width.is_power_of_two() {
            return self.alu_number(Alu::And, amount, i64::from(width) - 1);
        }
        self.alu_number(Alu::RemU, amount, width.into())
    }
}
