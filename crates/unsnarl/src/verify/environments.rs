//! The values of the label and the flags at a place, as one number.
//!
//! *Needs:* a label, perhaps not set, and the values of some flags; one place always has the same
//! number of flags.
//! *Gives:* [`Environments`]: equal values have the same number, and the values can be read back
//! from their number.
//! *Cost:* O(1) expected time for every sixteen flags, in both directions; the same space for new
//! values.
//!
//! An environment is a path in a tree that all environments share. The path starts at the root with
//! the label, if it is set, and continues with groups of sixteen flags, two bits for each flag. A
//! node is looked up by its parent and the next group, so environments with the same beginning
//! share nodes, and two environments are equal if they end at the same node. If only one of two
//! environments of a place has a label, they differ in length and end at different nodes.

use super::table::Table;
use alloc::vec::Vec;

/// The number of flags in one piece.
pub(super) const PIECE: usize = 16;

pub(super) struct Environments {
    /// The node at the end of a piece, by the piece and the node before it (the upper half of the
    /// key).
    nodes: Table,
    /// For each node but the root: the key under which it is found.
    keys: Vec<u64>,
}

impl Environments {
    pub(super) fn new() -> Environments {
        Environments {
            nodes: Table::new(),
            keys: Vec::new(),
        }
    }

    /// Gives the number of these values.
    pub(super) fn number(
        &mut self,
        label: Option<u32>,
        flags: impl ExactSizeIterator<Item = Option<bool>>,
    ) -> u32 {
        let mut node = label.map_or(0, |label| self.follow(0, label));
        let (mut piece, mut held) = (0, 0);
        let count = flags.len();
        for (index, flag) in flags.enumerate() {
            piece |= flag.map_or(0, |value| 2 | u32::from(value)) << (2 * held);
            held += 1;
            if held == PIECE || index + 1 == count {
                node = self.follow(node, piece);
                (piece, held) = (0, 0);
            }
        }
        node
    }

    /// Gives the label of an environment with this number of flags, and calls `flag` with the
    /// position and value of each flag that is set.
    pub(super) fn values(
        &self,
        mut number: u32,
        count: usize,
        mut flag: impl FnMut(usize, bool),
    ) -> Option<u32> {
        for first in (0..count).step_by(PIECE).rev() {
            let (before, piece) = self.split(number)?;
            for held in 0..PIECE.min(count - first) {
                let bits = piece >> (2 * held) & 3;
                if bits >= 2 {
                    flag(first + held, bits == 3);
                }
            }
            number = before;
        }
        self.split(number).map(|(_, label)| label)
    }

    fn follow(&mut self, node: u32, piece: u32) -> u32 {
        let key = u64::from(node) << 32 | u64::from(piece);
        let new = self.keys.len() as u32 + 1;
        let known = self.nodes.insert(key, new);
        known.unwrap_or_else(|| {
            self.keys.push(key);
            new
        })
    }

    /// Gives the node before a node, and the piece between the two; nothing for the root.
    fn split(&self, node: u32) -> Option<(u32, u32)> {
        let key = self.keys[node.checked_sub(1)? as usize];
        Some(((key >> 32) as u32, key as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails unless the values can be read back; gives their number.
    #[track_caller]
    fn check(all: &mut Environments, label: Option<u32>, flags: &[Option<bool>]) -> u32 {
        let number = all.number(label, flags.iter().copied());
        let mut back = alloc::vec![None; flags.len()];
        let known = all.values(number, flags.len(), |at, value| back[at] = Some(value));
        assert_eq!((known, back.as_slice()), (label, flags));
        number
    }

    #[test]
    fn values_come_back_and_equal_ones_have_one_number() {
        let mut all = Environments::new();
        let values = [None, Some(false), Some(true)];
        for count in [0, 1, 2, 15, 16, 17, 32, 40] {
            let mut numbers = Vec::new();
            for turn in 0..3 {
                let flags: Vec<_> = (0..count).map(|at| values[(at + turn) % 3]).collect();
                for label in [None, Some(0), Some(1), Some(u32::MAX)] {
                    let number = check(&mut all, label, &flags);
                    assert_eq!(number, check(&mut all, label, &flags));
                    numbers.push(number);
                }
            }
            numbers.sort_unstable();
            numbers.dedup();
            assert_eq!(numbers.len(), if count == 0 { 4 } else { 12 });
        }
    }
}
