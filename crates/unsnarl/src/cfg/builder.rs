//! Building a graph, block by block.
//!
//! *Needs:* the blocks in the order of their ids, each with its exit and arms; an arm may lead to a
//! block that is added later.
//! *Gives:* a [`Cfg`] that keeps rules G1 to G3, or the first broken rule and its place.
//! *Cost:* O(blocks + edges).

use super::{Cfg, Exit, Hints, Tables};
use crate::count::Count;
use crate::ids::{BlockId, Edge, Id, IdMap};
use crate::rows::Rows;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

/// Collects blocks and arms until [`build`](CfgBuilder::build) makes them a graph.
///
/// ```
/// use unsnarl::{BlockId, CfgBuilder, Exit, Id};
///
/// let mut builder = CfgBuilder::new();
/// let [head, body, done] = [0, 1, 2].map(BlockId::new);
/// builder.block(Exit::Branch, [body, done]);
/// builder.block(Exit::Jump, [head]);
/// builder.block(Exit::Return, []);
/// let cfg = builder.build(head)?;
/// assert_eq!(cfg.successors(head), [body, done]);
/// # Ok::<(), unsnarl::CfgError>(())
/// ```
#[derive(Clone, Default)]
pub struct CfgBuilder {
    exits: IdMap<BlockId, Exit>,
    arms: Rows<BlockId>,
    hints: Hints,
}

impl CfgBuilder {
    /// Starts without blocks.
    pub fn new() -> CfgBuilder {
        CfgBuilder::default()
    }

    /// Starts without blocks, with room reserved for this many blocks and arms.
    pub(crate) fn with_room(blocks: usize, arms: usize) -> CfgBuilder {
        CfgBuilder {
            exits: IdMap::from_values(Vec::with_capacity(blocks)),
            arms: Rows::with_room(blocks, arms),
            hints: Hints::default(),
        }
    }

    /// Appends a block with its exit and the targets of its arms, and gives its id.
    pub fn block(&mut self, exit: Exit, arms: impl IntoIterator<Item = BlockId>) -> BlockId {
        self.arms.push(arms);
        self.exits.push(exit)
    }

    /// Sets the size of an appended block.
    pub fn size(&mut self, block: BlockId, size: u32) {
        say(
            &mut self.hints.sizes,
            self.exits.len(),
            block.index(),
            size,
            1,
        );
    }

    /// Marks an appended block as one that only decides. Blocks without this mark have code.
    pub fn only_decides(&mut self, block: BlockId) {
        say(
            &mut self.hints.deciding,
            self.exits.len(),
            block.index(),
            true,
            false,
        );
    }

    /// Sets how often an edge of an appended block is taken, relative to the other edges.
    pub fn weight(&mut self, edge: Edge, weight: u32) {
        let index = self.edge_index(edge);
        say(
            &mut self.hints.weights,
            self.arms.items().len(),
            index,
            weight,
            1,
        );
    }

    /// Marks an edge of an appended block as one for which the host has code. Edges without this
    /// mark are empty: bare jumps.
    pub fn nonempty(&mut self, edge: Edge) {
        let index = self.edge_index(edge);
        say(
            &mut self.hints.loaded,
            self.arms.items().len(),
            index,
            true,
            false,
        );
    }

    /// Gives the number of arms of an appended block.
    pub fn arm_count(&self, block: BlockId) -> usize {
        self.arms.row(block.index()).len()
    }

    /// Makes the graph with this entry, or names the first broken rule.
    pub fn build(mut self, entry: BlockId) -> Result<Cfg, CfgError> {
        let count = self.exits.len();
        if entry.index() >= count {
            return Err(CfgError::NoEntry { entry, count });
        }
        for block in self.exits.keys() {
            self.check(block)?;
        }
        let hints = &mut self.hints;
        fill(&mut hints.sizes, count, 1);
        fill(&mut hints.deciding, count, false);
        fill(&mut hints.weights, self.arms.items().len(), 1);
        fill(&mut hints.loaded, self.arms.items().len(), false);
        let CfgBuilder { exits, arms, hints } = self;
        let tables = Tables { exits, arms, hints };
        Ok(Cfg {
            entry,
            tables: Arc::new(tables),
        })
    }

    fn check(&self, block: BlockId) -> Result<(), CfgError> {
        let arms = self.arm_count(block);
        let exit = self.exits[block];
        let agree = match exit {
            Exit::Return | Exit::Unreachable => arms == 0,
            Exit::Jump => arms == 1,
            Exit::Branch => arms == 2,
            Exit::Switch => arms >= 1,
        };
        if !agree {
            return Err(CfgError::ArmCount { block, exit, arms });
        }
        for (slot, &target) in self.arms.row(block.index()).iter().enumerate() {
            let edge = Edge::new(block, slot);
            if target.index() >= self.exits.len() {
                return Err(CfgError::NoTarget {
                    edge,
                    target,
                    count: self.exits.len(),
                });
            }
        }
        Ok(())
    }

