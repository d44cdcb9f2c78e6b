//! Switches on more than 64 bits: one on the highest limb, and for each of its values one on the
//! next.
//!
//! ```text
//! a: switch i128 %v, d [ 5, b              a: switch i64 (high of %v), d [ 0, e; 1, f ]
//!                        6, c           →  e: switch i64 (low of %v), d [ 5, b; 6, c ]
//!                        2^64 + 5, c ]     f: switch i64 (low of %v), d [ 5, c ]
//! ```
//! *Cost:* a block for each different prefix of the cases.

use std::collections::BTreeMap;

use unsnarl_ir::{BinaryOp, BlockId, Case, CastOp, Flags, Function, Id, Module};
use unsnarl_ir::{Op, Operand, Terminator};

use super::{Draft, width};

/// The bits of a limb.
const LIMB: u32 = 64;

/// Tells whether a function has such a switch.
pub(super) fn is_in(module: &Module, function: &Function) -> bool {
    let mut blocks = function.blocks.iter();
    blocks.any(|block| switched(module, function, &block.terminator).is_some())
}

/// The operand of the switch, and the number of its limbs.
fn switched(
    module: &Module,
    function: &Function,
    terminator: &Terminator,
) -> Option<(Operand, u32)> {
    let &Terminator::Switch { value, .. } = terminator else {
        return None;
    };
    let width = width(module, function, value).filter(|&width| width > LIMB)?;
    Some((value, width.div_ceil(LIMB)))
}

/// Writes every such switch as several.
pub(super) fn expand(draft: &mut Draft<'_>) {
    for index in 0..draft.function.blocks.len() {
        let block = BlockId::new(index);
        let terminator = &draft.function.blocks[block].terminator;
        if let Some((value, limbs)) = switched(draft.module, &draft.function, terminator) {
            draft.switch(block, value, limbs);
        }
    }
}

/// Cases with a common prefix: their limbs, the lowest first, and their targets.
type Alike = Vec<(Vec<u64>, BlockId)>;

impl Draft<'_> {
    fn switch(&mut self, block: BlockId, value: Operand, limbs: u32) {
        let terminator = std::mem::replace(
            &mut self.function.blocks[block].terminator,
            Terminator::Unreachable,
        );
        let Terminator::Switch { cases, default, .. } = &terminator else {
            unreachable!("what is switched on was found in a switch");
        };
        let all = cases.iter().map(|case| (self.limbs(case, limbs), case.to));
        let mut left: Vec<(BlockId, Alike)> = vec![(block, all.collect())];
        let mut made = Vec::new();
        while let Some((at, alike)) = left.pop() {
            made.push(at);
            self.switch_on_limb(at, value, alike, *default, &mut left);
        }
        made.sort_unstable();
        self.enter_from(&terminator, block, &made);
    }

    /// Ends a block with a switch on the highest limb that its cases still have.
    fn switch_on_limb(
        &mut self,
        at: BlockId,
        value: Operand,
        alike: Alike,
        default: BlockId,
        left: &mut Vec<(BlockId, Alike)>,
    ) {
        let Some(number) = alike.first().map(|(limbs, _)| limbs.len() - 1) else {
            self.function.blocks[at].terminator = Terminator::Jump(default);
            return;
        };
        let mut groups: BTreeMap<u64, Alike> = BTreeMap::new();
        for (mut limbs, to) in alike {
            let highest = limbs.pop().unwrap_or_default();
            groups.entry(highest).or_default().push((limbs, to));
        }
        let mut cases = Vec::with_capacity(groups.len());
        for (limb, group) in groups {
            let to = match group.first() {
                Some((limbs, to)) if limbs.is_empty() => *to,
                _ => {
                    let next = self.block_like(at);
                    left.push((next, group));
                    next
                }
            };
            let value = self.number(LIMB, limb.into());
            cases.push(Case { value, to });
        }
        let value = self.limb(at, value, number);
        self.function.blocks[at].terminator = Terminator::Switch {
            value,
            cases: cases.into(),
            default,
        };
    }

    /// The limbs of a case, the lowest first.
    fn limbs(&self, case: &Case, count: u32) -> Vec<u64> {
        let size = 8 * count as usize;
        let bytes = match self.module.int(case.value) {
            Some(value) => value.to_le_bytes(size),
            None => vec![0; size],
        };
        let limbs = bytes.as_chunks::<8>().0.iter();
        limbs.map(|limb| u64::from_le_bytes(*limb)).collect()
    }

    /// One limb of a value.
    fn limb(&mut self, at: BlockId, value: Operand, number: usize) -> Operand {
        let ty = self.module.operand_type(&self.function, value);
        let width = self.width(value).unwrap_or(LIMB);
        let amount = self.number(width, u128::from(LIMB) * number as u128);
        let shifted = Op::Binary {
            op: BinaryOp::LogicalShiftRight,
            flags: Flags::default(),
            left: value,
            right: Operand::Const(amount),
        };
        let shifted = self.add(at, ty, shifted);
        let limb = self.module.types.int(LIMB);
        let cut = Op::Cast {
            op: CastOp::Truncate,
            flags: Flags::default(),
            value: shifted,
        };
        self.add(at, limb, cut)
    }

    /// Updates the phis of a switch's targets: each new predecessor has the operand of the old one.
    fn enter_from(&mut self, terminator: &Terminator, block: BlockId, made: &[BlockId]) {
        let mut targets: Vec<BlockId> = terminator.successors().collect();
        targets.sort_unstable();
        targets.dedup();
        let mut predecessors: BTreeMap<BlockId, Vec<BlockId>> = BTreeMap::new();
        for &from in made {
            let mut successors: Vec<BlockId> =
                self.function.blocks[from].terminator.successors().collect();
            successors.sort_unstable();
            successors.dedup();
            for to in successors {
                predecessors.entry(to).or_default().push(from);
            }
        }
        for to in targets {
            let from = predecessors.remove(&to).unwrap_or_default();
            for phi in &mut self.function.blocks[to].phis {
                let taken = phi.operand(block);
                phi.incoming.retain(|&(other, _)| other != block);
                let all = from.iter().copied();
                phi.incoming
                    .extend(all.filter_map(|from| Some((from, taken?))));
            }
        }
    }
}
