//! The program of each region, in pieces, and the flags that it needs.
//!
//! *Needs:* a [`Graph`] and its [`Nest`].
//! *Gives:* [`Plan`].
//! *Cost:* that of the stages before.
//!
//! A variable becomes a flag if a test reads it. Flags are numbered from 0 in each group, so
//! successive groups share flags. The regions and loops inside a group number their flags after
//! those of the group.

use super::conditions::{Conditions, Guarded, Variable, levels};
use super::flags::{Allotment, allot};
use super::formula::Sign;
use super::graph::{Graph, Node};
use super::nest::Nest;
use super::refine::{Piece, Refinement};
use super::sequence::Sequence;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// The flag of a level.
#[derive(Clone, Copy)]
pub(super) struct Flag {
    pub(super) number: u32,
    /// Whether it is cleared before the decision.
    pub(super) cleared: bool,
}

pub(super) struct Plan {
    /// By head of a region: its pieces.
    regions: Vec<Range<usize>>,
    pieces: Vec<Piece>,
    /// Formulas over flags.
    signs: Vec<Sign>,
    /// By node: the flags of its levels, as a range of the table.
    levels: Vec<Range<usize>>,
    level_flags: Vec<Option<Flag>>,
    /// By node: the flag of its selector.
    selectors: Vec<Option<u32>>,
}

/// A region whose pieces are being written.
struct Open<'a> {
    graph: &'a Graph<'a>,
    nest: &'a Nest,
    sequence: &'a Sequence,
    conditions: &'a mut Conditions,
    /// By place: the piece that the part has become.
    pieces_of: Vec<usize>,
    /// The first piece of the group, and the first sign.
    first: usize,
    first_sign: usize,
    /// The variables of the group that tests read.
    variables: Vec<Variable>,
}

impl Plan {
    pub(super) fn new(graph: &Graph, nest: &Nest) -> Plan {
        let mut plan = Plan {
            regions: vec![0..0; graph.len()],
            pieces: Vec::new(),
            signs: Vec::new(),
            levels: vec![0..0; graph.len()],
            level_flags: Vec::new(),
            selectors: vec![None; graph.len()],
        };
        let mut conditions = Conditions::new();
        let mut places = vec![0; graph.len()];
        for head in (0..graph.len() as Node).filter(|&node| nest.is_head(node)) {
            let sequence = Sequence::new(graph, nest, head, &mut places);
            plan.add_region(Open {
                graph,
                nest,
                pieces_of: vec![0; sequence.len()],
                sequence: &sequence,
                conditions: &mut conditions,
                first: plan.pieces.len(),
                first_sign: plan.signs.len(),
                variables: Vec::new(),
            });
        }
        plan
    }

    fn add_region(&mut self, mut open: Open) {
        let first = self.pieces.len();
        let mut parts = Vec::new();
        for place in 0..open.sequence.len() {
            let begins = open.sequence.begins(place);
            if begins || open.conditions.is_full() {
                self.add_parts(core::mem::take(&mut parts), &mut open);
                open.conditions.begin(place);
            }
            if begins && place > 0 {
                self.close_group(&mut open);
            }
            parts.push(open.conditions.next(open.sequence, place));
        }
        self.add_parts(parts, &mut open);
        self.close_group(&mut open);
        self.regions[open.sequence.nodes[0] as usize] = first..self.pieces.len();
    }

    /// Writes parts, and adds the variables that their tests read.
    fn add_parts(&mut self, pool: Vec<Guarded>, open: &mut Open) {
        let first = self.signs.len();
        let mut refinement = Refinement {
            graph: open.graph,
            nest: open.nest,
            sequence: open.sequence,
            conditions: open.conditions,
            pieces: &mut self.pieces,
            signs: &mut self.signs,
            pieces_of: &mut open.pieces_of,
            pool,
        };
        refinement.write();
        let mut entered = vec![None; open.conditions.variables.len()];
        for sign in &mut self.signs[first..] {
            if let Sign::Variable(variable) = sign {
                let at = *variable as usize;
                *variable = *entered[at].get_or_insert_with(|| {
                    open.variables.push(open.conditions.variables[at]);
                    open.variables.len() as u32 - 1
                });
            }
        }
    }

    /// Allocates flags to the variables of a group.
    fn close_group(&mut self, open: &mut Open) {
        let setters: Vec<Vec<usize>> = (open.variables.iter())
            .map(|variable| {
                let piece = |place: usize| open.pieces_of[place] - open.first;
                match *variable {
                    Variable::Level { place, .. } => vec![piece(place)],
                    Variable::Selector { place } => {
                        let sources = open.sequence.sources(place);
                        sources.map(|(from, _)| piece(from)).collect()
                    }
                }
            })
            .collect();
        let pieces = self.pieces.split_off(open.first);
        let allotment = allot(&pieces, &self.signs, &open.variables, &setters);
        self.pieces.push(Piece::Group(allotment.count));
        self.add_cleared(pieces, &allotment);
        for sign in &mut self.signs[open.first_sign..] {
            if let Sign::Variable(variable) = sign {
                *variable = allotment.flags[*variable as usize];
            }
        }
        for (at, variable) in open.variables.drain(..).enumerate() {
            let number = allotment.flags[at];
            let cleared = allotment.cleared[at].is_some();
            let node = |place: usize| open.sequence.nodes[place];
            match variable {
                Variable::Selector { place } => self.selectors[node(place) as usize] = Some(number),
                Variable::Level { place, level, .. } => {
                    let flag = Flag { number, cleared };
                    self.add_level(open.graph, node(place), level, flag);
                }
            }
        }
        (open.first, open.first_sign) = (self.pieces.len(), self.signs.len());
    }

    /// Appends the pieces of a group, with pieces that clear flags in between.
    fn add_cleared(&mut self, pieces: Vec<Piece>, allotment: &Allotment) {
        let cleared = allotment.cleared.iter().zip(&allotment.flags);
        let mut cleared: Vec<(usize, u32)> = cleared
            .filter_map(|(&before, &flag)| Some((before?, flag)))
            .collect();
        cleared.sort_unstable();
        let mut cleared = cleared.into_iter().peekable();
        for (at, piece) in pieces.into_iter().enumerate() {
            while let Some((_, flag)) = cleared.next_if(|&(before, _)| before == at) {
                self.pieces.push(Piece::Clear(flag));
            }
            self.pieces.push(piece);
        }
    }

    fn add_level(&mut self, graph: &Graph, node: Node, level: u32, flag: Flag) {
        let table = &mut self.levels[node as usize];
        if table.start == table.end {
            let classes = graph.classes(node).len() as u32;
            let first = self.level_flags.len();
            *table = first..first + levels(classes) as usize;
            self.level_flags.resize(table.end, None);
        }
        self.level_flags[table.start + level as usize] = Some(flag);
    }

    /// Gives the pieces of the region that begins with a node.
    pub(super) fn region(&self, head: Node) -> Range<usize> {
        self.regions[head as usize].clone()
    }

    pub(super) fn piece(&self, at: usize) -> &Piece {
        &self.pieces[at]
    }

    pub(super) fn signs(&self, formula: &Range<usize>) -> &[Sign] {
        &self.signs[formula.clone()]
    }

    /// Walks the flags of the levels at which a node decides; `None` for a level that no test
    /// reads.
    pub(super) fn flags_of(&self, node: Node) -> impl Iterator<Item = Option<Flag>> {
        let table = self.levels[node as usize].clone();
        self.level_flags[table].iter().copied()
    }

    pub(super) fn selector(&self, node: Node) -> Option<u32> {
        self.selectors[node as usize]
    }
}
