//! Where locals need a parameter of a block.
//!
//! *Needs:* a [`Draft`]. *Gives:* [`Graph`], and [`place`]: parameters for locals where several
//! writes of one meet, if some block reads it before it writes it.
//! *Cost:* the parameters that are found, and for each of them a part of the dominator tree in
//! which every branch has an edge out of it that goes far enough up.
//! *Source:* [SreedharGao95]: a block needs a parameter if an edge that joins paths leads to it
//! from below a write, but not from above. *Departs:* from it by leaving out branches of the tree
//! whose edges all stay below the write: it would walk through them for each write.
//!
//! Parameters may be found that nothing reads in the end: [`super::trivial`] leaves them out.

use std::collections::BinaryHeap;

use unsnarl::analysis::{Dominators, Order};
use unsnarl::{BlockId, Cfg, CfgBuilder, Id};

use super::MOST_ARGUMENTS;
use super::draft::{BlockNo, Def, Draft};

/// The graph of a draft, with its dominator tree.
pub(super) struct Graph {
    /// The blocks, each after its dominators.
    pub(super) order: Vec<BlockNo>,
    /// By block: the blocks that it dominates immediately, those first whose branches have edges
    /// that lead furthest up.
    pub(super) children: Rows<BlockNo>,
    /// By block: the edges into it, as their source and their place there.
    pub(super) incoming: Rows<(BlockNo, u32)>,
    /// By block: how deep it is in the tree.
    levels: Vec<u32>,
    /// By block: where edges from it lead that it does not dominate immediately.
    joins: Rows<BlockNo>,
    /// By block: the least level that such edges from it and from below it lead to.
    highest: Vec<u32>,
}

/// Rows of items, by number.
pub(super) struct Rows<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy + Default> Rows<T> {
    fn new(count: usize, each: impl Fn(&mut dyn FnMut(BlockNo, T))) -> Self {
        let mut starts = vec![0; count + 1];
        each(&mut |row, _| starts[row as usize + 1] += 1);
        for row in 0..count {
            starts[row + 1] += starts[row];
        }
        let mut items = vec![T::default(); starts[count] as usize];
        let mut next = starts.clone();
        each(&mut |row, item| {
            let next = &mut next[row as usize];
            items[*next as usize] = item;
            *next += 1;
        });
        Rows { starts, items }
    }

    pub(super) fn row(&self, row: BlockNo) -> &[T] {
        let row = row as usize;
        &self.items[self.starts[row] as usize..self.starts[row + 1] as usize]
    }
}

impl Graph {
    pub(super) fn new(draft: &Draft) -> Graph {
        let count = draft.blocks.len();
        let cfg = cfg(draft);
        let order = Order::new(&cfg);
        let dominators = Dominators::new(&cfg, &order);
        let order: Vec<BlockNo> = order.blocks().iter().map(|&id| number(id)).collect();
        let above = |block: BlockNo| {
            let immediate = dominators.immediate(BlockId::new(block as usize));
            immediate.map(number)
        };
        let mut levels = vec![0; count];
        for &block in &order {
            if let Some(above) = above(block) {
                levels[block as usize] = levels[above as usize] + 1;
            }
        }
        let edges = |each: &mut dyn FnMut(BlockNo, BlockNo, u32)| {
            for &from in &order {
                for (place, edge) in draft.block(from).edges.iter().enumerate() {
                    each(from, edge.to, place as u32);
                }
            }
        };
        let joins = Rows::new(count, |add| {
            edges(&mut |from, to, _| {
                if above(to) != Some(from) {
                    add(from, to);
                }
            });
        });
        let mut highest = vec![u32::MAX; count];
        for &block in order.iter().rev() {
            let own = joins.row(block).iter().map(|&to| levels[to as usize]);
            let own = own.fold(highest[block as usize], u32::min);
            highest[block as usize] = own;
            if let Some(above) = above(block) {
                let above = &mut highest[above as usize];
                *above = own.min(*above);
            }
        }
        let mut by_height = order.clone();
        by_height.sort_by_key(|&block| highest[block as usize]);
        let children = Rows::new(count, |add| {
            for &block in &by_height {
                if let Some(above) = above(block) {
                    add(above, block);
                }
            }
        });
        let incoming = Rows::new(count, |add| {
            edges(&mut |from, to, place| add(to, (from, place)));
        });
        Graph {
            order,
            children,
            incoming,
            levels,
            joins,
            highest,
        }
    }
}

