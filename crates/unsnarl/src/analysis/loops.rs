//! The loop nesting forest.
//!
//! *Needs:* any [`Cfg`] and its [`Order`].
//! *Gives:* [`Loops`]: which loop each block is in, how loops nest, and where they are entered.
//! *Cost:* O((V + E) α(V)) and the entries that are listed. A block that is an entry of several loops
//! in a nest is listed for each; on reducible graphs a loop has one entry.
//! *Source:* the forest of [Havlak97], found in the time of [Ramalingam99].
//! *Departs:* an edge into the middle of a loop is set aside when it is met and comes back at the
//! nearest common ancestor of its ends, as in [Ramalingam99], but the ancestor is looked for only
//! then, so graphs without such edges pay nothing for them.
//!
//! Whose forest: a strongly connected part of the graph (more than one block, or a self loop) is a
//! loop; its *header* is the block in it that comes first in canonical order. The loops inside are
//! those of the part without the edges to its header. On reducible graphs these are exactly the
//! natural loops, those with one header merged. In a loop with several entries the other entries
//! may head loops inside; [Steensgaard93], whose recursion [`dispatch`](crate::reduce::dispatch)
//! follows, would dissolve those.
//!
//! ```text
//! 0 -> 2 | 1      loop0: header 1, entries 1 and 2, blocks 1 2 3
//! 1 -> 2          loop1: header 2, inside loop0, blocks 2 3; it is entered at 2 only
//! 2 -> 3
//! 3 -> 1 | 2
//! ```

use super::{Order, Predecessors};
use crate::cfg::Cfg;
use crate::ids::{BlockId, Id, IdMap, LoopId};
use alloc::vec::Vec;
use core::ops::Range;

/// The loops of a graph and how they nest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loops {
    nests: IdMap<LoopId, Nest>,
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
}

impl Loops {
    /// Finds the loops of the reachable blocks of `cfg`.
    pub fn new(cfg: &Cfg, order: &Order) -> Loops {
        let forest = Forest::new(order, &Predecessors::new(cfg, order));
        Loops::from_forest(cfg, order, &forest)
    }

    pub(crate) fn from_forest(cfg: &Cfg, order: &Order, forest: &Forest) -> Loops {
        let mut loops = Loops::without_entries(cfg, order, forest);
        let block = |at: u32| order.blocks()[at as usize];
        let mut entered: Vec<(LoopId, Option<u32>)> = loops
            .nests
            .iter()
            .map(|(id, nest)| (id, order.position(nest.header)))
            .collect();
        for intrusion in &forest.intrusions {
            let mut inner = loops.innermost(block(intrusion.to));
            while let Some(id) = inner
                && !loops.contains(id, block(intrusion.from))
            {
                entered.push((id, Some(intrusion.to)));
                inner = loops.parent(id);
            }
        }
        entered.sort_unstable();
        entered.dedup();
        loops.entries = entered
            .iter()
            .filter_map(|&(_, at)| at.map(block))
            .collect();
        let mut start = 0;
        for list in entered.chunk_by(|(left, _), (right, _)| left == right) {
            let end = start + list.len() as u32;
            loops.nests[list[0].0].entries = start..end;
            start = end;
        }
        loops
    }

    /// Numbers the loops so that those inside a loop follow it.
    fn without_entries(cfg: &Cfg, order: &Order, forest: &Forest) -> Loops {
        // How many loops each header's loop holds, itself included.
        let mut held: Vec<u32> = forest.heads.iter().map(|&heads| u32::from(heads)).collect();
        for at in (0..held.len()).rev() {
            if let (Some(outer), true) = (forest.outer(at as u32), forest.heads[at]) {
                held[outer as usize] += held[at];
            }
        }
        let count = forest.heads.iter().filter(|&&heads| heads).count();
        let none = Nest {
            header: cfg.entry(),
            parent: None,
            depth: 0,
            end: 0,
            entries: 0..0,
        };
        let mut loops = Loops {
            nests: IdMap::filled(count, none),
            innermost: IdMap::filled(cfg.block_count(), None),
            entries: Vec::new(),
        };
        let mut by_header = alloc::vec![None; held.len()];
        // The number of the next loop: outside of all, and inside the loop of each header.
        let mut outside = 0;
        let mut inside = alloc::vec![0_u32; held.len()];
        for (at, &header) in (0..).zip(order.blocks()) {
            let outer = forest.outer(at);
            let parent = outer.and_then(|outer: u32| by_header[outer as usize]);
            loops.innermost[header] = parent;
            if forest.heads[at as usize] {
                let next = match outer {
                    Some(outer) => &mut inside[outer as usize],
                    None => &mut outside,
                };
                let id = LoopId::new(*next as usize);
                *next += held[at as usize];
                let end = *next;
                inside[at as usize] = id.index() as u32 + 1;
                by_header[at as usize] = Some(id);
                loops.innermost[header] = Some(id);
                loops.nests[id] = Nest {
                    header,
                    parent,
                    depth: parent.map_or(1, |parent| loops.depth(parent) + 1),
                    end,
                    entries: 0..0,
                };
            }
        }
        loops
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

    /// Gives the blocks of the loop that an edge from outside leads to (or the entry of the graph),
    /// in canonical order. More than one if and only if the loop is a multi-entry loop.
    pub fn entries(&self, id: LoopId) -> &[BlockId] {
        let Range { start, end } = self.nests[id].entries;
        &self.entries[start as usize..end as usize]
    }

    /// Gives the smallest loop around the loop.
    pub fn parent(&self, id: LoopId) -> Option<LoopId> {
        self.nests[id].parent
    }

    /// Gives the smallest loop that `block` is in; nothing if it is in none or cannot be reached.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.innermost[block]
    }

