//! What operations do besides computing their results.
//!
//! *Gives:* the [`Effect`] of an operation by itself, and whether it may trap. An instruction may
//! [say more or less](crate::machine::Inst): a volatile load must stay where it is, and a call of
//! `fmod` only computes.

use super::Op;
use super::convert::Convert;

/// What an instruction does besides computing its results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// Nothing: it may be computed later, twice, or not at all.
    Pure,
    /// It reads memory, and must stay between writes of the same bytes.
    Read,
    /// It writes memory, and must stay between accesses of the same bytes.
    Write,
    /// Anything: it happens exactly once, and keeps its place among all that reads or writes.
    Any,
}

impl Effect {
    /// All effects.
    pub const ALL: [Effect; 4] = [Effect::Pure, Effect::Read, Effect::Write, Effect::Any];

    /// The word in the text form.
    pub fn name(self) -> &'static str {
        match self {
            Effect::Pure => "pure",
            Effect::Read => "reads",
            Effect::Write => "writes",
            Effect::Any => "ordered",
        }
    }

    /// Tells whether an instruction with this effect must happen although nothing reads its
    /// results.
    pub fn is_kept(self) -> bool {
        matches!(self, Effect::Write | Effect::Any)
    }
}

/// Whether a trap of an instruction is something that a program can rely on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Traps {
    /// Where it would trap, the source program has no defined behaviour: it may be dropped, or
    /// computed earlier or later. So it is for LLVM IR.
    #[default]
    Undefined,
    /// It is never dropped, and never passes an effect. So it is for WebAssembly.
    Observable,
}

impl Op {
    /// What it does besides computing its results, traps aside.
    pub fn effect(&self) -> Effect {
        match self {
            Op::Load(..) | Op::LoadLane(..) => Effect::Read,
            Op::Store(..) | Op::StoreLane(..) => Effect::Write,
            Op::MemoryFill(_) | Op::MemoryCopy { .. } => Effect::Any,
            Op::AtomicLoad(..)
            | Op::AtomicStore(..)
            | Op::AtomicModify(..)
            | Op::AtomicCompareExchange(..)
            | Op::AtomicNotify(_)
            | Op::AtomicWait(..)
            | Op::AtomicFence => Effect::Any,
            Op::MemorySize(_) | Op::MemoryGrow(_) | Op::MemoryInit(..) | Op::DataDrop(_) => {
                Effect::Any
            }
            Op::TableGet(..)
            | Op::TableSet(..)
            | Op::TableSize(_)
            | Op::TableGrow(..)
            | Op::TableFill(..)
            | Op::TableCopy { .. }
            | Op::TableInit(..)
            | Op::ElementDrop(_)
            | Op::GlobalGet(..)
            | Op::GlobalSet(..)
            | Op::Trap
            | Op::Throw(_)
            | Op::Call(_)
            | Op::CallIndirect(_) => Effect::Any,
            _ => Effect::Pure,
        }
    }

    /// Tells whether it traps for some operands. A call may, in what it calls.
    pub fn may_trap(&self) -> bool {
        match self {
            Op::IntBinary(_, op) => op.may_trap(),
            Op::Convert(op) => matches!(op, Convert::Truncate { .. }),
            Op::MemorySize(_) | Op::MemoryGrow(_) | Op::DataDrop(_) => false,
            Op::TableSize(_) | Op::TableGrow(..) | Op::ElementDrop(_) => false,
            Op::AtomicFence => false,
            Op::GlobalGet(..) | Op::GlobalSet(..) => false,
            op => op.effect() != Effect::Pure,
        }
    }

    /// Tells whether the first two operands may be exchanged. Of floats all but the bits of a NaN
    /// stay the same.
    pub fn commutes(&self) -> bool {
        match self {
            Op::IntBinary(_, op) => op.commutes(),
            Op::IntCompare(_, op) => op.exchange() == *op,
            Op::FloatBinary(_, op) => op.commutes(),
            Op::FloatCompare(_, op) => op.exchange() == *op,
            Op::VectorBinary(_, op) => op.commutes(),
            Op::BitsAnd | Op::BitsOr | Op::BitsXor => true,
            _ => false,
        }
    }

    /// The operation with the opposite outcome, if this one has the outcome 1 or 0 and there is
    /// one.
    pub fn negate(&self) -> Option<Op> {
        match *self {
            Op::IntCompare(width, op) => Some(Op::IntCompare(width, op.negate())),
            Op::FloatCompare(width, op) => Some(Op::FloatCompare(width, op.negate()?)),
            _ => None,
        }
    }
}
