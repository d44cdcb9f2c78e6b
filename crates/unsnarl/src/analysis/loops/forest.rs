//! The loop nesting forest, by positions.
//!
//! *Source:* [Havlak97] for the forest, [Ramalingam99] for the time.
//! *Departs:* an edge that enters a loop at a block other than its header is set aside when it is
//! met, and restored at the nearest common ancestor of its ends, as in [Ramalingam99]. But that
//! ancestor is searched for only once an edge has been set aside, so graphs without such edges pay
//! nothing.
//!
//! A graph that is known to be reducible needs no search: see
//! [`of_reducible`](Forest::of_reducible). Otherwise headers are visited from the last to the
//! first, so inner loops are finished before outer ones. From the latches of a header the search
//! follows edges backward until it meets the header again; the blocks that it meets are in the
//! loop. A finished loop is merged into its header, so that later searches meet it as one block.

use crate::analysis::order::Tree;
use crate::analysis::{Order, Predecessors};
use crate::cfg::Cfg;
use crate::ids::Number;
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::ops::Range;

/// An edge that enters a loop at a block other than its header. Its ends are positions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Intrusion {
    pub(crate) from: u32,
    pub(crate) to: u32,
    /// The header of the outermost loop that holds `to` and not `from`.
    pub(crate) outermost: u32,
}

/// The forest by positions, before loops have ids.
pub(crate) struct Forest {
    /// By position: the header of the innermost loop that contains the block and has another
    /// header.
    outer: Vec<Option<Number>>,
    /// The headers of the loops, ascending.
    pub(super) headers: Vec<u32>,
    /// All edges that enter a loop at a block other than its header. Empty if the graph is
    /// reducible.
    pub(crate) intrusions: Vec<Intrusion>,
}

impl Forest {
    pub(crate) fn new(cfg: &Cfg, order: &Order, predecessors: &Predecessors) -> Forest {
        let count = order.blocks().len();
        let mut search = Search {
            predecessors,
            forest: Forest {
                outer: alloc::vec![None; count],
                headers: Vec::new(),
                intrusions: Vec::new(),
            },
            merged: (0..).take(count).collect(),
            set_aside: SetAside::new(cfg, order),
            work: Vec::new(),
        };
        for header in (0..count as u32).rev() {
            search.restore(header);
            search.find_loop(header);
        }
        search.forest.headers.reverse();
        search.forest
    }

    /// Finds the loops of a reducible graph in one pass over the edges, from the last block of
    /// `span` to the first. All loops lie within the positions `span`.
    ///
    /// A block is in a loop if an edge leads from it back to the header, or forward to a block of
    /// the loop other than the header. The loops that contain a block are nested, so the innermost
    /// of them is the one whose header comes last in the order. The other loops lie around it; this
    /// is reported to its header, which the pass visits later. O(E + r log² r) for r reports.
    pub(crate) fn of_reducible(cfg: &Cfg, order: &Order, span: Range<u32>) -> Forest {
        let count = order.blocks().len();
        let mut outer: Vec<Option<Number>> = alloc::vec![None; count];
        let mut is_header = alloc::vec![false; count];
        let mut headers = Vec::new();
        let mut told = Told::default();
        for at in span.rev() {
            let mut smallest = None;
            for to in order.successors(cfg, at) {
                let around = if to <= at {
                    is_header[to as usize] = true;
                    Some(to)
                } else {
                    outer[to as usize].map(Number::get)
                };
                if let Some(around) = around
                    && around != at
                {
                    smallest = Some(told.smaller(around, smallest));
                }
            }
            if is_header[at as usize] {
                headers.push(at);
                smallest = told.smallest_around(at, smallest);
            }
            outer[at as usize] = smallest.map(Number::new);
        }
        headers.reverse();
        Forest {
            outer,
            headers,
            intrusions: Vec::new(),
        }
    }

    /// Gives the header of the innermost loop that contains the block and has another header.
    pub(crate) fn outer(&self, at: u32) -> Option<u32> {
        self.outer[at as usize].map(Number::get)
    }
}

/// The reports to headers about the loops around their own loops. A loop is given by its header.
#[derive(Default)]
struct Told {
    /// By position. Empty until the first report.
    around: Vec<BinaryHeap<u32>>,
}

impl Told {
    /// Gives the inner one of two nested loops, and reports the other to its header.
    fn smaller(&mut self, one: u32, other: Option<u32>) -> u32 {
        let Some(other) = other.filter(|&other| other != one) else {
            return one;
        };
        let (inner, outer) = (one.max(other), one.min(other));
        self.grow(inner);
        let told = &mut self.around[inner as usize];
        if told.peek() != Some(&outer) {
            told.push(outer);
        }
        inner
    }

    /// Gives the innermost loop around the loop of `header`: the innermost of the loops that were
    /// reported to `header` and of `known`. Reports all the others to the header of that loop.
    fn smallest_around(&mut self, header: u32, known: Option<u32>) -> Option<u32> {
        let told = self.around.get_mut(header as usize);
        let mut told = told.map(core::mem::take).unwrap_or_default();
        told.extend(known);
        let smallest = told.pop()?;
        while told.peek() == Some(&smallest) {
            told.pop();
        }
        if !told.is_empty() {
            self.grow(smallest);
            self.around[smallest as usize].append(&mut told);
        }
        Some(smallest)
    }

