//! The brackets of calls that may throw, as the bytes have them.
//!
//! *Needs:* `try_table`, and the pieces in it. *Gives:* for each call a decision of the block that
//! ends with it: to return is its first slot, and the clauses are the others, in order.
//!
//! Besides such calls a bracket has in it what calls nothing: their operands, and the code of
//! blocks and edges on the way from one to the next. So no other call is caught by its clauses.

use unsnarl::{BlockId, Edge, Step};
use wasmparser::{BlockType, Catch, Operator, TryTable};

use super::open::Trying;
use super::rebuild::Rebuild;
use super::transfers_control;
use crate::map::PieceKind;

impl Rebuild<'_> {
    /// Opens the bracket of a call.
    pub(super) fn open_try(&mut self, bracket: &TryTable) -> Result<(), String> {
        if bracket.ty != BlockType::Empty {
            return Err("the bracket of a call has a block type".to_owned());
        }
        if self.question.is_some() {
            return Err("a pending operand outside of the bracket of a call".to_owned());
        }
        let label = |catch: &Catch| match *catch {
            Catch::One { label, .. }
            | Catch::OneRef { label, .. }
            | Catch::All { label }
            | Catch::AllRef { label } => label,
        };
        let targets = bracket
            .catches
            .iter()
            .map(|catch| self.bracket(label(catch)));
        self.trying = Some(Trying {
            targets: targets.collect::<Result<_, _>>()?,
            has_call: false,
        });
        Ok(())
    }

    /// Checks that a piece may be in the bracket of a call, if one is open.
    pub(super) fn check_within_try(
        &self,
        kind: PieceKind,
        start: usize,
        end: usize,
    ) -> Result<(), String> {
        if self.trying.is_none() {
            return match kind {
                PieceKind::Call(block) => Err(format!("the call of {block} is not in a bracket")),
                _ => Ok(()),
            };
        }
        let is_due = match kind {
            PieceKind::Operand(_) | PieceKind::Code(_) | PieceKind::Edge(_) | PieceKind::Arm(_) => {
                self.question.is_none()
            }
            PieceKind::Call(_) => true,
            _ => false,
        };
        if !is_due {
            return Err("the bracket of a call contains other instructions".to_owned());
        }
        let calls = |op: &Operator| {
            matches!(
                op,
                Operator::Call { .. }
                    | Operator::CallIndirect { .. }
                    | Operator::Throw { .. }
                    | Operator::ThrowRef
            )
        };
        let start = match kind {
            PieceKind::Call(_) => end.min(start + 1),
            _ => start,
        };
        match self.ops[start..end].iter().find(|placed| calls(&placed.op)) {
            None => Ok(()),
            Some(placed) => Err(format!(
                "a second call in the bracket of a call at byte {}",
                placed.at
            )),
        }
    }

    /// Reads the call in its bracket.
    pub(super) fn exit_call(
        &mut self,
        block: BlockId,
        start: usize,
        end: usize,
    ) -> Result<(), String> {
        let question = self.question.take();
        if question.is_none_or(|question| question.block != block || question.is_flipped) {
            return Err(format!("the call of {block} has no operands"));
        }
        if !self.function.calls.contains(&block) {
            return Err(format!("{block} does not end with a call"));
        }
        let calls = |op: &Operator| {
            matches!(
                op,
                Operator::Call { .. }
                    | Operator::CallIndirect { .. }
                    | Operator::Throw { .. }
                    | Operator::ThrowRef
            )
        };
        match self.ops[start..end].split_first() {
            Some((first, rest))
                if calls(&first.op) && !rest.iter().any(|rest| transfers_control(&rest.op)) => {}
            _ => return Err(format!("the call of {block} is missing")),
        }
        self.check_opaque(start + 1, end, None)?;
        let trying = self.trying.as_mut().ok_or("a call outside of a bracket")?;
        trying.has_call = true;
        let targets = trying.targets.clone();
        self.decide_call(block, &targets)
    }

    /// Closes the bracket of calls.
    pub(super) fn close_try(&mut self, trying: &Trying) -> Result<(), String> {
        match trying.has_call && self.question.is_none() {
            true => Ok(()),
            false => Err("a bracket without its call".to_owned()),
        }
    }

    /// Decides what a call does: by slot after the first, which returns, the bracket that the
    /// clause jumps to.
    fn decide_call(&mut self, block: BlockId, targets: &[usize]) -> Result<(), String> {
        let slots = self.function.cfg.successors(block).len();
        if slots != targets.len() + 1 {
            return Err(format!("{block} has the wrong number of clauses"));
        }
        let taken: Vec<Option<Edge>> = (0..slots)
            .map(|slot| self.taken(Edge::new(block, slot)))
            .collect();
        self.arms.clear();
        if !self.is_reachable {
            return Ok(());
        }
        self.program.push(Step::Switch(block, None));
        let targets = [None].into_iter().chain(targets.iter().copied().map(Some));
        for ((slot, edge), target) in (0_u32..).zip(taken).zip(targets) {
            self.program.arm([slot]);
            edge.into_iter().for_each(|edge| self.program.take(edge));
            if let Some(target) = target {
                self.jump_to(target)?;
            }
        }
        self.program.close();
        Ok(())
    }
}
