//! The places where the patterns fit.
//!
//! *Needs:* any graph. *Gives:* [`Facts`]: the simple loops, and the decisions that are branches
//! whose arms meet.
//! *Cost:* O(V + E (α + loops that an edge leaves)); no search is repeated.
//!
//! ## How a branch is recognised
//! A block is a child of its immediate dominator. Or, if the dominator is in loops that do not
//! contain the block, the block is a child of the header of the outermost of these loops. So the
//! children of a decision are its arms and the block where they meet. A child is an *arm* if it is
//! entered from the decision alone; any other child is a *merge*. If there are two merges, the arms
//! do not meet in one block. If there is one merge, every edge that leaves an arm must lead there,
//! because otherwise an arm would have two successors; and so must every edge of the decision that
//! leads to no arm. Edges are counted, not followed: the number of edges out of an arm is the
//! number of edges that begin in its subtree minus the number of edges that end there. Edges to the
//! header of the loop around are not counted, and edges that leave loops count as if they began at
//! the header of the loop. So breaks and continues make no difference.

use crate::analysis::{Dominators, Loops, Order};
use crate::cfg::Cfg;
use crate::ids::{BlockId, IdMap, LoopId};

/// The facts about a block.
#[derive(Clone, Copy, Default)]
struct Node {
    /// The parent of the block.
    above: Option<BlockId>,
    /// Edges that begin at the block.
    out: u32,
    /// Edges that end at the block.
    into: u32,
    /// Edges that come from its parent.
    from_above: u32,
    /// Edges that begin in its subtree.
    all_out: u32,
    /// Edges that end in its subtree.
    all_into: u32,
    /// Edges out of its arms.
    leaving: u32,
    merges: u32,
    merge: Option<BlockId>,
    /// Whether an arm is empty and leads to a block elsewhere in the tree.
    strays: bool,
    /// Whether a loop in its subtree is entered at a block other than its header.
    entered: bool,
}

/// The targets of the edges out of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ways {
    None,
    One(BlockId),
    More,
}

/// The facts about a graph.
pub(super) struct Facts {
    pub(super) order: Order,
    dominators: Dominators,
    loops: Loops,
    ways: IdMap<LoopId, Ways>,
    nodes: IdMap<BlockId, Node>,
}

/// A loop with one entry, and at most one block that follows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SimpleLoop {
    /// The block that follows, if control ever leaves.
    pub(super) follow: Option<BlockId>,
}

impl Facts {
    pub(super) fn new(cfg: &Cfg) -> Facts {
        let order = Order::new(cfg);
        let dominators = Dominators::new(cfg, &order);
        let loops = Loops::new(cfg, &order);
        let mut facts = Facts {
            ways: IdMap::filled(loops.len(), Ways::None),
            nodes: IdMap::filled(cfg.block_count(), Node::default()),
            order,
            dominators,
            loops,
        };
        facts.hang();
        facts.count_edges(cfg);
        facts.add_up();
        facts
    }

    /// Gives the loop whose header is this block, if it is a simple loop.
    pub(super) fn simple_loop(&self, header: BlockId) -> Option<SimpleLoop> {
        let id = self.headed(header)?;
        let follow = match self.ways[id] {
            Ways::None => None,
            Ways::One(follow) => Some(follow),
            Ways::More => return None,
        };
        (!self.loops.is_multi_entry(id)).then_some(SimpleLoop { follow })
    }

    /// Tells whether a block is the header of a loop.
    pub(super) fn is_header(&self, block: BlockId) -> bool {
        self.headed(block).is_some()
    }

    /// Tells whether the arms of the decision of a block meet in at most one block, which is
    /// entered only from the decision and its arms.
    pub(super) fn is_branch(&self, block: BlockId) -> bool {
        let Node {
            leaving,
            merges,
            merge,
            strays,
            entered,
            ..
        } = self.nodes[block];
        let meet = |merge: BlockId| {
            let merge = self.nodes[merge];
            !strays && leaving + merge.from_above == merge.into
        };
        !entered && merges <= 1 && merge.is_none_or(meet)
    }

