//! Metadata: strings and records by their numbers, kept until they are asked for.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::rc::Rc;

use unsnarl_ir::{GlobalId, Id, Name, demand};

use super::Reader;
use super::bits::Bits;
use super::body::Body;
use super::error::{BitcodeError, Result};
use super::fields::{Fields, bytes, text, text_of};
use super::records::Records;
use super::slots::Slot;
use super::stream::{Item, Record, Stream};

pub(super) const BLOCK: &str = "the metadata";

const OLD_STRING: u32 = 1;
pub(super) const VALUE: u32 = 2;
const LIST: u32 = 3;
const NAME: u32 = 4;
const DISTINCT_LIST: u32 = 5;
const KIND: u32 = 6;
const NAMED_NODE: u32 = 10;
const STRINGS: u32 = 35;
const OF_GLOBAL: u32 = 36;
const INDEX_OFFSET: u32 = 38;
const INDEX: u32 = 39;

/// All metadata of the module, and behind it that of the function being read.
#[derive(Default)]
pub(super) struct Metadata<'a> {
    entries: Vec<Entry<'a>>,
    records: Records,
    /// Named lists, such as `llvm.dbg.cu`.
    pub(super) named: BTreeMap<String, Vec<u64>>,
    /// The kinds of attachments by their numbers.
    kinds: BTreeMap<u64, String>,
    /// The attachments of symbols: symbol, kind, metadata.
    pub(super) attached: Vec<(u64, u64, u64)>,
    /// The variables by their places among symbols.
    pub(super) global_symbols: BTreeMap<usize, GlobalId>,
    /// By number: whether it says of a loop that it makes progress.
    progress: BTreeMap<u64, bool>,
}

/// A piece of metadata.
#[derive(Clone, Copy, Debug)]
pub(super) enum Entry<'a> {
    /// A string.
    Text(&'a [u8]),
    /// A string or a node by its record.
    Record(usize),
}

impl<'a> Metadata<'a> {
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Drops that of a function.
    pub(super) fn truncate(&mut self, count: usize) {
        let rest = self.entries.get(count..).unwrap_or_default();
        let first = rest.iter().find_map(|entry| match entry {
            Entry::Record(record) => Some(*record),
            Entry::Text(_) => None,
        });
        if let Some(record) = first {
            self.records.truncate(record);
        }
        self.entries.truncate(count);
        self.progress.split_off(&(count as u64));
    }

    pub(super) fn entry(&self, number: u64) -> Option<Entry<'a>> {
        let index = usize::try_from(number).ok()?;
        self.entries.get(index).copied()
    }

    pub(super) fn lent(&self) -> Rc<Vec<u64>> {
        self.records.lent()
    }

    pub(super) fn record<'r>(&self, index: usize, lent: &'r [u64]) -> Fields<'r> {
        self.records.get(index, BLOCK, lent)
    }

    /// The code of a record.
    pub(super) fn code(&self, index: usize) -> u32 {
        self.records.code(index)
    }

    /// The name of a kind of attachments.
    pub(super) fn kind(&self, number: u64) -> Option<&str> {
        self.kinds.get(&number).map(String::as_str)
    }

    /// The string of a number.
    pub(super) fn text(&self, number: u64) -> Option<String> {
        self.bytes(number).map(text_of)
    }

    /// The bytes of the string of a number.
    pub(super) fn bytes(&self, number: u64) -> Option<Vec<u8>> {
        match self.entry(number)? {
            Entry::Text(bytes) => Some(bytes.to_vec()),
            Entry::Record(index) => {
                let lent = self.lent();
                let fields = self.record(index, &lent);
                (fields.code == OLD_STRING).then(|| bytes(fields.rest()))?
            }
        }
    }

    /// Tells whether one of the properties of a loop is that it makes progress.
    pub(super) fn is_progress(&mut self, number: u64) -> bool {
        if let Some(&known) = self.progress.get(&number) {
            return known;
        }
        let properties = self.list(number, usize::MAX).unwrap_or_default();
        let mut properties = properties.into_iter().flatten();
        let found = properties.any(|property| {
            let words = self.list(property, 1).unwrap_or_default();
            let first = words.first().copied().flatten();
            first.and_then(|word| self.text(word)).as_deref() == Some("llvm.loop.mustprogress")
        });
        self.progress.insert(number, found);
        found
    }

    /// What a list has, by numbers: so many at most, since many lists may name one long one.
    fn list(&self, number: u64, most: usize) -> Option<Vec<Option<u64>>> {
        let Entry::Record(index) = self.entry(number)? else {
            return None;
        };
        let lent = self.lent();
        let fields = self.record(index, &lent);
        let is_list = matches!(fields.code, LIST | DISTINCT_LIST);
        is_list.then(|| {
            let numbers = fields.rest().iter().take(most);
            numbers.map(|number| number.checked_sub(1)).collect()
        })
    }

    /// Keeps the name of a kind of attachments.
    pub(super) fn keep_kind(&mut self, record: &Record<'_>) {
        if let (KIND, Some((&number, name))) = (record.code, record.fields.split_first())
            && let Some(name) = text(name)
        {
            self.kinds.insert(number, name);
        }
    }
}

