//! Arithmetic on integers as limbs of 64 bits, least significant first.
//!
//! *Needs:* operands of equal length, unless a function says otherwise.
//! *Gives:* results of that length, modulo its power of two.
//! *Cost:* linear, except for products and quotients, which are quadratic.
//! *Source:* schoolbook methods; division is [Knuth97] 4.3.1, algorithm D.

use std::cmp::Ordering;

pub(super) fn add(left: &[u64], right: &[u64]) -> Vec<u64> {
    let mut carry = false;
    let sum = left.iter().zip(right).map(|(&left, &right)| {
        let (sum, first) = left.overflowing_add(right);
        let (sum, second) = sum.overflowing_add(carry.into());
        carry = first | second;
        sum
    });
    sum.collect()
}

pub(super) fn not(value: &[u64]) -> Vec<u64> {
    value.iter().map(|limb| !limb).collect()
}

pub(super) fn multiply(left: &[u64], right: &[u64]) -> Vec<u64> {
    let mut product = vec![0; left.len()];
    for (start, &factor) in left.iter().enumerate().filter(|&(_, &limb)| limb != 0) {
        let mut carry = 0_u128;
        for (limb, &other) in product[start..].iter_mut().zip(right) {
            carry += u128::from(*limb) + u128::from(factor) * u128::from(other);
            *limb = carry as u64;
            carry >>= 64;
        }
    }
    product
}

pub(super) fn shift_left(value: &[u64], by: usize) -> Vec<u64> {
    let (limbs, bits) = (by / 64, by % 64);
    let limb = |index: usize| value.get(index).copied().unwrap_or(0);
    let shifted = (0..value.len()).map(|index| match index.checked_sub(limbs) {
        None => 0,
        Some(from) if bits == 0 => limb(from),
        Some(0) => limb(0) << bits,
        Some(from) => limb(from) << bits | limb(from - 1) >> (64 - bits),
    });
    shifted.collect()
}

pub(super) fn shift_right(value: &[u64], by: usize) -> Vec<u64> {
    let (limbs, bits) = (by / 64, by % 64);
    let limb = |index: usize| value.get(index).copied().unwrap_or(0);
    let shifted = (0..value.len()).map(|index| {
        let from = index.saturating_add(limbs);
        match bits {
            0 => limb(from),
            _ => limb(from) >> bits | limb(from.saturating_add(1)) << (64 - bits),
        }
    });
    shifted.collect()
}

pub(super) fn compare(left: &[u64], right: &[u64]) -> Ordering {
    left.iter().rev().cmp(right.iter().rev())
}

/// Quotient and remainder; the divisor is not zero.
pub(super) fn divide(dividend: &[u64], divisor: &[u64]) -> (Vec<u64>, Vec<u64>) {
    let used = divisor.iter().rposition(|&limb| limb != 0);
    let count = used.expect("the caller has excluded zero") + 1;
    // Normalised: the highest bit of the divisor is set, and the dividend has one more limb.
    let shift = divisor[count - 1].leading_zeros() as usize;
    let mut rest = dividend.to_vec();
    rest.push(0);
    let mut rest = shift_left(&rest, shift);
    let divisor = shift_left(&divisor[..count], shift);
    let mut quotient = vec![0; dividend.len()];
    for start in (0..=dividend.len() - count).rev() {
        quotient[start] = digit(&mut rest[start..=start + count], &divisor);
    }
    let mut rest = shift_right(&rest, shift);
    rest.truncate(dividend.len());
    (quotient, rest)
}

/// Subtracts the divisor from one limb more than it has, as often as possible, and gives the number
/// of times.
fn digit(rest: &mut [u64], divisor: &[u64]) -> u64 {
    let count = divisor.len();
    let top = u128::from(rest[count]) << 64 | u128::from(rest[count - 1]);
    let highest = u128::from(divisor[count - 1]);
    let (mut guess, mut left) = (top / highest, top % highest);
    let below = |limbs: &[u64]| count.checked_sub(2).map_or(0, |at| u128::from(limbs[at]));
    while guess >> 64 != 0 || guess * below(divisor) > (left << 64 | below(rest)) {
        guess -= 1;
        left += highest;
        if left >> 64 != 0 {
            break;
        }
    }
    if subtract_product(rest, divisor, guess as u64) {
        guess -= 1;
        let sum = add(&rest[..count], divisor);
        rest[..count].copy_from_slice(&sum);
    }
    // The carry of the addition cancels the remaining borrow above.
    rest[count] = 0;
    guess as u64
}

/// Subtracts `factor` times the divisor; tells whether the result is below zero.
fn subtract_product(rest: &mut [u64], divisor: &[u64], factor: u64) -> bool {
    let (mut carry, mut borrow) = (0_u128, false);
    let limbs = divisor.iter().copied().chain([0]);
    for (limb, other) in rest.iter_mut().zip(limbs) {
        carry += u128::from(factor) * u128::from(other);
        let (less, first) = limb.overflowing_sub(carry as u64);
        let (less, second) = less.overflowing_sub(borrow.into());
        (*limb, borrow) = (less, first | second);
        carry >>= 64;
    }
    borrow
}
