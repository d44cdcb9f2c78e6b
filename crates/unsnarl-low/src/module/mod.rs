//! Modules: functions with all that they refer to.
//!
//! *Needs:* nothing; a reader or a selector fills a [`Module`], a target writes it.
//! *Gives:* the functions, tables, memories, globals, tags and segments of a program, each by its
//! number, what is imported and exported, names, and what each [symbol](Entity) of the code is.
//! *Source:* the structure of modules in [WebAssembly 2.0] with several memories, tags and constant
//! expressions of arithmetic, of whose sections this is the content.
//! *Departs:* from WebAssembly in that types have no numbers (a function, a tag and a call have a
//! [`Signature`]), and that a function's body is a graph.
//! *Limits:* no garbage-collected types, and no references with a type of their own.
//!
//! In each index space what is imported comes first. The functions of a module that was read from
//! WebAssembly have no [frame](crate::Frame); those that were selected may have one, and then
//! [`Module::stack_pointer`] says which global holds the stack pointer.
//!
//! [WebAssembly 2.0]: https://www.w3.org/TR/wasm-core-2/

mod constant;
mod names;
mod source;

pub use constant::{Constant, ConstantOp};
pub use names::Names;
pub use source::{Position, Positions};

use crate::machine::{Function, Reg};
use crate::symbol::{Signature, Symbol, SymbolNames};
use crate::types::{Type, Width};

/// A program, or a library of functions.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// What is imported, in order.
    pub imports: Vec<Import>,
    /// What is exported, in order; each name once.
    pub exports: Vec<Export>,
    /// The functions.
    pub functions: Vec<ModuleFunction>,
    /// The tables.
    pub tables: Vec<TableData>,
    /// The memories.
    pub memories: Vec<MemoryData>,
    /// The globals.
    pub globals: Vec<GlobalData>,
    /// The tags of exceptions.
    pub tags: Vec<TagData>,
    /// The segments of elements.
    pub elements: Vec<ElementSegment>,
    /// The segments of data.
    pub data: Vec<DataSegment>,
    /// The function that runs when the module is instantiated, after its segments were copied.
    pub start: Option<u32>,
    /// What the symbols of the functions are, by their numbers.
    pub symbols: Vec<Entity>,
    /// The number of the global that holds the stack pointer, if functions have frames.
    pub stack_pointer: Option<u32>,
    /// What things are called.
    pub names: Names,
    /// The paths of the files that code comes from.
    pub files: Vec<String>,
    /// Bytes for tools, which change nothing of what the module does.
    pub custom: Vec<CustomSection>,
}

/// What a symbol of the code is, by its number in the index space of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Entity {
    /// A function.
    Function(u32),
    /// A global.
    Global(u32),
    /// A tag.
    Tag(u32),
    /// A segment of data.
    Data(u32),
    /// A segment of elements.
    Elements(u32),
    /// An address of memory 0, or the number of an element of table 0.
    Address(u64),
}

/// What is imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The name of the module that it comes from.
    pub module: String,
    /// Its name there.
    pub name: String,
    /// What it is here.
    pub item: Item,
}

/// What is exported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// Its name for others.
    pub name: String,
    /// What it is here.
    pub item: Item,
}

/// What is imported or exported, by its number in the index space of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Item {
    /// A function.
    Function(u32),
    /// A table.
    Table(u32),
    /// A memory.
    Memory(u32),
    /// A global.
    Global(u32),
    /// A tag.
    Tag(u32),
}

/// A function of a module.
#[derive(Clone, Debug)]
pub struct ModuleFunction {
    /// What it takes and gives.
    pub signature: Signature,
    /// What it does; nothing if it is imported.
    pub body: Option<Body>,
}

/// What a function of a module does.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// Its code.
    pub code: Function,
    /// What registers are called in the source, by register, ascending. Several may have one name.
    pub registers: Vec<(Reg, String)>,
    /// By instruction of the code: where it is in the file that was read, in bytes from its
    /// start. Empty if the code was not read from bytes.
    pub places: Vec<u32>,
    /// By block: where its exit is in that file.
    pub ends: Vec<u32>,
    /// Where the code is in its source.
    pub positions: Positions,
}

/// How many there are at first, and at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// At first.
    pub least: u64,
    /// At most, if there is a limit.
    pub most: Option<u64>,
}

/// A table of references.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableData {
    /// The type of its elements.
    pub ty: Type,
    /// How wide the numbers of its elements are.
    pub width: Width,
    /// Its size in elements.
    pub limits: Limits,
    /// What its elements are at first; null if nothing is said.
    pub first: Option<Constant>,
}

/// A linear memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryData {
    /// How wide its addresses are.
    pub width: Width,
    /// Its size in pages of 64 KiB.
    pub limits: Limits,
    /// Whether threads share it.
    pub is_shared: bool,
}

/// A global.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlobalData {
    /// The type of its value.
    pub ty: Type,
    /// Whether code may set it.
    pub is_mutable: bool,
    /// Its value at first; nothing if it is imported.
    pub first: Option<Constant>,
}

/// A tag of exceptions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagData {
    /// The types of what exceptions of this tag carry. It has no results.
    pub signature: Signature,
}

/// When a segment is copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    /// When the module is instantiated: to so many bytes or elements from the start of the memory
    /// or table with this number. Then it is empty.
    Active(u32, Constant),
    /// When code says so.
    Passive,
    /// Never: it only declares that references to its functions are taken.
    Declared,
}

/// A segment of elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementSegment {
    /// The type of its elements.
    pub ty: Type,
    /// When it is copied.
    pub mode: Mode,
    /// Its elements.
    pub elements: Vec<Constant>,
}

/// A segment of data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataSegment {
    /// When it is copied; it is never [declared](Mode::Declared).
    pub mode: Mode,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// A section for tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomSection {
    /// Its name.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// How many sections of the module that are not for tools come before it.
    pub after: u32,
}

impl Module {
    /// What a symbol of its code is.
    ///
    /// # Panics
    /// If it is none of this module.
    pub fn entity(&self, symbol: Symbol) -> Entity {
        self.symbols[symbol.index()]
    }

    /// How many functions are imported: the number of the first one with a body.
    pub fn imported_functions(&self) -> usize {
        self.count_imports(|item| matches!(item, Item::Function(_)))
    }

    /// How many globals are imported: the number of the first one that is not.
    pub fn imported_globals(&self) -> usize {
        self.count_imports(|item| matches!(item, Item::Global(_)))
    }

    /// How many memories are imported: the number of the first one that is not.
    pub fn imported_memories(&self) -> usize {
        self.count_imports(|item| matches!(item, Item::Memory(_)))
    }

    /// How many tables are imported: the number of the first one that is not.
    pub fn imported_tables(&self) -> usize {
        self.count_imports(|item| matches!(item, Item::Table(_)))
    }

    /// How many tags are imported: the number of the first one that is not.
    pub fn imported_tags(&self) -> usize {
        self.count_imports(|item| matches!(item, Item::Tag(_)))
    }

    fn count_imports(&self, is_one: impl Fn(Item) -> bool) -> usize {
        let imports = self.imports.iter();
        imports.filter(|import| is_one(import.item)).count()
    }
}

impl SymbolNames for Module {
    /// The name of the function or global; symbols without one are shown by their number.
    fn name(&self, symbol: Symbol) -> Option<&str> {
        match *self.symbols.get(symbol.index())? {
            Entity::Function(number) => self.names.functions.get(&number).map(String::as_str),
            Entity::Global(number) => self.names.globals.get(&number).map(String::as_str),
            _ => None,
        }
    }
}
