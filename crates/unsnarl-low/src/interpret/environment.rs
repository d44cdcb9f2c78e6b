//! What functions refer to: memories, tables, globals, segments and other functions.

use super::memory::LinearMemory;
use super::outcome::Completion;
use super::value::{Value, canonical_nan};
use crate::machine::Function;
use crate::op::memory::{Memory, Table};
use crate::symbol::{Signature, Symbol};
use crate::types::Width;

/// The function of a symbol.
#[derive(Clone, Copy, Debug)]
pub enum Code<'f, 'e> {
    /// One of the machine.
    Low(&'f Function),
    /// One of the host, with these types.
    Host(&'e Signature),
}

/// The elements of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Elements {
    /// References.
    pub values: Vec<Value>,
    /// The most that there may be.
    pub maximum: u32,
}

/// Where functions run. What it does not have is none; a function that asks for it is a
/// [fault](super::Fault).
pub trait Environment<'f> {
    /// A memory.
    fn memory(&mut self, memory: Memory) -> Option<&mut dyn LinearMemory>;

    /// A table.
    fn table(&mut self, table: Table) -> Option<&mut Elements>;

    /// An element of a table that is called: the inner option is empty behind the end.
    fn element(&mut self, table: Table, at: u64) -> Option<Option<Value>> {
        let elements = self.table(table)?;
        let at = usize::try_from(at).unwrap_or(usize::MAX);
        Some(elements.values.get(at).copied())
    }

    /// The value of a global.
    fn global(&mut self, symbol: Symbol) -> Option<&mut Value>;

    /// The bytes of a passive data segment: none are left when it was dropped.
    fn data(&mut self, symbol: Symbol) -> Option<&mut Vec<u8>>;

    /// The references of a passive segment: none are left when it was dropped.
    fn elements(&mut self, symbol: Symbol) -> Option<&mut Vec<Value>>;

    /// The address of a symbol; that of a function is its number in the table.
    fn address(&self, symbol: Symbol) -> Option<u64>;

    /// The global that holds the stack pointer, as wide as addresses of memory 0.
    fn stack_pointer(&self) -> Option<Symbol>;

    /// The function of a symbol.
    fn code(&self, symbol: Symbol) -> Option<Code<'f, '_>>;

    /// Calls a function of the host, with arguments of its types; none if there is no such one.
    fn call(&mut self, symbol: Symbol, arguments: &[Value]) -> Option<Completion>;

    /// The bits of a NaN that WebAssembly leaves open: the result, or a lane of it, of an operation
    /// that is neither a sign change nor a move. It must be a quiet NaN, of either sign.
    ///
    /// The canonical one unless this is overridden. One that marks such NaNs with bits of its own
    /// finds them again in registers and memory, and one that gives random ones shows whether they
    /// make a difference.
    fn nan(&mut self, width: Width) -> u64 {
        canonical_nan(width)
    }
}
