//! Converts calls that end a block to instructions, and instructions to calls that end a block.

use crate::debug::Point;
use crate::function::Definition;
use crate::id::{BlockId, ConstId, InstId, TypeId, ValueId};
use crate::inst::{Call, Op, Operand};
use crate::terminator::{CatchSwitch, Invoke, Terminator};

use super::function::FunctionBuilder;

impl FunctionBuilder {
    /// Converts the `invoke` at the end of a block to the block's last instruction: a call with the
    /// same result, after which the block jumps to the normal target of the `invoke`. The phis of
    /// the unwind target keep their operands until [`FunctionBuilder::forget`] is called, or that
    /// block is removed. A block with another terminator stays as it is.
    ///
    /// The records before the `invoke` move before the call.
    pub fn make_call(&mut self, id: BlockId) {
        let block = &mut self.function.blocks[id];
        let origin = block.terminator_origin.of_made();
        let invoke = match std::mem::replace(&mut block.terminator, Terminator::Unreachable) {
            Terminator::Invoke(invoke) => invoke,
            other => {
                block.terminator = other;
                return;
            }
        };
        block.terminator = Terminator::Jump(invoke.normal);
        block.terminator_origin = origin;
        if let Some(result) = invoke.result {
            let definition = self.function.next_definition();
            self.function.values[result].definition = definition;
        }
        let op = Op::Call(Box::new(invoke.call));
        let inst = self.function.add_inst(id, op, invoke.result, origin);
        self.copy_location(Point::End(id), Point::Inst(inst));
        self.move_records(Point::End(id), Point::Inst(inst));
    }

    /// Converts the call at `place` of a block to the block's end, with `unwind` as the target if
    /// it unwinds. The instructions after it move to a new block inside this one, to which the call
    /// returns. An instruction that is not a call stays, and ends its block.
    ///
    /// O(instructions moved + incoming values of the phis behind).
    pub fn make_invoke(&mut self, id: BlockId, place: usize, unwind: BlockId) -> BlockId {
        let inst = self.function.blocks[id].insts[place];
        let rest = self.split(id, place + 1);
        let Op::Call(call) = &self.function.insts[inst].op else {
            self.set_terminator(id, Terminator::Jump(rest));
            return rest;
        };
        let call = Call::clone(call);
        // Only variables follow it, and they stay in the entry.
        self.function.blocks[id].insts.remove(place);
        self.removed_insts.push(inst);
        let result = self.function.insts[inst].result.take();
        if let Some(result) = result {
            self.function.values[result].definition = Definition::Terminator(id);
        }
        let invoke = Invoke {
            call,
            result,
            normal: rest,
            unwind,
        };
        self.set_terminator(id, Terminator::Invoke(Box::new(invoke)));
        self.copy_location(Point::Inst(inst), Point::End(id));
        self.move_records(Point::Inst(inst), Point::End(id));
        rest
    }

    /// Gives an instruction with a result another operation, which has no result, and makes its
    /// result a new phi of a block. If the instruction has no result, the phi gets a new value of
    /// type `ty`.
    pub fn replace_by_phi(&mut self, inst: InstId, op: Op, block: BlockId, ty: TypeId) -> ValueId {
        self.replace(inst, op);
        let Some(result) = self.function.insts[inst].result.take() else {
            return self.add_phi(block, ty);
        };
        self.function.values[result].definition = self.function.next_phi(block);
        let origin = self.function.blocks[block].terminator_origin.of_made();
        self.function.add_phi(block, result, Vec::new(), origin);
        self.locate(Point::Phi(result));
        result
    }

    /// Ends a block with a `catchswitch`, whose token has type `ty`.
    pub fn end_with_switch(
        &mut self,
        block: BlockId,
        ty: TypeId,
        switch: impl FnOnce(ValueId) -> CatchSwitch,
    ) -> ValueId {
        let result = self.add_value(ty, Definition::Terminator(block));
        let switch = Box::new(switch(result));
        self.set_terminator(block, Terminator::CatchSwitch(switch));
        result
    }

    /// Replaces a value by another operand in an instruction.
    pub fn replace_operand(&mut self, inst: InstId, value: ValueId, with: Operand) {
        let op = &mut self.function.insts[inst].op;
        op.each_operand_mut(|operand| replace(operand, value, with));
    }

    /// Replaces a value by another operand in the terminator of a block.
    pub fn replace_end_operand(&mut self, block: BlockId, value: ValueId, with: Operand) {
        let terminator = &mut self.function.blocks[block].terminator;
        terminator.each_operand_mut(|operand| replace(operand, value, with));
    }

    /// Replaces the operand of the n-th phi of a block on the edges from `from`.
    pub fn replace_incoming(&mut self, block: BlockId, n: usize, from: BlockId, with: Operand) {
        let incoming = &mut self.function.blocks[block].phis[n].incoming;
        for (_, operand) in incoming.iter_mut().filter(|(other, _)| *other == from) {
            *operand = with;
        }
    }

    /// Sets the function that handles exceptions here.
    pub fn set_personality(&mut self, personality: ConstId) {
        self.function.personality = Some(personality);
    }
}

fn replace(operand: &mut Operand, value: ValueId, with: Operand) {
    if *operand == Operand::Value(value) {
        *operand = with;
    }
}
