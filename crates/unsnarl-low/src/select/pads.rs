//! The pads of a function, and what is known of the calls that unwind to them.
//!
//! *Needs:* a function, and the order of its blocks. *Gives:* [`Unwinding`], which selection fills
//! in as it goes. *Cost:* linear in the blocks.

use foldhash::{HashMap, HashSet};

use unsnarl_ir::{
    BlockId, Callee, CatchSwitch, Function, Id, Module, Op as IrOp, Operand, Terminator, ValueId,
};

use super::tag::Tag;
use crate::machine::Reg;

/// What is known of the pads of a function, and of the calls that unwind to them.
#[derive(Debug, Default)]
pub(super) struct Unwinding {
    /// By token of a pad: its block; that of a `catchpad` is the block of its `catchswitch`.
    pub(super) blocks: HashMap<ValueId, BlockId>,
    /// By block of a `catchswitch`.
    pub(super) switches: HashMap<BlockId, Caught>,
    /// By block of a `catchswitch`: what its handler takes.
    pub(super) tags: HashMap<BlockId, Tag>,
    /// By block of a `cleanuppad`: the reference to the exception.
    pub(super) cleanups: HashMap<BlockId, Reg>,
    /// By block of a `catchswitch`, where exceptions are places: the block that passes those on
    /// which it does not handle.
    pub(super) passing: HashMap<BlockId, Passing>,
    /// The `catchswitch` whose handler begins the block that is being written, if one does.
    pub(super) entered: Option<BlockId>,
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
    /// What the exception carries, if it is of the tag that is handled.
    pub(super) pointer: Reg,
    /// What is passed on, or null, if another exception gets to a pad behind.
    pub(super) other: Option<Reg>,
}

/// What else is caught where exceptions unwind to a `catchswitch`: what gets to a pad behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Other {
    /// Any exception: the pad is a cleanup.
    Any,
    /// One of a tag: the pad is another `catchswitch`, whose handler takes it.
    Tagged(Tag),
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
    /// Finds the pads of a function of a module, whose blocks come in this order.
    pub(super) fn new(module: &Module, function: &Function, order: &[usize]) -> Self {
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
                unwinding.tags.insert(id, handled(module, function, switch));
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

    /// What the handler of a `catchswitch` takes.
    pub(super) fn tag(&self, switch: BlockId) -> Tag {
        self.tags.get(&switch).copied().unwrap_or(Tag::Exception)
    }

    /// What a `catchswitch` does not handle and gets to a pad behind it.
    ///
    /// Those of one tag are one after the other: what the first does not take, no other of them
    /// does.
    pub(super) fn other(&self, function: &Function, switch: BlockId) -> Option<Other> {
        let own = self.tag(switch);
        let mut pad = switch;
        for _ in 0..=function.blocks.len() {
            let Terminator::CatchSwitch(switch) = &function.blocks[pad].terminator else {
                return Some(Other::Any);
            };
            if self.tag(pad) != own {
                return Some(Other::Tagged(self.tag(pad)));
            }
            pad = switch.unwind?;
        }
        None
    }
}

/// The tag of what a `catchswitch` handles: that which its handler asks for, if it asks by tag.
fn handled(module: &Module, function: &Function, switch: &CatchSwitch) -> Tag {
    let handler = switch.handlers.first();
    let insts = handler
        .into_iter()
        .flat_map(|&to| &function.blocks[to].insts);
    let mut tags = insts.filter_map(|&inst| caught(module, &function.insts[inst].op));
    tags.next().unwrap_or(Tag::Exception)
}

/// The tag that a call of `llvm.wasm.catch` names.
pub(super) fn caught(module: &Module, op: &IrOp) -> Option<Tag> {
    let IrOp::Call(call) = op else { return None };
    let Callee::Direct(callee) = call.callee else {
        return None;
    };
    let name = module.intrinsic(callee)?.trim_start_matches("llvm.");
    let tag = call.arguments.first().filter(|_| name == "wasm.catch")?;
    match tag.value {
        Operand::Const(number) => Tag::numbered(module.int(number)?.as_i128(64)? as i64),
        Operand::Value(_) => None,
    }
}

/// Tells whether a block is a `catchswitch`.
pub(super) fn is_switch(function: &Function, block: BlockId) -> bool {
    matches!(
        function.blocks[block].terminator,
        Terminator::CatchSwitch(_)
    )
}
