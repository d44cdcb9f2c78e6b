//! Mermaid's links.
//!
//! *Needs:* the cursor after a node.
//! *Gives:* [`Link`], if there is one here: `-->`, `-.->`, `==>`, longer ones, with other heads,
//! with a text
//! in the middle or after.
//! *Cost:* O(text of the link).

use super::super::error::{Cause, Fault};
use super::lex::Lexer;
use core::ops::Range;

pub(super) struct Link<'t> {
    pub(super) ends: Ends,
    pub(super) text: Option<&'t str>,
    pub(super) span: Range<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    Forward,
    Both,
    /// Layout only.
    Neither,
}

pub(super) fn read<'t>(lexer: &mut Lexer<'t>) -> Result<Option<Link<'t>>, Fault> {
    let start = lexer.at();
    if lexer.eat("~~~") {
        lexer.take_while(|c| c == '~');
        return finish(lexer, start, Ends::Neither, None);
    }
    let Some(tail) = tail(lexer) else {
        return Ok(None);
    };
    let line = lexer.take_while(|c| matches!(c, '-' | '=' | '.'));
    let mut head = head(lexer);
    let mut text = None;
    let short = matches!(line, "--" | "==" | "-.");
    if head.is_none() && short {
        (text, head) = text_and_second_half(lexer, line, start)?;
    }
    let ends = match (tail, head) {
        (_, None) => return Err(Fault::new(lexer.since(start), Cause::NoArrowhead)),
        (true, Some(())) => Ends::Both,
        (false, Some(())) => Ends::Forward,
    };
    finish(lexer, start, ends, text)
}

/// Passes the head at the near end of a link, and tells whether there is one; nothing if no link is
/// here.
fn tail(lexer: &mut Lexer<'_>) -> Option<bool> {
    let line = |rest: &str| ["--", "==", "-."].iter().any(|line| rest.starts_with(line));
    if line(lexer.rest()) {
        return Some(false);
    }
    let rest = lexer.rest().strip_prefix(['<', 'x', 'o'])?;
    line(rest).then(|| {
        lexer.bump();
        true
    })
}

/// Passes the head at the far end of a link.
fn head(lexer: &mut Lexer<'_>) -> Option<()> {
    if lexer.eat(">") {
        return Some(());
    }
    // `--x` and `--o` are heads if a node's name does not begin here: `A --other` is not a link.
    let mut rest = lexer.rest().chars();
    let cross = matches!(rest.next(), Some('x' | 'o'));
    let alone = rest.next().is_none_or(|c| c.is_whitespace() || c == '|');
    (cross && alone).then(|| {
        lexer.bump();
    })
}

/// Passes the text of `-- text -->`, `== text ==>` or `-. text .->`, and the arrow; gives both.
fn text_and_second_half<'t>(
    lexer: &mut Lexer<'t>,
    line: &str,
    start: usize,
) -> Result<(Option<&'t str>, Option<()>), Fault> {
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
    Ok(Some(Link { ends, text, span }))
}

fn unquoted(text: &str) -> &str {
    let text = text.trim();
    let inner = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    inner.unwrap_or(text)
}
