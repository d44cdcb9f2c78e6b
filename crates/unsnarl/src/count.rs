//! Numbers of things in sentences.

use core::fmt;

/// A number with the word for one thing and the word for several.
pub(crate) struct Count(
    pub(crate) usize,
    pub(crate) &'static str,
    pub(crate) &'static str,
);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Count(number, one, several) = self;
        write!(f, "{number} {}", if number == 1 { one } else { several })
    }
}
