//! Brackets and jumps of a text, which only pass control on.
//!
//! *Needs:* the places of a text. *Gives:* [`Passages`]: for each place the place that control
//! reaches from it through brackets and jumps alone. *Cost:* linear in the places and the words.
//!
//! A path into many loops at once passes all of their brackets. Where none of these brackets can be
//! a host's statement, the walk need not pass them one by one.

use super::flow::{Flow, Place, Step};
use super::tokens::{Tokens, Word};
use alloc::vec;
use alloc::vec::Vec;

pub(super) struct Passages {
    ahead: Vec<Place>,
    /// By word: whether a bracket or jump begins with it.
    begins: Vec<bool>,
}

impl Passages {
    pub(super) fn new(flow: &Flow, tokens: &Tokens) -> Passages {
        const NEW: Place = Place::MAX;
        let count = flow.steps.len();
        let mut passages = Passages {
            ahead: vec![NEW; count],
            begins: Vec::new(),
        };
        for start in 0..count {
            let mut passed = Vec::new();
            let mut place = start;
            let end = loop {
                if passages.ahead[place] != NEW {
                    break passages.ahead[place];
                }
                // If the walk comes back to this place, it is in a cycle.
                passages.ahead[place] = place;
                match &flow.steps[place] {
                    Step::Enter { into: to, .. } | Step::Go { to, .. } => {
                        passed.push(place);
                        place = *to;
                    }
                    _ => break place,
                }
            };
            for place in passed {
                passages.ahead[place] = end;
            }
        }
        // The first place is the whole text, whose statements are places, too.
        for step in flow.steps.iter().skip(1) {
            let (Step::Enter { span, .. } | Step::Go { span, .. }) = step else {
                continue;
            };
            if let Some(&first) = tokens.words[span.clone()].first() {
                let first = first as usize;
                if passages.begins.len() <= first {
                    passages.begins.resize(first + 1, false);
                }
                passages.begins[first] = true;
            }
        }
        passages
    }

    /// The place that control reaches through brackets and jumps. If these form a cycle, it is a
    /// place in the cycle.
    pub(super) fn ahead(&self, place: Place) -> Place {
        self.ahead[place]
    }

    /// Tells whether a bracket or jump may begin with a word.
    pub(super) fn may_begin(&self, word: Word) -> bool {
        self.begins.get(word as usize) == Some(&true)
    }
}
