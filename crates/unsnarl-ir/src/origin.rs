//! The place where something was read.

/// A source location.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Origin {
    /// The first byte in the source.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
    /// The line, counted from 1; 0 if there is no source.
    pub line: u32,
}

impl Origin {
    /// Returns the origin of code that a rewrite makes here: the same place and line, and no text.
    pub fn of_made(self) -> Self {
        Origin {
            end: self.start,
            ..self
        }
    }

    /// Returns the bytes of the source as a range; empty for code made later.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}
