//! Webs: registers that share a local because edges copy between them, and the locals of webs.
//!
//! *Needs:* the [segments](super::live) of each register.
//! *Gives:* [`Locals`].
//! *Cost:* near-linear in the segments, times the candidate locals of a type, of which there are
//! [1,000](FIRST_FIT) at most.

use std::collections::BTreeSet;

use unsnarl::{BlockId, Id};
use unsnarl_low::trees::Trees;
use unsnarl_low::{Edge, Function, Reg, Source, Type};

use super::live::{Segment, merged, overlap};
use super::{Locals, Web};

/// Registers that share a local because edges copy between them.
pub(super) struct Webs {
    parent: Vec<usize>,
    types: Vec<Type>,
    segments: Vec<Vec<Segment>>,
    /// The parameter that is among them.
    parameter: Vec<Option<u32>>,
}

impl Webs {
    pub(super) fn new(function: &Function, mut segments: Vec<Vec<Segment>>) -> Self {
        let mut parameter = vec![None; function.reg_count()];
        for reg in function.regs() {
            if let Source::Parameter(number) = function.source(reg) {
                parameter[reg.index()] = Some(number);
                // It is set before the first block.
                if let Some(first) = segments[reg.index()].first_mut() {
                    first.0 = 0;
                }
            }
        }
        Webs {
            parent: (0..function.reg_count()).collect(),
            types: function.regs().map(|reg| function.ty(reg)).collect(),
            segments,
            parameter,
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
    pub(super) fn join_parameters(&mut self, function: &Function, trees: &Trees) {
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
                        self.join(parameter, source);
                    }
                }
            }
        }
    }

    fn join(&mut self, left: Reg, right: Reg) {
        let (left, right) = (self.root(left.index()), self.root(right.index()));
        let both_are_parameters = self.parameter[left].is_some() && self.parameter[right].is_some();
        if left == right
            || both_are_parameters
            || overlap(&self.segments[left], &self.segments[right])
        {
            return;
        }
        let taken = std::mem::take(&mut self.segments[right]);
        let own = std::mem::take(&mut self.segments[left]);
        self.segments[left] = merged(own, taken);
        self.parameter[left] = self.parameter[left].or(self.parameter[right]);
        self.parent[right] = left;
    }

    /// Gives each web a local.
    pub(super) fn color(mut self, function: &Function) -> Locals {
        let parameters = &function.signature.parameters[..];
        let (colors, color_of) = self.first_fit(function, parameters);
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

    /// Colours webs so that those which are live at once differ: all colours, and by web its own.
    fn first_fit(
        &mut self,
        function: &Function,
        parameters: &[Type],
    ) -> (Vec<Color>, Vec<Option<usize>>) {
        let mut order: Vec<usize> = (0..function.reg_count())
            .filter(|&reg| self.parent[reg] == reg && !self.segments[reg].is_empty())
            .collect();
        order.sort_by_key(|&web| (self.parameter[web].is_none(), self.segments[web][0].0, web));
        let mut colors: Vec<Color> = parameters
            .iter()
            .map(|&ty| Color {
                ty,
                segments: Vec::new(),
            })
            .collect();
        let mut color_of: Vec<Option<usize>> = vec![None; function.reg_count()];
        let mut ended = Ended::default();
        for web in order {
            let segments = std::mem::take(&mut self.segments[web]);
            let ty = self.types[web];
            let color = match self.parameter[web] {
                Some(number) => number as usize,
                None => colors
                    .iter()
                    .take(FIRST_FIT + parameters.len())
                    .position(|color| color.ty == ty && !overlap(&color.segments, &segments))
                    .or_else(|| ended.take(ty, segments[0].0))
                    .unwrap_or(colors.len()),
            };
            if color >= FIRST_FIT + parameters.len() {
                let end = segments.last().map_or(0, |segment| segment.1);
                ended.give(ty, end, color);
            }
            if color == colors.len() {
                colors.push(Color {
                    ty,
                    segments: Vec::new(),
                });
            }
            color_of[web] = Some(color);
            let own = std::mem::take(&mut colors[color].segments);
            colors[color].segments = merged(own, segments);
        }
        (colors, color_of)
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
        let own = function.different_edges(block).into_iter();
        edges.extend(own.map(|edge| (block, edge)));
    }
    edges.retain(|(_, edge)| !function.arguments(*edge).is_empty());
    edges.sort_by_key(|&(from, edge)| (place[edge.to.index()], from));
    edges
}

struct Color {
    ty: Type,
    segments: Vec<Segment>,
}

/// The number of colours tried for a web. Beyond these, only a colour that stays free is taken.
const FIRST_FIT: usize = 1_000;

/// The colours that are not tried, by their type and the end of their last segment.
#[derive(Default)]
struct Ended(Vec<(Type, BTreeSet<(u32, usize)>)>);

impl Ended {
    /// A colour whose segments end before a position, the one that is free for longest. Webs come
    /// in the order of their first segments, so whatever begins there fits.
    fn take(&mut self, ty: Type, start: u32) -> Option<usize> {
        let (_, colors) = self.0.iter_mut().find(|(own, _)| *own == ty)?;
        let &first = colors.first().filter(|(end, _)| *end <= start)?;
        colors.remove(&first);
        Some(first.1)
    }

    fn give(&mut self, ty: Type, end: u32, color: usize) {
        match self.0.iter_mut().find(|(own, _)| *own == ty) {
            Some((_, colors)) => {
                colors.insert((end, color));
            }
            None => self.0.push((ty, BTreeSet::from([(end, color)]))),
        }
    }
}

/// Numbers locals so that those of one type follow each other; parameters stay first. Gives the
/// types of the others, too.
fn grouped(colors: &[Color], parameters: usize) -> (Vec<u32>, Vec<Type>) {
    let mut numbers: Vec<u32> = (0..colors.len() as u32).collect();
    let mut types = Vec::new();
    for ty in [Type::I32, Type::I64, Type::F32, Type::F64, Type::V128] {
        for (color, number) in colors.iter().zip(&mut numbers).skip(parameters) {
            if color.ty == ty {
                *number = (parameters + types.len()) as u32;
                types.push(ty);
            }
        }
    }
    (numbers, types)
}
