//! The table of values: equal expressions are one entry.
//!
//! *Cost:* open addressing with linear probing; at most half of the slots are taken. Clearing takes
//! constant time: a slot counts only if it has the number of the current run.

use std::hash::{BuildHasher, Hash, Hasher};
use std::ops::Range;

use foldhash::quality::FixedState;

use super::Value;
use crate::check::facts::Fact;
use crate::machine::InstId;
use crate::op::Op;

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expression {
    /// What something is called that was computed before the block.
    Fact(Fact),
    /// What nothing is known of.
    Unknown(u32),
    /// A computation.
    Op(Op, Operands),
    /// Several values.
    Group(Operands),
    /// A result of an instruction with an effect.
    Result(InstId, u32),
    /// Another value, which has a name in common.
    Same(Value),
}

/// A range of the operands of all computations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Operands {
    start: u32,
    end: u32,
}

impl Operands {
    fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// An expression that was looked up, and its value.
#[derive(Clone, Copy, Debug)]
struct Entry {
    expression: Expression,
    value: Value,
    hash: u64,
}

/// A slot: the run that filled it, the number of an entry, and the high bits of its hash, so that
/// others are mostly told apart from it without a look at the entry.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    run: u32,
    entry: u32,
    tag: u32,
}

/// Expressions and values.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    /// By value.
    expressions: Vec<Expression>,
    operands: Vec<Value>,
    /// As many as a power of two.
    slots: Vec<Slot>,
    run: u32,
}

impl Default for Table {
    fn default() -> Self {
        Table {
            entries: Vec::new(),
            expressions: Vec::new(),
            operands: Vec::new(),
            slots: vec![Slot::default(); 64],
            run: 1,
        }
    }
}

impl Table {
    /// Removes everything.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.expressions.clear();
        self.operands.clear();
        match self.run.checked_add(1) {
            Some(run) => self.run = run,
            None => *self = Table::default(),
        }
    }

    /// How many values there are.
    pub(super) fn len(&self) -> usize {
        self.expressions.len()
    }

    /// What a value is.
    pub(super) fn expression(&self, value: Value) -> Expression {
        self.expressions[value.0 as usize]
    }

    /// The operands of a computation.
    pub(super) fn operands(&self, operands: Operands) -> &[Value] {
        &self.operands[operands.range()]
    }

    /// Says that a value is something else than it was.
    pub(super) fn redefine(&mut self, value: Value, expression: Expression) {
        self.expressions[value.0 as usize] = expression;
    }

    /// The value of an expression, if it has one.
    pub(super) fn find(&self, expression: Expression) -> Option<Value> {
        let entry = self.slots[self.slot(expression, self.hash(expression))];
        (entry.run == self.run).then(|| self.entries[entry.entry as usize].value)
    }

    /// The value of an expression, a new one if need be.
    pub(super) fn intern(&mut self, expression: Expression) -> Value {
        let hash = self.hash(expression);
        let slot = self.slot(expression, hash);
        if self.slots[slot].run == self.run {
            return self.entries[self.slots[slot].entry as usize].value;
        }
        let value = Value(u32::try_from(self.len()).expect("a block is below 4 GiB"));
        self.expressions.push(expression);
        let entry = Entry {
            expression,
            value,
            hash,
        };
        self.fill(slot, entry);
        value
    }

    /// The value of a computation.
    pub(super) fn compute(&mut self, op: Op, operands: &[Value]) -> Value {
        self.compose(operands, |operands| Expression::Op(op, operands))
    }

    /// The value of several values.
    pub(super) fn group(&mut self, members: &[Value]) -> Value {
        self.compose(members, Expression::Group)
    }

    fn compose(&mut self, operands: &[Value], of: impl Fn(Operands) -> Expression) -> Value {
        let start = self.operands.len();
        self.operands.extend_from_slice(operands);
        let range = Operands {
            start: u32::try_from(start).expect("a block is below 4 GiB"),
            end: u32::try_from(self.operands.len()).expect("a block is below 4 GiB"),
        };
        let before = self.len();
        let value = self.intern(of(range));
        if self.len() == before {
            self.operands.truncate(start);
        }
        value
    }

    /// Says what the value of an expression is.
    pub(super) fn name(&mut self, expression: Expression, value: Value) {
        let hash = self.hash(expression);
        let slot = self.slot(expression, hash);
        if self.slots[slot].run == self.run {
            self.entries[self.slots[slot].entry as usize].value = value;
        } else {
            let entry = Entry {
                expression,
                value,
                hash,
            };
            self.fill(slot, entry);
        }
    }

    fn fill(&mut self, slot: usize, entry: Entry) {
        let number = self.entries.len() as u32;
        self.entries.push(entry);
        self.slots[slot] = Slot {
            run: self.run,
            entry: number,
            tag: tag(entry.hash),
        };
        if 2 * self.entries.len() > self.slots.len() {
            self.grow();
        }
    }

    fn grow(&mut self) {
        let mut slots = vec![Slot::default(); 2 * self.slots.len()];
        let mask = slots.len() - 1;
        for (number, entry) in (0..).zip(&self.entries) {
            let mut place = entry.hash as usize & mask;
            while slots[place].run == self.run {
                place = (place + 1) & mask;
            }
            slots[place] = Slot {
                run: self.run,
                entry: number,
                tag: tag(entry.hash),
            };
        }
        self.slots = slots;
    }

    /// The slot of an expression, or the one that it would fill.
    fn slot(&self, expression: Expression, hash: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut place = hash as usize & mask;
        loop {
            let slot = self.slots[place];
            if slot.run != self.run {
                return place;
            }
            let may_be = slot.tag == tag(hash);
            if may_be && self.are_equal(self.entries[slot.entry as usize].expression, expression) {
                return place;
            }
            place = (place + 1) & mask;
        }
    }

    fn hash(&self, expression: Expression) -> u64 {
        let mut hasher = FixedState::default().build_hasher();
        match expression {
            Expression::Fact(fact) => fact.hash(&mut hasher),
            Expression::Unknown(number) => (1_u8, number).hash(&mut hasher),
            Expression::Op(op, operands) => {
                op.hash(&mut hasher);
                self.hash_operands(operands, &mut hasher);
            }
            Expression::Group(members) => {
                2_u8.hash(&mut hasher);
                self.hash_operands(members, &mut hasher);
            }
            Expression::Result(inst, number) => (inst, number).hash(&mut hasher),
            Expression::Same(value) => value.hash(&mut hasher),
        }
        hasher.finish()
    }

    fn hash_operands(&self, operands: Operands, hasher: &mut impl Hasher) {
        for operand in self.operands(operands) {
            hasher.write_u32(operand.0);
        }
    }

    fn are_equal(&self, left: Expression, right: Expression) -> bool {
        match (left, right) {
            (Expression::Op(op, operands), Expression::Op(other, others)) => {
                op == other && self.operands(operands) == self.operands(others)
            }
            (Expression::Group(members), Expression::Group(others)) => {
                self.operands(members) == self.operands(others)
            }
            _ => left == right,
        }
    }
}

/// The bits of a hash that a slot keeps.
fn tag(hash: u64) -> u32 {
    (hash >> 32) as u32
}
