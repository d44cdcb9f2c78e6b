//! Loops that test first, or last.
//!
//! *Needs:* a loop that repeats at its end. *Gives:* the forks that leave it, see
//! [`circuit`](super::circuit), and how they are joined. *Cost:* O(those forks).
//!
//! ```text
//! loop {                          loop {
//!   if c {         while c {        a                 do {
//!     b              b              if not c {          a
//!   } else {   ->  }                  break       ->  } while c
//!     break                         }
//!   }                             }
//! }
//!
//! loop {
//!   if not c {
//!     if not d {      while c || d {
//!       break    ->     b
//!     }               }
//!   }
//!   b
//! }
//! ```

use super::Joined;
use super::circuit::{Link, circuit, jumps_unless_any};
use super::fork::{After, Contents};
use super::next;
use crate::ids::{LabelId, NodeId};
use crate::program::Step;
use alloc::vec::Vec;

/// The maximum number of guards before the last test of a loop, each nested in the other arm of the
/// guard before.
pub(super) const GUARDS: usize = 64;

/// Finds the tests with which the loop at `node` begins and which only continue or leave it. If all
/// must hold, the loop's body is in the last link's arm and after the first link; otherwise it is
/// after the first link.
pub(super) fn asks_first(
    contents: Contents<'_>,
    node: NodeId,
    label: LabelId,
    may_stand: impl Fn(NodeId) -> bool,
) -> Option<(Vec<Link>, Joined)> {
    let first = contents.pass_silent(next(node));
    let leaves = Step::Break(label);
    let all = circuit(contents, first, After::Jumps(leaves), &may_stand);
    if !all.is_empty() {
        return Some((all, Joined::All));
    }
    let any = jumps_unless_any(contents, first, leaves, may_stand);
    (!any.is_empty()).then_some((any, Joined::Any))
}

/// Finds the tests with which a loop ends and which only repeat it or leave it by a jump. `last` is
/// the last bracket in the loop.
pub(super) fn asks_last(
    contents: Contents<'_>,
    leaves: Step,
    last: NodeId,
    may_stand: impl Fn(NodeId) -> bool,
) -> Option<(Vec<Link>, Joined)> {
    let all = circuit(contents, last, After::Jumps(leaves), &may_stand);
    let falls = |link: &Link| contents.after(link.arm) == Some(After::Falls);
    if all.last().is_some_and(falls) {
        return Some((all, Joined::All));
    }
    let any = jumps_unless_any(contents, last, leaves, may_stand);
    (!any.is_empty()).then_some((any, Joined::Any))
}
