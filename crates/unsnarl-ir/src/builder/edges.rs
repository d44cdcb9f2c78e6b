//! Edges: splits blocks, redirects and removes edges, and updates the phis of the targets.

use std::collections::{BTreeMap, BTreeSet};

use crate::debug::Point;
use crate::function::{Definition, Function};
use crate::id::{BlockId, Id, InstId};
use crate::inst::{Op, Operand};
use crate::provenance::Role;
use crate::terminator::Terminator;

use super::function::FunctionBuilder;

impl FunctionBuilder {
    /// Moves the instructions from `place` on, and the terminator, to a new block *inside* this
    /// one. The block itself ends unreachable until it gets another terminator.
    ///
    /// Variables stay in the entry block, where a frame is laid out. The records at `place` also
    /// stay: they are now before the end of the block, and hold there.
    ///
    /// O(instructions moved + incoming values of the phis behind).
    pub fn split(&mut self, block: BlockId, place: usize) -> BlockId {
        let start = self.provenance.start(block);
        let rest = self.add_block(block, Role::Inside(start));
        let moved = self.function.blocks[block].insts.split_off(place);
        self.move_end(block, rest);
        let stays = |function: &Function, inst| block.index() == 0 && is_variable(function, inst);
        if let Some(&first) = moved.first() {
            self.move_records(Point::Inst(first), Point::End(block));
        }
        // A record before a variable may refer to a value that is computed before the variable.
        let mut next = Point::End(rest);
        for &inst in moved.iter().rev() {
            match stays(&self.function, inst) {
                true => self.move_records(Point::Inst(inst), next),
                false => next = Point::Inst(inst),
            }
        }
        let (stay, moved): (Vec<InstId>, Vec<InstId>) = moved
            .into_iter()
            .partition(|&inst| stays(&self.function, inst));
        self.function.blocks[block].insts.extend(stay);
        self.function.blocks[rest].insts = moved;
        rest
    }

    /// Moves the terminator of one block to another; the first block then ends unreachable.
    fn move_end(&mut self, from: BlockId, to: BlockId) {
        let old = &mut self.function.blocks[from].terminator;
        let terminator = std::mem::replace(old, Terminator::Unreachable);
        let targets: BTreeSet<BlockId> = terminator.successors().collect();
        for target in targets {
            for phi in &mut self.function.blocks[target].phis {
                let incoming = phi.incoming.iter_mut();
                for (predecessor, _) in incoming.filter(|(predecessor, _)| *predecessor == from) {
                    *predecessor = to;
                }
            }
        }
        if let Some(result) = terminator.result() {
            self.function.values[result].definition = Definition::Terminator(to);
        }
        let mustprogress = std::mem::take(&mut self.function.blocks[from].mustprogress);
        self.function.blocks[to].terminator = terminator;
        self.function.blocks[to].mustprogress = mustprogress;
        self.copy_location(Point::End(from), Point::End(to));
        self.move_records(Point::End(from), Point::End(to));
        self.provenance.move_end(from, to);
    }

    /// Redirects the edges from these blocks to `old` to `new`. `operand` gives the operands of the
    /// phis of `new`, by predecessor and by the position of the phi. The phis of `old` keep their
    /// operands until [`FunctionBuilder::forget`] is called, once, with all blocks that `old` has
    /// lost.
    ///
    /// O(slots of the terminators + incoming values added).
    pub fn redirect(
        &mut self,
        from: &BTreeSet<BlockId>,
        old: BlockId,
        new: BlockId,
        mut operand: impl FnMut(BlockId, usize) -> Operand,
    ) {
        for &from in from {
            self.function.blocks[from].terminator.redirect(old, new);
            for (place, phi) in self.function.blocks[new].phis.iter_mut().enumerate() {
                phi.incoming.push((from, operand(from, place)));
            }
        }
    }

    /// Updates the phis after a block whose terminator was divided: each of the blocks `made` that
    /// leads to a target of the old terminator brings the operands of `block` there.
    ///
    /// O(edges of all these blocks + incoming values of the phis).
    pub fn divide_edges(&mut self, old: &Terminator, block: BlockId, made: &[BlockId]) {
        let mut predecessors: BTreeMap<BlockId, BTreeSet<BlockId>> = BTreeMap::new();
        for &from in made {
            for to in self.function.blocks[from].terminator.successors() {
                predecessors.entry(to).or_default().insert(from);
            }
        }
        let targets: BTreeSet<BlockId> = old.successors().collect();
        for to in targets {
            let from = predecessors.remove(&to).unwrap_or_default();
            for phi in &mut self.function.blocks[to].phis {
                let brought = phi.operand(block);
                phi.incoming.retain(|&(other, _)| other != block);
                let all = from.iter().filter_map(|&from| Some((from, brought?)));
                phi.incoming.extend(all);
            }
        }
    }

    /// Removes the operands of a block's phis for blocks that are no longer predecessors.
    ///
    /// O(incoming values), whatever the number of predecessors: a rewrite that removes many makes
    /// one call.
    pub fn forget(&mut self, predecessors: &BTreeSet<BlockId>, block: BlockId) {
        for phi in &mut self.function.blocks[block].phis {
            phi.incoming
                .retain(|(from, _)| !predecessors.contains(from));
        }
    }

    /// Removes blocks without predecessors; they disappear when the work is finished. Their targets
    /// lose them as predecessors.
    ///
    /// O(slots of their terminators + incoming values of the phis of the targets).
    pub fn remove_blocks(&mut self, blocks: &BTreeSet<BlockId>) {
        let mut targets = BTreeSet::new();
        for &block in blocks {
            let block = &mut self.function.blocks[block];
            targets.extend(block.terminator.successors());
            block.terminator = Terminator::Unreachable;
            // All predecessors have another target by now.
            block.phis.iter_mut().for_each(|phi| phi.incoming.clear());
        }
        for target in targets {
            self.forget(blocks, target);
        }
        self.removed.extend(blocks);
    }
}

/// Tells whether an instruction makes a variable of fixed size.
fn is_variable(function: &Function, inst: InstId) -> bool {
    matches!(
        function.insts[inst].op,
        Op::Alloca {
            count: Operand::Const(_),
            ..
        }
    )
}
