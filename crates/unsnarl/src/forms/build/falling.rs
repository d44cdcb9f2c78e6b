//! Switches whose arms fall through.
//!
//! *Needs:* the brackets and arms of a [row](crate::forms::falls).
//! *Gives:* its switch, from where that opens to the end of the outermost scope; the stages with
//! their cases, each where the bracket before it ends.
//! *Cost:* O(1) a bracket or arm.

use super::{Arms, Builder, Open};
use crate::forms::falls::Part;
use crate::forms::{Span, Statement, next};
use crate::ids::{LabelId, NodeId};
use crate::program::Step;

impl Builder<'_> {
    /// Opens the switch of a row, or one of its scopes, of which nothing is written.
    pub(super) fn open_in_row(&mut self, node: NodeId, row: usize, stage: usize) {
        let last = self.falls.row(row).stages.len();
        let out = self.falls.row(row).out;
        let step = self.program().step(node);
        if let Step::Switch(block, _) = step {
            self.push(Statement::Switch(block, Some(out)));
        }
        self.open.push(Open {
            ends: stage == last,
            bound: false,
            arms: Arms::OfSwitchAll,
            arms_begun: 0,
            row: Some((row, Part::Bracket(stage))),
        });
    }

    /// Passes an arm that only leads to a stage, or leaves the switch: the former is written where
    /// the stage begins.
    pub(super) fn case_of_row(&mut self, arm: NodeId) -> NodeId {
        if let Some((row, Part::Leaves)) = self.falls.part(arm) {
            let is_silent = self.falls.row(row).default_leaves;
            self.case(arm, is_silent);
            self.leaves_switch = true;
        }
        self.pass_to(arm, self.program().extent(arm))
    }

    /// Tells whether a jump to this label leads from the end of an arm, or of a stage, to the end
    /// of the switch.
    pub(super) fn ends_arm_of(&self, label: LabelId) -> bool {
        let inner = self.open.last().and_then(|inner| inner.row);
        inner.is_some_and(|(row, _)| self.falls.row(row).out == label)
    }

    /// Begins a stage, where the switch or the scope before it ends.
    pub(super) fn stage(&mut self, row: usize, stage: usize) {
        let row = self.falls.row(row);
        let Some(cases) = row.stages.get(stage) else {
            return;
        };
        let falls = match stage {
            0 => row.falls.is_some(),
            _ => self.live,
        };
        let cases = cases.clone();
        let Some((&last, others)) = cases.split_last() else {
            return;
        };
        if falls {
            self.fall_through();
        }
        for &arm in others {
            self.case(arm, false);
            self.fall_through();
        }
        self.case(last, false);
        if falls || !others.is_empty() {
            self.push(Statement::Merge);
        }
    }

    fn fall_through(&mut self) {
        self.live = true;
        self.push(Statement::FallThrough);
        self.live = false;
    }

    /// Writes the case of an arm that prints nothing.
    fn case(&mut self, arm: NodeId, is_silent: bool) {
        let Step::Arm(cases) = self.program().step(arm) else {
            return;
        };
        self.push(match is_silent {
            true => Statement::SilentArm(cases),
            false => Statement::Arm(cases),
        });
        let silent = Span::new(next(arm), self.contents.pass_silent(next(arm)));
        self.live = true;
        self.push(Statement::Silent(silent));
    }
}
