//! Which modules and objects are beyond the [limits](crate::limits) of engines.

use unsnarl_ir::FuncId;
use unsnarl_object::{Symbol, SymbolKind};

use crate::error::{CompileError, Refusals};
use crate::limits::Limit;
use crate::numbering::Numbering;
use crate::placement::Placement;

/// Refuses a module beyond the limits of engines.
pub(crate) fn check_module(numbering: &Numbering, placement: &Placement, refusals: &mut Refusals) {
    let exports = placement.exports.len() + 1;
    let functions = placement.imports.len() + numbering.definitions.len();
    check_counts(numbering, functions, exports, refusals);
    for import in &placement.imports {
        check_name(numbering, import.function, &import.module, refusals);
        check_name(numbering, import.function, &import.name, refusals);
    }
    for (name, function) in &placement.exports {
        check_name(numbering, *function, name, refusals);
    }
}

/// Refuses everything that a linker would copy into a module beyond the limits of engines.
pub(crate) fn check_object(
    numbering: &Numbering,
    symbols: &[Symbol],
    bodies: usize,
    refusals: &mut Refusals,
) {
    let is_import = |symbol: &&Symbol| matches!(symbol.kind, SymbolKind::ImportedFunction { .. });
    let imported = symbols.iter().filter(is_import).count();
    let exports = symbols.iter().filter(|symbol| symbol.export.is_some());
    let functions = imported + bodies.max(numbering.definitions.len());
    check_counts(numbering, functions, exports.count(), refusals);
}

/// Refuses a module that is beyond the limits of engines only with the parts of functions.
pub(crate) fn check_parts(
    numbering: &Numbering,
    placement: &Placement,
    bodies: usize,
    refusals: &mut Refusals,
) {
    if bodies > numbering.definitions.len() {
        check_counts(numbering, placement.imports.len() + bodies, 0, refusals);
    }
}

fn check_counts(numbering: &Numbering, functions: usize, exports: usize, refusals: &mut Refusals) {
    let checks = [
        Limit::Types.check(numbering.types().len()),
        Limit::Functions.check(functions),
        Limit::Exports.check(exports),
    ];
    for check in checks {
        refusals.take(check.map_err(CompileError::Limit));
    }
}

/// Refuses a name under which a function is imported or exported.
pub(crate) fn check_name(
    numbering: &Numbering,
    function: FuncId,
    name: &str,
    refusals: &mut Refusals,
) {
    const SHOWN: usize = 40;
    let check = Limit::NameBytes.check(name.len());
    refusals.take(check.map_err(|exceeded| CompileError::Name {
        start: name.chars().take(SHOWN).collect(),
        line: numbering.context.module.functions[function].origin.line,
        exceeded,
    }));
}
