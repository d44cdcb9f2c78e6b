//! Calls that end a block made instructions of it.

use crate::debug::Point;
use crate::id::BlockId;
use crate::inst::Op;
use crate::terminator::Terminator;

use super::function::FunctionBuilder;

impl FunctionBuilder {
    /// Makes the `invoke` that a block ends with its last instruction: a call with the same result,
    /// behind which the block jumps to where that returns. The phis of the unwind target keep their
    /// operands until [`FunctionBuilder::forget`] is told, or that block is removed. A block that
    /// ends otherwise stays as it is.
    ///
    /// The records before the `invoke` are before the call.
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
}
