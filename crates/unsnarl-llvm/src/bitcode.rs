//! The reader of LLVM bitcode.
//!
//! *Needs:* the bytes of a bitcode file, as LLVM 14 to 22 and rustc write them, bare or in a
//! wrapper.
//! *Gives:* [`read_bitcode`]: the module that [`crate::read`] gives for the text that `llvm-dis` of
//! the same version writes of the file, but for places in the source, of which bitcode has none;
//! [`read_bitcode_modules`]: the same for each module of a file with several.
//! *Cost:* linear in the bytes. Types, constants and metadata are kept as their records, and made
//! where they are first used, in the order of the text; memory is at most a constant times the
//! input, since what few bits could make large is limited.
//! *Source:* [LLVMBitcode].
//! *Departs:* use-list orders, summaries and the symbol table for linkers are skipped. Pointers
//! lose their pointees. What of debug information is unknown or wrong is left out and counted.
//! *Limits:* what LLVM before 5 wrote is refused.

mod attributes;
mod bits;
mod body;
mod calls;
mod codes;
mod constants;
mod container;
mod debug;
mod error;
mod exceptions;
mod expressions;
mod fields;
mod instructions;
mod memory;
mod metadata;
mod module;
mod names;
mod noted;
mod records;
mod slots;
mod stream;
mod symbols;
mod terminators;
mod types;
mod values;

use std::collections::BTreeMap;

use unsnarl_ir::{DataLayout, FuncId, Module, NameId, Place, TypeId, verify};

use crate::build::{Labels, forget_declared_progress, resolve_callees};
use crate::error::Omitted;
use attributes::AttributeList;
use constants::Constants;
use container::Part;
use debug::Debug;
use error::Result;
pub use error::{BitcodeCause, BitcodeError};
use metadata::Metadata;
use records::Records;
use slots::Slot;
use stream::Stream;
use symbols::Symbol;

/// Tells whether bytes begin as bitcode does, bare or in a wrapper.
pub fn is_bitcode(bytes: &[u8]) -> bool {
    container::is_bitcode(bytes)
}

/// Tells whether bytes are all of a bitcode file, as far as it has been written: every block
/// outside of all others ends before the bytes do, there is a module, and the names of its symbols,
/// which come last, are there. In time linear in the number of these blocks.
pub fn is_whole_bitcode(bytes: &[u8]) -> bool {
    container::is_whole(bytes)
}

/// What bitcode holds.
#[derive(Clone, Debug, Default)]
pub struct BitcodeReading {
    /// The module.
    pub module: Module,
    /// What of debug information was left out, and how often. Code does not depend on it.
    pub omissions: Vec<(Omitted, usize)>,
}

/// Reads LLVM bitcode.
///
/// # Errors
/// If the bytes are no bitcode with one module, if the module has a construct that is not
/// supported, or if it breaks a rule: the first error that is found, with its place.
pub fn read_bitcode(bytes: &[u8]) -> std::result::Result<BitcodeReading, BitcodeError> {
    let parts = container::open(bytes)?;
    match <[_; 1]>::try_from(parts) {
        Ok([part]) => read_part(part),
        Err(parts) => {
            let count = parts.len();
            let at = parts.last().map_or(0, |part| part.module.position());
            Err(BitcodeError::new(at, BitcodeCause::Modules { count }))
        }
    }
}

/// Reads each module of LLVM bitcode, of which there is at least one, in order.
///
/// # Errors
/// As [`read_bitcode`], of the first module that has one.
pub fn read_bitcode_modules(
    bytes: &[u8],
) -> std::result::Result<Vec<BitcodeReading>, BitcodeError> {
    container::open(bytes)?.into_iter().map(read_part).collect()
}

fn read_part(part: Part<'_>) -> Result<BitcodeReading> {
    let mut reader = Reader::new(part.strings);
    reader.start = part.module.position();
    reader.version = part.version;
    reader.collect(part.module)?;
    reader.build()
}

/// The state of reading.
#[derive(Default)]
struct Reader<'a> {
    module: Module,
    /// The bit at which the module begins, for errors without a better place.
    start: u64,
    /// The version of LLVM that wrote the module; 0 if that is unknown.
    version: u32,
    /// The names of symbols.
    strings: &'a [u8],
    /// The records of the blocks that are needed in another order than they come in.
    type_records: Records,
    group_records: Records,
    list_records: Records,
    comdat_records: Records,
    symbol_records: Records,
    /// Whether the module has a data layout.
    has_layout: bool,
    /// Types by their numbers.
    types: Vec<TypeId>,
    attributes: Vec<AttributeList>,
    sections: Vec<NameId>,
    collectors: Vec<NameId>,
    comdats: Vec<NameId>,
    /// The tags of operand bundles.
    tags: Vec<NameId>,
    /// The scopes of atomic accesses; nothing for that of all threads.
    scopes: Vec<Option<NameId>>,
    symbols: Vec<Symbol>,
    /// All values by their numbers: symbols, constants, and those of the function being read.
    values: Vec<Slot>,
    constants: Constants,
    labels: Labels<FuncId, u32, u64>,
    metadata: Metadata<'a>,
    debug: Debug,
    /// The bodies of functions, in order.
    bodies: Vec<Stream<'a>>,
    omitted: BTreeMap<String, (Omitted, usize)>,
}

impl<'a> Reader<'a> {
    fn new(strings: &'a [u8]) -> Self {
        let mut reader = Reader {
            strings,
            ..Reader::default()
        };
        // What a module says of its target replaces this.
        reader.module.data_layout = DataLayout::of_triple("");
        reader
    }

    /// Makes the module of its records.
    fn build(mut self) -> Result<BitcodeReading> {
        self.make_types()?;
        self.make_attributes()?;
        self.begin_debug();
        self.make_symbols()?;
        self.resolve_labels()?;
        resolve_callees(&mut self.module);
        forget_declared_progress(&mut self.module);
        self.settle_debug();
        self.judge()?;
        Ok(BitcodeReading {
            module: self.module,
            omissions: self.omitted.into_values().collect(),
        })
    }

    /// Checks the rules of the module.
    fn judge(&self) -> Result<()> {
        let Some(violation) = verify(&self.module).into_iter().next() else {
            return Ok(());
        };
        let in_what = match violation.place {
            Place::Function(id) | Place::Block(id, _) => {
                format!("in @{}: ", self.module.function_name(id).escape_debug())
            }
            Place::Global(id) => {
                let name = self.module.name(self.module.globals[id].name);
                format!("in @{}: ", name.escape_debug())
            }
            Place::Constant(_) | Place::Module => String::new(),
        };
        let at = match violation.place {
            Place::Function(id) | Place::Block(id, _) => self.place_of(id),
            _ => None,
        };
        let (what, rule) = (violation.what, violation.rule);
        Err(BitcodeError::new(
            at.unwrap_or(self.start),
            BitcodeCause::Rule {
                in_what,
                what,
                rule,
            },
        ))
    }

    /// Where the body of a function begins, or its header.
    fn place_of(&self, id: FuncId) -> Option<u64> {
        let of_function = |symbol: &&Symbol| symbol.function() == Some(id);
        self.symbols.iter().find(of_function).map(|symbol| {
            let body = symbol.body.and_then(|body| self.bodies.get(body));
            body.map_or(symbol.at, Stream::position)
        })
    }

    /// Records that something of debug information is left out.
    fn omit(&mut self, omitted: Omitted) {
        let key = omitted.to_string();
        self.omitted.entry(key).or_insert((omitted, 0)).1 += 1;
    }
}
