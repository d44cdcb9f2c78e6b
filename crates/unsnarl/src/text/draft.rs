//! A graph while it is being read.
//!
//! *Needs:* nodes by identifier and edges between them, in the order of the text.
//! *Gives:* [`Named`].
//! *Cost:* O(n log n) for n nodes and edges.
//!
//! A node may show a text beside its identifier (`id0(Entry)`). This text names the block if it is
//! one word that neither names nor identifies another block; otherwise the identifier names it. The
//! rest of the node's text is the block's [code](super::code).

use super::elements::{DraftEdge, DraftNode, NodeText};
use super::entry::{self, EntryRule, Note};
use super::error::{Cause, Fault};
use super::{BlockText, Named, arms, code};
use crate::cfg::{CfgBuilder, Exit};
use crate::ids::{BlockId, Edge, IdMap};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

/// The number of edges that any text may have; a longer text may have as many as it has bytes.
const EDGES_OF_SHORT_TEXT: usize = 1 << 20;

pub(super) struct Draft {
    known: BTreeMap<String, BlockId>,
    pub(super) nodes: IdMap<BlockId, DraftNode>,
    edges: Vec<DraftEdge>,
    /// The reader's notes on the text.
    pub(super) remarks: Vec<Note>,
    /// Whether Graphviz has rewritten the text.
    pub(super) is_rewritten: bool,
    /// The number of edges that may still be made; comparing groups costs as much as joining them.
    budget: usize,
    limit: usize,
}

impl Draft {
    pub(super) fn new(text: &str) -> Draft {
        let limit = text.len().max(EDGES_OF_SHORT_TEXT);
        Draft {
            known: BTreeMap::new(),
            nodes: IdMap::new(),
            edges: Vec::new(),
            remarks: Vec::new(),
            is_rewritten: false,
            budget: limit,
            limit,
        }
    }

    /// Gives the node with this identifier; the first mention makes it.
    pub(super) fn node(&mut self, identifier: &str, span: Range<usize>) -> BlockId {
        if let Some(&block) = self.known.get(identifier) {
            return block;
        }
        self.node_by_key(identifier.to_string(), identifier, span)
    }

    /// The same, where nodes are distinguished by another text than the identifier.
    pub(super) fn node_by_key(
        &mut self,
        key: String,
        identifier: &str,
        span: Range<usize>,
    ) -> BlockId {
        if let Some(&block) = self.known.get(&key) {
            return block;
        }
        let block = self.push(identifier, span);
        self.known.insert(key, block);
        block
    }

    /// Makes a node that cannot be found by its identifier.
    pub(super) fn push(&mut self, identifier: &str, span: Range<usize>) -> BlockId {
        self.nodes.push(DraftNode {
            identifier: identifier.to_string(),
            shown: None,
            exit: None,
            size: 1,
            only_decides: false,
            entry: None,
            begins: false,
            text: NodeText::default(),
            span,
        })
    }

    pub(super) fn find(&self, key: &str) -> Option<BlockId> {
        self.known.get(key).copied()
    }

    pub(super) fn edge(&mut self, edge: DraftEdge) {
        self.edges.push(edge);
    }

    /// Gives the entry that the text states.
    fn stated(&self) -> Result<Option<BlockId>, Fault> {
        let begins = || self.nodes.iter().find(|(_, node)| node.begins);
        Ok(self.marked()?.or_else(|| begins().map(|(block, _)| block)))
    }

    /// Gives the node that is marked as the entry.
    fn marked(&self) -> Result<Option<BlockId>, Fault> {
        let mut marked = None;
        let spans = |(block, node): (_, &DraftNode)| Some((block, node.entry.clone()?));
        let mut all: Vec<_> = self.nodes.iter().filter_map(spans).collect();
        all.sort_by_key(|(_, span)| span.start);
        for (block, span) in all {
            if marked.replace(block).is_some() {
                let name = self.nodes[block].identifier.clone();
                return Err(Fault::new(span, Cause::SecondEntry { name }));
            }
        }
        Ok(marked)
    }

    /// Divides the graph into parts between which there are no edges. `parts` gives the part of
    /// each node; nodes without a part are dropped, with their edges.
    pub(super) fn divide(self, parts: &IdMap<BlockId, Option<usize>>, count: usize) -> Vec<Draft> {
        let mut drafts: Vec<Draft> = (0..count)
            .map(|_| Draft {
                known: BTreeMap::new(),
                nodes: IdMap::new(),
                edges: Vec::new(),
                remarks: self.remarks.clone(),
                is_rewritten: self.is_rewritten,
                budget: self.budget,
                limit: self.limit,
            })
            .collect();
        let mut renamed = IdMap::new();
        for (block, node) in self.nodes.iter() {
            renamed.push(parts[block].map(|part| {
                let draft = &mut drafts[part];
                let name = draft.nodes.push(node.clone());
                draft.known.insert(node.identifier.clone(), name);
                name
            }));
        }
        for edge in self.edges {
            let ends = (renamed[edge.from], renamed[edge.to], parts[edge.from]);
            if let (Some(from), Some(to), Some(part)) = ends {
                drafts[part].edges.push(DraftEdge { from, to, ..edge });
            }
        }
        drafts
    }

