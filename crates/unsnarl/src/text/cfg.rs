//! The reader of our own notation, `.cfg`.
//!
//! *Needs:* one line a block: its name, `->`, its exit.
//! *Gives:* a [`Named`] for each function; the block of the first line is the entry, and blocks are
//! numbered by their lines.
//! *Cost:* O(n log n).
//!
//! ```text
//! ; a comment
//! entry -> head
//! head*4 -> body*9 | exit+      ; size 4; the first arm 9 times as often; work on the second
//! pick -> switch a b b | c      ; cases in order, the default last
//! more? -> head | exit           ; it only decides: it may stand in a condition
//! exit -> return
//! x -> unreachable
//! "a b" -> "return"             ; any name in quotes; escapes \" \\ \n \t \u{hex}
//! function f                    ; another graph begins, and has this name
//! entry -> return
//! ```
//!
//! Every block has one line. A name that is only mentioned is an error, since it is probably a
//! typing mistake. The keywords `return`, `unreachable` and `switch` name blocks only in quotes.
//! The word `function` is no keyword: `function -> a` is the line of a block.

use super::draft::Draft;
use super::elements::DraftEdge;
use super::error::{Cause, Fault};
use super::scan::Scanner;
use super::{Found, Named};
use crate::cfg::Exit;
use crate::ids::{BlockId, Id};
use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

/// The maximum number of faults reported for a text.
const MOST_FAULTS: usize = 100;

/// Reads the graphs of a text, or gives all of its faults, at least one, in the order of the text.
pub(super) fn read(text: &str) -> Result<Vec<Found>, Vec<Fault>> {
    let mut reader = Reader::new(text);
    let mut graphs = Vec::new();
    let mut faults = Vec::new();
    let mut names = BTreeSet::new();
    while reader.next_line() && faults.len() < MOST_FAULTS {
        let arms = reader.arms.len();
        let heading = match reader.heading() {
            Ok(None) => reader.line().map(|()| None),
            heading => heading,
        };
        match heading {
            Ok(None) => {}
            Ok(Some(heading)) => {
                if !names.insert(heading.name.clone()) {
                    let (name, span) = (heading.name.clone(), heading.span.clone());
                    faults.push(Fault::new(span, Cause::SecondFunction { name }));
                }
                let before = reader.begin(text, heading);
                // The text before the first heading may have nothing but comments.
                if before.heading.is_some() || !before.draft.nodes.is_empty() {
                    before.finish(&mut graphs, &mut faults);
                }
            }
            Err(fault) => {
                reader.has_fault = true;
                reader.arms.truncate(arms);
                reader.scanner.skip_line();
                faults.push(fault);
            }
        }
    }
    reader.finish(&mut graphs, &mut faults);
    // Faults of targets are found after the faults of later lines.
    faults.sort_by_key(Fault::start);
    match faults.is_empty() {
        true => Ok(graphs),
        false => Err(faults),
    }
}

/// Tells whether the first line of a text is the line of a block. A name that ends with `-` is the
/// beginning of an arrow of Mermaid.
pub(super) fn begins(text: &str) -> bool {
    let mut reader = Reader::new(text);
    let has_line = reader.next_line() && reader.line().is_ok();
    let name = reader.draft.nodes.values().next();
    has_line && name.is_some_and(|first| !first.identifier.ends_with('-'))
}

/// Words that name a block only in quotes.
const KEYWORDS: [&str; 3] = ["return", "unreachable", "switch"];

/// Tells whether a word names a block only in quotes.
pub(super) fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

/// Tells whether a character ends a name without quotes.
pub(super) fn ends_name(c: char) -> bool {
    c.is_whitespace() || c.is_control() || matches!(c, ';' | '|' | '"' | '*' | '+' | '?')
}

struct Reader<'t> {
    scanner: Scanner<'t>,
    /// The name of the graph that is being read.
    heading: Option<Name>,
    draft: Draft,
    arms: Vec<Arm>,
    /// Whether a line is faulty.
    has_fault: bool,
    /// Whether a line is faulty and its block is unknown, so that a block may seem to have no line.
    has_unread_line: bool,
}

/// An arm whose target may have its line further down.
struct Arm {
    from: BlockId,
    target: Name,
    weight: u32,
    empty: bool,
}

struct Name {
    name: String,
    quoted: bool,
    span: Range<usize>,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Self {
        Reader {
            scanner: Scanner::new(text),
            heading: None,
            draft: Draft::new(text),
            arms: Vec::new(),
            has_fault: false,
            has_unread_line: false,
        }
    }

