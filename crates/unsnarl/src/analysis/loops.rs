//! The loop nesting forest.
//!
//! *Needs:* any [`Cfg`] and its [`Order`].
//! *Gives:* [`Loops`]: which loop each block is in, how loops nest, and where they are entered.
//! *Cost:* O((V + E) α(V) + L log L) time for L loops.
//! *Source:* the forest of [Havlak97]; [forest] finds it in the time of [Ramalingam99].
//!
//! Definition: a strongly connected part of the graph (more than one block, or a self loop) is a
//! loop; its *header* is the block in it that comes first in canonical order. The loops inside are
//! those of the part without the edges to its header. On reducible graphs these are exactly the
//! natural loops, those with one header merged. In a loop with several entries the other entries
//! may head loops inside; [Steensgaard93], whose recursion [`dispatch`](crate::reduce::dispatch)
//! follows, would dissolve those.
//!
//! The entries of a loop are listed as the loop around it sees them: a block belongs to the list if
//! an edge leads to it from the same loop around, not in the loop itself. An edge from farther
//! outside enters several loops at once and is listed with the outermost of them only, so that all
//! lists together are no longer than the edges; [`Loops::is_multi_entry`] counts every edge.
//!
//! ```text
//! 0 -> 2 | 1      loop0: header 1, entries 1 and 2, blocks 1 2 3
//! 1 -> 2          loop1: inside loop0, header 2, blocks 2 3; entered at 2 only
//! 2 -> 3
//! 3 -> 1 | 2
//! ```

mod forest;

pub(crate) use forest::{Forest, Intrusion};

use super::{Order, Predecessors};
use crate::cfg::Cfg;
use crate::ids::{BlockId, Id, IdMap, LoopId};
use alloc::vec::Vec;
use core::ops::Range;

/// The loops of a graph and how they nest.
///
/// ```
/// use unsnarl::analysis::{Loops, Order};
/// use unsnarl::text::{Notation, read};
///
/// let graph = read("a -> b | c\nb -> c\nc -> b | d\nd -> return", Notation::Cfg)?;
/// let loops = Loops::new(&graph.cfg, &Order::new(&graph.cfg));
/// let id = loops.ids().next().expect("b and c are a loop");
/// assert_eq!(loops.entries(id).len(), 2);
/// assert!(!loops.contains(id, graph.cfg.entry()));
/// # Ok::<(), unsnarl::text::ReadError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loops {
    nests: IdMap<LoopId, Nest>,
    /// No table if there are no loops.
    innermost: IdMap<BlockId, Option<LoopId>>,
    entries: Vec<BlockId>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Nest {
    header: BlockId,
    parent: Option<LoopId>,
    depth: u32,
    /// The index after the last loop inside; loops inside a loop follow it.
    end: u32,
    entries: Range<u32>,
    multi_entry: bool,
}

impl Loops {
    /// Finds the loops of the reachable blocks of `cfg`.
    pub fn new(cfg: &Cfg, order: &Order) -> Loops {
        let forest = Forest::new(cfg, order, &Predecessors::new(cfg, order));
        Loops::from_forest(cfg, order, &forest)
    }

    /// Finds the loops if the graph is known to be reducible; all lie between these positions.
    pub(crate) fn of_reducible(cfg: &Cfg, order: &Order, span: Range<u32>) -> Loops {
        Loops::with_headers(cfg, order, &Forest::of_reducible(cfg, order, span))
    }

    /// Gives no loop, which is right of graphs without edges back.
    pub(crate) fn none() -> Loops {
        Loops {
            nests: IdMap::new(),
            innermost: IdMap::new(),
            entries: Vec::new(),
        }
    }

    pub(crate) fn from_forest(cfg: &Cfg, order: &Order, forest: &Forest) -> Loops {
        let mut loops = Loops::with_headers(cfg, order, forest);
        if !forest.intrusions.is_empty() {
            loops.add_entries(order, &forest.intrusions);
            loops.mark_multi_entry(order, &forest.intrusions);
        }
        loops
    }

