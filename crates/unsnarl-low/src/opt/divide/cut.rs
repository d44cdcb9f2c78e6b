//! Cutting blocks that are too large for a region.
//!
//! *Needs:* a function without calls of parts. *Gives:* it with such blocks as chains of blocks of
//! at most an eighth of the limits, but for single instructions that are more.
//! *Cost:* linear in the code.
//!
//! A block is cut where the fewest of its values live across, among the places that leave a piece
//! of a half to the whole of that. A value lives from its definition, or the begin of the block, to
//! its last use in it, or to its end if another block reads it.

use unsnarl::{BlockId, Id};

use super::Limits;
use super::interfaces::Definitions;
use super::sizes::{Sizes, Weight};
use crate::machine::{Function, InstId, Reg};
use crate::opt::origins::Origins;

/// Into how many pieces a function at the limit would be cut.
const PIECES: u64 = 8;

/// Cuts blocks.
pub(super) fn cut_blocks(
    function: &mut Function,
    origins: &mut Origins,
    sizes: &Sizes,
    limits: &Limits,
) {
    let most = Weight {
        bytes: limits.bytes / PIECES,
        locals: limits.locals / PIECES,
    };
    let weights = sizes.blocks(function);
    let definitions = Definitions::new(function);
    let is_read_elsewhere = read_elsewhere(function, &definitions);
    let mut last_use = vec![None; function.reg_count()];
    let mut order = Vec::with_capacity(function.order().len());
    for position in 0..function.order().len() {
        let mut block = function.order()[position];
        order.push(block);
        if weights[block.index()].is_within(most) {
            continue;
        }
        let crossings = crossings(function, block, &is_read_elsewhere, &mut last_use);
        for before in places(function, block, sizes, most, &crossings) {
            let was = origins.block(block);
            block = function.cut(block, before);
            origins.set_block(block, was);
            order.push(block);
        }
    }
    function.set_order(order);
}

/// By register: whether another block reads it than the one that defines it.
fn read_elsewhere(function: &Function, definitions: &Definitions) -> Vec<bool> {
    let mut found = vec![false; function.reg_count()];
    let mut read = |block: BlockId, regs: &[Reg]| {
        for &reg in regs {
            found[reg.index()] |= definitions.block(reg).is_some_and(|own| own != block);
        }
    };
    for &block in function.order() {
        for inst in function.block(block).insts() {
            read(block, function.operands(inst));
        }
        read(block, function.exit_operands(block));
        for edge in function.different_edges(block) {
            read(block, function.arguments(edge));
        }
    }
    found
}

/// For each instruction of a block, how many of its values live across the place before it.
///
/// `last_use` is room for all registers, none of which it has before and after.
fn crossings(
    function: &Function,
    block: BlockId,
    is_read_elsewhere: &[bool],
    last_use: &mut [Option<usize>],
) -> Vec<usize> {
    let data = function.block(block);
    let end = data.insts().len();
    // By place: how many lives begin at it, less how many ended before it.
    let mut changes = vec![0isize; end + 2];
    let mut live = |start: usize, last: usize| {
        if start <= last {
            changes[start] += 1;
            changes[last + 1] -= 1;
        }
    };
    let ends = function.different_edges(block);
    let ends = ends.flat_map(|edge| function.arguments(edge));
    for &reg in function.exit_operands(block).iter().chain(ends) {
        last_use[reg.index()] = Some(end);
    }
    for (index, inst) in data.insts().enumerate().rev() {
        for reg in function.inst(inst).results() {
            let last = last_use[reg.index()].take();
            let last = if is_read_elsewhere[reg.index()] {
                Some(end)
            } else {
                last
            };
            if let Some(last) = last {
                live(index + 1, last);
            }
        }
        for &reg in function.operands(inst) {
            if !function.is_rematerialised(reg) {
                last_use[reg.index()].get_or_insert(index);
            }
        }
    }
    // What is left is defined before the block.
    let ends = function.different_edges(block);
    let ends = ends.flat_map(|edge| function.arguments(edge));
    let insts = data.insts().flat_map(|inst| function.operands(inst));
    for &reg in function
        .exit_operands(block)
        .iter()
        .chain(ends)
        .chain(insts)
    {
        if let Some(last) = last_use[reg.index()].take()
            && !function.is_rematerialised(reg)
        {
            live(0, last);
        }
    }
    let mut count = 0;
    let running = changes[..end].iter().map(|change| {
        count += change;
        usize::try_from(count).expect("lives end after they begin")
    });
    running.collect()
}

/// The instructions before which a block is cut.
fn places(
    function: &Function,
    block: BlockId,
    sizes: &Sizes,
    most: Weight,
    crossings: &[usize],
) -> Vec<InstId> {
    let insts: Vec<InstId> = function.block(block).insts().collect();
    let half = Weight {
        bytes: most.bytes / 2,
        locals: most.locals / 2,
    };
    let mut places = Vec::new();
    let mut start = 0;
    let mut piece = Weight::default();
    let mut best: Option<usize> = None;
    let mut index = 0;
    while index < insts.len() {
        let weight = sizes.inst(function, insts[index]);
        if index > start && !piece.and(weight).is_within(most) {
            // Without a place in the window, a single instruction fills it.
            let place = best.take().unwrap_or(index);
            places.push(insts[place]);
            (start, index, piece) = (place, place, Weight::default());
            continue;
        }
        if index > start && !piece.is_within(half) {
            let is_better = |best: usize| crossings[index] <= crossings[best];
            if best.is_none_or(is_better) {
                best = Some(index);
            }
        }
        piece = piece.and(weight);
        index += 1;
    }
    places
}
