//! The call that ends a block, in its bracket, and the paths from there: one for the return, and
//! one for each clause.
//!
//! What comes on the edge of a slot gets a value of its own, so that no other edge can pass for it.
//! Where an exception was caught, nothing is known of the stack pointer.

use unsnarl::Edge;
use unsnarl_low::check::values::Value;
use unsnarl_low::{Callee, Catch, Exit, Op, Reg, Signature};
use wasmparser::{Catch as Clause, Operator};

use super::{Path, Walk};
use crate::map::PieceKind;
use crate::proof::data::bytes::Token;
use crate::proof::data::homes::Home;

impl Walk<'_> {
    /// Executes the call; tells whether the path ends there.
    pub(super) fn exit_call(
        &mut self,
        path: &mut Path,
        token: usize,
        op: &Operator<'_>,
        range: (u32, u32),
    ) -> Result<bool, String> {
        let proof = self.proof;
        let function = &proof.subject.due.function;
        let block = match path.piece {
            Some(PieceKind::Call(block)) if Some(block) == self.block => block,
            _ => return Err("a call of another block".to_owned()),
        };
        if path.asked != Some(block) || path.is_taken || path.slot.is_some() {
            return Err(format!("the call of {block} is out of place"));
        }
        let Exit::Call(callee, catches) = &function.block(block).exit else {
            return Err(format!("{block} does not end with a call"));
        };
        self.finish_effects(path)?;
        if self.has_left_frame(path) {
            return Err("a call after the frame was left".to_owned());
        }
        let operands = function.exit_operands(block);
        self.expect_callee(*callee, op, range, operands)?;
        let due = self.exit_operands(block);
        if path.pop_all(due.len())? != due {
            return Err("the operands of a call differ".to_owned());
        }
        let bracket = proof.code.tries.get(&token).copied();
        let bracket = bracket.ok_or("a call outside of its bracket")?;
        self.clauses(path, bracket, catches)?;
        if matches!(callee, Callee::Throw(_) | Callee::ThrowRef) {
            return Ok(true);
        }
        path.slot = Some(0);
        let results = self.brought_by(Edge::new(block, 0))?.len();
        for place in 0..results {
            let value = self.brought_value(0, place);
            path.stack.push(value);
        }
        Ok(false)
    }

    /// Checks what is called.
    fn expect_callee(
        &mut self,
        callee: Callee,
        op: &Operator<'_>,
        range: (u32, u32),
        operands: &[Reg],
    ) -> Result<(), String> {
        let function = &self.proof.subject.due.function;
        let due = match callee {
            Callee::Symbol(symbol) => self.canonical(Op::Call(symbol)),
            Callee::Table(table) => Some(Op::CallIndirect(table)),
            Callee::Throw(tag) => self.canonical(Op::Throw(tag)),
            Callee::ThrowRef => {
                return match op {
                    Operator::ThrowRef => Ok(()),
                    _ => Err("no reference is thrown".to_owned()),
                };
            }
        };
        if matches!(op, Operator::ThrowRef) || due != Some(self.called(op, range)) {
            return Err("a call of another function".to_owned());
        }
        if let (Callee::Table(_), Some((_, arguments)), Some(block)) =
            (callee, operands.split_last(), self.block)
        {
            let results = self.brought_by(Edge::new(block, 0))?;
            let types = |regs: &[Reg]| regs.iter().map(|&reg| function.ty(reg)).collect();
            let signature = Signature {
                parameters: types(arguments),
                results: types(&results),
            };
            self.expect_type(op, range, &signature)?;
        }
        Ok(())
    }

    /// Compares the clauses of a bracket with those of the block, and follows each.
    fn clauses(&mut self, path: &mut Path, token: usize, due: &[Catch]) -> Result<(), String> {
        let code = self.proof.code;
        let Some(Token::Op(Operator::TryTable { try_table }, range, _)) = code.tokens.get(token)
        else {
            return Err("a call outside of its bracket".to_owned());
        };
        if try_table.catches.len() != due.len() {
            return Err("wrong number of clauses".to_owned());
        }
        let block = self.block.ok_or("a call before the first block")?;
        let targets = code
            .jumps
            .get(&token)
            .map(Vec::as_slice)
            .unwrap_or_default();
        let mut tags = code.tags(*range).into_iter();
        for (place, (&due, clause)) in due.iter().zip(&try_table.catches).enumerate() {
            let slot = place as u32 + 1;
            let brought = self.brought_by(Edge::new(block, slot as usize))?;
            let is_read = |&reg: &Reg| self.proof.home(reg) != Home::Unread;
            let count = match (due, *clause) {
                (Catch::Tag(symbol), Clause::One { tag, .. })
                | (Catch::TagRef(symbol), Clause::OneRef { tag, .. }) => {
                    let found = tags.next().unwrap_or(tag);
                    if self.proof.numbers.tag(symbol) != Some(found) {
                        return Err("a clause catches exceptions of the wrong tag".to_owned());
                    }
                    brought.len()
                }
                (Catch::All, Clause::All { .. }) => 0,
                (Catch::AllRef, Clause::AllRef { .. }) => 1,
                (Catch::AllRef, Clause::All { .. }) if !brought.iter().any(is_read) => 0,
                _ => return Err("a clause of the wrong kind".to_owned()),
            };
            let mut other = path.divided();
            (other.piece, other.slot) = (None, Some(slot));
            for place in 0..count {
                let value = self.brought_value(slot, place);
                other.stack.push(value);
            }
            if self.proof.numbers.has_stack_pointer() {
                let unknown = self.values.unknown();
                let pointer = self.proof.stack_pointer();
                other.written.set(pointer, unknown, range.0);
            }
            if !self.jump(&mut other, targets[place])? {
                self.paths.push(other);
            }
        }
        Ok(())
    }

    /// The parameters that an edge of the block sets to what the call returned, or a clause caught.
    fn brought_by(&self, edge: Edge) -> Result<Vec<Reg>, String> {
        let function = &self.proof.subject.due.function;
        let edge = self.proof.edge(edge);
        let edge = edge.ok_or("an edge that is not in the function")?;
        Ok(function.brought(edge).to_vec())
    }

    /// What comes on the edge of a slot.
    pub(super) fn brought_value(&mut self, slot: u32, place: usize) -> Value {
        if let Some(&value) = self.brought.get(&(slot, place)) {
            return value;
        }
        let value = self.values.unknown();
        self.brought.insert((slot, place), value);
        value
    }

    /// Fails if the block ends with a call that has not happened, or has taken another edge.
    pub(super) fn expect_slot(&self, path: &Path, edge: Edge) -> Result<(), String> {
        let function = &self.proof.subject.due.function;
        let is_call = self
            .block
            .is_some_and(|block| matches!(function.block(block).exit, Exit::Call(..)));
        match path.slot {
            _ if !is_call => Ok(()),
            Some(slot) if slot == edge.slot => Ok(()),
            _ => Err(format!("{edge} is not the edge that the call took")),
        }
    }
}
