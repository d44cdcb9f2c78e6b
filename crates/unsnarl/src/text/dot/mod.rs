//! The reader of Graphviz's DOT.
//!
//! *Needs:* one directed graph or several.
//! *Gives:* a [`Named`](super::Named) for each function; without `entry=true` the entry is chosen
//! by an [`EntryRule`](super::EntryRule).
//! *Cost:* O(n log n); joining groups (`{a b} -> {c d}`) may make a million edges, or as many as
//! the text has bytes.
//!
//! The reader accepts the whole language: chains, subgraphs as ends of edges, attributes and their
//! defaults, ports, strings and HTML, comments. Edges with the same ends are one in a `strict`
//! graph or if they have the same `key`. These attributes have a meaning:
//!
//! | attribute | meaning |
//! |---|---|
//! | `entry=true` on a node | control starts here |
//! | `exit=switch` (or any other exit) on a node | how the block ends, where the number of edges leaves a choice |
//! | `decides=only` on a node | the block has no code of its own, `?` in `.cfg` |
//! | `label` of a node | its first line names the block, if it is one word of its own; the rest is its [code](super::code) |
//! | `shape=diamond` | the label is a question |
//! | `style=invis` on edges | layout only: no edge |
//! | `dir=back`, `dir=both` | the edge leads the other way, or both ways |
//! | a port of a record or a table (`a:s1 -> b`) | orders the edges out of the node like the fields |
//! | `label` of an edge, or one beside it (`xlabel`, `taillabel`, `headlabel`), or the field of its port | names the arm; see [arms](super::arms) for the words that say more |
//! | `color` of the two edges of a block | green is the taken arm, red the other one |
//!
//! The conventions of the files of [tools](tools) are read, too. In files of LLVM, GCC and rustc
//! these give the own names of functions and blocks, arms and cases.

mod arm;
mod attributes;
mod functions;
mod gcc;
mod html;
mod lex;
mod meaning;
mod record;
mod tools;

use super::Found;
use super::draft::Draft;
use super::error::{Cause, Fault};
use crate::ids::BlockId;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use attributes::{Attributes, Direction};
use core::ops::Range;
use functions::Clusters;
use lex::{Id, Lexer, Token};

pub(super) fn read(text: &str) -> Result<Vec<Found>, Fault> {
    let mut lexer = Lexer::new(text)?;
    let mut found = Vec::new();
    let mut titles = Vec::new();
    loop {
        let wanted = match found.is_empty() {
            true => "`digraph`",
            false => "another `digraph` or the end of the text",
        };
        let mut reader = Reader::open_graph(text, lexer, wanted)?;
        while !reader.open.is_empty() {
            reader.statement()?;
        }
        let title = reader
            .graph
            .name
            .as_ref()
            .map(|name| name.text().to_string());
        let graphs = meaning::graphs(reader.graph)?;
        lexer = reader.lexer;
        titles.extend(graphs.iter().map(|_| title.clone()));
        found.extend(graphs);
        if lexer.is_at_end() {
            break;
        }
    }
    // The title of a graph is not a function's name, but distinguishes the graph from the others.
    if found.len() > 1 {
        for (found, title) in found.iter_mut().zip(titles) {
            found.graph.name = found.graph.name.take().or(title);
        }
    }
    functions::name_apart(&mut found);
    Ok(found)
}

struct Reader<'t> {
    lexer: Lexer<'t>,
    graph: Graph<'t>,
    /// Every mention of a node so far; the mentions of a subgraph are a range of this list.
    mentioned: Vec<BlockId>,
    open: Vec<Scope<'t>>,
    /// The edges, by the key that makes two of them one.
    same: BTreeMap<(BlockId, BlockId, Option<String>), usize>,
    repetition: Repetition,
    again: Option<Again>,
    /// The attributes of an edge whose statement has not ended.
    plain: Rc<Attributes<'t>>,
    /// The subgraphs, by the number of the enclosing subgraph and by name.
    named: BTreeMap<(usize, String), usize>,
    /// By the number of a subgraph: the mentions of each of its parts.
    parts: Vec<Vec<Range<usize>>>,
}

