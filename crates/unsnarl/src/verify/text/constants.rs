//! The constants that the label may still be compared with.
//!
//! *Needs:* the places of a text. *Gives:* [`Constants`]: one value that replaces all values of the
//! label with which no later comparison is made.
//! *Cost:* O(places + constants · log constants).
//! *Departs:* from the liveness of each value, which is quadratic where each of many loops in a row
//! has its own value. Here a value counts as long as a comparison with it can be reached, even if
//! the label is set before that.
//!
//! A text need not reset the label, so at any place it may hold the value that any of many loops
//! before has left there. Without this replacement each of these values would make a state of its
//! own.

use super::flow::{Flow, Place, Step, number};
use super::tokens::{Tokens, Words};
use super::variables::{Kind, Variables};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// The constants that the label is compared with, and where.
pub(super) struct Constants {
    /// By place: its component. No place that control can reach from it has a larger component.
    components: Vec<usize>,
    /// By constant: the least component in which it is compared.
    last: BTreeMap<u32, usize>,
    /// The value that replaces all others; nothing if some comparison is not understood.
    other: Option<u32>,
}

impl Constants {
    pub(super) fn new(
        flow: &Flow,
        tokens: &Tokens,
        words: &Words,
        variables: &Variables,
        components: Vec<usize>,
    ) -> Constants {
        let mut constants = Constants {
            components,
            last: BTreeMap::new(),
            other: None,
        };
        let mut is_known = true;
        for (place, step) in flow.steps.iter().enumerate() {
            let (Step::Ask { span, .. } | Step::Choose { span, .. }) = step else {
                continue;
            };
            let own = &tokens.words[span.clone()];
            let variable = own.first().and_then(|&word| variables.of(word));
            if variable.is_none_or(|variable| variables.kinds[variable] != Kind::Label) {
                continue;
            }
            constants.compared(0, place);
            for value in own.iter().filter_map(|&word| number(words.text(word))) {
                constants.compared(value, place);
            }
            if let Step::Choose { numbers, .. } = step {
                is_known &= numbers.is_some();
                for &value in numbers.iter().flat_map(BTreeMap::keys) {
                    constants.compared(value, place);
                }
            }
        }
        let mut others = (1..).filter(|value| !constants.last.contains_key(value));
        constants.other = others.next().filter(|_| is_known);
        constants
    }

    fn compared(&mut self, value: u32, place: Place) {
        let component = self.components[place];
        let last = self.last.entry(value).or_insert(component);
        *last = component.min(*last);
    }

    /// The value that stands for a value of the label at a place: the value itself, or the
    /// replacement.
    pub(super) fn kept(&self, place: Place, value: u32) -> u32 {
        let is_compared = self.last.get(&value);
        match is_compared.is_some_and(|&last| last <= self.components[place]) {
            true => value,
            false => self.other.unwrap_or(value),
        }
    }
}
