//! Steps that are written at more than one place in turn.
//!
//! *Needs:* nothing. *Gives:* [`List`]. *Cost:* O(1) for each step.

use crate::program::Step;
use alloc::vec::Vec;

/// A place in a list: behind this step.
pub(super) type Spot = u32;

/// A linked list of steps, some of which may be left open or taken back.
pub(super) struct List {
    steps: Vec<Option<Step>>,
    next: Vec<Spot>,
}

impl List {
    /// Where every list begins.
    pub(super) const START: Spot = 0;

    pub(super) fn new() -> List {
        List {
            steps: alloc::vec![None],
            next: alloc::vec![0],
        }
    }

    /// Puts a step, or room for one, behind a spot.
    pub(super) fn insert(&mut self, behind: Spot, step: Option<Step>) -> Spot {
        let spot = Spot::try_from(self.steps.len()).expect("a program has fewer than 2³² steps");
        self.steps.push(step);
        self.next.push(self.next[behind as usize]);
        self.next[behind as usize] = spot;
        spot
    }

    /// Replaces what is at a spot.
    pub(super) fn set(&mut self, spot: Spot, step: Option<Step>) {
        self.steps[spot as usize] = step;
    }

    /// Gives the step at a spot.
    pub(super) fn step(&self, spot: Spot) -> Option<Step> {
        self.steps[spot as usize]
    }

    /// Walks the steps in order.
    pub(super) fn steps(&self) -> impl Iterator<Item = Step> {
        let after = |spot: Spot| Some(self.next[spot as usize]).filter(|&next| next != 0);
        core::iter::successors(after(0), move |&spot| after(spot))
            .filter_map(|spot| self.steps[spot as usize])
    }
}
