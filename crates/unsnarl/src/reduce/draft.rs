//! A graph that is being edited: dispatchers, copies and empty blocks are inserted.
//!
//! *Needs:* the input graph.
//! *Gives:* [`Draft`]: arms that can be redirected, stores, and new blocks after the given ones.
//! *Cost:* 16 bytes an edge; undoing changes costs as much as making them.

use super::Reducible;
use crate::cfg::{Cfg, CfgBuilder, Exit};
use crate::ids::{BlockId, Edge, Id, IdMap};
use alloc::vec::Vec;

/// The kinds of blocks in an [`Edited`](super::Edited) graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// This block of the input, or a copy of it.
    Block(BlockId),
    /// A switch over the label: the dispatcher of a multi-entry loop, or the selector after the
    /// exits of a loop.
    Dispatcher,
    /// A block that only jumps.
    Empty,
}

/// A graph in the making. Edges are numbered block by block, as by [`Cfg::edge_index`].
pub(super) struct Draft<'a> {
    cfg: &'a Cfg,
    entry: BlockId,
    kinds: Vec<Kind>,
    /// The arms of block `i` are `rows[i]..rows[i + 1]`, new blocks included.
    rows: Vec<u32>,
    targets: Vec<BlockId>,
    weights: Vec<u32>,
    stores: Vec<Option<u32>>,
    /// The edges that were redirected to copies since the last mark was dropped, each with its old
    /// target.
    moved: Vec<(u32, BlockId)>,
}

/// A state to which a draft can be rolled back.
pub(super) struct Mark {
    blocks: usize,
    edges: usize,
    moved: usize,
}

