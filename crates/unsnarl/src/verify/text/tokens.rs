//! The words and signs of C and JavaScript as numbers; equal tokens have equal numbers.
//!
//! *Needs:* text. *Gives:* [`Words`], which numbers tokens, and [`Tokens`] with their places and
//! their matching brackets. *Cost:* O(text · log distinct words).
//! *Limits:* regular expressions and preprocessor lines are not recognised.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

/// The number of a token.
pub(super) type Word = u32;

/// Signs of several characters; among signs with the same beginning, the longest comes first.
const SIGNS: [&str; 38] = [
    ">>>=", "...", "===", "!==", ">>>", "<<=", ">>=", "**=", "&&=", "||=", "??=", "=>", "==", "!=",
    "<=", ">=", "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
    "->", "<<", ">>", "**", "::", "##", "<:", ":>",
];

/// The texts of the tokens seen so far, by number.
#[derive(Default)]
pub(super) struct Words {
    numbers: BTreeMap<String, Word>,
    /// By byte: the number of the token that consists of it. Most tokens are of one byte.
    bytes: Vec<Option<Word>>,
    texts: Vec<String>,
}

impl Words {
    /// Gives the number of a token.
    pub(super) fn number(&mut self, text: &str) -> Word {
        let &[byte] = text.as_bytes() else {
            return self.number_of_long(text);
        };
        if self.bytes.is_empty() {
            self.bytes.resize(1 << u8::BITS, None);
        }
        if let Some(known) = self.bytes[usize::from(byte)] {
            return known;
        }
        let number = self.add(text);
        self.bytes[usize::from(byte)] = Some(number);
        number
    }

    fn number_of_long(&mut self, text: &str) -> Word {
        if let Some(&known) = self.numbers.get(text) {
            return known;
        }
        let number = self.add(text);
        self.numbers.insert(String::from(text), number);
        number
    }

    fn add(&mut self, text: &str) -> Word {
        self.texts.push(String::from(text));
        self.texts.len() as Word - 1
    }

    /// Gives the text of a token.
    pub(super) fn text(&self, word: Word) -> &str {
        &self.texts[word as usize]
    }

    /// Tells whether a token is a name or a keyword.
    pub(super) fn is_name(&self, word: Word) -> bool {
        let first = self.text(word).chars().next();
        first.is_some_and(|c| c.is_alphabetic() || c == '_' || c == '$')
    }

    /// Tells whether some tokens may be a type of C, or the keyword of a declaration of JavaScript.
    /// An empty sequence may be.
    pub(super) fn is_type(&self, words: &[Word]) -> bool {
        /// Keywords that begin expressions and statements.
        const OTHERS: [&str; 8] = [
            "return", "throw", "goto", "delete", "new", "await", "yield", "typeof",
        ];
        words.iter().all(|&word| match self.text(word) {
            "*" => true,
            text => self.is_name(word) && !OTHERS.contains(&text),
        })
    }

    /// Shows some tokens, at most a line of them.
    pub(super) fn show(&self, words: &[Word]) -> String {
        const LONGEST: usize = 80;
        let mut text = String::new();
        for &word in words {
            if text.len() > LONGEST {
                text.push_str(" …");
                break;
            }
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(self.text(word));
        }
        text
    }

    /// Splits a text into tokens. An unterminated string or comment extends to the end of the text.
    pub(super) fn tokens(&mut self, text: &str) -> Tokens {
        let mut tokens = Tokens::default();
        let mut open: Vec<usize> = Vec::new();
        let mut at = 0;
        let mut line = 1;
        while let Some(first) = text[at..].chars().next() {
            let rest = &text[at..];
            let mut lines_within = 0;
            let length = match first {
                c if c.is_whitespace() => {
                    line += usize::from(c == '\n');
                    at += c.len_utf8();
                    continue;
                }
                '/' if rest.starts_with("//") => {
                    at += rest.find('\n').unwrap_or(rest.len());
                    continue;
                }
                '/' if rest.starts_with("/*") => {
                    let end = rest.find("*/").map_or(rest.len(), |end| end + 2);
                    line += rest[..end].matches('\n').count();
                    at += end;
                    continue;
                }
                '"' | '\'' | '`' => {
                    let length = quoted(rest, first);
                    lines_within = rest[..length].matches('\n').count();
                    length
                }
                c if c.is_ascii_digit() => number(rest),
                '.' if rest[1..].starts_with(|c: char| c.is_ascii_digit()) => number(rest),
                c if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
                c => sign(rest).unwrap_or(c.len_utf8()),
            };
            let token = &rest[..length];
            let place = tokens.words.len();
            let mut partner = place;
            match token {
                "(" | "[" | "{" => open.push(place),
                ")" | "]" | "}" => match open.pop() {
                    Some(begin) => {
                        tokens.partners[begin] = place;
                        partner = begin;
                    }
                    None => tokens.is_broken = true,
                },
                _ => {}
            }
            tokens.words.push(self.number(token));
            tokens.partners.push(partner);
            tokens.lines.push(line);
            line += lines_within;
            at += length;
        }
        tokens.is_broken |= !open.is_empty();
        tokens.lines.push(line);
        tokens
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// The length of a sign of several characters, if the text begins with one. Few texts do, and most
/// of the others show it by their second byte.
fn sign(text: &str) -> Option<usize> {
    let second = text.as_bytes().get(1)?;
    if !b"=><&|?+-*.:#".contains(second) {
        return None;
    }
    let sign = SIGNS.iter().find(|sign| text.starts_with(**sign))?;
    Some(sign.len())
}

/// The length of a string.
fn quoted(text: &str, mark: char) -> usize {
    let mut escaped = false;
    for (place, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == mark => return place + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of a number, which may have a sign in its exponent.
fn number(text: &str) -> usize {
    let is_hex = text.starts_with("0x") || text.starts_with("0X");
    let mut before = '0';
    for (place, c) in text.char_indices() {
        let in_exponent = match is_hex {
            true => matches!(before, 'p' | 'P'),
            false => matches!(before, 'e' | 'E'),
        };
        if !(is_word(c) || c == '.' || in_exponent && matches!(c, '+' | '-')) {
            return place;
        }
        before = c;
    }
    text.len()
}

/// A text as tokens.
#[derive(Default)]
pub(super) struct Tokens {
    pub(super) words: Vec<Word>,
    /// By token: its matching bracket, or itself.
    pub(super) partners: Vec<usize>,
    /// By token, and for the end of the text: the line.
    pub(super) lines: Vec<usize>,
    /// Whether there are unmatched brackets.
    pub(super) is_broken: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn signs_are_found_whole() {
        for text in SIGNS {
            assert_eq!(sign(&format!("{text}a")), Some(text.len()), "{text}");
        }
        assert_eq!(sign("(a"), None);
    }

    #[test]
    fn equal_tokens_have_equal_numbers_and_their_lines() {
        let mut words = Words::default();
        let tokens = words.tokens("a = b;\nb = `x\ny`; a\n+ b;");
        let shown: Vec<_> = tokens.words.iter().map(|&word| words.text(word)).collect();
        let expected = [
            "a", "=", "b", ";", "b", "=", "`x\ny`", ";", "a", "+", "b", ";",
        ];
        assert_eq!(shown, expected);
        assert_eq!(tokens.words, [0, 1, 2, 3, 2, 1, 4, 3, 0, 5, 2, 3]);
        assert_eq!(tokens.lines, [1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 4]);
    }
}
