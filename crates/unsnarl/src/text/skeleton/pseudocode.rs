//! Pseudocode: a program to read.
//!
//! *Needs:* a graph, a program on it, the host's texts.
//! *Gives:* a line for each step with an effect; `docs/notation.md` explains the notation.
//! *Cost:* O(steps + text).

use super::curly;
use super::decision::{Decision, Decisions};
use super::dialect::{Dialect, Foot, Head, Jump, Signs};
use super::lines::{Lines, OneLine};
use crate::cfg::Cfg;
use crate::ids::{BlockId, Edge};
use crate::program::{Bracket, Program, Step};
use crate::text::Bodies;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Writes `program` as pseudocode.
///
/// A block is written as its name or as the host's own lines. `loop` repeats at its end; `break`
/// and `continue` without a label mean the innermost loop; an arm of a `switch` never runs on into
/// the next. The program must keep rules P1 to P6 on `cfg`. O(steps + text).
///
/// ```
/// use unsnarl::text::{Notation, pseudocode, read};
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
///   if head {
///     body
///   } else {
///     break
///   }
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
    let dialect = Pseudocode { cfg, bodies };
    curly::write(Lines::new(out), cfg, program, &dialect)
}

struct Pseudocode<'h, B> {
    cfg: &'h Cfg,
    bodies: &'h B,
}

impl<B: Bodies> Pseudocode<'_, B> {
    fn code(&self, block: BlockId) -> Cow<'_, str> {
        let code = self.bodies.code(block);
        code.unwrap_or_else(|| self.bodies.name(block))
    }

    fn decision(&self, block: BlockId) -> Cow<'_, str> {
        let decision = self.bodies.decision(block);
        decision.unwrap_or_else(|| self.bodies.name(block))
    }
}

impl<B: Bodies> Dialect for Pseudocode<'_, B> {
    fn catches(&self, _: Jump, bracket: Bracket) -> bool {
        bracket == Bracket::Loop
    }

    fn arms_run_on(&self) -> bool {
        false
    }

    fn speaks(&self, step: Step) -> bool {
        match step {
            Step::Run(block) => !self.code(block).is_empty(),
            Step::Take(edge) => self.bodies.edge(edge).is_some_and(|text| !text.is_empty()),
            _ => false,
        }
    }

    /// A block that is written as its name decides by its name: it would be written twice.
    fn may_ask_last(&self, block: BlockId) -> bool {
        self.bodies.decision(block).is_some()
    }

    fn start(&self, _: &mut Lines<'_>, _: &Program, _: &Decisions) -> fmt::Result {
        Ok(())
    }

    fn finish(&self, _: &mut Lines<'_>) -> fmt::Result {
        Ok(())
    }

    fn run(&self, lines: &mut Lines<'_>, block: BlockId, _: Decision) -> fmt::Result {
        lines.text("", &self.code(block))
    }

    fn edge(&self, lines: &mut Lines<'_>, edge: Edge) -> fmt::Result {
        let text = self.bodies.edge(edge);
        text.map_or(Ok(()), |text| lines.text("", &text))
    }

    fn leave(&self, lines: &mut Lines<'_>, block: BlockId) -> fmt::Result {
        match self.bodies.leave(block) {
            Some(text) => lines.text("", &text),
            None => lines.line(self.cfg.exit(block)),
        }
    }

    fn signs(&self) -> Signs {
        Signs {
            end: "",
            remark: ";",
            equal: "==",
            unequal: "!=",
        }
    }

    fn name(&self, block: BlockId) -> Cow<'_, str> {
        self.bodies.name(block)
    }

    fn decided(&self, block: BlockId, holds: bool, _: &Decisions) -> String {
        let decision = self.decision(block);
        let decision = OneLine(&decision);
        let case = |slot| self.bodies.case(Edge { block, slot });
        let (slot, other) = if holds { (0, 1) } else { (1, 0) };
        if let Some(case) = case(slot) {
            return format!("{decision} is {}", OneLine(&case));
        }
        match case(other) {
            Some(case) => format!("{decision} is not {}", OneLine(&case)),
            None if holds => format!("{decision}"),
            None => format!("not {decision}"),
        }
    }

    fn head(&self, head: Head<'_>, _: &Decisions) -> String {
        match head {
            Head::Scope => String::from("block {"),
            Head::Loop => String::from("loop {"),
            Head::While(condition) => format!("while {condition} {{"),
            Head::Do => String::from("do {"),
            Head::If(condition) => format!("if {condition} {{"),
            Head::Switch(block) => format!("switch {} {{", OneLine(&self.decision(block))),
            Head::Dispatch => String::from("switch label {"),
        }
    }

    fn foot(&self, foot: Foot<'_>) -> Cow<'static, str> {
        match foot {
            Foot::DoWhile(condition) => Cow::Owned(format!("}} while {condition}")),
            Foot::Scope | Foot::Other => Cow::Borrowed("}"),
        }
    }

    fn case(
        &self,
        lines: &mut Lines<'_>,
        bracket: Bracket,
        cases: &[u32],
        default: Option<u32>,
    ) -> fmt::Result {
        let spell = |&case: &u32| match bracket {
            Bracket::Switch(block) => self.bodies.case(Edge { block, slot: case }),
            _ => None,
        };
        let is_default = |case: &&u32| Some(**case) == default;
        let others = cases.iter().filter(|case| !is_default(case));
        let mut words: Vec<Cow<'_, str>> = others
            .map(|case| spell(case).unwrap_or_else(|| Cow::Owned(format!("{case}"))))
            .collect();
        // The default may have values of its own beside all others.
        words.extend(cases.iter().filter(is_default).filter_map(spell));
        if let Some(first) = words.first_mut() {
            *first = Cow::Owned(format!("case {first}"));
        }
        if cases.is_empty() || cases.iter().any(|case| is_default(&case)) {
            words.push(Cow::Borrowed("default"));
        }
        lines.line(format_args!("{}:", OneLine(&words.join(", "))))
    }
}
