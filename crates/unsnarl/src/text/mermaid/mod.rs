//! The reader of Mermaid's flowcharts and [state diagrams](state).
//!
//! *Needs:* a text that begins with `flowchart`, `graph` or `stateDiagram`.
//! *Gives:* [`Named`], whose arms are named by the texts of the links; the entry is chosen by an
//! [`EntryRule`](super::EntryRule).
//! *Cost:* O(n log n); joining groups (`a & b --> c & d`) may make a million edges, or as many as
//! the text has bytes.
//!
//! The reader accepts a direction, nodes of every shape, links of every kind with an arrowhead and
//! with texts, chains, `&`, subgraphs, classes and comments. A statement ends where the next one
//! begins, so a flowchart that has lost its line breaks is read like the original.
//!
//! In a text without line breaks, these rules replace them:
//! - The title of a subgraph is the rest of its line if those are plain words, else the first word.
//! - `style`, `linkStyle`, `class`, `classDef`, `click` and comments extend to the end of the line;
//!   all but comments end earlier at a `;`.
//!
//! *Limits:* links without arrowheads are refused since they have no direction (`~~~` is layout,
//! and not an edge); so are links to subgraphs.

mod lex;
mod link;
mod state;

use super::draft::Draft;
use super::elements::{DraftEdge, NodeText};
use super::entry::Note;
use super::error::{Cause, Fault};
use super::{Named, arms};
use crate::ids::BlockId;
use alloc::collections::BTreeSet;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::ops::Range;
use lex::Lexer;
use link::{Ends, Link};

/// Tells whether the word begins a flowchart.
pub(super) fn is_header(word: &str) -> bool {
    matches!(word, "flowchart" | "graph" | "flowchart-elk") || state::is_header(word)
}

pub(super) fn read(text: &str) -> Result<Named, Fault> {
    let mut lexer = Lexer::new(text);
    if state::is_header(lexer.header()?) {
        return state::read(text, lexer.at());
    }
    let mut reader = Reader {
        lexer,
        draft: Draft::new(text),
        open: Vec::new(),
        subgraphs: BTreeSet::new(),
        linked: Vec::new(),
        links: BTreeSet::new(),
    };
    while reader.statement()? {}
    reader.finish()
}

struct Reader<'t> {
    lexer: Lexer<'t>,
    draft: Draft,
    /// The start of each open subgraph.
    open: Vec<Range<usize>>,
    subgraphs: BTreeSet<&'t str>,
    /// The ends of links; none of them may be a subgraph.
    linked: Vec<(&'t str, Range<usize>)>,
    /// The names of links.
    links: BTreeSet<&'t str>,
}

impl<'t> Reader<'t> {
    /// Reads a statement; gives false if there is none.
    fn statement(&mut self) -> Result<bool, Fault> {
        self.lexer.skip();
        let start = self.lexer.at();
        if self.lexer.is_at_end() {
            return match self.open.pop() {
                Some(opening) => Err(Fault::new(opening, Cause::UnclosedGroup)),
                None => Ok(false),
            };
        }
        match self.lexer.keyword() {
            "subgraph" => self.subgraph(start)?,
            "end" if self.open.pop().is_none() => {
                return Err(Fault::new(self.lexer.since(start), Cause::UnmatchedEnd));
            }
            "end" => {}
            "direction" => {
                self.lexer.blanks();
                self.lexer.word();
            }
            "accTitle" | "accDescr" => self.lexer.skip_description(),
            "style" | "linkStyle" | "class" | "classDef" | "click" => self.lexer.skip_clause(),
            _ => self.chain()?,
        }
        Ok(true)
    }

    fn subgraph(&mut self, start: usize) -> Result<(), Fault> {
        let opening = self.lexer.since(start);
        if let Some(name) = self.lexer.title()? {
            self.subgraphs.insert(name);
        }
        self.open.push(opening);
        Ok(())
    }

