//! Changing the operands of instructions and terminators.
//!
//! The order is that of [`Op::each_operand`] and [`Terminator::each_operand`]. The clauses of a
//! `landingpad` are constants by their type and are not walked here.

use crate::inst::{Call, Callee, Op, Operand};
use crate::terminator::Terminator;

impl Op {
    /// Calls `change` with every operand that may be a value.
    pub fn each_operand_mut(&mut self, mut change: impl FnMut(&mut Operand)) {
        match self {
            Self::Unary { value, .. } | Self::Cast { value, .. } | Self::Freeze(value) => {
                change(value)
            }
            Self::Binary { left, right, .. }
            | Self::IntCompare { left, right, .. }
            | Self::FloatCompare { left, right, .. }
            | Self::ShuffleVector { left, right, .. } => [left, right].into_iter().for_each(change),
            Self::Alloca { count: only, .. }
            | Self::Load { pointer: only, .. }
            | Self::ExtractValue {
                aggregate: only, ..
            }
            | Self::VaArg { list: only } => change(only),
            Self::Store { value, pointer, .. }
            | Self::AtomicRmw {
                pointer: value,
                value: pointer,
                ..
            } => [value, pointer].into_iter().for_each(change),
            Self::Gep { base, indices, .. } => {
                change(base);
                indices.iter_mut().for_each(change);
            }
            Self::Select {
                condition,
                then,
                otherwise,
                ..
            } => [condition, then, otherwise].into_iter().for_each(change),
            Self::Call(call) => call.each_operand_mut(change),
            Self::InsertValue {
                aggregate, value, ..
            } => [aggregate, value].into_iter().for_each(change),
            Self::ExtractElement { vector, index } => [vector, index].into_iter().for_each(change),
            Self::InsertElement {
                vector,
                element,
                index,
            } => [vector, element, index].into_iter().for_each(change),
            Self::CompareExchange {
                pointer,
                expected,
                replacement,
                ..
            } => [pointer, expected, replacement]
                .into_iter()
                .for_each(change),
            Self::CatchPad {
                switch: pad,
                arguments,
            }
            | Self::CleanupPad {
                parent: pad,
                arguments,
            } => {
                change(pad);
                arguments.iter_mut().for_each(change);
            }
            Self::LandingPad { .. } | Self::Fence(_) => {}
        }
    }
}

impl Call {
    /// Calls `change` with the callee's address, the arguments, and the values of the bundles.
    pub fn each_operand_mut(&mut self, mut change: impl FnMut(&mut Operand)) {
        if let Callee::Indirect(callee) = &mut self.callee {
            change(callee);
        }
        let arguments = self.arguments.iter_mut();
        arguments.for_each(|argument| change(&mut argument.value));
        let bundles = self.bundles.iter_mut();
        bundles
            .flat_map(|bundle| &mut bundle.operands)
            .for_each(change);
    }
}

impl Terminator {
    /// Calls `change` with every operand.
    pub fn each_operand_mut(&mut self, mut change: impl FnMut(&mut Operand)) {
        match self {
            Self::Return(value) => value.iter_mut().for_each(change),
            Self::Branch {
                condition: value, ..
            }
            | Self::Switch { value, .. }
            | Self::Resume(value)
            | Self::CatchReturn { pad: value, .. }
            | Self::CleanupReturn { pad: value, .. } => change(value),
            Self::CatchSwitch(pad) => change(&mut pad.parent),
            Self::Invoke(invoke) => invoke.call.each_operand_mut(change),
            Self::CallBranch(branch) => branch.call.each_operand_mut(change),
            Self::Jump(_) | Self::Unreachable => {}
        }
    }
}
