//! Every small graph, once.
//!
//! *Needs:* a number of blocks. *Gives:* every graph of at most this many blocks in which each
//! block has no arm, one, or two, and each can be reached; one of each class of graphs that differ
//! in block numbers only. *Cost:* O(blocks) for each graph; no graph is made that is not given.
//!
//! Blocks are numbered in the order in which a walk over the rows first meets them: the entry is 0,
//! and an arm leads to a block that has been met or to the next number. Every graph has exactly one
//! such numbering. The rows are counted up like the digits of a number: the last one first, and a
//! row that cannot be raised is dropped.

use crate::Rows;
use unsnarl::Cfg;

/// Walks all graphs of up to `blocks` blocks.
pub fn graphs(blocks: usize) -> impl Iterator<Item = Cfg> {
    let mut counter = Counter {
        most: blocks,
        rows: Vec::new(),
        met: Vec::new(),
    };
    counter.fill();
    let mut fresh = true;
    core::iter::from_fn(move || {
        if blocks == 0 || !fresh && !counter.raise() {
            return None;
        }
        fresh = false;
        Some(Rows::of(counter.rows.clone()).cfg())
    })
}

struct Counter {
    most: usize,
    rows: Vec<Vec<usize>>,
    /// How many blocks have been met before each row.
    met: Vec<usize>,
}

impl Counter {
    /// Appends the least row for each block that has been met and has none.
    fn fill(&mut self) {
        loop {
            let met = self.met_after();
            if self.rows.len() == met {
                return;
            }
            self.rows.push(Vec::new());
            self.met.push(met);
        }
    }

    /// Gives how many blocks have been met after the last row.
    fn met_after(&self) -> usize {
        let before = self.met.last().copied().unwrap_or(1);
        let row = self.rows.last().map_or(&[][..], Vec::as_slice);
        row.iter().fold(before, |met, &arm| met.max(arm + 1))
    }

    /// Goes on to the next graph; false if this was the last.
    fn raise(&mut self) -> bool {
        while let (Some(row), Some(&met)) = (self.rows.last_mut(), self.met.last()) {
            if raise_row(row, met, self.most) {
                self.fill();
                return true;
            }
            self.rows.pop();
            self.met.pop();
        }
        false
    }
}

/// Raises a row: arms count up from the last, then an arm is added. An arm may lead to a block that
/// has been met before it, or to the next one if that does not exceed the number of blocks.
fn raise_row(row: &mut Vec<usize>, met: usize, most: usize) -> bool {
    for slot in (0..row.len()).rev() {
        let met = row[..slot].iter().fold(met, |met, &arm| met.max(arm + 1));
        if row[slot] < met.min(most - 1) {
            row[slot] += 1;
            return true;
        }
        row[slot] = 0;
    }
    row.push(0);
    row.len() <= 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Every assignment of rows, kept if a walk meets the blocks in the order of their numbers.
    fn brute_force(blocks: usize) -> BTreeSet<String> {
        let mut kept = BTreeSet::new();
        for count in 1..=blocks {
            let mut choices: Vec<Vec<usize>> = vec![vec![]];
            choices.extend((0..count).map(|arm| vec![arm]));
            choices.extend((0..count * count).map(|pair| vec![pair / count, pair % count]));
            for code in 0..choices.len().pow(count as u32) {
                let digit = |row| code / choices.len().pow(row as u32) % choices.len();
                let rows: Vec<Vec<usize>> =
                    (0..count).map(|row| choices[digit(row)].clone()).collect();
                if in_order(&rows) {
                    kept.insert(format!("{rows:?}"));
                }
            }
        }
        kept
    }

    fn in_order(rows: &[Vec<usize>]) -> bool {
        let mut met = vec![0];
        let mut at = 0;
        while at < met.len() {
            for &arm in &rows[met[at]] {
                if !met.contains(&arm) {
                    met.push(arm);
                }
            }
            at += 1;
        }
        met.len() == rows.len() && met.is_sorted()
    }

    #[test]
    fn small_graphs_are_those_of_brute_force() {
        for blocks in 0..=3 {
            let mut given = BTreeSet::new();
            for cfg in graphs(blocks) {
                let rows: Vec<Vec<usize>> = Rows::from_cfg(&cfg)
                    .blocks
                    .into_iter()
                    .map(|(_, arms)| arms)
                    .collect();
                assert!(given.insert(format!("{rows:?}")), "{rows:?} is given twice");
            }
            assert_eq!(given, brute_force(blocks));
        }
    }

    #[test]
    fn the_number_of_graphs_is_known() {
        let counts: Vec<usize> = (0..=4).map(|blocks| graphs(blocks).count()).collect();
        assert_eq!(counts, [0, 3, 31, 512, 12_020]);
    }
}
