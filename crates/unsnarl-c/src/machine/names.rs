//! Identifiers of C for the names of a module.
//!
//! *Needs:* a module. *Gives:* [`Names`]: words of letters, digits and `_`, no two alike.
//! *Cost:* linear in the names.
//!
//! What is inside has its number first, so that it differs within the 31 characters that strict C99
//! promises to tell apart. What the host sees has the name of the export or import, every other
//! character replaced by `_`, and a number behind it if that is taken.

use std::collections::BTreeMap;

use unsnarl_low::module::{Item, Module};

/// The most characters of a name that become part of another one.
const LONGEST: usize = 48;

/// The names of a module.
pub(super) struct Names {
    prefix: String,
    functions: Vec<String>,
    globals: Vec<String>,
    /// By import: its member of the host's imports.
    pub(super) imports: Vec<String>,
    /// By export: what follows the name of the module.
    pub(super) exports: Vec<String>,
}

impl Names {
    pub(super) fn new(module: &Module, prefix: &str) -> Self {
        let named =
            |letter: char, number: u32, name: Option<&String>| match name.map(|name| plain(name)) {
                Some(name) if !name.is_empty() => format!("{prefix}{letter}{number}_{name}"),
                _ => format!("{prefix}{letter}{number}"),
            };
        let mut exported: BTreeMap<u32, &String> = BTreeMap::new();
        for export in &module.exports {
            if let Item::Function(number) = export.item {
                exported.entry(number).or_insert(&export.name);
            }
        }
        let imports = module.imports.iter();
        let imported: Vec<&String> = imports
            .filter(|import| matches!(import.item, Item::Function(_)))
            .map(|import| &import.name)
            .collect();
        let functions = (0..module.functions.len() as u32).map(|number| {
            let name = module.names.functions.get(&number);
            let name = name.or(exported.get(&number).copied());
            let name = name.or(imported.get(number as usize).copied());
            named('f', number, name)
        });
        let globals = (0..module.globals.len() as u32).map(|number| {
            named('g', number, module.names.globals.get(&number)).split_off(prefix.len())
        });
        let mut taken = BTreeMap::new();
        let imports = module.imports.iter().map(|import| {
            let wanted = format!("{}_{}", plain(&import.module), plain(&import.name));
            unique(wanted, &mut taken)
        });
        let imports = imports.collect();
        // The functions of every module, and what the others are called.
        let fixed = ["instantiate", "free", "call", "imports", "main", "find"];
        let mut taken: BTreeMap<String, usize> = fixed.map(|name| (String::from(name), 1)).into();
        let exports = module.exports.iter().map(|export| {
            let name = plain(&export.name);
            unique(
                if name.is_empty() {
                    String::from("unnamed")
                } else {
                    name
                },
                &mut taken,
            )
        });
        Names {
            prefix: prefix.to_owned(),
            functions: functions.collect(),
            globals: globals.collect(),
            imports,
            exports: exports.collect(),
        }
    }

    /// What a function is called.
    pub(super) fn function(&self, number: u32) -> &str {
        self.functions
            .get(number as usize)
            .map_or("", String::as_str)
    }

    /// The member of an instance that a global is.
    pub(super) fn global(&self, number: u32) -> &str {
        self.globals.get(number as usize).map_or("", String::as_str)
    }

    /// What the bytes of a data segment are called.
    pub(super) fn data(&self, number: u32) -> String {
        format!("{}data{number}", self.prefix)
    }
}

/// A name in the letters of C.
fn plain(name: &str) -> String {
    let letters = name.chars().take(LONGEST);
    letters
        .map(|letter| {
            if letter.is_ascii_alphanumeric() {
                letter
            } else {
                '_'
            }
        })
        .collect()
}

/// A name that is not taken.
fn unique(wanted: String, taken: &mut BTreeMap<String, usize>) -> String {
    let mut name = wanted.clone();
    let mut number = taken.get(&wanted).copied().unwrap_or(1);
    while taken.contains_key(&name) {
        number += 1;
        name = format!("{wanted}_{number}");
    }
    taken.insert(wanted, number);
    taken.entry(name.clone()).or_insert(1);
    name
}

/// Tells whether a word is an identifier of C that no header of its own has.
pub(super) fn is_identifier(word: &str) -> bool {
    let mut letters = word.chars();
    let first = letters
        .next()
        .is_some_and(|letter| letter.is_ascii_alphabetic());
    first && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}
