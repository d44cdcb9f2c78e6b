//! The edges of blocks that unwind, or begin to.

use unsnarl_ir::{BlockId, Terminator};

use crate::machine::Reg;
use crate::select::error::SelectError;
use crate::select::pads::is_switch;
use crate::select::selection::Selection;
use crate::types::Type;

impl Selection<'_> {
    /// Adds the edges of a block that unwinds or begins to, if it does. `row` gives what is passed
    /// to the phis of a block.
    pub(in crate::select) fn unwinding_edges(
        &mut self,
        from: BlockId,
        row: &dyn Fn(BlockId) -> Vec<Reg>,
    ) -> Result<bool, SelectError> {
        let function = self.function;
        match &function.blocks[from].terminator {
            Terminator::Invoke(invoke) => {
                let between = self
                    .unwinding
                    .between
                    .get(&from)
                    .copied()
                    .unwrap_or_default();
                match between.returned {
                    Some(place) => {
                        self.body.add_edge(from, place, &[]);
                        self.body
                            .add_edge(place, invoke.normal, &row(invoke.normal));
                    }
                    None => {
                        self.body.add_edge(from, invoke.normal, &row(invoke.normal));
                    }
                }
                match between.trap {
                    Some(null) => self.dead_edge(from, invoke.unwind, Some(null), row),
                    None => self.clauses(from, invoke.unwind, row),
                }
            }
            Terminator::CatchSwitch(_) if self.are_places() => self.passing_edges(from, row),
            Terminator::CatchSwitch(switch) => {
                for &handler in &switch.handlers {
                    self.body.add_edge(from, handler, &row(handler));
                }
                let other = self
                    .unwinding
                    .switches
                    .get(&from)
                    .and_then(|caught| caught.other);
                if let Some(next) = switch.unwind {
                    match other {
                        Some(other) => self.other_edge(from, next, other, row),
                        None => self.dead_edge(from, next, None, row),
                    }
                }
            }
            Terminator::CleanupReturn {
                pad,
                unwind: Some(next),
            } => {
                let block = self.pad_block(*pad)?;
                let reference = self.unwinding.cleanups.get(&block).copied();
                let reference = reference.ok_or(SelectError::OperandType("cleanupret"))?;
                if is_switch(function, *next) {
                    let between = self.unwinding.between.get(&from);
                    if let Some(never) = between.and_then(|between| between.returned) {
                        self.body.add_edge(from, never, &[]);
                        self.dead_edge(never, *next, Some(reference), row);
                    }
                    self.clauses(from, *next, row);
                } else {
                    self.other_edge(from, *next, reference, row);
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The edges of the clauses of a call that unwinds to a pad.
    fn clauses(&mut self, from: BlockId, pad: BlockId, row: &dyn Fn(BlockId) -> Vec<Reg>) {
        let between = self
            .unwinding
            .between
            .get(&from)
            .and_then(|between| between.caught);
        let Some([own, other]) = between else {
            self.body.add_edge(from, pad, &row(pad));
            if let Some(passing) = self.unwinding.passing.get(&pad) {
                let to = passing.block;
                self.body.add_edge(from, to, &row(pad));
            }
            return;
        };
        self.body.add_edge(from, own.0, &[]);
        self.body.add_edge(from, other.0, &[]);
        let null_address = self.bytes(0);
        let mut passed: Vec<Reg> = [own.1].into_iter().chain(own.2).collect();
        passed.extend(row(pad));
        self.body.add_edge(own.0, pad, &passed);
        let mut passed = vec![null_address, other.1];
        passed.extend(row(pad));
        self.body.add_edge(other.0, pad, &passed);
    }

    /// An edge to a pad by which an exception comes that no `catchswitch` handles.
    fn other_edge(
        &mut self,
        from: BlockId,
        pad: BlockId,
        reference: Reg,
        row: &dyn Fn(BlockId) -> Vec<Reg>,
    ) {
        let mut passed = match is_switch(self.function, pad) {
            true if self.takes_what_passes(from, pad) => vec![reference],
            true => vec![self.bytes(0), reference],
            false => vec![reference],
        };
        passed.extend(row(pad));
        self.body.add_edge(from, pad, &passed);
    }

    /// An edge to a pad that is never taken, with any reference.
    pub(super) fn dead_edge(
        &mut self,
        from: BlockId,
        pad: BlockId,
        reference: Option<Reg>,
        row: &dyn Fn(BlockId) -> Vec<Reg>,
    ) {
        let parameters = self.body.block(pad).parameters.clone();
        let own = row(pad);
        let count = parameters.len().saturating_sub(own.len());
        let mut passed = Vec::with_capacity(parameters.len());
        for reg in parameters.into_iter().take(count) {
            match self.body.ty(reg) {
                Type::ExnRef => passed.extend(reference),
                ty => passed.push(self.zero(ty)),
            }
        }
        passed.extend(own);
        self.body.add_edge(from, pad, &passed);
    }
}
