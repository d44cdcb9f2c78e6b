//! Owners: the entries of a multi-entry loop that reach a block first.
//!
//! *Needs:* a multi-entry loop of a region.
//! *Gives:* [`Owners`]: the edges inside the loop that lead to its entries, and the charge of a
//! linear order of the entries.
//! *Cost:* O(v + e) for each query, with v and e of the loop.
//!
//! An entry owns itself. It owns another block of the loop if a path inside the loop leads from the
//! entry to the block without passing another entry. A *crossing* is an edge inside the loop to an
//! entry. With the entries in a linear order, a crossing is kept if the entry is the only owner of
//! its source, or if all owners of its source come before the entry; otherwise the crossing is
//! routed through the dispatcher.
//!
//! This needs no sets of owners. A flood fill that starts from the entries one after the other, in
//! some order, and enters no block twice finds the first owner of each block in that order. A block
//! has only one owner if its first owner is also its last; and all its owners come before an entry
//! if the last one does.

use super::draft::Draft;
use super::region::Region;
use crate::ids::Number;
use alloc::vec::Vec;

/// An edge inside the loop to one of its entries.
#[derive(Clone, Copy)]
pub(super) struct Crossing {
    /// The place of its source.
    pub(super) from: u32,
    /// The number of the entry that is its target.
    pub(super) to: u32,
    /// Its number in the draft.
    pub(super) edge: u32,
    pub(super) weight: u32,
}

/// Tables over the places of a region, shared by its loops.
pub(super) struct Tables {
    /// The number of an entry in its loop.
    numbers: Vec<Option<Number>>,
    first: Vec<Option<Number>>,
    last: Vec<Option<Number>>,
    /// Empty until sets of owners are needed.
    masks: Vec<u16>,
    work: Vec<u32>,
}

impl Tables {
    pub(super) fn new(region: &Region) -> Tables {
        let mut numbers = alloc::vec![None; region.len()];
        for around in region.loops() {
            for (number, &entry) in (0..).zip(&around.entries) {
                numbers[entry as usize] = Some(Number::new(number));
            }
        }
        Tables {
            numbers,
            first: alloc::vec![None; region.len()],
            last: alloc::vec![None; region.len()],
            masks: Vec::new(),
            work: Vec::new(),
        }
    }

    /// Gives the number of an entry in its loop.
    pub(super) fn number(&self, at: u32) -> Option<u32> {
        self.numbers[at as usize].map(Number::get)
    }
}

/// The owners in one multi-entry loop.
pub(super) struct Owners<'a> {
    region: &'a Region,
    around: u32,
    entries: &'a [u32],
    tables: &'a mut Tables,
    /// The crossings whose source has owners other than the entry; only these may have to be
    /// routed.
    crossings: Vec<Crossing>,
    /// The order for which `last` was computed.
    asked: Vec<u32>,
}

