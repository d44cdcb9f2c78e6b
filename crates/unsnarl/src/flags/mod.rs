//! What a program's flags are for, and a program without what is not asked for.
//!
//! *Needs:* a program that keeps its rules.
//! *Gives:* [`simplified`]: a program that does the same, sets no flag to a value that no test
//! reads, tests nothing that is known, and has no flag for two things; [`joined`], in which a test
//! right after the decision that it asks for is part of the decision; and
//! [`without_unread`], which only drops what sets variables that no test reads anywhere.
//! *Cost:* O(steps + terms) for [`without_unread`]; for the others the same for each batch of 64
//! flags and each of a few rounds, see [`simplify`].
//! *Source:* liveness and the propagation of constants are the classical ones, for 64 flags in a
//! word.
//! *Limits:* of flags of different batches, what one tells of the other is found only where it
//! decides a test.
//!
//! ```text
//! f0 = false                a
//! f1 = false                if a { f0 = true } else { f0 = false }
//! a                         if f0 {
//! if a {                    case 1: b
//!   f0 = true        ->     case 0: c
//! } else { f0 = false }     }
//! if f0 {                   d
//! case 1: f0 = false; b
//! case 0: c
//! }
//! d
//! ```
//!
//! ## The stages
//! 1. [`tape`] makes a list of the program in which parts can move.
//! 2. [`thread`] moves the arms of tests to where these are decided, for [`joined`] only.
//! 3. [`values`] finds what flags can be where they are tested and what control gets to, and
//!    [`live`] which sets are idle then, with conditions of [`three`] values. Both look at a
//!    [`batch`] of flags at a time. [`simplify`] leaves out what they find, until there is nothing
//!    more to move.
//! 4. [`webs`] gives what has nothing to do with each other flags of its own.

#[cfg(feature = "algorithms")]
mod batch;
#[cfg(feature = "algorithms")]
mod labels;
#[cfg(feature = "algorithms")]
mod live;
#[cfg(feature = "algorithms")]
mod simplify;
#[cfg(feature = "algorithms")]
mod tape;
#[cfg(feature = "algorithms")]
mod thread;
#[cfg(feature = "algorithms")]
mod three;
mod unread;
#[cfg(feature = "algorithms")]
mod values;
#[cfg(feature = "algorithms")]
mod webs;

#[cfg(all(test, feature = "algorithms"))]
mod tests;

#[cfg(feature = "algorithms")]
pub(crate) use simplify::{joined, simplified};
pub(crate) use unread::without_unread;