    /// Gives the block where the arms of a decision meet.
    pub(super) fn merge(&self, block: BlockId) -> Option<BlockId> {
        self.nodes[block].merge
    }

    fn headed(&self, header: BlockId) -> Option<LoopId> {
        let id = self.loops.innermost(header)?;
        (self.loops.header(id) == header).then_some(id)
    }

    /// Tells whether `header` is the header of a loop that does not contain `block`.
    fn follows(&self, header: BlockId, block: BlockId) -> bool {
        let id = self.headed(header);
        id.is_some_and(|id| !self.loops.contains(id, block))
    }

    /// Leaves the loops that contain `from` but not `to`. Gives the header of the outermost of
    /// them, and the loop around it.
    fn outside(&self, from: BlockId, to: BlockId) -> (BlockId, Option<LoopId>) {
        let mut at = from;
        let mut around = self.loops.innermost(from);
        while let Some(id) = around.filter(|&id| !self.loops.contains(id, to)) {
            if !self.loops.is_multi_entry(id) {
                at = self.loops.header(id);
            }
            around = self.loops.parent(id);
        }
        (at, around)
    }

    fn hang(&mut self) {
        for index in 1..self.order.blocks().len() {
            let block = self.order.blocks()[index];
            let above = self.dominators.immediate(block);
            let above = above.expect("every reachable block but the entry has a dominator");
            self.nodes[block].above = Some(self.outside(above, block).0);
        }
    }

    fn count_edges(&mut self, cfg: &Cfg) {
        for index in 0..self.order.blocks().len() {
            let from = self.order.blocks()[index];
            for &to in cfg.successors(from) {
                self.count_ways(from, to);
                self.count_edge(from, to);
            }
        }
    }

    /// Records an edge as an exit of the loops that it leaves.
    fn count_ways(&mut self, from: BlockId, to: BlockId) {
        let mut around = self.loops.innermost(from);
        while let Some(id) = around.filter(|&id| !self.loops.contains(id, to)) {
            self.ways[id] = match self.ways[id] {
                Ways::None => Ways::One(to),
                // The loops around have recorded the target already.
                Ways::One(other) if other == to => return,
                Ways::One(_) | Ways::More => Ways::More,
            };
            around = self.loops.parent(id);
        }
    }

    fn count_edge(&mut self, from: BlockId, to: BlockId) {
        let (outside, around) = self.outside(from, to);
        if around.is_some_and(|id| self.loops.header(id) == to && !self.loops.is_multi_entry(id)) {
            return;
        }
        self.nodes[outside].out += 1;
        self.nodes[to].into += 1;
        let above = self.nodes[to].above;
        if above == Some(from) {
            self.nodes[to].from_above += 1;
        } else if outside == from && !self.follows(from, to) {
            self.nodes[from].strays = true;
        }
        if self.dominators.dominates(to, from) {
            // The edge closes a cycle in a loop with another header.
            self.nodes[to].entered = true;
            if let Some(above) = above {
                self.nodes[above].entered = true;
            }
        }
    }

    /// Adds up the counts of each subtree, from the leaves, and sorts the children into arms and
    /// merges.
    fn add_up(&mut self) {
        for index in (0..self.order.blocks().len()).rev() {
            let block = self.order.blocks()[index];
            let node = &mut self.nodes[block];
            node.all_out += node.out;
            node.all_into += node.into;
            let Node {
                above: Some(above),
                all_out,
                all_into,
                into,
                from_above,
                ..
            } = *node
            else {
                continue;
            };
            let follows = self.follows(above, block);
            let above = &mut self.nodes[above];
            above.all_out += all_out;
            above.all_into += all_into;
            if follows {
                continue;
            }
            if into == from_above {
                above.leaving += all_out - (all_into - into);
            } else {
                above.merges += 1;
                above.merge = Some(block);
            }
        }
    }
}
