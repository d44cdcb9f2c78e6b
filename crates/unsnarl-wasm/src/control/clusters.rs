//! Clusters: cases of a decision that one comparison or one table covers.
//!
//! *Needs:* values in ascending order, each with its target.
//! *Gives:* [`clusters`], which cover them in order: ranges with one target each, and tables over
//! ranges.
//! *Cost:* linear in the cases. *Source:* the clusters of LLVM's switch lowering, which are fewest
//! for a fixed density, in quadratic time. *Departs:* here the bytes are fewest. The bytes of a
//! table are linear in its span, so the best last range for each first one is a minimum over a
//! sliding window.

use std::collections::VecDeque;

/// The bytes of a comparison with one constant, with two constants, and of a table without entries,
/// with its part of the tree, because two tables are always separated by a comparison.
const TEST: i128 = 8;
const RANGE_TEST: i128 = 11;
const TABLE: i128 = 11;
/// The cost that every cluster adds to the tree above it, in bytes and in time.
const NODE: i128 = 7;
/// Entries of a table at most: engines refuse tables of 65,521 and more.
const MOST_ENTRIES: i128 = 60_000;

/// Consecutive values with one target frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) low: i64,
    pub(super) high: i64,
    /// The frame to jump to.
    pub(super) frame: usize,
}

/// Ranges of one decision, by their positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cluster {
    /// By one or two comparisons.
    One(usize),
    /// By a table: the first, and the one after the last.
    Table(usize, usize),
}

impl Cluster {
    /// The position of the first range.
    pub(super) fn start(&self) -> usize {
        match *self {
            Cluster::One(start) | Cluster::Table(start, _) => start,
        }
    }
}

/// Joins consecutive values with one target frame; they are ascending, each with its frame.
pub(super) fn ranges(cases: impl IntoIterator<Item = (i64, usize)>) -> Vec<Range> {
    let mut ranges: Vec<Range> = Vec::new();
    for (value, frame) in cases {
        match ranges.last_mut() {
            Some(last) if last.frame == frame && last.high.checked_add(1) == Some(value) => {
                last.high = value;
            }
            _ => ranges.push(Range {
                low: value,
                high: value,
                frame,
            }),
        }
    }
    ranges
}

/// Covers ranges, which ascend, by clusters of the fewest bytes.
pub(super) fn clusters(ranges: &[Range]) -> Vec<Cluster> {
    // From the back. By range: the bytes for it and all after it, and the end of the cluster that
    // begins there.
    let mut bytes = vec![0; ranges.len() + 1];
    let mut ends = vec![0; ranges.len()];
    let mut window = Window::default();
    for (start, range) in ranges.iter().enumerate().rev() {
        let low = i128::from(range.low);
        window.add(start, i128::from(range.high) + bytes[start + 1]);
        window.forget(|last| i128::from(ranges[last].high) - low >= MOST_ENTRIES);
        let test = if range.low == range.high {
            TEST
        } else {
            RANGE_TEST
        };
        bytes[start] = NODE + test + bytes[start + 1];
        ends[start] = start + 1;
        if let Some((last, least)) = window.least() {
            let table = NODE + TABLE + 1 + least - low;
            // A table over one range has several equal entries.
            if table <= bytes[start] && last > start {
                bytes[start] = table;
                ends[start] = last + 1;
            }
        }
    }
    let mut clusters = Vec::new();
    let mut start = 0;
    while let Some(&end) = ends.get(start) {
        clusters.push(if end == start + 1 {
            Cluster::One(start)
        } else {
            Cluster::Table(start, end)
        });
        start = end;
    }
    clusters
}

/// The least of the keys in a window that moves down: positions come in at its lower end and leave
/// at its upper one.
#[derive(Default)]
struct Window {
    /// Positions and keys from low to high. A key is less than all below it, which leave later.
    kept: VecDeque<(usize, i128)>,
}

impl Window {
    fn add(&mut self, position: usize, key: i128) {
        while self.kept.front().is_some_and(|&(_, other)| other >= key) {
            self.kept.pop_front();
        }
        self.kept.push_front((position, key));
    }

    fn forget(&mut self, is_outside: impl Fn(usize) -> bool) {
        while self
            .kept
            .back()
            .is_some_and(|&(position, _)| is_outside(position))
        {
            self.kept.pop_back();
        }
    }

    fn least(&self) -> Option<(usize, i128)> {
        self.kept.back().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cases as `VALUE:FRAME`, clusters as `LOW..HIGH`, tables in brackets.
    #[track_caller]
    fn check(cases: &str, expected: &str) {
        let cases = cases.split_whitespace().map(|case| {
            let (value, frame) = case.split_once(':').expect("a case is VALUE:FRAME");
            let number = "the test is well formed";
            (value.parse().expect(number), frame.parse().expect(number))
        });
        let ranges = ranges(cases);
        let shown: Vec<String> = clusters(&ranges)
            .into_iter()
            .map(|cluster| match cluster {
                Cluster::One(one) if ranges[one].low == ranges[one].high => {
                    ranges[one].low.to_string()
                }
                Cluster::One(one) => format!("{}..{}", ranges[one].low, ranges[one].high),
                Cluster::Table(start, end) => {
                    format!("[{}..{}]", ranges[start].low, ranges[end - 1].high)
                }
            })
            .collect();
        assert_eq!(shown.join(" "), expected);
    }

    #[test]
    fn clusters_are_the_shortest() {
        check("", "");
        check("7:0", "7");
        check("7:0 8:1", "[7..8]");
        check("7:0 100:1", "7 100");
        check("48:0 49:0 50:0 51:0 52:0 53:0 54:0", "48..54");
        check(
            "42:0 57:0 69:0 73:0 91:0 103:0 113:0 666:0",
            "[42..113] 666",
        );
        check(
            "0:0 1:1 2:2 1000:0 2000:0 2001:1 2003:0",
            "[0..2] 1000 [2000..2003]",
        );
        check(
            "-9223372036854775808:0 9223372036854775807:1",
            "-9223372036854775808 9223372036854775807",
        );
    }

    /// Compared with exhaustive search, on all sets of a few values.
    #[test]
    fn no_other_cover_is_shorter() {
        for set in 0_u32..1 << 10 {
            let values = (0..10).filter(|bit| set >> bit & 1 == 1);
            let cases = values.map(|bit| (bit * bit * 3, (bit % 3) as usize));
            let ranges = ranges(cases);
            let cost = |cluster: &Cluster| match *cluster {
                Cluster::One(one) if ranges[one].low == ranges[one].high => NODE + TEST,
                Cluster::One(_) => NODE + RANGE_TEST,
                Cluster::Table(start, end) => {
                    NODE + TABLE + i128::from(ranges[end - 1].high - ranges[start].low + 1)
                }
            };
            let found: i128 = clusters(&ranges).iter().map(cost).sum();
            let mut best = vec![0; ranges.len() + 1];
            for start in (0..ranges.len()).rev() {
                let one = cost(&Cluster::One(start)) + best[start + 1];
                let tables = (start + 2..=ranges.len())
                    .map(|end| cost(&Cluster::Table(start, end)) + best[end]);
                best[start] = tables.fold(one, i128::min);
            }
            assert_eq!(found, best[0], "{ranges:?}");
        }
    }

    #[test]
    fn tables_have_an_end() {
        let ranges = ranges((0..200_000).map(|value| (value, (value % 2) as usize)));
        let clusters = clusters(&ranges);
        assert_eq!(clusters.len(), 4);
        for cluster in clusters {
            assert!(matches!(cluster, Cluster::Table(start, end) if end - start <= 60_000));
        }
    }
}
