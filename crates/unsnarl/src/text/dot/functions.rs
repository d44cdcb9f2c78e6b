//! Functions in a text of DOT: several graphs, or a cluster for each.
//!
//! *Needs:* the clusters of a graph and the nodes that they mention.
//! *Gives:* the function of each node, if clusters are functions; names for graphs.
//! *Cost:* O(n log n).
//!
//! The clusters of a graph are functions if no edge leads from one to another. GCC's files, which
//! draw a box around each function, and staticfg's files, which have the code of a module beside
//! its functions, are of this kind. If no edge crosses the border of a cluster inside a cluster
//! either, then those inner clusters are functions, too; otherwise they are only boxes. The name of
//! a function is the label of its cluster, without `()` at the end.
//!
//! A cluster that occurs a second time continues the first one, as in Graphviz, unless it begins to
//! describe its nodes again: rustc writes two bodies of a `const fn` with the same names.

use super::super::Found;
use super::lex::Id;
use super::{Ends, record};
use crate::ids::{BlockId, Id as _, IdMap};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

/// A subgraph that is drawn as a box.
pub(super) struct Cluster<'t> {
    name: Id<'t>,
    pub(super) span: Range<usize>,
    pub(super) label: Option<Id<'t>>,
    /// One more than the highest number of the clusters inside it; `usize::MAX` while it is open.
    end: usize,
    /// The outermost cluster around it, by the number of that cluster's first occurrence.
    outermost: usize,
}

/// The clusters of a graph, and their nodes.
#[derive(Default)]
pub(super) struct Clusters<'t> {
    all: Vec<Cluster<'t>>,
    outermost: BTreeMap<String, usize>,
    /// The innermost cluster of each node.
    inner: Owners,
    /// The outermost cluster of each node.
    outer: Owners,
}

/// The cluster of each node that is in a cluster.
#[derive(Default)]
struct Owners {
    of: BTreeMap<BlockId, usize>,
    /// Whether a node is in two clusters.
    is_torn: bool,
}

/// Functions, and for each node the index of its function, if it has one.
pub(super) type Division<'t> = (Vec<Function<'t>>, IdMap<BlockId, Option<usize>>);

/// A function: a cluster, or all nodes outside of clusters.
pub(super) struct Function<'t> {
    /// The cluster's number.
    cluster: Option<usize>,
    pub(super) name: Option<String>,
    pub(super) span: Option<Range<usize>>,
    label: Option<Id<'t>>,
}

impl<'t> Clusters<'t> {
    /// Opens a cluster inside of another one, and gives its number.
    pub(super) fn open(
        &mut self,
        name: Id<'t>,
        span: Range<usize>,
        within: Option<usize>,
    ) -> usize {
        let number = self.all.len();
        let outermost = match within {
            Some(outer) => self.all[outer].outermost,
            None => *self.outermost.entry(name.key()).or_insert(number),
        };
        self.all.push(Cluster {
            name,
            span,
            label: None,
            end: usize::MAX,
            outermost,
        });
        number
    }

    pub(super) fn close(&mut self, cluster: usize) {
        self.all[cluster].end = self.all.len();
    }

    /// Tells whether an outermost cluster has the name of an earlier one.
    pub(super) fn goes_on(&self, cluster: usize) -> bool {
        self.all[cluster].outermost < cluster
    }

    /// Makes a cluster with the name of another one a separate cluster.
    pub(super) fn set_apart(&mut self, cluster: usize) {
        self.all[cluster].outermost = cluster;
    }

    pub(super) fn set_label(&mut self, cluster: usize, label: Id<'t>) {
        self.all[cluster].label = Some(label);
    }

    /// Records that a node is mentioned inside a cluster.
    pub(super) fn mention(&mut self, block: BlockId, cluster: usize) {
        let outermost = self.all[cluster].outermost;
        let before = self.outer.of.insert(block, outermost);
        self.outer.is_torn |= before.is_some_and(|before| before != outermost);
        let before = *self.inner.of.entry(block).or_insert(cluster);
        if self.contains(before, cluster) {
            self.inner.of.insert(block, cluster);
        } else {
            self.inner.is_torn |= !self.contains(cluster, before);
        }
    }

    fn contains(&self, outer: usize, inner: usize) -> bool {
        outer <= inner && inner < self.all[outer].end
    }

