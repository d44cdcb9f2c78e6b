//! Subtrees that become state machines, because they would nest deeper than the target allows.
//!
//! *Needs:* the placement tree, the depth of each block in the layout without machines, and the
//! limit.
//! *Gives:* [`Machines`]: for each root its blocks with their states.
//! *Cost:* O(V + E) for all machines together.
//!
//! The subtree of a block has one entry, that block, so it can be replaced by one loop around one
//! switch: three brackets, whatever the subtree contains. Jumps out of it stay the same. The label
//! variable holds the state. Dispatchers inside disappear, because a jump to a dispatcher becomes a
//! jump to the state that it would have chosen. If the root itself is a dispatcher, the values of
//! its label are the first states.
//!
//! Roots are as deep as possible, so that as much of the program as possible stays structured: a
//! block becomes a root if a block below it is too deep and no deeper root covers that block.

use super::tree::Tree;
use crate::ids::{BlockId, Edge, Id, IdMap};
use crate::reduce::Reducible;
use crate::rows::Rows;
use alloc::vec::Vec;

/// The number of nested brackets of a machine: its loop, its switch, and the decision of a block.
pub(super) const BRACKETS: u32 = 3;

/// The depth of a block in a layout.
#[derive(Clone, Copy, Default)]
pub(super) struct Depths {
    /// The number of brackets that are open where its subtree begins.
    pub(super) at: u32,
    /// The greatest depth of its own code and brackets.
    pub(super) own: u32,
}

/// The subtrees that are laid out as state machines. They are disjoint.
pub(super) struct Machines {
    /// The root of the machine to which a block belongs.
    root: IdMap<BlockId, Option<BlockId>>,
    /// The blocks that run in the machine of each root, in canonical order.
    blocks: Rows<BlockId>,
    /// The states in which each block runs. There is more than one only if the root is a
    /// dispatcher.
    states: IdMap<BlockId, Vec<u32>>,
}

impl Machines {
    /// Makes machines so that no code is deeper than `limit`, according to the depths without
    /// machines.
    ///
    /// `margin`, at least [`BRACKETS`], is the room that a root leaves below itself. A jump out of
    /// a machine may move the start of a scope in front of the machine, so the caller checks the
    /// result and may call again with a larger margin. The entry may always be a root.
    pub(super) fn within(
        limit: u32,
        margin: u32,
        graph: &Reducible,
        tree: &Tree,
        depths: &IdMap<BlockId, Depths>,
    ) -> Machines {
        let count = graph.cfg().block_count();
        let mut too_deep = IdMap::filled(count, false);
        let mut is_root = IdMap::filled(count, false);
        for &block in graph.order().blocks().iter().rev() {
            if !too_deep[block] && depths[block].own <= limit {
                continue;
            }
            match tree.parent(block) {
                Some(parent) if depths[block].at + margin > limit => too_deep[parent] = true,
                _ => is_root[block] = true,
            }
        }
        Machines::new(graph, tree, &is_root)
    }

    fn new(graph: &Reducible, tree: &Tree, is_root: &IdMap<BlockId, bool>) -> Machines {
        let count = graph.cfg().block_count();
        let mut root = IdMap::filled(count, None);
        for &block in graph.order().blocks() {
            let above = tree.parent(block).and_then(|parent| root[parent]);
            root[block] = above.or(is_root[block].then_some(block));
        }
        let runs = |&block: &BlockId| {
            let root = root[block].filter(|_| !graph.is_dispatcher(block))?;
            Some((root.index(), block))
        };
        let blocks = Rows::gather(count, || graph.order().blocks().iter().filter_map(runs));
        let states = graph.cfg().blocks().map(|_| Vec::new()).collect();
        let mut machines = Machines {
            root,
            blocks,
            states,
        };
        let roots = graph
            .order()
            .blocks()
            .iter()
            .filter(|&&block| machines.has_root(block));
        roots
            .copied()
            .collect::<Vec<_>>()
            .into_iter()
            .for_each(|root| machines.number(graph, root));
        machines
    }

    /// Gives states to the blocks of one machine.
    fn number(&mut self, graph: &Reducible, root: BlockId) {
        let mut next = 0;
        if graph.is_dispatcher(root) {
            for edge in graph.cfg().edges(root) {
                let block = block_after(graph, edge);
                self.states[block].push(next);
                next += 1;
            }
        }
        for &block in self.blocks.row(root.index()) {
            if self.states[block].is_empty() {
                self.states[block].push(next);
                next += 1;
            }
        }
    }

    /// Tells whether `block` is the root of a machine.
    pub(super) fn has_root(&self, block: BlockId) -> bool {
        self.root[block] == Some(block)
    }

    /// Gives the state to store before the machine; `None` if the label holds it already, because
    /// the root is a dispatcher.
    pub(super) fn start(&self, root: BlockId) -> Option<u32> {
        self.states[root].first().copied()
    }

    /// Walks the blocks of the machine, each with its states.
    pub(super) fn arms(&self, root: BlockId) -> impl Iterator<Item = (BlockId, &[u32])> {
        self.blocks
            .row(root.index())
            .iter()
            .map(|&block| (block, &self.states[block][..]))
    }

    /// Gives the state to which `edge` leads, if it stays in the machine.
    pub(super) fn state_after(&self, graph: &Reducible, root: BlockId, edge: Edge) -> Option<u32> {
        if self.root[graph.cfg().target(edge)] != Some(root) {
            return None;
        }
        self.states[block_after(graph, edge)].first().copied()
    }
}

/// The block that runs after `edge` is taken, past all dispatchers.
fn block_after(graph: &Reducible, edge: Edge) -> BlockId {
    let mut edge = edge;
    let mut label = None;
    loop {
        let target = graph.cfg().target(edge);
        label = graph.stored(edge).or(label);
        if !graph.is_dispatcher(target) {
            return target;
        }
        let slot = label.expect("an edge to a dispatcher stores the label, or the label holds it");
        edge = Edge {
            block: target,
            slot,
        };
    }
}
