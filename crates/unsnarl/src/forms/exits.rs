//! Loops that are left by their last question.
//!
//! *Needs:* a program whose loops repeat at their end, and which of its steps are shown.
//! *Gives:* [`left_last`]: a program that does the same. If the last question of a loop jumps to
//! another place than the loop's end, and at most one `break` leads to that end, the question is
//! made to leave the loop to its end, so that [`loops`](super::loops) can make it a condition. The
//! steps that the question ran on its way out move behind the loop; the steps that were behind the
//! loop move to the one `break` that led to them.
//! *Cost:* O(steps · log steps) a round; as many rounds as such loops nest, and at most [`ROUNDS`].
//! *Limits:* steps that move into a loop never reach their end, and show no more than the loop
//! does. A loop with two ways to its end stays as it is: the steps behind it would be needed twice.
//!
//! ```text
//! l0: block {                   l0: block {
//!   loop {                        do {
//!     a                             a
//!     if not p {                    if not p {
//!       break                         c
//!     }                               return
//!     b                   ->        }
//!     if not q {                    b
//!       break l0                  } while q
//!     }                           break l0
//!   }                           }
//!   c
//!   return
//! }
//! ```
//!
//! Each step is kept once, so this only reorders steps and has no rule in
//! [`expand`](super::expand): the result is checked against the graph like all forms.

use super::around::Around;
use super::circuit::{Link, circuit};
use super::flow::reached;
use super::fork::{After, Contents, openers};
use super::loops::{GUARDS, asks_first, asks_last};
use super::outline::Outline;
use super::{Host, Test, next};
use crate::ids::{Id, IdMap, LabelId, NodeId};
use crate::program::{Program, Step};
use alloc::vec::Vec;
use core::ops::Range;

/// The maximum number of passes over the program.
const ROUNDS: usize = 16;

/// Moves the steps that keep last questions from leaving their loops to the end.
pub(super) fn left_last(mut program: Program, host: &impl Host) -> Program {
    if !host.tests_last() || !host.crosses_loops() {
        return program;
    }
    for _ in 0..ROUNDS {
        let Some(moved) = round(&program, host) else {
            break;
        };
        program = moved;
    }
    program
}

/// Makes one pass over the program; gives nothing if nothing moves.
fn round(program: &Program, host: &impl Host) -> Option<Program> {
    let prints = |step| host.prints(step);
    let may_repeat = |block| host.may_repeat(block);
    let contents = Contents {
        program,
        prints: &prints,
        may_repeat: &may_repeat,
    };
    let (breaks, continued) = jumps(program);
    let finder = Finder {
        contents,
        outline: Outline::find(program, prints),
        openers: openers(program),
        reached: reached(program),
        around: Around::find(program),
        breaks,
        continued,
        host,
    };
    let mut steps = Vec::with_capacity(program.len());
    let mut done = 0;
    for (node, step) in program.steps() {
        if let Step::Loop(label) = step
            && node.index() >= done
            && let Some(exit) = finder.exit(node, label)
        {
            steps.extend(between(program, done..node.index()));
            steps.extend(exit.moved(program));
            done = exit.end.index();
        }
    }
    (done > 0).then(|| {
        steps.extend(between(program, done..program.len()));
        program.with_steps(steps)
    })
}

fn between(program: &Program, steps: Range<usize>) -> impl Iterator<Item = Step> {
    steps.map(|at| program.step(NodeId::new(at)))
}

/// By label: the places of each `Break` that names it, and whether a `Continue` names it.
fn jumps(program: &Program) -> (IdMap<LabelId, Vec<NodeId>>, IdMap<LabelId, bool>) {
    let mut breaks = IdMap::filled(program.label_count(), Vec::new());
    let mut continued = IdMap::filled(program.label_count(), false);
    for (node, step) in program.steps() {
        match step {
            Step::Break(label) => breaks[label].push(node),
            Step::Continue(label) => continued[label] = true,
            _ => {}
        }
    }
    (breaks, continued)
}

