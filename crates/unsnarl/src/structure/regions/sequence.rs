//! The order of the parts of a region.
//!
//! *Needs:* a region of a [`Nest`].
//! *Gives:* [`Sequence`]: the parts in a topological order, and the places where only one of them
//! can come next.
//! *Cost:* O((parts + edges) log parts).
//!
//! Of the parts that may come next, the one that opens the fewest later nodes is taken; of several,
//! the first in canonical order. The fewer nodes are open at a place, the fewer conditions must be
//! distinguished there, and the fewer states the proof visits.
//!
//! A *group* begins at a part if all open edges from earlier parts lead to it, and none leads out
//! of the region: whatever was decided before, control reaches this part, and no earlier decision
//! is tested again.

use super::graph::{Graph, Node};
use super::nest::Nest;
use crate::ids::Number;
use crate::rows::Rows;
use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

pub(super) struct Sequence {
    /// The parts in their order, the head first.
    pub(super) nodes: Vec<Node>,
    /// By place: the places among which it decides; `None` is outside the region.
    falls: Vec<Vec<Option<Number>>>,
    /// By place: the places that lead to it, ascending, and the class by which each does.
    sources: Rows<u32>,
    classes: Rows<u32>,
    /// By place: whether a group begins with it.
    begins: Vec<bool>,
}

impl Sequence {
    /// Orders a region. `places` has room for every node, and is reused.
    pub(super) fn new(graph: &Graph, nest: &Nest, head: Node, places: &mut [u32]) -> Sequence {
        let mut nodes = vec![head];
        nodes.extend(nest.parts(head));
        for (place, &node) in (0..).zip(&nodes) {
            places[node as usize] = place;
        }
        let falls = |places: &[u32], node: Node| -> Vec<Option<Number>> {
            let place = |&to: &Node| {
                let inside = nest.around(to) == Some(head);
                inside.then(|| Number::new(places[to as usize]))
            };
            let targets = graph.classes(node).iter();
            if node != head && nest.is_head(node) {
                return nest.follow(node).iter().map(place).collect();
            }
            targets.map(place).collect()
        };
        if nodes.len() > 2 {
            let edges: Vec<_> = nodes.iter().map(|&node| falls(places, node)).collect();
            nodes = order(&edges)
                .into_iter()
                .map(|place| nodes[place as usize])
                .collect();
            for (place, &node) in (0..).zip(&nodes) {
                places[node as usize] = place;
            }
        }
        let falls: Vec<_> = nodes.iter().map(|&node| falls(places, node)).collect();
        let sources = turned(&falls, |from, _| from);
        let classes = turned(&falls, |_, class| class);
        let begins = begins(&falls);
        Sequence {
            nodes,
            falls,
            sources,
            classes,
            begins,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Gives the places among which a part decides.
    pub(super) fn falls(&self, place: usize) -> &[Option<Number>] {
        &self.falls[place]
    }

    /// Walks the places that lead to a part, ascending, each with the class by which it does.
    pub(super) fn sources(&self, place: usize) -> impl DoubleEndedIterator<Item = (usize, u32)> {
        let from = self.sources.row(place).iter();
        let classes = self.classes.row(place).iter();
        from.zip(classes)
            .map(|(&from, &class)| (from as usize, class))
    }

    /// Tells whether a group begins with a part.
    pub(super) fn begins(&self, place: usize) -> bool {
        self.begins[place]
    }
}

/// Reverses edges: by place, the values that `keep` computes from the source and the class of each
/// edge to it.
fn turned(falls: &[Vec<Option<Number>>], keep: impl Fn(u32, u32) -> u32) -> Rows<u32> {
    let mut edges = Vec::new();
    for (from, falls) in (0..).zip(falls) {
        for (class, &to) in (0..).zip(falls) {
            if let Some(to) = to {
                edges.push((to.get() as usize, keep(from, class)));
            }
        }
    }
    Rows::gather(falls.len(), || edges.iter().copied())
}

/// Chooses the order of parts. The first part must reach all others.
fn order(falls: &[Vec<Option<Number>>]) -> Vec<u32> {
    let sources = turned(falls, |from, _| from);
    let count = falls.len();
    let mut waits: Vec<u32> = (0..count)
        .map(|place| sources.row(place).len() as u32)
        .collect();
    let mut open = vec![false; count];
    // By part: the number of nodes that it opens and that are not open yet.
    let mut opens: Vec<u32> = falls
        .iter()
        .map(|falls| falls.iter().flatten().count() as u32)
        .collect();
    let mut placed = vec![false; count];
    let mut ready = BinaryHeap::from([Reverse((opens[0], 0))]);
    let mut order = Vec::with_capacity(count);
    while let Some(Reverse((cost, place))) = ready.pop() {
        let at = place as usize;
        if placed[at] || cost != opens[at] {
            continue;
        }
        placed[at] = true;
        order.push(place);
        for to in falls[at].iter().flatten() {
            let to = to.get();
            if !core::mem::replace(&mut open[to as usize], true) {
                for &source in sources.row(to as usize) {
                    opens[source as usize] -= 1;
                    if waits[source as usize] == 0 && !placed[source as usize] {
                        ready.push(Reverse((opens[source as usize], source)));
                    }
                }
            }
            waits[to as usize] -= 1;
            if waits[to as usize] == 0 {
                ready.push(Reverse((opens[to as usize], to)));
            }
        }
    }
    debug_assert_eq!(order.len(), count, "a region has no circle");
    order
}

/// Finds the places where a group begins: all open edges from earlier parts lead to this place.
fn begins(falls: &[Vec<Option<Number>>]) -> Vec<bool> {
    let mut open = vec![false; falls.len()];
    let mut count = 0;
    let mut leaves = false;
    let mut begins = Vec::with_capacity(falls.len());
    for (place, falls) in falls.iter().enumerate() {
        begins.push(place == 0 || count == 1 && !leaves);
        count -= usize::from(place > 0);
        for &to in falls {
            match to.map(Number::get) {
                None => leaves = true,
                Some(to) => count += usize::from(!core::mem::replace(&mut open[to as usize], true)),
            }
        }
    }
    begins
}
