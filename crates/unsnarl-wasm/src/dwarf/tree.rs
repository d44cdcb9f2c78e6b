//! The scopes of a function's code: blocks, and calls that were inlined.
//!
//! *Needs:* the rows and variables of the bodies of a function. *Gives:* [`Tree`].
//! *Cost:* near-linear in the rows, times [how deep scopes nest](DEEPEST).

use foldhash::HashMap;
use unsnarl_ir::Id;
use unsnarl_ir::debug::{DebugInfo, LocalScope, LocalVariableId, LocationId, SubprogramId};

use super::Body;
use super::entry::DEEPEST;
use crate::debug::Variable;

/// A scope, and where that was inlined.
type Key = (LocalScope, Option<LocationId>);

/// The scopes of a function. The first is the function itself.
pub(super) struct Tree<'a> {
    info: &'a DebugInfo,
    own: SubprogramId,
    pub(super) nodes: Vec<Node<'a>>,
    known: HashMap<Key, usize>,
    /// By scope and variable: its place among the variables of the scope.
    places: HashMap<(usize, LocalVariableId), usize>,
}

/// A scope.
pub(super) struct Node<'a> {
    pub(super) scope: LocalScope,
    pub(super) inlined_at: Option<LocationId>,
    parent: usize,
    depth: u32,
    pub(super) children: Vec<usize>,
    /// Its bytes: the place of a body, and from where to where.
    pub(super) ranges: Vec<(usize, u32, u32)>,
    /// Its variables, each with what bodies say of it.
    pub(super) variables: Vec<(LocalVariableId, Vec<(usize, &'a Variable)>)>,
}

impl Node<'_> {
    /// What is left where a scope was.
    pub(super) fn none() -> Self {
        Node {
            scope: LocalScope::Subprogram(SubprogramId::new(0)),
            inlined_at: None,
            parent: 0,
            depth: 0,
            children: Vec::new(),
            ranges: Vec::new(),
            variables: Vec::new(),
        }
    }
}

impl<'a> Tree<'a> {
    pub(super) fn new(info: &'a DebugInfo, own: SubprogramId, bodies: &[Body<'a>]) -> Self {
        let root = Node {
            scope: LocalScope::Subprogram(own),
            ..Node::none()
        };
        let mut tree = Tree {
            info,
            own,
            known: HashMap::default(),
            places: HashMap::default(),
            nodes: vec![root],
        };
        for body in bodies {
            tree.rows(body);
        }
        for body in bodies {
            for variable in &body.code.variables {
                tree.variable(body.place, variable);
            }
        }
        tree
    }

    fn rows(&mut self, body: &Body<'a>) {
        let rows = &body.code.rows;
        for (place, row) in rows.iter().enumerate() {
            let Some(location) = row.location else {
                continue;
            };
            let end = rows.get(place + 1).map_or(body.code.size, |next| next.at);
            let Some(mut node) = self.of_location(location) else {
                continue;
            };
            while node != 0 {
                let ranges = &mut self.nodes[node].ranges;
                match ranges.last_mut() {
                    Some((last, _, before)) if *last == body.place && *before == row.at => {
                        *before = end;
                    }
                    _ => ranges.push((body.place, row.at, end)),
                }
                node = self.nodes[node].parent;
            }
        }
    }

    fn of_location(&mut self, location: LocationId) -> Option<usize> {
        let own = &self.info.locations[location];
        Some(self.node((own.scope?, own.inlined_at)))
    }

    fn variable(&mut self, place: usize, variable: &'a Variable) {
        if let Some(known) = self.known(variable.id, variable.inlined_at) {
            known.push((place, variable));
        }
    }

    /// Adds a variable of the function itself of which nothing is known, if it is missing.
    pub(super) fn retain(&mut self, id: LocalVariableId) {
        self.known(id, None);
    }

    /// What is known of a variable.
    fn known(
        &mut self,
        id: LocalVariableId,
        inlined_at: Option<LocationId>,
    ) -> Option<&mut Vec<(usize, &'a Variable)>> {
        let scope = self.info.local_variables[id].scope?;
        let node = self.node((scope, inlined_at));
        let variables = &mut self.nodes[node].variables;
        let place = *self.places.entry((node, id)).or_insert_with(|| {
            variables.push((id, Vec::new()));
            variables.len() - 1
        });
        Some(&mut variables[place].1)
    }

    /// The scope that a scope is in.
    fn outer(&self, (scope, inlined_at): Key) -> Option<Key> {
        let (scope, inlined_at) = match (scope, inlined_at) {
            (LocalScope::LexicalBlock(id), at) => (self.info.lexical_blocks[id].scope, at),
            (LocalScope::LexicalBlockFile(id), at) => (self.info.lexical_block_files[id].scope, at),
            (LocalScope::Subprogram(_), Some(at)) => {
                let call = &self.info.locations[at];
                (call.scope, call.inlined_at)
            }
            (LocalScope::Subprogram(_), None) => (None, None),
        };
        Some((scope?, inlined_at))
    }

    fn node(&mut self, key: Key) -> usize {
        let mut missing = Vec::new();
        let mut at = Some(key);
        let mut node = loop {
            let Some(key) = at else { break 0 };
            if key == (LocalScope::Subprogram(self.own), None) {
                break 0;
            }
            if let Some(&node) = self.known.get(&key) {
                break node;
            }
            missing.push(key);
            at = self.outer(key);
        };
        while let Some(key) = missing.pop() {
            // A part in another file is no scope of its own; nor is one too deep.
            let is_own = !matches!(key.0, LocalScope::LexicalBlockFile(_));
            let depth = self.nodes[node].depth + 1;
            if is_own && depth < DEEPEST && self.has_code(key) {
                let (scope, inlined_at) = key;
                let new = self.nodes.len();
                self.nodes[node].children.push(new);
                self.nodes.push(Node {
                    scope,
                    inlined_at,
                    parent: node,
                    depth,
                    children: Vec::new(),
                    ranges: Vec::new(),
                    variables: Vec::new(),
                });
                node = new;
            }
            self.known.insert(key, node);
        }
        node
    }

    /// Tells whether a scope can be one of the function's: all but other functions that were not
    /// inlined.
    fn has_code(&self, (scope, inlined_at): Key) -> bool {
        !matches!(scope, LocalScope::Subprogram(_)) || inlined_at.is_some()
    }
}
