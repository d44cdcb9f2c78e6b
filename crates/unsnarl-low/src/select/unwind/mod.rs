//! Exceptions: funclets, and calls that end a block because they may throw.
//!
//! *Needs:* a function whose exceptions are WebAssembly's: `invoke`, `catchswitch` with one
//! handler, `cleanuppad`, `catchret`, `cleanupret`, and the intrinsics `llvm.wasm.throw`, `rethrow`
//! and `get.exception`. *Gives:* code in which a clause of a call leads to where its exception
//! goes.
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
//! Where [exceptions are places](super::Exceptions::Places), a `catchswitch` becomes two blocks,
//! one for each [kind of exception](passing).
//!
//! The blocks of the source keep their numbers. Where an edge brings something else than its target
//! takes, there is a block on it that does nothing else; these follow.
//!
//! *Source:* LLVM's WasmEHPrepare and WebAssemblyLateEHPrepare say where the stack pointer is
//! restored, and who handles what.
//! *Limits:* one handler for each `catchswitch`, which is all that clang writes; no exceptions of
//! other tags are handled (`longjmp`).

mod edges;
mod exits;
mod passing;

use unsnarl_ir::{BlockId, Call, Op as IrOp, Operand};

use crate::machine::Reg;
use crate::op::Op;
use crate::op::effect::Effect;
use crate::symbol::Symbol;
use crate::types::Type;

use super::error::{SelectError, unsupported};
use super::pads::{Caught, Other, is_switch};
use super::selection::Selection;
use super::tag::Tag;

/// Pads and their parameters.
impl Selection<'_> {
    /// Adds the parameters of a block that is a pad, which come before those of its phis.
    pub(super) fn pad(&mut self, block: BlockId) {
        let function = self.function;
        self.unwinding.entered = None;
        if is_switch(function, block) {
            let ty = self.address_type();
            let pointer = self.body.add_parameter(block, ty);
            let other = self.unwinding.other(function, block);
            let other = other.filter(|_| !self.are_places());
            let other = other.map(|other| self.body.add_parameter(block, self.type_of(other)));
            self.unwinding
                .switches
                .insert(block, Caught { pointer, other });
            return;
        }
        let first = function.blocks[block].insts.first();
        match first.map(|&first| &function.insts[first].op) {
            Some(IrOp::CleanupPad { .. }) => {
                let reference = self.body.add_parameter(block, Type::ExnRef);
                self.unwinding.cleanups.insert(block, reference);
            }
            Some(IrOp::CatchPad {
                switch: Operand::Value(switch),
                ..
            }) => self.unwinding.entered = self.unwinding.blocks.get(switch).copied(),
            _ => {}
        }
    }

    /// The type of what a `catchswitch` passes on.
    fn type_of(&self, other: Other) -> Type {
        match other {
            Other::Any => Type::ExnRef,
            Other::Tagged(_) => self.address_type(),
        }
    }

    /// No exception, where a `catchswitch` expects one that it passes on.
    fn null(&mut self, other: Other) -> Reg {
        match other {
            Other::Any => {
                let op = Op::Null(Type::ExnRef);
                self.body.push(op, Effect::Pure, &[], &[Type::ExnRef])[0]
            }
            Other::Tagged(_) => self.bytes(0),
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
        block.ok_or_else(|| unsupported("a token that does not belong to a pad"))
    }

    /// What the handler is entered with that begins the block.
    pub(super) fn caught(&self, tag: Operand) -> Result<Reg, SelectError> {
        let number = match tag {
            Operand::Const(number) => self.module.int(number).and_then(|tag| tag.as_u64()),
            Operand::Value(_) => None,
        };
        let entered = self.unwinding.entered;
        let entered = entered.filter(|&switch| number == Some(self.unwinding.tag(switch) as u64));
        let caught = entered.and_then(|switch| self.unwinding.switches.get(&switch));
        let caught = caught
            .ok_or_else(|| unsupported("llvm.wasm.catch that does not follow its catchpad"))?;
        Ok(caught.pointer)
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
    fn thrown(&mut self, name: &str, call: &Call) -> Result<(Symbol, Reg), SelectError> {
        if name.ends_with("wasm.rethrow") {
            let funclet = call
                .bundles
                .iter()
                .find(|bundle| self.module.name(bundle.tag) == "funclet");
            let token = funclet.and_then(|funclet| funclet.operands.first().copied());
            let token =
                token.ok_or_else(|| unsupported("llvm.wasm.rethrow outside of a funclet"))?;
            let exception = self.exception(token)?;
            return Ok((self.context.tag(Tag::Exception), exception));
        }
        let (tag, value) = match call.arguments[..] {
            [tag, value] => (tag.value, value.value),
            _ => return Err(SelectError::Intrinsic(name.to_owned())),
        };
        let tag = self.one(tag)?;
        let tag = self.known_number(tag).and_then(Tag::numbered);
        let tag = tag.ok_or_else(|| unsupported("llvm.wasm.throw of an unknown tag"))?;
        Ok((self.context.tag(tag), self.one(value)?))
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
        let (tag, value) = self.thrown(name, call)?;
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
