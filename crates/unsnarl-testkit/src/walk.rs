//! A bare depth-first walk: a lower bound on the cost of any work on a graph.

use unsnarl::{Cfg, Id};

/// Visits every block that can be reached, and gives their number.
pub fn walk(cfg: &Cfg) -> usize {
    let mut seen = vec![false; cfg.block_count()];
    let mut work = vec![(cfg.entry(), 0)];
    seen[cfg.entry().index()] = true;
    let mut count = 0;
    while let Some((block, slot)) = work.pop() {
        let Some(&next) = cfg.successors(block).get(slot) else {
            count += 1;
            continue;
        };
        work.push((block, slot + 1));
        if !seen[next.index()] {
            seen[next.index()] = true;
            work.push((next, 0));
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rows;

    #[test]
    fn only_what_can_be_reached_counts() {
        let rows = vec![vec![1, 2], vec![0], vec![], vec![0, 1]];
        assert_eq!(walk(&Rows::of(rows).cfg()), 3);
    }
}
