//! Loops in the form that loop passes require: pre-headers, single latches, dedicated exits, single
//! exits.
//!
//! *Needs:* a [`Reducible`] graph.
//! *Gives:* [`Edited`]: the graph with empty blocks and selectors inserted, which is still
//! reducible.
//! *Cost:* each pass O((V + E) α(V)) for the facts of the graph, and O(E d) for edges that leave d
//! loops.
//! *Source:* the first three are what LLVM calls the simplified form of a loop; a single exit
//! through a variable is the funnel of decompilers that structure without patterns \[Yakdan15\].
//!
//! The passes are independent, and none undoes what another has done. Pictures are with each.
//!
//! | pass | then every loop has |
//! |---|---|
//! | [`pre_headers`] | one edge from outside to its header, from a block that leads nowhere else |
//! | [`single_latches`] | one edge from inside to its header |
//! | [`dedicated_exits`] | only blocks after it that nothing outside of it leads to |
//! | [`single_exits`] | one block after it at most |
//!
//! An inserted block has no host code: it only jumps, or dispatches on the label. A block of the
//! input keeps its arms, so values that flow along an edge are moved when that edge is taken,
//! before the block that was inserted.

mod exits;
mod funnels;
mod headers;

pub use exits::dedicated_exits;
pub use funnels::single_exits;
pub use headers::{pre_headers, single_latches};

use super::Reducible;
use super::draft::{Draft, Finished, Kind};
use crate::ids::{BlockId, Edge, IdMap};
use alloc::vec::Vec;

/// A reducible graph into which empty blocks and selectors have been put.
///
/// Its first blocks are those of the graph that it was made from, with the same ids. Rules:
///
/// - **E1** The graph is reducible.
/// - **E2** Every arm of a block leads, through blocks that were inserted, to where it led before:
///   an empty block goes on by its only arm, a dispatcher or selector by the arm whose number the
///   label holds.
/// - **E3** Whatever the path to a dispatcher or selector, the label was stored on it since the
///   last block of the
///   input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edited {
    graph: Reducible,
    kinds: IdMap<BlockId, Kind>,
    /// By [`Cfg::edge_index`](crate::Cfg::edge_index).
    stores: Vec<Option<u32>>,
}

impl Edited {
    /// Takes a graph as it is. O(V + E), and the facts of the graph.
    pub fn new(graph: &Reducible) -> Edited {
        let cfg = graph.cfg();
        let kind = |block| graph.origin(block).map_or(Kind::Dispatcher, Kind::Block);
        let edges = cfg.blocks().flat_map(|block| cfg.edges(block));
        Edited {
            graph: Reducible::test(cfg).expect("the graph of a witness is reducible"),
            kinds: cfg.blocks().map(kind).collect(),
            stores: edges.map(|edge| graph.stored(edge)).collect(),
        }
    }

    /// Gives the graph with the facts about it. To it, all blocks are blocks: a program that is
    /// made of it runs those that were inserted, too.
    pub fn graph(&self) -> &Reducible {
        &self.graph
    }

    /// Gives what a block of the graph is.
    pub fn kind(&self, block: BlockId) -> Kind {
        self.kinds[block]
    }

    /// Gives the value that the label gets on `edge`, if it gets one.
    pub fn stored(&self, edge: Edge) -> Option<u32> {
        self.stores[self.graph.cfg().edge_index(edge)]
    }

    fn draft(&self) -> Draft<'_> {
        let kinds = self.kinds.values().copied().collect();
        Draft::continued(self.graph.cfg(), kinds, self.stores.clone())
    }

    fn finish(draft: Draft) -> Edited {
        let Finished { cfg, kinds, stores } = draft.finish_parts();
        Edited {
            graph: Reducible::test(&cfg)
                .expect("each loop still has one entry after the insertion"),
            kinds,
            stores,
        }
    }
}

/// Gives every loop a pre-header, a single latch, and dedicated exits: LLVM's LoopSimplify form.
///
/// ```
/// use unsnarl::reduce::{self, Kind, Reducible};
/// use unsnarl::text;
///
/// let graph = text::read("a -> a | b\nb -> return", text::Notation::Cfg)?;
/// let edited = reduce::loop_simplify(&Reducible::test(&graph.cfg)?);
/// // The entry was the header, so control starts in the pre-header now.
/// assert_eq!(edited.kind(edited.graph().cfg().entry()), Kind::Empty);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn loop_simplify(graph: &Reducible) -> Edited {
    dedicated_exits(&single_latches(&pre_headers(&Edited::new(graph))))
}
