//! Languages described by their grammar: the form of the brackets, with a host's texts or calls
//! inside.
//!
//! *Needs:* a [`Grammar`], and the texts of a host.
//! *Gives:* [`Texts`], which says what is written for a block, and the resulting [`Language`].
//! *Cost:* linear in the text.

use super::control_names::ControlNames;
use super::fresh::{block_names, host_words};
use super::label;
use super::language::{Bracket, Case, Foot, Head, Jump, Language, Part, Signs};
use super::lines::{Lines, Remark};
use super::naming;
use super::precedence::{assigned, operand};
use super::unread::unread;
use crate::cfg::{Cfg, Exit};
use crate::forms::{Decision, Formed, Host};
use crate::ids::{BlockId, Edge, Id};
use crate::program::Step;
use crate::text::{Assignment, Bodies};
use crate::verify::Control;
use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::fmt;

/// The text that is written for a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Texts {
    /// Calls: `block(i)` runs block `bi`, and `decide(i)`, called once right after it, gives the
    /// slot of the arm that is taken. The host's texts become comments. The program is a function
    /// `run`, which returns where the graph does and reports when control reaches an unreachable
    /// block.
    Calls,
    /// The host's texts, which are statements and expressions of the language. Nothing is written
    /// before the first statement or after the last one.
    Code,
}

/// The variables of control of a program. A skeleton declares them at its start; a host whose texts
/// are code declares them itself.
pub struct Variables {
    /// Integers: the label, and decisions that are saved. The label may be tested before it is set
    /// where a dispatcher has a default, and must then start with the given value.
    pub integers: Vec<(String, Option<u32>)>,
    /// The blocks whose decisions are the last of these integers.
    pub saved: Vec<BlockId>,
    /// Flags.
    pub flags: Vec<String>,
    /// The variables among all of these that are set but never tested.
    pub unread: Vec<String>,
    /// Whether jumps can name brackets.
    pub has_labels: bool,
}

impl Variables {
    /// Finds the variables that the statements of a program set, without the host's. O(steps · log
    /// steps).
    pub fn find(cfg: &Cfg, formed: &Formed, language: &impl Language) -> Variables {
        Variables::named(formed, &naming::of_variables(cfg, formed, language))
    }

    /// Finds the same variables where the names are known.
    pub fn named(formed: &Formed, names: &ControlNames) -> Variables {
        let label = formed.uses_label();
        let label = label.then(|| (String::from(names.label()), label::unset(formed.program())));
        let saved = formed
            .saved()
            .filter_map(|block| Some((String::from(names.saved(block)?), None)));
        Variables {
            integers: label.into_iter().chain(saved).collect(),
            saved: formed.saved().collect(),
            flags: names.flags().map(String::from).collect(),
            unread: unread(formed, names),
            has_labels: names.has_labels,
        }
    }

    /// Gives the label and the value that it must start with, if there is one.
    pub fn label(&self) -> Option<&(String, Option<u32>)> {
        self.integers[..self.integers.len() - self.saved.len()].first()
    }

    /// Walks the blocks whose decisions are saved, with the variables.
    pub fn decisions(&self) -> impl Iterator<Item = (BlockId, &str)> {
        let labels = self.integers.len() - self.saved.len();
        let names = self.integers[labels..]
            .iter()
            .map(|(name, _)| name.as_str());
        self.saved.iter().copied().zip(names)
    }

    /// Gives their names, for [reading the text back](crate::verify::text).
    pub fn control(&self) -> Control {
        let saved = self.decisions();
        Control {
            label: self.label().cloned(),
            flags: self.flags.clone(),
            saved: saved
                .map(|(block, name)| (String::from(name), block))
                .collect(),
            leaving: Vec::new(),
            has_labels: self.has_labels,
        }
    }
}

/// The syntax of a language's brackets.
pub trait Grammar {
    /// Gives the signs.
    fn signs(&self) -> &Signs;

    /// Tells whether a jump without a label binds to the innermost bracket of this kind.
    fn catches(&self, jump: Jump, bracket: Bracket) -> bool;

