//! Which instructions are written inside the expression that uses them.
//!
//! *Needs:* a function that keeps the rules of [`crate::verify`], and its variables.
//! *Gives:* [`Folding`].
//! *Cost:* O(function · log).
//!
//! An instruction is folded if it has a result and no other effect, one use, and that use is in the
//! same block, in what the block decides by, or in a copy on an edge out of it. What is used by
//! instructions that are left out alone is left out with them. A load is computed where the
//! outermost expression around it is, so it is folded only if nothing writes memory before that
//! place; for a private variable, only its own stores do.
//!
//! *Limits:* an expression holds at most [`LARGEST`] instructions; what is farther from its root
//! gets a name.

use std::collections::BTreeMap;

use super::effect::{Effect, effect_of};
use super::variables::Variables;
use crate::function::{Block, Definition, Function};
use crate::id::{BlockId, IdMap, InstId, ValueId};
use crate::inst::{Inst, Op, Operand};
use crate::module::Module;
use crate::terminator::Terminator;

/// How many instructions an expression holds at most.
pub(super) const LARGEST: u32 = 12;

/// What becomes of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is a statement of its own.
    Statement,
    /// It is written where it is used.
    Folded,
    /// It is left out.
    Omitted,
}

pub(super) struct Folding {
    fates: IdMap<InstId, Fate>,
}

/// Where the one use of a value is.
#[derive(Clone, Copy)]
enum User {
    Inst(InstId),
    End(BlockId),
    Edge(BlockId),
}

impl Folding {
    pub(super) fn find(module: &Module, function: &Function, variables: &Variables) -> Self {
        let mut folding = Folding {
            fates: IdMap::new(),
        };
        function.insts.iter().for_each(|_| {
            folding.fates.push(Fate::Statement);
        });
        folding.omit(module, function);
        let users = folding.single_users(function);
        let mut places: IdMap<InstId, Option<(BlockId, usize)>> = IdMap::new();
        function.insts.iter().for_each(|_| {
            places.push(None);
        });
        for (id, block) in function.blocks.iter() {
            for (position, &inst) in block.insts.iter().enumerate() {
                places[inst] = Some((id, position));
            }
        }
        for (id, block) in function.blocks.iter() {
            let mut walk = Walk {
                module,
                function,
                variables,
                writes: Writes::find(module, function, variables, block),
                roots: vec![(0, 0); block.insts.len()],
                weights: vec![0; block.insts.len() + 1],
            };
            for (position, &inst) in block.insts.iter().enumerate().rev() {
                walk.roots[position] = (position, position);
                let user = folding.candidate(module, function, &users, inst);
                let Some(user) = user else { continue };
                let around = match user {
                    User::Inst(user) => places[user]
                        .filter(|&(home, _)| home == id)
                        .map(|(_, position)| walk.roots[position]),
                    User::End(home) => {
                        (home == id).then_some((block.insts.len(), block.insts.len()))
                    }
                    User::Edge(home) if home == id => {
                        walk.weights.push(0);
                        Some((block.insts.len() + 1, walk.weights.len() - 1))
                    }
                    User::Edge(_) => None,
                };
                if around.is_some_and(|around| walk.takes(position, inst, around)) {
                    folding.fates[inst] = Fate::Folded;
                }
            }
        }
        folding
    }

    pub(super) fn fate(&self, inst: InstId) -> Fate {
        self.fates[inst]
    }

    /// Leaves out hints, and what only they use.
    fn omit(&mut self, module: &Module, function: &Function) {
        let mut uses: IdMap<ValueId, u32> = IdMap::new();
        function.values.iter().for_each(|_| {
            uses.push(0);
        });
        each_use(function, |value, _| uses[value] += 1);
        let all = function.blocks.values().flat_map(|block| &block.insts);
        let hints = all.filter(|&&inst| effect_of(module, &function.insts[inst]) == Effect::Hint);
        let mut work: Vec<InstId> = hints.copied().collect();
        while let Some(inst) = work.pop() {
            self.fates[inst] = Fate::Omitted;
            function.insts[inst].op.each_operand(|operand| {
                let Operand::Value(value) = operand else {
                    return;
                };
                uses[value] -= 1;
                let Definition::Inst(made_by) = function.values[value].definition else {
                    return;
                };
                let effect = effect_of(module, &function.insts[made_by]);
                if uses[value] == 0 && matches!(effect, Effect::None | Effect::Reads) {
                    work.push(made_by);
                }
            });
        }
    }

