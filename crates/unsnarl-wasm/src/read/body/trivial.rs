//! Parameters of blocks that are always one other value, and those that nothing needs.
//!
//! ```text
//! b1(%x): … br %c, b1(%x), b2        →     b1: … br %c, b1, b2       ;; %x is what the entry passes
//! ```
//! *Needs:* a [`Draft`] with its [`Renamed`] locals. *Gives:* [`Resolved`]: what each value is, and
//! which parameters are left.
//! *Cost:* near-linear: an argument of a parameter is looked at once, and a parameter again only
//! when one of the two values is replaced by which it is known not to be trivial.
//! *Source:* trivial phis in [BraunEtAl13] §3.1, who show that on reducible graphs nothing else is
//! redundant; the two values are the watched literals of [MoskewiczEtAl01].

use super::draft::{BlockNo, Def, Draft, DraftEdge, Value};
use super::places::Graph;
use super::rename::Renamed;

/// What values are.
pub(super) struct Resolved {
    same: Vec<Value>,
    renamed: Renamed,
    /// By value: whether it is needed. It is said of parameters of blocks.
    needed: Vec<bool>,
}

impl Resolved {
    /// The value that a value is.
    pub(super) fn get(&self, value: Value) -> Value {
        self.same[value.index()]
    }

    /// Tells whether a parameter of a block is left.
    pub(super) fn is_left(&self, parameter: Value) -> bool {
        self.get(parameter) == parameter && self.needed[parameter.index()]
    }

    /// What an edge passes for the n-th parameter of its target, with those of locals; nothing if
    /// it brings that without an argument.
    pub(super) fn argument(
        &self,
        draft: &Draft,
        from: BlockNo,
        edge: u32,
        parameter: usize,
    ) -> Option<Value> {
        let value = argument(draft, &self.renamed, from, edge, parameter)?;
        Some(self.get(value))
    }
}

fn argument(
    draft: &Draft,
    renamed: &Renamed,
    from: BlockNo,
    edge: u32,
    parameter: usize,
) -> Option<Value> {
    let DraftEdge {
        brought, arguments, ..
    } = draft.block(from).edges[edge as usize];
    let given = parameter.checked_sub(brought as usize)?;
    Some(match given.checked_sub(arguments.len()) {
        None => draft.values(arguments)[given],
        Some(local) => renamed.argument(from, edge, local),
    })
}

/// Finds what values are.
pub(super) fn resolve(draft: &Draft, graph: &Graph, renamed: Renamed) -> Resolved {
    let mut search = Search::new(draft, graph, renamed);
    for place in 0..search.parameters.len() {
        search.todo.push(place as u32);
        search.run();
    }
    search.finish()
}

/// A parameter of a block.
struct Parameter {
    value: Value,
    block: BlockNo,
    number: usize,
    /// A value that it may have.
    first: Option<Value>,
    /// Another one; then it is not trivial.
    other: Option<Value>,
    /// How many edges bring nothing else than the first value, or itself.
    passed: usize,
}

struct Search<'a> {
    draft: &'a Draft,
    graph: &'a Graph,
    renamed: Renamed,
    /// By value: another one that is the same, or itself.
    same: Vec<Value>,
    parameters: Vec<Parameter>,
    /// By value: the place of a parameter among all.
    places: Vec<u32>,
    /// By parameter: those that watch it.
    watchers: Vec<Vec<u32>>,
    /// Parameters to be looked at.
    todo: Vec<u32>,
    needed: Vec<bool>,
}

const NONE: u32 = u32::MAX;

