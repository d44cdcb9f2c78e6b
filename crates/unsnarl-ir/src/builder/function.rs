//! Blocks, phis and instructions.

use crate::debug::{LocationId, Point};
use crate::function::{Block, Definition, Function};
use crate::id::{BlockId, InstId, TypeId, ValueId};
use crate::inst::{Op, Operand};
use crate::name::Name;
use crate::origin::Origin;
use crate::provenance::{Provenance, Role};
use crate::terminator::Terminator;

use super::compact;

/// A function that is made or changed; the module documentation has the rules.
#[derive(Debug)]
pub struct FunctionBuilder {
    pub(super) function: Function,
    pub(super) provenance: Provenance,
    /// The blocks that are removed when the work is finished.
    pub(super) removed: Vec<BlockId>,
    /// The instructions that are in no block any more, which are removed then, too.
    pub(super) removed_insts: Vec<InstId>,
    /// The source location of new instructions.
    pub(super) location: Option<LocationId>,
    next_name: u32,
}

impl FunctionBuilder {
    /// Starts with a function; its provenance is the function itself.
    pub fn new(function: Function) -> Self {
        FunctionBuilder {
            provenance: Provenance::unchanged(function.blocks.len()),
            removed: Vec::new(),
            removed_insts: Vec::new(),
            location: None,
            next_name: next_name(&function),
            function,
        }
    }

    /// Continues with a function that was changed before.
    pub fn resume(function: Function, provenance: Provenance) -> Self {
        FunctionBuilder {
            provenance,
            ..FunctionBuilder::new(function)
        }
    }

    /// Returns the function in its current state.
    pub fn function(&self) -> &Function {
        &self.function
    }

    /// Returns the provenance of its blocks, so far.
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// Gives access to the provenance of its blocks for additions.
    pub fn provenance_mut(&mut self) -> &mut Provenance {
        &mut self.provenance
    }

    /// Ends the work. Removed blocks, with all that they define, and removed instructions
    /// disappear; the others keep their order.
    pub fn finish(self) -> (Function, Provenance) {
        let FunctionBuilder {
            mut function,
            mut provenance,
            removed,
            removed_insts,
            ..
        } = self;
        if !removed.is_empty() || !removed_insts.is_empty() {
            let numbers = compact::without(&mut function, &removed, &removed_insts);
            provenance.renumber(&numbers);
        }
        (function, provenance)
    }

    /// Adds a block without contents, which ends unreachable and has the source location of another
    /// block.
    pub fn add_block(&mut self, like: BlockId, role: Role) -> BlockId {
        let name = self.new_name();
        let mut block = self.function.blocks[like].bare(Terminator::Unreachable);
        block.name = name;
        let block = self.push_block(block, role);
        self.copy_location(Point::End(like), Point::End(block));
        block
    }

    /// Adds a block with its contents.
    pub fn push_block(&mut self, block: Block, role: Role) -> BlockId {
        self.provenance.push(role);
        self.function.blocks.push(block)
    }

    /// Adds an instruction to the end of a block. If `ty` gives a type, the instruction has a
    /// result of that type, which gets a new name.
    pub fn append(
        &mut self,
        block: BlockId,
        op: Op,
        ty: Option<TypeId>,
    ) -> (InstId, Option<ValueId>) {
        let place = self.function.blocks[block].insts.len();
        self.insert(block, place, op, ty)
    }

    /// Adds an instruction before the one at `place` of a block.
    ///
    /// O(instructions after it).
    pub fn insert(
        &mut self,
        block: BlockId,
        place: usize,
        op: Op,
        ty: Option<TypeId>,
    ) -> (InstId, Option<ValueId>) {
        let definition = self.function.next_definition();
        let result = ty.map(|ty| self.add_value(ty, definition));
        let origin = self.origin(block);
        let inst = self.function.add_inst(block, op, result, origin);
        self.function.blocks[block].insts[place..].rotate_right(1);
        self.locate(Point::Inst(inst));
        (inst, result)
    }

    /// Replaces the operation of an instruction; its place, its result and its name remain.
    pub fn replace(&mut self, inst: InstId, op: Op) {
        let inst = &mut self.function.insts[inst];
        inst.op = op;
        inst.origin = inst.origin.of_made();
    }

    /// Takes all instructions out of a block. The caller puts each of them into a block again.
    pub fn take_insts(&mut self, block: BlockId) -> Vec<InstId> {
        std::mem::take(&mut self.function.blocks[block].insts)
    }

    /// Puts an instruction that was taken out at the end of a block.
    pub fn put(&mut self, block: BlockId, inst: InstId) {
        self.function.blocks[block].insts.push(inst);
    }

    /// Adds a phi to a block. [`FunctionBuilder::add_incoming`] gives it its operands.
    pub fn add_phi(&mut self, block: BlockId, ty: TypeId) -> ValueId {
        let definition = self.function.next_phi(block);
        let result = self.add_value(ty, definition);
        let origin = self.origin(block);
        self.function.add_phi(block, result, Vec::new(), origin);
        self.locate(Point::Phi(result));
        result
    }

    /// Gives a phi its operand for the edges from `from`.
    ///
    /// # Panics
    /// If `phi` is not the value of a phi.
    pub fn add_incoming(&mut self, phi: ValueId, from: BlockId, operand: Operand) {
        let Definition::Phi(block, number) = self.function.values[phi].definition else {
            panic!("{phi} is no phi");
        };
        let phi = &mut self.function.blocks[block].phis[number as usize];
        phi.incoming.push((from, operand));
    }

    /// Replaces the terminator of a block. The caller completes the phis of the new targets. Edges
    /// of the old terminator must have been removed or moved.
    pub fn set_terminator(&mut self, id: BlockId, terminator: Terminator) {
        let block = &mut self.function.blocks[id];
        block.terminator = terminator;
        block.terminator_origin = block.terminator_origin.of_made();
        self.locate(Point::End(id));
    }

    pub(super) fn add_value(&mut self, ty: TypeId, definition: Definition) -> ValueId {
        let name = self.new_name();
        self.function.add_value(ty, name, definition)
    }

    fn new_name(&mut self) -> Name {
        self.next_name += 1;
        Name::Made(self.next_name - 1)
    }

    fn origin(&self, block: BlockId) -> Origin {
        self.function.blocks[block].terminator_origin.of_made()
    }
}

/// The first number that is in no name made by a builder.
fn next_name(function: &Function) -> u32 {
    let values = function.values.values().map(|value| value.name);
    let blocks = function.blocks.values().map(|block| block.name);
    let made = values.chain(blocks).filter_map(|name| match name {
        Name::Made(number) => Some(number + 1),
        Name::Number(_) | Name::Text(_) => None,
    });
    made.max().unwrap_or_default()
}
