//! The layout of memory.
//!
//! *Needs:* the global variables that are used, and the table slots of the functions whose address
//! is taken.
//! *Gives:* [`Memory`]: the address of each variable, the initial bytes, the size.
//! *Cost:* linear in the variables and their initialised bytes; zeros by default cost nothing.
//!
//! ```text
//! 0            stack_size                    __data_end          __heap_base
//! | <- stack   | initialised variables | zeros | up to 16 bytes  | heap ->
//! ```
//! The stack comes first: when it overflows, addresses fall below zero and the program traps
//! instead of overwriting its variables. Variables that start with zeros come last and take no
//! bytes in the file.
//!
//! The names that a linker would define have their usual meaning: `__heap_base`, `__data_end`,
//! `__global_base`, `__stack_low`, `__stack_high`, `__heap_end`, `__dso_handle`.

use unsnarl_ir::{GlobalId, GlobalKind, Id, Image, Layout, Linkage, Module, Scalars, Symbol};
use unsnarl_low::Width;

use crate::error::{CompileError, Refusals};
use crate::placement::segments;

/// Bytes of a page of memory.
pub(crate) const PAGE: u64 = 1 << 16;

/// The most bytes of a memory whose addresses are this wide: those of 32 bits reach no further, and
/// of 64 bits engines have no more.
fn most_bytes(addresses: Width) -> u64 {
    match addresses {
        Width::W32 => u32::MAX.into(),
        Width::W64 => 1 << 34,
    }
}

/// Variables larger than this are refused.
const LARGEST_VARIABLE: usize = 1 << 31;

/// The layout of variables.
#[derive(Debug)]
pub(crate) struct Memory {
    /// By number of the global; none if it is not used.
    pub(crate) addresses: Vec<Option<u64>>,
    /// The bytes that are not zero, with their addresses, ascending.
    pub(crate) data: Vec<(u64, Vec<u8>)>,
    /// Where the stack starts; it grows down.
    pub(crate) stack_top: u64,
    /// The size at the start.
    pub(crate) pages: u64,
}

impl Memory {
    /// An empty layout, for memory that was refused.
    fn nowhere(module: &Module) -> Self {
        Memory {
            addresses: vec![None; module.globals.len()],
            data: Vec::new(),
            stack_top: 0,
            pages: 0,
        }
    }
}

/// The input of the layout.
pub(crate) struct Contents<'a> {
    pub(crate) module: &'a Module,
    pub(crate) layout: &'a Layout,
    pub(crate) scalars: &'a Scalars,
    pub(crate) addresses: Width,
    pub(crate) globals: &'a [GlobalId],
    /// By number of the function: its slot in the table.
    pub(crate) slots: &'a [Option<u32>],
    pub(crate) stack_size: u32,
}

/// A variable with its first bytes.
struct Variable {
    global: GlobalId,
    image: Image,
    size: u64,
    align: u64,
}

