//! The meaning of a graph of DOT: control flow, its blocks and arms.
//!
//! *Needs:* nodes, edges and clusters with their attributes.
//! *Gives:* a graph for each function.
//! *Cost:* O(n log n).

use super::arm::Arm;
use super::attributes::{Attributes, Direction};
use super::functions::{self, Function, Title};
use super::lex::Id;
use super::record::Port;
use super::{Draft, Edge, Ends, Fault, Graph, gcc, html, record, tools};
use crate::cfg::Exit;
use crate::ids::{BlockId, Id as _, IdMap};
use crate::text::elements::{DraftEdge, NodeText, Shape};
use crate::text::error::Cause;
use crate::text::{Found, arms};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

/// Gives the graphs of the functions.
pub(super) fn graphs(mut graph: Graph<'_>) -> Result<Vec<Found>, Fault> {
    if graph.draft.nodes.is_empty() {
        return Err(Fault::new(graph.span, Cause::Empty));
    }
    let function = function_of_title(&graph)?;
    describe_nodes(&mut graph);
    if function.is_some() {
        // LLVM writes the blocks of a function in their order.
        graph.draft.nodes[BlockId::new(0)].begins = true;
    }
    let mut edges = arms_of(&graph.edges);
    let mut dropped = tools::drop_calls(&mut edges);
    dropped.extend(tools::drop_legend(&graph, &mut edges));
    let ends: Vec<Ends> = edges.iter().map(|edge| edge.ends).collect();
    let nodes = graph.draft.nodes.len();
    let functions =
        tools::functions_of_spirv(&graph).or_else(|| graph.clusters.functions(nodes, &ends));
    name_arms(&mut graph, &mut edges);
    for edge in edges {
        graph.draft.edge(DraftEdge {
            rank: edge.rank,
            label: edge.label,
            ..DraftEdge::new(edge.ends.from, edge.ends.to)
        });
    }
    graph.draft.is_rewritten = graph.is_laid_out;
    if functions.is_none() && dropped.is_empty() {
        return Ok(alloc::vec![found(graph.draft, function, graph.span)?]);
    }
    let (functions, mut places) = functions.unwrap_or_else(|| {
        let function = Function::of_graph(function);
        (alloc::vec![function], IdMap::filled(nodes, Some(0)))
    });
    for block in dropped {
        places[block] = None;
    }
    divided(graph, functions, &places)
}

/// Makes the graph of each function.
fn divided(
    graph: Graph<'_>,
    functions: Vec<Function<'_>>,
    places: &IdMap<BlockId, Option<usize>>,
) -> Result<Vec<Found>, Fault> {
    let Graph {
        draft, span, label, ..
    } = graph;
    let drafts = draft.divide(places, functions.len()).into_iter();
    // A cluster may exist for its title alone.
    let functions = drafts
        .zip(functions)
        .filter(|(draft, _)| !draft.nodes.is_empty());
    let graphs = functions.map(|(draft, function)| {
        let is_alone = function.span.is_none();
        let label = label
            .as_ref()
            .filter(|_| is_alone && places_several(places));
        let name = function.name.or_else(|| label.map(Id::line));
        let span = function.span.unwrap_or_else(|| span.clone());
        found(draft, name, span)
    });
    let graphs: Vec<Found> = graphs.collect::<Result<_, _>>()?;
    match graphs.is_empty() {
        true => Err(Fault::new(span, Cause::Empty)),
        false => Ok(graphs),
    }
}

/// Tells whether the nodes belong to several functions.
fn places_several(places: &IdMap<BlockId, Option<usize>>) -> bool {
    places.values().flatten().any(|&place| place > 0)
}

/// Makes the graph of a function.
fn found(draft: Draft, name: Option<String>, span: Range<usize>) -> Result<Found, Fault> {
    let mut graph = draft.finish()?;
    graph.name = name;
    Ok(Found { graph, span })
}

