//! What is noted of a function's debug information while its records are read.
//!
//! *Needs:* the instructions in order. *Gives:* [`Noted`], which [`debug`](super::debug) fills.
//! *Cost:* O(1) for each instruction and record.

use unsnarl_ir::debug::{FunctionDebug, LocationId, Point};

use super::slots::Slot;

/// What a function has, as far as it is read.
#[derive(Default)]
pub(super) struct Noted {
    pub(super) debug: FunctionDebug,
    /// The instructions in order; nothing for one that became a record.
    pub(super) points: Vec<Option<Point>>,
    /// What the next place is about.
    pub(super) last: Option<Last>,
    /// The last place that was given.
    pub(super) place: Option<LocationId>,
    pub(super) records: Vec<Taken>,
    /// From here on records wait for the next instruction.
    pub(super) waiting: usize,
}

/// What was read last.
#[derive(Clone, Copy)]
pub(super) enum Last {
    Code(Point),
    /// The record of this number, which was a call.
    Call(usize),
}

/// A record, with numbers of metadata.
pub(super) struct Taken {
    pub(super) point: Option<Point>,
    pub(super) what: What,
    pub(super) location: Option<LocationId>,
    pub(super) numbers: Vec<u64>,
    /// The value, where it is no metadata.
    pub(super) value: Option<Slot>,
}

/// What a record says.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    Declare,
    DeclareValue,
    Value,
    /// A value that is an address.
    Address,
    Assign,
    Label,
}

impl Noted {
    /// An instruction was read.
    pub(super) fn met(&mut self, point: Point) {
        self.points.push(Some(point));
        self.last = Some(Last::Code(point));
        if !matches!(point, Point::Phi(_)) {
            for record in &mut self.records[self.waiting..] {
                record.point = Some(point);
            }
            self.waiting = self.records.len();
        }
    }
}
