//! Colours: the local of each web.
//!
//! *Needs:* the segments of webs, and the colours of those that hold parameters.
//! *Gives:* [`Colors`]: webs that are live at once differ.
//! *Cost:* segments times the square of a logarithm, and the [budget](Budget) for colours that are
//! tried in vain.
//! *Source:* linear scan with holes in live ranges \[Poletto99\], first fit.
//! *Departs:* no register is ever spilled here. When the budget is spent, holes are closed: then
//! every colour that is free at a position stays free, and the first one fits.
//!
//! The scan goes along the line. A colour is free where none of the webs that have it is live; a
//! web takes the first free colour of its type whose later segments it does not overlap.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use crate::Type;

use super::budget::Budget;
use unsnarl::Segments;

/// What happens to a colour at a position. Ends come first: a colour that ends where it starts
/// again is not free.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    End,
    Start,
}

/// The colours of a function up to a position on its line.
pub(super) struct Colors {
    all: Vec<Color>,
    /// The colours that are free, by type.
    free: BTreeMap<Type, BTreeSet<usize>>,
    events: BinaryHeap<Reverse<(u32, Event, usize)>>,
    budget: Budget,
    holes: Holes,
}

/// A colour.
struct Color {
    ty: Type,
    /// Its segments that start later.
    later: Segments,
    /// The position after the last of its segments.
    end: u32,
}

/// Whether webs may lie in holes between the segments of others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holes {
    Open,
    Closed,
}

impl Colors {
    /// The colours of parameters of these types, which are free.
    pub(super) fn new(parameters: &[Type], budget: Budget) -> Self {
        let mut colors = Colors {
            all: Vec::new(),
            free: BTreeMap::new(),
            events: BinaryHeap::new(),
            budget,
            holes: Holes::Open,
        };
        for &ty in parameters {
            colors.add(ty);
        }
        colors
    }

    /// The types of all colours.
    pub(super) fn types(&self) -> impl Iterator<Item = Type> + '_ {
        self.all.iter().map(|color| color.ty)
    }

    /// Gives a colour to a web. Webs come in the order in which they start.
    pub(super) fn choose(&mut self, ty: Type, segments: Segments) -> usize {
        if let Some(start) = segments.start() {
            self.advance(start);
        }
        let color = self.first_fit(ty, &segments);
        let color = color.unwrap_or_else(|| self.add(ty));
        self.give(color, segments);
        color
    }

    /// Gives a colour to a web that fits it.
    pub(super) fn give(&mut self, color: usize, segments: Segments) {
        let (Some(start), Some(end)) = (segments.start(), segments.end()) else {
            return;
        };
        let own = &mut self.all[color];
        own.end = own.end.max(end);
        match self.holes {
            Holes::Open => {
                let starts = segments.iter();
                let events = starts.map(|(start, _)| Reverse((start, Event::Start, color)));
                self.events.extend(events);
                own.later.absorb(segments);
                self.advance(start);
            }
            Holes::Closed => self.occupy(color, end),
        }
    }

    /// A new colour, which is free.
    fn add(&mut self, ty: Type) -> usize {
        let color = self.all.len();
        let later = Segments::default();
        self.all.push(Color { ty, later, end: 0 });
        self.free.entry(ty).or_default().insert(color);
        color
    }

    /// Goes on to a position.
    fn advance(&mut self, to: u32) {
        while let Some(&Reverse((position, event, color))) = self.events.peek()
            && position <= to
        {
            self.events.pop();
            match event {
                Event::End => {
                    let ty = self.all[color].ty;
                    self.free.entry(ty).or_default().insert(color);
                }
                Event::Start => {
                    // None if the segment was joined to the one before.
                    if let Some((_, end)) = self.all[color].later.pop_at(position) {
                        self.occupy(color, end);
                    }
                }
            }
        }
    }

    /// A colour is not free until a position.
    fn occupy(&mut self, color: usize, end: u32) {
        let free = self.free.entry(self.all[color].ty).or_default();
        free.remove(&color);
        self.events.push(Reverse((end, Event::End, color)));
    }

    /// The first free colour that fits.
    fn first_fit(&mut self, ty: Type, segments: &Segments) -> Option<usize> {
        let start = segments.start()?;
        for &color in self.free.get(&ty)? {
            let own = &self.all[color];
            if own.end <= start {
                return Some(color);
            }
            if !self.budget.spend(own.later.len().min(segments.len())) {
                self.close_holes(start);
                return self.free.get(&ty)?.first().copied();
            }
            if !own.later.overlap(segments) {
                return Some(color);
            }
        }
        None
    }

    /// From a position on, a colour is free only where its last segment has ended.
    fn close_holes(&mut self, position: u32) {
        self.holes = Holes::Closed;
        self.events.clear();
        for color in 0..self.all.len() {
            self.all[color].later = Segments::default();
            let end = self.all[color].end;
            if end > position {
                self.occupy(color, end);
            }
        }
    }
}
