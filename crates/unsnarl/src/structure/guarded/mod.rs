//! `guarded`: every block is guarded by a flag that is true while control is on the path to it.
//!
//! *Needs:* a [`Reducible`] graph.
//! *Gives:* a program for hardware that runs many threads in lockstep: all threads walk the same
//! row of blocks, and each thread runs the blocks whose flags it has set. Decisions contain only
//! edges and stores to flags; a condition has no `else`; a loop repeats and is left only at its
//! end. There are no scopes, no breaks, no copies, and no label except for the dispatchers of the
//! graph.
//! *Cost:* O(V E) time at worst to find the items that need a guard; the program has O(V + E)
//! steps.
//! *Source:* LLVM's StructurizeCFG ([StructurizeCFG]), as [Cloutier16] describes it.
//! *Departs:* that pass works on regions, and SSA construction finds the definitions of conditions;
//! here a flag is cleared in the block that dominates its test, and set on the edges that lead to
//! the guarded code.
//! *Limits:* for targets with breaks of several levels, [`nested`](super::nested()) is better.
//!
//! ```text
//! before: a -> b | c; b -> d; c -> d; d -> return
//! after:  a; if a { f0 = true } else { f0 = false }
//!         if f0 { b }
//!         if !f0 { c }
//!         d; leave
//! ```
//!
//! ## The stages
//! 1. [`guards`] nests every block below its immediate dominator, and the follows of a loop below
//!    the header of the loop. It finds the blocks that some edge passes: these need a guard.
//! 2. The writer below walks that tree.
//!
//! ## Flags
//! A flag belongs to the block below which its test is nested. It is cleared whenever this block
//! runs (the flag of a follow: before the loop), and set on the edge that leads to the guarded
//! item. In a loop it is also cleared when its test holds. Stores that no test reads are removed at
//! the end. So every tested flag has a value, and where a block runs, the values of all live flags
//! are known: they are false, except for a flag that two arms share, whose value follows from the
//! arm. So the proof has one state for each block.

mod guards;

use crate::cfg::Exit;
use crate::flags::simplified;
use crate::ids::{BlockId, FlagId, IdMap, LabelId};
use crate::program::{Condition, Program, ProgramBuilder, Term};
use crate::reduce::Reducible;
use crate::structure::exits::{Exits, Way};
use crate::structure::origins::of_input;
use crate::structure::{Algorithm, Depth, Jumps, Needs, NoLabel, Promises};
use alloc::vec;
use alloc::vec::Vec;
use guards::{Guard, Guards, Item, heads_a_loop};

/// The row of the table of algorithms.
pub(super) const ROW: Algorithm = Algorithm {
    name: "guarded",
    about: "a row of blocks guarded by flags, loops with one latch and one exit: for lockstep hardware",
    needs: Needs::Reducible,
    promises: Promises {
        no_label: NoLabel::Reducible,
        no_scope: true,
        jumps: Jumps::Continue,
        no_flag: false,
        depth: Depth::Unlimited,
        total: true,
        near_linear: false,
    },
    cost: "O(V E)",
    source: "StructurizeCFG",
    run: |cfg, settings| Ok(guarded(&settings.reduce(cfg)?)),
};

/// Structures a reducible graph with guards over flags.
pub fn guarded(graph: &Reducible) -> Program {
    let guards = Guards::new(graph);
    let count = graph.cfg().block_count();
    let mut writer = Writer {
        graph,
        guards: &guards,
        builder: ProgramBuilder::new(),
        exits: Exits::default(),
        enters: IdMap::filled(count, None),
        repeats: IdMap::filled(count, None),
        labels: IdMap::filled(count, None),
        tasks: vec![Task::Place(graph.cfg().entry())],
    };
    while let Some(task) = writer.tasks.pop() {
        match task {
            Task::Place(block) => writer.place(block),
            Task::Guard(block) => writer.guard(block),
            Task::CloseGuard => writer.close_test(),
            Task::CloseLoop(header) => writer.close_loop(header),
        }
    }
    of_input(graph, simplified(writer.builder.finish()))
}

/// A task of the writer.
enum Task {
    /// A block and its subtree.
    Place(BlockId),
    /// A block and its subtree, after its guard if it has one.
    Guard(BlockId),
    CloseGuard,
    CloseLoop(BlockId),
}

struct Writer<'a> {
    graph: &'a Reducible,
    guards: &'a Guards<'a>,
    builder: ProgramBuilder,
    exits: Exits,
    /// The flag that is true while control is on the path to a block.
    enters: IdMap<BlockId, Option<FlagId>>,
    /// The flag that is true if the loop with a header repeats.
    repeats: IdMap<BlockId, Option<FlagId>>,
    /// The label of the loop with a header.
    labels: IdMap<BlockId, Option<LabelId>>,
    tasks: Vec<Task>,
}