    /// Reads the line that begins a function, if it is here.
    fn heading(&mut self) -> Result<Option<Name>, Fault> {
        let mut ahead = self.scanner.clone();
        let is_alone = |c: char| c.is_whitespace() && c != '\n';
        if !ahead.eat("function") || ahead.take_while(is_alone).is_empty() {
            return Ok(None);
        }
        if matches!(ahead.peek(), None | Some('\n' | ';')) || ahead.rest().starts_with("->") {
            return Ok(None);
        }
        self.scanner = ahead;
        let name = self
            .name()?
            .ok_or_else(|| self.expected("a function's name"))?;
        self.end_of_line()?;
        Ok(Some(name))
    }

    /// Begins the graph of a function, and gives the reader of the graph before it.
    fn begin(&mut self, text: &'t str, heading: Name) -> Reader<'t> {
        let next = Reader {
            scanner: self.scanner.clone(),
            heading: Some(heading),
            ..Reader::new(text)
        };
        core::mem::replace(self, next)
    }

    /// Goes to the next line that is not blank or a comment.
    fn next_line(&mut self) -> bool {
        self.scanner.skip_space();
        while self.scanner.peek() == Some(';') {
            self.scanner.skip_line();
            self.scanner.skip_space();
        }
        self.scanner.peek().is_some()
    }

    fn line(&mut self) -> Result<(), Fault> {
        let had_unread_line = core::mem::replace(&mut self.has_unread_line, true);
        let subject = self
            .name()?
            .ok_or_else(|| self.expected("a block's name"))?;
        self.has_unread_line = had_unread_line;
        refuse_keyword(&subject)?;
        if self.draft.find(&subject.name).is_some() {
            let name = subject.name;
            return Err(Fault::new(subject.span, Cause::SecondLine { name }));
        }
        let block = self.draft.node(&subject.name, subject.span);
        if let Some(size) = self.number_after("*")? {
            self.draft.nodes[block].size = size;
        }
        self.draft.nodes[block].only_decides = self.scanner.eat("?");
        self.blanks();
        if !self.scanner.eat("->") {
            return Err(self.expected("`->`"));
        }
        let exit = self.exit(block)?;
        self.draft.nodes[block].exit = Some(exit);
        self.end_of_line()
    }

    fn exit(&mut self, block: BlockId) -> Result<Exit, Fault> {
        let first = self
            .name()?
            .ok_or_else(|| self.expected("a block's name, `switch`, `return` or `unreachable`"))?;
        match first.name.as_str() {
            "return" if !first.quoted => return Ok(Exit::Return),
            "unreachable" if !first.quoted => return Ok(Exit::Unreachable),
            "switch" if !first.quoted => return self.switch(block),
            _ => self.arm(block, first)?,
        }
        if !self.bar() {
            return Ok(Exit::Jump);
        }
        let second = self
            .name()?
            .ok_or_else(|| self.expected("the second arm"))?;
        self.arm(block, second)?;
        let start = self.scanner.at();
        if self.bar() {
            return Err(Fault::new(self.scanner.since(start), Cause::ThreeArms));
        }
        Ok(Exit::Branch)
    }

    fn switch(&mut self, block: BlockId) -> Result<Exit, Fault> {
        while let Some(case) = self.name()? {
            self.arm(block, case)?;
        }
        if !self.bar() {
            return Err(self.expected("a case, or `|` and the default"));
        }
        let default = self.name()?.ok_or_else(|| self.expected("the default"))?;
        self.arm(block, default)?;
        Ok(Exit::Switch)
    }

    fn arm(&mut self, from: BlockId, target: Name) -> Result<(), Fault> {
        refuse_keyword(&target)?;
        let weight = self.number_after("*")?.unwrap_or(1);
        let empty = !self.scanner.eat("+");
        self.arms.push(Arm {
            from,
            target,
            weight,
            empty,
        });
        Ok(())
    }

    /// Reads a name, if there is one here on this line.
    fn name(&mut self) -> Result<Option<Name>, Fault> {
        self.blanks();
        let start = self.scanner.at();
        let quoted = self.scanner.eat("\"");
        let name = if quoted {
            self.string(start)?
        } else {
            self.word().to_string()
        };
        let span = self.scanner.since(start);
        let named = quoted || !name.is_empty();
        Ok(named.then_some(Name { name, quoted, span }))
    }

    fn word(&mut self) -> &str {
        let rest = self.scanner.rest();
        let arrow = |at: usize| rest[at..].starts_with("->");
        let mut at = 0;
        self.scanner.take_while(|next| {
            let belongs = !ends_name(next) && !arrow(at);
            at += next.len_utf8();
            belongs
        })
    }

    fn string(&mut self, start: usize) -> Result<String, Fault> {
        let mut name = String::new();
        loop {
            name.push_str(self.scanner.take_while(|c| !matches!(c, '"' | '\\' | '\n')));
            let escape = self.scanner.at();
            match self.scanner.bump() {
                Some('"') => return Ok(name),
                Some('\\') => {
                    let c = unescape(&mut self.scanner).ok_or_else(|| {
                        Fault::new(self.scanner.since(escape), Cause::UnknownEscape)
                    })?;
                    name.push(c);
                }
                _ => return Err(Fault::new(start..escape, Cause::UnclosedString)),
            }
        }
    }

    /// Reads the number of a hint, if the hint's sign is here.
    fn number_after(&mut self, sign: &str) -> Result<Option<u32>, Fault> {
        let start = self.scanner.at();
        if !self.scanner.eat(sign) {
            return Ok(None);
        }
        let digits = self.scanner.take_while(|c| c.is_ascii_digit());
        match digits.parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(Fault::new(self.scanner.since(start), Cause::Number)),
        }
    }

