//! Terminators: how a block ends.

use crate::id::{BlockId, ConstId, ValueId};
use crate::inst::{Call, Operand};

/// The terminator of a block.
///
/// The successors of a block are numbered by *slots*: a branch has its taken arm in slot 0, a
/// switch its cases in order and its default last, a call its normal target in slot 0 and its
/// unwind target in slot 1. Several slots may lead to the same block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Terminator {
    /// Leaves the function.
    Return(Option<Operand>),
    /// An unconditional jump.
    Jump(BlockId),
    /// Goes to one of two blocks.
    Branch {
        /// An `i1`.
        condition: Operand,
        /// The target if it is 1: slot 0.
        then: BlockId,
        /// The target if it is 0: slot 1.
        otherwise: BlockId,
    },
    /// Goes to the target of the equal case.
    Switch {
        /// An integer of any width.
        value: Operand,
        /// The cases: slots 0, 1, …; no value occurs twice.
        cases: Box<[Case]>,
        /// The default target: the last slot.
        default: BlockId,
    },
    /// `invoke`: a call with an unwind target in this function.
    Invoke(Box<Invoke>),
    /// `callbr`: inline assembly that may jump.
    CallBranch(Box<CallBranch>),
    /// `resume`: continues unwinding with the exception from a `landingpad`, out of the function.
    Resume(Operand),
    /// `catchswitch`: the choice between the handlers of a `try`; unwinding arrives here first.
    CatchSwitch(Box<CatchSwitch>),
    /// `catchret`: ends the handler of a `catchpad`; the exception is handled.
    CatchReturn {
        /// The token of the `catchpad`.
        pad: Operand,
        /// The target: slot 0.
        to: BlockId,
    },
    /// `cleanupret`: ends a `cleanuppad`; unwinding continues.
    CleanupReturn {
        /// The token of the `cleanuppad`.
        pad: Operand,
        /// The target: slot 0; `None` is the caller.
        unwind: Option<BlockId>,
    },
    /// Unreachable.
    Unreachable,
}

/// A case of a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// A [`crate::Constant::Int`] of the type of the switched value.
    pub value: ConstId,
    /// The target.
    pub to: BlockId,
}

/// A call that ends its block, because it has another target if it unwinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invoke {
    /// The callee and its arguments.
    pub call: Call,
    /// Its result, if any. It is available on slot 0 only.
    pub result: Option<ValueId>,
    /// The target when it returns: slot 0.
    pub normal: BlockId,
    /// The target when it unwinds, a block that begins with a pad: slot 1.
    pub unwind: BlockId,
}

/// Inline assembly that ends its block, because it may jump to labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallBranch {
    /// The assembly and its operands.
    pub call: Call,
    /// Its result, if any. It is available on all slots.
    pub result: Option<ValueId>,
    /// The targets of jumps in the assembly: slots 0, 1, ….
    pub targets: Box<[BlockId]>,
    /// The target when it does not jump: the last slot.
    pub default: BlockId,
}

/// The choice between the handlers of a `try`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatchSwitch {
    /// The token that its handlers name.
    pub result: ValueId,
    /// The token of the enclosing pad; the constant `none` if it is directly in the function.
    pub parent: Operand,
    /// Blocks that begin with a `catchpad` of this `catchswitch`, in the order in which they are
    /// tried: slots 0, 1, ….
    pub handlers: Box<[BlockId]>,
    /// The target if no handler takes the exception: the last slot; `None` is the caller.
    pub unwind: Option<BlockId>,
}

impl Terminator {
    /// Counts the slots.
    pub fn successor_count(&self) -> usize {
        match self {
            Self::Return(_) | Self::Resume(_) | Self::Unreachable => 0,
            Self::Jump(_) | Self::CatchReturn { .. } => 1,
            Self::CleanupReturn { unwind, .. } => usize::from(unwind.is_some()),
            Self::Branch { .. } | Self::Invoke(_) => 2,
            Self::Switch { cases, .. } => cases.len() + 1,
            Self::CallBranch(call) => call.targets.len() + 1,
            Self::CatchSwitch(pad) => pad.handlers.len() + usize::from(pad.unwind.is_some()),
        }
    }

