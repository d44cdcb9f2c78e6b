//! The statements that open brackets.
//!
//! *Needs:* a bracket and its form. *Gives:* the statement that opens it, and how its arms are
//! written. *Cost:* O(arms), beside its question.

use super::{Arms, Builder, Open};
use crate::forms::circuit::Link;
use crate::forms::falls::Part;
use crate::forms::find::Form;
use crate::forms::{Decision, Entered, ForHead, Joined, Span, Statement, arms, cases, next};
use crate::ids::{Id, LabelId, NodeId};
use crate::program::Step;

impl Builder<'_> {
    pub(super) fn open(&mut self, node: NodeId, step: Step) {
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
                let question = self.question_of_loop(node, &links, joined);
                self.open_loop(step, |label| Statement::While(question, label));
            }
            Some(Form::For(links, joined, tail, init)) => {
                let init = init.map_or(Span::NONE, |init| self.take_back(init, node));
                let step_of_loop = Span::new(tail.first, tail.end);
                let question = self.question_of_loop(node, &links, joined);
                let head = ForHead {
                    init,
                    step: step_of_loop,
                };
                self.open_loop(step, |label| Statement::For(question, head, label));
            }
            Some(Form::DoWhile(links, joined, from)) => {
                let mut question = self.question(from, &links, joined);
                question.passed = self.passed(&links);
                self.open_loop(step, |label| Statement::DoWhile(question, label));
            }
            Some(Form::Entered(links, joined, from, apart)) => {
                let init = apart
                    .init
                    .map_or(Span::NONE, |init| self.take_back(init, node));
                let mut question = self.question(from, &links, joined);
                question.passed = self.passed(&links);
                let head = Entered {
                    init,
                    step: apart.step,
                };
                self.open_loop(step, |label| Statement::Entered(question, head, label));
            }
            Some(Form::Save(..) | Form::Absorbed) | None => self.open_as_it_stands(node, step),
        }
    }

    /// Takes back the statements that were made from the steps from `first` up to `node`, and gives
    /// the steps, if each step has one such statement; otherwise gives no steps.
    fn take_back(&mut self, first: NodeId, node: NodeId) -> Span {
        let steps = Span::new(first, node);
        let count = node.index() - first.index();
        let start = self.written.statements.len().saturating_sub(count);
        let same = |(step, statement): (Step, &Statement)| match *statement {
            Statement::Run(block, decision) => {
                step == Step::Run(block) && decision == Decision::None
            }
            Statement::Take(edge) => step == Step::Take(edge),
            _ => false,
        };
        let made = self.written.statements[start..].iter();
        if made.len() != count || !steps.steps(self.program()).zip(made).all(same) {
            return Span::NONE;
        }
        self.written.truncate(start);
        steps
    }

    fn open_loop(&mut self, step: Step, statement: impl FnOnce(LabelId) -> Statement) {
        if let Step::Loop(label) = step {
            self.open_written(step, statement(label), Arms::OfIf);
        }
    }

    fn open_as_it_stands(&mut self, node: NodeId, step: Step) {
        if let Some((row, Part::Bracket(stage))) = self.falls.part(node) {
            return self.open_in_row(node, row, stage);
        }
        if !self.outline.has_brackets(self.program(), node) {
            return self.enter(step, false, Arms::OfIf);
        }
        let label = self.bound(step);
        let leaves_ifs = self.leaves_ifs;
        if self
            .contents
            .as_if(node, &self.outline, leaves_ifs)
            .is_some()
        {
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
                    Step::Break(_) | Step::Continue(_) => self.jump(step, target),
                    _ => {}
                }
            }
        }
        self.taken = None;
        self.push(Statement::End);
        self.enter(step, false, Arms::Only(links[0].arm));
    }

    /// Tells which arms of a bracket are written. If an arm is the default and prints something,
    /// all are: the default would catch the cases of arms that are left out.
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

    pub(super) fn enter(&mut self, step: Step, ends: bool, arms: Arms) {
        let bound = self.bound(step).is_some();
        self.open.push(Open {
            ends,
            bound,
            arms,
            arms_begun: 0,
            row: None,
        });
    }
}
