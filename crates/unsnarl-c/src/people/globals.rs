//! Variables, aliases, constructors.

use std::fmt::Write as _;

use unsnarl_ir::{Constant, GlobalId, GlobalKind, Linkage, ParameterAttributes, Type};

use super::refusal::{Cause, Refusal};
use super::unit::{Symbol, Unit, is_internal};

/// Declares and defines the variables that are used here or by others.
pub(super) fn define(unit: &Unit<'_>, refusals: &mut Vec<Refusal>) -> String {
    let module = unit.module;
    let (mut declarations, mut definitions) = (String::new(), String::new());
    // Initialisers refer to others, so the list grows.
    let mut done = std::collections::BTreeSet::new();
    for (id, global) in module.globals.iter() {
        let is_seen = !is_internal(global.linkage) || unit.is_kept(global.name);
        if global.is_definition() && is_seen && !is_special(unit, id) {
            unit.used_globals.borrow_mut().insert(id);
        }
    }
    for (id, _) in module.globals.iter() {
        if module.name(module.globals[id].name).starts_with("llvm.") {
            match special(unit, id) {
                Ok(text) => definitions += &text,
                Err(cause) => refuse(unit, id, cause, refusals),
            }
        }
    }
    loop {
        let used = unit.used_globals.borrow();
        let next: Vec<GlobalId> = used.difference(&done).copied().collect();
        drop(used);
        if next.is_empty() {
            break;
        }
        for id in next {
            done.insert(id);
            match one(unit, id) {
                Ok((declaration, definition)) => {
                    declarations += &declaration;
                    definitions += &definition;
                }
                Err(cause) => refuse(unit, id, cause, refusals),
            }
        }
    }
    match definitions.is_empty() {
        true => declarations,
        false => format!("{declarations}\n{definitions}"),
    }
}

fn refuse(unit: &Unit<'_>, id: GlobalId, cause: Cause, refusals: &mut Vec<Refusal>) {
    let global = &unit.module.globals[id];
    let symbol = unit.module.name(global.name);
    refusals.push(Refusal::new(symbol, global.origin.line, cause));
}

fn is_special(unit: &Unit<'_>, id: GlobalId) -> bool {
    unit.module
        .name(unit.module.globals[id].name)
        .starts_with("llvm.")
}

/// Lists for the linker.
fn special(unit: &Unit<'_>, id: GlobalId) -> Result<String, Cause> {
    let module = unit.module;
    let global = &module.globals[id];
    let name = module.name(global.name);
    let missing = || Cause::Construct(format!("@{name}"));
    let attribute = match name {
        "llvm.used" | "llvm.compiler.used" => return Ok(String::new()),
        "llvm.global_ctors" => "constructor",
        "llvm.global_dtors" => "destructor",
        _ => return Err(missing()),
    };
    let elements = match global.kind.constant().map(|id| module.constant(id)) {
        Some(Constant::Aggregate { elements, .. }) => elements,
        Some(Constant::Zero(_)) => return Ok(String::new()),
        _ => return Err(missing()),
    };
    let mut text = String::new();
    for &element in elements {
        let Constant::Aggregate { elements: own, .. } = module.constant(element) else {
            return Err(missing());
        };
        let [priority, function, ..] = own[..] else {
            return Err(missing());
        };
        let priority = module.int(priority).and_then(unsnarl_ir::WideInt::as_u64);
        let priority = priority.ok_or_else(missing)?;
        let &Constant::Function(function) = module.constant(function) else {
            return Err(missing());
        };
        unit.used_functions.borrow_mut().insert(function);
        let own = unit.function_name(function);
        // Compilers keep the priorities up to 100 for themselves.
        let order = match priority {
            65535 => String::new(),
            priority => format!("({priority})"),
        };
        let _ = writeln!(
            text,
            "__attribute__(({attribute}{order})) static void {own}_{attribute}(void) {{\n  \
             void (*run)(void) = (void *){own};\n  run();\n}}"
        );
    }
    Ok(text)
}

/// The declaration of a variable by its type in the source.
fn declared_by_source(unit: &Unit<'_>, id: GlobalId) -> Option<String> {
    let name = unit.global_name(id);
    if let Some(target) = unit.fields.held_by_global(id) {
        return Some(format!("{}{name}", unit.pointer(target)));
    }
    unit.fields.declare(unit.fields.global(id)?, name)
}

