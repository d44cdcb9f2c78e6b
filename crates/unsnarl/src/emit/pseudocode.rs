//! Pseudocode: a program for people to read.
//!
//! *Needs:* a graph, a program on it, the host's texts.
//! *Gives:* a line for each step with an effect; `docs/notation.md` explains the notation.
//! *Cost:* O(steps + text).

use super::control_names::ControlNames;
use super::fresh::host_words;
use super::language::{Bracket, Case, Foot, Head, Jump, Language, Signs};
use super::lines::{Lines, OneLine};
use super::precedence::{negated, operand};
use super::write_in;
use crate::cfg::{Cfg, Exit};
use crate::forms::{Decision, Host};
use crate::ids::{BlockId, Edge};
use crate::program::{Program, Step};
use crate::text::{Assignment, Bodies};
use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::fmt;

/// Writes `program` as pseudocode.
///
/// A block is written as its name or as the host's own lines. `loop` repeats at its end; `break`
/// and `continue` without a label mean the innermost loop; an arm of a `switch` continues with the
/// next one only if it ends with `fall through`. The program must keep rules P1 to P6 on `cfg`.
/// O(steps + text).
///
/// ```
/// use unsnarl::emit::pseudocode;
/// use unsnarl::text::{Notation, read};
/// use unsnarl::{BlockId, Edge, Id, ProgramBuilder};
///
/// let named = read("head -> body | done\nbody -> head\ndone -> return", Notation::Cfg)?;
/// let [head, body, done] = [0, 1, 2].map(BlockId::new);
/// let mut builder = ProgramBuilder::new();
/// let again = builder.label();
/// builder.open_loop(again);
/// builder.run(head);
/// builder.open_if(head, None);
/// builder.arm([0]);
/// builder.take(Edge::new(head, 0));
/// builder.run(body);
/// builder.take(Edge::new(body, 0));
/// builder.go_back(again);
/// builder.arm([1]);
/// builder.take(Edge::new(head, 1));
/// builder.close();
/// builder.close();
/// builder.run(done);
/// builder.leave(done);
///
/// let mut text = String::new();
/// pseudocode(&mut text, &named.cfg, &builder.finish(), &named)?;
/// let expected = "\
/// loop {
///   head
///   if not head {
///     break
///   }
///   body
/// }
/// done
/// return
/// ";
/// assert_eq!(text, expected);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pseudocode(
    out: &mut impl fmt::Write,
    cfg: &Cfg,
    program: &Program,
    bodies: &impl Bodies,
) -> fmt::Result {
    let taken = OnceCell::new();
    let language = Pseudocode { cfg, bodies, taken };
    write_in(Lines::new(out), cfg, program, &language)
}

struct Pseudocode<'h, B> {
    cfg: &'h Cfg,
    bodies: &'h B,
    /// The host's names, filled in when first needed.
    taken: OnceCell<BTreeSet<String>>,
}

impl<B: Bodies> Pseudocode<'_, B> {
    fn code(&self, block: BlockId) -> Cow<'_, str> {
        let code = self.bodies.code(block);
        code.unwrap_or_else(|| self.bodies.name(block))
    }

    /// Gives the text of a `Run` or a `Take`.
    fn text(&self, step: Step) -> Option<Cow<'_, str>> {
        match step {
            Step::Run(block) => Some(self.code(block)),
            Step::Take(edge) => self.bodies.edge(edge),
            _ => None,
        }
    }

    /// Gives the assignment of a step that prints nothing else.
    fn assignment(&self, step: Step) -> Option<Assignment<'_>> {
        match step {
            // A block that decides has more text than its assignment.
            Step::Run(block) if self.cfg.exit(block) != Exit::Jump => None,
            Step::Run(block) => self.bodies.assignment(block),
            Step::Take(edge) => self.bodies.assignment_on(edge),
            _ => None,
        }
    }

    fn case_text(&self, edge: Edge) -> Cow<'_, str> {
        let case = self.bodies.case(edge);
        case.unwrap_or_else(|| Cow::Owned(format!("{}", edge.slot)))
    }

    fn decision(&self, block: BlockId) -> Cow<'_, str> {
        let decision = self.bodies.decision(block);
        decision.unwrap_or_else(|| self.bodies.name(block))
    }
}