/// If LLVM's title says that the graph is control flow, gives its function.
fn function_of_title(graph: &Graph<'_>) -> Result<Option<String>, Fault> {
    let titles = [&graph.name, &graph.label].into_iter().flatten();
    match titles
        .map(Id::text)
        .find_map(|title| functions::title(&title))
    {
        Some(Title::Other(what)) => {
            let span = graph.span.clone();
            Err(Fault::new(span, Cause::NotControlFlow { what }))
        }
        Some(Title::ControlFlow(function)) => Ok(Some(function)),
        None => Ok(None),
    }
}

/// Lists the edges of control flow in their order.
fn arms_of<'t>(edges: &[Edge<'t>]) -> Vec<Arm<'t>> {
    let mut arms = Vec::new();
    let drawn = |edge: &&Edge<'t>| !edge.is_merged && !edge.attributes.has_style("invis");
    for edge in edges.iter().filter(drawn) {
        let Ends { from, to } = edge.ends;
        let [tail, head] = &edge.ports;
        let mut add = |from, to, port: &Option<Id<'t>>| {
            arms.push(Arm {
                ends: Ends { from, to },
                port: port.clone(),
                rank: 0,
                label: label(&edge.attributes),
                attributes: edge.attributes.clone(),
            });
        };
        let direction = edge.attributes.direction;
        if direction != Some(Direction::Back) {
            add(from, to, tail);
        }
        if matches!(direction, Some(Direction::Back | Direction::Both)) {
            add(to, from, head);
        }
    }
    arms
}

/// Gives the text on an edge, unless it only gives a frequency.
fn label(attributes: &Attributes<'_>) -> Option<String> {
    let line = arms::one_line(&attributes.edge_label()?.line());
    (!line.is_empty() && !arms::is_frequency(&line)).then_some(line)
}

/// Copies the descriptions of nodes from the text to the draft.
fn describe_nodes(graph: &mut Graph<'_>) {
    for (&block, attributes) in &graph.nodes {
        let node = &mut graph.draft.nodes[block];
        node.exit = attributes.exit.or(node.exit);
        node.only_decides |= attributes.only_decides;
        let shape = attributes.shape.as_ref().map(Id::text);
        let shape = shape.as_deref().unwrap_or_default();
        // The escape stands for the identifier.
        let Some(label) = attributes.label.as_ref().filter(|label| !label.is("\\N")) else {
            continue;
        };
        let mut lines = match label {
            Id::Plain(text) if text.starts_with('{') || matches!(shape, "record" | "Mrecord") => {
                record::code(text)
            }
            label => label.lines(),
        };
        lines.retain(|line| !line.trim().is_empty());
        if let [line] = lines.as_mut_slice() {
            *line = arms::unquoted(line).replace("\\n", "\n");
        }
        tools::read_tooltip_of_go(&mut lines, attributes);
        node.begins |= tools::begins(&mut lines);
        let first = lines.first().map_or("", |line| line.trim());
        node.shown = Some(tools::name(&node.identifier, first));
        let shape = match shape {
            "diamond" | "hexagon" => Shape::Question,
            _ => Shape::Plain,
        };
        node.text = NodeText::new(lines, shape);
    }
}

/// Sets the order and the texts of edges, by ports, colours, and the code of blocks.
fn name_arms<'t>(graph: &mut Graph<'t>, edges: &mut [Arm<'t>]) {
    ask_gcc(graph, edges);
    tools::name_cases_of_clang(graph, edges);
    let mut out: BTreeMap<BlockId, Vec<usize>> = BTreeMap::new();
    for (index, edge) in edges.iter().enumerate() {
        out.entry(edge.ends.from).or_default().push(index);
    }
    for arms in out.values() {
        read_ports(graph, edges, arms);
    }
    tools::order_arms_of_cranelift(graph, edges);
    tools::drop_slots_of_go(graph, edges);
    for arms in out.into_values() {
        match *arms.as_slice() {
            [first, second] => {
                read_colors(edges, first, second);
                tools::name_arms_of_soot(graph, edges, [first, second]);
            }
            [first, _, _, ..] if tools::is_spirv(graph) => {
                edges[first].label = Some(String::from("default"));
            }
            _ => {}
        }
    }
}

