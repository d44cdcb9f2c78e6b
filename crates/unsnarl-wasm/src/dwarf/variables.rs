//! Variables and parameters of functions, without where they are; and those of abstract functions.

use unsnarl_ir::debug::words::Flags;
use unsnarl_ir::debug::{LocalScope, LocalVariableId};

use super::entry::Entry;
use super::unit::{Pending, Unit};

impl Unit<'_, '_> {
    /// Adds the entry of a variable, without attributes.
    pub(super) fn add_variable(&mut self, parent: Entry, id: LocalVariableId) -> Entry {
        let tag = match self.info.local_variables[id].argument {
            0 => gimli::DW_TAG_variable,
            _ => gimli::DW_TAG_formal_parameter,
        };
        self.add(parent, tag)
    }

    /// Says what a variable is called, and more of it.
    pub(super) fn describe_variable(&mut self, entry: Entry, id: LocalVariableId) {
        let own = &self.info.local_variables[id];
        self.set_text(entry, gimli::DW_AT_name, own.name);
        self.set_declared(entry, own.file, own.line);
        self.set_type(entry, own.ty);
        self.set_flag(
            entry,
            gimli::DW_AT_artificial,
            own.flags.has(Flags::ARTIFICIAL),
        );
        if self.out.version() >= 5 {
            self.set_nonzero(entry, gimli::DW_AT_alignment, u64::from(own.align / 8));
        }
    }

    /// The entry of a variable of an abstract function, which is completed later.
    pub(super) fn abstract_variable(&mut self, id: LocalVariableId) -> Option<Entry> {
        if let Some(&entry) = self.abstract_variables.get(&id) {
            return Some(entry);
        }
        let scope = self.info.local_variables[id].scope?;
        let parent = self.abstract_scope(scope);
        // The function may have made it.
        if let Some(&entry) = self.abstract_variables.get(&id) {
            return Some(entry);
        }
        let entry = self.add_variable(parent, id);
        self.abstract_variables.insert(id, entry);
        self.pending.push(Pending::Variable(id));
        Some(entry)
    }

    /// The entry of a scope of an abstract function.
    fn abstract_scope(&mut self, scope: LocalScope) -> Entry {
        let mut missing = Vec::new();
        let mut at = Some(scope);
        let mut entry = loop {
            match at {
                None => break self.root(),
                Some(LocalScope::Subprogram(id)) => break self.subprogram(id),
                Some(LocalScope::LexicalBlockFile(id)) => {
                    at = self.info.lexical_block_files[id].scope;
                }
                Some(LocalScope::LexicalBlock(id)) => {
                    if let Some(&entry) = self.abstract_blocks.get(&id) {
                        break entry;
                    }
                    missing.push(id);
                    at = self.info.lexical_blocks[id].scope;
                }
            }
        };
        while let Some(id) = missing.pop() {
            entry = match self.abstract_blocks.get(&id) {
                Some(&entry) => entry,
                None => {
                    let block = self.add(entry, gimli::DW_TAG_lexical_block);
                    self.abstract_blocks.insert(id, block);
                    block
                }
            };
        }
        entry
    }
}
