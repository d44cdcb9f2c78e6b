//! Parentheses around a host's texts.
//!
//! *Needs:* expressions in the words of a host. *Gives:* [`joins`], [`operand`], [`assigned`],
//! [`negated`]. *Cost:* O(text).
//! *Limits:* a host's words are not parsed: a text gets parentheses wherever a sign in it could
//! bind more loosely.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

/// Tells whether a condition can stand beside others with `joint` between them. `other` is the
/// other sign that joins conditions.
pub(crate) fn joins(text: &str, joint: &str, other: &str) -> bool {
    // `a && b` beside `c && ` needs no parentheses.
    let rest = text.replace(joint, "");
    let is_loose = || {
        rest.contains(['&', '|', '?', ',', '\n'])
            || rest.contains(other)
            || binds(text) == Binds::Set
    };
    is_enclosed(text) || !is_loose()
}

/// Gives a text as an operand of `==`.
pub(super) fn operand(text: &str) -> Cow<'_, str> {
    match binds(text) {
        Binds::Tight => Cow::Borrowed(text),
        _ => Cow::Owned(format!("({text})")),
    }
}

/// Gives a text as the value of an assignment.
pub(super) fn assigned(text: &str) -> Cow<'_, str> {
    match binds(text) {
        Binds::Several => Cow::Owned(format!("({text})")),
        _ => Cow::Borrowed(text),
    }
}

/// Gives the negation of a text, for a `not` that binds more loosely than a comparison and more
/// tightly than the signs that join conditions.
pub(crate) fn negated(not: &str, text: &str) -> String {
    let joints = ["&&", "||", " ? ", " and ", " or "];
    match !is_enclosed(text) && joints.iter().any(|joint| text.contains(joint)) {
        true => format!("{not}({text})"),
        false => format!("{not}{text}"),
    }
}

/// How tightly the parts of a text bind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Binds {
    /// More tightly than a comparison.
    Tight,
    /// As loosely as a comparison, or more loosely.
    Loose,
    /// An assignment, or several expressions each of which has a value.
    Set,
    Several,
}

/// Words that are operators in some language. They count as binding no more tightly than a
/// comparison.
const WORDS: [&str; 11] = [
    "and",
    "or",
    "not",
    "is",
    "in",
    "if",
    "else",
    "lambda",
    "yield",
    "instanceof",
    "await",
];

/// Looks for the loosest sign outside of brackets and strings.
fn binds(text: &str) -> Binds {
    let mut found = Binds::Tight;
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = token(rest, first);
        match (first, &rest[..length]) {
            ('(' | '[' | '{', _) => depth += 1,
            (')' | ']' | '}', _) if depth == 0 => return Binds::Several,
            (')' | ']' | '}', _) => depth -= 1,
            ('"' | '\'' | '`', _) => {}
            (_, token) if depth == 0 => found = found.max(sign(token)),
            _ => {}
        }
        at += length;
    }
    match depth {
        0 => found,
        _ => Binds::Several,
    }
}

fn sign(token: &str) -> Binds {
    match token {
        "," | ";" | "\n" => Binds::Several,
        "->" | "::" | "!" => Binds::Tight,
        "==" | "!=" | "<=" | ">=" | "===" | "!==" => Binds::Loose,
        token if token.ends_with('=') => Binds::Set,
        "=>" => Binds::Set,
        token if token.contains(['&', '|', '^', '?', ':', '<', '>']) => Binds::Loose,
        token if WORDS.contains(&token) => Binds::Loose,
        _ => Binds::Tight,
    }
}

/// The length of the token at the start of a text whose first character is `first`.
fn token(text: &str, first: char) -> usize {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let is_sign = |c: char| "+-*/%&|^<>=!?:~".contains(c);
    match first {
        '"' | '\'' | '`' => quoted(text, first).unwrap_or(1),
        c if is_word(c) => text.find(|c| !is_word(c)).unwrap_or(text.len()),
        c if is_sign(c) => text.find(|c| !is_sign(c)).unwrap_or(text.len()),
        c => c.len_utf8(),
    }
}

/// The length of a string, if it ends.
fn quoted(text: &str, mark: char) -> Option<usize> {
    let mut is_escaped = false;
    for (place, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            c if c == mark => return Some(place + c.len_utf8()),
            _ => {}
        }
    }
    None
}

/// Tells whether a pair of parentheses encloses the whole text, except for a negation before it.
fn is_enclosed(text: &str) -> bool {
    let inner = text.strip_prefix('!').unwrap_or(text);
    let mut depth = 0_usize;
    let closes = |c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    };
    inner.starts_with('(') && inner.find(closes) == Some(inner.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::{assigned, joins, negated, operand};

    #[test]
    fn what_binds_more_loosely_needs_parentheses() {
        let joins = |text| joins(text, " && ", " || ");
        assert!(joins("a == b") && joins("a && b") && joins("!(a || b)") && joins("(a, b)"));
        assert!(!joins("a || b") && !joins("a & b") && !joins("(a || b) || (c)"));
        assert!(!joins("a ? b : c") && !joins("(a) | (b)") && !joins("f(a, b)"));
        assert!(!joins("a = b") && !joins("a += b") && joins("a <= b") && joins("p->a != b"));
    }

    #[test]
    fn operands_of_comparisons_bind_more_tightly() {
        for tight in [
            "x",
            "-1",
            "!x",
            "x + 1",
            "x * y - z",
            "f(a & b, c)",
            "a[i < j]",
            "p->x",
            "*p.q",
            "\"a & b\"",
            "'='",
            "ns::x",
            "~x",
        ] {
            assert_eq!(operand(tight), tight);
        }
        for loose in [
            "x & 3",
            "x | y",
            "x ^ y",
            "x << 2",
            "x < y",
            "x == y",
            "x && y",
            "a ? b : c",
            "a = b",
            "a, b",
            "not x",
            "x if y else z",
            "x in y",
            "(a) & (b)",
            "a)",
            "(a",
            "&x",
        ] {
            assert_eq!(operand(loose), ["(", loose, ")"].concat());
        }
    }

    #[test]
    fn what_is_assigned_is_one_value() {
        assert_eq!(assigned("a = b"), "a = b");
        assert_eq!(assigned("a & b"), "a & b");
        assert_eq!(assigned("a, b"), "(a, b)");
    }

    #[test]
    fn a_contrary_is_that_of_the_whole() {
        assert_eq!(negated("not ", "a == b"), "not a == b");
        assert_eq!(negated("not ", "a == b || c"), "not (a == b || c)");
        assert_eq!(negated("not ", "(a || b)"), "not (a || b)");
        assert_eq!(negated("!", "a ? b : c"), "!(a ? b : c)");
        assert_eq!(negated("not ", "is it ready?"), "not is it ready?");
    }
}
