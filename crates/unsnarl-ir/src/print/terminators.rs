//! Terminators.

use std::fmt::Write;

use super::{Printer, Result};
use crate::constant::Constant;
use crate::function::Function;
use crate::id::BlockId;
use crate::inst::Operand;
use crate::terminator::{CallBranch, CatchSwitch, Terminator};

impl Printer<'_, '_, '_> {
    pub(super) fn terminator(&mut self, function: &Function, terminator: &Terminator) -> Result {
        self.action(function, terminator)?;
        match terminator {
            Terminator::Return(_) | Terminator::Resume(_) | Terminator::Unreachable => Ok(()),
            Terminator::Jump(to) => {
                self.out.write_char(' ')?;
                self.label(function, *to)
            }
            Terminator::Branch {
                then, otherwise, ..
            } => {
                for to in [*then, *otherwise] {
                    self.out.write_str(", ")?;
                    self.label(function, to)?;
                }
                Ok(())
            }
            Terminator::Switch { cases, default, .. } => {
                self.out.write_str(", ")?;
                self.label(function, *default)?;
                self.out.write_str(" [")?;
                for case in cases {
                    self.out.write_char(' ')?;
                    self.typed_constant(case.value)?;
                    self.out.write_str(", ")?;
                    self.label(function, case.to)?;
                }
                self.out.write_str(" ]")
            }
            Terminator::Invoke(invoke) => {
                self.out.write_str(" to ")?;
                self.label(function, invoke.normal)?;
                self.out.write_str(" unwind ")?;
                self.label(function, invoke.unwind)
            }
            Terminator::CallBranch(branch) => self.jumps(function, branch),
            Terminator::CatchSwitch(switch) => self.handlers(function, switch),
            Terminator::CatchReturn { to, .. } => {
                self.out.write_str(" to ")?;
                self.label(function, *to)
            }
            Terminator::CleanupReturn { unwind, .. } => self.unwind(function, *unwind),
        }
    }

    /// The action of a terminator, without its targets.
    pub(super) fn action(&mut self, function: &Function, terminator: &Terminator) -> Result {
        self.result(function, terminator.result())?;
        match terminator {
            Terminator::Return(None) => self.out.write_str("ret void"),
            Terminator::Return(Some(value)) => self.with_operand(function, "ret ", *value),
            Terminator::Resume(value) => self.with_operand(function, "resume ", *value),
            Terminator::Jump(_) => self.out.write_str("br"),
            Terminator::Branch { condition, .. } => self.with_operand(function, "br ", *condition),
            Terminator::Switch { value, .. } => self.with_operand(function, "switch ", *value),
            Terminator::Invoke(invoke) => self.call(function, "invoke", &invoke.call),
            Terminator::CallBranch(branch) => self.call(function, "callbr", &branch.call),
            Terminator::CatchSwitch(switch) => {
                self.out.write_str("catchswitch within ")?;
                self.scope(function, switch.parent)
            }
            Terminator::CatchReturn { pad, .. } => {
                self.out.write_str("catchret from ")?;
                self.operand(function, *pad)
            }
            Terminator::CleanupReturn { pad, .. } => {
                self.out.write_str("cleanupret from ")?;
                self.operand(function, *pad)
            }
            Terminator::Unreachable => self.out.write_str("unreachable"),
        }
    }

    /// `[label %a, label %b]`, after the fall-through label.
    fn jumps(&mut self, function: &Function, branch: &CallBranch) -> Result {
        self.out.write_str(" to ")?;
        self.label(function, branch.default)?;
        self.out.write_str(" [")?;
        self.labels(function, &branch.targets)?;
        self.out.write_char(']')
    }

    fn handlers(&mut self, function: &Function, switch: &CatchSwitch) -> Result {
        self.out.write_str(" [")?;
        self.labels(function, &switch.handlers)?;
        self.out.write_char(']')?;
        self.unwind(function, switch.unwind)
    }

    fn labels(&mut self, function: &Function, blocks: &[BlockId]) -> Result {
        for (index, &block) in blocks.iter().enumerate() {
            self.out.write_str(if index > 0 { ", " } else { "" })?;
            self.label(function, block)?;
        }
        Ok(())
    }

    fn unwind(&mut self, function: &Function, to: Option<BlockId>) -> Result {
        self.out.write_str(" unwind ")?;
        match to {
            Some(to) => self.label(function, to),
            None => self.out.write_str("to caller"),
        }
    }

    fn with_operand(&mut self, function: &Function, word: &str, value: Operand) -> Result {
        self.out.write_str(word)?;
        self.typed_operand(function, value)
    }

    /// The pad around another one; `none` directly in the function.
    pub(super) fn scope(&mut self, function: &Function, pad: Operand) -> Result {
        match pad {
            Operand::Const(id) if matches!(self.module.constant(id), Constant::Zero(_)) => {
                self.out.write_str("none")
            }
            pad => self.operand(function, pad),
        }
    }
}
