//! Debug information: nodes of metadata, and what functions have of it.
//!
//! *Needs:* the records of the metadata, and those of functions in order.
//! *Gives:* [`unsnarl_ir::debug::DebugInfo`], and what each function has of it, as from the text of
//! the same module but for the numbers of nodes: only nodes that something names are made.
//! *Cost:* linear in the records. A node gets its id when it is first named, and its fields when
//! the function, or the module, ends: so nothing here is recursive. Constants that it has are made
//! last, so that those of code get the ids that they have without it.
//! *Departs:* the intrinsics `llvm.dbg.…` become records.
//!
//! As in text, nothing of it affects code, and what is wrong is left out and counted.

mod function;
mod layout;
mod nodes;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use unsnarl_ir::debug::{DebugInfo, ExpressionId, LocationId, Node};
use unsnarl_ir::{CustomSection, FuncId, demand};

use super::Reader;
use super::metadata::Entry;
use super::slots::Slot;
use crate::build;
use crate::error::Omitted;
use function::LateRecord;
use nodes::{Late, Place};

/// The version of debug information that LLVM has written since 3.5; it ignores all others.
const VERSION: u32 = 3;

const UNITS: &str = "llvm.dbg.cu";
const FLAGS: &str = "llvm.module.flags";
const SECTIONS: &str = "wasm.custom_sections";

/// What is made of the records.
#[derive(Default)]
pub(super) struct Debug {
    /// Whether the module has debug information that is read.
    is_read: bool,
    info: DebugInfo,
    /// The nodes of metadata by their numbers, as far as they were named.
    nodes: Vec<Option<Node>>,
    /// The numbers of those whose fields are not read yet.
    unfilled: Vec<u64>,
    /// The numbers that were taken for places and are none, which only damaged files have.
    no_places: BTreeSet<u64>,
    /// Places that differ from others by what they say alone.
    places: HashMap<Place, LocationId>,
    expressions: HashMap<Box<[u64]>, ExpressionId>,
    /// Constants that belong to nodes, and where.
    late: Vec<(Late, Slot)>,
    /// The records of functions.
    records: Vec<(FuncId, Vec<LateRecord>)>,
}

impl Reader<'_> {
    /// Reads the flags of the module, which also tell whether there is debug information, before
    /// the first function is read.
    pub(super) fn begin_debug(&mut self) {
        let flags = self.metadata.named.get(FLAGS).cloned().unwrap_or_default();
        let mut version = None;
        for flag in flags {
            let Some((name, value)) = self.flag(flag) else {
                continue;
            };
            let small = value.and_then(|value| u32::try_from(value).ok());
            match &*name {
                "PIC Level" => self.module.pic_level = small.unwrap_or(0),
                "Debug Info Version" => version = small,
                "Dwarf Version" => self.debug.info.dwarf_version = small,
                // One bit that is set is -1.
                "debug-info-assignment-tracking" => {
                    self.debug.info.tracks_assignments = value.is_some_and(|value| value != 0);
                }
                _ => self.module.demand(demand::flag(&name, value), 0),
            }
        }
        self.custom_sections();
        match version {
            _ if !self.metadata.named.contains_key(UNITS) => {}
            Some(VERSION) => self.debug.is_read = true,
            found => self.omit(Omitted::Version { found }),
        }
    }

    /// A flag of the module, `!{i32 2, !"Debug Info Version", i32 3}`: name and value.
    fn flag(&self, number: u64) -> Option<(String, Option<i64>)> {
        let Entry::Record(index) = self.metadata.entry(number)? else {
            return None;
        };
        let lent = self.metadata.lent();
        let fields = self.metadata.record(index, &lent);
        let &[_, name, value] = fields.rest() else {
            return None;
        };
        let name = self.metadata.text(name.checked_sub(1)?)?;
        let value = self.small_constant(value.checked_sub(1)?);
        Some((name, value))
    }

    /// Reads the sections for tools.
    fn custom_sections(&mut self) {
        let named = self.metadata.named.get(SECTIONS);
        let numbers = named.into_iter().flatten();
        let mut module = std::mem::take(&mut self.module);
        let sections = numbers.map(|&number| self.custom_section(number));
        let is_kept = module.add_custom_sections(sections);
        self.module = module;
        if !is_kept {
            self.module.demand(Some(demand::custom_sections()), 0);
        }
    }

    /// A section for tools, `!{!"name", !"contents"}`.
    fn custom_section(&self, number: u64) -> Option<CustomSection> {
        let Entry::Record(index) = self.metadata.entry(number)? else {
            return None;
        };
        let lent = self.metadata.lent();
        let fields = self.metadata.record(index, &lent);
        let &[name, bytes] = fields.rest() else {
            return None;
        };
        Some(CustomSection {
            name: self.metadata.text(name.checked_sub(1)?)?,
            bytes: self.metadata.bytes(bytes.checked_sub(1)?)?,
        })
    }

    /// The integer that metadata is, without making it a constant of the module.
    fn small_constant(&self, number: u64) -> Option<i64> {
        let slot = self.slot(self.value_of(number)?)?;
        let Slot::Constant(index) = slot else {
            return None;
        };
        let lent = self.constants.lent();
        let constant = self.constants.record(index, &lent);
        constant.integer()
    }

    /// Puts everything together, when all functions are read.
    pub(super) fn settle_debug(&mut self) {
        if !self.debug.is_read {
            return;
        }
        let units = self.metadata.named.remove(UNITS).unwrap_or_default();
        let units = units.into_iter().filter_map(|unit| match self.node(unit) {
            Some(Node::Unit(unit)) => Some(unit),
            _ => None,
        });
        self.debug.info.module_units = units.collect();
        if self.debug.info.module_units.is_empty() {
            return self.omit(Omitted::NoUnit);
        }
        for (symbol, kind, number) in std::mem::take(&mut self.metadata.attached) {
            let is_debug = self.metadata.kind(kind) == Some("dbg");
            if let (Some(Slot::Symbol(index)), true) = (self.slot(symbol), is_debug) {
                self.attach_to_symbol(index, number);
            }
        }
        self.fill_nodes();
        self.fill_late();
        self.settle_records();
        self.module.debug = Some(Arc::new(std::mem::take(&mut self.debug.info)));
        let mut omitted = Vec::new();
        build::strip_debug(&mut self.module, |what, _| omitted.push(what));
        omitted.into_iter().for_each(|what| self.omit(what));
    }

    /// Attaches the variables of the source to a variable, or its function to a declaration.
    fn attach_to_symbol(&mut self, index: usize, number: u64) {
        let function = self.symbols[index].function();
        let global = self.metadata.global_symbols.get(&index).copied();
        match (self.node_or_omit(number), global, function) {
            (Some(Node::GlobalVariableExpression(variable)), Some(global), _) => {
                let variables = &mut self.debug.info.variables_of;
                variables.entry(global).or_default().push(variable);
            }
            (Some(Node::Subprogram(subprogram)), _, Some(function)) => {
                let debug = &mut self.module.function_mut(function).debug;
                debug.get_or_insert_default().subprogram = Some(subprogram);
            }
            (Some(_), ..) => self.omit(Omitted::Attachment),
            (None, ..) => {}
        }
    }
}
