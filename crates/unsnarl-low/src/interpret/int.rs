//! Integer operations.

use super::bits::{low, signed};
use super::outcome::Trap;
use crate::op::int::{IntBinary, IntCompare, IntUnary};

/// An operation on one integer of so many bits.
pub(super) fn unary(bits: u32, op: IntUnary, value: u64) -> u64 {
    let result = match op {
        IntUnary::Clz => u64::from(value.leading_zeros() - (64 - bits)),
        IntUnary::Ctz => u64::from(value.trailing_zeros().min(bits)),
        IntUnary::Popcnt => u64::from(value.count_ones()),
        IntUnary::Extend8 => signed(value, 8) as u64,
        IntUnary::Extend16 => signed(value, 16) as u64,
        IntUnary::Extend32 => signed(value, 32) as u64,
    };
    low(result, bits)
}

/// An operation on two integers of so many bits.
pub(super) fn binary(bits: u32, op: IntBinary, left: u64, right: u64) -> Result<u64, Trap> {
    let amount = (right % u64::from(bits)) as u32;
    let rotate = |by: u32| left << by | left.checked_shr(bits - by).unwrap_or(0);
    let result = match op {
        IntBinary::Add => left.wrapping_add(right),
        IntBinary::Sub => left.wrapping_sub(right),
        IntBinary::Mul => left.wrapping_mul(right),
        IntBinary::DivS => return divide_signed(bits, left, right),
        IntBinary::DivU => left.checked_div(right).ok_or(Trap::DivisionByZero)?,
        IntBinary::RemS if right == 0 => return Err(Trap::DivisionByZero),
        IntBinary::RemS => signed(left, bits).wrapping_rem(signed(right, bits)) as u64,
        IntBinary::RemU => left.checked_rem(right).ok_or(Trap::DivisionByZero)?,
        IntBinary::And => left & right,
        IntBinary::Or => left | right,
        IntBinary::Xor => left ^ right,
        IntBinary::Shl => left << amount,
        IntBinary::ShrS => (signed(left, bits) >> amount) as u64,
        IntBinary::ShrU => left >> amount,
        IntBinary::Rotl => rotate(amount),
        IntBinary::Rotr => rotate((bits - amount) % bits),
    };
    Ok(low(result, bits))
}

/// The signed quotient. That of the least integer and -1 has no room.
fn divide_signed(bits: u32, left: u64, right: u64) -> Result<u64, Trap> {
    let (left, right) = (signed(left, bits), signed(right, bits));
    if right == 0 {
        return Err(Trap::DivisionByZero);
    }
    let quotient = left.checked_div(right).ok_or(Trap::IntegerOverflow)?;
    let result = low(quotient as u64, bits);
    if signed(result, bits) == quotient {
        Ok(result)
    } else {
        Err(Trap::IntegerOverflow)
    }
}

/// How two integers of so many bits compare.
pub(super) fn compare(bits: u32, op: IntCompare, left: u64, right: u64) -> bool {
    let (left_signed, right_signed) = (signed(left, bits), signed(right, bits));
    match op {
        IntCompare::Eq => left == right,
        IntCompare::Ne => left != right,
        IntCompare::LtS => left_signed < right_signed,
        IntCompare::LtU => left < right,
        IntCompare::GtS => left_signed > right_signed,
        IntCompare::GtU => left > right,
        IntCompare::LeS => left_signed <= right_signed,
        IntCompare::LeU => left <= right,
        IntCompare::GeS => left_signed >= right_signed,
        IntCompare::GeU => left >= right,
    }
}
