//! Loops that test first, or last.
//!
//! *Needs:* a loop that repeats at its end. *Gives:* the forks that it is left by, see
//! [`circuit`](super::circuit). *Cost:* O(those forks).
//! *Limits:* a loop that tests last has no `continue`, which would go to the test in most
//! languages.
//!
//! ```text
//! loop {                          loop {
//!   if c {         while c {        a                 do {
//!     b              b              if not c {          a
//!   } else {   ->  }                  break       ->  } while c
//!     break                         }
//!   }                             }
//! }
//! ```

use super::circuit::{Link, circuit};
use super::fork::{Contents, Way};
use super::next;
use crate::ids::{LabelId, NodeId};
use crate::program::Step;
use alloc::vec::Vec;

/// Finds what the loop at `node` tests first, if it then continues or only leaves the loop: its
/// body is in the last link's arm and after the first link.
pub(super) fn asks_first(
    contents: Contents<'_>,
    node: NodeId,
    label: LabelId,
    may_stand: impl Fn(NodeId) -> bool,
) -> Vec<Link> {
    let first = contents.pass_silent(next(node));
    circuit(contents, first, Way::Jump(Step::Break(label)), may_stand)
}

/// Finds what the loop tests last, if it then only repeats or leaves the loop. `last` is the
/// bracket that closes last in it.
pub(super) fn asks_last(
    contents: Contents<'_>,
    label: LabelId,
    last: NodeId,
    may_stand: impl Fn(NodeId) -> bool,
) -> Vec<Link> {
    let links = circuit(contents, last, Way::Jump(Step::Break(label)), may_stand);
    let goes_on = |link: &Link| contents.way(link.arm) == Some(Way::On);
    match links.last().is_some_and(goes_on) {
        true => links,
        false => Vec::new(),
    }
}
