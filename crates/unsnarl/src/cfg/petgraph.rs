//! Graphs of the crate `petgraph`, behind the feature of that name.
//!
//! *Needs:* a directed graph and the node in which control starts.
//! *Gives:* [`Petgraph`], a [`ControlFlow`] that [`import`](super::import) reads.
//! *Cost:* O(V + E log E) to sort the edges once.
//! *Limits:* the number of arms alone determines the exit: none is `Return`, one `Jump`, two
//! `Branch`, more `Switch`.
//!
//! Blocks are numbered without gaps in the order in which the graph lists its nodes. For a `Graph`
//! these numbers are the indices of the nodes; in a `StableGraph`, nodes after a removed node get
//! lower numbers than their indices. [`Petgraph::block`] and [`Petgraph::node`] convert between
//! nodes and blocks.
//!
//! The arms of a block are its outgoing edges in the order of their indices. That is the order in
//! which the edges were added, as long as no edge was removed: `Graph` and `GraphMap` give the
//! index of a removed edge to the last edge, a `StableGraph` to the next one that is added.
//! petgraph itself walks edges in reverse order. So the edge that was added first is the taken arm,
//! and the edge that was added last is the default of a switch. Parallel edges are parallel arms.

use super::{ControlFlow, Exit};
use crate::ids::{BlockId, Id, IdMap};
use alloc::vec::Vec;
use petgraph::Directed;
use petgraph::visit::{
    EdgeIndexable, EdgeRef, GraphProp, IntoEdges, IntoNodeIdentifiers, NodeIndexable,
};

/// A graph of petgraph with its entry: a `Graph`, `StableGraph` or `GraphMap` with any type of
/// index, or any other type that implements the traits of `petgraph::visit`.
///
/// ```
/// use petgraph::graph::DiGraph;
/// use unsnarl::Exit;
/// use unsnarl::cfg::Petgraph;
///
/// let mut graph = DiGraph::new();
/// let [head, body, done] = ["head", "body", "done"].map(|name| graph.add_node(name));
/// graph.add_edge(head, body, ()); // added first: the taken arm
/// graph.add_edge(head, done, ());
/// graph.add_edge(body, head, ());
///
/// let host = Petgraph::new(&graph, head);
/// let cfg = unsnarl::import(&host)?;
/// assert_eq!(cfg.exit(cfg.entry()), Exit::Branch);
/// let arms = cfg.successors(cfg.entry()).iter().map(|&block| host.node(block));
/// assert!(arms.eq([body, done]));
/// # Ok::<(), unsnarl::CfgError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Petgraph<N> {
    entry: BlockId,
    nodes: IdMap<BlockId, N>,
    /// The block of each node, by the index of the node in the graph.
    blocks: Vec<Option<BlockId>>,
    arms: IdMap<BlockId, Vec<BlockId>>,
}

impl<N: Copy + PartialEq> Petgraph<N> {
    /// Reads the edges of a graph. If the entry is not a node of the graph,
    /// [`import`](super::import) fails.
    pub fn new<G>(graph: G, entry: N) -> Petgraph<N>
    where
        G: IntoNodeIdentifiers<NodeId = N>
            + IntoEdges
            + NodeIndexable
            + EdgeIndexable
            + GraphProp<EdgeType = Directed>,
    {
        let nodes: IdMap<BlockId, N> = graph.node_identifiers().collect();
        let mut blocks = alloc::vec![None; graph.node_bound()];
        for (block, &node) in nodes.iter() {
            blocks[NodeIndexable::to_index(&graph, node)] = Some(block);
        }
        let arms = nodes.values().map(|&node| {
            let index = |edge: G::EdgeRef| EdgeIndexable::to_index(&graph, edge.id());
            let edges = graph.edges(node).map(|edge| (index(edge), edge.target()));
            let mut edges: Vec<(usize, N)> = edges.collect();
            edges.sort_unstable_by_key(|&(index, _)| index);
            let targets = edges
                .into_iter()
                .map(|(_, target)| NodeIndexable::to_index(&graph, target));
            let target = |at: usize| blocks[at].expect("edges lead to nodes of their graph");
            targets.map(target).collect()
        });
        let entry = nodes.iter().find(|&(_, &node)| node == entry);
        Petgraph {
            entry: entry.map_or(BlockId::new(nodes.len()), |(block, _)| block),
            arms: arms.collect(),
            nodes,
            blocks,
        }
    }