    fn bar(&mut self) -> bool {
        self.blanks();
        self.scanner.eat("|")
    }

    fn blanks(&mut self) {
        self.scanner.take_while(|c| c.is_whitespace() && c != '\n');
    }

    fn end_of_line(&mut self) -> Result<(), Fault> {
        self.blanks();
        match self.scanner.peek() {
            None | Some('\n' | ';') => Ok(()),
            Some(_) => Err(self.expected("the end of the line")),
        }
    }

    fn expected(&self, wanted: &'static str) -> Fault {
        self.scanner.expected(wanted)
    }

    /// Adds the graph, or its faults.
    fn finish(mut self, graphs: &mut Vec<Found>, faults: &mut Vec<Fault>) {
        if self.draft.nodes.is_empty() {
            if !self.has_fault {
                faults.push(match self.heading {
                    Some(Name { name, span, .. }) => {
                        Fault::new(span, Cause::EmptyFunction { name })
                    }
                    None => Fault::new(0..0, Cause::Empty),
                });
            }
            return;
        }
        for arm in core::mem::take(&mut self.arms) {
            let Name { name, span, .. } = arm.target;
            let Some(target) = self.draft.find(&name) else {
                self.has_fault = true;
                if self.has_unread_line || faults.len() >= MOST_FAULTS {
                    continue;
                }
                let blocks = self
                    .draft
                    .nodes
                    .values()
                    .map(|node| node.identifier.as_str());
                let mut known = KEYWORDS.into_iter().chain(blocks);
                let meant = known.find(|known| is_slip(&name, known));
                let meant = meant.map(ToString::to_string);
                faults.push(Fault::new(span, Cause::NoLine { name, meant }));
                continue;
            };
            self.draft.edge(DraftEdge {
                weight: arm.weight,
                empty: arm.empty,
                ..DraftEdge::new(arm.from, target)
            });
        }
        if self.has_fault {
            return;
        }
        self.draft.nodes[BlockId::new(0)].entry = Some(0..0);
        let heading = self.heading.map(|Name { name, span, .. }| (name, span));
        let (name, span) = heading.unzip();
        let span = span.unwrap_or(0..0);
        match self.draft.finish() {
            Ok(graph) => graphs.push(Found {
                graph: Named { name, ..graph },
                span,
            }),
            Err(fault) => faults.push(fault),
        }
    }
}

fn refuse_keyword(name: &Name) -> Result<(), Fault> {
    if name.quoted || !is_keyword(&name.name) {
        return Ok(());
    }
    let word = name.name.clone();
    Err(Fault::new(name.span.clone(), Cause::Keyword { word }))
}

/// Tells whether one word is another word with one typing mistake: a letter that is missing, added,
/// wrong or swapped with its neighbour. Words of one or two letters are too short to tell.
fn is_slip(written: &str, meant: &str) -> bool {
    let (written, meant): (Vec<char>, Vec<char>) =
        (written.chars().collect(), meant.chars().collect());
    let shorter = written.len().min(meant.len());
    let same = |at: &usize| written[*at] == meant[*at];
    let before = (0..shorter).take_while(same).count();
    let same_from_end = |at: &usize| written[written.len() - 1 - at] == meant[meant.len() - 1 - at];
    let after = (0..shorter - before).take_while(same_from_end).count();
    let (written, meant) = (
        &written[before..written.len() - after],
        &meant[before..meant.len() - after],
    );
    shorter > 2
        && match (written, meant) {
            ([], [_]) | ([_], [] | [_]) => true,
            ([a, b], [c, d]) => a == d && b == c,
            _ => false,
        }
}

/// Reads the character after the backslash.
fn unescape(scanner: &mut Scanner<'_>) -> Option<char> {
    match scanner.bump()? {
        'n' => Some('\n'),
        't' => Some('\t'),
        'u' if scanner.eat("{") => {
            let digits = scanner.take_while(|c| c.is_ascii_hexdigit());
            let code = u32::from_str_radix(digits, 16).ok()?;
            char::from_u32(code).filter(|_| scanner.eat("}"))
        }
        c @ ('"' | '\\') => Some(c),
        _ => None,
    }
}
