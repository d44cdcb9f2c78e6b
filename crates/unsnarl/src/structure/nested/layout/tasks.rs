//! The tasks that the walk has still to lay out.

use crate::ids::BlockId;

/// A task of the walk.
pub(super) enum Task {
    /// The subtree of a block. Control flows to `next` at its end.
    Place {
        block: BlockId,
        next: Option<BlockId>,
        flat: bool,
    },
    /// The remaining arms of an open decision, and its end.
    Arms(Arms),
    /// The end of a loop.
    CloseLoop,
}

/// The remaining arms of an open decision.
#[derive(Clone, Copy)]
pub(super) struct Arms {
    /// The ways of these arms: the number of the first, and the number after the last.
    pub(super) ways: (u32, u32),
    /// The way whose child is written after the bracket.
    pub(super) outside: Option<u32>,
    /// The step that begins the arm of this way, once it has begun.
    pub(super) outside_arm: Option<u32>,
    /// Whether any other way could be the one outside.
    pub(super) is_free: bool,
    /// A child that could be outside if jumps to the end of the bracket had a scope.
    pub(super) wish: Option<BlockId>,
    /// The block to which control flows at the end of the bracket.
    pub(super) flow: Option<BlockId>,
}

impl Arms {
    /// Gives the way of the latest arm. It is not called before the first arm, because the list has
    /// no marks there.
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
