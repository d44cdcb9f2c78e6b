//! Sets of positions, as segments.
//!
//! *Gives:* [`Segments`], with a test for overlap and a union, both in the smaller set times a
//! logarithm.

use std::collections::BTreeMap;

/// Positions, as segments that neither overlap nor touch: by its start, the position after each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Segments(BTreeMap<u32, u32>);

impl Segments {
    /// The positions of segments that ascend.
    pub(super) fn of(ascending: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut segments = BTreeMap::new();
        let mut last: Option<(u32, u32)> = None;
        for (start, end) in ascending {
            match &mut last {
                Some((_, until)) if *until >= start => *until = end.max(*until),
                last => {
                    segments.extend(last.replace((start, end)));
                }
            }
        }
        segments.extend(last);
        Segments(segments)
    }

    /// The number of segments.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Tells whether the two have a position in common.
    pub(super) fn overlap(&self, other: &Segments) -> bool {
        let (few, many) = match self.len() <= other.len() {
            true => (self, other),
            false => (other, self),
        };
        few.0.iter().any(|(&start, &end)| {
            let before_end = many.0.range(..end).next_back();
            before_end.is_some_and(|(_, &until)| until > start)
        })
    }

    /// Adds the positions of another set, none of which is in this one.
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
