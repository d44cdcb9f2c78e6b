//! The reader of Graphviz's DOT.
//!
//! *Needs:* one directed graph or several.
//! *Gives:* a [`Named`] for each function; without `entry=true` the entry is as
//! [`EntryRule`](super::EntryRule) says.
//! *Cost:* O(n log n); joining groups (`{a b} -> {c d}`) may make a million edges, or as many as
//! the text has bytes.
//!
//! The whole language is read: chains, subgraphs as ends of edges, attributes, ports, strings and
//! HTML, `strict` (edges with the same ends are one), comments. What counts beside nodes and edges:
//!
//! | attribute | meaning |
//! |---|---|
//! | `entry=true` on a node | control starts here |
//! | `exit=switch` (or any other exit) on a node | how the block ends, where the number of edges leaves a choice |
//! | `decides=only` on a node | the block has no code of its own, `?` in `.cfg` |
//! | `label` of a node | its first line names the block, if it is one word of its own |
//! | `style=invis` on edges | layout only: no edge |
//! | a port of a record (`a:s1 -> b`) | orders the edges out of the node like the record's fields |
//! | `label` of an edge, or the field of its port | names the arm; see [arms](super::arms) for the words that say more |
//!
//! So the files that LLVM's `opt -passes=dot-cfg` writes come out with the functions' and the
//! blocks' own names, arms and cases. Those of GCC's `-fdump-tree-cfg-graph` have a cluster for
//! each [function](functions), and say in the [code](gcc) of a block what its edges mean.
//!
//! *Limits:* defaults (`node [...]`, `edge [...]`) are read and have no effect.

mod functions;
mod gcc;
mod lex;
mod record;

use super::draft::Draft;
use super::elements::DraftEdge;
use super::error::{Cause, Fault};
use super::{Found, arms};
use crate::cfg::Exit;
use crate::ids::BlockId;
use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;
use functions::Cluster;
use lex::{Lexer, Token};

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
        let title = reader.heading.name.clone();
        let graphs;
        (lexer, graphs) = reader.finish()?;
        titles.extend(graphs.iter().map(|_| title.as_deref().map(String::from)));
        found.extend(graphs);
        if lexer.is_at_end() {
            break;
        }
    }
    // The title of a graph is no function's, but tells it from the others.
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
    draft: Draft,
    /// Every mention of a node so far: what a subgraph mentions is a range of this.
    mentioned: Vec<BlockId>,
    open: Vec<Scope<'t>>,
    edges: Vec<PortEdge<'t>>,
    /// Labels of nodes, for their ports.
    labels: BTreeMap<BlockId, Cow<'t, str>>,
    /// The subgraphs of the graph that are drawn as boxes.
    clusters: Vec<Cluster<'t>>,
    heading: Heading<'t>,
}

/// The words before the brace of a graph.
struct Heading<'t> {
    span: Range<usize>,
    name: Option<Cow<'t, str>>,
    repetition: Repetition,
}

/// What several edges with the same ends are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Repetition {
    Parallel,
    /// One edge, since the graph is strict.
    Same,
}

/// A graph or subgraph that is being read.
struct Scope<'t> {
    opening: Range<usize>,
    first_mention: usize,
    /// The number of the cluster that this is.
    cluster: Option<usize>,
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
    label: Option<Cow<'t, str>>,
    color: Option<Cow<'t, str>>,
    visible: bool,
}

