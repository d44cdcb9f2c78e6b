//! The line of a function: its blocks one after the other, in an order in which definitions come
//! first.
//!
//! *Needs:* the order of the blocks, and their code.
//! *Gives:* [`Line`]: the positions of blocks, definitions and uses, and which blocks lead to
//! which.
//! *Cost:* linear in the code, and sorts of edges and uses.
//!
//! Each block has a position for its start, where its parameters are defined, one for each piece of
//! its code, and one for its end, where its edges read. A *place* is the number of a block in the
//! order.

use crate::trees::{Code, Trees};
use crate::{Function, Reg};
use unsnarl::{BlockId, Id, Rows};

/// Where a register is defined or used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    pub(super) place: usize,
    pub(super) position: u32,
}

/// A function as a line.
pub(super) struct Line {
    /// By place: the position of the start; then the position after all.
    starts: Vec<u32>,
    /// The places that lead to each place.
    predecessors: Rows<usize>,
    /// By register: none for parameters of the function, which are defined before the line.
    definitions: Vec<Option<Point>>,
    /// By register: its last use in each block that has one, ascending.
    uses: Rows<Point>,
}

impl Line {
    pub(super) fn new(function: &Function, trees: &Trees) -> Self {
        let order = function.order();
        let mut reading = Reading {
            last_user: vec![None; function.reg_count()],
            definitions: vec![None; function.reg_count()],
            uses: Vec::new(),
        };
        let mut starts = Vec::with_capacity(order.len() + 1);
        let mut position = 1;
        for (place, &block) in order.iter().enumerate() {
            starts.push(position);
            position = reading.block(function, trees, block, Point { place, position });
        }
        starts.push(position);
        let uses = reading
            .uses
            .iter()
            .map(|&(reg, point)| (reg.index(), point));
        let uses = Rows::gather(function.reg_count(), || uses.clone());
        Line {
            starts,
            predecessors: predecessors(function),
            definitions: reading.definitions,
            uses,
        }
    }

    /// The number of blocks.
    pub(super) fn places(&self) -> usize {
        self.starts.len() - 1
    }

    /// The position at which a block starts.
    pub(super) fn start(&self, place: usize) -> u32 {
        self.starts[place]
    }

    /// The position after a block.
    pub(super) fn after(&self, place: usize) -> u32 {
        self.starts[place + 1]
    }

    /// The places of the blocks that lead to one.
    pub(super) fn predecessors(&self, place: usize) -> &[usize] {
        self.predecessors.row(place)
    }

    /// The number of registers.
    pub(super) fn reg_count(&self) -> usize {
        self.uses.count()
    }

    /// Where a register is defined; none for one that is defined before the line.
    pub(super) fn definition(&self, reg: usize) -> Option<Point> {
        self.definitions[reg]
    }

    /// The last use of a register in each block that has one, ascending.
    pub(super) fn uses(&self, reg: usize) -> &[Point] {
        self.uses.row(reg)
    }
}

/// Definitions and uses so far.
struct Reading {
    /// By register: the last place that is known to use it.
    last_user: Vec<Option<usize>>,
    definitions: Vec<Option<Point>>,
    uses: Vec<(Reg, Point)>,
}

impl Reading {
    /// Reads a block backwards, and gives the position after it.
    fn block(&mut self, function: &Function, trees: &Trees, id: BlockId, start: Point) -> u32 {
        let at = |position| Point { position, ..start };
        for parameter in &function.block(id).parameters {
            self.definitions[parameter.index()] = Some(start);
        }
        let code = trees.block(id);
        let end = start.position + 1 + code.len() as u32;
        for source in edge_sources(function, trees, id) {
            self.used(source, at(end));
        }
        for (position, item) in (start.position + 1..end).rev().zip(code.all().rev()) {
            match item {
                Code::Get(reg) => self.used(reg, at(position)),
                Code::Set(reg) | Code::Tee(reg) => {
                    self.definitions[reg.index()] = Some(at(position));
                }
                Code::Inst(_) | Code::Drop | Code::Rematerialise(_) => {}
            }
        }
        end + 1
    }

    fn used(&mut self, reg: Reg, at: Point) {
        if self.last_user[reg.index()].replace(at.place) != Some(at.place) {
            self.uses.push((reg, at));
        }
    }
}

/// The registers that the edges out of a block read.
fn edge_sources<'a>(
    function: &'a Function,
    trees: &'a Trees,
    block: BlockId,
) -> impl Iterator<Item = Reg> + 'a {
    let edges = function.different_edges(block);
    let copies = edges.flat_map(|edge| function.copies(edge));
    let live = copies.filter(|&(parameter, source)| {
        trees.is_live(parameter) && !function.is_rematerialised(source)
    });
    live.map(|(_, source)| source)
}

/// By place: the places that lead to it, each once.
fn predecessors(function: &Function) -> Rows<usize> {
    let mut places = vec![0; function.block_count()];
    for (place, block) in function.order().iter().enumerate() {
        places[block.index()] = place;
    }
    let mut edges: Vec<(usize, usize)> = Vec::new();
    for (place, &block) in function.order().iter().enumerate() {
        let targets = function.block(block).edges().iter();
        edges.extend(targets.map(|edge| (places[edge.to.index()], place)));
    }
    edges.sort_unstable();
    edges.dedup();
    Rows::gather(function.order().len(), || edges.iter().copied())
}
