//! A limit on the nesting depth of brackets.
//!
//! *Gives:* [`MaxDepth`], which has only limits that can be kept.

use core::fmt;

/// The number of brackets that a target can nest: at least [`MaxDepth::LEAST`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct MaxDepth(pub(super) u32);

/// The error for a maximal depth that is too small to be kept for every graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooShallow(pub(super) u32);

impl MaxDepth {
    /// The smallest depth that is possible for every graph, with room for brackets of the host.
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
