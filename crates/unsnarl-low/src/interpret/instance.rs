//! An environment of plain tables.

use std::collections::BTreeMap;

use super::environment::{Code, Elements, Environment};
use super::float::OpenNan;
use super::memory::LinearMemory;
use super::outcome::Completion;
use super::value::{Value, canonical_nan};
use crate::machine::Function;
use crate::op::memory::{Memory, Table};
use crate::symbol::{Signature, Symbol};
use crate::types::Width;

/// What a function of the host does.
pub type HostFunction<'f> = Box<dyn FnMut(&[Value]) -> Completion + 'f>;

/// An environment that has what its tables hold.
#[derive(Default)]
pub struct Instance<'f> {
    /// Memories by number.
    pub memories: Vec<Box<dyn LinearMemory + 'f>>,
    /// Tables by number.
    pub tables: Vec<Elements>,
    /// Globals.
    pub globals: BTreeMap<Symbol, Value>,
    /// Passive data segments.
    pub data: BTreeMap<Symbol, Vec<u8>>,
    /// Passive segments of references.
    pub elements: BTreeMap<Symbol, Vec<Value>>,
    /// Addresses of symbols.
    pub addresses: BTreeMap<Symbol, u64>,
    /// Functions.
    pub functions: BTreeMap<Symbol, &'f Function>,
    /// Functions of the host.
    pub hosts: BTreeMap<Symbol, (Signature, HostFunction<'f>)>,
    /// The global that holds the stack pointer.
    pub stack_pointer: Option<Symbol>,
    /// Chooses [open NaNs](Environment::nan); none is the canonical ones.
    pub nan: Option<Box<OpenNan<'f>>>,
}

impl<'f> Environment<'f> for Instance<'f> {
    fn memory(&mut self, memory: Memory) -> Option<&mut dyn LinearMemory> {
        match self.memories.get_mut(memory.0 as usize) {
            Some(memory) => Some(&mut **memory),
            None => None,
        }
    }

    fn table(&mut self, table: Table) -> Option<&mut Elements> {
        self.tables.get_mut(table.0 as usize)
    }

    fn global(&mut self, symbol: Symbol) -> Option<&mut Value> {
        self.globals.get_mut(&symbol)
    }

    fn data(&mut self, symbol: Symbol) -> Option<&mut Vec<u8>> {
        self.data.get_mut(&symbol)
    }

    fn elements(&mut self, symbol: Symbol) -> Option<&mut Vec<Value>> {
        self.elements.get_mut(&symbol)
    }

    fn address(&self, symbol: Symbol) -> Option<u64> {
        self.addresses.get(&symbol).copied()
    }

    fn stack_pointer(&self) -> Option<Symbol> {
        self.stack_pointer
    }

    fn code(&self, symbol: Symbol) -> Option<Code<'f, '_>> {
        if let Some(&function) = self.functions.get(&symbol) {
            return Some(Code::Low(function));
        }
        let (signature, _) = self.hosts.get(&symbol)?;
        Some(Code::Host(signature))
    }

    fn call(&mut self, symbol: Symbol, arguments: &[Value]) -> Option<Completion> {
        let (_, function) = self.hosts.get_mut(&symbol)?;
        Some(function(arguments))
    }

    fn nan(&mut self, width: Width) -> u64 {
        match &mut self.nan {
            Some(choose) => choose(width),
            None => canonical_nan(width),
        }
    }
}
