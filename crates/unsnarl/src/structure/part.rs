//! A part of a graph that is structured separately.
//!
//! *Needs:* the blocks of the part, its entry, and the targets of the edges out of it.
//! *Gives:* [`Part`], in which blocks and exits have positions. *Cost:* O(blocks + exits) for a
//! part.
//!
//! Algorithms that need only a list of blocks work on parts, so that other algorithms can use them
//! as a fallback.

use crate::cfg::Cfg;
use crate::ids::{BlockId, IdMap, LabelId};
use crate::program::ProgramBuilder;
use alloc::vec::Vec;

/// The way in which control leaves a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(not(feature = "algorithms"), expect(dead_code))]
pub(super) enum Out {
    /// It jumps past the end of the bracket that binds the label.
    Break(LabelId),
    /// It jumps back to the start of the loop that binds the label.
    Continue(LabelId),
    /// It continues with the step after the part.
    Next,
}

/// The block or exit at a position of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// A block of the part.
    Block(BlockId),
    /// An exit of the part.
    Out(Out),
}

/// The positions of blocks, for one part after another.
#[derive(Clone, Debug)]
pub(super) struct Positions(IdMap<BlockId, u32>);

impl Positions {
    /// Makes positions for the blocks of a graph.
    pub(super) fn new(cfg: &Cfg) -> Positions {
        Positions(IdMap::filled(cfg.block_count(), 0))
    }
}

/// Blocks of a graph with one entry, and the blocks after them.
#[derive(Debug)]
pub(super) struct Part<'a> {
    pub(super) cfg: &'a Cfg,
    positions: &'a Positions,
    places: Vec<Place>,
}

impl<'a> Part<'a> {
    /// Makes a part from its blocks, in an order that begins with the entry, and from the blocks
    /// after the part, each with the jump to it.
    ///
    /// Every edge out of a block of the part leads to one of all these blocks. If the jump to a
    /// block is `Next`, that block is the last.
    pub(super) fn new(
        cfg: &'a Cfg,
        blocks: &[BlockId],
        behind: &[(BlockId, Out)],
        positions: &'a mut Positions,
    ) -> Part<'a> {
        let behind_blocks = behind.iter().map(|&(block, _)| block);
        let all = blocks.iter().copied().chain(behind_blocks);
        for (position, block) in (0..).zip(all) {
            positions.0[block] = position;
        }
        let outs = behind.iter().map(|&(_, out)| Place::Out(out));
        let places = blocks.iter().map(|&block| Place::Block(block)).chain(outs);
        Part {
            cfg,
            positions,
            places: places.collect(),
        }
    }

    /// Walks blocks and exits by their positions.
    pub(super) fn places(&self) -> impl Iterator<Item = (u32, Place)> {
        (0..).zip(self.places.iter().copied())
    }

    pub(super) fn place(&self, position: u32) -> Place {
        self.places[position as usize]
    }

    /// Gives the position of a target of an edge out of a block of the part.
    pub(super) fn position(&self, target: BlockId) -> u32 {
        self.positions.0[target]
    }
}

impl Out {
    /// Writes the jump. If a jump is written, it must be the last step of its bracket or arm.
    pub(super) fn write(self, builder: &mut ProgramBuilder) {
        match self {
            Out::Break(label) => builder.go_past(label),
            Out::Continue(label) => builder.go_back(label),
            Out::Next => {}
        }
    }
}
