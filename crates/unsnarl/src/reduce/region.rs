//! One region of the recursion, and the multi-entry loops in it.
//!
//! *Needs:* a draft, the header of the region, and the blocks below it, all reachable from it
//! inside.
//! *Gives:* [`Region`]: the blocks in canonical order, the edges between them, and the outermost
//! multi-entry loops.
//! *Cost:* O((v + e) α(v)) for v blocks and the e edges that leave them.
//!
//! Places in a region are positions in its own order; the header is at zero. A region does not have
//! the edges that lead out of it or back to its header.

use super::draft::Draft;
use crate::analysis::{Forest, Order, Predecessors};
use crate::cfg::{Cfg, CfgBuilder, Exit};
use crate::ids::{BlockId, Id, IdMap, Number};
use crate::rows::Rows;
use alloc::vec::Vec;
use core::ops::Range;

/// The place of the header.
const HEADER: usize = 0;

/// An edge between two places of a region.
#[derive(Clone, Copy)]
pub(super) struct Link {
    pub(super) to: u32,
    /// Its number in the draft.
    pub(super) edge: u32,
}

/// The header of a region and the blocks below it.
pub(super) struct Below {
    /// The header comes first.
    pub(super) blocks: Vec<BlockId>,
    /// Edges from outside into the region; they are treated as if they left the header.
    pub(super) ways_in: Vec<u32>,
}

/// A region by position, with the outermost multi-entry loops in it.
pub(super) struct Region {
    blocks: Vec<BlockId>,
    /// By place.
    links: Rows<Link>,
    /// The multi-entry loop that contains each place.
    within: Vec<Option<Number>>,
    loops: Vec<MultiEntryLoop>,
    /// The places of the loops, loop by loop, in canonical order.
    members: Vec<u32>,
}

/// An outermost multi-entry loop of a region.
pub(super) struct MultiEntryLoop {
    members: Range<u32>,
    /// The places of the entries and of the blocks that [divide](Region::divide) the loop, in the
    /// order in which a walk that follows first arms meets them.
    pub(super) entries: Vec<u32>,
    /// The number of these places that are not entries.
    dividing: usize,
}

impl MultiEntryLoop {
    /// Tells whether the dispatcher leads to blocks other than the entries as well.
    pub(super) fn is_divided(&self) -> bool {
        self.dividing > 0
    }
}

impl Region {
    /// Reads the region of the blocks `below` their header out of `draft`.
    ///
    /// `places` must be `None` for every block of the draft, and is so again afterwards. `met`
    /// gives the order in which entries are listed.
    pub(super) fn new(
        draft: &Draft,
        below: &Below,
        places: &mut Vec<Option<BlockId>>,
        met: &IdMap<BlockId, u32>,
    ) -> Region {
        let blocks = &below.blocks;
        places.resize(draft.block_count(), None);
        for (place, block) in blocks.iter().enumerate() {
            places[block.index()] = Some(BlockId::new(place));
        }
        let (cfg, edges) = inside(draft, below, places);
        for block in blocks {
            places[block.index()] = None;
        }
        let order = Order::new(&cfg);
        let forest = Forest::new(&cfg, &order, &Predecessors::new(&cfg, &order));
        let mut region = Region {
            blocks: (order.blocks().iter())
                .map(|place| blocks[place.index()])
                .collect(),
            links: Rows::with_room(blocks.len(), edges.len()),
            within: Vec::new(),
            loops: Vec::new(),
            members: Vec::new(),
        };
        region.copy_links(&cfg, &order, &edges);
        region.find_loops(&forest, |block| met[draft.origin(block)]);
        region
    }

    fn copy_links(&mut self, cfg: &Cfg, order: &Order, edges: &[u32]) {
        for &place in order.blocks() {
            self.links.push(cfg.edges(place).map(|edge| {
                let to = order
                    .position(cfg.target(edge))
                    .expect("an edge from a reachable block leads to one");
                let edge = edges[cfg.edge_index(edge)];
                Link { to, edge }
            }));
        }
    }

