//! The addresses of symbols, and the initial contents of memory.
//!
//! *Needs:* an address for each symbol, from the code that lays out the program, such as
//! [`Addresses::assign`].
//! *Gives:* [`Addresses`]; [`Addresses::load`], which writes the initial values of variables.

use std::collections::BTreeMap;
use std::fmt;

use super::memory::Memory;
use crate::global::GlobalKind;
use crate::id::{FuncId, GlobalId, Id, IdMap};
use crate::image::{Image, ImageError, Relocation, Scalars, Symbol};
use crate::layout::Layout;
use crate::module::Module;

/// The addresses of a module's symbols.
#[derive(Clone, Debug)]
pub struct Addresses {
    /// The addresses of variables, aliases and ifuncs.
    pub globals: IdMap<GlobalId, u64>,
    /// The addresses of functions, such as their indices in a table.
    pub functions: IdMap<FuncId, u64>,
    /// The function at an address.
    at: BTreeMap<u64, FuncId>,
    /// The address after all variables that [`Addresses::assign`] laid out.
    pub end: u64,
}

/// The reason why the initial values of variables cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// The value of a variable is not a sequence of bytes.
    Image(GlobalId, ImageError),
    /// A type has no size.
    NoSize(GlobalId),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Image(global, error) => write!(f, "global {global}: {error}"),
            Self::NoSize(global) => write!(f, "the type of global {global} has no size"),
        }
    }
}

impl std::error::Error for LoadError {}

/// The maximum number of bytes of an initial value.
const LIMIT: usize = 1 << 30;

impl Addresses {
    /// Takes addresses of an existing layout.
    pub fn new(globals: IdMap<GlobalId, u64>, functions: IdMap<FuncId, u64>) -> Self {
        let at = functions
            .iter()
            .map(|(id, &address)| (address, id))
            .collect();
        Self {
            globals,
            functions,
            at,
            end: 0,
        }
    }

    /// Lays out variables from `start` on, in order; functions have the addresses 1, 2, …, as in a
    /// table.
    ///
    /// # Errors
    /// If a variable has no size, or an alias no target.
    pub fn assign(
        module: &Module,
        layout: &Layout,
        scalars: &Scalars,
        start: u64,
    ) -> Result<Self, LoadError> {
        let functions: Vec<u64> = (1..).take(module.functions.len()).collect();
        let mut variables = vec![0; module.globals.len()];
        let mut end = start;
        for (id, global) in module.globals.iter() {
            let GlobalKind::Variable { align, .. } = global.kind else {
                continue;
            };
            let size = layout.size(global.ty).unwrap_or(0);
            let own = layout.align(global.ty).unwrap_or(1);
            let place = end.next_multiple_of(align.unwrap_or(1).max(own).max(1));
            variables[id.index()] = place;
            // Variables without bytes also have unique addresses.
            end = place.saturating_add(size.max(1));
        }
        let mut globals = variables.clone();
        for (id, _) in module.globals.iter() {
            let target = scalars.resolve(Symbol::Global(id));
            let (symbol, offset) = target.map_err(|error| LoadError::Image(id, error))?;
            let base = match symbol {
                Symbol::Global(target) => variables[target.index()],
                Symbol::Function(target) => functions[target.index()],
            };
            globals[id.index()] = base.wrapping_add_signed(offset);
        }
        Ok(Self {
            end,
            ..Self::new(IdMap::from_values(globals), IdMap::from_values(functions))
        })
    }

    /// Returns the function at an address.
    pub fn function_at(&self, address: u64) -> Option<FuncId> {
        self.at.get(&address).copied()
    }

    /// Writes the initial values of all defined variables. Undefined parts are zero.
    ///
    /// # Errors
    /// If an initial value is not a sequence of bytes.
    pub fn load(
        &self,
        module: &Module,
        layout: &Layout,
        scalars: &Scalars,
        memory: &mut Memory,
    ) -> Result<(), LoadError> {
        for (id, global) in module.globals.iter() {
            let GlobalKind::Variable {
                initializer: Some(value),
                ..
            } = global.kind
            else {
                continue;
            };
            let image = scalars.image(module, layout, value, LIMIT);
            let image = image.map_err(|error| LoadError::Image(id, error))?;
            self.write(&image, self.globals[id], memory);
        }
        Ok(())
    }

    fn write(&self, image: &Image, at: u64, memory: &mut Memory) {
        memory.write(at, &vec![0; image.size]);
        for run in &image.runs {
            memory.write(at.wrapping_add(run.offset as u64), &run.bytes);
        }
        for place in &image.relocations {
            let bytes = self.value(place).to_le_bytes();
            let bytes: Vec<u8> = (0..place.size)
                .map(|at| bytes.get(at).copied().unwrap_or(0))
                .collect();
            memory.write(at.wrapping_add(place.offset as u64), &bytes);
        }
    }

    fn value(&self, place: &Relocation) -> u64 {
        let of = |symbol| match symbol {
            Symbol::Global(global) => self.globals[global],
            Symbol::Function(function) => self.functions[function],
        };
        let value = of(place.plus).wrapping_sub(place.minus.map_or(0, of));
        value.wrapping_add_signed(place.addend)
    }
}
