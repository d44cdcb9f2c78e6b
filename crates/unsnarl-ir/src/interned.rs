//! An index of the values in a table that holds each value once.
//!
//! *Needs:* the table, which gives each value its id and never changes it.
//! *Gives:* [`Index`]: the id of a value that is equal to another.
//! *Cost:* O(1) expected; eight to sixteen bytes for each value, whatever its size.
//!
//! A hash map would store every value a second time, as its key. Here a slot is an id and half of
//! the value's hash; values are compared in their table.

use std::hash::{BuildHasher, Hash};

use foldhash::fast::RandomState;

use crate::id::Id;

/// The values of a table, by their hashes.
#[derive(Clone, Debug)]
pub(crate) struct Index<I> {
    /// The slots; their number is a power of two, and at most three quarters are in use.
    slots: Vec<Option<Slot<I>>>,
    count: usize,
    state: RandomState,
}

/// The slot of a value.
#[derive(Clone, Copy, Debug)]
struct Slot<I> {
    hash: u32,
    id: I,
}

/// The hash of a value that is looked up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hashed(u32);

impl<I> Default for Index<I> {
    fn default() -> Self {
        Index {
            slots: Vec::new(),
            count: 0,
            state: RandomState::default(),
        }
    }
}

impl<I: Id> Index<I> {
    /// Hashes a value.
    pub(crate) fn hash(&self, value: &impl Hash) -> Hashed {
        Hashed((self.state.hash_one(value) >> 32) as u32)
    }

    /// Returns the id for which `is_it` holds, among the ids with this hash.
    pub(crate) fn find(&self, Hashed(hash): Hashed, is_it: impl Fn(I) -> bool) -> Option<I> {
        for place in self.places(hash) {
            match self.slots[place] {
                None => return None,
                Some(slot) if slot.hash == hash && is_it(slot.id) => return Some(slot.id),
                Some(_) => {}
            }
        }
        None
    }

    /// Adds an id whose value has this hash and differs from all others.
    pub(crate) fn insert(&mut self, Hashed(hash): Hashed, id: I) {
        if 4 * (self.count + 1) > 3 * self.slots.len() {
            self.grow();
        }
        self.put(Slot { hash, id });
        self.count += 1;
    }

    fn grow(&mut self) {
        const LEAST: usize = 16;
        let size = (2 * self.slots.len()).max(LEAST);
        let slots = std::mem::replace(&mut self.slots, vec![None; size]);
        for slot in slots.into_iter().flatten() {
            self.put(slot);
        }
    }

    fn put(&mut self, slot: Slot<I>) {
        let mut places = self.places(slot.hash);
        let free = places.find(|&place| self.slots[place].is_none());
        let free = free.expect("a quarter of the slots is free");
        self.slots[free] = Some(slot);
    }

    /// The slots where a hash may be, in order; all slots in the end.
    fn places(&self, hash: u32) -> impl Iterator<Item = usize> + use<I> {
        let count = self.slots.len();
        let mask = count.wrapping_sub(1);
        (0..count).map(move |step| (hash as usize).wrapping_add(step) & mask)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::ConstId;

    /// Repeated values are found under their first ids, even if all hashes collide.
    #[track_caller]
    fn check(hashed: fn(&Index<ConstId>, usize) -> Hashed) {
        let mut index = Index::<ConstId>::default();
        let mut values: Vec<usize> = Vec::new();
        for number in 0..1000 {
            let value = number * 7 % 300;
            let hash = hashed(&index, value);
            let first = values.iter().position(|&known| known == value);
            let found = index.find(hash, |id: ConstId| values[id.index()] == value);
            assert_eq!(found, first.map(ConstId::new));
            if found.is_none() {
                index.insert(hash, ConstId::new(values.len()));
                values.push(value);
            }
        }
        assert_eq!((index.count, values.len()), (300, 300));
    }

    #[test]
    fn each_value_is_found() {
        check(|index, value| index.hash(&value));
        check(|_, _| Hashed(u32::MAX));
        check(|_, value| Hashed(value as u32 % 5));
    }
}
