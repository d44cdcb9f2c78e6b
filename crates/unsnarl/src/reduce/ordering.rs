//! The linear order of the entries of a multi-entry loop.
//!
//! *Needs:* the owners in the loop.
//! *Gives:* an order of the entries. Its charge, the weight of the crossings that it routes, is the
//! least for up to [`EXACT`] entries, and small for more.
//! *Cost:* O(v + e) if a bound shows that the listed order of the entries has the least charge.
//! Otherwise O(2ᵏ k) more for k entries, up to [`EXACT`], or O((k + a) log a) more for a larger k
//! and a crossings.
//! *Source:* the recurrence over subsets is that of [HeldKarp62] and [Lawler64]. For more entries,
//! the greedy order follows [EadesLinSmyth93], and the local search moves one entry at a time to
//! its best place, as [Rudell93] sifts variables.
//! *Departs:* arcs have several tails here: a crossing is charged unless *all* owners of its source
//! come before its entry.
//! *Limits:* for more than [`EXACT`] entries, the search considers only one owner of the source of
//! each crossing; whole orders are compared by the true charge.
//!
//! The bound: of two entries one comes first, so at least the crossings of the lighter direction
//! between them are routed. In a clique of equal weights, the charge of every order equals the
//! bound. For up to [`EXACT`] entries, longer [cycles] count as well. Then the bound is exact for a
//! loop whose cases fall through into each other.

use super::owners::{Arc, Owners};
use crate::rows::Rows;
use alloc::vec::Vec;

mod cycles;
mod exact;
mod search;

/// The greatest number of entries for which the order is exact.
const EXACT: usize = 12;

/// Chooses an order of the entries, front to back. If the listed order has the least charge, it is
/// chosen.
pub(super) fn order_entries(owners: &mut Owners) -> Vec<u32> {
    let listed: Vec<u32> = (0..owners.count() as u32).collect();
    let charge = owners.charge(&listed);
    if owners.count() <= EXACT {
        if charge == cycles::bound(owners.count(), owners.arcs()) {
            return listed;
        }
        return exact::order(owners);
    }
    let arcs = Arcs::new(owners.count(), owners.arcs());
    if charge == arcs.bound() {
        return listed;
    }
    search::order(owners, listed, charge, arcs)
}

/// Arcs between entries, by both ends.
struct Arcs {
    /// Weight of the arcs from an entry to itself.
    forced: u64,
    into: Rows<(u32, u32)>,
    out: Rows<(u32, u32)>,
}

impl Arcs {
    fn new(count: usize, arcs: impl Iterator<Item = Arc>) -> Arcs {
        let mut forced = 0;
        let mut free = Vec::new();
        for arc in arcs {
            if arc.from == arc.to {
                forced += u64::from(arc.weight);
            } else {
                free.push(arc);
            }
        }
        Arcs {
            forced,
            into: turned(count, &free, |arc| (arc.to, arc.from)),
            out: turned(count, &free, |arc| (arc.from, arc.to)),
        }
    }

    /// Gives the number of entries.
    fn count(&self) -> usize {
        self.into.count()
    }

    /// Gives a lower bound on the charge of every order.
    fn bound(&self) -> u64 {
        let mut ahead = alloc::vec![0_u64; self.count()];
        let mut bound = self.forced;
        for entry in 0..self.count() as u32 {
            for &(to, weight) in self.out.row(entry as usize) {
                ahead[to as usize] += u64::from(weight);
            }
            // Of the arcs between two entries, the weight of the lighter direction counts.
            for &(from, weight) in self.into.row(entry as usize) {
                if from < entry {
                    let met = ahead[from as usize].min(u64::from(weight));
                    ahead[from as usize] -= met;
                    bound += met;
                }
            }
            for &(to, _) in self.out.row(entry as usize) {
                ahead[to as usize] = 0;
            }
        }
        bound
    }
}

/// Groups arcs by entry: the other end and the weight of each.
fn turned(count: usize, arcs: &[Arc], ends: impl Fn(&Arc) -> (u32, u32)) -> Rows<(u32, u32)> {
    let pair = |arc| {
        let (entry, other) = ends(arc);
        (entry as usize, (other, arc.weight))
    };
    Rows::gather(count, || arcs.iter().map(pair))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Order, first_met, samples};
    use crate::reduce::draft::Draft;
    use crate::reduce::owners::Tables;
    use crate::reduce::region::{Below, Region};

    /// From the bounds to the exact order, the search and the listed order, the charge never
    /// decreases; and each order has every entry once.
    #[test]
    fn the_ways_to_an_order_agree() {
        let mut better = 0;
        for seed in 0..3_000 {
            let mut numbers = samples::Numbers::new(seed);
            let cfg = samples::random(&mut numbers, 24);
            let cfg = samples::weighted(&cfg, &mut numbers);
            let draft = Draft::new(&cfg);
            let below = Below {
                blocks: Order::new(&cfg).blocks().to_vec(),
                ways_in: Vec::new(),
            };
            let region = Region::new(&draft, &below, &mut Vec::new(), &first_met(&cfg));
            let mut tables = Tables::new(&region);
            for around in 0..region.loops().len() as u32 {
                let mut owners = Owners::new(&region, around, &mut tables, &draft);
                let listed: Vec<u32> = (0..owners.count() as u32).collect();
                let charge = owners.charge(&listed);
                let arcs = Arcs::new(owners.count(), owners.arcs());
                let bound = arcs.bound();
                let by_cycles = match owners.count() <= EXACT {
                    true => cycles::bound(owners.count(), owners.arcs()),
                    false => bound,
                };
                let searched = search::order(&mut owners, listed.clone(), charge, arcs);
                let exact = exact::order(&mut owners);
                for order in [&searched, &exact] {
                    let mut entries = order.clone();
                    entries.sort_unstable();
                    assert_eq!(entries, listed);
                }
                let (least, found) = (owners.charge(&exact), owners.charge(&searched));
                assert!(
                    bound <= by_cycles && by_cycles <= least && least <= found && found <= charge,
                    "{cfg:?}"
                );
                better += u32::from(found < charge);
            }
        }
        assert!(better > 100, "the search found only {better} better orders");
    }
}
