//! From statements without gotos to a program.
//!
//! *Needs:* a [`Tree`] without gotos, and the part of the graph from which it was made.
//! *Gives:* the steps of the program. *Cost:* O(statements + edges log arms).
//!
//! ```text
//! statement                       steps
//! label L, block b                goto_L = false; run b
//!                                 if b { take; goto_M = true } else { take; goto_M = false }
//! if (!goto_L) { s }              if goto_L { } else { s }
//! if (goto_L) break               if goto_L { break l }
//! do { s } while (goto_L)         l: loop { s; if goto_L { continue l } }
//! ```
//! A flag that no statement tests is not written at all.

use super::tree::{Kind, Tree};
use crate::cfg::Exit;
use crate::ids::{BlockId, FlagId, LabelId, NodeId};
use crate::program::{ProgramBuilder, Term};
use crate::structure::exits::{Exits, Way};
use crate::structure::part::{Part, Place};
use alloc::vec::Vec;

/// Writes the statements of a tree.
pub(super) fn write(builder: &mut ProgramBuilder, part: &Part, tree: &Tree) {
    let flags = flags(builder, tree);
    let mut writer = Writer {
        builder,
        part,
        tree,
        flags,
        loops: Vec::new(),
        exits: Exits::default(),
    };
    writer.write();
}

/// Makes a flag, false at first, for each label that a statement tests.
fn flags(builder: &mut ProgramBuilder, tree: &Tree) -> Vec<Option<FlagId>> {
    let mut flags = Vec::new();
    let mut asked = Vec::new();
    for (node, kind) in tree.all() {
        match kind {
            Kind::Place(_) => flags.push(None),
            Kind::Goto(label) if tree.holder(node).is_some() => asked.push(label),
            Kind::Break(label) | Kind::Guard(label) | Kind::Repeat(label) => asked.push(label),
            Kind::Root | Kind::Goto(_) => {}
        }
    }
    asked.sort_unstable();
    asked.dedup();
    for label in asked {
        let flag = builder.flag();
        flags[label as usize] = Some(flag);
        builder.set(flag, false);
    }
    flags
}

struct Writer<'a> {
    builder: &'a mut ProgramBuilder,
    part: &'a Part<'a>,
    tree: &'a Tree,
    /// By label.
    flags: Vec<Option<FlagId>>,
    /// The open loops, from the outside in.
    loops: Vec<LabelId>,
    exits: Exits,
}

impl Writer<'_> {
    fn write(&mut self) {
        let mut at = self.tree.first(self.tree.root());
        while let Some(node) = at {
            self.open(node);
            at = self.tree.first(node).or_else(|| self.close(node));
        }
    }

    /// Closes a statement and the statements that end with it, and gives the statement after them.
    fn close(&mut self, mut node: NodeId) -> Option<NodeId> {
        loop {
            match self.tree.kind(node) {
                Kind::Guard(_) => self.builder.close(),
                Kind::Repeat(label) => self.close_loop(label),
                Kind::Root | Kind::Place(_) | Kind::Goto(_) | Kind::Break(_) => {}
            }
            if let Some(next) = self.tree.after(node) {
                return Some(next);
            }
            node = self.tree.holder(node)?;
        }
    }

    fn open(&mut self, node: NodeId) {
        match self.tree.kind(node) {
            Kind::Place(position) => self.place(position),
            Kind::Break(_) => self.breaks(node),
            Kind::Guard(label) => {
                self.open_test([label]);
                self.builder.arm([1]);
                self.builder.arm([0]);
            }
            Kind::Repeat(_) => {
                let label = self.builder.label();
                self.loops.push(label);
                self.builder.open_loop(label);
            }
            Kind::Root | Kind::Goto(_) => unreachable!("every goto has been eliminated"),
        }
    }

    fn close_loop(&mut self, label: u32) {
        let again = self.loops.pop().expect("the loop is open");
        self.open_test([label]);
        self.builder.arm([1]);
        self.builder.go_back(again);
        self.builder.arm([0]);
        self.builder.close();
        self.builder.close();
    }

    /// Writes adjacent breaks as one test, at the first of them.
    fn breaks(&mut self, node: NodeId) {
        let label = |node: NodeId| match self.tree.kind(node) {
            Kind::Break(label) => Some(label),
            _ => None,
        };
        if self.tree.before(node).and_then(label).is_some() {
            return;
        }
        let row = core::iter::successors(Some(node), |&node| self.tree.after(node));
        let mut labels: Vec<u32> = row.map_while(label).collect();
        labels.sort_unstable();
        labels.dedup();
        let out = *self.loops.last().expect("a break is in a loop");
        self.open_test(labels);
        self.builder.arm([1]);
        self.builder.go_past(out);
        self.builder.arm([0]);
        self.builder.close();
    }

    /// Opens a test whether the flag of any of these labels is set.
    fn open_test(&mut self, labels: impl IntoIterator<Item = u32>) {
        let flags = labels.into_iter().map(|label| self.flags[label as usize]);
        let flags: Vec<FlagId> = flags
            .map(|flag| flag.expect("a label that is asked for has a flag"))
            .collect();
        let operators = core::iter::repeat_n(Term::Or, flags.len() - 1);
        let terms = operators.chain(flags.into_iter().map(Term::Flag));
        let condition = self.builder.condition(terms);
        self.builder.open_test(condition, None);
    }

    fn place(&mut self, position: u32) {
        if let Some(flag) = self.flags[position as usize] {
            self.builder.set(flag, false);
        }
        match self.part.place(position) {
            Place::Out(out) => out.write(self.builder),
            Place::Block(block) => {
                self.builder.run(block);
                self.decide(block);
            }
        }
    }

    fn decide(&mut self, block: BlockId) {
        self.exits.of(self.part.cfg, block, |_| None);
        match *self.exits.ways() {
            [] => self.builder.leave(block),
            [way] => self.take(way, None),
            ref ways => {
                let ways = ways.to_vec();
                let other = self.saved(&ways);
                if self.part.cfg.exit(block) == Exit::Branch {
                    self.builder.open_if(block, None);
                } else {
                    self.builder.open_switch(block, None);
                }
                for &way in &ways {
                    self.builder.arm(self.exits.slots(way));
                    self.take(way, other);
                }
                self.builder.close();
            }
        }
    }

    /// Gives the flag that one of two ways sets, if the other way sets none: the flag then saves
    /// the decision, `goto_M = b`, and needs no store before.
    fn saved(&self, ways: &[Way]) -> Option<FlagId> {
        match *ways {
            [one, other] => match [one, other].map(|way| self.flag_of(way)) {
                [Some(flag), None] | [None, Some(flag)] => Some(flag),
                _ => None,
            },
            _ => None,
        }
    }

    /// Gives the flag of the target of a way, unless the target comes next.
    fn flag_of(&self, way: Way) -> Option<FlagId> {
        let next = self.part.position(way.edge.block) + 1;
        let target = self.part.position(way.target);
        self.flags[target as usize].filter(|_| target != next)
    }

    /// Takes an edge, and sets the flag of its target. If the target has none, the flag `other` is
    /// cleared instead.
    fn take(&mut self, way: Way, other: Option<FlagId>) {
        self.builder.take(way.edge);
        if let Some(flag) = self.flag_of(way) {
            self.builder.set(flag, true);
        } else if let Some(flag) = other {
            self.builder.set(flag, false);
        }
    }
}
