//! What a program's flags are for, and a program without what is not asked for.
//!
//! *Needs:* a program that keeps its rules.
//! *Gives:* [`simplified`]: a program that does the same, sets no flag to a value that no test
//! reads, tests nothing that is known, and has no flag for two things; [`joined`], in which a test
//! right after the decision that it asks for is part of the decision; and
//! [`without_unread`], which only drops what sets variables that no test reads anywhere.
//! *Cost:* O(steps + terms) for [`without_unread`]; that of the others is bounded, see
//! [`simplify`].
//! *Source:* liveness and the values that reach a test are the classical ones, found for one
//! variable after the other as the verifier finds liveness.
//! *Limits:* each flag is looked at alone, so `f1` is not known where `f0` tells what it is. Where
//! flags are live over more steps than there is room for, those after them stay as they are.
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
//! 1. [`flow`] finds where control goes from each step.
//! 2. [`ranges`] finds by that which sets are idle, and what is known of flags, with conditions
//!    of [`three`] values.
//! 3. [`rewrite`] makes the program without them, [`unread`] what is left of its flags, and
//!    [`webs`] gives what has nothing to do with each other flags of its own.
//!
//! [`joined`] also lets [`thread`] move the arms of tests to where these are decided.

#[cfg(feature = "algorithms")]
mod flow;
#[cfg(feature = "algorithms")]
mod ranges;
#[cfg(feature = "algorithms")]
mod rewrite;
#[cfg(feature = "algorithms")]
mod simplify;
#[cfg(feature = "algorithms")]
mod thread;
#[cfg(feature = "algorithms")]
mod three;
mod unread;
#[cfg(feature = "algorithms")]
mod webs;

#[cfg(all(test, feature = "algorithms"))]
mod tests;

#[cfg(feature = "algorithms")]
pub(crate) use simplify::{joined, simplified};
pub(crate) use unread::without_unread;
