//! The files of a module.
//!
//! *Needs:* the [`Plan`] of a module. *Gives:* [`output`]. *Cost:* that of the text.
//!
//! | file | what it has |
//! |---|---|
//! | `NAME.h` | the types and functions of the host |
//! | `NAME.c` | everything else, or with several files: segments, instances, and what is exported |
//! | `NAME-private.h` | with several files: what they share |
//! | `NAME-1.c` … | with several files: the functions |

mod data;
mod header;
mod instance;
mod wasi;

use super::body;
use super::error::Error;
use super::plan::Plan;
use super::runtime;
use super::types;
use super::{Options, Output};

/// The first line of every file, by which the command knows what it may write again.
const WRITTEN: &str = "/* Written by Unsnarl. */\n";

/// Writes all files.
pub(super) fn output(plan: &Plan<'_>, options: &Options) -> Result<Output, Error> {
    let name = &options.name;
    let linkage = if options.bytes_per_file.is_some() {
        ""
    } else {
        "static "
    };
    let mut functions = Vec::new();
    let first = plan.module.imported_functions();
    for number in first..plan.module.functions.len() {
        if plan.is_used(number as u32) {
            functions.push(body::function(plan, number as u32, linkage)?);
        }
    }
    let header = header::text(plan, name);
    let instance = instance::text(plan, name)?;
    let texts = functions.iter().chain([&instance]);
    let segments = data::used(plan, texts.map(String::as_str));
    let declarations = declarations(plan, name, linkage, &segments);
    let data = data::text(plan, linkage, &segments);
    let imported = imported(plan, linkage);
    let wasi = wasi::main(plan, name);
    let texts = functions.iter().map(String::as_str);
    let texts = texts.chain([instance.as_str(), imported.as_str(), declarations.as_str()]);
    let runtime = runtime::needed(texts.chain([runtime::BASE]));
    let head = head(name);
    let private = format!("{}\n{runtime}\n{declarations}", runtime::BASE);
    let mut files = vec![(format!("{name}.h"), header)];
    let Some(limit) = options.bytes_per_file else {
        let functions = functions.concat_with_blank_lines();
        let text = [head, private, data, imported, functions, instance, wasi];
        let text = format!("{WRITTEN}{}", text.concat_with_blank_lines());
        files.push((format!("{name}.c"), text));
        return Ok(Output {
            files,
            reports: plan.reports.take(),
        });
    };
    let guard = format!("{}_PRIVATE_H", name.to_uppercase());
    let private =
        format!("{WRITTEN}#ifndef {guard}\n#define {guard}\n\n{head}\n{private}\n#endif\n");
    files.push((format!("{name}-private.h"), private));
    let include = format!("{WRITTEN}#include \"{name}-private.h\"\n");
    let first = [include.clone(), data, imported, instance, wasi];
    files.push((format!("{name}.c"), first.concat_with_blank_lines()));
    let mut part: Vec<String> = vec![include.clone()];
    let (mut size, mut number) = (0, 1);
    for function in functions {
        size += function.len();
        part.push(function);
        if size >= limit {
            files.push((format!("{name}-{number}.c"), part.concat_with_blank_lines()));
            part = vec![include.clone()];
            (size, number) = (0, number + 1);
        }
    }
    if part.len() > 1 {
        files.push((format!("{name}-{number}.c"), part.concat_with_blank_lines()));
    }
    Ok(Output {
        files,
        reports: plan.reports.take(),
    })
}

/// Texts with blank lines between them.
trait Concat {
    fn concat_with_blank_lines(&self) -> String;
}

impl<T: AsRef<[String]>> Concat for T {
    fn concat_with_blank_lines(&self) -> String {
        let texts = self.as_ref().iter().filter(|text| !text.is_empty());
        texts.map(String::as_str).collect::<Vec<&str>>().join("\n")
    }
}

/// What comes before everything.
fn head(name: &str) -> String {
    format!(
        "#if defined(UNSNARL_CHECKS) && UNSNARL_CHECKS == 1 && !defined(_GNU_SOURCE)\n\
         #define _GNU_SOURCE\n\
         #endif\n\
         #include \"{name}.h\"\n\n\
         #if UNSNARL_CHECKS == 1\n\
         #include <signal.h>\n#include <sys/mman.h>\n\
         #endif\n\
         #include <float.h>\n#include <math.h>\n#include <stdlib.h>\n#include <string.h>\n"
    )
}

