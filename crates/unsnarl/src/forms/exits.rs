//! Loops that their last question leaves.
//!
//! *Needs:* a program whose loops repeat at their end, and what of it is shown.
//! *Gives:* [`left_last`]: a program that does the same. Where the last question of a loop jumps to
//! another place than the end of that loop, and one `break` at most goes there, the question leaves
//! the loop to its end, so that [`loops`](super::loops) make it a condition. What the question did
//! on its way out comes behind the loop; what was there comes to the one place that went to it.
//! *Cost:* O(steps · log steps) a round; as many rounds as such loops nest, and at most [`ROUNDS`].
//! *Limits:* what comes into a loop goes on elsewhere, and shows no more than the loop does. A loop
//! with two ways to its end stays as it is: what is behind it would be there twice.
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
//! No place is left out and none is there twice, so this is an order of steps and no rule of
//! [`expand`](super::expand): what it makes is held to the graph as all forms are.

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

/// How many times the program is gone through at most.
const ROUNDS: usize = 16;

/// Moves what keeps last questions from leaving their loops to the end of these.
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

/// Goes through the program once; gives nothing if nothing moves.
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

/// By label, where a `Break` names it; and whether a `Continue` does.
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

/// How a loop comes to be left by its last question.
struct Exit {
    node: NodeId,
    label: LabelId,
    /// What does not lead to the end of the loop yet: jumps, all alike, or what an arm holds.
    out: Vec<Range<usize>>,
    /// The `break` in whose place comes what is behind the loop.
    place: Option<NodeId>,
    /// The end of what is behind the loop.
    end: NodeId,
    /// Whether control gets to where the jump leads out of the loop without it.
    falls: bool,
}

impl Exit {
    /// The loop and what is behind it, with all in its new place.
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

    /// Tells whether what is behind a loop may come into it.
    fn may_move(&self, node: NodeId, behind: NodeId, end: NodeId) -> bool {
        let goes_on = end.index() < self.contents.program.len() && self.reached[end];
        let moves = self.outline.shown(behind, end);
        let stays = self.outline.shown(node, behind);
        behind < end && !goes_on && moves <= stays
    }

    /// Gives what the last question of a loop does instead of leaving the loop to its end.
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

    /// Gives the jumps of a question that does nothing but jump.
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

    /// Gives the jump that the questions from `last` on share.
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

    /// Gives what the arm holds by which a fork leaves the loop, if the other one does nothing.
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
        // An arm that is another fork would come last.
        self.contents.sole_bracket(guard).is_none().then_some(on)
    }
}

/// Tells whether a loop may test this last.
pub(super) fn may_test_last(host: &impl Host, test: Test) -> bool {
    match test {
        Test::Decided(block) | Test::Slots(block, ..) => host.may_decide_last(block),
        Test::Flags(_) | Test::Label(_) => true,
    }
}
