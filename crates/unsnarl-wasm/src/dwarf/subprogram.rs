//! Functions, without their code.
//!
//! *Gives:* for each function of the source the entry that others refer to: a declaration, an
//! abstract function if it was inlined somewhere, or the one with its code.
//! *Cost:* linear, without recursion: an entry gets its attributes when its turn comes.

use gimli::write::{AttributeValue, Expression};
use unsnarl_ir::debug::words::{Flags, SubprogramFlags};
use unsnarl_ir::debug::{LocalVariableId, Node, Scope, SubprogramId, TypeRef};

use super::entry::Entry;
use super::unit::{Pending, Unit};

const EXPLICIT: Flags = Flags(1 << 7);
const PROTOTYPED: Flags = Flags(1 << 8);
const LVALUE: Flags = Flags(1 << 13);
const RVALUE: Flags = Flags(1 << 14);
const NO_RETURN: Flags = Flags(1 << 20);

/// Only its unit sees it.
const LOCAL: SubprogramFlags = SubprogramFlags(1 << 2);
const PURE: SubprogramFlags = SubprogramFlags(1 << 5);
const ELEMENTAL: SubprogramFlags = SubprogramFlags(1 << 6);
const RECURSIVE: SubprogramFlags = SubprogramFlags(1 << 7);
const MAIN: SubprogramFlags = SubprogramFlags(1 << 8);
const DELETED: SubprogramFlags = SubprogramFlags(1 << 9);

impl Unit<'_, '_> {
    /// The entry of a function that others refer to.
    pub(super) fn subprogram(&mut self, id: SubprogramId) -> Entry {
        if let Some(&entry) = self.subprograms.get(&id) {
            return entry;
        }
        let parent = self.scope(self.scope_of_function(id));
        self.function_in(parent, id)
    }

    /// The entry of a function, which is made in that of a class if there is none.
    pub(super) fn function_in(&mut self, parent: Entry, id: SubprogramId) -> Entry {
        match self.subprograms.get(&id) {
            Some(&entry) => entry,
            None => self.add_function(parent, id),
        }
    }

    /// Adds the entry of a function, which gets its attributes later.
    pub(super) fn add_function(&mut self, parent: Entry, id: SubprogramId) -> Entry {
        let entry = self.add(parent, gimli::DW_TAG_subprogram);
        self.subprograms.insert(id, entry);
        self.pending.push(Pending::Function(id));
        if let Some(variables) = self.inlined.get(&id) {
            let inline = AttributeValue::Inline(gimli::DW_INL_inlined);
            let mut variables = variables.clone();
            self.set(entry, gimli::DW_AT_inline, inline);
            let all = self.retained(id);
            variables.splice(0..0, all);
            self.parameters_first(&mut variables);
            for variable in variables {
                self.abstract_variable(variable);
            }
        }
        entry
    }

    /// Puts the parameters among the variables of a function before all others.
    pub(super) fn parameters_first(&self, variables: &mut [LocalVariableId]) {
        variables.sort_by_key(|&id| match self.info.local_variables[id].argument {
            0 => u32::MAX,
            argument => argument,
        });
    }

    /// The variables that a function keeps although there may be no code for them.
    pub(super) fn retained(&self, id: SubprogramId) -> Vec<LocalVariableId> {
        if !self.is_full() {
            return Vec::new();
        }
        let list = self.info.subprograms[id].retained_nodes;
        let nodes = list.map_or(&[][..], |list| &self.info.lists[list]);
        let variables = nodes.iter().flatten().filter_map(|node| match node {
            Node::LocalVariable(id) => Some(*id),
            _ => None,
        });
        let is_own = |variable: &LocalVariableId| {
            let scope = self.info.local_variables[*variable].scope;
            scope.and_then(|scope| self.function_of(scope)) == Some(id)
        };
        variables.filter(is_own).collect()
    }

    /// What a function is declared in. A definition with a declaration elsewhere is outside.
    pub(super) fn scope_of_function(&self, id: SubprogramId) -> Option<Scope> {
        let own = &self.info.subprograms[id];
        match own.declaration {
            Some(_) => None,
            None => own.scope,
        }
    }