    /// Charges the budget for joining two groups of nodes, before they are joined.
    pub(super) fn afford(
        &mut self,
        from: usize,
        to: usize,
        span: Range<usize>,
    ) -> Result<(), Fault> {
        let left = from
            .checked_mul(to)
            .and_then(|cost| self.budget.checked_sub(cost));
        let limit = self.limit;
        self.budget = left.ok_or_else(|| Fault::new(span, Cause::TooManyEdges { limit }))?;
        Ok(())
    }

    /// Makes the graph. It starts in the marked node or, if none is marked, in the node chosen by
    /// an [`EntryRule`].
    pub(super) fn finish(mut self) -> Result<Named, Fault> {
        let (entry, entry_rule) = match self.stated()? {
            Some(entry) => (entry, EntryRule::Stated),
            None => entry::choose(&self.nodes, &self.edges),
        };
        self.edges.sort_by_key(|edge| edge.from);
        let names = self.names();
        let mut builder = CfgBuilder::new();
        let mut named_arms = BTreeMap::new();
        let mut texts = BTreeMap::new();
        let mut edges = self.edges.as_mut_slice();
        for (block, node) in self.nodes.iter() {
            let arms;
            let count = edges.partition_point(|edge| edge.from == block);
            (arms, edges) = edges.split_at_mut(count);
            arms::sort(arms);
            let is_named_so = node.shown.as_ref() == Some(&names[block]);
            // A question of one word names the block and also remains the question.
            let named = is_named_so && !node.text.only_asks(arms.len());
            let code = code::read(&node.text, usize::from(named), arms.len());
            let unreachable = code.is_unreachable.then_some(Exit::Unreachable);
            let stated = node.exit.or(unreachable);
            let exit = exit(node, stated, arms.len())?;
            builder.block(exit, arms.iter().map(|edge| edge.to));
            builder.size(block, node.size);
            let only_asks = code.text.as_ref().is_some_and(BlockText::only_asks);
            if node.only_decides || only_asks && exit == Exit::Branch {
                builder.only_decides(block);
            }
            texts.extend(code.text.map(|text| (block, text)));
            if self.is_rewritten && arms::are_alike(arms) {
                self.is_rewritten = false;
                let name = names[block].clone();
                self.remarks.push(Note::Rewritten { name });
            }
            for (slot, (arm, name)) in arms.iter().zip(arms::names(arms)).enumerate() {
                builder.weight(Edge::new(block, slot), arm.weight);
                if !arm.empty {
                    builder.nonempty(Edge::new(block, slot));
                }
                if let Some(name) = name {
                    named_arms.insert(Edge::new(block, slot), name);
                }
            }
        }
        let cfg = builder
            .build(entry)
            .expect("the draft's edges join its nodes, and every exit agrees with its arms");
        Ok(Named {
            name: None,
            cfg,
            names,
            arms: named_arms,
            texts,
            entry_rule,
            remarks: self.remarks,
        })
    }

    fn names(&self) -> IdMap<BlockId, String> {
        let mut shown_by: BTreeMap<&str, usize> = BTreeMap::new();
        for shown in self.nodes.values().filter_map(|node| node.shown.as_deref()) {
            *shown_by.entry(shown).or_default() += 1;
        }
        let name = |(block, node): (BlockId, &DraftNode)| match &node.shown {
            Some(shown)
                if is_word(shown)
                    && shown_by[shown.as_str()] == 1
                    && self.known.get(shown).is_none_or(|&other| other == block) =>
            {
                shown.clone()
            }
            _ => node.identifier.clone(),
        };
        let mut names: IdMap<BlockId, String> = self.nodes.iter().map(name).collect();
        // Identifiers can be equal only if their keys differ.
        let mut known: BTreeSet<String> = BTreeSet::new();
        for name in names.values_mut() {
            let plain = name.clone();
            let mut number = 2;
            while !known.insert(name.clone()) {
                *name = alloc::format!("{plain} ({number})");
                number += 1;
            }
        }
        names
    }
}

/// Gives the stated exit or, if none is stated, the exit for the number of arms.
fn exit(node: &DraftNode, stated: Option<Exit>, arms: usize) -> Result<Exit, Fault> {
    let natural = match arms {
        0 => Exit::Return,
        1 => Exit::Jump,
        2 => Exit::Branch,
        _ => Exit::Switch,
    };
    let stated = stated.unwrap_or(natural);
    let agrees = match stated {
        Exit::Return | Exit::Unreachable => arms == 0,
        Exit::Switch => arms >= 1,
        Exit::Jump | Exit::Branch => stated == natural,
    };
    if agrees {
        return Ok(stated);
    }
    let cause = Cause::ExitDisagrees {
        name: node.identifier.clone(),
        exit: stated,
        arms,
    };
    Err(Fault::new(node.span.clone(), cause))
}

/// Tells whether a text can be the name of a block: it has letters, digits and a few signs.
fn is_word(text: &str) -> bool {
    // `n--` is code.
    text.contains(char::is_alphanumeric)
        && !text.ends_with('-')
        && text
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '$' | '@'))
}
