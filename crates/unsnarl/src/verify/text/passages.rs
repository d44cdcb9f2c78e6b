//! Brackets and jumps of a text, which control only passes.
//!
//! *Needs:* the places of a text. *Gives:* [`Passages`]: for each place the one that control gets
//! to through brackets and jumps alone. *Cost:* linear in the places and the words.
//!
//! A path into many loops at once passes all of their brackets. Where none of them can be a
//! statement of the host's, it need not pass them one by one.

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
                // A cycle comes back to this.
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

    /// The place that control gets to through brackets and jumps. If these make a cycle, it is one
    /// in the cycle.
    pub(super) fn ahead(&self, place: Place) -> Place {
        self.ahead[place]
    }

    /// Tells whether a bracket or jump may begin with a word.
    pub(super) fn may_begin(&self, word: Word) -> bool {
        self.begins.get(word as usize) == Some(&true)
    }
}
