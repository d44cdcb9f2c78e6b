//! Mermaid's links.
//!
//! *Needs:* the cursor after a node.
//! *Gives:* [`Link`], if there is one here: `-->`, `-.->`, `==>`, longer links, links with other
//! heads, with a text in the middle or after, with a name before (`e1@-->`).
//! *Cost:* O(text of the link).
//!
//! A cross or a circle at the near end makes a link bidirectional only if the far end has the same
//! sign: `x--x`, `o--o`. Mermaid takes these letters for ends of links wherever a line follows, so
//! `A --other` leads to `ther`, and a line `x-->c` continues the line before it. Such a letter is
//! [noted](Ends::Odd).

use super::super::error::{Cause, Fault};
use super::lex::Lexer;
use core::ops::Range;

pub(super) struct Link<'t> {
    /// Its name, by which other statements set its properties.
    pub(super) name: Option<&'t str>,
    pub(super) ends: Ends,
    pub(super) text: Option<&'t str>,
    pub(super) span: Range<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    Forward,
    /// Forward, with a letter before the line and no matching letter at the other end.
    Odd,
    Both,
    /// Layout only.
    Neither,
}

/// The sign at an end of a link.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Head {
    Point,
    Cross,
    Circle,
}

pub(super) fn read<'t>(lexer: &mut Lexer<'t>) -> Result<Option<Link<'t>>, Fault> {
    let start = lexer.at();
    let name = name(lexer);
    if lexer.eat("~~~") {
        lexer.take_while(|c| c == '~');
        return finish(lexer, start, Ends::Neither, None);
    }
    if !is_line(lexer.rest()) && !is_tail(lexer.rest()) {
        return Ok(None);
    }
    let tail = tail(lexer);
    let line = lexer.take_while(|c| matches!(c, '-' | '=' | '.'));
    let mut head = head(lexer);
    let mut text = None;
    let short = matches!(line, "--" | "==" | "-.");
    if head.is_none() && short {
        (text, head) = text_and_second_half(lexer, line, start)?;
    }
    let ends = match (tail, head) {
        (_, None) => return Err(Fault::new(lexer.since(start), Cause::NoArrowhead)),
        (Some(tail), Some(head)) if tail == head => Ends::Both,
        (Some(Head::Cross | Head::Circle), Some(_)) => Ends::Odd,
        (Some(Head::Point) | None, Some(_)) => Ends::Forward,
    };
    let link = finish(lexer, start, ends, text)?;
    Ok(link.map(|link| Link { name, ..link }))
}

/// Passes the name of a link and `@`, if a link follows.
fn name<'t>(lexer: &mut Lexer<'t>) -> Option<&'t str> {
    let mut ahead = lexer.clone();
    let name = ahead.word();
    let is_name = !name.is_empty() && ahead.eat("@");
    (is_name && (is_line(ahead.rest()) || is_tail(ahead.rest()))).then(|| {
        *lexer = ahead;
        name
    })
}

fn is_line(rest: &str) -> bool {
    ["--", "==", "-.", "~~~"]
        .iter()
        .any(|line| rest.starts_with(line))
}

fn is_tail(rest: &str) -> bool {
    rest.strip_prefix(['<', 'x', 'o']).is_some_and(is_line)
}

/// Passes the head at the near end of a link, if there is one.
fn tail(lexer: &mut Lexer<'_>) -> Option<Head> {
    match lexer.eat("<") {
        true => Some(Head::Point),
        false => letter(lexer),
    }
}

/// Passes the head at the far end of a link.
fn head(lexer: &mut Lexer<'_>) -> Option<Head> {
    match lexer.eat(">") {
        true => Some(Head::Point),
        false => letter(lexer),
    }
}

fn letter(lexer: &mut Lexer<'_>) -> Option<Head> {
    if lexer.eat("x") {
        Some(Head::Cross)
    } else if lexer.eat("o") {
        Some(Head::Circle)
    } else {
        None
    }
}

/// Passes the text and the arrow of `-- text -->`, `== text ==>` or `-. text .->`, and gives both.
fn text_and_second_half<'t>(
    lexer: &mut Lexer<'t>,
    line: &str,
    start: usize,
) -> Result<(Option<&'t str>, Option<Head>), Fault> {
    let second = match line {
        "-." => ".-",
        line => line,
    };
    let first_half = lexer.since(start);
    let behind = lexer.rest();
    let first = lexer.at();
    loop {
        lexer.take_while(|c| c != '"' && !second.starts_with(c));
        if lexer.is_at_end() {
            return Err(Fault::new(first_half, Cause::UnclosedLink));
        } else if lexer.rest().starts_with('"') {
            lexer.string()?;
        } else if lexer.rest().starts_with(second) {
            let text = &behind[..lexer.at() - first];
            lexer.take_while(|c| second.contains(c));
            return Ok((Some(unquoted(text)), head(lexer)));
        } else {
            lexer.bump();
        }
    }
}

/// Passes the text `|...|` after a link.
fn finish<'t>(
    lexer: &mut Lexer<'t>,
    start: usize,
    ends: Ends,
    mut text: Option<&'t str>,
) -> Result<Option<Link<'t>>, Fault> {
    let span = lexer.since(start);
    lexer.blanks();
    if lexer.eat("|") {
        let behind = lexer.rest();
        let first = lexer.at();
        if !lexer.pass("|") {
            return Err(Fault::new(span, Cause::UnclosedLink));
        }
        text = Some(unquoted(&behind[..lexer.at() - first - 1]));
    }
    let name = None;
    Ok(Some(Link {
        name,
        ends,
        text,
        span,
    }))
}

fn unquoted(text: &str) -> &str {
    let text = text.trim();
    let inner = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    inner.unwrap_or(text)
}
