//! A list of steps that can be written at several places alternately.
//!
//! *Needs:* nothing. *Gives:* [`List`]. *Cost:* O(1) for each step.

use crate::program::Step;
use alloc::vec::Vec;

/// A place in a list: after the step with this number.
pub(super) type Spot = u32;

/// A linked list of steps. A step may be left open, or removed again.
pub(super) struct List {
    /// A step, and the number of the next one.
    steps: Vec<(Option<Step>, Spot)>,
}

impl List {
    /// The start of every list.
    pub(super) const START: Spot = 0;

    /// Makes an empty list with room for this many steps.
    pub(super) fn with_room(steps: usize) -> List {
        let mut list = List {
            steps: Vec::with_capacity(steps + 1),
        };
        list.steps.push((None, List::START));
        list
    }

    /// Inserts a step, or room for one, after a spot.
    pub(super) fn insert(&mut self, behind: Spot, step: Option<Step>) -> Spot {
        let spot = Spot::try_from(self.steps.len()).expect("a program has fewer than 2³² steps");
        let (_, next) = &mut self.steps[behind as usize];
        let next = core::mem::replace(next, spot);
        self.steps.push((step, next));
        spot
    }

    /// Replaces the step at a spot.
    pub(super) fn set(&mut self, spot: Spot, step: Option<Step>) {
        self.steps[spot as usize].0 = step;
    }

    /// Gives the step at a spot.
    pub(super) fn step(&self, spot: Spot) -> Option<Step> {
        self.steps[spot as usize].0
    }

    /// Gives the steps in order.
    pub(super) fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::with_capacity(self.steps.len());
        let (_, mut at) = self.steps[List::START as usize];
        while at != List::START {
            let (step, next) = self.steps[at as usize];
            steps.extend(step);
            at = next;
        }
        steps
    }
}
