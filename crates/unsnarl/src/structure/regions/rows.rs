//! Numbers that belong to numbers, in compressed rows.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// For each key from 0 on a row of values.
pub(super) struct Rows {
    ends: Vec<u32>,
    values: Vec<u32>,
}

impl Rows {
    /// Gathers pairs of a key below `count` and a value; in a row they keep their order.
    pub(super) fn new<I>(count: usize, pairs: impl Fn() -> I) -> Rows
    where
        I: DoubleEndedIterator<Item = (u32, u32)>,
    {
        let mut ends = vec![0_u32; count + 1];
        pairs().for_each(|(key, _)| ends[key as usize] += 1);
        let mut total = 0;
        for end in &mut ends {
            total += *end;
            *end = total;
        }
        let mut values = vec![0; total as usize];
        // Filled from the back, an end becomes the start of its row.
        for (key, value) in pairs().rev() {
            ends[key as usize] -= 1;
            values[ends[key as usize] as usize] = value;
        }
        Rows { ends, values }
    }

    /// Gives the values that belong to `key`.
    pub(super) fn of(&self, key: u32) -> &[u32] {
        let Range { start, end } = self.range(key);
        &self.values[start..end]
    }

    fn range(&self, key: u32) -> Range<usize> {
        self.ends[key as usize] as usize..self.ends[key as usize + 1] as usize
    }
}
