//! Immediate dominators.
//!
//! *Needs:* any [`Cfg`] and its [`Order`]; blocks that cannot be reached have no dominator.
//! *Gives:* [`Dominators`]: the tree, and a constant-time test of ancestry in it.
//! *Cost:* O(V²) time at worst, near-linear on all shapes of the benchmarks; 12 bytes a block.
//! *Source:* [Georgiadis05] (Semi-NCA: semidominators by path compression as in [LengauerTarjan79],
//! then each immediate dominator by a climb in the tree so far). The paper numbers vertices in
//! preorder; so do we, with the preorder taken back from reverse postorder.
//! *Departs:* paths are compressed with an explicit stack, so depth is bounded by memory and not by
//! the call stack.
//! *Limits:* the tree is not updated when the graph changes; compute it again.

use super::{Order, Predecessors};
use crate::cfg::Cfg;
use crate::ids::{BlockId, IdMap};
use alloc::vec::Vec;

/// The dominator tree of a graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dominators {
    immediate: IdMap<BlockId, Option<BlockId>>,
    spans: IdMap<BlockId, Span>,
}

/// The numbers of the blocks that a block dominates; its own is the first. Empty if it is unreachable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Span {
    start: u32,
    end: u32,
}

impl Dominators {
    /// Finds the dominators of the reachable blocks of `cfg`.
    pub fn new(cfg: &Cfg, order: &Order) -> Dominators {
        Dominators::from_predecessors(cfg, order, &Predecessors::new(cfg, order))
    }

    pub(crate) fn from_predecessors(
        cfg: &Cfg,
        order: &Order,
        predecessors: &Predecessors,
    ) -> Dominators {
        let preorder = Preorder::of(order);
        let immediate = preorder.immediate(preorder.semidominators(predecessors));
        let spans = spans(&immediate);
        let mut answer = Dominators {
            immediate: IdMap::filled(cfg.block_count(), None),
            spans: IdMap::filled(
                cfg.block_count(),
                Span {
                    start: u32::MAX,
                    end: 0,
                },
            ),
        };
        let block = |vertex: u32| order.blocks()[preorder.position[vertex as usize] as usize];
        for (vertex, (&above, &span)) in (0..).zip(immediate.iter().zip(&spans)) {
            answer.spans[block(vertex)] = span;
            if vertex > 0 {
                answer.immediate[block(vertex)] = Some(block(above));
            }
        }
        answer
    }

    /// Gives the closest other block that every path from the entry to `block` goes through.
    ///
    /// Nothing for the entry and for blocks that cannot be reached. O(1).
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.immediate[block]
    }

    /// Tells whether every path from the entry to `below` goes through `above`.
    ///
    /// A block dominates itself. False if either cannot be reached. O(1).
    pub fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        let (above, below) = (self.spans[above], self.spans[below].start);
        above.start <= below && below < above.end
    }
}

/// The tree of the walk behind an order, its vertices numbered in preorder.
struct Preorder {
    /// By position, the vertex.
    vertex: Vec<u32>,
    /// By vertex, the position.
    position: Vec<u32>,
    /// By vertex, the parent in the tree; the root's is the root.
    parent: Vec<u32>,
}

impl Preorder {
    fn of(order: &Order) -> Preorder {
        let parents = order.parents();
        let ends = order.subtree_ends();
        let mut vertex = alloc::vec![0_u32; parents.len()];
        for at in 1..parents.len() {
            let parent = parents[at] as usize;
            // The walk came here after it had left the siblings that stand behind in the order.
            vertex[at] = vertex[parent] + 1 + (ends[parent] - ends[at]);
        }
        let mut position = alloc::vec![0; parents.len()];
        let mut parent = alloc::vec![0; parents.len()];
        for (at, &number) in vertex.iter().enumerate() {
            position[number as usize] = at as u32;
            parent[number as usize] = vertex[parents[at] as usize];
        }
        Preorder {
            vertex,
            position,
            parent,
        }
    }

    /// Finds for each vertex the least one with a path here whose inner vertices are all above here.
    fn semidominators(&self, predecessors: &Predecessors) -> Vec<u32> {
        let count = self.parent.len();
        let mut semi = self.parent.clone();
        let mut paths = Paths {
            up: self.parent.clone(),
            least: (0..).take(count).collect(),
            climbed: Vec::new(),
        };
        for at in (1..count).rev() {
            let mut best = semi[at];
            for &from in predecessors.of(self.position[at]) {
                let from = self.vertex[from as usize];
                best = best.min(if from as usize <= at {
                    from
                } else {
                    paths.least_above(from, at as u32)
                });
            }
            semi[at] = best;
            paths.least[at] = best;
        }
        semi
    }

