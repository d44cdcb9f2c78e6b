//! Value numbers of one run of a block, or of two functions that run side by side.
//!
//! *Gives:* [`Values`], in which equal computations have the same [`Value`].
//! *Cost:* a look-up in a hash table for each computation. A table serves one run after the other,
//! and its memory is that of the largest.
//!
//! Sums with a constant are folded into addresses of the frame, and operations of control on
//! constants are computed, so that a label that was stored decides where a dispatcher goes.

mod table;

use std::collections::HashMap;

use foldhash::fast::FixedState;

use self::table::{Expression, Table};
use super::facts::{Fact, Facts};
use crate::machine::{Frame, InstId, Number, Reg};
use crate::op::Op;
use crate::op::convert::Convert;
use crate::op::float::FloatCompare;
use crate::op::int::{IntBinary, IntCompare};
use crate::types::Width;

/// A value, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(u32);

/// The values of one run.
#[derive(Debug)]
pub struct Values {
    table: Table,
    /// What was known of values before the run, by value.
    names: HashMap<Value, Facts, FixedState>,
    frame: Option<Frame>,
}

impl Values {
    /// Makes a table for a function with this frame.
    pub fn new(frame: Option<Frame>) -> Self {
        Values {
            table: Table::default(),
            names: HashMap::default(),
            frame,
        }
    }

    /// Forgets all, for another run.
    pub fn clear(&mut self) {
        self.table.clear();
        self.names.clear();
    }

    fn expression(&self, value: Value) -> Expression {
        self.table.expression(value)
    }

    /// What a fact names.
    pub fn fact(&mut self, fact: Fact) -> Value {
        let expression = self.of_fact(fact);
        self.table.intern(expression)
    }

    /// The value of a register that was defined before the block.
    pub fn reg(&mut self, reg: Reg) -> Value {
        self.fact(Fact::Reg(reg))
    }

    /// A constant.
    pub fn number(&mut self, number: Number) -> Value {
        self.fact(Fact::Number(number))
    }

    /// Something that nothing is known of.
    pub fn unknown(&mut self) -> Value {
        let number = self.table.len() as u32;
        self.table.intern(Expression::Unknown(number))
    }

    /// A result of an instruction with an effect.
    pub fn result(&mut self, inst: InstId, number: u32) -> Value {
        self.table.intern(Expression::Result(inst, number))
    }

    /// One value with all these names, if there are any. Sets with a name in common are one value.
    ///
    /// To be called for all sets before anything else is asked; what is returned may be joined
    /// with something else later, so [`Values::same`] tells what it is then.
    pub fn join(&mut self, facts: &Facts) -> Option<Value> {
        let mut known = facts.list().iter().filter_map(|&fact| {
            let expression = self.of_fact(fact);
            self.table.find(expression)
        });
        let Some(first) = known.next() else {
            return self.join_new(facts);
        };
        let others: Vec<Value> = known.filter(|&value| value != first).collect();
        let mut names = facts.list().to_vec();
        names.extend_from_slice(self.names.get(&first).map_or(&[], Facts::list));
        for other in others {
            self.table.redefine(other, Expression::Same(first));
            let same = self.names.remove(&other).unwrap_or_default();
            names.extend_from_slice(same.list());
        }
        self.name(first, Facts::new(names));
        Some(first)
    }

    fn join_new(&mut self, facts: &Facts) -> Option<Value> {
        let &fact = facts.list().first()?;
        let value = self.fact(fact);
        self.name(value, facts.clone());
        Some(value)
    }

    /// Gives names to a value.
    fn name(&mut self, value: Value, names: Facts) {
        for &fact in names.list() {
            let expression = self.of_fact(fact);
            // What it is called says what it is, if that is a constant.
            if matches!(fact, Fact::Number(_) | Fact::Frame(_) | Fact::CallerStack) {
                self.table.redefine(value, expression);
            }
            self.table.name(expression, value);
        }
        self.names.insert(value, names);
    }

