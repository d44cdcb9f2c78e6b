//! Budgets: how much work a step may spend on better locals.

use crate::Function;
use crate::trees::Trees;

/// The work for each block, edge and piece of code. No function of zlib, Lua and SQLite needs more
/// than 10.
const SHARE: usize = 64;

/// Work that may still be done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget(usize);

impl Budget {
    /// What a step may spend on a function: a constant times its size.
    pub(super) fn of(function: &Function, trees: &Trees) -> Self {
        let blocks = function.order().iter();
        let size = |&block| 1 + trees.block(block).len() + function.block(block).edges().len();
        Budget(SHARE * blocks.map(size).sum::<usize>())
    }

    /// A budget of so much work.
    #[cfg(test)]
    pub(super) fn new(work: usize) -> Self {
        Budget(work)
    }

    /// Spends work; tells whether there was enough left. If not, none is left.
    pub(super) fn spend(&mut self, work: usize) -> bool {
        let left = self.0.checked_sub(work);
        self.0 = left.unwrap_or(0);
        left.is_some()
    }
}
