//! Regions: parts of a body with one entry and one exit.
//!
//! *Needs:* a [`Graph`].
//! *Gives:* [`Nest`]: the regions, and the nodes of each in topological order.
//! *Cost:* O((nodes + edges) α), with the inverse Ackermann function α.
//! *Source:* the regions of [Cloutier16], found with the dominator tree as in [Yakdan15].
//!
//! A node with all nodes that it dominates in its body is a region if the edges out of it lead to
//! at most one node; jumps do not count. In the region around it, such a region is one part, which
//! decides nothing. If a node dominates others but the whole is not a region, these nodes are parts
//! of the region around.
//!
//! Whether there is at most one such target is found from the leaves up. An edge to `t` leaves the
//! subtree of `x` if and only if the immediate dominator of `t` is above `x`. So it suffices to
//! keep, for each subtree, the two targets with the highest immediate dominators.

use super::graph::{Graph, Kind, Node};
use crate::ids::{BlockId, Id};
use crate::rows::Rows;
use alloc::vec;
use alloc::vec::Vec;

pub(super) struct Nest {
    /// By node: whether it begins a region that contains other nodes, or in which it decides.
    heads: Vec<bool>,
    /// By head of a region: the node to which the region leads.
    follows: Vec<Option<Node>>,
    /// By node: the head of the region of which it is a part; `None` for the first node of a body.
    around: Vec<Option<Node>>,
    parts: Rows<u32>,
}

impl Nest {
    pub(super) fn new(graph: &Graph) -> Nest {
        let mut nest = Nest {
            heads: vec![false; graph.len()],
            follows: vec![None; graph.len()],
            around: vec![None; graph.len()],
            parts: Rows::gather(0, || [].into_iter()),
        };
        let mut tree = Tree::new(graph);
        let mut pairs = Vec::new();
        for (id, nodes) in graph.bodies() {
            tree.hang(graph, nodes);
            nest.find_regions(graph, &tree, nodes, &mut pairs);
            if let Some(id) = id {
                tree.contract(nodes, graph.node_of_loop(id));
            }
        }
        nest.parts = Rows::gather(graph.len(), || {
            pairs.iter().map(|&(region, part)| (region as usize, part))
        });
        nest
    }

    /// Finds the regions of a body, and adds their parts as pairs of a head and a part.
    fn find_regions(
        &mut self,
        graph: &Graph,
        tree: &Tree,
        nodes: &[Node],
        pairs: &mut Vec<(Node, Node)>,
    ) {
        let Some((&first, others)) = nodes.split_first() else {
            return;
        };
        self.heads[first as usize] = true;
        let mut exits = Exits::new(graph, tree, nodes);
        for (at, &node) in others.iter().enumerate().rev() {
            let [exit, next] = exits.leaving(at + 1);
            self.follows[node as usize] = exit;
            let decides = exits.holds[at + 1] || graph.classes(node).len() > 1;
            self.heads[node as usize] = next.is_none() && decides;
            exits.pass_up(at + 1, tree.place(tree.immediate(node)));
        }
        for &node in others {
            let above = tree.immediate(node);
            let around = if self.heads[above as usize] {
                Some(above)
            } else {
                self.around[above as usize]
            };
            self.around[node as usize] = around;
            pairs.extend(around.map(|head| (head, node)));
        }
    }

    /// Tells whether a node begins a region.
    pub(super) fn is_head(&self, node: Node) -> bool {
        self.heads[node as usize]
    }

    /// Gives the node to which a region leads.
    pub(super) fn follow(&self, head: Node) -> Option<Node> {
        self.follows[head as usize]
    }

    /// Gives the head of the region of which a node is a part.
    pub(super) fn around(&self, node: Node) -> Option<Node> {
        self.around[node as usize]
    }

    /// Gives the parts of a region without its head, in topological order.
    pub(super) fn parts(&self, head: Node) -> &[Node] {
        self.parts.row(head as usize)
    }
}