    /// Returns the target of slot `slot`.
    pub fn successor(&self, slot: usize) -> Option<BlockId> {
        let last = |count: usize, block: BlockId| (slot == count).then_some(block);
        match self {
            Self::Return(_) | Self::Resume(_) | Self::Unreachable => None,
            Self::Jump(to) | Self::CatchReturn { to, .. } => last(0, *to),
            Self::CleanupReturn { unwind, .. } => unwind.and_then(|to| last(0, to)),
            Self::Branch {
                then, otherwise, ..
            } => [*then, *otherwise].get(slot).copied(),
            Self::Invoke(invoke) => [invoke.normal, invoke.unwind].get(slot).copied(),
            Self::Switch { cases, default, .. } => match cases.get(slot) {
                Some(case) => Some(case.to),
                None => last(cases.len(), *default),
            },
            Self::CallBranch(call) => match call.targets.get(slot) {
                Some(to) => Some(*to),
                None => last(call.targets.len(), call.default),
            },
            Self::CatchSwitch(pad) => match (pad.handlers.get(slot), pad.unwind) {
                (Some(to), _) => Some(*to),
                (None, unwind) => last(pad.handlers.len(), unwind?),
            },
        }
    }

    /// Walks the successors in slot order.
    pub fn successors(&self) -> impl ExactSizeIterator<Item = BlockId> + '_ {
        (0..self.successor_count())
            .map(|slot| self.successor(slot).expect("the slot is below the count"))
    }

    /// Calls `change` with the target of every slot, in slot order.
    pub fn each_successor_mut(&mut self, mut change: impl FnMut(&mut BlockId)) {
        match self {
            Self::Return(_) | Self::Resume(_) | Self::Unreachable => {}
            Self::Jump(to) | Self::CatchReturn { to, .. } => change(to),
            Self::CleanupReturn { unwind, .. } => unwind.iter_mut().for_each(change),
            Self::Branch {
                then, otherwise, ..
            } => [then, otherwise].into_iter().for_each(change),
            Self::Invoke(invoke) => [&mut invoke.normal, &mut invoke.unwind]
                .into_iter()
                .for_each(change),
            Self::Switch { cases, default, .. } => {
                cases.iter_mut().for_each(|case| change(&mut case.to));
                change(default);
            }
            Self::CallBranch(call) => {
                call.targets.iter_mut().for_each(&mut change);
                change(&mut call.default);
            }
            Self::CatchSwitch(pad) => {
                pad.handlers.iter_mut().for_each(&mut change);
                pad.unwind.iter_mut().for_each(change);
            }
        }
    }

    /// Redirects every slot whose target is `from` to another block.
    pub fn redirect(&mut self, from: BlockId, to: BlockId) {
        self.each_successor_mut(|target| {
            if *target == from {
                *target = to;
            }
        });
    }

    /// Returns the call that it makes, if it is one.
    pub fn call(&self) -> Option<&Call> {
        match self {
            Self::Invoke(invoke) => Some(&invoke.call),
            Self::CallBranch(branch) => Some(&branch.call),
            _ => None,
        }
    }

    /// Returns the call that it makes, for change.
    pub fn call_mut(&mut self) -> Option<&mut Call> {
        match self {
            Self::Invoke(invoke) => Some(&mut invoke.call),
            Self::CallBranch(branch) => Some(&mut branch.call),
            _ => None,
        }
    }

    /// Returns the value that it makes: the result of a call, or the token of a `catchswitch`.
    pub fn result(&self) -> Option<ValueId> {
        match self {
            Self::Invoke(invoke) => invoke.result,
            Self::CallBranch(branch) => branch.result,
            Self::CatchSwitch(pad) => Some(pad.result),
            _ => None,
        }
    }

    /// Returns the value that it makes, for change.
    pub fn result_mut(&mut self) -> Option<&mut ValueId> {
        match self {
            Self::Invoke(invoke) => invoke.result.as_mut(),
            Self::CallBranch(branch) => branch.result.as_mut(),
            Self::CatchSwitch(pad) => Some(&mut pad.result),
            _ => None,
        }
    }

    /// Calls `visit` with every operand, in the order in which they are written.
    pub fn each_operand(&self, mut visit: impl FnMut(Operand)) {
        match self {
            Self::Return(value) => value.iter().copied().for_each(visit),
            Self::Branch {
                condition: value, ..
            }
            | Self::Switch { value, .. }
            | Self::Resume(value)
            | Self::CatchReturn { pad: value, .. }
            | Self::CleanupReturn { pad: value, .. } => visit(*value),
            Self::CatchSwitch(pad) => visit(pad.parent),
            Self::Invoke(invoke) => invoke.call.each_operand(visit),
            Self::CallBranch(branch) => branch.call.each_operand(visit),
            Self::Jump(_) | Self::Unreachable => {}
        }
    }
}
