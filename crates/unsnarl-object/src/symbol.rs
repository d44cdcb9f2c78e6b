//! Symbols: what other objects see, and what relocations refer to.

use wasm_encoder::ValType;

/// Something with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// What it refers to.
    pub kind: SymbolKind,
    /// What happens if several objects define the name.
    pub binding: Binding,
    /// Whether it is seen by this program or library only.
    pub is_hidden: bool,
    /// Whether the linker keeps it even if nothing refers to it.
    pub is_kept: bool,
    /// Whether it is a variable of which each thread has its own.
    pub is_thread_local: bool,
    /// The name under which the linked module exports the function, if it has one of its own.
    pub export: Option<String>,
}

impl Symbol {
    /// Makes a symbol that is global, visible and dropped if nothing refers to it.
    pub fn new(name: impl Into<String>, kind: SymbolKind) -> Self {
        Symbol {
            name: name.into(),
            kind,
            binding: Binding::Global,
            is_hidden: false,
            is_kept: false,
            is_thread_local: false,
            export: None,
        }
    }
}

/// What a symbol refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// A function with a body, by its place in the object. Several symbols may refer to one.
    Function(u32),
    /// A function of this type that is defined elsewhere.
    ImportedFunction {
        /// Its type, by its place among the types.
        ty: u32,
        /// Where it is imported from if it is undefined; by default from `env` under its own name.
        from: Option<ImportName>,
    },
    /// A piece of a segment.
    Data {
        /// The segment, by its place.
        segment: u32,
        /// Its first byte there.
        offset: u32,
        /// How many bytes.
        size: u32,
    },
    /// A piece of memory that is defined elsewhere.
    ImportedData,
    /// A global that is defined elsewhere, such as `__stack_pointer`.
    ImportedGlobal {
        /// Its type.
        ty: ValType,
        /// Whether it changes.
        is_mutable: bool,
    },
    /// A global of the object, by its place.
    Global(u32),
    /// A tag of exceptions that is defined elsewhere.
    ImportedTag {
        /// Its type, by its place among the types.
        ty: u32,
    },
    /// A tag of the object, by its place.
    Tag(u32),
    /// The table of functions, `__indirect_function_table`.
    ImportedTable,
    /// A custom section of the object, by its place. The symbol has no name outside, and is local.
    Section(u32),
}

/// The two names of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportName {
    /// The module's.
    pub module: String,
    /// The name in that module.
    pub name: String,
}

/// What happens if several objects define a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Binding {
    /// It is an error.
    #[default]
    Global,
    /// A definition that is not weak wins, else the first. An undefined reference is null.
    Weak,
    /// Only this object sees the name.
    Local,
}

/// What an address leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AddressKind {
    /// A slot of the table.
    Function,
    /// Memory.
    Data,
}

impl SymbolKind {
    /// What its address leads to, if it has one.
    pub(crate) fn address(&self) -> Option<AddressKind> {
        match self {
            SymbolKind::Function(_) | SymbolKind::ImportedFunction { .. } => {
                Some(AddressKind::Function)
            }
            SymbolKind::Data { .. } | SymbolKind::ImportedData => Some(AddressKind::Data),
            _ => None,
        }
    }

    /// Tells whether the object itself has it.
    pub(crate) fn is_defined(&self) -> bool {
        matches!(
            self,
            SymbolKind::Function(_)
                | SymbolKind::Data { .. }
                | SymbolKind::Global(_)
                | SymbolKind::Tag(_)
                | SymbolKind::Section(_)
        )
    }
}
