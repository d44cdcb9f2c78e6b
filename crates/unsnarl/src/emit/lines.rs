//! Indented lines.
//!
//! *Needs:* a writer.
//! *Gives:* [`Lines`]; two blanks a level, and no more from the fortieth level on unless
//! indentation has a meaning.
//! *Cost:* O(text).

use core::fmt::{self, Write};

/// The level from which deeper lines start at the same column.
pub(super) const DEEPEST_INDENT: usize = 40;

/// Indented lines.
pub struct Lines<'w> {
    out: &'w mut dyn Write,
    depth: usize,
    deepest: usize,
    written: usize,
}

impl<'w> Lines<'w> {
    /// Starts without lines, at the margin.
    pub fn new(out: &'w mut dyn Write) -> Lines<'w> {
        Lines {
            out,
            depth: 0,
            deepest: DEEPEST_INDENT,
            written: 0,
        }
    }

    /// Starts without lines, at the margin, in a language in which indentation has a meaning: every
    /// level is indented.
    pub fn with_every_level(out: &'w mut dyn Write) -> Lines<'w> {
        Lines {
            deepest: usize::MAX,
            ..Lines::new(out)
        }
    }

    /// Goes a level deeper.
    pub fn indent(&mut self) {
        self.depth += 1;
    }

    /// Goes back a level.
    pub fn outdent(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Gives the number of lines so far.
    pub fn written(&self) -> usize {
        self.written
    }

    /// Writes a line.
    pub fn line(&mut self, text: impl fmt::Display) -> fmt::Result {
        let width = 2 * self.depth.min(self.deepest);
        self.written += 1;
        writeln!(self.out, "{:width$}{text}", "")
    }

    /// Writes each line of a text after a mark.
    pub fn text(&mut self, mark: &str, text: &str) -> fmt::Result {
        text.lines().try_for_each(|line| match mark.is_empty() {
            true => self.line(OneLine(line)),
            false => self.line(format_args!("{mark}{}", Remark(line))),
        })
    }
}

/// A text as a comment to the end of its line; C would continue the line after a backslash.
pub(super) struct Remark<'t>(pub(super) &'t str);

impl fmt::Display for Remark<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        OneLine(self.0).fmt(f)?;
        match self.0.trim_end().ends_with('\\') {
            true => f.write_str(" ."),
            false => Ok(()),
        }
    }
}

/// A text without the characters that end a line in some language.
pub(super) struct OneLine<'t>(pub(super) &'t str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            let breaks = c.is_control() && c != '\t' || matches!(c, '\u{2028}' | '\u{2029}');
            f.write_char(if breaks { ' ' } else { c })?;
        }
        Ok(())
    }
}
