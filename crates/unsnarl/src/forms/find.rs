//! The brackets that have a form.
//!
//! *Needs:* a program whose loops repeat at their end, and which of its steps are shown.
//! *Gives:* [`Forms`], by the recognisers: [`assignment`](super::assignment),
//! [`circuit`](super::circuit), [`loops`](super::loops), [`tail`](super::tail).
//! *Cost:* O(steps · log steps).

use super::assignment::assignment;
use super::circuit::{Link, short_circuit};
use super::exits::may_test_last;
use super::flow::reached;
use super::fork::{After, Contents, openers};
use super::loops::{GUARDS, asks_first, asks_last};
use super::outline::Outline;
use super::tail::{Tail, Tails};
use super::{Host, Joined, Test, arms, next};
use crate::ids::{BlockId, FlagId, Id, IdMap, LabelId, NodeId};
use crate::program::{Program, Step};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// The form of a bracket that is not written as it stands in the program.
#[derive(Clone)]
pub(super) enum Form {
    /// `f0 = a`, and the value that the flag gets if the test holds.
    Save(FlagId, bool),
    /// An `if` on several tests.
    All(Vec<Link>),
    /// An `if` on the negation of several tests, around the jump in the first fork's other arm; the
    /// guarded steps come after it.
    Any(Vec<Link>),
    /// Written as one of its arms: all else is in the question of another bracket.
    Through(NodeId),
    /// Not written: all is in the question of another bracket.
    Absorbed,
    /// A loop that tests first.
    While(Vec<Link>, Joined),
    /// A loop that tests first, and has a step; the last field is the first of the steps before the
    /// loop that are its initialiser.
    For(Vec<Link>, Joined, Tail, Option<NodeId>),
    /// A loop that tests last; the last field is the start of its question.
    DoWhile(Vec<Link>, Joined, NodeId),
    /// The same, for a question that holds before the first round.
    Entered(Vec<Link>, Joined, NodeId, Apart),
}

/// The parts of the head of a loop that tests last, beside its question.
#[derive(Clone, Copy)]
pub(super) struct Apart {
    /// The first of the steps before the loop that are its initialiser.
    pub(super) init: Option<NodeId>,
    /// The block whose last action is the step.
    pub(super) step: Option<BlockId>,
}

#[derive(Default)]
pub(super) struct Forms {
    forms: BTreeMap<NodeId, Form>,
    /// For an arm that contains the next test of the same question, and for a loop that tests
    /// first: the bracket of that test. The steps before it print nothing.
    tests: BTreeMap<NodeId, NodeId>,
    /// For steps in the head of a `for`, or in the question of a loop that tests last: the first
    /// step, with the end.
    tails: BTreeMap<NodeId, NodeId>,
    /// For a label whose end leads to the next round of a loop: the label of that loop.
    continued: BTreeMap<LabelId, LabelId>,
}

impl Forms {
    /// Finds the forms of a program.
    ///
    /// `blocks` is the number of blocks of the graph.
    pub(super) fn find(
        contents: Contents<'_>,
        outline: &Outline,
        host: &impl Host,
        blocks: usize,
    ) -> Forms {
        let program = contents.program;
        let openers = openers(program);
        let finder = Finder {
            contents,
            outline,
            tails: Tails {
                contents,
                outline,
                openers: &openers,
                leaves_ifs: host.leaves_ifs(),
            },
            continued: continued(program),
            reached: reached(program),
            runs: runs(program, blocks),
            host,
        };
        let mut forms = Forms::default();
        for (node, step) in program.steps() {
            match step {
                _ if forms.get(node).is_some() => {}
                Step::Loop(label) => {
                    let (form, tail) = finder.loop_form(node, label).unzip();
                    forms.add_loop(node, form);
                    forms.add_tail(label, tail.flatten());
                }
                Step::If(..) | Step::Test(..) | Step::Dispatch(_) | Step::Switch(..) => {
                    let form = finder.fork_form(node, &forms);
                    forms.add_fork(node, form);
                }
                _ => {}
            }
        }
        forms
    }

    pub(super) fn get(&self, node: NodeId) -> Option<&Form> {
        self.forms.get(&node)
    }

    /// Gives the bracket of the test that follows an arm, or begins a loop, in a question.
    pub(super) fn test_in(&self, node: NodeId) -> Option<NodeId> {
        self.tests.get(&node).copied()
    }

    /// If steps that begin at `node` are in a head or a question, gives their end.
    pub(super) fn end_of_tail(&self, node: NodeId) -> Option<NodeId> {
        self.tails.get(&node).copied()
    }

    /// If a jump past the end of the label's bracket leads to the next round of a loop, gives that
    /// loop.
    pub(super) fn continues(&self, label: LabelId) -> Option<LabelId> {
        self.continued.get(&label).copied()
    }