    /// Gives the node that `block` stands for.
    pub fn node(&self, block: BlockId) -> N {
        self.nodes[block]
    }

    /// Gives the block of the node that has this index in its graph (`NodeIndexable::to_index`);
    /// `None` if there is no such node.
    pub fn block(&self, index: usize) -> Option<BlockId> {
        *self.blocks.get(index)?
    }
}

impl<N> ControlFlow for Petgraph<N> {
    fn entry(&self) -> BlockId {
        self.entry
    }

    fn block_count(&self) -> usize {
        self.arms.len()
    }

    fn exit(&self, block: BlockId) -> Exit {
        match self.arms[block].len() {
            0 => Exit::Return,
            1 => Exit::Jump,
            2 => Exit::Branch,
            _ => Exit::Switch,
        }
    }

    fn successors(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        self.arms[block].iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfg::{Cfg, import};
    use alloc::format;
    use alloc::string::ToString;
    use petgraph::graph::{DiGraph, Graph};
    use petgraph::graphmap::DiGraphMap;
    use petgraph::stable_graph::StableDiGraph;

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
        // Parallel edges are arms of their own; the order of the arms is kept even where the
        // targets are not ascending.
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
            "the entry b0 is not in the graph, which has 0 blocks: add it first",
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
        let host = Petgraph::new(&graph, a);
        let cfg = import(&host).expect("the graph keeps the rules");
        let block = |node: petgraph::graph::NodeIndex| host.block(node.index());
        let blocks = [a, b, c].map(|node| block(node).expect("it was not removed"));
        assert_eq!(cfg.exit(blocks[0]), Exit::Return);
        // The last edge has taken the index of the removed one.
        assert_eq!(cfg.successors(blocks[1]), [blocks[0], blocks[2]]);
    }

    const LOOP: &str = "entry b0; b0 branch [b1, b2]; b1 jump [b0]; b2 return []";

    #[track_caller]
    fn is_loop(cfg: Result<Cfg, crate::CfgError>) {
        let cfg = cfg.expect("the graph keeps the rules");
        assert_eq!(format!("{cfg:?}"), LOOP);
    }

    #[test]
    fn indices_are_of_any_type() {
        let edges = [(0_u8, 1), (0, 2), (1, 0)];
        let small = DiGraph::<(), (), u8>::from_edges(edges);
        is_loop(import(&Petgraph::new(&small, 0.into())));
        let wide =
            DiGraph::<(), (), usize>::from_edges(edges.map(|(a, b)| (a as usize, b as usize)));
        is_loop(import(&Petgraph::new(&wide, 0.into())));
    }

    #[test]
    fn nodes_behind_a_removed_one_move_up() {
        let mut graph = StableDiGraph::<&str, (), u16>::default();
        let [gone, a, b, c] = ["gone", "a", "b", "c"].map(|name| graph.add_node(name));
        for (from, to) in [(gone, a), (a, b), (a, c), (b, a), (c, gone)] {
            graph.add_edge(from, to, ());
        }
        graph.remove_node(gone);
        let host = Petgraph::new(&graph, a);
        is_loop(import(&host));
        assert_eq!(host.block(gone.index()), None);
        assert_eq!(host.block(c.index()).map(|block| host.node(block)), Some(c));
        let error = import(&Petgraph::new(&graph, gone)).expect_err("the entry is gone");
        assert!(
            error
                .to_string()
                .contains("the entry b3 is not in the graph, which has 3 blocks")
        );
    }

    extern crate std;
    type Hasher = core::hash::BuildHasherDefault<std::hash::DefaultHasher>;

    #[test]
    fn nodes_may_be_values() {
        let graph =
            DiGraphMap::<&str, (), Hasher>::from_edges([("a", "b"), ("a", "c"), ("b", "a")]);
        let host = Petgraph::new(&graph, "a");
        is_loop(import(&host));
        assert_eq!(host.node(BlockId::new(2)), "c");
    }
}
