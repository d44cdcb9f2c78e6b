//! A graph as plain rows, to be generated and changed before it is one.
//!
//! *Needs:* targets by number; every target is a row.
//! *Gives:* [`Rows`], from and to a [`Cfg`].
//! *Cost:* O(blocks + edges) in each direction. Hints are not kept.

use unsnarl::{BlockId, Cfg, CfgBuilder, Exit, Id};

/// For every block its exit and the numbers of the blocks that its arms lead to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rows {
    /// The number of the block in which control starts.
    pub entry: usize,
    /// The blocks.
    pub blocks: Vec<(Exit, Vec<usize>)>,
}

impl Rows {
    /// Makes rows of targets alone: no arm returns, one jumps, two branch, more switch. The entry
    /// is 0.
    pub fn of(targets: Vec<Vec<usize>>) -> Rows {
        let blocks = targets
            .into_iter()
            .map(|arms| (usual_exit(arms.len()), arms));
        Rows {
            entry: 0,
            blocks: blocks.collect(),
        }
    }

    /// Reads the rows of a graph.
    pub fn from_cfg(cfg: &Cfg) -> Rows {
        let row = |block| {
            let arms = cfg.successors(block).iter().map(|arm| arm.index());
            (cfg.exit(block), arms.collect())
        };
        Rows {
            entry: cfg.entry().index(),
            blocks: cfg.blocks().map(row).collect(),
        }
    }

    /// Makes the graph. Panics if the rows are not one.
    pub fn cfg(&self) -> Cfg {
        let mut builder = CfgBuilder::new();
        for (exit, arms) in &self.blocks {
            builder.block(*exit, arms.iter().map(|&arm| BlockId::new(arm)));
        }
        builder
            .build(BlockId::new(self.entry))
            .expect("the rows of a generated graph keep its rules")
    }

    /// Renumbers the blocks: the block `i` becomes `numbers[i]`, which must be a permutation.
    pub fn renumbered(&self, numbers: &[usize]) -> Rows {
        let mut blocks = vec![(Exit::Return, Vec::new()); self.blocks.len()];
        for (index, (exit, arms)) in self.blocks.iter().enumerate() {
            let arms = arms.iter().map(|&arm| numbers[arm]).collect();
            blocks[numbers[index]] = (*exit, arms);
        }
        Rows {
            entry: numbers[self.entry],
            blocks,
        }
    }
}

/// Gives the default exit of a block with this number of arms.
pub fn usual_exit(arms: usize) -> Exit {
    match arms {
        0 => Exit::Return,
        1 => Exit::Jump,
        2 => Exit::Branch,
        _ => Exit::Switch,
    }
}
