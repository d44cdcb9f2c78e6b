//! Compound conditions: blocks that only decide are joined to others before a graph is structured.
//!
//! *Needs:* a graph whose host says which blocks [only decide](Cfg::only_decides).
//! *Gives:* [`Compounds`]: a graph in which a block and the deciding blocks after it are one block
//! with one condition; [`Compounds::expand`], which writes a program of that graph as a program of
//! the first graph, so that it can be proved; [`Shown`], the texts.
//! *Cost:* O(blocks + edges), except for conditions whose arms lead back to them many times.
//! *Source:* [Cifuentes94] joins two-way nodes to compound conditions, before it structures.
//! *Departs:* any formula in which each block is tested once is found, not only formulas of two
//! blocks, and the proof goes back to the blocks.
//! *Limits:* the edges of joined blocks must be empty, and the two arms of each must have different
//! targets.
//!
//! Two blocks are joined if the second one only decides and has no other predecessor, and if they
//! share a target. The compound runs the code of the first one.
//!
//! ```text
//! a? -> b | no
//! b? -> c | yes             a && (not b || c) -> yes | no
//! c? -> yes | no      ->
//! ```
//!
//! This is repeated until no blocks are left to join.

mod expand;
mod join;
mod shown;
#[cfg(test)]
mod tests;

pub use shown::{Shown, Words};

use crate::cfg::{Cfg, CfgBuilder};
use crate::ids::{BlockId, Edge, IdMap};
use alloc::vec::Vec;

/// A graph in which blocks that only decide are joined.
///
/// It has its own block ids, in the order of the blocks of the first graph.
#[derive(Clone, Debug)]
pub struct Compounds {
    cfg: Cfg,
    /// The condition of each block; a block that is not a compound has itself as its condition.
    asked: IdMap<BlockId, Asked>,
    pairs: Vec<Pair>,
}

/// The condition of a block of the new graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    /// A block of the first graph.
    Block(BlockId),
    /// A pair, by its number.
    Pair(u32),
}

/// Two conditions, the second of which is tested only after one outcome of the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Pair {
    first: Asked,
    second: Asked,
    /// The outcome of the first condition for which the second one decides.
    goes_on: bool,
    /// The outcome of the pair for the other outcome of the first condition.
    otherwise: bool,
}

impl Compounds {
    /// Joins all blocks that can be joined.
    ///
    /// ```
    /// use unsnarl::compound::{Compounds, Shown, Words};
    /// use unsnarl::{emit, reduce, structure, text, verify};
    ///
    /// let graph = text::read(
    ///     "a? -> b | no\nb? -> yes | c\nc? -> yes | no\nyes -> no\nno -> return",
    ///     text::Notation::Cfg,
    /// )?;
    /// let compounds = Compounds::find(&graph.cfg);
    /// let program = structure::nested(&reduce::dispatch(compounds.cfg()));
    /// let mut code = String::new();
    /// let shown = Shown::new(&compounds, &graph, Words::PSEUDOCODE);
    /// emit::pseudocode(&mut code, compounds.cfg(), &program, &shown)?;
    /// assert_eq!(code, "if a && (b || c) {\n  yes\n}\nno\nreturn\n");
    ///
    /// let expanded = compounds.expand(&program).expect("conditions are asked where they run");
    /// let limit = verify::state_limit(&graph.cfg, &expanded);
    /// assert!(verify::simulation(&graph.cfg, &expanded, limit).is_proved());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find(cfg: &Cfg) -> Compounds {
        let joiner = join::joined(cfg);
        let mut names = IdMap::filled(cfg.block_count(), None);
        let mut asked = IdMap::new();
        for block in cfg.blocks() {
            names[block] = joiner.asked[block].map(|what| asked.push(what));
        }
        let name = |target: &BlockId| names[*target].expect("a block that is joined has no edges");
        let mut builder = CfgBuilder::new();
        for block in cfg.blocks() {
            let Some(what) = joiner.asked[block] else {
                continue;
            };
            let targets = match what {
                Asked::Block(_) => cfg.successors(block),
                Asked::Pair(_) => &joiner.arms[block],
            };
            let new = builder.block(cfg.exit(block), targets.iter().map(name));
            keep_hints(&mut builder, cfg, block, new, what);
        }
        Compounds {
            cfg: builder
                .build(name(&cfg.entry()))
                .expect("arms lead to blocks that are left"),
            asked,
            pairs: joiner.pairs,
        }
    }

    /// Gives the graph of the compounds.
    pub fn cfg(&self) -> &Cfg {
        &self.cfg
    }

    /// Tells whether nothing could be joined.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Gives the block of the first graph for `block`; nothing if it is a compound.
    pub fn origin(&self, block: BlockId) -> Option<BlockId> {
        match self.asked.get(block)? {
            Asked::Block(origin) => Some(*origin),
            Asked::Pair(_) => None,
        }
    }

    /// Walks the blocks of the first graph that were joined to others. O(number of such blocks).
    pub fn joined(&self) -> impl Iterator<Item = BlockId> {
        // Each of them is the second condition of some pair, or the first block in that condition.
        self.pairs.iter().map(|pair| self.leftmost(pair.second))
    }

    /// Gives the block of the first graph that `block` tests first. O(conditions in it).
    fn first(&self, block: BlockId) -> Option<BlockId> {
        self.asked.get(block).map(|&asked| self.leftmost(asked))
    }

    /// Gives the first block of a condition.
    fn leftmost(&self, mut asked: Asked) -> BlockId {
        loop {
            match asked {
                Asked::Block(block) => return block,
                Asked::Pair(pair) => asked = self.pairs[pair as usize].first,
            }
        }
    }
}

/// Keeps the hints of a block, or of a compound's first block; the edges of a compound are empty.
fn keep_hints(builder: &mut CfgBuilder, cfg: &Cfg, block: BlockId, new: BlockId, what: Asked) {
    if cfg.only_decides(block) {
        builder.only_decides(new);
    }
    builder.size(new, cfg.size(block));
    if matches!(what, Asked::Pair(_)) {
        return;
    }
    for edge in cfg.edges(block) {
        let twin = Edge { block: new, ..edge };
        builder.weight(twin, cfg.weight(edge));
        if !cfg.is_empty_edge(edge) {
            builder.nonempty(twin);
        }
    }
}
