//! Indented lines.
//!
//! *Needs:* somewhere to write.
//! *Gives:* [`Lines`]; two blanks a level, and no more from the fortieth level on.
//! *Cost:* O(text).

use core::fmt::{self, Write};

/// Levels after which deeper lines start at the same column.
pub(super) const DEEPEST_INDENT: usize = 40;

pub(super) struct Lines<'w> {
    out: &'w mut dyn Write,
    depth: usize,
}

impl<'w> Lines<'w> {
    pub(super) fn new(out: &'w mut dyn Write) -> Lines<'w> {
        Lines { out, depth: 0 }
    }

    pub(super) fn indent(&mut self) {
        self.depth += 1;
    }

    pub(super) fn outdent(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    pub(super) fn line(&mut self, text: impl fmt::Display) -> fmt::Result {
        let width = 2 * self.depth.min(DEEPEST_INDENT);
        writeln!(self.out, "{:width$}{text}", "")
    }

    /// Writes every line of a text after a mark.
    pub(super) fn text(&mut self, mark: &str, text: &str) -> fmt::Result {
        text.lines()
            .try_for_each(|line| self.line(format_args!("{mark}{}", OneLine(line))))
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
