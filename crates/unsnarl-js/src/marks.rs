//! Marks: where a text comes from, written into the text.
//!
//! *Needs:* positions in the source. *Gives:* a [`Mark`] to write in front of a statement; and from
//! a text with marks the text without them, and [where they were](Segment).
//! *Cost:* linear in the text.
//!
//! A statement is written long before its line is known: functions are put together, indented and
//! made [compact](crate::compact). So each one takes its mark along, between two characters that
//! are nowhere else in a text, and marks are taken out at last.

use std::fmt;

use unsnarl_low::module::Position;

/// What a mark begins with.
pub(crate) const OPEN: char = '\u{1}';
/// What it ends with.
const CLOSE: char = '\u{2}';

/// What is said of the text from some place on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// It has no source.
    Nowhere,
    /// It is a statement or a condition.
    At(Position),
    /// It is a function, which has this number.
    Function(Position, u32),
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{OPEN}")?;
        match self {
            Mark::Nowhere => {}
            Mark::At(Position { file, line, column }) => write!(f, "{file}:{line}:{column}")?,
            Mark::Function(Position { file, line, column }, number) => {
                write!(f, "{file}:{line}:{column}:{number}")?;
            }
        }
        write!(f, "{CLOSE}")
    }
}

impl Mark {
    /// The mark of what is between the two characters.
    fn read(text: &str) -> Mark {
        let mut numbers = text.split(':').map(|number| number.parse().ok());
        let mut next = || numbers.next().flatten();
        let (Some(file), Some(line), Some(column)) = (next(), next(), next()) else {
            return Mark::Nowhere;
        };
        let position = Position { file, line, column };
        match next() {
            Some(number) => Mark::Function(position, number),
            None => Mark::At(position),
        }
    }
}

/// The mark of a position, if there is one.
pub(crate) fn mark(position: Option<Position>) -> String {
    position.map_or_else(String::new, |position| Mark::At(position).to_string())
}

/// How long the mark is that a text begins with, in bytes; 0 if it begins with none.
pub(crate) fn length(text: &str) -> usize {
    match text.starts_with(OPEN) {
        true => text.find(CLOSE).map_or(text.len(), |end| end + 1),
        false => 0,
    }
}

/// How long a text is without its marks, in bytes.
pub(crate) fn visible(text: &str) -> usize {
    let parts = text.split(OPEN).enumerate();
    let parts = parts.map(|(at, part)| match at {
        0 => part.len(),
        _ => part.find(CLOSE).map_or(0, |end| part.len() - end - 1),
    });
    parts.sum()
}

/// A text without its marks.
pub(crate) fn without(text: &str) -> String {
    let mut parts = text.split(OPEN);
    let mut clean = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        clean.push_str(part.split_once(CLOSE).map_or("", |(_, rest)| rest));
    }
    clean
}

/// A mark, and where it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Segment {
    /// From 0.
    pub(crate) line: usize,
    /// From 0, in the units of UTF-16.
    pub(crate) column: usize,
    pub(crate) mark: Mark,
}

/// A text without its marks, and these in order.
pub(crate) fn taken(text: &str) -> (String, Vec<Segment>) {
    let mut clean = String::with_capacity(text.len());
    let mut segments = Vec::new();
    let (mut line, mut column) = (0, 0);
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let mark = length(rest);
        if mark > 0 {
            let inner = rest[OPEN.len_utf8()..mark].trim_end_matches(CLOSE);
            segments.push(Segment {
                line,
                column,
                mark: Mark::read(inner),
            });
            rest = &rest[mark..];
            continue;
        }
        clean.push(first);
        match first {
            '\n' => (line, column) = (line + 1, 0),
            _ => column += first.len_utf16(),
        }
        rest = &rest[first.len_utf8()..];
    }
    (clean, segments)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_taken_out_where_they_were() {
        let position = Position {
            file: 1,
            line: 20,
            column: 3,
        };
        let marks = [
            Mark::Function(position, 7),
            Mark::At(position),
            Mark::Nowhere,
        ];
        let [function, at, nowhere] = marks;
        let text = format!("{function}function f() {{\n  {at}a = \"𝄞\";{at}\n}}\n{nowhere}b;\n");
        let (clean, segments) = taken(&text);
        assert_eq!(clean, "function f() {\n  a = \"𝄞\";\n}\nb;\n");
        let found: Vec<_> = segments
            .iter()
            .map(|own| (own.line, own.column, own.mark))
            .collect();
        let expected = [(0, 0, function), (1, 2, at), (1, 11, at), (3, 0, nowhere)];
        assert_eq!(found, expected);
        assert_eq!(without(&text), clean);
        assert_eq!(visible(&text), clean.len());
    }
}
