//! Constant expressions: what a module computes when it is instantiated.

use crate::machine::Number;
use crate::types::{Type, Width};

/// An expression in postfix order, which leaves one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant(pub Vec<ConstantOp>);

/// An operation of a constant expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstantOp {
    /// A number.
    Number(Number),
    /// The value of a global that comes before and does not change.
    Global(u32),
    /// A reference to a function.
    Function(u32),
    /// A null reference.
    Null(Type),
    /// The sum of two integers of this width.
    Add(Width),
    /// The difference of two integers of this width.
    Subtract(Width),
    /// The product of two integers of this width.
    Multiply(Width),
}

impl Constant {
    /// A number.
    pub fn number(number: Number) -> Constant {
        Constant(vec![ConstantOp::Number(number)])
    }

    /// The number, if it is nothing but one.
    pub fn as_number(&self) -> Option<Number> {
        match self.0[..] {
            [ConstantOp::Number(number)] => Some(number),
            _ => None,
        }
    }
}
