//! A limit on how deep brackets nest.
//!
//! *Gives:* [`MaxDepth`], which no limit that cannot be kept is.

use core::fmt;

/// How many brackets a target can nest: at least [`MaxDepth::LEAST`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct MaxDepth(pub(super) u32);

/// A maximal depth that is too small to be promised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooShallow(pub(super) u32);

impl MaxDepth {
    /// The smallest depth that every graph can be brought to with room for the host's own brackets.
    pub const LEAST: u32 = 16;

    /// Takes a depth of at least [`LEAST`](Self::LEAST).
    pub fn new(depth: u32) -> Result<MaxDepth, TooShallow> {
        if depth < Self::LEAST {
            Err(TooShallow(depth))
        } else {
            Ok(MaxDepth(depth))
        }
    }

    /// Gives the number of brackets.
    pub fn get(self) -> u32 {
        self.0
    }
}

impl fmt::Display for TooShallow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a maximal depth of {} is too small: give {} or more",
            self.0,
            MaxDepth::LEAST
        )
    }
}

impl core::error::Error for TooShallow {}
