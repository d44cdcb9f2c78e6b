//! Sets of positions, as segments.
//!
//! *Needs:* pieces of a line, such as the places in a function where a value is live.
//! *Gives:* [`Segments`]. *Cost:* a test for overlap and a union take the smaller set times a
//! logarithm.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// A piece of the line: from a position to before another.
pub type Segment = (u32, u32);

/// Positions, as segments that neither overlap nor touch, in order.
///
/// ```
/// use unsnarl::Segments;
///
/// let mut live = Segments::of([(1, 3), (8, 9)]);
/// assert!(live.overlap(&Segments::of([(2, 5)])));
/// live.absorb(Segments::of([(3, 8)]));
/// assert_eq!(live.iter().collect::<Vec<_>>(), [(1, 9)]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Segments(BTreeMap<u32, u32>);

impl Segments {
    /// The positions of segments that ascend and may touch.
    pub fn of(ascending: impl IntoIterator<Item = Segment>) -> Self {
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
    pub fn iter(&self) -> impl Iterator<Item = Segment> + '_ {
        self.0.iter().map(|(&start, &end)| (start, end))
    }

    /// The number of segments.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Tells whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The first position.
    pub fn start(&self) -> Option<u32> {
        self.0.first_key_value().map(|(&start, _)| start)
    }

    /// The position after the last one.
    pub fn end(&self) -> Option<u32> {
        self.0.last_key_value().map(|(_, &end)| end)
    }

    /// Removes the first segment if it starts at a position.
    pub fn pop_at(&mut self, start: u32) -> Option<Segment> {
        let first = self.0.first_entry().filter(|first| *first.key() == start)?;
        Some(first.remove_entry())
    }

    /// Tells whether the two have a position in common. The cost is that of the one with fewer
    /// segments, times a logarithm.
    pub fn overlap(&self, other: &Segments) -> bool {
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
    pub fn absorb(&mut self, mut other: Segments) {
        if self.len() < other.len() {
            core::mem::swap(self, &mut other);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(left: &[(u32, u32)], right: &[(u32, u32)], union: Option<&[(u32, u32)]>) {
        let [own, other] = [left, right].map(|list| Segments::of(list.iter().copied()));
        assert_eq!(own.overlap(&other), union.is_none());
        assert_eq!(other.overlap(&own), union.is_none());
        if let Some(union) = union {
            let mut all = own;
            all.absorb(other);
            assert_eq!(all.0.into_iter().collect::<Vec<_>>(), union);
        }
    }

    #[test]
    fn positions_are_joined_or_shared() {
        check(&[(1, 3)], &[(3, 5)], Some(&[(1, 5)]));
        check(&[(1, 3), (5, 7)], &[(3, 5)], Some(&[(1, 7)]));
        check(&[(1, 3)], &[(4, 5)], Some(&[(1, 3), (4, 5)]));
        check(&[(1, 3)], &[(2, 5)], None);
        check(&[(1, 9)], &[(2, 3), (4, 5), (6, 7)], None);
        check(
            &[(1, 2), (3, 4), (8, 9)],
            &[(5, 6)],
            Some(&[(1, 2), (3, 4), (5, 6), (8, 9)]),
        );
        check(&[], &[(5, 6)], Some(&[(5, 6)]));
    }
}
