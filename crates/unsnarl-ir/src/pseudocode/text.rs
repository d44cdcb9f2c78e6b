//! Statements, copies and decisions as text.
//!
//! *Needs:* a [`Code`]. *Gives:* text, as `docs/llvm.md` describes it. *Cost:* O(text).

use super::operators::{self, Operands};
use super::{Code, Copy, Expression, Statement, show};
use crate::id::BlockId;
use crate::inst::Op;
use crate::terminator::Terminator;

impl Code<'_, '_> {
    /// Writes an expression.
    pub fn show(&self, expression: &Expression) -> String {
        show::show(&self.names, expression)
    }

    /// Writes a statement.
    pub fn show_statement(&self, statement: &Statement) -> String {
        match statement {
            Statement::Declare(inst) => self.declaration(*inst),
            Statement::Assign { to, value } => {
                format!("{} = {}", self.names.value(*to), self.show(value))
            }
            Statement::Store { place, value, .. } => {
                format!("{} = {}", self.show(place), self.show(value))
            }
            Statement::Do(expression) => self.show(expression),
            Statement::Copy { copy, .. } => self.show_copy(copy),
            Statement::Save { block, value } => {
                let name = self.names.saved(*block).unwrap_or_default();
                format!("{name} = {}", self.show(value))
            }
        }
    }

    /// Writes a copy on an edge.
    pub fn show_copy(&self, copy: &Copy) -> String {
        match copy {
            Copy::Assign { to, value } => {
                format!("{} = {}", self.names.value(*to), self.show(value))
            }
            Copy::Keep { number, value } => {
                format!(
                    "{} = {}",
                    self.names.kept(*number),
                    self.names.value(*value)
                )
            }
        }
    }

    /// Writes the decision of a block.
    pub fn show_decision(&self, block: BlockId) -> Option<String> {
        if let Some(name) = self.names.saved(block) {
            return Some(name.to_owned());
        }
        Some(self.show(&self.decision(block)?))
    }

    /// Writes the negation of a branch's condition.
    pub fn show_opposite(&self, block: BlockId) -> Option<String> {
        if !matches!(
            self.function.blocks[block].terminator,
            Terminator::Branch { .. }
        ) {
            return None;
        }
        if let Some(name) = self.names.saved(block) {
            return Some(format!("!{name}"));
        }
        let decision = self.decision(block)?;
        let opposite = operators::opposite(decision, &|part| self.operands(part));
        Some(self.show(&opposite))
    }

    /// The kind of an expression's operands, if it matters for writing the expression's negation.
    fn operands(&self, expression: &Expression) -> Option<Operands> {
        let types = &self.context.module.types;
        expression.made_by.iter().find_map(|&inst| {
            let inst = &self.function.insts[inst];
            match inst.op {
                Op::IntCompare { .. } => Some(Operands::Integers),
                Op::Binary { .. } => {
                    let ty = self.function.value_type(inst.result?);
                    (types.int_width(ty) == Some(1)).then_some(Operands::TruthValues)
                }
                _ => None,
            }
        })
    }

    /// Writes the end of the function in a block that returns or is unreachable.
    pub fn show_exit(&self, block: BlockId) -> Option<String> {
        let result = self.result(block).map(|result| self.show(&result));
        Some(match (&self.function.blocks[block].terminator, result) {
            (Terminator::Return(_), Some(result)) => format!("return {result}"),
            (Terminator::Return(_), None) => "return".to_owned(),
            (Terminator::Resume(_), Some(result)) => format!("resume {result}"),
            (Terminator::Unreachable, _) => "unreachable".to_owned(),
            _ => return None,
        })
    }
}