/// The dominator tree, for one body after the other.
struct Tree {
    immediate: Vec<Node>,
    /// By node: its position in its body.
    places: Vec<u32>,
    /// Union-find: the root above a node is the outermost finished loop that contains it.
    within: Vec<Node>,
}

impl Tree {
    fn new(graph: &Graph) -> Tree {
        let count = graph.len();
        Tree {
            immediate: vec![0; count],
            places: vec![0; count],
            within: (0..count as Node).collect(),
        }
    }

    fn immediate(&self, node: Node) -> Node {
        self.immediate[node as usize]
    }

    fn place(&self, node: Node) -> usize {
        self.places[node as usize] as usize
    }

    /// Finds the immediate dominators of all nodes of a body except its first.
    fn hang(&mut self, graph: &Graph, nodes: &[Node]) {
        let mut inner = 0;
        for (place, &node) in (0..).zip(nodes) {
            self.places[node as usize] = place;
            let block = match graph.kind(node) {
                Kind::Block(block) => block,
                Kind::Loop(id) => {
                    inner = node;
                    graph.reducible.loops().header(id)
                }
                Kind::Jump(_) => {
                    self.immediate[node as usize] = inner;
                    continue;
                }
            };
            if place > 0 {
                let above = graph.reducible.immediate_dominator(block);
                let above = above.expect("the first node of a body dominates the others");
                self.immediate[node as usize] = self.root(above);
            }
        }
    }

    fn root(&mut self, block: BlockId) -> Node {
        let mut at = block.index() as Node;
        while self.within[at as usize] != at {
            let above = self.within[at as usize];
            self.within[at as usize] = self.within[above as usize];
            at = above;
        }
        at
    }

    /// Contracts a body to one node.
    fn contract(&mut self, nodes: &[Node], into: Node) {
        for &node in nodes {
            self.within[node as usize] = into;
        }
    }
}

/// An edge out of the subtree of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Out {
    to: Node,
    /// The depth of the immediate dominator of `to`.
    above: u32,
}

/// The edges out of each subtree of the dominator tree, by place.
struct Exits {
    depth: Vec<u32>,
    holds: Vec<bool>,
    /// The edges to the two different targets with the highest immediate dominators.
    highest: Vec<[Option<Out>; 2]>,
}

impl Exits {
    fn new(graph: &Graph, tree: &Tree, nodes: &[Node]) -> Exits {
        let mut exits = Exits {
            depth: vec![0; nodes.len()],
            holds: vec![false; nodes.len()],
            highest: vec![[None; 2]; nodes.len()],
        };
        for (place, &node) in nodes.iter().enumerate().skip(1) {
            let above = tree.place(tree.immediate(node));
            exits.depth[place] = exits.depth[above] + 1;
            exits.holds[above] = true;
        }
        for (place, &node) in nodes.iter().enumerate() {
            for &to in graph.classes(node) {
                let above = exits.depth[tree.place(to)] - 1;
                exits.add(place, Out { to, above });
            }
        }
        exits
    }

    fn add(&mut self, place: usize, out: Out) {
        let [first, second] = &mut self.highest[place];
        match first {
            Some(first) if first.to == out.to => {}
            Some(one) if one.above <= out.above => {
                if second.is_none_or(|second| second.above > out.above) {
                    *second = Some(out);
                }
            }
            _ => *second = first.replace(out),
        }
    }

    /// Gives up to two targets of edges out of the subtree of the node at `place`.
    fn leaving(&self, place: usize) -> [Option<Node>; 2] {
        self.highest[place].map(|out| {
            let out = out.filter(|out| out.above < self.depth[place]);
            out.map(|out| out.to)
        })
    }

    fn pass_up(&mut self, place: usize, above: usize) {
        for out in self.highest[place].into_iter().flatten() {
            self.add(above, out);
        }
    }
}
