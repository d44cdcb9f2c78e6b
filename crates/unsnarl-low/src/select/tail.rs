//! Calls in place of a return: `musttail`, by `return_call`.
//!
//! *Needs:* a call that the return follows, and the feature `tail-call`.
//! *Gives:* the block's exit with the arguments as operands. The caller's frame is popped between
//! the two.
//! *Limits:* nothing may be passed in the frame that is popped: no `byval` copies, no variable
//! arguments. `tail` alone is a hint, and becomes an ordinary call.

use crate::machine::{Callee as LowCallee, Exit, Reg};
use crate::op::memory::Table;
use unsnarl_ir::{
    BlockId, Call, Callee, CastOp, Op as IrOp, Operand, Symbol, Tail, Terminator, ValueId,
};

use crate::select::error::SelectError;
use crate::select::error::unsupported;
use crate::select::selection::Selection;

impl<'a> Selection<'a> {
    /// Placeholders for the result of a call that the return follows; they are never read.
    pub(super) fn until_return(&mut self, call: &Call) -> Result<Vec<Reg>, SelectError> {
        if !self.features.tail_calls {
            return Err(unsupported(
                "musttail without the feature tail-call (-mtail-call)",
            ));
        }
        let signature = self.module.signature(call.ty);
        let (result, ..) = signature.ok_or(SelectError::OperandType("a call"))?;
        let parts = self.parts(result)?;
        Ok(parts.iter().map(|part| self.zero(part.ty)).collect())
    }

    /// The tail call that replaces a block's return, if there is one, and its arguments.
    pub(super) fn tail_call(
        &mut self,
        block: BlockId,
    ) -> Result<Option<(Exit, Vec<Reg>)>, SelectError> {
        let Some(call) = self.last_call(block)? else {
            return Ok(None);
        };
        let area = self.call_area(call)?;
        if !area.copies.is_empty() || !area.variable.is_empty() {
            return Err(unsupported(
                "musttail with arguments in the caller's memory",
            ));
        }
        let direct = match call.callee {
            Callee::Direct(callee) => Some((Symbol::Function(callee), callee)),
            Callee::Indirect(address) => self.known_callee(address),
            Callee::Assembly { .. } => return Err(unsupported("musttail of inline assembly")),
        };
        let context = self.context;
        let called = context.signature(call.ty)?;
        let own = context.signature(self.function.ty)?;
        let declared = direct.map_or(Vec::new(), |(_, callee)| self.declared(callee));
        let mut arguments = self.arguments(call, &declared)?;
        let (target, signature) = match direct {
            Some((symbol, callee)) => {
                if !context.can_call(callee) {
                    return Err(unsupported("musttail of an undefined function"));
                }
                let signature = context.signature(self.module.functions[callee].ty)?;
                (LowCallee::Symbol(context.symbol(symbol)), signature)
            }
            None => {
                let Callee::Indirect(address) = call.callee else {
                    return Err(SelectError::OperandType("a call"));
                };
                arguments.push(self.one(address)?);
                (LowCallee::Table(Table(0)), called.clone())
            }
        };
        if signature != called || called.results != own.results {
            return Err(unsupported("musttail of a function of another type"));
        }
        Ok(Some((Exit::TailCall(target), arguments)))
    }

    /// The `musttail` call at the end of a block.
    fn last_call(&self, block: BlockId) -> Result<Option<&'a Call>, SelectError> {
        let function = self.function;
        let contents = &function.blocks[block];
        let mut returned = match contents.terminator {
            Terminator::Return(Some(Operand::Value(value))) => Some(value),
            _ => None,
        };
        let is_return = matches!(contents.terminator, Terminator::Return(_));
        let mut is_last = is_return;
        for &inst in contents.insts.iter().rev() {
            let inst = &function.insts[inst];
            match &inst.op {
                // Between the call and the return a pointer may become one of another type.
                IrOp::Cast {
                    op: CastOp::Bitcast,
                    value: Operand::Value(value),
                    ..
                } if is_last && inst.result == returned => returned = Some(*value),
                IrOp::Call(call) if call.tail == Tail::MustTail => {
                    return match is_last && is_result(inst.result, returned) {
                        true => Ok(Some(call)),
                        false => Err(unsupported("musttail without a return after it")),
                    };
                }
                _ => is_last = false,
            }
        }
        Ok(None)
    }
}

/// Tells whether the result of a call is what is returned.
fn is_result(result: Option<ValueId>, returned: Option<ValueId>) -> bool {
    returned.is_none() || result == returned
}
