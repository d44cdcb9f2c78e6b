//! Walks over a formed program and writes it.
//!
//! *Needs:* a formed program and a [`Language`]. *Gives:* lines.
//! *Cost:* O(statements + text).

use super::condition::{About, condition, contrary};
use super::control_names::ControlNames;
use super::exits::Exits;
use super::language::{Bracket, Foot, Head, Jump, Language, Part, case};
use super::lines::{Lines, OneLine};
use super::names::{Names, bracket};
use super::naming;
use crate::cfg::Cfg;
use crate::forms::{Entered, Formed, Question, Span, Statement};
use crate::ids::{BlockId, LabelId};
use crate::program::Cases;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Replaces the number of lines before a part that may stay empty.
const NOT_EMPTY: usize = usize::MAX;

pub(super) fn write<L: Language>(
    lines: Lines<'_>,
    cfg: &Cfg,
    formed: &Formed,
    language: &L,
) -> fmt::Result {
    let jumps = Names::find(formed, language);
    let names = naming::find(cfg, formed, language, |label| jumps.is_named(label));
    let mut writer = Writer {
        lines,
        cfg,
        formed,
        language,
        jumps,
        names: &names,
        exits: Exits::find(formed),
        open: Vec::new(),
        steps: Vec::new(),
        in_silent_arm: false,
        joined: Vec::new(),
    };
    language.start(&mut writer.lines, formed, &names)?;
    for (at, &statement) in formed.statements().iter().enumerate() {
        writer.statement(at, statement)?;
    }
    language.finish(&mut writer.lines)
}

struct Writer<'p, 'w, L> {
    lines: Lines<'w>,
    cfg: &'p Cfg,
    formed: &'p Formed,
    language: &'p L,
    jumps: Names,
    names: &'p ControlNames,
    exits: Exits,
    open: Vec<Open>,
    /// For each open loop: the block whose last action is written in the loop's head.
    steps: Vec<Option<BlockId>>,
    /// Whether the current statements belong to an arm that is not written.
    in_silent_arm: bool,
    /// Cases of arms that only fall through: they are written with the next arm.
    joined: Vec<Cases>,
}

/// An open bracket.
struct Open {
    statement: Statement,
    /// The number of lines written when the current part was opened.
    lines: usize,
    /// Whether an arm of a switch is being written.
    in_case: bool,
    has_default: bool,
}

impl<L: Language> Writer<'_, '_, L> {
    fn statement(&mut self, at: usize, statement: Statement) -> fmt::Result {
        if matches!(
            statement,
            Statement::Arm(_) | Statement::SilentArm(_) | Statement::End
        ) {
            self.end_case(at, statement)?;
            self.in_silent_arm = matches!(statement, Statement::SilentArm(_));
        }
        if self.in_silent_arm {
            return Ok(());
        }
        let (lines, language, formed) = (&mut self.lines, self.language, self.formed);
        let names = self.names;
        match statement {
            Statement::Run(block, decision) => {
                let is_apart = self.steps.last().copied().flatten() == Some(block);
                match is_apart {
                    true => language.run_before_step(lines, block),
                    false => language.run(lines, block, decision, names),
                }
            }
            Statement::Take(edge) => language.edge(lines, edge),
            Statement::Leave(block) => language.leave(lines, block),
            Statement::Store(value) => {
                let label = names.label();
                self.line(format_args!("{label} = {value}"), formed.towards(at))
            }
            Statement::Set(flag, value) => {
                let value = language.signs().truths[usize::from(value)];
                let flag = names.flag(flag);
                self.line(format_args!("{flag} = {value}"), None)
            }
            Statement::Save(flag, question) => {
                let question = self.condition(question);
                let flag = names.flag(flag);
                self.line(format_args!("{flag} = {question}"), None)
            }
            Statement::Break(label) => self.jump(at, Jump::Break, label),
            Statement::Continue(label) => self.jump(at, Jump::Continue, label),
            Statement::Scope(_) => self.open(statement, Head::Scope),
            Statement::Loop(_) => self.open(statement, Head::Loop),
            Statement::While(question, _) => {
                let question = self.condition(question);
                self.open(statement, Head::While(&question))
            }
            Statement::For(question, head, _) => {
                let condition = self.condition(question);
                let [init, step] = [head.init, head.step].map(|span| self.expression(span));
                let (init, condition, step) = (&init, &condition, &step);
                self.open(
                    statement,
                    Head::For {
                        init,
                        condition,
                        step,
                    },
                )
            }
            Statement::DoWhile(..) => self.open(statement, Head::Do),
            Statement::Entered(question, Entered { init, step }, _) => {
                let condition = &self.condition(question);
                let Some(step) = step.map(|block| self.language.step(block)) else {
                    return self.open(statement, Head::While(condition));
                };
                let (init, step) = (&self.expression(init), &step);
                let head = Head::For {
                    init,
                    condition,
                    step,
                };
                self.open(statement, head)
            }
            Statement::If(question, _) => {
                let question = self.condition(question);
                self.open(statement, Head::If(&question))
            }
            Statement::ElseIf(question) => {
                let question = self.condition(question);
                self.go_on(Head::ElseIf(&question))
            }
            Statement::Else => self.go_on(Head::Else),
            Statement::Switch(block, _) => self.open(statement, Head::Switch(block)),
            Statement::Dispatch(_) => self.open(statement, Head::Dispatch),
            Statement::Arm(cases) if self.only_falls(at) => {
                self.joined.push(cases);
                Ok(())
            }
            Statement::Arm(cases) => self.case(cases),
            Statement::FallThrough => self.fall_through(),
            Statement::SilentArm(_) | Statement::Silent(_) | Statement::Merge => Ok(()),
            Statement::End => self.close(at),
        }
    }

