//! The witness that a graph is reducible.
//!
//! *Needs:* any [`Cfg`].
//! *Gives:* [`Reducible`], or [`Irreducible`] with an edge that shows why not.
//! *Cost:* that of the order, the loops and the dominators of the graph, once each.
//! *Source:* [HechtUllman72] for the notion; the test is that every loop of the nesting forest is
//! entered only at its header.

use crate::analysis::{DominatorTree, Dominators, Forest, Loops, Order, Predecessors};
use crate::cfg::{Cfg, Exit};
use crate::ids::{BlockId, Edge, IdMap};
use alloc::vec::Vec;
use core::fmt;

/// A graph in which every loop is entered at one block, together with the facts about it.
///
/// Its first blocks are the blocks of the original graph, with the same ids and the same number of
/// arms; *dispatchers* and *copies* of blocks may follow. Rules:
///
/// - **R1** Every loop of the graph has one entry.
/// - **R2** An arm of a block or a copy leads to the target of the same arm in the input, or to a
///   copy of this target, or to a dispatcher.
/// - **R3** A dispatcher ends in a `Switch`, whose arm `k` is taken when the label is `k` and leads
///   to a block of the input or a copy.
/// - **R4** The label is stored on every edge to a dispatcher and on no other edge. The value is
///   the number of an arm that leads to the target of the edge in the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reducible {
    cfg: Cfg,
    /// The block of the input for each block of the graph; `None` for a dispatcher. Empty if the
    /// graph is the input.
    origins: IdMap<BlockId, Option<BlockId>>,
    /// The value that is stored on each edge, by [`Cfg::edge_index`]. Empty if there are no
    /// dispatchers.
    stores: Vec<Option<u32>>,
    order: Order,
    tree: DominatorTree,
    loops: Loops,
}

impl Reducible {
    /// Tests whether `cfg` is reducible without any change.
    ///
    /// Fails with an edge that enters a loop at a block other than its header. Of several such
    /// edges, it is the one whose source is first in canonical order, and then the one whose target
    /// is.
    ///
    /// ```
    /// use unsnarl::reduce::Reducible;
    /// use unsnarl::text::{Notation, read};
    ///
    /// let graph = read("a -> b | c\nb -> c\nc -> b | d\nd -> return", Notation::Cfg)?;
    /// let irreducible = Reducible::test(&graph.cfg).expect_err("b and c are entered from a");
    /// println!("{irreducible}");
    /// # Ok::<(), unsnarl::text::ReadError>(())
    /// ```
    pub fn test(cfg: &Cfg) -> Result<Reducible, Irreducible> {
        Reducible::or_order(cfg).map_err(|order| Irreducible::shown(cfg, &order))
    }

    /// Tests whether `cfg` is reducible without any change, and gives its order if it is not.
    pub(super) fn or_order(cfg: &Cfg) -> Result<Reducible, Order> {
        let facts = Facts::of(cfg)?;
        Ok(facts.witness(cfg.clone(), IdMap::new(), Vec::new()))
    }

    /// Tests a graph in which some blocks are copies or dispatchers, according to `origins`.
    pub(super) fn with_origins(
        cfg: Cfg,
        origins: IdMap<BlockId, Option<BlockId>>,
        stores: Vec<Option<u32>>,
    ) -> Result<Reducible, Irreducible> {
        let facts = Facts::of(&cfg).map_err(|order| Irreducible::shown(&cfg, &order))?;
        Ok(facts.witness(cfg, origins, stores))
    }

    /// Gives the graph.
    pub fn cfg(&self) -> &Cfg {
        &self.cfg
    }

    /// Tells whether `block` is a dispatcher, not a block of the input or a copy.
    pub fn is_dispatcher(&self, block: BlockId) -> bool {
        self.origin(block).is_none()
    }

    /// Gives the block of the input that `block` is, or of which it is a copy; `None` for a
    /// dispatcher.
    pub fn origin(&self, block: BlockId) -> Option<BlockId> {
        self.origins.get(block).copied().unwrap_or(Some(block))
    }

    /// Tells whether a block of the input occurs in the graph more than once.
    pub fn has_copies(&self) -> bool {
        self.origins
            .iter()
            .any(|(block, origin)| origin.is_some_and(|origin| origin != block))
    }

    /// Gives the value that is stored in the label on `edge` of [`cfg`](Reducible::cfg), if any.
    pub fn stored(&self, edge: Edge) -> Option<u32> {
        if self.stores.is_empty() {
            return None;
        }
        *self.stores.get(self.cfg.edge_index(edge))?
    }

