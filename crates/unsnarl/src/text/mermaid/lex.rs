//! The tokens of Mermaid.
//!
//! *Needs:* any text.
//! *Gives:* [`Lexer`]; [`Shown`], the text of a node.
//! *Cost:* O(text).

use super::super::elements::Shape;
use super::super::error::{Cause, Fault};
use super::super::scan::Scanner;
use super::is_header;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

#[derive(Clone)]
pub(super) struct Lexer<'t> {
    scanner: Scanner<'t>,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Lexer<'t> {
        Lexer {
            scanner: Scanner::new(text),
        }
    }

    pub(super) fn at(&self) -> usize {
        self.scanner.at()
    }

    pub(super) fn rest(&self) -> &'t str {
        self.scanner.rest()
    }

    pub(super) fn since(&self, start: usize) -> Range<usize> {
        self.scanner.since(start)
    }

    pub(super) fn slice(&self, span: Range<usize>) -> &'t str {
        self.scanner.slice(span)
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.rest().is_empty()
    }

    pub(super) fn eat(&mut self, word: &str) -> bool {
        self.scanner.eat(word)
    }

    pub(super) fn bump(&mut self) {
        self.scanner.bump();
    }

    pub(super) fn take_while(&mut self, belongs: impl FnMut(char) -> bool) -> &'t str {
        self.scanner.take_while(belongs)
    }

    /// Passes everything up to and including `end`, if it occurs.
    pub(super) fn pass(&mut self, end: &str) -> bool {
        self.scanner.take_until(end).is_some()
    }

    pub(super) fn expected(&self, wanted: &'static str) -> Fault {
        self.scanner.expected(wanted)
    }

    /// Passes blanks, line breaks and comments.
    pub(super) fn skip_within(&mut self) {
        self.scanner.skip_space();
        while self.rest().starts_with("%%") {
            self.scanner.skip_line();
            self.scanner.skip_space();
        }
    }

    /// Passes blanks and other text that may stand between statements.
    pub(super) fn skip(&mut self) {
        self.skip_within();
        while self.eat(";") {
            self.skip_within();
        }
    }

    pub(super) fn blanks(&mut self) {
        self.take_while(|c| c.is_whitespace() && c != '\n');
    }

    /// Passes the front matter and the first words, up to the direction, and gives the first one.
    pub(super) fn header(&mut self) -> Result<&'t str, Fault> {
        self.skip_within();
        let start = self.at();
        if self.eat("---") && !self.pass("\n---") {
            return Err(Fault::new(start..start + 3, Cause::UnclosedGroup));
        }
        self.skip_within();
        let start = self.at();
        let word = self.word();
        if !is_header(word) {
            return Err(Fault::new(self.since(start), Cause::NotAFlowchart));
        }
        self.blanks();
        let direction = self.look(Self::word);
        if matches!(direction, "TB" | "TD" | "BT" | "RL" | "LR") {
            self.word();
        } else if !self.eat(">") && !self.eat("<") {
            self.eat("^");
        }
        Ok(word)
    }

    /// Passes the word here if it is a keyword that begins a statement, and gives it.
    pub(super) fn keyword(&mut self) -> &'t str {
        let word = self.look(Self::word);
        let behind = self.rest()[word.len()..].chars().next();
        let alone = behind.is_none_or(|c| c.is_whitespace() || c == ';');
        let keyword = match word {
            "end" => alone,
            "accTitle" | "accDescr" => {
                let behind = self.rest()[word.len()..].trim_start();
                behind.starts_with([':', '{'])
            }
            "subgraph" | "direction" | "style" | "linkStyle" | "class" | "classDef" | "click" => {
                alone && behind.is_some()
            }
            _ => false,
        };
        if keyword { self.word() } else { "" }
    }

    /// Passes a name; empty if there is none here.
    pub(super) fn word(&mut self) -> &'t str {
        let rest = self.rest();
        let mut at = 0;
        self.take_while(|c| {
            let behind = rest[at..].chars().nth(1);
            let belongs = match c {
                '-' => at > 0 && behind.is_some_and(char::is_alphanumeric),
                '.' => at > 0 && behind.is_some_and(|c| c.is_alphanumeric() || c == '.'),
                c => {
                    c.is_alphanumeric()
                        || matches!(c, '_' | '$' | '#' | '\'' | '*' | '+' | '?' | '!')
                }
            };
            at += c.len_utf8();
            belongs
        })
    }

    /// Passes the rest of a statement that has no effect.
    pub(super) fn skip_clause(&mut self) {
        self.take_while(|c| !matches!(c, ';' | '\n'));
    }

    /// Passes the text of `accTitle: text` or `accDescr { text }`, which serves accessibility.
    pub(super) fn skip_description(&mut self) {
        self.blanks();
        if !self.rest().starts_with('{') || !self.pass("}") {
            self.scanner.skip_line();
        }
    }

    /// Passes the name and the title of a subgraph, and gives the name.
    pub(super) fn title(&mut self) -> Result<Option<&'t str>, Fault> {
        self.blanks();
        if self.rest().starts_with('"') {
            return self.string().map(|_| None);
        }
        let name = self.word();
        if name.is_empty() {
            return match self.rest().chars().next() {
                None | Some('\n') => Ok(None),
                Some(_) => Err(self.expected("the name of a subgraph")),
            };
        }
        self.blanks();
        if self.rest().starts_with('[') {
            self.shape()?;
        } else {
            self.rest_of_title();
        }
        Ok(Some(name))
    }

    /// Passes the plain words up to the end of the line, if nothing else is on it.
    fn rest_of_title(&mut self) {
        let mut ahead = Lexer {
            scanner: self.scanner.clone(),
        };
        loop {
            ahead.blanks();
            let word = ahead.word();
            match ahead.rest().chars().next() {
                _ if matches!(word, "end" | "subgraph") => return,
                Some('\n') => {
                    self.scanner = ahead.scanner;
                    return;
                }
                Some(c) if c.is_whitespace() => {}
                _ => return,
            }
        }
    }

    /// Passes the shape, data and class of a node, and gives the text in them.
    pub(super) fn shape(&mut self) -> Result<Option<Shown<'t>>, Fault> {
        let mut shown = None;
        if self.rest().starts_with(['[', '(', '{', '>']) {
            shown = Some(Shown::of_shape(self.brackets()?));
        }
        if self.eat("@") {
            if !self.rest().starts_with('{') {
                return Err(self.expected("`{`"));
            }
            shown = Shown::of_data(self.brackets()?).or(shown);
        }
        if self.eat(":::") {
            self.word();
        }
        Ok(shown)
    }

    /// Passes nested brackets, and gives their whole text.
    fn brackets(&mut self) -> Result<&'t str, Fault> {
        let start = self.at();
        self.bump();
        let mut depth = 1_usize;
        while depth > 0 {
            self.take_while(|c| !matches!(c, '[' | '(' | '{' | ']' | ')' | '}' | '"'));
            match self.rest().chars().next() {
                None => return Err(Fault::new(start..start + 1, Cause::UnclosedShape)),
                Some('"') => {
                    self.string()?;
                    continue;
                }
                Some('[' | '(' | '{') => depth += 1,
                Some(_) => depth -= 1,
            }
            self.bump();
        }
        Ok(self.scanner.slice(self.since(start)))
    }

    /// Passes a string; it has no escapes.
    pub(super) fn string(&mut self) -> Result<(), Fault> {
        let start = self.at();
        self.bump();
        if self.pass("\"") {
            return Ok(());
        }
        Err(Fault::new(start..start + 1, Cause::UnclosedString))
    }

    /// Gives the result of `read`, without moving.
    fn look<T>(&self, read: impl Fn(&mut Self) -> T) -> T {
        read(&mut Lexer {
            scanner: self.scanner.clone(),
        })
    }
}

