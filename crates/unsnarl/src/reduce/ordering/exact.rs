//! The order of least charge, by subsets.
//!
//! Placing entry `e` when the entries of the set `P` have been placed charges the crossings into `e`
//! whose source has an owner outside `P`. So the least charge of placing the rest depends on `P` only:
//! `rest(P) = min over e outside P of charge(e, P) + rest(P ∪ e)`.

use super::super::owners::Owners;
use alloc::vec::Vec;

pub(super) fn order(owners: &mut Owners) -> Vec<u32> {
    let count = owners.count();
    let charges = Charges::new(owners);
    let all = (1_usize << count) - 1;
    let mut rest = alloc::vec![0_u64; all + 1];
    for placed in (0..all).rev() {
        rest[placed] = outside(count, placed)
            .map(|entry| charges.of(entry, placed) + rest[placed | 1 << entry])
            .min()
            .expect("an entry is left to place");
    }
    let mut placed = 0;
    let mut order = Vec::with_capacity(count);
    while placed != all {
        let next = outside(count, placed)
            .find(|&entry| charges.of(entry, placed) + rest[placed | 1 << entry] == rest[placed])
            .expect("one of the entries gave the least");
        order.push(next as u32);
        placed |= 1 << next;
    }
    order
}

fn outside(count: usize, placed: usize) -> impl Iterator<Item = usize> {
    (0..count).filter(move |entry| placed >> entry & 1 == 0)
}

/// What it charges to place an entry after a set of others.
struct Charges {
    count: usize,
    /// The weight of all crossings into each entry.
    total: Vec<u64>,
    /// Rows by set, columns by entry: the weight of the crossings whose owners are all in the set.
    kept: Vec<u64>,
}

impl Charges {
    fn new(owners: &mut Owners) -> Charges {
        let count = owners.count();
        let mut charges = Charges {
            count,
            total: alloc::vec![0; count],
            kept: alloc::vec![0; count << count],
        };
        for (set, crossing) in owners.owner_sets() {
            let (to, weight) = (crossing.to as usize, u64::from(crossing.weight));
            charges.total[to] += weight;
            charges.kept[usize::from(set) * count + to] += weight;
        }
        charges.sum_over_subsets();
        charges
    }

    /// Adds to the row of each set the rows of its subsets, one entry of difference after the other.
    fn sum_over_subsets(&mut self) {
        for entry in 0..self.count {
            let half = self.count << entry;
            for pair in self.kept.chunks_exact_mut(2 * half) {
                let (without, with) = pair.split_at_mut(half);
                for (sum, part) in with.iter_mut().zip(without) {
                    *sum += *part;
                }
            }
        }
    }

    fn of(&self, entry: usize, placed: usize) -> u64 {
        self.total[entry] - self.kept[placed * self.count + entry]
    }
}
