//! The graph of a function whose parts are joined to it.
//!
//! *Needs:* a [`Whole`]. *Gives:* where each block leads, and what is true of the graph.
//! *Cost:* that of dominators, which is near-linear.
//!
//! A block that calls a part leads to its entry, and one that returns from a part to where the
//! block of the call goes on. So each part's blocks are entered only there.

use std::ops::Range;

use unsnarl::analysis::{Dominators, Order};
use unsnarl::{BlockId, Cfg, CfgBuilder, Exit as CfgExit, Id};

use super::broken::{Broken, Rule};
use super::whole::{Call, Whole};
use crate::machine::{Exit, Number};

/// How a block ends when parts are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// As it does by itself.
    Own,
    /// It enters a part.
    Enters(usize),
    /// It leaves a part for a slot of the block of the call; for none if that has no edges.
    Leaves(usize, Option<usize>),
}

/// Where blocks lead.
pub(super) struct Graph {
    /// By block.
    ends: Vec<End>,
    pub(super) order: Order,
    pub(super) dominators: Dominators,
    /// By block: its number in a walk of the tree of dominators, and that behind those below it.
    places: Vec<(usize, usize)>,
    /// By block from which single edges lead out of the function: its number in a walk of the
    /// tree of these edges from the ends, and that behind those that lead to it.
    outs: Vec<Option<(usize, usize)>>,
    leads: Vec<BlockId>,
}

impl Graph {
    pub(super) fn new(whole: &Whole<'_>) -> Result<Graph, Broken> {
        let mut ends = vec![End::Own; whole.block_count()];
        for (number, function) in whole.functions.iter().enumerate() {
            for &block in function.order() {
                ends[whole.id(number, block).index()] = end(whole, number, block)?;
            }
        }
        let cfg = cfg(whole, &ends);
        let order = Order::new(&cfg);
        let dominators = Dominators::new(&cfg, &order);
        let places = places(&order, &dominators, whole.block_count());
        let outs = outs(&cfg, &order);
        let leads = leads(whole, &ends, &cfg, &order);
        Ok(Graph {
            ends,
            order,
            dominators,
            places,
            outs,
            leads,
        })
    }

    pub(super) fn end(&self, block: BlockId) -> End {
        self.ends[block.index()]
    }

    /// Where values of a block are used: in itself, but if it only sets variables and returns from
    /// a part, where that leads.
    pub(super) fn lead(&self, block: BlockId) -> BlockId {
        self.leads[block.index()]
    }

    /// If single edges, forward in the order, lead from a block out of the function: numbers of the
    /// blocks that lead to it so, of which it is the first.
    pub(super) fn out(&self, block: BlockId) -> Option<Range<usize>> {
        let (start, end) = self.outs[block.index()]?;
        Some(start..end)
    }

    /// The number of a block in a walk of the tree of dominators.
    pub(super) fn place(&self, block: BlockId) -> usize {
        self.places[block.index()].0
    }

    /// The numbers of the blocks that one dominates.
    pub(super) fn below(&self, block: BlockId) -> Range<usize> {
        let (start, end) = self.places[block.index()];
        start..end
    }
}

fn end(whole: &Whole<'_>, number: usize, block: BlockId) -> Result<End, Broken> {
    if let Some(part) = whole.part_called_in(number, block) {
        return Ok(End::Enters(part));
    }
    let function = whole.functions[number];
    match (
        function.block(block).exit == Exit::Return,
        whole.calls[number],
    ) {
        (true, Some(call)) => {
            let returned = function.exit_operands(block).first();
            let returned = returned.and_then(|&reg| function.number_in(reg));
            match slot(whole, call, returned) {
                Some(slot) => Ok(End::Leaves(number, slot)),
                None => whole.broken(number, Some(block), Rule::Selector),
            }
        }
        _ => Ok(End::Own),
    }
}

/// The slot that the block of a call takes if the part returns a number; nothing if that is not
/// known.
fn slot(whole: &Whole<'_>, call: Call, returned: Option<Number>) -> Option<Option<usize>> {
    let block = whole.functions[call.function].block(call.block);
    let returned = returned.and_then(Number::integer);
    match &block.exit {
        Exit::Jump => Some(Some(0)),
        Exit::Branch => Some(Some(usize::from(returned? == 0))),
        Exit::Switch(values) => {
            let returned = returned?;
            // Mostly exits are numbered from 0.
            let direct = usize::try_from(returned).ok();
            let direct = direct.filter(|&slot| values.get(slot) == Some(&returned));
            let slot = direct.or_else(|| values.iter().position(|&value| value == returned));
            Some(Some(slot.unwrap_or(values.len())))
        }
        _ => Some(None),
    }
}

