//! A graph while dispatchers are put into it.
//!
//! *Needs:* the input graph.
//! *Gives:* [`Draft`]: arms that can be led elsewhere, stores, and dispatchers behind the blocks.
//! *Cost:* 16 bytes an edge.

use super::Reducible;
use crate::cfg::{Cfg, CfgBuilder, Exit};
use crate::ids::{BlockId, Edge, Id};
use alloc::vec::Vec;

/// The graph in the making. Edges are numbered block by block, as [`Cfg::edge_index`] does.
pub(super) struct Draft<'a> {
    cfg: &'a Cfg,
    /// The arms of block `i` are `rows[i]..rows[i + 1]`, dispatchers included.
    rows: Vec<u32>,
    targets: Vec<BlockId>,
    weights: Vec<u32>,
    stores: Vec<Option<u32>>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(cfg: &'a Cfg) -> Draft<'a> {
        let mut draft = Draft {
            cfg,
            rows: alloc::vec![0],
            targets: Vec::with_capacity(cfg.edge_count()),
            weights: Vec::with_capacity(cfg.edge_count()),
            stores: alloc::vec![None; cfg.edge_count()],
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

    /// Gives the number of blocks and dispatchers so far.
    pub(super) fn block_count(&self) -> usize {
        self.rows.len() - 1
    }

    /// Gives the numbers of the edges that leave `block`.
    pub(super) fn edges(&self, block: BlockId) -> core::ops::Range<u32> {
        self.rows[block.index()]..self.rows[block.index() + 1]
    }

    pub(super) fn target(&self, edge: u32) -> BlockId {
        self.targets[edge as usize]
    }

    pub(super) fn weight(&self, edge: u32) -> u32 {
        self.weights[edge as usize]
    }

    /// Tells whether the decision of `block` may stand for the label: it is a switch of the input, and
    /// the host has nothing to do on its arms.
    pub(super) fn may_select(&self, block: BlockId) -> bool {
        block.index() < self.cfg.block_count()
            && self.cfg.exit(block) == Exit::Switch
            && self
                .cfg
                .edges(block)
                .all(|edge| self.cfg.is_empty_edge(edge))
    }

    /// Appends a dispatcher with these arms and the weight of each.
    pub(super) fn add_dispatcher(
        &mut self,
        arms: impl IntoIterator<Item = (BlockId, u64)>,
    ) -> BlockId {
        let dispatcher = BlockId::new(self.block_count());
        for (target, weight) in arms {
            self.targets.push(target);
            self.weights.push(u32::try_from(weight).unwrap_or(u32::MAX));
            self.stores.push(None);
        }
        let end = u32::try_from(self.targets.len()).expect("a graph has fewer than 2³² edges");
        self.rows.push(end);
        dispatcher
    }

    /// Leads an edge to `dispatcher` and stores the number of the arm on it.
    pub(super) fn route(&mut self, edge: u32, dispatcher: BlockId, arm: u32) {
        self.targets[edge as usize] = dispatcher;
        self.stores[edge as usize] = Some(arm);
    }

    /// Makes the graph and its witness.
    pub(super) fn finish(self) -> Reducible {
        let mut builder = CfgBuilder::new();
        for index in 0..self.block_count() {
            let block = BlockId::new(index);
            let edges = self.edges(block);
            let given = index < self.cfg.block_count();
            let exit = if given {
                self.cfg.exit(block)
            } else {
                Exit::Switch
            };
            builder.block(exit, edges.clone().map(|edge| self.target(edge)));
            for (slot, number) in edges.enumerate() {
                let edge = Edge::new(block, slot);
                builder.weight(edge, self.weight(number));
                builder.empty(edge, !given || self.cfg.is_empty_edge(edge));
            }
            builder.size(block, if given { self.cfg.size(block) } else { 1 });
        }
        let cfg = builder
            .build(self.cfg.entry())
            .expect("arms lead to blocks of the input or to dispatchers");
        let given = self.cfg.block_count();
        let origins = cfg
            .blocks()
            .map(|block| (block.index() < given).then_some(block));
        let origins = origins.collect();
        Reducible::with_origins(cfg, origins, self.stores)
            .expect("a dispatcher is left in every loop that had several entries")
    }
}
