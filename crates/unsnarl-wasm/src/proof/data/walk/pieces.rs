//! Pieces: which edge is taken, and what is asked for where a piece ends.

use unsnarl::{BlockId, Edge, Id};
use unsnarl_low::check::facts::Fact;
use unsnarl_low::{Exit, Op};

use super::{Path, Walk};
use crate::map::{Comparison, PieceKind};
use crate::proof::data::bytes::Token;

impl Walk<'_> {
    /// Follows a path until it ends or divides.
    pub(super) fn follow(&mut self, mut path: Path) -> Result<(), String> {
        let code = self.proof.code;
        loop {
            let token = path.token;
            path.token += 1;
            self.proof.spend()?;
            match code.tokens.get(token) {
                None => return Err("control leaves the function".to_owned()),
                Some(&Token::Open(kind)) => {
                    if self.open(&mut path, kind, token)? {
                        return Ok(());
                    }
                }
                Some(&Token::Close(kind)) => self.close(&mut path, kind)?,
                Some(Token::Op(op, range, hint)) => {
                    self.at = range.0;
                    self.last = Some(token);
                    if self.step(&mut path, token, (op, *range), *hint)? {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Begins a piece; tells whether the path ends there.
    pub(super) fn open(
        &mut self,
        path: &mut Path,
        kind: PieceKind,
        token: usize,
    ) -> Result<bool, String> {
        path.piece = Some(kind);
        match kind {
            PieceKind::Code(block) if path.is_entering => {
                path.is_entering = false;
                debug_assert_eq!(Some(block), self.block, "a walk begins with its block");
            }
            PieceKind::Code(block) => return self.arrive(path, block, token),
            PieceKind::Edge(edge) => self.take(path, edge)?,
            PieceKind::Arm(edge) if Some(edge.block) == self.block && !path.is_taken => {
                let target = self.proof.subject.cfg.target(edge);
                self.armed.entry(target).or_default().insert(edge);
            }
            PieceKind::Comparison(..) => path.compared = None,
            _ => {}
        }
        Ok(false)
    }

    /// Takes an edge for good.
    pub(super) fn take(&mut self, path: &mut Path, edge: Edge) -> Result<(), String> {
        if path.merge.is_some() && path.merge == Some(edge.block) {
            return Ok(());
        }
        if Some(edge.block) != self.block || path.is_taken {
            return Err(format!("{edge} is out of place"));
        }
        self.expect_slot(path, edge)?;
        self.finish_effects(path)?;
        path.taken = vec![edge];
        path.is_taken = true;
        Ok(())
    }

    pub(super) fn finish_effects(&self, path: &Path) -> Result<(), String> {
        let Some(block) = self.block else {
            return Ok(());
        };
        if path.effects.kept() == self.proof.kept[block.index()] {
            return Ok(());
        }
        let function = &self.proof.subject.due.function;
        let mut insts = function.block(block).insts();
        let missing = insts
            .find(|&id| function.inst(id).must_happen() && !path.effects.has(id))
            .map(|id| function.inst(id).op.name());
        Err(format!("'{}' is missing", missing.unwrap_or_default()))
    }

    pub(super) fn close(&mut self, path: &mut Path, kind: PieceKind) -> Result<(), String> {
        path.piece = None;
        match kind {
            PieceKind::Operand(block) => {
                let next = self.proof.code.tokens.get(path.token);
                match next {
                    Some(Token::Open(PieceKind::Comparison(other, _))) if *other == block => Ok(()),
                    _ => self.ask(path, block, false),
                }
            }
            PieceKind::Comparison(block, wanted) => {
                let wanted = comparison(wanted);
                let is_negated = path.compared.take() != Some(wanted);
                self.ask(path, block, is_negated)
            }
            PieceKind::Leave(block) => self.leave(path, block),
            _ => Ok(()),
        }
    }

    /// Checks what the stack pointer is: the bottom of the frame on entry, and that of the caller
    /// where the function is left.
    pub(super) fn expect_stack_pointer(&mut self, path: &Path, due: Fact) -> Result<(), String> {
        let due = self.values.fact(due);
        let pointer = self.proof.stack_pointer();
        match self.variable(path, pointer) == due {
            true => Ok(()),
            false => Err("the stack pointer has the wrong value".to_owned()),
        }
    }

    /// Compares what was pushed for the exit of a block with the operands of that.
    pub(super) fn ask(
        &mut self,
        path: &mut Path,
        block: BlockId,
        is_negated: bool,
    ) -> Result<(), String> {
        let function = &self.proof.subject.due.function;
        if block.index() >= function.block_count() {
            return Err(format!("{block} has no exit with operands"));
        }
        let due = self.exit_operands(block);
        let start = path.stack.len().checked_sub(due.len());
        let start = start.ok_or("the operands of an exit are missing")?;
        path.asked = Some(block);
        let exit = &function.block(block).exit;
        for (number, &due) in due.iter().enumerate() {
            let pushed = path.stack[start + number];
            let is_right = match exit {
                Exit::Branch => {
                    let (pushed, due) = (self.values.test(pushed), self.values.test(due));
                    pushed == (due.0, due.1 ^ is_negated)
                }
                _ => pushed == due && !is_negated,
            };
            if !is_right {
                let reg = function.exit_operands(block)[number];
                return Err(format!(
                    "wrong operand of the exit of {block}, expected {reg}"
                ));
            }
        }
        Ok(())
    }

    pub(super) fn leave(&mut self, path: &mut Path, block: BlockId) -> Result<(), String> {
        if Some(block) != self.block {
            return Err(format!("{block} leaves the function, but did not run"));
        }
        self.finish_effects(path)?;
        let operands = self.proof.subject.due.function.exit_operands(block);
        if !operands.is_empty() && path.asked != Some(block) {
            return Err("the results are missing".to_owned());
        }
        path.left = Some(block);
        Ok(())
    }
}

/// The operation of a comparison.
fn comparison(comparison: Comparison) -> Op {
    use Comparison as C;
    use unsnarl_low::Width::{W32, W64};
    use unsnarl_low::op::float::FloatCompare;
    use unsnarl_low::op::int::IntCompare;
    match comparison {
        C::I32Eqz => Op::IntIsZero(W32),
        C::I32Eq => Op::IntCompare(W32, IntCompare::Eq),
        C::I32Ne => Op::IntCompare(W32, IntCompare::Ne),
        C::I32LtS => Op::IntCompare(W32, IntCompare::LtS),
        C::I32LtU => Op::IntCompare(W32, IntCompare::LtU),
        C::I32GtS => Op::IntCompare(W32, IntCompare::GtS),
        C::I32GtU => Op::IntCompare(W32, IntCompare::GtU),
        C::I32LeS => Op::IntCompare(W32, IntCompare::LeS),
        C::I32LeU => Op::IntCompare(W32, IntCompare::LeU),
        C::I32GeS => Op::IntCompare(W32, IntCompare::GeS),
        C::I32GeU => Op::IntCompare(W32, IntCompare::GeU),
        C::I64Eqz => Op::IntIsZero(W64),
        C::I64Eq => Op::IntCompare(W64, IntCompare::Eq),
        C::I64Ne => Op::IntCompare(W64, IntCompare::Ne),
        C::I64LtS => Op::IntCompare(W64, IntCompare::LtS),
        C::I64LtU => Op::IntCompare(W64, IntCompare::LtU),
        C::I64GtS => Op::IntCompare(W64, IntCompare::GtS),
        C::I64GtU => Op::IntCompare(W64, IntCompare::GtU),
        C::I64LeS => Op::IntCompare(W64, IntCompare::LeS),
        C::I64LeU => Op::IntCompare(W64, IntCompare::LeU),
        C::I64GeS => Op::IntCompare(W64, IntCompare::GeS),
        C::I64GeU => Op::IntCompare(W64, IntCompare::GeU),
        C::F32Eq => Op::FloatCompare(W32, FloatCompare::Eq),
        C::F32Ne => Op::FloatCompare(W32, FloatCompare::Ne),
        C::F64Eq => Op::FloatCompare(W64, FloatCompare::Eq),
        C::F64Ne => Op::FloatCompare(W64, FloatCompare::Ne),
    }
}
