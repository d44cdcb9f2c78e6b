//! Python's grammar, for version 3.10 and later, which has `match`.
//!
//! *Needs:* a program that keeps to the profile [`PYTHON`](crate::program::Profile::PYTHON),
//! because jumps cannot name a label.
//! *Limits:* CPython refuses more than 20 nested loops, and more than 100 levels.
//!
//! A scope is a loop that breaks at its end.

use super::grammar::{Grammar, Variables};
use super::language::{Bracket, Foot, Head, Jump, Part, Signs};
use super::lines::Lines;
use alloc::format;
use alloc::string::String;
use core::fmt;

/// Python: jumps have no labels, and bind to loops.
#[derive(Clone, Copy, Debug)]
pub struct Python;

const SIGNS: Signs = Signs {
    end: "",
    remark: "#",
    equal: ["==", "!="],
    not: "not ",
    and: " and ",
    or: " or ",
    truths: ["False", "True"],
    label: "",
    nothing: Some("pass"),
};

impl Grammar for Python {
    fn signs(&self) -> &Signs {
        &SIGNS
    }

    fn catches(&self, _: Jump, bracket: Bracket) -> bool {
        bracket != Bracket::Switch
    }

    fn tests_last(&self) -> bool {
        false
    }

    fn has_labels(&self) -> bool {
        false
    }

    fn start(&self, lines: &mut Lines<'_>, variables: &Variables) -> fmt::Result {
        lines.line("def run(block, decide):")?;
        lines.indent();
        // A variable that is set before it is tested needs no declaration.
        for (name, first) in &variables.integers {
            if let Some(first) = first {
                lines.line(format_args!("{name} = {first}"))?;
            }
        }
        Ok(())
    }

    fn finish(&self, lines: &mut Lines<'_>) -> fmt::Result {
        lines.outdent();
        Ok(())
    }

    fn leave(&self) -> [&'static str; 2] {
        ["return", "raise RuntimeError(\"unreachable\")"]
    }

    fn open(&self, head: Head<'_>, operand: &str) -> String {
        match head {
            Head::Scope | Head::Loop | Head::Do => String::from("while True:"),
            // There is no `for` with a step, so no statement is a `for`.
            Head::While(condition) | Head::For { condition, .. } => format!("while {condition}:"),
            Head::If(condition) => format!("if {condition}:"),
            Head::ElseIf(condition) => format!("elif {condition}:"),
            Head::Else => String::from("else:"),
            Head::Switch(_) | Head::Dispatch => format!("match {operand}:"),
        }
    }

    fn close(&self, _: Foot<'_>) -> Option<String> {
        None
    }

    fn case(&self, lines: &mut Lines<'_>, cases: &[String], is_default: bool) -> fmt::Result {
        match is_default {
            true => lines.line("case _:"),
            false => lines.line(format_args!("case {}:", cases.join(" | "))),
        }
    }

    fn end(&self, part: Part, _: &str) -> Option<&'static str> {
        matches!(part, Part::Scope { live: true }).then_some("break")
    }
}