    /// Tells whether a conjunction of flags in a disjunction has parentheses that are not
    /// necessary.
    fn marks_conjunctions(&self) -> bool {
        false
    }

    /// Tells whether every jump out of a bracket of this kind must name its label.
    fn needs_names(&self, bracket: Bracket) -> bool {
        let _ = bracket;
        false
    }

    /// Tells whether there are loops that test after each round.
    fn tests_last(&self) -> bool;

    /// Tells whether there are loops with an initialiser, a condition and a step.
    fn has_for(&self) -> bool {
        false
    }

    /// Gives the comment at the end of an arm of a switch that continues with the next one, if arms
    /// can.
    fn fall_through(&self) -> Option<&'static str> {
        None
    }

    /// Tells whether jumps can name a label, so that they can go past the end of an `if`.
    fn has_labels(&self) -> bool {
        true
    }

    /// Writes the head of the function `run`, and the declarations.
    fn start(&self, lines: &mut Lines<'_>, variables: &Variables) -> fmt::Result;

    /// Writes the end of the function.
    fn finish(&self, lines: &mut Lines<'_>) -> fmt::Result;

    /// Gives the statements for a return and for an unreachable block.
    fn leave(&self) -> [&'static str; 2];

    /// Gives the line that opens a bracket, without its label. `operand` is the operand of a
    /// switch.
    fn open(&self, head: Head<'_>, operand: &str) -> String;

    /// Gives the line that closes a bracket or an arm, if there is one. It may be several lines,
    /// indented relative to the last.
    fn close(&self, foot: Foot<'_>) -> Option<String>;

    /// Writes the beginning of an arm of a switch; the default has no text in `cases`.
    fn case(&self, lines: &mut Lines<'_>, cases: &[String], is_default: bool) -> fmt::Result;

    /// Gives the last line inside a part that is about to end, if one is needed. `operand` is the
    /// operand of a switch on the decision of a block.
    fn end(&self, part: Part, operand: &str) -> Option<&'static str>;
}

/// A language described by its grammar, with the texts of a host.
pub(super) struct Texted<'h, B, G> {
    cfg: &'h Cfg,
    bodies: &'h B,
    grammar: G,
    texts: Texts,
    /// The host's names, filled in when first needed.
    taken: OnceCell<BTreeSet<String>>,
}

impl<'h, B: Bodies, G: Grammar> Texted<'h, B, G> {
    pub(super) fn new(cfg: &'h Cfg, bodies: &'h B, grammar: G, texts: Texts) -> Self {
        Texted {
            cfg,
            bodies,
            grammar,
            texts,
            taken: OnceCell::new(),
        }
    }

    fn calls(&self) -> bool {
        self.texts == Texts::Calls
    }

    /// Gives the expression for a decision that is tested where it is made, or has been saved.
    fn operand(&self, block: BlockId, saved: Option<&str>) -> String {
        match (saved, self.texts) {
            (Some(saved), _) => String::from(saved),
            (None, Texts::Calls) => format!("decide({})", block.index()),
            (None, Texts::Code) => self.bodies.decision(block).unwrap_or_default().into_owned(),
        }
    }

    /// Writes a text of the host, as code or as a comment.
    fn text(&self, lines: &mut Lines<'_>, text: Option<Cow<'_, str>>) -> fmt::Result {
        let Some(text) = text else {
            return Ok(());
        };
        match self.texts {
            Texts::Calls => lines.text(&format!("{} ", self.signs().remark), &text),
            Texts::Code => lines.text("", &text),
        }
    }

    fn statement(&self, lines: &mut Lines<'_>, text: impl fmt::Display) -> fmt::Result {
        let end = self.signs().end;
        lines.line(format_args!("{text}{end}"))
    }

    /// Gives the assignment of a step whose text is nothing else, if the texts are code.
    fn assignment(&self, step: Step) -> Option<Assignment<'_>> {
        match (self.texts, step) {
            // A block that decides has more text than its assignment.
            (Texts::Code, Step::Run(block)) if self.cfg.exit(block) == Exit::Jump => {
                self.bodies.assignment(block)
            }
            (Texts::Code, Step::Take(edge)) => self.bodies.assignment_on(edge),
            _ => None,
        }
    }

    fn case_text(&self, edge: Edge) -> String {
        let own = match self.texts {
            Texts::Calls => None,
            Texts::Code => self.bodies.case(edge),
        };
        own.map_or_else(|| edge.slot.to_string(), Cow::into_owned)
    }

    fn equals(&self, own: &str, other: &str, holds: bool) -> String {
        let [equal, unequal] = self.signs().equal;
        let sign = if holds { equal } else { unequal };
        format!("{} {sign} {}", operand(own), operand(other))
    }
}

impl<B: Bodies, G: Grammar> Host for Texted<'_, B, G> {
    fn prints(&self, step: Step) -> bool {
        let has_text = |text: Option<Cow<'_, str>>| text.is_some_and(|text| !text.is_empty());
        match step {
            Step::Take(edge) => has_text(self.bodies.edge(edge)),
            Step::Run(block) => self.calls() || has_text(self.bodies.code(block)),
            _ => true,
        }
    }

    fn lines(&self, step: Step) -> usize {
        let count = |text: Option<Cow<'_, str>>| text.map_or(0, |text| text.lines().count());
        match step {
            Step::Take(edge) => count(self.bodies.edge(edge)),
            Step::Run(block) => usize::from(self.calls()) + count(self.bodies.code(block)),
            _ => 0,
        }
    }

    fn may_step(&self, step: Step) -> bool {
        self.sets(step).is_some()
    }

    fn sets(&self, step: Step) -> Option<Cow<'_, str>> {
        let assignment = self.assignment(step).filter(|_| self.grammar.has_for());
        assignment.map(|assignment| assignment.variable)
    }

    fn may_decide_last(&self, _: BlockId) -> bool {
        true
    }

    fn progresses(&self, first: Option<BlockId>) -> bool {
        self.bodies.progresses(first)
    }

    fn tests_last(&self) -> bool {
        self.grammar.tests_last()
    }

    fn falls_through(&self) -> bool {
        self.grammar.fall_through().is_some()
    }

    fn crosses_loops(&self) -> bool {
        self.grammar.has_labels()
    }

    fn leaves_ifs(&self) -> bool {
        self.grammar.has_labels()
    }
}

impl<B: Bodies, G: Grammar> Language for Texted<'_, B, G> {
    fn signs(&self) -> &Signs {
        self.grammar.signs()
    }

    fn catches(&self, jump: Jump, bracket: Bracket) -> bool {
        self.grammar.catches(jump, bracket)
    }

    fn marks_conjunctions(&self) -> bool {
        self.grammar.marks_conjunctions()
    }

    fn needs_names(&self, bracket: Bracket) -> bool {
        self.grammar.needs_names(bracket)
    }

    fn name(&self, block: BlockId) -> Cow<'_, str> {
        self.bodies.name(block)
    }

    fn takes(&self, name: &str) -> bool {
        let taken = self.taken.get_or_init(|| match self.texts {
            Texts::Calls => block_names(self.cfg, self.bodies),
            Texts::Code => host_words(self.cfg, self.bodies),
        });
        taken.contains(name)
    }

    fn start(&self, lines: &mut Lines<'_>, formed: &Formed, names: &ControlNames) -> fmt::Result {
        match self.texts {
            Texts::Calls => self.grammar.start(lines, &Variables::named(formed, names)),
            Texts::Code => Ok(()),
        }
    }

    fn finish(&self, lines: &mut Lines<'_>) -> fmt::Result {
        match self.texts {
            Texts::Calls => self.grammar.finish(lines),
            Texts::Code => Ok(()),
        }
    }

    fn run(
        &self,
        lines: &mut Lines<'_>,
        block: BlockId,
        decision: Decision,
        names: &ControlNames,
    ) -> fmt::Result {
        self.text(lines, self.bodies.code(block))?;
        let index = block.index();
        if self.calls() {
            let Signs { end, remark, .. } = self.signs();
            let name = self.bodies.name(block);
            lines.line(format_args!(
                "block({index}){end} {remark} {}",
                Remark(&name)
            ))?;
        }
        match decision {
            Decision::Saved => {
                let operand = self.operand(block, None);
                let saved = names.saved(block).unwrap_or_default();
                self.statement(lines, format_args!("{saved} = {}", assigned(&operand)))
            }
            Decision::Dropped if self.calls() => {
                self.statement(lines, format_args!("decide({index})"))
            }
            Decision::None | Decision::Asked | Decision::Dropped => Ok(()),
        }
    }

    fn edge(&self, lines: &mut Lines<'_>, edge: Edge) -> fmt::Result {
        self.text(lines, self.bodies.edge(edge))
    }

    fn expression(&self, step: Step) -> String {
        let assignment = self.assignment(step);
        assignment.map_or_else(String::new, |assignment| assignment.text.into_owned())
    }

    fn leave(&self, lines: &mut Lines<'_>, block: BlockId) -> fmt::Result {
        let text = self.bodies.leave(block);
        let is_code = text.is_some() && !self.calls();
        self.text(lines, text)?;
        let [returns, unreachable] = self.grammar.leave();
        match self.cfg.exit(block) {
            _ if is_code => Ok(()),
            Exit::Unreachable => self.statement(lines, unreachable),
            _ => self.statement(lines, returns),
        }
    }

    fn decided(&self, block: BlockId, holds: bool, names: &ControlNames) -> String {
        let saved = names.saved(block);
        let operand = self.operand(block, saved);
        match self.texts {
            Texts::Calls => self.equals(&operand, "0", holds),
            Texts::Code if holds => operand,
            Texts::Code if saved.is_none() && self.bodies.opposite(block).is_some() => {
                self.bodies.opposite(block).unwrap_or_default().into_owned()
            }
            Texts::Code if operand.chars().all(|c| c.is_alphanumeric() || c == '_') => {
                format!("{}{operand}", self.signs().not)
            }
            Texts::Code => format!("{}({operand})", self.signs().not),
        }
    }

    fn chosen(&self, edge: Edge, holds: bool, names: &ControlNames) -> String {
        let operand = self.operand(edge.block, names.saved(edge.block));
        self.equals(&operand, &self.case_text(edge), holds)
    }

    fn open(
        &self,
        lines: &mut Lines<'_>,
        label: Option<&str>,
        head: Head<'_>,
        names: &ControlNames,
    ) -> fmt::Result {
        let operand = match head {
            Head::Switch(block) => self.operand(block, names.saved(block)),
            _ => String::from(names.label()),
        };
        let head = self.grammar.open(head, &operand);
        match label {
            Some(label) => lines.line(format_args!("{}{label}: {head}", self.signs().label)),
            None => lines.line(head),
        }
    }

    fn close(&self, lines: &mut Lines<'_>, foot: Foot<'_>) -> fmt::Result {
        let foot = self.grammar.close(foot).unwrap_or_default();
        foot.lines().try_for_each(|foot| lines.line(foot))
    }

    fn case(&self, lines: &mut Lines<'_>, case: Case<'_>) -> fmt::Result {
        let text = |&slot: &u32| match case.block {
            Some(block) => self.case_text(Edge { block, slot }),
            None => slot.to_string(),
        };
        let others = case
            .cases
            .iter()
            .filter(|slot| Some(**slot) != case.default);
        let texts: Vec<String> = others.map(text).collect();
        self.grammar.case(lines, &texts, case.is_default())
    }

    fn fall_through(&self, lines: &mut Lines<'_>, is_empty: bool) -> fmt::Result {
        let remark = self.grammar.fall_through().filter(|_| !is_empty);
        remark.map_or(Ok(()), |remark| lines.line(remark))
    }

    fn end(&self, lines: &mut Lines<'_>, part: Part) -> fmt::Result {
        let operand = match part {
            Part::Switch {
                block: Some(block), ..
            } => self.operand(block, None),
            _ => String::new(),
        };
        let line = self.grammar.end(part, &operand);
        line.map_or(Ok(()), |line| lines.line(line))
    }
}
