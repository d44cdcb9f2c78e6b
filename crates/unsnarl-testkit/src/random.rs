//! Random graphs from a seed.
//!
//! *Needs:* a seed, and [`Knobs`] that say what the graphs look like.
//! *Gives:* the same graphs for the same seed, on every machine.
//! *Cost:* O(blocks + edges) for each graph.
//! *Source:* a reducible graph is one that the transformations T1 (drop a self loop) and T2 (merge
//! a block into its only predecessor) shrink to a point \[HechtUllman72\]; run backwards from a
//! point, they make every reducible graph. Wild edges, put in afterwards, make most of them
//! irreducible.

use crate::rows::{Rows, usual_exit};
use unsnarl::{Cfg, Exit};

/// A source of numbers that depends on nothing but its seed (SplitMix64).
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Starts the sequence of a seed.
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// Gives the next number.
    #[allow(clippy::should_implement_trait, reason = "the sequence has no end")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Gives a number below `end`, which must not be zero.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// Draws an event that has this probability.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Puts things in a random order.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }
}

/// The number of the first random case of a run, from which the others follow: 0, unless the
/// variable `UNSNARL_SEED` says another seed than 1.
///
/// # Panics
/// If the variable is set to something other than a number from 1 on.
pub fn first_case() -> u64 {
    /// How many cases a seed has at most: those of the next seed are others.
    const CASES: u64 = 1_000_000;
    let seed = std::env::var("UNSNARL_SEED").ok();
    let seed = seed.map_or(1, |seed| seed.parse::<u64>().expect("a seed is a number"));
    seed.checked_sub(1).expect("seeds begin at 1") * CASES
}

/// What random graphs look like. Shares are percentages.
#[derive(Clone, Debug)]
pub struct Knobs {
    /// The number of blocks that can be reached; wild edges may cut some off.
    pub blocks: usize,
    /// The number of blocks added that nothing leads to.
    pub unreachable: usize,
    /// The most arms that a block gets before duplicates.
    pub widest: usize,
    /// The share of blocks that get a loop of their own.
    pub loops: usize,
    /// The share of edges that are doubled when their block is split: merges, exits, and latches.
    pub merges: usize,
    /// The share of blocks that get an edge to anywhere.
    pub wild: usize,
    /// The share of arms that are listed twice.
    pub duplicates: usize,
    /// The share of ends that go on to anywhere instead.
    pub endless: usize,
    /// The share of blocks whose exit is a switch though it has few arms, or unreachable.
    pub odd_exits: usize,
}

impl Knobs {
    /// Turns every knob at random, for graphs of at most this many blocks, of which a half or so
    /// are reducible.
    pub fn any(rng: &mut Rng, max_blocks: usize) -> Knobs {
        let seldom = |rng: &mut Rng, most: usize| rng.below(4).saturating_sub(2) * rng.below(most);
        Knobs {
            blocks: 1 + rng.below(max_blocks.max(1)),
            unreachable: seldom(rng, max_blocks / 8 + 1).min(max_blocks),
            widest: [2, 2, 3, 8][rng.below(4)],
            loops: rng.below(60),
            merges: rng.below(80),
            wild: rng.below(2) * rng.below(60),
            duplicates: seldom(rng, 30),
            endless: seldom(rng, 120),
            odd_exits: seldom(rng, 40),
        }
    }
}

/// Makes a random graph.
pub fn graph(rng: &mut Rng, knobs: &Knobs) -> Cfg {
    let mut targets = reducible(rng, knobs);
    add_wild(rng, knobs, &mut targets);
    for _ in 0..knobs.unreachable {
        let arms = rng.below(3);
        let all = targets.len();
        targets.push((0..arms).map(|_| rng.below(all)).collect());
    }
    duplicate(rng, knobs, &mut targets);
    let mut rows = Rows::of(targets);
    for (exit, arms) in &mut rows.blocks {
        if rng.chance(knobs.odd_exits) {
            *exit = if arms.is_empty() {
                Exit::Unreachable
            } else {
                Exit::Switch
            };
        }
    }
    let mut numbers: Vec<usize> = (0..rows.blocks.len()).collect();
    if rng.chance(50) {
        rng.shuffle(&mut numbers);
    }
    rows.renumbered(&numbers).cfg()
}

/// Grows a reducible graph from one block: a block gets a loop, or is split in two.
fn reducible(rng: &mut Rng, knobs: &Knobs) -> Vec<Vec<usize>> {
    let mut targets: Vec<Vec<usize>> = vec![Vec::new()];
    while targets.len() < knobs.blocks {
        let (upper, lower) = (rng.below(targets.len()), targets.len());
        if rng.chance(knobs.loops)
            && targets[upper].len() < knobs.widest
            && !targets[upper].contains(&upper)
        {
            targets[upper].push(upper);
        }
        let (mut above, mut below) = (vec![lower], Vec::new());
        for target in core::mem::take(&mut targets[upper]) {
            let room = above.len() < knobs.widest;
            let both = room && rng.chance(knobs.merges);
            if both || room && rng.chance(50) {
                above.push(target);
            }
            if both || above.last() != Some(&target) {
                below.push(target);
            }
        }
        rng.shuffle(&mut above);
        targets[upper] = above;
        targets.push(below);
    }
    targets
}

