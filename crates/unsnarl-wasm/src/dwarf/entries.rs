//! Entries of debug information, and their attributes.
//!
//! *Gives:* the methods of [`Unit`] that make entries and set attributes.
//! *Departs:* from the source in scopes that nest deeper than [`DEEPEST`]: they stand beside each
//! other, because a reader of DWARF, and the crate that writes it, go into entries recursively.

use gimli::write::{AttributeValue, Expression, Range, RangeList};
use gimli::{DwAt, DwTag};
use unsnarl_ir::NameId;
use unsnarl_ir::debug::FileId;

use super::entry::{DEEPEST, Entry};
use super::sections::Target;
use super::unit::Unit;
use super::words;

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

    /// Sets the bytes that an entry is about: of each body from one place to another. Tells whether
    /// there are any.
    pub(super) fn set_ranges(
        &mut self,
        entry: Entry,
        ranges: Vec<(usize, u32, u32)>,
        as_list: bool,
    ) -> bool {
        let address = |place, at: u32| Target::Code(place).address(at.into());
        match *ranges {
            [] => return false,
            [(place, start, end)] if !as_list => {
                let low = AttributeValue::Address(address(place, start));
                self.set(entry, gimli::DW_AT_low_pc, low);
                let size = AttributeValue::Data4(end - start);
                self.set(entry, gimli::DW_AT_high_pc, size);
            }
            _ => {
                // Its places count from the starts of bodies, as in lists of locations.
                let mut list = Vec::with_capacity(ranges.len() + 1);
                let mut base = None;
                for (place, start, end) in ranges {
                    if base.replace(place) != Some(place) {
                        let address = address(place, 0);
                        list.push(Range::BaseAddress { address });
                    }
                    list.push(Range::OffsetPair {
                        begin: start.into(),
                        end: end.into(),
                    });
                }
                let list = self.out.ranges.add(RangeList(list));
                let list = AttributeValue::RangeListRef(list);
                self.set(entry, gimli::DW_AT_ranges, list);
            }
        }
        true
    }
}
