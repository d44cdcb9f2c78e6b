//! The common parts of C and JavaScript: brackets, and switches whose arms run on into the next
//! one.

use super::language::{Bracket, Foot, Head, Jump, Part, Signs};
use super::lines::Lines;
use alloc::format;
use alloc::string::String;
use core::fmt;

pub(super) const SIGNS: Signs = Signs {
    end: ";",
    remark: "//",
    equal: ["==", "!="],
    not: "!",
    and: " && ",
    or: " || ",
    truths: ["false", "true"],
    label: "",
    nothing: None,
};

/// Scopes are loops that run once.
pub(super) fn catches(jump: Jump, bracket: Bracket) -> bool {
    match bracket {
        Bracket::Scope | Bracket::Loop => true,
        Bracket::Switch => jump == Jump::Break,
    }
}

pub(super) fn open(head: Head<'_>, operand: &str) -> String {
    match head {
        Head::Scope | Head::Do => String::from("do {"),
        Head::Loop => String::from("while (1) {"),
        Head::While(condition) => format!("while ({condition}) {{"),
        Head::For {
            init,
            condition,
            step,
        } => format!("for ({init}; {condition}; {step}) {{"),
        Head::If(condition) => format!("if ({condition}) {{"),
        Head::ElseIf(condition) => format!("}} else if ({condition}) {{"),
        Head::Else => String::from("} else {"),
        Head::Switch(_) | Head::Dispatch => format!("switch ({operand}) {{"),
    }
}

pub(super) fn close(foot: Foot<'_>) -> Option<String> {
    match foot {
        Foot::Scope => Some(String::from("} while (0);")),
        Foot::DoWhile { condition, .. } => Some(format!("}} while ({condition});")),
        Foot::Case => None,
        Foot::Other => Some(String::from("}")),
    }
}

pub(super) fn case(lines: &mut Lines<'_>, cases: &[String], is_default: bool) -> fmt::Result {
    for case in cases {
        lines.line(format_args!("case {case}:"))?;
    }
    match is_default {
        true => lines.line("default:"),
        false => Ok(()),
    }
}

pub(super) fn end(part: Part) -> Option<&'static str> {
    matches!(
        part,
        Part::Case {
            live: true,
            last: false
        }
    )
    .then_some("break;")
}
