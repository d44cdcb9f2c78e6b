//! Latch bypassing: edges to an empty latch are redirected to the header of its loop.
//!
//! ```text
//! h: %x = phi [0, e], [%y, l]          h: %x = phi [0, e], [1, a], [%b, c]
//! a: br l                              a: br h
//! c: br l                              c: br h
//! l: %y = phi [1, a], [%b, c]
//!    br h                         →
//! ```
//! *Needs:* a function. *Gives:* the changed function, in which edges bypass latches.
//! *Cost:* linear in the blocks, the edges and the incoming values of phis; the cases of a switch
//! are visited once for each latch among its targets.
//! *Source:* LLVM's code generator does the same where it removes blocks that are empty but for
//! phis; its middle end creates the single latch.
//! *Limits:* a block that is a predecessor of the header already keeps its edge to the latch,
//! because a phi has one value per predecessor.
//!
//! A jump to the latch becomes a jump to the header, which takes as many bytes. This matters in an
//! interpreter, all of whose instructions end at one latch: V8's baseline compiler subtracts the
//! length of each backward jump from a budget and calls the runtime when the budget is spent, and a
//! function that never returns stays in the baseline compiler's code.
//!
//! Only phis of the header use the phis of a latch, since a latch dominates nothing else. No latch
//! is a header or leads to another latch: a depth-first walk that reaches a latch finds no new
//! block after it.

use std::collections::{BTreeMap, BTreeSet};

use foldhash::{HashMap, HashSet};

use crate::debug::Point;
use crate::function::Function;
use crate::graph::reverse_postorder;
use crate::id::{BlockId, Id, ValueId};
use crate::inst::Operand;
use crate::module::Module;
use crate::terminator::Terminator;

use super::draft::Draft;
use super::target::Target;

/// The fewest edges for which a latch is worth bypassing.
const LEAST_EDGES: usize = 2;

/// Redirects edges to latches to the headers.
pub(super) fn bypass(_: &Module, draft: &mut Draft<'_>, _: &Target) {
    let latches = latches(draft.function());
    if latches.is_empty() {
        return;
    }
    let incoming = Incoming::new(draft.function(), &latches);
    let builder = draft.builder();
    for (&id, latch) in &latches {
        let Some(source) = builder.provenance().whole(id) else {
            continue;
        };
        let mut is_lost = !builder.are_records_copied(Point::End(id));
        for &from in &latch.bypassing {
            match builder.function().blocks[from].terminator {
                Terminator::Jump(_) => {
                    builder.copy_records(Point::End(id), Point::End(from), |value| {
                        Some(incoming.through(value, from))
                    });
                }
                _ => is_lost = true,
            }
        }
        if is_lost {
            // No record at the end of such a block holds on only one of its edges.
            builder.optimise_out(Point::End(id), start(builder.function(), latch.header));
        }
        builder.redirect(&latch.bypassing, id, latch.header, |from, place| {
            incoming.operand(id, from, place)
        });
        builder.forget(&latch.bypassing, id);
        for &from in &latch.bypassing {
            builder.provenance_mut().add_bypass(from, source);
        }
    }
    let is_gone = |(_, latch): &(&BlockId, &Latch)| !latch.is_kept;
    let gone = latches.iter().filter(is_gone).map(|(&id, _)| id);
    builder.remove_blocks(&gone.collect());
}

/// The point before the records at the start of a block.
fn start(function: &Function, block: BlockId) -> Point {
    let first = function.blocks[block].insts.first();
    first.map_or(Point::End(block), |&inst| Point::Inst(inst))
}

/// An empty block that only jumps back to a header.
struct Latch {
    header: BlockId,
    /// The predecessors that may jump to the header instead.
    bypassing: BTreeSet<BlockId>,
    /// Whether it keeps other predecessors.
    is_kept: bool,
}

/// The latches that are worth bypassing.
fn latches(function: &Function) -> BTreeMap<BlockId, Latch> {
    let order = reverse_postorder(function);
    let mut latches = candidates(function, &order);
    if latches.is_empty() {
        return latches;
    }
    // Unreachable blocks keep their targets.
    let mut unreachable: BTreeSet<BlockId> = function.blocks.keys().collect();
    for from in order {
        unreachable.remove(&from);
        let terminator = &function.blocks[from].terminator;
        let mut reached: HashSet<BlockId> = terminator.successors().collect();
        let mut seen = HashSet::default();
        for to in terminator.successors().filter(|&to| seen.insert(to)) {
            if let Some(latch) = latches.get_mut(&to) {
                match reached.insert(latch.header) {
                    true => {
                        latch.bypassing.insert(from);
                    }
                    false => latch.is_kept = true,
                }
            }
        }
    }
    for from in unreachable {
        for to in function.blocks[from].terminator.successors() {
            if let Some(latch) = latches.get_mut(&to) {
                latch.is_kept = true;
            }
        }
    }
    latches.retain(|_, latch| latch.bypassing.len() >= LEAST_EDGES);
    latches
}

/// The blocks that only jump back.
fn candidates(function: &Function, order: &[BlockId]) -> BTreeMap<BlockId, Latch> {
    let mut place = vec![None; function.blocks.len()];
    for (position, &block) in order.iter().enumerate() {
        place[block.index()] = Some(position);
    }
    let mut latches = BTreeMap::new();
    for &block in order {
        let contents = &function.blocks[block];
        if let Terminator::Jump(header) = contents.terminator
            && contents.insts.is_empty()
            && place[header.index()] < place[block.index()]
        {
            let latch = Latch {
                header,
                bypassing: BTreeSet::new(),
                is_kept: false,
            };
            latches.insert(block, latch);
        }
    }
    latches
}

/// The incoming values of the phis of headers and latches.
struct Incoming {
    /// By latch: the values that the phis of its header receive from it, by position.
    of_headers: HashMap<BlockId, Vec<Operand>>,
    /// By phi of a latch and predecessor: the incoming value.
    of_latches: HashMap<(ValueId, BlockId), Operand>,
}

impl Incoming {
    fn new(function: &Function, latches: &BTreeMap<BlockId, Latch>) -> Self {
        let headers: BTreeSet<BlockId> = latches.values().map(|latch| latch.header).collect();
        let mut of_headers: HashMap<BlockId, Vec<Operand>> = HashMap::default();
        for phi in headers.iter().flat_map(|&id| &function.blocks[id].phis) {
            for &(from, operand) in &phi.incoming {
                if latches.contains_key(&from) {
                    of_headers.entry(from).or_default().push(operand);
                }
            }
        }
        let phis = latches.keys().flat_map(|&id| &function.blocks[id].phis);
        let pairs = phis.flat_map(|phi| {
            let incoming = phi.incoming.iter();
            incoming.map(|&(from, value)| ((phi.result, from), value))
        });
        Incoming {
            of_headers,
            of_latches: pairs.collect(),
        }
    }

    /// The value that a phi of a header receives from `from` once the latch between them is
    /// bypassed.
    fn operand(&self, latch: BlockId, from: BlockId, place: usize) -> Operand {
        let through = self.of_headers[&latch][place];
        match through {
            Operand::Value(result) => self.through(result, from),
            Operand::Const(_) => through,
        }
    }

    /// The value after a latch that was entered from `from`: if it is a phi of the latch, that
    /// phi's operand.
    fn through(&self, value: ValueId, from: BlockId) -> Operand {
        let own = self.of_latches.get(&(value, from)).copied();
        own.unwrap_or(Operand::Value(value))
    }
}
