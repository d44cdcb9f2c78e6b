//! How WebAssembly takes a decision.
//!
//! *Needs:* the arms of a bracket, and which of them write something.
//! *Gives:* a [`Choice`]: no test at all, a `br_if`, an `if`, or a [`Table`] with as few blocks as
//! its arms need.
//! *Cost:* O(arms + cases), once for each decision.
//!
//! An arm that does nothing but jump needs no room: `br_if` and `br_table` name where it jumps to.
//! An arm that does nothing leads to the end. All others have a block that ends before their code,
//! and one block around all of them is for those that get to the end from before it.

use crate::forms::{arms, cases};
use crate::ids::{Id, IdMap, LabelId, NodeId, following};
use crate::program::{Program, Step};
use alloc::vec::Vec;
use core::fmt;

/// Where an arm is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// Behind the end of the block with this number, from the inside.
    Code(usize),
    /// Behind all arms.
    End,
    /// At the end of what the label names.
    Past(LabelId),
    /// At the start of the loop that the label names.
    Start(LabelId),
}

/// A test of a number, by which the first of two arms is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Test {
    Is(u32),
    IsNot(u32),
}

impl Test {
    pub(super) fn negated(self) -> Test {
        match self {
            Test::Is(value) => Test::IsNot(value),
            Test::IsNot(value) => Test::Is(value),
        }
    }
}

/// A decision among many arms.
#[derive(Debug)]
pub(super) struct Table {
    /// By arm.
    pub(super) places: Vec<Place>,
    /// The number of arms with code.
    pub(super) blocks: usize,
    /// Whether there is a block around all arms, to whose end they lead.
    pub(super) has_end: bool,
}

impl Table {
    /// The operand of a branch, from before the arms, to an arm at this place.
    pub(super) fn target(&self, place: Place) -> Target {
        match place {
            Place::Code(number) => Target::Depth(number),
            Place::End => Target::Depth(self.blocks),
            Place::Past(label) => Target::Past(label),
            Place::Start(label) => Target::Start(label),
        }
    }
}

/// The operand of a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    Depth(usize),
    Past(LabelId),
    Start(LabelId),
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Depth(depth) => write!(f, "{depth}"),
            Target::Past(label) => write!(f, "${label}"),
            Target::Start(label) => write!(f, "${label}.next"),
        }
    }
}

/// How a decision is written.
#[derive(Debug)]
pub(super) enum Choice {
    /// There is one arm, or none does anything.
    Only,
    /// One of two arms only jumps: a branch in its place if the test holds, and then the other.
    Branch {
        test: Test,
        arm: NodeId,
        to: Target,
    },
    /// An `if`. If the first arm does nothing, the test is that of the second.
    If {
        test: Test,
    },
    Table(Table),
}

/// What is known of a program before its decisions are written.
pub(super) struct Facts<'p> {
    pub(super) program: &'p Program,
    /// Labels that a `Break` binds to.
    pub(super) left: &'p IdMap<LabelId, bool>,
    /// By `Arm` and `End`: whether control gets to the end of the arm before it.
    pub(super) reached: &'p IdMap<NodeId, bool>,
}

impl Facts<'_> {
    /// Chooses for the bracket at `node`, which may have a label. `writes` tells whether a step
    /// writes anything.
    pub(super) fn choice(
        &self,
        node: NodeId,
        label: Option<LabelId>,
        writes: &impl Fn(Step) -> bool,
    ) -> Choice {
        let arms = arms(self.program, node);
        let is_left = label.is_some_and(|label| self.left[label]);
        let places = self.places(&arms, writes);
        let is_idle = places.iter().all(|&place| place == Place::End);
        if !is_left && (arms.len() <= 1 || is_idle) {
            return Choice::Only;
        }
        let test = match arms[..] {
            [first, second] => test(cases(self.program, first), cases(self.program, second)),
            _ => None,
        };
        let Some(test) = test else {
            return Choice::Table(self.table(&arms, places, is_left));
        };
        let table = Table {
            places,
            blocks: 0,
            has_end: false,
        };
        let jump = |arm: usize| match table.places[arm] {
            Place::Code(_) | Place::End => None,
            place => Some(table.target(place)),
        };
        match (is_left, jump(0), jump(1), table.places[0]) {
            (false, Some(to), _, _) => Choice::Branch {
                test,
                arm: arms[0],
                to,
            },
            (false, None, Some(to), _) => Choice::Branch {
                test: test.negated(),
                arm: arms[1],
                to,
            },
            (_, _, _, Place::End) => {
                let test = test.negated();
                Choice::If { test }
            }
            _ => Choice::If { test },
        }
    }

    /// Where each arm is.
    fn places(&self, arms: &[NodeId], writes: &impl Fn(Step) -> bool) -> Vec<Place> {
        let mut blocks = 0;
        let place = |&arm: &NodeId| {
            let inside = following(arm).index()..self.program.extent(arm).index();
            let steps = inside.map(|index| self.program.step(NodeId::new(index)));
            let mut written = steps.filter(|&step| writes(step));
            match (written.next(), written.next()) {
                (None, _) => Place::End,
                (Some(Step::Break(label)), None) => Place::Past(label),
                (Some(Step::Continue(label)), None) => Place::Start(label),
                _ => {
                    blocks += 1;
                    Place::Code(blocks - 1)
                }
            }
        };
        arms.iter().map(place).collect()
    }

    fn table(&self, arms: &[NodeId], places: Vec<Place>, is_left: bool) -> Table {
        let is_code = |place: &Place| matches!(place, Place::Code(_));
        let blocks = places.iter().filter(|place| is_code(place)).count();
        let last = places.iter().rposition(is_code);
        let mut ends = arms.iter().zip(&places).enumerate();
        let comes_from_before = ends.any(|(number, (&arm, place))| match place {
            Place::End => true,
            Place::Code(_) => Some(number) != last && self.reached[self.program.extent(arm)],
            Place::Past(_) | Place::Start(_) => false,
        });
        Table {
            places,
            blocks,
            has_end: is_left || comes_from_before,
        }
    }
}

/// The test by which the first arm of two with these cases is taken, if one comparison tells. The
/// arm without a case takes what the other one does not.
fn test(first: &[u32], second: &[u32]) -> Option<Test> {
    match (first, second) {
        (_, [0]) => Some(Test::IsNot(0)),
        ([value], _) => Some(Test::Is(*value)),
        (_, [value]) => Some(Test::IsNot(*value)),
        _ => None,
    }
}
