//! Sets of positions on the line of a function, as segments.

use std::collections::BTreeMap;

/// A piece of the line: from a position to before another.
pub(super) type Segment = (u32, u32);

/// Positions, as segments that neither overlap nor touch, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Segments(BTreeMap<u32, u32>);

impl Segments {
    /// The positions of segments that ascend and may touch.
    pub(super) fn of(ascending: impl IntoIterator<Item = Segment>) -> Self {
        let mut apart: Vec<Segment> = Vec::new();
        for (start, end) in ascending {
            match apart.last_mut() {
                Some(last) if last.1 >= start => last.1 = last.1.max(end),
                _ => apart.push((start, end)),
            }
        }
        Segments(apart.into_iter().collect())
    }

    /// The segments in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Segment> + '_ {
        self.0.iter().map(|(&start, &end)| (start, end))
    }

    /// The number of segments.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The first position.
    pub(super) fn start(&self) -> Option<u32> {
        self.0.first_key_value().map(|(&start, _)| start)
    }

    /// The position after the last one.
    pub(super) fn end(&self) -> Option<u32> {
        self.0.last_key_value().map(|(_, &end)| end)
    }

    /// Removes the first segment if it starts at a position.
    pub(super) fn pop_at(&mut self, start: u32) -> Option<Segment> {
        let first = self.0.first_entry().filter(|first| *first.key() == start)?;
        Some(first.remove_entry())
    }

    /// Tells whether the two have a position in common. The cost is that of the one with fewer
    /// segments, times a logarithm.
    pub(super) fn overlap(&self, other: &Segments) -> bool {
        let (few, many) = match self.len() <= other.len() {
            true => (self, other),
            false => (other, self),
        };
        few.iter().any(|(start, end)| {
            let before_end = many.0.range(..end).next_back();
            before_end.is_some_and(|(_, &other_end)| other_end > start)
        })
    }

    /// Adds the positions of another, none of which is among these. All such steps that build a set
    /// cost its segments, times the square of a logarithm: the fewer are moved.
    pub(super) fn absorb(&mut self, mut other: Segments) {
        if self.len() < other.len() {
            std::mem::swap(self, &mut other);
        }
        for (start, end) in other.0 {
            let end = self.0.remove(&end).unwrap_or(end);
            match self.0.range_mut(..start).next_back() {
                Some((_, before)) if *before == start => *before = end,
                _ => {
                    self.0.insert(start, end);
                }
            }
        }
    }
}
