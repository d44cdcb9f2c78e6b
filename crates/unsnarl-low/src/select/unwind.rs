//! Exceptions: funclets, and calls that end a block because they may throw.
//!
//! *Needs:* a function whose exceptions are WebAssembly's: `invoke`, `catchswitch` with one handler,
//! `cleanuppad`, `catchret`, `cleanupret`, and the intrinsics `llvm.wasm.throw`, `rethrow` and
//! `get.exception`. *Gives:* code in which a clause of a call leads to where its exception goes.
//! *Cost:* linear in the pads and the calls.
//!
//! | source | machine |
//! |---|---|
//! | `invoke … unwind label %cleanup` | `try_call`, `catch_all_ref` to the pad |
//! | `invoke … unwind label %switch` | `try_call`, `catch @__cpp_exception` to the switch; also `catch_all_ref`, if other exceptions get to a cleanup behind it |
//! | `catchswitch` | a parameter for the address of the exception, and one for the reference to another one; a branch on whether that is null |
//! | `catchpad`, `cleanuppad` | the stack pointer gets the value of the function again |
//! | `cleanupret` | to a cleanup: a jump; to a switch: `try_throw_ref`; to the caller: `return_throw_ref` |
//! | `catchret` | a jump |
//! | `llvm.wasm.rethrow` | the exception of its `catchpad` is thrown anew |
//!
//! All handlers are for the exceptions of C++, which have one tag. So another exception passes by
//! every `catchswitch` on the way to the next cleanup, or out of the function, and where no cleanup
//! comes, no clause catches it. A call without `invoke` in a funclet unwinds to the caller, as in
//! LLVM's code.
//!
//! The blocks of the source keep their numbers. Where an edge brings something else than its target
//! takes, there is a block on it that does nothing else; these follow.
//!
//! *Source:* LLVM's WasmEHPrepare and WebAssemblyLateEHPrepare say where the stack pointer is
//! restored, and who handles what.
//! *Limits:* one handler for each `catchswitch`, which is all that clang writes; no exceptions of
//! other tags are handled (`longjmp`).

use foldhash::HashMap;

use unsnarl_ir::{
    BlockId, Call, Callee as IrCallee, Function, Id, Invoke, Op as IrOp, Operand, Symbol,
    Terminator, ValueId,
};

use crate::machine::{Callee, Catch, Exit, Reg};
use crate::op::Op;
use crate::op::effect::Effect;
use crate::op::memory::Table;
use crate::types::Type;

use super::error::{SelectError, unsupported};
use super::selection::Selection;

/// What is known of the pads of a function, and of the calls that unwind to them.
#[derive(Debug, Default)]
pub(super) struct Unwinding {
    /// By token of a pad: its block; that of a `catchpad` is the block of its `catchswitch`.
    blocks: HashMap<ValueId, BlockId>,
    /// By block of a `catchswitch`.
    switches: HashMap<BlockId, Caught>,
    /// By block of a `cleanuppad`: the reference to the exception.
    cleanups: HashMap<BlockId, Reg>,
    /// By block: how many edges lead to it.
    incoming: Vec<u32>,
    /// By block that ends with a call: the blocks on its edges.
    between: HashMap<BlockId, Between>,
    /// By block: the call that returns there, and the parameters for its results.
    returned: HashMap<BlockId, (BlockId, Vec<Reg>)>,
}

/// What a `catchswitch` is entered with.
#[derive(Clone, Copy, Debug)]
struct Caught {
    /// The address of the exception, if it is one of C++.
    pointer: Reg,
    /// The reference to another exception, or null, if there is a cleanup for those.
    other: Option<Reg>,
}

/// The blocks on the edges of a call.
#[derive(Clone, Copy, Debug, Default)]
struct Between {
    /// Behind a return to a block that has other predecessors; behind a throw, which never returns,
    /// so that this edge is not parallel to that of a clause.
    returned: Option<BlockId>,
    /// Before a `catchswitch`: for an exception of C++, with its address and a null reference; and
    /// for another one, with the reference to it.
    caught: Option<[(BlockId, Reg, Option<Reg>); 2]>,
    /// Where nothing is called, because that would have undefined behaviour: a null reference.
    trap: Option<Reg>,
}

