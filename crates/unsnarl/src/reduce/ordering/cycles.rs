//! A lower bound on the charge of every order of a few entries.
//!
//! Whatever the order, at least one arc of every cycle leads backward. So cycles are subtracted
//! from the arcs one after the other, each with the weight of its lightest arc, until no arc that
//! leads backward in the listed order closes a cycle with arcs that lead forward. Every order
//! routes the sum of these weights. Cycles of two arcs come first, because a longer cycle may use
//! up arcs of several of them.

use super::super::owners::Arc;
use super::EXACT;

/// Gives a lower bound on the charge of every order, from the arcs between `count` entries, which
/// are at most [`EXACT`].
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

/// The weights of the arcs, by source and target.
#[derive(Default)]
struct Weights([[u64; EXACT]; EXACT]);

/// The entries of a cycle: an arc leads from each to the next, and from the last to the first.
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
    /// Subtracts the weight of the lightest arc of a cycle from all its arcs, and gives this
    /// weight.
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

    /// Finds a path from `first` to `last` over arcs of nonzero weight that all lead forward in the
    /// listed order. With the arc from `last` back to `first` it is a cycle.
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
