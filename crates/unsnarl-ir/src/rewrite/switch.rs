//! Switches on integers that are too wide for the target: a switch on the highest limb, and for
//! each of its values a switch on the next limb.
//!
//! ```text
//! a: switch i128 %v, d [ 5, b              a: switch i64 (high of %v), d [ 0, e; 1, f ]
//!                        6, c           →  e: switch i64 (low of %v), d [ 5, b; 6, c ]
//!                        2^64 + 5, c ]     f: switch i64 (low of %v), d [ 5, c ]
//! ```
//! *Cost:* a block for each different prefix of the cases.

use std::collections::BTreeMap;

use crate::debug::Point;
use crate::function::Function;
use crate::id::{BlockId, Id};
use crate::inst::Operand;
use crate::module::Module;
use crate::ops::BinaryOp;
use crate::provenance::Role;
use crate::terminator::{Case, Terminator};

use super::draft::{Edit, width};
use super::limbs::LIMB;
use super::target::Target;

/// Writes every such switch as several.
pub(super) fn expand(edit: &mut Edit<'_, '_, '_>) {
    for index in 0..edit.function().blocks.len() {
        let block = BlockId::new(index);
        let terminator = &edit.function().blocks[block].terminator;
        if let Some(value) = switched(edit.module(), edit.function(), edit.target, terminator) {
            divide(edit, block, value);
        }
    }
}

/// The operand of such a switch.
fn switched(
    module: &Module,
    function: &Function,
    target: &Target,
    terminator: &Terminator,
) -> Option<Operand> {
    let &Terminator::Switch { value, .. } = terminator else {
        return None;
    };
    let width = width(module, function, value)?;
    (width > target.switch).then_some(value)
}

/// Cases with a common prefix: their limbs, the lowest first, and their targets.
type Alike = Vec<(Vec<u64>, BlockId)>;

fn divide(edit: &mut Edit<'_, '_, '_>, block: BlockId, value: Operand) {
    let terminator = edit.function().blocks[block].terminator.clone();
    let Terminator::Switch { cases, default, .. } = &terminator else {
        unreachable!("what is switched on was found in a switch");
    };
    let all = cases
        .iter()
        .map(|case| (limbs(edit.module(), case), case.to));
    let mut left: Vec<(BlockId, Alike)> = vec![(block, all.collect())];
    let mut made = Vec::new();
    let written = edit.function().blocks[block].insts.len();
    edit.builder().stand_for(Point::End(block));
    while let Some((at, alike)) = left.pop() {
        made.push(at);
        switch_on_limb(edit, at, value, alike, *default, &mut left);
    }
    made.sort_unstable();
    let builder = edit.builder();
    builder.move_records_to(Point::End(block), block, written);
    let start = builder.provenance().start(block);
    builder.provenance_mut().set_divided(start);
    builder.divide_edges(&terminator, block, &made);
}

/// Ends a block with a switch on the highest limb that its cases still have.
fn switch_on_limb(
    edit: &mut Edit<'_, '_, '_>,
    at: BlockId,
    value: Operand,
    alike: Alike,
    default: BlockId,
    left: &mut Vec<(BlockId, Alike)>,
) {
    let Some(number) = alike.first().map(|(limbs, _)| limbs.len() - 1) else {
        return edit.builder().set_terminator(at, Terminator::Jump(default));
    };
    let mut groups: BTreeMap<u64, Alike> = BTreeMap::new();
    for (mut limbs, to) in alike {
        let highest = limbs.pop().unwrap_or_default();
        groups.entry(highest).or_default().push((limbs, to));
    }
    let start = edit.builder().provenance().start(at);
    let mut cases = Vec::with_capacity(groups.len());
    for (limb, group) in groups {
        let to = match group.first() {
            Some((limbs, to)) if limbs.is_empty() => *to,
            _ => {
                let next = edit.builder().add_block(at, Role::Inside(start));
                left.push((next, group));
                next
            }
        };
        let value = edit.tables.number_id(LIMB, limb.into());
        cases.push(Case { value, to });
    }
    let mut cursor = edit.at_end(at);
    let limb = cursor.binary_number(BinaryOp::LogicalShiftRight, value, LIMB * number as u32);
    let terminator = Terminator::Switch {
        value: cursor.resized(limb, LIMB),
        cases: cases.into(),
        default,
    };
    edit.builder().set_terminator(at, terminator);
}

/// The limbs of a case, the lowest first.
fn limbs(module: &Module, case: &Case) -> Vec<u64> {
    let width = module.types.int_width(module.constant_type(case.value));
    let count = width.unwrap_or(LIMB).div_ceil(LIMB);
    let size = 8 * count as usize;
    let bytes = match module.int(case.value) {
        Some(value) => value.to_le_bytes(size),
        None => vec![0; size],
    };
    let limbs = bytes.as_chunks::<8>().0.iter();
    limbs.map(|limb| u64::from_le_bytes(*limb)).collect()
}
