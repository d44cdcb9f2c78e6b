//! What the walk has left to be laid out later.

use crate::ids::BlockId;
use crate::structure::nested::plan::Free;

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
    /// The ways of which it could be another one, counted from the first of the block.
    pub(super) free: Free,
    /// The first way of the block.
    pub(super) first: u32,
    /// Where control flows at the end of the bracket.
    pub(super) flow: Option<BlockId>,
}

impl Arms {
    /// Gives the way of the arm that was given last, if its child could be the one outside.
    pub(super) fn last_if_free(&self) -> Option<u32> {
        let last = self.ways.0.checked_sub(1)?;
        let at = last.checked_sub(self.first)?;
        self.free.has(at as usize).then_some(last)
    }

    /// Gives the way of the next arm.
    pub(super) fn next(&mut self) -> Option<u32> {
        let (next, end) = self.ways;
        self.ways.0 += 1;
        (next < end).then_some(next)
    }
}
