//! The text form: functions as people read them, and as tests write them.
//!
//! *Gives:* [`parse`], [`print()`](print()) and [`Module`], the functions of a text with their
//! symbols. [`print_trees`] shows the [trees](crate::trees) of one. `docs/low.md` describes the
//! form.
//! *Cost:* linear in the text. Parallel edges with the same arguments are one row of registers in
//! a function, but each is written out.
//! *Departs:* from WebAssembly's text form in that operands are registers, and from Cranelift's,
//! which it looks like, in that constants stand where they are used.
//! *Limits:* registers are numbered in the order of the text, so a parsed function may number them
//! otherwise than the one that was printed. A symbol without a name is printed by its number, and
//! comes back as a symbol whose name that is.

mod error;
mod lex;
mod parse;
mod print;

pub use error::{Cause, ParseError};
pub use parse::parse;
pub use print::{Printed, PrintedTrees, print, print_trees};

use std::fmt;

use crate::machine::Function;
use crate::symbol::{Symbol, Symbols};

/// The functions of a text, in its order.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// All symbols that the text names.
    pub symbols: Symbols,
    /// Each function with its symbol.
    pub functions: Vec<(Symbol, Function)>,
}

impl Module {
    /// The function of a name, if it is there.
    pub fn function(&self, name: &str) -> Option<&Function> {
        let symbol = self.symbols.find(name)?;
        let found = self.functions.iter().find(|(other, _)| *other == symbol);
        found.map(|(_, function)| function)
    }
}

impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (symbol, function)) in self.functions.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            print(*symbol, function, &self.symbols).fmt(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
