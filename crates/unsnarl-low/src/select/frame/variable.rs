//! A variable of the frame.

use unsnarl_ir::InstId;

/// A local variable of fixed size.
///
/// One of no bytes takes one, as with LLVM: its address is an address all the same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variable {
    /// The `alloca` in the entry block.
    pub(crate) inst: InstId,
    pub(crate) size: u64,
    pub(crate) align: u64,
}
