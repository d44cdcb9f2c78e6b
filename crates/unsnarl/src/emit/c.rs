//! C's grammar, without `goto`.
//!
//! *Needs:* a program that keeps to the profile
//! [`SINGLE_LEVEL`](crate::program::Profile::SINGLE_LEVEL), because jumps cannot name a label.
//!
//! The function is `void run(void)`, and calls `void block(int)`, `int decide(int)` and `_Noreturn
//! void unreachable(void)`.

use super::curly;
use super::grammar::{Grammar, Variables};
use super::language::{Bracket, Foot, Head, Jump, Part, Signs};
use super::lines::Lines;
use alloc::string::String;
use core::fmt;

/// C without `goto`: jumps have no labels.
#[derive(Clone, Copy, Debug)]
pub struct C;

const SIGNS: Signs = Signs {
    truths: ["0", "1"],
    ..curly::SIGNS
};

impl Grammar for C {
    fn signs(&self) -> &Signs {
        &SIGNS
    }

    fn catches(&self, jump: Jump, bracket: Bracket) -> bool {
        curly::catches(jump, bracket)
    }

    fn tests_last(&self) -> bool {
        true
    }

    /// gcc and clang recognise this attribute; clang does not recognise a comment.
    fn fall_through(&self) -> Option<&'static str> {
        Some("__attribute__((fallthrough));")
    }

    fn has_for(&self) -> bool {
        true
    }

    /// Compilers warn about `a && b || c`.
    fn marks_conjunctions(&self) -> bool {
        true
    }

    fn has_labels(&self) -> bool {
        false
    }

    fn start(&self, lines: &mut Lines<'_>, variables: &Variables) -> fmt::Result {
        lines.line("void run(void) {")?;
        lines.indent();
        for (name, first) in &variables.integers {
            lines.line(format_args!("unsigned {name} = {};", first.unwrap_or(0)))?;
        }
        for name in &variables.flags {
            lines.line(format_args!("int {name} = 0;"))?;
        }
        // Compilers warn about a variable that is set and never read.
        for name in &variables.unread {
            lines.line(format_args!("(void){name};"))?;
        }
        Ok(())
    }

    fn finish(&self, lines: &mut Lines<'_>) -> fmt::Result {
        lines.outdent();
        lines.line("}")
    }

    fn leave(&self) -> [&'static str; 2] {
        ["return", "unreachable()"]
    }

    fn open(&self, head: Head<'_>, operand: &str) -> String {
        curly::open(head, operand)
    }

    fn close(&self, foot: Foot<'_>) -> Option<String> {
        curly::close(foot)
    }

    fn case(&self, lines: &mut Lines<'_>, cases: &[String], is_default: bool) -> fmt::Result {
        curly::case(lines, cases, is_default)
    }

    /// clang warns about a switch on a constant that no arm lists.
    fn end(&self, part: Part, operand: &str) -> Option<&'static str> {
        let is_constant = matches!(
            part,
            Part::Switch {
                block: Some(_),
                has_default: false,
            }
        ) && is_constant(operand);
        match is_constant {
            true => Some("default: break;"),
            false => curly::end(part),
        }
    }
}

/// Tells whether an expression of C has no variables and no calls: all words in it are numbers and
/// types. A variable with the name of a type counts as a type, which only adds an unnecessary
/// default.
fn is_constant(expression: &str) -> bool {
    let mut words = expression.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.all(|word| {
        let is_number = word.starts_with(|c: char| c.is_ascii_digit());
        let is_type = word.ends_with("_t") || ["bool", "int", "unsigned", "long"].contains(&word);
        word.is_empty() || is_number || is_type || ["true", "false"].contains(&word)
    })
}
