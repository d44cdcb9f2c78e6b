//! `llvm.vector.reduce`: combines the lanes of a vector in order.
//!
//! *Limits:* `reassoc` allows any order, and only the first order is computed.

use super::super::extreme::Extreme;
use super::super::integer;
use super::super::interpreter::Interpreter;
use super::super::scalar::Scalar;
use super::super::stop::Stop;
use super::super::value::{Kind, Value};
use super::call::{Intrinsic, Lane};
use super::int;
use crate::ops::BinaryOp;

impl Interpreter<'_> {
    /// Combines the lanes of a vector; nothing if the intrinsic is not supported here.
    pub(super) fn reduced(&self, call: &Intrinsic<'_>) -> Result<Option<Value>, Stop> {
        let Some(op) = call.base.strip_prefix("vector.reduce.") else {
            return Ok(None);
        };
        let Some(vector) = call.arguments.last() else {
            return Ok(None);
        };
        let lanes = vector.scalars();
        let ty = call.ty(call.arguments.len() - 1)?;
        let kind = self.shapes.element(ty)?;
        let start = match op {
            "fadd" | "fmul" => Some(call.scalar(0)?),
            _ => None,
        };
        let mut lanes = start.into_iter().chain(lanes);
        let Some(mut joined) = lanes.next().cloned() else {
            return Ok(None);
        };
        for lane in lanes {
            let next = match kind {
                Kind::Float(_) => self.join_floats(op, call, &joined, lane)?,
                _ => join_ints(op, kind, &joined, lane),
            };
            let Some(next) = next else {
                return Ok(None);
            };
            joined = next;
        }
        Ok(Some(Value::One(joined)))
    }

    fn join_floats(
        &self,
        op: &str,
        call: &Intrinsic<'_>,
        left: &Scalar,
        right: &Scalar,
    ) -> Result<Option<Scalar>, Stop> {
        let (floating, flags) = (self.floating(call.result()?)?, call.flags());
        let rule = match op {
            "fadd" => {
                return Ok(Some(floating.binary(
                    BinaryOp::FloatAdd,
                    flags,
                    left,
                    right,
                )));
            }
            "fmul" => {
                return Ok(Some(floating.binary(
                    BinaryOp::FloatMul,
                    flags,
                    left,
                    right,
                )));
            }
            "fmax" => "maxnum",
            "fmin" => "minnum",
            "fmaximum" => "maximum",
            "fminimum" => "minimum",
            _ => return Ok(None),
        };
        let rule = Extreme::named(rule);
        Ok(rule.map(|rule| floating.extreme(rule, flags, left, right)))
    }
}

fn join_ints(op: &str, kind: Kind, left: &Scalar, right: &Scalar) -> Option<Scalar> {
    let op = match op {
        "add" => BinaryOp::Add,
        "mul" => BinaryOp::Mul,
        "and" => BinaryOp::And,
        "or" => BinaryOp::Or,
        "xor" => BinaryOp::Xor,
        "smax" | "smin" | "umax" | "umin" => {
            return int::lane(&Lane {
                base: op,
                flags: Default::default(),
                operands: vec![left, right],
                kinds: &[kind, kind],
                result: kind,
            });
        }
        _ => return None,
    };
    integer::binary(op, Default::default(), left, right).ok()
}
