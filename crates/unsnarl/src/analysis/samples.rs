//! Graphs for tests: written by hand, random, and large graphs of one shape.

use crate::cfg::{Cfg, CfgBuilder, Exit};
use crate::ids::{BlockId, Id, IdMap};
use alloc::vec::Vec;

/// Reads a graph such as `0: 1 2; 1: 0; 2:`. The entry comes first; blocks are numbered from zero,
/// and may come in any order.
#[track_caller]
pub(crate) fn graph(text: &str) -> Cfg {
    let number = |text: &str| text.trim().parse::<usize>().expect("a number of a block");
    let lines: Vec<_> = text
        .split(';')
        .filter_map(|line| line.split_once(':'))
        .collect();
    let entry = number(lines[0].0);
    let mut rows = alloc::vec![Vec::new(); lines.len()];
    for (block, arms) in &lines {
        rows[number(block)] = arms.split_whitespace().map(number).collect();
    }
    from_rows(entry, &rows)
}

/// Makes a graph from rows of successors. The length of a row determines the exit.
#[track_caller]
pub(crate) fn from_rows(entry: usize, rows: &[Vec<usize>]) -> Cfg {
    build(entry, rows.iter().map(|row| row.iter().copied()))
}

#[track_caller]
fn build<Row: ExactSizeIterator<Item = usize>>(
    entry: usize,
    rows: impl IntoIterator<Item = Row>,
) -> Cfg {
    let mut builder = CfgBuilder::new();
    for row in rows {
        let exit = match row.len() {
            0 => Exit::Return,
            1 => Exit::Jump,
            2 => Exit::Branch,
            _ => Exit::Switch,
        };
        builder.block(exit, row.map(BlockId::new));
    }
    builder
        .build(BlockId::new(entry))
        .expect("samples keep the rules")
}

/// A generator of numbers that look random (xorshift).
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Numbers {
        Numbers((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Gives the next number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 16) % bound as u64) as usize
    }
}

/// Passes `count` small graphs to `check`: sparse and dense, with unreachable blocks, self loops
/// and parallel edges.
#[track_caller]
pub(crate) fn each_random(count: u64, mut check: impl FnMut(u64, &Cfg)) {
    for seed in 0..count {
        check(seed, &random(&mut Numbers::new(seed), 14));
    }
}

/// A random graph of at most `most` blocks.
pub(crate) fn random(numbers: &mut Numbers, most: usize) -> Cfg {
    let count = 1 + numbers.below(most);
    let arms = 2 + numbers.below(3);
    let near = 1 + numbers.below(count);
    let rows: Vec<Vec<usize>> = (0..count)
        .map(|block| {
            let arms = match numbers.below(8) {
                0 => 0,
                _ => 1 + numbers.below(arms),
            };
            (0..arms)
                .map(|_| match numbers.below(4) {
                    0 => numbers.below(count),
                    1 => (block + count - numbers.below(near)) % count,
                    _ => (block + numbers.below(near) + 1) % count,
                })
                .collect()
        })
        .collect();
    from_rows(numbers.below(count), &rows)
}

/// The same graph with its blocks renumbered at random, and the new id of each block. Hints are
/// kept.
pub(crate) fn renumbered(cfg: &Cfg, seed: u64) -> (Cfg, IdMap<BlockId, BlockId>) {
    let mut numbers = Numbers::new(seed);
    let mut old: Vec<BlockId> = cfg.blocks().collect();
    for last in (1..old.len()).rev() {
        old.swap(last, numbers.below(last + 1));
    }
    let mut names = IdMap::filled(old.len(), cfg.entry());
    for (new, &block) in old.iter().enumerate() {
        names[block] = BlockId::new(new);
    }
    let mut builder = CfgBuilder::new();
    for &block in &old {
        let renamed = builder.block(
            cfg.exit(block),
            cfg.successors(block).iter().map(|&next| names[next]),
        );
        builder.size(renamed, cfg.size(block));
        if cfg.only_decides(block) {
            builder.only_decides(renamed);
        }
        for mut edge in cfg.edges(block) {
            let (weight, empty) = (cfg.weight(edge), cfg.is_empty_edge(edge));
            edge.block = renamed;
            builder.weight(edge, weight);
            if !empty {
                builder.nonempty(edge);
            }
        }
    }
    let renamed = builder.build(names[cfg.entry()]).expect("names are blocks");
    (renamed, names)
}

