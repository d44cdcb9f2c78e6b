//! Which brackets have another form than in the program.
//!
//! *Needs:* a program whose loops repeat at their end, and what of it is shown.
//! *Gives:* [`Forms`], by the recognisers: [`assignment`](super::assignment),
//! [`circuit`](super::circuit), [`loop_form`](super::loops).
//! *Cost:* O(steps · log steps).

use super::assignment::assignment;
use super::circuit::{Link, short_circuit};
use super::fork::{After, Contents, openers};
use super::loops::{asks_first, asks_last};
use super::outline::Outline;
use super::{Host, Joined, Test};
use crate::ids::{FlagId, Id, IdMap, LabelId, NodeId};
use crate::program::{Program, Step};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// The form of a bracket that has another one than in the program.
#[derive(Clone)]
pub(super) enum Form {
    /// `f0 = a`; with the value that the flag gets if the test holds.
    Save(FlagId, bool),
    /// An `if` on several tests.
    All(Vec<Link>),
    /// An `if` on the negation of several tests, around the jump in the first one's other arm; what
    /// they guard comes after it.
    Any(Vec<Link>),
    /// One of its arms: all else is in the question of another bracket.
    Through(NodeId),
    /// Nothing: all is in the question of another bracket.
    Absorbed,
    /// A loop that tests first.
    While(Vec<Link>, Joined),
    /// A loop that tests last.
    DoWhile(Vec<Link>, Joined),
}

#[derive(Default)]
pub(super) struct Forms {
    forms: BTreeMap<NodeId, Form>,
    /// Of an arm that another test follows in the same question, and of a loop that tests first,
    /// the bracket of that test: what comes before it prints nothing.
    tests: BTreeMap<NodeId, NodeId>,
}

impl Forms {
    /// Finds them.
    pub(super) fn find(contents: Contents<'_>, outline: &Outline, host: &impl Host) -> Forms {
        let program = contents.program;
        let finder = Finder {
            contents,
            outline,
            openers: openers(program),
            continued: continued(program),
            host,
        };
        let mut forms = Forms::default();
        for (node, step) in program.steps() {
            match step {
                _ if forms.get(node).is_some() => {}
                Step::Loop(label) => forms.add_loop(node, finder.loop_form(node, label)),
                Step::If(..) | Step::Test(..) | Step::Dispatch(_) | Step::Switch(..) => {
                    forms.add_fork(node, finder.fork_form(node));
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

    fn add_loop(&mut self, node: NodeId, form: Option<Form>) {
        match &form {
            Some(Form::While(links, joined)) => {
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
            Some(Form::DoWhile(links, _)) => self.absorb(links),
            _ => {}
        }
        self.forms.extend(form.map(|form| (node, form)));
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
    /// The bracket that each `End` closes.
    openers: IdMap<NodeId, Option<NodeId>>,
    /// Labels that a `continue` names.
    continued: IdMap<LabelId, bool>,
    host: &'p H,
}

impl<H: Host> Finder<'_, H> {
    /// Tells whether a bracket prints something and no jump goes past its end.
    fn is_closed(&self, node: NodeId) -> bool {
        self.outline.is_closed(self.contents.program, node)
    }

    fn loop_form(&self, node: NodeId, label: LabelId) -> Option<Form> {
        let may_stand = |node| self.is_closed(node);
        match asks_first(self.contents, node, label, may_stand) {
            Some((links, joined)) => Some(Form::While(links, joined)),
            None if !self.host.tests_last() => None,
            None => self.do_while(node, label),
        }
    }

    fn do_while(&self, node: NodeId, label: LabelId) -> Option<Form> {
        let program = self.contents.program;
        let last_step = program.extent(node).index().checked_sub(1)?;
        let last = self.openers[NodeId::new(last_step)]?;
        let may_test = |node| match self.contents.fork(node).map(|fork| fork.test) {
            Some(Test::Decided(block) | Test::Slots(block, ..)) => self.host.may_decide_last(block),
            _ => true,
        };
        let may_stand = |node| self.is_closed(node) && may_test(node);
        let (links, joined) = asks_last(self.contents, label, last, may_stand)?;
        (!self.continued[label]).then_some(Form::DoWhile(links, joined))
    }

    fn fork_form(&self, node: NodeId) -> Option<Form> {
        if let Some((flag, value)) = assignment(self.contents, node) {
            return Some(Form::Save(flag, value));
        }
        let is_closed = self.is_closed(node);
        let may_stand = |inner| inner == node || self.is_closed(inner);
        match short_circuit(self.contents, node, may_stand)? {
            (links, After::Falls) => Some(Form::All(links)),
            // A jump past the end of the first fork must be inside it.
            (links, After::Jumps(_)) => is_closed.then_some(Form::Any(links)),
        }
    }
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
