//! Copies of blocks where they are cheaper than a dispatcher, dispatchers elsewhere.
//!
//! *Needs:* any [`Cfg`], and a [`Budget`], which may be too small for copies.
//! *Gives:* [`Reducible`], always.
//! *Cost:* twice that of [`dispatch`], and for each depth of multi-entry loops O(V + E) more, not
//! counting dominators: the cost of an attempt to copy is charged to the edges that would go
//! through the dispatcher. Loops that nest too deep are divided as by [`dispatch`].
//! *Source:* copies as in [`split`](super::split()), dispatchers as in [`dispatch`]; the choice for
//! each loop, by the price below, is new.
//! *Limits:* a loop is copied whole or not at all. A loop that would be cheap to copy without an
//! inner loop gets a dispatcher, and the choice for the inner loop is made separately.
//!
//! ## The price
//! A dispatcher costs space: a store on each edge that goes through it, an arm for each entry, and
//! the dispatcher itself. And it costs time whenever such an edge is taken. In the units of
//! [`Cfg::size`], which are taken to be instructions, the price of a dispatcher is
//!
//! ```text
//! 1 + entries + 2 (routed edges) + 8 (weight of the routed edges / mean weight of all edges)
//! ```
//!
//! So copies of eight instructions are a fair price for keeping an edge of mean weight free of a
//! dispatcher, and copies of eighty instructions for an edge that is taken ten times as often. A
//! loop is split if it and all loops inside it can be given one entry each by copies whose size is
//! no more than the price.
//!
//! An edge goes through one dispatcher at most, so all prices together are at most 10 E + 2 V, and
//! growth is linear whatever the graph. Besides, the size of all copies is limited to the budget
//! minus the size of the result of [`dispatch`]: no loop has a larger dispatcher here than there.
//!
//! ```text
//! before                   after: a is small, so it is copied; l and r are large, so d leads to them
//! x -> switch l r a | b    x  -> switch d (0) d (1) a' | b
//! a -> b                   a' -> b         a -> b
//! b -> a | y               b  -> a | y
//! l -> r | y               l  -> r | y
//! r -> l                   r  -> d (0)     d -> switch l | r
//! y -> return              y  -> return
//! ```

use super::dispatch::{Given, Outside, choose, dispatch};
use super::draft::Draft;
use super::effort::Effort;
use super::owners::{Crossing, Tables};
use super::region::{Below, Link, Region};
use super::split::{Splitter, Task};
use super::tangle::Tangle;
use super::{Budget, Promises, Reducible, Reduction, budget};
use crate::analysis::first_met;
use crate::cfg::Cfg;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

pub(super) const ROW: Reduction = Reduction {
    name: "hybrid",
    about: "copies of a multi-entry loop where they cost less than its dispatcher, else dispatchers",
    promises: Promises {
        no_copy: false,
        no_dispatcher: false,
        total: true,
    },
    cost: "near-linear in V + E for each depth of multi-entry loops",
    source: "Steensgaard93, JanssenCorporaal97, UngerMueller02",
    run: |cfg, budget| Ok(hybrid(cfg, budget)),
};

/// Gives every loop of `cfg` one entry, by copies or by a dispatcher, whichever costs less.
///
/// Total: it succeeds for every graph. A reducible graph comes back unchanged. Without room for
/// copies, the edges go through dispatchers as by [`dispatch`]. The result is within the budget if
/// the result of [`dispatch`] is.
///
/// ```
/// use unsnarl::{reduce, text};
///
/// // Copying b costs less than a dispatcher for two entries.
/// let graph = text::read("a -> b | c\nb -> c\nc -> b | d\nd -> return", text::Notation::Cfg)?;
/// let reducible = reduce::hybrid(&graph.cfg, reduce::Budget::times(&graph.cfg, 2));
/// assert!(reducible.has_copies());
/// // Copying one half of a large clique does not.
/// let names: String = (0..20).map(|index| format!(" b{index}")).collect();
/// let rows: String = (0..20).map(|index| format!("b{index} -> switch{names} | end\n")).collect();
/// let text = format!("a -> switch{names} | end\n{rows}end -> return");
/// let graph = text::read(&text, text::Notation::Cfg)?;
/// let reducible = reduce::hybrid(&graph.cfg, reduce::Budget::times(&graph.cfg, 2));
/// assert!(!reducible.has_copies());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hybrid(cfg: &Cfg, budget: Budget) -> Reducible {
    let order = match Reducible::or_order(cfg) {
        Ok(reducible) => return reducible,
        Err(order) => order,
    };
    let plain = dispatch(cfg);
    let without_copies = budget::size(plain.cfg());
    let mut hybrid = Hybrid {
        draft: Draft::new(cfg),
        splitter: Splitter::new(cfg),
        room: budget.get().saturating_sub(without_copies),
        rate: Rate::of(cfg),
    };
    let met = first_met(cfg);
    let mut places = Vec::new();
    let mut work = VecDeque::from([Below {
        blocks: order.into_blocks(),
        ways_in: Vec::new(),
    }]);
    let mut effort = Effort::of(cfg);
    while let Some(below) = work.pop_front() {
        let mut region = Region::new(&hybrid.draft, &below, &mut places, &met);
        effort.spend(&mut region, &hybrid.draft, &met);
        work.extend(hybrid.reduce(&region));
    }
    let reduced = hybrid.draft.finish();
    // If loops are divided in both results, the dispatchers of this one may be larger.
    if budget::size(reduced.cfg()) > budget.get().max(without_copies) {
        return plain;
    }
    reduced
}

