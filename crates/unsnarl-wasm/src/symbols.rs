//! The names under which an object refers to its functions, variables and the linker's own symbols.
//!
//! *Gives:* [`Symbols`], which numbers each [`Key`] on first use, and so in the same order for the
//! same input.

use foldhash::HashMap;

use unsnarl_ir::{FuncId, Symbol};

use unsnarl_low::select::Tag;
use unsnarl_low::{Signature, Type};

/// What a symbol refers to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    /// A function, variable or alias of the module.
    Symbol(Symbol),
    /// A function of the runtime library that the module does not mention.
    Routine(&'static str, Signature),
    /// The global that holds the stack pointer.
    StackPointer,
    /// The global that holds the address of this thread's variables.
    ThreadBase,
    /// A tag.
    Tag(Tag),
    /// The global that holds where the program or library lies in memory.
    MemoryBase,
    /// The global that holds where it lies in the table.
    TableBase,
    /// The global that holds how many bytes the variables of a thread have.
    ThreadSize,
    /// The global that holds their alignment.
    ThreadAlign,
    /// The table of functions.
    Table,
    /// A part of a function, by its number among them.
    Part(FuncId, u32),
    /// A variable that values pass through between parts: the n-th of its type.
    Variable(Type, u32),
}

/// The name of a part of a function.
pub(crate) fn part_name(function: &str, number: u32) -> String {
    format!("{function}.part.{number}")
}

/// The name of a variable that values pass through.
pub(crate) fn variable_name(ty: Type, number: u32) -> String {
    format!("passed.{ty}.{number}")
}

/// Symbols by number: those of an object, or those that were made after selection.
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    keys: Vec<Key>,
    numbers: HashMap<Key, u32>,
    routines: HashMap<&'static str, u32>,
}

impl Symbols {
    /// The number of a symbol, a new one if it was not met before.
    pub(crate) fn number(&mut self, key: Key) -> u32 {
        let next = self.keys.len() as u32;
        *self.numbers.entry(key).or_insert_with_key(|key| {
            if let Key::Routine(name, _) = key {
                self.routines.insert(name, next);
            }
            self.keys.push(key.clone());
            next
        })
    }

    /// Forgets all symbols but the first ones, so many.
    pub(crate) fn truncate(&mut self, count: usize) {
        for key in self.keys.drain(count..) {
            self.numbers.remove(&key);
            if let Key::Routine(name, _) = key {
                self.routines.remove(name);
            }
        }
    }

    /// The number of a symbol, if it was met.
    pub(crate) fn find(&self, key: &Key) -> Option<u32> {
        self.numbers.get(key).copied()
    }

    /// The number of a function of the runtime library, if it was met. The library has one of a
    /// name.
    pub(crate) fn routine(&self, name: &str) -> Option<u32> {
        self.routines.get(name).copied()
    }

    /// The variables that values pass through, in order: their numbers and types.
    pub(crate) fn variables(&self) -> impl Iterator<Item = (u32, Type)> + '_ {
        let numbered = (0_u32..).zip(&self.keys);
        numbered.filter_map(|(number, key)| match *key {
            Key::Variable(ty, _) => Some((number, ty)),
            _ => None,
        })
    }

    /// The symbols in order of their numbers.
    pub(crate) fn keys(&self) -> &[Key] {
        &self.keys
    }
}
