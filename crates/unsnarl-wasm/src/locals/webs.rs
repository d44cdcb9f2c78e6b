//! Webs: registers that share a local because edges copy between them, and the locals of webs.
//!
//! *Needs:* the [segments](super::live) of each register.
//! *Gives:* [`Locals`].
//! *Cost:* copies of edges, and segments times the square of a logarithm.

use unsnarl::{BlockId, Id};
use unsnarl_low::trees::Trees;
use unsnarl_low::{Edge, Function, Reg, Source, Type};

use super::budget::Budget;
use super::colors::Colors;
use super::{Locals, Web};
use unsnarl::Segments;

/// Whether two webs overlap is always found out if one has so few segments; with more, within the
/// budget.
const FEW: usize = 8;

/// Registers that share a local because edges copy between them.
pub(super) struct Webs {
    parent: Vec<usize>,
    types: Vec<Type>,
    segments: Vec<Segments>,
    /// The parameter that is among them.
    parameter: Vec<Option<u32>>,
}

impl Webs {
    pub(super) fn new(function: &Function, segments: Vec<Segments>) -> Self {
        let parameter = |reg| match function.source(reg) {
            Source::Parameter(number) => Some(number),
            _ => None,
        };
        Webs {
            parent: (0..function.reg_count()).collect(),
            types: function.regs().map(|reg| function.ty(reg)).collect(),
            segments,
            parameter: function.regs().map(parameter).collect(),
        }
    }

    fn root(&mut self, reg: usize) -> usize {
        let mut root = reg;
        while self.parent[root] != root {
            self.parent[root] = self.parent[self.parent[root]];
            root = self.parent[root];
        }
        root
    }

    /// Coalesces block parameters with their sources on edges, back edges first: they are in
    /// loops.
    pub(super) fn join_parameters(
        &mut self,
        function: &Function,
        trees: &Trees,
        mut budget: Budget,
    ) {
        let mut place = vec![0; function.block_count()];
        for (index, block) in function.order().iter().enumerate() {
            place[block.index()] = index;
        }
        let incoming = incoming(function);
        for goes_back in [true, false] {
            for (from, edge) in &incoming {
                if (place[from.index()] >= place[edge.to.index()]) != goes_back {
                    continue;
                }
                for (parameter, source) in function.copies(*edge) {
                    if trees.is_live(parameter) && !function.is_rematerialised(source) {
                        self.join(parameter, source, &mut budget);
                    }
                }
            }
        }
    }

    fn join(&mut self, left: Reg, right: Reg, budget: &mut Budget) {
        let (left, right) = (self.root(left.index()), self.root(right.index()));
        let both_are_parameters = self.parameter[left].is_some() && self.parameter[right].is_some();
        if left == right || both_are_parameters {
            return;
        }
        let (own, other) = (&self.segments[left], &self.segments[right]);
        let work = own.len().min(other.len());
        if work > FEW && !budget.spend(work) || own.overlap(other) {
            return;
        }
        let taken = std::mem::take(&mut self.segments[right]);
        self.segments[left].absorb(taken);
        self.parameter[left] = self.parameter[left].or(self.parameter[right]);
        self.parent[right] = left;
    }

    /// Gives each web a local.
    pub(super) fn color(mut self, function: &Function, budget: Budget) -> Locals {
        let parameters = &function.signature.parameters[..];
        let mut colors = Colors::new(parameters, budget);
        let color_of = self.color_each(&mut colors);
        let (numbers, types) = grouped(&colors, parameters.len());
        self.join_alike(function, &color_of);
        let (webs, roots) = self.webs(&color_of);
        let number = |&root: &usize| color_of[root].map(|color| numbers[color]);
        let own_type = |&root: &usize| self.parameter[root].is_none().then(|| self.types[root]);
        Locals {
            webs,
            numbers: roots.iter().map(number).collect(),
            own_types: roots.iter().map(own_type).collect(),
            slots: Vec::new(),
            parameters: parameters.len() as u32,
            types,
        }
    }

    /// Colours the webs in the order in which they start, those that hold parameters first; gives
    /// by web its colour.
    fn color_each(&mut self, colors: &mut Colors) -> Vec<Option<usize>> {
        let starts = self.segments.iter().map(Segments::start).enumerate();
        let mut order: Vec<(bool, u32, usize)> = starts
            .filter_map(|(web, start)| Some((self.parameter[web].is_none(), start?, web)))
            .collect();
        order.sort_unstable();
        let mut color_of: Vec<Option<usize>> = vec![None; self.types.len()];
        for (_, _, web) in order {
            let segments = std::mem::take(&mut self.segments[web]);
            color_of[web] = Some(match self.parameter[web] {
                Some(number) => {
                    colors.give(number as usize, segments);
                    number as usize
                }
                None => colors.choose(self.types[web], segments),
            });
        }
        color_of
    }

    /// Joins the webs between which an edge has no copy because they got the same local: the
    /// registers of one become those of the other.
    fn join_alike(&mut self, function: &Function, color_of: &[Option<usize>]) {
        let copies = incoming(function).into_iter();
        for (parameter, source) in copies.flat_map(|(_, edge)| function.copies(edge)) {
            let (left, right) = (self.root(parameter.index()), self.root(source.index()));
            if color_of[left].is_some() && color_of[left] == color_of[right] {
                self.parameter[left] = self.parameter[left].or(self.parameter[right]);
                self.parent[right] = left;
            }
        }
    }

    /// Numbers the webs that have a local: by register its web, by web one of its registers.
    fn webs(&mut self, color_of: &[Option<usize>]) -> (Vec<Option<Web>>, Vec<usize>) {
        let mut web_of = vec![None; color_of.len()];
        let mut roots = Vec::new();
        let of_register = |reg| {
            let root = self.root(reg);
            color_of[root]?;
            Some(*web_of[root].get_or_insert_with(|| {
                roots.push(root);
                Web(roots.len() as u32 - 1)
            }))
        };
        let webs = (0..color_of.len()).map(of_register).collect();
        (webs, roots)
    }
}

/// The edges that set parameters, each with the block that it leaves: by the place of their target
/// in the order of the function, then by the number of that block.
fn incoming(function: &Function) -> Vec<(BlockId, Edge)> {
    let mut place = vec![0; function.block_count()];
    for (index, block) in function.order().iter().enumerate() {
        place[block.index()] = index;
    }
    let mut edges: Vec<(BlockId, Edge)> = Vec::new();
    for &block in function.order() {
        let own = function.different_edges(block);
        edges.extend(own.map(|edge| (block, edge)));
    }
    edges.retain(|(_, edge)| !function.arguments(*edge).is_empty());
    edges.sort_by_key(|&(from, edge)| (place[edge.to.index()], from));
    edges
}

/// Numbers locals so that those of one type follow each other; parameters stay first. Gives the
/// types of the others, too.
fn grouped(colors: &Colors, parameters: usize) -> (Vec<u32>, Vec<Type>) {
    let mut numbers: Vec<u32> = (0..colors.types().count() as u32).collect();
    let mut types = Vec::new();
    for ty in Type::ALL {
        for (own, number) in colors.types().zip(&mut numbers).skip(parameters) {
            if own == ty {
                *number = (parameters + types.len()) as u32;
                types.push(ty);
            }
        }
    }
    (numbers, types)
}
