//! Statements, built from a program and the forms recognised in it.
//!
//! *Needs:* a program whose loops repeat at their end. *Gives:* [`Formed`].
//! *Cost:* O(steps · log steps).
//!
//! Empty arms are left out, and so are brackets that hold nothing else. Scopes that no jump leaves
//! lose their brackets. If the first arm of an `if` never reaches its end, the second arm comes
//! after the `if`, without an `else`. Steps that are left out print nothing, but they are not lost:
//! literals and silent statements keep them.

mod falling;
mod open;
mod questions;

use super::circuit::Link;
use super::decision::Decisions;
use super::falls::Falls;
use super::find::{Form, Forms};
use super::flow::{Flow, reached_of_repeating};
use super::fork::Contents;
use super::outline::Outline;
use super::{Formed, Host, Joined, Literal, Span, Statement, next};
use crate::cfg::Cfg;
use crate::ids::{BlockId, Edge, FlagId, Id, NodeId};
use crate::program::{Program, Step};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use falling::{Layout, Written};

pub(super) fn build(cfg: &Cfg, program: Program, host: &impl Host) -> Formed {
    let prints = |step| host.prints(step);
    let may_repeat = |block| host.may_repeat(block);
    let contents = Contents {
        program: &program,
        prints: &prints,
        may_repeat: &may_repeat,
    };
    let mut outline = Outline::find(&program, prints);
    let forms = Forms::find(contents, &outline, host, cfg.block_count());
    // A jump past the end of these brackets is written as a `continue` of a loop.
    forms
        .continued()
        .for_each(|label| outline.bound[label] = false);
    let falls = match host.falls_through() {
        true => {
            let reached = reached_of_repeating(&program);
            Falls::find(contents, &outline, &reached, &|label| {
                forms.continues(label).is_some()
            })
        }
        false => Falls::default(),
    };
    let decisions = Decisions::find(cfg, &program, |node| outline.is_shown(&program, node));
    let mut builder = Builder {
        cfg,
        contents,
        outline,
        forms,
        falls,
        decisions,
        leaves_ifs: host.leaves_ifs(),
        flow: Flow::new(&program),
        live: true,
        open: Vec::new(),
        taken: None,
        written: Written::default(),
        layouts: BTreeMap::new(),
        first_of_row: BTreeMap::new(),
        literals: Vec::new(),
    };
    let mut at = NodeId::new(0);
    while at.index() < program.len() {
        at = builder.step(at);
    }
    let Written {
        statements,
        reached,
        towards,
    } = builder.ordered();
    let (literals, saved) = (builder.literals, builder.decisions.into_saved());
    Formed {
        statements,
        reached,
        towards,
        literals,
        saved,
        program,
    }
}

struct Builder<'p> {
    cfg: &'p Cfg,
    contents: Contents<'p>,
    outline: Outline,
    forms: Forms,
    falls: Falls,
    decisions: Decisions,
    /// Whether a jump can go past the end of an `if`.
    leaves_ifs: bool,
    flow: Flow,
    /// Whether control reaches the current step.
    live: bool,
    open: Vec<Open>,
    /// The edge that the step before took, not counting stores.
    taken: Option<Edge>,
    /// The statements, in the order of the steps from which they are made.
    written: Written,
    /// The rows, by the first statement after the statement that opens the switch.
    layouts: BTreeMap<usize, Layout>,
    first_of_row: BTreeMap<usize, usize>,
    literals: Vec<Literal>,
}

/// A bracket that is open.
struct Open {
    /// Whether its `End` is written. Brackets that are left out have no `End`.
    ends: bool,
    /// Whether a jump goes past its end.
    bound: bool,
    arms: Arms,
    arms_begun: usize,
    /// The row that the bracket is part of, and the number of the row's stages inside it.
    row: Option<(usize, usize)>,
}

/// How the arms of a bracket are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arms {
    /// The arms of an `if`, except empty ones.
    OfIf,
    /// The arms of an `if` in the `else` of another one.
    OfElseIf,
    /// The arms of a switch, except empty ones.
    OfSwitch,
    /// All arms of a switch, since a default would catch the cases of empty ones.
    OfSwitchAll,
    /// A single arm, without anything that shows where it begins.
    Only(Option<NodeId>),
}

