//! A weight that every order of a few entries routes.
//!
//! Whatever the order, an arc of every cycle leads backward. So cycles are taken out of the arcs,
//! one after the other, each with the weight of its lightest arc, until what goes ahead in the
//! order as listed does not lead back: the weights together are routed by every order. Cycles of
//! two come first, for a longer one may spoil several of them.

use super::super::owners::Arc;
use super::EXACT;

/// Gives a weight that every order routes, of arcs between so many entries: at most [`EXACT`].
pub(super) fn bound(count: usize, arcs: impl Iterator<Item = Arc>) -> u64 {
    let mut left = Weights::default();
    let mut bound = 0;
    for Arc { from, to, weight } in arcs {
        if from == to {
            bound += u64::from(weight);
        } else {
            left.0[from as usize][to as usize] += u64::from(weight);
        }
    }
    let backward = || (1..count).flat_map(|from| (0..from).map(move |to| (from, to)));
    for (from, to) in backward() {
        bound += left.take(&[from, to]);
    }
    for (from, to) in backward() {
        while left.0[from][to] > 0
            && let Some(cycle) = left.ahead(to, from)
        {
            bound += left.take(cycle.entries());
        }
    }
    bound
}

/// The weights of the arcs from each entry to each.
#[derive(Default)]
struct Weights([[u64; EXACT]; EXACT]);

/// Entries each of which an arc leads to from the one before, and to the first from the last.
#[derive(Default)]
struct Cycle {
    entries: [usize; EXACT],
    count: usize,
}

impl Cycle {
    fn entries(&self) -> &[usize] {
        &self.entries[..self.count]
    }

    fn push(&mut self, entry: usize) {
        self.entries[self.count] = entry;
        self.count += 1;
    }
}

impl Weights {
    /// Takes a cycle out with the weight of its lightest arc, and gives that.
    fn take(&mut self, cycle: &[usize]) -> u64 {
        let next = cycle.iter().cycle().skip(1);
        let arcs = cycle.iter().zip(next);
        let lightest = arcs.clone().map(|(&from, &to)| self.0[from][to]).min();
        let lightest = lightest.unwrap_or(0);
        for (&from, &to) in arcs {
            self.0[from][to] -= lightest;
        }
        lightest
    }

    /// Finds arcs with weight that lead from an entry to a later one without going back: a cycle
    /// with an arc back.
    fn ahead(&self, first: usize, last: usize) -> Option<Cycle> {
        let mut before = [None; EXACT];
        before[first] = Some(first);
        for to in first + 1..=last {
            before[to] = (first..to).find(|&from| before[from].is_some() && self.0[from][to] > 0);
        }
        let mut cycle = Cycle::default();
        let mut at = last;
        while at != first {
            cycle.push(at);
            at = before[at]?;
        }
        cycle.push(first);
        cycle.entries[..cycle.count].reverse();
        Some(cycle)
    }
}
