//! References to functions.
//!
//! *Needs:* a module. *Gives:* the functions that others than instructions with their names may
//! call. *Cost:* linear in the module.

use std::collections::HashSet;

use unsnarl_low::module::{Constant, ConstantOp, Entity, Item};
use unsnarl_low::{Module, Op};

/// The functions that references are to, or that are exported.
pub(crate) fn referred(module: &Module) -> HashSet<u32> {
    let of_constant = |constant: &Constant| {
        let ops = constant.0.iter().filter_map(|op| match op {
            ConstantOp::Function(number) => Some(*number),
            _ => None,
        });
        ops.collect::<Vec<u32>>()
    };
    let mut all = HashSet::new();
    for export in &module.exports {
        if let Item::Function(number) = export.item {
            all.insert(number);
        }
    }
    for element in module.elements.iter().flat_map(|segment| &segment.elements) {
        all.extend(of_constant(element));
    }
    for first in module
        .globals
        .iter()
        .filter_map(|global| global.first.as_ref())
    {
        all.extend(of_constant(first));
    }
    for first in module
        .tables
        .iter()
        .filter_map(|table| table.first.as_ref())
    {
        all.extend(of_constant(first));
    }
    for body in module
        .functions
        .iter()
        .filter_map(|function| function.body.as_ref())
    {
        for &block in body.code.order() {
            for inst in body.code.block(block).insts() {
                if let Op::FunctionReference(symbol) = body.code.inst(inst).op
                    && let Some(Entity::Function(number)) = module.symbols.get(symbol.index())
                {
                    all.insert(*number);
                }
            }
        }
    }
    all
}