    /// Climbs from each parent to the first immediate dominator that is not below the semidominator.
    fn immediate(&self, semi: Vec<u32>) -> Vec<u32> {
        let mut immediate = self.parent.clone();
        for at in 1..immediate.len() {
            let mut above = immediate[at];
            while above > semi[at] {
                above = immediate[above as usize];
            }
            immediate[at] = above;
        }
        immediate
    }
}

/// Least semidominators along tree paths, compressed as they are asked for.
struct Paths {
    up: Vec<u32>,
    least: Vec<u32>,
    climbed: Vec<u32>,
}

impl Paths {
    /// Gives the least semidominator on the tree path from `from` up to the last vertex above `bound`.
    fn least_above(&mut self, from: u32, bound: u32) -> u32 {
        let mut at = from;
        while self.up[at as usize] > bound {
            self.climbed.push(at);
            at = self.up[at as usize];
        }
        let top = self.up[at as usize];
        let mut least = self.least[at as usize];
        while let Some(below) = self.climbed.pop() {
            least = least.min(self.least[below as usize]);
            self.least[below as usize] = least;
            self.up[below as usize] = top;
        }
        least
    }
}

/// Numbers a tree whose vertices come after their parents, so that subtrees are intervals.
fn spans(parents: &[u32]) -> Vec<Span> {
    let count = parents.len();
    let mut sizes = alloc::vec![1_u32; count];
    for at in (1..count).rev() {
        sizes[parents[at] as usize] += sizes[at];
    }
    // By vertex, the number of its next child.
    let mut next = alloc::vec![0_u32; count];
    let mut spans = Vec::with_capacity(count);
    for at in 0..count {
        let above = parents[at] as usize;
        let start = next[above];
        let end = start + sizes[at];
        next[above] = end;
        next[at] = start + 1;
        spans.push(Span { start, end });
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{naive, samples};
    use crate::ids::Id;

    fn of(cfg: &Cfg) -> Dominators {
        Dominators::new(cfg, &Order::new(cfg))
    }

    /// Expects of each block its immediate dominator, or `-`.
    #[track_caller]
    fn check(graph: &str, expected: &str) {
        let cfg = samples::graph(graph);
        let dominators = of(&cfg);
        let found: Vec<_> = cfg
            .blocks()
            .map(|block| match dominators.immediate(block) {
                Some(above) => alloc::format!("{}", above.index()),
                None => "-".into(),
            })
            .collect();
        assert_eq!(found.join(" "), expected, "{graph}");
        agrees(&cfg);
    }

    #[track_caller]
    fn agrees(cfg: &Cfg) {
        let dominators = of(cfg);
        let naive = naive::dominators(cfg);
        for above in cfg.blocks() {
            for below in cfg.blocks() {
                assert_eq!(
                    dominators.dominates(above, below),
                    naive[above.index()][below.index()],
                    "{above} over {below} in {cfg:?}"
                );
            }
        }
        for block in cfg.blocks() {
            if let Some(above) = dominators.immediate(block) {
                assert!(above != block && dominators.dominates(above, block));
                assert!(cfg.blocks().all(|other| other == block
                    || !dominators.dominates(other, block)
                    || dominators.dominates(other, above)));
            }
        }
    }

    #[test]
    fn small_graphs() {
        check("0:", "-");
        check("0: 0", "-");
        check("0: 1 2; 1: 3; 2: 3; 3:", "- 0 0 0");
        // Two entries into one loop dominate neither each other nor what follows.
        check("0: 1 2; 1: 2; 2: 1 3; 3:", "- 0 0 2");
        // An unreachable block neither dominates nor matters to what it leads to.
        check("0: 2; 1: 3; 2: 3; 3:", "- - 0 2");
        // Semidominators that are not immediate dominators.
        check("0: 1 4; 1: 2; 2: 3 5; 3: 5; 4: 3; 5: 2", "- 0 0 0 0 0");
    }

    #[test]
    fn random_graphs_agree_with_removal() {
        samples::each_random(4_000, |_, cfg| agrees(cfg));
    }

    #[test]
    fn long_shapes_need_no_call_stack() {
        let chain = samples::chain(300_000);
        let dominators = of(&chain);
        assert!(
            chain.blocks().skip(1).all(|block| {
                dominators.immediate(block) == Some(BlockId::new(block.index() - 1))
            })
        );
        let ladder = samples::ladder(100_000);
        let dominators = of(&ladder);
        assert!(
            ladder
                .blocks()
                .skip(1)
                .all(|block| dominators.immediate(block) == Some(ladder.entry()))
        );
    }
}
