//! Tokens of LLVM IR.
//!
//! *Needs:* any text.
//! *Gives:* one [`Token`] at a time, as spans of the text: nothing is copied.
//! *Limits:* quotes and escapes are left to the code that reads names; what is skipped as a whole
//! (metadata, unknown attributes) is skipped here, by bytes.

use crate::error::{Cause, Fault};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The end of the text.
    End,
    /// A keyword, a type or an opcode.
    Word,
    /// `name:`, `12:` or `"name":`; the span ends before the colon.
    Label,
    /// `%name`, `%12` or `%"name"`.
    Local,
    /// `@name`, `@12` or `@"name"`.
    Global,
    /// `$name` or `$"name"`.
    Comdat,
    /// `-12`.
    Integer,
    /// `1.5e3`.
    Decimal,
    /// `0x…`, `0xK…`, `0xL…`, `0xM…`, `0xH…`, `0xR…`.
    Hex,
    /// `u0x…` or `s0x…`.
    HexInteger,
    /// `"…"`.
    Text,
    /// `c"…"`.
    Bytes,
    /// `#12`.
    Group,
    /// `#dbg_value` and the like.
    Record,
    /// `!12`, `!name`, or `!` before something else.
    Metadata,
    /// `^12`.
    Summary,
    /// `...`.
    Dots,
    /// An invalid token; the reader keeps the error.
    Invalid,
    /// Any other character.
    Punctuation(u8),
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) line: u32,
}

/// The source of the tokens.
#[derive(Clone, Debug)]
pub(crate) struct Lexer<'s> {
    text: &'s str,
    position: usize,
    line: u32,
}

/// Texts are shorter than this, so that every position fits 32 bits.
const LIMIT: usize = u32::MAX as usize - 1;

impl<'s> Lexer<'s> {
    pub(crate) fn new(text: &'s str) -> Result<Self, Fault> {
        if text.len() > LIMIT {
            return Err(Fault::new(0..0, Cause::TooLong { limit: LIMIT }));
        }
        Ok(Self {
            text,
            position: 0,
            line: 1,
        })
    }