/// A graph as it stands in the text.
struct Graph<'t> {
    span: Range<usize>,
    name: Option<Id<'t>>,
    label: Option<Id<'t>>,
    draft: Draft,
    /// The attributes of nodes.
    nodes: BTreeMap<BlockId, Attributes<'t>>,
    edges: Vec<Edge<'t>>,
    clusters: Clusters<'t>,
    /// Whether Graphviz has written the text.
    is_laid_out: bool,
}

/// The meaning of several edges with the same ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Repetition {
    Parallel,
    /// One edge, since the graph is strict.
    Same,
}

/// A graph or subgraph that is being read.
struct Scope<'t> {
    opening: Range<usize>,
    /// The number of the subgraph to which this part belongs.
    subgraph: usize,
    first_mention: usize,
    /// The cluster's number, if this is a cluster.
    is: Option<usize>,
    /// The number of the innermost cluster here.
    within: Option<usize>,
    node_defaults: Attributes<'t>,
    edge_defaults: Attributes<'t>,
    /// The statement that an inner subgraph has interrupted.
    chain: Chain<'t>,
}

/// A statement of edges, as far as it has been read.
#[derive(Default)]
struct Chain<'t> {
    from: Option<Group<'t>>,
    /// The edges that it has made.
    made: Vec<usize>,
    /// The edges in it that existed before.
    met: Vec<usize>,
}

/// A cluster with the name of an earlier one.
struct Again {
    cluster: usize,
    body: Body,
}

enum Body {
    Unknown,
    /// Its nodes are the same as before.
    Continued,
    /// It has its own nodes.
    New(BTreeMap<String, BlockId>),
}

/// One end of an edge.
#[derive(Clone)]
enum Group<'t> {
    Node(BlockId, Option<Id<'t>>),
    /// The nodes that the subgraph of this number mentions.
    Mentioned(usize),
}

/// The nodes that an edge joins.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Ends {
    from: BlockId,
    to: BlockId,
}

#[derive(Clone)]
struct Edge<'t> {
    ends: Ends,
    /// The ports at its tail and at its head.
    ports: [Option<Id<'t>>; 2],
    attributes: Rc<Attributes<'t>>,
    /// Whether it is merged into an earlier edge.
    is_merged: bool,
}