    /// Gives the number of loops that the loop is in, itself included.
    pub fn depth(&self, id: LoopId) -> u32 {
        self.nests[id].depth
    }

    /// Tells whether `block` is in the loop or in a loop inside it. O(1).
    pub fn contains(&self, id: LoopId, block: BlockId) -> bool {
        self.innermost[block]
            .is_some_and(|inner| id <= inner && inner.index() < self.nests[id].end as usize)
    }
}

/// An edge that enters a loop elsewhere than at its header. Ends are positions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Intrusion {
    pub(crate) from: u32,
    pub(crate) to: u32,
    /// The header of the outermost loop that holds `to` and not `from`.
    pub(crate) outermost: u32,
}

/// The forest in terms of positions, before loops have ids.
pub(crate) struct Forest {
    /// By position, the header of the smallest loop around the block in which it is not the header.
    outer: Vec<u32>,
    /// By position, whether the block is the header of a loop.
    pub(crate) heads: Vec<bool>,
    /// Every edge that enters a loop elsewhere than at its header. None if the graph is reducible.
    pub(crate) intrusions: Vec<Intrusion>,
}

/// Stands for "in no loop" in tables of positions, which are all below it.
const NONE: u32 = u32::MAX;

impl Forest {
    pub(crate) fn new(order: &Order, predecessors: &Predecessors) -> Forest {
        let count = order.blocks().len();
        let mut search = Search {
            predecessors,
            forest: Forest {
                outer: alloc::vec![NONE; count],
                heads: alloc::vec![false; count],
                intrusions: Vec::new(),
            },
            merged: (0..).take(count).collect(),
            set_aside: SetAside::new(order),
            work: Vec::new(),
        };
        for header in (0..count as u32).rev() {
            search.restore(header);
            search.find_loop(header);
        }
        search.forest
    }

    /// Gives the header of the smallest loop around the block in which it is not the header.
    pub(crate) fn outer(&self, at: u32) -> Option<u32> {
        Some(self.outer[at as usize]).filter(|&outer| outer != NONE)
    }
}

/// Finds loops from the last header to the first, inner ones before outer ones.
struct Search<'a> {
    predecessors: &'a Predecessors,
    forest: Forest,
    /// Union-find over positions: finished loops are merged into their headers.
    merged: Vec<u32>,
    set_aside: SetAside<'a>,
    work: Vec<u32>,
}

impl Search<'_> {
    /// Gives the header of the outermost finished loop around the block, or the block itself.
    fn representative(&mut self, at: u32) -> u32 {
        find(&mut self.merged, at, 0)
    }

    /// Brings back the edges whose ends have `at` as their nearest common ancestor.
    fn restore(&mut self, at: u32) {
        self.set_aside.find_ancestors(at);
        let mut next = self.set_aside.due.take(at);
        while let Some(index) = next {
            let link = self.set_aside.links[index as usize];
            let outermost = self.representative(link.to);
            self.forest.intrusions.push(Intrusion {
                from: link.from,
                to: link.to,
                outermost,
            });
            next = link.next;
            self.set_aside.restore(index, outermost);
        }
    }

    /// Gathers what leads back to `header` from below it, and merges it into the header.
    fn find_loop(&mut self, header: u32) {
        let predecessors = self.predecessors;
        for &latch in predecessors.of(header).iter().rev() {
            if latch < header {
                break;
            }
            self.forest.heads[header as usize] = true;
            self.reach(latch, header);
        }
        while let Some(at) = self.work.pop() {
            for &from in predecessors.of(at) {
                // What comes before the header in the order is not below it in the tree.
                if from < header {
                    self.set_aside.put(from, at);
                } else {
                    self.reach(from, header);
                }
            }
            let mut next = self.set_aside.restored.take(at);
            while let Some(index) = next {
                let link = self.set_aside.links[index as usize];
                self.reach(link.from, header);
                next = link.next;
            }
        }
    }

    fn reach(&mut self, from: u32, header: u32) {
        let from = self.representative(from);
        if from != header {
            self.merged[from as usize] = header;
            self.forest.outer[from as usize] = header;
            self.work.push(from);
        }
    }
}

/// Climbs from `at` to the last place that is not below `bound`, and shortens the way for later.
fn find(up: &mut [u32], mut at: u32, bound: u32) -> u32 {
    loop {
        let next = up[at as usize];
        if next == at || next < bound {
            return at;
        }
        let far = up[next as usize];
        if far >= bound {
            up[at as usize] = far;
        }
        at = next;
    }
}

