//! Operations that need nothing but their operands.

use super::convert::convert;
use super::error::Fault;
use super::float::{self, OpenNan};
use super::int;
use super::outcome::Halt;
use super::value::Value;
use super::vector::{self, binary::binary, unary::unary};
use crate::op::Op;
use crate::types::{Type, Width};

/// The result of an operation that reads and writes nothing; none if the operation is another one.
///
/// `nan` chooses the bits of each NaN that WebAssembly leaves open, once for each scalar result or
/// lane.
pub fn evaluate(op: &Op, operands: &[Value], nan: &mut OpenNan<'_>) -> Option<Result<Value, Halt>> {
    let scalar = |result: Result<Value, Halt>| Some(result);
    match *op {
        Op::IntUnary(..)
        | Op::IntBinary(..)
        | Op::IntIsZero(_)
        | Op::IntCompare(..)
        | Op::FloatUnary(..)
        | Op::FloatBinary(..)
        | Op::FloatCompare(..)
        | Op::Convert(_) => scalar(evaluate_scalar(op, operands, nan)),
        Op::Select(ty) => scalar(select(ty, operands).map_err(Halt::from)),
        Op::Null(ty) => scalar(Ok(Value::from_bits(ty, 0))),
        Op::IsNull(ty) => scalar(is_null(ty, operands).map_err(Halt::from)),
        Op::FunctionReference(symbol) => scalar(Ok(Value::FuncRef(Some(symbol)))),
        _ => evaluate_vector(op, operands, nan)
            .transpose()
            .map(|result| result.map_err(Halt::from)),
    }
}

/// An operation on integers and floats.
fn evaluate_scalar(op: &Op, operands: &[Value], nan: &mut OpenNan<'_>) -> Result<Value, Halt> {
    let int = |width: Width, at| bits(operands, at, width.int());
    let float = |width: Width, at| bits(operands, at, width.float());
    Ok(match *op {
        Op::IntUnary(width, op) => {
            let result = int::unary(width.bits(), op, int(width, 0)?);
            Value::from_bits(width.int(), result)
        }
        Op::IntBinary(width, op) => {
            let result = int::binary(width.bits(), op, int(width, 0)?, int(width, 1)?)?;
            Value::from_bits(width.int(), result)
        }
        Op::IntIsZero(width) => truth(int(width, 0)? == 0),
        Op::IntCompare(width, op) => truth(int::compare(
            width.bits(),
            op,
            int(width, 0)?,
            int(width, 1)?,
        )),
        Op::FloatUnary(width, op) => {
            let result = float::unary(width, op, float(width, 0)?, nan);
            Value::from_bits(width.float(), result)
        }
        Op::FloatBinary(width, op) => {
            let result = float::binary(width, op, float(width, 0)?, float(width, 1)?, nan);
            Value::from_bits(width.float(), result)
        }
        Op::FloatCompare(width, op) => truth(float::compare(
            width,
            op,
            float(width, 0)?,
            float(width, 1)?,
        )),
        Op::Convert(op) => {
            let result = convert(op, bits(operands, 0, op.from())?, nan)?;
            Value::from_bits(op.to(), result)
        }
        _ => return Err(Fault::Count.into()),
    })
}

/// An operation on vectors; none if it is another one.
fn evaluate_vector(
    op: &Op,
    operands: &[Value],
    nan: &mut OpenNan<'_>,
) -> Result<Option<Value>, Fault> {
    let v = |at| operand(operands, at)?.expect_vector();
    let bitwise = |op: fn(u128, u128) -> u128| Ok::<_, Fault>(vector::bitwise(&v(0)?, &v(1)?, op));
    let result = match *op {
        Op::Splat(lane) => vector::splat(lane.size(), bits(operands, 0, lane.scalar())?),
        Op::ExtractLane(lane, sign, index) => {
            let result = vector::extract(&v(0)?, lane, sign, index);
            return Ok(Some(Value::from_bits(lane.scalar(), result)));
        }
        Op::ReplaceLane(lane, index) => {
            vector::replace(v(0)?, lane.size(), index, bits(operands, 1, lane.scalar())?)
        }
        Op::Shuffle(bytes) => vector::shuffle(&v(0)?, &v(1)?, &bytes),
        Op::Swizzle => vector::swizzle(&v(0)?, &v(1)?),
        Op::VectorUnary(lane, op) => unary(lane, op, &v(0)?, nan),
        Op::VectorBinary(lane, op) => binary(lane, op, &v(0)?, &v(1)?, nan),
        Op::VectorShift(lane, op) => {
            vector::shift(lane, op, &v(0)?, operand(operands, 1)?.expect_u32()?)
        }
        Op::AllTrue(lane) => return Ok(Some(truth(vector::all_true(lane, &v(0)?)))),
        Op::Bitmask(lane) => {
            let result = vector::bitmask(lane, &v(0)?);
            return Ok(Some(Value::from_bits(Type::I32, result)));
        }
        Op::AnyTrue => return Ok(Some(truth(v(0)? != [0; 16]))),
        Op::BitsNot => v(0)?.map(|byte| !byte),
        Op::BitsAnd => bitwise(|a, b| a & b)?,
        Op::BitsAndNot => bitwise(|a, b| a & !b)?,
        Op::BitsOr => bitwise(|a, b| a | b)?,
        Op::BitsXor => bitwise(|a, b| a ^ b)?,
        Op::BitsSelect => {
            let mask = u128::from_le_bytes(v(2)?);
            vector::bitwise(&v(0)?, &v(1)?, |a, b| a & mask | b & !mask)
        }
        Op::Relaxed(op) => {
            let mut vectors = [[0; 16]; 3];
            for (at, vector) in vectors.iter_mut().enumerate().take(op.operands()) {
                *vector = v(at)?;
            }
            vector::relaxed::relaxed(op, &vectors, nan)
        }
        _ => return Ok(None),
    };
    Ok(Some(Value::V128(result)))
}

fn select(ty: Type, operands: &[Value]) -> Result<Value, Fault> {
    let chosen = match operand(operands, 2)?.expect_u32()? {
        0 => operand(operands, 1)?,
        _ => operand(operands, 0)?,
    };
    typed(chosen, ty)
}

fn is_null(ty: Type, operands: &[Value]) -> Result<Value, Fault> {
    let reference = typed(operand(operands, 0)?, ty)?;
    Ok(truth(matches!(
        reference,
        Value::FuncRef(None) | Value::ExternRef(None) | Value::ExnRef(None)
    )))
}

/// An operand.
pub(super) fn operand(operands: &[Value], at: usize) -> Result<Value, Fault> {
    operands.get(at).copied().ok_or(Fault::Count)
}

/// A value that must have a type.
pub(super) fn typed(value: Value, ty: Type) -> Result<Value, Fault> {
    if value.ty() == ty {
        Ok(value)
    } else {
        Err(Fault::Type {
            is: value.ty(),
            not: ty,
        })
    }
}

/// The bits of an operand that must have a type.
fn bits(operands: &[Value], at: usize, ty: Type) -> Result<u64, Fault> {
    operand(operands, at)?.expect_bits(ty)
}

/// 1 or 0.
fn truth(holds: bool) -> Value {
    Value::I32(i32::from(holds))
}