    /// Finds for each value its one use by what is not left out.
    fn single_users(&self, function: &Function) -> IdMap<ValueId, Option<User>> {
        let mut users: IdMap<ValueId, (u32, Option<User>)> = IdMap::new();
        function.values.iter().for_each(|_| {
            users.push((0, None));
        });
        each_use(function, |value, user| {
            if !matches!(user, User::Inst(inst) if self.fates[inst] == Fate::Omitted) {
                users[value].0 += 1;
                users[value].1 = Some(user);
            }
        });
        let mut single = IdMap::new();
        for &(count, user) in users.values() {
            single.push(user.filter(|_| count == 1));
        }
        single
    }

    /// The one use of an instruction that may be folded.
    fn candidate(
        &self,
        module: &Module,
        function: &Function,
        users: &IdMap<ValueId, Option<User>>,
        inst: InstId,
    ) -> Option<User> {
        let data = &function.insts[inst];
        let effect = effect_of(module, data);
        let is_free = matches!(effect, Effect::None | Effect::Reads);
        (self.fates[inst] == Fate::Statement && is_free)
            .then_some(data.result)
            .flatten()
            .and_then(|result| users[result])
    }
}

/// A walk of one block from its end.
struct Walk<'a> {
    module: &'a Module,
    function: &'a Function,
    variables: &'a Variables,
    writes: Writes,
    /// For each instruction the place at which it is computed, and the index of its weight.
    roots: Vec<(usize, usize)>,
    /// How many instructions each expression holds.
    weights: Vec<u32>,
}

impl Walk<'_> {
    /// Folds the instruction at `position` into the expression at a place, if it may be there.
    fn takes(&mut self, position: usize, inst: InstId, around: (usize, usize)) -> bool {
        let (place, weight) = around;
        let inst = &self.function.insts[inst];
        let reads = effect_of(self.module, inst) == Effect::Reads;
        let is_late = reads && self.is_written(inst, position, place);
        if is_late || self.weights[weight] + 1 >= LARGEST {
            return false;
        }
        self.weights[weight] += 1;
        self.roots[position] = around;
        true
    }

    /// Tells whether what a load reads may be written between two places.
    fn is_written(&self, inst: &Inst, from: usize, to: usize) -> bool {
        let Op::Load { pointer, .. } = inst.op else {
            return true;
        };
        match self.variables.at(self.function, pointer) {
            Some((variable, data)) if data.is_private => {
                self.writes.of_variable(variable, from, to)
            }
            _ => self.writes.of_memory(from, to),
        }
    }
}

/// Where a block writes.
struct Writes {
    /// How many instructions before each place write memory.
    before: Vec<u32>,
    /// The places of the stores into private variables.
    variables: BTreeMap<InstId, Vec<usize>>,
}

impl Writes {
    fn find(module: &Module, function: &Function, variables: &Variables, block: &Block) -> Self {
        let mut writes = Writes {
            before: vec![0],
            variables: BTreeMap::new(),
        };
        let mut count = 0;
        for (position, &inst) in block.insts.iter().enumerate() {
            let inst = &function.insts[inst];
            let is_alloca = matches!(inst.op, Op::Alloca { .. });
            if effect_of(module, inst) == Effect::Acts && !is_alloca {
                match own_variable(function, variables, inst) {
                    Some(variable) => {
                        writes.variables.entry(variable).or_default().push(position);
                    }
                    None => count += 1,
                }
            }
            writes.before.push(count);
        }
        let acts = !matches!(
            block.terminator,
            Terminator::Jump(_) | Terminator::Branch { .. } | Terminator::Switch { .. }
        );
        writes.before.push(count + u32::from(acts));
        writes
    }

    /// Tells whether memory is written between two places.
    fn of_memory(&self, from: usize, to: usize) -> bool {
        self.before[to] > self.before[from + 1]
    }

    /// Tells whether a private variable is written between two places.
    fn of_variable(&self, variable: InstId, from: usize, to: usize) -> bool {
        let places = self.variables.get(&variable).map_or(&[][..], Vec::as_slice);
        let next = places.partition_point(|&place| place <= from);
        places.get(next).is_some_and(|&place| place < to)
    }
}

/// The private variable that a store writes.
fn own_variable(function: &Function, variables: &Variables, inst: &Inst) -> Option<InstId> {
    match inst.op {
        Op::Store { pointer, .. } => variables
            .at(function, pointer)
            .filter(|(_, data)| data.is_private)
            .map(|(variable, _)| variable),
        _ => None,
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
