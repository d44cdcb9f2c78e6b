//! The section of names.

use std::collections::BTreeMap;

use unsnarl_low::{Function as Code, Module, Reg};
use wasm_encoder::{IndirectNameMap, NameMap, NameSection};

use crate::compiled::Compiled;
use crate::control::Written;
use crate::locals::{Locals, Web};
use crate::names::{of_control, of_webs};
use crate::read::Environment;

/// The names of locals, by their number: those of the registers that they hold.
pub(super) fn of_locals(
    registers: &[(Reg, String)],
    code: &Code,
    locals: &Locals,
    written: &Written,
) -> Vec<(u32, String)> {
    let named = registers.iter();
    let named = named.filter(|(reg, _)| !code.is_rematerialised(*reg));
    let named = named.filter_map(|(reg, name)| Some((locals.find(*reg)?, name.clone())));
    let mut names: Vec<(Web, String)> = named.collect();
    // What has no name in the source gets one only beside others that have.
    if !names.is_empty() {
        names.extend(of_control(written));
    }
    of_webs(names, locals)
}

/// The section.
pub(super) fn section(
    module: &Module,
    environment: &Environment,
    functions: &[Compiled],
) -> NameSection {
    let names = &module.names;
    let mut section = NameSection::new();
    if let Some(name) = &names.module {
        section.module(name);
    }
    if let Some(map) = map(&names.functions) {
        section.functions(&map);
    }
    let mut locals = IndirectNameMap::new();
    for function in functions {
        if function.local_names.is_empty() {
            continue;
        }
        let mut own = NameMap::new();
        for (local, name) in &function.local_names {
            own.append(*local, name);
        }
        locals.append(function.map.index, &own);
    }
    if functions
        .iter()
        .any(|function| !function.local_names.is_empty())
    {
        section.locals(&locals);
    }
    if let Some(map) = map(&environment.names.types) {
        section.types(&map);
    }
    if let Some(map) = map(&names.tables) {
        section.tables(&map);
    }
    if let Some(map) = map(&names.memories) {
        section.memories(&map);
    }
    if let Some(map) = map(&names.globals) {
        section.globals(&map);
    }
    if let Some(map) = map(&names.elements) {
        section.elements(&map);
    }
    if let Some(map) = map(&names.data) {
        section.data(&map);
    }
    if let Some(map) = map(&names.tags) {
        section.tags(&map);
    }
    section
}

fn map(names: &BTreeMap<u32, String>) -> Option<NameMap> {
    let mut map = NameMap::new();
    for (&number, name) in names {
        map.append(number, name);
    }
    (!names.is_empty()).then_some(map)
}