/// The edges that enter a loop elsewhere than at its header, each in one of three lists.
///
/// An edge waits at its source until the search has come there, because then all blocks behind are
/// finished and the nearest common ancestor is found by a climb; is due at that ancestor; and is
/// restored there as an edge to the loop that its target is in by then.
struct SetAside<'a> {
    parents: &'a [u32],
    /// The parents, shortened over finished blocks. Made when the first edge is set aside.
    up: Vec<u32>,
    links: Vec<Link>,
    waiting: Lists,
    due: Lists,
    restored: Lists,
}

#[derive(Clone, Copy)]
struct Link {
    from: u32,
    to: u32,
    next: Option<u32>,
}

impl<'a> SetAside<'a> {
    fn new(order: &'a Order) -> SetAside<'a> {
        SetAside {
            parents: order.parents(),
            up: Vec::new(),
            links: Vec::new(),
            waiting: Lists::default(),
            due: Lists::default(),
            restored: Lists::default(),
        }
    }

    fn put(&mut self, from: u32, to: u32) {
        if self.up.is_empty() {
            self.up.extend_from_slice(self.parents);
            for lists in [&mut self.waiting, &mut self.due, &mut self.restored] {
                lists.heads.resize(self.parents.len(), None);
            }
        }
        let index = self.links.len() as u32;
        let next = self.waiting.push(from, index);
        self.links.push(Link { from, to, next });
    }

    /// Makes the edges that wait at `from` due, some of them at `from` itself.
    fn find_ancestors(&mut self, from: u32) {
        let mut next = self.waiting.take(from);
        while let Some(index) = next {
            let link = &mut self.links[index as usize];
            next = link.next;
            let below = find(&mut self.up, link.to, from + 1);
            link.next = self.due.push(self.parents[below as usize], index);
        }
    }

    fn restore(&mut self, index: u32, representative: u32) {
        self.links[index as usize].next = self.restored.push(representative, index);
    }
}

/// Lists of links, one for each position. No table until there is a link.
#[derive(Default)]
struct Lists {
    heads: Vec<Option<u32>>,
}

impl Lists {
    /// Puts a link in front of a list and gives the one that was there.
    fn push(&mut self, at: u32, index: u32) -> Option<u32> {
        self.heads[at as usize].replace(index)
    }

    /// Empties a list and gives its first link.
    fn take(&mut self, at: u32) -> Option<u32> {
        self.heads.get_mut(at as usize)?.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{naive, samples};
    use alloc::format;
    use alloc::string::String;

    fn of(cfg: &Cfg) -> Loops {
        Loops::new(cfg, &Order::new(cfg))
    }

    /// A line a loop: its entries, and its blocks.
    fn listed(cfg: &Cfg, loops: &Loops) -> String {
        let mut lines = Vec::new();
        for id in loops.ids() {
            let names = |blocks: &mut dyn Iterator<Item = BlockId>| {
                blocks.fold(String::new(), |line, block| {
                    format!("{line} {}", block.index())
                })
            };
            lines.push(format!(
                "{}:{} ={}",
                loops.depth(id),
                names(&mut loops.entries(id).iter().copied()),
                names(&mut cfg.blocks().filter(|&block| loops.contains(id, block)))
            ));
        }
        lines.join("; ")
    }

    /// Expects `depth: entries = blocks` of each loop.
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
        // The exit of a loop that heads a loop of its own stands beside it.
        check("0: 1; 1: 2; 2: 1 3; 3: 3 4; 4:", "1: 1 = 1 2; 1: 3 = 3");
        // The second seed's loop with two entries.
        check("0: 1 4; 1: 2; 2: 3; 3: 1 5; 4: 3; 5:", "1: 3 1 = 1 2 3");
        // Its nest: a loop that is entered at 4 and 6, in one that is entered at 1 and 2.
        check(
            "0: 1 2; 1: 2; 2: 3 6; 3: 1 4; 4: 1 6; 5: 4; 6: 5",
            "1: 2 1 = 1 2 3 4 5 6; 2: 6 4 = 4 5 6",
        );
        // An edge past two headers enters both loops.
        check("0: 3 1; 1: 2; 2: 3; 3: 2 1", "1: 1 3 = 1 2 3; 2: 2 3 = 2 3");
        // A block that cannot be reached enters nothing.
        check("0: 1; 1: 2; 2: 1; 3: 2", "1: 1 = 1 2");
    }

    #[test]
    fn random_graphs_agree_with_reachability() {
        samples::each_random(4_000, |_, cfg| agrees(cfg));
    }

    #[test]
    fn deep_nests_need_no_call_stack() {
        let nest = samples::nest(100_000);
        let loops = of(&nest);
        assert_eq!(loops.len(), 100_000);
        let last = loops.ids().next_back().expect("there are loops");
        assert_eq!(loops.depth(last), 100_000);
    }
}
