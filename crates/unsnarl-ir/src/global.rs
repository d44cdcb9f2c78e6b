//! Global variables, aliases and ifuncs.

use crate::id::{ConstId, NameId, TypeId};
use crate::origin::Origin;

/// A global variable, an alias or an ifunc.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Global {
    /// Its name, without `@`.
    pub name: NameId,
    /// The type of the contents at its address.
    pub ty: TypeId,
    /// The type of its address.
    pub address_type: TypeId,
    /// The modules that see it.
    pub linkage: Linkage,
    /// The modules that see it after linking.
    pub visibility: Visibility,
    /// Whether the source says that the linked program or library contains it, where that does not
    /// [follow](Linkage::stays_within).
    pub dso_local: bool,
    /// Whether every thread has its own copy, and how a thread finds it.
    pub thread_local: Option<ThreadLocal>,
    /// Whether only its contents matter and not its address, so that equal constants may share
    /// their memory.
    pub unnamed_address: bool,
    /// Its kind.
    pub kind: GlobalKind,
    /// The section that it must be placed in.
    pub section: Option<NameId>,
    /// The comdat that it belongs to.
    pub comdat: Option<NameId>,
    /// Attributes of the form `"key"="value"`.
    pub attributes: Vec<(NameId, NameId)>,
    /// The place where it was read.
    pub origin: Origin,
}

/// The kind of a [`Global`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GlobalKind {
    /// Memory.
    Variable {
        /// Whether it is never written.
        constant: bool,
        /// Its initial contents; `None` if it is defined elsewhere.
        initializer: Option<ConstId>,
        /// The alignment in bytes if the source gives one; otherwise the alignment of the type
        /// holds.
        align: Option<u64>,
    },
    /// Another name for an address.
    Alias {
        /// The address; it may name a function.
        target: ConstId,
    },
    /// `ifunc`: a function that is chosen at load time.
    Chosen {
        /// The function that returns the address of the chosen one.
        resolver: ConstId,
    },
}

impl GlobalKind {
    /// Returns its constant: contents, address or resolver.
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

    /// Tells whether the linked program or library is known to contain it (`dso_local`).
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

/// The modules that see a symbol, and the rule if several modules define it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Linkage {
    /// All modules.
    #[default]
    External,
    /// A definition that exists only to be inlined.
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
    /// Tells whether a symbol of this linkage and visibility always belongs to the program or
    /// library that this module is linked into. LLVM calls such a symbol implicitly `dso_local`.
    pub fn stays_within(self, visibility: Visibility) -> bool {
        match self {
            Linkage::Internal | Linkage::Private => true,
            Linkage::ExternWeak => false,
            _ => visibility != Visibility::Default,
        }
    }
}

/// A group of symbols that the linker keeps or drops as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comdat {
    /// Its name, without `$`.
    pub name: NameId,
    /// The rule that selects the group to keep if several modules have it.
    pub kind: ComdatKind,
}

/// The group that the linker keeps if several have the same name.
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

/// The parts of a finished program that may use a symbol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Visibility {
    /// All parts.
    #[default]
    Default,
    /// This program or library only.
    Hidden,
    /// All parts, but it cannot be replaced.
    Protected,
}

/// The way in which a thread finds its own copy of a variable.
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
