//! Intrinsics on the bits of integers: counts, permutations, extremes, funnel shifts.
//!
//! *Limits:* up to 64 bits; of wider integers only counts.

use unsnarl_ir::{IntPredicate, Operand};
use wasm_encoder::{Instruction, ValType};

use super::int::{Alu, register_bits};
use super::{Extend, Selection};
use crate::code::Reg;
use crate::error::Cause;

impl Selection<'_> {
    pub(super) fn count_ones(&mut self, value: Operand) -> Result<Vec<Reg>, Cause> {
        let width = self.int_width(value)?;
        if width > 64 {
            let regs = self.two(value)?;
            let [low, high] = self.wide_extend(regs, width, Extend::Zero);
            let low = self.alu_unary(Alu::Popcnt, low);
            let high = self.alu_unary(Alu::Popcnt, high);
            return Ok(vec![self.alu(Alu::Add, low, high), self.i64(0)]);
        }
        let value = self.extended(value, Extend::Zero)?;
        Ok(vec![self.alu_unary(Alu::Popcnt, value)])
    }

    pub(super) fn leading_zeros(&mut self, value: Operand) -> Result<Vec<Reg>, Cause> {
        let width = self.int_width(value)?;
        if width > 64 {
            let regs = self.two(value)?;
            let [low, high] = self.wide_extend(regs, width, Extend::Zero);
            let below = self.alu_unary(Alu::Clz, low);
            let below = self.alu_number(Alu::Add, below, i64::from(width) - 64);
            let above = self.alu_unary(Alu::Clz, high);
            let above = self.alu_number(Alu::Sub, above, 128 - i64::from(width));
            let is_low = self.is_zero(high);
            return Ok(vec![self.choose(is_low, below, above), self.i64(0)]);
        }
        let value = self.extended(value, Extend::Zero)?;
        let spare = register_bits(self.body.ty(value)) - width;
        let zeros = self.alu_unary(Alu::Clz, value);
        Ok(vec![if spare == 0 {
            zeros
        } else {
            self.alu_number(Alu::Sub, zeros, spare.into())
        }])
    }

    pub(super) fn trailing_zeros(&mut self, value: Operand) -> Result<Vec<Reg>, Cause> {
        let width = self.int_width(value)?;
        if width > 64 {
            let [low, high] = self.two(value)?;
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
        // A bit just above the width ends the count there.
        let value = self.one(value)?;
        let is_full = width == register_bits(self.body.ty(value));
        let value = if is_full {
            value
        } else {
            self.alu_number(Alu::Or, value, 1 << width)
        };
        Ok(vec![self.alu_unary(Alu::Ctz, value)])
    }

    pub(super) fn byte_swap(&mut self, value: Operand) -> Result<Vec<Reg>, Cause> {
        let width = self.int_width(value)?;
        if width > 64 {
            let [low, high] = self.two(value)?;
            let (low, high) = (self.swap_bytes(low), self.swap_bytes(high));
            let width = width - 64;
            return match width {
                64 => Ok(vec![high, low]),
                _ => Err(super::unsupported("bswap of this width")),
            };
        }
        let value = self.one(value)?;
        Ok(vec![self.in_top_bits(width, value, Self::swap_bytes)])
    }

    pub(super) fn bit_reverse(&mut self, value: Operand) -> Result<Vec<Reg>, Cause> {
        let width = self.int_width(value)?;
        if width > 64 {
            return Err(super::unsupported("bitreverse of more than 64 bits"));
        }
        let value = self.one(value)?;
        Ok(vec![self.in_top_bits(width, value, Self::reverse_bits)])
    }

    /// Permutes the whole register, so that what was low comes out on top, and shifts it down.
    fn in_top_bits(&mut self, width: u32, value: Reg, permute: fn(&mut Self, Reg) -> Reg) -> Reg {
        let permuted = permute(self, value);
        let spare = register_bits(self.body.ty(value)) - width;
        if spare == 0 {
            permuted
        } else {
            self.alu_number(Alu::ShrU, permuted, spare.into())
        }
    }

    fn swap_bytes(&mut self, value: Reg) -> Reg {
        if self.body.ty(value) == ValType::I64 {
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

    pub(super) fn absolute(&mut self, value: Operand) -> Result<Vec<Reg>, Cause> {
        let width = self.int_width(value)?;
        if width > 64 {
            let regs = self.two(value)?;
            let regs = self.wide_extend(regs, width, Extend::Sign);
            let sign = self.alu_number(Alu::ShrS, regs[1], 63);
            let flipped = [
                self.alu(Alu::Xor, regs[0], sign),
                self.alu(Alu::Xor, regs[1], sign),
            ];
            return Ok(self.wide_sub(flipped, [sign, sign]).to_vec());
        }
        let value = self.extended(value, Extend::Sign)?;
        let bits = register_bits(self.body.ty(value));
        let sign = self.alu_number(Alu::ShrS, value, i64::from(bits) - 1);
        let flipped = self.alu(Alu::Xor, value, sign);
        Ok(vec![self.alu(Alu::Sub, flipped, sign)])
    }

    /// The operand for which the comparison holds.
    pub(super) fn int_extreme(
        &mut self,
        predicate: IntPredicate,
        left: Operand,
        right: Operand,
    ) -> Result<Vec<Reg>, Cause> {
        let width = self.int_width(left)?;
        if width > 64 {
            let holds = self.wide_compare(predicate, left, right)?[0];
            let (left, right) = (self.two(left)?, self.two(right)?);
            let pick =
                |selection: &mut Self, half| selection.choose(holds, left[half], right[half]);
            return Ok(vec![pick(self, 0), pick(self, 1)]);
        }
        let (left, right) = (self.one(left)?, self.one(right)?);
        Ok(vec![self.extreme(predicate, width, left, right)])
    }

    pub(super) fn extreme(
        &mut self,
        predicate: IntPredicate,
        width: u32,
        left: Reg,
        right: Reg,
    ) -> Reg {
        let extend = match predicate {
            IntPredicate::SignedGreater | IntPredicate::SignedLess => Extend::Sign,
            _ => Extend::Zero,
        };
        let (left, right) = (
            self.extend(left, width, extend),
            self.extend(right, width, extend),
        );
        let holds = self.compare(predicate, left, right);
        self.choose(holds, left, right)
    }

    /// `fshl` and `fshr`: two integers side by side, shifted by an amount that counts modulo the width.
    pub(super) fn funnel(
        &mut self,
        is_left: bool,
        high: Operand,
        low: Operand,
        amount: Operand,
    ) -> Result<Vec<Reg>, Cause> {
        let width = self.int_width(high)?;
        if width > 64 {
            return Err(super::unsupported("a funnel shift of more than 64 bits"));
        }
        let is_rotation = high == low;
        let (high, low) = (self.one(high)?, self.extended(low, Extend::Zero)?);
        let amount = self.extended(amount, Extend::Zero)?;
        let ty = self.body.ty(high);
        if is_rotation && width == register_bits(ty) {
            let op = match (is_left, ty) {
                (true, ValType::I64) => Instruction::I64Rotl,
                (true, _) => Instruction::I32Rotl,
                (false, ValType::I64) => Instruction::I64Rotr,
                (false, _) => Instruction::I32Rotr,
            };
            return Ok(vec![self.pure(op, &[high, amount], ty)]);
        }
        let last = i64::from(width) - 1;
        let amount = self.modulo(amount, width);
        let limit = self.number_like(high, last);
        let inverse = self.alu(Alu::Sub, limit, amount);
        // One of the two moves by 1 and then by the rest, because it would move by the whole width for amount 0.
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
