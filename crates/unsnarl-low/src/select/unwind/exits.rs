//! The exits of blocks that unwind, or begin to, and the blocks on their edges.

use unsnarl_ir::{BlockId, Callee as IrCallee, Id, Invoke, Operand, Symbol, Terminator};

use super::is_throw;
use crate::machine::{Callee, Catch, Exit, Reg};
use crate::op::Op;
use crate::op::effect::Effect;
use crate::op::memory::Table;
use crate::select::error::{SelectError, unsupported};
use crate::select::pads::{Other, is_switch};
use crate::select::selection::Selection;
use crate::select::tag::Tag;
use crate::types::Type;

impl<'a> Selection<'a> {
    /// What catches exceptions that unwind to a pad.
    fn catches(&self, pad: BlockId) -> Vec<Catch> {
        if !is_switch(self.function, pad) {
            return vec![Catch::AllRef];
        }
        let tagged = |tag| Catch::Tag(self.context.tag(tag));
        let own = tagged(self.unwinding.tag(pad));
        match self.unwinding.other(self.function, pad) {
            None => vec![own],
            Some(Other::Any) => vec![own, Catch::AllRef],
            Some(Other::Tagged(other)) => vec![own, tagged(other)],
        }
    }

    /// The exit of a block that ends with an `invoke`.
    pub(in crate::select) fn invoke(
        &mut self,
        block: BlockId,
        invoke: &'a Invoke,
    ) -> Result<(Exit, Vec<Reg>), SelectError> {
        if self
            .function
            .lands(&self.function.blocks[block].terminator)
            .is_some()
        {
            return Err(unsupported("invoke that unwinds to a landingpad"));
        }
        let call = &invoke.call;
        let catches = self.catches(invoke.unwind);
        if let IrCallee::Direct(callee) = call.callee
            && let Some(name) = self.module.intrinsic(callee)
        {
            if !is_throw(name) {
                return Err(unsupported(&format!("invoke of the intrinsic {name}")));
            }
            let (tag, value) = self.thrown(name, call)?;
            return Ok((Exit::Call(Callee::Throw(tag), catches), vec![value]));
        }
        self.check_call(call)?;
        let prepared = match call.callee {
            IrCallee::Direct(callee) => {
                let declared = Symbol::Function(callee);
                let prepared = self.prepare_direct(callee, call)?;
                prepared.map(|(operands, signature)| {
                    (
                        Callee::Symbol(self.context.symbol(declared)),
                        operands,
                        signature,
                    )
                })
            }
            IrCallee::Indirect(address) => match self.known_callee(address) {
                Some((symbol, callee)) => {
                    let prepared = self.prepare_direct(callee, call)?;
                    prepared.map(|(operands, signature)| {
                        (
                            Callee::Symbol(self.context.symbol(symbol)),
                            operands,
                            signature,
                        )
                    })
                }
                None => {
                    let (operands, signature) = self.prepare_indirect(address, call)?;
                    Some((Callee::Table(Table(0)), operands, signature))
                }
            },
            IrCallee::Assembly(_) => return Err(unsupported("invoke of inline assembly")),
        };
        let Some((callee, operands, signature)) = prepared else {
            // The call has undefined behaviour.
            self.body.push(Op::Trap, Effect::Any, &[], &[]);
            if let Some(result) = invoke.result {
                let parts = self.parts(self.function.value_type(result))?;
                let zeros: Vec<Reg> = parts.iter().map(|part| self.zero(part.ty)).collect();
                self.define(result, &zeros);
            }
            if self.are_places() {
                let tag = self.context.tag(Tag::Exception);
                let thrown = self.bytes(0);
                return Ok((Exit::Call(Callee::Throw(tag), catches), vec![thrown]));
            }
            let null = self.null(Other::Any);
            self.unwinding.between.entry(block).or_default().trap = Some(null);
            let condition = self.i32(1);
            return Ok((Exit::Branch, vec![condition]));
        };
        self.expect_results(block, invoke, &signature.results)?;
        Ok((Exit::Call(callee, catches), operands))
    }

    /// Makes room for the results of a call where it returns.
    fn expect_results(
        &mut self,
        block: BlockId,
        invoke: &Invoke,
        results: &[Type],
    ) -> Result<(), SelectError> {
        let is_in_memory = self.call_area(&invoke.call)?.result.is_some();
        let is_read = invoke.result.is_some() && is_in_memory;
        if results.is_empty() && !is_read {
            return Ok(());
        }
        // Phis may take the result, which has to be there before the edge that passes it.
        let has_one_edge = self.unwinding.incoming[invoke.normal.index()] == 1;
        let place = match has_one_edge && self.function.blocks[invoke.normal].phis.is_empty() {
            true => invoke.normal,
            false => {
                let place = self.body.add_block();
                self.unwinding.between.entry(block).or_default().returned = Some(place);
                place
            }
        };
        let add = |&ty: &Type| self.body.add_parameter(place, ty);
        let regs: Vec<Reg> = results.iter().map(add).collect();
        self.unwinding.returned.insert(place, (block, regs));
        Ok(())
    }

