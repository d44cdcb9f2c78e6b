//! Guards that do themselves what they alone lead to.
//!
//! *Needs:* a program whose loops are left at their end, and what of it is shown.
//! *Gives:* [`in_place`]: a program that does the same. A scope is dropped that one `break` leaves
//! and whose end control never reaches: what follows it comes to the place of that `break`. It is
//! the rest of the sequence that the scope is in, goes on nowhere behind that, holds no bracket,
//! and shows no more than the scope does.
//! *Cost:* O(steps).
//! *Limits:* in languages whose jumps leave one loop at a time, only what ends the function moves.
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
//! No step is left out and none is there twice, so this is an order of steps and no rule of
//! [`expand`](super::expand): what it makes is held to the graph as all forms are.

use super::around::Around;
use super::flow::reached;
use super::outline::Outline;
use super::{Host, next};
use crate::ids::{Id, IdMap, LabelId, NodeId};
use crate::program::{Program, Step};
use alloc::vec::Vec;
use core::ops::Range;

/// Moves what one `break` alone leads to into its place; gives nothing if there is no such thing.
pub(super) fn in_place(program: &Program, host: &impl Host) -> Option<Program> {
    let moved = Finder::new(program, host).moved()?;
    let mut steps = Vec::with_capacity(program.len());
    // What is still to be written, the next part last.
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
    /// How many times a `break` names a label.
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

    /// By label, what comes to the place of the only `break` that leaves a scope.
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

    /// Gives what follows a scope, if it may move into it.
    fn rest(&self, scope: NodeId) -> Option<Range<usize>> {
        let close = self.program.extent(scope);
        let (behind, end) = (next(close), self.around.end[scope]);
        let goes_on = end.index() < self.program.len() && self.reached[end];
        let rest = behind.index()..end.index();
        let moves = self.outline.shown(behind, end) <= self.outline.shown(scope, close);
        let may_move = !self.reached[close] && !goes_on && !rest.is_empty() && moves;
        // In this order: a rest is gone through only once it is known to be one that one `break`
        // leads to, and no two scopes share one.
        (may_move && rest.clone().all(|at| self.may_step(at))).then_some(rest)
    }

    fn may_step(&self, at: usize) -> bool {
        let step = self.program.step(NodeId::new(at));
        let jumps = matches!(step, Step::Break(_) | Step::Continue(_));
        !step.opens() && (self.host.crosses_loops() || !jumps)
    }
}
