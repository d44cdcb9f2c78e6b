//! JavaScript's grammar.
//!
//! *Limits:* engines refuse brackets nested more than about a thousand deep.
//!
//! `do { } while (0)` and `switch` catch a `break` as loops do, and the former also a `continue`.
//! So a jump has no label only if it means the innermost bracket that would catch it.

use super::curly;
use super::grammar::{Grammar, Variables};
use super::language::{Bracket, Foot, Head, Jump, Part, Signs};
use super::lines::Lines;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// JavaScript: jumps have labels, and bind to any bracket around them.
#[derive(Clone, Copy, Debug)]
pub struct JavaScript;

const SIGNS: Signs = Signs {
    equal: ["===", "!=="],
    ..curly::SIGNS
};

impl Grammar for JavaScript {
    fn signs(&self) -> &Signs {
        &SIGNS
    }

    fn catches(&self, jump: Jump, bracket: Bracket) -> bool {
        curly::catches(jump, bracket)
    }

    fn tests_last(&self) -> bool {
        true
    }

    /// Linters that warn about arms that fall through recognise this comment.
    fn fall_through(&self) -> Option<&'static str> {
        Some("// fall through")
    }

    fn has_for(&self) -> bool {
        true
    }

    fn start(&self, lines: &mut Lines<'_>, variables: &Variables) -> fmt::Result {
        lines.line("function run(block, decide) {")?;
        lines.indent();
        // A label that is not set is undefined, so it differs from all values that a dispatcher
        // lists.
        let integers = variables.integers.iter().map(|(name, _)| name.as_str());
        let flags = variables.flags.iter().map(String::as_str);
        let all: Vec<&str> = integers.chain(flags).collect();
        match all.is_empty() {
            true => Ok(()),
            false => lines.line(format_args!("let {};", all.join(", "))),
        }
    }

    fn finish(&self, lines: &mut Lines<'_>) -> fmt::Result {
        lines.outdent();
        lines.line("}")
    }

    fn leave(&self) -> [&'static str; 2] {
        ["return", "throw new Error(\"unreachable\")"]
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

    fn end(&self, part: Part, _: &str) -> Option<&'static str> {
        curly::end(part)
    }
}
