//! L5 and L6: exits have their operands and edges, and switches their values.

use foldhash::HashSet;

use unsnarl::BlockId;

use super::insts::check_callee;
use super::{Place, Rule, Violation, violation, violation_of};
use crate::machine::{Callee, Exit, Function};
use crate::types::Type;

pub(super) fn check(function: &Function, id: BlockId, found: &mut Vec<Violation>) {
    let place = Place::Exit(id);
    let block = function.block(id);
    let edges = match &block.exit {
        Exit::Return | Exit::Unreachable | Exit::TailCall(_) => 0,
        Exit::Jump => 1,
        Exit::Branch => 2,
        Exit::Switch(values) => values.len() + 1,
        Exit::Call(_, catches) => catches.len() + 1,
    };
    if block.edges().len() != edges {
        found.push(violation(Rule::L5, place, "wrong number of edges"));
    }
    let i32 = [Type::I32];
    match &block.exit {
        Exit::Return => check_operands(function, id, &function.signature.results, found),
        Exit::Unreachable | Exit::Jump => check_operands(function, id, &[], found),
        Exit::Branch => check_operands(function, id, &i32, found),
        Exit::Switch(values) => check_switch(function, id, values, found),
        Exit::TailCall(Callee::Table(table)) | Exit::Call(Callee::Table(table), _) => {
            let operands = function.exit_operands(id);
            check_callee(function, *table, operands, Rule::L5, place, found);
        }
        Exit::TailCall(Callee::ThrowRef) | Exit::Call(Callee::ThrowRef, _) => {
            check_operands(function, id, &[Type::ExnRef], found);
        }
        Exit::TailCall(Callee::Symbol(_) | Callee::Throw(_))
        | Exit::Call(Callee::Symbol(_) | Callee::Throw(_), _) => {}
    }
}

fn check_operands(function: &Function, id: BlockId, types: &[Type], found: &mut Vec<Violation>) {
    let operands = function.exit_operands(id);
    if operands.len() != types.len() {
        let what = "wrong number of operands";
        found.push(violation(Rule::L5, Place::Exit(id), what));
    }
    for (index, (&reg, &ty)) in operands.iter().zip(types).enumerate() {
        if function.ty(reg) != ty {
            let what = "wrong operand type";
            found.push(violation_of(Rule::L5, Place::Exit(id), index, what));
        }
    }
}

fn check_switch(function: &Function, id: BlockId, values: &[i64], found: &mut Vec<Violation>) {
    let ty = match function.exit_operands(id).first() {
        Some(&reg) if function.ty(reg) == Type::I64 => Type::I64,
        _ => Type::I32,
    };
    check_operands(function, id, &[ty], found);
    let mut wrong = |what| found.push(violation(Rule::L6, Place::Exit(id), what));
    if ty == Type::I32 && values.iter().any(|&value| i32::try_from(value).is_err()) {
        wrong("a value does not fit an `i32`");
    }
    let different: HashSet<&i64> = values.iter().collect();
    if different.len() != values.len() {
        wrong("a value is listed twice");
    }
}
