//! Conditions: the comparison at the end of a tree, and its opposite.

use unsnarl_low::op::float::FloatCompare;
use unsnarl_low::op::int::IntCompare;
use unsnarl_low::trees::Code;
use unsnarl_low::{Function, Number, Op, Width};
use wasm_encoder::Instruction;

use crate::map::Comparison;

/// The parts of a condition.
pub(crate) struct Condition<'a> {
    /// The operands, pushed first.
    pub(crate) operand: &'a [Code],
    /// The comparison; without one, the operand itself is the condition.
    pub(crate) comparison: Option<Comparison>,
}

impl<'a> Condition<'a> {
    /// Splits the code of a condition.
    pub(crate) fn new(function: &Function, code: &'a [Code]) -> Self {
        let op = |code: &Code| match code {
            Code::Inst(inst) => Some(function.inst(*inst).op),
            _ => None,
        };
        // Every decision tests for a number other than zero anyway.
        if let [operand @ .., Code::Rematerialise(zero), last] = code
            && op(last) == Some(Op::IntCompare(Width::W32, IntCompare::Ne))
            && function.number_in(*zero) == Some(Number::I32(0))
        {
            return Condition {
                operand,
                comparison: None,
            };
        }
        if let [operand @ .., last] = code
            && let Some(comparison) = op(last).as_ref().and_then(comparison)
        {
            return Condition {
                operand,
                comparison: Some(comparison),
            };
        }
        Condition {
            operand: code,
            comparison: None,
        }
    }
}

fn comparison(op: &Op) -> Option<Comparison> {
    use Comparison as C;
    use Width::{W32, W64};
    Some(match op {
        Op::IntIsZero(W32) => C::I32Eqz,
        Op::IntIsZero(W64) => C::I64Eqz,
        Op::IntCompare(W32, op) => match op {
            IntCompare::Eq => C::I32Eq,
            IntCompare::Ne => C::I32Ne,
            IntCompare::LtS => C::I32LtS,
            IntCompare::LtU => C::I32LtU,
            IntCompare::GtS => C::I32GtS,
            IntCompare::GtU => C::I32GtU,
            IntCompare::LeS => C::I32LeS,
            IntCompare::LeU => C::I32LeU,
            IntCompare::GeS => C::I32GeS,
            IntCompare::GeU => C::I32GeU,
        },
        Op::IntCompare(W64, op) => match op {
            IntCompare::Eq => C::I64Eq,
            IntCompare::Ne => C::I64Ne,
            IntCompare::LtS => C::I64LtS,
            IntCompare::LtU => C::I64LtU,
            IntCompare::GtS => C::I64GtS,
            IntCompare::GtU => C::I64GtU,
            IntCompare::LeS => C::I64LeS,
            IntCompare::LeU => C::I64LeU,
            IntCompare::GeS => C::I64GeS,
            IntCompare::GeU => C::I64GeU,
        },
        Op::FloatCompare(W32, FloatCompare::Eq) => C::F32Eq,
        Op::FloatCompare(W32, FloatCompare::Ne) => C::F32Ne,
        Op::FloatCompare(W64, FloatCompare::Eq) => C::F64Eq,
        Op::FloatCompare(W64, FloatCompare::Ne) => C::F64Ne,
        _ => return None,
    })
}

/// The instruction of a comparison.
pub(crate) fn instruction(comparison: Comparison) -> Instruction<'static> {
    use Comparison as C;
    use Instruction as I;
    match comparison {
        C::I32Eqz => I::I32Eqz,
        C::I32Eq => I::I32Eq,
        C::I32Ne => I::I32Ne,
        C::I32LtS => I::I32LtS,
        C::I32LtU => I::I32LtU,
        C::I32GtS => I::I32GtS,
        C::I32GtU => I::I32GtU,
        C::I32LeS => I::I32LeS,
        C::I32LeU => I::I32LeU,
        C::I32GeS => I::I32GeS,
        C::I32GeU => I::I32GeU,
        C::I64Eqz => I::I64Eqz,
        C::I64Eq => I::I64Eq,
        C::I64Ne => I::I64Ne,
        C::I64LtS => I::I64LtS,
        C::I64LtU => I::I64LtU,
        C::I64GtS => I::I64GtS,
        C::I64GtU => I::I64GtU,
        C::I64LeS => I::I64LeS,
        C::I64LeU => I::I64LeU,
        C::I64GeS => I::I64GeS,
        C::I64GeU => I::I64GeU,
        C::F32Eq => I::F32Eq,
        C::F32Ne => I::F32Ne,
        C::F64Eq => I::F64Eq,
        C::F64Ne => I::F64Ne,
    }
}

/// The instructions that compute a condition (`holds`) or its opposite: a comparison, then an
/// `eqz`.
pub(crate) fn decide(
    comparison: Option<Comparison>,
    holds: bool,
) -> (Option<Comparison>, Option<Comparison>) {
    match (comparison, holds) {
        (comparison, true) => (comparison, None),
        (None, false) => (None, Some(Comparison::I32Eqz)),
        // Two of them cancel out.
        (Some(Comparison::I32Eqz), false) => (None, None),
        (Some(comparison), false) => match comparison.opposite() {
            Some(opposite) => (Some(opposite), None),
            None => (Some(comparison), Some(Comparison::I32Eqz)),
        },
    }
}