/// The maximum number of characters of a decision that is compared several times.
const SHORT: usize = 12;

/// The maximum number of characters of the step of a `for`.
const SHORT_STEP: usize = 40;

const SIGNS: Signs = Signs {
    end: "",
    remark: ";",
    equal: ["==", "!="],
    not: "!",
    and: " && ",
    or: " || ",
    truths: ["false", "true"],
    label: "",
    nothing: None,
};

impl<B: Bodies> Host for Pseudocode<'_, B> {
    fn prints(&self, step: Step) -> bool {
        self.text(step).is_some_and(|text| !text.is_empty())
    }

    fn lines(&self, step: Step) -> usize {
        self.text(step).map_or(0, |text| text.lines().count())
    }

    fn may_step(&self, step: Step) -> bool {
        let is_alone = match step {
            Step::Run(block) => self.cfg.exit(block) == Exit::Jump,
            _ => true,
        };
        // A semicolon separates the parts of the head, and begins a comment.
        let is_short = |text: &str| !text.contains(['\n', ';']) && text.len() <= SHORT_STEP;
        let is_line = is_alone && self.text(step).is_some_and(|text| is_short(&text));
        is_line || self.sets(step).is_some()
    }

    fn sets(&self, step: Step) -> Option<Cow<'_, str>> {
        let is_short = |assignment: &Assignment<'_>| assignment.text.len() <= SHORT_STEP;
        let assignment = self.assignment(step).filter(is_short);
        assignment.map(|assignment| assignment.variable)
    }

    fn is_entered(&self, first: BlockId, test: BlockId) -> bool {
        self.bodies.is_entered(first, test)
    }

    fn sets_last(&self, block: BlockId) -> Option<Cow<'_, str>> {
        let (_, step) = self.bodies.with_step(block)?;
        let is_short = step.text.len() <= SHORT_STEP && !step.text.contains(['\n', ';']);
        is_short.then_some(step.variable)
    }

    fn falls_through(&self) -> bool {
        true
    }

    /// A block that is written as its name also decides by its name, so the name would be written
    /// twice.
    fn may_decide_last(&self, block: BlockId) -> bool {
        self.bodies.decision(block).is_some()
    }

    /// A short decision reads as well twice as in a switch.
    fn may_repeat(&self, block: BlockId) -> bool {
        self.decision(block).len() <= SHORT
    }
}

