//! Registers that are others.
//!
//! *Gives:* a function in which each is replaced by what it is the same as: a sum by an address in
//! the frame, a vector by the one whose lanes it has, the parameter of a block that only a jump
//! leads to by its argument.
//! *Cost:* linear.

use crate::machine::{Edge, Function, InstId, Reg, Source};
use crate::op::Op;
use crate::op::int::IntBinary;
use crate::types::LaneType;

/// Replaces registers by what they are the same as.
pub(super) fn fold(function: &mut Function, is_joined: &[bool]) {
    let mut to: Vec<Reg> = function.regs().collect();
    for position in 0..function.order().len() {
        let block = function.order()[position];
        let insts = function.block(block).insts();
        for inst in insts {
            let operands: Vec<Reg> = function.operands(inst).to_vec();
            let operands: Vec<Reg> = operands.iter().map(|reg| to[reg.index()]).collect();
            let same = frame_address(function, inst, &operands)
                .or_else(|| vector(function, inst, &operands, &to));
            if let Some(same) = same
                && let Some(result) = function.inst(inst).results().next()
            {
                if same.index() == to.len() {
                    to.push(same);
                }
                to[result.index()] = same;
            }
        }
        let edges = function.block(block).edges();
        if let &[edge] = edges
            && is_joined[block_of(edge)]
        {
            for (parameter, argument) in function.copies(edge) {
                to[parameter.index()] = to[argument.index()];
            }
        }
    }
    for position in 0..function.order().len() {
        for inst in function.block(function.order()[position]).insts() {
            function.replace_operands(inst, &to);
        }
    }
    function.replace_ends(&to);
}

fn block_of(edge: Edge) -> usize {
    unsnarl::Id::index(edge.to)
}

/// The address in the frame that a sum is.
fn frame_address(function: &mut Function, inst: InstId, operands: &[Reg]) -> Option<Reg> {
    let width = function.address_width();
    if function.inst(inst).op != Op::IntBinary(width, IntBinary::Add) {
        return None;
    }
    let &[left, right] = operands else {
        return None;
    };
    let sources = [left, right].map(|reg| function.source(reg));
    let ([Source::Frame(offset), Source::Number(number)]
    | [Source::Number(number), Source::Frame(offset)]) = sources
    else {
        return None;
    };
    let sum = i64::from(offset).checked_add(number.integer()?)?;
    let size = function.frame?.size;
    let sum = u32::try_from(sum).ok().filter(|&sum| sum <= size)?;
    Some(function.frame_address(sum))
}

/// The vector that is made again of its lanes.
fn vector(function: &Function, inst: InstId, operands: &[Reg], to: &[Reg]) -> Option<Reg> {
    let (Op::ReplaceLane(LaneType::I64, 1), &[splat, high]) = (function.inst(inst).op, operands)
    else {
        return None;
    };
    let (Op::Splat(LaneType::I64), &[low]) = function.made_by(splat)? else {
        return None;
    };
    let [low, high] = [low, high].map(|lane| lane_of(function, to[lane.index()]));
    let ((low, 0), (high, 1)) = (low?, high?) else {
        return None;
    };
    let [low, high] = [low, high].map(|vector| to[vector.index()]);
    (low == high).then_some(low)
}

/// The vector whose first and second lane of 64 bits these are.
pub(in crate::check::division) fn vector_of(
    function: &Function,
    low: Reg,
    high: Reg,
) -> Option<Reg> {
    match (lane_of(function, low)?, lane_of(function, high)?) {
        ((low, 0), (high, 1)) if low == high => Some(low),
        _ => None,
    }
}

/// The vector that a lane of 64 bits comes from, and which lane it is.
fn lane_of(function: &Function, lane: Reg) -> Option<(Reg, u8)> {
    match function.made_by(lane)? {
        (Op::ExtractLane(LaneType::I64, _, number), &[vector]) => Some((vector, number)),
        _ => None,
    }
}
