//! Labels that no jump names, scopes that no jump leaves, loops that never repeat.
//!
//! *Needs:* a program. *Gives:* the program without them; a loop that never repeats but has breaks
//! becomes a scope.
//! *Cost:* O(steps).
//!
//! ```text
//! l0: block {                   run b0 …
//!   run b0 …              ->    l1: block {
//!   l1: loop {                    if b0 { case 0: … break l1   case 1: … leave b1 }
//!     l2: if b0 {               }
//!     case 0: … break l1
//!     case 1: … leave b1
//!     }
//!   }
//! }
//! ```

use super::Edits;

use super::facts::Facts;
use crate::program::{Program, Step};

pub(super) fn rewrite(facts: &Facts) -> Option<Program> {
    let mut edits = Edits::new(facts.program);
    for (node, step) in facts.program.steps().filter(|(_, step)| step.opens()) {
        let Some(label) = step.bound_label() else {
            continue;
        };
        let uses = facts.uses(label);
        match step {
            Step::Loop(_) if uses.continues > 0 => {}
            Step::Block(_) | Step::Loop(_) if uses.breaks == 0 => edits.unwrap(node),
            Step::Loop(_) => edits.set(node, Step::Block(label)),
            Step::Block(_) => {}
            step if uses.breaks == 0 => edits.set(node, step.labelled(None)),
            _ => {}
        }
    }
    edits.finish()
}