impl Unwinding {
    /// Finds the pads of a function whose blocks come in this order.
    pub(super) fn new(function: &Function, order: &[usize]) -> Self {
        let mut unwinding = Unwinding {
            incoming: vec![0; function.blocks.len()],
            ..Unwinding::default()
        };
        for &index in order {
            let id = BlockId::new(index);
            let block = &function.blocks[id];
            for to in block.terminator.successors() {
                unwinding.incoming[to.index()] += 1;
            }
            if let Terminator::CatchSwitch(switch) = &block.terminator {
                unwinding.blocks.insert(switch.result, id);
            }
            let Some(first) = block.insts.first().map(|&inst| &function.insts[inst]) else {
                continue;
            };
            match (&first.op, first.result) {
                (
                    IrOp::CatchPad {
                        switch: Operand::Value(switch),
                        ..
                    },
                    Some(token),
                ) => {
                    if let Some(&switch) = unwinding.blocks.get(switch) {
                        unwinding.blocks.insert(token, switch);
                    }
                }
                (IrOp::CleanupPad { .. }, Some(token)) => {
                    unwinding.blocks.insert(token, id);
                }
                _ => {}
            }
        }
        unwinding
    }
}

/// What there is of it.
impl Unwinding {
    /// Tells whether the function has no pads.
    pub(super) fn is_empty(&self) -> bool {
        self.incoming.is_empty()
    }
}

/// Tells whether a block is a `catchswitch`.
fn is_switch(function: &Function, block: BlockId) -> bool {
    matches!(
        function.blocks[block].terminator,
        Terminator::CatchSwitch(_)
    )
}

/// Tells whether an exception that no `catchswitch` handles gets to a cleanup of the function, from
/// a pad on.
fn has_cleanup(function: &Function, mut pad: BlockId) -> bool {
    for _ in 0..=function.blocks.len() {
        match &function.blocks[pad].terminator {
            Terminator::CatchSwitch(switch) => match switch.unwind {
                Some(next) => pad = next,
                None => return false,
            },
            _ => return true,
        }
    }
    false
}

/// Pads and their parameters.
impl Selection<'_> {
    /// Adds the parameters of a block that is a pad, which come before those of its phis.
    pub(super) fn pad(&mut self, block: BlockId) {
        let function = self.function;
        if is_switch(function, block) {
            let ty = self.address_type();
            let pointer = self.body.add_parameter(block, ty);
            let other =
                has_cleanup(function, block).then(|| self.body.add_parameter(block, Type::ExnRef));
            self.unwinding
                .switches
                .insert(block, Caught { pointer, other });
        } else if let Some(&first) = function.blocks[block].insts.first()
            && matches!(function.insts[first].op, IrOp::CleanupPad { .. })
        {
            let reference = self.body.add_parameter(block, Type::ExnRef);
            self.unwinding.cleanups.insert(block, reference);
        }
    }

    /// Gives the stack pointer the value that it has in the function: what threw has left it lower.
    pub(super) fn restore_stack(&mut self) -> Result<Vec<Reg>, SelectError> {
        let pointer = match self.frame.stack_slot {
            Some(slot) => {
                let place = self.frame_place(slot, 8);
                let part = super::parts::Part::pointer(&self.context.target);
                self.load_part(place, &part)?
            }
            None => self.body.frame_address(0),
        };
        self.write_stack_pointer(pointer);
        Ok(Vec::new())
    }

    /// The block of a pad by its token.
    fn pad_block(&self, token: Operand) -> Result<BlockId, SelectError> {
        let block = match token {
            Operand::Value(token) => self.unwinding.blocks.get(&token).copied(),
            Operand::Const(_) => None,
        };
        block.ok_or_else(|| unsupported("a token that is no pad's"))
    }

    /// The address of the exception that a `catchpad` handles.
    pub(super) fn exception(&self, token: Operand) -> Result<Reg, SelectError> {
        let block = self.pad_block(token)?;
        let caught = self.unwinding.switches.get(&block);
        let caught =
            caught.ok_or_else(|| unsupported("llvm.wasm.get.exception of a cleanuppad"))?;
        Ok(caught.pointer)
    }

    /// What a call of an intrinsic throws: its tag is that of C++, and its value an address.
    fn thrown(&mut self, name: &str, call: &Call) -> Result<Reg, SelectError> {
        if name.ends_with("wasm.rethrow") {
            let funclet = call
                .bundles
                .iter()
                .find(|bundle| self.module.name(bundle.tag) == "funclet");
            let token = funclet.and_then(|funclet| funclet.operands.first().copied());
            let token =
                token.ok_or_else(|| unsupported("llvm.wasm.rethrow outside of a funclet"))?;
            return self.exception(token);
        }
        let (tag, value) = match call.arguments[..] {
            [tag, value] => (tag.value, value.value),
            _ => return Err(SelectError::Intrinsic(name.to_owned())),
        };
        let tag = self.one(tag)?;
        if self.known_number(tag) != Some(0) {
            return Err(unsupported(
                "llvm.wasm.throw of another tag than that of C++",
            ));
        }
        self.one(value)
    }

    /// The code of an intrinsic that throws; nothing if it is another one.
    pub(super) fn throwing(
        &mut self,
        name: &str,
        call: &Call,
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        if !is_throw(name) {
            return Ok(None);
        }
        let value = self.thrown(name, call)?;
        let tag = self.context.exception_tag();
        self.body.push(Op::Throw(tag), Effect::Any, &[value], &[]);
        Ok(Some(Vec::new()))
    }
}