impl<'t> Reader<'t> {
    /// Reads the words before the statements of a graph.
    fn open_graph(
        text: &str,
        mut lexer: Lexer<'t>,
        wanted: &'static str,
    ) -> Result<Reader<'t>, Fault> {
        let repetition = match lexer.eat_keyword("strict")? {
            true => Repetition::Same,
            false => Repetition::Parallel,
        };
        let opening = lexer.span();
        if lexer.eat_keyword("graph")? {
            return Err(Fault::new(opening, Cause::Undirected));
        }
        if !lexer.eat_keyword("digraph")? {
            return Err(lexer.expected(wanted));
        }
        let graph = Graph {
            span: opening.clone(),
            name: lexer.eat_id()?,
            label: None,
            draft: Draft::new(text),
            nodes: BTreeMap::new(),
            edges: Vec::new(),
            clusters: Clusters::default(),
            is_laid_out: false,
        };
        let mut reader = Reader {
            lexer,
            graph,
            mentioned: Vec::new(),
            open: Vec::new(),
            same: BTreeMap::new(),
            repetition,
            again: None,
            plain: Rc::default(),
            named: BTreeMap::new(),
            parts: Vec::new(),
        };
        reader.open(opening, None)?;
        Ok(reader)
    }

    /// Reads a statement up to its end, or to a subgraph that interrupts it.
    fn statement(&mut self) -> Result<(), Fault> {
        if self.lexer.eat(Token::Semicolon)? {
            return Ok(());
        }
        if *self.lexer.token() == Token::Close {
            return self.close();
        }
        if self.default()? {
            return Ok(());
        }
        self.innermost()?.chain = Chain::default();
        let group = self.end_of_edge()?;
        self.chain(group)
    }

    /// Reads default attributes of the following nodes or edges, or attributes of the graph, if
    /// they are here.
    fn default(&mut self) -> Result<bool, Fault> {
        if self.lexer.eat_keyword("node")? {
            let attributes = self.lexer.attributes()?;
            self.innermost()?.node_defaults.update(&attributes);
        } else if self.lexer.eat_keyword("edge")? {
            let attributes = self.lexer.attributes()?;
            self.innermost()?.edge_defaults.update(&attributes);
        } else if self.lexer.eat_keyword("graph")? {
            let attributes = self.lexer.attributes()?;
            self.graph.is_laid_out |= attributes.is_laid_out;
            if let Some(label) = attributes.label {
                self.label(label)?;
            }
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Sets the label of the current graph or cluster.
    fn label(&mut self, label: Id<'t>) -> Result<(), Fault> {
        let depth = self.open.len();
        match self.innermost()?.is {
            Some(cluster) => self.graph.clusters.set_label(cluster, label),
            None if depth == 1 => self.graph.label = Some(label),
            None => {}
        }
        Ok(())
    }

    /// Continues after one end of an edge, until the statement ends or a subgraph interrupts it.
    fn chain(&mut self, mut group: Option<Group<'t>>) -> Result<(), Fault> {
        while let Some(end) = group {
            if !self.after_end(end)? {
                break;
            }
            group = self.end_of_edge()?;
        }
        Ok(())
    }

    fn innermost(&mut self) -> Result<&mut Scope<'t>, Fault> {
        let here = self.lexer.span();
        self.open
            .last_mut()
            .ok_or_else(|| Fault::new(here, Cause::UnmatchedEnd))
    }

    /// Passes the opening brace of a graph or subgraph.
    fn open(&mut self, opening: Range<usize>, name: Option<Id<'t>>) -> Result<(), Fault> {
        if !self.lexer.eat(Token::Open)? {
            return Err(self.lexer.expected("`{`"));
        }
        let subgraph = self.subgraph(name.as_ref());
        let outer = self.open.last();
        let within = outer.and_then(|scope| scope.within);
        let (node_defaults, edge_defaults) = outer.map_or_else(Default::default, |scope| {
            (scope.node_defaults.clone(), scope.edge_defaults.clone())
        });
        let clusters = &mut self.graph.clusters;
        let name = name.filter(|name| outer.is_some() && name.text().starts_with("cluster"));
        let is = name.map(|name| clusters.open(name, opening.clone(), within));
        if let Some(cluster) = is.filter(|&cluster| within.is_none() && clusters.goes_on(cluster)) {
            let body = Body::Unknown;
            self.again = Some(Again { cluster, body });
        }
        self.open.push(Scope {
            opening,
            subgraph,
            first_mention: self.mentioned.len(),
            is,
            within: is.or(within),
            node_defaults,
            edge_defaults,
            chain: Chain::default(),
        });
        Ok(())
    }

    fn close(&mut self) -> Result<(), Fault> {
        self.lexer.advance()?;
        let Some(scope) = self.open.pop() else {
            return Ok(());
        };
        if let Some(cluster) = scope.is {
            self.graph.clusters.close(cluster);
            self.again.take_if(|again| again.cluster == cluster);
        }
        if self.open.is_empty() {
            return Ok(());
        }
        let mentioned = scope.first_mention..self.mentioned.len();
        self.parts[scope.subgraph].push(mentioned);
        self.chain(Some(Group::Mentioned(scope.subgraph)))
    }

    /// Gives the number of a subgraph; a subgraph with a name may have occurred before.
    fn subgraph(&mut self, name: Option<&Id<'t>>) -> usize {
        let next = self.parts.len();
        let outer = self.open.last().map_or(0, |scope| scope.subgraph);
        let number = match name {
            Some(name) => *self.named.entry((outer, name.key())).or_insert(next),
            None => next,
        };
        if number == next {
            self.parts.push(Vec::new());
        }
        number
    }

    /// Reads a node, or gives nothing because a subgraph opens or an attribute of the graph is set.
    fn end_of_edge(&mut self) -> Result<Option<Group<'t>>, Fault> {
        let span = self.lexer.span();
        if *self.lexer.token() == Token::Open {
            return self.open(span, None).map(|()| None);
        }
        if self.lexer.eat_keyword("subgraph")? {
            let name = self.lexer.eat_id()?;
            if name.is_some() && *self.lexer.token() != Token::Open {
                return Ok(Some(Group::Mentioned(self.subgraph(name.as_ref()))));
            }
            return self.open(span, name).map(|()| None);
        }
        if *self.lexer.token() == Token::End {
            let opening = self.innermost()?.opening.clone();
            return Err(Fault::new(opening, Cause::UnclosedGroup));
        }
        let Some(name) = self.lexer.eat_id()? else {
            return Err(self.lexer.expected("a node, an edge or a subgraph"));
        };
        if self.lexer.eat(Token::Equals)? {
            let value = self.lexer.value()?;
            match &*name.text() {
                "label" => self.label(value)?,
                "bb" | "_gvid" => self.graph.is_laid_out = true,
                _ => {}
            }
            return Ok(None);
        }
        let port = self.port()?;
        let block = self.node(&name, span)?;
        Ok(Some(Group::Node(block, port)))
    }

    /// Records the mention of a node.
    fn node(&mut self, name: &Id<'t>, span: Range<usize>) -> Result<BlockId, Fault> {
        let key = name.key();
        self.decide_on_body(&key)?;
        let draft = &mut self.graph.draft;
        let count = draft.nodes.len();
        let block = match &mut self.again {
            Some(Again {
                body: Body::New(own),
                ..
            }) => *own
                .entry(key)
                .or_insert_with(|| draft.push(&name.text(), span)),
            _ => draft.node_by_key(key, &name.text(), span),
        };
        let is_new = draft.nodes.len() > count;
        let scope = self.innermost()?;
        let within = scope.within;
        if is_new {
            let defaults = scope.node_defaults.clone();
            self.graph.nodes.insert(block, defaults);
        }
        if let Some(cluster) = within {
            self.graph.clusters.mention(block, cluster);
        }
        self.mentioned.push(block);
        Ok(block)
    }

    /// Decides whether a cluster with the name of an earlier one has its own nodes: it has if its
    /// first statement describes a node that was described before.
    fn decide_on_body(&mut self, key: &str) -> Result<(), Fault> {
        let describes =
            *self.lexer.token() == Token::OpenList && self.innermost()?.chain.from.is_none();
        let Some(again) = self
            .again
            .as_mut()
            .filter(|again| matches!(again.body, Body::Unknown))
        else {
            return Ok(());
        };
        let known = self
            .graph
            .draft
            .find(key)
            .and_then(|block| self.graph.nodes.get(&block));
        let was_described = known.is_some_and(|node| node.label.is_some());
        again.body = match describes && was_described {
            true => {
                self.graph.clusters.set_apart(again.cluster);
                Body::New(BTreeMap::new())
            }
            false => Body::Continued,
        };
        Ok(())
    }

    fn port(&mut self) -> Result<Option<Id<'t>>, Fault> {
        if !self.lexer.eat(Token::Colon)? {
            return Ok(None);
        }
        let port = self.lexer.value()?;
        if self.lexer.eat(Token::Colon)? {
            self.lexer.value()?;
        }
        Ok(Some(port))
    }

    /// Joins one end of an edge to the end before, and tells whether another one follows.
    fn after_end(&mut self, group: Group<'t>) -> Result<bool, Fault> {
        let scope = self.innermost()?;
        let joined = scope.chain.from.replace(group.clone());
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
        let attributes = self.lexer.attributes()?;
        self.graph.is_laid_out |= attributes.is_laid_out;
        match group {
            Group::Node(block, _) if alone => self.describe(block, &attributes, span),
            _ => self.describe_edges(&attributes)?,
        }
        Ok(false)
    }

    fn join(&mut self, from: Group<'t>, to: &Group<'t>) -> Result<(), Fault> {
        let (sources, from_port) = self.members(from)?;
        let (targets, to_port) = self.members(to.clone())?;
        if sources.len() > 1 && targets.len() > 1 {
            let span = self.lexer.span();
            self.graph
                .draft
                .afford(sources.len(), targets.len(), span)?;
        }
        let mut chain = core::mem::take(&mut self.innermost()?.chain);
        let edges = &mut self.graph.edges;
        for &from in &sources {
            for &to in &targets {
                if self.repetition == Repetition::Same {
                    let edge = *self.same.entry((from, to, None)).or_insert(edges.len());
                    if edge < edges.len() {
                        chain.met.push(edge);
                        continue;
                    }
                }
                chain.made.push(edges.len());
                edges.push(Edge {
                    ends: Ends { from, to },
                    ports: [from_port.clone(), to_port.clone()],
                    attributes: self.plain.clone(),
                    is_merged: false,
                });
            }
        }
        self.innermost()?.chain = chain;
        Ok(())
    }

    /// Gives the nodes of a group, and the port in it.
    fn members(&mut self, group: Group<'t>) -> Result<(Vec<BlockId>, Option<Id<'t>>), Fault> {
        match group {
            Group::Node(block, port) => Ok((alloc::vec![block], port)),
            Group::Mentioned(subgraph) => Ok((self.distinct(subgraph)?, None)),
        }
    }

    /// Gives the nodes of a subgraph in the order of their first mention in it.
    fn distinct(&mut self, subgraph: usize) -> Result<Vec<BlockId>, Fault> {
        let span = self.lexer.span();
        let ranges = &self.parts[subgraph];
        let count = ranges.iter().map(|range| range.len() + 1).sum();
        self.graph.draft.afford(count, 1, span)?;
        let mut seen = BTreeSet::new();
        let mentioned = ranges
            .iter()
            .flat_map(|range| &self.mentioned[range.clone()]);
        Ok(mentioned
            .copied()
            .filter(|&block| seen.insert(block))
            .collect())
    }

    fn describe(&mut self, block: BlockId, attributes: &Attributes<'t>, span: Range<usize>) {
        self.graph
            .nodes
            .entry(block)
            .or_default()
            .update(attributes);
        if attributes.entry == Some(true) {
            let node = &mut self.graph.draft.nodes[block];
            node.entry = node.entry.take().or(Some(span));
        }
    }

    /// Sets the attributes of a statement's edges.
    fn describe_edges(&mut self, given: &Attributes<'t>) -> Result<(), Fault> {
        let scope = self.innermost()?;
        let chain = core::mem::take(&mut scope.chain);
        let mut all = scope.edge_defaults.clone();
        all.update(given);
        if all.direction == Some(Direction::Neither) && !all.has_style("invis") {
            return Err(Fault::new(self.lexer.span(), Cause::NoDirection));
        }
        let all = Rc::new(all);
        let edges = &mut self.graph.edges;
        for made in chain.made {
            edges[made].attributes = all.clone();
            // A default does not name an edge.
            if let (Repetition::Parallel, Some(key)) = (self.repetition, &given.key) {
                let Ends { from, to } = edges[made].ends;
                let first = *self.same.entry((from, to, Some(key.key()))).or_insert(made);
                if first != made {
                    edges[made].is_merged = true;
                    Rc::make_mut(&mut edges[first].attributes).update(given);
                }
            }
        }
        for met in chain.met {
            let known = &mut edges[met].attributes;
            // Graphviz drops an edge with another key.
            if given.key.is_none() || given.key == known.key {
                Rc::make_mut(known).update(given);
            }
        }
        Ok(())
    }
}
