//! Facts found by slow, simple algorithms, as oracles for the fast ones.

use super::Order;
use crate::cfg::Cfg;
use crate::ids::{BlockId, Id};
use alloc::vec::Vec;

/// `reach[a][b]`: whether a path of one edge or more leads from `a` to `b`.
pub(crate) fn reachability(cfg: &Cfg) -> Vec<Vec<bool>> {
    cfg.blocks()
        .map(|from| reached(cfg, from, |_, _| true))
        .collect()
}

/// The blocks to which a path of one edge or more leads from `from`, over the edges that `keep`
/// keeps.
fn reached(cfg: &Cfg, from: BlockId, keep: impl Fn(BlockId, BlockId) -> bool) -> Vec<bool> {
    let mut seen = alloc::vec![false; cfg.block_count()];
    let mut work = alloc::vec![from];
    while let Some(block) = work.pop() {
        for &next in cfg.successors(block) {
            if keep(block, next) && !seen[next.index()] {
                seen[next.index()] = true;
                work.push(next);
            }
        }
    }
    seen
}

/// `dominators[a][b]`: whether `b` can be reached, and not once `a` is removed.
pub(crate) fn dominators(cfg: &Cfg) -> Vec<Vec<bool>> {
    let mut live = reached(cfg, cfg.entry(), |_, _| true);
    live[cfg.entry().index()] = true;
    cfg.blocks()
        .map(|above| {
            let mut left = reached(cfg, cfg.entry(), |from, to| from != above && to != above);
            left[cfg.entry().index()] = true;
            cfg.blocks()
                .map(|below| {
                    let cut = above == cfg.entry() || below == above || !left[below.index()];
                    live[below.index()] && live[above.index()] && cut
                })
                .collect()
        })
        .collect()
}

/// A loop, by its definition.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Loop {
    pub(crate) header: BlockId,
    pub(crate) blocks: Vec<BlockId>,
    pub(crate) entries: Vec<BlockId>,
    pub(crate) depth: u32,
    pub(crate) multi_entry: bool,
}

/// The loops of `cfg`: its strongly connected components, and those of each component without the
/// edges to its header.
pub(crate) fn loops(cfg: &Cfg, order: &Order) -> Vec<Loop> {
    let mut found: Vec<Loop> = Vec::new();
    let mut work = alloc::vec![(order.blocks().to_vec(), None, 0)];
    while let Some((region, cut, depth)) = work.pop() {
        let keep = |from: BlockId, to: BlockId| {
            region.contains(&from) && region.contains(&to) && Some(to) != cut
        };
        let reach: Vec<_> = cfg.blocks().map(|from| reached(cfg, from, keep)).collect();
        let mut done = Vec::new();
        for &header in &region {
            if done.contains(&header) || !reach[header.index()][header.index()] {
                continue;
            }
            let together = |block: &BlockId| {
                reach[header.index()][block.index()] && reach[block.index()][header.index()]
            };
            let blocks: Vec<_> = region.iter().copied().filter(together).collect();
            done.extend(&blocks);
            work.push((blocks.clone(), Some(header), depth + 1));
            let around = if depth == 0 { order.blocks() } else { &region };
            found.push(of(cfg, order, around, blocks, depth + 1));
        }
    }
    found.sort();
    found
}

/// A loop of `blocks`, the header first, inside the loop of the blocks `around`.
fn of(cfg: &Cfg, order: &Order, around: &[BlockId], mut blocks: Vec<BlockId>, depth: u32) -> Loop {
    let header = blocks[0];
    let entered = |to: BlockId, outside: &[BlockId]| {
        let mut others = outside.iter().filter(|from| !blocks.contains(from));
        to == cfg.entry() || others.any(|&from| cfg.successors(from).contains(&to))
    };
    let multi_entry = (blocks.iter()).any(|&to| to != header && entered(to, order.blocks()));
    // Regions are in canonical order.
    let entries = (blocks.iter().copied())
        .filter(|&to| entered(to, around))
        .collect();
    blocks.sort();
    Loop {
        header,
        blocks,
        entries,
        depth,
        multi_entry,
    }
}

/// Tells whether the reachable part of `cfg` becomes one block by the rules T1 (drop a self loop)
/// and T2 (join a block to its only predecessor).
pub(crate) fn reducible(cfg: &Cfg) -> bool {
    let live = reached(cfg, cfg.entry(), |_, _| true);
    let live = |block: BlockId| block == cfg.entry() || live[block.index()];
    let mut edges: Vec<_> = cfg
        .blocks()
        .filter(|&from| live(from))
        .flat_map(|from| cfg.successors(from).iter().map(move |&to| (from, to)))
        .collect();
    loop {
        edges.retain(|(from, to)| from != to);
        edges.sort();
        edges.dedup();
        let joined = edges.iter().copied().find(|&(_, to)| {
            to != cfg.entry() && edges.iter().filter(|edge| edge.1 == to).count() == 1
        });
        let Some((above, below)) = joined else {
            return edges.is_empty();
        };
        for (from, to) in &mut edges {
            *from = if *from == below { above } else { *from };
            *to = if *to == below { above } else { *to };
        }
    }
}
