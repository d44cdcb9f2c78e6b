//! Out-of-SSA translation: parallel copies on edges.
//!
//! *Needs:* a function whose phis name each predecessor once.
//! *Gives:* [`EdgeCopies`], for each edge the copies that all happen at once when it is taken;
//! [`sequentialize`], which orders such copies so that they can happen one after the other.
//! *Cost:* O(phi operands · log) for the copies; O(n log n) to put n copies in order.
//! *Source:* [Briggs98] names the two traps. *Lost copy:* a phi's value is still needed after its
//! loop, so copies belong to the edge, not to the end of the block that it leaves. *Swap:* two phis
//! exchange their values, so sequential copies would overwrite one of them.
//! *Departs:* [Boissinot09] prints a sequentialization loop whose test leaves cycles uncopied; ours
//! counts the readers of each register instead: a register without readers may be written, and when
//! only cycles are left, each costs one temporary.
//! *Limits:* no coalescing. A back end that assigns several values to one register must order the
//! copies by registers.

mod sequence;

use unsnarl::{Edge, Rows};

use crate::function::Function;
use crate::id::{BlockId, Id, ValueId};
use crate::inst::Operand;
pub use sequence::{CopyStep, sequentialize};

/// A copy on an edge: the value of a phi becomes the value of its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhiCopy {
    /// The value of the phi.
    pub to: ValueId,
    /// The operand, with its value before any copy of this edge.
    pub from: Operand,
}

/// The copies on the edges of a function.
#[derive(Clone, Debug, Default)]
pub struct EdgeCopies {
    copies: Vec<PhiCopy>,
    /// By block and slot: the range of the edge's copies in `copies`.
    ranges: Rows<(u32, u32)>,
}

impl EdgeCopies {
    /// Finds the copies of every edge, in the order of the phis. A phi whose value does not change
    /// needs no copy.
    pub fn new(function: &Function) -> Self {
        let mut leaving: Vec<Vec<(BlockId, PhiCopy)>> = vec![Vec::new(); function.blocks.len()];
        for (block, data) in function.blocks.iter() {
            for phi in &data.phis {
                for &(from, operand) in &phi.incoming {
                    let copy = PhiCopy {
                        to: phi.result,
                        from: operand,
                    };
                    if operand != Operand::Value(phi.result) {
                        leaving[from.index()].push((block, copy));
                    }
                }
            }
        }
        let mut result = Self::default();
        // Blocks were walked in ascending order, so the lists are sorted by the target of the edge.
        for (data, leaving) in function.blocks.values().zip(&leaving) {
            result.add_block(data.terminator.successors(), leaving);
        }
        result
    }

    fn add_block(
        &mut self,
        successors: impl Iterator<Item = BlockId>,
        leaving: &[(BlockId, PhiCopy)],
    ) {
        let base = self.copies.len();
        self.copies.extend(leaving.iter().map(|(_, copy)| *copy));
        self.ranges.push(successors.map(|to| {
            let start = base + leaving.partition_point(|(block, _)| *block < to);
            let end = base + leaving.partition_point(|(block, _)| *block <= to);
            (start as u32, end as u32)
        }));
    }

    /// Returns the copies of an edge. Edges between the same two blocks have the same copies.
    pub fn get(&self, edge: Edge) -> &[PhiCopy] {
        let (start, end) = self.ranges.row(edge.block.index())[edge.slot as usize];
        &self.copies[start as usize..end as usize]
    }
}