    /// Defines the result of the call that returns to a block.
    pub(in crate::select) fn receive(&mut self, place: BlockId) -> Result<(), SelectError> {
        let Some((block, made)) = self.unwinding.returned.remove(&place) else {
            return Ok(());
        };
        let Terminator::Invoke(invoke) = &self.function.blocks[block].terminator else {
            return Ok(());
        };
        let Some(result) = invoke.result else {
            return Ok(());
        };
        let regs = self.call_result(&invoke.call, Some(self.function.value_type(result)), made)?;
        let ty = self.function.value_type(result);
        let regs = self.formed(ty, regs)?;
        // A callee of another type gives nothing that is defined.
        let regs = match self.fits(ty, &regs)? {
            true => regs,
            false => {
                let parts = self.parts(ty)?;
                parts.iter().map(|part| self.zero(part.ty)).collect()
            }
        };
        self.define(result, &regs);
        Ok(())
    }

    /// Writes the blocks on the edges of a block that may unwind.
    pub(in crate::select) fn between(&mut self, block: BlockId) -> Result<(), SelectError> {
        if self.are_places()
            && let Terminator::CatchSwitch(_) = &self.function.blocks[block].terminator
        {
            self.pass_on(block);
        }
        let unwind = match &self.function.blocks[block].terminator {
            Terminator::Invoke(invoke) => Some(invoke.unwind),
            Terminator::CleanupReturn { unwind, .. } => *unwind,
            _ => None,
        };
        let Some(pad) = unwind else {
            return Ok(());
        };
        if matches!(
            self.function.blocks[block].terminator,
            Terminator::CleanupReturn { .. }
        ) {
            if !is_switch(self.function, pad) {
                return Ok(());
            }
            let never = self.body.add_block();
            self.unwinding.between.entry(block).or_default().returned = Some(never);
        }
        let between = self
            .unwinding
            .between
            .get(&block)
            .copied()
            .unwrap_or_default();
        if let Some(returned) = between.returned {
            self.body.start(returned);
            self.extended.clear();
            self.receive(returned)?;
            self.body.finish(Exit::Jump, &[]);
        }
        if between.trap.is_some() || self.are_places() || !is_switch(self.function, pad) {
            return Ok(());
        }
        let Some(passed_on) = self.unwinding.other(self.function, pad) else {
            return Ok(());
        };
        let own = self.body.add_block();
        let address = self.address_type();
        let pointer = self.body.add_parameter(own, address);
        self.body.start(own);
        let null = self.null(passed_on);
        self.body.finish(Exit::Jump, &[]);
        let other = self.body.add_block();
        let ty = self.type_of(passed_on);
        let reference = self.body.add_parameter(other, ty);
        self.body.start(other);
        self.body.finish(Exit::Jump, &[]);
        self.unwinding.between.entry(block).or_default().caught =
            Some([(own, pointer, Some(null)), (other, reference, None)]);
        Ok(())
    }

    /// The exit of a `catchswitch`.
    pub(in crate::select) fn choice(
        &mut self,
        block: BlockId,
    ) -> Result<(Exit, Vec<Reg>), SelectError> {
        let Terminator::CatchSwitch(switch) = &self.function.blocks[block].terminator else {
            return Err(SelectError::OperandType("catchswitch"));
        };
        if switch.handlers.len() != 1 {
            return Err(unsupported("catchswitch with more than one handler"));
        }
        let passed_on = self.unwinding.other(self.function, block);
        if self.unwinding.tag(block) == Tag::Jump && passed_on.is_some() {
            return Err(unsupported("a handler of longjmp before another pad"));
        }
        let caught = self.unwinding.switches.get(&block);
        let other = passed_on.zip(caught.and_then(|caught| caught.other));
        match (switch.unwind, other) {
            (None, _) => Ok((Exit::Jump, Vec::new())),
            (Some(next), None) if self.are_places() && !self.is_passed_by(block, next) => {
                Ok((Exit::Jump, Vec::new()))
            }
            (Some(_), Some((passed_on, other))) => {
                let is_own = match passed_on {
                    Other::Any => {
                        let op = Op::IsNull(Type::ExnRef);
                        self.body.push(op, Effect::Pure, &[other], &[Type::I32])[0]
                    }
                    Other::Tagged(_) => self.is_zero(other),
                };
                Ok((Exit::Branch, vec![is_own]))
            }
            // No exception that is not handled gets here.
            (Some(_), None) => {
                let always = self.i32(1);
                Ok((Exit::Branch, vec![always]))
            }
        }
    }

    /// The exit of a cleanup.
    pub(in crate::select) fn cleaned(
        &mut self,
        pad: Operand,
        unwind: Option<BlockId>,
    ) -> Result<(Exit, Vec<Reg>), SelectError> {
        let block = self.pad_block(pad)?;
        let reference = self.unwinding.cleanups.get(&block).copied();
        let reference = reference.ok_or(SelectError::OperandType("cleanupret"))?;
        Ok(match unwind {
            None => (Exit::TailCall(Callee::ThrowRef), vec![reference]),
            Some(next) if is_switch(self.function, next) => (
                Exit::Call(Callee::ThrowRef, self.catches(next)),
                vec![reference],
            ),
            Some(_) => (Exit::Jump, Vec::new()),
        })
    }
}
