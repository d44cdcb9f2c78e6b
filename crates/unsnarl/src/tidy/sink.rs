//! Code after a bracket that only one jump leads to.
//!
//! *Needs:* a program. *Gives:* it with the code in the place of the jump, and one scope less.
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
//! Code that reaches the end of its own sequence jumps there from its new place.
//!
//! It never goes deeper than the limit. The innermost scopes come first, so that code can sink
//! through all scopes of a nest at once.

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

/// Gives the jump past the end of a bracket, if it is the only way there and there is code.
fn only_exit(facts: &Facts, node: NodeId, label: LabelId) -> Option<NodeId> {
    let code = facts.past(node);
    let uses = facts.uses(label);
    let alone = uses.breaks == 1 && !facts.ends(node) && code != facts.end(code);
    uses.first.filter(|_| alone)
}

/// Moves that are under way.
struct Sinking<'p> {
    facts: &'p Facts<'p>,
    edits: Edits<'p>,
    depths: Depths,
    /// The scopes that are gone, and the ends of sequences to which control no longer falls,
    /// because the end of what has moved jumps on.
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
        // What goes on behind its own sequence needs a bracket there to be named by a jump.
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

    /// Takes down how deep code lies where it goes and without the scope, unless that is too deep.
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

/// Gives the scope around a loop that the loop can replace once nothing is between their ends, and
/// its label.
///
/// The scope must be left from inside the loop, and not from before it.
fn served(facts: &Facts, node: NodeId) -> Option<(NodeId, LabelId)> {
    let scope = facts.parent(node)?;
    let Step::Block(outer) = facts.program.step(scope) else {
        return None;
    };
    let first = facts.uses(outer).first?;
    let serves = first > node && first < facts.program.extent(node);
    // A scope with one exit is dropped by what comes behind it.
    let stays = only_exit(facts, scope, outer).is_none();
    (serves && stays).then_some((scope, outer))
}
