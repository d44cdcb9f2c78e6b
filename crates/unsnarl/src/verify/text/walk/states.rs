//! The states seen so far.
//!
//! *Needs:* states. *Gives:* a number for each state, and the ends of long paths between them.
//! *Cost:* O(log states) for each; a state is three numbers, since parts that many states share are
//! kept once.

use super::super::due::At;
use super::super::flow::Place;
use alloc::collections::BTreeMap;
use alloc::rc::Rc;
use alloc::vec::Vec;

/// The values of the live variables, by variable number. Flags that are false, their initial value,
/// are omitted: there may be as many flags as loops, and few are true at once.
pub(super) type Values = BTreeMap<usize, u32>;

/// A place in the text, a place in the graph, and the values of the live variables.
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

    /// The size of the states: a state with many slots counts as several.
    pub(super) fn weight(&self) -> usize {
        self.len() + self.slots / 16
    }

    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }
}

/// The ends of long silent paths of the text, so that each path is walked once.
#[derive(Default)]
pub(super) struct Ends {
    ends: BTreeMap<(Place, u32, u32), Rc<(Waits, Values)>>,
    ats: BTreeMap<At, u32>,
    values: BTreeMap<Values, u32>,
}

/// The place where a text waits.
#[derive(Clone, Copy)]
pub(super) enum Waits {
    At(Place),
    /// The text runs for ever without doing anything.
    Silent(Place),
}

/// A state on a silent path.
pub(super) type Passed = (Place, u32, u32);

impl Ends {
    /// The key under which a state is remembered. The due tokens are left out of it if they are a
    /// statement that no bracket or jump can be.
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