    /// Makes room for reports to a header.
    fn grow(&mut self, header: u32) {
        if self.around.len() <= header as usize {
            self.around
                .resize_with(header as usize + 1, BinaryHeap::new);
        }
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

    /// Restores the edges whose ends have `at` as their nearest common ancestor.
    fn restore(&mut self, at: u32) {
        self.set_aside.find_ancestors(at);
        let mut next = self.set_aside.take(Stage::Due, at);
        while let Some(id) = next {
            let link = self.set_aside.link(id);
            let outermost = self.representative(link.to);
            self.forest.intrusions.push(Intrusion {
                from: link.from,
                to: link.to,
                outermost,
            });
            next = link.next;
            self.set_aside.push(Stage::Restored, outermost, id);
        }
    }

    /// Collects the blocks below `header` from which a path leads back to it, and merges them into
    /// the header.
    fn find_loop(&mut self, header: u32) {
        let predecessors = self.predecessors;
        let latches = predecessors.of(header).iter().rev();
        let mut latches = latches.take_while(|&&from| from >= header).peekable();
        if latches.peek().is_some() {
            self.forest.headers.push(header);
        }
        for &latch in latches {
            self.reach(latch, header);
        }
        while let Some(at) = self.work.pop() {
            for &from in predecessors.of(at) {
                // A block before the header in the order is not below it in the tree.
                if from < header {
                    self.set_aside.put(from, at);
                } else {
                    self.reach(from, header);
                }
            }
            let mut next = self.set_aside.take(Stage::Restored, at);
            while let Some(id) = next {
                let link = self.set_aside.link(id);
                self.reach(link.from, header);
                next = link.next;
            }
        }
    }

    fn reach(&mut self, from: u32, header: u32) {
        let from = self.representative(from);
        if from != header {
            self.merged[from as usize] = header;
            self.forest.outer[from as usize] = Some(Number::new(header));
            self.work.push(from);
        }
    }
}

/// Climbs from `at` to the last position that is not less than `bound`, and compresses the path.
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

/// The edges that enter a loop at a block other than its header, each in one of three lists.
///
/// First an edge waits at its source until the search has come there: by then all later blocks are
/// finished, and a climb finds the nearest common ancestor of its ends. Then the edge is due at
/// that ancestor. There it is restored, as an edge to the outermost finished loop that contains its
/// target.
struct SetAside<'a> {
    cfg: &'a Cfg,
    order: &'a Order,
    /// The parents in the tree of the depth-first walk. All these tables are made when the first
    /// edge is set aside.
    parents: Vec<u32>,
    /// The parents, with paths compressed over finished blocks.
    up: Vec<u32>,
    /// By position, the first edge of each list.
    firsts: Vec<[Option<LinkId>; 3]>,
    links: Vec<Link>,
}

#[derive(Clone, Copy)]
struct Link {
    from: u32,
    to: u32,
    next: Option<LinkId>,
}

/// The number of a link, counted from one so that an `Option` of it takes no more space.
type LinkId = core::num::NonZeroU32;

/// The list that contains an edge which was set aside.
#[derive(Clone, Copy)]
enum Stage {
    Waiting,
    Due,
    Restored,
}

impl<'a> SetAside<'a> {
    fn new(cfg: &'a Cfg, order: &'a Order) -> SetAside<'a> {
        SetAside {
            cfg,
            order,
            parents: Vec::new(),
            up: Vec::new(),
            firsts: Vec::new(),
            links: Vec::new(),
        }
    }

    fn put(&mut self, from: u32, to: u32) {
        if self.up.is_empty() {
            self.parents = Tree::parents(self.cfg, self.order);
            self.up = self.parents.clone();
            self.firsts = alloc::vec![[None; 3]; self.parents.len()];
        }
        let id = LinkId::MIN.saturating_add(self.links.len() as u32);
        let next = None;
        self.links.push(Link { from, to, next });
        self.push(Stage::Waiting, from, id);
    }

    /// Moves the edges that wait at `from` to the lists of the ancestors where they are due,
    /// possibly `from` itself.
    fn find_ancestors(&mut self, from: u32) {
        let mut next = self.take(Stage::Waiting, from);
        while let Some(id) = next {
            let link = self.link(id);
            let below = find(&mut self.up, link.to, from + 1);
            self.push(Stage::Due, self.parents[below as usize], id);
            next = link.next;
        }
    }

    fn link(&self, id: LinkId) -> Link {
        self.links[id.get() as usize - 1]
    }

    /// Puts a link at the front of a list.
    fn push(&mut self, stage: Stage, at: u32, id: LinkId) {
        let next = self.firsts[at as usize][stage as usize].replace(id);
        self.links[id.get() as usize - 1].next = next;
    }

    /// Empties a list and gives its first link.
    fn take(&mut self, stage: Stage, at: u32) -> Option<LinkId> {
        self.firsts.get_mut(at as usize)?[stage as usize].take()
    }
}
