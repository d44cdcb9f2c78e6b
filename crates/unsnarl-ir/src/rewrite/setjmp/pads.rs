//! The places where a jump out of a handler or a cleanup arrives.
//!
//! *Needs:* a function. *Gives:* for each call its unwind target for an exception that nothing
//! inside handles; an exception that would leave the function is led to the pad of jumps.
//! *Cost:* linear in the blocks.

use std::collections::BTreeMap;

use crate::builder::FunctionBuilder;
use crate::function::{Definition, Function};
use crate::id::{BlockId, ValueId};
use crate::inst::{Op, Operand};
use crate::module::Module;
use crate::terminator::Terminator;

use super::{Cut, reached};

/// The funclets of a function.
pub(super) struct Pads {
    /// By token of a funclet: its unwind target, if that is not a caller.
    unwind: BTreeMap<ValueId, Option<BlockId>>,
}

impl Pads {
    /// Finds the funclets.
    pub(super) fn new(function: &Function) -> Self {
        let mut unwind = BTreeMap::new();
        for block in function.blocks.values() {
            if let Terminator::CleanupReturn {
                pad: Operand::Value(pad),
                unwind: to,
            } = block.terminator
            {
                unwind.insert(pad, to);
            }
            let first = block.insts.first().map(|&inst| &function.insts[inst]);
            let Some((Op::CatchPad { switch, .. }, Some(token))) =
                first.map(|inst| (&inst.op, inst.result))
            else {
                continue;
            };
            if let Some(to) = switch_unwinds(function, *switch) {
                unwind.insert(token, to);
            }
        }
        Pads { unwind }
    }

    /// The pad to which a call unwinds; `jumps` if it would leave the function.
    pub(super) fn unwind(&self, module: &Module, call: &Op, jumps: BlockId) -> BlockId {
        let Op::Call(call) = call else {
            return jumps;
        };
        let mut bundles = call.bundles.iter();
        let funclet = bundles.find(|bundle| module.name(bundle.tag) == "funclet");
        let token = funclet.and_then(|funclet| funclet.operands.first());
        let unwind = match token {
            Some(Operand::Value(token)) => self.unwind.get(token).copied().flatten(),
            _ => None,
        };
        unwind.unwrap_or(jumps)
    }

    /// Leads to `jumps` the unwinding edges that leave the function after a `setjmp`.
    pub(super) fn unwind_to(&self, builder: &mut FunctionBuilder, cuts: &[Cut], jumps: BlockId) {
        if self.unwind.is_empty() {
            return;
        }
        let from = cuts.iter().filter(|cut| cut.is_setjmp);
        let behind = reached(builder.function(), from.map(|cut| cut.block));
        for block in behind {
            if block == jumps {
                continue;
            }
            let mut terminator = builder.function().blocks[block].terminator.clone();
            match &mut terminator {
                Terminator::CatchSwitch(switch) if switch.unwind.is_none() => {
                    switch.unwind = Some(jumps);
                }
                Terminator::CleanupReturn { unwind, .. } if unwind.is_none() => {
                    *unwind = Some(jumps);
                }
                _ => continue,
            }
            builder.set_terminator(block, terminator);
        }
    }
}

/// The unwind target of the `catchswitch` with a token.
fn switch_unwinds(function: &Function, token: Operand) -> Option<Option<BlockId>> {
    let Operand::Value(token) = token else {
        return None;
    };
    let Definition::Terminator(block) = function.values[token].definition else {
        return None;
    };
    match &function.blocks[block].terminator {
        Terminator::CatchSwitch(switch) => Some(switch.unwind),
        _ => None,
    }
}
