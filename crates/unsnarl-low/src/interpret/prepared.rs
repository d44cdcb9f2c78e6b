//! What the interpreter looks up in a function, found once.
//!
//! *Gives:* [`Prepared`]: the instructions of each block that happen, the registers of parameters,
//! and the cases of switches in order.
//! *Cost:* O(instructions + operands + cases × log cases).
//!
//! An instruction that is not [kept](crate::op::effect::Effect::is_kept), whose trap cannot be
//! observed and whose results nothing needs does not happen: passes make a store dead by taking its
//! effect.

use std::ops::Range;

use unsnarl::{BlockId, Id};

use crate::machine::{Exit, Function, InstId, Reg, Source};
use crate::op::effect::Traps;

/// What is looked up in a function.
#[derive(Debug)]
pub(super) struct Prepared {
    /// Registers of parameters of the function, with their numbers.
    pub(super) parameters: Vec<(Reg, u32)>,
    insts: Vec<InstId>,
    blocks: Vec<Range<usize>>,
    /// Values of switches and their slots, by block and value.
    cases: Vec<(BlockId, i64, usize)>,
}

impl Prepared {
    /// Looks through a function.
    pub(super) fn new(function: &Function) -> Prepared {
        let live = live(function);
        let mut prepared = Prepared {
            parameters: parameters(function),
            insts: Vec::new(),
            blocks: Vec::with_capacity(function.block_count()),
            cases: Vec::new(),
        };
        for block in (0..function.block_count()).map(BlockId::new) {
            let start = prepared.insts.len();
            let insts = function.block(block).insts();
            prepared
                .insts
                .extend(insts.filter(|inst| live[inst.index()]));
            prepared.blocks.push(start..prepared.insts.len());
            if let Exit::Switch(values) = &function.block(block).exit {
                let cases = values.iter().enumerate();
                prepared
                    .cases
                    .extend(cases.map(|(slot, &value)| (block, value, slot)));
            }
        }
        prepared.cases.sort_unstable();
        prepared
    }

    /// The instructions of a block that happen, in order.
    pub(super) fn insts(&self, block: BlockId) -> &[InstId] {
        &self.insts[self.blocks[block.index()].clone()]
    }

    /// The slot of a value in the switch that ends a block; none if it has no case.
    pub(super) fn case(&self, block: BlockId, value: i64) -> Option<usize> {
        let key = |&(block, value, _): &(BlockId, i64, usize)| (block, value);
        let found = self.cases.binary_search_by_key(&(block, value), key);
        found.ok().map(|at| self.cases[at].2)
    }
}

fn parameters(function: &Function) -> Vec<(Reg, u32)> {
    let number = |reg| match function.source(reg) {
        Source::Parameter(number) => Some((reg, number)),
        _ => None,
    };
    function.regs().filter_map(number).collect()
}

/// Which instructions happen, by number.
fn live(function: &Function) -> Vec<bool> {
    let mut live = vec![false; function.inst_count()];
    let mut found: Vec<InstId> = Vec::new();
    for &block in function.order() {
        let needed = |&inst: &InstId| is_root(function, inst);
        found.extend(function.block(block).insts().filter(needed));
        let mut used =
            |regs: &[Reg]| found.extend(regs.iter().filter_map(|&reg| maker(function, reg)));
        used(function.exit_operands(block));
        for edge in function.different_edges(block) {
            used(function.arguments(edge));
        }
    }
    while let Some(inst) = found.pop() {
        if !std::mem::replace(&mut live[inst.index()], true) {
            let operands = function.operands(inst).iter();
            found.extend(operands.filter_map(|&reg| maker(function, reg)));
        }
    }
    live
}

/// Tells whether an instruction happens although nothing reads its results.
fn is_root(function: &Function, inst: InstId) -> bool {
    let inst = function.inst(inst);
    inst.effect.is_kept() || inst.traps == Traps::Observable && inst.op.may_trap()
}

fn maker(function: &Function, reg: Reg) -> Option<InstId> {
    match function.source(reg) {
        Source::Inst(inst) => Some(inst),
        _ => None,
    }
}
