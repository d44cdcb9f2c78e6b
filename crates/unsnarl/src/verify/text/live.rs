//! The variables of control that may be read later.
//!
//! *Needs:* the places of a text, and their components. *Gives:* for each place the variables that
//! matter there.
//! *Cost:* at most O(places · variables / 64) times the depth of loops; O(places · log variables)
//! where each variable is used in a small part of the text. Memory grows with the differences
//! between neighbouring places.
//!
//! A text may have a flag for each of many loops. A flag is false until it is set, and states omit
//! flags that are false, so a flag does not matter at the places before. Therefore the flags of
//! loops in a row are live for a short time only.
//!
//! 64 variables are followed at a time, backwards from where they are read. At each place reached
//! in this way, their bits form one number; equal numbers of consecutive places are kept once.

use super::components::each_next;
use super::flow::{Flow, Place, Step};
use super::tokens::Tokens;
use super::variables::{Kind, Variables};
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// The live variables of each place.
pub(super) struct Live {
    /// By variable: its group, and its bit in the group's numbers.
    seats: Vec<(usize, u32)>,
    /// By group: the live variables as bits, with the first place of each run of equal bits,
    /// ascending.
    runs: Vec<Vec<(Place, u64)>>,
}

impl Live {
    /// `components` gives the component of each place. No place that control can reach from it has
    /// a larger component.
    pub(super) fn new(
        flow: &Flow,
        tokens: &Tokens,
        variables: &Variables,
        components: &[usize],
    ) -> Live {
        let count = variables.kinds.len();
        let mut live = Live {
            seats: vec![(0, 0); count],
            runs: Vec::new(),
        };
        if count == 0 {
            return live;
        }
        let uses = Uses::find(flow, tokens, variables, components);
        let mut before: Vec<Vec<Place>> = vec![Vec::new(); flow.steps.len()];
        for (place, step) in flow.steps.iter().enumerate() {
            each_next(step, |next| before[next].push(place));
        }
        // Variables of one group are used in the same part of the text.
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|&variable| (Reverse(uses.latest[variable]), variable));
        let mut row = vec![0; flow.steps.len()];
        for group in order.chunks(64) {
            for (bit, &variable) in (0..).zip(group) {
                live.seats[variable] = (live.runs.len(), bit);
            }
            live.runs
                .push(uses.follow(group, &before, components, &mut row));
        }
        live
    }

    /// Tells whether a variable may be read at a place or after it.
    pub(super) fn is_live(&self, place: Place, variable: usize) -> bool {
        let (group, bit) = self.seats[variable];
        let runs = &self.runs[group];
        let behind = runs.partition_point(|&(first, _)| first <= place);
        let bits = behind.checked_sub(1).map_or(0, |own| runs[own].1);
        bits >> bit & 1 == 1
    }
}

/// The places where variables are read and set.
struct Uses {
    /// By variable: the places where it is read.
    reads: Vec<Vec<Place>>,
    sets: Vec<Vec<Place>>,
    /// By variable: the largest component in which it gets a value that is not false. Control comes
    /// to this component before all others of that kind.
    latest: Vec<usize>,
}

impl Uses {
    fn find(flow: &Flow, tokens: &Tokens, variables: &Variables, components: &[usize]) -> Uses {
        let count = variables.kinds.len();
        let is_flag = |kind: &Kind| *kind == Kind::Flag;
        let kinds = variables.kinds.iter();
        let mut uses = Uses {
            reads: vec![Vec::new(); count],
            sets: vec![Vec::new(); count],
            // Variables that are not flags may have a value from the start.
            latest: kinds
                .map(|kind| if is_flag(kind) { 0 } else { usize::MAX })
                .collect(),
        };
        for (place, step) in flow.steps.iter().enumerate() {
            match step {
                Step::Set {
                    variable,
                    value,
                    span,
                    ..
                } => {
                    uses.sets[*variable].push(place);
                    // A number that a block decides by may stand for a decision that holds.
                    if *value != 0 || !span.is_empty() {
                        let latest = &mut uses.latest[*variable];
                        *latest = components[place].max(*latest);
                    }
                }
                Step::Save { variable, .. } => uses.sets[*variable].push(place),
                // A condition reads the variables of all of its parts, whichever part is tested.
                Step::Ask { span, .. } | Step::Choose { span, .. } => {
                    let words = tokens.words[span.clone()].iter();
                    for variable in words.filter_map(|&word| variables.of(word)) {
                        uses.reads[variable].push(place);
                    }
                }
                _ => {}
            }
        }
        uses
    }

    /// Finds where the variables of a group are live: a list of places, each with the bits of the
    /// variables that are live from there on. `row` is all zeros before and after the call.
    fn follow(
        &self,
        group: &[usize],
        before: &[Vec<Place>],
        components: &[usize],
        row: &mut [u64],
    ) -> Vec<(Place, u64)> {
        let mut kills: BTreeMap<Place, u64> = BTreeMap::new();
        let mut starts: BTreeMap<Place, u64> = BTreeMap::new();
        for (bit, &variable) in group.iter().enumerate() {
            for &place in &self.sets[variable] {
                *kills.entry(place).or_default() |= 1 << bit;
            }
            for &place in &self.reads[variable] {
                *starts.entry(place).or_default() |= 1 << bit;
            }
        }
        // The variables that may have a value in a component come first in the group.
        let latest: Vec<usize> = group
            .iter()
            .map(|&variable| self.latest[variable])
            .collect();
        let may_matter = |place: Place| {
            let count = latest.partition_point(|&latest| latest >= components[place]);
            u64::MAX.checked_shr(64 - count as u32).unwrap_or(0)
        };
        let mut visited = Vec::new();
        let mut work = Vec::new();
        let mut add = |row: &mut [u64], work: &mut Vec<Place>, place: Place, bits: u64| {
            let new = bits & may_matter(place) & !row[place];
            if new == 0 {
                return;
            }
            if row[place] == 0 {
                visited.push(place);
            }
            row[place] |= new;
            work.push(place);
        };
        for (&place, &bits) in &starts {
            add(row, &mut work, place, bits);
        }
        while let Some(place) = work.pop() {
            let bits = row[place];
            for &place in &before[place] {
                let killed = kills.get(&place).copied().unwrap_or(0);
                add(row, &mut work, place, bits & !killed);
            }
        }
        visited.sort_unstable();
        let mut runs: Vec<(Place, u64)> = Vec::new();
        let mut end = 0;
        for &place in &visited {
            if place != end && runs.last().is_some_and(|&(_, bits)| bits != 0) {
                runs.push((end, 0));
            }
            if runs.last().map_or(0, |&(_, bits)| bits) != row[place] {
                runs.push((place, row[place]));
            }
            row[place] = 0;
            end = place + 1;
        }
        if !runs.is_empty() {
            runs.push((end, 0));
        }
        runs
    }
}
