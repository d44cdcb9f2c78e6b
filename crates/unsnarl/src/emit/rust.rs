//! Rust's grammar.
//!
//! *Needs:* a program that keeps to the profile [`RUST`](crate::program::Profile::RUST), because
//! only loops and scopes can have a label.
//!
//! The function is `run` with two closures, `block` and `decide`, as arguments. It panics at an
//! unreachable block.

use super::curly;
use super::grammar::{Grammar, Variables};
use super::language::{Bracket, Foot, Head, Jump, Part, Signs};
use super::lines::Lines;
use alloc::format;
use alloc::string::String;
use core::fmt;

/// Rust: jumps have labels, and bind to loops and scopes.
#[derive(Clone, Copy, Debug)]
pub struct Rust;

const SIGNS: Signs = Signs {
    label: "'",
    ..curly::SIGNS
};

impl Grammar for Rust {
    fn signs(&self) -> &Signs {
        &SIGNS
    }

    fn catches(&self, _: Jump, bracket: Bracket) -> bool {
        bracket == Bracket::Loop
    }

    fn needs_names(&self, bracket: Bracket) -> bool {
        bracket == Bracket::Scope
    }

    fn tests_last(&self) -> bool {
        false
    }

    fn start(&self, lines: &mut Lines<'_>, variables: &Variables) -> fmt::Result {
        lines.line("fn run(block: &mut dyn FnMut(u32), decide: &mut dyn FnMut(u32) -> u32) {")?;
        lines.indent();
        for (name, first) in &variables.integers {
            lines.line(format_args!(
                "let mut {name}: u32 = {};",
                first.unwrap_or(0)
            ))?;
        }
        for name in &variables.flags {
            lines.line(format_args!("let mut {name} = false;"))?;
        }
        Ok(())
    }

    fn finish(&self, lines: &mut Lines<'_>) -> fmt::Result {
        lines.outdent();
        lines.line("}")
    }

    fn leave(&self) -> [&'static str; 2] {
        ["return", "unreachable!()"]
    }

    fn open(&self, head: Head<'_>, operand: &str) -> String {
        match head {
            Head::Scope => String::from("{"),
            Head::Loop | Head::Do => String::from("loop {"),
            // There is no `for` with a step, so no statement is a `for`.
            Head::While(condition) | Head::For { condition, .. } => format!("while {condition} {{"),
            Head::If(condition) => format!("if {condition} {{"),
            Head::ElseIf(condition) => format!("}} else if {condition} {{"),
            Head::Else => String::from("} else {"),
            Head::Switch(_) | Head::Dispatch => format!("match {operand} {{"),
        }
    }

    fn close(&self, _: Foot<'_>) -> Option<String> {
        Some(String::from("}"))
    }

    fn case(&self, lines: &mut Lines<'_>, cases: &[String], is_default: bool) -> fmt::Result {
        match is_default {
            true => lines.line("_ => {"),
            false => lines.line(format_args!("{} => {{", cases.join(" | "))),
        }
    }

    fn end(&self, part: Part, _: &str) -> Option<&'static str> {
        matches!(
            part,
            Part::Switch {
                has_default: false,
                ..
            }
        )
        .then_some("_ => {}")
    }
}
