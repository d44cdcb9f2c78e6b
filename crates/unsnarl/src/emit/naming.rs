//! Assigns names to the variables of control and the labels of brackets.
//!
//! *Needs:* a formed program, and a [`Language`] that knows the names of its host.
//! *Gives:* [`ControlNames`]: a different name for each variable and label, none of which is one of
//! the host's names.
//! *Cost:* O(steps + names · log names), and the cost of finding the host's names.
//!
//! | variable or bracket | name |
//! |---|---|
//! | the label | `label` |
//! | a saved decision of `b3` | `d3`, unless the host has a name for it |
//! | a flag | made from [the block it selects](super::flag_names) |
//! | a bracket | `l3` |
//!
//! If the host has such a name, a number is appended: `label_2`.

use super::control_names::ControlNames;
use super::flag_names::{FlagNames, LoopEnds};
use super::fresh::Fresh;
use super::language::Language;
use crate::cfg::Cfg;
use crate::forms::Formed;
use crate::ids::{Id, IdMap, LabelId};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};

/// Finds the names of variables; brackets get no names.
pub(super) fn of_variables(cfg: &Cfg, formed: &Formed, language: &impl Language) -> ControlNames {
    let is_taken = |name: &str| language.takes(name);
    let mut fresh = Fresh::new(&is_taken);
    let label = match formed.uses_label() {
        true => fresh.name("label"),
        false => String::new(),
    };
    let mut saved = BTreeMap::new();
    for block in formed.saved() {
        let name = match language.saved_name(block) {
            Some(own) => own.into_owned(),
            None => fresh.name(&format!("d{}", block.index())),
        };
        saved.insert(block, name);
    }
    let program = formed.program();
    let name = |block| language.name(block);
    let flags = FlagNames::find(cfg, program, LoopEnds::Repeat, name, &mut fresh);
    ControlNames {
        label,
        saved,
        flags,
        brackets: IdMap::filled(program.label_count(), None),
        has_labels: language.crosses_loops(),
    }
}

/// Finds the names of variables, and of the brackets that jumps name.
pub(super) fn find(
    cfg: &Cfg,
    formed: &Formed,
    language: &impl Language,
    is_named: impl Fn(LabelId) -> bool,
) -> ControlNames {
    let mut names = of_variables(cfg, formed, language);
    let is_taken = |name: &str| language.takes_label(name);
    let mut fresh = Fresh::new(&is_taken);
    let labels = (0..formed.program().label_count()).map(LabelId::new);
    for label in labels.filter(|&label| is_named(label)) {
        names.brackets[label] = Some(fresh.name(&label.to_string()));
    }
    names
}
