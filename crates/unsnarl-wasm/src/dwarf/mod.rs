//! DWARF: the debug information of a module as sections.
//!
//! *Needs:* a module with [debug information](unsnarl_ir::debug), and what that says of the
//! [bytes](crate::debug) of its functions.
//! *Gives:* a [`Section`] for each of `.debug_info`, `.debug_abbrev`, `.debug_line`, `.debug_str`,
//! and those for lists of ranges and locations, with the places that wait for addresses.
//! *Cost:* near-linear in the debug information that something refers to, and the rows.
//! *Source:* DWARF 4 and 5; the encoding is that of the crate `gimli`. Which entries and attributes
//! there are is what LLVM writes; WebAssembly's addresses count from the start of the section of
//! code, and its operator for locals is that of the tool conventions.
//! *Departs:* each unit has its own types and abstract functions, and refers to no other unit.
//! *Limits:* no macros, no `.debug_names`, no call sites, no type units, no split files. Scopes
//! that nest deeper than [`entry::DEEPEST`] are written beside each other.
//!
//! | part | what it writes |
//! |---|---|
//! | `sections` | bytes with places |
//! | `entry`, `entries`, `words` | entries and their attributes |
//! | `unit`, `write`, `files` | units, and the files and lines of each |
//! | `scopes` | what declarations are in |
//! | `types`, `composite` | types |
//! | `subprogram`, `variables` | functions without their code, and variables of functions |
//! | `tree`, `code` | the scopes of a function's code, with inlined calls |
//! | `globals`, `imports` | variables outside of functions; `using` |

mod code;
mod composite;
mod entries;
mod entry;
mod files;
mod globals;
mod imports;
mod scopes;
mod sections;
mod subprogram;
mod tree;
mod types;
mod unit;
mod variables;
mod words;
mod write;

pub(crate) use sections::{Section, Target};

use std::collections::BTreeMap;

use gimli::write::{Dwarf, Sections};
use unsnarl_ir::debug::UnitId;
use unsnarl_ir::{FuncId, Id, Module};
use unsnarl_low::Width;

use crate::compiled::Compiled;
use crate::debug::CodeDebug;
use crate::error::CompileError;
use sections::Writer;

/// A body with debug information.
#[derive(Clone, Copy)]
pub(crate) struct Body<'a> {
    /// Its place among all bodies, which [`Target::Code`] names.
    pub(crate) place: usize,
    /// The function that it is, or is a part of.
    pub(crate) function: FuncId,
    /// What is known of its bytes.
    pub(crate) code: &'a CodeDebug,
}

impl<'a> Body<'a> {
    /// Those of these functions that have debug information and are in the module.
    fn all(module: &Module, functions: &'a [Compiled]) -> impl Iterator<Item = Body<'a>> {
        let bodies = functions.iter().enumerate().filter_map(|(place, body)| {
            Some(Body {
                place,
                function: body.id,
                code: body.debug.as_deref()?,
            })
        });
        let count = module.functions.len();
        bodies.filter(move |body| body.function.index() < count)
    }
}

/// The debug sections of a module with these functions, those that are not empty; none if it has no
/// debug information.
///
/// # Errors
/// If a section is too large.
pub(crate) fn sections(
    module: &Module,
    addresses: Width,
    functions: &[Compiled],
) -> Result<Vec<Section>, CompileError> {
    let Some(info) = module.debug.as_deref() else {
        return Ok(Vec::new());
    };
    let mut of_units: BTreeMap<UnitId, Vec<Body<'_>>> = BTreeMap::new();
    for body in Body::all(module, functions) {
        let debug = module.functions[body.function].debug.as_deref();
        let own = debug.and_then(|debug| debug.subprogram);
        let unit = own.and_then(|own| info.subprograms.get(own)?.unit);
        if let Some(unit) = unit {
            of_units.entry(unit).or_default().push(body);
        }
    }
    let mut dwarf = Dwarf::new();
    for &id in &info.module_units {
        let bodies = of_units.remove(&id).unwrap_or_default();
        write::write(&mut dwarf, module, info, addresses, id, &bodies);
    }
    let mut sections = Sections::new(Writer::default());
    let written = dwarf.write(&mut sections);
    written.map_err(|error| CompileError::Debug(error.to_string()))?;
    Ok(sections::finish(&mut sections))
}