    /// Reads groups of nodes and the links between them.
    fn chain(&mut self) -> Result<(), Fault> {
        if self.properties_of_link()? {
            return Ok(());
        }
        let mut from = self.group()?;
        while let Some(link) = self.link()? {
            let to = self.group()?;
            self.join(&from, &to, link)?;
            from = to;
        }
        Ok(())
    }

    /// Passes the properties of a link that has a name: `e1@{ animate: true }`.
    fn properties_of_link(&mut self) -> Result<bool, Fault> {
        let mut ahead = self.lexer.clone();
        let name = ahead.word();
        let here = ahead.rest().starts_with("@{") && self.links.contains(name);
        if here {
            ahead.shape()?;
            self.lexer = ahead;
        }
        Ok(here)
    }

    fn link(&mut self) -> Result<Option<Link<'t>>, Fault> {
        self.lexer.skip_within();
        let link = link::read(&mut self.lexer)?;
        if let Some(link) = &link {
            self.links.extend(link.name);
            if link.ends == Ends::Odd {
                let link = self.lexer.slice(link.span.clone()).to_string();
                self.draft.remarks.push(Note::LinkEnd { link });
            }
        }
        Ok(link)
    }

    fn group(&mut self) -> Result<Vec<Node<'t>>, Fault> {
        let mut group = alloc::vec![self.node()?];
        loop {
            self.lexer.skip_within();
            if !self.lexer.eat("&") {
                return Ok(group);
            }
            group.push(self.node()?);
        }
    }

    fn node(&mut self) -> Result<Node<'t>, Fault> {
        self.lexer.skip_within();
        let start = self.lexer.at();
        let name = self.lexer.word();
        if name.is_empty() {
            return Err(self.lexer.expected("a node"));
        }
        let span = self.lexer.since(start);
        let shown = self.lexer.shape()?;
        if self.subgraphs.contains(name) && shown.is_none() {
            let name = name.to_string();
            return Err(Fault::new(span, Cause::EdgeOfSubgraph { name }));
        }
        let block = self.draft.node(name, span.clone());
        if let Some(shown) = shown {
            let lines = shown.lines();
            let node = &mut self.draft.nodes[block];
            node.shown = lines.first().cloned();
            node.text = NodeText::new(lines, shown.shape);
        }
        Ok(Node { block, name, span })
    }

    fn join(&mut self, from: &[Node<'t>], to: &[Node<'t>], link: Link<'_>) -> Result<(), Fault> {
        if from.len() > 1 && to.len() > 1 {
            self.draft.afford(from.len(), to.len(), link.span.clone())?;
        }
        let ends = from.iter().chain(to);
        self.linked
            .extend(ends.map(|node| (node.name, node.span.clone())));
        for from in from {
            for to in to {
                if link.ends != Ends::Neither {
                    self.edge(from.block, to.block, &link);
                }
                if link.ends == Ends::Both {
                    self.edge(to.block, from.block, &link);
                }
            }
        }
        Ok(())
    }

    fn edge(&mut self, from: BlockId, to: BlockId, link: &Link<'_>) {
        self.draft.edge(DraftEdge {
            label: link.text.map(|text| arms::one_line(&lex::decoded(text))),
            ..DraftEdge::new(from, to)
        });
    }

    fn finish(self) -> Result<Named, Fault> {
        if self.draft.nodes.is_empty() {
            return Err(Fault::new(0..0, Cause::Empty));
        }
        let subgraph = |(name, _): &&(&str, _)| self.subgraphs.contains(name);
        if let Some((name, span)) = self.linked.iter().find(subgraph) {
            let name = name.to_string();
            return Err(Fault::new(span.clone(), Cause::EdgeOfSubgraph { name }));
        }
        self.draft.finish()
    }
}

/// A mention of a node.
struct Node<'t> {
    block: BlockId,
    name: &'t str,
    span: Range<usize>,
}
