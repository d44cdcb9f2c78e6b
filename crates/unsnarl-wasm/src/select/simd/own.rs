//! Target intrinsics of WebAssembly, `llvm.wasm.…`.
//!
//! *Limits:* the relaxed instructions, whose results depend on the machine, are refused as unknown
//! intrinsics.

use wasm_encoder::{Instruction, ValType};

use crate::code::Reg;
use crate::error::Cause;
use crate::select::Selection;
use crate::select::intrinsic::Intrinsic;
use crate::shape::LaneType;

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
            return Ok(Some(vec![
                self.wide_op(Instruction::I8x16Shuffle(lanes), &args[..2]),
            ]));
        }
        let to = call.result.and_then(|result| self.link.forms.shape(result));
        let lane = first.shape.lane;
        let Some((op, count)) = own(name, lane, to.map(|to| to.lane)) else {
            return Ok(None);
        };
        if args.len() != count || args.iter().any(|&arg| self.body.ty(arg) != ValType::V128) {
            return Err(Cause::OperandType("an intrinsic"));
        }
        let ty = if to.is_some() {
            ValType::V128
        } else {
            ValType::I32
        };
        Ok(Some(vec![self.pure(op, &args, ty)]))
    }
}

/// Tells whether no lane is zero.
pub(super) fn all_true(lane: LaneType) -> Instruction<'static> {
    match lane.as_int() {
        LaneType::I8 => Instruction::I8x16AllTrue,
        LaneType::I16 => Instruction::I16x8AllTrue,
        LaneType::I32 => Instruction::I32x4AllTrue,
        _ => Instruction::I64x2AllTrue,
    }
}

/// The instruction of an intrinsic of WebAssembly's own, and how many registers it takes.
fn own(name: &str, lane: LaneType, to: Option<LaneType>) -> Option<(Instruction<'static>, usize)> {
    use Instruction as I;
    use LaneType as L;
    let one = match (name, lane.as_int()) {
        ("bitmask", L::I8) => Some(I::I8x16Bitmask),
        ("bitmask", L::I16) => Some(I::I16x8Bitmask),
        ("bitmask", L::I32) => Some(I::I32x4Bitmask),
        ("bitmask", _) => Some(I::I64x2Bitmask),
        ("anytrue", _) => Some(I::V128AnyTrue),
        ("alltrue", _) => Some(all_true(lane)),
        ("extadd.pairwise.signed", L::I8) => Some(I::I16x8ExtAddPairwiseI8x16S),
        ("extadd.pairwise.signed", L::I16) => Some(I::I32x4ExtAddPairwiseI16x8S),
        ("extadd.pairwise.unsigned", L::I8) => Some(I::I16x8ExtAddPairwiseI8x16U),
        ("extadd.pairwise.unsigned", L::I16) => Some(I::I32x4ExtAddPairwiseI16x8U),
        ("popcnt", L::I8) => Some(I::I8x16Popcnt),
        _ => None,
    };
    if let Some(op) = one {
        return Some((op, 1));
    }
    let two = match (name, lane, to) {
        ("swizzle", L::I8, _) => I::I8x16Swizzle,
        ("dot", L::I16, _) => I::I32x4DotI16x8S,
        ("q15mulr.sat.signed" | "q15mulr.saturate.signed", L::I16, _) => I::I16x8Q15MulrSatS,
        ("avgr.unsigned", L::I8, _) => I::I8x16AvgrU,
        ("avgr.unsigned", L::I16, _) => I::I16x8AvgrU,
        ("narrow.signed", L::I16, Some(L::I8)) => I::I8x16NarrowI16x8S,
        ("narrow.signed", L::I32, Some(L::I16)) => I::I16x8NarrowI32x4S,
        ("narrow.unsigned", L::I16, Some(L::I8)) => I::I8x16NarrowI16x8U,
        ("narrow.unsigned", L::I32, Some(L::I16)) => I::I16x8NarrowI32x4U,
        ("sub.sat.signed" | "sub.saturate.signed", L::I8, _) => I::I8x16SubSatS,
        ("sub.sat.signed" | "sub.saturate.signed", L::I16, _) => I::I16x8SubSatS,
        ("sub.sat.unsigned" | "sub.saturate.unsigned", L::I8, _) => I::I8x16SubSatU,
        ("sub.sat.unsigned" | "sub.saturate.unsigned", L::I16, _) => I::I16x8SubSatU,
        ("pmin", L::F32, _) => I::F32x4PMin,
        ("pmin", L::F64, _) => I::F64x2PMin,
        ("pmax", L::F32, _) => I::F32x4PMax,
        ("pmax", L::F64, _) => I::F64x2PMax,
        ("bitselect", _, _) => return Some((I::V128Bitselect, 3)),
        _ => return None,
    };
    Some((two, 2))
}
