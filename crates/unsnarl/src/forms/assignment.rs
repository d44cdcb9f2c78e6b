//! Flags that save a decision.
//!
//! *Needs:* a fork. *Gives:* the flag that it sets. *Cost:* O(1).
//!
//! ```text
//! if a {
//!   f0 = true
//! } else {        ->      f0 = a
//!   f0 = false
//! }
//! ```
//! With the values exchanged, the flag gets the negation of `a`.

use super::fork::Contents;
use crate::ids::{FlagId, NodeId};

/// Gives the flag that both arms of the fork at `node` set, to opposite values, if they do nothing
/// else; and the value that it gets if the condition holds.
pub(super) fn assignment(contents: Contents<'_>, node: NodeId) -> Option<(FlagId, bool)> {
    let fork = contents.fork(node)?;
    let (flag, value) = contents.sole_set(fork.then)?;
    let other = contents.sole_set(fork.otherwise?)?;
    (other == (flag, !value)).then_some((flag, value))
}
