//! The body of each loop as an acyclic graph.
//!
//! *Needs:* a [`Reducible`] graph.
//! *Gives:* [`Graph`]: nodes, the classes of their arms, and the nodes of each body in topological
//! order.
//! *Cost:* that of [`Homes`], and O(E log k) for exits of k arms.
//!
//! There is a body for each loop, and one for the function. The nodes of a body are
//! - the blocks directly in it. A *way* (merged arms) out of a block that leads back to the header
//!   of the loop, or out of the loop, is a jump and not an edge of the body;
//! - the loops directly inside it. Each is one node, which decides among the targets of the loop as
//!   a block decides among its arms;
//! - a *jump* for each target of such a loop that is outside the body or is its header.
//!
//! The ways to the same node form a *class*: the decision of a node is saved as the number of a
//! class.

use super::homes::Homes;
use crate::ids::{BlockId, Edge, Id, IdMap, LoopId};
use crate::reduce::{Budget, Reducible, TooLarge};
use crate::rows::Rows;
use crate::structure::exits::Exits;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// A node. Blocks come first, by their ids, then loops by their ids, then jumps.
pub(super) type Node = u32;

/// The kinds of nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Block(BlockId),
    Loop(LoopId),
    /// A jump to a target, after a loop that was left for it.
    Jump(BlockId),
}

/// Merged arms out of a block.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) edge: Edge,
    pub(super) target: BlockId,
    pub(super) store: Option<u32>,
    /// Its slots, in the table of the graph.
    slots: Range<usize>,
    /// The class, unless the way is a jump.
    pub(super) class: Option<u32>,
}

pub(super) struct Graph<'g> {
    pub(super) reducible: &'g Reducible,
    pub(super) homes: Homes,
    ways_of: IdMap<BlockId, Range<usize>>,
    ways: Vec<Way>,
    slots: Vec<u32>,
    kinds: Vec<Kind>,
    classes_of: Vec<Range<usize>>,
    classes: Vec<Node>,
    bodies: Vec<Vec<Node>>,
}

