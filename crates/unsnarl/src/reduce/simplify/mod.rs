//! The forms of loops that loop passes require: pre-headers, single latches, dedicated exits,
//! single exits.
//!
//! *Needs:* a [`Reducible`] graph.
//! *Gives:* [`Edited`]: the graph with empty blocks and selectors inserted, which is still
//! reducible.
//! *Cost:* each pass takes O((V + E) α(V)) for the facts of the graph, and O(E d) for edges that
//! leave d loops each.
//! *Source:* the first three are the LoopSimplify form of LLVM; a single exit through a variable is
//! the funnel of decompilers that structure without patterns \[Yakdan15\].
//!
//! The passes are independent, and none undoes the work of another. Each has a picture.
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

/// A reducible graph into which empty blocks and selectors have been inserted.
///
/// Its first blocks are the blocks of the original graph, with the same ids. Rules:
///
/// - **E1** The graph is reducible.
/// - **E2** Every arm of a block leads, through inserted blocks, to its original target: an empty
///   block continues by its only arm, a dispatcher or selector by the arm whose number is in the
///   label.
/// - **E3** On every path to a dispatcher or selector, the label is stored after the last block of
///   the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edited {
    graph: Reducible,
    kinds: IdMap<BlockId, Kind>,
    /// By [`Cfg::edge_index`](crate::Cfg::edge_index).
    stores: Vec<Option<u32>>,
}

impl Edited {
    /// Makes an edited graph without insertions. O(V + E), and the facts of the graph.
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

    /// Gives the graph with the facts about it. It does not distinguish inserted blocks: a program
    /// that is made from it runs them as well.
    pub fn graph(&self) -> &Reducible {
        &self.graph
    }

    /// Gives the kind of a block of the graph.
    pub fn kind(&self, block: BlockId) -> Kind {
        self.kinds[block]
    }

    /// Gives the value that is stored in the label on `edge`, if any.
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
