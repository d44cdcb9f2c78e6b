//! Target intrinsics of WebAssembly, `llvm.wasm.…`.
//!
//! *Limits:* the relaxed instructions, whose results depend on the machine, are there for functions
//! that may use the feature `relaxed-simd`, but for the one on `bfloat`, which WebAssembly has not.

use crate::machine::Reg;
use crate::op::Op;
use crate::op::relaxed::Relaxed;
use crate::op::vector::{VectorBinary, VectorUnary};
use crate::types::{LaneType, Sign, Type, Width};

use super::of_lanes;
use crate::select::error::SelectError;
use crate::select::intrinsic::Intrinsic;
use crate::select::selection::Selection;

impl Selection<'_> {
    /// Intrinsics of WebAssembly's own, whose operands are whole registers.
    pub(super) fn own_intrinsic(
        &mut self,
        name: &str,
        call: &Intrinsic<'_>,
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        let Some(first) = call.operands.first() else {
            return Ok(None);
        };
        let Some(first) = self.vector(*first)? else {
            return Ok(None);
        };
        let mut args = Vec::new();
        for &operand in &call.operands {
            args.extend(self.operand(operand)?);
        }
        if name == "shuffle" && args.len() == 18 {
            let lanes: Option<Vec<u8>> = args[2..]
                .iter()
                .map(|&lane| {
                    u8::try_from(self.known_number(lane)?)
                        .ok()
                        .filter(|&lane| lane < 32)
                })
                .collect();
            let lanes: Option<[u8; 16]> = lanes.and_then(|lanes| lanes.try_into().ok());
            let lanes = lanes.ok_or(SelectError::OperandType("llvm.wasm.shuffle"))?;
            return Ok(Some(vec![self.wide_op(Op::Shuffle(lanes), &args[..2])]));
        }
        let to = call
            .result
            .and_then(|result| self.context.parts.shape(result));
        let lane = first.shape.lane;
        let found = match name.strip_prefix("relaxed.") {
            Some(name) if self.features.relaxed_simd => relaxed(name, lane),
            Some(_) => None,
            None => own(name, lane, to.map(|to| to.lane)),
        };
        let Some((op, count)) = found else {
            return Ok(None);
        };
        if args.len() != count || args.iter().any(|&arg| self.body.ty(arg) != Type::V128) {
            return Err(SelectError::OperandType("an intrinsic"));
        }
        let ty = if to.is_some() { Type::V128 } else { Type::I32 };
        Ok(Some(vec![self.pure(op, &args, ty)]))
    }
}

/// Tells whether no lane is zero.
pub(super) fn all_true(lane: LaneType) -> Op {
    Op::AllTrue(lane.as_int())
}

/// The instruction of an intrinsic of WebAssembly's own, and how many registers it takes.
fn own(name: &str, lane: LaneType, to: Option<LaneType>) -> Option<(Op, usize)> {
    if name == "bitselect" {
        return Some((Op::BitsSelect, 3));
    }
    match own_unary(name, lane.as_int()) {
        Some(op) => Some((op, 1)),
        None => Some((own_binary(name, lane, to)?, 2)),
    }
}

/// The relaxed instruction of an intrinsic, by its name behind `relaxed.` and the lanes of its
/// first operand, and how many registers it takes.
fn relaxed(name: &str, lane: LaneType) -> Option<(Op, usize)> {
    let float = || match lane {
        LaneType::F32 => Some(Width::W32),
        LaneType::F64 => Some(Width::W64),
        _ => None,
    };
    let op = match (name, lane) {
        ("swizzle", LaneType::I8) => Relaxed::Swizzle,
        ("trunc.signed", LaneType::F32) => Relaxed::TruncateF32(Sign::Signed),
        ("trunc.unsigned", LaneType::F32) => Relaxed::TruncateF32(Sign::Unsigned),
        ("trunc.signed.zero", LaneType::F64) => Relaxed::TruncateF64(Sign::Signed),
        ("trunc.unsigned.zero", LaneType::F64) => Relaxed::TruncateF64(Sign::Unsigned),
        ("madd", _) => Relaxed::MultiplyAdd(float()?),
        ("nmadd", _) => Relaxed::NegatedMultiplyAdd(float()?),
        ("min", _) => Relaxed::Min(float()?),
        ("max", _) => Relaxed::Max(float()?),
        ("laneselect", _) => Relaxed::Select(lane.as_int()),
        ("q15mulr.signed", LaneType::I16) => Relaxed::MulQ15,
        ("dot.i8x16.i7x16.signed", LaneType::I8) => Relaxed::Dot,
        ("dot.i8x16.i7x16.add.signed", LaneType::I8) => Relaxed::DotAdd,
        _ => return None,
    };
    Some((Op::Relaxed(op), op.operands()))
}

fn own_unary(name: &str, lane: LaneType) -> Option<Op> {
    let (lane, op) = match name {
        "bitmask" => return Some(Op::Bitmask(lane)),
        "anytrue" => return Some(Op::AnyTrue),
        "alltrue" => return Some(all_true(lane)),
        "extadd.pairwise.signed" => (lane.double()?, VectorUnary::ExtendAddPairs(Sign::Signed)),
        "extadd.pairwise.unsigned" => (lane.double()?, VectorUnary::ExtendAddPairs(Sign::Unsigned)),
        "popcnt" => (lane, VectorUnary::Popcnt),
        _ => return None,
    };
    let exists = op.lanes().contains(&lane);
    exists.then_some(Op::VectorUnary(lane, op))
}

fn own_binary(name: &str, lane: LaneType, to: Option<LaneType>) -> Option<Op> {
    let op = match name {
        "swizzle" => return (lane == LaneType::I8).then_some(Op::Swizzle),
        "dot" => {
            let wider = lane.double()?;
            return of_lanes(wider, VectorBinary::Dot);
        }
        "narrow.signed" | "narrow.unsigned" => {
            let to = to.filter(|to| to.double() == Some(lane))?;
            let sign = match name {
                "narrow.signed" => Sign::Signed,
                _ => Sign::Unsigned,
            };
            return of_lanes(to, VectorBinary::Narrow(sign));
        }
        "q15mulr.sat.signed" | "q15mulr.saturate.signed" => VectorBinary::MulQ15,
        "avgr.unsigned" => VectorBinary::Average,
        "sub.sat.signed" | "sub.saturate.signed" => VectorBinary::SubSaturating(Sign::Signed),
        "sub.sat.unsigned" | "sub.saturate.unsigned" => VectorBinary::SubSaturating(Sign::Unsigned),
        "pmin" => VectorBinary::PseudoMin,
        "pmax" => VectorBinary::PseudoMax,
        _ => return None,
    };
    of_lanes(lane, op)
}
