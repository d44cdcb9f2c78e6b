//! Units: what was compiled at once.
//!
//! *Needs:* a unit, and the bodies that come from it.
//! *Gives:* its entry with all that is in it, and its lines.
//! *Limits:* a unit that asks for no debug information has none, and neither has one that asks only
//! for directives of an assembler.

use std::collections::BTreeMap;

use foldhash::HashMap;
use gimli::write::{Address, AttributeValue, Dwarf};
use unsnarl_ir::Module;
use unsnarl_ir::debug::words::EmissionKind;
use unsnarl_ir::debug::{DebugInfo, SubprogramId, UnitId};
use unsnarl_low::Width;

use super::Body;
use super::unit::{FULL, Pending, Unit};
use super::{files, words};

/// A unit with lines and names of functions.
const LINES_ONLY: EmissionKind = EmissionKind(2);

/// The versions of DWARF that are written; the first if none is asked for.
const VERSIONS: [u16; 2] = [4, 5];

/// Writes a unit, unless it asks for nothing.
pub(super) fn write<'a>(
    dwarf: &mut Dwarf,
    module: &'a Module,
    info: &'a DebugInfo,
    addresses: Width,
    id: UnitId,
    bodies: &[Body<'a>],
) {
    let own = &info.units[id];
    if own.emission != FULL && own.emission != LINES_ONLY {
        return;
    }
    let asked = info.dwarf_version.unwrap_or_default();
    let version = VERSIONS
        .into_iter()
        .find(|&known| asked <= u32::from(known));
    let encoding = gimli::Encoding {
        format: gimli::Format::Dwarf32,
        version: version.unwrap_or(VERSIONS[VERSIONS.len() - 1]),
        address_size: addresses.bytes() as u8,
    };
    let lines = files::program(module, info, own, encoding, &mut dwarf.line_strings);
    let mut unit = Unit {
        module,
        info,
        own,
        out: gimli::write::Unit::new(encoding, lines),
        strings: &mut dwarf.strings,
        line_strings: &mut dwarf.line_strings,
        files: HashMap::default(),
        types: HashMap::default(),
        pending: Vec::new(),
        index: None,
        bounds: Vec::new(),
        scopes: HashMap::default(),
        subprograms: HashMap::default(),
        inlined: BTreeMap::new(),
        abstract_blocks: HashMap::default(),
        abstract_variables: HashMap::default(),
        variables: HashMap::default(),
        globals: HashMap::default(),
    };
    unit.all(bodies);
    let out = unit.out;
    dwarf.units.add(out);
}

impl<'a> Unit<'a, '_> {
    fn all(&mut self, bodies: &[Body<'a>]) {
        self.header();
        for body in bodies {
            self.lines(body);
        }
        let mut of_functions: BTreeMap<SubprogramId, Vec<Body<'a>>> = BTreeMap::new();
        let mut order = Vec::new();
        for &body in bodies {
            let debug = self.module.functions[body.function].debug.as_deref();
            let Some(own) = debug.and_then(|debug| debug.subprogram) else {
                continue;
            };
            let own_bodies = of_functions.entry(own).or_insert_with(|| {
                order.push(own);
                Vec::new()
            });
            own_bodies.push(body);
        }
        self.find_inlined(bodies);
        if self.is_full() {
            self.variables();
        }
        for own in order {
            self.function(own, &of_functions[&own]);
        }
        if self.is_full() {
            self.kept();
        }
        self.complete();
        let ranges = bodies.iter();
        let ranges = ranges.map(|body| (body.place, 0, body.code.size)).collect();
        let root = self.root();
        if self.set_ranges(root, ranges, true) {
            // Lists count from here, which is the start of the section of code.
            let zero = AttributeValue::Address(Address::Constant(0));
            self.set(root, gimli::DW_AT_low_pc, zero);
        }
    }

    /// Gives attributes to all entries that have none.
    fn complete(&mut self) {
        let mut next = 0;
        while let Some(&pending) = self.pending.get(next) {
            next += 1;
            match pending {
                Pending::Type(ty) => self.complete_type(ty),
                Pending::Function(id) => self.complete_function(id),
                Pending::Variable(id) => {
                    let entry = self.abstract_variables[&id];
                    self.describe_variable(entry, id);
                }
            }
        }
        self.finish_bounds();
    }

    fn header(&mut self) {
        let (own, root) = (self.own, self.root());
        self.set_text(root, gimli::DW_AT_producer, own.producer);
        if let Some(language) = words::language(own) {
            let language = AttributeValue::Language(language);
            self.set(root, gimli::DW_AT_language, language);
        }
        let file = own.file.map(|file| &self.info.files[file]);
        self.set_text(root, gimli::DW_AT_name, file.and_then(|file| file.filename));
        self.set_text(
            root,
            gimli::DW_AT_comp_dir,
            file.and_then(|file| file.directory),
        );
    }
}
