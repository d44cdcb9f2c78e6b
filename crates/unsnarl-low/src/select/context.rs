//! What all functions of a module share while they are selected.
//!
//! *Needs:* a module and a [`Target`], whose addresses are as wide as the module's layout says.
//! *Gives:* [`ModuleContext`]: layouts, constants and the parts of values; the signature of each
//! function type; the symbols of the machine, which stand for functions, variables, the stack
//! pointer, the address of a thread's variables, the addresses that a loader knows, and the
//! functions of the runtime library.
//! *Cost:* linear in the module. Parts of types are found when they are first asked for.
//!
//! Nothing here depends on the order in which functions are selected, or on whether they are.

use std::sync::Arc;

use foldhash::HashMap;

use unsnarl_ir::{
    FuncId, Function, GlobalId, Id, Layout, Module, Scalars, Symbol as IrSymbol, ThreadLocal,
    TypeId,
};

use crate::machine::Number;
use crate::symbol::{Signature, Symbol, SymbolNames};
use crate::types::Width;

use super::abi;
use super::error::SelectError;
use super::parts::ValueParts;
use super::routines;
use super::tag::{TAGS, Tag};
use super::target::{Addressing, Atomics, Relocation, Target};

/// What all functions of a module share.
#[derive(Debug)]
pub struct ModuleContext<'a> {
    /// The module.
    pub module: &'a Module,
    /// The sizes of its types.
    pub layout: Arc<Layout>,
    /// The values of its constants.
    pub scalars: Scalars,
    /// How values of each type are held.
    pub parts: ValueParts<'a>,
    pub(super) target: Target,
    callable: Callable,
    /// How many functions the runtime library has.
    routines: usize,
    /// The names of the globals that hold addresses, by symbol.
    address_names: Vec<String>,
    /// The functions by their names.
    names: HashMap<&'a str, FuncId>,
}

/// Which functions of a module can be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callable {
    /// All of them: what is not defined is left to a linker, aliases too.
    Linked,
    /// Those that are marked, by number; nothing is added to the module later.
    Only(Vec<bool>),
}

/// What a symbol of the machine stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A function, variable or alias of the module.
    Module(IrSymbol),
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
    /// The global that holds the address of a function, variable or alias of the module.
    AddressOf(IrSymbol),
    /// A function of the runtime library.
    Routine(&'static str),
    /// What was made after selection, by its number: a part of a function, or a variable that
    /// values pass through.
    New(usize),
}

impl<'a> ModuleContext<'a> {
    /// Prepares the selection of a module's functions; all may be called.
    pub fn new(module: &'a Module, target: Target) -> Self {
        let layout = Arc::new(Layout::new(&module.types, &module.data_layout));
        let functions = module.functions.iter();
        ModuleContext {
            module,
            scalars: Scalars::new(module, &layout),
            parts: ValueParts::new(module, Arc::clone(&layout), &target),
            layout,
            target,
            callable: Callable::Linked,
            routines: routines::count(),
            address_names: match target.relocation {
                Relocation::Static => Vec::new(),
                Relocation::PositionIndependent => address_names(module),
            },
            names: functions
                .map(|(id, _)| (module.function_name(id), id))
                .collect(),
        }
    }

    /// How wide addresses are.
    pub fn addresses(&self) -> Width {
        self.target.addresses
    }

    /// Whether the addresses of symbols are known when the program is linked.
    pub fn relocation(&self) -> Relocation {
        self.target.relocation
    }

    /// Says which functions can be called.
    pub fn set_callable(&mut self, callable: Callable) {
        self.callable = callable;
    }

    /// Tells whether a function can be called.
    pub(super) fn can_call(&self, function: FuncId) -> bool {
        match &self.callable {
            Callable::Linked => true,
            Callable::Only(marked) => marked.get(function.index()).copied().unwrap_or(false),
        }
    }

    /// The signature of a function type.
    ///
    /// # Errors
    /// If it is no function type, or a parameter or result cannot be passed.
    pub fn signature(&self, ty: TypeId) -> Result<Signature, SelectError> {
        abi::signature(self.module, &self.parts, &self.target, ty)
    }

    /// Fails if the convention or an attribute of a function changes how arguments are passed.
    ///
    /// # Errors
    /// Names the convention or attribute.
    pub fn check_convention(&self, function: &Function) -> Result<(), SelectError> {
        abi::check_function(function)
    }