impl Writer<'_> {
    fn place(&mut self, block: BlockId) {
        let guards = self.guards;
        if heads_a_loop(self.graph, block) {
            let follows = guards.follows(block).iter().rev();
            self.tasks
                .extend(follows.map(|&follow| Task::Guard(follow)));
            self.tasks.push(Task::CloseLoop(block));
            for &follow in guards.follows(block) {
                self.set(Item::Enter(follow), false);
            }
            let label = self.builder.label();
            self.labels[block] = Some(label);
            self.builder.open_loop(label);
        }
        let inside = guards.inside(block).iter().rev();
        self.tasks.extend(inside.map(|&child| Task::Guard(child)));
        self.write(block);
    }

    fn guard(&mut self, block: BlockId) {
        if let Some(condition) = self.condition(Item::Enter(block)) {
            self.open_test(condition);
            if self.guards.is_asked_again(block) {
                self.set(Item::Enter(block), false);
            }
            self.tasks.push(Task::CloseGuard);
        }
        self.tasks.push(Task::Place(block));
    }

    fn close_loop(&mut self, header: BlockId) {
        let label = self.labels[header].expect("the loop is open");
        match self.condition(Item::Repeat(header)) {
            Some(condition) => {
                self.open_test(condition);
                self.builder.go_back(label);
                self.close_test();
            }
            None => self.builder.go_back(label),
        }
        self.builder.close();
    }

    fn open_test(&mut self, condition: Condition) {
        self.builder.open_test(condition, None);
        self.builder.arm([1]);
    }

    fn close_test(&mut self) {
        self.builder.arm([0]);
        self.builder.close();
    }

    /// The condition of an item, if it has a guard.
    fn condition(&mut self, item: Item) -> Option<Condition> {
        let terms = match self.guards.guard(item) {
            Guard::None => return None,
            Guard::Flag => vec![Term::Flag(self.flag(item))],
            Guard::Unless(first) => vec![Term::Not, Term::Flag(self.flag(Item::Enter(first)))],
        };
        Some(self.builder.condition(terms))
    }

    /// The flag of an item. It is made on first use.
    fn flag(&mut self, item: Item) -> FlagId {
        let flag = match item {
            Item::Enter(block) => &mut self.enters[block],
            Item::Repeat(header) => &mut self.repeats[header],
        };
        *flag.get_or_insert_with(|| self.builder.flag())
    }

    /// Writes the code of a block, and its decision with edges and flags.
    fn write(&mut self, block: BlockId) {
        let graph = self.graph;
        if !graph.is_dispatcher(block) {
            self.builder.run(block);
        }
        self.exits.of(graph.cfg(), block, |edge| graph.stored(edge));
        match *self.exits.ways() {
            [] => self.builder.leave(block),
            [way] => self.go(way, Clears::OnEdges),
            _ => self.decide(block),
        }
    }

    fn decide(&mut self, block: BlockId) {
        // With two edges, each flag gets its value on both edges; with more, it is cleared once
        // before the decision.
        let clears = match self.exits.ways().len() {
            2 => Clears::OnEdges,
            _ => Clears::Before,
        };
        if clears == Clears::Before {
            self.set_own(block, None);
        }
        match self.graph.cfg().exit(block) {
            _ if self.graph.is_dispatcher(block) => self.builder.open_dispatch(None),
            Exit::Branch => self.builder.open_if(block, None),
            _ => self.builder.open_switch(block, None),
        }
        for at in 0..self.exits.ways().len() {
            let way = self.exits.ways()[at];
            self.builder.arm(self.exits.slots(way));
            self.go(way, clears);
        }
        self.builder.close();
    }

    /// Takes an edge, and sets the flag of its target.
    fn go(&mut self, way: Way, clears: Clears) {
        let block = way.edge.block;
        if !self.graph.is_dispatcher(block) {
            self.builder.take(way.edge);
        }
        if let Some(value) = way.store {
            self.builder.store(value);
        }
        let target = self.guards.arrival(block, way.target);
        if clears == Clears::OnEdges {
            self.set_own(block, Some(target));
        }
        if clears == Clears::Before || self.guards.owner(target) != Some(block) {
            self.set(target, true);
        }
    }

    /// Sets the flags of all children of a block and of its loop: only the flag of the target is
    /// true.
    fn set_own(&mut self, block: BlockId, target: Option<Item>) {
        let guards = self.guards;
        for &child in guards.inside(block) {
            self.set(Item::Enter(child), target == Some(Item::Enter(child)));
        }
        self.set(Item::Repeat(block), target == Some(Item::Repeat(block)));
    }

    /// Sets the flag of an item, if it has one of its own.
    fn set(&mut self, item: Item, value: bool) {
        if self.guards.guard(item) == Guard::Flag {
            let flag = self.flag(item);
            self.builder.set(flag, value);
        }
    }
}

/// The place where a block clears the flags of the items to which the taken edge does not lead.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Clears {
    OnEdges,
    Before,
}

#[cfg(test)]
mod tests;