impl<B: Bodies> Language for Pseudocode<'_, B> {
    fn signs(&self) -> &Signs {
        &SIGNS
    }

    fn catches(&self, _: Jump, bracket: Bracket) -> bool {
        bracket == Bracket::Loop
    }

    fn name(&self, block: BlockId) -> Cow<'_, str> {
        self.bodies.name(block)
    }

    fn takes(&self, name: &str) -> bool {
        let taken = self.taken.get_or_init(|| host_words(self.cfg, self.bodies));
        taken.contains(name)
    }

    fn run(
        &self,
        lines: &mut Lines<'_>,
        block: BlockId,
        _: Decision,
        _: &ControlNames,
    ) -> fmt::Result {
        lines.text("", &self.code(block))
    }

    fn edge(&self, lines: &mut Lines<'_>, edge: Edge) -> fmt::Result {
        let text = self.bodies.edge(edge);
        text.map_or(Ok(()), |text| lines.text("", &text))
    }

    fn expression(&self, step: Step) -> String {
        let text = match self.assignment(step) {
            Some(assignment) => assignment.text,
            None => self.text(step).unwrap_or_default(),
        };
        format!("{}", OneLine(&text))
    }

    fn run_before_step(&self, lines: &mut Lines<'_>, block: BlockId) -> fmt::Result {
        let parts = self.bodies.with_step(block);
        parts.map_or(Ok(()), |(before, _)| lines.text("", &before))
    }

    fn step(&self, block: BlockId) -> String {
        let parts = self.bodies.with_step(block);
        parts.map_or_else(String::new, |(_, step)| format!("{}", OneLine(&step.text)))
    }

    fn fall_through(&self, lines: &mut Lines<'_>, _: bool) -> fmt::Result {
        lines.line("fall through")
    }

    fn leave(&self, lines: &mut Lines<'_>, block: BlockId) -> fmt::Result {
        match self.bodies.leave(block) {
            Some(text) => lines.text("", &text),
            None => lines.line(self.cfg.exit(block)),
        }
    }

    fn decided(&self, block: BlockId, holds: bool, _: &ControlNames) -> String {
        let decision = format!("{}", OneLine(&self.decision(block)));
        let case = |slot| self.bodies.case(Edge { block, slot });
        let (slot, other) = if holds { (0, 1) } else { (1, 0) };
        if let Some(opposite) = self.bodies.opposite(block).filter(|_| !holds) {
            return format!("{}", OneLine(&opposite));
        }
        let compared = |sign: &str, case: &str| {
            let case = format!("{}", OneLine(case));
            format!("{} {sign} {}", operand(&decision), operand(&case))
        };
        if let Some(case) = case(slot) {
            return compared("is", &case);
        }
        match case(other) {
            Some(case) => compared("is not", &case),
            None if holds => decision,
            None => negated("not ", &decision),
        }
    }

    fn chosen(&self, edge: Edge, holds: bool, _: &ControlNames) -> String {
        let decision = format!("{}", OneLine(&self.decision(edge.block)));
        let case = self.case_text(edge);
        // Cases are numbers, or names of arms.
        let is_number = case.starts_with(|c: char| c.is_ascii_digit() || c == '-');
        let sign = match (is_number, holds) {
            (true, _) => SIGNS.equal[usize::from(!holds)],
            (false, true) => "is",
            (false, false) => "is not",
        };
        format!("{} {sign} {}", operand(&decision), OneLine(&case))
    }

    fn open(
        &self,
        lines: &mut Lines<'_>,
        label: Option<&str>,
        head: Head<'_>,
        names: &ControlNames,
    ) -> fmt::Result {
        let head = match head {
            Head::Scope => Cow::Borrowed("block {"),
            Head::Loop => Cow::Borrowed("loop {"),
            Head::While(condition) => Cow::Owned(format!("while {condition} {{")),
            Head::For {
                init,
                condition,
                step,
            } => Cow::Owned(format!("for {init}; {condition}; {step} {{")),
            Head::Do => Cow::Borrowed("do {"),
            Head::If(condition) => Cow::Owned(format!("if {condition} {{")),
            Head::ElseIf(condition) => Cow::Owned(format!("}} else if {condition} {{")),
            Head::Else => Cow::Borrowed("} else {"),
            Head::Switch(block) => {
                Cow::Owned(format!("switch {} {{", OneLine(&self.decision(block))))
            }
            Head::Dispatch => Cow::Owned(format!("switch {} {{", names.label())),
        };
        match label {
            Some(label) => lines.line(format_args!("{label}: {head}")),
            None => lines.line(head),
        }
    }

    fn close(&self, lines: &mut Lines<'_>, foot: Foot<'_>) -> fmt::Result {
        match foot {
            Foot::DoWhile { condition, .. } => lines.line(format_args!("}} while {condition}")),
            Foot::Case => Ok(()),
            Foot::Scope | Foot::Other => lines.line("}"),
        }
    }

    fn case(&self, lines: &mut Lines<'_>, case: Case<'_>) -> fmt::Result {
        let spell = |&slot: &u32| {
            let edge = case.block.map(|block| Edge { block, slot })?;
            self.bodies.case(edge)
        };
        let is_default = |slot: &&u32| Some(**slot) == case.default;
        let others = case.cases.iter().filter(|slot| !is_default(slot));
        let mut words: Vec<Cow<'_, str>> = others
            .map(|slot| spell(slot).unwrap_or_else(|| Cow::Owned(format!("{slot}"))))
            .collect();
        // The default may have its own values beside all others.
        words.extend(case.cases.iter().filter(is_default).filter_map(spell));
        if let Some(first) = words.first_mut() {
            *first = Cow::Owned(format!("case {first}"));
        }
        if case.is_default() {
            words.push(Cow::Borrowed("default"));
        }
        lines.line(format_args!("{}:", OneLine(&words.join(", "))))
    }
}
