//! Nesting of guarded parts in decisions and tests.
//!
//! *Needs:* the parts of a group in their order, each with its condition.
//! *Gives:* [`Piece`]s: the parts in the arms of decisions and tests.
//! *Cost:* each part is compared with a bounded number of conditions at each depth, and there are
//! at most as many depths as its condition has variables.
//! *Source:* the refinements are from [Yakdan15]: by condition, by the cases of a switch, by
//! reachability.
//! *Departs:* only adjacent parts are joined, so their order need not be proved again; conditions
//! are compared as functions.
//!
//! A *run* for a condition is a sequence of parts, each of which runs only if the condition holds,
//! or only if it does not.
//!
//! - Directly after a block that decides, the run of parts that each belong to one class of the
//!   block goes into the arms of its `If` or `Switch`: no flag is stored or tested.
//! - Elsewhere the longest run is taken, for a variable in the condition of the first part or for
//!   this condition itself. It becomes one test with two arms, and the rest of the conditions is
//!   handled in the same way. So equal conditions are joined, complementary conditions become
//!   `else`, exclusive conditions become `else if`, and common factors are tested once.
//! - A run does not end between two parts with complementary conditions.
//!
//! ```text
//! if a { B }                    if a {
//! if a && b { C }          ->     B; if b { C }
//! if !a { D }                   } else { D }
//! ```

use super::bdd::{Bdd, Function};
use super::conditions::{Conditions, Guarded};
use super::formula::Sign;
use super::graph::{Graph, Kind, Node};
use super::nest::Nest;
use super::sequence::Sequence;
use crate::ids::BlockId;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// A piece of the program of a region.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    /// A group begins: the code inside its parts numbers its flags after this number of flags.
    Group(u32),
    /// A flag is cleared.
    Clear(u32),
    /// A block, a loop, or a jump.
    Part(Node),
    /// The region that begins with this node.
    Region(Node),
    /// A block that decides among the arms that follow.
    Decide(Node),
    /// The arm for the way with this number.
    Arm(usize),
    /// A test of the formula over variables at this range of the table.
    Test(Range<usize>),
    /// The arm for the negation.
    Else,
    /// The end of the arms.
    Close,
}

/// A task of the writer; the next task is on top of the stack.
enum Task {
    /// Parts, by a range of the pool.
    Parts(Range<usize>),
    Piece(Piece),
}

pub(super) struct Refinement<'a> {
    pub(super) graph: &'a Graph<'a>,
    pub(super) nest: &'a Nest,
    pub(super) sequence: &'a Sequence,
    pub(super) conditions: &'a mut Conditions,
    pub(super) pieces: &'a mut Vec<Piece>,
    pub(super) signs: &'a mut Vec<Sign>,
    /// By place, the piece that the part has become.
    pub(super) pieces_of: &'a mut Vec<usize>,
    /// The parts of the group, and after them the nested parts with the rest of their conditions.
    pub(super) pool: Vec<Guarded>,
}