    /// Numbers the loops so that those inside a loop follow it. The header is the only entry at
    /// first.
    fn with_headers(cfg: &Cfg, order: &Order, forest: &Forest) -> Loops {
        let mut loops = Loops::none();
        if forest.headers.is_empty() {
            return loops;
        }
        loops.innermost = IdMap::filled(cfg.block_count(), None);
        loops.number(order, forest);
        for (at, &block) in (0..).zip(order.blocks()) {
            // A header got its own loop when that was numbered.
            if loops.innermost[block].is_none()
                && let Some(outer) = forest.outer(at)
            {
                loops.innermost[block] = loops.innermost[order.blocks()[outer as usize]];
            }
        }
        loops.entries = loops.nests.values().map(|nest| nest.header).collect();
        loops
    }

    /// Makes the nests, and gives its loop to each header.
    fn number(&mut self, order: &Order, forest: &Forest) {
        let headers = &forest.headers;
        let rank = |header| {
            let rank = headers.binary_search(&header);
            rank.expect("loops are in loops")
        };
        let outer = |header| Some(rank(forest.outer(header)?));
        // By rank, how many loops each loop holds, itself included; and the number of the next loop
        // inside.
        let mut held = alloc::vec![(1_u32, 0_u32); headers.len()];
        for (rank, &header) in headers.iter().enumerate().rev() {
            if let Some(outer) = outer(header) {
                held[outer].0 += held[rank].0;
            }
        }
        let blank = Nest {
            header: order.blocks()[0],
            parent: None,
            depth: 1,
            end: 0,
            entries: 0..0,
            multi_entry: false,
        };
        self.nests = IdMap::filled(headers.len(), blank);
        let mut outside = 0;
        for (rank, &header) in headers.iter().enumerate() {
            let count = held[rank].0;
            let next = outer(header).map_or(&mut outside, |outer| &mut held[outer].1);
            let start = *next;
            *next += count;
            held[rank].1 = start + 1;
            let block = order.blocks()[header as usize];
            let around = forest.outer(header).map(|at| order.blocks()[at as usize]);
            let parent = around.and_then(|around| self.innermost[around]);
            let id = LoopId::new(start as usize);
            self.nests[id] = Nest {
                header: block,
                parent,
                depth: parent.map_or(1, |parent| self.nests[parent].depth + 1),
                end: start + count,
                entries: start..start + 1,
                multi_entry: false,
            };
            self.innermost[block] = Some(id);
        }
    }

    fn add_entries(&mut self, order: &Order, intrusions: &[Intrusion]) {
        let block = |at: u32| order.blocks()[at as usize];
        let headers = self
            .nests
            .iter()
            .map(|(id, nest)| (id, order.position(nest.header)));
        let others = intrusions.iter().map(|intrusion| {
            (
                self.innermost[block(intrusion.outermost)],
                Some(intrusion.to),
            )
        });
        let mut entered: Vec<_> = headers
            .map(|(id, header)| (Some(id), header))
            .chain(others)
            .collect();
        entered.sort_unstable();
        entered.dedup();
        self.entries = entered
            .iter()
            .filter_map(|&(_, at)| at.map(block))
            .collect();
        let mut start = 0;
        let lists = entered.chunk_by(|left, right| left.0 == right.0);
        for (nest, list) in self.nests.values_mut().zip(lists) {
            nest.entries = start..start + list.len() as u32;
            start = nest.entries.end;
        }
    }

