//! Statements, from a program and the forms that were recognised in it.
//!
//! *Needs:* a program whose loops repeat at their end. *Gives:* [`Formed`].
//! *Cost:* O(steps · log steps).
//!
//! Empty arms are left out, and so are brackets that hold nothing else; scopes that no jump leaves
//! lose their brackets; the second arm of an `if` whose first arm never reaches its end comes after
//! it, without an `else`. What is left out prints nothing, but it is not lost: literals and silent
//! statements keep the steps.

use super::circuit::Link;
use super::decision::Decisions;
use super::find::{Form, Forms};
use super::flow::Flow;
use super::fork::Contents;
use super::outline::Outline;
use super::{Formed, Host, Joined, Literal, Question, Span, Statement, arms, cases, next};
use crate::cfg::Cfg;
use crate::ids::{BlockId, Edge, FlagId, Id, LabelId, NodeId};
use crate::program::{Program, Step};
use alloc::vec::Vec;

pub(super) fn build(cfg: &Cfg, program: Program, host: &impl Host) -> Formed {
    let prints = |step| host.prints(step);
    let may_repeat = |block| host.may_repeat(block);
    let contents = Contents {
        program: &program,
        prints: &prints,
        may_repeat: &may_repeat,
    };
    let outline = Outline::find(&program, prints);
    let forms = Forms::find(contents, &outline, host);
    let decisions = Decisions::find(cfg, &program, |node| outline.is_shown(&program, node));
    let mut builder = Builder {
        cfg,
        contents,
        outline,
        forms,
        decisions,
        leaves_ifs: host.leaves_ifs(),
        flow: Flow::new(&program),
        open: Vec::new(),
        live: true,
        taken: None,
        statements: Vec::new(),
        reached: Vec::new(),
        towards: Vec::new(),
        literals: Vec::new(),
    };
    let mut at = NodeId::new(0);
    while at.index() < program.len() {
        at = builder.step(at);
    }
    let (statements, reached, towards) = (builder.statements, builder.reached, builder.towards);
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
    decisions: Decisions,
    /// Whether a jump can go past the end of an `if`.
    leaves_ifs: bool,
    flow: Flow,
    /// Whether control gets to the step that is being done.
    live: bool,
    open: Vec<Open>,
    /// The edge that was taken by the step before, stores apart.
    taken: Option<Edge>,
    statements: Vec<Statement>,
    reached: Vec<bool>,
    towards: Vec<Option<BlockId>>,
    literals: Vec<Literal>,
}

/// A bracket that is open.
struct Open {
    /// Whether its `End` is still to come. Brackets that are left out have none.
    ends: bool,
    /// Whether a jump goes past its end.
    bound: bool,
    arms: Arms,
    arms_begun: usize,
}

/// What becomes of the arms of a bracket.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arms {
    /// Those of an `if` that are not empty.
    OfIf,
    /// Those of an `if` in the `else` of another one.
    OfElseIf,
    /// Those of a switch that are not empty.
    OfSwitch,
    /// Empty ones, too, since a default would catch their cases.
    OfSwitchAll,
    /// One, without anything that shows where it begins.
    Only(Option<NodeId>),
}

