//! Entries of debug information, and their attributes.
//!
//! *Gives:* [`Entry`], and the methods of [`Unit`] that make entries and set attributes.
//! *Departs:* from the source in scopes that nest deeper than [`DEEPEST`]: they stand beside each
//! other, because a reader of DWARF, and the crate that writes it, go into entries recursively.

use gimli::write::{AttributeValue, Expression, UnitEntryId};
use gimli::{DwAt, DwTag};
use unsnarl_ir::NameId;
use unsnarl_ir::debug::FileId;

use super::unit::Unit;
use super::words;

/// How deep entries nest.
pub(super) const DEEPEST: u32 = 128;

/// An entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) id: UnitEntryId,
    /// The entry that it is in.
    parent: UnitEntryId,
    depth: u32,
}

impl Unit<'_, '_> {
    /// The entry of the unit itself.
    pub(super) fn root(&self) -> Entry {
        let id = self.out.root();
        Entry {
            id,
            parent: id,
            depth: 0,
        }
    }

    /// Adds an entry in another one.
    pub(super) fn add(&mut self, parent: Entry, tag: DwTag) -> Entry {
        let (parent, depth) = match parent.depth < DEEPEST {
            true => (parent.id, parent.depth + 1),
            false => (parent.parent, DEEPEST),
        };
        Entry {
            id: self.out.add(parent, tag),
            parent,
            depth,
        }
    }

    pub(super) fn set(&mut self, entry: Entry, name: DwAt, value: AttributeValue) {
        self.out.get_mut(entry.id).set(name, value);
    }

    /// Sets a text, if there is one.
    pub(super) fn set_text(&mut self, entry: Entry, name: DwAt, text: Option<NameId>) {
        if let Some(text) = text.map(|text| words::text(self.module, text))
            && !text.is_empty()
        {
            let text = self.strings.add(text);
            self.set(entry, name, AttributeValue::StringRef(text));
        }
    }

    pub(super) fn set_flag(&mut self, entry: Entry, name: DwAt, is_set: bool) {
        if is_set {
            self.set(entry, name, AttributeValue::FlagPresent);
        }
    }

    pub(super) fn set_number(&mut self, entry: Entry, name: DwAt, number: u64) {
        self.set(entry, name, AttributeValue::Udata(number));
    }

    /// Sets a number, if it says something.
    pub(super) fn set_nonzero(&mut self, entry: Entry, name: DwAt, number: u64) {
        if number != 0 {
            self.set_number(entry, name, number);
        }
    }

    pub(super) fn set_entry(&mut self, entry: Entry, name: DwAt, other: Entry) {
        self.set(entry, name, AttributeValue::UnitRef(other.id));
    }

    pub(super) fn set_expression(&mut self, entry: Entry, name: DwAt, expression: Expression) {
        self.set(entry, name, AttributeValue::Exprloc(expression));
    }

    /// Sets the place of a declaration, if it has a line.
    pub(super) fn set_declared(&mut self, entry: Entry, file: Option<FileId>, line: u32) {
        if line == 0 {
            return;
        }
        if let Some(file) = file {
            let file = self.file(file);
            let value = AttributeValue::FileIndex(Some(file));
            self.set(entry, gimli::DW_AT_decl_file, value);
        }
        self.set_number(entry, gimli::DW_AT_decl_line, line.into());
    }
}
