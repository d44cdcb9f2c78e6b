//! Which value each variable holds.
//!
//! *Needs:* a function, and what was made of it.
//! *Gives:* [`Held`]: what variables of several values hold at the start of each block, and where
//! every other value gets its name.
//! *Cost:* blocks times variables of several values, for each round; few rounds are needed.
//!
//! A variable holds a value at a place if it does on every way there: it holds what was assigned to
//! it last. A phi takes the value of its operand on an edge either by a copy, or because its
//! variable holds that already. That is a forward data-flow problem, solved from the assumption
//! that everything is held.

use super::{Written, WrittenBlock};
use std::collections::{BTreeMap, BTreeSet};
use unsnarl::Id;
use unsnarl::analysis::{Dominators, Order};
use unsnarl_ir::pseudocode::{Copy, Expression, Shape, Statement};
use unsnarl_ir::{BlockId, Definition, EdgeCopies, Function, Operand, ValueId};

/// What the variables of several values hold at a place.
pub(super) type State = Vec<Holds>;

/// What is known of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    /// Nothing has come here yet.
    Anything,
    Value(ValueId),
    /// Different values on different ways, or none.
    Unknown,
}

impl Holds {
    fn meet(self, other: Holds) -> Holds {
        match (self, other) {
            (Holds::Anything, other) | (other, Holds::Anything) => other,
            (own, other) if own == other => own,
            _ => Holds::Unknown,
        }
    }
}

pub(super) struct Held {
    /// By value, the number of its variable, if that has several values.
    numbers: Vec<Option<usize>>,
    entries: Vec<State>,
    /// Where a value gets a name of its own.
    homes: BTreeMap<ValueId, BlockId>,
    dominators: Dominators,
    order: Order,
}

impl Held {
    /// Finds it.
    ///
    /// # Errors
    /// If a value gets its name twice.
    pub(super) fn find(function: &Function, written: &Written) -> Result<Held, String> {
        let cfg = unsnarl_ir::graph(function, &EdgeCopies::new(function));
        let cfg = cfg.map_err(|error| error.to_string())?;
        let order = Order::new(&cfg);
        let mut held = Held {
            numbers: numbers(written),
            entries: Vec::new(),
            homes: homes(function, written)?,
            dominators: Dominators::new(&cfg, &order),
            order,
        };
        held.solve(function, written);
        Ok(held)
    }

    /// What is held at the start of a block; nothing if it cannot be reached.
    pub(super) fn entry(&self, block: BlockId) -> Option<State> {
        let is_reached = self.order.position(block).is_some();
        is_reached.then(|| self.entries[block.index()].clone())
    }

    /// Assigns a value to its variable.
    pub(super) fn assign(&self, state: &mut State, value: ValueId) {
        if let Some(number) = self.numbers[value.index()] {
            state[number] = Holds::Value(value);
        }
    }

    /// Tells whether the variable of a value holds it in a block, where these values have got their
    /// names so far.
    pub(super) fn is_held(
        &self,
        state: &State,
        value: ValueId,
        block: BlockId,
        assigned: &BTreeSet<ValueId>,
    ) -> bool {
        if let Some(number) = self.numbers[value.index()] {
            return state[number] == Holds::Value(value);
        }
        assigned.contains(&value)
            || self
                .homes
                .get(&value)
                .is_some_and(|&home| home != block && self.dominators.dominates(home, block))
    }

    /// Forgets what variables held that were copied to for another block.
    pub(super) fn forget(
        &self,
        state: &mut State,
        early: &BTreeMap<BlockId, Vec<ValueId>>,
        to: BlockId,
    ) {
        let others = early.iter().filter(|&(&block, _)| block != to);
        for phi in others.flat_map(|(_, phis)| phis) {
            if let Some(number) = self.numbers[phi.index()] {
                state[number] = Holds::Unknown;
            }
        }
    }

    /// Tells whether a value is in a variable with others.
    pub(super) fn is_shared(&self, value: ValueId) -> bool {
        self.numbers[value.index()].is_some()
    }

    /// Tells whether two values are in one variable.
    pub(super) fn is_same_variable(&self, left: ValueId, right: ValueId) -> bool {
        let number = |value: ValueId| self.numbers[value.index()];
        left == right || number(left).is_some() && number(left) == number(right)
    }

