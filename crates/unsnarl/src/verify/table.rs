//! A table from 64-bit keys to small values.
//!
//! *Needs:* keys made by [`key`], none of which is 2⁶⁴ − 1.
//! *Gives:* [`Table`], which keeps the first value entered for a key.
//! *Cost:* O(1) expected for each operation; twelve bytes a slot, at most half of the slots in use.
//!
//! Slots are found by a fixed mixing function and linear probing, so the same insertions give the
//! same table on every machine. No code iterates over the table, so its order reaches no output.
//! Eight consecutive keys share a group of eight adjacent slots, because consecutive keys are
//! looked up one after the other.

use crate::ids::{Id, NodeId};
use alloc::vec::Vec;

/// Marks a slot that is not in use: no [`key`] has this value, because ids stay below 2³² − 1.
const EMPTY: u64 = u64::MAX;

/// Makes one key of a place and a number.
pub(super) fn key(node: NodeId, number: u32) -> u64 {
    (node.index() as u64) << 32 | u64::from(number)
}

pub(super) struct Table {
    keys: Vec<u64>,
    values: Vec<u32>,
    len: usize,
}

impl Table {
    pub(super) fn new() -> Table {
        Table::with_slots(16)
    }

    fn with_slots(slots: usize) -> Table {
        Table {
            keys: alloc::vec![EMPTY; slots],
            values: alloc::vec![0; slots],
            len: 0,
        }
    }

    pub(super) fn get(&self, key: u64) -> Option<u32> {
        let slot = self.slot(key);
        (self.keys[slot] == key).then(|| self.values[slot])
    }

    /// Enters a value if the key is new; otherwise changes nothing and gives the key's value.
    pub(super) fn insert(&mut self, key: u64, value: u32) -> Option<u32> {
        let mut slot = self.slot(key);
        if self.keys[slot] == key {
            return Some(self.values[slot]);
        }
        if self.len * 2 >= self.keys.len() {
            self.grow();
            slot = self.slot(key);
        }
        self.keys[slot] = key;
        self.values[slot] = value;
        self.len += 1;
        None
    }

    /// Finds the slot that holds the key, or else the free slot for it.
    fn slot(&self, key: u64) -> usize {
        let mask = self.keys.len() - 1;
        let mut slot = (mix(key >> 3) << 3 | key & 7) as usize & mask;
        while self.keys[slot] != key && self.keys[slot] != EMPTY {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        let mut larger = Table::with_slots(self.keys.len() * 2);
        for (&key, &value) in self.keys.iter().zip(&self.values) {
            if key != EMPTY {
                larger.insert(key, value);
            }
        }
        *self = larger;
    }
}

/// Spreads keys that differ in few bits over all bits; the mapping is one-to-one.
fn mix(key: u64) -> u64 {
    let key = (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let key = (key ^ key >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    key ^ key >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_value_of_a_key_stays_when_the_table_grows() {
        let mut table = Table::new();
        for round in 0..2 {
            for number in 0..1000 {
                let before = table.insert(key(NodeId::new(number / 7), number as u32), round);
                assert_eq!(before, (round == 1).then_some(0));
            }
        }
        assert_eq!(table.get(key(NodeId::new(0), 6)), Some(0));
        assert_eq!(table.get(key(NodeId::new(0), 7)), None);
    }
}
