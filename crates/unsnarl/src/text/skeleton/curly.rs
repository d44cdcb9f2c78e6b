//! Writing a program in a language with curly brackets.
//!
//! *Needs:* a program and a [`Dialect`].
//! *Gives:* lines.
//! *Cost:* O(steps + text).
//!
//! Empty arms are omitted, and so are brackets that contain nothing else; scopes that no jump
//! leaves lose their brackets; labels are written where a jump must name them; the second arm of an
//! `if` whose first arm never reaches its end is written after it, without an `else`.

use super::circuit::Link;
use super::condition::{Joined, condition};
use super::decision::Decisions;
use super::dialect::{Dialect, Foot, Head, Jump, Signs};
use super::flow::Flow;
use super::fork::Fork;
use super::forms::{Form, Forms};
use super::lines::{Lines, OneLine};
use super::names::{Names, bracket};
use super::outline::Outline;
use super::repeat::repeating;
use super::{arms, cases, next};
use crate::cfg::Cfg;
use crate::ids::{BlockId, Edge, FlagId, Id, NodeId};
use crate::program::{Bracket, Program, Step};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

pub(super) fn write<D: Dialect>(
    lines: Lines<'_>,
    cfg: &Cfg,
    program: &Program,
    dialect: &D,
) -> fmt::Result {
    let program = &repeating(program);
    let speaks = |step| dialect.speaks(step);
    let outline = Outline::find(program, speaks);
    let may_ask_last = |block| dialect.may_ask_last(block);
    let forms = Forms::find(program, &outline, &speaks, &may_ask_last);
    let names = Names::find(program, &outline, dialect);
    let decisions = Decisions::find(cfg, program, |node| outline.is_shown(program, node));
    let mut writer = Writer {
        lines,
        cfg,
        program,
        dialect,
        outline,
        forms,
        names,
        decisions,
        flow: Flow::new(program),
        open: Vec::new(),
        taken: None,
    };
    writer.program()
}

struct Writer<'p, 'w, D> {
    lines: Lines<'w>,
    cfg: &'p Cfg,
    program: &'p Program,
    dialect: &'p D,
    outline: Outline,
    forms: Forms,
    names: Names,
    decisions: Decisions,
    flow: Flow,
    open: Vec<Open>,
    /// The edge that was taken by the step before, stores apart.
    taken: Option<Edge>,
}

/// A bracket that is open.
struct Open {
    bracket: Bracket,
    /// What closes it; nothing if the brackets themselves are not written, or are closed already.
    foot: Option<Cow<'static, str>>,
    /// Whether a jump names the label.
    named: bool,
    arms: Arms,
    arms_written: usize,
    /// Whether an arm of a switch is being written.
    in_case: bool,
}

/// Which arms of a bracket are written, and how.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arms {
    /// Those of an `if` that are not empty, with `else` between them.
    OfIf,
    /// Those of a switch that are not empty.
    OfSwitch,
    /// Empty ones, too, since a default would catch their cases.
    OfSwitchAll,
    /// One, without anything that shows where it begins.
    Only(Option<NodeId>),
}

impl<D: Dialect> Writer<'_, '_, D> {
    fn program(&mut self) -> fmt::Result {
        self.dialect
            .start(&mut self.lines, self.program, &self.decisions)?;
        let mut at = NodeId::new(0);
        while at.index() < self.program.len() {
            at = self.step(at)?;
        }
        self.dialect.finish(&mut self.lines)
    }

    /// Writes the step at `node` and gives the next one to write.
    fn step(&mut self, node: NodeId) -> Result<NodeId, fmt::Error> {
        let step = self.program.step(node);
        if matches!(step, Step::Arm(_) | Step::End) {
            self.end_of_arm(step)?;
        }
        let skipped = match step {
            Step::Arm(_) => !self.shows_arm(node),
            step => step.opens() && self.is_silent(node, step),
        };
        if skipped {
            return Ok(self.skip(node, step));
        }
        if let Some(&Form::Assignment(flag, value)) = self.forms.get(node) {
            self.assignment(node, flag, value)?;
            return Ok(self.skip(node, step));
        }
        let live = self.flow.is_live();
        self.flow.pass(step);
        let target = self.taken.map(|edge| self.cfg.target(edge));
        if !matches!(step, Step::Store(_) | Step::Set(..)) {
            self.taken = None;
        }
        match step {
            Step::Run(block) => self.run(node, block)?,
            Step::Take(edge) => {
                self.taken = Some(edge);
                self.dialect.edge(&mut self.lines, edge)?;
            }
            Step::Leave(block) => self.dialect.leave(&mut self.lines, block)?,
            Step::Store(value) => self.statement(format_args!("label = {value}"), target)?,
            Step::Set(flag, value) => self.statement(format_args!("{flag} = {value}"), None)?,
            Step::Break(_) | Step::Continue(_) => self.jump(node, target)?,
            Step::Arm(_) => self.arm(node, live)?,
            Step::End => self.close()?,
            _ => self.open(node, step)?,
        }
        Ok(next(node))
    }

