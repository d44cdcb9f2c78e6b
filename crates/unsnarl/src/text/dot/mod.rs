//! The reader of Graphviz's DOT.
//!
//! *Needs:* one directed graph.
//! *Gives:* [`Named`]; the first node that is mentioned is the entry unless one has `entry=true`.
//! *Cost:* O(n log n); joining groups (`{a b} -> {c d}`) may make a million edges, or as many as the text
//! has bytes.
//!
//! The whole language is read: chains, subgraphs as ends of edges, attributes, ports, strings and HTML,
//! `strict` (edges with the same ends are one), comments. What counts beside nodes and edges:
//!
//! | attribute | meaning |
//! |---|---|
//! | `entry=true` on a node | control starts here |
//! | `exit=switch` (or any other exit) on a node | how the block ends, where the number of edges leaves a choice |
//! | `label` of a node | its first line names the block, if it is one word of its own |
//! | `style=invis` on edges | layout only: no edge |
//! | a port of a record (`a:s1 -> b`) | orders the edges out of the node as the record's fields stand |
//!
//! A port whose field says `def` is the default of a switch and goes last, wherever it stands. So the
//! files that LLVM's `opt -passes=dot-cfg` writes come out with the blocks' own names and arms.
//!
//! *Limits:* defaults (`node [...]`, `edge [...]`) are read and have no effect.

mod lex;
mod record;

use super::Named;
use super::draft::{Draft, DraftEdge};
use super::error::{Cause, Fault};
use crate::cfg::Exit;
use crate::ids::{BlockId, Id};
use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;
use lex::{Lexer, Token};

pub(super) fn read(text: &str) -> Result<Named, Fault> {
    let mut lexer = Lexer::new(text)?;
    let strict = lexer.eat_keyword("strict")?;
    let opening = lexer.span();
    if lexer.eat_keyword("graph")? {
        return Err(Fault::new(opening, Cause::Undirected));
    }
    if !lexer.eat_keyword("digraph")? {
        return Err(lexer.expected("`digraph`"));
    }
    lexer.eat_name()?;
    let mut reader = Reader {
        lexer,
        draft: Draft::new(text),
        mentioned: Vec::new(),
        open: Vec::new(),
        edges: Vec::new(),
        labels: BTreeMap::new(),
        entry: None,
    };
    reader.open(opening)?;
    while !reader.open.is_empty() {
        reader.statement()?;
    }
    reader.lexer.finish()?;
    reader.finish(strict)
}

struct Reader<'t> {
    lexer: Lexer<'t>,
    draft: Draft,
    /// Every mention of a node so far: what a subgraph mentions is a range of this.
    mentioned: Vec<BlockId>,
    open: Vec<Frame<'t>>,
    edges: Vec<PortEdge<'t>>,
    /// Labels of nodes, for their ports.
    labels: BTreeMap<BlockId, Cow<'t, str>>,
    entry: Option<BlockId>,
}

/// A graph or subgraph that is being read.
struct Frame<'t> {
    opening: Range<usize>,
    first_mention: usize,
    /// The statement that the subgraph in it has interrupted.
    chain: Chain<'t>,
}

/// A statement of edges, as far as it has been read.
#[derive(Default)]
struct Chain<'t> {
    from: Option<Group<'t>>,
    first_edge: usize,
}

/// One end of an edge.
#[derive(Clone)]
enum Group<'t> {
    Node(BlockId, Option<Cow<'t, str>>),
    Mentioned(Range<usize>),
}

struct PortEdge<'t> {
    from: BlockId,
    to: BlockId,
    port: Option<Cow<'t, str>>,
    visible: bool,
}

/// The attributes that have a meaning here.
#[derive(Default)]
struct Attributes<'t> {
    label: Option<Cow<'t, str>>,
    entry: bool,
    exit: Option<Exit>,
    invisible: bool,
}

impl<'t> Reader<'t> {
    /// Reads a statement up to its end, or to the subgraph that interrupts it.
    fn statement(&mut self) -> Result<(), Fault> {
        if self.lexer.eat(Token::Semicolon)? {
            return Ok(());
        }
        if *self.lexer.token() == Token::Close {
            return self.close();
        }
        for default in ["node", "edge", "graph"] {
            if self.lexer.eat_keyword(default)? {
                return self.attributes().map(|_| ());
            }
        }
        let first_edge = self.edges.len();
        self.innermost()?.chain = Chain {
            from: None,
            first_edge,
        };
        let group = self.end_of_edge()?;
        self.chain(group)
    }

