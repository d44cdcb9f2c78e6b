//! The control-flow graph.
//!
//! *Needs:* the blocks of a function and, for each, its exit with the arms in order.
//! *Gives:* [`Cfg`], which every stage reads; [`ControlFlow`], the trait that another IR
//! implements.
//! *Cost:* four bytes an edge and twelve a block; walking the arms of a block touches one row.
//!
//! ## Rules
//! [`CfgBuilder::build`] enforces these rules, and [`verify::graph`](crate::verify) checks them
//! again.
//!
//! - **G1** The entry is a block of the graph.
//! - **G2** Every arm leads to a block of the graph.
//! - **G3** The number of arms agrees with the exit: `Return` and `Unreachable` have none, `Jump`
//!   has one, `Branch` two, `Switch` at least one.
//!
//! There are no other rules. Arms of one block may share a target, a block may be its own
//! successor, blocks may be unreachable, loops may never end, no block need return, and the entry
//! may have predecessors.
//!
//! Arms of one block that share their target are *parallel*. A host that moves values along edges
//! must move the same values along parallel edges (LLVM demands the same of its phis), because a
//! structured program may join these edges. Where the values differ, the host puts a block on one
//! of the edges.

mod builder;
mod control_flow;
#[cfg(feature = "petgraph")]
mod petgraph;

#[cfg(feature = "petgraph")]
pub use self::petgraph::Petgraph;
pub use builder::{CfgBuilder, CfgError};
pub use control_flow::{ControlFlow, import};

use crate::ids::{BlockId, Edge, Id, IdMap};
use crate::rows::Rows;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

/// The exit of a block: how control leaves it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Exit {
    /// The function ends here. No arms.
    Return,
    /// Control never gets here. No arms.
    Unreachable,
    /// One arm, always taken.
    Jump,
    /// Two arms: the first is taken when the block's decision holds, the second otherwise.
    Branch,
    /// One arm or more, chosen by number; the last one is the default: see [`Cfg::default_edge`].
    Switch,
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Exit::Return => "return",
            Exit::Unreachable => "unreachable",
            Exit::Jump => "jump",
            Exit::Branch => "branch",
            Exit::Switch => "switch",
        })
    }
}

/// A control-flow graph: an entry, and for every block its exit and the targets of its arms.
///
/// The rows of all blocks lie in one vector (compressed rows), so a graph is built once and then
/// only read; passes make new graphs, and a clone shares the tables of the original. Rules G1 to G3
/// of the [module](self) hold.
#[derive(Clone, PartialEq, Eq)]
pub struct Cfg {
    entry: BlockId,
    tables: Arc<Tables>,
}

/// The exits, arms and hints of a graph.
#[derive(Clone, PartialEq, Eq)]
struct Tables {
    exits: IdMap<BlockId, Exit>,
    arms: Rows<BlockId>,
    hints: Hints,
}

/// The hints of a host about its blocks and edges. An empty vector means the default for all.
#[derive(Clone, PartialEq, Eq, Default)]
struct Hints {
    sizes: Vec<u32>,
    deciding: Vec<bool>,
    weights: Vec<u32>,
    loaded: Vec<bool>,
}

impl Cfg {
    /// Gives the block in which control starts.
    pub fn entry(&self) -> BlockId {
        self.entry
    }

    /// Gives the number of blocks, reachable or not.
    pub fn block_count(&self) -> usize {
        self.tables.exits.len()
    }

    /// Gives the number of edges: the arms of all blocks.
    pub fn edge_count(&self) -> usize {
        self.tables.arms.items().len()
    }

    /// Walks the blocks in the order of their ids.
    pub fn blocks(&self) -> impl DoubleEndedIterator<Item = BlockId> + ExactSizeIterator + use<> {
        (0..self.tables.exits.len()).map(BlockId::new)
    }

    /// Tells how control leaves `block`.
    pub fn exit(&self, block: BlockId) -> Exit {
        self.tables.exits[block]
    }