/// Macros for the memories, and all functions declared.
fn declarations(plan: &Plan<'_>, name: &str, linkage: &str, segments: &[u32]) -> String {
    let mut text = format!("#define INSTANCE {name} *const m = self\n");
    for (number, memory) in plan.module.memories.iter().enumerate() {
        let checked = format!(
            "#define MEMORY{number} uint8_t *bytes{number} = m->memory{number}->bytes; uint64_t size{number} = m->memory{number}->size\n\
             #define AGAIN{number} (void)(bytes{number} = m->memory{number}->bytes, size{number} = m->memory{number}->size)\n\
             #define M{number} self, bytes{number}, size{number}\n"
        );
        let unchecked = format!(
            "#define MEMORY{number} uint8_t *bytes{number} = m->memory{number}->bytes\n\
             #define AGAIN{number} (void)(bytes{number} = m->memory{number}->bytes)\n\
             #define M{number} self, bytes{number}, UINT64_MAX\n"
        );
        let paged = unchecked.replace(
            &format!("#define AGAIN{number} (void)(bytes{number} = m->memory{number}->bytes)"),
            &format!("#define AGAIN{number} (void)0"),
        );
        text += &match memory.width {
            unsnarl_low::Width::W32 => format!(
                "#if UNSNARL_CHECKS == 2\n{checked}#elif UNSNARL_CHECKS == 1\n{paged}#else\n{unchecked}#endif\n"
            ),
            unsnarl_low::Width::W64 => {
                format!("#if UNSNARL_CHECKS != 0\n{checked}#else\n{unchecked}#endif\n")
            }
        };
    }
    let mut signatures = std::collections::BTreeSet::new();
    for function in &plan.module.functions {
        signatures.insert(function.signature.clone());
        if let Some(body) = &function.body {
            signatures.extend(called_through_tables(&body.code));
        }
    }
    let mut results = std::collections::BTreeSet::new();
    for signature in &signatures {
        if signature.results.len() > 1 && results.insert(signature.results.clone()) {
            text += &types::results_declaration(&signature.results);
        }
    }
    for signature in &signatures {
        let pointer = types::pointer_name(signature);
        let head = types::head(signature, &format!("(*{pointer})"), "void *", |_| {
            String::new()
        });
        text += &format!("typedef {head};\n");
    }
    for (number, function) in (0..).zip(&plan.module.functions) {
        if !plan.is_used(number) {
            continue;
        }
        let own = plan.names.function(number);
        let head = types::head(&function.signature, own, "void *", |_| String::new());
        text += &format!("{linkage}{head};\n");
    }
    if !linkage.is_empty() {
        return text;
    }
    for &number in segments {
        let size = plan.module.data[number as usize].bytes.len().max(1);
        text += &format!(
            "extern const uint8_t {}[{size}];\n",
            plan.names.data(number)
        );
    }
    text
}

/// The signatures with which a function calls through tables.
fn called_through_tables(function: &unsnarl_low::Function) -> Vec<unsnarl_low::Signature> {
    use unsnarl_low::{Callee, Exit, Op, Signature, Type};
    let typed = |regs: &[unsnarl_low::Reg]| -> Vec<Type> {
        regs.iter().map(|&reg| function.ty(reg)).collect()
    };
    let mut found = Vec::new();
    for &id in function.order() {
        let block = function.block(id);
        for inst in block.insts() {
            if let Op::CallIndirect(_) = function.inst(inst).op {
                let mut parameters = typed(function.operands(inst));
                parameters.pop();
                let results: Vec<_> = function.inst(inst).results().collect();
                let results = typed(&results);
                found.push(Signature {
                    parameters,
                    results,
                });
            }
        }
        let callee = match &block.exit {
            Exit::TailCall(callee @ Callee::Table(_)) => {
                Some((callee, function.signature.results.clone()))
            }
            Exit::Call(callee @ Callee::Table(_), _) => {
                let brought = block
                    .edges()
                    .first()
                    .map(|&edge| typed(function.brought(edge)));
                Some((callee, brought.unwrap_or_default()))
            }
            _ => None,
        };
        if let Some((_, results)) = callee {
            let mut parameters = typed(function.exit_operands(id));
            parameters.pop();
            found.push(Signature {
                parameters,
                results,
            });
        }
    }
    found
}

/// The functions that call those of the host.
fn imported(plan: &Plan<'_>, linkage: &str) -> String {
    let mut text = String::new();
    let functions = plan.module.imports.iter().zip(&plan.names.imports);
    let functions = functions
        .filter(|(import, _)| matches!(import.item, unsnarl_low::module::Item::Function(_)));
    for (number, (_, member)) in (0_u32..).zip(functions) {
        if !plan.is_used(number) {
            continue;
        }
        let signature = &plan.module.functions[number as usize].signature;
        let own = plan.names.function(number);
        let head = types::head(signature, own, "void *self", super::variables::parameter);
        let returns = if signature.results.is_empty() {
            ""
        } else {
            "return "
        };
        let arguments: String = (0..signature.parameters.len())
            .map(|index| format!(", {}", super::variables::parameter(index)))
            .collect();
        text += &format!(
            "{linkage}{head} {{\n  INSTANCE;\n  \
             {returns}m->imports.{member}.code(m->imports.{member}.host{arguments});\n}}\n"
        );
    }
    text
}