    pub(crate) fn text(&self) -> &'s str {
        self.text
    }

    /// Goes to the start of a token.
    pub(crate) fn seek(&mut self, token: Token) {
        self.position = token.start as usize;
        self.line = token.line;
    }

    /// Goes to a position; the line is not counted.
    pub(crate) fn start_at(&mut self, position: usize) {
        self.position = position;
    }

    /// The position of the next token.
    pub(crate) fn position(&self) -> u32 {
        self.position as u32
    }

    fn bytes(&self) -> &'s [u8] {
        self.text.as_bytes()
    }

    /// The byte at the position; 0 at the end, which begins no token.
    fn byte(&self) -> u8 {
        self.byte_after(0)
    }

    fn byte_after(&self, distance: usize) -> u8 {
        self.bytes()
            .get(self.position + distance)
            .copied()
            .unwrap_or(0)
    }

    /// Returns the next token.
    pub(crate) fn next(&mut self) -> Result<Token, Fault> {
        self.skip_blanks();
        let start = self.position;
        let line = self.line;
        let kind = self.scan()?;
        Ok(Token {
            kind,
            start: start as u32,
            end: self.position_before_colon(kind) as u32,
            line,
        })
    }

    fn position_before_colon(&self, kind: Kind) -> usize {
        if kind == Kind::Label {
            self.position - 1
        } else {
            self.position
        }
    }

    fn skip_blanks(&mut self) {
        let bytes = self.bytes();
        let mut position = self.position;
        while let Some(byte) = bytes.get(position) {
            match byte {
                b' ' | b'\t' | b'\r' => position += 1,
                b'\n' => {
                    self.line += 1;
                    position += 1;
                }
                b';' => {
                    self.position = position;
                    self.skip_line();
                    position = self.position;
                }
                _ => break,
            }
        }
        self.position = position;
    }

    /// Goes to the end of the line.
    fn skip_line(&mut self) {
        let rest = &self.bytes()[self.position..];
        self.position += rest
            .iter()
            .position(|&byte| byte == b'\n')
            .unwrap_or(rest.len());
    }

    fn scan(&mut self) -> Result<Kind, Fault> {
        let byte = self.byte();
        match byte {
            b'%' => self.sigil(Kind::Local),
            b'@' => self.sigil(Kind::Global),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'.' => self.word(),
            b'0'..=b'9' | b'-' | b'+' => self.number(),
            b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b',' | b'=' | b'*' | b'|'
            | b':' | b'/' => {
                self.position += 1;
                Ok(Kind::Punctuation(byte))
            }
            b'"' => {
                self.quoted()?;
                Ok(if self.colon() {
                    Kind::Label
                } else {
                    Kind::Text
                })
            }
            b'$' => self.dollar(),
            b'#' => {
                self.position += 1;
                let (word, _) = self.run();
                Ok(if word.first().is_some_and(u8::is_ascii_digit) {
                    Kind::Group
                } else {
                    Kind::Record
                })
            }
            b'!' => {
                self.position += 1;
                while is_name_byte(self.byte()) || self.byte() == b'\\' {
                    self.position += 1;
                }
                Ok(Kind::Metadata)
            }
            b'^' => {
                self.position += 1;
                self.run();
                Ok(Kind::Summary)
            }
            _ if self.position >= self.text.len() => Ok(Kind::End),
            _ => Err(self.bad_character()),
        }
    }

    fn bad_character(&self) -> Fault {
        let character = self.text[self.position..].chars().next().unwrap_or('\0');
        let span = self.position..self.position + character.len_utf8();
        Fault::new(span, Cause::BadCharacter { character })
    }

    /// Takes the bytes of a name, and tells the classes that all of them are in.
    fn run(&mut self) -> (&'s [u8], u8) {
        let rest = &self.bytes()[self.position..];
        let (mut length, mut common) = (0, u8::MAX);
        for &byte in rest {
            let classes = CLASSES[byte as usize];
            if classes & NAME == 0 {
                break;
            }
            common &= classes;
            length += 1;
        }
        self.position += length;
        (&rest[..length], common)
    }

    fn colon(&mut self) -> bool {
        let found = self.byte() == b':';
        self.position += usize::from(found);
        found
    }

    fn sigil(&mut self, kind: Kind) -> Result<Kind, Fault> {
        self.position += 1;
        if self.byte() == b'"' {
            self.quoted()?;
        } else if self.run().0.is_empty() {
            self.position -= 1;
            return Err(self.bad_character());
        }
        Ok(kind)
    }

    fn dollar(&mut self) -> Result<Kind, Fault> {
        let start = self.position;
        self.run();
        if self.position > start && self.colon() {
            return Ok(Kind::Label);
        }
        self.position = start;
        self.sigil(Kind::Comdat)
    }

    fn quoted(&mut self) -> Result<(), Fault> {
        let start = self.position;
        let rest = &self.bytes()[start + 1..];
        let Some(length) = rest.iter().position(|&byte| byte == b'"') else {
            return Err(Fault::new(start..self.text.len(), Cause::OpenString));
        };
        self.line += rest[..length].iter().filter(|&&byte| byte == b'\n').count() as u32;
        self.position = start + length + 2;
        Ok(())
    }

    fn word(&mut self) -> Result<Kind, Fault> {
        if self.byte() == b'c' && self.byte_after(1) == b'"' {
            self.position += 1;
            self.quoted()?;
            return Ok(Kind::Bytes);
        }
        let (word, common) = self.run();
        if self.colon() {
            return Ok(Kind::Label);
        }
        if let Some(dots) = word.strip_prefix(b"...") {
            self.position -= dots.len();
            return Ok(Kind::Dots);
        }
        if common & WORD == 0 {
            // Only names hold other bytes than these: `i16-1` is a type and a number. The first
            // byte of a word is one of them.
            let is_word = |&byte: &u8| CLASSES[byte as usize] & WORD != 0;
            let end = word.iter().position(|byte| !is_word(byte));
            self.position -= word.len() - end.unwrap_or(word.len());
            return Ok(Kind::Word);
        }
        let hex = word.starts_with(b"u0x") || word.starts_with(b"s0x");
        Ok(if hex { Kind::HexInteger } else { Kind::Word })
    }

    fn number(&mut self) -> Result<Kind, Fault> {
        let start = self.position;
        self.position += usize::from(self.byte() == b'+');
        let (word, common) = self.run();
        if self.colon() {
            return Ok(Kind::Label);
        }
        if common & DIGIT != 0 && !word.is_empty() {
            return Ok(Kind::Integer);
        }
        let digits = word.strip_prefix(b"-").unwrap_or(word);
        if digits.starts_with(b"0x") {
            return Ok(Kind::Hex);
        }
        let end = digits.iter().position(|byte| !byte.is_ascii_digit());
        let tail = &digits[end.unwrap_or(digits.len())..];
        // `4x` is a number and a word: `<4x i32>`.
        if tail.len() < digits.len() && (tail.is_empty() || tail.starts_with(b"x")) {
            self.position -= tail.len();
            return Ok(Kind::Integer);
        }
        // The sign of an exponent: a minus is part of the run, a plus is not.
        if matches!(word.last(), Some(b'e' | b'E')) && self.byte() == b'+' {
            self.position += 1;
            self.run();
        }
        if tail.len() < digits.len() && digits.contains(&b'.') {
            return Ok(Kind::Decimal);
        }
        let number = self.text[start..self.position].to_owned();
        Err(Fault::new(
            start..self.position,
            Cause::BadNumber { number },
        ))
    }

    /// Skips the numbers of attachments behind the name of the first, and the names of the others:
    /// ` !12, !name !13`. It skips nothing, and returns false, unless the line ends with them and
    /// `is_kept` holds for none of the names, which are without `!`.
    pub(crate) fn skip_attachments(&mut self, is_kept: impl Fn(&[u8]) -> bool) -> bool {
        let mut rest = &self.bytes()[self.position..];
        loop {
            let Some(number) = rest.strip_prefix(b" !") else {
                return false;
            };
            let digits = number.iter().take_while(|byte| byte.is_ascii_digit());
            let (digits, after) = number.split_at(digits.count());
            if digits.is_empty() {
                return false;
            }
            let Some(name) = after.strip_prefix(b", !") else {
                rest = after;
                break;
            };
            let (name, after) =
                name.split_at(name.iter().take_while(|byte| is_name_byte(**byte)).count());
            if name.is_empty() || is_kept(name) {
                return false;
            }
            rest = after;
        }
        let ends = matches!(rest.first(), None | Some(b'\n'));
        if ends {
            self.position = self.text.len() - rest.len();
        }
        ends
    }

    /// Skips to behind the bracket that closes the one at `open`, over strings and comments.
    pub(crate) fn skip_brackets(&mut self, open: u32) -> Result<(), Fault> {
        self.rewind(open);
        let mut depth = 0_usize;
        loop {
            match self.byte() {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth = depth.saturating_sub(1),
                b'"' => {
                    self.quoted()?;
                    continue;
                }
                b';' => {
                    self.skip_line();
                    continue;
                }
                b'\n' => self.line += 1,
                // An item at the start of a line ends the search, so that many open brackets cost
                // one pass.
                _ if self.position >= self.text.len() || self.begins_entity() => {
                    let span = open as usize..open as usize + 1;
                    return Err(Fault::new(span, Cause::OpenBracket));
                }
                _ => {}
            }
            self.position += 1;
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// Skips the rest of a definition: to the end of the line outside of brackets.
    pub(crate) fn skip_definition(&mut self, from: u32) -> Result<(), Fault> {
        self.rewind(from);
        loop {
            match self.byte() {
                b'\n' => return Ok(()),
                b'(' | b'[' | b'{' => self.skip_brackets(self.position as u32)?,
                b'"' => self.quoted()?,
                b';' => self.skip_line(),
                _ if self.position >= self.text.len() => return Ok(()),
                _ => self.position += 1,
            }
        }
    }

    /// Skips what begins at `from` and cannot be read: to the next line that begins something at
    /// the top level, or behind a closing bracket at the start of a line.
    pub(crate) fn skip_entity(&mut self, from: u32) {
        self.rewind(from);
        loop {
            self.skip_line();
            if self.position >= self.text.len() {
                return;
            }
            self.position += 1;
            self.line += 1;
            if self.byte() == b'}' {
                self.position += 1;
                return;
            }
            if self.begins_entity() {
                return;
            }
        }
    }

    /// Tells whether a line begins here, and something at the top level with it.
    fn begins_entity(&self) -> bool {
        let at_start = self.position == 0 || self.bytes()[self.position - 1] == b'\n';
        at_start && begins_entity(&self.text.as_bytes()[self.position..])
    }

    /// Goes back to `position`, which lies at most one token behind.
    fn rewind(&mut self, position: u32) {
        let back = &self.bytes()[(position as usize).min(self.position)..self.position];
        self.line -= back.iter().filter(|&&byte| byte == b'\n').count() as u32;
        self.position = position as usize;
    }
}

/// Tells whether a line begins something at the top level and nothing inside of a function.
fn begins_entity(line: &[u8]) -> bool {
    const WORDS: [&[u8]; 9] = [
        b"define ",
        b"declare ",
        b"attributes #",
        b"target datalayout",
        b"target triple",
        b"module asm",
        b"source_filename",
        b"@",
        b"$",
    ];
    if WORDS.iter().any(|word| line.starts_with(word)) {
        return true;
    }
    let assigned = |line: &[u8], word: &[u8]| {
        let name = line.iter().position(|&byte| byte == b' ' || byte == b'\n');
        name.is_some_and(|end| line[end..].starts_with(word))
    };
    match line.first() {
        Some(b'!' | b'^') => assigned(line, b" = "),
        Some(b'%') => assigned(line, b" = type "),
        _ => false,
    }
}

/// Tells whether a byte may be in a name without quotes.
pub(crate) fn is_name_byte(byte: u8) -> bool {
    CLASSES[byte as usize] & NAME != 0
}

/// The class of the bytes that may be in a name without quotes.
const NAME: u8 = 1;
/// Those of them that may be in a keyword.
const WORD: u8 = 2;
/// The decimal digits.
const DIGIT: u8 = 4;

/// The classes of each byte.
const CLASSES: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'0'..=b'9' => NAME | WORD | DIGIT,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'.' => NAME | WORD,
            b'-' | b'$' => NAME,
            _ => 0,
        };
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests;
