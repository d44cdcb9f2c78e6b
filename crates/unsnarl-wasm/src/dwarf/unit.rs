//! A unit that is being written.
//!
//! *Gives:* [`Unit`], the state that all writers of entries share.

use std::collections::BTreeMap;

use foldhash::HashMap;
use gimli::DwAt;
use gimli::write::{LineStringTable, StringTable};
use unsnarl_ir::Module;
use unsnarl_ir::debug::words::EmissionKind;
use unsnarl_ir::debug::{
    self, DebugInfo, FileId, GlobalVariableId, LexicalBlockId, LocalVariableId, Scope,
    SubprogramId, TypeRef,
};

use super::entry::Entry;

/// A unit with lines, functions, types and variables.
pub(super) const FULL: EmissionKind = EmissionKind(1);

/// A unit that is being written.
pub(super) struct Unit<'a, 's> {
    pub(super) module: &'a Module,
    pub(super) info: &'a DebugInfo,
    pub(super) own: &'a debug::Unit,
    pub(super) out: gimli::write::Unit,
    pub(super) strings: &'s mut StringTable,
    pub(super) line_strings: &'s mut LineStringTable,
    pub(super) files: HashMap<FileId, gimli::write::FileId>,
    pub(super) types: HashMap<TypeRef, Entry>,
    /// What has entries without attributes.
    pub(super) pending: Vec<Pending>,
    /// The type of indices of arrays.
    pub(super) index: Option<Entry>,
    /// Bounds of arrays that variables hold.
    pub(super) bounds: Vec<(Entry, DwAt, LocalVariableId)>,
    /// The entries of namespaces and modules.
    pub(super) scopes: HashMap<Scope, Entry>,
    /// The entries of functions that others refer to: abstract ones, declarations and the only
    /// ones.
    pub(super) subprograms: HashMap<SubprogramId, Entry>,
    /// The functions that were inlined somewhere, with variables of theirs.
    pub(super) inlined: BTreeMap<SubprogramId, Vec<LocalVariableId>>,
    /// The blocks and variables of these.
    pub(super) abstract_blocks: HashMap<LexicalBlockId, Entry>,
    pub(super) abstract_variables: HashMap<LocalVariableId, Entry>,
    /// The entries of variables of functions with code.
    pub(super) variables: HashMap<LocalVariableId, Entry>,
    pub(super) globals: HashMap<GlobalVariableId, Entry>,
}

/// What has an entry without attributes.
#[derive(Clone, Copy)]
pub(super) enum Pending {
    Type(TypeRef),
    Function(SubprogramId),
    /// A variable of an abstract function.
    Variable(LocalVariableId),
}

impl Unit<'_, '_> {
    /// Tells whether there is more than lines and names of functions.
    pub(super) fn is_full(&self) -> bool {
        self.own.emission == FULL
    }
}
