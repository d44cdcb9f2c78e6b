//! Return duplication: predecessors of a common return block return directly.
//!
//! ```text
//! a: br %c, b, d                       a: br %c, e, d
//!                                      e: ret i32 -2
//! c: %y = …                            c: %y = …
//!    br b                                 ret i32 %y
//! b: %x = phi [-2, a], [%y, c], …  →   b: %x = phi …
//!    ret i32 %x                           ret i32 %x
//! ```
//! *Needs:* a function. *Gives:* the changed function, in which predecessors return.
//! *Cost:* linear in the blocks and the incoming values of phis.
//! *Source:* tail duplication in LLVM's back ends; its middle end merges all returns before.
//!
//! A predecessor that ends in a plain jump returns its value itself. A constant that comes from a
//! conditional jump gets its own return block, one per constant. Either is shorter than setting a
//! local and jumping. A function that [may need a frame](super::frame) is left alone, because every
//! return has to restore the stack pointer.
//!
//! For a text that people read, [every](duplicate_all) predecessor gets its own return.

use std::collections::{BTreeMap, BTreeSet};

use foldhash::HashMap;

use crate::debug::Point;
use crate::function::{Block, Function};
use crate::id::{BlockId, ValueId};
use crate::inst::Operand;
use crate::module::Module;
use crate::provenance::Role;
use crate::terminator::Terminator;

use super::draft::Draft;
use super::frame::may_need_frame;
use super::target::Target;

/// Gives predecessors of a return block their own returns where that is shorter.
pub(super) fn duplicate(module: &Module, draft: &mut Draft<'_>, target: &Target) {
    let returns = returns(draft.function());
    if returns.is_empty() || may_need_frame(module, draft.function(), target) {
        return;
    }
    let mut gone = BTreeSet::new();
    for (id, early) in returns {
        let Some(source) = draft.builder().provenance().whole(id) else {
            continue;
        };
        return_early(draft, id, source, &early, Copies::OfConstants);
        let mut phis = draft.function().blocks[id].phis.iter();
        if phis.all(|phi| phi.incoming.is_empty()) {
            gone.insert(id);
        }
    }
    draft.builder().remove_blocks(&gone);
}

/// Gives every predecessor of a block that only returns a phi its own return.
pub(super) fn duplicate_all(draft: &mut Draft<'_>) {
    let function = draft.function();
    let shared = function.blocks.iter().filter_map(|(id, block)| {
        // A phi names a predecessor once for each of its edges.
        let incoming: BTreeMap<BlockId, Operand> = incoming(block)?.iter().copied().collect();
        let early = incoming.into_iter().map(|(from, value)| {
            match function.blocks[from].terminator == Terminator::Jump(id) {
                true => Early::Jump(from, value),
                false => Early::Branch(from, value),
            }
        });
        let early: Vec<Early> = early.collect();
        (early.len() > 1).then_some((id, early))
    });
    let shared: Vec<(BlockId, Vec<Early>)> = shared.collect();
    if shared.is_empty() {
        return;
    }
    let mut gone = BTreeSet::new();
    for (id, early) in shared {
        if let Some(source) = draft.builder().provenance().whole(id) {
            return_early(draft, id, source, &early, Copies::OfEdges);
            gone.insert(id);
        }
    }
    draft.builder().remove_blocks(&gone);
}

/// The number of return blocks for predecessors that branch.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Copies {
    /// One for each constant.
    OfConstants,
    /// One for each predecessor.
    OfEdges,
}

/// A predecessor of a return block that may return itself, with the returned value.
#[derive(Clone, Copy)]
enum Early {
    /// It jumps there.
    Jump(BlockId, Operand),
    /// It branches there on a condition.
    Branch(BlockId, Operand),
}

/// The blocks that only return a phi, with the predecessors that may return themselves.
fn returns(function: &Function) -> Vec<(BlockId, Vec<Early>)> {
    let mut returns = Vec::new();
    for (id, block) in function.blocks.iter() {
        let incoming = incoming(block).unwrap_or_default().iter();
        let early = incoming.filter_map(|&(from, value)| {
            let jumps = function.blocks[from].terminator == Terminator::Jump(id);
            match value {
                _ if jumps => Some(Early::Jump(from, value)),
                Operand::Const(_) => Some(Early::Branch(from, value)),
                Operand::Value(_) => None,
            }
        });
        let early: Vec<Early> = early.collect();
        if !early.is_empty() {
            returns.push((id, early));
        }
    }
    returns
}

/// The incoming values of a phi, if a block only returns that phi.
fn incoming(block: &Block) -> Option<&[(BlockId, Operand)]> {
    let Terminator::Return(Some(Operand::Value(value))) = block.terminator else {
        return None;
    };
    let mut phis = block.phis.iter();
    let phi = phis.find(|phi| phi.result == value)?;
    block.insts.is_empty().then_some(&phi.incoming)
}

/// Lets predecessors of a return block, which is a block of the source, return themselves.
fn return_early(
    draft: &mut Draft<'_>,
    id: BlockId,
    source: BlockId,
    early: &[Early],
    copies: Copies,
) {
    let incoming = recorded(draft.function(), id);
    let builder = draft.builder();
    builder.stand_for(Point::End(id));
    let mut gone = BTreeSet::new();
    let mut branching: Vec<(Operand, BTreeSet<BlockId>)> = Vec::new();
    let mut places: HashMap<Operand, usize> = HashMap::default();
    for &early in early {
        match early {
            Early::Jump(from, value) => {
                builder.set_terminator(from, Terminator::Return(Some(value)));
                builder.provenance_mut().set_tail(from, source);
                builder.copy_records(Point::End(id), Point::End(from), |phi| {
                    let own = incoming.get(&(phi, from)).copied();
                    Some(own.unwrap_or(Operand::Value(phi)))
                });
                gone.insert(from);
            }
            Early::Branch(from, value) => {
                let new = branching.len();
                let place = match copies {
                    Copies::OfConstants => *places.entry(value).or_insert(new),
                    Copies::OfEdges => new,
                };
                if place == new {
                    branching.push((value, BTreeSet::new()));
                }
                branching[place].1.insert(from);
                gone.insert(from);
            }
        }
    }
    for (value, from) in branching {
        let own = builder.add_block(id, Role::Copy(source));
        builder.set_terminator(own, Terminator::Return(Some(value)));
        builder.redirect(&from, id, own, |_, _| value);
        builder.copy_records(Point::End(id), Point::End(own), |phi| {
            // The phis have one operand for all of these if it is the same for each.
            let mut operands = from.iter().map(|&from| incoming.get(&(phi, from)).copied());
            let first = operands.next().flatten();
            match operands.all(|operand| operand == first) {
                true => Some(first.unwrap_or(Operand::Value(phi))),
                false => None,
            }
        });
    }
    builder.forget(&gone, id);
}

/// The values of a return block's phis, by predecessor, if records before its end may need them.
fn recorded(function: &Function, id: BlockId) -> HashMap<(ValueId, BlockId), Operand> {
    let records = function
        .debug
        .as_ref()
        .map(|debug| debug.records(Point::End(id)));
    if records.is_none_or(<[_]>::is_empty) {
        return HashMap::default();
    }
    let phis = function.blocks[id].phis.iter();
    let pairs = phis.flat_map(|phi| {
        let incoming = phi.incoming.iter();
        incoming.map(|&(from, operand)| ((phi.result, from), operand))
    });
    pairs.collect()
}
