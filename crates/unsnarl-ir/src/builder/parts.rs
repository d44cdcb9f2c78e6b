//! Adds parts to a function, for a reader that already knows their names and places.
//!
//! Each method gives the id that the definition of a value names (I5); the caller is responsible
//! for the references in the parts. [`crate::FunctionBuilder`] also adds its parts by these
//! methods.

use crate::function::{Block, Definition, Function, Phi, Value};
use crate::id::{BlockId, InstId, TypeId, ValueId};
use crate::inst::{Inst, Op, Operand};
use crate::name::Name;
use crate::origin::Origin;
use crate::terminator::Terminator;

impl Function {
    /// Adds a value. Its definition may be added later.
    pub fn add_value(&mut self, ty: TypeId, name: Name, definition: Definition) -> ValueId {
        self.values.push(Value {
            ty,
            name,
            definition,
        })
    }

    /// Adds a block without contents, which ends unreachable.
    pub fn add_block(&mut self, name: Name, origin: Origin) -> BlockId {
        self.blocks.push(Block {
            name,
            phis: Vec::new(),
            insts: Vec::new(),
            terminator: Terminator::Unreachable,
            mustprogress: false,
            origin,
            terminator_origin: Origin::default(),
        })
    }

    /// Adds an instruction to the end of a block. If it has a result, the result's definition is
    /// [`Function::next_definition`].
    pub fn add_inst(
        &mut self,
        block: BlockId,
        op: Op,
        result: Option<ValueId>,
        origin: Origin,
    ) -> InstId {
        let inst = self.insts.push(Inst { op, result, origin });
        self.blocks[block].insts.push(inst);
        inst
    }

    /// Returns the definition of a value that the next instruction defines.
    pub fn next_definition(&self) -> Definition {
        Definition::Inst(self.insts.next_key())
    }

    /// Returns the definition of a value that the next phi of a block defines.
    pub fn next_phi(&self, block: BlockId) -> Definition {
        Definition::Phi(block, self.blocks[block].phis.len() as u32)
    }

    /// Adds a phi to a block. The definition of its result is [`Function::next_phi`].
    pub fn add_phi(
        &mut self,
        block: BlockId,
        result: ValueId,
        incoming: Vec<(BlockId, Operand)>,
        origin: Origin,
    ) {
        self.blocks[block].phis.push(Phi {
            result,
            incoming,
            origin,
        });
    }
}