    /// Tells whether nothing of a bracket is written.
    fn is_silent(&self, node: NodeId, step: Step) -> bool {
        let is_loop = matches!(step, Step::Loop(_));
        let said_before = matches!(self.forms.get(node), Some(Form::Through(None)));
        said_before || !is_loop && !self.outline.is_shown(self.program, node)
    }

    /// Passes an arm or a bracket of which nothing is written.
    fn skip(&mut self, node: NodeId, step: Step) -> NodeId {
        let extent = self.program.extent(node);
        let end = match step {
            Step::Arm(_) => extent,
            _ => next(extent),
        };
        for index in node.index()..end.index() {
            self.flow.pass(self.program.step(NodeId::new(index)));
        }
        self.taken = None;
        end
    }

    fn run(&mut self, node: NodeId, block: BlockId) -> fmt::Result {
        let (cfg, program) = (self.cfg, self.program);
        let shown = |node| self.outline.is_shown(program, node);
        let decision = self.decisions.of_run(cfg, program, node, block, shown);
        self.dialect.run(&mut self.lines, block, decision)
    }

    fn assignment(&mut self, node: NodeId, flag: FlagId, value: bool) -> fmt::Result {
        let link = Link {
            node,
            holds: value,
            arm: None,
        };
        let value = self.condition(&[link], Joined::All);
        self.statement(format_args!("{flag} = {value}"), None)
    }

    fn jump(&mut self, node: NodeId, target: Option<BlockId>) -> fmt::Result {
        let (jump, label) = match self.program.step(node) {
            Step::Break(label) => (Jump::Break, label),
            Step::Continue(label) => (Jump::Continue, label),
            _ => return Ok(()),
        };
        match self.names.names[node] {
            true => self.statement(format_args!("{} {label}", jump.word()), target),
            false => self.statement(jump.word(), None),
        }
    }

    /// Writes a statement; `target` is where the edge leads that it is about.
    fn statement(&mut self, text: impl fmt::Display, target: Option<BlockId>) -> fmt::Result {
        let Signs { end, remark, .. } = self.dialect.signs();
        match target.map(|target| self.dialect.name(target)) {
            Some(name) => {
                let name = OneLine(&name);
                self.lines
                    .line(format_args!("{text}{end} {remark} -> {name}"))
            }
            None => self.lines.line(format_args!("{text}{end}")),
        }
    }

    fn condition(&self, links: &[Link], joined: Joined) -> String {
        let (program, decisions) = (self.program, &self.decisions);
        condition(program, links, joined, self.dialect, decisions)
    }

    fn open(&mut self, node: NodeId, step: Step) -> fmt::Result {
        match self.forms.get(node).cloned() {
            Some(Form::Through(arm)) => {
                self.push(step, None, Arms::Only(arm));
                Ok(())
            }
            Some(Form::Any(links)) => self.open_any(step, &links),
            Some(Form::All(links)) => {
                let condition = self.condition(&links, Joined::All);
                let arms = Arms::Only(links[0].arm);
                self.open_written(step, Head::If(&condition), Foot::Other, arms)
            }
            Some(Form::While(links)) => {
                let condition = self.condition(&links, Joined::All);
                self.open_written(step, Head::While(&condition), Foot::Other, Arms::OfIf)
            }
            Some(Form::DoWhile(links)) => {
                let condition = self.condition(&links, Joined::All);
                self.open_written(step, Head::Do, Foot::DoWhile(&condition), Arms::OfIf)
            }
            Some(Form::Assignment(..)) | None => self.open_as_it_stands(node, step),
        }
    }

    fn open_as_it_stands(&mut self, node: NodeId, step: Step) -> fmt::Result {
        if !self.outline.has_brackets(self.program, node) {
            self.push(step, None, Arms::OfIf);
            return Ok(());
        }
        if let Some(fork) = Fork::at(self.program, node) {
            return self.open_fork(node, step, fork);
        }
        match step {
            Step::Block(_) => self.open_written(step, Head::Scope, Foot::Scope, Arms::OfIf),
            Step::Switch(block, _) => self.open_switch(node, step, Head::Switch(block)),
            Step::Dispatch(_) => self.open_switch(node, step, Head::Dispatch),
            _ => self.open_written(step, Head::Loop, Foot::Other, Arms::OfIf),
        }
    }

    /// Opens an `if` on what lets its first arm run that is shown.
    fn open_fork(&mut self, node: NodeId, step: Step, fork: Fork<'_>) -> fmt::Result {
        let arms = arms(self.program, node).into_iter();
        let first = { arms }.find(|&arm| self.outline.is_shown(self.program, arm));
        let link = Link {
            node,
            holds: first == Some(fork.then),
            arm: first,
        };
        let condition = self.condition(&[link], Joined::All);
        self.open_written(step, Head::If(&condition), Foot::Other, Arms::OfIf)
    }