    /// Walks the labels for which a jump past the end leads to the next round of a loop.
    pub(super) fn continued(&self) -> impl Iterator<Item = LabelId> {
        self.continued.keys().copied()
    }

    fn add_loop(&mut self, node: NodeId, form: Option<Form>) {
        match &form {
            Some(Form::While(links, joined) | Form::For(links, joined, ..)) => {
                self.tests
                    .extend(links.first().map(|link| (node, link.node)));
                match joined {
                    Joined::All => {
                        self.go_through(links);
                        self.join(links);
                    }
                    Joined::Any => self.absorb(links),
                }
            }
            Some(Form::DoWhile(links, ..) | Form::Entered(links, ..)) => self.absorb(links),
            _ => {}
        }
        self.forms.extend(form.map(|form| (node, form)));
    }

    fn add_tail(&mut self, of: LabelId, tail: Option<Tail>) {
        let steps = tail.filter(|tail| tail.first != tail.end);
        self.tails.extend(steps.map(|tail| (tail.first, tail.end)));
        let label = tail.and_then(|tail| tail.label);
        self.continued.extend(label.map(|label| (label, of)));
    }

    fn add_fork(&mut self, node: NodeId, form: Option<Form>) {
        if let Some(Form::All(links) | Form::Any(links)) = &form {
            self.go_through(&links[1..]);
            self.join(links);
        }
        self.forms.extend(form.map(|form| (node, form)));
    }

    fn absorb(&mut self, links: &[Link]) {
        let first = links.first().map(|link| (link.node, Form::Absorbed));
        self.forms.extend(first);
    }

    fn go_through(&mut self, links: &[Link]) {
        for link in links {
            let form = link.arm.map_or(Form::Absorbed, Form::Through);
            self.forms.insert(link.node, form);
        }
    }

    fn join(&mut self, links: &[Link]) {
        for pair in links.windows(2) {
            self.tests
                .extend(pair[0].arm.map(|arm| (arm, pair[1].node)));
        }
    }
}

struct Finder<'p, H> {
    contents: Contents<'p>,
    outline: &'p Outline,
    tails: Tails<'p>,
    /// For each label: whether a `continue` names it.
    continued: IdMap<LabelId, bool>,
    /// For each step: whether control reaches it from the step before.
    reached: IdMap<NodeId, bool>,
    /// The number of times that each block occurs in the program.
    runs: IdMap<BlockId, usize>,
    host: &'p H,
}

