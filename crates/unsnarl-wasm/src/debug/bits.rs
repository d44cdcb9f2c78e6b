//! Sets of bits of one length.

/// A set of bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    pub(super) fn none(count: usize) -> Self {
        Bits(vec![0; count.div_ceil(64)])
    }

    pub(super) fn all(count: usize) -> Self {
        Bits(vec![u64::MAX; count.div_ceil(64)])
    }

    pub(super) fn has(&self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 != 0
    }

    pub(super) fn set(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    pub(super) fn clear(&mut self, bit: usize) {
        self.0[bit / 64] &= !(1 << (bit % 64));
    }

    /// Keeps what is in both. Tells whether that is less.
    pub(super) fn keep(&mut self, other: &Bits) -> bool {
        let mut is_less = false;
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            is_less |= *own & !other != 0;
            *own &= other;
        }
        is_less
    }

    pub(super) fn remove(&mut self, other: &Bits) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            *own &= !other;
        }
    }

    pub(super) fn add(&mut self, other: &Bits) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            *own |= other;
        }
    }

    /// The bits that are in one of them only, up to `count`.
    pub(super) fn different(&self, other: &Bits, count: usize) -> Vec<usize> {
        let mut found = Vec::new();
        for (word, (own, other)) in self.0.iter().zip(&other.0).enumerate() {
            let mut left = own ^ other;
            while left != 0 {
                let bit = 64 * word + left.trailing_zeros() as usize;
                left &= left - 1;
                if bit < count {
                    found.push(bit);
                }
            }
        }
        found
    }
}