    /// Gives the functions, and for each node the index of its function; nothing if clusters are
    /// not functions. A node may have no function, like the nodes of a legend.
    pub(super) fn functions(&self, nodes: usize, edges: &[Ends]) -> Option<Division<'t>> {
        let owners = [&self.inner, &self.outer];
        let owners = owners.into_iter().find(|owners| owners.divide(edges))?;
        let mut functions = Vec::new();
        let has_others = (0..nodes).any(|node| !owners.of.contains_key(&BlockId::new(node)));
        functions.extend(has_others.then(|| Function::of_graph(None)));
        let used: BTreeSet<usize> = owners.of.values().copied().collect();
        functions.extend(
            used.into_iter()
                .map(|number| self.all[number].function(number)),
        );
        self.drop_legend(&mut functions, owners, edges);
        let places: BTreeMap<Option<usize>, usize> = functions
            .iter()
            .enumerate()
            .map(|(place, function)| (function.cluster, place))
            .collect();
        let place = |node| {
            let owner = owners.of.get(&BlockId::new(node)).copied();
            places.get(&owner).copied()
        };
        Some((functions, (0..nodes).map(place).collect()))
    }

    /// Drops a cluster that explains the picture: its label is `key` or `legend`; it has no edge.
    fn drop_legend(&self, functions: &mut Vec<Function<'t>>, owners: &Owners, edges: &[Ends]) {
        let with_edges: BTreeSet<usize> = edges
            .iter()
            .filter_map(|edge| owners.of.get(&edge.from).copied())
            .collect();
        let explains = |function: &Function<'t>| {
            let label = function.label.as_ref().map(Id::line);
            let is_called = label.is_some_and(|label| {
                ["key", "legend"]
                    .iter()
                    .any(|word| label.trim().eq_ignore_ascii_case(word))
            });
            let has_edges = function
                .cluster
                .is_some_and(|cluster| with_edges.contains(&cluster));
            is_called && !has_edges
        };
        if functions.iter().any(|function| !explains(function)) {
            functions.retain(|function| !explains(function));
        }
    }
}

impl Owners {
    /// Tells whether there are clusters with nodes, and no edge leads from one to another.
    fn divide(&self, edges: &[Ends]) -> bool {
        let stays = |edge: &Ends| self.of.get(&edge.from) == self.of.get(&edge.to);
        !self.of.is_empty() && !self.is_torn && edges.iter().all(stays)
    }
}

impl Function<'_> {
    /// A function that is not a cluster.
    pub(super) fn of_graph(name: Option<String>) -> Self {
        Function {
            cluster: None,
            name,
            span: None,
            label: None,
        }
    }
}

impl<'t> Cluster<'t> {
    fn function(&self, number: usize) -> Function<'t> {
        Function {
            cluster: Some(number),
            name: self.function_name(),
            span: Some(self.span.clone()),
            label: self.label.clone(),
        }
    }

    /// Gives the name of the function.
    fn function_name(&self) -> Option<String> {
        let lines = self.label.as_ref().map(Id::lines).unwrap_or_default();
        let label = lines
            .iter()
            .map(|line| line.trim())
            .find(|line| !line.is_empty());
        let name = self.name.text();
        let own = || {
            let name = name.strip_prefix("cluster")?;
            Some(name.strip_prefix('_').unwrap_or(name))
        };
        let name = label.or_else(own)?;
        let name = match name.strip_prefix("fn ") {
            // rustc's form: `fn f(_1: u32) -> u32`.
            Some(signature) => signature
                .split_once('(')
                .map_or(signature, |(name, _)| name),
            None => name.strip_suffix("()").unwrap_or(name),
        };
        let name = name.trim_end();
        (!name.is_empty()).then(|| name.to_string())
    }
}

/// The kind of a graph, from LLVM's title.
pub(super) enum Title {
    /// The control flow of a function: `CFG for 'f' function`.
    ControlFlow(String),
    /// Another kind of graph.
    Other(&'static str),
}

/// Reads a title of LLVM.
pub(super) fn title(title: &str) -> Option<Title> {
    const OTHERS: [(&str, &str); 6] = [
        ("Dominator tree for '", "a dominator tree"),
        ("Post dominator tree for '", "a post-dominator tree"),
        ("Call graph: ", "a call graph"),
        ("DDG for '", "a data dependence graph"),
        ("Region Graph for '", "a region tree"),
        ("Machine Dominator tree for '", "a dominator tree"),
    ];
    let mut others = OTHERS.iter();
    if let Some((_, what)) = others.find(|(start, _)| title.starts_with(start)) {
        return Some(Title::Other(what));
    }
    let (_, rest) = title.split_once("CFG for '")?;
    let name = rest.strip_suffix("' function")?;
    Some(Title::ControlFlow(record::lines(name).join(" ")))
}

/// Makes the names of functions unique: the second `f` is called `f (2)`.
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
