//! JavaScript skeletons.
//!
//! *Needs:* a graph, a program on it, the host's texts.
//! *Gives:* `function run(block, decide) { … }`; the host's texts become comments.
//! *Cost:* O(steps + text).
//! *Limits:* engines refuse brackets nested more than about a thousand deep.
//!
//! `do { } while (0)` and `switch` catch a `break` as loops do, and the former a `continue` as
//! well: a jump is bare only if the innermost bracket that would catch it is the one that is meant.

use super::curly;
use super::decision::{Decision, Decisions};
use super::dialect::{Dialect, Foot, Head, Jump, Signs};
use super::lines::{Lines, OneLine};
use crate::cfg::{Cfg, Exit};
use crate::ids::{BlockId, Edge, FlagId, Id};
use crate::program::{Bracket, Program, Step};
use crate::text::Bodies;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// Writes `program` as a JavaScript function of `block` and `decide`.
///
/// `decide(i) === 0` takes the first arm of a branch. The function returns where the graph does,
/// and throws at an unreachable block. The program must keep rules P1 to P6 on `cfg`. O(steps +
/// text).
pub fn javascript(
    out: &mut impl fmt::Write,
    cfg: &Cfg,
    program: &Program,
    bodies: &impl Bodies,
) -> fmt::Result {
    let dialect = JavaScript { cfg, bodies };
    curly::write(Lines::new(out), cfg, program, &dialect)
}

struct JavaScript<'h, B> {
    cfg: &'h Cfg,
    bodies: &'h B,
}

impl<B: Bodies> JavaScript<'_, B> {
    fn operand(&self, block: BlockId, decisions: &Decisions) -> String {
        match decisions.is_saved(block) {
            true => format!("d{}", block.index()),
            false => format!("decide({})", block.index()),
        }
    }
}

impl<B: Bodies> Dialect for JavaScript<'_, B> {
    fn catches(&self, jump: Jump, bracket: Bracket) -> bool {
        match bracket {
            Bracket::Block | Bracket::Loop => true,
            Bracket::If(_) | Bracket::Test(_) => false,
            Bracket::Switch(_) | Bracket::Dispatch => jump == Jump::Break,
        }
    }

    fn arms_run_on(&self) -> bool {
        true
    }

    fn speaks(&self, step: Step) -> bool {
        match step {
            Step::Take(edge) => self.bodies.edge(edge).is_some_and(|text| !text.is_empty()),
            _ => true,
        }
    }

    fn may_ask_last(&self, _: BlockId) -> bool {
        true
    }

    fn start(
        &self,
        lines: &mut Lines<'_>,
        program: &Program,
        decisions: &Decisions,
    ) -> fmt::Result {
        lines.line("function run(block, decide) {")?;
        lines.indent();
        let saved = decisions.saved().map(|block| format!("d{}", block.index()));
        let stores = |(_, step)| matches!(step, Step::Store(_) | Step::Dispatch(_));
        let label = program.steps().any(stores).then(|| String::from("label"));
        let flags = (0..program.flag_count()).map(|flag| FlagId::new(flag).to_string());
        let variables = label.into_iter().chain(flags).chain(saved);
        let variables = variables.collect::<Vec<_>>();
        if variables.is_empty() {
            return Ok(());
        }
        lines.line(format_args!("let {};", variables.join(", ")))
    }

    fn finish(&self, lines: &mut Lines<'_>) -> fmt::Result {
        lines.outdent();
        lines.line("}")
    }

    fn run(&self, lines: &mut Lines<'_>, block: BlockId, decision: Decision) -> fmt::Result {
        if let Some(code) = self.bodies.code(block) {
            lines.text("// ", &code)?;
        }
        let index = block.index();
        let name = self.bodies.name(block);
        lines.line(format_args!("block({index}); // {}", OneLine(&name)))?;
        match decision {
            Decision::None | Decision::Asked => Ok(()),
            Decision::Saved => lines.line(format_args!("d{index} = decide({index});")),
            Decision::Dropped => lines.line(format_args!("decide({index});")),
        }
    }

    fn edge(&self, lines: &mut Lines<'_>, edge: Edge) -> fmt::Result {
        let text = self.bodies.edge(edge);
        text.map_or(Ok(()), |text| lines.text("// ", &text))
    }

    fn leave(&self, lines: &mut Lines<'_>, block: BlockId) -> fmt::Result {
        if let Some(text) = self.bodies.leave(block) {
            lines.text("// ", &text)?;
        }
        match self.cfg.exit(block) {
            Exit::Unreachable => lines.line("throw new Error(\"unreachable\");"),
            _ => lines.line("return;"),
        }
    }

    fn signs(&self) -> Signs {
        Signs {
            end: ";",
            remark: "//",
            equal: "===",
            unequal: "!==",
        }
    }

    fn name(&self, block: BlockId) -> Cow<'_, str> {
        self.bodies.name(block)
    }

    fn decided(&self, block: BlockId, holds: bool, decisions: &Decisions) -> String {
        let sign = if holds { "===" } else { "!==" };
        format!("{} {sign} 0", self.operand(block, decisions))
    }

    fn head(&self, head: Head<'_>, decisions: &Decisions) -> String {
        match head {
            Head::Scope | Head::Do => String::from("do {"),
            Head::Loop => String::from("while (1) {"),
            Head::While(condition) => format!("while ({condition}) {{"),
            Head::If(condition) => format!("if ({condition}) {{"),
            Head::Switch(block) => format!("switch ({}) {{", self.operand(block, decisions)),
            Head::Dispatch => String::from("switch (label) {"),
        }
    }

    fn foot(&self, foot: Foot<'_>) -> Cow<'static, str> {
        match foot {
            Foot::Scope => Cow::Borrowed("} while (0);"),
            Foot::DoWhile(condition) => Cow::Owned(format!("}} while ({condition});")),
            Foot::Other => Cow::Borrowed("}"),
        }
    }

    fn case(
        &self,
        lines: &mut Lines<'_>,
        _: Bracket,
        cases: &[u32],
        default: Option<u32>,
    ) -> fmt::Result {
        if cases.is_empty() {
            lines.line("default:")?;
        }
        for &case in cases {
            match Some(case) == default {
                true => lines.line("default:")?,
                false => lines.line(format_args!("case {case}:"))?,
            }
        }
        Ok(())
    }
}
