//! Symbols: what a module calls and takes the address of, by number.

use std::fmt;

use foldhash::HashMap;

use crate::types::Type;

/// A function, variable, global or segment that code refers to; its place is not known before the
/// module is written or linked.
///
/// It is a number in the [`Symbols`] of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(u32);

impl Symbol {
    /// The first symbol of a module.
    pub const FIRST: Symbol = Symbol(0);

    /// The symbol with a number.
    ///
    /// # Panics
    /// If the number is 2³² or more: readers refuse inputs of 4 GiB.
    pub fn new(number: usize) -> Symbol {
        Symbol(u32::try_from(number).expect("readers refuse inputs of 4 GiB"))
    }

    /// Its number.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}", self.0)
    }
}

/// The types of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signature {
    /// The types of its parameters.
    pub parameters: Vec<Type>,
    /// The types of its results.
    pub results: Vec<Type>,
}

/// The names of symbols, for text.
pub trait SymbolNames {
    /// The name of a symbol, without `@`; none if there is no such symbol.
    fn name(&self, symbol: Symbol) -> Option<&str>;
}

/// The symbols of a module, numbered in the order in which they were named first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbols {
    names: Vec<String>,
    numbers: HashMap<String, Symbol>,
}

impl Symbols {
    /// The symbol of a name, which is added if it is new.
    pub fn add(&mut self, name: &str) -> Symbol {
        if let Some(&symbol) = self.numbers.get(name) {
            return symbol;
        }
        let symbol = Symbol::new(self.names.len());
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), symbol);
        symbol
    }

    /// The symbol of a name, if there is one.
    pub fn find(&self, name: &str) -> Option<Symbol> {
        self.numbers.get(name).copied()
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.names.len()
    }
}

impl SymbolNames for Symbols {
    fn name(&self, symbol: Symbol) -> Option<&str> {
        self.names.get(symbol.index()).map(String::as_str)
    }
}