impl<'a> Owners<'a> {
    pub(super) fn new(
        region: &'a Region,
        around: u32,
        tables: &'a mut Tables,
        draft: &Draft,
    ) -> Owners<'a> {
        let mut owners = Owners {
            region,
            around,
            entries: &region.loops()[around as usize].entries,
            tables,
            crossings: Vec::new(),
            asked: Vec::new(),
        };
        let count = owners.entries.len() as u32;
        owners.flood(0..count);
        core::mem::swap(&mut owners.tables.first, &mut owners.tables.last);
        owners.flood((0..count).rev());
        owners.asked = (0..count).collect();
        owners.crossings = owners.find_crossings(draft);
        owners
    }

    /// Records in `last` the owner of each block that comes first in `order`.
    fn flood(&mut self, order: impl Iterator<Item = u32>) {
        let Tables {
            numbers,
            last,
            work,
            ..
        } = &mut *self.tables;
        for &at in self.region.members(self.around) {
            last[at as usize] = None;
        }
        for owner in order {
            work.push(self.entries[owner as usize]);
            last[self.entries[owner as usize] as usize] = Some(Number::new(owner));
            while let Some(at) = work.pop() {
                for link in self.region.links(at) {
                    let to = link.to as usize;
                    if last[to].is_none()
                        && numbers[to].is_none()
                        && self.region.within(link.to) == Some(self.around)
                    {
                        last[to] = Some(Number::new(owner));
                        work.push(link.to);
                    }
                }
            }
        }
    }

    fn find_crossings(&self, draft: &Draft) -> Vec<Crossing> {
        let mut crossings = Vec::new();
        for &from in self.region.members(self.around) {
            let sole = self.sole(from);
            for link in self.region.links(from) {
                if let Some(to) = self.tables.number(link.to)
                    && sole != Some(to)
                    && self.region.within(link.to) == Some(self.around)
                {
                    crossings.push(Crossing {
                        from,
                        to,
                        edge: link.edge,
                        weight: draft.weight(link.edge),
                    });
                }
            }
        }
        crossings
    }

    /// Gives the owner of a block if it has only one. Valid until the first other query.
    fn sole(&self, at: u32) -> Option<u32> {
        let owner = self.tables.first[at as usize];
        let owner = owner.filter(|_| owner == self.tables.last[at as usize]);
        owner.map(Number::get)
    }

    /// Gives the number of entries.
    pub(super) fn count(&self) -> usize {
        self.entries.len()
    }

    /// Gives the crossings that are routed when the entries are in `order`, front to back.
    pub(super) fn routed(&mut self, order: &[u32]) -> impl Iterator<Item = Crossing> {
        if self.asked != order {
            self.flood(order.iter().rev().copied());
            self.asked = order.to_vec();
        }
        let mut ranks = alloc::vec![0_u32; order.len()];
        for (rank, &entry) in (0..).zip(order) {
            ranks[entry as usize] = rank;
        }
        let last = &self.tables.last;
        self.crossings.iter().copied().filter(move |crossing| {
            let owner = owner(last, crossing.from);
            ranks[owner as usize] >= ranks[crossing.to as usize]
        })
    }

    /// Gives the weight of the crossings that are routed when the entries are in `order`.
    pub(super) fn charge(&mut self, order: &[u32]) -> u64 {
        self.routed(order)
            .map(|crossing| u64::from(crossing.weight))
            .sum()
    }

    /// Gives each crossing as an arc between entries: from an owner of its source to the entry. The
    /// owner is the last one in the order that was queried last, because this owner decides.
    ///
    /// The charge of a crossing is at least that of its arc: the weight of the arc if it leads
    /// backward. An arc from an entry to itself means that every order routes the crossing.
    pub(super) fn arcs(&self) -> impl Iterator<Item = Arc> {
        let Tables { first, last, .. } = &*self.tables;
        self.crossings.iter().map(|crossing| {
            // The first owner by number may show that the entry is one of several owners.
            let from = match owner(first, crossing.from) {
                first if first == crossing.to => first,
                _ => owner(last, crossing.from),
            };
            Arc {
                from,
                to: crossing.to,
                weight: crossing.weight,
            }
        })
    }

    /// Gives each crossing with the set of the owners of its source: one bit for each entry.
    ///
    /// O(Σ owners) time. At most sixteen entries.
    pub(super) fn owner_sets(&mut self) -> Vec<(u16, Crossing)> {
        let Tables {
            numbers,
            masks,
            work,
            ..
        } = &mut *self.tables;
        masks.resize(self.region.len(), 0);
        for &at in self.region.members(self.around) {
            masks[at as usize] = 0;
        }
        for (owner, &entry) in self.entries.iter().enumerate() {
            let bit = 1 << owner;
            work.push(entry);
            masks[entry as usize] = bit;
            while let Some(at) = work.pop() {
                for link in self.region.links(at) {
                    let to = link.to as usize;
                    if masks[to] & bit == 0
                        && numbers[to].is_none()
                        && self.region.within(link.to) == Some(self.around)
                    {
                        masks[to] |= bit;
                        work.push(link.to);
                    }
                }
            }
        }
        let masks = &*masks;
        self.crossings
            .iter()
            .map(|&crossing| (masks[crossing.from as usize], crossing))
            .collect()
    }
}

/// Gives the owner of the source of a crossing, from a table.
fn owner(table: &[Option<Number>], at: u32) -> u32 {
    let owner = table[at as usize].expect("each block of the loop is reached from an entry");
    owner.get()
}

/// The demand of a crossing on an order of the entries: `from` must come before `to`.
#[derive(Clone, Copy)]
pub(super) struct Arc {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) weight: u32,
}
