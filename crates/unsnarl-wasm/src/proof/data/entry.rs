//! Where control enters a block.

use unsnarl::BlockId;
use unsnarl_low::Number;

/// Where a block is entered: the token, the block, and the locals of control with known values.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Entry {
    pub(super) token: usize,
    pub(super) block: BlockId,
    pub(super) control: Vec<(u32, Number)>,
}