    /// Marks the loops that some edge enters beside the header: those between the block where it
    /// leads and the outermost loop that it enters.
    fn mark_multi_entry(&mut self, order: &Order, intrusions: &[Intrusion]) {
        let block = |at: u32| order.blocks()[at as usize];
        // The depth of the outermost loop that is entered at a block of the loop but the header.
        let mut entered: IdMap<LoopId, u32> = IdMap::filled(self.len(), u32::MAX);
        for intrusion in intrusions {
            let to = block(intrusion.to);
            let beside = |id: &LoopId| self.header(*id) != to;
            let inner = self.innermost(to);
            let inner = inner.filter(beside).or_else(|| self.parent(inner?));
            let outermost = self.innermost(block(intrusion.outermost));
            if let (Some(inner), Some(outermost)) = (inner, outermost) {
                entered[inner] = entered[inner].min(self.depth(outermost));
            }
        }
        for id in self.ids().rev() {
            if let Some(parent) = self.parent(id) {
                entered[parent] = entered[parent].min(entered[id]);
            }
            self.nests[id].multi_entry = entered[id] <= self.depth(id);
        }
    }

    /// Walks the loops, each before the loops inside it, loops side by side in canonical order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = LoopId> + ExactSizeIterator + use<> {
        self.nests.keys()
    }

    /// Gives the number of loops.
    pub fn len(&self) -> usize {
        self.nests.len()
    }

    /// Tells whether there are no loops.
    pub fn is_empty(&self) -> bool {
        self.nests.is_empty()
    }

    /// Gives the block of the loop that comes first in canonical order.
    ///
    /// If the loop has one entry, this is it.
    pub fn header(&self, id: LoopId) -> BlockId {
        self.nests[id].header
    }

    /// Gives the blocks of the loop that an edge from the loop around it leads to, or from anywhere
    /// if there is none around it, in canonical order; the header is the first.
    pub fn entries(&self, id: LoopId) -> &[BlockId] {
        let Range { start, end } = self.nests[id].entries;
        &self.entries[start as usize..end as usize]
    }

    /// Tells whether any edge enters the loop elsewhere than at its header.
    pub fn is_multi_entry(&self, id: LoopId) -> bool {
        self.nests[id].multi_entry
    }

    /// Gives the smallest loop around the loop.
    pub fn parent(&self, id: LoopId) -> Option<LoopId> {
        self.nests[id].parent
    }

    /// Gives the smallest loop that `block` is in; nothing if it is in none or cannot be reached.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        *self.innermost.get(block)?
    }

    /// Gives the number of loops that the loop is in, itself included.
    pub fn depth(&self, id: LoopId) -> u32 {
        self.nests[id].depth
    }

    /// Tells whether `block` is in the loop or in a loop inside it. O(1).
    pub fn contains(&self, id: LoopId, block: BlockId) -> bool {
        self.innermost(block)
            .is_some_and(|inner| id <= inner && inner.index() < self.nests[id].end as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{DominatorTree, naive, samples};
    use alloc::format;
    use alloc::string::String;

    fn of(cfg: &Cfg) -> Loops {
        Loops::new(cfg, &Order::new(cfg))
    }

    fn of_reducible(cfg: &Cfg) -> Loops {
        let order = Order::new(cfg);
        let tree = DominatorTree::new(cfg, &order).expect("the graph is reducible");
        Loops::of_reducible(cfg, &order, tree.loops())
    }

    /// A line a loop: its depth, its entries, its blocks, and `!` if it has several entries.
    fn listed(cfg: &Cfg, loops: &Loops) -> String {
        let mut lines = Vec::new();
        for id in loops.ids() {
            let names = |blocks: &mut dyn Iterator<Item = BlockId>| {
                blocks.fold(String::new(), |line, block| {
                    format!("{line} {}", block.index())
                })
            };
            let mark = if loops.is_multi_entry(id) { "!" } else { "" };
            lines.push(format!(
                "{}:{} ={}{mark}",
                loops.depth(id),
                names(&mut loops.entries(id).iter().copied()),
                names(&mut cfg.blocks().filter(|&block| loops.contains(id, block)))
            ));
        }
        lines.join("; ")
    }

    /// Expects `depth: entries = blocks` of each loop, and `!` if it is entered beside its header.
    #[track_caller]
    fn check(graph: &str, expected: &str) {
        let cfg = samples::graph(graph);
        assert_eq!(listed(&cfg, &of(&cfg)), expected, "{graph}");
        agrees(&cfg);
    }

    #[track_caller]
    fn agrees(cfg: &Cfg) {
        let order = Order::new(cfg);
        let loops = of(cfg);
        if naive::reducible(cfg) {
            assert_eq!(loops, of_reducible(cfg), "{cfg:?}");
        }
        let naive = naive::loops(cfg, &order);
        let mut found: Vec<_> = loops
            .ids()
            .map(|id| {
                let blocks = cfg.blocks().filter(|&block| loops.contains(id, block));
                naive::Loop {
                    header: loops.header(id),
                    blocks: blocks.collect(),
                    entries: loops.entries(id).to_vec(),
                    depth: loops.depth(id),
                    multi_entry: loops.is_multi_entry(id),
                }
            })
            .collect();
        found.sort();
        assert_eq!(found, naive, "{cfg:?}");
        for id in loops.ids() {
            assert_eq!(loops.entries(id)[0], loops.header(id));
            assert!(loops.parent(id).is_none_or(|parent| parent < id
                && loops.depth(parent) + 1 == loops.depth(id)
                && loops.contains(parent, loops.header(id))));
        }
        for block in cfg.blocks() {
            let deepest = loops.ids().rfind(|&id| loops.contains(id, block));
            assert_eq!(loops.innermost(block), deepest, "{cfg:?}");
        }
    }

    #[test]
    fn small_graphs() {
        check("0: 1; 1:", "");
        check("0: 0", "1: 0 = 0");
        check("0: 1; 1: 2; 2: 1 3; 3: 0", "1: 0 = 0 1 2 3; 2: 1 = 1 2");
        // Two back edges to one header are one loop.
        check("0: 1; 1: 2 3; 2: 1; 3: 1 4; 4:", "1: 1 = 1 2 3");
        // The exit of a loop that heads another loop: the two are siblings.
        check("0: 1; 1: 2; 2: 1 3; 3: 3 4; 4:", "1: 1 = 1 2; 1: 3 = 3");
        // The loop with two entries of [Song].
        check("0: 1 4; 1: 2; 2: 3; 3: 1 5; 4: 3; 5:", "1: 3 1 = 1 2 3!");
        // Its nest: a loop that is entered at 4 and 6, in one that is entered at 1 and 2.
        check(
            "0: 1 2; 1: 2; 2: 3 6; 3: 1 4; 4: 1 6; 5: 4; 6: 5",
            "1: 2 1 = 1 2 3 4 5 6!; 2: 6 4 = 4 5 6!",
        );
        // An edge past two headers enters both loops, and is listed with the outer one.
        check("0: 3 1; 1: 2; 2: 3; 3: 2 1", "1: 1 3 = 1 2 3!; 2: 2 = 2 3!");
        // A block that cannot be reached enters nothing.
        check("0: 1; 1: 2; 2: 1; 3: 2", "1: 1 = 1 2");
    }

    #[test]
    fn random_graphs_agree_with_reachability() {
        samples::each_random(4_000, |_, cfg| agrees(cfg));
    }

    #[test]
    fn a_block_that_goes_on_with_every_loop_around_it_tells_each_of_the_next() {
        // Loop after loop is entered; then every block jumps back to one of the headers, or to the
        // next block.
        let headers = 300;
        let rows: Vec<Vec<usize>> = (0..headers)
            .map(|header| alloc::vec![header + 1])
            .chain((0..headers).map(|at| alloc::vec![(at * 7) % headers, headers + at + 1]))
            .chain([Vec::new()])
            .collect();
        let cfg = samples::from_rows(0, &rows);
        let loops = of_reducible(&cfg);
        assert_eq!(loops, of(&cfg));
        assert_eq!(loops.len(), headers);
    }

    #[test]
    fn deep_nests_need_no_call_stack() {
        let nest = samples::nest(100_000);
        let loops = of(&nest);
        assert_eq!(loops, of_reducible(&nest));
        assert_eq!(loops.len(), 100_000);
        let last = loops.ids().next_back().expect("there are loops");
        assert_eq!(loops.depth(last), 100_000);
    }
}
