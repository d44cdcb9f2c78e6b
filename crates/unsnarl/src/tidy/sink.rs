//! Code after a bracket to which only one jump leads.
//!
//! *Needs:* a program. *Gives:* the program with the code in the place of the jump, and with one
//! scope less.
//! *Cost:* O(steps).
//!
//! The bracket is a scope, which is then no longer needed:
//! ```text
//! l0: block {
//!   if b0 {                             if b0 {
//!   case 0: take b0.0 run b1 leave b1   case 0: take b0.0 run b1 leave b1
//!   case 1: take b0.1 break l0          case 1: take b0.1 run b2 …
//!   }                             ->    }
//! }
//! run b2 …
//! ```
//! or a loop, whose end then replaces the scope around both:
//! ```text
//! l0: block {
//!   l1: loop {                          l1: loop {
//!     … case 0: take b0.0 break l1        … case 0: take b0.0 run b2 leave b2
//!     … case 1: take b1.0 break l0  ->    … case 1: take b1.0 break l1
//!   }                                   }
//!   run b2 leave b2
//! }
//! ```
//! If the code reaches the end of its old sequence, a jump there is added after it.
//!
//! Code never sinks deeper than the limit. The innermost scopes come first, so that code can sink
//! through all scopes of a nest in one pass.

use super::Edits;
use super::depths::Depths;
use super::facts::Facts;
use crate::ids::{IdMap, LabelId, NodeId, following};
use crate::program::{Program, Step};

pub(super) fn rewrite(facts: &Facts) -> Option<Program> {
    let mut sinking: Option<Sinking> = None;
    for (node, step) in facts.program.steps().rev() {
        let (Step::Block(label) | Step::Loop(label)) = step else {
            continue;
        };
        if let Some(jump) = only_exit(facts, node, label) {
            let sinking = sinking.get_or_insert_with(|| Sinking::new(facts));
            sinking.sink(node, label, jump);
        }
    }
    sinking?.edits.finish()
}

/// Gives the jump past the end of a bracket, if it is the only way to this place and there is code
/// after the bracket.
fn only_exit(facts: &Facts, node: NodeId, label: LabelId) -> Option<NodeId> {
    let code = facts.past(node);
    let uses = facts.uses(label);
    let alone = uses.breaks == 1 && !facts.ends(node) && code != facts.end(code);
    uses.first.filter(|_| alone)
}

/// The moves of one pass.
struct Sinking<'p> {
    facts: &'p Facts<'p>,
    edits: Edits<'p>,
    depths: Depths,
    /// The scopes that are gone, and the ends of sequences to which control no longer comes from
    /// the step before, because the code that moved ends with a jump.
    gone: IdMap<NodeId, bool>,
}

impl<'p> Sinking<'p> {
    fn new(facts: &'p Facts<'p>) -> Sinking<'p> {
        Sinking {
            facts,
            edits: Edits::new(facts.program),
            depths: Depths::new(facts),
            gone: IdMap::filled(facts.program.len() + 1, false),
        }
    }

    /// Moves the code after a bracket to the jump that leads there, if allowed.
    fn sink(&mut self, node: NodeId, label: LabelId, jump: NodeId) {
        let facts = self.facts;
        let (code, end) = (facts.past(node), facts.end(facts.past(node)));
        let is_loop = matches!(facts.program.step(node), Step::Loop(_));
        let served = served(facts, node).filter(|&(scope, _)| is_loop && !self.gone[scope]);
        let around = facts.parent(node);
        // If control continues after the old sequence, a jump must name a bracket that ends there.
        let goes_on = facts.falls(end) && !self.gone[end];
        let nameless = around.is_none_or(|around| self.gone[around]);
        if self.gone[node] || is_loop && served.is_none() || goes_on && nameless {
            return;
        }
        let scope = served.map_or(node, |(scope, _)| scope);
        if !self.deepen(scope, code, end, jump) {
            return;
        }
        self.gone[scope] = true;
        self.edits.unwrap(scope);
        let exit = match served {
            Some((_, outer)) => {
                self.edits.rename(outer, label);
                Some(label)
            }
            None => {
                self.gone[end] = true;
                let named = around.filter(|_| goes_on);
                named.map(|around| self.edits.label(around))
            }
        };
        self.edits.drop(jump);
        self.edits.carry(code, end, jump);
        if let Some(exit) = exit.filter(|_| goes_on) {
            self.edits.add(jump, Step::Break(exit));
        }
    }

    /// Records the new depth of the code, without the scope, unless that is too deep.
    fn deepen(&mut self, scope: NodeId, code: NodeId, end: NodeId, jump: NodeId) -> bool {
        let (from, to) = (following(scope), self.facts.program.extent(scope));
        let depths = &mut self.depths;
        depths.sink(from, to, -1);
        let opens = self.facts.program.step(code).opens();
        let deeper = depths.at(jump) - (depths.at(code) - isize::from(opens));
        let fits = depths.deepest(code, end) + deeper <= self.facts.limit.cast_signed();
        match fits {
            true => depths.sink(code, end, deeper),
            false => depths.sink(from, to, 1),
        }
        fits
    }
}

/// Gives the scope around a loop that the loop can replace once no code is between their ends, with
/// the label of the scope.
///
/// The scope must be left from inside the loop, and not from before it.
fn served(facts: &Facts, node: NodeId) -> Option<(NodeId, LabelId)> {
    let scope = facts.parent(node)?;
    let Step::Block(outer) = facts.program.step(scope) else {
        return None;
    };
    let first = facts.uses(outer).first?;
    let serves = first > node && first < facts.program.extent(node);
    // If the scope has a single exit, it is dropped when the code after it sinks.
    let stays = only_exit(facts, scope, outer).is_none();
    (serves && stays).then_some((scope, outer))
}