impl<'a> Reader<'a> {
    /// Keeps the metadata of the block that was entered.
    pub(super) fn collect_metadata(&mut self, stream: &mut Stream<'a>) -> Result<()> {
        let mut record = Record::default();
        let mut name = None;
        loop {
            match stream.next(&mut record)? {
                Item::End => return Ok(()),
                Item::Block(_) => stream.skip()?,
                Item::Record => self.keep_metadata(&record, &mut name)?,
            }
        }
    }

    fn keep_metadata(&mut self, record: &Record<'a>, name: &mut Option<String>) -> Result<()> {
        match record.code {
            STRINGS => self.keep_strings(record)?,
            NAME => *name = text(&record.fields),
            NAMED_NODE => {
                if let Some(name) = name.take() {
                    self.metadata.named.insert(name, record.fields.clone());
                }
            }
            KIND => self.metadata.keep_kind(record),
            OF_GLOBAL => {
                if let Some((&symbol, pairs)) = record.fields.split_first() {
                    for pair in pairs.chunks_exact(2) {
                        self.metadata.attached.push((symbol, pair[0], pair[1]));
                        let kind = self.metadata.kind(pair[0]);
                        let what = kind.and_then(demand::attachment);
                        self.module.demand(what, 0);
                    }
                }
            }
            INDEX_OFFSET | INDEX => {}
            _ => {
                let index = self.metadata.records.len();
                self.metadata.entries.push(Entry::Record(index));
                self.metadata.records.push(record);
            }
        }
        Ok(())
    }

    /// Keeps strings, whose lengths come first.
    fn keep_strings(&mut self, record: &Record<'a>) -> Result<()> {
        let mut fields = Fields::new(record.at, BLOCK, record.code, &record.fields);
        let (count, start) = (fields.next()?, fields.next()?);
        let start = usize::try_from(start).ok();
        let start = start.filter(|&start| start <= record.blob.len());
        let start = start.ok_or_else(|| fields.error("the strings do not follow their lengths"))?;
        let mut lengths = Bits::new(record.blob, 0..start);
        let mut rest = &record.blob[start..];
        for _ in 0..count {
            let length = lengths
                .chunks(6)
                .map_err(|error| BitcodeError::new(record.at, error.cause))?;
            let length = usize::try_from(length).ok();
            let split = length.and_then(|length| rest.split_at_checked(length));
            let (string, behind) = split.ok_or_else(|| fields.error("a string is too long"))?;
            self.metadata.entries.push(Entry::Text(string));
            rest = behind;
        }
        Ok(())
    }

    /// The text of metadata that is given to a call: `!"text"`, `i32 %x`, or `!{}` for a node.
    pub(super) fn text_of_metadata(&mut self, body: &Body, number: u64) -> String {
        let mut text = String::new();
        self.write_metadata(&mut text, body, number);
        text
    }

    fn write_metadata(&mut self, to: &mut String, body: &Body, number: u64) {
        if let Some(text) = self.metadata.text(number) {
            to.push_str("!\"");
            escape(to, &text);
            return to.push('"');
        }
        if let Some(Entry::Record(index)) = self.metadata.entry(number) {
            let lent = self.metadata.lent();
            let mut fields = self.metadata.record(index, &lent);
            if fields.code == VALUE {
                fields.maybe();
                return self.write_value(to, body, fields.or_zero());
            }
        }
        to.push_str("!{}");
    }

    fn write_value(&mut self, to: &mut String, body: &Body, number: u64) {
        let function = &body.function;
        let (operand, ty) = match self.slot(number) {
            Some(Slot::Value(value)) => {
                let ty = function.value_type(value);
                let name = match function.values[value].name {
                    Name::Text(name) => self.module.name(name).to_owned(),
                    _ => value.index().to_string(),
                };
                (format!("%{name}"), ty)
            }
            Some(Slot::Constant(index)) => match self.make_constant(index) {
                Ok(id) => {
                    let operand = unsnarl_ir::Operand::Const(id);
                    let shown = self.module.show_operand(function, operand).to_string();
                    (shown, self.module.constant_type(id))
                }
                Err(_) => return to.push_str("!{}"),
            },
            Some(Slot::Symbol(index)) => {
                let symbol = &self.symbols[index];
                let name = self.module.name(symbol.name);
                (format!("@{name}"), symbol.address_type)
            }
            None => return to.push_str("!{}"),
        };
        let ty = self.module.show_type(ty);
        write!(to, "{ty} {operand}").expect("a string can be written to");
    }
}

/// Writes a string as LLVM IR has it between quotes.
fn escape(to: &mut String, text: &str) {
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => write!(to, "\\{byte:02X}").expect("a string can be written to"),
            0x20..=0x7e => to.push(char::from(byte)),
            _ => write!(to, "\\{byte:02X}").expect("a string can be written to"),
        }
    }
}