    /// The value that one is after all were joined.
    pub fn same(&self, value: Value) -> Value {
        let mut value = value;
        while let Expression::Same(other) = self.expression(value) {
            value = other;
        }
        value
    }

    /// The stack pointer of the caller is the end of the frame, but for rounding.
    fn of_fact(&self, fact: Fact) -> Expression {
        match (fact, self.frame) {
            (Fact::CallerStack, Some(frame)) if frame.align <= STACK_ALIGN => {
                Expression::Fact(Fact::Frame(frame.size))
            }
            _ => Expression::Fact(fact),
        }
    }

    /// The fact by which one that has two names is known.
    pub fn normal(&self, fact: Fact) -> Fact {
        match self.of_fact(fact) {
            Expression::Fact(fact) => fact,
            _ => fact,
        }
    }

    /// The names of a value that were known before.
    pub fn names(&self, value: Value) -> Option<&Facts> {
        self.names.get(&value)
    }

    /// The fact that a value is, if it is no computation.
    pub fn fact_of(&self, value: Value) -> Option<Fact> {
        match self.expression(value) {
            Expression::Fact(fact) => Some(fact),
            _ => None,
        }
    }

    /// The constant that a value is.
    pub fn constant(&self, value: Value) -> Option<Number> {
        match self.expression(value) {
            Expression::Fact(Fact::Number(number)) => Some(number),
            _ => None,
        }
    }

    /// The address in the frame that a value is.
    pub fn frame_offset(&self, value: Value) -> Option<u32> {
        match self.expression(value) {
            Expression::Fact(Fact::Frame(offset)) => Some(offset),
            _ => None,
        }
    }

    /// Some values taken together.
    pub fn group(&mut self, members: &[Value]) -> Value {
        self.table.group(members)
    }

    /// The computation that a value is, with its operands.
    pub fn made_by(&self, value: Value) -> Option<(Op, &[Value])> {
        match self.expression(value) {
            Expression::Op(op, operands) => Some((op, self.table.operands(operands))),
            _ => None,
        }
    }

    /// A computation without an effect.
    pub fn op(&mut self, op: Op, operands: &[Value]) -> Value {
        if let Some(value) = self.folded(op, operands) {
            return value;
        }
        self.table.compute(op, operands)
    }

    fn folded(&mut self, op: Op, operands: &[Value]) -> Option<Value> {
        if let [left, right] = *operands
            && let Some(value) = self.in_frame(op, left, right)
        {
            return Some(value);
        }
        let number = |value| self.constant(value)?.integer();
        let computed = match *operands {
            [operand] => computed(op, &[number(operand)?])?,
            [left, right] => computed(op, &[number(left)?, number(right)?])?,
            _ => return None,
        };
        Some(self.number(computed))
    }

    /// An address in the frame, computed from another one or from the stack pointer.
    fn in_frame(&mut self, op: Op, left: Value, right: Value) -> Option<Value> {
        let number = self.constant(right)?.integer()?;
        let offset = self.frame_offset(left);
        match op {
            Op::IntBinary(width, IntBinary::Add) => {
                let moved = moved(offset?, number, width)?;
                Some(self.fact(Fact::Frame(moved)))
            }
            Op::IntBinary(width, IntBinary::Sub) => {
                let moved = moved(offset?, number.wrapping_neg(), width)?;
                Some(self.fact(Fact::Frame(moved)))
            }
            Op::IntBinary(width, IntBinary::And) => {
                let frame = self.frame?;
                let size = Number::bytes(frame.size.into(), width);
                let below = [self.fact(Fact::CallerStack), self.number(size)];
                let below = self.op(Op::IntBinary(width, IntBinary::Sub), &below);
                let is_rounded = left == below && number == -i64::from(frame.align);
                is_rounded.then(|| self.fact(Fact::Frame(0)))
            }
            _ => None,
        }
    }

