//! The pads of a function, and what is known of the calls that unwind to them.
//!
//! *Needs:* a function, and the order of its blocks. *Gives:* [`Unwinding`], which selection fills
//! in as it goes. *Cost:* linear in the blocks.

use foldhash::{HashMap, HashSet};

use unsnarl_ir::{BlockId, Function, Id, Op as IrOp, Operand, Terminator, ValueId};

use crate::machine::Reg;

/// What is known of the pads of a function, and of the calls that unwind to them.
#[derive(Debug, Default)]
pub(super) struct Unwinding {
    /// By token of a pad: its block; that of a `catchpad` is the block of its `catchswitch`.
    pub(super) blocks: HashMap<ValueId, BlockId>,
    /// By block of a `catchswitch`.
    pub(super) switches: HashMap<BlockId, Caught>,
    /// By block of a `cleanuppad`: the reference to the exception.
    pub(super) cleanups: HashMap<BlockId, Reg>,
    /// By block of a `catchswitch`, where exceptions are places: the block that passes those on
    /// which it does not handle.
    pub(super) passing: HashMap<BlockId, Passing>,
    /// The pads to which a call or a cleanup unwinds.
    pub(super) thrown_to: HashSet<BlockId>,
    /// By block: how many edges lead to it.
    pub(super) incoming: Vec<u32>,
    /// By block that ends with a call: the blocks on its edges.
    pub(super) between: HashMap<BlockId, Between>,
    /// By block: the call that returns there, and the parameters for its results.
    pub(super) returned: HashMap<BlockId, (BlockId, Vec<Reg>)>,
}

/// What a `catchswitch` is entered with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caught {
    /// The address of the exception, if it is one of C++.
    pub(super) pointer: Reg,
    /// The reference to another exception, or null, if there is a cleanup for those.
    pub(super) other: Option<Reg>,
}

/// The block that goes on with the exceptions which a `catchswitch` does not handle: its copy.
#[derive(Clone, Debug)]
pub(super) struct Passing {
    pub(super) block: BlockId,
    /// The exception.
    pub(super) reference: Reg,
    /// Each register that the block of the `catchswitch` defines, and which one is here in its
    /// place.
    pub(super) copies: Vec<(Reg, Reg)>,
}

/// The blocks on the edges of a call.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Between {
    /// Behind a return to a block that has other predecessors; behind a throw, which never returns,
    /// so that this edge is not parallel to that of a clause.
    pub(super) returned: Option<BlockId>,
    /// Before a `catchswitch`: for an exception of C++, with its address and a null reference; and
    /// for another one, with the reference to it.
    pub(super) caught: Option<[(BlockId, Reg, Option<Reg>); 2]>,
    /// Where nothing is called, because that would have undefined behaviour: a null reference.
    pub(super) trap: Option<Reg>,
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
            match &block.terminator {
                Terminator::Invoke(invoke) => {
                    unwinding.thrown_to.insert(invoke.unwind);
                }
                Terminator::CleanupReturn { unwind, .. } => unwinding.thrown_to.extend(*unwind),
                _ => {}
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
pub(super) fn is_switch(function: &Function, block: BlockId) -> bool {
    matches!(
        function.blocks[block].terminator,
        Terminator::CatchSwitch(_)
    )
}

/// Tells whether an exception that no `catchswitch` handles gets to a cleanup of the function, from
/// a pad on.
pub(super) fn has_cleanup(function: &Function, mut pad: BlockId) -> bool {
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
