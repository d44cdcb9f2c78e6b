//! Value numbers of one run of a block.
//!
//! *Gives:* [`Values`], in which equal computations have the same [`Value`].
//! *Cost:* a look-up in a hash table for each computation.
//!
//! Sums with a constant are folded into addresses of the frame, and operations of control on
//! constants are computed, so that a label that was stored decides where a dispatcher goes.

use std::collections::HashMap;

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

/// What a value is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Expression {
    /// What something is called that was computed before the block.
    Fact(Fact),
    /// What nothing is known of.
    Unknown(u32),
    /// A computation.
    Op(Op, Vec<Value>),
    /// A result of an instruction with an effect.
    Result(InstId, u32),
}

/// The values of one run.
#[derive(Debug)]
pub struct Values {
    expressions: Vec<Expression>,
    numbers: HashMap<Expression, Value>,
    /// What was known of values before the run, by value.
    names: HashMap<Value, Vec<Fact>>,
    frame: Option<Frame>,
}

impl Values {
    /// Makes a table for a function with this frame.
    pub fn new(frame: Option<Frame>) -> Self {
        Values {
            expressions: Vec::new(),
            numbers: HashMap::new(),
            names: HashMap::new(),
            frame,
        }
    }

    fn intern(&mut self, expression: Expression) -> Value {
        if let Some(&value) = self.numbers.get(&expression) {
            return value;
        }
        let value = Value(u32::try_from(self.expressions.len()).expect("a block is below 4 GiB"));
        self.expressions.push(expression.clone());
        self.numbers.insert(expression, value);
        value
    }

    /// What a fact names.
    pub fn fact(&mut self, fact: Fact) -> Value {
        match (fact, self.frame) {
            // The stack pointer of the caller is the end of the frame, but for rounding.
            (Fact::CallerStack, Some(frame)) if frame.align <= STACK_ALIGN => {
                self.intern(Expression::Fact(Fact::Frame(frame.size)))
            }
            _ => self.intern(Expression::Fact(fact)),
        }
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
        let number = self.expressions.len() as u32;
        self.intern(Expression::Unknown(number))
    }

    /// A result of an instruction with an effect.
    pub fn result(&mut self, inst: InstId, number: u32) -> Value {
        self.intern(Expression::Result(inst, number))
    }

    /// One value with all these names. Sets with a name in common are one value.
    ///
    /// To be called for all variables before anything else is asked.
    pub fn join(&mut self, facts: &Facts) {
        let own: Vec<Value> = facts.list().iter().map(|&fact| self.fact(fact)).collect();
        let Some(&first) = own.iter().min() else {
            return;
        };
        for (&value, &fact) in own.iter().zip(facts.list()) {
            if value != first {
                let others = self.names.remove(&value).unwrap_or_default();
                for &other in &others {
                    let expression = self.of_fact(other);
                    self.numbers.insert(expression, first);
                }
                self.names.entry(first).or_default().extend(others);
            }
            let expression = self.of_fact(fact);
            self.numbers.insert(expression, first);
            let names = self.names.entry(first).or_default();
            if !names.contains(&fact) {
                names.push(fact);
            }
            // What it is called says what it is, if that is a constant.
            if matches!(fact, Fact::Number(_) | Fact::Frame(_) | Fact::CallerStack) {
                self.expressions[first.0 as usize] = self.of_fact(fact);
            }
        }
    }

    fn of_fact(&self, fact: Fact) -> Expression {
        match (fact, self.frame) {
            (Fact::CallerStack, Some(frame)) if frame.align <= STACK_ALIGN => {
                Expression::Fact(Fact::Frame(frame.size))
            }
            _ => Expression::Fact(fact),
        }
    }

    /// What a variable with these facts holds.
    pub fn of(&mut self, facts: &Facts) -> Value {
        match facts.list().first() {
            Some(&fact) => self.fact(fact),
            None => self.unknown(),
        }
    }

    /// The names of a value that were known before, and those of constants.
    pub fn names(&self, value: Value) -> Vec<Fact> {
        let mut names = self.names.get(&value).cloned().unwrap_or_default();
        if let Expression::Fact(fact) = self.expressions[value.0 as usize] {
            names.push(fact);
        }
        names
    }

    /// The constant that a value is.
    pub fn constant(&self, value: Value) -> Option<Number> {
        match self.expressions[value.0 as usize] {
            Expression::Fact(Fact::Number(number)) => Some(number),
            _ => None,
        }
    }

    /// The address in the frame that a value is.
    pub fn frame_offset(&self, value: Value) -> Option<u32> {
        match self.expressions[value.0 as usize] {
            Expression::Fact(Fact::Frame(offset)) => Some(offset),
            _ => None,
        }
    }

    /// A computation without an effect.
    pub fn op(&mut self, op: Op, operands: &[Value]) -> Value {
        if let Some(value) = self.folded(op, operands) {
            return value;
        }
        self.intern(Expression::Op(op, operands.to_vec()))
    }

    fn folded(&mut self, op: Op, operands: &[Value]) -> Option<Value> {
        if let [left, right] = *operands
            && let Some(value) = self.in_frame(op, left, right)
        {
            return Some(value);
        }
        let numbers: Vec<i64> = operands
            .iter()
            .map(|&operand| match self.constant(operand)? {
                Number::I32(number) => Some(number.into()),
                Number::I64(number) => Some(number),
                _ => None,
            })
            .collect::<Option<_>>()?;
        let number = computed(op, &numbers)?;
        Some(self.number(number))
    }

    /// An address in the frame, computed from another one or from the stack pointer.
    fn in_frame(&mut self, op: Op, left: Value, right: Value) -> Option<Value> {
        let Some(Number::I32(number)) = self.constant(right) else {
            return None;
        };
        let offset = self.frame_offset(left);
        match op {
            Op::IntBinary(Width::W32, IntBinary::Add) => {
                let moved = offset?.wrapping_add_signed(number);
                Some(self.fact(Fact::Frame(moved)))
            }
            Op::IntBinary(Width::W32, IntBinary::Sub) => {
                let moved = offset?.wrapping_add_signed(number.wrapping_neg());
                Some(self.fact(Fact::Frame(moved)))
            }
            Op::IntBinary(Width::W32, IntBinary::And) => {
                let frame = self.frame?;
                let below = [
                    self.fact(Fact::CallerStack),
                    self.number(Number::I32(frame.size as i32)),
                ];
                let below = self.op(Op::IntBinary(Width::W32, IntBinary::Sub), &below);
                let is_rounded = left == below && number == (frame.align as i32).wrapping_neg();
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
            let Expression::Op(op, operands) = &self.expressions[value.0 as usize] else {
                return (value, is_negated);
            };
            let (op, operands) = (*op, operands.clone());
            match (op, &operands[..]) {
                (Op::IntIsZero(Width::W32), &[operand]) => {
                    (value, is_negated) = (operand, !is_negated);
                }
                (Op::IntCompare(Width::W32, IntCompare::Ne), &[operand, zero])
                    if self.constant(zero) == Some(Number::I32(0)) =>
                {
                    value = operand;
                }
                (Op::IntCompare(width, compare), _) if is_second(compare) => {
                    let op = Op::IntCompare(width, compare.negate());
                    return (self.op(op, &operands), !is_negated);
                }
                (Op::FloatCompare(width, FloatCompare::Ne), _) => {
                    let op = Op::FloatCompare(width, FloatCompare::Eq);
                    return (self.op(op, &operands), !is_negated);
                }
                _ => return (value, is_negated),
            }
        }
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
