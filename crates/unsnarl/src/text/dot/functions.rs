//! Functions in a text of DOT: several graphs, or a cluster for each.
//!
//! *Needs:* the clusters of a graph and what they mention.
//! *Gives:* which function each node is of, if clusters are functions; names for graphs.
//! *Cost:* O(n log n).
//!
//! The clusters of a graph are functions if each node is in exactly one of them and no edge leads
//! from one to another: so it is in GCC's files, which draw a box around each function. Clusters
//! inside of clusters are only boxes. A function is called as the cluster's label says, without
//! `()` at its end.

use super::super::Found;
use super::PortEdge;
use crate::ids::{BlockId, IdMap};
use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use core::ops::Range;

/// A subgraph of the graph itself that is drawn as a box.
pub(super) struct Cluster<'t> {
    name: Cow<'t, str>,
    pub(super) span: Range<usize>,
    pub(super) label: Option<Cow<'t, str>>,
    /// What it mentions, as a range of all mentions.
    pub(super) mentioned: Range<usize>,
}

impl<'t> Cluster<'t> {
    pub(super) fn new(name: Cow<'t, str>, span: Range<usize>) -> Cluster<'t> {
        Cluster {
            name,
            span,
            label: None,
            mentioned: 0..0,
        }
    }

    /// Gives the name of the function.
    pub(super) fn function(&self) -> Option<String> {
        let own = || {
            let name = self.name.strip_prefix("cluster")?;
            Some(name.strip_prefix('_').unwrap_or(name))
        };
        let label = self.label.as_deref().map(str::trim);
        let name = label.filter(|label| !label.is_empty()).or_else(own)?;
        let name = name.strip_suffix("()").unwrap_or(name).trim_end();
        (!name.is_empty()).then(|| name.to_string())
    }
}

/// Gives the function of each node by the number of its cluster; nothing if clusters are no
/// functions.
pub(super) fn find(
    clusters: &[Cluster<'_>],
    mentioned: &[BlockId],
    nodes: usize,
    edges: &[PortEdge<'_>],
) -> Option<IdMap<BlockId, usize>> {
    let mut functions: IdMap<BlockId, Option<usize>> = IdMap::filled(nodes, None);
    for (number, cluster) in clusters.iter().enumerate() {
        for &block in &mentioned[cluster.mentioned.clone()] {
            if functions[block]
                .replace(number)
                .is_some_and(|before| before != number)
            {
                return None;
            }
        }
    }
    if edges
        .iter()
        .any(|edge| functions[edge.from] != functions[edge.to])
    {
        return None;
    }
    functions.values().copied().collect()
}

/// Gives the function that LLVM writes the title of a graph for: `CFG for 'f' function`.
pub(super) fn of_title(title: &str) -> Option<&str> {
    let (_, rest) = title.split_once(" for '")?;
    rest.strip_suffix("' function")
}

/// Tells functions of the same name apart: the second `f` is called `f (2)`.
pub(super) fn name_apart(found: &mut [Found]) {
    let mut known = BTreeSet::new();
    for graph in found.iter_mut().map(|found| &mut found.graph) {
        let Some(name) = &mut graph.name else {
            continue;
        };
        let mut number = 2;
        let plain = name.clone();
        while !known.insert(name.clone()) {
            *name = format!("{plain} ({number})");
            number += 1;
        }
    }
}
