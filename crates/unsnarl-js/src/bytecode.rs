//! How much bytecode V8 makes of a function.
//!
//! *Needs:* the text of a function. *Gives:* an estimate in bytes. *Cost:* linear in the text.
//! *Source:* weights that fit the functions of zlib, Lua and a random one best, by least squares of
//! relative errors. `tests/bytecode.rs` holds them to what node prints.
//! *Limits:* within a tenth for functions of 8,000 bytes or more; a small one may be off by more.
//!
//! V8 never optimises a function of more than 61,440 bytes, which makes it many times slower. What
//! is above [`LARGEST`] is too near to that.

use std::collections::HashSet;

use crate::marks;
use crate::tokens::{Token, tokens};

/// The bytes that a function should not exceed.
pub const LARGEST: usize = 55_000;

/// Slots of feedback that have an index of one byte: later ones need a prefix and more bytes.
const NARROW_SLOTS: f64 = 255.0;

/// Estimates the bytecode of a function.
pub(crate) fn estimate(text: &str) -> usize {
    let counts = Counts::of(&marks::without(text));
    let slots = counts.slots as f64;
    let wide = if slots > NARROW_SLOTS {
        1.0 - NARROW_SLOTS / slots
    } else {
        0.0
    };
    let weighted = [
        (counts.locals, 2.9),
        (counts.others, 1.59),
        (counts.numbers, 2.74),
        (counts.operators, 1.3),
        (counts.assignments, -1.44),
        (counts.elements, 3.63),
        (counts.calls, 7.23),
        (counts.properties, 8.18),
        (counts.commas, -0.45),
        (counts.conditions, -0.63),
        (counts.cases, -0.85),
        (counts.loops, 1.58),
        (counts.statements, 0.18),
        (counts.truths, -1.18),
        (counts.returns, 2.04),
        (counts.jumps, 3.06),
        (counts.choices, 1.1),
        (counts.slots, 3.21 * wide),
    ];
    let sum: f64 = weighted
        .iter()
        .map(|&(count, weight)| count as f64 * weight)
        .sum();
    sum.max(0.0) as usize
}

/// What is in a function.
#[derive(Debug, Default)]
struct Counts {
    locals: usize,
    others: usize,
    numbers: usize,
    operators: usize,
    assignments: usize,
    elements: usize,
    calls: usize,
    properties: usize,
    commas: usize,
    conditions: usize,
    cases: usize,
    loops: usize,
    statements: usize,
    truths: usize,
    returns: usize,
    jumps: usize,
    choices: usize,
    /// Slots of feedback: operators, accesses and calls have one each.
    slots: usize,
}

/// Words that are no variables.
const WORDS: [&str; 16] = [
    "if", "else", "while", "do", "for", "break", "continue", "switch", "case", "default", "return",
    "let", "function", "try", "catch", "throw",
];

impl Counts {
    fn of(text: &str) -> Counts {
        let mut counts = Counts::default();
        let locals = declared(text);
        let mut previous = "";
        let mut in_declaration = false;
        let mut in_head = true;
        let all: Vec<&str> = tokens(text)
            .filter_map(|token| match token {
                Token::Name(name) | Token::Property(name) => Some(name),
                Token::Other(text) => Some(text),
                Token::Blank | Token::Line | Token::Mark(_) => None,
            })
            .collect();
        for (at, &token) in all.iter().enumerate() {
            let next = all.get(at + 1).copied().unwrap_or_default();
            in_declaration |= token == "let";
            if in_head {
                in_head = token != "{";
            } else if in_declaration {
                if token == ";" {
                    in_declaration = false;
                    counts.statements += 1;
                }
            } else {
                counts.add(token, previous, next, &locals);
            }
            previous = token;
        }
        counts
    }

    fn add(&mut self, token: &str, previous: &str, next: &str, locals: &HashSet<&str>) {
        let is_name =
            token.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '$'));
        match token {
            "true" | "false" | "null" => self.truths += 1,
            "return" => self.returns += 1,
            "if" => self.conditions += 1,
            "case" => self.cases += 1,
            "while" | "do" | "for" => self.loops += 1,
            "," => self.commas += 1,
            "break" | "continue" | "else" => self.jumps += 1,
            _ if WORDS.contains(&token) => {}
            _ if is_name && previous == "." => {
                self.properties += 1;
                self.slots += 1;
            }
            // A label.
            _ if is_name
                && (matches!(previous, "break" | "continue") || next == ":" && previous != "?") => {
            }
            _ if is_name && locals.contains(token) => self.locals += 1,
            _ if is_name => self.others += 1,
            _ if token.starts_with(|c: char| c.is_ascii_digit()) => self.numbers += 1,
            "+" | "-" | "*" | "/" | "%" | "&" | "|" | "^" | "<<" | ">>" | ">>>" | "<" | ">"
            | "<=" | ">=" | "===" | "!==" => {
                self.operators += 1;
                self.slots += 1;
            }
            "=" => self.assignments += 1,
            "[" => {
                self.elements += 1;
                self.slots += 1;
            }
            "(" if previous.ends_with(|c: char| {
                c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | ')' | ']')
            }) && !WORDS.contains(&previous) =>
            {
                self.calls += 1;
                self.slots += 1;
            }
            "&&" | "||" | "?" => self.choices += 1,
            ";" => self.statements += 1,
            _ => {}
        }
    }
}

/// The parameters and variables of a function.
fn declared(text: &str) -> HashSet<&str> {
    let mut names = HashSet::new();
    for line in text.lines() {
        let line = line.trim();
        let list = match line.strip_prefix("function ") {
            Some(head) => head.split(['(', ')']).nth(1),
            None => line
                .strip_prefix("let ")
                .map(|list| list.trim_end_matches(';')),
        };
        names.extend(list.into_iter().flat_map(|list| list.split(", ")));
    }
    names
}