    fn edge_index(&self, edge: Edge) -> usize {
        self.arms.range(edge.block.index()).start + edge.slot as usize
    }
}

/// Writes a hint. The table stays empty while all its hints are the default.
fn say<T: Clone + PartialEq>(table: &mut Vec<T>, len: usize, index: usize, value: T, default: T) {
    if value != default || index < table.len() {
        table.resize(len, default);
        table[index] = value;
    }
}

/// Fills up a table that is in use with the default, for the blocks or edges that were appended
/// after its last hint.
fn fill<T: Clone>(table: &mut Vec<T>, len: usize, default: T) {
    if !table.is_empty() {
        table.resize(len, default);
    }
}

/// The reason why blocks and arms are not a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CfgError {
    /// Rule G1 is broken.
    NoEntry {
        /// The block that was to be the entry.
        entry: BlockId,
        /// The number of blocks.
        count: usize,
    },
    /// Rule G2 is broken.
    NoTarget {
        /// The arm that leads nowhere.
        edge: Edge,
        /// The block that does not exist.
        target: BlockId,
        /// The number of blocks.
        count: usize,
    },
    /// Rule G3 is broken.
    ArmCount {
        /// The block with too few or too many arms.
        block: BlockId,
        /// Its exit.
        exit: Exit,
        /// The number of its arms.
        arms: usize,
    },
}

impl fmt::Display for CfgError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CfgError::NoEntry { entry, count } => {
                write!(
                    f,
                    "the entry {entry} is not in the graph, which has {}: add it first",
                    Count(*count, "block", "blocks")
                )
            }
            CfgError::NoTarget {
                edge,
                target,
                count,
            } => {
                write!(
                    f,
                    "arm {edge} leads to {target}, but the graph has {}",
                    Count(*count, "block", "blocks")
                )
            }
            CfgError::ArmCount { block, exit, arms } => {
                let wanted = match exit {
                    Exit::Return | Exit::Unreachable => "none",
                    Exit::Jump => "one",
                    Exit::Branch => "two",
                    Exit::Switch => "at least one, the default",
                };
                write!(
                    f,
                    "{block} has the exit {exit} and {}: expected {wanted}",
                    Count(*arms, "arm", "arms")
                )
            }
        }
    }
}

impl core::error::Error for CfgError {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[track_caller]
    fn check(exit: Exit, arms: &[usize], entry: usize, expected: &str) {
        let mut builder = CfgBuilder::new();
        builder.block(exit, arms.iter().map(|&arm| BlockId::new(arm)));
        let answer = match builder.build(BlockId::new(entry)) {
            Ok(cfg) => alloc::format!("{cfg:?}"),
            Err(error) => error.to_string(),
        };
        assert_eq!(answer, expected);
    }

    #[test]
    fn every_rule_is_asked_of_a_new_graph() {
        check(Exit::Jump, &[0], 0, "entry b0; b0 jump [b0]");
        check(
            Exit::Switch,
            &[0, 0, 0],
            0,
            "entry b0; b0 switch [b0, b0, b0]",
        );
        check(
            Exit::Return,
            &[],
            1,
            "the entry b1 is not in the graph, which has 1 block: add it first",
        );
        check(
            Exit::Jump,
            &[7],
            0,
            "arm b0.0 leads to b7, but the graph has 1 block",
        );
        check(
            Exit::Branch,
            &[0],
            0,
            "b0 has the exit branch and 1 arm: expected two",
        );
        check(
            Exit::Return,
            &[0],
            0,
            "b0 has the exit return and 1 arm: expected none",
        );
        check(
            Exit::Switch,
            &[],
            0,
            "b0 has the exit switch and 0 arms: expected at least one, the default",
        );
    }

    #[test]
    fn hints_said_late_count_for_their_edge_only() {
        let mut builder = CfgBuilder::new();
        let block = builder.block(Exit::Branch, [0, 1].map(BlockId::new));
        builder.weight(Edge::new(block, 1), 9);
        builder.nonempty(Edge::new(block, 0));
        let last = builder.block(Exit::Return, []);
        builder.size(last, 4);
        let cfg = builder.build(block).expect("the graph keeps the rules");
        let weights = cfg
            .edges(block)
            .map(|edge| cfg.weight(edge))
            .collect::<Vec<_>>();
        let empty = cfg
            .edges(block)
            .map(|edge| cfg.is_empty_edge(edge))
            .collect::<Vec<_>>();
        assert_eq!(
            (weights, empty),
            (alloc::vec![1, 9], alloc::vec![false, true])
        );
        assert_eq!((cfg.size(block), cfg.size(last)), (1, 4));
    }
}
