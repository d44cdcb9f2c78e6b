//! The variables of the module that values pass through.
//!
//! *Gives:* [`Variables`], as many of each type as one exit of one part needs at most: between the
//! writes and the reads of a call there is no other.

use std::collections::BTreeMap;

use super::NewSymbols;
use crate::symbol::Symbol;
use crate::types::Type;

/// All variables so far.
#[derive(Default)]
pub(super) struct Variables {
    by_type: BTreeMap<Type, Vec<Symbol>>,
    /// In the order in which they were made.
    pub(super) all: Vec<(Symbol, Type)>,
}

/// How many variables of each type are taken.
#[derive(Clone, Default)]
pub(super) struct Taken(BTreeMap<Type, usize>);

impl Variables {
    /// Takes the next variable of a type, which is made if there is none.
    pub(super) fn take(
        &mut self,
        ty: Type,
        taken: &mut Taken,
        symbols: &mut impl NewSymbols,
    ) -> Symbol {
        let next = taken.0.entry(ty).or_default();
        let known = self.by_type.entry(ty).or_default();
        if *next == known.len() {
            let symbol = symbols.variable(ty);
            known.push(symbol);
            self.all.push((symbol, ty));
        }
        *next += 1;
        known[*next - 1]
    }
}
