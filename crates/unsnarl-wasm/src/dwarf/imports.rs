//! `using`: declarations that are made visible elsewhere.

use gimli::DwTag;
use unsnarl_ir::debug::{ImportedEntityId, Node, Scope, TypeRef};

use super::entry::Entry;
use super::unit::Unit;

impl Unit<'_, '_> {
    /// Writes what the unit keeps although nothing refers to it, and what it imports.
    pub(super) fn kept(&mut self) {
        for list in [self.own.enums, self.own.retained_types] {
            let nodes = list.map_or(&[][..], |list| &self.info.lists[list]);
            for &node in nodes.iter().flatten() {
                match node {
                    Node::Subprogram(id) => {
                        self.subprogram(id);
                    }
                    _ => {
                        if let Ok(ty) = TypeRef::try_from(node) {
                            self.ty(ty);
                        }
                    }
                }
            }
        }
        let list = self.own.imports;
        let nodes = list.map_or(&[][..], |list| &self.info.lists[list]);
        for &node in nodes.iter().flatten() {
            if let Node::ImportedEntity(id) = node {
                self.import(id);
            }
        }
    }

    fn import(&mut self, id: ImportedEntityId) {
        let own = &self.info.imported_entities[id];
        let Some(entity) = own.entity.and_then(|entity| self.entity(entity)) else {
            return;
        };
        let parent = self.scope(own.scope);
        let entry = self.add(parent, DwTag(own.tag.0));
        self.set_declared(entry, own.file, own.line);
        self.set_entry(entry, gimli::DW_AT_import, entity);
        self.set_text(entry, gimli::DW_AT_name, own.name);
    }

    /// The entry of what is imported, if it is written.
    fn entity(&mut self, node: Node) -> Option<Entry> {
        Some(match node {
            Node::Namespace(id) => self.scope(Some(Scope::Namespace(id))),
            Node::SourceModule(id) => self.scope(Some(Scope::SourceModule(id))),
            Node::Subprogram(id) => self.subprogram(id),
            Node::GlobalVariable(id) => *self.globals.get(&id)?,
            _ => self.ty(TypeRef::try_from(node).ok()?),
        })
    }
}