/// The text of a node.
pub(super) struct Shown<'t> {
    pub(super) text: &'t str,
    pub(super) shape: Shape,
}

impl<'t> Shown<'t> {
    /// Reads the brackets, slashes and quotes around a text.
    fn of_shape(brackets: &'t str) -> Shown<'t> {
        let text = brackets
            .trim_matches(|c| matches!(c, '[' | ']' | '(' | ')' | '{' | '}' | '>' | '/' | '\\'))
            .trim()
            .trim_matches('"')
            .trim_matches('`')
            .trim();
        let shape = match brackets.starts_with('{') {
            true => Shape::Question,
            false => Shape::Plain,
        };
        Shown { text, shape }
    }

    /// Reads `{ shape: diam, label: "text" }`; nothing without a label.
    fn of_data(braces: &'t str) -> Option<Shown<'t>> {
        let value = |key: &str| {
            let (_, behind) = braces.split_once(key)?;
            let value = behind.trim_start().strip_prefix(':')?.trim_start();
            match value.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').map(|(text, _)| text),
                None => value.split([',', '}', '\n']).next().map(str::trim),
            }
        };
        let shape = match value("shape") {
            Some("diam" | "decision" | "diamond" | "question" | "hex" | "hexagon" | "prepare") => {
                Shape::Question
            }
            _ => Shape::Plain,
        };
        value("label").map(|text| Shown { text, shape })
    }

    /// Lists the lines of the text, without entities.
    pub(super) fn lines(&self) -> Vec<String> {
        let breaks = ["<br/>", "<br />", "<br>", "\\n"];
        let text = breaks
            .iter()
            .fold(decoded(self.text), |text, tag| text.replace(tag, "\n"));
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.map(String::from).collect()
    }
}

/// Gives a text without its entities: `#quot;`, `#35;`.
pub(super) fn decoded(text: &str) -> String {
    let mut decoded = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('#') {
        decoded.push_str(before);
        let entity = behind.split_once(';').and_then(|(name, after)| {
            let c = match name {
                "quot" => '"',
                "amp" => '&',
                "lt" => '<',
                "gt" => '>',
                "nbsp" => ' ',
                number => char::from_u32(number.parse().ok()?)?,
            };
            Some((c, after))
        });
        rest = match entity {
            Some((c, after)) => {
                decoded.push(c);
                after
            }
            None => {
                decoded.push('#');
                behind
            }
        };
    }
    decoded.push_str(rest);
    decoded
}
