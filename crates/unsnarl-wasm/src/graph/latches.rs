//! Latch bypassing: edges to an empty latch lead to the header of its loop directly.
//!
//! ```text
//! h: %x = phi [0, e], [%y, l]          h: %x = phi [0, e], [1, a], [%b, c]
//! a: br l                              a: br h
//! c: br l                              c: br h
//! l: %y = phi [1, a], [%b, c]
//!    br h                         →
//! ```
//! *Needs:* a function, and its blocks in reverse postorder. *Gives:* the changed function, if
//! there is a latch to bypass.
//! *Cost:* linear in the blocks, the edges and the incoming values of phis, plus a copy of the
//! function; the cases of a switch are visited once for each latch among its targets.
//! *Source:* LLVM's code generator does the same where it removes blocks that are empty but for
//! phis; its middle end is what creates the single latch.
//! *Limits:* a block that is a predecessor of the header already keeps its edge to the latch,
//! because a phi has one value per predecessor.
//!
//! A jump to the latch becomes a jump to the header, which takes as many bytes. It matters in an
//! interpreter, all of whose instructions end at one latch: V8's baseline compiler subtracts the
//! length of each backward jump from a budget and calls the runtime when that is spent, and a
//! function that never returns stays in the baseline compiler's code.
//!
//! Only phis of the header use the phis of a latch, since a latch dominates nothing else. No latch
//! is a header or leads to another latch: a depth-first walk that reaches a latch finds nothing new
//! behind it. The proof is about the changed graph.

use std::collections::{HashMap, HashSet};

use unsnarl_ir::{BlockId, Function, Id, Operand, Terminator, ValueId};

/// The fewest edges for which a latch is worth bypassing.
const LEAST_EDGES: usize = 2;

/// Redirects edges to latches to the headers.
pub(crate) fn bypass(function: &Function, order: &[usize]) -> Option<Function> {
    let latches = latches(function, order);
    if latches.is_empty() {
        return None;
    }
    let mut changed = function.clone();
    let headers: HashSet<BlockId> = latches.values().map(|latch| latch.header).collect();
    let incoming_values = incoming_values(function, &latches);
    for header in headers {
        for phi in &mut changed.blocks[header].phis {
            phi.incoming = bypassed(&phi.incoming, &latches, &incoming_values);
        }
    }
    for (&id, latch) in &latches {
        for &from in &latch.bypassing {
            changed.blocks[from].terminator.redirect(id, latch.header);
        }
        let block = &mut changed.blocks[id];
        if latch.is_kept {
            let gone: HashSet<BlockId> = latch.bypassing.iter().copied().collect();
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

/// An empty block that only jumps back to a header.
struct Latch {
    header: BlockId,
    /// The predecessors that may jump to the header instead.
    bypassing: Vec<BlockId>,
    /// Whether it keeps other predecessors.
    is_kept: bool,
}

/// The latches that are worth bypassing.
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
                bypassing: Vec::new(),
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
                    true => latch.bypassing.push(from),
                    false => latch.is_kept = true,
                }
            }
        }
    }
    latches.retain(|_, latch| latch.bypassing.len() >= LEAST_EDGES);
    latches
}

/// By phi of a latch and predecessor: the incoming value.
fn incoming_values(
    function: &Function,
    latches: &HashMap<BlockId, Latch>,
) -> HashMap<(ValueId, BlockId), Operand> {
    let phis = latches.keys().flat_map(|&id| &function.blocks[id].phis);
    let pairs = phis.flat_map(|phi| {
        let incoming = phi.incoming.iter();
        incoming.map(|&(from, value)| ((phi.result, from), value))
    });
    pairs.collect()
}

/// The incoming values of a phi of a header, once edges bypass the latches.
fn bypassed(
    incoming: &[(BlockId, Operand)],
    latches: &HashMap<BlockId, Latch>,
    incoming_values: &HashMap<(ValueId, BlockId), Operand>,
) -> Vec<(BlockId, Operand)> {
    let mut all = Vec::with_capacity(incoming.len());
    for &(from, value) in incoming {
        let latch = latches.get(&from);
        if latch.is_none_or(|latch| latch.is_kept) {
            all.push((from, value));
        }
        for &from in latch.into_iter().flat_map(|latch| &latch.bypassing) {
            let own = match value {
                Operand::Value(result) => incoming_values.get(&(result, from)).copied(),
                Operand::Const(_) => None,
            };
            all.push((from, own.unwrap_or(value)));
        }
    }
    all
}
