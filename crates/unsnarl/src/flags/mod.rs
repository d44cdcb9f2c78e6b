//! Analyses of the flags of a program, and programs without needless flags.
//!
//! *Needs:* a program that keeps its rules.
//! *Gives:* [`simplified`]: an equivalent program that sets no flag to a value that no test reads,
//! tests no condition whose value is known, and uses no flag for two purposes; [`joined`], in which
//! a test directly after the decision that it reads is also merged into the decision; and
//! [`without_unread`], which only drops the stores to variables that no test reads anywhere.
//! *Cost:* O(steps + terms) for [`without_unread`]; for the others the same for each batch of 64
//! flags and each of a few rounds, see [`simplify`].
//! *Source:* liveness and constant propagation are the classical ones, for 64 flags in a word.
//! *Limits:* a relation between flags of different batches is found only where one of them decides
//! a test.
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
//! 1. [`tape`] turns the program into a list in which parts can move.
//! 2. [`thread`] moves the arms of tests to the places where the tests are decided, for [`joined`]
//!    only.
//! 3. [`values`] finds the values that flags can have where they are tested and the items that
//!    control reaches; then [`live`] finds the stores that no test reads. Conditions have [`three`]
//!    values here. Both work on one [`batch`] of flags at a time. [`simplify`] removes what they
//!    find, until no more parts can move.
//! 4. [`webs`] gives unrelated uses of a flag flags of their own.

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
