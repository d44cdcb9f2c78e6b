//! Which variables of control may be read later.
//!
//! *Needs:* the places of a text. *Gives:* for each place the variables that matter there.
//! *Cost:* O(places · variables / 64), times the depth of loops.

use super::flow::{Flow, Place, Step};
use super::tokens::Tokens;
use super::variables::Variables;
use alloc::vec;
use alloc::vec::Vec;

/// The live variables of each place, as bits.
pub(super) struct Live {
    rows: Vec<u64>,
    width: usize,
}

impl Live {
    pub(super) fn new(flow: &Flow, tokens: &Tokens, variables: &Variables) -> Live {
        let width = variables.kinds.len().div_ceil(64);
        let count = flow.steps.len();
        let mut live = Live {
            rows: vec![0; width * count],
            width,
        };
        if width == 0 {
            return live;
        }
        let mut before: Vec<Vec<Place>> = vec![Vec::new(); count];
        for (place, step) in flow.steps.iter().enumerate() {
            each_next(step, |next| before[next].push(place));
        }
        // Places come before those in them, so this order is close to that of control.
        let mut work: Vec<Place> = (0..count).collect();
        let mut waits = vec![true; count];
        let mut row = vec![0; width];
        while let Some(place) = work.pop() {
            waits[place] = false;
            row.fill(0);
            let step = &flow.steps[place];
            each_next(step, |next| {
                for (own, &other) in row.iter_mut().zip(live.row(next)) {
                    *own |= other;
                }
            });
            if let Step::Set { variable, .. } | Step::Save { variable, .. } = step {
                row[variable / 64] &= !(1 << (variable % 64));
            }
            // A condition counts with all of its parts, whichever of them is asked.
            if let Step::Ask { span, .. } | Step::Choose { span, .. } = step {
                let words = tokens.words[span.clone()].iter();
                for variable in words.filter_map(|&word| variables.of(word)) {
                    row[variable / 64] |= 1 << (variable % 64);
                }
            }
            if row != live.row(place) {
                live.rows[place * width..][..width].copy_from_slice(&row);
                for &place in &before[place] {
                    if !waits[place] {
                        waits[place] = true;
                        work.push(place);
                    }
                }
            }
        }
        live
    }

    fn row(&self, place: Place) -> &[u64] {
        &self.rows[place * self.width..][..self.width]
    }

    /// Tells whether a variable may be read from a place on.
    pub(super) fn is_live(&self, place: Place, variable: usize) -> bool {
        self.row(place)[variable / 64] >> (variable % 64) & 1 == 1
    }
}

/// Calls `found` with each place that may come next.
pub(super) fn each_next(step: &Step, mut found: impl FnMut(Place)) {
    match step {
        Step::Act { next, .. } | Step::Set { next, .. } | Step::Save { next, .. } => found(*next),
        // A host's statement, which control may pass by as a whole, has no variables of control.
        Step::Enter { into, .. } => found(*into),
        Step::Go { to, .. } => found(*to),
        Step::Ask { yes, no, parts, .. } => {
            found(*yes);
            found(*no);
            parts.iter().for_each(|parts| found(parts.first));
        }
        Step::Choose { cases, others, .. } => {
            cases.values().for_each(|&to| found(to));
            found(*others);
        }
        Step::End | Step::Never | Step::Lost { .. } => {}
    }
}