fn number(id: BlockId) -> BlockNo {
    id.index() as BlockNo
}

fn cfg(draft: &Draft) -> Cfg {
    let mut builder = CfgBuilder::new();
    for block in &draft.blocks {
        let exit = match block.edges.len() {
            0 => unsnarl::Exit::Return,
            1 => unsnarl::Exit::Jump,
            2 => unsnarl::Exit::Branch,
            _ => unsnarl::Exit::Switch,
        };
        let targets = block.edges.iter().map(|edge| edge.to as usize);
        builder.block(exit, targets.map(BlockId::new));
    }
    let built = builder.build(BlockId::new(0));
    built.expect("every edge leads to a block, and there are as many as the exit says")
}

/// Adds the parameters of locals.
///
/// # Errors
/// If more values would be passed along edges than [`MOST_ARGUMENTS`], which it gives.
pub(super) fn place(draft: &mut Draft, graph: &Graph) -> Result<(), usize> {
    let count = draft.blocks.len();
    let mut is_read = vec![false; draft.initial.len()];
    let mut writes: Vec<(u32, BlockNo)> = Vec::new();
    for (block, data) in (0..).zip(&draft.blocks) {
        for &(local, _) in &data.reads {
            is_read[local as usize] = true;
        }
        // No edge leads to the entry, so that its writes meet no others there.
        if block != 0 {
            writes.extend(data.writes.iter().map(|&(local, _)| (local, block)));
        }
    }
    writes.retain(|&(local, _)| is_read[local as usize]);
    writes.sort_unstable();
    let mut search = Search {
        graph,
        local: 0,
        writes: vec![u32::MAX; count],
        placed: vec![u32::MAX; count],
        visited: vec![u32::MAX; count],
        waiting: BinaryHeap::new(),
        found: Vec::new(),
    };
    let mut arguments: usize = draft.pool.len();
    for own in writes.chunk_by(|(left, _), (right, _)| left == right) {
        let local = own[0].0;
        search.run(local, own);
        for block in search.found.drain(..) {
            let ty = draft.types[draft.initial[local as usize].index()];
            let value = draft.add(ty, Def::BlockParameter);
            draft.blocks[block as usize].locals.push((local, value));
            arguments += graph.incoming.row(block).len();
        }
        if arguments > MOST_ARGUMENTS {
            return Err(MOST_ARGUMENTS);
        }
    }
    Ok(())
}

/// The search for the parameters of a local. What is said of blocks is said by the local.
struct Search<'a> {
    graph: &'a Graph,
    local: u32,
    writes: Vec<u32>,
    placed: Vec<u32>,
    visited: Vec<u32>,
    /// Blocks with writes or parameters, the deepest first.
    waiting: BinaryHeap<(u32, BlockNo)>,
    found: Vec<BlockNo>,
}

impl Search<'_> {
    fn run(&mut self, local: u32, writes: &[(u32, BlockNo)]) {
        self.local = local;
        for &(_, block) in writes {
            self.writes[block as usize] = local;
            self.waiting
                .push((self.graph.levels[block as usize], block));
        }
        let mut stack = Vec::new();
        while let Some((level, root)) = self.waiting.pop() {
            stack.push(root);
            self.visited[root as usize] = local;
            while let Some(block) = stack.pop() {
                self.joins(block, level);
                for &child in self.graph.children.row(block) {
                    if self.graph.highest[child as usize] > level {
                        // So it is for all others.
                        break;
                    }
                    if std::mem::replace(&mut self.visited[child as usize], local) != local {
                        stack.push(child);
                    }
                }
            }
        }
    }

    /// Places parameters where edges from a block lead out of the branch of a write.
    fn joins(&mut self, block: BlockNo, level: u32) {
        for &to in self.graph.joins.row(block) {
            let place = to as usize;
            let is_inside = self.graph.levels[place] > level;
            if is_inside || std::mem::replace(&mut self.placed[place], self.local) == self.local {
                continue;
            }
            self.found.push(to);
            if self.writes[place] != self.local {
                self.waiting.push((self.graph.levels[place], to));
            }
        }
    }
}
