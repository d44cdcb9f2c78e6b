//! Random numbers that are the same in every run.

/// A generator of 64-bit numbers.
///
/// *Source:* SplitMix64 (Steele, Lea and Flood 2014): a counter that steps by the golden ratio, and
/// a mixing of its bits.
pub(crate) struct Random {
    state: u64,
}

impl Random {
    /// A generator whose numbers depend on the seed alone.
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// A number below `bound`, which is not zero; as evenly spread as a remainder is.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.number() % bound as u64) as usize
    }

    /// Any number.
    pub(crate) fn number(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
