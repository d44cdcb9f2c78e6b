//! A function under rewriting, which is copied at the first change.

use crate::builder::{Cursor, FunctionBuilder};
use crate::debug::Point;
use crate::function::Function;
use crate::id::{BlockId, Id, InstId};
use crate::inst::{Op, Operand};
use crate::module::Module;
use crate::provenance::Provenance;
use crate::tables::Tables;

use super::target::Target;

/// A function, and its copy once it has been changed.
#[derive(Debug)]
pub(super) struct Draft<'a> {
    source: &'a Function,
    /// The provenance of the source itself, if it was rewritten before.
    provenance: Option<&'a Provenance>,
    builder: Option<FunctionBuilder>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(source: &'a Function, provenance: Option<&'a Provenance>) -> Self {
        Draft {
            source,
            provenance,
            builder: None,
        }
    }

    /// The function before the rewrite.
    pub(super) fn source(&self) -> &Function {
        self.source
    }

    /// Tells whether the function may have changed.
    pub(super) fn is_changed(&self) -> bool {
        self.builder.is_some()
    }

    /// The function in its current state.
    pub(super) fn function(&self) -> &Function {
        self.builder
            .as_ref()
            .map_or(self.source, FunctionBuilder::function)
    }

    /// Gives access for changes.
    pub(super) fn builder(&mut self) -> &mut FunctionBuilder {
        self.builder.get_or_insert_with(|| match self.provenance {
            None => FunctionBuilder::new(self.source.clone()),
            Some(known) => FunctionBuilder::resume(self.source.clone(), known.clone()),
        })
    }

    /// The changed function; nothing if nothing was changed.
    pub(super) fn finish(self) -> Option<(Function, Provenance)> {
        self.builder.map(FunctionBuilder::finish)
    }
}

/// A rewrite in progress: a function, and the tables of its module.
#[derive(Debug)]
pub(super) struct Edit<'a, 'b, 'm> {
    pub(super) draft: &'a mut Draft<'b>,
    pub(super) tables: &'a mut Tables<'m>,
    pub(super) target: &'a Target,
}

/// Recognises an instruction that a rewrite replaces.
pub(super) type Find<T> = fn(&Module, &Function, &Target, &Op) -> Option<T>;

impl<'m> Edit<'_, '_, 'm> {
    pub(super) fn module(&self) -> &Module {
        self.tables.module()
    }

    pub(super) fn function(&self) -> &Function {
        self.draft.function()
    }

    pub(super) fn builder(&mut self) -> &mut FunctionBuilder {
        self.draft.builder()
    }

    /// Gives a cursor at the end of a block.
    pub(super) fn at_end(&mut self, block: BlockId) -> Cursor<'_, 'm> {
        Cursor::at_end(self.draft.builder(), self.tables, block)
    }

    /// Gives a cursor before the first instruction of a block.
    pub(super) fn at_begin(&mut self, block: BlockId) -> Cursor<'_, 'm> {
        Cursor::before(self.draft.builder(), self.tables, block, 0)
    }

    /// Replaces the instructions for which `find` gives a result, in all blocks that the function
    /// has now.
    ///
    /// From the last to the first of each block, so that each instruction is moved to a new block
    /// once.
    pub(super) fn replace<T>(
        &mut self,
        find: Find<T>,
        write: fn(&mut Self, BlockId, usize, InstId, &T),
    ) {
        for index in 0..self.function().blocks.len() {
            let block = BlockId::new(index);
            let mut end = self.function().blocks[block].insts.len();
            while let Some((place, inst, found)) = self.last(block, end, find) {
                self.builder().stand_for(Point::Inst(inst));
                write(self, block, place, inst, &found);
                end = place;
            }
        }
    }

    /// The last instruction of a block before `end` for which `find` gives a result: its place, the
    /// instruction, and the result.
    fn last<T>(&self, block: BlockId, end: usize, find: Find<T>) -> Option<(usize, InstId, T)> {
        let (module, function) = (self.tables.module(), self.draft.function());
        let insts = function.blocks[block].insts[..end].iter().enumerate().rev();
        let mut found = insts.filter_map(|(place, &inst)| {
            let op = &function.insts[inst].op;
            Some((place, inst, find(module, function, self.target, op)?))
        });
        found.next()
    }
}

/// The width of an integer operand that is not a vector.
pub(super) fn width(module: &Module, function: &Function, operand: Operand) -> Option<u32> {
    module
        .types
        .int_width(module.operand_type(function, operand))
}
