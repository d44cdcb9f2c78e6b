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

mod edges;
mod exits;

use foldhash::HashMap;

use unsnarl_ir::{BlockId, Call, Function, Id, Op as IrOp, Operand, Terminator, ValueId};

use crate::machine::Reg;
use crate::op::Op;
use crate::op::effect::Effect;
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
