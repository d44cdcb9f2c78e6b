//! Tokens of the JavaScript that this crate writes: no regular expressions but in the runtime's one
//! line, no templates.
//!
//! *Gives:* [`tokens`]. *Cost:* linear in the text.

use std::collections::HashSet;

use crate::marks;

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token<'t> {
    /// A name, or a word of the language.
    Name(&'t str),
    /// A name behind a point.
    Property(&'t str),
    /// A number, a string, a regular expression or a sign.
    Other(&'t str),
    /// Blanks that do not end a line, or a remark.
    Blank,
    /// The end of a line.
    Line,
    /// A [mark](crate::marks).
    Mark(&'t str),
}

/// Walks the tokens of a text.
pub(crate) fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    Tokens {
        text,
        at: 0,
        after_point: false,
        may_divide: false,
    }
}

/// The names in a text that are not properties.
pub(crate) fn names(text: &str) -> HashSet<&str> {
    let names = tokens(text).filter_map(|token| match token {
        Token::Name(name) => Some(name),
        _ => None,
    });
    names.collect()
}

struct Tokens<'t> {
    text: &'t str,
    at: usize,
    after_point: bool,
    /// Whether a slash would be a division.
    may_divide: bool,
}

/// Signs of several characters, the longest ones first.
const SIGNS: [&str; 28] = [
    ">>>=", "...", "===", "!==", ">>>", "<<=", ">>=", "**=", "=>", "==", "!=", "<=", ">=", "&&",
    "||", "??", "++", "--", "+=", "-=", "*=", "/=", "|=", "&=", "^=", "<<", ">>", "?.",
];

impl<'t> Iterator for Tokens<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        let rest = &self.text[self.at..];
        let first = rest.chars().next()?;
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
        let span = |end: Option<usize>| end.unwrap_or(rest.len());
        let (length, token) = match first {
            '\n' => (1, Token::Line),
            marks::OPEN => {
                let end = marks::length(rest);
                (end, Token::Mark(&rest[..end]))
            }
            ' ' | '\t' | '\r' => {
                let end = span(rest.find(|c| !matches!(c, ' ' | '\t' | '\r')));
                (end, Token::Blank)
            }
            '/' if rest.starts_with("//") => (span(rest.find('\n')), Token::Blank),
            '/' if !self.may_divide => {
                let end = quoted_end(rest, '/');
                (end, Token::Other(&rest[..end]))
            }
            '"' | '\'' | '`' => {
                let end = quoted_end(rest, first);
                (end, Token::Other(&rest[..end]))
            }
            c if c.is_ascii_digit() => {
                let mut end = 0;
                let bytes = rest.as_bytes();
                while end < bytes.len() {
                    let c = bytes[end] as char;
                    let is_sign = matches!(c, '+' | '-')
                        && end > 0
                        && matches!(bytes[end - 1], b'e' | b'E')
                        && !rest.starts_with("0x");
                    if !(is_part(c) || c == '.' || is_sign) {
                        break;
                    }
                    end += 1;
                }
                (end, Token::Other(&rest[..end]))
            }
            c if is_part(c) => {
                let end = span(rest.find(|c| !is_part(c)));
                let name = &rest[..end];
                let token = match self.after_point {
                    true => Token::Property(name),
                    false => Token::Name(name),
                };
                (end, token)
            }
            c => {
                let length = sign(rest).unwrap_or(c.len_utf8());
                (length, Token::Other(&rest[..length]))
            }
        };
        self.at += length;
        match token {
            Token::Blank | Token::Line | Token::Mark(_) => {}
            Token::Name(name) => {
                self.after_point = false;
                self.may_divide = !matches!(name, "return" | "case" | "typeof");
            }
            Token::Property(_) => {
                self.after_point = false;
                self.may_divide = true;
            }
            Token::Other(text) => {
                self.after_point = text == "." || text == "?.";
                self.may_divide = matches!(text, ")" | "]" | "}")
                    || text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '"' | '\''));
            }
        }
        Some(token)
    }
}

/// The length of a sign of several characters, if the text begins with one. Few texts do, and most
/// of the others show it by their second byte.
fn sign(text: &str) -> Option<usize> {
    let second = text.as_bytes().get(1)?;
    if !b"=><&|?+-*.".contains(second) {
        return None;
    }
    let sign = SIGNS.iter().find(|sign| text.starts_with(**sign))?;
    Some(sign.len())
}

/// Where a literal ends that begins with a character.
fn quoted_end(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let words = tokens(text).filter_map(|token| match token {
            Token::Name(name) => Some(format!("{name}:")),
            Token::Property(name) => Some(format!(".{name}:")),
            Token::Other(text) => Some(text.to_owned()),
            Token::Blank | Token::Line | Token::Mark(_) => None,
        });
        assert_eq!(words.collect::<Vec<_>>().join(" "), expected);
    }

    #[test]
    fn tokens_are_told_apart() {
        check("a.b(c >>> 0) // d", "a: . .b: ( c: >>> 0 )");
        check("x = 1.5e-7 / y / 2;", "x: = 1.5e-7 / y: / 2 ;");
        check(
            "/^[id]*$/.test(\"a\\\"b\")",
            "/^[id]*$/ . .test: ( \"a\\\"b\" )",
        );
        check("f(...a)", "f: ( ... a: )");
    }
    #[test]
    fn signs_are_found_whole() {
        for sign in SIGNS {
            assert_eq!(super::sign(&format!("{sign}a")), Some(sign.len()), "{sign}");
        }
        assert_eq!(super::sign("(a"), None);
    }
}