impl<'p> Builder<'p> {
    fn program(&self) -> &'p Program {
        self.contents.program
    }

    /// Writes the step at `node` and gives the next step.
    fn step(&mut self, node: NodeId) -> NodeId {
        if let Some(end) = self.forms.end_of_tail(node) {
            return self.pass_to(node, end);
        }
        let step = self.program().step(node);
        self.live = self.flow.is_live();
        match step {
            Step::Arm(_) if let Some((row, part)) = self.falls.part(node) => {
                return self.pass_case(node, row, part);
            }
            Step::Arm(_) if !self.shows_arm(node) => return self.skip_arm(node, step),
            _ if step.opens() && self.is_silent(node, step) => return self.skip_bracket(node),
            _ => {}
        }
        if let Some(&Form::Save(flag, value)) = self.forms.get(node) {
            self.save(node, flag, value);
            return self.pass_to(node, next(self.program().extent(node)));
        }
        self.flow.pass(step);
        let target = self.taken.map(|edge| self.cfg.target(edge));
        if !matches!(step, Step::Store(_) | Step::Set(..)) {
            self.taken = None;
        }
        match step {
            Step::Run(block) => self.run(node, block),
            Step::Take(edge) => {
                self.taken = Some(edge);
                self.push(Statement::Take(edge));
            }
            Step::Leave(block) => self.push(Statement::Leave(block)),
            Step::Store(value) => self.push_towards(Statement::Store(value), target),
            Step::Set(flag, value) => self.push(Statement::Set(flag, value)),
            Step::Break(_) if self.falls.part(node).is_some() => {}
            Step::Break(_) | Step::Continue(_) => self.jump(step, target),
            Step::Arm(_) => return self.arm(node),
            Step::End => self.close(),
            _ => self.open(node, step),
        }
        match self.forms.test_in(node) {
            Some(test) => self.pass_to(next(node), test),
            None => next(node),
        }
    }

    fn push(&mut self, statement: Statement) {
        self.push_towards(statement, None);
    }

    fn push_towards(&mut self, statement: Statement, target: Option<BlockId>) {
        self.written.push(statement, self.live, target);
    }

    fn jump(&mut self, step: Step, target: Option<BlockId>) {
        let statement = match step {
            Step::Break(label) => match self.forms.continues(label) {
                Some(label) => Statement::Continue(label),
                None => Statement::Break(label),
            },
            Step::Continue(label) => Statement::Continue(label),
            _ => return,
        };
        self.push_towards(statement, target);
    }

    /// Passes steps that are in a question, or silent.
    fn pass_to(&mut self, first: NodeId, end: NodeId) -> NodeId {
        for at in (first.index()..end.index()).map(NodeId::new) {
            let step = self.program().step(at);
            self.flow.pass(step);
        }
        self.taken = None;
        end
    }

    /// Tells whether no statement is made from a bracket.
    fn is_silent(&self, node: NodeId, step: Step) -> bool {
        let is_loop = matches!(step, Step::Loop(_));
        let absorbed = matches!(self.forms.get(node), Some(Form::Absorbed));
        absorbed || !is_loop && !self.outline.is_shown(self.program(), node)
    }

    fn skip_bracket(&mut self, node: NodeId) -> NodeId {
        let end = next(self.program().extent(node));
        if !matches!(self.forms.get(node), Some(Form::Absorbed)) {
            self.push(Statement::Silent(Span::new(node, end)));
        }
        self.pass_to(node, end)
    }

    fn skip_arm(&mut self, node: NodeId, step: Step) -> NodeId {
        let end = self.program().extent(node);
        let arms = self.open.last().map(|inner| inner.arms);
        if let (Step::Arm(cases), Some(Arms::OfSwitch)) = (step, arms) {
            self.push(Statement::SilentArm(cases));
            self.push(Statement::Silent(Span::new(next(node), end)));
        }
        self.pass_to(node, end)
    }

    fn shows_arm(&self, arm: NodeId) -> bool {
        match self.open.last().map(|inner| inner.arms) {
            Some(Arms::OfSwitchAll) => true,
            Some(Arms::Only(only)) => only == Some(arm),
            _ => self.outline.is_shown(self.program(), arm),
        }
    }

    fn run(&mut self, node: NodeId, block: BlockId) {
        let program = self.program();
        let shown = |node| self.outline.is_shown(program, node);
        let decision = self.decisions.of_run(self.cfg, program, node, block, shown);
        self.push(Statement::Run(block, decision));
    }

    fn save(&mut self, node: NodeId, flag: FlagId, value: bool) {
        let arm = self.contents.fork(node).and_then(|fork| fork.arm(value));
        let holds = value;
        let link = Link { node, holds, arm };
        let mut question = self.question(node, &[link], Joined::All);
        question.passed = self.silent_part(arm);
        self.push(Statement::Save(flag, question));
    }

    fn arm(&mut self, node: NodeId) -> NodeId {
        let follows = match self.forms.test_in(node) {
            Some(test) => self.pass_to(next(node), test),
            None => next(node),
        };
        let Some(inner) = self.open.last_mut() else {
            return follows;
        };
        inner.arms_begun += 1;
        let first = inner.arms_begun == 1;
        match inner.arms {
            Arms::OfIf if !first && !self.live && !inner.bound => {
                inner.ends = false;
                self.push(Statement::End);
            }
            Arms::OfIf | Arms::OfElseIf if !first => return self.otherwise(node),
            Arms::OfSwitch | Arms::OfSwitchAll => {
                self.begin_arm(node);
                if let Step::Arm(cases) = self.program().step(node) {
                    self.push(Statement::Arm(cases));
                }
            }
            Arms::Only(_) | Arms::OfIf | Arms::OfElseIf => {}
        }
        follows
    }

    /// Goes on to the second arm of an `if`, and into a nested `if` that is the arm's only content.
    fn otherwise(&mut self, arm: NodeId) -> NodeId {
        let inner = self.contents.sole_bracket(arm);
        let inner = inner.filter(|&inner| self.outline.is_closed(self.program(), inner));
        let Some(inner) = inner.filter(|&inner| self.contents.fork(inner).is_some()) else {
            self.push(Statement::Else);
            return next(arm);
        };
        let (question, arms) = match self.forms.get(inner).cloned() {
            None => (self.question_of_fork(next(arm), inner), Arms::OfElseIf),
            Some(Form::All(links)) => {
                let question = self.question(next(arm), &links, Joined::All);
                (question, Arms::Only(links[0].arm))
            }
            Some(_) => {
                self.push(Statement::Else);
                return next(arm);
            }
        };
        self.push(Statement::ElseIf(question));
        self.enter(self.program().step(inner), false, arms);
        self.pass_to(next(arm), next(inner))
    }

    fn close(&mut self) {
        let Some(inner) = self.open.pop() else {
            return;
        };
        if let Some((row, stage)) = inner.row {
            self.close_in_row(row, stage);
        }
        if inner.ends {
            self.push(Statement::End);
        }
    }
}
