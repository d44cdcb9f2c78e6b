//! Global variables, aliases and ifuncs.

use crate::id::{ConstId, NameId, TypeId};
use crate::origin::Origin;

/// A global variable, an alias or an ifunc.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Global {
    /// Its name, without `@`.
    pub name: NameId,
    /// The type of what lies at its address.
    pub ty: TypeId,
    /// The type of its address.
    pub address_type: TypeId,
    /// Which modules see it.
    pub linkage: Linkage,
    /// Which modules see it after linking.
    pub visibility: Visibility,
    /// Whether the source says that the linked program or library has it itself, where that does
    /// not [follow](Linkage::stays_within).
    pub dso_local: bool,
    /// Whether every thread has its own, and how it is found.
    pub thread_local: Option<ThreadLocal>,
    /// Whether only what it holds matters and not where it lies, so that equal constants may share
    /// their memory.
    pub unnamed_address: bool,
    /// What it is.
    pub kind: GlobalKind,
    /// The section that it must be placed in.
    pub section: Option<NameId>,
    /// The comdat that it belongs to.
    pub comdat: Option<NameId>,
    /// Attributes of the form `"key"="value"`.
    pub attributes: Vec<(NameId, NameId)>,
    /// Where it was read.
    pub origin: Origin,
}

/// What a [`Global`] is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GlobalKind {
    /// Memory.
    Variable {
        /// Whether it is never written.
        constant: bool,
        /// What it holds at the start; `None` if it is defined elsewhere.
        initializer: Option<ConstId>,
        /// The alignment in bytes if the source says one, else that of the type is meant.
        align: Option<u64>,
    },
    /// Another name for an address.
    Alias {
        /// The address; it may name a function.
        target: ConstId,
    },
    /// `ifunc`: a function that is chosen when the program is loaded.
    Chosen {
        /// The function that returns the address of the one that is meant.
        resolver: ConstId,
    },
}

impl GlobalKind {
    /// Returns the constant that it is made of: contents, address or resolver.
    pub fn constant(&self) -> Option<ConstId> {
        match *self {
            GlobalKind::Variable { initializer, .. } => initializer,
            GlobalKind::Alias { target } => Some(target),
            GlobalKind::Chosen { resolver } => Some(resolver),
        }
    }
}

impl Global {
    /// Makes a variable with no further properties that another module defines.
    pub fn declared(name: NameId, ty: TypeId, address_type: TypeId) -> Self {
        Global {
            name,
            ty,
            address_type,
            linkage: Linkage::External,
            visibility: Visibility::Default,
            dso_local: false,
            thread_local: None,
            unnamed_address: false,
            kind: GlobalKind::Variable {
                constant: false,
                initializer: None,
                align: None,
            },
            section: None,
            comdat: None,
            attributes: Vec::new(),
            origin: Origin::default(),
        }
    }

    /// Tells whether the linked program or library is known to have it itself (`dso_local`).
    pub fn is_dso_local(&self) -> bool {
        self.dso_local || self.linkage.stays_within(self.visibility)
    }

    /// Tells whether this module gives it contents.
    pub fn is_definition(&self) -> bool {
        !matches!(
            self.kind,
            GlobalKind::Variable {
                initializer: None,
                ..
            }
        )
    }
}

/// Which modules see a symbol, and what happens if several modules define it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Linkage {
    /// Everybody.
    #[default]
    External,
    /// A definition that is only there to be inlined.
    AvailableExternally,
    /// Any one of equal definitions, dropped if unused.
    LinkOnce,
    /// Any one of equivalent definitions, dropped if unused.
    LinkOnceOdr,
    /// Any one definition.
    Weak,
    /// Any one of equivalent definitions.
    WeakOdr,
    /// Arrays that the linker joins.
    Appending,
    /// This module only; a symbol of the object file.
    Internal,
    /// This module only; no symbol.
    Private,
    /// A declaration whose address is null if the symbol is undefined.
    ExternWeak,
    /// A tentative definition of C.
    Common,
}

impl Linkage {
    /// Tells whether a symbol of this linkage and visibility is always one of the program or
    /// library that this module is linked into, which LLVM calls implicitly `dso_local`.
    pub fn stays_within(self, visibility: Visibility) -> bool {
        match self {
            Linkage::Internal | Linkage::Private => true,
            Linkage::ExternWeak => false,
            _ => visibility != Visibility::Default,
        }
    }
}

/// A group of symbols of which the linker keeps all or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comdat {
    /// Its name, without `$`.
    pub name: NameId,
    /// Which group is kept if several modules have it.
    pub kind: ComdatKind,
}

/// Which of several groups of one name the linker keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ComdatKind {
    /// Any one.
    #[default]
    Any,
    /// Any one; all must be equal.
    ExactMatch,
    /// The largest.
    Largest,
    /// All.
    NoDeduplicate,
    /// Any one; all must have the same size.
    SameSize,
}

/// Which parts of a finished program may use a symbol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Visibility {
    /// Everybody.
    #[default]
    Default,
    /// This program or library only.
    Hidden,
    /// Everybody, but it cannot be replaced.
    Protected,
}

/// How a thread finds its own copy of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ThreadLocal {
    /// No assumption.
    GeneralDynamic,
    /// It is in this library.
    LocalDynamic,
    /// Its library is loaded at the start.
    InitialExec,
    /// It is in the program itself.
    LocalExec,
}
