//! `stackifier`: the blocks in a row, loops around their blocks, and a scope for the target of
//! every forward jump.
//!
//! *Needs:* a [`Reducible`] graph.
//! *Gives:* a flat program: a decision contains only the edges that it takes and the jumps after
//! them. There are no copies, and no label variable except for the dispatchers of the graph.
//! *Cost:* O(E + V log V) time; scopes are placed in O(V α).
//! *Source:* LLVM's WebAssemblyCFGSort and WebAssemblyCFGStackify ([LLVMWasm]), as [Iozzelli19] and
//! [Song] describe them.
//! *Departs:* in LLVM a loop may also contain other blocks that its header dominates, so that
//! successive loops nest; here it contains only its own blocks. LLVM opens a scope at the nearest
//! common dominator of all blocks that jump to its end; here it opens at the first jump. The source
//! order is canonical order, so renumbering the blocks changes nothing.
//! *Limits:* every forward target costs a scope unless only the block before it in the row leads to
//! it, and no decision becomes an `if` with code in its arms; [`nested`](super::nested()) is better
//! in both respects.
//!
//! ```text
//! before: a -> b | c; b -> d; c -> e; d -> b | e; e -> return      order: a b d c e
//! after:  l0: block {                       # ends before e
//!             l1: block {                   # ends before c
//!                 a; if a {} else { break l1 }
//!                 l2: loop { b; d; if d { continue l2 } else { break l0 } }
//!             }
//!             c
//!         }
//!         e; leave
//! ```
//!
//! ## The stages
//! 1. [`order`] puts the blocks in a row: the target of a forward edge comes after its source, and
//!    the blocks of a loop are contiguous.
//! 2. [`scopes`] finds the blocks that need a scope that ends before them, and the place where it
//!    opens.
//! 3. The writer below walks the row once.

mod order;
mod scopes;

use crate::cfg::Exit;
use crate::ids::{BlockId, IdMap, LabelId};
use crate::program::{Program, ProgramBuilder};
use crate::reduce::Reducible;
use crate::structure::exits::{Exits, Way};
use crate::structure::origins::of_input;
use crate::structure::{Algorithm, Depth, Jumps, Needs, NoLabel, Promises};
use order::Row;
use scopes::{Bracket, Scopes};

/// The row of the table of algorithms.
pub(super) const ROW: Algorithm = Algorithm {
    name: "stackifier",
    about: "blocks in a row, loops and scopes around them, flat branches, as in LLVM",
    needs: Needs::Reducible,
    promises: Promises {
        no_label: NoLabel::Reducible,
        no_scope: false,
        jumps: Jumps::Any,
        no_flag: true,
        depth: Depth::Unlimited,
        total: true,
        near_linear: true,
    },
    cost: "O(E + V log V)",
    source: "LLVMWasm",
    run: |cfg, settings| Ok(stackifier(&settings.reduce(cfg)?)),
};

/// Structures a reducible graph as a row of blocks with loops and scopes around them.
pub fn stackifier(graph: &Reducible) -> Program {
    let row = order::sort(graph);
    let scopes = Scopes::new(graph, &row);
    let count = graph.cfg().block_count();
    let mut writer = Writer {
        graph,
        row: &row,
        builder: ProgramBuilder::new(),
        exits: Exits::default(),
        past: IdMap::filled(count, None),
        again: IdMap::filled(count, None),
    };
    for (at, &block) in (0..).zip(&row.blocks) {
        for _ in 0..scopes.ends(at) {
            writer.builder.close();
        }
        scopes.opening(at).for_each(|bracket| writer.open(bracket));
        writer.write(block);
    }
    for _ in 0..scopes.ends(row.blocks.len() as u32) {
        writer.builder.close();
    }
    of_input(graph, writer.builder.finish())
}

/// Writes one block after the other.
struct Writer<'a> {
    graph: &'a Reducible,
    row: &'a Row,
    builder: ProgramBuilder,
    exits: Exits,
    /// The label of the scope that ends before a block.
    past: IdMap<BlockId, Option<LabelId>>,
    /// The label of the loop whose header is this block.
    again: IdMap<BlockId, Option<LabelId>>,
}

impl Writer<'_> {
    fn open(&mut self, bracket: Bracket) {
        let label = self.builder.label();
        match bracket {
            Bracket::Scope(target) => {
                self.past[target] = Some(label);
                self.builder.open_block(label);
            }
            Bracket::Loop(header) => {
                self.again[header] = Some(label);
                self.builder.open_loop(label);
            }
        }
    }

    /// Writes the code of a block, its decision, and the jumps that follow from it.
    fn write(&mut self, block: BlockId) {
        let graph = self.graph;
        if !graph.is_dispatcher(block) {
            self.builder.run(block);
        }
        self.exits.of(graph.cfg(), block, |edge| graph.stored(edge));
        match *self.exits.ways() {
            [] => self.builder.leave(block),
            [way] => self.go(way),
            _ => self.decide(block),
        }
    }

    fn decide(&mut self, block: BlockId) {
        match self.graph.cfg().exit(block) {
            _ if self.graph.is_dispatcher(block) => self.builder.open_dispatch(None),
            Exit::Branch => self.builder.open_if(block, None),
            _ => self.builder.open_switch(block, None),
        }
        for at in 0..self.exits.ways().len() {
            let way = self.exits.ways()[at];
            self.builder.arm(self.exits.slots(way));
            self.go(way);
        }
        self.builder.close();
    }

    /// Takes an edge and jumps, unless it leads to the next block of the row.
    fn go(&mut self, way: Way) {
        let block = way.edge.block;
        if !self.graph.is_dispatcher(block) {
            self.builder.take(way.edge);
        }
        if let Some(value) = way.store {
            self.builder.store(value);
        }
        let [from, to] = [block, way.target].map(|block| self.row.place[block]);
        if to <= from {
            let again = self.again[way.target];
            let again = again.expect("a back edge leads to the header of an open loop");
            self.builder.go_back(again);
        } else if to > from + 1 {
            let past = self.past[way.target];
            self.builder
                .go_past(past.expect("a target further on has an open scope"));
        }
    }
}

#[cfg(test)]
mod tests;
