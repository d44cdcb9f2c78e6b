//! The variables of a function.
//!
//! *Gives:* [`Variables`]: a name for each register that is written, in the order in which they
//! come, and what must be declared.
//! *Cost:* linear.
//!
//! A register that is read in other blocks than its own starts with a value, though none reads it:
//! that every path to a read sets it is clear from the graph, but not always from the statements.

use std::collections::{BTreeMap, BTreeSet};

use unsnarl::{BlockId, Id};
use unsnarl_low::op::memory::Memory;
use unsnarl_low::{Function, Reg, Source, Type};

use super::types::{c_type, zero};

/// The variables of a function.
pub(super) struct Variables {
    /// By register: its number in the text.
    numbers: Vec<Option<u32>>,
    next: u32,
    /// Whether a register is read outside of its block.
    elsewhere: Vec<bool>,
    /// What is declared: by type, and whether it starts with a value.
    declared: Vec<(String, Type, bool)>,
    several: Vec<(String, String)>,
    /// The memories that are accessed.
    memories: BTreeSet<u32>,
    /// The statements after which the memories that loads and stores access are where they are.
    pub(super) reloads: Vec<String>,
    /// Whether a function of a table is called.
    pub(super) uses_callee: bool,
    /// Whether anything is called.
    pub(super) calls: bool,
    /// Whether several results are made.
    pub(super) uses_result: bool,
    /// What a call that ends a block made, by block.
    pub(super) brought: BTreeMap<BlockId, Vec<String>>,
}

/// The statements after which the memories that a function accesses are where they are.
fn reloads(function: &Function) -> Vec<String> {
    let blocks = function.order().iter();
    let insts = blocks.flat_map(|&block| function.block(block).insts());
    let accessed = insts.filter_map(|inst| function.inst(inst).op.address());
    let memories: BTreeSet<u32> = accessed.map(|at| at.memory.0).collect();
    let memories = memories.into_iter();
    memories.map(|memory| format!("AGAIN{memory};")).collect()
}

impl Variables {
    pub(super) fn new(function: &Function) -> Self {
        let count = function.reg_count();
        let mut home: Vec<Option<BlockId>> = vec![None; count];
        for &block in function.order() {
            for inst in function.block(block).insts() {
                for reg in function.inst(inst).results() {
                    home[reg.index()] = Some(block);
                }
            }
        }
        let mut elsewhere = vec![false; count];
        for &block in function.order() {
            let mut used = |reg: Reg, is_inside: bool| {
                elsewhere[reg.index()] |= !is_inside || home[reg.index()] != Some(block);
            };
            for inst in function.block(block).insts() {
                function
                    .operands(inst)
                    .iter()
                    .for_each(|&reg| used(reg, true));
            }
            function
                .exit_operands(block)
                .iter()
                .for_each(|&reg| used(reg, false));
            for edge in function.different_edges(block) {
                function
                    .arguments(edge)
                    .iter()
                    .for_each(|&reg| used(reg, false));
            }
        }
        Variables {
            numbers: vec![None; count],
            next: u32::try_from(function.signature.parameters.len()).unwrap_or(u32::MAX),
            elsewhere,
            declared: Vec::new(),
            several: Vec::new(),
            memories: BTreeSet::new(),
            reloads: reloads(function),
            uses_callee: false,
            calls: false,
            uses_result: false,
            brought: BTreeMap::new(),
        }
    }

    /// The name of a register that is read.
    pub(super) fn name(&mut self, function: &Function, reg: Reg) -> String {
        if let Source::Parameter(number) = function.source(reg) {
            return parameter(number as usize);
        }
        if let Some(number) = self.numbers[reg.index()] {
            return format!("x{number}");
        }
        let is_kept = match function.source(reg) {
            Source::Inst(_) => self.elsewhere[reg.index()],
            _ => true,
        };
        let name = self.declare(function.ty(reg), is_kept);
        self.numbers[reg.index()] = Some(self.next - 1);
        name
    }

    /// The name of a register that is set.
    pub(super) fn set(&mut self, function: &Function, reg: Reg) -> String {
        self.name(function, reg)
    }

    /// A new variable, which is set before it is read.
    pub(super) fn temporary(&mut self, ty: Type) -> String {
        self.declare(ty, false)
    }

    fn declare(&mut self, ty: Type, is_kept: bool) -> String {
        let name = format!("x{}", self.next);
        self.next += 1;
        self.declared.push((name.clone(), ty, is_kept));
        name
    }

    /// A new variable for several results.
    pub(super) fn several(&mut self, ty: String) -> String {
        let name = format!("x{}", self.next);
        self.next += 1;
        self.several.push((ty, name.clone()));
        name
    }

    /// Says that a memory is accessed.
    pub(super) fn uses_memory(&mut self, memory: Memory) {
        self.memories.insert(memory.0);
    }

    /// The memories that are accessed.
    pub(super) fn memories(&self) -> impl Iterator<Item = u32> + '_ {
        self.memories.iter().copied()
    }

    /// The names of all that is declared.
    pub(super) fn declared_names(&self) -> impl Iterator<Item = &str> {
        let several = self.several.iter().map(|(_, name)| name.as_str());
        self.declared
            .iter()
            .map(|(name, ..)| name.as_str())
            .chain(several)
    }

    /// The declarations, line by line.
    pub(super) fn declarations(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for ty in Type::ALL {
            for is_kept in [true, false] {
                let own = self
                    .declared
                    .iter()
                    .filter(|(_, own, kept)| (*own, *kept) == (ty, is_kept));
                let names: Vec<String> = own
                    .map(|(name, ..)| match is_kept {
                        true => format!("{name} = {}", zero(ty)),
                        false => name.clone(),
                    })
                    .collect();
                let (ty, star) = match c_type(ty).strip_suffix('*') {
                    Some(pointed) => (pointed.trim_end(), "*"),
                    None => (c_type(ty), ""),
                };
                for names in names.chunks(12) {
                    let names: Vec<String> =
                        names.iter().map(|name| format!("{star}{name}")).collect();
                    lines.push(format!("{ty} {};", names.join(", ")));
                }
            }
        }
        lines.extend(
            self.several
                .iter()
                .map(|(ty, name)| format!("{ty} {name};")),
        );
        lines
    }
}

/// The name of a parameter of a function.
pub(super) fn parameter(index: usize) -> String {
    format!("x{index}")
}

/// The name of a block in remarks and of flags.
pub(super) fn block_name(block: BlockId) -> String {
    format!("b{}", block.index())
}