struct Hybrid<'a> {
    draft: Draft<'a>,
    splitter: Splitter,
    /// The size that all further copies together may have.
    room: u64,
    rate: Rate,
}

impl Hybrid<'_> {
    /// Gives each outermost multi-entry loop of a region one entry. Returns the regions below the
    /// new dispatchers.
    fn reduce(&mut self, region: &Region) -> Vec<Below> {
        let mut tables = Tables::new(region);
        let outside = Outside::new(region, &tables, &self.draft);
        let ways_in = region.ways_in();
        let mut below = Vec::new();
        // From the last loop to the first: a loop is finished before another loop that leads to it
        // is copied.
        for (around, ways_in) in ways_in.iter().enumerate().rev() {
            let around = around as u32;
            let routed = choose(region, around, &mut tables, &self.draft);
            let given = Given {
                region,
                around,
                ways_in,
                routed: &routed,
            };
            if !self.split(&given) {
                below.extend(given.dispatcher(&tables, &outside, &mut self.draft));
            }
        }
        below
    }

    /// Splits a loop if that costs less than its dispatcher, and tells whether it did.
    fn split(&mut self, given: &Given) -> bool {
        let members = given.region.members(given.around).iter();
        let tangle = Tangle {
            members: members.map(|&at| given.region.block(at)).collect(),
            ways_in: given.ways_in.iter().map(|link| link.edge).collect(),
        };
        let entries = given.region.loops()[given.around as usize].entries.len();
        let price = (self.rate).dispatcher(&self.draft, entries, given.ways_in, given.routed);
        let mark = self.draft.mark();
        let splitter = &mut self.splitter;
        let size = splitter.split(&mut self.draft, Task::Loop(tangle), price.min(self.room));
        match size {
            Some(size) => self.room -= size,
            None => self.draft.take_back(mark),
        }
        size.is_some()
    }
}

/// The space that a store on an edge costs.
const STORE: u64 = 2;
/// The benefit of keeping an edge of mean weight free of a dispatcher.
const DETOUR: u64 = 8;

/// The rate at which weights are converted to sizes.
struct Rate {
    edges: u64,
    weight: u64,
}

impl Rate {
    fn of(cfg: &Cfg) -> Rate {
        let weights = cfg.blocks().flat_map(|block| cfg.edges(block));
        Rate {
            edges: cfg.edge_count() as u64,
            weight: weights.map(|edge| u64::from(cfg.weight(edge))).sum(),
        }
    }

    /// Gives the price of a dispatcher.
    fn dispatcher(
        &self,
        draft: &Draft,
        entries: usize,
        ways_in: &[Link],
        routed: &[Crossing],
    ) -> u64 {
        let outside = ways_in.iter().map(|link| draft.weight(link.edge));
        let inside = routed.iter().map(|crossing| crossing.weight);
        let weight: u64 = outside.chain(inside).map(u64::from).sum();
        let edges = (ways_in.len() + routed.len()) as u64;
        let time = u128::from(weight) * u128::from(DETOUR * self.edges);
        let time = time / u128::from(self.weight.max(1));
        let space = 1 + entries as u64 + STORE * edges;
        space.saturating_add(u64::try_from(time).unwrap_or(u64::MAX))
    }
}
