//! Skeletons of a language without jumps: `if` and `while`, and an interpreter of it.
//!
//! *Needs:* a program that keeps to the profile [`IF_WHILE`](unsnarl::program::Profile::IF_WHILE).
//! *Gives:* [`IfWhile`], which writes it, and [`run`], which runs the text.
//! *Cost:* O(text), and O(operations that run).
//!
//! The language has what the profile allows and no more, so that a skeleton which needs anything
//! else is refused: there is no `break`, no `continue`, and nothing to jump to. A variable must be
//! set before it is read.
//!
//! | line | what it does |
//! |---|---|
//! | `block(i)` | runs a block |
//! | `decide(i)` | asks it, and forgets the answer |
//! | `x = c` | sets a variable to a condition or a decision |
//! | `if c {`, `} else if c {`, `} else {`, `}` | as everywhere |
//! | `while c {`, `loop {`, `}` | as everywhere; a `loop` never ends |
//! | `choose x {`, `case 1, 2 {`, `default {`, `}`, `}` | a chain of tests of one value |
//! | `return`, `unreachable` | ends the run |
//!
//! [`compile`](mod@compile) makes operations of the text, and [`Machine`] runs them.

mod compile;
mod condition;
mod machine;

use super::Host;
use super::engine::{Answers, Case, EngineError};
use compile::compile;
use machine::Machine;
use std::fmt;
use unsnarl::emit::{Bracket, Foot, Grammar, Head, Jump, Lines, Part, Signs, Variables};

/// The language.
#[derive(Clone, Copy, Debug)]
pub struct IfWhile;

const SIGNS: Signs = Signs {
    end: "",
    remark: "#",
    equal: ["==", "!="],
    not: "!",
    and: " && ",
    or: " || ",
    truths: ["false", "true"],
    label: "",
    nothing: None,
};

impl Grammar for IfWhile {
    fn signs(&self) -> &Signs {
        &SIGNS
    }

    fn catches(&self, _: Jump, _: Bracket) -> bool {
        false
    }

    fn tests_last(&self) -> bool {
        false
    }

    fn has_labels(&self) -> bool {
        false
    }

    fn start(&self, _: &mut Lines<'_>, _: &Variables) -> fmt::Result {
        Ok(())
    }

    fn finish(&self, _: &mut Lines<'_>) -> fmt::Result {
        Ok(())
    }

    fn leave(&self) -> [&'static str; 2] {
        ["return", "unreachable"]
    }

    fn open(&self, head: Head<'_>, operand: &str) -> String {
        match head {
            Head::Scope => String::from("scope {"),
            Head::Loop => String::from("loop {"),
            Head::Do => String::from("do {"),
            Head::While(condition) | Head::For { condition, .. } => format!("while {condition} {{"),
            Head::If(condition) => format!("if {condition} {{"),
            Head::ElseIf(condition) => format!("}} else if {condition} {{"),
            Head::Else => String::from("} else {"),
            Head::Switch(_) | Head::Dispatch => format!("choose {operand} {{"),
        }
    }

    fn close(&self, _: Foot<'_>) -> Option<String> {
        Some(String::from("}"))
    }

    fn case(&self, lines: &mut Lines<'_>, cases: &[String], is_default: bool) -> fmt::Result {
        match is_default {
            true => lines.line("default {"),
            false => lines.line(format_args!("case {} {{", cases.join(", "))),
        }
    }

    fn end(&self, _: Part, _: &str) -> Option<&'static str> {
        None
    }
}

/// Runs every case on each of its tapes, up to `limit` blocks.
pub fn run(cases: &[Case], limit: usize) -> Answers {
    let runs = |case: &Case| {
        let code = compile(&case.text).map_err(|message| EngineError::Failed {
            tool: "the interpreter of if and while",
            message,
        })?;
        let host = |tape| Host::with_arms(case.arms.clone(), tape, limit);
        let tapes = case.tapes.iter();
        Ok(tapes
            .map(|tape| Machine::new(&code, host(tape)).run())
            .collect())
    };
    cases.iter().map(runs).collect()
}

