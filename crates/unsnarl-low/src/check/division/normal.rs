//! A normal form of functions, which is the same before and after division.
//!
//! ```text
//! b0:                               b0:
//!   %1 = i32.add frame+0, i32 8       call @f(frame+8)
//!   jump b1(%1)                       br %0, b3, b4(%0)
//! b1(%2: i32):                  →
//!   call @f(%2)
//!   br %0, b2, b4(%0)
//! b2:
//!   jump b3
//! ```
//! *Needs:* a function that keeps the [rules](crate::machine#rules).
//! *Gives:* its [`Normal`] form, in which
//!
//! - what is not live is left out, but for what calls set and jumps pass on;
//! - a sum of an address in the frame and a constant is that address, and a vector made of the
//!   [lanes](vector_of) of another one is that vector;
//! - a block that only one jump leads to is a part of the block of that jump;
//! - an edge to a block that only passes on its parameters, as they are and to no other use, leads
//!   to where that jumps;
//! - a jump to a block that only returns is a return;
//! - blocks that only return their parameters, as they are, are one.
//!
//! Each of these leaves what the function does. They are applied in this order, once each.
//! *Cost:* linear, but that returns are copied, and a sort of the arguments of edges.

mod ends;
mod fold;

use unsnarl::{BlockId, Id};

pub(super) use self::fold::vector_of;

use crate::check::rewrite::set_by_calls;
use crate::live::Live;
use crate::machine::{Edge, Exit, Function, InstId, Reg};

/// A function in normal form. Its blocks are named like the first of what became one.
pub(super) struct Normal {
    pub(super) function: Function,
    live: Live,
    /// By block: whether it belongs to the block before.
    is_joined: Vec<bool>,
    /// By first block of a chain: the last one.
    lasts: Vec<BlockId>,
    /// By first block of a chain: whether nothing happens in it but how it ends.
    is_empty: Vec<bool>,
    /// By block: where edges to it lead.
    targets: Vec<BlockId>,
    /// By block: what it returns, if it returns or jumps to one that only returns.
    returns: Vec<Option<Vec<Reg>>>,
}

impl Normal {
    pub(super) fn new(mut function: Function) -> Normal {
        let is_joined = joined(&function);
        fold::fold(&mut function, &is_joined);
        let live = Live::with_roots(&function, brought(&function, &is_joined));
        let blocks: Vec<BlockId> = (0..function.block_count()).map(BlockId::new).collect();
        let mut normal = Normal {
            returns: vec![None; blocks.len()],
            function,
            live,
            is_joined,
            lasts: blocks.clone(),
            is_empty: vec![false; blocks.len()],
            targets: blocks,
        };
        normal.summarize();
        normal.bypass();
        normal.copy_returns();
        normal.unite_returns();
        normal
    }

    fn summarize(&mut self) {
        let firsts: Vec<BlockId> = self.firsts().collect();
        for block in firsts {
            self.lasts[block.index()] = self.chain(block).last().unwrap_or(block);
            let is_empty = self.insts(block).next().is_none();
            self.is_empty[block.index()] = is_empty;
        }
    }

    /// The number of blocks, with those that are none any more.
    pub(super) fn block_count(&self) -> usize {
        self.function.block_count()
    }

    /// Where a block leads, by slot.
    pub(super) fn successors(&self, block: BlockId) -> impl Iterator<Item = BlockId> + '_ {
        let edges = match self.returned(block) {
            Some(_) => &[],
            None => self.function.block(self.last(block)).edges(),
        };
        edges.iter().map(|&edge| self.target(edge))
    }

    /// The blocks that one consists of.
    fn chain(&self, first: BlockId) -> impl Iterator<Item = BlockId> + '_ {
        std::iter::successors(Some(first), |&block| {
            let &[edge] = self.function.block(block).edges() else {
                return None;
            };
            self.is_joined[edge.to.index()].then_some(edge.to)
        })
    }

    /// The block that says how one ends.
    pub(super) fn last(&self, first: BlockId) -> BlockId {
        self.lasts[first.index()]
    }

    /// Where an edge leads.
    pub(super) fn target(&self, edge: Edge) -> BlockId {
        self.targets[edge.to.index()]
    }

    /// What a block returns, if it does.
    pub(super) fn returned(&self, block: BlockId) -> Option<&[Reg]> {
        self.returns[block.index()].as_deref()
    }

    /// The parameters of a block that are live.
    pub(super) fn parameters(&self, block: BlockId) -> impl Iterator<Item = Reg> + '_ {
        let parameters = self.function.block(block).parameters.iter().copied();
        parameters.filter(|reg| self.live.regs[reg.index()])
    }

    /// What an edge passes to live parameters.
    pub(super) fn arguments(&self, edge: Edge) -> Vec<Reg> {
        let copies = self.function.copies(edge);
        let live = copies.filter(|(parameter, _)| self.live.regs[parameter.index()]);
        live.map(|(_, argument)| argument).collect()
    }

    /// The instructions of a block that are live.
    pub(super) fn insts(&self, block: BlockId) -> impl Iterator<Item = InstId> + '_ {
        let blocks = self.chain(block);
        let insts = blocks.flat_map(|block| self.function.block(block).insts());
        insts.filter(|&inst| self.live.has(inst))
    }

    /// The first blocks of all chains.
    fn firsts(&self) -> impl DoubleEndedIterator<Item = BlockId> + '_ {
        let order = self.function.order().iter().copied();
        order.filter(|block| !self.is_joined[block.index()])
    }

    /// The edge of a block that ends with a jump.
    fn jump(&self, block: BlockId) -> Option<Edge> {
        let last = self.function.block(self.last(block));
        match (&last.exit, last.edges()) {
            (Exit::Jump, &[edge]) => Some(edge),
            _ => None,
        }
    }
}

/// By block: whether only one jump leads to it.
fn joined(function: &Function) -> Vec<bool> {
    let mut edges = vec![0; function.block_count()];
    let mut is_jump = vec![false; function.block_count()];
    edges[0] = 1;
    for &block in function.order() {
        let data = function.block(block);
        for edge in data.edges() {
            edges[edge.to.index()] += 1;
            is_jump[edge.to.index()] = data.exit == Exit::Jump;
        }
    }
    let pairs = edges.into_iter().zip(is_jump).enumerate();
    let joined = pairs.map(|(index, (edges, is_jump))| index > 0 && edges == 1 && is_jump);
    joined.collect()
}

/// The parameters that edges of calls set, and those that jumps pass these on to. So what is kept
/// does not depend on whether a block that passes on all is bypassed.
fn brought(function: &Function, is_joined: &[bool]) -> Vec<Reg> {
    let mut passed: Vec<(Reg, Reg)> = Vec::new();
    for &block in function.order() {
        let data = function.block(block);
        if let (Exit::Jump, &[edge]) = (&data.exit, data.edges())
            && !is_joined[edge.to.index()]
        {
            passed.extend(function.copies(edge).map(|(to, from)| (from, to)));
        }
    }
    passed.sort_unstable();
    let mut found = set_by_calls(function);
    let mut is_found = vec![false; function.reg_count()];
    let mut index = 0;
    while let Some(&reg) = found.get(index) {
        index += 1;
        if !std::mem::replace(&mut is_found[reg.index()], true) {
            let start = passed.partition_point(|&(from, _)| from < reg);
            let own = passed[start..].iter();
            let own = own.take_while(|&&(from, _)| from == reg);
            found.extend(own.map(|&(_, to)| to));
        }
    }
    found
}