/// The declaration of a variable, and its definition.
fn one(unit: &Unit<'_>, id: GlobalId) -> Result<(String, String), Cause> {
    let module = unit.module;
    let global = &module.globals[id];
    let name = unit.global_name(id);
    let symbol = module.name(global.name);
    if is_special(unit, id) || unit.is_literal(id) {
        return Ok(Default::default());
    }
    let thread = if global.thread_local.is_some() {
        "_Thread_local "
    } else {
        ""
    };
    if unit.types.borrow().has_truths(global.ty) {
        return Err(unit.types.borrow().unsupported(global.ty));
    }
    let linkage = unit.linkage(global.linkage);
    let label = unit.label(name, symbol, global.linkage);
    match global.kind {
        GlobalKind::Variable {
            constant,
            initializer,
            align,
        } => {
            let natural = match unit.fields.global(id) {
                Some(ty) => unit.fields.align_of(ty),
                None => unit.layout.align(global.ty).unwrap_or(1),
            };
            let attributes = unit.attributes(&Symbol {
                name: global.name,
                linkage: global.linkage,
                visibility: global.visibility,
                section: global.section,
                align: align.filter(|&align| align > natural),
            });
            let declared = match unit.is_text(id) {
                true => format!("char {name}[{}]", unit.layout.size(global.ty).unwrap_or(0)),
                false => match declared_by_source(unit, id) {
                    Some(declared) => declared,
                    // What it is nothing says, and nothing but its address is used.
                    None if unit.layout.size(global.ty).is_none() => format!("uint8_t {name}[]"),
                    None => unit.types.borrow_mut().declare(global.ty, name)?,
                },
            };
            let constant = if constant { "const " } else { "" };
            // A pointer that is constant is no pointer to constants.
            let declared = match (constant, declared.split_once('*')) {
                ("const ", Some((before, after))) => format!("{before}*const {after}"),
                _ => format!("{constant}{declared}"),
            };
            if let Some(list) = unit.relative(id) {
                let all = list.iter().map(|&own| Ok(unit.constant(own)?.text));
                let all: Vec<String> = all.collect::<Result<_, Cause>>()?;
                let declared = format!("static void *const {name}[{}]", all.len());
                let definition = format!("{declared} = {{ {} }};\n", all.join(", "));
                return Ok((format!("{declared};\n"), definition));
            }
            let Some(initializer) =
                initializer.filter(|_| global.linkage != Linkage::AvailableExternally)
            else {
                let linkage = if linkage.is_empty() {
                    "extern "
                } else {
                    linkage
                };
                // How long it is is not said.
                let declared = declared.replace(&format!("{name}[0]"), &format!("{name}[]"));
                let text = format!("{linkage}{thread}{declared}{label}{attributes};\n");
                return Ok((text, String::new()));
            };
            let list = match unit.fields.held_by_global(id) {
                Some(_) => unit.pointer_to(initializer)?,
                None => unit.initializer(initializer)?,
            };
            let declaration = match is_internal(global.linkage) {
                true => format!("static {thread}{declared}{attributes};\n"),
                false => format!("extern {thread}{declared}{label};\n"),
            };
            let mut list = format!(" = {list}");
            if global.linkage == Linkage::Common {
                list.clear();
            }
            if unit.layout.size(global.ty) == Some(0) {
                list.clear();
            }
            let definition = format!("{linkage}{thread}{declared}{attributes}{list};\n");
            Ok((declaration, definition))
        }
        GlobalKind::Alias { target } => {
            // What a linker calls the target, and what the text does.
            let (own, target) = match *module.constant(target) {
                Constant::Global(id) => {
                    unit.used_globals.borrow_mut().insert(id);
                    let global = &module.globals[id];
                    let name = unit.global_name(id);
                    let linked = match is_internal(global.linkage) {
                        true => name,
                        false => module.name(global.name),
                    };
                    (unit.linked(linked), name)
                }
                Constant::Function(id) => (unit.linked_body(id), unit.function_name(id)),
                _ => return Err(Cause::Construct(format!("the alias @{symbol}"))),
            };
            let is_function = matches!(module.types.resolve(global.ty), Type::Function { .. });
            let declared = match is_function {
                // A function's type is that of what it stands for.
                true => format!("__typeof__({target}) {name}"),
                false => unit.types.borrow_mut().declare(global.ty, name)?,
            };
            let linkage = match is_internal(global.linkage) {
                true => "static ",
                false => "extern ",
            };
            let text = format!("{linkage}{declared}{label} __attribute__((alias({own})));\n");
            Ok((text, String::new()))
        }
        GlobalKind::Chosen { resolver } => {
            let refused = || Cause::Construct(format!("the ifunc @{symbol}"));
            let &Constant::Function(resolver) = module.constant(resolver) else {
                return Err(refused());
            };
            unit.used_functions.borrow_mut().insert(resolver);
            let resolver = unit.linked_body(resolver);
            let plain = ParameterAttributes::default();
            let prototype = unit.prototype(global.ty, &plain, |_| plain)?;
            let list = match (prototype.parameters.join(", "), prototype.is_variadic) {
                (list, true) => format!("{list}, ..."),
                (list, false) if list.is_empty() => "void".to_owned(),
                (list, false) => list,
            };
            let text = format!(
                "{linkage}{} {name}({list}){label} __attribute__((ifunc({resolver})));\n",
                prototype.result
            );
            Ok((text, String::new()))
        }
    }
}
