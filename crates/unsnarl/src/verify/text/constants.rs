//! Which constants the label may still be compared with.
//!
//! *Needs:* the places of a text. *Gives:* [`Constants`]: in place of a value that nothing will be
//! compared with, one that stands for all of these.
//! *Cost:* O(places + constants · log constants).
//! *Departs:* from liveness of each value for itself, which is quadratic where many loops in a row
//! have a value each: a value counts as long as a comparison with it can be reached, also if the
//! label is set before.
//!
//! A label need not be set back, so it holds at any place what one of many loops before it has left
//! there. Without this each of these values would be a state of its own.

use super::flow::{Flow, Place, Step, number};
use super::tokens::{Tokens, Words};
use super::variables::{Kind, Variables};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// The constants that the label is compared with, and where.
pub(super) struct Constants {
    /// By place: its component. What control gets to from a place has no larger one.
    components: Vec<usize>,
    /// By constant: the least component in which it is compared.
    last: BTreeMap<u32, usize>,
    /// The value for all others; nothing if some comparison is not understood.
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

    /// The value that the label may be taken to have at a place in place of another one.
    pub(super) fn kept(&self, place: Place, value: u32) -> u32 {
        let is_compared = self.last.get(&value);
        match is_compared.is_some_and(|&last| last <= self.components[place]) {
            true => value,
            false => self.other.unwrap_or(value),
        }
    }
}