/// The attributes that have a meaning here.
#[derive(Default)]
struct Attributes<'t> {
    label: Option<Cow<'t, str>>,
    color: Option<Cow<'t, str>>,
    entry: bool,
    exit: Option<Exit>,
    only_decides: bool,
    invisible: bool,
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
        let heading = Heading {
            span: opening.clone(),
            name: lexer.eat_name()?,
            repetition,
        };
        let mut reader = Reader {
            lexer,
            draft: Draft::new(text),
            mentioned: Vec::new(),
            open: Vec::new(),
            edges: Vec::new(),
            labels: BTreeMap::new(),
            clusters: Vec::new(),
            heading,
        };
        reader.open(opening, None)?;
        Ok(reader)
    }

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

    fn innermost(&mut self) -> Result<&mut Scope<'t>, Fault> {
        let here = self.lexer.span();
        self.open
            .last_mut()
            .ok_or_else(|| Fault::new(here, Cause::UnmatchedEnd))
    }

    /// Passes the brace of a graph or subgraph.
    fn open(&mut self, opening: Range<usize>, name: Option<Cow<'t, str>>) -> Result<(), Fault> {
        if !self.lexer.eat(Token::Open)? {
            return Err(self.lexer.expected("`{`"));
        }
        let cluster = name.filter(|name| self.open.len() == 1 && name.starts_with("cluster"));
        let cluster = cluster.map(|name| {
            let span = opening.clone();
            self.clusters.push(Cluster::new(name, span));
            self.clusters.len() - 1
        });
        self.open.push(Scope {
            opening,
            first_mention: self.mentioned.len(),
            cluster,
            chain: Chain::default(),
        });
        Ok(())
    }

    fn close(&mut self) -> Result<(), Fault> {
        self.lexer.advance()?;
        let scope = self.open.pop();
        match scope {
            Some(scope) if !self.open.is_empty() => {
                let mentioned = scope.first_mention..self.mentioned.len();
                if let Some(cluster) = scope.cluster {
                    self.clusters[cluster].mentioned = mentioned.clone();
                }
                self.chain(Some(Group::Mentioned(mentioned)))
            }
            _ => Ok(()),
        }
    }

    /// Reads a node, or gives nothing because a subgraph opens or an attribute of the graph is set.
    fn end_of_edge(&mut self) -> Result<Option<Group<'t>>, Fault> {
        let span = self.lexer.span();
        if *self.lexer.token() == Token::Open {
            return self.open(span, None).map(|()| None);
        }
        if self.lexer.eat_keyword("subgraph")? {
            let name = self.lexer.eat_name()?;
            return self.open(span, name).map(|()| None);
        }
        if *self.lexer.token() == Token::End {
            let opening = self.innermost()?.opening.clone();
            return Err(Fault::new(opening, Cause::UnclosedGroup));
        }
        let Some(name) = self.lexer.eat_name()? else {
            return Err(self.lexer.expected("a node, an edge or a subgraph"));
        };
        if self.lexer.eat(Token::Equals)? {
            let value = self.value()?;
            let cluster = self.innermost()?.cluster;
            if let (Some(cluster), "label") = (cluster, &*name) {
                self.clusters[cluster].label = Some(value);
            }
            return Ok(None);
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
        let scope = self.innermost()?;
        let joined = scope.chain.from.replace(group.clone());
        let first_edge = scope.chain.first_edge;
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
            Group::Node(block, _) if alone => self.describe(block, attributes, span),
            _ => {
                for edge in &mut self.edges[first_edge..] {
                    edge.visible &= !attributes.invisible;
                    edge.label = edge.label.take().or(attributes.label.clone());
                    edge.color = edge.color.take().or(attributes.color.clone());
                }
            }
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
                label: None,
                color: None,
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

    fn describe(&mut self, block: BlockId, attributes: Attributes<'t>, span: Range<usize>) {
        let node = &mut self.draft.nodes[block];
        node.exit = attributes.exit.or(node.exit);
        node.only_decides |= attributes.only_decides;
        if attributes.entry {
            node.entry = node.entry.take().or(Some(span));
        }
        if let Some(label) = attributes.label {
            node.shown = Some(record::name(&label));
            self.labels.insert(block, label);
        }
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
            "color" => attributes.color = Some(value),
            "entry" => attributes.entry = value == "true",
            "decides" => attributes.only_decides = value == "only",
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

    /// Gives the graphs of the functions, and the words after the graph.
    fn finish(mut self) -> Result<(Lexer<'t>, Vec<Found>), Fault> {
        if self.draft.nodes.is_empty() {
            return Err(Fault::new(self.heading.span, Cause::Empty));
        }
        self.edges.retain(|edge| edge.visible);
        if self.heading.repetition == Repetition::Same {
            let mut seen = BTreeSet::new();
            self.edges.retain(|edge| seen.insert((edge.from, edge.to)));
        }
        let nodes = self.draft.nodes.len();
        let functions = functions::find(&self.clusters, &self.mentioned, nodes, &self.edges);
        self.ask_gcc();
        self.add_edges();
        let found = match functions {
            None => {
                let title = self.heading.name.as_deref();
                let name = title.and_then(functions::of_title).map(String::from);
                alloc::vec![found(self.draft, name, self.heading.span)?]
            }
            Some(functions) => {
                let drafts = self
                    .draft
                    .divide(&functions, self.clusters.len())
                    .into_iter();
                let clusters = drafts.zip(self.clusters);
                // A cluster may be there for its title alone.
                let functions = clusters.filter(|(draft, _)| !draft.nodes.is_empty());
                let graphs = functions.map(|(draft, cluster)| {
                    let name = cluster.function();
                    found(draft, name, cluster.span)
                });
                graphs.collect::<Result<_, _>>()?
            }
        };
        Ok((self.lexer, found))
    }

    /// Finds the facts about edges in the code of GCC's blocks.
    fn ask_gcc(&mut self) {
        let mut labels = BTreeMap::new();
        let mut switches = BTreeMap::new();
        for (&block, label) in &self.labels {
            if let Some(function) = gcc::function(&self.draft.nodes[block].identifier) {
                let lines = record::lines(label);
                let code = gcc::Code::read(lines.iter().map(|line| line.trim()));
                let named = code
                    .labels
                    .into_iter()
                    .map(|label| ((function, label), block));
                labels.extend(named);
                if !code.cases.is_empty() {
                    switches.insert(block, (function, code.cases));
                }
            }
        }
        // By switch and target, the values that lead there.
        let mut values: BTreeMap<(BlockId, BlockId), Vec<String>> = BTreeMap::new();
        for (&block, (function, cases)) in &switches {
            for case in cases {
                if let Some(&to) = labels.get(&(*function, case.label.clone())) {
                    let values = values.entry((block, to)).or_default();
                    values.push(case.value.clone());
                }
            }
        }
        for edge in &mut self.edges {
            let color = edge.color.as_deref();
            if let Some(values) = values.get(&(edge.from, edge.to)) {
                edge.label = Some(Cow::Owned(values.join(", ")));
            } else if gcc::function(&self.draft.nodes[edge.from].identifier).is_some() {
                edge.label = color.and_then(gcc::truth).map(Cow::Borrowed);
            }
        }
        let switches: Vec<BlockId> = switches.into_keys().collect();
        for block in switches {
            self.draft.nodes[block].exit = Some(Exit::Switch);
        }
    }

    /// Gives the edges to the draft, with the places and the texts of their ports.
    fn add_edges(&mut self) {
        let mut records: BTreeMap<BlockId, BTreeMap<String, record::Port>> = BTreeMap::new();
        for edge in core::mem::take(&mut self.edges) {
            let port = edge.port.and_then(|port| {
                let label = self.labels.get(&edge.from);
                let ports = records
                    .entry(edge.from)
                    .or_insert_with(|| record::ports(label.map_or("", |label| label)));
                ports.get(&*port)
            });
            let text = port.map(|port| port.text.as_str());
            let label = edge.label.as_deref().or(text);
            self.draft.edge(DraftEdge {
                rank: port.map_or(0, |port| port.rank),
                label: label.map(arms::one_line),
                ..DraftEdge::new(edge.from, edge.to)
            });
        }
    }
}

/// Makes the graph of a function.
fn found(draft: Draft, name: Option<String>, span: Range<usize>) -> Result<Found, Fault> {
    let mut graph = draft.finish()?;
    graph.name = name;
    Ok(Found { graph, span })
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
