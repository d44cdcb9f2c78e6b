//! The functions of the runtime that a text uses.
//!
//! *Needs:* the names in a text of JavaScript. *Gives:* the [definitions](Runtime::used_by) of
//! those that the runtime defines, and of what these name.
//! *Cost:* linear in the names and the definitions.
//!
//! `runtime/runtime.js` is one definition after the other, each from a line that begins one to the
//! next. It is a text that can be tested by itself.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::tokens::names;

const TEXT: &str = include_str!("../runtime/runtime.js");

/// What is otherwise where floats are [their bits](crate::exact).
const WITH_BITS: &str = include_str!("../runtime/exact.js");

/// What begins a definition.
const WORDS: [&str; 3] = ["function ", "var ", "class "];

/// The definitions of the runtime.
pub(crate) struct Runtime {
    /// By name: the place, the text, and the names in it.
    definitions: BTreeMap<String, (usize, String)>,
}

impl Runtime {
    pub(crate) fn new() -> Runtime {
        let mut runtime = Runtime {
            definitions: BTreeMap::new(),
        };
        runtime.add(TEXT);
        for (name, text) in crate::lanes::definitions() {
            runtime.define(name, text);
        }
        runtime
    }

    /// The definitions where floats are their bits.
    pub(crate) fn with_bits() -> Runtime {
        let mut runtime = Runtime::new();
        runtime.add(WITH_BITS);
        runtime
    }

    /// Adds a definition, in the place of one with the same name if there is one.
    fn define(&mut self, name: String, text: String) {
        let next = self.definitions.len();
        let place = self.definitions.get(&name).map_or(next, |own| own.0);
        self.definitions.insert(name, (place, text));
    }

    /// Adds the definitions of a text.
    fn add(&mut self, text: &str) {
        let mut current: Option<(String, String)> = None;
        let mut finish = |current: &mut Option<(String, String)>| {
            if let Some((name, text)) = current.take() {
                self.define(name, text);
            }
        };
        for line in text.lines() {
            let word = WORDS.iter().find(|word| line.starts_with(*word));
            if let Some(word) = word {
                finish(&mut current);
                let rest = &line[word.len()..];
                let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
                let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
                current = Some((rest[..end].to_owned(), String::new()));
            }
            if line.starts_with("//") {
                finish(&mut current);
            } else if let Some((_, text)) = &mut current
                && !line.is_empty()
            {
                text.push_str(line);
                text.push('\n');
            }
        }
        finish(&mut current);
    }

    /// The names of all definitions.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.definitions.keys().map(String::as_str)
    }

    /// What a text with these names uses, in the order of the runtime. Names that are in `given`
    /// are defined otherwise.
    pub(crate) fn used_by(
        &self,
        named: &HashSet<&str>,
        given: &HashSet<String>,
    ) -> (String, BTreeSet<String>) {
        let mut used: BTreeSet<String> = BTreeSet::new();
        let mut others: BTreeSet<String> = BTreeSet::new();
        let mut todo: Vec<&str> = named.iter().copied().collect();
        while let Some(name) = todo.pop() {
            if given.contains(name) {
                others.insert(name.to_owned());
            } else if let Some((_, definition)) = self.definitions.get(name)
                && used.insert(name.to_owned())
            {
                todo.extend(names(definition));
            }
        }
        let mut texts: Vec<&(usize, String)> =
            used.iter().map(|name| &self.definitions[name]).collect();
        texts.sort();
        let text = texts.into_iter().map(|(_, text)| text.as_str()).collect();
        (text, others)
    }
}