/// A chain of blocks.
pub(crate) fn chain(count: usize) -> Cfg {
    let rows = (0..count).map(|block| block + 1..(block + 2).min(count));
    build(0, rows)
}

/// Two rails below the entry; on each rung the left block also leads to the right one, and the
/// right one to the next left one. The entry immediately dominates all.
pub(crate) fn ladder(rungs: usize) -> Cfg {
    let mut rows = alloc::vec![alloc::vec![1, 2]];
    for rung in 0..rungs {
        let (left, right) = (1 + 2 * rung, 2 + 2 * rung);
        rows.push(alloc::vec![right, left + 2]);
        rows.push(alloc::vec![right + 2, left + 2]);
    }
    let last = rows.len();
    rows[last - 2] = alloc::vec![last - 1];
    rows[last - 1].clear();
    from_rows(0, &rows)
}

/// Nested loops: each header leads to the next one, and each latch leaves its loop.
pub(crate) fn nest(depth: usize) -> Cfg {
    let mut rows: Vec<Vec<usize>> = (0..depth).map(|header| alloc::vec![header + 1]).collect();
    for latch in 0..depth {
        let header = depth - 1 - latch;
        rows.push(alloc::vec![header, depth + latch + 1]);
    }
    rows.push(Vec::new());
    from_rows(0, &rows)
}

/// Nested loops, each entered at two blocks. The two blocks of a depth lead to each other and to
/// the pair inside, which leads back to them.
pub(crate) fn two_entry_nest(depth: usize) -> Cfg {
    let mut rows = alloc::vec![alloc::vec![1, 2]];
    for inner in 0..depth {
        let (left, right) = (1 + 2 * inner, 2 + 2 * inner);
        let out = if inner == 0 { right } else { left - 2 };
        rows.push(alloc::vec![left + 2, right]);
        rows.push(alloc::vec![right + 2, left, out]);
    }
    let last = rows.len();
    rows[last - 2] = alloc::vec![last - 1];
    rows[last - 1] = alloc::vec![last - 2, last - 3];
    from_rows(0, &rows)
}

/// A chain of cliques: each block leads to all blocks of its own clique and of the next.
pub(crate) fn cliques(count: usize, size: usize) -> Cfg {
    let mut rows = alloc::vec![(1..=size).collect::<Vec<_>>()];
    for clique in 0..count {
        let start = 1 + clique * size;
        for block in start..start + size {
            let others = (start..start + size).filter(|&other| other != block);
            let after = Some(block + size).filter(|_| clique + 1 < count);
            rows.push(others.chain(after).collect());
        }
    }
    from_rows(0, &rows)
}

/// A chain of loops with two entries: each leads into the next, and back into the one before.
pub(crate) fn interlocked(links: usize) -> Cfg {
    let mut rows = Vec::new();
    for first in (0..links).map(|link| 3 * link) {
        rows.push(alloc::vec![first + 1, first + 2]);
        rows.push(alloc::vec![first + 2, first + 3]);
        let back = first.checked_sub(2);
        rows.push([first + 1].into_iter().chain(back).collect());
    }
    rows.push(Vec::new());
    from_rows(0, &rows)
}

/// A square grid with edges in both directions, entered at a corner.
pub(crate) fn two_way_grid(side: usize) -> Cfg {
    let neighbours = |at: usize| {
        let (row, column) = (at / side, at % side);
        let right = (column + 1 < side).then_some(at + 1);
        let down = (row + 1 < side).then_some(at + side);
        let left = (column > 0).then(|| at - 1);
        let up = (row > 0).then(|| at - side);
        [right, down, left, up].into_iter().flatten().collect()
    };
    let rows: Vec<Vec<usize>> = (0..side * side).map(neighbours).collect();
    from_rows(0, &rows)
}

/// The same graph with random weights, some of them zero.
pub(crate) fn weighted(cfg: &Cfg, numbers: &mut Numbers) -> Cfg {
    let mut builder = CfgBuilder::new();
    for block in cfg.blocks() {
        builder.block(cfg.exit(block), cfg.successors(block).iter().copied());
        for edge in cfg.edges(block) {
            builder.weight(edge, numbers.below(20) as u32);
        }
    }
    builder.build(cfg.entry()).expect("the same arms")
}
