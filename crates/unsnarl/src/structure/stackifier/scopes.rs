//! The brackets around parts of the row.
//!
//! *Needs:* the [`Row`].
//! *Gives:* [`Scopes`]: for every place in the row, the number of brackets that end there, and the
//! brackets that open there.
//! *Cost:* O(E + V α).
//! *Source:* LLVM's WebAssemblyCFGStackify ([LLVMWasm]).
//! *Departs:* a scope opens at the first block that jumps to its end, not where all the paths to
//! its end diverge; so no scope opens earlier than in LLVM.
//!
//! A loop encloses its blocks. If a block other than the one before it in the row jumps forward to
//! a block, the target needs a scope that ends directly before it. The scope opens at the first of
//! these jumps, or with the outermost bracket that it would otherwise cross. Such a bracket opens
//! before that jump and ends between the jump and the target, or directly before the target; so a
//! scope that serves as the exit of a loop encloses the loop. No scope opens outside a loop and
//! ends inside it, because jumps from outside a loop lead only to its header, which is the first of
//! its blocks.

use super::order::Row;
use crate::ids::{BlockId, IdMap};
use crate::reduce::Reducible;
use crate::structure::laminar::close_over;
use alloc::vec;
use alloc::vec::Vec;

/// A bracket around a part of the row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bracket {
    /// A scope that ends before this block, the target of jumps.
    Scope(BlockId),
    /// A loop that repeats the blocks from this header on.
    Loop(BlockId),
}

/// The brackets, by the places where they open and end.
pub(super) struct Scopes {
    /// The number of brackets that end before each place.
    ends: Vec<u32>,
    /// The brackets by ascending end; an inner bracket comes before the bracket around it.
    brackets: Vec<Bracket>,
    /// The last of the brackets that open at each place.
    opening: Vec<Option<usize>>,
    /// By bracket: the previous one in `brackets` that opens at the same place.
    before: Vec<Option<usize>>,
}

impl Scopes {
    pub(super) fn new(graph: &Reducible, row: &Row) -> Scopes {
        let count = row.blocks.len();
        let mut scopes = Scopes {
            ends: vec![0; count + 1],
            brackets: Vec::new(),
            opening: vec![None; count],
            before: Vec::new(),
        };
        let first_jump = first_jumps(graph, row);
        let mut closed = Vec::new();
        for end in 0..=count {
            for header in loops_ended(graph, row, end) {
                let start = row.place[header];
                scopes.add(&mut closed, Bracket::Loop(header), start, end);
            }
            if let Some(&target) = row.blocks.get(end)
                && let Some(start) = first_jump[target]
            {
                scopes.add(&mut closed, Bracket::Scope(target), start, end);
            }
        }
        scopes
    }

    fn add(&mut self, closed: &mut Vec<(u32, u32)>, bracket: Bracket, start: u32, end: usize) {
        let start = close_over(closed, start, end as u32) as usize;
        self.ends[end] += 1;
        self.before.push(self.opening[start]);
        self.opening[start] = Some(self.brackets.len());
        self.brackets.push(bracket);
    }

    /// Gives the number of brackets that end before a place.
    pub(super) fn ends(&self, place: u32) -> u32 {
        self.ends[place as usize]
    }

    /// Walks the brackets that open at a place, from the outermost to the innermost.
    pub(super) fn opening(&self, place: u32) -> impl Iterator<Item = Bracket> {
        let last = self.opening[place as usize];
        core::iter::successors(last, |&number| self.before[number])
            .map(|number| self.brackets[number])
    }
}

/// The place of the first forward jump to each block, if there is one.
fn first_jumps(graph: &Reducible, row: &Row) -> IdMap<BlockId, Option<u32>> {
    let mut first = IdMap::filled(graph.cfg().block_count(), None);
    for (at, &block) in (0..).zip(&row.blocks) {
        for &target in graph.cfg().successors(block) {
            if row.place[target] > at + 1 && first[target].is_none() {
                first[target] = Some(at);
            }
        }
    }
    first
}

/// The headers of the loops whose last block is directly before `end`, the innermost first.
fn loops_ended(graph: &Reducible, row: &Row, end: usize) -> impl Iterator<Item = BlockId> {
    let loops = graph.loops();
    let last = end.checked_sub(1).map(|last| row.blocks[last]);
    let next = row.blocks.get(end).copied();
    let inner = last.and_then(|last| loops.innermost(last));
    core::iter::successors(inner, |&id| loops.parent(id))
        .take_while(move |&id| next.is_none_or(|next| !loops.contains(id, next)))
        .map(|id| loops.header(id))
}
