//! The block of the module: what is in it is kept as records, to be made in the order of the text.

use unsnarl_ir::DataLayout;

use super::Reader;
use super::codes::block;
use super::error::{BitcodeCause, BitcodeError, Result};
use super::fields::{self, Fields};
use super::slots::Slot;
use super::stream::{Item, Record, Stream};

const VERSION: u32 = 1;
const TRIPLE: u32 = 2;
const LAYOUT: u32 = 3;
const ASSEMBLY: u32 = 4;
const SECTION: u32 = 5;
const COLLECTOR: u32 = 11;
const COMDAT: u32 = 12;
const SOURCE_NAME: u32 = 16;

pub(super) const VARIABLE: u32 = 7;
pub(super) const FUNCTION: u32 = 8;
pub(super) const ALIAS: u32 = 14;
pub(super) const IFUNC: u32 = 18;

/// The version since LLVM 5, in which the names of symbols are in a table behind the module.
const SUPPORTED: u64 = 2;

impl<'a> Reader<'a> {
    /// Keeps what the block of the module holds.
    pub(super) fn collect(&mut self, mut stream: Stream<'a>) -> Result<()> {
        let at = stream.position();
        stream.enter(block::MODULE)?;
        let mut record = Record::default();
        let mut version = 0;
        loop {
            match stream.next(&mut record)? {
                Item::End => break,
                Item::Block(id) => self.inner_block(id, &mut stream)?,
                Item::Record if record.code == VERSION => {
                    version = record.fields.first().copied().unwrap_or(0);
                }
                Item::Record => self.module_record(&record)?,
            }
        }
        if version != SUPPORTED {
            let cause = BitcodeCause::Version { found: version };
            return Err(BitcodeError::new(at, cause));
        }
        Ok(())
    }

    fn inner_block(&mut self, id: u64, stream: &mut Stream<'a>) -> Result<()> {
        match id {
            block::INFO => stream.block_info(),
            block::FUNCTION => {
                self.bodies.push(stream.clone());
                stream.skip()
            }
            block::CONSTANTS => {
                stream.enter(id)?;
                self.collect_constants(stream)
            }
            block::METADATA => {
                stream.enter(id)?;
                self.collect_metadata(stream)
            }
            block::TYPES => {
                stream.enter(id)?;
                each(stream, |record| {
                    self.type_records.push(record);
                    Ok(())
                })
            }
            block::ATTRIBUTE_GROUPS => {
                stream.enter(id)?;
                each(stream, |record| {
                    self.group_records.push(record);
                    Ok(())
                })
            }
            block::ATTRIBUTES => {
                stream.enter(id)?;
                each(stream, |record| {
                    self.list_records.push(record);
                    Ok(())
                })
            }
            block::BUNDLE_TAGS => {
                stream.enter(id)?;
                each(stream, |record| {
                    let name = text("the tags of bundles", record)?;
                    self.tags.push(self.module.names.add(&name));
                    Ok(())
                })
            }
            block::SCOPE_NAMES => {
                stream.enter(id)?;
                each(stream, |record| {
                    let name = text("the names of scopes", record)?;
                    let scope = (!name.is_empty()).then(|| self.module.names.add(&name));
                    self.scopes.push(scope);
                    Ok(())
                })
            }
            block::METADATA_KINDS => {
                stream.enter(id)?;
                each(stream, |record| {
                    self.metadata.keep_kind(record);
                    Ok(())
                })
            }
            _ => stream.skip(),
        }
    }

    fn module_record(&mut self, record: &Record<'_>) -> Result<()> {
        match record.code {
            VARIABLE | FUNCTION | ALIAS | IFUNC => {
                let slot = Slot::Symbol(self.symbol_records.len());
                self.values.push(slot);
                self.symbol_records.push(record);
            }
            COMDAT => self.comdat_records.push(record),
            TRIPLE => {
                self.module.target = text(MODULE, record)?;
                if !self.has_layout {
                    self.module.data_layout = DataLayout::of_triple(&self.module.target);
                }
            }
            LAYOUT => {
                let layout = text(MODULE, record)?;
                // As in a text that says nothing of it.
                if !layout.is_empty() {
                    let layout = layout.parse().map_err(|error| {
                        BitcodeError::new(record.at, BitcodeCause::DataLayout(error))
                    })?;
                    self.module.data_layout = layout;
                    self.has_layout = true;
                }
            }
            ASSEMBLY => {
                let assembly = text(MODULE, record)?;
                let lines = assembly.strip_suffix('\n').unwrap_or(&assembly).split('\n');
                self.module.assembly = lines.map(str::to_owned).collect();
            }
            SECTION => {
                let name = text(MODULE, record)?;
                self.sections.push(self.module.names.add(&name));
            }
            COLLECTOR => {
                let name = text(MODULE, record)?;
                self.collectors.push(self.module.names.add(&name));
            }
            SOURCE_NAME => self.module.source_name = text(MODULE, record)?,
            _ => {}
        }
        Ok(())
    }
}

pub(super) const MODULE: &str = "the module";

/// Calls `keep` with every record of the block that was entered.
pub(super) fn each<'a>(
    stream: &mut Stream<'a>,
    mut keep: impl FnMut(&Record<'a>) -> Result<()>,
) -> Result<()> {
    let mut record = Record::default();
    loop {
        match stream.next(&mut record)? {
            Item::End => return Ok(()),
            Item::Block(_) => stream.skip()?,
            Item::Record => keep(&record)?,
        }
    }
}

/// A record of characters.
fn text(block: &'static str, record: &Record<'_>) -> Result<String> {
    let fields = Fields::new(record.at, block, record.code, &record.fields);
    let text = fields::text(&record.fields);
    text.ok_or_else(|| fields.error("a character is not a byte"))
}