impl<'p> Builder<'p> {
    fn program(&self) -> &'p Program {
        self.contents.program
    }

    /// Does the step at `node` and gives the next one.
    fn step(&mut self, node: NodeId) -> NodeId {
        let step = self.program().step(node);
        self.live = self.flow.is_live();
        match step {
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
            Step::Break(label) => self.push_towards(Statement::Break(label), target),
            Step::Continue(label) => self.push_towards(Statement::Continue(label), target),
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
        self.statements.push(statement);
        self.reached.push(self.live);
        self.towards.push(target);
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

    /// Tells whether no statement is made of a bracket.
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

    /// Gives the steps of an arm that come before what prints something, or jumps.
    fn silent_part(&self, arm: Option<NodeId>) -> Span {
        let end = |arm| match self.outline.is_shown(self.program(), arm) {
            true => self.contents.pass_silent(next(arm)),
            false => self.program().extent(arm),
        };
        arm.map_or(Span::NONE, |arm| Span::new(next(arm), end(arm)))
    }

    /// Makes the literal of a fork, which is to lead to the arm that `holds` says; nothing if the
    /// bracket is no fork.
    fn literal(&self, node: NodeId, holds: bool, before: Span, decided: Span) -> Option<Literal> {
        let fork = self.contents.fork(node)?;
        Some(Literal {
            test: fork.test,
            holds,
            before,
            decided,
        })
    }

    /// Makes a question of a row of forks, which leads to the last one's arm if it holds, or, if
    /// one is enough, to the arm that is not followed. `from` is where the first one's silent steps
    /// begin.
    fn question(&mut self, from: NodeId, links: &[Link], joined: Joined) -> Question {
        let first = self.literals.len();
        let mut before = from;
        for link in links {
            let fork = self.contents.fork(link.node);
            let other = fork.and_then(|fork| fork.arm(!link.holds));
            let holds = link.holds == (joined == Joined::All);
            let before_test = Span::new(before, link.node);
            let decided = self.silent_part(other);
            self.literals
                .extend(self.literal(link.node, holds, before_test, decided));
            before = link.arm.map_or(before, next);
        }
        let [first, count] = [first, self.literals.len() - first]
            .map(|number| u32::try_from(number).expect("a program has fewer than 2³² tests"));
        Question {
            joined,
            first,
            count,
            passed: Span::NONE,
        }
    }

    fn save(&mut self, node: NodeId, flag: FlagId, value: bool) {
        let arm = self.contents.fork(node).and_then(|fork| fork.arm(value));
        let holds = value;
        let link = Link { node, holds, arm };
        let mut question = self.question(node, &[link], Joined::All);
        question.passed = self.silent_part(arm);
        self.push(Statement::Save(flag, question));
    }

    fn open(&mut self, node: NodeId, step: Step) {
        match self.forms.get(node).cloned() {
            Some(Form::Through(arm)) => self.enter(step, false, Arms::Only(Some(arm))),
            Some(Form::Any(links)) => self.open_any(node, step, &links),
            Some(Form::All(links)) => {
                let question = self.question(node, &links, Joined::All);
                let label = self.bound(step);
                let arms = Arms::Only(links[0].arm);
                self.open_written(step, Statement::If(question, label), arms);
            }
            Some(Form::While(links, joined)) => {
                let mut question = self.question(next(node), &links, joined);
                if joined == Joined::Any {
                    question.passed = self.silent_part(links.last().and_then(|link| link.arm));
                }
                self.open_loop(step, |label| Statement::While(question, label));
            }
            Some(Form::DoWhile(links, joined)) => {
                let mut question = self.question(links[0].node, &links, joined);
                question.passed = self.silent_part(links.last().and_then(|link| link.arm));
                self.open_loop(step, |label| Statement::DoWhile(question, label));
            }
            Some(Form::Save(..) | Form::Absorbed) | None => self.open_as_it_stands(node, step),
        }
    }

    fn open_loop(&mut self, step: Step, statement: impl FnOnce(LabelId) -> Statement) {
        if let Step::Loop(label) = step {
            self.open_written(step, statement(label), Arms::OfIf);
        }
    }

    fn open_as_it_stands(&mut self, node: NodeId, step: Step) {
        if !self.outline.has_brackets(self.program(), node) {
            return self.enter(step, false, Arms::OfIf);
        }
        let label = self.bound(step);
        let is_left = label.is_some() && matches!(step, Step::Switch(..));
        let stays = is_left && !self.leaves_ifs;
        if !stays && self.contents.fork(node).is_some() {
            let question = self.question_of_fork(node, node);
            return self.open_written(step, Statement::If(question, label), Arms::OfIf);
        }
        let statement = match step {
            Step::Block(label) => Statement::Scope(label),
            Step::Loop(label) => Statement::Loop(label),
            Step::Switch(block, _) => Statement::Switch(block, label),
            _ => Statement::Dispatch(label),
        };
        let arms = self.arms_of(node, step);
        self.open_written(step, statement, arms);
    }

    /// Asks for what lets the first arm of a fork run that is shown.
    fn question_of_fork(&mut self, from: NodeId, node: NodeId) -> Question {
        let shown = |arm: &NodeId| self.outline.is_shown(self.program(), *arm);
        let arms = arms(self.program(), node);
        let first = arms.iter().copied().find(shown);
        let both = arms.iter().filter(|arm| shown(arm)).count() == 2;
        let then = self.contents.fork(node).map(|fork| fork.then);
        let holds = first == then;
        let arm = first;
        let question = self.question(from, &[Link { node, holds, arm }], Joined::All);
        if both && let Some(literal) = self.literals.last_mut() {
            // The other arm is written itself.
            literal.decided = Span::NONE;
        }
        question
    }

    fn open_any(&mut self, node: NodeId, step: Step, links: &[Link]) {
        let question = self.question(node, links, Joined::Any);
        self.push(Statement::If(question, None));
        let others = arms(self.program(), links[0].node).into_iter();
        for arm in others.filter(|&arm| Some(arm) != links[0].arm) {
            let inside = next(arm).index()..self.program().extent(arm).index();
            let program = self.program();
            for step in inside.map(|at| program.step(NodeId::new(at))) {
                let target = self.taken.map(|edge| self.cfg.target(edge));
                match step {
                    Step::Take(edge) => self.taken = Some(edge),
                    Step::Break(label) => self.push_towards(Statement::Break(label), target),
                    Step::Continue(label) => self.push_towards(Statement::Continue(label), target),
                    _ => {}
                }
            }
        }
        self.taken = None;
        self.push(Statement::End);
        self.enter(step, false, Arms::Only(links[0].arm));
    }

    /// Tells which arms of a bracket are written: all if the default is one of them and prints
    /// something, since it would catch the cases of those that do not.
    fn arms_of(&self, node: NodeId, step: Step) -> Arms {
        let default = match step {
            Step::Switch(block, _) => self.cfg.edges(block).next_back().map(|edge| edge.slot),
            Step::Dispatch(_) => None,
            _ => return Arms::OfIf,
        };
        let is_default = |&arm: &NodeId| {
            let cases = cases(self.program(), arm);
            cases.is_empty() || cases.iter().any(|&case| Some(case) == default)
        };
        let mut arms = arms(self.program(), node).into_iter().filter(is_default);
        match arms.any(|arm| self.outline.is_shown(self.program(), arm)) {
            true => Arms::OfSwitchAll,
            false => Arms::OfSwitch,
        }
    }

    /// Gives the label of a bracket if a jump binds to it.
    fn bound(&self, step: Step) -> Option<LabelId> {
        step.bound_label()
            .filter(|&label| self.outline.bound[label])
    }

    fn open_written(&mut self, step: Step, statement: Statement, arms: Arms) {
        self.push(statement);
        self.enter(step, true, arms);
    }

    fn enter(&mut self, step: Step, ends: bool, arms: Arms) {
        let bound = self.bound(step).is_some();
        self.open.push(Open {
            ends,
            bound,
            arms,
            arms_begun: 0,
        });
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
                if let Step::Arm(cases) = self.program().step(node) {
                    self.push(Statement::Arm(cases));
                }
            }
            Arms::Only(_) | Arms::OfIf | Arms::OfElseIf => {}
        }
        follows
    }

    /// Goes on to the second arm of an `if`, and into the `if` that is all that it holds.
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
        if self.open.pop().is_some_and(|inner| inner.ends) {
            self.push(Statement::End);
        }
    }
}