struct Finder<'p, H> {
    contents: Contents<'p>,
    outline: Outline,
    /// The bracket that each `End` closes.
    openers: IdMap<NodeId, Option<NodeId>>,
    reached: IdMap<NodeId, bool>,
    around: Around,
    breaks: IdMap<LabelId, Vec<NodeId>>,
    continued: IdMap<LabelId, bool>,
    host: &'p H,
}

/// The way in which a loop comes to be left by its last question.
struct Exit {
    node: NodeId,
    label: LabelId,
    /// The steps that move behind the loop because they do not lead to its end yet: equal jumps, or
    /// the content of an arm.
    out: Vec<Range<usize>>,
    /// The `break` that the steps behind the loop replace.
    place: Option<NodeId>,
    /// The end of the steps behind the loop.
    end: NodeId,
    /// Whether control reaches the target of the jump out of the loop without the jump.
    falls: bool,
}

impl Exit {
    /// Gives the loop and the steps behind it, with all steps in their new places.
    fn moved(&self, program: &Program) -> Vec<Step> {
        let behind = next(program.extent(self.node)).index();
        let mut steps = Vec::with_capacity(self.end.index() - self.node.index());
        let mut outs = self.out.clone();
        outs.sort_unstable_by_key(|out| out.start);
        let mut outs = outs.into_iter().peekable();
        let mut at = self.node.index();
        while at < behind {
            if let Some(out) = outs.next_if(|out| out.start == at) {
                steps.push(Step::Break(self.label));
                at = out.end;
                continue;
            }
            match self.place.filter(|place| place.index() == at) {
                Some(_) => steps.extend(between(program, behind..self.end.index())),
                None => steps.push(program.step(NodeId::new(at))),
            }
            at += 1;
        }
        let mut out = self.out.first().cloned().unwrap_or_default();
        out.end -= usize::from(self.falls);
        steps.extend(between(program, out));
        steps
    }
}