/// The result of a draft, in parts.
pub(super) struct Finished {
    pub(super) cfg: Cfg,
    pub(super) kinds: IdMap<BlockId, Kind>,
    /// By [`Cfg::edge_index`].
    pub(super) stores: Vec<Option<u32>>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(cfg: &'a Cfg) -> Draft<'a> {
        let kinds = cfg.blocks().map(Kind::Block).collect();
        Draft::continued(cfg, kinds, alloc::vec![None; cfg.edge_count()])
    }

    /// Starts from a graph that already has inserted blocks.
    pub(super) fn continued(cfg: &'a Cfg, kinds: Vec<Kind>, stores: Vec<Option<u32>>) -> Draft<'a> {
        let mut draft = Draft {
            cfg,
            entry: cfg.entry(),
            kinds,
            rows: alloc::vec![0],
            targets: Vec::with_capacity(cfg.edge_count()),
            weights: Vec::with_capacity(cfg.edge_count()),
            stores,
            moved: Vec::new(),
        };
        for block in cfg.blocks() {
            draft.targets.extend_from_slice(cfg.successors(block));
            draft
                .weights
                .extend(cfg.edges(block).map(|edge| cfg.weight(edge)));
            draft.rows.push(draft.targets.len() as u32);
        }
        draft
    }

    /// Gives the number of blocks so far, new ones included.
    pub(super) fn block_count(&self) -> usize {
        self.kinds.len()
    }

    /// Gives the number of edges so far.
    pub(super) fn edge_count(&self) -> usize {
        self.targets.len()
    }

    fn kind(&self, block: BlockId) -> Kind {
        self.kinds[block.index()]
    }

    /// Gives the block of the input that `block` is, or of which it is a copy; for other blocks
    /// `block` itself.
    pub(super) fn origin(&self, block: BlockId) -> BlockId {
        match self.kind(block) {
            Kind::Block(origin) => origin,
            Kind::Dispatcher | Kind::Empty => block,
        }
    }

    /// Gives the numbers of the edges that leave `block`.
    pub(super) fn edges(&self, block: BlockId) -> core::ops::Range<u32> {
        self.rows[block.index()]..self.rows[block.index() + 1]
    }

    /// Gives the number of an edge.
    pub(super) fn number(&self, edge: Edge) -> u32 {
        self.rows[edge.block.index()] + edge.slot
    }

    pub(super) fn target(&self, edge: u32) -> BlockId {
        self.targets[edge as usize]
    }

    pub(super) fn weight(&self, edge: u32) -> u32 {
        self.weights[edge as usize]
    }

    pub(super) fn store(&self, edge: u32) -> Option<u32> {
        self.stores[edge as usize]
    }

    /// Gives the size that a copy of `block` adds to the graph.
    pub(super) fn size(&self, block: BlockId) -> u64 {
        let own = match self.kind(block) {
            Kind::Block(origin) => self.cfg.size(origin),
            Kind::Dispatcher | Kind::Empty => 1,
        };
        u64::from(own) + self.edges(block).len() as u64
    }

    /// Tells whether the decision of `block` may replace the label: the block is a switch of the
    /// input, and the host has no code for its arms.
    pub(super) fn may_select(&self, block: BlockId) -> bool {
        matches!(self.kind(block), Kind::Block(origin)
            if self.cfg.exit(origin) == Exit::Switch
                && self.cfg.edges(origin).all(|edge| self.cfg.is_empty_edge(edge)))
    }

    /// Appends a dispatcher with these arms and the weight of each.
    pub(super) fn add_dispatcher(
        &mut self,
        arms: impl IntoIterator<Item = (BlockId, u64)>,
    ) -> BlockId {
        for (target, weight) in arms {
            self.push_arm(target, u32::try_from(weight).unwrap_or(u32::MAX), None);
        }
        self.push(Kind::Dispatcher)
    }

    /// Appends a block that only jumps to `target`.
    pub(super) fn add_empty(&mut self, target: BlockId, weight: u64) -> BlockId {
        self.push_arm(target, u32::try_from(weight).unwrap_or(u32::MAX), None);
        self.push(Kind::Empty)
    }

    /// Appends a copy of `block`. `to` maps each target of `block` to that of the copy.
    pub(super) fn add_copy(&mut self, block: BlockId, to: impl Fn(BlockId) -> BlockId) -> BlockId {
        for edge in self.edges(block) {
            let target = to(self.target(edge));
            self.push_arm(target, self.weight(edge), self.store(edge));
        }
        self.push(self.kind(block))
    }

    fn push_arm(&mut self, target: BlockId, weight: u32, store: Option<u32>) {
        self.targets.push(target);
        self.weights.push(weight);
        self.stores.push(store);
    }

    fn push(&mut self, kind: Kind) -> BlockId {
        let end = u32::try_from(self.targets.len()).expect("a graph has fewer than 2³² edges");
        self.rows.push(end);
        self.kinds.push(kind);
        BlockId::new(self.kinds.len() - 1)
    }

    /// Redirects an edge to `dispatcher` and stores the number of the arm on it.
    pub(super) fn route(&mut self, edge: u32, dispatcher: BlockId, arm: u32) {
        self.targets[edge as usize] = dispatcher;
        self.set_store(edge, Some(arm));
    }

    pub(super) fn set_store(&mut self, edge: u32, store: Option<u32>) {
        self.stores[edge as usize] = store;
    }

    /// Redirects an edge, and records its old target so that this can be undone.
    pub(super) fn lead(&mut self, edge: u32, target: BlockId) {
        let before = core::mem::replace(&mut self.targets[edge as usize], target);
        self.moved.push((edge, before));
    }

    /// Changes the entry of the graph.
    pub(super) fn start_in(&mut self, entry: BlockId) {
        self.entry = entry;
    }

    /// Records the state for [`take_back`](Draft::take_back). No edge may be routed in between.
    pub(super) fn mark(&mut self) -> Mark {
        self.moved.clear();
        Mark {
            blocks: self.block_count(),
            edges: self.edge_count(),
            moved: 0,
        }
    }

    /// Removes the copies and undoes the redirections that were made since the mark.
    pub(super) fn take_back(&mut self, mark: Mark) {
        for (edge, before) in self.moved.drain(mark.moved..).rev() {
            self.targets[edge as usize] = before;
        }
        self.targets.truncate(mark.edges);
        self.weights.truncate(mark.edges);
        self.stores.truncate(mark.edges);
        self.rows.truncate(mark.blocks + 1);
        self.kinds.truncate(mark.blocks);
    }

    /// Makes the graph and its witness.
    pub(super) fn finish(self) -> Reducible {
        let Finished { cfg, kinds, stores } = self.finish_parts();
        let origins = kinds.values().map(|kind| match *kind {
            Kind::Block(origin) => Some(origin),
            Kind::Dispatcher | Kind::Empty => None,
        });
        Reducible::with_origins(cfg, origins.collect(), stores)
            .expect("every loop that had several entries has a dispatcher or copies of the others")
    }

    /// Makes the graph.
    pub(super) fn finish_parts(self) -> Finished {
        let mut builder = CfgBuilder::with_room(self.kinds.len(), self.targets.len());
        for (index, kind) in self.kinds.iter().enumerate() {
            let block = BlockId::new(index);
            let (exit, size, given) = match *kind {
                Kind::Block(origin) => (self.cfg.exit(origin), self.cfg.size(origin), Some(origin)),
                Kind::Dispatcher => (Exit::Switch, 1, None),
                Kind::Empty => (Exit::Jump, 0, None),
            };
            let edges = self.edges(block);
            builder.block(exit, edges.clone().map(|edge| self.target(edge)));
            for (slot, number) in edges.enumerate() {
                let edge = Edge::new(block, slot);
                builder.weight(edge, self.weight(number));
                let empty = |block| self.cfg.is_empty_edge(Edge::new(block, slot));
                if !given.is_none_or(empty) {
                    builder.nonempty(edge);
                }
            }
            builder.size(block, size);
            if given.is_some_and(|block| self.cfg.only_decides(block)) {
                builder.only_decides(block);
            }
        }
        Finished {
            cfg: (builder.build(self.entry)).expect("arms lead to blocks of the draft"),
            kinds: IdMap::from_values(self.kinds),
            stores: self.stores,
        }
    }
}
