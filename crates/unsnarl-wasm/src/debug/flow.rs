//! Which facts hold where blocks start.
//!
//! *Needs:* a [walk](Walk) over the body, and its graph.
//! *Gives:* [`Flow`]: a fact holds where a block starts if it holds at the end of every edge to it.
//! *Cost:* a walk; then per round a set of bits for each edge, where rounds are few. Nothing is
//! known at the starts of blocks if that is more than [`MOST_BITS`], or [`MOST_ROUNDS`].

use unsnarl::{BlockId, Cfg, Id};

use super::bits::Bits;
use super::walk::{Step, Walk};

/// The most facts times blocks.
const MOST_BITS: usize = 1 << 26;

/// The most rounds: one more than loops nest, in most functions.
const MOST_ROUNDS: usize = 64;

/// The facts at the starts of blocks.
pub(super) struct Flow {
    starts: Vec<Bits>,
    none: Bits,
}

/// What a block or an edge does to facts.
#[derive(Clone)]
struct Effect {
    sets: Bits,
    clears: Bits,
}

impl Effect {
    fn none(count: usize) -> Self {
        Effect {
            sets: Bits::none(count),
            clears: Bits::none(count),
        }
    }

    fn set(&mut self, fact: usize) {
        self.sets.set(fact);
        self.clears.clear(fact);
    }

    fn clear(&mut self, fact: usize) {
        self.clears.set(fact);
        self.sets.clear(fact);
    }
}

impl Flow {
    pub(super) fn new(walk: &Walk<'_>, cfg: &Cfg) -> Self {
        let count = walk.count();
        let mut flow = Flow {
            starts: Vec::new(),
            none: Bits::none(count),
        };
        let size = cfg.block_count() + cfg.edge_count();
        if count.saturating_mul(size) <= MOST_BITS {
            flow.starts = solve(walk, cfg).unwrap_or_default();
        }
        flow
    }

    /// The facts where a block starts.
    pub(super) fn start(&self, block: BlockId) -> &Bits {
        self.starts.get(block.index()).unwrap_or(&self.none)
    }
}

/// Where steps go.
#[derive(Clone, Copy)]
enum Target {
    Block(usize),
    Edge(usize),
    Nowhere,
}

fn solve(walk: &Walk<'_>, cfg: &Cfg) -> Option<Vec<Bits>> {
    let count = walk.count();
    let mut blocks = vec![Effect::none(count); cfg.block_count()];
    let mut edges: Vec<Option<Bits>> = vec![None; cfg.edge_count()];
    let mut target = Target::Nowhere;
    walk.each(|step| match step {
        // A copy of a block does what the block does.
        Step::Start(block) => {
            blocks[block.index()] = Effect::none(count);
            target = Target::Block(block.index());
        }
        Step::Resume(block) => target = Target::Block(block.index()),
        Step::Take(edge) => target = Target::Edge(cfg.edge_index(edge)),
        Step::Unknown => target = Target::Nowhere,
        Step::At(_) => {}
        Step::Set(fact) => match target {
            Target::Block(block) => blocks[block].set(fact),
            // Not all paths to an edge bring what a copy of it sets.
            Target::Edge(_) | Target::Nowhere => {}
        },
        Step::Clear(fact) => match target {
            Target::Block(block) => blocks[block].clear(fact),
            Target::Edge(edge) => edges[edge]
                .get_or_insert_with(|| Bits::none(count))
                .set(fact),
            Target::Nowhere => {}
        },
    });
    let mut starts = vec![Bits::all(count); cfg.block_count()];
    let entry = cfg.entry().index();
    let mut first = Bits::none(count);
    walk.at_entry().for_each(|fact| first.set(fact));
    starts[entry].keep(&first);
    for _ in 0..MOST_ROUNDS {
        let mut is_changed = false;
        for block in cfg.blocks() {
            let effect = &blocks[block.index()];
            let mut end = starts[block.index()].clone();
            end.remove(&effect.clears);
            end.add(&effect.sets);
            for edge in cfg.edges(block) {
                let to = cfg.target(edge).index();
                is_changed |= match &edges[cfg.edge_index(edge)] {
                    None => starts[to].keep(&end),
                    Some(lost) => {
                        let mut end = end.clone();
                        end.remove(lost);
                        starts[to].keep(&end)
                    }
                };
            }
        }
        if !is_changed {
            return Some(starts);
        }
    }
    None
}
