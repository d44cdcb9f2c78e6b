//! Integers of any width.

use std::iter;

/// The bits of an integer, whose width is in its type.
///
/// Bits above the width are zero, so equal integers of one type are equal here.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WideInt {
    low: u128,
    /// Bits from 128 upwards, least significant first; empty up to 128 bits.
    high: Box<[u64]>,
}

impl WideInt {
    /// Makes an integer of `width` bits from the low bits of `value`.
    ///
    /// Above 128 bits, `value` is extended with zeros.
    pub fn new(width: u32, value: u128) -> Self {
        let high = match width {
            0..=128 => Box::default(),
            _ => vec![0; (width - 128).div_ceil(64) as usize].into(),
        };
        Self {
            low: value & mask(width),
            high,
        }
    }

    /// Makes an integer of `width` bits from limbs of 64 bits, least significant first.
    ///
    /// Limbs above the width are dropped; missing limbs are zero.
    pub fn from_limbs(width: u32, limbs: &[u64]) -> Self {
        let limb = |index: usize| limbs.get(index).copied().unwrap_or(0);
        let mut result = Self::new(width, u128::from(limb(0)) | u128::from(limb(1)) << 64);
        for (index, high) in result.high.iter_mut().enumerate() {
            *high = limb(index + 2);
        }
        if width > 128 && !width.is_multiple_of(64) {
            let last = result
                .high
                .last_mut()
                .expect("above 128 bits there is a high limb");
            *last &= u64::MAX >> (64 - width % 64);
        }
        result
    }

    /// Returns the low 128 bits.
    pub fn low(&self) -> u128 {
        self.low
    }

    /// Returns the low `width` bits.
    pub fn truncated(&self, width: u32) -> Self {
        let low = [self.low as u64, (self.low >> 64) as u64];
        let limbs: Vec<u64> = low.into_iter().chain(self.high.iter().copied()).collect();
        Self::from_limbs(width, &limbs)
    }

    /// Returns the value if it is below 2^64.
    pub fn as_u64(&self) -> Option<u64> {
        if self.high.iter().any(|&limb| limb != 0) {
            None
        } else {
            u64::try_from(self.low).ok()
        }
    }

    /// Returns the value, read as signed with `width` bits, if it fits 128 bits.
    pub fn as_i128(&self, width: u32) -> Option<i128> {
        if width > 128 {
            let fits = self.high.iter().all(|&limb| limb == 0) && self.low >> 127 == 0;
            return fits.then_some(self.low as i128);
        }
        Some(sign_extend(self.low, width))
    }

    /// Tells whether every bit is zero.
    pub fn is_zero(&self) -> bool {
        self.low == 0 && self.high.iter().all(|&limb| limb == 0)
    }

    /// Tells whether the value has the form of an integer of `width` bits.
    pub fn fits(&self, width: u32) -> bool {
        let limbs = width.saturating_sub(128).div_ceil(64) as usize;
        let top = self.high.last().copied().unwrap_or(0);
        let clean = width <= 128 || width.is_multiple_of(64) || top >> (width % 64) == 0;
        self.low & !mask(width) == 0 && self.high.len() == limbs && clean
    }

    /// Fills `bytes` with the low bytes of the value, least significant first; bytes above the
    /// width are zero.
    pub fn write_le(&self, bytes: &mut [u8]) {
        let (low, high) = bytes.split_at_mut(bytes.len().min(16));
        low.copy_from_slice(&self.low.to_le_bytes()[..low.len()]);
        let limbs = self.high.iter().copied().chain(iter::repeat(0));
        for (chunk, limb) in high.chunks_mut(8).zip(limbs) {
            chunk.copy_from_slice(&limb.to_le_bytes()[..chunk.len()]);
        }
    }

    /// Returns the value as `size` bytes, as [`WideInt::write_le`] writes them.
    pub fn to_le_bytes(&self, size: usize) -> Vec<u8> {
        let mut bytes = vec![0; size];
        self.write_le(&mut bytes);
        bytes
    }
}

/// Reads the low `width` bits of `value` as a signed number.
pub(crate) fn sign_extend(value: u128, width: u32) -> i128 {
    match width {
        0 => 0,
        1..=127 => ((value << (128 - width)) as i128) >> (128 - width),
        _ => value as i128,
    }
}

/// The low `width` bits set.
pub(crate) fn mask(width: u32) -> u128 {
    if width >= 128 {
        u128::MAX
    } else {
        (1 << width) - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_cut_to_their_width() {
        let minus_one = WideInt::new(8, u128::MAX);
        assert_eq!(
            (minus_one.as_u64(), minus_one.as_i128(8)),
            (Some(255), Some(-1))
        );
        assert_eq!(minus_one.to_le_bytes(2), [255, 0]);
    }

    #[test]
    fn wide_values_keep_their_high_limbs() {
        let wide = WideInt::from_limbs(130, &[1, 2, u64::MAX, 7]);
        assert_eq!(wide.low(), 1 | 2 << 64);
        assert_eq!(wide.to_le_bytes(17)[16], 3);
        assert_eq!((wide.as_u64(), wide.is_zero()), (None, false));
    }

    #[test]
    fn the_widest_inline_value_is_signed() {
        assert_eq!(WideInt::new(128, u128::MAX).as_i128(128), Some(-1));
        assert_eq!(WideInt::new(127, u128::MAX).as_i128(127), Some(-1));
    }
}