impl<H: Host> Finder<'_, H> {
    /// Tells whether a bracket prints something and no jump goes past its end.
    fn is_closed(&self, node: NodeId) -> bool {
        self.outline.is_closed(self.contents.program, node)
    }

    /// Gives the form of a loop, and the tail that belongs to its head or its question.
    fn loop_form(&self, node: NodeId, label: LabelId) -> Option<(Form, Option<Tail>)> {
        if !self.host.progresses(self.first_block(node)) {
            return None;
        }
        let may_stand = |node| self.is_closed(node);
        let Some((links, joined)) = asks_first(self.contents, node, label, may_stand) else {
            return self.do_while(node, label);
        };
        let body = body(self.contents.program, node, &links, joined);
        Some(match self.step(node, label, body) {
            Some((tail, init)) => (Form::For(links, joined, tail, init), Some(tail)),
            None => (Form::While(links, joined), None),
        })
    }

    /// Gives the block that begins each round of the loop at `node`.
    fn first_block(&self, node: NodeId) -> Option<BlockId> {
        let program = self.contents.program;
        let mut at = next(node);
        while matches!(program.step(at), Step::Block(_)) {
            at = next(at);
        }
        match program.step(at) {
            Step::Run(block) => Some(block),
            _ => None,
        }
    }

    fn do_while(&self, node: NodeId, label: LabelId) -> Option<(Form, Option<Tail>)> {
        if !self.host.tests_last() || self.continued[label] {
            return None;
        }
        let program = self.contents.program;
        let may_test = |node| {
            let test = self.contents.fork(node).map(|fork| fork.test);
            test.is_none_or(|test| may_test_last(self.host, test))
        };
        let may_stand = |node| self.is_closed(node) && may_test(node);
        let mut around = node;
        let mut guards = 0;
        let (links, joined, last) = loop {
            let last_step = program.extent(around).index().checked_sub(1)?;
            let last = self.tails.openers[NodeId::new(last_step)]?;
            let asked = asks_last(self.contents, Step::Break(label), last, may_stand);
            match asked {
                Some((links, joined)) => break (links, joined, last),
                None if guards == GUARDS => return None,
                None => around = self.arm_behind_guard(last)?,
            }
            guards += 1;
        };
        let tail = self.tails.silent(last);
        let from = tail.map_or(last, |tail| tail.first);
        let form = match self.entered(node, last, &links) {
            Some(apart) => Form::Entered(links, joined, from, apart),
            None => Form::DoWhile(links, joined, from),
        };
        Some((form, tail))
    }

    /// Gives the parts of the head of the loop at `node`, which ends with a single test, if the
    /// test holds before the first round.
    fn entered(&self, node: NodeId, last: NodeId, links: &[Link]) -> Option<Apart> {
        let program = self.contents.program;
        let (&[_], &Step::Run(first)) = (links, &program.step(next(node))) else {
            return None;
        };
        let Test::Decided(test) = self.contents.fork(last)?.test else {
            return None;
        };
        if !self.host.is_entered(first, test) {
            return None;
        }
        let runs = self.tails.last_printing(last).map(|at| program.step(at));
        let is_all = first == test && self.host.lines(Step::Run(test)) == 1;
        let is_last = runs == Some(Step::Run(test)) && self.runs[test] == 1 && !is_all;
        let variable = self.host.sets_last(test).filter(|_| is_last);
        let init = variable.as_ref().and_then(|variable| {
            let before = self.tails.last_printing(node)?;
            let sets = self.host.sets(program.step(before))?;
            (sets == *variable).then_some(before)
        });
        let step = variable.map(|_| test);
        Some(Apart { init, step })
    }

    /// Gives the arm of a fork that is written after it, because the other arm never reaches its
    /// end.
    fn arm_behind_guard(&self, node: NodeId) -> Option<NodeId> {
        let program = self.contents.program;
        let leaves_ifs = self.tails.leaves_ifs;
        self.contents.as_if(node, self.outline, leaves_ifs)?;
        let arms = arms(program, node);
        let [guard, behind] = arms[..] else {
            return None;
        };
        let is_guard = self.is_closed(node) && !self.reached[program.extent(guard)];
        is_guard.then_some(behind)
    }

    /// Finds the step of a loop with this body, and the first of the steps before the loop that are
    /// its initialiser. All rounds must pass the step, and it must not be the whole body. There
    /// must be an initialiser that sets the same variable, or a jump that goes to the step.
    fn step(
        &self,
        node: NodeId,
        label: LabelId,
        (begin, end): (NodeId, NodeId),
    ) -> Option<(Tail, Option<NodeId>)> {
        let is_all = self.tails.last_printing(end) == Some(self.contents.pass_silent(begin));
        if self.continued[label] || is_all {
            return None;
        }
        let tail = self.tails.step(end, self.host)?;
        let init = self.init(node, end);
        (init.is_some() || tail.label.is_some()).then_some((tail, init))
    }

    /// If the printing step before the loop at `node` sets the same variable as the last one before
    /// `end`, gives the former.
    fn init(&self, node: NodeId, end: NodeId) -> Option<NodeId> {
        let sets = |place| {
            let printing = self.tails.last_printing(place)?;
            let variable = self.host.sets(self.contents.program.step(printing))?;
            Some((printing, variable))
        };
        let ((init, set_first), (_, set_last)) = (sets(node)?, sets(end)?);
        (set_first == set_last).then_some(init)
    }

    fn fork_form(&self, node: NodeId, forms: &Forms) -> Option<Form> {
        if let Some((flag, value)) = assignment(self.contents, node) {
            return Some(Form::Save(flag, value));
        }
        self.contents
            .as_if(node, self.outline, self.tails.leaves_ifs)?;
        let is_closed = self.is_closed(node);
        let is_free = |inner| forms.get(inner).is_none();
        let may_stand = |inner| inner == node || self.is_closed(inner) && is_free(inner);
        match short_circuit(self.contents, node, may_stand)? {
            (links, After::Falls) => Some(Form::All(links)),
            // A jump past the end of the first fork must be inside it.
            (links, After::Jumps(_)) => is_closed.then_some(Form::Any(links)),
        }
    }
}

/// Gives the start and the end of the body of a loop that tests first. If all links must hold and
/// no step comes after them, the body is in the last link's arm.
fn body(program: &Program, node: NodeId, links: &[Link], joined: Joined) -> (NodeId, NodeId) {
    let end = program.extent(node);
    let after = links
        .first()
        .map_or(end, |link| next(program.extent(link.node)));
    let arm = links.last().and_then(|link| link.arm);
    match (joined, arm) {
        (Joined::All, Some(arm)) if after == end => (next(arm), program.extent(arm)),
        _ => (after, end),
    }
}

fn runs(program: &Program, blocks: usize) -> IdMap<BlockId, usize> {
    let mut runs = IdMap::filled(blocks, 0);
    for (_, step) in program.steps() {
        if let Step::Run(block) = step {
            runs[block] += 1;
        }
    }
    runs
}

fn continued(program: &Program) -> IdMap<LabelId, bool> {
    let mut continued = IdMap::filled(program.label_count(), false);
    for (_, step) in program.steps() {
        if let Step::Continue(label) = step {
            continued[label] = true;
        }
    }
    continued
}
