//! The source lines of blocks.
//!
//! *Gives:* [`Line`].
//! *Cost:* O(instructions of the block) to find a line.

use super::Code;
use crate::debug::{DebugInfo, FileId, LocalScope, LocationId, Point};
use crate::function::Function;
use crate::id::BlockId;
use crate::module::Module;

/// A line of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'m> {
    /// The name of the file, as the compiler was given it; empty if it has none.
    pub file: &'m str,
    /// The line, counted from 1.
    pub line: u32,
}

impl<'m> Line<'m> {
    /// The line of the first instruction of a block that has one, its exit included.
    pub fn first(module: &'m Module, function: &Function, block: BlockId) -> Option<Self> {
        let insts = &function.blocks[block].insts;
        let points = insts.iter().map(|&inst| Point::Inst(inst));
        let mut points = points.chain([Point::End(block)]);
        points.find_map(|point| Line::at(module, function, point))
    }

    /// The line of a block's exit; if the exit has none, the line of the block's first instruction
    /// that has one.
    pub fn last(module: &'m Module, function: &Function, block: BlockId) -> Option<Self> {
        let end = Line::at(module, function, Point::End(block));
        end.or_else(|| Line::first(module, function, block))
    }

    fn at(module: &'m Module, function: &Function, point: Point) -> Option<Self> {
        let info = module.debug.as_deref()?;
        let location = function.debug.as_ref()?.location(point)?;
        let line = info.locations[location].line;
        let file = file(info, location).and_then(|file| info.files[file].filename);
        (line > 0).then_some(Line {
            file: file.map_or("", |name| module.name(name)),
            line,
        })
    }
}

/// The file of a location.
fn file(info: &DebugInfo, location: LocationId) -> Option<FileId> {
    match info.locations[location].scope? {
        LocalScope::Subprogram(id) => info.subprograms[id].file,
        LocalScope::LexicalBlock(id) => info.lexical_blocks[id].file,
        LocalScope::LexicalBlockFile(id) => info.lexical_block_files[id].file,
    }
}

impl<'m> Code<'_, 'm> {
    /// The line of the first instruction of a block that has one.
    pub fn line(&self, block: BlockId) -> Option<Line<'m>> {
        Line::first(self.context.module, self.function, block)
    }
}
