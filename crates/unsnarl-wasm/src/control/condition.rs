//! Conditions: the comparison at the end of a tree, and its opposite.

use wasm_encoder::Instruction;

use crate::code::stackify::Code;
use crate::code::{Body, Number, Source};
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
    pub(crate) fn new(body: &Body, code: &'a [Code]) -> Self {
        // Every decision tests for a number other than zero anyway.
        if let [
            operand @ ..,
            Code::Remake(zero),
            Code::Op(Instruction::I32Ne),
        ] = code
            && body.source(*zero) == Source::Number(Number::I32(0))
        {
            return Condition {
                operand,
                comparison: None,
            };
        }
        if let [operand @ .., Code::Op(last)] = code
            && let Some(comparison) = comparison(last)
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

fn comparison(op: &Instruction) -> Option<Comparison> {
    use Comparison as C;
    use Instruction as I;
    Some(match op {
        I::I32Eqz => C::I32Eqz,
        I::I32Eq => C::I32Eq,
        I::I32Ne => C::I32Ne,
        I::I32LtS => C::I32LtS,
        I::I32LtU => C::I32LtU,
        I::I32GtS => C::I32GtS,
        I::I32GtU => C::I32GtU,
        I::I32LeS => C::I32LeS,
        I::I32LeU => C::I32LeU,
        I::I32GeS => C::I32GeS,
        I::I32GeU => C::I32GeU,
        I::I64Eqz => C::I64Eqz,
        I::I64Eq => C::I64Eq,
        I::I64Ne => C::I64Ne,
        I::I64LtS => C::I64LtS,
        I::I64LtU => C::I64LtU,
        I::I64GtS => C::I64GtS,
        I::I64GtU => C::I64GtU,
        I::I64LeS => C::I64LeS,
        I::I64LeU => C::I64LeU,
        I::I64GeS => C::I64GeS,
        I::I64GeU => C::I64GeU,
        I::F32Eq => C::F32Eq,
        I::F32Ne => C::F32Ne,
        I::F64Eq => C::F64Eq,
        I::F64Ne => C::F64Ne,
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
