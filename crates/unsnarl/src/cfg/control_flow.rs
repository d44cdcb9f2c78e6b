//! The interface through which a graph of another IR is read.
//!
//! *Needs:* a host type that knows its blocks by dense numbers.
//! *Gives:* [`ControlFlow`], and [`import`], which copies it into a [`Cfg`].
//! *Cost:* a fixed number of calls for each block and each edge; everything afterwards reads the
//! copy.

use super::{Cfg, CfgBuilder, CfgError, Exit};
use crate::ids::{BlockId, Edge, Id};

/// A control flow graph in another IR.
///
/// Only the first four methods must be written. Blocks are the ids from zero to
/// [`block_count`](ControlFlow::block_count); the arms of a block are its successors, in an order
/// that the host chooses; and an edge is named by its block and the position of its arm.
///
/// ```
/// use unsnarl::{BlockId, ControlFlow, Exit, Id};
///
/// /// Blocks that go to the next one, and the last back to the first.
/// struct Ring(usize);
///
/// impl ControlFlow for Ring {
///     fn entry(&self) -> BlockId {
///         BlockId::new(0)
///     }
///     fn block_count(&self) -> usize {
///         self.0
///     }
///     fn exit(&self, _: BlockId) -> Exit {
///         Exit::Jump
///     }
///     fn successors(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
///         [BlockId::new((block.index() + 1) % self.0)].into_iter()
///     }
/// }
///
/// let cfg = unsnarl::import(&Ring(3))?;
/// assert_eq!(cfg.edge_count(), 3);
/// # Ok::<(), unsnarl::CfgError>(())
/// ```
pub trait ControlFlow {
    /// Gives the block in which control starts.
    fn entry(&self) -> BlockId;

    /// Gives the number of blocks, reachable or not.
    fn block_count(&self) -> usize;

    /// Tells how control leaves `block`.
    fn exit(&self, block: BlockId) -> Exit;

    /// Walks the targets of the arms of `block` in arm order. The first arm of a branch is the
    /// taken arm; the last arm of a switch is its default, see [`Cfg::default_edge`].
    fn successors(&self, block: BlockId) -> impl Iterator<Item = BlockId>;

    /// Gives the size of `block` in any unit: the cost of a copy of the block.
    fn size(&self, block: BlockId) -> u32 {
        let _ = block;
        1
    }

    /// Tells whether `block` only decides. Such a block may stand in the condition of a loop, or
    /// between `&&` and `||`.
    fn only_decides(&self, block: BlockId) -> bool {
        let _ = block;
        false
    }

    /// Tells how often `edge` is taken, relative to the other edges.
    fn weight(&self, edge: Edge) -> u32 {
        let _ = edge;
        1
    }

    /// Tells whether the host has no code for `edge` (no copies of values), so that it is a bare
    /// jump.
    fn is_empty_edge(&self, edge: Edge) -> bool {
        let _ = edge;
        true
    }
}

/// Copies a host's graph, hints included.
///
/// O(blocks + edges). Fails with the first rule of [`cfg`](crate::cfg) that the host breaks.
pub fn import(host: &impl ControlFlow) -> Result<Cfg, CfgError> {
    let mut builder = CfgBuilder::new();
    for index in 0..host.block_count() {
        let block = BlockId::new(index);
        builder.block(host.exit(block), host.successors(block));
        builder.size(block, host.size(block));
        if host.only_decides(block) {
            builder.only_decides(block);
        }
        for slot in 0..builder.arm_count(block) {
            let edge = Edge::new(block, slot);
            builder.weight(edge, host.weight(edge));
            if !host.is_empty_edge(edge) {
                builder.nonempty(edge);
            }
        }
    }
    builder.build(host.entry())
}
