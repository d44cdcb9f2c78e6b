//! Names of values and blocks. They come behind the instructions of a function, and what has none
//! is counted, as in text.

use foldhash::HashSet;
use unsnarl_ir::{Definition, Function, Module, Name, ValueId};

use super::Reader;
use super::body::{BLOCK, Body};
use super::error::{BitcodeError, Result};
use super::fields::{Fields, text};
use super::slots::{Slot, UNNAMED};
use super::stream::Record;

const OF_VALUE: u32 = 1;
const OF_BLOCK: u32 = 2;

impl Reader<'_> {
    /// Keeps the name of a value or a block.
    pub(super) fn keep_name(&mut self, body: &mut Body, record: &Record<'_>) -> Result<()> {
        let mut fields = Fields::new(record.at, BLOCK, record.code, &record.fields);
        if !matches!(fields.code, OF_VALUE | OF_BLOCK) {
            return Ok(());
        }
        let number = fields.next()?;
        let name = text(fields.rest()).ok_or_else(|| fields.error("a character is not a byte"))?;
        let name = self.module.names.add(&name);
        match fields.code {
            OF_BLOCK => body.names.push((number, name)),
            _ => match self.slot(number) {
                Some(Slot::Value(value)) => {
                    body.function.values[value].name = Name::Text(name);
                }
                _ => return Err(fields.error("undefined value in a symbol table")),
            },
        }
        Ok(())
    }

    /// Gives numbers to what has no name; `at` is where the function begins.
    pub(super) fn name_locals(&mut self, body: &mut Body, at: u64) -> Result<()> {
        let function = &mut body.function;
        for &(number, name) in &body.names {
            let mut blocks = function.blocks.values_mut();
            let block = usize::try_from(number).ok();
            if let Some(block) = block.and_then(|number| blocks.nth(number)) {
                block.name = Name::Text(name);
            }
        }
        let values = function.values.values().map(|value| value.name);
        let blocks = function.blocks.values().map(|block| block.name);
        if has_twice(&self.module, values) || has_twice(&self.module, blocks) {
            let what = "two values or blocks of a function have the same name";
            return Err(BitcodeError::stream(at, what));
        }
        let mut next = 0;
        let parameters = function.parameters.iter();
        let parameters: Vec<ValueId> = parameters.filter_map(|one| one.value).collect();
        for value in parameters {
            count(&mut function.values[value].name, &mut next);
        }
        let blocks: Vec<_> = function.blocks.keys().collect();
        for block in blocks {
            count(&mut function.blocks[block].name, &mut next);
            for value in defined_in(function, block) {
                count(&mut function.values[value].name, &mut next);
            }
        }
        Ok(())
    }
}

/// Tells whether one name is there twice.
fn has_twice(module: &Module, names: impl Iterator<Item = Name>) -> bool {
    let mut seen = HashSet::default();
    let mut texts = names.filter_map(|name| match name {
        Name::Text(text) => Some(module.name(text)),
        Name::Number(_) | Name::Made(_) => None,
    });
    texts.any(|text| !seen.insert(text))
}

/// Gives the next number to what has no name.
fn count(name: &mut Name, next: &mut u32) {
    if *name == UNNAMED {
        *name = Name::Number(*next);
        *next += 1;
    }
}

/// The values that a block defines, in order.
fn defined_in(function: &Function, block: unsnarl_ir::BlockId) -> Vec<ValueId> {
    let block = &function.blocks[block];
    let phis = block.phis.iter().map(|phi| phi.result);
    let insts = block.insts.iter();
    let insts = insts.filter_map(|&inst| function.insts[inst].result);
    let values: Vec<ValueId> = phis.chain(insts).chain(block.terminator.result()).collect();
    debug_assert!(
        values
            .iter()
            .all(|&value| !matches!(function.values[value].definition, Definition::Parameter(_)))
    );
    values
}