impl<H: Host> Finder<'_, H> {
    fn exit(&self, node: NodeId, label: LabelId) -> Option<Exit> {
        let program = self.contents.program;
        let may_stand = |node| self.outline.is_closed(program, node);
        if self.continued[label] || asks_first(self.contents, node, label, may_stand).is_some() {
            return None;
        }
        let (behind, end) = (next(program.extent(node)), self.around.end[node]);
        let place = match self.breaks[label][..] {
            [] if behind == end => None,
            [only] if self.may_move(node, behind, end) => Some(only),
            _ => return None,
        };
        let out = self.last_question(node, label)?;
        let is_apart = |place: NodeId| !out.iter().any(|out| out.contains(&place.index()));
        let last = NodeId::new(out.first()?.end - 1);
        let falls = self.around.falls(program, node, program.step(last));
        place.is_none_or(is_apart).then_some(Exit {
            node,
            label,
            out,
            place,
            end,
            falls,
        })
    }

    /// Tells whether the steps behind a loop may move into it.
    fn may_move(&self, node: NodeId, behind: NodeId, end: NodeId) -> bool {
        let goes_on = end.index() < self.contents.program.len() && self.reached[end];
        let moves = self.outline.shown(behind, end);
        let stays = self.outline.shown(node, behind);
        behind < end && !goes_on && moves <= stays
    }

    /// Gives the steps that the last question of a loop runs instead of leaving the loop to its
    /// end.
    fn last_question(&self, node: NodeId, label: LabelId) -> Option<Vec<Range<usize>>> {
        let mut around = node;
        for _ in 0..=GUARDS {
            let last = self.last_fork(around)?;
            if asks_last(self.contents, Step::Break(label), last, |node| {
                self.may_test(node)
            })
            .is_some()
            {
                return None;
            }
            if let Some(out) = self.jumps_out(last).or_else(|| self.arm_out(last)) {
                return Some(out);
            }
            around = self.arm_that_goes_on(last)?;
        }
        None
    }

    /// Gives the fork that ends a loop or an arm, unless a jump goes past its end.
    fn last_fork(&self, around: NodeId) -> Option<NodeId> {
        let program = self.contents.program;
        let end = program.extent(around).index();
        let fork = self.openers[NodeId::new(end.checked_sub(1)?)]?;
        self.may_stand(fork).then_some(fork)
    }

    fn may_stand(&self, node: NodeId) -> bool {
        let is_fork = self.contents.fork(node).is_some();
        is_fork && self.outline.is_closed(self.contents.program, node)
    }

    fn may_test(&self, node: NodeId) -> bool {
        let test = self.contents.fork(node).map(|fork| fork.test);
        self.may_stand(node) && test.is_some_and(|test| may_test_last(self.host, test))
    }

    /// Gives the jumps of a question whose arms only jump.
    fn jumps_out(&self, last: NodeId) -> Option<Vec<Range<usize>>> {
        let jump = self.jump(last)?;
        let (links, _) = asks_last(self.contents, jump, last, |node| self.may_test(node))?;
        let arms = links.iter().flat_map(|link| self.arms_of(link));
        let jumps = arms.filter(|&arm| self.contents.after(Some(arm)) == Some(After::Jumps(jump)));
        let places = jumps.map(|arm| self.contents.pass_silent(next(arm)).index());
        Some(places.map(|place| place..place + 1).collect())
    }

    fn arms_of(&self, link: &Link) -> impl Iterator<Item = NodeId> {
        let fork = self.contents.fork(link.node);
        let then = fork.map(|fork| fork.then);
        let otherwise = fork.and_then(|fork| fork.otherwise);
        then.into_iter().chain(otherwise)
    }

    /// Gives the jump that is shared by the questions from `last` on.
    fn jump(&self, last: NodeId) -> Option<Step> {
        let jump = |arm| match self.contents.after(arm) {
            Some(After::Jumps(jump)) => Some(jump),
            _ => None,
        };
        let fork = self.contents.fork(last)?;
        let own = [Some(fork.then), fork.otherwise].into_iter();
        own.filter(Option::is_some).find_map(jump).or_else(|| {
            let links = circuit(self.contents, last, After::Falls, |node| {
                self.may_test(node)
            });
            jump(links.last()?.arm)
        })
    }

    /// If one arm of a fork is silent and the other one leaves the loop, gives the content of the
    /// latter.
    fn arm_out(&self, last: NodeId) -> Option<Vec<Range<usize>>> {
        let program = self.contents.program;
        let fork = self.contents.fork(last).filter(|_| self.may_test(last))?;
        let pair = [fork.then, fork.otherwise?];
        let is_silent = |arm| self.contents.after(Some(arm)) == Some(After::Falls);
        let out = match pair.map(is_silent) {
            [true, false] => pair[1],
            [false, true] => pair[0],
            _ => return None,
        };
        let end = program.extent(out);
        (!self.reached[end]).then(|| alloc::vec![next(out).index()..end.index()])
    }

    /// Gives the arm of a fork whose end control reaches, if the other arm comes before it.
    fn arm_that_goes_on(&self, last: NodeId) -> Option<NodeId> {
        let program = self.contents.program;
        let fork = self
            .contents
            .as_if(last, &self.outline, self.host.leaves_ifs())?;
        let pair = [fork.then, fork.otherwise?];
        let (guard, on) = match pair.map(|arm| self.reached[program.extent(arm)]) {
            [true, false] => (pair[1], pair[0]),
            [false, true] => (pair[0], pair[1]),
            _ => return None,
        };
        // If the guard were a fork only, it would come last.
        self.contents.sole_bracket(guard).is_none().then_some(on)
    }
}

/// Tells whether a loop may have this test last.
pub(super) fn may_test_last(host: &impl Host, test: Test) -> bool {
    match test {
        Test::Decided(block) | Test::Slots(block, ..) => host.may_decide_last(block),
        Test::Flags(_) | Test::Label(_) => true,
    }
}
