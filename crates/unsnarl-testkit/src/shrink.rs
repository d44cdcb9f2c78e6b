//! Makes a graph smaller as long as it still fails.
//!
//! *Needs:* a graph that fails, and the test. *Gives:* one that passes if any block or arm is
//! removed. *Cost:* O(size²) trials at worst.

use crate::Rows;
use crate::rows::usual_exit;
use unsnarl::Cfg;

/// Takes blocks and arms away from a graph as long as `fails` holds of it.
pub fn shrink(cfg: &Cfg, fails: impl Fn(&Cfg) -> bool) -> Cfg {
    let mut least = Rows::from_cfg(cfg);
    loop {
        let next = smaller(&least).find(|rows| fails(&rows.cfg()));
        let Some(next) = next else {
            return least.cfg();
        };
        least = next;
    }
}

/// Walks the graphs that are one step smaller, large steps first.
fn smaller(rows: &Rows) -> impl Iterator<Item = Rows> + '_ {
    let blocks = 0..rows.blocks.len();
    let without = blocks.clone().filter_map(|block| without(rows, block));
    let past = blocks.clone().filter_map(|block| past(rows, block));
    let arms = blocks.clone().flat_map(move |block| {
        (0..rows.blocks[block].1.len()).map(move |slot| {
            let mut rows = rows.clone();
            rows.blocks[block].1.remove(slot);
            usual(&mut rows, block);
            rows
        })
    });
    let plain = blocks.filter_map(|block| {
        let mut plain = rows.clone();
        usual(&mut plain, block);
        (plain != *rows).then_some(plain)
    });
    without.chain(past).chain(arms).chain(plain)
}

/// Takes a block away, and every arm that leads to it.
fn without(rows: &Rows, block: usize) -> Option<Rows> {
    if block == rows.entry {
        return None;
    }
    let mut rows = rows.clone();
    for from in 0..rows.blocks.len() {
        let before = rows.blocks[from].1.len();
        rows.blocks[from].1.retain(|&arm| arm != block);
        if rows.blocks[from].1.len() < before {
            usual(&mut rows, from);
        }
    }
    Some(drop_row(rows, block))
}

/// Takes a block away that jumps, and leads what leads to it to its target.
fn past(rows: &Rows, block: usize) -> Option<Rows> {
    let &[target] = rows.blocks[block].1.as_slice() else {
        return None;
    };
    if target == block {
        return None;
    }
    let mut rows = rows.clone();
    for (_, arms) in &mut rows.blocks {
        arms.iter_mut()
            .filter(|arm| **arm == block)
            .for_each(|arm| *arm = target);
    }
    if rows.entry == block {
        rows.entry = target;
    }
    Some(drop_row(rows, block))
}

/// Drops a row that no arm leads to.
fn drop_row(mut rows: Rows, block: usize) -> Rows {
    rows.blocks.remove(block);
    let arms = rows.blocks.iter_mut().flat_map(|(_, arms)| arms);
    for number in arms.chain([&mut rows.entry]) {
        *number -= usize::from(*number > block);
    }
    rows
}

fn usual(rows: &mut Rows, block: usize) {
    let (exit, arms) = &mut rows.blocks[block];
    *exit = usual_exit(arms.len());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Knobs, graph, is_reducible};
    use crate::{Rng, notation};

    #[test]
    fn an_irreducible_graph_shrinks_to_the_smallest_one() {
        let mut rng = Rng::new(3);
        let mut shrunk = 0;
        while shrunk < 20 {
            let knobs = Knobs::any(&mut rng, 12);
            let cfg = graph(&mut rng, &knobs);
            if is_reducible(&cfg) {
                continue;
            }
            shrunk += 1;
            let least = shrink(&cfg, |cfg| !is_reducible(cfg));
            let size = (least.block_count(), least.edge_count());
            assert_eq!(size, (3, 4), "{}", notation::show(&least));
        }
    }
}
