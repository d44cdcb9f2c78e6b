//! States that were seen.
//!
//! *Needs:* states. *Gives:* a number for each, and where long paths between them end.
//! *Cost:* O(log states), each three numbers: what many states share is kept once.

use super::super::due::At;
use super::super::flow::Place;
use alloc::collections::BTreeMap;
use alloc::rc::Rc;
use alloc::vec::Vec;

/// What the live variables hold, by their numbers; without flags that are false, as they are at
/// first: there may be as many as loops, and few are true at once.
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

/// Where long silent paths of the text end, so that each is gone once.
#[derive(Default)]
pub(super) struct Ends {
    ends: BTreeMap<(Place, u32, u32), Rc<(Waits, Values)>>,
    ats: BTreeMap<At, u32>,
    values: BTreeMap<Values, u32>,
}

/// Where a text waits.
#[derive(Clone, Copy)]
pub(super) enum Waits {
    At(Place),
    /// It goes round without doing anything.
    Silent(Place),
}

/// A state on a silent path.
pub(super) type Passed = (Place, u32, u32);

impl Ends {
    /// A state as it is remembered. What is due does not matter if it is a statement that no
    /// bracket or jump can be.
    pub(super) fn passed(&mut self, place: Place, at: &At, values: &Values) -> Passed {
        let at = match at {
            At::Decide(..) => shared(&mut self.ats, at) + 1,
            _ => 0,
        };
        (place, at, shared(&mut self.values, values))
    }

    /// The end of the path from a state, if that is known.
    pub(super) fn of(&self, passed: Passed) -> Option<Rc<(Waits, Values)>> {
        self.ends.get(&passed).cloned()
    }

    /// Remembers the end of a path.
    pub(super) fn remember(&mut self, path: Vec<Passed>, end: &(Waits, Values)) {
        if !path.is_empty() {
            let end = Rc::new(end.clone());
            let path = path.into_iter();
            self.ends.extend(path.map(|passed| (passed, end.clone())));
        }
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
