//! Compound conditions: blocks that only decide, joined to others before a graph is structured.
//!
//! *Needs:* a graph whose host says which blocks [only decide](Cfg::only_decides).
//! *Gives:* [`Compounds`]: a graph in which blocks and such as follow them are one, with what that
//! one asks;
//! [`Compounds::expand`], which writes a program of that graph as one of the first graph, so that
//! it can be proved; [`Shown`], the texts.
//! *Cost:* O(blocks + edges) but for conditions whose arms lead back to them many times.
//! *Source:* [Cifuentes94] joins two-way nodes to compound conditions, before it structures.
//! *Departs:* any formula in which each block is asked once is found, not only those of two blocks,
//! and the proof goes back to the blocks.
//! *Limits:* edges of blocks that are joined must be empty, and both of their arms must be
//! different.
//!
//! Two blocks are joined if the second only decides and has no other predecessor, and they share a
//! target. What the first one runs, the compound does.
//!
//! ```text
//! a? -> b | no
//! b? -> c | yes             a && (not b || c) -> yes | no
//! c? -> yes | no      ->
//! ```
//!
//! This goes on until none are left to join.

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
/// It names blocks by ids of its own, in the order of the first blocks.
#[derive(Clone, Debug)]
pub struct Compounds {
    cfg: Cfg,
    /// What each block asks; all blocks but compounds ask themselves.
    asked: IdMap<BlockId, Asked>,
    pairs: Vec<Pair>,
}

/// What a block of the new graph asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    /// A block of the first graph.
    Block(BlockId),
    /// A pair, by its number.
    Pair(u32),
}

/// Two conditions, of which the second is only asked after one outcome of the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Pair {
    first: Asked,
    second: Asked,
    /// The outcome of the first for which the second decides.
    goes_on: bool,
    /// The outcome of the pair otherwise.
    otherwise: bool,
}

impl Compounds {
    /// Joins what can be joined.
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

    /// Gives the graph.
    pub fn cfg(&self) -> &Cfg {
        &self.cfg
    }

    /// Tells whether nothing could be joined.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Gives the block of the first graph that `block` is; nothing if it is a compound.
    pub fn origin(&self, block: BlockId) -> Option<BlockId> {
        match self.asked.get(block)? {
            Asked::Block(origin) => Some(*origin),
            Asked::Pair(_) => None,
        }
    }

    /// Walks the blocks of the first graph that were joined to others. O(all of them).
    pub fn joined(&self) -> impl Iterator<Item = BlockId> {
        // Each of them is what some pair asks second, or asks first there.
        self.pairs.iter().map(|pair| self.leftmost(pair.second))
    }

    /// Gives the first block that is asked where `block` is. O(conditions in it).
    fn first(&self, block: BlockId) -> Option<BlockId> {
        self.asked.get(block).map(|&asked| self.leftmost(asked))
    }

    /// Gives the block that is asked first.
    fn leftmost(&self, mut asked: Asked) -> BlockId {
        loop {
            match asked {
                Asked::Block(block) => return block,
                Asked::Pair(pair) => asked = self.pairs[pair as usize].first,
            }
        }
    }
}

/// Hints of a block stay, those of a compound's first one, too; its edges are empty.
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
