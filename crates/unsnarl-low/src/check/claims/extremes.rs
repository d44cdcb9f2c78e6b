//! The least and the greatest of the numbers in a row of sets.
//!
//! *Cost:* linear to build; a question takes a logarithm of the number of sets.

use std::ops::Range;

/// Sets of numbers.
pub(super) struct Extremes {
    /// A tree in a row: the parent of node `i` is `i / 2`, and set `i` is node `len + i`.
    nodes: Vec<(u32, u32)>,
}

/// The extremes of no numbers.
const NONE: (u32, u32) = (u32::MAX, 0);

impl Extremes {
    /// So many sets, which are empty.
    pub(super) fn new(len: usize) -> Self {
        Extremes {
            nodes: vec![NONE; 2 * len],
        }
    }

    /// Adds a number to a set.
    pub(super) fn add(&mut self, set: usize, number: u32) {
        let len = self.nodes.len() / 2;
        let node = &mut self.nodes[len + set];
        *node = both(*node, (number, number));
    }

    /// To be called when all numbers are added.
    pub(super) fn finish(&mut self) {
        for node in (1..self.nodes.len() / 2).rev() {
            self.nodes[node] = both(self.nodes[2 * node], self.nodes[2 * node + 1]);
        }
    }

    /// The least and the greatest number of some sets; if there is none, the greatest number of all
    /// and 0.
    pub(super) fn of(&self, sets: Range<usize>) -> (u32, u32) {
        let len = self.nodes.len() / 2;
        let (mut start, mut end) = (len + sets.start, len + sets.end);
        let mut found = NONE;
        while start < end {
            if start % 2 == 1 {
                found = both(found, self.nodes[start]);
                start += 1;
            }
            if end % 2 == 1 {
                end -= 1;
                found = both(found, self.nodes[end]);
            }
            (start, end) = (start / 2, end / 2);
        }
        found
    }
}

fn both(one: (u32, u32), other: (u32, u32)) -> (u32, u32) {
    (one.0.min(other.0), one.1.max(other.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extremes_of_all_rows_of_sets() {
        for len in [1, 2, 3, 7, 8, 13] {
            // Every third set is empty, and every second one of the others has two numbers.
            let numbers = |set: usize| match set % 6 {
                0 | 3 => Vec::new(),
                1 | 5 => vec![set as u32 * 7 % 5],
                _ => vec![set as u32 * 5 % 11, 3],
            };
            let mut extremes = Extremes::new(len);
            for set in 0..len {
                numbers(set)
                    .into_iter()
                    .for_each(|number| extremes.add(set, number));
            }
            extremes.finish();
            for start in 0..=len {
                for end in start..=len {
                    let all: Vec<u32> = (start..end).flat_map(numbers).collect();
                    let least = all.iter().copied().min().unwrap_or(u32::MAX);
                    let greatest = all.iter().copied().max().unwrap_or(0);
                    assert_eq!(extremes.of(start..end), (least, greatest), "{start}..{end}");
                }
            }
        }
    }
}
