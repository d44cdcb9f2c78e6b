//! Latches: ways that meet only to go back to the start of a loop go back by themselves.
//!
//! ```text
//! h: %x = phi [0, e], [%y, l]          h: %x = phi [0, e], [1, a], [%b, c]
//! a: br l                              a: br h
//! c: br l                              c: br h
//! l: %y = phi [1, a], [%b, c]
//!    br h                         →
//! ```
//! *Needs:* a function, and its blocks in reverse postorder. *Gives:* the changed function, if anything is gained.
//! *Cost:* linear in the blocks, the edges and the incoming values of phis, beside the copy of the function; the cases of
//! a switch are passed once for each latch that it leads to.
//! *Source:* LLVM's code generator does the same where it takes blocks out that are empty but for phis; its middle end
//! makes the one latch.
//! *Limits:* who leads to the header already keeps the way over the latch, since a phi knows one value from each block.
//!
//! A jump to a jump back becomes the jump back, and costs as many bytes. That counts in an interpreter, whose one latch
//! stands behind all of its instructions: V8's first compiler takes the length of each jump back off a budget and calls
//! the runtime whenever that is spent, and a function that never returns stays in that compiler's code.
//!
//! What a latch brings is read by the phis of the header alone, since a latch dominates nothing. No latch is a header
//! or leads to another latch: going on from a latch, the walk that the order comes from finds nothing new. The graph
//! that is proved is the changed one.

use std::collections::{HashMap, HashSet};

use unsnarl_ir::{BlockId, Function, Id, Operand, Terminator, ValueId};

/// From so many ways on, a latch is worth going around.
const LEAST_WAYS: usize = 2;

/// Leads ways to latches on to the headers.
pub(crate) fn bypass(function: &Function, order: &[usize]) -> Option<Function> {
    let latches = latches(function, order);
    if latches.is_empty() {
        return None;
    }
    let mut changed = function.clone();
    let headers: HashSet<BlockId> = latches.values().map(|latch| latch.header).collect();
    let brought = brought(function, &latches);
    for header in headers {
        for phi in &mut changed.blocks[header].phis {
            phi.incoming = around(&phi.incoming, &latches, &brought);
        }
    }
    for (&id, latch) in &latches {
        for &from in &latch.ways {
            changed.blocks[from].terminator.redirect(id, latch.header);
        }
        let block = &mut changed.blocks[id];
        if latch.is_kept {
            let gone: HashSet<BlockId> = latch.ways.iter().copied().collect();
            for phi in &mut block.phis {
                phi.incoming.retain(|(from, _)| !gone.contains(from));
            }
        } else {
            block.phis.clear();
            block.terminator = Terminator::Unreachable;
        }
    }
    Some(changed)
}

/// A block that does nothing but go back.
struct Latch {
    header: BlockId,
    /// The blocks that may as well go to the header.
    ways: Vec<BlockId>,
    /// Whether there are other ways to it.
    is_kept: bool,
}

/// The latches that are worth going around.
fn latches(function: &Function, order: &[usize]) -> HashMap<BlockId, Latch> {
    let mut place = vec![None; function.blocks.len()];
    for (position, &block) in order.iter().enumerate() {
        place[block] = Some(position);
    }
    let mut latches: HashMap<BlockId, Latch> = HashMap::new();
    for &block in order {
        let contents = &function.blocks[BlockId::new(block)];
        if let Terminator::Jump(header) = contents.terminator
            && contents.insts.is_empty()
            && place[header.index()] < place[block]
        {
            let latch = Latch {
                header,
                ways: Vec::new(),
                is_kept: false,
            };
            latches.insert(BlockId::new(block), latch);
        }
    }
    for from in order.iter().map(|&block| BlockId::new(block)) {
        let terminator = &function.blocks[from].terminator;
        let mut reached: HashSet<BlockId> = terminator.successors().collect();
        let mut seen = HashSet::new();
        for to in terminator.successors().filter(|&to| seen.insert(to)) {
            if let Some(latch) = latches.get_mut(&to) {
                match reached.insert(latch.header) {
                    true => latch.ways.push(from),
                    false => latch.is_kept = true,
                }
            }
        }
    }
    latches.retain(|_, latch| latch.ways.len() >= LEAST_WAYS);
    latches
}

/// By phi of a latch and predecessor: what it brings.
fn brought(
    function: &Function,
    latches: &HashMap<BlockId, Latch>,
) -> HashMap<(ValueId, BlockId), Operand> {
    let phis = latches.keys().flat_map(|&id| &function.blocks[id].phis);
    let ways = phis.flat_map(|phi| {
        let incoming = phi.incoming.iter();
        incoming.map(|&(from, value)| ((phi.result, from), value))
    });
    ways.collect()
}

/// What a phi of a header becomes on the ways that go around latches, and on those that do not.
fn around(
    incoming: &[(BlockId, Operand)],
    latches: &HashMap<BlockId, Latch>,
    brought: &HashMap<(ValueId, BlockId), Operand>,
) -> Vec<(BlockId, Operand)> {
    let mut all = Vec::with_capacity(incoming.len());
    for &(from, value) in incoming {
        let latch = latches.get(&from);
        if latch.is_none_or(|latch| latch.is_kept) {
            all.push((from, value));
        }
        for &way in latch.into_iter().flat_map(|latch| &latch.ways) {
            let own = match value {
                Operand::Value(result) => brought.get(&(result, way)).copied(),
                Operand::Const(_) => None,
            };
            all.push((way, own.unwrap_or(value)));
        }
    }
    all
}