    /// Writes a statement; `target` is the target of its edge, if it belongs to one.
    fn line(&mut self, text: impl fmt::Display, target: Option<BlockId>) -> fmt::Result {
        let signs = self.language.signs();
        let (end, remark) = (signs.end, signs.remark);
        match target.map(|target| self.language.name(target)) {
            Some(name) => {
                let name = OneLine(&name);
                self.lines
                    .line(format_args!("{text}{end} {remark} -> {name}"))
            }
            None => self.lines.line(format_args!("{text}{end}")),
        }
    }

    fn condition(&self, question: Question) -> String {
        condition(self.about(), question, self.language)
    }

    fn about(&self) -> About<'_> {
        About {
            cfg: self.cfg,
            formed: self.formed,
            names: self.names,
        }
    }

    /// Gives the expression for the printing step of a span.
    fn expression(&self, span: Span) -> String {
        let mut steps = self.formed.steps(span);
        let printing = steps.find(|&step| self.language.prints(step));
        printing.map_or_else(String::new, |step| self.language.expression(step))
    }

    fn jump(&mut self, at: usize, jump: Jump, label: LabelId) -> fmt::Result {
        let word = jump.word();
        match self.names.bracket(label).filter(|_| self.jumps.names(at)) {
            Some(label) => {
                let mark = self.language.signs().label;
                self.line(
                    format_args!("{word} {mark}{label}"),
                    self.formed.towards(at),
                )
            }
            None => self.line(word, None),
        }
    }

    fn open(&mut self, statement: Statement, head: Head<'_>) -> fmt::Result {
        let label = statement.bound_label();
        let label = label.and_then(|label| self.names.bracket(label));
        self.language
            .open(&mut self.lines, label, head, self.names)?;
        self.lines.indent();
        if is_loop(statement) {
            self.steps.push(match statement {
                Statement::Entered(_, head, _) => head.step,
                _ => None,
            });
        }
        self.open.push(Open {
            statement,
            lines: self.lines.written(),
            in_case: false,
            has_default: false,
        });
        Ok(())
    }

    fn go_on(&mut self, head: Head<'_>) -> fmt::Result {
        self.fill()?;
        self.lines.outdent();
        self.language
            .open(&mut self.lines, None, head, self.names)?;
        self.lines.indent();
        self.begin_part();
        Ok(())
    }

    fn begin_part(&mut self) {
        if let Some(inner) = self.open.last_mut() {
            inner.lines = self.lines.written();
        }
    }

    /// Writes the text of an empty bracket, if the innermost one is empty.
    fn fill(&mut self) -> fmt::Result {
        let is_empty = self.open.last().map(|inner| inner.lines) == Some(self.lines.written());
        match self.language.signs().nothing.filter(|_| is_empty) {
            Some(nothing) => self.lines.line(nothing),
            None => Ok(()),
        }
    }

    fn case(&mut self, cases: Cases) -> fmt::Result {
        let Some(inner) = self.open.last_mut() else {
            return Ok(());
        };
        let block = match inner.statement {
            Statement::Switch(block, _) => Some(block),
            _ => None,
        };
        let program = self.formed.program();
        let arms = self.joined.drain(..).chain([cases]);
        let cases: Vec<u32> = arms.flat_map(|arm| program.cases(arm)).copied().collect();
        let case = case(self.cfg, block, &cases);
        inner.in_case = true;
        inner.has_default |= case.is_default();
        self.language.case(&mut self.lines, case)?;
        self.lines.indent();
        self.begin_part();
        Ok(())
    }

    /// Tells whether an arm writes nothing and falls through.
    fn only_falls(&self, arm: usize) -> bool {
        let mut follows = self.formed.statements()[arm + 1..].iter();
        let first = follows.find(|statement| !matches!(statement, Statement::Silent(_)));
        first == Some(&Statement::FallThrough)
    }

    /// Ends a written arm that falls through.
    fn fall_through(&mut self) -> fmt::Result {
        let written = self.lines.written();
        let Some(inner) = self.open.last_mut().filter(|inner| inner.in_case) else {
            return Ok(());
        };
        let is_empty = inner.lines == written;
        // The arm needs no text for being empty.
        inner.lines = NOT_EMPTY;
        self.language.fall_through(&mut self.lines, is_empty)
    }

    /// Ends the current arm of a switch, if there is one.
    fn end_case(&mut self, at: usize, statement: Statement) -> fmt::Result {
        let in_case = self.open.last_mut().is_some_and(|inner| {
            let in_case = inner.in_case;
            inner.in_case = false;
            in_case
        });
        if !in_case {
            return Ok(());
        }
        self.fill()?;
        let (live, last) = (self.formed.is_reached(at), statement == Statement::End);
        self.language
            .end(&mut self.lines, Part::Case { live, last })?;
        self.lines.outdent();
        self.language.close(&mut self.lines, Foot::Case)
    }

    fn close(&mut self, at: usize) -> fmt::Result {
        let Some(inner) = self.open.last() else {
            return Ok(());
        };
        let (live, has_default) = (self.formed.is_reached(at), inner.has_default);
        let (part, question) = match inner.statement {
            Statement::Scope(_) => (Some(Part::Scope { live }), None),
            Statement::Loop(_) => {
                let is_left = self.exits.is_left(at);
                (Some(Part::Loop { is_left }), None)
            }
            Statement::Switch(block, _) => {
                let block = Some(block);
                (Some(Part::Switch { block, has_default }), None)
            }
            Statement::Dispatch(_) => {
                let block = None;
                (Some(Part::Switch { block, has_default }), None)
            }
            Statement::DoWhile(question, _) => {
                let contrary = contrary(self.about(), question, self.language);
                (None, Some((self.condition(question), contrary)))
            }
            _ => (None, None),
        };
        if let Some(part) = part {
            self.language.end(&mut self.lines, part)?;
        }
        self.fill()?;
        self.lines.outdent();
        if self.open.pop().is_some_and(|open| is_loop(open.statement)) {
            self.steps.pop();
        }
        let foot = match (part, &question) {
            (Some(Part::Scope { .. }), _) => Foot::Scope,
            (_, Some((condition, contrary))) => Foot::DoWhile {
                condition,
                contrary,
            },
            _ => Foot::Other,
        };
        self.language.close(&mut self.lines, foot)
    }
}

fn is_loop(statement: Statement) -> bool {
    bracket(statement) == Some(Bracket::Loop)
}
