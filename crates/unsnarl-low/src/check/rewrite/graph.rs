//! Whether two functions have the same blocks and edges, and which parameters are the same.
//!
//! *Needs:* two functions, and what is live before. *Gives:* the first [`Difference`], or the
//! [`Parameters`] that are paired.
//! *Cost:* linear.

use unsnarl::{BlockId, Edge as Slot, Id};

use super::difference::{Difference, Place, What};
use crate::live::Live;
use crate::machine::{Exit, Function, Reg};

/// Checks that headers, blocks, exits and the targets of edges are the same.
pub(super) fn check(before: &Function, after: &Function) -> Result<(), Difference> {
    let differs = |place, what| Err(Difference { place, what });
    if before.signature != after.signature {
        return differs(Place::Header, What::Signature);
    }
    if before.frame != after.frame {
        return differs(Place::Header, What::Frame);
    }
    if before.widths != after.widths {
        return differs(Place::Header, What::Widths);
    }
    if reachable(before) != reachable(after) {
        return differs(Place::Header, What::Blocks);
    }
    for &block in before.order() {
        let [old, new] = [before, after].map(|function| function.block(block));
        if old.exit != new.exit || old.edges().len() != new.edges().len() {
            return differs(Place::Exit(block), What::Exit);
        }
        let targets = old.edges().iter().zip(new.edges());
        for (slot, (old_edge, new_edge)) in targets.enumerate() {
            let place = Place::Edge(Slot::new(block, slot));
            if old_edge.to != new_edge.to {
                return differs(place, What::Target);
            }
            let is_call = matches!(old.exit, Exit::Call(..));
            if is_call && brought(before, *old_edge) != brought(after, *new_edge) {
                return differs(place, What::Brought);
            }
        }
    }
    Ok(())
}

/// By block: whether it has a place in the order.
fn reachable(function: &Function) -> Vec<bool> {
    let mut found = vec![false; function.block_count()];
    for &block in function.order() {
        found[block.index()] = true;
    }
    found
}

/// How many parameters of its target an edge sets besides its arguments, which come first.
pub(super) fn brought(function: &Function, edge: crate::machine::Edge) -> usize {
    let parameters = &function.block(edge.to).parameters;
    parameters.len() - function.arguments(edge).len()
}

/// The parameters that edges of calls set without arguments.
pub(in crate::check) fn set_by_calls(function: &Function) -> Vec<Reg> {
    let mut set = Vec::new();
    for &block in function.order() {
        let data = function.block(block);
        if matches!(data.exit, Exit::Call(..)) {
            for &edge in data.edges() {
                let parameters = &function.block(edge.to).parameters;
                set.extend(&parameters[..brought(function, edge)]);
            }
        }
    }
    set
}

/// By block: for each parameter after the number of the same one before.
pub(super) struct Parameters(Vec<Box<[u32]>>);

impl Parameters {
    /// Pairs parameters: all of them, or those before that are live.
    pub(super) fn new(
        before: &Function,
        after: &Function,
        live: &Live,
    ) -> Result<Self, Difference> {
        let mut pairs = vec![Box::default(); before.block_count()];
        for &block in before.order() {
            let [old, new] = [before, after].map(|function| &function.block(block).parameters);
            let numbers = 0..old.len() as u32;
            let own: Box<[u32]> = if old.len() == new.len() {
                numbers.collect()
            } else {
                let is_live = |&number: &u32| live.regs[old[number as usize].index()];
                numbers.filter(is_live).collect()
            };
            let mut types = own.iter().map(|&number| before.ty(old[number as usize]));
            let have_types = new.iter().all(|&reg| types.next() == Some(after.ty(reg)));
            if own.len() != new.len() || !have_types {
                let place = Place::Block(block);
                let what = What::Parameters;
                return Err(Difference { place, what });
            }
            pairs[block.index()] = own;
        }
        Ok(Parameters(pairs))
    }

    /// The numbers before, by parameter after.
    pub(super) fn of(&self, block: BlockId) -> &[u32] {
        &self.0[block.index()]
    }
}