    /// Gives the dispatcher whose label is the decision of `block`, if there is one: every arm
    /// leads to the same dispatcher, arm `i` stores `i`, and the host has no code for it. The
    /// `i`-th arm of the dispatcher leads to the target of the `i`-th arm of `block` in the input.
    ///
    /// O(arms).
    pub fn selects(&self, block: BlockId) -> Option<BlockId> {
        let (&first, others) = self.cfg.successors(block).split_first()?;
        let selects = self.cfg.exit(block) == Exit::Switch
            && self.is_dispatcher(first)
            && others.iter().all(|&other| other == first)
            && (self.cfg.edges(block))
                .all(|edge| self.stored(edge) == Some(edge.slot) && self.cfg.is_empty_edge(edge));
        selects.then_some(first)
    }

    /// Gives the order of the graph.
    pub fn order(&self) -> &Order {
        &self.order
    }

    /// Gives the closest other block that every path from the entry to `block` goes through.
    ///
    /// `None` for the entry and for unreachable blocks. O(1).
    pub fn immediate_dominator(&self, block: BlockId) -> Option<BlockId> {
        let at = self.order.position(block).filter(|&at| at > 0)?;
        Some(self.dominator_at(at as usize))
    }

    /// Gives the immediate dominator of the block at a position in the order. The entry is its own.
    pub(crate) fn dominator_at(&self, at: usize) -> BlockId {
        self.order.blocks()[self.tree.immediate(at as u32) as usize]
    }

    /// Numbers the dominators of the graph, for constant-time tests of ancestry. O(V).
    pub fn dominators(&self) -> Dominators {
        Dominators::of_reducible(&self.cfg, &self.order, &self.tree)
    }

    /// Gives the loops of the graph. Each has one entry.
    pub fn loops(&self) -> &Loops {
        &self.loops
    }
}

/// The facts about a graph whose loops have one entry each.
struct Facts {
    order: Order,
    tree: DominatorTree,
    loops: Loops,
}

impl Facts {
    /// Finds the facts. If the graph is irreducible, it gives only the order.
    fn of(cfg: &Cfg) -> Result<Facts, Order> {
        let order = Order::new(cfg);
        let Some(tree) = DominatorTree::new(cfg, &order) else {
            return Err(order);
        };
        let loops = if tree.loops().is_empty() {
            Loops::none()
        } else {
            Loops::of_reducible(cfg, &order, tree.loops())
        };
        Ok(Facts { order, tree, loops })
    }

    fn witness(
        self,
        cfg: Cfg,
        origins: IdMap<BlockId, Option<BlockId>>,
        stores: Vec<Option<u32>>,
    ) -> Reducible {
        let Facts { order, tree, loops } = self;
        Reducible {
            cfg,
            origins,
            stores,
            order,
            tree,
            loops,
        }
    }
}

/// The reason why a graph is irreducible: an edge that enters a loop at a block other than its
/// header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Irreducible {
    /// The block that the edge leaves.
    pub from: BlockId,
    /// The block of the loop to which it leads.
    pub to: BlockId,
}

impl Irreducible {
    /// Finds the edge to report for an irreducible graph.
    fn shown(cfg: &Cfg, order: &Order) -> Irreducible {
        let forest = Forest::new(cfg, order, &Predecessors::new(cfg, order));
        let first = forest.intrusions.iter().min();
        let first = first.expect(
            "an edge back to a block that does not dominate its source shows another entry",
        );
        let [from, to] = [first.from, first.to].map(|at| order.blocks()[at as usize]);
        Irreducible { from, to }
    }
}

impl fmt::Display for Irreducible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Irreducible { from, to } = self;
        write!(
            f,
            "edge {from} -> {to} enters a loop that {to} does not dominate: reduce the graph first"
        )
    }
}

impl core::error::Error for Irreducible {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{naive, samples};
    use crate::ids::Id;
    use alloc::string::ToString;

    #[track_caller]
    fn check(graph: &str, expected: &str) {
        let answer = match Reducible::test(&samples::graph(graph)) {
            Ok(_) => "reducible".to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(answer, expected, "{graph}");
    }

    #[test]
    fn an_edge_shows_why_a_graph_is_not_reducible() {
        check("0: 1; 1: 2; 2: 1 0", "reducible");
        check(
            "0: 1 4; 1: 2; 2: 3; 3: 1 5; 4: 3; 5:",
            "edge b0 -> b1 enters a loop that b1 does not dominate: reduce the graph first",
        );
        // An edge from an unreachable block does not count as an entering edge.
        check("0: 1; 1: 2; 2: 1; 3: 2", "reducible");
    }

    #[test]
    fn the_test_agrees_with_the_definition() {
        samples::each_random(10_000, |_, cfg| {
            let dominators = naive::dominators(cfg);
            match Reducible::test(cfg) {
                Ok(witness) => assert!(naive::reducible(cfg), "{:?}", witness.cfg()),
                Err(edge) => {
                    assert!(!naive::reducible(cfg), "{cfg:?}");
                    assert!(cfg.successors(edge.from).contains(&edge.to));
                    assert!(!dominators[edge.to.index()][edge.from.index()]);
                }
            }
        });
    }
}
