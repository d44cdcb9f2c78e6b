//! Functions with their code: scopes, inlined calls, and where variables are.
//!
//! *Needs:* the bodies of a function. *Gives:* its entry.
//! *Departs:* a block without variables has no entry, as with LLVM.

use foldhash::HashSet;
use gimli::write::{AttributeValue, Expression, Location, LocationList};
use unsnarl_ir::debug::{LocalScope, LocalVariableId, LocationId, SubprogramId};

use super::Body;
use super::entry::Entry;
use super::sections::Target;
use super::tree::{Node, Tree};
use super::unit::Unit;
use crate::debug::{Variable, Where};

impl<'a> Unit<'a, '_> {
    /// Finds the functions that were inlined into bodies, and those of their variables that these
    /// mention.
    pub(super) fn find_inlined(&mut self, bodies: &[Body<'a>]) {
        let mut seen: HashSet<LocationId> = HashSet::default();
        let mut of_variables: HashSet<LocalVariableId> = HashSet::default();
        for body in bodies {
            let rows = body.code.rows.iter().filter_map(|row| row.location);
            for location in rows {
                self.inlined_at(location, &mut seen);
            }
            for variable in &body.code.variables {
                let Some(call) = variable.inlined_at else {
                    continue;
                };
                self.inlined_at(call, &mut seen);
                let own = self.info.local_variables[variable.id].scope;
                let Some(own) = own.and_then(|scope| self.function_of(scope)) else {
                    continue;
                };
                let variables = self.inlined.entry(own).or_default();
                if of_variables.insert(variable.id) {
                    variables.push(variable.id);
                }
            }
        }
    }

    /// Notes the function of a location that was inlined, and those into which it was.
    fn inlined_at(&mut self, location: LocationId, seen: &mut HashSet<LocationId>) {
        let mut at = Some(location);
        while let Some(location) = at {
            if !seen.insert(location) {
                return;
            }
            let own = &self.info.locations[location];
            let function = own.scope.and_then(|scope| self.function_of(scope));
            if let Some(function) = function.filter(|_| own.inlined_at.is_some()) {
                self.inlined.entry(function).or_default();
            }
            at = own.inlined_at;
        }
    }

    /// The function that a scope is in.
    pub(super) fn function_of(&self, scope: LocalScope) -> Option<SubprogramId> {
        let mut at = scope;
        loop {
            at = match at {
                LocalScope::Subprogram(id) => return Some(id),
                LocalScope::LexicalBlock(id) => self.info.lexical_blocks[id].scope?,
                LocalScope::LexicalBlockFile(id) => self.info.lexical_block_files[id].scope?,
            };
        }
    }

    /// Writes a function with its code.
    pub(super) fn function(&mut self, id: SubprogramId, bodies: &[Body<'a>]) {
        let mut entry = self.subprogram(id);
        if self.inlined.contains_key(&id) {
            let origin = entry;
            entry = self.add(self.root(), gimli::DW_TAG_subprogram);
            self.set_entry(entry, gimli::DW_AT_abstract_origin, origin);
        }
        let ranges = bodies.iter();
        let ranges = ranges.map(|body| (body.place, 0, body.code.size)).collect();
        self.set_ranges(entry, ranges, false);
        self.frame_base(entry, bodies);
        let mut tree = Tree::new(self.info, id, bodies);
        for variable in self.retained(id) {
            tree.retain(variable);
        }
        self.scopes_of(entry, bodies, &mut tree);
    }

    /// Says which local has the address of the frame. Of several bodies only the first has one.
    fn frame_base(&mut self, entry: Entry, bodies: &[Body<'a>]) {
        let with_frame = |body: &Body<'a>| Some((*body, body.code.frame?));
        let Some((body, local)) = bodies.iter().find_map(with_frame) else {
            return;
        };
        let mut base = Expression::new();
        base.op_wasm_local(local);
        base.op(gimli::DW_OP_stack_value);
        let value = match bodies.len() {
            1 => AttributeValue::Exprloc(base),
            _ => self.list(vec![all_of(body, base)]),
        };
        self.set(entry, gimli::DW_AT_frame_base, value);
    }

    /// A list of locations. Its places count from the starts of bodies, so that only these need a
    /// relocation.
    fn list(&mut self, places: Vec<Located>) -> AttributeValue {
        let mut list = Vec::with_capacity(places.len() + 1);
        let mut base = None;
        for Located { place, bytes, data } in places {
            if base.replace(place) != Some(place) {
                let address = Target::Code(place).address(0);
                list.push(Location::BaseAddress { address });
            }
            list.push(Location::OffsetPair {
                begin: bytes.0.into(),
                end: bytes.1.into(),
                data,
            });
        }
        let list = self.out.locations.add(LocationList(list));
        AttributeValue::LocationListRef(list)
    }

    /// Writes the scopes of a function.
    fn scopes_of(&mut self, function: Entry, bodies: &[Body<'a>], tree: &mut Tree<'a>) {
        let mut left = vec![(0, function)];
        while let Some((place, parent)) = left.pop() {
            let mut node = std::mem::replace(&mut tree.nodes[place], Node::none());
            let entry = match place {
                0 => parent,
                _ => self.scope_of_code(parent, &mut node),
            };
            if self.is_full() {
                let variables = &mut node.variables;
                variables.sort_by_key(|(id, _)| match self.info.local_variables[*id].argument {
                    0 => u32::MAX,
                    argument => argument,
                });
                for (id, known) in std::mem::take(variables) {
                    self.variable(entry, id, bodies, &known);
                }
            }
            let children = node.children.into_iter().rev();
            left.extend(children.map(|child| (child, entry)));
        }
    }

    fn scope_of_code(&mut self, parent: Entry, node: &mut Node<'a>) -> Entry {
        let ranges = std::mem::take(&mut node.ranges);
        match (node.scope, node.inlined_at) {
            (LocalScope::Subprogram(id), Some(call)) => {
                let origin = self.subprogram(id);
                let entry = self.add(parent, gimli::DW_TAG_inlined_subroutine);
                self.set_entry(entry, gimli::DW_AT_abstract_origin, origin);
                self.set_ranges(entry, ranges, false);
                self.call(entry, call);
                entry
            }
            (LocalScope::LexicalBlock(id), _) if self.is_full() && !node.variables.is_empty() => {
                let entry = self.add(parent, gimli::DW_TAG_lexical_block);
                let first = node.variables[0].0;
                if self.is_abstract(first) {
                    self.abstract_variable(first);
                    if let Some(&origin) = self.abstract_blocks.get(&id) {
                        self.set_entry(entry, gimli::DW_AT_abstract_origin, origin);
                    }
                }
                self.set_ranges(entry, ranges, false);
                entry
            }
            _ => parent,
        }
    }

    /// Says where a function was inlined.
    fn call(&mut self, entry: Entry, call: LocationId) {
        let own = &self.info.locations[call];
        if let Some((file, discriminator)) = self.file_of(call) {
            let file = AttributeValue::FileIndex(Some(self.file(file)));
            self.set(entry, gimli::DW_AT_call_file, file);
            self.set_nonzero(entry, gimli::DW_AT_GNU_discriminator, discriminator.into());
        }
        self.set_number(entry, gimli::DW_AT_call_line, own.line.into());
        self.set_nonzero(entry, gimli::DW_AT_call_column, own.column.into());
    }

    /// Tells whether a variable is one of a function that was inlined.
    fn is_abstract(&self, id: LocalVariableId) -> bool {
        let scope = self.info.local_variables[id].scope;
        let function = scope.and_then(|scope| self.function_of(scope));
        function.is_some_and(|function| self.inlined.contains_key(&function))
    }

    fn variable(
        &mut self,
        parent: Entry,
        id: LocalVariableId,
        bodies: &[Body<'a>],
        known: &[(usize, &Variable)],
    ) {
        let entry = self.add_variable(parent, id);
        self.variables.entry(id).or_insert(entry);
        if let Some(location) = self.location(bodies, known) {
            self.set(entry, gimli::DW_AT_location, location);
        }
        let origin = match self.is_abstract(id) {
            true => self.abstract_variable(id),
            false => None,
        };
        match origin {
            Some(origin) => self.set_entry(entry, gimli::DW_AT_abstract_origin, origin),
            None => self.describe_variable(entry, id),
        }
    }

    /// Where a variable is, in all bodies.
    fn location(
        &mut self,
        bodies: &[Body<'a>],
        known: &[(usize, &Variable)],
    ) -> Option<AttributeValue> {
        let mut list = Vec::new();
        for &(place, variable) in known {
            match &variable.place {
                Where::Whole(expression) => match bodies {
                    [_] => return Some(AttributeValue::Exprloc(expression.clone())),
                    _ => {
                        let body = bodies.iter().find(|body| body.place == place)?;
                        list.push(all_of(*body, expression.clone()));
                    }
                },
                Where::Ranges(ranges) => {
                    let ranges = ranges.iter();
                    list.extend(ranges.map(|(start, end, expression)| Located {
                        place,
                        bytes: (*start, *end),
                        data: expression.clone(),
                    }));
                }
            }
        }
        match list.is_empty() {
            true => None,
            false => Some(self.list(list)),
        }
    }
}

/// Where something is in some bytes, from and up to, of the body at a place.
struct Located {
    place: usize,
    bytes: (u32, u32),
    data: Expression,
}

/// There in all of a body.
fn all_of(body: Body<'_>, data: Expression) -> Located {
    Located {
        place: body.place,
        bytes: (0, body.code.size),
        data,
    }
}
