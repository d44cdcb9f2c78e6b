//! Short circuits: nested forks that share an arm.
//!
//! *Needs:* a fork, and where the shared arm leads.
//! *Gives:* the forks in a row, and the remaining arm.
//! *Cost:* O(forks in the row).
//! *Source:* [Yakdan15] joins such forks as conditions.
//! *Limits:* a shared arm is empty or one jump. A block that runs between two forks must have no
//! text: it decides by a condition that is not printed elsewhere. Rows are adjacent, not nested.
//!
//! ```text
//! if a {                              if a {
//!   if b {          if a && b {         if b {             if not a || not b {
//!     c       ->      c                   c                  break
//!   }               }                   } else {     ->    }
//! }                                       break            c
//!                                       }
//!                                     } else {
//!                                       break
//!                                     }
//! ```

use super::fork::{After, Contents, Fork};
use crate::ids::NodeId;
use crate::program::Step;
use alloc::vec::Vec;

/// A fork in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Link {
    pub(super) node: NodeId,
    /// Whether its condition must hold for control to reach the next fork.
    pub(super) holds: bool,
    /// The arm that contains the next fork, if there is one.
    pub(super) arm: Option<NodeId>,
}

/// Follows the row of forks from `node` in which each fork has an arm that leads to `exit`; the row
/// may be empty.
///
/// `may_stand` tells whether a bracket may be a link.
pub(super) fn circuit(
    contents: Contents<'_>,
    node: NodeId,
    exit: After,
    may_stand: impl Fn(NodeId) -> bool,
) -> Vec<Link> {
    let mut links = Vec::new();
    let mut at = Some(node);
    while let Some(node) = at.filter(|&node| may_stand(node))
        && let Some(fork) = contents.fork(node)
        && let Some(holds) = passes(contents, fork, exit)
    {
        let arm = fork.arm(holds);
        links.push(Link { node, holds, arm });
        at = arm.and_then(|arm| contents.sole_bracket(arm));
    }
    links
}

/// Gives the outcome of a fork's condition for which control does not go to `exit` but stays in the
/// row; nothing if neither arm leads to `exit`.
fn passes(contents: Contents<'_>, fork: Fork, exit: After) -> Option<bool> {
    let mut outcomes = [true, false].into_iter();
    outcomes.find(|&holds| contents.after(fork.arm(!holds)) == Some(exit))
}

/// Finds the row of forks that starts at `node`, in which one arm of every fork falls through, and
/// the other arm of the last fork does nothing but `jump`; the row may be empty.
///
/// ```text
/// if not a {
///   if not b {
///     break
///   }
/// }
/// ```
pub(super) fn jumps_unless_any(
    contents: Contents<'_>,
    node: NodeId,
    jump: Step,
    may_stand: impl Fn(NodeId) -> bool,
) -> Vec<Link> {
    let mut links = circuit(contents, node, After::Falls, may_stand);
    let jumps = |link: &Link| contents.after(link.arm) == Some(After::Jumps(jump));
    if !links.last().is_some_and(jumps) {
        links.clear();
    }
    links
}

/// Finds the row of two forks or more that starts at `node`, and the target of their shared arm.
pub(super) fn short_circuit(
    contents: Contents<'_>,
    node: NodeId,
    may_stand: impl Fn(NodeId) -> bool,
) -> Option<(Vec<Link>, After)> {
    let fork = contents.fork(node)?;
    [fork.otherwise, Some(fork.then)]
        .into_iter()
        .find_map(|arm| {
            let exit = contents.after(arm)?;
            let links = circuit(contents, node, exit, &may_stand);
            (links.len() > 1).then_some((links, exit))
        })
}
