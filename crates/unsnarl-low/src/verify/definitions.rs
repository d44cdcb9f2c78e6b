//! L7 and L11: registers have the types of what they hold, and are defined once.

use unsnarl::{BlockId, Id};

use super::{Place, Rule, Violation, violation, violation_of};
use crate::machine::{Function, Number, Reg, Source};
use crate::types::Width;

/// Where a register gets its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Site {
    /// Nowhere.
    None,
    /// Everywhere: it is rematerialised, or a parameter of the function.
    Everywhere,
    /// In a block, before the instruction of this number.
    Before(BlockId, usize),
}

/// Checks all registers, and gives for each where it gets its value.
pub(super) fn check(function: &Function, found: &mut Vec<Violation>) -> Vec<Site> {
    let everywhere = |reg| match is_everywhere(function.source(reg)) {
        true => Site::Everywhere,
        false => Site::None,
    };
    let mut sites: Vec<Site> = function.regs().map(everywhere).collect();
    for reg in function.regs() {
        check_type(function, reg, found);
        check_result(function, reg, found);
    }
    for block in (0..function.block_count()).map(BlockId::new) {
        let data = function.block(block);
        for (index, &reg) in data.parameters.iter().enumerate() {
            let is_said = function.source(reg) == Source::BlockParameter;
            if !is_said || sites[reg.index()] != Site::None {
                let what = "this register is defined elsewhere";
                found.push(violation_of(Rule::L11, Place::Block(block), index, what));
            }
            define(&mut sites, reg, Site::Before(block, 0));
        }
        for (index, inst) in data.insts().enumerate() {
            for reg in function.inst(inst).results() {
                let is_said = function.source(reg) == Source::Inst(inst);
                if !is_said || sites[reg.index()] != Site::None {
                    let what = "a result is defined elsewhere";
                    found.push(violation(Rule::L11, Place::Inst(block, index), what));
                }
                define(&mut sites, reg, Site::Before(block, index + 1));
            }
        }
    }
    sites
}

fn is_everywhere(source: Source) -> bool {
    match source {
        Source::Number(_) | Source::Frame(_) | Source::Parameter(_) => true,
        Source::BlockParameter | Source::Inst(_) => false,
    }
}

/// Notes the first place that defines a register.
fn define(sites: &mut [Site], reg: Reg, site: Site) {
    let known = &mut sites[reg.index()];
    if *known == Site::None {
        *known = site;
    }
}

/// Checks the type of a register whose definition says it.
fn check_type(function: &Function, reg: Reg, found: &mut Vec<Violation>) {
    let addresses = function.address_width();
    let (ty, what) = match function.source(reg) {
        Source::Number(number) => {
            if let Number::Address(_, bytes) = number
                && addresses == Width::W32
                && i32::try_from(bytes).is_err()
            {
                let what = "the offset from the symbol does not fit an address";
                found.push(violation(Rule::L7, Place::Reg(reg), what));
            }
            let what = "the register and its constant have different types";
            (Some(number.ty(addresses)), what)
        }
        Source::Frame(_) => {
            let what = "the width of a frame address differs from the address width of memory 0";
            (Some(addresses.int()), what)
        }
        Source::Parameter(number) => {
            let types = &function.signature.parameters;
            let what = "the register and the parameter have different types, or there is no such parameter";
            (types.get(number as usize).copied(), what)
        }
        Source::BlockParameter | Source::Inst(_) => return,
    };
    if ty != Some(function.ty(reg)) {
        found.push(violation(Rule::L7, Place::Reg(reg), what));
    }
}

/// Checks that the instruction that a register names defines it.
fn check_result(function: &Function, reg: Reg, found: &mut Vec<Violation>) {
    if let Source::Inst(inst) = function.source(reg) {
        let exists = inst.index() < function.inst_count();
        if !exists || function.inst(inst).results().all(|result| result != reg) {
            let what = "the instruction of the register does not define it";
            found.push(violation(Rule::L11, Place::Reg(reg), what));
        }
    }
}
