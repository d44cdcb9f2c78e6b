//! The loops of a graph, as regions see them.
//!
//! *Needs:* a graph, and which blocks stay in the function.
//! *Gives:* [`Nest`]: the loop that each block belongs to, and where loops are entered.
//! *Cost:* near-linear in blocks and edges.
//!
//! These are the [loops of the graph](unsnarl::analysis::Loops), with a difference. Where all edges
//! into a loop with several entries come from one block, as from a decision on where to begin, that
//! is its gate. The gate belongs to the loop here, which then is entered there only:
//!
//! ```text
//! 1 -> 2 | 3      loop0: header 2, entries 2 and 3, blocks 2 3
//! 2 -> 3          with its gate: header 1, blocks 1 2 3
//! 3 -> 2 | 4
//! ```

use unsnarl::{BlockId, Id, LoopId};

use super::graph::Graph;

/// The loops of a graph.
pub(super) struct Nest {
    /// By loop: the block that comes first, which is the gate if it has one.
    headers: Vec<BlockId>,
    /// By loop: whether edges from outside lead to other blocks of it.
    is_multi_entry: Vec<bool>,
    /// By loop: whether it begins with a gate, which is in no more loops than those around it.
    is_gated: Vec<bool>,
    /// By block: the innermost loop.
    innermost: Vec<Option<LoopId>>,
}

impl Nest {
    pub(super) fn new(graph: &Graph, stays: &[bool]) -> Nest {
        let loops = &graph.loops;
        let mut nest = Nest {
            headers: loops.ids().map(|id| loops.header(id)).collect(),
            is_multi_entry: loops.ids().map(|id| loops.is_multi_entry(id)).collect(),
            is_gated: vec![false; loops.len()],
            innermost: vec![None; stays.len()],
        };
        for &block in graph.order.blocks() {
            nest.innermost[block.index()] = loops.innermost(block);
        }
        if nest.is_multi_entry.contains(&true) {
            nest.add_gates(graph, stays);
        }
        nest
    }

    pub(super) fn header(&self, id: LoopId) -> BlockId {
        self.headers[id.index()]
    }

    pub(super) fn is_multi_entry(&self, id: LoopId) -> bool {
        self.is_multi_entry[id.index()]
    }

    pub(super) fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.innermost[block.index()]
    }

    /// The loop that a block is the only entry of.
    pub(super) fn headed_by(&self, block: BlockId) -> Option<LoopId> {
        let innermost = self.innermost(block);
        innermost.filter(|&id| self.header(id) == block && !self.is_multi_entry(id))
    }

    /// In how many loops that are not all in a region its head is, if it takes in this loop.
    pub(super) fn depth_around(&self, id: LoopId, graph: &Graph) -> u32 {
        graph.depth(self.header(id)) - u32::from(!self.is_gated[id.index()])
    }

    fn add_gates(&mut self, graph: &Graph, stays: &[bool]) {
        let gates = Gates::new(graph).of;
        let entry = graph.order.blocks()[0];
        for (id, gate) in graph.loops.ids().zip(gates) {
            let Gate::Block(gate) = gate else {
                continue;
            };
            let around = graph.loops.parent(id);
            // It may head, or be a gate of, another loop, or lead into this one from a loop beside.
            let is_free = self.innermost(gate) == around
                && around.is_none_or(|around| self.header(around) != gate);
            if self.is_multi_entry(id) && is_free && !stays[gate.index()] && gate != entry {
                self.headers[id.index()] = gate;
                self.is_multi_entry[id.index()] = false;
                self.is_gated[id.index()] = true;
                self.innermost[gate.index()] = Some(id);
            }
        }
    }
}

/// Where edges into a loop come from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gate {
    Nowhere,
    Block(BlockId),
    /// Several blocks, or from outside of the loop around.
    Several,
}

/// A search for gates.
struct Gates<'a> {
    graph: &'a Graph,
    /// By loop.
    of: Vec<Gate>,
    /// By loop: one around it or itself, such that those from it on to that, but for that itself,
    /// are known to be entered from several blocks.
    known: Vec<LoopId>,
    /// The loops that are looked at.
    path: Vec<LoopId>,
}

impl<'a> Gates<'a> {
    fn new(graph: &'a Graph) -> Gates<'a> {
        let mut gates = Gates {
            graph,
            of: vec![Gate::Nowhere; graph.loops.len()],
            known: graph.loops.ids().collect(),
            path: Vec::new(),
        };
        for &from in graph.order.blocks() {
            for &to in graph.successors(from) {
                gates.edge(from, to);
            }
        }
        gates
    }

    /// Notes which loops an edge enters.
    fn edge(&mut self, from: BlockId, to: BlockId) {
        let loops = &self.graph.loops;
        self.path.clear();
        let mut next = loops.innermost(to);
        while let Some(id) = next.filter(|&id| !loops.contains(id, from)) {
            let known = self.known[id.index()];
            self.path.push(id);
            if known != id && loops.contains(known, from) {
                // The outermost of those entered is among the known.
                self.inside(known);
                return;
            }
            if known != id {
                self.path.push(known);
            }
            next = loops.parent(known);
        }
        let Some(outermost) = self.path.pop() else {
            return;
        };
        self.inside(outermost);
        let gate = &mut self.of[outermost.index()];
        *gate = match *gate {
            Gate::Nowhere => Gate::Block(from),
            Gate::Block(other) if other == from => Gate::Block(from),
            _ => Gate::Several,
        };
    }

    /// Notes that loops on the path are entered from outside of the loop around them, up to one.
    fn inside(&mut self, outermost: LoopId) {
        for &id in &self.path {
            self.of[id.index()] = Gate::Several;
            self.known[id.index()] = outermost;
        }
    }
}