fn cfg(whole: &Whole<'_>, ends: &[End]) -> Cfg {
    let mut builder = CfgBuilder::new();
    for (index, &end) in ends.iter().enumerate() {
        let (number, block) = whole.own(BlockId::new(index));
        let edges = |function: usize, block: BlockId| {
            let edges = whole.functions[function].block(block).edges().iter();
            edges.map(move |edge| whole.id(function, edge.to))
        };
        let to: Vec<BlockId> = match end {
            End::Own => edges(number, block).collect(),
            End::Enters(part) => vec![whole.entry(part)],
            End::Leaves(part, slot) => {
                let call = whole.calls[part].expect("each part is called");
                // The slot is looked up, since a part may have as many returns as there are slots.
                let edges = whole.functions[call.function].block(call.block).edges();
                let edge = slot.and_then(|slot| edges.get(slot));
                edge.map(|edge| whole.id(call.function, edge.to))
                    .into_iter()
                    .collect()
            }
        };
        let exit = match to.len() {
            0 => CfgExit::Return,
            1 => CfgExit::Jump,
            _ => CfgExit::Switch,
        };
        builder.block(exit, to);
    }
    let cfg = builder.build(BlockId::new(0));
    cfg.expect("L1: there is an entry, and edges lead to blocks")
}

/// Numbers the blocks from which single edges lead out of the function, so that each comes before
/// those that lead to it, which are in a row.
fn outs(cfg: &Cfg, order: &Order) -> Vec<Option<(usize, usize)>> {
    let next = |block: BlockId| match *cfg.successors(block) {
        [to] if order.position(to) > order.position(block) => Some(to),
        _ => None,
    };
    let mut sizes = vec![1; cfg.block_count()];
    for &block in order.blocks() {
        if let Some(to) = next(block) {
            sizes[to.index()] += sizes[block.index()];
        }
    }
    let mut outs = vec![None; cfg.block_count()];
    // By block: the next number for one that leads to it; at last, for one without edges.
    let mut numbers = vec![0; cfg.block_count() + 1];
    for &block in order.blocks().iter().rev() {
        let size = sizes[block.index()];
        let above = match next(block) {
            Some(to) if outs[to.index()].is_some() => to.index(),
            None if cfg.successors(block).is_empty() => cfg.block_count(),
            _ => continue,
        };
        let start = numbers[above];
        numbers[above] += size;
        numbers[block.index()] = start + 1;
        outs[block.index()] = Some((start, start + size));
    }
    outs
}

/// By block: where its values are used.
fn leads(whole: &Whole<'_>, ends: &[End], cfg: &Cfg, order: &Order) -> Vec<BlockId> {
    let mut leads: Vec<BlockId> = (0..ends.len()).map(BlockId::new).collect();
    for &block in order.blocks().iter().rev() {
        if let (End::Leaves(..), &[to]) = (ends[block.index()], cfg.successors(block))
            && whole.only_sets(block)
        {
            let is_forward = order.position(to) > order.position(block);
            leads[block.index()] = if is_forward { leads[to.index()] } else { to };
        }
    }
    leads
}

/// Numbers blocks so that each comes before those that it dominates, which are in a row.
fn places(order: &Order, dominators: &Dominators, count: usize) -> Vec<(usize, usize)> {
    let mut sizes = vec![1; count];
    for &block in order.blocks().iter().rev() {
        if let Some(above) = dominators.immediate(block) {
            sizes[above.index()] += sizes[block.index()];
        }
    }
    let mut places = vec![(0, 0); count];
    // By block: the next number for one right below it.
    let mut next = vec![1; count];
    for &block in order.blocks() {
        let start = dominators.immediate(block).map_or(0, |above| {
            let start = next[above.index()];
            next[above.index()] += sizes[block.index()];
            start
        });
        next[block.index()] = start + 1;
        places[block.index()] = (start, start + sizes[block.index()]);
    }
    places
}