impl Refinement<'_> {
    /// Writes the parts of the pool.
    pub(super) fn write(&mut self) {
        let mut tasks = vec![Task::Parts(0..self.pool.len())];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Piece(piece) => self.pieces.push(piece),
                Task::Parts(parts) => self.parts(parts, &mut tasks),
            }
        }
    }

    /// Writes parts up to the first one in which others are nested. The nested parts and the
    /// following parts become tasks.
    fn parts(&mut self, mut parts: Range<usize>, tasks: &mut Vec<Task>) {
        while let Some(&(place, guard)) = self.pool[parts.clone()].first() {
            if guard != Function::TRUE {
                return self.test(parts, tasks);
            }
            parts.start += 1;
            let node = self.sequence.nodes[place as usize];
            if let Some(block) = self.nests(place) {
                let run = self.decided(place, parts.clone());
                if !run.is_empty() {
                    self.pieces_of[place as usize] = self.pieces.len();
                    self.pieces.push(Piece::Decide(node));
                    return self.decide(place, block, &run, parts, tasks);
                }
            }
            self.pieces_of[place as usize] = self.pieces.len();
            let inner = place > 0 && self.nest.is_head(node);
            self.pieces.push(if inner {
                Piece::Region(node)
            } else {
                Piece::Part(node)
            });
        }
    }

    /// Gives the block at `place` if parts may go into its arms: the block decides, and there is
    /// one way for each class.
    fn nests(&self, place: u32) -> Option<BlockId> {
        let count = self.sequence.falls(place as usize).len();
        let Kind::Block(block) = self.graph.kind(self.sequence.nodes[place as usize]) else {
            return None;
        };
        let ways = self.graph.ways(block);
        let falling = ways.filter(|&way| self.graph.way(way).class.is_some());
        (count > 1 && falling.count() == count).then_some(block)
    }

    /// Gives the classes of the parts that go into the arms of the block at `place`.
    fn decided(&mut self, place: u32, parts: Range<usize>) -> Vec<u32> {
        let parts = &self.pool[parts];
        let mut classes = Vec::new();
        for &(_, guard) in parts {
            match self.conditions.only_class(place as usize, guard) {
                Some(class) => classes.push(class),
                None => break,
            }
        }
        classes.truncate(unbroken(parts, classes.len()));
        classes
    }

    fn decide(
        &mut self,
        place: u32,
        block: BlockId,
        run: &[u32],
        parts: Range<usize>,
        tasks: &mut Vec<Task>,
    ) {
        let after = parts.start + run.len();
        let inside = &self.pool[parts.start..after];
        let mut inside: Vec<(u32, Guarded)> =
            run.iter().copied().zip(inside.iter().copied()).collect();
        // The order within a class is kept.
        inside.sort_by_key(|&(class, _)| class);
        tasks.push(Task::Parts(after..parts.end));
        tasks.push(Task::Piece(Piece::Close));
        for way in self.graph.ways(block).rev() {
            if let Some(class) = self.graph.way(way).class {
                let first = inside.partition_point(|&(of, _)| of < class);
                let end = inside.partition_point(|&(of, _)| of <= class);
                let taken = self.conditions.class(place as usize, class);
                let start = self.pool.len();
                for &(_, (part, guard)) in &inside[first..end] {
                    let guard = self.conditions.bdd.constrain(guard, taken);
                    self.pool.push((part, guard));
                }
                tasks.push(Task::Parts(start..self.pool.len()));
            }
            tasks.push(Task::Piece(Piece::Arm(way)));
        }
    }

    /// Writes a test that the condition of the first part needs.
    fn test(&mut self, parts: Range<usize>, tasks: &mut Vec<Task>) {
        let (factor, count) = self.factor(parts.clone());
        let after = parts.start + count;
        let mut arms = [true, false].map(|holds| {
            let arm = if holds { factor } else { factor.not() };
            let start = self.pool.len();
            for at in parts.start..after {
                let (place, guard) = self.pool[at];
                if self.conditions.bdd.implies(guard, arm) {
                    let guard = self.conditions.bdd.constrain(guard, arm);
                    self.pool.push((place, guard));
                }
            }
            start..self.pool.len()
        });
        let (place, guard) = self.pool[parts.start];
        let mut formula = if factor == guard {
            self.conditions.written(place as usize, factor)
        } else {
            self.conditions.formula(factor)
        };
        if formula[0] == Sign::Not && !arms[1].is_empty() {
            formula.remove(0);
            arms.reverse();
        }
        let first = self.signs.len();
        self.signs.extend(formula);
        self.pieces.push(Piece::Test(first..self.signs.len()));
        let [holds, fails] = arms;
        tasks.push(Task::Parts(after..parts.end));
        tasks.push(Task::Piece(Piece::Close));
        tasks.push(Task::Parts(fails));
        tasks.push(Task::Piece(Piece::Else));
        tasks.push(Task::Parts(holds));
    }

    /// Chooses the condition to test before the first part, and gives the length of the run.
    ///
    /// Of equally long runs, the run for the condition itself comes first if the condition of the
    /// next part is its negation; then come the runs for variables.
    fn factor(&mut self, parts: Range<usize>) -> (Function, usize) {
        let parts = &self.pool[parts];
        let (_, guard) = parts[0];
        let bdd = &mut self.conditions.bdd;
        let contrary = parts.get(1).is_some_and(|&(_, next)| next == guard.not());
        let mut best = (guard, run(bdd, parts, guard));
        let mut rank = (best.1, if contrary { 2 } else { 0 });
        let (variables, _) = bdd.support(guard, usize::MAX).unwrap_or_default();
        for variable in variables {
            let value = bdd.variable(variable);
            for factor in [value, value.not()] {
                if bdd.implies(guard, factor) {
                    let count = run(bdd, parts, factor);
                    if (count, 1) > rank && count > 1 {
                        best = (factor, count);
                        rank = (count, 1);
                    }
                }
            }
        }
        best
    }
}

/// Gives the number of parts, from the first on, that each run only if a condition holds, or only
/// if it does not.
fn run(bdd: &mut Bdd, parts: &[Guarded], factor: Function) -> usize {
    let decided = |&&(_, guard): &&Guarded| {
        guard != Function::TRUE && (bdd.implies(guard, factor) || bdd.implies(guard, factor.not()))
    };
    let count = parts.iter().take_while(decided).count();
    unbroken(parts, count).max(1)
}

/// Shortens a run that would end between two parts with complementary conditions.
fn unbroken(parts: &[Guarded], count: usize) -> usize {
    match (
        count.checked_sub(1).map(|last| parts[last]),
        parts.get(count),
    ) {
        (Some((_, last)), Some(&(_, next))) if last == next.not() => count - 1,
        _ => count,
    }
}
