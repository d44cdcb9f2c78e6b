//! The names of the variables of control and of the labels of brackets.
//!
//! *Needs:* the names found by [`naming`](super::naming).
//! *Gives:* [`ControlNames`]: a different name for each variable and label, none of which is one of
//! the host's names.

use super::flag_names::FlagNames;
use crate::ids::{BlockId, FlagId, IdMap, LabelId};
use crate::program::Term;
use alloc::collections::BTreeMap;
use alloc::string::String;

/// The names that a program uses for control.
pub struct ControlNames {
    pub(super) label: String,
    pub(super) saved: BTreeMap<BlockId, String>,
    pub(super) flags: FlagNames,
    pub(super) brackets: IdMap<LabelId, Option<String>>,
    /// Whether jumps can name brackets.
    pub(super) has_labels: bool,
}

impl ControlNames {
    /// Gives the name of the label variable.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Gives the variable that keeps the decision of a block, if there is one.
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
