//! What the variables of control and the labels of brackets are called.
//!
//! *Needs:* that [`naming`](super::naming) has found the names.
//! *Gives:* [`ControlNames`]: a name for each, no two alike, and none of them one of the host's.

use super::flag_names::FlagNames;
use crate::ids::{BlockId, FlagId, IdMap, LabelId};
use crate::program::Term;
use alloc::collections::BTreeMap;
use alloc::string::String;

/// The names of what a program has for control.
pub struct ControlNames {
    pub(super) label: String,
    pub(super) saved: BTreeMap<BlockId, String>,
    pub(super) flags: FlagNames,
    pub(super) brackets: IdMap<LabelId, Option<String>>,
    /// Whether jumps can name brackets.
    pub(super) has_labels: bool,
}

impl ControlNames {
    /// Gives the variable that dispatchers switch on.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Gives the variable that keeps the decision of a block, if one does.
    pub fn saved(&self, block: BlockId) -> Option<&str> {
        self.saved.get(&block).map(String::as_str)
    }

    /// Gives the name of a bracket, if a jump names it.
    pub(super) fn bracket(&self, label: LabelId) -> Option<&str> {
        self.brackets[label].as_deref()
    }

    pub(super) fn flag(&self, flag: FlagId) -> &str {
        self.flags.of(flag)
    }

    /// Walks the names of all flags in their order.
    pub(super) fn flags(&self) -> impl Iterator<Item = &str> {
        self.flags.all()
    }

    /// Shows a formula; with parentheses around each conjunction in a disjunction if `marked`.
    pub(super) fn formula(&self, terms: &[Term], marked: bool) -> String {
        self.flags.formula(terms, marked)
    }
}
