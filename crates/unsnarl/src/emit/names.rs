//! The labels that are written: those that a jump must name.
//!
//! *Needs:* a formed program, and which brackets of a language catch a jump without a label.
//! *Gives:* [`Names`].
//! *Cost:* O(statements).
//!
//! A jump needs no label if it means the innermost bracket that could catch it.

use super::language::{Bracket, Jump, Language};
use crate::forms::{Formed, Statement};
use crate::ids::{IdMap, LabelId};
use alloc::vec::Vec;

pub(super) struct Names {
    /// For each label: whether a jump must name it.
    named: IdMap<LabelId, bool>,
    /// For each statement: whether it is a jump that names its label.
    names: Vec<bool>,
}

/// Kinds of jumps.
const JUMPS: [Jump; 2] = [Jump::Break, Jump::Continue];

impl Names {
    pub(super) fn find(formed: &Formed, language: &impl Language) -> Names {
        let mut found = Names {
            named: IdMap::filled(formed.program().label_count(), false),
            names: alloc::vec![false; formed.statements().len()],
        };
        // For each open bracket: whether it catches jumps. For the brackets that do: their labels.
        let mut open: Vec<[bool; 2]> = Vec::new();
        let mut catchers: [Vec<Option<LabelId>>; 2] = [Vec::new(), Vec::new()];
        for (at, &statement) in formed.statements().iter().enumerate() {
            match statement {
                Statement::Break(label) => found.jump(at, label, &catchers[0]),
                Statement::Continue(label) => found.jump(at, label, &catchers[1]),
                Statement::End => {
                    let caught = open.pop().unwrap_or_default();
                    for (catchers, caught) in catchers.iter_mut().zip(caught) {
                        catchers.truncate(catchers.len() - usize::from(caught));
                    }
                }
                _ if statement.opens() => {
                    let bracket = bracket(statement);
                    let needs_names = bracket.is_some_and(|bracket| language.needs_names(bracket));
                    let catches = JUMPS.map(|jump| {
                        let catches = |bracket| language.catches(jump, bracket);
                        needs_names || bracket.is_some_and(catches)
                    });
                    // A jump without a label cannot bind to a bracket that needs names, nor lead
                    // out of it.
                    let label = statement.bound_label().filter(|_| !needs_names);
                    let catching = catchers.iter_mut().zip(catches).filter(|(_, own)| *own);
                    catching.for_each(|(catchers, _)| catchers.push(label));
                    open.push(catches);
                }
                _ => {}
            }
        }
        found
    }

    /// Tells whether a jump must name a label.
    pub(super) fn is_named(&self, label: LabelId) -> bool {
        self.named[label]
    }

    /// Tells whether a statement is a jump that must name its label.
    pub(super) fn names(&self, statement: usize) -> bool {
        self.names[statement]
    }

    fn jump(&mut self, statement: usize, label: LabelId, catchers: &[Option<LabelId>]) {
        let names = catchers.last().copied().flatten() != Some(label);
        self.names[statement] = names;
        self.named[label] |= names;
    }
}

/// Gives the bracket that a statement opens, if it could catch a jump in some language; an `if`
/// cannot.
pub(super) fn bracket(statement: Statement) -> Option<Bracket> {
    match statement {
        Statement::Scope(_) => Some(Bracket::Scope),
        Statement::Loop(_)
        | Statement::While(..)
        | Statement::For(..)
        | Statement::DoWhile(..)
        | Statement::Entered(..) => Some(Bracket::Loop),
        Statement::Switch(..) | Statement::Dispatch(_) => Some(Bracket::Switch),
        _ => None,
    }
}
