//! Which blocks of two functions are the same.
//!
//! *Needs:* two normal forms. *Gives:* their [`Pairs`], or the first block whose edges differ.
//! *Cost:* linear.
//!
//! Entries are the same, and what edges of the same slot of the same block lead to. What blocks do
//! is not looked at.

use unsnarl::{BlockId, Id};

use super::broken::Broken;
use super::normal::Normal;

/// New names of the blocks of a function.
pub(super) struct Pairs {
    /// The names of blocks and what they are the names of, each after its dominators.
    order: Vec<(BlockId, BlockId)>,
    /// By block of the function that is named: its name.
    names: Vec<Option<BlockId>>,
    /// The number of names.
    count: usize,
}

impl Pairs {
    /// Names and blocks, each after its dominators.
    pub(super) fn order(&self) -> &[(BlockId, BlockId)] {
        &self.order
    }

    /// The number of names, with those that no block has.
    pub(super) fn block_count(&self) -> usize {
        self.count
    }

    /// The name of a block that an edge leads to.
    pub(super) fn name(&self, block: BlockId) -> BlockId {
        self.names[block.index()].expect("edges lead to blocks that were reached")
    }

    /// The names for the function that they come from.
    pub(super) fn same(&self) -> Pairs {
        let mut names = vec![None; self.count];
        for &(name, _) in &self.order {
            names[name.index()] = Some(name);
        }
        let order = self.order.iter().map(|&(name, _)| (name, name));
        Pairs {
            order: order.collect(),
            names,
            count: self.count,
        }
    }
}

/// Names the blocks of what was joined after those before.
pub(super) fn pair(before: &Normal, joined: &Normal) -> Result<Pairs, Broken> {
    let entry = BlockId::new(0);
    let mut names = vec![None; joined.block_count()];
    let mut blocks = vec![None; before.block_count()];
    names[0] = Some(entry);
    blocks[0] = Some(entry);
    // The pairs on a path, with the slots that are left.
    let successors = |name, block| {
        let names: Vec<BlockId> = before.successors(name).collect();
        let blocks: Vec<BlockId> = joined.successors(block).collect();
        match names.len() == blocks.len() {
            true => Ok(names.into_iter().zip(blocks)),
            false => Err(Broken::Edges(name)),
        }
    };
    let mut order = Vec::new();
    let mut path = vec![((entry, entry), successors(entry, entry)?)];
    while let Some(((from, block), slots)) = path.last_mut() {
        let Some((name, to)) = slots.next() else {
            order.push((*from, *block));
            path.pop();
            continue;
        };
        match (names[to.index()], blocks[name.index()]) {
            (None, None) => {
                names[to.index()] = Some(name);
                blocks[name.index()] = Some(to);
                let slots = successors(name, to)?;
                path.push(((name, to), slots));
            }
            (Some(own), Some(other)) if own == name && other == to => {}
            _ => return Err(Broken::Edges(*from)),
        }
    }
    order.reverse();
    Ok(Pairs {
        order,
        names,
        count: before.block_count(),
    })
}
