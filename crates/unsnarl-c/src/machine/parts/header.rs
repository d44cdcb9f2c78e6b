//! The header: what a host sees.

use unsnarl_low::module::Item;

use super::WRITTEN;
use crate::machine::plan::Plan;
use crate::machine::runtime;
use crate::machine::types::{c_type, declared, head, results_declaration};
use crate::machine::variables::parameter;

/// The text of the header.
pub(super) fn text(plan: &Plan<'_>, name: &str) -> String {
    let guard = format!("{}_H", name.to_uppercase());
    let (imports, instance, exports) = (imports(plan), instance(plan), exports(plan, name));
    let types = runtime::TYPES;
    let results = results(plan);
    let referenced = plan.referenced.len().max(1);
    format!(
        "{WRITTEN}#ifndef {guard}
#define {guard}

{types}{results}
/* The imports of the module. A function is called with `host` as its first argument. */
typedef struct {name}_imports {{
{imports}}} {name}_imports;

/* An instance. A host may have any number of them; the members are private to the module. */
typedef struct {name} {{
  unsnarl_instance base;
  {name}_imports imports;
  unsnarl_function functions[{referenced}];
{instance}}} {name};

/* Makes an instance. `context` may be null: then the instance has its own. `imports` may be null if
   the module has none. Returns UNSNARL_OK, or why the instance could not be made; it must be freed
   in either case. */
unsnarl_trap {name}_instantiate({name} *m, unsnarl_context *context, const {name}_imports *imports);

/* Frees the resources of an instance. */
void {name}_free({name} *m);

/* Calls `body` with `data`. Returns UNSNARL_OK if `body` returns, or why the module stopped in an
   export that `body` called. Outside of such a call, a trap ends the program. */
unsnarl_trap {name}_call({name} *m, void (*body)(void *data), void *data);

/* The exports of the module. */
{exports}
#endif
"
    )
}

/// The types of several results that hosts see.
fn results(plan: &Plan<'_>) -> String {
    let mut known = std::collections::BTreeSet::new();
    let mut text = String::new();
    for function in &plan.module.functions {
        let results = &function.signature.results;
        if results.len() > 1 && known.insert(results) {
            text += &results_declaration(results);
        }
    }
    text
}

/// The members of the imports.
fn imports(plan: &Plan<'_>) -> String {
    let module = plan.module;
    let mut text = String::new();
    for (import, member) in module.imports.iter().zip(&plan.names.imports) {
        text += &match import.item {
            Item::Function(number) => {
                let signature = &module.functions[number as usize].signature;
                let code = head(signature, "(*code)", "void *host", parameter);
                format!("  struct {{ {code}; void *host; }} {member};\n")
            }
            Item::Memory(_) => format!("  unsnarl_memory *{member};\n"),
            Item::Table(_) => format!("  unsnarl_table *{member};\n"),
            Item::Global(number) => {
                let global = &module.globals[number as usize];
                let constant = if global.is_mutable { "" } else { "const " };
                match c_type(global.ty).strip_suffix('*') {
                    Some(_) if global.is_mutable => format!("  const void **{member};\n"),
                    Some(_) => format!("  const void *const *{member};\n"),
                    None => format!("  {constant}{} *{member};\n", c_type(global.ty)),
                }
            }
            Item::Tag(_) => format!("  const unsnarl_tag *{member};\n"),
        };
    }
    if text.is_empty() {
        return String::from("  int nothing;\n");
    }
    text
}

/// The members of an instance.
fn instance(plan: &Plan<'_>) -> String {
    let module = plan.module;
    let mut text = String::new();
    for number in 0..module.memories.len() {
        text += &format!("  unsnarl_memory *memory{number}, own_memory{number};\n");
    }
    for number in 0..module.tables.len() {
        text += &format!("  unsnarl_table *table{number}, own_table{number};\n");
    }
    for (number, global) in (0..).zip(&module.globals) {
        let name = plan.names.global(number);
        let name = match plan.is_borrowed(number) {
            true => format!("*{name}"),
            false => name.to_owned(),
        };
        text += &format!("  {};\n", declared(global.ty, &name));
    }
    for number in 0..module.tags.len() {
        text += &format!("  const unsnarl_tag *tag{number};\n  unsnarl_tag own_tag{number};\n");
    }
    if !module.data.is_empty() {
        text += &format!("  uint32_t data_size[{}];\n", module.data.len());
    }
    for (number, segment) in module.elements.iter().enumerate() {
        let size = segment.elements.len().max(1);
        text += &format!("  const void *elements{number}[{size}];\n");
    }
    if !module.elements.is_empty() {
        text += &format!("  uint32_t elements_size[{}];\n", module.elements.len());
    }
    text
}

/// The functions, and where memories, tables and globals are.
fn exports(plan: &Plan<'_>, name: &str) -> String {
    let module = plan.module;
    let mut text = String::new();
    for (export, own) in module.exports.iter().zip(&plan.names.exports) {
        text += &format!("/* {} */\n", remark(&export.name));
        text += &match export.item {
            Item::Function(number) => {
                let signature = &module.functions[number as usize].signature;
                let own = format!("{name}_{own}");
                format!(
                    "{};\n",
                    head(signature, &own, &format!("{name} *m"), parameter)
                )
            }
            Item::Memory(number) => format!("#define {name}_{own}(m) ((m)->memory{number})\n"),
            Item::Table(number) => format!("#define {name}_{own}(m) ((m)->table{number})\n"),
            Item::Global(number) => {
                let place = plan.global_place(number).replace("m->", "(m)->");
                format!("#define {name}_{own}(m) (&{place})\n")
            }
            Item::Tag(number) => format!("#define {name}_{own}(m) ((m)->tag{number})\n"),
        };
        if let Item::Function(number) = export.item
            && let Some(place) = plan.referenced.get(&number)
        {
            text += &format!("#define {name}_{own}_reference(m) (&(m)->functions[{place}])\n");
        }
    }
    text
}

/// A name inside of a remark. Only letters and digits of other scripts are kept: other characters
/// may end lines, or change the order in which an editor shows them.
fn remark(name: &str) -> String {
    let plain = |c: char| {
        let is_plain = c == ' ' || c.is_ascii_graphic() || c.is_alphanumeric();
        if !is_plain || matches!(c, '*' | '/' | '\\' | '?') {
            '_'
        } else {
            c
        }
    };
    name.chars().map(plain).collect()
}
