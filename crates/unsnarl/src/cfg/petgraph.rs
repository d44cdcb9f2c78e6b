//! Graphs of the crate `petgraph`, behind the feature of that name.
//!
//! *Needs:* a directed graph and the node in which control starts.
//! *Gives:* [`Petgraph`], a [`ControlFlow`] that [`import`](super::import) reads.
//! *Cost:* O(V + E log E) to sort the edges once.
//! *Limits:* an exit is told by the number of arms alone: none is `Return`, one `Jump`, two `Branch`, more `Switch`.
//!
//! The arms of a block are its outgoing edges in the order of their indices. That is the order in which they were
//! added, as long as none was removed (petgraph gives the index of a removed edge to the last one); petgraph itself walks
//! them the other way round. So the edge that was added first is the taken one, and the default of a switch
//! was added last. Blocks are nodes by index, parallel edges are parallel arms.

use super::{ControlFlow, Exit};
use crate::ids::{BlockId, Id};
use alloc::vec::Vec;
use petgraph::graph::{Graph, IndexType, NodeIndex};
use petgraph::visit::EdgeRef;
use petgraph::{Directed, Direction};

/// A graph of petgraph with its entry.
///
/// ```
/// use petgraph::graph::DiGraph;
/// use unsnarl::cfg::Petgraph;
/// use unsnarl::{Exit, Id, BlockId};
///
/// let mut graph = DiGraph::new();
/// let [head, body, done] = ["head", "body", "done"].map(|name| graph.add_node(name));
/// graph.add_edge(head, body, ()); // added first: the taken arm
/// graph.add_edge(head, done, ());
/// graph.add_edge(body, head, ());
///
/// let cfg = unsnarl::import(&Petgraph::new(&graph, head))?;
/// let head = BlockId::new(head.index());
/// assert_eq!(cfg.exit(head), Exit::Branch);
/// assert_eq!(cfg.successors(head), [body, done].map(|node| BlockId::new(node.index())));
/// # Ok::<(), unsnarl::CfgError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Petgraph {
    entry: BlockId,
    arms: Vec<Vec<BlockId>>,
}

impl Petgraph {
    /// Reads the edges of a graph. An entry that is not one of its nodes is an error of
    /// [`import`](super::import).
    pub fn new<N, E, Ix: IndexType>(
        graph: &Graph<N, E, Directed, Ix>,
        entry: NodeIndex<Ix>,
    ) -> Petgraph {
        let arms = graph.node_indices().map(|node| {
            let edges = graph.edges_directed(node, Direction::Outgoing);
            let mut edges: Vec<_> = edges.map(|edge| (edge.id(), edge.target())).collect();
            edges.sort_unstable();
            let targets = edges.into_iter().map(|(_, target)| block(target));
            targets.collect()
        });
        Petgraph {
            entry: block(entry),
            arms: arms.collect(),
        }
    }
}

fn block<Ix: IndexType>(node: NodeIndex<Ix>) -> BlockId {
    BlockId::new(node.index())
}

impl ControlFlow for Petgraph {
    fn entry(&self) -> BlockId {
        self.entry
    }

    fn block_count(&self) -> usize {
        self.arms.len()
    }

    fn exit(&self, block: BlockId) -> Exit {
        match self.arms[block.index()].len() {
            0 => Exit::Return,
            1 => Exit::Jump,
            2 => Exit::Branch,
            _ => Exit::Switch,
        }
    }

    fn successors(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        self.arms[block.index()].iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfg::import;
    use alloc::format;
    use alloc::string::ToString;

    #[track_caller]
    fn check(nodes: usize, edges: &[(u32, u32)], entry: u32, expected: &str) {
        let mut graph = Graph::<(), ()>::new();
        (0..nodes).for_each(|_| {
            graph.add_node(());
        });
        for &(from, to) in edges {
            graph.add_edge(from.into(), to.into(), ());
        }
        let answer = match import(&Petgraph::new(&graph, entry.into())) {
            Ok(cfg) => format!("{cfg:?}"),
            Err(error) => error.to_string(),
        };
        assert_eq!(answer, expected);
    }

    #[test]
    fn arms_are_edges_in_the_order_in_which_they_were_added() {
        check(1, &[], 0, "entry b0; b0 return []");
        check(
            3,
            &[(0, 2), (1, 0), (0, 1), (2, 2)],
            0,
            "entry b0; b0 branch [b2, b1]; b1 jump [b0]; b2 jump [b2]",
        );
        // Parallel edges are arms of their own; an order other than that of the targets is kept.
        check(
            3,
            &[(1, 2), (1, 0), (1, 2), (1, 1)],
            1,
            "entry b1; b0 return []; b1 switch [b2, b0, b2, b1]; b2 return []",
        );
        check(
            0,
            &[],
            0,
            "the entry b0 is not one of the 0 blocks: add it first",
        );
    }

    #[test]
    fn a_removed_edge_gives_its_place_to_the_last() {
        let mut graph = Graph::<(), ()>::new();
        let [a, b, c] = [(); 3].map(|()| graph.add_node(()));
        let first = graph.add_edge(a, b, ());
        graph.add_edge(b, c, ());
        graph.add_edge(b, a, ());
        graph.remove_edge(first);
        let cfg = import(&Petgraph::new(&graph, a)).expect("the graph keeps the rules");
        assert_eq!(cfg.exit(block(a)), Exit::Return);
        // The last edge has taken the index of the removed one.
        assert_eq!(cfg.successors(block(b)), [block(a), block(c)]);
    }
}
