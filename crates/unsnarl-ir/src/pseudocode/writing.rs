//! The statements of blocks.
//!
//! *Needs:* which instructions are written where.
//! *Gives:* the statements of a [`Code`], and debug information about its values.
//! *Cost:* linear in the function.

use super::tree::Known;
use super::{Code, Shape, Statement, decides};
use crate::function::Phi;
use crate::id::BlockId;
use crate::inst::Operand;

impl Code<'_, '_> {
    /// Writes the statements of the blocks, each block after its dominators.
    pub(super) fn write(&mut self) {
        for _ in self.function.blocks.keys() {
            self.statements.push(Vec::new());
        }
        let blocks = self.function.blocks.keys();
        let unreached = blocks.filter(|&block| self.flow.place(block).is_none());
        let order: Vec<BlockId> = self.flow.order().iter().copied().chain(unreached).collect();
        for id in order {
            let block = &self.function.blocks[id];
            for phi in &block.phis {
                if self.known[phi.result].is_none() {
                    self.known[phi.result] = self.known_of_phi(phi);
                }
            }
            for at in 0..self.schedule.insts(id).len() {
                let statement = self.builder().statement(self.schedule.insts(id)[at]);
                self.add(id, statement);
            }
            let call = block.terminator.call().map(|call| {
                let value = self.builder().call(call);
                match block.terminator.result() {
                    Some(to) => Statement::Assign { to, value },
                    None => Statement::Do(value),
                }
            });
            self.add(id, call);
            let decides = decides(&block.terminator).filter(|_| self.saves[id]);
            let save = decides.map(|operand| Statement::Save {
                block: id,
                value: self.builder().operand(operand),
            });
            self.add(id, save);
            self.add_early_copies(id);
        }
    }

    /// Adds the copies that come before the decision of a block.
    fn add_early_copies(&mut self, id: BlockId) {
        let Some(early) = self.early.get(id) else {
            return;
        };
        for (to, edge) in early.edges.clone() {
            for copy in self.all_copies(edge) {
                self.add(id, Some(Statement::Copy { to, copy }));
            }
        }
    }

    /// Debug information about a phi: that of its operands, where available, if it is the same for
    /// all.
    fn known_of_phi(&self, phi: &Phi) -> Option<Known> {
        let mut operands = phi
            .incoming
            .iter()
            .filter_map(|&(_, operand)| match operand {
                Operand::Value(value) => self.known[value],
                Operand::Const(_) => None,
            });
        let first = operands.next()?;
        let pointee = |known| self.context.pointee(Some(known));
        let is_same = |other| match (first, other) {
            (Known::Is(first), Known::Is(other)) if first == other => true,
            _ => pointee(first).is_some() && pointee(first) == pointee(other),
        };
        operands.all(is_same).then_some(first)
    }

    /// Adds a statement to a block. Facts about its expression also hold for its result.
    fn add(&mut self, block: BlockId, statement: Option<Statement>) {
        let Some(statement) = statement else { return };
        if let Statement::Assign { to, value } = &statement
            && self.known[*to].is_none()
        {
            self.known[*to] = match &value.shape {
                Shape::AddressOf(place) => place.ty.map(Known::PointsTo),
                _ => value.known,
            };
        }
        self.statements[block].push(statement);
    }
}