impl Contents<'_> {
    /// Lays out memory.
    pub(crate) fn lay_out(&self, refusals: &mut Refusals) -> Memory {
        let mut variables = self.variables(refusals);
        variables.sort_by_key(|variable| variable.image.is_zero());
        let start = u64::from(self.stack_size).next_multiple_of(16);
        let mut addresses: Vec<Option<u64>> = vec![None; self.module.globals.len()];
        let mut end = start;
        for variable in &variables {
            end = end.next_multiple_of(variable.align);
            addresses[variable.global.index()] = Some(end);
            end += variable.size;
        }
        let heap = end.next_multiple_of(16);
        let most = most_bytes(self.addresses);
        if heap > most {
            let needed = heap;
            refusals.add(CompileError::Memory { needed, most });
            return Memory::nowhere(self.module);
        }
        let pages = heap.div_ceil(PAGE);
        let known = Known {
            start,
            end,
            heap,
            memory_end: pages * PAGE,
        };
        self.name_linker_symbols(&known, &mut addresses);
        self.name_aliases(&mut addresses, refusals);
        let data = self.data(variables, &addresses, refusals);
        Memory {
            addresses,
            data,
            stack_top: start,
            pages,
        }
    }

    /// The variables that can be laid out.
    fn variables(&self, refusals: &mut Refusals) -> Vec<Variable> {
        let globals = self.globals.iter();
        globals
            .filter_map(|&id| refusals.take(self.variable(id)).flatten())
            .collect()
    }

    /// A variable; nothing if it is one of another module.
    fn variable(&self, id: GlobalId) -> Result<Option<Variable>, CompileError> {
        let global = &self.module.globals[id];
        let GlobalKind::Variable {
            initializer: Some(initializer),
            align,
            ..
        } = global.kind
        else {
            return Ok(None);
        };
        if global.linkage == Linkage::AvailableExternally {
            return Ok(None);
        }
        let image = self
            .scalars
            .image(self.module, self.layout, initializer, LARGEST_VARIABLE)
            .map_err(|source| self.wrong(id, source))?;
        let align = align.or(self.layout.align(global.ty)).unwrap_or(1).max(1);
        if !align.is_power_of_two() || align > PAGE {
            return Err(self.unsupported(id, format!("requires an alignment of {align}")));
        }
        let size = image.size as u64;
        Ok(Some(Variable {
            global: id,
            image,
            size,
            align,
        }))
    }

    fn name_linker_symbols(&self, known: &Known, addresses: &mut [Option<u64>]) {
        for &id in self.globals {
            let global = &self.module.globals[id];
            if global.is_definition() {
                continue;
            }
            let address = known.get(self.module.name(global.name));
            let weak = (global.linkage == Linkage::ExternWeak).then_some(0);
            addresses[id.index()] = address.or(weak);
        }
    }

    /// Gives aliases of variables their address. An alias of a function has none: it is resolved
    /// where it is used.
    fn name_aliases(&self, addresses: &mut [Option<u64>], refusals: &mut Refusals) {
        for &id in self.globals {
            if !matches!(self.module.globals[id].kind, GlobalKind::Alias { .. }) {
                continue;
            }
            let target = self.scalars.resolve(Symbol::Global(id));
            let target = target.map_err(|source| self.wrong(id, source));
            if let Some((Symbol::Global(target), offset)) = refusals.take(target) {
                let address = addresses[target.index()];
                addresses[id.index()] = address.map(|address| address.wrapping_add_signed(offset));
            }
        }
    }

    fn data(
        &self,
        variables: Vec<Variable>,
        addresses: &[Option<u64>],
        refusals: &mut Refusals,
    ) -> Vec<(u64, Vec<u8>)> {
        let mut pieces: Vec<(u64, Vec<u8>)> = Vec::new();
        for variable in variables {
            let start = addresses[variable.global.index()].expect("variables were just laid out");
            let first = pieces.len();
            let runs = variable.image.runs.into_iter();
            pieces.extend(runs.map(|run| (start + run.offset as u64, run.bytes)));
            for place in &variable.image.relocations {
                let mut address = |symbol| {
                    let address = self.address(variable.global, symbol, addresses);
                    refusals.take(address).unwrap_or_default()
                };
                let (plus, minus) = (address(place.plus), place.minus.map_or(0, address));
                let value = plus.wrapping_sub(minus).wrapping_add(place.addend);
                let mut bytes = value.to_le_bytes().to_vec();
                bytes.truncate(place.size);
                pieces.push((start + place.offset as u64, bytes));
            }
            pieces[first..].sort_by_key(|&(address, _)| address);
        }
        segments::joined(pieces)
    }

    fn address(
        &self,
        holder: GlobalId,
        symbol: Symbol,
        addresses: &[Option<u64>],
    ) -> Result<i64, CompileError> {
        let target = self.scalars.resolve(symbol);
        let (symbol, offset) = target.map_err(|source| self.wrong(holder, source))?;
        let address = match symbol {
            Symbol::Global(global) => addresses[global.index()],
            Symbol::Function(function) => self.slots[function.index()].map(u64::from),
        };
        let name = match symbol {
            Symbol::Global(global) => self.module.name(self.module.globals[global].name),
            Symbol::Function(function) => self.module.function_name(function),
        };
        let address = address.ok_or_else(|| CompileError::Undefined(vec![name.to_owned()]))?;
        Ok((address as i64).wrapping_add(offset))
    }

    fn wrong(&self, id: GlobalId, source: unsnarl_ir::ImageError) -> CompileError {
        let global = &self.module.globals[id];
        CompileError::Initializer {
            name: self.module.name(global.name).to_owned(),
            line: global.origin.line,
            source,
        }
    }

    fn unsupported(&self, id: GlobalId, construct: String) -> CompileError {
        let global = &self.module.globals[id];
        CompileError::Global {
            name: self.module.name(global.name).to_owned(),
            line: global.origin.line,
            construct,
        }
    }
}

/// Places that have names.
struct Known {
    start: u64,
    end: u64,
    heap: u64,
    memory_end: u64,
}

impl Known {
    fn get(&self, name: &str) -> Option<u64> {
        match name {
            "__heap_base" => Some(self.heap),
            "__heap_end" => Some(self.memory_end),
            "__data_end" => Some(self.end),
            "__global_base" | "__dso_handle" | "__stack_high" => Some(self.start),
            "__stack_low" => Some(0),
            _ => None,
        }
    }
}

/// Tells whether a linker would define a variable of this name.
pub(crate) fn is_linker_symbol(name: &str) -> bool {
    Known {
        start: 0,
        end: 0,
        heap: 0,
        memory_end: 0,
    }
    .get(name)
    .is_some()
}