/// Reads the order and the texts of the ports through which edges leave a block.
fn read_ports<'t>(graph: &Graph<'t>, edges: &mut [Arm<'t>], arms: &[usize]) {
    let from = |arm: &usize| edges[*arm].ends.from;
    let Some(node) = arms.first().and_then(|arm| graph.nodes.get(&from(arm))) else {
        return;
    };
    let named = || {
        arms.iter()
            .filter_map(|&arm| Some((arm, edges[arm].port.as_ref()?.key())))
    };
    let mut users: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (arm, port) in named() {
        users.entry(port).or_default().push(arm);
    }
    if users.is_empty() {
        return;
    }
    let ports = match &node.label {
        Some(Id::Plain(label)) => record::ports(label),
        Some(Id::Html(label)) => html::ports(label),
        None => BTreeMap::new(),
    };
    for (name, users) in users {
        let Some(port) = ports.get(&name) else {
            continue;
        };
        for &user in &users {
            edges[user].rank = port.rank;
        }
        // The text names an arm if only that arm, of several, has the port.
        if let (&[arm], 2..) = (users.as_slice(), arms.len()) {
            read_text_of_port(&mut edges[arm], port);
        }
    }
}

fn read_text_of_port(edge: &mut Arm<'_>, port: &Port) {
    let text = arms::one_line(&port.text);
    edge.label = match edge.label.take() {
        // The edge's own name takes precedence over the port's, but a default is kept.
        Some(label) if arms::is_default(&text) && !arms::is_default(&label) => {
            Some(format!("{label}, default"))
        }
        Some(label) => Some(label),
        None => (!text.is_empty()).then_some(text),
    };
}

/// Reads the colours of the two edges out of a block, if they have no texts.
fn read_colors(edges: &mut [Arm<'_>], first: usize, second: usize) {
    if edges[first].label.is_some() || edges[second].label.is_some() {
        return;
    }
    let colors = [first, second].map(|edge| {
        let color = edges[edge].attributes.color.as_ref().map(Id::text);
        color.and_then(|color| tools::truth(&color))
    });
    if let [Some(of_first), Some(of_second)] = colors
        && of_first != of_second
    {
        edges[first].label = Some(of_first.to_string());
        edges[second].label = Some(of_second.to_string());
    }
}

/// Finds the facts about edges in the code of GCC's blocks.
fn ask_gcc<'t>(graph: &mut Graph<'t>, edges: &mut [Arm<'t>]) {
    let mut labels = BTreeMap::new();
    let mut switches = BTreeMap::new();
    for (block, node) in graph.draft.nodes.iter() {
        if let Some(function) = gcc::function(&node.identifier) {
            let code = gcc::Code::read(node.text.lines.iter().map(|line| line.trim()));
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
    // By switch and target: the values that lead there.
    let mut values: BTreeMap<(BlockId, BlockId), Vec<String>> = BTreeMap::new();
    for (&block, (function, cases)) in &switches {
        for case in cases {
            if let Some(&to) = labels.get(&(*function, case.label.clone())) {
                let values = values.entry((block, to)).or_default();
                values.push(case.value.clone());
            }
        }
    }
    for edge in edges {
        let Ends { from, to } = edge.ends;
        if let Some(values) = values.get(&(from, to)) {
            edge.label = Some(values.join(", "));
        } else if gcc::function(&graph.draft.nodes[from].identifier).is_some() {
            let color = edge.attributes.color.as_ref().map(Id::text);
            let truth = color.and_then(|color| gcc::truth(&color));
            edge.label = truth.map(ToString::to_string);
        }
    }
    let switches: BTreeSet<BlockId> = switches.into_keys().collect();
    for block in switches {
        graph.draft.nodes[block].exit = Some(Exit::Switch);
    }
}