fn add_wild(rng: &mut Rng, knobs: &Knobs, targets: &mut [Vec<usize>]) {
    let all = targets.len();
    for arms in targets {
        if arms.is_empty() && rng.chance(knobs.endless) {
            arms.push(rng.below(all));
        }
        if !rng.chance(knobs.wild) {
            continue;
        }
        let anywhere = rng.below(all);
        if arms.len() < knobs.widest {
            arms.push(anywhere);
        } else {
            let slot = rng.below(arms.len());
            arms[slot] = anywhere;
        }
    }
}

fn duplicate(rng: &mut Rng, knobs: &Knobs, targets: &mut [Vec<usize>]) {
    for arms in targets {
        for slot in 0..arms.len() {
            if rng.chance(knobs.duplicates) {
                arms.insert(rng.below(arms.len() + 1), arms[slot]);
            }
        }
    }
}

/// Tells whether a graph can be shrunk to a point by T1 and T2: the definition, run forwards.
///
/// Blocks that cannot be reached are left out. O(blocks²) at worst, meant for small graphs.
pub fn is_reducible(cfg: &Cfg) -> bool {
    let mut rows = Rows::from_cfg(cfg);
    let mut alive = reachable(&rows);
    loop {
        for (block, (_, arms)) in rows.blocks.iter_mut().enumerate() {
            arms.retain(|&arm| arm != block);
            arms.sort_unstable();
            arms.dedup();
        }
        let only = |block: usize| {
            let into = |from: &usize| rows.blocks[*from].1.contains(&block);
            let mut from = (0..rows.blocks.len())
                .filter(|&from| alive[from])
                .filter(into);
            let first = from.next()?;
            from.next().is_none().then_some(first)
        };
        let merge = (0..rows.blocks.len())
            .filter(|&block| alive[block] && block != rows.entry)
            .find_map(|block| Some((block, only(block)?)));
        let Some((block, into)) = merge else {
            return alive.iter().filter(|&&alive| alive).count() == 1;
        };
        alive[block] = false;
        let arms = core::mem::take(&mut rows.blocks[block].1);
        let merged = &mut rows.blocks[into].1;
        merged.retain(|&arm| arm != block);
        merged.extend(arms);
    }
}

fn reachable(rows: &Rows) -> Vec<bool> {
    let mut seen = vec![false; rows.blocks.len()];
    let mut work = vec![rows.entry];
    while let Some(block) = work.pop() {
        if !core::mem::replace(&mut seen[block], true) {
            work.extend(&rows.blocks[block].1);
        }
    }
    seen
}

/// Makes the rows of a small graph from bytes, whatever they are: each block's arms in turn.
pub fn from_bytes(bytes: &[u8], max_blocks: usize) -> Rows {
    let mut bytes = bytes.iter().map(|&byte| usize::from(byte));
    let count = 1 + bytes.next().unwrap_or(0) % max_blocks;
    let blocks = (0..count).map(|_| {
        let form = bytes.next().unwrap_or(0);
        let arms: Vec<usize> = (0..[0, 1, 2, 2, 2, 3, 1, 5][form % 8])
            .map(|_| bytes.next().unwrap_or(0) % count)
            .collect();
        let exit = match (form / 8 % 4, arms.len()) {
            (0, 0) => Exit::Unreachable,
            (0, _) => Exit::Switch,
            (_, arms) => usual_exit(arms),
        };
        (exit, arms)
    });
    Rows {
        blocks: blocks.collect(),
        entry: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tame(rng: &mut Rng) -> Knobs {
        Knobs {
            wild: 0,
            endless: 0,
            unreachable: 0,
            ..Knobs::any(rng, 30)
        }
    }

    #[test]
    fn graphs_without_wild_edges_are_reducible() {
        let mut rng = Rng::new(1);
        for _ in 0..300 {
            let knobs = tame(&mut rng);
            let cfg = graph(&mut rng, &knobs);
            assert!(is_reducible(&cfg), "{}", crate::notation::show(&cfg));
        }
    }

    #[test]
    fn wild_edges_make_a_fair_share_irreducible() {
        let mut rng = Rng::new(2);
        let irreducible = (0..300).filter(|_| {
            let knobs = Knobs::any(&mut rng, 30);
            !is_reducible(&graph(&mut rng, &knobs))
        });
        let count = irreducible.count();
        assert!((60..240).contains(&count), "{count} of 300");
    }

    #[test]
    fn the_same_seed_gives_the_same_graphs() {
        let make = || {
            let mut rng = Rng::new(7);
            let knobs = Knobs::any(&mut rng, 40);
            graph(&mut rng, &knobs)
        };
        assert_eq!(make(), make());
    }

    #[test]
    fn the_smallest_irreducible_graph_is_told_from_a_loop() {
        let tangle = Rows::of(vec![vec![1, 2], vec![2], vec![1]]).cfg();
        let nested = Rows::of(vec![vec![1, 3], vec![2], vec![1, 0], vec![]]).cfg();
        assert!(!is_reducible(&tangle));
        assert!(is_reducible(&nested));
    }
}
