//! Brackets that are open while a program is written.
//!
//! *Needs:* nothing. *Gives:* [`Frame`], [`Row`]. *Cost:* none.
//!
//! A *row* is the sequence that is being written between the step that opens a bracket or an arm
//! and the step that ends it. A row has two ends. Its *tail* is its last step, which all control
//! reaches in the end. Its *cursor* is the place where the next step is written. They differ if
//! jumps to the end of the row are not written: then the cursor is inside the arm that continues
//! with the rest of the row.

use super::crossings::Crossings;
use super::list::{List, Spot};
use super::plan::Scope;
use super::rows::Role;
use super::skips::Skips;
use crate::ids::{FlagId, LabelId, NodeId};
use alloc::collections::BTreeSet;

#[derive(Clone)]
pub(super) struct Row {
    /// The end of the row.
    pub(super) tail: Spot,
    /// The place for the next step.
    pub(super) cursor: Spot,
    /// Whether control reaches the cursor.
    pub(super) live: bool,
    /// Whether several arms continue with the rest, so that there is no place for it yet.
    pub(super) several: bool,
    /// The frames to whose ends unwritten jumps lead from this row.
    pub(super) skips: Skips,
    /// The frames among these for which a jump may be under way at the place of the rest.
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
    /// A scope that a switch absorbs.
    InRow(Role),
    Loop,
    /// A bracket with arms. `in_scope` tells whether an added scope is open around it.
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
    /// The label that its jumps name.
    pub(super) label: Option<LabelId>,
    /// The first step with an effect after it.
    pub(super) behind: NodeId,
    /// The first step with an effect inside, if it is a loop.
    pub(super) start: Option<NodeId>,
    /// The row around it.
    pub(super) outer: Row,
    /// The number of loops that are open around it.
    pub(super) loops: usize,
    /// Whether it catches `break`, and `continue`.
    pub(super) catches: [bool; 2],
    /// The number of written jumps past its end.
    pub(super) breaks: usize,
    /// The number of written jumps that repeat it.
    pub(super) continues: usize,
    /// Whether a jump brings control past its end.
    pub(super) left: bool,
    /// The start of its body, if it is a loop.
    pub(super) body: Spot,
    /// The flags to clear at the start of its body.
    pub(super) guards: BTreeSet<FlagId>,
    /// The jumps that leave it for a place other than its end, by target.
    pub(super) crossing: Crossings,
    /// A summary of its arms so far.
    pub(super) arms: Arms,
}

/// The arms of a bracket that have ended.
#[derive(Default)]
pub(super) struct Arms {
    pub(super) begun: bool,
    /// The number of arms that continue after the bracket; two stands for two or more.
    pub(super) ends: usize,
    /// The cursor of an arm that continues.
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
