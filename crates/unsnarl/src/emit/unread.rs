//! Variables that are set and never tested.
//!
//! *Needs:* a formed program. *Gives:* names of its variables. *Cost:* O(statements).

use super::control_names::ControlNames;
use crate::forms::{Formed, Statement, Test};
use crate::ids::{FlagId, Id};
use crate::program::Term;
use alloc::string::String;
use alloc::vec::Vec;

/// Gives the names of the label and the flags that are set, but that no statement tests.
pub(super) fn unread(formed: &Formed, names: &ControlNames) -> Vec<String> {
    let mut label = false;
    let mut flags = alloc::vec![false; formed.program().flag_count()];
    for statement in formed.statements() {
        label |= matches!(statement, Statement::Dispatch(_));
        let Some(question) = statement.question() else {
            continue;
        };
        for literal in formed.literals(question) {
            match literal.test {
                Test::Label(_) => label = true,
                Test::Flags(condition) => {
                    for term in formed.program().condition(condition) {
                        if let Term::Flag(flag) = term {
                            flags[flag.index()] = true;
                        }
                    }
                }
                Test::Decided(_) | Test::Slots(..) => {}
            }
        }
    }
    let label = (!label && formed.uses_label()).then(|| String::from(names.label()));
    let unread = (0..flags.len()).filter(|&flag| !flags[flag]);
    let flags = unread.map(|flag| String::from(names.flag(FlagId::new(flag))));
    label.into_iter().chain(flags).collect()
}