    fn solve(&mut self, function: &Function, written: &Written) {
        let count = self
            .numbers
            .iter()
            .flatten()
            .max()
            .map_or(0, |last| last + 1);
        let mut entries = vec![vec![Holds::Anything; count]; function.blocks.len()];
        let mut first = vec![Holds::Unknown; count];
        for parameter in function
            .parameters
            .iter()
            .filter_map(|parameter| parameter.value)
        {
            self.assign(&mut first, parameter);
        }
        let blocks = self.order.blocks();
        if let Some(entry) = blocks.first() {
            entries[entry.index()] = first;
        }
        let mut changes = true;
        while std::mem::take(&mut changes) {
            for &block in blocks {
                let mut state = entries[block.index()].clone();
                let own = &written.blocks[block.index()];
                assigned(own).for_each(|to| self.assign(&mut state, to));
                let early = early(own);
                for (&to, copies) in &own.copies {
                    let mut state = state.clone();
                    self.forget(&mut state, &early, to);
                    let done = early.get(&to).map_or(&[][..], Vec::as_slice);
                    let after = self.after_edge(function, (block, to), (copies, done), &state);
                    for (own, new) in entries[to.index()].iter_mut().zip(after) {
                        let met = own.meet(new);
                        changes |= met != *own;
                        *own = met;
                    }
                }
            }
        }
        self.entries = entries;
    }

    /// What is held after an edge.
    fn after_edge(
        &self,
        function: &Function,
        (from, to): (BlockId, BlockId),
        (copies, early): (&[Copy], &[ValueId]),
        before: &State,
    ) -> State {
        let mut after = before.clone();
        let mut copied = BTreeSet::new();
        for copy in copies {
            if let Copy::Assign { to, .. } = copy {
                copied.insert(*to);
                self.assign(&mut after, *to);
            }
        }
        for phi in &function.blocks[to].phis {
            let Some(number) = self.numbers[phi.result.index()] else {
                continue;
            };
            if copied.contains(&phi.result) {
                continue;
            }
            let holds = match phi.operand(from) {
                _ if early.contains(&phi.result) => Holds::Value(phi.result),
                Some(Operand::Value(operand)) => Holds::Value(operand),
                _ => Holds::Unknown,
            };
            let stays = match before[number] == after[number] {
                true => before[number],
                false => Holds::Unknown,
            };
            after[number] = match (stays, holds) {
                (Holds::Anything, _) => Holds::Anything,
                (stays, holds) if stays == holds => Holds::Value(phi.result),
                _ => Holds::Unknown,
            };
        }
        after
    }
}

/// The values that get their names in a block, in order.
fn assigned(written: &WrittenBlock) -> impl Iterator<Item = ValueId> {
    let mut values = Vec::new();
    let mut inside = |expression: &Expression| {
        let mut own = Vec::new();
        expression.walk(&mut |part| {
            if let Shape::Assign(to, _) = part.shape {
                own.push(to);
            }
        });
        // Inner ones are assigned first.
        values.extend(own.into_iter().rev());
    };
    let mut statements = Vec::new();
    for statement in &written.statements {
        statement.expressions().into_iter().for_each(&mut inside);
        match statement {
            Statement::Assign { to, .. } => statements.push(*to),
            Statement::Copy {
                copy: Copy::Assign { to, .. },
                ..
            } => statements.push(*to),
            _ => {}
        }
    }
    written.end.iter().for_each(inside);
    statements.into_iter().chain(values)
}

/// Numbers the variables that have several values, or are copied to before a decision.
fn numbers(written: &Written) -> Vec<Option<usize>> {
    let variables = &written.variables;
    let mut counts: BTreeMap<ValueId, usize> = BTreeMap::new();
    for &variable in variables {
        *counts.entry(variable).or_default() += 1;
    }
    for block in &written.blocks {
        for phi in early(block).into_values().flatten() {
            *counts.entry(variables[phi.index()]).or_default() += 1;
        }
    }
    let shared = counts.into_iter().filter(|&(_, count)| count > 1);
    let numbers: BTreeMap<ValueId, usize> = shared
        .enumerate()
        .map(|(number, (variable, _))| (variable, number))
        .collect();
    variables
        .iter()
        .map(|variable| numbers.get(variable).copied())
        .collect()
}

/// The phis that a block copies to before it decides, by the block that they are in.
pub(super) fn early(written: &WrittenBlock) -> BTreeMap<BlockId, Vec<ValueId>> {
    let mut early: BTreeMap<BlockId, Vec<ValueId>> = BTreeMap::new();
    for statement in &written.statements {
        if let Statement::Copy { to: block, copy } = statement
            && let Copy::Assign { to, .. } = copy
        {
            early.entry(*block).or_default().push(*to);
        }
    }
    early
}

/// Where each value gets its name.
fn homes(function: &Function, written: &Written) -> Result<BTreeMap<ValueId, BlockId>, String> {
    let mut homes = BTreeMap::new();
    for (block, own) in function.blocks.keys().zip(&written.blocks) {
        let copied: BTreeSet<ValueId> = early(own).into_values().flatten().collect();
        for to in assigned(own).filter(|to| !copied.contains(to)) {
            if homes.insert(to, block).is_some() {
                return Err(format!("{to} gets its name twice"));
            }
        }
    }
    for (value, data) in function.values.iter() {
        if let Definition::Phi(block, _) | Definition::Terminator(block) = data.definition {
            homes.entry(value).or_insert(block);
        }
    }
    Ok(homes)
}
