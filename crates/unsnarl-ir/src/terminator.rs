//! Where a block goes.

use crate::id::{BlockId, ConstId};
use crate::inst::Operand;

/// Where a block goes.
///
/// The successors of a block are numbered by *slots*: a branch has its taken arm in slot 0, a switch its cases in
/// order and its default last. Several slots may lead to the same block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Terminator {
    /// Leaves the function.
    Return(Option<Operand>),
    /// Goes on, always.
    Jump(BlockId),
    /// Goes one of two ways.
    Branch {
        /// An `i1`.
        condition: Operand,
        /// Where to if it is 1: slot 0.
        then: BlockId,
        /// Where to if it is 0: slot 1.
        otherwise: BlockId,
    },
    /// Goes where the first equal case says.
    Switch {
        /// An integer of any width.
        value: Operand,
        /// The cases: slots 0, 1, …; no value stands twice.
        cases: Box<[Case]>,
        /// Where to if no case is equal: the last slot.
        default: BlockId,
    },
    /// Is never reached.
    Unreachable,
}

/// A case of a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// A [`crate::Constant::Int`] of the type of the switched value.
    pub value: ConstId,
    /// Where to.
    pub to: BlockId,
}

impl Terminator {
    /// Counts the slots.
    pub fn successor_count(&self) -> usize {
        match self {
            Self::Return(_) | Self::Unreachable => 0,
            Self::Jump(_) => 1,
            Self::Branch { .. } => 2,
            Self::Switch { cases, .. } => cases.len() + 1,
        }
    }

    /// Returns the block that slot `slot` leads to.
    pub fn successor(&self, slot: usize) -> Option<BlockId> {
        match self {
            Self::Return(_) | Self::Unreachable => None,
            Self::Jump(to) => (slot == 0).then_some(*to),
            Self::Branch {
                then, otherwise, ..
            } => [*then, *otherwise].get(slot).copied(),
            Self::Switch { cases, default, .. } if slot == cases.len() => Some(*default),
            Self::Switch { cases, .. } => cases.get(slot).map(|case| case.to),
        }
    }

    /// Walks the successors in slot order.
    pub fn successors(&self) -> impl ExactSizeIterator<Item = BlockId> + '_ {
        (0..self.successor_count())
            .map(|slot| self.successor(slot).expect("the slot is below the count"))
    }

    /// Leads every slot that leads to `from` to another block.
    pub fn redirect(&mut self, from: BlockId, to: BlockId) {
        let replace = |target: &mut BlockId| {
            if *target == from {
                *target = to;
            }
        };
        match self {
            Self::Return(_) | Self::Unreachable => {}
            Self::Jump(target) => replace(target),
            Self::Branch {
                then, otherwise, ..
            } => [then, otherwise].into_iter().for_each(replace),
            Self::Switch { cases, default, .. } => {
                cases.iter_mut().for_each(|case| replace(&mut case.to));
                replace(default);
            }
        }
    }

    /// Returns the operand that it reads, if any.
    pub fn operand(&self) -> Option<Operand> {
        match self {
            Self::Return(value) => *value,
            Self::Branch {
                condition: value, ..
            }
            | Self::Switch { value, .. } => Some(*value),
            Self::Jump(_) | Self::Unreachable => None,
        }
    }
}
