//! The forms of a decision in WebAssembly.
//!
//! *Needs:* the arms of a bracket, and which of them write something.
//! *Gives:* a [`Choice`]: no test at all, a `br_if`, an `if`, or a [`Table`] with as few blocks as
//! its arms need.
//! *Cost:* O(arms + cases), once for each decision.
//!
//! An arm that only jumps needs no block: `br_if` and `br_table` name the target of the jump. An
//! arm that writes nothing leads to the end. All other arms have a block that ends before their
//! code. One block around all of them is for the jumps to the end that come from before it.

use crate::forms::{arms, cases};
use crate::ids::{Id, IdMap, LabelId, NodeId, following};
use crate::program::{Program, Step};
use alloc::vec::Vec;
use core::fmt;

/// The place of an arm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// After the end of the block with this number, counted from the inside.
    Code(usize),
    /// After all arms.
    End,
    /// At the end of the label's bracket.
    Past(LabelId),
    /// At the start of the label's loop.
    Start(LabelId),
}

/// A test of a number that selects the first of two arms.
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
    /// By arm: its place.
    pub(super) places: Vec<Place>,
    /// The number of arms with code.
    pub(super) blocks: usize,
    /// Whether there is a block around all arms for the jumps to the end.
    pub(super) has_end: bool,
}

impl Table {
    /// Gives the operand of a branch that stands before the arms and leads to an arm at this place.
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

/// The form of a decision.
#[derive(Debug)]
pub(super) enum Choice {
    /// There is one arm, or no arm writes anything.
    Only,
    /// One of two arms only jumps: a branch replaces it, taken if the test holds, and the other arm
    /// follows.
    Branch {
        test: Test,
        arm: NodeId,
        to: Target,
    },
    /// An `if`. If the first arm writes nothing, the test is for the second.
    If {
        test: Test,
    },
    Table(Table),
}

/// The facts about a program that are needed to write its decisions.
pub(super) struct Facts<'p> {
    pub(super) program: &'p Program,
    /// For each label: whether a `Break` binds to it.
    pub(super) left: &'p IdMap<LabelId, bool>,
    /// For each `Arm` and `End`: whether control reaches the end of the arm before it.
    pub(super) reached: &'p IdMap<NodeId, bool>,
}

impl Facts<'_> {
    /// Chooses the form of the bracket at `node`, which may have a label. `writes` tells whether a
    /// step writes anything.
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

    /// Gives the place of each arm.
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

/// Gives the test that selects the first of two arms with these cases, if one comparison is enough.
/// The arm without cases takes all values that the other one does not list.
fn test(first: &[u32], second: &[u32]) -> Option<Test> {
    match (first, second) {
        (_, [0]) => Some(Test::IsNot(0)),
        ([value], _) => Some(Test::Is(*value)),
        (_, [value]) => Some(Test::IsNot(*value)),
        _ => None,
    }
}
