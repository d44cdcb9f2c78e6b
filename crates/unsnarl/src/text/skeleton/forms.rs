//! Which brackets are written in another form than they have in the program.
//!
//! *Needs:* a program whose loops repeat at their end, and what of it is shown.
//! *Gives:* [`Forms`], by the recognisers: [`assignment`](super::assignment),
//! [`circuit`](super::circuit), [`loop_form`](super::loop_form).
//! *Cost:* O(steps · log steps).

use super::assignment::assignment;
use super::circuit::{Link, short_circuit};
use super::fork::{Asked, Contents, Fork, Way, openers};
use super::loop_form::{asks_first, asks_last};
use super::outline::Outline;
use crate::ids::{BlockId, FlagId, Id, IdMap, LabelId, NodeId};
use crate::program::{Program, Step};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// How a bracket is written, if in another form.
#[derive(Clone)]
pub(super) enum Form {
    /// `f0 = a`; with the value that the flag gets if the condition holds.
    Assignment(FlagId, bool),
    /// An `if` on several conditions.
    All(Vec<Link>),
    /// An `if` on the negation of several conditions, around the jump in the first one's other arm;
    /// what they guard comes after it.
    Any(Vec<Link>),
    /// Nothing but one of its arms, if any.
    Through(Option<NodeId>),
    /// A loop that tests first.
    While(Vec<Link>),
    /// A loop that tests last.
    DoWhile(Vec<Link>),
}

#[derive(Default)]
pub(super) struct Forms {
    forms: BTreeMap<NodeId, Form>,
}

impl Forms {
    /// Finds them. `may_ask_last` tells whether the decision of a block may be at the end of a
    /// loop.
    pub(super) fn find(
        program: &Program,
        outline: &Outline,
        speaks: &dyn Fn(Step) -> bool,
        may_ask_last: &dyn Fn(BlockId) -> bool,
    ) -> Forms {
        let finder = Finder {
            contents: Contents { program, speaks },
            outline,
            openers: openers(program),
            continued: continued(program),
            may_ask_last,
        };
        let mut forms = Forms::default();
        for (node, step) in program.steps() {
            match step {
                _ if forms.get(node).is_some() => {}
                Step::Loop(label) => forms.add_loop(node, finder.loop_form(node, label)),
                Step::If(..) | Step::Test(..) | Step::Dispatch(_) => {
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

    fn add_loop(&mut self, node: NodeId, form: Option<Form>) {
        match &form {
            Some(Form::While(links)) => self.go_through(links),
            Some(Form::DoWhile(links)) => {
                self.forms.insert(links[0].node, Form::Through(None));
            }
            _ => {}
        }
        self.forms.extend(form.map(|form| (node, form)));
    }

    fn add_fork(&mut self, node: NodeId, form: Option<Form>) {
        if let Some(Form::All(links) | Form::Any(links)) = &form {
            self.go_through(&links[1..]);
        }
        self.forms.extend(form.map(|form| (node, form)));
    }

    fn go_through(&mut self, links: &[Link]) {
        let through = |link: &Link| (link.node, Form::Through(link.arm));
        self.forms.extend(links.iter().map(through));
    }
}

struct Finder<'p> {
    contents: Contents<'p>,
    outline: &'p Outline,
    /// The bracket that each `End` closes.
    openers: IdMap<NodeId, Option<NodeId>>,
    /// Labels that a `continue` names.
    continued: IdMap<LabelId, bool>,
    may_ask_last: &'p dyn Fn(BlockId) -> bool,
}

impl Finder<'_> {
    /// Tells whether a bracket is shown and no jump goes past its end.
    fn is_closed(&self, node: NodeId) -> bool {
        let program = self.contents.program;
        let label = program.step(node).bound_label();
        let is_bound = label.is_some_and(|label| self.outline.bound[label]);
        !is_bound && self.outline.is_shown(program, node)
    }

    fn loop_form(&self, node: NodeId, label: LabelId) -> Option<Form> {
        let may_stand = |node| self.is_closed(node);
        let links = asks_first(self.contents, node, label, may_stand);
        match links.is_empty() {
            true => self.do_while(node, label),
            false => Some(Form::While(links)),
        }
    }

    fn do_while(&self, node: NodeId, label: LabelId) -> Option<Form> {
        let program = self.contents.program;
        let last_step = program.extent(node).index().checked_sub(1)?;
        let last = self.openers[NodeId::new(last_step)]?;
        let may_ask = |node| match Fork::at(program, node).map(|fork| fork.asked) {
            Some(Asked::Block(block)) => (self.may_ask_last)(block),
            _ => true,
        };
        let may_stand = |node| self.is_closed(node) && may_ask(node);
        let links = asks_last(self.contents, label, last, may_stand);
        (!links.is_empty() && !self.continued[label]).then_some(Form::DoWhile(links))
    }

    fn fork_form(&self, node: NodeId) -> Option<Form> {
        if let Some((flag, value)) = assignment(self.contents, node) {
            return Some(Form::Assignment(flag, value));
        }
        let is_closed = self.is_closed(node);
        let may_stand = |inner| inner == node || self.is_closed(inner);
        match short_circuit(self.contents, node, may_stand)? {
            (links, Way::On) => Some(Form::All(links)),
            // A jump past the end of the first fork must be inside it.
            (links, Way::Jump(_)) => is_closed.then_some(Form::Any(links)),
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