    /// Gives the targets of the arms of `block`, in arm order.
    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        self.tables.arms.row(block.index())
    }

    /// Gives the default edge of a switch, its last one: it is taken for all values that no other
    /// arm lists. `None` if `block` does not end in a switch. O(1).
    ///
    /// ```
    /// use unsnarl::Edge;
    /// use unsnarl::text::{Notation, read};
    ///
    /// let graph = read("pick -> switch a b | b\na -> b\nb -> return", Notation::Cfg)?;
    /// let pick = graph.cfg.entry();
    /// assert_eq!(graph.cfg.default_edge(pick), Some(Edge::new(pick, 2)));
    /// # Ok::<(), unsnarl::text::ReadError>(())
    /// ```
    pub fn default_edge(&self, block: BlockId) -> Option<Edge> {
        let is_switch = self.exit(block) == Exit::Switch;
        self.edges(block).next_back().filter(|_| is_switch)
    }

    /// Walks the edges that leave `block`, in arm order.
    pub fn edges(&self, block: BlockId) -> impl DoubleEndedIterator<Item = Edge> + use<> {
        (0..self.row(block).len()).map(move |slot| Edge::new(block, slot))
    }

    /// Gives the block that `edge` leads to.
    pub fn target(&self, edge: Edge) -> BlockId {
        self.successors(edge.block)[edge.slot as usize]
    }

    /// Gives the number of `edge` among all edges, counted block by block: an index for tables.
    pub fn edge_index(&self, edge: Edge) -> usize {
        self.row(edge.block).start + edge.slot as usize
    }

    /// Gives the size of `block` in the host's own unit; 1 by default.
    pub fn size(&self, block: BlockId) -> u32 {
        self.tables
            .hints
            .sizes
            .get(block.index())
            .copied()
            .unwrap_or(1)
    }

    /// Tells whether `block` only decides, so that it may stand in a condition. False by default.
    pub fn only_decides(&self, block: BlockId) -> bool {
        self.tables
            .hints
            .deciding
            .get(block.index())
            .copied()
            .unwrap_or(false)
    }

    /// Gives the same graph with other hints about the blocks that [only
    /// decide](Cfg::only_decides).
    pub fn marked(&self, only_decides: impl Fn(BlockId) -> bool) -> Cfg {
        let mut tables = Tables::clone(&self.tables);
        let deciding: Vec<bool> = self.blocks().map(only_decides).collect();
        tables.hints.deciding = match deciding.contains(&true) {
            true => deciding,
            false => Vec::new(),
        };
        Cfg {
            entry: self.entry,
            tables: Arc::new(tables),
        }
    }

    /// Tells how often `edge` is taken, relative to the other edges; 1 by default.
    pub fn weight(&self, edge: Edge) -> u32 {
        self.tables
            .hints
            .weights
            .get(self.edge_index(edge))
            .copied()
            .unwrap_or(1)
    }

    /// Tells whether the host has no code for `edge`, so that taking it is a bare jump.
    ///
    /// True by default.
    pub fn is_empty_edge(&self, edge: Edge) -> bool {
        !self
            .tables
            .hints
            .loaded
            .get(self.edge_index(edge))
            .copied()
            .unwrap_or(false)
    }

    fn row(&self, block: BlockId) -> core::ops::Range<usize> {
        self.tables.arms.range(block.index())
    }
}

impl fmt::Debug for Cfg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entry {}", self.entry)?;
        for block in self.blocks() {
            write!(
                f,
                "; {block} {} {:?}",
                self.exit(block),
                self.successors(block)
            )?;
        }
        Ok(())
    }
}

impl ControlFlow for Cfg {
    fn entry(&self) -> BlockId {
        self.entry
    }

    fn block_count(&self) -> usize {
        self.tables.exits.len()
    }

    fn exit(&self, block: BlockId) -> Exit {
        self.tables.exits[block]
    }

    fn successors(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        Cfg::successors(self, block).iter().copied()
    }

    fn size(&self, block: BlockId) -> u32 {
        Cfg::size(self, block)
    }

    fn only_decides(&self, block: BlockId) -> bool {
        Cfg::only_decides(self, block)
    }

    fn weight(&self, edge: Edge) -> u32 {
        Cfg::weight(self, edge)
    }

    fn is_empty_edge(&self, edge: Edge) -> bool {
        Cfg::is_empty_edge(self, edge)
    }
}
