//! Brackets that are open while a program is written.
//!
//! *Needs:* nothing. *Gives:* [`Frame`], [`Row`]. *Cost:* none.
//!
//! A *row* is what is being written between the step that opens a bracket or an arm and the one
//! that ends it. Jumps that are not written but lead to the end of a row, past the rest of it, make
//! its two ends differ: its *tail*, where all control comes in the end, and its *cursor*, inside
//! the arm that goes on to the rest, where the rest is written.

use super::crossings::Crossings;
use super::list::{List, Spot};
use super::plan::Scope;
use super::rows::Role;
use super::skips::Skips;
use crate::ids::{FlagId, LabelId, NodeId};
use alloc::collections::BTreeSet;

#[derive(Clone)]
pub(super) struct Row {
    /// Where the row ends.
    pub(super) tail: Spot,
    /// Where the next step goes.
    pub(super) cursor: Spot,
    /// Whether control gets to the cursor.
    pub(super) live: bool,
    /// Whether several arms go on to the rest, so that it has no place.
    pub(super) several: bool,
    /// The frames to whose ends unwritten jumps lead from here.
    pub(super) skips: Skips,
    /// Those of them to which one may be under way where the rest would go.
    pub(super) open_skips: Skips,
}

impl Row {
    pub(super) fn new(spot: Spot, live: bool) -> Row {
        Row {
            tail: spot,
            cursor: spot,
            live,
            several: false,
            skips: Skips::default(),
            open_skips: Skips::default(),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Scope(Scope),
    /// A scope that a switch takes in.
    InRow(Role),
    Loop,
    /// A bracket with arms; whether a scope that it needs is open around it.
    Arms {
        in_scope: bool,
    },
}

/// A bracket that is open.
pub(super) struct Frame {
    pub(super) node: NodeId,
    pub(super) kind: Kind,
    /// The step that opens it.
    pub(super) spot: Spot,
    /// What its jumps name.
    pub(super) label: Option<LabelId>,
    /// The first step that does something behind it.
    pub(super) behind: NodeId,
    /// The first step that does something in it, if it is a loop.
    pub(super) start: Option<NodeId>,
    /// The row around it.
    pub(super) outer: Row,
    /// How many loops are open around it.
    pub(super) loops: usize,
    /// Whether it catches `break`, and `continue`.
    pub(super) catches: [bool; 2],
    /// How many jumps are written that go past its end.
    pub(super) breaks: usize,
    /// How many jumps are written that repeat it.
    pub(super) continues: usize,
    /// Whether control gets past its end by a jump.
    pub(super) left: bool,
    /// Where its body begins, if it is a loop.
    pub(super) body: Spot,
    /// The flags to clear there.
    pub(super) guards: BTreeSet<FlagId>,
    /// The jumps that leave it for elsewhere, by where they lead.
    pub(super) crossing: Crossings,
    /// What its arms so far have in common.
    pub(super) arms: Arms,
}

/// The arms of a bracket that have ended.
#[derive(Default)]
pub(super) struct Arms {
    pub(super) begun: bool,
    /// How many of them go on behind the bracket; two stand for more.
    pub(super) ends: usize,
    /// The cursor of one that does.
    pub(super) cursor: Spot,
    pub(super) skips: Skips,
}

impl Frame {
    pub(super) fn new(node: NodeId, kind: Kind, behind: NodeId) -> Frame {
        Frame {
            node,
            kind,
            spot: List::START,
            label: None,
            behind,
            start: None,
            outer: Row::new(List::START, false),
            loops: 0,
            catches: [false; 2],
            breaks: 0,
            continues: 0,
            left: false,
            body: List::START,
            guards: BTreeSet::new(),
            crossing: Crossings::default(),
            arms: Arms::default(),
        }
    }
}
