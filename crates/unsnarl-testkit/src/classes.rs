//! Classes of graphs that have the same layouts.
//!
//! *Needs:* a graph of at most 16 blocks in which no block has more than two targets.
//! *Gives:* [`class`], the same for graphs that differ in block numbers, in which of two arms comes
//! first, and in whether a target is that of two arms or of one.
//! *Cost:* 2ᵇ walks for b blocks with two targets.
//!
//! What the best layout of a graph costs depends on its class alone, so it has to be found only
//! once for each.

use std::collections::BTreeSet;
use unsnarl::{BlockId, Cfg, Id};

/// Targets by block; blocks are numbered as a walk meets them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Class(Vec<Vec<u8>>);

/// Gives the class of a graph: nothing if the graph is too large or a block has three targets.
pub fn class(cfg: &Cfg) -> Option<Class> {
    let targets = |block: BlockId| -> Vec<BlockId> {
        let all: BTreeSet<BlockId> = cfg.successors(block).iter().copied().collect();
        all.into_iter().collect()
    };
    let rows: Vec<Vec<BlockId>> = cfg.blocks().map(targets).collect();
    if rows.len() > 16 || rows.iter().any(|row| row.len() > 2) {
        return None;
    }
    let two = (0..rows.len()).filter(|&block| rows[block].len() == 2);
    let two: u32 = two.fold(0, |set, block| set | 1 << block);
    let mut swapped = Some(two);
    let all = std::iter::from_fn(|| {
        let set = swapped?;
        swapped = (set != 0).then(|| (set - 1) & two);
        Some(walked(&rows, cfg.entry(), set))
    });
    all.min().map(Class)
}

/// Numbers the blocks in the order in which a walk meets them that takes the second arm first where
/// the arms are swapped.
fn walked(rows: &[Vec<BlockId>], entry: BlockId, swapped: u32) -> Vec<Vec<u8>> {
    let mut numbers = vec![None; rows.len()];
    numbers[entry.index()] = Some(0);
    let mut met = vec![entry.index()];
    let mut walked: Vec<Vec<u8>> = Vec::new();
    while let Some(&block) = met.get(walked.len()) {
        let mut row = rows[block].clone();
        if swapped >> block & 1 == 1 {
            row.reverse();
        }
        let mut targets: Vec<u8> = Vec::with_capacity(row.len());
        for target in row {
            let number = *numbers[target.index()].get_or_insert(met.len() as u8);
            if usize::from(number) == met.len() {
                met.push(target.index());
            }
            targets.push(number);
        }
        targets.sort_unstable();
        walked.push(targets);
    }
    walked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optimum::optimum;
    use crate::{Rows, exhaustive};
    use std::collections::BTreeMap;
    use unsnarl::reduce::Reducible;

    #[track_caller]
    fn check(one: &[&[usize]], other: &[&[usize]], alike: bool) {
        let [one, other] = [one, other].map(|rows| {
            let cfg = Rows::of(rows.iter().map(|row| row.to_vec()).collect()).cfg();
            class(&cfg).expect("the graph is small")
        });
        assert_eq!(one == other, alike, "{one:?} {other:?}");
    }

    #[test]
    fn numbers_and_the_order_of_arms_do_not_matter() {
        check(&[&[1, 2], &[2], &[]], &[&[2, 1], &[2], &[]], true);
        check(&[&[1, 2], &[2], &[]], &[&[1, 2], &[], &[1]], true);
        check(&[&[1, 1], &[]], &[&[1], &[]], true);
        check(&[&[1, 2], &[2], &[]], &[&[1, 2], &[], &[]], false);
        check(&[&[1, 2], &[0], &[]], &[&[1, 2], &[], &[]], false);
        let wide = Rows::of(vec![vec![1, 2, 3], vec![], vec![], vec![]]).cfg();
        assert_eq!(class(&wide), None);
    }

    #[test]
    fn graphs_of_a_class_have_layouts_of_the_same_cost() {
        let mut known = BTreeMap::new();
        let mut graphs = 0;
        for cfg in exhaustive::graphs(4).filter(|cfg| Reducible::test(cfg).is_ok()) {
            let class = class(&cfg).expect("the graph is small");
            let best = optimum(&cfg, 20_000);
            assert_eq!(*known.entry(class).or_insert(best), best);
            graphs += 1;
        }
        assert!(known.len() * 10 < graphs, "{} classes", known.len());
    }
}