    /// Says what a function is called, and more of it.
    pub(super) fn complete_function(&mut self, id: SubprogramId) {
        let entry = self.subprograms[&id];
        let own = &self.info.subprograms[id];
        if !self.is_full() {
            self.set_text(entry, gimli::DW_AT_linkage_name, own.linkage_name);
            self.set_text(entry, gimli::DW_AT_name, own.name);
            self.set_declared(entry, own.file, own.line);
            return;
        }
        let declaration = own.declaration;
        let declared = declaration.map(|id| &self.info.subprograms[id]);
        if let Some(id) = declaration {
            let declaration = self.subprogram(id);
            self.set_entry(entry, gimli::DW_AT_specification, declaration);
        }
        if declared.and_then(|declared| declared.linkage_name) != own.linkage_name {
            self.set_text(entry, gimli::DW_AT_linkage_name, own.linkage_name);
        }
        if let Some(arguments) = own.template_parameters {
            self.template_arguments(entry, arguments);
        }
        let place = (own.file, own.line);
        if declared.map(|declared| (declared.file, declared.line)) != Some(place) {
            self.set_declared(entry, own.file, own.line);
        }
        if declared.is_some() {
            return;
        }
        self.set_text(entry, gimli::DW_AT_name, own.name);
        let is_prototyped = own.flags.has(PROTOTYPED) && self.is_c();
        self.set_flag(entry, gimli::DW_AT_prototyped, is_prototyped);
        let types = own.ty.and_then(|ty| self.info.subroutine_types[ty].types);
        let types = types.map_or(&[][..], |list| &self.info.lists[list]);
        let result = types.first().copied().flatten();
        self.set_type(entry, result.and_then(|ty| TypeRef::try_from(ty).ok()));
        self.virtuality(entry, id);
        if !own.subprogram_flags.has(SubprogramFlags::DEFINITION) {
            self.set_flag(entry, gimli::DW_AT_declaration, true);
            self.parameters(entry, types.get(1..).unwrap_or_default());
        }
        let thrown = own.thrown_types;
        let thrown = thrown.map_or(&[][..], |list| &self.info.lists[list]);
        for ty in thrown.iter().flatten() {
            let thrown = self.add(entry, gimli::DW_TAG_thrown_type);
            self.set_type(thrown, TypeRef::try_from(*ty).ok());
        }
        let is_external = !own.subprogram_flags.has(LOCAL);
        self.set_flag(entry, gimli::DW_AT_external, is_external);
        self.set_access(entry, own.flags);
        let is_new = self.out.version() >= 5;
        let flags = [
            (gimli::DW_AT_artificial, Flags::ARTIFICIAL, true),
            (gimli::DW_AT_explicit, EXPLICIT, true),
            (gimli::DW_AT_reference, LVALUE, true),
            (gimli::DW_AT_rvalue_reference, RVALUE, true),
            (gimli::DW_AT_noreturn, NO_RETURN, is_new),
        ];
        for (name, flag, is_written) in flags {
            self.set_flag(entry, name, is_written && own.flags.has(flag));
        }
        let flags = [
            (gimli::DW_AT_pure, PURE, true),
            (gimli::DW_AT_elemental, ELEMENTAL, true),
            (gimli::DW_AT_recursive, RECURSIVE, true),
            (gimli::DW_AT_main_subprogram, MAIN, true),
            (gimli::DW_AT_deleted, DELETED, is_new),
        ];
        for (name, flag, is_written) in flags {
            self.set_flag(entry, name, is_written && own.subprogram_flags.has(flag));
        }
    }

    fn virtuality(&mut self, entry: Entry, id: SubprogramId) {
        let own = &self.info.subprograms[id];
        let virtuality = match own.subprogram_flags.0 & 3 {
            1 => gimli::DW_VIRTUALITY_virtual,
            2 => gimli::DW_VIRTUALITY_pure_virtual,
            _ => return,
        };
        let virtuality = AttributeValue::Virtuality(virtuality);
        self.set(entry, gimli::DW_AT_virtuality, virtuality);
        if own.virtual_index != u32::MAX {
            let mut place = Expression::new();
            place.op_constu(own.virtual_index.into());
            self.set_expression(entry, gimli::DW_AT_vtable_elem_location, place);
        }
        if let Some(class) = own.containing_type {
            let class = self.ty(class);
            self.set_entry(entry, gimli::DW_AT_containing_type, class);
        }
    }
}