impl<'g> Graph<'g> {
    pub(super) fn new(reducible: &'g Reducible, budget: Budget) -> Result<Graph<'g>, TooLarge> {
        let cfg = reducible.cfg();
        let loops = reducible.loops();
        let blocks = cfg.blocks().map(Kind::Block);
        let kinds: Vec<Kind> = blocks.chain(loops.ids().map(Kind::Loop)).collect();
        let mut graph = Graph {
            reducible,
            homes: Homes::new(reducible, budget)?,
            ways_of: IdMap::filled(cfg.block_count(), 0..0),
            ways: Vec::new(),
            slots: Vec::new(),
            classes_of: vec![0..0; kinds.len()],
            classes: Vec::new(),
            bodies: vec![Vec::new(); loops.len() + 1],
            kinds,
        };
        graph.add_ways();
        graph.add_bodies();
        Ok(graph)
    }

    fn add_ways(&mut self) {
        let mut exits = Exits::default();
        for &block in self.reducible.order().blocks() {
            let first = self.ways.len();
            exits.of(self.reducible.cfg(), block, |edge| {
                self.reducible.stored(edge)
            });
            for &way in exits.ways() {
                let slots = self.slots.len();
                self.slots.extend(exits.slots(way));
                self.ways.push(Way {
                    edge: way.edge,
                    target: way.target,
                    store: way.store,
                    slots: slots..self.slots.len(),
                    class: None,
                });
            }
            self.ways_of[block] = first..self.ways.len();
        }
    }

    fn add_bodies(&mut self) {
        let loops = self.reducible.loops();
        let members = self.members();
        // By node: the node that was handled last with a way to it, and the class of that way.
        let mut class_with = vec![(Node::MAX, 0_u32); self.kinds.len()];
        for body in 0..self.bodies.len() {
            let around = body.checked_sub(1).map(LoopId::new);
            let mut nodes = Vec::new();
            for &node in members.row(body) {
                nodes.push(node);
                let first = self.classes.len();
                match self.kinds[node as usize] {
                    Kind::Block(block) => self.add_block(around, node, block, &mut class_with),
                    Kind::Loop(id) => {
                        for at in 0..self.homes.targets(id).len() {
                            let target = self.homes.targets(id)[at];
                            let to = self.node_at(around, target).unwrap_or_else(|| {
                                let jump = self.add_jump(target);
                                nodes.push(jump);
                                jump
                            });
                            self.classes.push(to);
                        }
                    }
                    Kind::Jump(_) => {}
                }
                self.classes_of[node as usize] = first..self.classes.len();
            }
            self.bodies[body] = nodes;
        }
        debug_assert_eq!(self.bodies.len(), loops.len() + 1);
    }

    /// By body: the blocks and loops directly in it, in canonical order.
    fn members(&self) -> Rows<u32> {
        let loops = self.reducible.loops();
        let body = |around: Option<LoopId>| around.map_or(0, |id| id.index() + 1);
        Rows::gather(self.bodies.len(), || {
            let blocks = self.reducible.order().blocks().iter();
            blocks.flat_map(move |&block| {
                let home = self.homes.of(block);
                let headed = home.filter(|&id| loops.header(id) == block);
                let inner = headed.map(|id| (body(loops.parent(id)), self.node_of_loop(id)));
                let own = (body(home), block.index() as u32);
                inner.into_iter().chain([own])
            })
        })
    }

    fn add_block(
        &mut self,
        around: Option<LoopId>,
        node: Node,
        block: BlockId,
        class_with: &mut [(Node, u32)],
    ) {
        let mut count = 0;
        for way in self.ways_of[block].clone() {
            let Some(to) = self.node_at(around, self.ways[way].target) else {
                continue;
            };
            let with = &mut class_with[to as usize];
            if with.0 != node {
                *with = (node, count);
                self.classes.push(to);
                count += 1;
            }
            self.ways[way].class = Some(with.1);
        }
    }

    fn add_jump(&mut self, target: BlockId) -> Node {
        let node = self.kinds.len() as Node;
        self.kinds.push(Kind::Jump(target));
        self.classes_of.push(0..0);
        node
    }

    /// Gives the node of a body to which an edge inside it leads, unless the edge is a jump.
    fn node_at(&self, around: Option<LoopId>, target: BlockId) -> Option<Node> {
        let loops = self.reducible.loops();
        if let Some(id) = around
            && (loops.header(id) == target || !self.homes.contains(loops, id, target))
        {
            return None;
        }
        let home = self.homes.of(target);
        Some(match home {
            Some(id) if home != around => self.node_of_loop(id),
            _ => target.index() as Node,
        })
    }

    pub(super) fn node_of_loop(&self, id: LoopId) -> Node {
        (self.reducible.cfg().block_count() + id.index()) as Node
    }

    /// Gives the number of nodes.
    pub(super) fn len(&self) -> usize {
        self.kinds.len()
    }

    pub(super) fn kind(&self, node: Node) -> Kind {
        self.kinds[node as usize]
    }

    /// Gives the nodes among which a node decides.
    pub(super) fn classes(&self, node: Node) -> &[Node] {
        &self.classes[self.classes_of[node as usize].clone()]
    }

    /// Walks the bodies, with inner loops first: for each its loop, and its nodes in topological
    /// order.
    pub(super) fn bodies(&self) -> impl Iterator<Item = (Option<LoopId>, &[Node])> {
        let bodies = self.bodies.iter().enumerate().rev();
        bodies.map(|(body, nodes)| (body.checked_sub(1).map(LoopId::new), nodes.as_slice()))
    }

    /// Gives the numbers of the ways out of a block.
    pub(super) fn ways(&self, block: BlockId) -> Range<usize> {
        self.ways_of[block].clone()
    }

    pub(super) fn way(&self, way: usize) -> &Way {
        &self.ways[way]
    }

    pub(super) fn slots(&self, way: usize) -> &[u32] {
        &self.slots[self.ways[way].slots.clone()]
    }
}
