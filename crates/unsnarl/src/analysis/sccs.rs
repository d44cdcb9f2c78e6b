//! Strongly connected components.
//!
//! *Needs:* a [`Cfg`], or inside the crate any graph over dense numbers that can list successors.
//! *Gives:* [`Sccs`]: a component for each node, numbered so that no edge leads to a higher
//! component.
//! *Cost:* O(V + E) time, 12 bytes a node.
//! *Source:* [Tarjan72].
//! *Departs:* the call stack is a vector; the low link of a node is stored in the slot that finally
//! holds its component.

use crate::cfg::Cfg;
use crate::ids::{BlockId, Id};
use alloc::vec::Vec;
use core::num::NonZeroU32;

/// The strongly connected components of a graph, unreachable blocks included.
///
/// ```
/// use unsnarl::analysis::Sccs;
/// use unsnarl::text::{Notation, read};
///
/// let graph = read("a -> b\nb -> c\nc -> b | d\nd -> return", Notation::Cfg)?;
/// let sccs = Sccs::new(&graph.cfg);
/// let [_, b, c, d] = graph.cfg.blocks().collect::<Vec<_>>()[..] else { unreachable!() };
/// assert_eq!(sccs.count(), 3);
/// assert_eq!(sccs.component(b), sccs.component(c));
/// assert_ne!(sccs.component(c), sccs.component(d));
/// # Ok::<(), unsnarl::text::ReadError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sccs {
    components: Vec<u32>,
    count: u32,
}

impl Sccs {
    /// Finds the components of `cfg`.
    pub fn new(cfg: &Cfg) -> Sccs {
        let successors = |node: u32, slot: u32| {
            Some(cfg.successors(block(node)).get(slot as usize)?.index() as u32)
        };
        Sccs::of(cfg.block_count(), successors)
    }

    /// Finds the components of a graph with the nodes 0 to `count` − 1. Node `u` has the
    /// successors `successor(u, 0)`, `successor(u, 1)` and so on up to the first `None`.
    ///
    /// The closure can omit nodes and cut edges: it gives the node itself as the successor.
    pub(crate) fn of(count: usize, successor: impl Fn(u32, u32) -> Option<u32>) -> Sccs {
        let mut search = Search {
            low: alloc::vec![None; count],
            open: Vec::new(),
            path: Vec::new(),
            found: 0,
            next: Low::MIN,
        };
        for root in 0..count as u32 {
            if search.low[root as usize].is_none() {
                search.walk(root, &successor);
            }
        }
        // Components were counted down from `FIRST`.
        let component = |low: Option<Low>| low.map_or(0, |low| FIRST.get() - low.get());
        let components = search.low.into_iter().map(component).collect();
        Sccs {
            components,
            count: search.found,
        }
    }

    /// Gives the number of components.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Gives the component of a block: a number below [`count`](Sccs::count). It is not lower than
    /// the number of the component of any successor.
    pub fn component(&self, block: BlockId) -> u32 {
        self.component_of(block.index() as u32)
    }

    pub(crate) fn component_of(&self, node: u32) -> u32 {
        self.components[node as usize]
    }
}

fn block(node: u32) -> BlockId {
    BlockId::new(node as usize)
}

/// The number of a node in the order of the search, counted from one so that an `Option` of it
/// takes no more space.
type Low = NonZeroU32;

/// The value of the nodes in the first component; later components have lower values. It is above
/// all low links.
const FIRST: Low = Low::MAX;

struct Search {
    /// The low link of a node that has been seen; the component of a finished node, counted down
    /// from `FIRST`; `None` for a node that the search has not seen.
    low: Vec<Option<Low>>,
    /// Nodes that have been seen and are in no component yet.
    open: Vec<u32>,
    /// The nodes being walked, each with its number and its next slot.
    path: Vec<(u32, Low, u32)>,
    found: u32,
    /// The number of the next node.
    next: Low,
}

impl Search {
    fn walk(&mut self, root: u32, successor: &impl Fn(u32, u32) -> Option<u32>) {
        self.enter(root);
        while let Some((node, number, slot)) = self.path.last_mut() {
            let (node, number) = (*node, *number);
            if let Some(next) = successor(node, *slot) {
                *slot += 1;
                match self.low[next as usize] {
                    None => self.enter(next),
                    low => self.low[node as usize] = self.low[node as usize].min(low),
                }
            } else {
                self.path.pop();
                self.leave(node, number);
            }
        }
    }

    fn enter(&mut self, node: u32) {
        self.low[node as usize] = Some(self.next);
        self.path.push((node, self.next, 0));
        self.open.push(node);
        self.next = self.next.saturating_add(1);
    }

    fn leave(&mut self, node: u32, number: Low) {
        let low = self.low[node as usize];
        if let Some(&(parent, ..)) = self.path.last() {
            self.low[parent as usize] = self.low[parent as usize].min(low);
        }
        if low == Some(number) {
            while let Some(member) = self.open.pop() {
                self.low[member as usize] = Low::new(FIRST.get() - self.found);
                if member == node {
                    break;
                }
            }
            self.found += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{naive, samples};

    #[track_caller]
    fn agrees(cfg: &Cfg) {
        let sccs = Sccs::new(cfg);
        let reach = naive::reachability(cfg);
        for left in cfg.blocks() {
            assert!(sccs.component(left) < sccs.count());
            for right in cfg.blocks() {
                let together = left == right
                    || reach[left.index()][right.index()] && reach[right.index()][left.index()];
                assert_eq!(
                    sccs.component(left) == sccs.component(right),
                    together,
                    "{left} {right} in {cfg:?}"
                );
            }
            for &next in cfg.successors(left) {
                assert!(sccs.component(next) <= sccs.component(left), "{cfg:?}");
            }
        }
    }

    #[test]
    fn components_are_mutual_reachability() {
        agrees(&samples::graph("0: 1; 1: 2; 2: 1 3; 3: 3; 4: 0 5; 5: 4"));
        samples::each_random(4_000, |_, cfg| agrees(cfg));
    }

    #[test]
    fn a_cut_edge_keeps_components_apart() {
        // A ring of ten whose last edge is cut.
        let ring = |node, slot| (slot == 0).then_some((node + 1) % 10);
        assert_eq!(Sccs::of(10, ring).count(), 1);
        let cut = |node, slot| (slot == 0 && node != 9).then_some(node + 1);
        assert_eq!(Sccs::of(10, cut).count(), 10);
    }

    #[test]
    fn a_long_chain_needs_no_call_stack() {
        assert_eq!(Sccs::new(&samples::chain(1_000_000)).count(), 1_000_000);
    }
}
