//! L1: blocks and registers exist.

use unsnarl::{BlockId, Edge, Id};

use super::{Place, Rule, Violation, violation, violation_of};
use crate::machine::{Function, Reg};

pub(super) fn check(function: &Function, found: &mut Vec<Violation>) {
    if function.block_count() == 0 {
        found.push(violation(
            Rule::L1,
            Place::Header,
            "the entry block is missing",
        ));
        return;
    }
    let entry = BlockId::new(0);
    if !function.block(entry).parameters.is_empty() {
        let what = "the entry block has parameters";
        found.push(violation(Rule::L1, Place::Block(entry), what));
    }
    for &block in function.order() {
        if block.index() >= function.block_count() {
            let what = "the order lists a block that does not exist";
            found.push(violation(Rule::L1, Place::Block(block), what));
        }
    }
    for block in (0..function.block_count()).map(BlockId::new) {
        let data = function.block(block);
        regs(function, &data.parameters, Place::Block(block), found);
        for (index, inst) in data.insts().enumerate() {
            regs(
                function,
                function.operands(inst),
                Place::Inst(block, index),
                found,
            );
        }
        regs(
            function,
            function.exit_operands(block),
            Place::Exit(block),
            found,
        );
        for slot in function.different_slots(block) {
            let edge = data.edges()[slot];
            let place = Place::Edge(Edge::new(block, slot));
            if edge.to.index() >= function.block_count() {
                found.push(violation(
                    Rule::L1,
                    place,
                    "the edge leads to a block that does not exist",
                ));
            }
            match function.has_arguments(edge) {
                true => regs(function, function.arguments(edge), place, found),
                false => found.push(violation(
                    Rule::L1,
                    place,
                    "the arguments of the edge are not in this function",
                )),
            }
        }
    }
}

fn regs(function: &Function, regs: &[Reg], place: Place, found: &mut Vec<Violation>) {
    for (index, reg) in regs.iter().enumerate() {
        if reg.index() >= function.reg_count() {
            let what = "this register does not exist";
            found.push(violation_of(Rule::L1, place, index, what));
        }
    }
}
