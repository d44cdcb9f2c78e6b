//! L3 and L10: instructions fit their operations, and have effects that they can have.

use unsnarl::BlockId;

use super::{Place, Rule, Violation, violation, violation_of};
use crate::machine::{Function, InstId, Reg};
use crate::op::Op;
use crate::op::effect::Effect;
use crate::op::memory::Table;
use crate::types::{Type, Width};

pub(super) fn check(function: &Function, block: BlockId, found: &mut Vec<Violation>) {
    for (index, inst) in function.block(block).insts().enumerate() {
        let place = Place::Inst(block, index);
        let op = function.inst(inst).op;
        if !op.exists() {
            found.push(violation(Rule::L3, place, "unknown operation"));
        }
        if alignment(&op) > 63 {
            found.push(violation(
                Rule::L3,
                place,
                "the alignment is 2⁶⁴ bytes or more",
            ));
        }
        if is_misaligned(&op) {
            let what = "the alignment of an atomic access is not its size";
            found.push(violation(Rule::L3, place, what));
        }
        if let Some(at) = op.address()
            && function.widths.memory(at.memory) == Width::W32
            && u32::try_from(at.offset).is_err()
        {
            let what = "the offset is 2³² bytes or more in a memory with 32-bit addresses";
            found.push(violation(Rule::L3, place, what));
        }
        check_signature(function, inst, place, found);
        if !can_have(&op, function.inst(inst).effect) {
            let what = "the operation cannot have this effect";
            found.push(violation(Rule::L10, place, what));
        }
    }
}

/// Tells whether an instruction of an operation may have an effect.
///
/// All but those that only compute may be [`Effect::Pure`], since what they do may be known not to
/// matter, and [`Effect::Any`], since it may have to keep its place. Besides, a load only reads, a
/// store only writes, and what a call or a change of a table does may be known to be either.
pub fn can_have(op: &Op, effect: Effect) -> bool {
    match op.effect() {
        Effect::Pure => effect == Effect::Pure,
        Effect::Read => effect != Effect::Write,
        Effect::Write => effect != Effect::Read,
        Effect::Any => true,
    }
}

fn alignment(op: &Op) -> u8 {
    op.address().map_or(0, |at| at.align)
}

/// Tells whether an atomic access has another alignment than its own.
fn is_misaligned(op: &Op) -> bool {
    let (Some(bytes), Some(at)) = (op.atomic_bytes(), op.address()) else {
        return false;
    };
    u32::from(at.align) != bytes.trailing_zeros()
}

fn check_signature(function: &Function, inst: InstId, place: Place, found: &mut Vec<Violation>) {
    let operands = function.operands(inst);
    let Some(signature) = function.inst(inst).op.signature(&function.widths) else {
        if let Op::CallIndirect(table) = function.inst(inst).op {
            check_callee(function, table, operands, Rule::L3, place, found);
        }
        return;
    };
    if operands.len() != signature.operands.len() {
        let what = "wrong number of operands";
        found.push(violation(Rule::L3, place, what));
    }
    for (index, (&reg, &ty)) in operands.iter().zip(&signature.operands).enumerate() {
        if function.ty(reg) != ty {
            let what = "wrong operand type";
            found.push(violation_of(Rule::L3, place, index, what));
        }
    }
    let results = function.inst(inst).results().map(|reg| function.ty(reg));
    if !results.eq(signature.result) {
        let what = "wrong result type";
        found.push(violation(Rule::L3, place, what));
    }
}

/// Checks that the last operand of a call can number a function of a table.
pub(super) fn check_callee(
    function: &Function,
    table: Table,
    operands: &[Reg],
    rule: Rule,
    place: Place,
    found: &mut Vec<Violation>,
) {
    let number = function.widths.table(table).int();
    if operands.last().map(|&reg| function.ty(reg)) != Some(number) {
        let what = match number {
            Type::I64 => "the last operand of an indirect call is not an `i64`",
            _ => "the last operand of an indirect call is not an `i32`",
        };
        found.push(violation(rule, place, what));
    }
}
