//! Rule D2, and the function of a scope.

use std::collections::HashMap;

use crate::debug::{DebugInfo, LocalScope, LocationId, Node, SubprogramId};

/// Finds, for every cycle of scopes and inlined-at locations, a node in it: one that leads back
/// into the cycle. O(nodes).
pub fn scope_circles(info: &DebugInfo) -> Vec<Node> {
    let numbers = info.numbers();
    // By number: the walk that came here first, or 0.
    let mut walks: Vec<usize> = vec![0; numbers.count()];
    let mut circles = Vec::new();
    for (walk, start) in info.nodes().enumerate() {
        let mut at = start;
        while let Some(number) = numbers.of(at) {
            if walks[number] != 0 {
                break;
            }
            walks[number] = walk + 1;
            let Some(outer) = outer(info, at) else { break };
            if numbers
                .of(outer)
                .is_some_and(|number| walks[number] == walk + 1)
            {
                circles.push(at);
                break;
            }
            at = outer;
        }
    }
    circles
}

/// The scope around a node; for a location, the place where it was inlined.
fn outer(info: &DebugInfo, node: Node) -> Option<Node> {
    match node {
        Node::Subprogram(id) => info.subprograms[id].scope.map(Node::from),
        Node::LexicalBlock(id) => info.lexical_blocks[id].scope.map(Node::from),
        Node::LexicalBlockFile(id) => info.lexical_block_files[id].scope.map(Node::from),
        Node::Namespace(id) => info.namespaces[id].scope.map(Node::from),
        Node::SourceModule(id) => info.source_modules[id].scope.map(Node::from),
        Node::CommonBlock(id) => info.common_blocks[id].scope.map(Node::from),
        Node::BasicType(id) => info.basic_types[id].scope.map(Node::from),
        Node::DerivedType(id) => info.derived_types[id].scope.map(Node::from),
        Node::CompositeType(id) => info.composite_types[id].scope.map(Node::from),
        Node::SubrangeType(id) => info.subrange_types[id].scope.map(Node::from),
        Node::Location(id) => info.locations[id].inlined_at.map(Node::from),
        _ => None,
    }
}

/// The functions of scopes and locations; each is computed once.
pub(super) struct Scopes<'m> {
    info: &'m DebugInfo,
    of_scopes: HashMap<LocalScope, Option<SubprogramId>>,
    of_locations: HashMap<LocationId, Option<SubprogramId>>,
}

impl<'m> Scopes<'m> {
    pub(super) fn new(info: &'m DebugInfo) -> Self {
        Scopes {
            info,
            of_scopes: HashMap::new(),
            of_locations: HashMap::new(),
        }
    }

    /// The function of a scope; nothing if it leads to none.
    pub(super) fn function_of(&mut self, scope: LocalScope) -> Option<SubprogramId> {
        let mut path = Vec::new();
        let mut at = Some(scope);
        let found = loop {
            let scope = match at {
                None => break None,
                Some(LocalScope::Subprogram(id)) => break Some(id),
                Some(scope) => scope,
            };
            if let Some(&known) = self.of_scopes.get(&scope) {
                break known;
            }
            // If the path comes here again, it is a cycle and leads to no function.
            self.of_scopes.insert(scope, None);
            path.push(scope);
            at = match scope {
                LocalScope::Subprogram(_) => None,
                LocalScope::LexicalBlock(id) => self.info.lexical_blocks[id].scope,
                LocalScope::LexicalBlockFile(id) => self.info.lexical_block_files[id].scope,
            };
        };
        for scope in path {
            self.of_scopes.insert(scope, found);
        }
        found
    }

    /// The function that finally contains a location's code, after all inlining.
    pub(super) fn outermost(&mut self, location: LocationId) -> Option<SubprogramId> {
        let mut path = Vec::new();
        let mut at = location;
        let found = loop {
            if let Some(&known) = self.of_locations.get(&at) {
                break known;
            }
            self.of_locations.insert(at, None);
            path.push(at);
            let own = self.info.locations[at].scope;
            let own = own.and_then(|scope| self.function_of(scope));
            match self.info.locations[at].inlined_at {
                Some(outer) if own.is_some() => at = outer,
                _ => break own,
            }
        };
        for location in path {
            self.of_locations.insert(location, found);
        }
        found
    }
}