/// Tells whether an intrinsic throws.
fn is_throw(name: &str) -> bool {
    matches!(
        name.trim_start_matches("llvm."),
        "wasm.throw" | "wasm.rethrow"
    )
}

/// Exits.
impl<'a> Selection<'a> {
    /// What catches exceptions that unwind to a pad.
    fn catches(&self, pad: BlockId) -> Vec<Catch> {
        let tag = Catch::Tag(self.context.exception_tag());
        match is_switch(self.function, pad) {
            false => vec![Catch::AllRef],
            true if has_cleanup(self.function, pad) => vec![tag, Catch::AllRef],
            true => vec![tag],
        }
    }

    /// The exit of a block that ends with an `invoke`.
    pub(super) fn invoke(
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
            let value = self.thrown(name, call)?;
            let tag = self.context.exception_tag();
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
            let null = self.null_reference();
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
    pub(super) fn receive(&mut self, place: BlockId) -> Result<(), SelectError> {
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

    fn null_reference(&mut self) -> Reg {
        let op = Op::Null(Type::ExnRef);
        self.body.push(op, Effect::Pure, &[], &[Type::ExnRef])[0]
    }

    /// Writes the blocks on the edges of a block that may unwind.
    pub(super) fn between(&mut self, block: BlockId) -> Result<(), SelectError> {
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
        if between.trap.is_some()
            || !is_switch(self.function, pad)
            || !has_cleanup(self.function, pad)
        {
            return Ok(());
        }
        let own = self.body.add_block();
        let address = self.address_type();
        let pointer = self.body.add_parameter(own, address);
        self.body.start(own);
        let null = self.null_reference();
        self.body.finish(Exit::Jump, &[]);
        let other = self.body.add_block();
        let reference = self.body.add_parameter(other, Type::ExnRef);
        self.body.start(other);
        self.body.finish(Exit::Jump, &[]);
        self.unwinding.between.entry(block).or_default().caught =
            Some([(own, pointer, Some(null)), (other, reference, None)]);
        Ok(())
    }

    /// The exit of a `catchswitch`.
    pub(super) fn choice(&mut self, block: BlockId) -> Result<(Exit, Vec<Reg>), SelectError> {
        let Terminator::CatchSwitch(switch) = &self.function.blocks[block].terminator else {
            return Err(SelectError::OperandType("catchswitch"));
        };
        if switch.handlers.len() != 1 {
            return Err(unsupported("catchswitch with more than one handler"));
        }
        let other = self
            .unwinding
            .switches
            .get(&block)
            .and_then(|caught| caught.other);
        match (switch.unwind, other) {
            (None, _) => Ok((Exit::Jump, Vec::new())),
            (Some(_), Some(other)) => {
                let op = Op::IsNull(Type::ExnRef);
                let is_own = self.body.push(op, Effect::Pure, &[other], &[Type::I32]);
                Ok((Exit::Branch, is_own))
            }
            // No exception that is not handled gets here.
            (Some(_), None) => {
                let always = self.i32(1);
                Ok((Exit::Branch, vec![always]))
            }
        }
    }

    /// The exit of a cleanup.
    pub(super) fn cleaned(
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

/// Edges.
impl Selection<'_> {
    /// Adds the edges of a block that unwinds or begins to, if it does. `row` gives what is passed
    /// to the phis of a block.
    pub(super) fn unwinding_edges(
        &mut self,
        from: BlockId,
        row: &dyn Fn(BlockId) -> Vec<Reg>,
    ) -> Result<bool, SelectError> {
        let function = self.function;
        match &function.blocks[from].terminator {
            Terminator::Invoke(invoke) => {
                let between = self
                    .unwinding
                    .between
                    .get(&from)
                    .copied()
                    .unwrap_or_default();
                match between.returned {
                    Some(place) => {
                        self.body.add_edge(from, place, &[]);
                        self.body
                            .add_edge(place, invoke.normal, &row(invoke.normal));
                    }
                    None => {
                        self.body.add_edge(from, invoke.normal, &row(invoke.normal));
                    }
                }
                match between.trap {
                    Some(null) => self.dead_edge(from, invoke.unwind, Some(null), row),
                    None => self.clauses(from, invoke.unwind, row),
                }
            }
            Terminator::CatchSwitch(switch) => {
                for &handler in &switch.handlers {
                    self.body.add_edge(from, handler, &row(handler));
                }
                let other = self
                    .unwinding
                    .switches
                    .get(&from)
                    .and_then(|caught| caught.other);
                if let Some(next) = switch.unwind {
                    match other {
                        Some(other) => self.other_edge(from, next, other, row),
                        None => self.dead_edge(from, next, None, row),
                    }
                }
            }
            Terminator::CleanupReturn {
                pad,
                unwind: Some(next),
            } => {
                let block = self.pad_block(*pad)?;
                let reference = self.unwinding.cleanups.get(&block).copied();
                let reference = reference.ok_or(SelectError::OperandType("cleanupret"))?;
                if is_switch(function, *next) {
                    let between = self.unwinding.between.get(&from);
                    if let Some(never) = between.and_then(|between| between.returned) {
                        self.body.add_edge(from, never, &[]);
                        self.dead_edge(never, *next, Some(reference), row);
                    }
                    self.clauses(from, *next, row);
                } else {
                    self.other_edge(from, *next, reference, row);
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The edges of the clauses of a call that unwinds to a pad.
    fn clauses(&mut self, from: BlockId, pad: BlockId, row: &dyn Fn(BlockId) -> Vec<Reg>) {
        let between = self
            .unwinding
            .between
            .get(&from)
            .and_then(|between| between.caught);
        let Some([own, other]) = between else {
            self.body.add_edge(from, pad, &row(pad));
            return;
        };
        self.body.add_edge(from, own.0, &[]);
        self.body.add_edge(from, other.0, &[]);
        let null_address = self.bytes(0);
        let mut passed: Vec<Reg> = [own.1].into_iter().chain(own.2).collect();
        passed.extend(row(pad));
        self.body.add_edge(own.0, pad, &passed);
        let mut passed = vec![null_address, other.1];
        passed.extend(row(pad));
        self.body.add_edge(other.0, pad, &passed);
    }

    /// An edge to a pad by which an exception comes that no `catchswitch` handles.
    fn other_edge(
        &mut self,
        from: BlockId,
        pad: BlockId,
        reference: Reg,
        row: &dyn Fn(BlockId) -> Vec<Reg>,
    ) {
        let mut passed = match is_switch(self.function, pad) {
            true => vec![self.bytes(0), reference],
            false => vec![reference],
        };
        passed.extend(row(pad));
        self.body.add_edge(from, pad, &passed);
    }

    /// An edge to a pad that is never taken, with any reference.
    fn dead_edge(
        &mut self,
        from: BlockId,
        pad: BlockId,
        reference: Option<Reg>,
        row: &dyn Fn(BlockId) -> Vec<Reg>,
    ) {
        let parameters = self.body.block(pad).parameters.clone();
        let own = row(pad);
        let count = parameters.len().saturating_sub(own.len());
        let mut passed = Vec::with_capacity(parameters.len());
        for reg in parameters.into_iter().take(count) {
            match self.body.ty(reg) {
                Type::ExnRef => passed.extend(reference),
                ty => passed.push(self.zero(ty)),
            }
        }
        passed.extend(own);
        self.body.add_edge(from, pad, &passed);
    }
}
