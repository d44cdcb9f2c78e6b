//! The text of a module from its parts.
//!
//! *Needs:* the runtime and the contents of `instantiate`. *Gives:* the text, to be read or short.
//! *Cost:* linear in the text.

use std::collections::{HashMap, HashSet};

use unsnarl_low::Module;
use unsnarl_low::module::{Export, Item};

use crate::compact;
use crate::context::Context;
use crate::naming::VIEWS;
use crate::runtime::Runtime;
use crate::words;

/// What a text is made of.
pub(crate) struct Parts {
    pub(crate) runtime: String,
    /// What is inside of `instantiate`.
    pub(crate) body: String,
}

impl Parts {
    pub(crate) fn text(self, module: &Module, is_program: bool) -> String {
        let mut text = String::from("// Written by unsnarl: change the source, not this text.\n\n");
        text += &self.runtime;
        if is_program {
            text += WASI;
        }
        text += "\n";
        text += head(is_program);
        text += &self.body;
        text += "}\n";
        if starts(module, is_program) {
            text += PROGRAM;
        }
        text
    }

    /// The parts with short names. What is in objects of the runtime has no other names.
    pub(crate) fn compacted(&self, context: &Context<'_>, runtime: &Runtime) -> Parts {
        let names = &context.names;
        let words = |word: &String| word.strip_suffix(".w0").unwrap_or(word).to_owned();
        let mut own: Vec<String> = names.functions.clone();
        for (number, name) in names.functions.iter().enumerate() {
            if context.bounces[number] {
                own.push(format!("{name}_tail"));
            }
        }
        own.extend(
            names
                .tables
                .iter()
                .flat_map(|name| [name.clone(), format!("{name}_object")]),
        );
        own.extend(
            names
                .globals
                .iter()
                .flatten()
                .filter(|word| !word.contains(".w") || word.ends_with(".w0"))
                .map(words),
        );
        own.extend(
            names
                .tags
                .iter()
                .chain(&names.elements)
                .chain(&names.data)
                .cloned(),
        );
        for suffix in &names.memories {
            own.extend(VIEWS.iter().map(|(view, _)| format!("{view}{suffix}")));
            own.extend(["growMemory", "views"].map(|name| format!("{name}{suffix}")));
            if !suffix.is_empty() {
                own.push(format!("memory{suffix}"));
            }
        }
        let of_runtime: Vec<String> = runtime
            .names()
            .map(str::to_owned)
            .chain((1..40).map(words::higher))
            .chain(["higherWords", "leaveWords"].map(str::to_owned))
            .collect();
        let all = own.iter().chain(&of_runtime).map(String::as_str);
        let texts = [&self.runtime[..], &self.body];
        let mut short = compact::short_names(all, &texts, &names.taken);
        let in_runtime: HashSet<&str> = of_runtime.iter().map(String::as_str).collect();
        let runtime_names = short.iter().filter(|(name, _)| in_runtime.contains(**name));
        let runtime_names = runtime_names
            .map(|(name, short)| (*name, short.clone()))
            .collect();
        short.insert("label", String::from("$l"));
        Parts {
            runtime: compact::compacted(&self.runtime, &runtime_names),
            body: compact::compacted(&self.body, &short),
        }
    }

    pub(crate) fn text_compacted(self, module: &Module, is_program: bool) -> String {
        let plain = HashMap::new();
        let compacted = |text: &str| compact::compacted(text, &plain);
        let mut text = String::from("// Written by unsnarl.\n");
        text += &self.runtime;
        if is_program {
            text += &compacted(WASI);
        }
        text += &compacted(head(is_program));
        text += &self.body;
        text += "}\n";
        if starts(module, is_program) {
            text += &compacted(PROGRAM);
        }
        text
    }
}

/// How `instantiate` begins.
fn head(is_program: bool) -> &'static str {
    match is_program {
        true => {
            "export function instantiate(imports = {}, options = {}) {\n  var system = wasi(options, () => memory);\n  imports = { wasi_snapshot_preview1: system.functions, ...imports };\n"
        }
        false => "export function instantiate(imports = {}) {\n",
    }
}

/// Tells whether it is a program that can be run.
fn starts(module: &Module, is_program: bool) -> bool {
    let starts =
        |export: &Export| export.name == "_start" && matches!(export.item, Item::Function(_));
    is_program && module.exports.iter().any(starts)
}

/// The runtime for WASI.
const WASI: &str = include_str!("../runtime/wasi.js");
/// How a program runs: it is the first thing that node is given.
const PROGRAM: &str = include_str!("../runtime/program.js");
