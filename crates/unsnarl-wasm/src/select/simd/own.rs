//! Target intrinsics of WebAssembly, `llvm.wasm.…`.
//!
//! *Limits:* the relaxed instructions, whose results depend on the machine, are refused as unknown
//! intrinsics.

use unsnarl_low::op::vector::{VectorBinary, VectorUnary};
use unsnarl_low::{LaneType, Op, Reg, Sign, Type};

use crate::error::Cause;
use crate::select::Selection;
use crate::select::intrinsic::Intrinsic;

impl Selection<'_> {
    /// Intrinsics of WebAssembly's own, whose operands are whole registers.
    pub(super) fn own_intrinsic(
        &mut self,
        name: &str,
        call: &Intrinsic<'_>,
    ) -> Result<Option<Vec<Reg>>, Cause> {
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
            let lanes = lanes.ok_or(Cause::OperandType("llvm.wasm.shuffle"))?;
            return Ok(Some(vec![self.wide_op(Op::Shuffle(lanes), &args[..2])]));
        }
        let to = call.result.and_then(|result| self.link.forms.shape(result));
        let lane = first.shape.lane;
        let Some((op, count)) = own(name, lane, to.map(|to| to.lane)) else {
            return Ok(None);
        };
        if args.len() != count || args.iter().any(|&arg| self.body.ty(arg) != Type::V128) {
            return Err(Cause::OperandType("an intrinsic"));
        }
        let ty = if to.is_some() { Type::V128 } else { Type::I32 };
        Ok(Some(vec![self.pure(op, &args, ty)]))
    }
}

/// Tells whether no lane is zero.
pub(super) fn all_true(lane: LaneType) -> Op {
    match lane.as_int() {
        LaneType::I8 => Op::AllTrue(LaneType::I8),
        LaneType::I16 => Op::AllTrue(LaneType::I16),
        LaneType::I32 => Op::AllTrue(LaneType::I32),
        _ => Op::AllTrue(LaneType::I64),
    }
}

/// The instruction of an intrinsic of WebAssembly's own, and how many registers it takes.
fn own(name: &str, lane: LaneType, to: Option<LaneType>) -> Option<(Op, usize)> {
    use LaneType as L;
    let one = match (name, lane.as_int()) {
        ("bitmask", L::I8) => Some(Op::Bitmask(LaneType::I8)),
        ("bitmask", L::I16) => Some(Op::Bitmask(LaneType::I16)),
        ("bitmask", L::I32) => Some(Op::Bitmask(LaneType::I32)),
        ("bitmask", _) => Some(Op::Bitmask(LaneType::I64)),
        ("anytrue", _) => Some(Op::AnyTrue),
        ("alltrue", _) => Some(all_true(lane)),
        ("extadd.pairwise.signed", L::I8) => Some(Op::VectorUnary(
            LaneType::I16,
            VectorUnary::ExtendAddPairs(Sign::Signed),
        )),
        ("extadd.pairwise.signed", L::I16) => Some(Op::VectorUnary(
            LaneType::I32,
            VectorUnary::ExtendAddPairs(Sign::Signed),
        )),
        ("extadd.pairwise.unsigned", L::I8) => Some(Op::VectorUnary(
            LaneType::I16,
            VectorUnary::ExtendAddPairs(Sign::Unsigned),
        )),
        ("extadd.pairwise.unsigned", L::I16) => Some(Op::VectorUnary(
            LaneType::I32,
            VectorUnary::ExtendAddPairs(Sign::Unsigned),
        )),
        ("popcnt", L::I8) => Some(Op::VectorUnary(LaneType::I8, VectorUnary::Popcnt)),
        _ => None,
    };
    if let Some(op) = one {
        return Some((op, 1));
    }
    let two = match (name, lane, to) {
        ("swizzle", L::I8, _) => Op::Swizzle,
        ("dot", L::I16, _) => Op::VectorBinary(LaneType::I32, VectorBinary::Dot),
        ("q15mulr.sat.signed" | "q15mulr.saturate.signed", L::I16, _) => {
            Op::VectorBinary(LaneType::I16, VectorBinary::MulQ15)
        }
        ("avgr.unsigned", L::I8, _) => Op::VectorBinary(LaneType::I8, VectorBinary::Average),
        ("avgr.unsigned", L::I16, _) => Op::VectorBinary(LaneType::I16, VectorBinary::Average),
        ("narrow.signed", L::I16, Some(L::I8)) => {
            Op::VectorBinary(LaneType::I8, VectorBinary::Narrow(Sign::Signed))
        }
        ("narrow.signed", L::I32, Some(L::I16)) => {
            Op::VectorBinary(LaneType::I16, VectorBinary::Narrow(Sign::Signed))
        }
        ("narrow.unsigned", L::I16, Some(L::I8)) => {
            Op::VectorBinary(LaneType::I8, VectorBinary::Narrow(Sign::Unsigned))
        }
        ("narrow.unsigned", L::I32, Some(L::I16)) => {
            Op::VectorBinary(LaneType::I16, VectorBinary::Narrow(Sign::Unsigned))
        }
        ("sub.sat.signed" | "sub.saturate.signed", L::I8, _) => {
            Op::VectorBinary(LaneType::I8, VectorBinary::SubSaturating(Sign::Signed))
        }
        ("sub.sat.signed" | "sub.saturate.signed", L::I16, _) => {
            Op::VectorBinary(LaneType::I16, VectorBinary::SubSaturating(Sign::Signed))
        }
        ("sub.sat.unsigned" | "sub.saturate.unsigned", L::I8, _) => {
            Op::VectorBinary(LaneType::I8, VectorBinary::SubSaturating(Sign::Unsigned))
        }
        ("sub.sat.unsigned" | "sub.saturate.unsigned", L::I16, _) => {
            Op::VectorBinary(LaneType::I16, VectorBinary::SubSaturating(Sign::Unsigned))
        }
        ("pmin", L::F32, _) => Op::VectorBinary(LaneType::F32, VectorBinary::PseudoMin),
        ("pmin", L::F64, _) => Op::VectorBinary(LaneType::F64, VectorBinary::PseudoMin),
        ("pmax", L::F32, _) => Op::VectorBinary(LaneType::F32, VectorBinary::PseudoMax),
        ("pmax", L::F64, _) => Op::VectorBinary(LaneType::F64, VectorBinary::PseudoMax),
        ("bitselect", _, _) => return Some((Op::BitsSelect, 3)),
        _ => return None,
    };
    Some((two, 2))
}