    /// What decides when a value is tested for not being zero: another value, and whether that is
    /// tested for being zero. Equal tests give the same.
    pub fn test(&mut self, value: Value) -> (Value, bool) {
        let (mut value, mut is_negated) = (value, false);
        loop {
            if let Some(Number::I32(number)) = self.constant(value) {
                return (self.number(Number::I32(1)), is_negated ^ (number == 0));
            }
            let Expression::Op(op, operands) = self.expression(value) else {
                return (value, is_negated);
            };
            let operands = match *self.table.operands(operands) {
                [operand] => &[operand][..],
                [left, right] => &[left, right],
                _ => return (value, is_negated),
            };
            match (op, operands) {
                (Op::IntIsZero(Width::W32), &[operand]) => {
                    (value, is_negated) = (operand, !is_negated);
                }
                (Op::IntCompare(Width::W32, IntCompare::Ne), &[operand, zero])
                    if self.constant(zero) == Some(Number::I32(0)) =>
                {
                    value = operand;
                }
                (Op::IntCompare(Width::W32, IntCompare::Eq), &[operand, zero])
                    if self.constant(zero) == Some(Number::I32(0)) =>
                {
                    (value, is_negated) = (operand, !is_negated);
                }
                (Op::IntCompare(width, compare), _) if is_second(compare) => {
                    let op = Op::IntCompare(width, compare.negate());
                    return (self.op(op, operands), !is_negated);
                }
                (Op::FloatCompare(width, FloatCompare::Ne), _) => {
                    let op = Op::FloatCompare(width, FloatCompare::Eq);
                    return (self.op(op, operands), !is_negated);
                }
                _ => return (value, is_negated),
            }
        }
    }
}

/// The offset in the frame so many bytes further. Addresses of 32 bits wrap; of 64 bits, one that
/// far from the frame has no offset.
fn moved(offset: u32, bytes: i64, width: Width) -> Option<u32> {
    match width {
        Width::W32 => Some(offset.wrapping_add(bytes as u32)),
        Width::W64 => u32::try_from(i64::from(offset).checked_add(bytes)?).ok(),
    }
}

/// The alignment of the stack that every function keeps.
const STACK_ALIGN: u32 = 16;

/// Tells which of two opposite comparisons is written as the other one.
fn is_second(compare: IntCompare) -> bool {
    use IntCompare as C;
    matches!(compare, C::Ne | C::GeS | C::GeU | C::LeS | C::LeU)
}

/// The operations of control on constants.
fn computed(op: Op, numbers: &[i64]) -> Option<Number> {
    let bool = |holds: bool| Some(Number::I32(holds.into()));
    match (op, numbers) {
        (Op::IntIsZero(_), &[number]) => bool(number == 0),
        (Op::Convert(Convert::Wrap), &[number]) => Some(Number::I32(number as i32)),
        (Op::IntCompare(width, compare), &[left, right]) => {
            let unsigned = |number: i64| match width {
                Width::W32 => u64::from(number as u32),
                Width::W64 => number as u64,
            };
            let (low, high) = (unsigned(left), unsigned(right));
            bool(match compare {
                IntCompare::Eq => left == right,
                IntCompare::Ne => left != right,
                IntCompare::LtS => left < right,
                IntCompare::LtU => low < high,
                IntCompare::GtS => left > right,
                IntCompare::GtU => low > high,
                IntCompare::LeS => left <= right,
                IntCompare::LeU => low <= high,
                IntCompare::GeS => left >= right,
                IntCompare::GeU => low >= high,
            })
        }
        (Op::IntBinary(width, binary), &[left, right]) => {
            let result = match binary {
                IntBinary::Add => left.wrapping_add(right),
                IntBinary::Sub => left.wrapping_sub(right),
                IntBinary::And => left & right,
                IntBinary::Or => left | right,
                _ => return None,
            };
            Some(match width {
                Width::W32 => Number::I32(result as i32),
                Width::W64 => Number::I64(result),
            })
        }
        _ => None,
    }
}
