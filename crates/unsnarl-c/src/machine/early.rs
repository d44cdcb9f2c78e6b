//! Copies that come before a switch, so that its arms can fall through.
//!
//! *Needs:* a function with its graph. *Gives:* [`Early`]: edges whose copies come before the
//! switch that they leave. *Cost:* near-linear.
//!
//! An arm falls through to another one only if nothing is done on the edge from the switch to that:
//!
//! ```text
//! do {                             z = 0;
//!   switch (x) {                   switch (x) {
//!   case 0:                        case 0:
//!     z = f();               ->      z = f();
//!     break;                         FALL_THROUGH;
//!   case 1:                        case 1:
//!     z = 0;                         return z;
//!     break;                       }
//!   default:                       return 0;
//!     return 0;
//!   }
//!   return z;
//! } while (0);
//! ```
//!
//! A parameter of a block is read only where that dominates. If it does not dominate the switch, it
//! dominates none of the other arms either, and nothing reads the parameter on the way into these.
//!
//! *Limits:* only switches that would copy little: [`MOST`] copies at most.

use std::collections::{BTreeMap, BTreeSet};

use unsnarl::analysis::{Dominators, Order};
use unsnarl::{BlockId, Cfg, Id};
use unsnarl_low::trees::Trees;
use unsnarl_low::{Exit, Function};

/// The most copies before a switch.
const MOST: usize = 8;

/// Edges, each its block and slot, whose copies come before the decision of their block.
#[derive(Debug, Default)]
pub(super) struct Early {
    edges: BTreeSet<(BlockId, usize)>,
}

impl Early {
    /// Finds them in a function with this graph, in which some edges have blocks of their own.
    pub(super) fn find(
        function: &Function,
        trees: &Trees,
        cfg: &Cfg,
        split: &[(BlockId, usize)],
    ) -> Self {
        let mut early = Early::default();
        let is_switch = |&block: &BlockId| matches!(function.block(block).exit, Exit::Switch(_));
        let switches = (0..function.block_count())
            .map(BlockId::new)
            .filter(is_switch);
        let switches: Vec<BlockId> = switches.collect();
        if switches.is_empty() {
            return early;
        }
        let order = Order::new(cfg);
        let mut before = vec![Vec::new(); cfg.block_count()];
        for &block in order.blocks() {
            for edge in cfg.edges(block) {
                before[cfg.target(edge).index()].push(block);
            }
        }
        let finder = Finder {
            function,
            trees,
            split,
            dominators: Dominators::new(cfg, &order),
            before,
        };
        let reached = switches.into_iter();
        for switch in reached.filter(|&switch| order.position(switch).is_some()) {
            early.edges.extend(finder.edges(switch));
        }
        early
    }

    /// Tells whether the copies of an edge come before.
    pub(super) fn has(&self, block: BlockId, slot: usize) -> bool {
        self.edges.contains(&(block, slot))
    }

    /// Gives an edge to each target to which a block copies early.
    pub(super) fn of(&self, function: &Function, block: BlockId) -> Vec<usize> {
        let own = self.edges.range((block, 0)..=(block, usize::MAX));
        let mut seen = BTreeSet::new();
        own.map(|&(_, slot)| slot)
            .filter(|&slot| seen.insert(function.block(block).edges()[slot].to))
            .collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }
}

struct Finder<'f> {
    function: &'f Function,
    trees: &'f Trees,
    split: &'f [(BlockId, usize)],
    dominators: Dominators,
    /// By block: those that lead to it.
    before: Vec<Vec<BlockId>>,
}

impl Finder<'_> {
    /// The edges out of a switch whose copies may and should come before it.
    fn edges(&self, switch: BlockId) -> Vec<(BlockId, usize)> {
        let mut slots: BTreeMap<BlockId, Vec<usize>> = BTreeMap::new();
        for (slot, edge) in self.function.block(switch).edges().iter().enumerate() {
            slots.entry(edge.to).or_default().push(slot);
        }
        let may = |to: &BlockId, slots: &[usize]| {
            let is_split = |&slot: &usize| self.split.binary_search(&(switch, slot)).is_ok();
            !self.dominators.dominates(*to, switch) && !slots.iter().any(is_split)
        };
        let mut found = Vec::new();
        let mut copies = 0;
        for (to, slots) in slots {
            let own = self.copies(switch, slots[0]);
            if own > 0 && may(&to, &slots) && self.is_reached_otherwise(to, switch) {
                copies += own;
                found.extend(slots.into_iter().map(|slot| (switch, slot)));
            }
        }
        match copies <= MOST {
            true => found,
            false => Vec::new(),
        }
    }

    fn copies(&self, block: BlockId, slot: usize) -> usize {
        let edge = self.function.block(block).edges()[slot];
        let copies = self.function.copies(edge);
        copies.filter(|&(to, _)| self.trees.is_live(to)).count()
    }

    /// Tells whether another arm of a switch leads to a block.
    fn is_reached_otherwise(&self, to: BlockId, switch: BlockId) -> bool {
        let mut before = self.before[to.index()].iter();
        before.any(|&block| block != switch && self.dominators.dominates(switch, block))
    }
}
