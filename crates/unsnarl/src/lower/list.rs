//! Steps that are written at more than one place in turn.
//!
//! *Needs:* nothing. *Gives:* [`List`]. *Cost:* O(1) for each step.

use crate::program::Step;
use alloc::vec::Vec;

/// A place in a list: behind this step.
pub(super) type Spot = u32;

/// A linked list of steps, some of which may be left open or taken back.
pub(super) struct List {
    /// A step, and the spot behind it.
    steps: Vec<(Option<Step>, Spot)>,
}

impl List {
    /// Where every list begins.
    pub(super) const START: Spot = 0;

    /// Begins a list with room for some steps.
    pub(super) fn with_room(steps: usize) -> List {
        let mut list = List {
            steps: Vec::with_capacity(steps + 1),
        };
        list.steps.push((None, List::START));
        list
    }

    /// Puts a step, or room for one, behind a spot.
    pub(super) fn insert(&mut self, behind: Spot, step: Option<Step>) -> Spot {
        let spot = Spot::try_from(self.steps.len()).expect("a program has fewer than 2³² steps");
        let (_, next) = &mut self.steps[behind as usize];
        let next = core::mem::replace(next, spot);
        self.steps.push((step, next));
        spot
    }

    /// Replaces what is at a spot.
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