    /// Reads on from one end of an edge, until the statement ends or a subgraph interrupts it.
    fn chain(&mut self, mut group: Option<Group<'t>>) -> Result<(), Fault> {
        while let Some(end) = group {
            if !self.after_end(end)? {
                break;
            }
            group = self.end_of_edge()?;
        }
        Ok(())
    }

    fn innermost(&mut self) -> Result<&mut Frame<'t>, Fault> {
        let here = self.lexer.span();
        self.open
            .last_mut()
            .ok_or_else(|| Fault::new(here, Cause::UnmatchedEnd))
    }

    fn open(&mut self, opening: Range<usize>) -> Result<(), Fault> {
        if !self.lexer.eat(Token::Open)? {
            return Err(self.lexer.expected("`{`"));
        }
        self.open.push(Frame {
            opening,
            first_mention: self.mentioned.len(),
            chain: Chain::default(),
        });
        Ok(())
    }

    fn close(&mut self) -> Result<(), Fault> {
        self.lexer.advance()?;
        let frame = self.open.pop();
        match frame {
            Some(frame) if !self.open.is_empty() => {
                let group = Group::Mentioned(frame.first_mention..self.mentioned.len());
                self.chain(Some(group))
            }
            _ => Ok(()),
        }
    }

    /// Reads a node, or gives nothing because a subgraph opens or an attribute of the graph is set.
    fn end_of_edge(&mut self) -> Result<Option<Group<'t>>, Fault> {
        let span = self.lexer.span();
        if *self.lexer.token() == Token::Open {
            return self.open(span).map(|()| None);
        }
        if self.lexer.eat_keyword("subgraph")? {
            self.lexer.eat_name()?;
            return self.open(span).map(|()| None);
        }
        if *self.lexer.token() == Token::End {
            let opening = self.innermost()?.opening.clone();
            return Err(Fault::new(opening, Cause::UnclosedGroup));
        }
        let Some(name) = self.lexer.eat_name()? else {
            return Err(self.lexer.expected("a node, an edge or a subgraph"));
        };
        if self.lexer.eat(Token::Equals)? {
            return self.value().map(|_| None);
        }
        let port = self.port()?;
        let block = self.draft.node(&name, span);
        self.mentioned.push(block);
        Ok(Some(Group::Node(block, port)))
    }

    fn port(&mut self) -> Result<Option<Cow<'t, str>>, Fault> {
        if !self.lexer.eat(Token::Colon)? {
            return Ok(None);
        }
        let port = self.value()?;
        if self.lexer.eat(Token::Colon)? {
            self.value()?;
        }
        Ok(Some(port))
    }

    /// Joins one end of an edge to the one before, and tells whether another one follows.
    fn after_end(&mut self, group: Group<'t>) -> Result<bool, Fault> {
        let frame = self.innermost()?;
        let joined = frame.chain.from.replace(group.clone());
        let first_edge = frame.chain.first_edge;
        let alone = joined.is_none();
        if let Some(from) = joined {
            self.join(from, &group)?;
        }
        if self.lexer.eat(Token::Arrow)? {
            return Ok(true);
        }
        if *self.lexer.token() == Token::Line {
            return Err(Fault::new(self.lexer.span(), Cause::Undirected));
        }
        let span = self.lexer.span();
        let attributes = self.attributes()?;
        match group {
            Group::Node(block, _) if alone => self.describe(block, attributes, span)?,
            _ if attributes.invisible => {
                let edges = &mut self.edges[first_edge..];
                edges.iter_mut().for_each(|edge| edge.visible = false);
            }
            _ => {}
        }
        Ok(false)
    }

    fn join(&mut self, from: Group<'t>, to: &Group<'t>) -> Result<(), Fault> {
        let (sources, port) = match from {
            Group::Node(block, port) => (alloc::vec![block], port),
            Group::Mentioned(range) => (self.distinct(range)?, None),
        };
        let targets = match to {
            Group::Node(block, _) => alloc::vec![*block],
            Group::Mentioned(range) => self.distinct(range.clone())?,
        };
        if sources.len() > 1 && targets.len() > 1 {
            let span = self.lexer.span();
            self.draft.afford(sources.len(), targets.len(), span)?;
        }
        for &from in &sources {
            self.edges.extend(targets.iter().map(|&to| PortEdge {
                from,
                to,
                port: port.clone(),
                visible: true,
            }));
        }
        Ok(())
    }

    /// Gives the nodes of a subgraph in the order of their first mention in it.
    fn distinct(&mut self, range: Range<usize>) -> Result<Vec<BlockId>, Fault> {
        let span = self.lexer.span();
        self.draft.afford(range.len(), 1, span)?;
        let mut seen = BTreeSet::new();
        let mentioned = self.mentioned[range].iter().copied();
        Ok(mentioned.filter(|&block| seen.insert(block)).collect())
    }

    fn describe(
        &mut self,
        block: BlockId,
        attributes: Attributes<'t>,
        span: Range<usize>,
    ) -> Result<(), Fault> {
        let node = &mut self.draft.nodes[block];
        node.exit = attributes.exit.or(node.exit);
        if attributes.entry && self.entry.is_some_and(|entry| entry != block) {
            let name = node.identifier.clone();
            return Err(Fault::new(span, Cause::SecondEntry { name }));
        }
        if attributes.entry {
            self.entry = Some(block);
        }
        if let Some(label) = attributes.label {
            node.shown = Some(record::first_line(&label).to_string());
            self.labels.insert(block, label);
        }
        Ok(())
    }

    /// Reads any number of lists of attributes.
    fn attributes(&mut self) -> Result<Attributes<'t>, Fault> {
        let mut attributes = Attributes::default();
        while self.lexer.eat(Token::OpenList)? {
            while !self.lexer.eat(Token::CloseList)? {
                self.attribute(&mut attributes)?;
                let _ = self.lexer.eat(Token::Comma)? || self.lexer.eat(Token::Semicolon)?;
            }
        }
        Ok(attributes)
    }

    fn attribute(&mut self, attributes: &mut Attributes<'t>) -> Result<(), Fault> {
        let Some(name) = self.lexer.eat_name()? else {
            return Err(self.lexer.expected("an attribute or `]`"));
        };
        if !self.lexer.eat(Token::Equals)? {
            return Ok(());
        }
        let span = self.lexer.span();
        let value = self.value()?;
        match &*name {
            "label" => attributes.label = Some(value),
            "entry" => attributes.entry = value == "true",
            "style" => attributes.invisible = value.split(',').any(|word| word.trim() == "invis"),
            "exit" => {
                let exit = exit(&value).ok_or(Fault::new(span, Cause::UnknownExit))?;
                attributes.exit = Some(exit);
            }
            _ => {}
        }
        Ok(())
    }

    fn value(&mut self) -> Result<Cow<'t, str>, Fault> {
        match self.lexer.eat_name()? {
            Some(value) => Ok(value),
            None => Err(self.lexer.expected("a word, a number or a string")),
        }
    }

    fn finish(mut self, strict: bool) -> Result<Named, Fault> {
        if self.draft.nodes.is_empty() {
            return Err(Fault::new(0..0, Cause::Empty));
        }
        self.edges.retain(|edge| edge.visible);
        if strict {
            let mut seen = BTreeSet::new();
            self.edges.retain(|edge| seen.insert((edge.from, edge.to)));
        }
        let mut ports: BTreeMap<BlockId, BTreeMap<String, usize>> = BTreeMap::new();
        for edge in self.edges {
            let rank = edge.port.map_or(0, |port| {
                let label = self.labels.get(&edge.from);
                let ranks = ports
                    .entry(edge.from)
                    .or_insert_with(|| record::port_ranks(label.map_or("", |label| label)));
                ranks.get(&*port).copied().unwrap_or(0)
            });
            self.draft.edge(DraftEdge {
                rank,
                ..DraftEdge::new(edge.from, edge.to)
            });
        }
        self.draft.finish(self.entry.unwrap_or(BlockId::new(0)))
    }
}

fn exit(word: &str) -> Option<Exit> {
    let exits = [
        Exit::Return,
        Exit::Unreachable,
        Exit::Jump,
        Exit::Branch,
        Exit::Switch,
    ];
    exits.into_iter().find(|exit| exit.to_string() == word)
}