impl<'a> Search<'a> {
    fn new(draft: &'a Draft, graph: &'a Graph, renamed: Renamed) -> Self {
        let mut search = Search {
            draft,
            graph,
            same: renamed.same.clone(),
            renamed,
            parameters: Vec::new(),
            places: vec![NONE; draft.types.len()],
            watchers: Vec::new(),
            todo: Vec::new(),
            needed: vec![false; draft.types.len()],
        };
        for &block in &graph.order {
            let data = draft.block(block);
            let edges = graph.incoming.row(block).iter();
            let brought = edges.map(|&(from, edge)| draft.block(from).edges[edge as usize].brought);
            let pinned = brought.max().unwrap_or(0) as usize;
            let locals = data.locals.iter().map(|&(_, value)| value);
            let all = data.parameters.iter().copied().chain(locals);
            for (number, value) in all.enumerate() {
                if number < pinned {
                    search.needed[value.index()] = true;
                    continue;
                }
                search.places[value.index()] = search.parameters.len() as u32;
                search.parameters.push(Parameter {
                    value,
                    block,
                    number,
                    first: None,
                    other: None,
                    passed: 0,
                });
            }
        }
        search.watchers = vec![Vec::new(); search.parameters.len()];
        search
    }

    /// The value that a value is, as far as is known.
    fn find(&mut self, mut value: Value) -> Value {
        loop {
            let above = self.same[value.index()];
            if above == value {
                return value;
            }
            let further = self.same[above.index()];
            self.same[value.index()] = further;
            value = further;
        }
    }

    fn run(&mut self) {
        while let Some(place) = self.todo.pop() {
            let own = self.parameters[place as usize].value;
            if self.find(own) == own {
                self.look(place, own);
            }
        }
    }

    /// Looks at a parameter whose first value, or other one, may be known better now.
    fn look(&mut self, place: u32, own: Value) {
        let Parameter {
            block,
            number,
            first,
            other,
            mut passed,
            ..
        } = self.parameters[place as usize];
        let watched = [first, other];
        let first = first.map(|value| self.find(value));
        let mut first = first.filter(|&value| value != own);
        let incoming = self.graph.incoming.row(block);
        let mut another = None;
        while let Some(&(from, edge)) = incoming.get(passed) {
            let argument = argument(self.draft, &self.renamed, from, edge, number);
            let argument =
                argument.expect("every incoming edge passes an argument for this parameter");
            let argument = self.find(argument);
            if argument != own && *first.get_or_insert(argument) != argument {
                another = Some(argument);
                break;
            }
            passed += 1;
        }
        let parameter = &mut self.parameters[place as usize];
        (parameter.first, parameter.other, parameter.passed) = (first, another, passed);
        if another.is_some() {
            for value in [first, another].into_iter().flatten() {
                let known = self.places[value.index()];
                if known != NONE && !watched.contains(&Some(value)) {
                    self.watchers[known as usize].push(place);
                }
            }
            return;
        }
        let value = first.expect("a path from the entry brings another value");
        self.same[own.index()] = value;
        self.todo.append(&mut self.watchers[place as usize]);
    }

    fn finish(mut self) -> Resolved {
        for value in 0..self.same.len() as u32 {
            self.same[value as usize] = self.find(Value(value));
        }
        self.mark();
        Resolved {
            same: self.same,
            renamed: self.renamed,
            needed: self.needed,
        }
    }

    /// Marks the parameters that instructions and exits need, and those that these need.
    fn mark(&mut self) {
        let mut stack = Vec::new();
        let draft = self.draft;
        let is_parameter = |value: Value| draft.defs[value.index()] == Def::BlockParameter;
        for &block in &self.graph.order {
            let data = draft.block(block);
            let insts = &draft.insts[data.insts.start as usize..data.insts.end as usize];
            let rows = insts
                .iter()
                .map(|inst| inst.operands)
                .chain([data.operands]);
            for row in rows {
                stack.extend(
                    draft
                        .values(row)
                        .iter()
                        .map(|value| self.same[value.index()]),
                );
            }
        }
        while let Some(value) = stack.pop() {
            if !is_parameter(value) || std::mem::replace(&mut self.needed[value.index()], true) {
                continue;
            }
            let place = self.places[value.index()];
            if place == NONE {
                continue;
            }
            let Parameter { block, number, .. } = self.parameters[place as usize];
            for &(from, edge) in self.graph.incoming.row(block) {
                let argument = argument(draft, &self.renamed, from, edge, number);
                stack.extend(argument.map(|argument| self.same[argument.index()]));
            }
        }
    }
}