    /// The function that a symbol refers to, if it is one.
    pub fn function_of(&self, symbol: IrSymbol) -> Option<FuncId> {
        match self.scalars.resolve(symbol) {
            Ok((IrSymbol::Function(function), 0)) => Some(function),
            _ => None,
        }
    }

    /// The address of a symbol: that of a variable, or the table slot of a function. It is relative
    /// to what its [addressing](ModuleContext::addressing) says.
    ///
    /// # Errors
    /// If it is an alias without an address.
    pub(super) fn address(&self, symbol: IrSymbol) -> Result<Number, SelectError> {
        if let Callable::Only(_) = &self.callable {
            self.scalars.resolve(symbol)?;
        }
        Ok(Number::Address(self.symbol(symbol), 0))
    }

    /// The symbol of the machine for one of the module.
    pub fn symbol(&self, symbol: IrSymbol) -> Symbol {
        Symbol::new(match symbol {
            IrSymbol::Function(function) => function.index(),
            IrSymbol::Global(global) => self.module.functions.len() + global.index(),
        })
    }

    /// The symbol of the global that holds the stack pointer.
    pub fn stack_pointer(&self) -> Symbol {
        Symbol::new(self.module.functions.len() + self.module.globals.len())
    }

    /// The symbol of the global that holds the address of this thread's variables.
    pub fn thread_base(&self) -> Symbol {
        Symbol::new(self.stack_pointer().index() + 1)
    }

    /// The symbol of a tag.
    pub fn tag(&self, tag: Tag) -> Symbol {
        Symbol::new(self.thread_base().index() + 1 + tag as usize)
    }

    /// The symbol of the global that holds where the program or library lies in memory.
    pub fn memory_base(&self) -> Symbol {
        Symbol::new(self.thread_base().index() + 1 + TAGS.len())
    }

    /// The symbol of the global that holds where the program or library lies in the table.
    pub fn table_base(&self) -> Symbol {
        Symbol::new(self.memory_base().index() + 1)
    }

    /// The symbol of the global that holds how many bytes the variables of a thread have.
    pub fn thread_size(&self) -> Symbol {
        Symbol::new(self.table_base().index() + 1)
    }

    /// The symbol of the global that holds their alignment.
    pub fn thread_align(&self) -> Symbol {
        Symbol::new(self.thread_size().index() + 1)
    }

    /// The symbol of the global that holds the address of a symbol.
    pub fn address_of(&self, symbol: IrSymbol) -> Symbol {
        Symbol::new(self.thread_align().index() + 1 + self.symbol(symbol).index())
    }

    /// The symbol of a function of the runtime library.
    ///
    /// # Panics
    /// If the library has no function of that name.
    pub(super) fn routine(&self, name: &'static str) -> Symbol {
        let number = routines::number(name).expect("selection calls only routines of the table");
        Symbol::new(self.first_routine() + number)
    }

    fn first_routine(&self) -> usize {
        self.thread_align().index() + 1 + self.stack_pointer().index()
    }

    /// Tells whether each thread has its own of a symbol: a variable, or an alias of one.
    pub fn is_thread_local(&self, symbol: IrSymbol) -> bool {
        let resolved = match self.target.atomics {
            Atomics::Accesses => return false,
            Atomics::Operations => self.scalars.resolve(symbol).map_or(symbol, |(at, _)| at),
        };
        let is_own = |symbol| match symbol {
            IrSymbol::Global(id) => self.module.globals[id].thread_local.is_some(),
            IrSymbol::Function(_) => false,
        };
        is_own(symbol) || is_own(resolved)
    }

    /// How the address of a symbol is found.
    pub fn addressing(&self, symbol: IrSymbol) -> Addressing {
        let is_thread_local = self.is_thread_local(symbol);
        match self.target.relocation {
            _ if is_thread_local && !self.is_found_by_loader(symbol) => Addressing::FromThread,
            Relocation::Static => Addressing::Fixed,
            Relocation::PositionIndependent if !self.is_dso_local(symbol) => Addressing::Indirect,
            Relocation::PositionIndependent => match self.function_of(symbol) {
                Some(_) => Addressing::FromTable,
                None => Addressing::FromMemory,
            },
        }
    }

