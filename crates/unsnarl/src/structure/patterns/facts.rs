//! Where the patterns fit.
//!
//! *Needs:* any graph. *Gives:* [`Facts`]: which loops are simple, which decisions are branches
//! whose arms meet.
//! *Cost:* O(V + E (α + loops left by an edge)); no search is repeated.
//!
//! ## How a branch is recognised
//! A block is a child of its immediate dominator, or, if that is in loops that do not contain the
//! block, of the header of the outermost of those. So the arms of a decision are its children, and
//! so is the block where they meet. A child is an *arm* if it is entered from the decision alone;
//! any other is a *merge*. With two merges the arms do not meet in one block. With one, every edge
//! that leaves an arm must lead there, for else an arm has two successors; so must those of the
//! decision that lead to no arm. Edges are counted, not followed: those out of an arm are the ones
//! that begin below it less the ones that end there. Edges to the header of the loop around are not
//! among them, and those that leave loops begin at the loop's header, so that breaks and continues
//! do not disturb.

use crate::analysis::{Dominators, Loops, Order};
use crate::cfg::Cfg;
use crate::ids::{BlockId, IdMap, LoopId};

/// What is known of a block.
#[derive(Clone, Copy, Default)]
struct Node {
    /// The block that it is nested below.
    above: Option<BlockId>,
    /// Edges that begin at it.
    out: u32,
    /// Edges that end at it.
    into: u32,
    /// Those of them that come from the block above.
    from_above: u32,
    /// Edges that begin at it or below.
    all_out: u32,
    /// Edges that end at it or below.
    all_into: u32,
    /// Edges out of its arms.
    leaving: u32,
    merges: u32,
    merge: Option<BlockId>,
    /// Whether an arm is empty and leads to a block that is nested elsewhere.
    strays: bool,
    /// Whether a loop is entered below it elsewhere than at its header.
    entered: bool,
}

/// The blocks outside a loop that its edges lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ways {
    None,
    One(BlockId),
    More,
}

/// What is known of a graph.
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

    /// Gives the loop that a block heads, if it is no simple one.
    pub(super) fn simple_loop(&self, header: BlockId) -> Option<SimpleLoop> {
        let id = self.headed(header)?;
        let follow = match self.ways[id] {
            Ways::None => None,
            Ways::One(follow) => Some(follow),
            Ways::More => return None,
        };
        (!self.loops.is_multi_entry(id)).then_some(SimpleLoop { follow })
    }

    /// Tells whether a block heads a loop.
    pub(super) fn is_header(&self, block: BlockId) -> bool {
        self.headed(block).is_some()
    }

    /// Tells whether the arms of a block's decision meet in one block at most, entered only by it.
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

    /// Tells whether `header` heads a loop that the block is not in.
    fn follows(&self, header: BlockId, block: BlockId) -> bool {
        let id = self.headed(header);
        id.is_some_and(|id| !self.loops.contains(id, block))
    }

    /// Goes out of the loops that `to` is not in: gives the header of the outermost of them, and
    /// the loop around.
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

    /// Notes where an edge leaves loops to.
    fn count_ways(&mut self, from: BlockId, to: BlockId) {
        let mut around = self.loops.innermost(from);
        while let Some(id) = around.filter(|&id| !self.loops.contains(id, to)) {
            self.ways[id] = match self.ways[id] {
                Ways::None => Ways::One(to),
                // The loops around have been told then.
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
            // It goes round in a loop that has another header.
            self.nodes[to].entered = true;
            if let Some(above) = above {
                self.nodes[above].entered = true;
            }
        }
    }

    /// Adds up from the leaves what is below each block, and sorts the children into arms and
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
