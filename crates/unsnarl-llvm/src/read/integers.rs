//! Integer literals.
//!
//! *Cost:* linear in the digits for values of up to 64 bits, digits times limbs above; the reader
//! limits both.

use unsnarl_ir::WideInt;

/// Reads a decimal integer, or the bits behind `u0x` and `s0x`; `None` if it does not fit `width`
/// bits.
pub(super) fn parse_integer(written: &str, width: u32) -> Option<WideInt> {
    if let Some(digits) = written
        .strip_prefix("u0x")
        .or_else(|| written.strip_prefix("s0x"))
    {
        return parse_hex(digits, width, written.starts_with('s'));
    }
    let (negative, digits) = match written.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, written),
    };
    if let Ok(value) = digits.parse::<i64>() {
        let value = i128::from(if negative { -value } else { value });
        if width < 64 && !(-(1_i128 << (width - 1))..1 << width).contains(&value) {
            return None;
        }
        if width <= 128 {
            return Some(WideInt::new(width, value as u128));
        }
    }
    parse_wide(digits, negative, width)
}

/// The digits that fit in a limb.
const DIGITS: usize = 19;

/// Reads digits of base 10 into limbs: what there is times a power of ten and the next digits.
fn parse_wide(digits: &str, negative: bool, width: u32) -> Option<WideInt> {
    let count = width as usize / 64 + 1;
    // Each digit is more than 3 bits, so that a number with more digits than bits cannot fit.
    let digits = digits.trim_start_matches('0');
    if digits.len() > width as usize {
        return None;
    }
    let mut limbs: Vec<u64> = Vec::new();
    for run in digits.as_bytes().chunks(DIGITS) {
        let number = run
            .iter()
            .fold(0, |sum, digit| 10 * sum + u64::from(digit - b'0'));
        let mut carry = u128::from(number);
        let power = 10_u128.pow(run.len() as u32);
        for limb in &mut limbs {
            let product = u128::from(*limb) * power + carry;
            (*limb, carry) = (product as u64, product >> 64);
        }
        if carry != 0 {
            limbs.push(carry as u64);
        }
        if limbs.len() > count {
            return None;
        }
    }
    limbs.resize(count, 0);
    let used = used_bits(&limbs);
    let smallest =
        negative && used == width && limbs.iter().map(|limb| limb.count_ones()).sum::<u32>() == 1;
    if used > width - u32::from(negative) && !smallest {
        return None;
    }
    if negative {
        let mut carry = true;
        for limb in &mut limbs {
            (*limb, carry) = (!*limb).overflowing_add(u64::from(carry));
        }
    }
    Some(WideInt::from_limbs(width, &limbs))
}

fn parse_hex(digits: &str, width: u32, signed: bool) -> Option<WideInt> {
    let digits = digits.trim_start_matches('0');
    if digits.len() > width as usize / 4 + 1 {
        return None;
    }
    let mut limbs = vec![0_u64; width as usize / 64 + 1];
    for (place, digit) in digits.chars().rev().enumerate() {
        let value = u64::from(digit.to_digit(16)?);
        *limbs.get_mut(place / 16)? |= value << (place % 16 * 4);
    }
    let used = used_bits(&limbs);
    let negative = signed && used > 0 && used.is_multiple_of(4);
    if negative {
        // The first digit has its high bit set, and the number is as wide as its digits.
        for (index, limb) in limbs.iter_mut().enumerate() {
            let from = used.saturating_sub(index as u32 * 64).min(64);
            *limb |= u64::MAX.checked_shl(from).unwrap_or(0);
        }
    }
    (used <= width).then(|| WideInt::from_limbs(width, &limbs))
}

fn used_bits(limbs: &[u64]) -> u32 {
    let top = limbs.iter().rposition(|&limb| limb != 0);
    top.map_or(0, |index| {
        index as u32 * 64 + 64 - limbs[index].leading_zeros()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(written: &str, width: u32, expected: Option<&[u64]>) {
        let expected = expected.map(|limbs| WideInt::from_limbs(width, limbs));
        assert_eq!(
            parse_integer(written, width),
            expected,
            "{written} in {width} bits"
        );
    }

    #[test]
    fn integers_of_any_width() {
        check("7", 3, Some(&[7]));
        check("8", 3, None);
        check("-4", 3, Some(&[4]));
        check("-5", 3, None);
        check("-1", 1, Some(&[1]));
        check("18446744073709551615", 64, Some(&[u64::MAX]));
        check("18446744073709551616", 64, None);
        check("-9223372036854775808", 64, Some(&[1 << 63]));
        check("-9223372036854775809", 64, None);
        check("18446744073709551616", 128, Some(&[0, 1]));
        check("-1", 192, Some(&[u64::MAX, u64::MAX, u64::MAX]));
        check(
            "340282366920938463463374607431768211456",
            129,
            Some(&[0, 0, 1]),
        );
    }

    #[test]
    fn hexadecimal_integers_have_a_sign_or_not() {
        check("u0xFF", 8, Some(&[255]));
        check("u0xFF", 16, Some(&[255]));
        check("s0xFF", 16, Some(&[0xffff]));
        check("s0x7F", 16, Some(&[0x7f]));
        check("u0x1FF", 8, None);
    }
}
