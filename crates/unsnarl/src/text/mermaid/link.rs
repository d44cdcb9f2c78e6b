//! Mermaid's links.
//!
//! *Needs:* the cursor behind a node.
//! *Gives:* [`Link`], if one stands here: `-->`, `-.->`, `==>`, longer ones, with other heads, with a text
//! in the middle or behind.
//! *Cost:* O(text of the link).

use super::super::error::{Cause, Fault};
use super::lex::Lexer;
use core::ops::Range;

pub(super) struct Link {
    pub(super) ends: Ends,
    pub(super) span: Range<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    Forward,
    Both,
    /// Layout only.
    Neither,
}

pub(super) fn read(lexer: &mut Lexer<'_>) -> Result<Option<Link>, Fault> {
    let start = lexer.at();
    if lexer.eat("~~~") {
        lexer.take_while(|c| c == '~');
        return finish(lexer, start, Ends::Neither);
    }
    let Some(tail) = tail(lexer) else {
        return Ok(None);
    };
    let line = lexer.take_while(|c| matches!(c, '-' | '=' | '.'));
    let mut head = head(lexer);
    let short = matches!(line, "--" | "==" | "-.");
    if head.is_none() && short {
        head = text_and_second_half(lexer, line, start)?;
    }
    let ends = match (tail, head) {
        (_, None) => return Err(Fault::new(lexer.since(start), Cause::NoArrowhead)),
        (true, Some(())) => Ends::Both,
        (false, Some(())) => Ends::Forward,
    };
    finish(lexer, start, ends)
}

/// Passes the head at the near end of a link, and tells whether there is one; nothing if no link stands
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

/// Passes the text of `-- text -->`, `== text ==>` or `-. text .->`, and the arrow.
fn text_and_second_half(
    lexer: &mut Lexer<'_>,
    line: &str,
    start: usize,
) -> Result<Option<()>, Fault> {
    let second = match line {
        "-." => ".-",
        line => line,
    };
    let first_half = lexer.since(start);
    loop {
        lexer.take_while(|c| c != '"' && !second.starts_with(c));
        if lexer.is_at_end() {
            return Err(Fault::new(first_half, Cause::UnclosedLink));
        } else if lexer.rest().starts_with('"') {
            lexer.string()?;
        } else if lexer.eat(second) {
            lexer.take_while(|c| second.contains(c));
            return Ok(head(lexer));
        } else {
            lexer.bump();
        }
    }
}

/// Passes the text `|...|` behind a link.
fn finish(lexer: &mut Lexer<'_>, start: usize, ends: Ends) -> Result<Option<Link>, Fault> {
    let span = lexer.since(start);
    lexer.blanks();
    if lexer.eat("|") && !lexer.pass("|") {
        return Err(Fault::new(span, Cause::UnclosedLink));
    }
    Ok(Some(Link { ends, span }))
}