    /// Writes an `if` around the jump that several forks share, and opens what they guard.
    fn open_any(&mut self, step: Step, links: &[Link]) -> fmt::Result {
        let condition = self.condition(links, Joined::AnyNot);
        let head = self.dialect.head(Head::If(&condition), &self.decisions);
        self.lines.line(head)?;
        self.lines.indent();
        let arms = arms(self.program, links[0].node).into_iter();
        for arm in { arms }.filter(|&arm| Some(arm) != links[0].arm) {
            let inside = next(arm).index()..self.program.extent(arm).index();
            for node in inside.map(NodeId::new) {
                match self.program.step(node) {
                    Step::Take(edge) => self.taken = Some(edge),
                    _ => self.jump(node, self.taken.map(|edge| self.cfg.target(edge)))?,
                }
            }
        }
        self.taken = None;
        self.lines.outdent();
        self.lines.line(self.dialect.foot(Foot::Other))?;
        self.push(step, None, Arms::Only(links[0].arm));
        Ok(())
    }

    fn open_switch(&mut self, node: NodeId, step: Step, head: Head<'_>) -> fmt::Result {
        let default = self.default_slot(bracket(step));
        let arms = arms(self.program, node).into_iter();
        let is_default = |&arm: &NodeId| {
            let cases = cases(self.program, arm);
            let lists = cases.iter().any(|&case| Some(case) == default);
            let is_default = lists || cases.is_empty();
            is_default && self.outline.is_shown(self.program, arm)
        };
        let arms = match { arms }.any(|arm| is_default(&arm)) {
            true => Arms::OfSwitchAll,
            false => Arms::OfSwitch,
        };
        self.open_written(step, head, Foot::Other, arms)
    }

    fn open_written(
        &mut self,
        step: Step,
        head: Head<'_>,
        foot: Foot<'_>,
        arms: Arms,
    ) -> fmt::Result {
        let head = self.dialect.head(head, &self.decisions);
        let label = step.bound_label();
        match label.filter(|&label| self.names.named[label]) {
            Some(label) => self.lines.line(format_args!("{label}: {head}"))?,
            None => self.lines.line(head)?,
        }
        self.lines.indent();
        self.push(step, Some(self.dialect.foot(foot)), arms);
        Ok(())
    }

    fn push(&mut self, step: Step, foot: Option<Cow<'static, str>>, arms: Arms) {
        let label = step.bound_label();
        self.open.push(Open {
            bracket: bracket(step),
            foot,
            named: label.is_some_and(|label| self.names.named[label]),
            arms,
            arms_written: 0,
            in_case: false,
        });
    }

    /// Gives the slot of a switch's default.
    fn default_slot(&self, bracket: Bracket) -> Option<u32> {
        let Bracket::Switch(block) = bracket else {
            return None;
        };
        self.cfg.edges(block).next_back().map(|edge| edge.slot)
    }

    fn shows_arm(&self, arm: NodeId) -> bool {
        match self.open.last().map(|inner| inner.arms) {
            Some(Arms::OfSwitchAll) => true,
            Some(Arms::Only(only)) => only == Some(arm),
            _ => self.outline.is_shown(self.program, arm),
        }
    }

    fn arm(&mut self, node: NodeId, live: bool) -> fmt::Result {
        let Some(inner) = self.open.last_mut() else {
            return Ok(());
        };
        inner.arms_written += 1;
        let first = inner.arms_written == 1;
        match inner.arms {
            Arms::Only(_) => Ok(()),
            Arms::OfIf if first => Ok(()),
            Arms::OfIf => {
                let leaves = !live && !inner.named;
                if leaves {
                    inner.foot = None;
                }
                self.otherwise(leaves)
            }
            Arms::OfSwitch | Arms::OfSwitchAll => {
                inner.in_case = true;
                let bracket = inner.bracket;
                let cases = cases(self.program, node);
                let default = self.default_slot(bracket);
                self.dialect
                    .case(&mut self.lines, bracket, cases, default)?;
                self.lines.indent();
                Ok(())
            }
        }
    }

    /// Goes from the first arm of an `if` to the second; after it if the first one `leaves`.
    fn otherwise(&mut self, leaves: bool) -> fmt::Result {
        self.lines.outdent();
        if leaves {
            return self.lines.line("}");
        }
        self.lines.line("} else {")?;
        self.lines.indent();
        Ok(())
    }

    /// Ends the arm of a switch that is open, if one is.
    fn end_of_arm(&mut self, step: Step) -> fmt::Result {
        let Some(inner) = self.open.last_mut() else {
            return Ok(());
        };
        if !core::mem::take(&mut inner.in_case) {
            return Ok(());
        }
        let last = step == Step::End;
        if self.dialect.arms_run_on() && !last && self.flow.is_live() {
            self.statement(Jump::Break.word(), None)?;
        }
        self.lines.outdent();
        Ok(())
    }

    fn close(&mut self) -> fmt::Result {
        let Some(foot) = self.open.pop().and_then(|inner| inner.foot) else {
            return Ok(());
        };
        self.lines.outdent();
        self.lines.line(foot)
    }
}