    fn find_loops(&mut self, forest: &Forest, met: impl Fn(BlockId) -> u32) {
        let count = self.blocks.len();
        let mut entered = alloc::vec![false; count];
        for intrusion in &forest.intrusions {
            entered[intrusion.outermost as usize] = true;
        }
        self.within = alloc::vec![None; count];
        for (at, &entered) in entered.iter().enumerate() {
            let outer = forest.outer(at as u32);
            self.within[at] = match outer.and_then(|outer| self.within[outer as usize]) {
                None if entered => {
                    self.loops.push(MultiEntryLoop {
                        members: 0..0,
                        entries: alloc::vec![at as u32],
                        dividing: 0,
                    });
                    Some(Number::new(self.loops.len() as u32 - 1))
                }
                around => around,
            };
        }
        for intrusion in &forest.intrusions {
            let around = self.within(intrusion.to);
            if let Some(around) = around
                && Some(around) != self.within(intrusion.from)
            {
                self.loops[around as usize].entries.push(intrusion.to);
            }
        }
        for around in &mut self.loops {
            around
                .entries
                .sort_unstable_by_key(|&at| met(self.blocks[at as usize]));
            around.entries.dedup();
        }
        self.list_members();
    }

    fn list_members(&mut self) {
        for around in self.within.iter().flatten() {
            self.loops[around.get() as usize].members.end += 1;
        }
        let mut end = 0;
        for around in &mut self.loops {
            let start = end;
            end += around.members.end;
            around.members = start..start;
        }
        self.members = alloc::vec![0; end as usize];
        for (at, &around) in (0..).zip(&self.within) {
            if let Some(around) = around {
                let members = &mut self.loops[around.get() as usize].members;
                self.members[members.end as usize] = at;
                members.end += 1;
            }
        }
    }

    /// Makes the dispatcher of a loop lead to these places of the loop, as if they were entries.
    pub(super) fn divide(&mut self, around: u32, places: &[u32], met: impl Fn(BlockId) -> u32) {
        let around = &mut self.loops[around as usize];
        around.dividing += places.len();
        around.entries.extend_from_slice(places);
        let blocks = &self.blocks;
        (around.entries).sort_unstable_by_key(|&at| met(blocks[at as usize]));
    }

    /// Gives the number of places.
    pub(super) fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Gives the number of places and of edges between them.
    pub(super) fn size(&self) -> u64 {
        (self.blocks.len() + self.links.items().len()) as u64
    }

    pub(super) fn block(&self, at: u32) -> BlockId {
        self.blocks[at as usize]
    }

    /// Gives the edges from a place to places of the region, in arm order.
    pub(super) fn links(&self, at: u32) -> &[Link] {
        let at = at as usize;
        self.links.row(at)
    }

    pub(super) fn loops(&self) -> &[MultiEntryLoop] {
        &self.loops
    }

    /// Gives the number of the multi-entry loop that contains a place.
    pub(super) fn within(&self, at: u32) -> Option<u32> {
        self.within[at as usize].map(Number::get)
    }

    /// Gives for each multi-entry loop the edges that enter it from outside.
    pub(super) fn ways_in(&self) -> Vec<Vec<Link>> {
        let mut ways_in = alloc::vec![Vec::new(); self.loops.len()];
        for from in 0..self.len() as u32 {
            for &link in self.links(from) {
                if let Some(around) = self.within(link.to)
                    && Some(around) != self.within(from)
                {
                    ways_in[around as usize].push(link);
                }
            }
        }
        ways_in
    }

    /// Gives the places of a multi-entry loop in canonical order.
    pub(super) fn members(&self, around: u32) -> &[u32] {
        let Range { start, end } = self.loops[around as usize].members;
        &self.members[start as usize..end as usize]
    }
}

/// The graph of the edges of `draft` between the blocks, and the numbers of these edges.
fn inside(draft: &Draft, below: &Below, places: &[Option<BlockId>]) -> (Cfg, Vec<u32>) {
    let leaving = below.blocks.iter().map(|&block| draft.edges(block).len());
    let room = leaving.sum::<usize>() + below.ways_in.len();
    let mut builder = CfgBuilder::with_room(below.blocks.len(), room);
    let mut edges = Vec::with_capacity(room);
    let mut arms = Vec::new();
    for (at, &block) in below.blocks.iter().enumerate() {
        let mut stay = |edge: u32| match places[draft.target(edge).index()] {
            Some(place) if place.index() != HEADER => {
                edges.push(edge);
                arms.push(place);
            }
            _ => {}
        };
        draft.edges(block).for_each(&mut stay);
        if at == 0 {
            below.ways_in.iter().copied().for_each(stay);
        }
        let exit = if arms.is_empty() {
            Exit::Return
        } else {
            Exit::Switch
        };
        builder.block(exit, arms.drain(..));
    }
    let cfg = builder
        .build(BlockId::new(HEADER))
        .expect("arms lead to blocks of the region");
    (cfg, edges)
}
