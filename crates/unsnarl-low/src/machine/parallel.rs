//! Edges out of a block that are parallel: they have the same target and share their arguments.
//!
//! *Gives:* [`DifferentEdges`], one of each; [`Copied`], by edge its copy in another function.
//! *Cost:* a sort of the edges, or a look-up of each. Most blocks have two edges or fewer, and
//! these take no memory.

use std::collections::HashMap;
use std::vec;

use foldhash::fast::FixedState;

use super::Edge;

/// Edges with different targets or arguments, in order.
#[derive(Clone, Debug)]
pub struct DifferentEdges(Few);

#[derive(Clone, Debug)]
enum Few {
    /// What is left of two edges at most.
    Two([Option<Edge>; 2]),
    More(vec::IntoIter<Edge>),
}

impl DifferentEdges {
    pub(super) fn among(edges: &[Edge]) -> Self {
        DifferentEdges(match *edges {
            [] => Few::Two([None, None]),
            [edge] => Few::Two([Some(edge), None]),
            [edge, other] if edge == other => Few::Two([Some(edge), None]),
            [edge, other] => Few::Two([Some(edge.min(other)), Some(edge.max(other))]),
            _ => {
                let mut edges = edges.to_vec();
                edges.sort_unstable();
                edges.dedup();
                Few::More(edges.into_iter())
            }
        })
    }
}

impl Iterator for DifferentEdges {
    type Item = Edge;

    fn next(&mut self) -> Option<Edge> {
        match &mut self.0 {
            Few::Two(edges) => {
                let next = edges[0];
                *edges = [edges[1], None];
                next
            }
            Few::More(edges) => edges.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = match &self.0 {
            Few::Two(edges) => edges.iter().flatten().count(),
            Few::More(edges) => edges.len(),
        };
        (count, Some(count))
    }
}

impl ExactSizeIterator for DifferentEdges {}

/// The copies of the edges out of one block, so that parallel edges go on to share their arguments.
#[derive(Debug, Default)]
pub(crate) struct Copied {
    /// The first edge.
    first: Option<(Edge, Edge)>,
    /// The others.
    others: HashMap<Edge, Edge, FixedState>,
}

impl Copied {
    /// The copy of an edge that an edge is parallel to.
    pub(crate) fn get(&self, edge: Edge) -> Option<Edge> {
        match self.first {
            Some((first, copy)) if first == edge => Some(copy),
            _ if self.others.is_empty() => None,
            _ => self.others.get(&edge).copied(),
        }
    }

    /// Notes the copy of an edge.
    pub(crate) fn insert(&mut self, edge: Edge, copy: Edge) {
        match self.first {
            None => self.first = Some((edge, copy)),
            Some(_) => {
                self.others.insert(edge, copy);
            }
        }
    }
}
