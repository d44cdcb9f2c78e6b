//! What the walk has left to be laid out later.

use crate::ids::BlockId;

/// What remains to be laid out.
pub(super) enum Task {
    /// A block's subtree. Control flows to `next` at its end.
    Place {
        block: BlockId,
        next: Option<BlockId>,
        flat: bool,
    },
    /// The arms of an open decision, and its end.
    Arms(Arms),
    /// The end of a loop.
    CloseLoop,
}

/// The arms of an open decision that remain.
#[derive(Clone, Copy)]
pub(super) struct Arms {
    /// The ways that they are for, by number: from, and up to.
    pub(super) ways: (u32, u32),
    /// The way whose child is written after the bracket.
    pub(super) outside: Option<u32>,
    /// The step that begins the arm of that way, once it has begun.
    pub(super) outside_arm: Option<u32>,
    /// Whether it could be that of any other way.
    pub(super) is_free: bool,
    /// A child that could be the one outside if jumps to the end of the bracket had their scope.
    pub(super) wish: Option<BlockId>,
    /// Where control flows at the end of the bracket.
    pub(super) flow: Option<BlockId>,
}

impl Arms {
    /// Gives the way of the arm that was given last. Before the first arm the list has no marks,
    /// and nobody asks.
    pub(super) fn last(&self) -> Option<u32> {
        self.ways.0.checked_sub(1)
    }

    /// Gives the way of the next arm.
    pub(super) fn next(&mut self) -> Option<u32> {
        let (next, end) = self.ways;
        self.ways.0 += 1;
        (next < end).then_some(next)
    }
}
