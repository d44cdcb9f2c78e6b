//! The loop nesting forest.
//!
//! *Needs:* any [`Cfg`] and its [`Order`].
//! *Gives:* [`Loops`]: which loop each block is in, how loops nest, and where they are entered.
//! *Cost:* O((V + E) α(V) + L log L) time for L loops.
//! *Source:* the forest of [Havlak97]; [forest] finds it in the time of [Ramalingam99].
//!
//! Definition: a loop is a strongly connected component of the graph (of several blocks, or of one
//! block with a self loop). Its *header* is its first block in canonical order. The loops inside it
//! are the loops of the component without the edges to its header. On reducible graphs these are
//! exactly the natural loops, with the natural loops of one header merged. In a loop with several
//! entries, an entry that is not the header may be the header of an inner loop. The recursion of
//! [Steensgaard93], which [`dispatch`](crate::reduce::dispatch) follows, would not find such inner
//! loops.
//!
//! A block is listed as an entry of a loop if an edge leads to it from the next outer loop, outside
//! the loop itself. An edge from farther outside enters several loops at once. It counts for the
//! list of the outermost of these loops only, so that all lists together are no longer than the
//! number of edges. [`Loops::is_multi_entry`] counts every edge.
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
    /// Empty if there are no loops.
    innermost: IdMap<BlockId, Option<LoopId>>,
    entries: Vec<BlockId>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Nest {
    header: BlockId,
    parent: Option<LoopId>,
    depth: u32,
    /// The index after the last inner loop. The inner loops of a loop follow it directly.
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

    /// Finds the loops of a reducible graph. All loops lie within the positions `span`.
    pub(crate) fn of_reducible(cfg: &Cfg, order: &Order, span: Range<u32>) -> Loops {
        Loops::with_headers(cfg, order, &Forest::of_reducible(cfg, order, span))
    }

    /// Gives an empty forest, as for an acyclic graph.
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

    /// Numbers the loops so that the inner loops of a loop follow it. At first the header is the
    /// only entry.
    fn with_headers(cfg: &Cfg, order: &Order, forest: &Forest) -> Loops {
        let mut loops = Loops::none();
        if forest.headers.is_empty() {
            return loops;
        }
        loops.innermost = IdMap::filled(cfg.block_count(), None);
        loops.number(order, forest);
        for (at, &block) in (0..).zip(order.blocks()) {
            // A header got its loop when that loop was numbered.
            if loops.innermost[block].is_none()
                && let Some(outer) = forest.outer(at)
            {
                loops.innermost[block] = loops.innermost[order.blocks()[outer as usize]];
            }
        }
        loops.entries = loops.nests.values().map(|nest| nest.header).collect();
        loops
    }

    /// Makes the nests, and records the loop of each header.
    fn number(&mut self, order: &Order, forest: &Forest) {
        let headers = &forest.headers;
        let rank = |header| {
            let rank = headers.binary_search(&header);
            rank.expect("loops are in loops")
        };
        let outer = |header| Some(rank(forest.outer(header)?));
        // By rank: the number of loops in each loop, itself included, and the number of its next
        // inner loop.
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

    /// Marks the loops that an edge enters at a block other than the header: the loops around the
    /// target of the edge, up to the outermost loop that it enters.
    fn mark_multi_entry(&mut self, order: &Order, intrusions: &[Intrusion]) {
        let block = |at: u32| order.blocks()[at as usize];
        // By loop: the depth of the outermost loop that an edge enters at a block of this loop
        // other than its header.
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

    /// Walks the loops: each before its inner loops, and siblings in canonical order.
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

    /// Gives the header: the first block of the loop in canonical order.
    ///
    /// If the loop has one entry, the header is that entry.
    pub fn header(&self, id: LoopId) -> BlockId {
        self.nests[id].header
    }

    /// Gives the blocks of the loop to which an edge leads from the next outer loop (from anywhere
    /// if there is no outer loop), in canonical order. The header is the first.
    pub fn entries(&self, id: LoopId) -> &[BlockId] {
        let Range { start, end } = self.nests[id].entries;
        &self.entries[start as usize..end as usize]
    }

    /// Tells whether an edge enters the loop at a block other than its header.
    pub fn is_multi_entry(&self, id: LoopId) -> bool {
        self.nests[id].multi_entry
    }

    /// Gives the next outer loop.
    pub fn parent(&self, id: LoopId) -> Option<LoopId> {
        self.nests[id].parent
    }

    /// Gives the innermost loop that contains `block`; `None` if no loop does, or if the block is
    /// unreachable.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        *self.innermost.get(block)?
    }

    /// Gives the nesting depth of the loop: the number of loops that contain it, itself included.
    pub fn depth(&self, id: LoopId) -> u32 {
        self.nests[id].depth
    }

    /// Tells whether the loop, or a loop inside it, contains `block`. O(1).
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

    /// One line for each loop: its depth, its entries, its blocks, and `!` if it has several
    /// entries.
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

    /// `expected` has `depth: entries = blocks` for each loop, and `!` if an edge enters it at a
    /// block other than its header.
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
        // The exit of one loop is the header of another: the two are siblings.
        check("0: 1; 1: 2; 2: 1 3; 3: 3 4; 4:", "1: 1 = 1 2; 1: 3 = 3");
        // The loop with two entries of [Song].
        check("0: 1 4; 1: 2; 2: 3; 3: 1 5; 4: 3; 5:", "1: 3 1 = 1 2 3!");
        // The nest of [Song]: a loop that is entered at 4 and 6, inside a loop that is entered at 1
        // and 2.
        check(
            "0: 1 2; 1: 2; 2: 3 6; 3: 1 4; 4: 1 6; 5: 4; 6: 5",
            "1: 2 1 = 1 2 3 4 5 6!; 2: 6 4 = 4 5 6!",
        );
        // An edge past two headers enters both loops, and is listed with the outer one.
        check("0: 3 1; 1: 2; 2: 3; 3: 2 1", "1: 1 3 = 1 2 3!; 2: 2 = 2 3!");
        // An edge from an unreachable block does not count as an entering edge.
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
