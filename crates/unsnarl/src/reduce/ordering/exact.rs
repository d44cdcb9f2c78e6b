//! The order of least charge, by subsets.
//!
//! If the entries of the set `P` have been placed, placing the entry `e` next charges the crossings
//! into `e` whose source has an owner outside `P`. So the least charge of placing the entries of a
//! set before all others depends on the set only: `least(P ∪ e) = min over e of least(P) +
//! charge(e, P)`.

use super::super::owners::Owners;
use alloc::vec::Vec;

/// Gives an order of least charge. Of several, it gives the one whose last entry has the highest
/// number, and so on towards the front.
pub(super) fn order(owners: &mut Owners) -> Vec<u32> {
    let count = owners.count();
    let demands = Demands::new(owners);
    let least = least(count, &demands);
    let mut placed = least.len() - 1;
    let mut order = Vec::with_capacity(count);
    while placed != 0 {
        let last = (0..count)
            .rev()
            .filter(|entry| placed >> entry & 1 == 1)
            .find(|&entry| {
                let before = placed & !(1 << entry);
                least[before] + demands.charge(entry, before) == least[placed]
            })
            .expect("one of the entries gave the least");
        order.push(last as u32);
        placed &= !(1 << last);
    }
    order.reverse();
    order
}

/// Finds, for each set, the least charge of placing its entries.
fn least(count: usize, demands: &Demands) -> Vec<u64> {
    let mut least = alloc::vec![u64::MAX; 1 << count];
    least[0] = 0;
    // By the lowest entry of a set: for each entry, the weight of the demands that the set fulfils.
    // Sets come in the order of binary numbers, so the row that is read was written for the same
    // set without its lowest entry.
    let mut kept = alloc::vec![[0_u64; super::EXACT]; count + 1];
    for placed in 0..least.len() {
        let lowest = (placed.trailing_zeros() as usize).min(count);
        if placed != 0 {
            let upper = placed & (placed - 1);
            kept[lowest] = kept[(upper.trailing_zeros() as usize).min(count)];
            for demand in demands.of_lowest(lowest) {
                if usize::from(demand.owners) & !placed == 0 {
                    kept[lowest][demand.to as usize] += demand.weight;
                }
            }
        }
        for (entry, kept) in kept[lowest].iter().enumerate().take(count) {
            let with = placed | 1 << entry;
            if with != placed {
                let charged = least[placed] + (demands.total[entry] - kept);
                least[with] = least[with].min(charged);
            }
        }
    }
    least
}

/// The demand that all the owners come before the entry `to`; otherwise the weight is charged.
struct Demand {
    owners: u16,
    to: u32,
    weight: u64,
}

/// The demands of all crossings. Crossings with the same owners and the same entry are one demand.
struct Demands {
    /// By entry, the weight of all demands.
    total: Vec<u64>,
    /// Ascending by lowest owner.
    list: Vec<Demand>,
    /// By lowest owner, where its demands start.
    starts: Vec<usize>,
}

impl Demands {
    fn new(owners: &mut Owners) -> Demands {
        let count = owners.count();
        let mut total = alloc::vec![0; count];
        let mut sets = owners.owner_sets();
        let lowest = |owners: u16| owners.trailing_zeros();
        sets.sort_unstable_by_key(|(owners, crossing)| (lowest(*owners), *owners, crossing.to));
        let mut list: Vec<Demand> = Vec::new();
        for (owners, crossing) in sets {
            let (to, weight) = (crossing.to, u64::from(crossing.weight));
            total[to as usize] += weight;
            match list.last_mut() {
                Some(last) if last.owners == owners && last.to == to => last.weight += weight,
                _ => list.push(Demand { owners, to, weight }),
            }
        }
        let start =
            |entry: usize| list.partition_point(|demand| (lowest(demand.owners) as usize) < entry);
        let starts = (0..=count).map(start).collect();
        Demands {
            total,
            list,
            starts,
        }
    }

    fn of_lowest(&self, owner: usize) -> &[Demand] {
        &self.list[self.starts[owner]..self.starts[owner + 1]]
    }

    /// Gives the charge of placing `entry` after the set `placed`.
    fn charge(&self, entry: usize, placed: usize) -> u64 {
        self.list
            .iter()
            .filter(|demand| demand.to as usize == entry)
            .filter(|demand| usize::from(demand.owners) & !placed != 0)
            .map(|demand| demand.weight)
            .sum()
    }
}
