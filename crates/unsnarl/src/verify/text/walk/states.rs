//! States that were seen.
//!
//! *Needs:* states. *Gives:* a number for each. *Cost:* O(log states), each three numbers: what many
//! states share is kept once.

use super::super::due::At;
use super::super::flow::Place;
use alloc::collections::BTreeMap;

/// What the live variables hold, by their numbers.
pub(super) type Values = BTreeMap<usize, u32>;

/// A place in the text, one in the graph, and what the live variables hold.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct State {
    pub(super) place: Place,
    pub(super) at: At,
    pub(super) values: Values,
}

/// The numbers of states.
#[derive(Default)]
pub(super) struct States {
    numbers: BTreeMap<(Place, u32, u32), usize>,
    ats: BTreeMap<At, u32>,
    values: BTreeMap<Values, u32>,
    slots: usize,
}

impl States {
    /// The number of a state, and whether it is new.
    pub(super) fn number(&mut self, state: &State) -> (usize, bool) {
        let ats = self.ats.len();
        let at = shared(&mut self.ats, &state.at);
        if self.ats.len() > ats {
            self.slots += state.at.slots();
        }
        let values = shared(&mut self.values, &state.values);
        let next = self.numbers.len();
        let number = *self
            .numbers
            .entry((state.place, at, values))
            .or_insert(next);
        (number, number == next)
    }

    /// How much the states take: that of many slots counts as several.
    pub(super) fn weight(&self) -> usize {
        self.len() + self.slots / 16
    }

    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }
}

/// The number of a part of states.
fn shared<T: Clone + Ord>(numbers: &mut BTreeMap<T, u32>, part: &T) -> u32 {
    if let Some(&known) = numbers.get(part) {
        return known;
    }
    let number = numbers.len() as u32;
    numbers.insert(part.clone(), number);
    number
}