#[cfg(test)]
mod tests {
    use super::compile::compile;
    use super::machine::Machine;
    use crate::skeletons::Host;

    /// Runs a text on a tape; every block has two arms.
    #[track_caller]
    fn check(text: &str, tape: &[u32], expected: &str) {
        let seen = match compile(text) {
            Ok(code) => {
                let host = Host::with_arms(vec![Some(2); 4], tape, 9);
                Machine::new(&code, host).run().to_string()
            }
            Err(message) => message,
        };
        assert_eq!(seen, expected, "{text}");
    }

    #[test]
    fn statements_do_what_they_say() {
        let branch = "block(0) # a\nif decide(0) == 0 {\n block(1)\n decide(1)\n} else {\n return\n}\nunreachable";
        check(branch, &[0, 0], "0 1 unreachable");
        check(branch, &[1], "0 returned");
        check(branch, &[0], "0 1 tape used");
        let chain =
            "block(0)\nd0 = decide(0)\nif d0 == 1 {\n return\n} else if d0 == 0 {\n unreachable\n}";
        check(chain, &[0], "0 unreachable");
        check(chain, &[1], "0 returned");
        let search = "f0 = true\nwhile f0 {\n block(2)\n f0 = decide(2) != 0\n}\nblock(3)";
        check(search, &[1, 1, 0], "2 2 2 3 returned");
        check(
            "loop {\n block(0)\n decide(0)\n}",
            &[0; 20],
            "0 0 0 0 0 0 0 0 0 long enough",
        );
        let choice = "block(0)\nchoose decide(0) {\n case 1, 2 {\n  block(1)\n }\n default {\n  block(2)\n }\n}\nreturn";
        check(choice, &[1], "0 1 returned");
        check(choice, &[0], "0 2 returned");
        check("loop {\n}", &[], "wrong: it does not end");
    }

    #[test]
    fn conditions_ask_from_left_to_right_and_no_more_than_needed() {
        let question = |condition: &str| {
            format!("f0 = true\nf1 = false\nblock(0)\nif {condition} {{\n return\n}}\nunreachable")
        };
        for (condition, expected) in [
            ("f0 || decide(0) == 0", "0 returned"),
            ("f1 && decide(0) == 0", "0 unreachable"),
            ("!f1 && !(f0 && f1)", "0 returned"),
            ("f1 || f0 && f1", "0 unreachable"),
            ("(f1 || f0) && f0", "0 returned"),
            ("decide(0) == 1 && f0", "0 tape used"),
            ("f2", "0 wrong: f2 is read before it is set"),
            ("decide(1) == 0", "0 wrong: block 1 is asked out of turn"),
        ] {
            check(&question(condition), &[], expected);
        }
    }

    #[test]
    fn what_the_language_does_not_have_is_refused() {
        for (text, expected) in [
            ("break", "line 1: break is no statement"),
            ("loop {\n continue\n}", "line 2: continue is no statement"),
            ("scope {\n}", "line 1: scope { is no statement"),
            ("if f0 {", "a bracket is open at the end"),
            ("}", "line 1: } closes nothing"),
            ("} else {", "line 1: } else { has no if"),
            ("loop {\n} else {", "line 2: } else { has no if"),
            ("case 1 {", "line 1: case 1 { is in no choose"),
            ("if f0 & f1 {", "line 1: & is no part of a condition"),
            ("if f0 && {", "line 1: f0 && is no condition"),
            ("if (f0 {", "line 1: (f0 is no condition"),
            ("if f0) {", "line 1: f0) is no condition"),
            ("choose 1 {\n block(0)\n}", "line 2: block(0) is in no case"),
            (
                "choose 1 {\n default {\n }\n case 1 {",
                "line 4: case 1 { is in no choose",
            ),
        ] {
            check(text, &[], expected);
        }
    }
}
