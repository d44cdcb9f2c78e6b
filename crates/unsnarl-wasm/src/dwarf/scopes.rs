//! What declarations are in: namespaces, modules, classes, functions.

use gimli::DwTag;
use unsnarl_ir::debug::{LocalScope, Scope, TypeRef};

use super::entry::Entry;
use super::unit::Unit;

/// A step outwards.
enum Outer {
    /// The scope has an entry, or needs none: it is this one.
    Known(Entry),
    /// It needs an entry in that of this scope.
    In(Option<Scope>),
    /// It has no entry, and what is in it is in that of this scope.
    Skipped(Option<Scope>),
}

impl Unit<'_, '_> {
    /// The entry that declarations in a scope are in; outside of everything it is the unit.
    pub(super) fn scope(&mut self, scope: Option<Scope>) -> Entry {
        let mut missing = Vec::new();
        let mut at = scope;
        let mut entry = loop {
            let Some(scope) = at else { break self.root() };
            match self.outer(scope) {
                Outer::Known(entry) => break entry,
                Outer::In(outer) => {
                    missing.push(scope);
                    at = outer;
                }
                Outer::Skipped(outer) => at = outer,
            }
        };
        while let Some(scope) = missing.pop() {
            entry = self.add_scope(entry, scope);
        }
        entry
    }

    fn outer(&self, scope: Scope) -> Outer {
        let known = |entry: Option<&Entry>| entry.copied().map(Outer::Known);
        match scope {
            Scope::Namespace(id) => {
                known(self.scopes.get(&scope)).unwrap_or(Outer::In(self.info.namespaces[id].scope))
            }
            Scope::SourceModule(id) => known(self.scopes.get(&scope))
                .unwrap_or(Outer::In(self.info.source_modules[id].scope)),
            Scope::CompositeType(id) => known(self.types.get(&TypeRef::CompositeType(id)))
                .unwrap_or(Outer::In(self.info.composite_types[id].scope)),
            Scope::Subprogram(id) => {
                known(self.subprograms.get(&id)).unwrap_or(Outer::In(self.scope_of_function(id)))
            }
            Scope::LexicalBlock(id) => {
                Outer::Skipped(self.info.lexical_blocks[id].scope.map(of_local))
            }
            Scope::LexicalBlockFile(id) => {
                Outer::Skipped(self.info.lexical_block_files[id].scope.map(of_local))
            }
            Scope::CommonBlock(id) => Outer::Skipped(self.info.common_blocks[id].scope),
            _ => Outer::Skipped(None),
        }
    }

    fn add_scope(&mut self, parent: Entry, scope: Scope) -> Entry {
        match scope {
            Scope::CompositeType(id) => self.add_type(parent, TypeRef::CompositeType(id)),
            Scope::Subprogram(id) => self.add_function(parent, id),
            Scope::Namespace(id) => {
                let own = &self.info.namespaces[id];
                let entry = self.named_scope(parent, gimli::DW_TAG_namespace, scope);
                self.set_text(entry, gimli::DW_AT_name, own.name);
                let is_inline = self.out.version() >= 5 && own.export_symbols;
                self.set_flag(entry, gimli::DW_AT_export_symbols, is_inline);
                entry
            }
            Scope::SourceModule(id) => {
                let own = &self.info.source_modules[id];
                let entry = self.named_scope(parent, gimli::DW_TAG_module, scope);
                self.set_text(entry, gimli::DW_AT_name, own.name);
                entry
            }
            _ => parent,
        }
    }

    fn named_scope(&mut self, parent: Entry, tag: DwTag, scope: Scope) -> Entry {
        let entry = self.add(parent, tag);
        self.scopes.insert(scope, entry);
        entry
    }
}

/// A scope in a function among all scopes.
pub(super) fn of_local(scope: LocalScope) -> Scope {
    match scope {
        LocalScope::Subprogram(id) => Scope::Subprogram(id),
        LocalScope::LexicalBlock(id) => Scope::LexicalBlock(id),
        LocalScope::LexicalBlockFile(id) => Scope::LexicalBlockFile(id),
    }
}
