//! What the functions of a module share.

use std::collections::HashSet;

use unsnarl::structure::Structurer;
use unsnarl_low::module::Entity;
use unsnarl_low::{Module, Signature, Symbol};

use crate::exact::Declared;
use crate::names::{Taken, quoted};
use crate::options::Options;
use crate::words;

/// What the functions of a module share.
pub(crate) struct Context<'a> {
    pub(crate) module: &'a Module,
    pub(crate) options: &'a Options,
    /// Who structures graphs.
    pub(crate) structure: Structurer<'a>,
    pub(crate) names: ModuleNames,
    /// By function: whether it ends in a call of another function, and so has a part that returns
    /// what is to be called next.
    pub(crate) bounces: Vec<bool>,
    /// The functions that references are to, or that others see.
    pub(crate) referred: HashSet<u32>,
    /// Whether references may be to functions of other texts, from a table or by another way.
    pub(crate) meets_others: bool,
    /// What its types were, if floats are [their bits](crate::exact).
    pub(crate) declared: Option<&'a Declared>,
}

/// What the parts of a module are called in the text.
#[derive(Debug, Default)]
pub(crate) struct ModuleNames {
    pub(crate) functions: Vec<String>,
    /// By global: its words.
    pub(crate) globals: Vec<Vec<String>>,
    pub(crate) tables: Vec<String>,
    /// By memory: what follows the names of its views.
    pub(crate) memories: Vec<String>,
    pub(crate) tags: Vec<String>,
    pub(crate) elements: Vec<String>,
    pub(crate) data: Vec<String>,
    pub(crate) taken: Taken,
    /// Names of the runtime.
    pub(crate) runtime: HashSet<String>,
}

impl Context<'_> {
    /// What a symbol is.
    pub(crate) fn entity(&self, symbol: Symbol) -> Option<Entity> {
        self.module.symbols.get(symbol.index()).copied()
    }

    /// The text of a function's type.
    pub(crate) fn function_type(&self, number: usize) -> String {
        match self.declared {
            Some(declared) => bits_text(&declared.functions[number]),
            None => signature_text(&self.module.functions[number].signature),
        }
    }

    /// The text of a tag's type.
    pub(crate) fn tag_type(&self, number: usize) -> String {
        match self.declared {
            Some(declared) => bits_text(&declared.tags[number]),
            None => signature_text(&self.module.tags[number].signature),
        }
    }

    /// The letter of a global's type.
    pub(crate) fn global_letter(&self, number: usize) -> char {
        match self.declared {
            Some(declared) => words::letter_of_bits(declared.globals[number]),
            None => words::letter(self.module.globals[number].ty),
        }
    }

    /// What a function is called for people: its name in the source, or its number.
    pub(crate) fn function_name(&self, number: usize) -> String {
        let named = self.module.names.functions.get(&(number as u32));
        named.cloned().unwrap_or_else(|| number.to_string())
    }
}

impl ModuleNames {
    /// Tells whether something of the module or the runtime has a name.
    pub(crate) fn is_taken(&self, name: &str) -> bool {
        self.taken.has(name) || self.runtime.contains(name)
    }
}

/// The text of a type that a call through a table must have.
pub(crate) fn signature_text(signature: &Signature) -> String {
    quoted(&words::signature(signature, words::letter))
}

/// The same where floats are their bits.
pub(crate) fn bits_text(signature: &Signature) -> String {
    quoted(&words::signature(signature, words::letter_of_bits))
}
