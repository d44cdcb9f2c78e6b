//! Declarations for TypeScript.
//!
//! *Gives:* the text of a `.d.ts` file that says what a module exports and imports.

use unsnarl_low::module::Item;
use unsnarl_low::{Module, Signature, Type};

use crate::names::quoted;

const CLASSES: &str = "\
/** As `WebAssembly.Memory`. */
export interface Memory {
  readonly buffer: ArrayBufferLike;
  grow(pages: number): number;
}

/** As `WebAssembly.Table`. */
export interface Table {
  readonly length: number;
  get(at: number): any;
  set(at: number, value?: any): void;
  grow(count: number, value?: any): number;
}

/** As `WebAssembly.Global`. */
export interface Global<T> {
  value: T;
  valueOf(): T;
}
";

/// The declarations of a module. A program can be run.
pub(crate) fn declarations(module: &Module, is_program: bool) -> String {
    let mut text = String::from(CLASSES);
    text += "\nexport interface Exports {\n";
    for export in &module.exports {
        let ty = item(module, export.item);
        text += &format!("  readonly {}: {ty};\n", quoted(&export.name));
    }
    text += "}\n\nexport interface Imports {\n";
    let mut from: Vec<&str> = Vec::new();
    for import in &module.imports {
        let is_own = is_program && import.module == "wasi_snapshot_preview1";
        if !is_own && !from.contains(&&import.module[..]) {
            from.push(&import.module);
        }
    }
    for name in from {
        text += &format!("  {}: {{\n", quoted(name));
        for import in module.imports.iter().filter(|import| import.module == name) {
            let ty = item(module, import.item);
            text += &format!("    {}: {ty};\n", quoted(&import.name));
        }
        text += "  };\n";
    }
    text += "}\n\n";
    if is_program {
        text += "\
export interface Options {
  args?: string[];
  env?: Record<string, string>;
  stdin?: string | Uint8Array;
  stdout?: (bytes: Uint8Array) => void;
  stderr?: (bytes: Uint8Array) => void;
  preopens?: Record<string, string>;
}

export function instantiate(imports?: Partial<Imports>, options?: Options): Exports;
";
        let mut exports = module.exports.iter();
        if exports.any(|export| export.name == "_start") {
            text += "\n/** Runs the program and returns its exit status. */\n";
            text += "export function run(options?: Options, imports?: Partial<Imports>): number;\n";
        }
    } else {
        text += "export function instantiate(imports?: Imports): Exports;\n";
    }
    text
}

fn item(module: &Module, item: Item) -> String {
    match item {
        Item::Function(number) => function(&module.functions[number as usize].signature),
        Item::Table(_) => String::from("Table"),
        Item::Memory(_) => String::from("Memory"),
        Item::Global(number) => {
            format!("Global<{}>", value(module.globals[number as usize].ty))
        }
        Item::Tag(_) => String::from("object"),
    }
}

fn function(signature: &Signature) -> String {
    let parameters = signature.parameters.iter().enumerate();
    let parameters: Vec<String> = parameters
        .map(|(at, &ty)| format!("a{at}: {}", value(ty)))
        .collect();
    let result = match signature.results[..] {
        [] => String::from("void"),
        [ty] => value(ty).to_owned(),
        _ => {
            let all: Vec<&str> = signature.results.iter().map(|&ty| value(ty)).collect();
            format!("[{}]", all.join(", "))
        }
    };
    format!("({}) => {result}", parameters.join(", "))
}

fn value(ty: Type) -> &'static str {
    match ty {
        Type::I32 | Type::F32 | Type::F64 => "number",
        Type::I64 => "bigint",
        // These cannot cross.
        Type::V128 | Type::ExnRef => "never",
        Type::FuncRef => "Function | null",
        Type::ExternRef => "any",
    }
}
