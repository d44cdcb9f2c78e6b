//! The uses of values, and the instructions that are left out.
//!
//! *Needs:* a function that keeps the rules of [`crate::verify`].
//! *Gives:* [`Uses`]: for each value its users, except those that are left out. Hints for
//! optimisers are left out, and instructions that only they use.
//! *Cost:* O(function).

use std::ops::Range;

use super::effect::{Effect, effect_of};
use crate::function::{Definition, Function};
use crate::id::{BlockId, Id, IdMap, InstId, ValueId};
use crate::inst::Operand;
use crate::module::Module;

/// A user of a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum User {
    /// An instruction.
    Inst(InstId),
    /// The terminator of a block.
    End(BlockId),
    /// The edges from a block to the block of a phi.
    Edge(BlockId),
}

pub(super) struct Uses {
    omitted: IdMap<InstId, bool>,
    /// By value: its range in `users`.
    rows: Vec<Range<usize>>,
    users: Vec<User>,
}

impl Uses {
    pub(super) fn find(module: &Module, function: &Function) -> Self {
        let mut uses = Uses {
            omitted: IdMap::filled(function.insts.len(), false),
            rows: Vec::new(),
            users: Vec::new(),
        };
        uses.omit(module, function);
        let mut all: Vec<(ValueId, User)> = Vec::new();
        each_use(function, |value, user| {
            if !matches!(user, User::Inst(inst) if uses.omitted[inst]) {
                all.push((value, user));
            }
        });
        all.sort_by_key(|&(value, _)| value);
        uses.rows = vec![0..0; function.values.len()];
        let mut start = 0;
        for row in all.chunk_by(|left, right| left.0 == right.0) {
            uses.rows[row[0].0.index()] = start..start + row.len();
            start += row.len();
        }
        uses.users = all.into_iter().map(|(_, user)| user).collect();
        uses
    }

    /// The users of a value, one entry for each use.
    pub(super) fn of(&self, value: ValueId) -> &[User] {
        &self.users[self.rows[value.index()].clone()]
    }

    /// The user of a value that is used once.
    pub(super) fn single(&self, value: ValueId) -> Option<User> {
        match *self.of(value) {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Tells whether an instruction is a hint, or is used only by hints.
    pub(super) fn is_omitted(&self, inst: InstId) -> bool {
        self.omitted[inst]
    }

    fn omit(&mut self, module: &Module, function: &Function) {
        let mut counts: IdMap<ValueId, u32> = IdMap::filled(function.values.len(), 0);
        each_use(function, |value, _| counts[value] += 1);
        let all = function.blocks.values().flat_map(|block| &block.insts);
        let hints = all.filter(|&&inst| effect_of(module, &function.insts[inst]) == Effect::Hint);
        let mut work: Vec<InstId> = hints.copied().collect();
        while let Some(inst) = work.pop() {
            self.omitted[inst] = true;
            function.insts[inst].op.each_operand(|operand| {
                let Operand::Value(value) = operand else {
                    return;
                };
                counts[value] -= 1;
                let Definition::Inst(made_by) = function.values[value].definition else {
                    return;
                };
                let effect = effect_of(module, &function.insts[made_by]);
                if counts[value] == 0 && matches!(effect, Effect::None | Effect::Reads) {
                    work.push(made_by);
                }
            });
        }
    }
}

/// Calls `visit` with every use of a value.
fn each_use(function: &Function, mut visit: impl FnMut(ValueId, User)) {
    let mut seen = |operand, user| {
        if let Operand::Value(value) = operand {
            visit(value, user);
        }
    };
    for (id, block) in function.blocks.iter() {
        for &inst in &block.insts {
            let op = &function.insts[inst].op;
            op.each_operand(|operand| seen(operand, User::Inst(inst)));
        }
        let terminator = &block.terminator;
        terminator.each_operand(|operand| seen(operand, User::End(id)));
        for phi in &block.phis {
            for &(from, operand) in &phi.incoming {
                seen(operand, User::Edge(from));
            }
        }
    }
}
