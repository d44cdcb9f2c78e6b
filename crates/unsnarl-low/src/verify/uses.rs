//! L4 and L9: definitions dominate uses, and addresses in the frame lie in it.

use unsnarl::{BlockId, Edge};

use super::definitions::Site;
use super::graph::Facts;
use super::{Place, Rule, Violation, violation, violation_of};
use crate::machine::{Function, Reg, Source};

/// Checks the frame itself.
pub(super) fn check_header(function: &Function, found: &mut Vec<Violation>) {
    if function
        .frame
        .is_some_and(|frame| !frame.align.is_power_of_two())
    {
        let what = "the alignment of the frame is not a power of two";
        found.push(violation(Rule::L9, Place::Header, what));
    }
}

/// Checks all that a block reads.
pub(super) fn check(
    function: &Function,
    block: BlockId,
    facts: &Facts,
    sites: &[Site],
    found: &mut Vec<Violation>,
) {
    let uses = Uses {
        function,
        facts,
        sites,
        block,
    };
    let data = function.block(block);
    for (index, inst) in data.insts().enumerate() {
        let place = Place::Inst(block, index);
        uses.check(function.operands(inst), index, place, found);
    }
    let end = data.insts().len();
    let place = Place::Exit(block);
    uses.check(function.exit_operands(block), end, place, found);
    for slot in function.different_slots(block) {
        let place = Place::Edge(Edge::new(block, slot));
        let arguments = function.arguments(data.edges()[slot]);
        uses.check(arguments, end, place, found);
    }
}

/// What is read in a block.
struct Uses<'f> {
    function: &'f Function,
    facts: &'f Facts,
    sites: &'f [Site],
    block: BlockId,
}

impl Uses<'_> {
    /// Checks registers that are read before the instruction with this number.
    fn check(&self, regs: &[Reg], index: usize, place: Place, found: &mut Vec<Violation>) {
        for (operand, &reg) in regs.iter().enumerate() {
            if !self.is_defined(reg, index) {
                let what = "the definition does not dominate this use";
                found.push(violation_of(Rule::L4, place, operand, what));
            }
            if !self.is_in_frame(reg) {
                let what = "this address is not in the frame";
                found.push(violation_of(Rule::L9, place, operand, what));
            }
        }
    }

    fn is_defined(&self, reg: Reg, index: usize) -> bool {
        match self.sites[reg.index()] {
            Site::None => false,
            Site::Everywhere => true,
            Site::Before(block, first) if block == self.block => first <= index,
            // L8 is broken where a block cannot be reached, which nothing dominates.
            Site::Before(block, _) => {
                !self.facts.is_reachable(self.block)
                    || self.facts.dominators.dominates(block, self.block)
            }
        }
    }

    fn is_in_frame(&self, reg: Reg) -> bool {
        match self.function.source(reg) {
            Source::Frame(offset) => {
                let frame = self.function.frame;
                frame.is_some_and(|frame| offset <= frame.size)
            }
            _ => true,
        }
    }
}
