//! A stand-in for rows without the feature `emit`: there are no forms that write such switches, so
//! no switch absorbs the scopes around it, and [`Rows`] is always empty.

use crate::ids::NodeId;
use crate::program::{Profile, Program, Step};

/// The role of a step in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(dead_code, reason = "steps have these roles where there are rows")]
pub(super) enum Role {
    Switch,
    Inner,
    Outer,
    Jump,
}

/// The rows of a program: none.
#[derive(Clone, Default)]
pub(super) struct Rows {}

impl Rows {
    pub(super) fn find(_: &Program, _: &Profile, _: &dyn Fn(Step) -> bool) -> Rows {
        Rows {}
    }

    pub(super) fn is_empty(&self) -> bool {
        true
    }

    pub(super) fn role(&self, _: NodeId) -> Option<Role> {
        None
    }

    pub(super) fn give_up(&mut self, _: NodeId) {}

    pub(super) fn are_in(&self, _: &Program, _: &Program, _: &dyn Fn(Step) -> bool) -> bool {
        true
    }
}