    /// Tells whether the linked program or library is known to have a symbol itself.
    fn is_dso_local(&self, symbol: IrSymbol) -> bool {
        match symbol {
            IrSymbol::Function(id) => self.module.functions[id].is_dso_local(),
            IrSymbol::Global(id) => self.module.globals[id].is_dso_local(),
        }
    }

    /// Tells whether another library may have a thread-local variable. Only Emscripten's loader
    /// finds such ones; elsewhere LLVM's back end takes all for the program's own, too.
    fn is_found_by_loader(&self, symbol: IrSymbol) -> bool {
        let model = match symbol {
            IrSymbol::Global(id) => self.module.globals[id].thread_local,
            IrSymbol::Function(_) => None,
        };
        self.target.relocation == Relocation::PositionIndependent
            && self.module.target.contains("emscripten")
            && !matches!(
                model,
                Some(ThreadLocal::LocalExec | ThreadLocal::LocalDynamic)
            )
            && !self.is_dso_local(symbol)
    }

    /// What a symbol of the machine stands for.
    pub fn meaning(&self, symbol: Symbol) -> Meaning {
        let variables = self.stack_pointer().index();
        let bases = self.memory_base().index();
        let addresses = self.thread_align().index() + 1;
        match symbol.index() {
            index if index < variables => Meaning::Module(self.of_module(index)),
            index if index == variables => Meaning::StackPointer,
            index if index == variables + 1 => Meaning::ThreadBase,
            index if index < bases => Meaning::Tag(TAGS[index - variables - 2]),
            index if index == bases => Meaning::MemoryBase,
            index if index == bases + 1 => Meaning::TableBase,
            index if index == bases + 2 => Meaning::ThreadSize,
            index if index == bases + 3 => Meaning::ThreadAlign,
            index if index < self.first_routine() => {
                Meaning::AddressOf(self.of_module(index - addresses))
            }
            index => {
                let routine = index - self.first_routine();
                match routine.checked_sub(self.routines) {
                    None => Meaning::Routine(routines::name(routine)),
                    Some(number) => Meaning::New(number),
                }
            }
        }
    }

    /// The function, variable or alias of a number.
    fn of_module(&self, number: usize) -> IrSymbol {
        match number.checked_sub(self.module.functions.len()) {
            None => IrSymbol::Function(FuncId::new(number)),
            Some(global) => IrSymbol::Global(GlobalId::new(global)),
        }
    }

    /// The symbol of something that is made after selection.
    pub fn new_symbol(&self, number: usize) -> Symbol {
        Symbol::new(self.first_routine() + self.routines + number)
    }

    /// The function of the module that has the name of a routine, if one has.
    pub fn routine_here(&self, name: &str) -> Option<FuncId> {
        self.names.get(name).copied()
    }
}

/// Functions and variables have their own names; routines and the stack pointer those by which they
/// are linked.
impl SymbolNames for ModuleContext<'_> {
    fn name(&self, symbol: Symbol) -> Option<&str> {
        Some(match self.meaning(symbol) {
            Meaning::Module(IrSymbol::Function(function)) => self.module.function_name(function),
            Meaning::Module(IrSymbol::Global(global)) => {
                self.module.name(self.module.globals[global].name)
            }
            Meaning::StackPointer => "__stack_pointer",
            Meaning::ThreadBase => "__tls_base",
            Meaning::Tag(tag) => tag.name(),
            Meaning::MemoryBase => "__memory_base",
            Meaning::TableBase => "__table_base",
            Meaning::ThreadSize => "__tls_size",
            Meaning::ThreadAlign => "__tls_align",
            Meaning::AddressOf(of) => self.address_names.get(self.symbol(of).index())?,
            Meaning::Routine(name) => name,
            Meaning::New(_) => return None,
        })
    }
}

/// The names of the globals that hold addresses: the two names of the import, as one.
fn address_names(module: &Module) -> Vec<String> {
    let functions = module.functions.iter();
    let functions = functions.map(|(id, _)| format!("GOT.func.{}", module.function_name(id)));
    let globals = module.globals.values();
    let globals = globals.map(|global| format!("GOT.mem.{}", module.name(global.name)));
    functions.chain(globals).collect()
}
