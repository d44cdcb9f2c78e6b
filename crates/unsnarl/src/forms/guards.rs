//! Guards that contain the steps to which they alone lead.
//!
//! *Needs:* a program whose loops are left at their end, and which of its steps are shown.
//! *Gives:* [`in_place`]: a program that does the same. A scope that one `break` leaves, and whose
//! end control does not reach otherwise, is dropped: the steps after it replace that `break`. They
//! are the rest of the sequence that the scope is in, never reach its end, hold no bracket, and
//! show no more than the scope does.
//! *Cost:* O(steps).
//! *Limits:* in languages whose jumps leave one loop at a time, steps move only if they end the
//! function.
//!
//! ```text
//! l0: block {                   loop {
//!   loop {                        a
//!     a                           if not p {
//!     if not p {                    c
//!       break l0                    return
//!     }                           }
//!     b                   ->      b
//!     if not q {                  if not q {
//!       break                       break
//!     }                           }
//!   }                           }
//!   d                           d
//!   return                      return
//! }
//! c
//! return
//! ```
//!
//! Each step is kept once, so this only reorders steps and has no rule in
//! [`expand`](super::expand): the result is checked against the graph like all forms.

use super::around::Around;
use super::flow::reached;
use super::outline::Outline;
use super::{Host, next};
use crate::ids::{Id, IdMap, LabelId, NodeId};
use crate::program::{Program, Step};
use alloc::vec::Vec;
use core::ops::Range;

/// Moves steps to which a single `break` leads to the place of that `break`; gives nothing if there
/// are none.
pub(super) fn in_place(program: &Program, host: &impl Host) -> Option<Program> {
    let moved = Finder::new(program, host).moved()?;
    let mut steps = Vec::with_capacity(program.len());
    // The parts still to be written, the next one last.
    let mut parts = alloc::vec![0..program.len()];
    while let Some(part) = parts.pop() {
        for at in part.clone() {
            let step = program.step(NodeId::new(at));
            match step {
                Step::Block(label) if let Some(rest) = &moved[label] => {
                    parts.push(rest.end..part.end);
                    parts.push(at + 1..rest.start - 1);
                    break;
                }
                Step::Break(label) if let Some(rest) = &moved[label] => {
                    parts.push(at + 1..part.end);
                    parts.push(rest.clone());
                    break;
                }
                _ => steps.push(step),
            }
        }
    }
    Some(program.with_steps(steps))
}

struct Finder<'p, H> {
    program: &'p Program,
    host: &'p H,
    outline: Outline,
    around: Around,
    reached: IdMap<NodeId, bool>,
    /// For each label: the number of `break` steps that name it.
    breaks: IdMap<LabelId, usize>,
}

impl<'p, H: Host> Finder<'p, H> {
    fn new(program: &'p Program, host: &'p H) -> Finder<'p, H> {
        let mut breaks = IdMap::filled(program.label_count(), 0);
        for (_, step) in program.steps() {
            if let Step::Break(label) = step {
                breaks[label] += 1;
            }
        }
        Finder {
            program,
            host,
            outline: Outline::find(program, |step| host.prints(step)),
            around: Around::find(program),
            reached: reached(program),
            breaks,
        }
    }

    /// For each label: the steps that replace the only `break` that leaves the scope.
    fn moved(&self) -> Option<IdMap<LabelId, Option<Range<usize>>>> {
        let mut moved = IdMap::filled(self.program.label_count(), None);
        let mut is_any = false;
        for (node, step) in self.program.steps() {
            if let Step::Block(label) = step
                && self.breaks[label] == 1
                && let Some(rest) = self.rest(node)
            {
                moved[label] = Some(rest);
                is_any = true;
            }
        }
        is_any.then_some(moved)
    }

    /// Gives the steps after a scope, if they may move into it.
    fn rest(&self, scope: NodeId) -> Option<Range<usize>> {
        let close = self.program.extent(scope);
        let (behind, end) = (next(close), self.around.end[scope]);
        let goes_on = end.index() < self.program.len() && self.reached[end];
        let rest = behind.index()..end.index();
        let moves = self.outline.shown(behind, end) <= self.outline.shown(scope, close);
        let may_move = !self.reached[close] && !goes_on && !rest.is_empty() && moves;
        // In this order: the steps are inspected only once it is known that a single `break` leads
        // to them, and no two scopes share them.
        (may_move && rest.clone().all(|at| self.may_step(at))).then_some(rest)
    }

    fn may_step(&self, at: usize) -> bool {
        let step = self.program.step(NodeId::new(at));
        let jumps = matches!(step, Step::Break(_) | Step::Continue(_));
        !step.opens() && (self.host.crosses_loops() || !jumps)
    }
}
