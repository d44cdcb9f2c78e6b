//! Loops that are left from the inside.
//!
//! *Needs:* a formed program. *Gives:* [`Exits`]. *Cost:* O(statements).

use crate::forms::{Formed, Statement};
use crate::ids::IdMap;
use alloc::vec::Vec;

pub(super) struct Exits {
    /// For each statement: whether it ends a bracket that a jump or a return inside leaves.
    left: Vec<bool>,
}

impl Exits {
    pub(super) fn find(formed: &Formed) -> Exits {
        let statements = formed.statements();
        let mut left = alloc::vec![false; statements.len()];
        // For each label: the number of brackets around the bracket that binds it.
        let mut bound = IdMap::filled(formed.program().label_count(), 0);
        // For each open bracket: the least number of brackets that stay open after a jump or return
        // in it.
        let mut open: Vec<usize> = Vec::new();
        for (at, &statement) in statements.iter().enumerate() {
            let depth = open.len();
            let stays = match statement {
                Statement::Leave(_) => 0,
                Statement::Break(label) => bound[label],
                Statement::Continue(label) => bound[label] + 1,
                Statement::End => {
                    let stays = open.pop().unwrap_or(depth);
                    left[at] = stays < depth;
                    stays
                }
                _ => depth,
            };
            if let Some(around) = open.last_mut() {
                *around = stays.min(*around);
            }
            if statement.opens() {
                if let Some(label) = statement.bound_label() {
                    bound[label] = depth;
                }
                open.push(depth + 1);
            }
        }
        Exits { left }
    }

    /// Tells whether a statement ends a bracket that a jump or a return inside leaves.
    pub(super) fn is_left(&self, end: usize) -> bool {
        self.left.get(end).is_some_and(|left| *left)
    }
}
