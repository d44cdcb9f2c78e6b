//! The program of each region, in pieces, and the flags that it needs.
//!
//! *Needs:* a [`Graph`] and its [`Nest`].
//! *Gives:* [`Plan`].
//! *Cost:* that of the stages before.
//!
//! A variable becomes a *flag* if a test asks for it. Flags are numbered by group from 0 on, so groups in a row share
//! theirs; what is inside a group, regions and loops, counts on from there.
//!
//! A flag is cleared where its group begins if it is a selector, or if a test asks for it where the part that decides
//! may not have run: that is, not before the test in the same arm or in one around it.

use super::conditions::{Conditions, Variable, levels};
use super::formula::Sign;
use super::graph::{Graph, Node};
use super::nest::Nest;
use super::refine::{Piece, Refinement};
use super::sequence::Sequence;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// A flag of a level.
#[derive(Clone, Copy)]
pub(super) struct Flag {
    pub(super) number: u32,
    /// Whether it is cleared where its group begins.
    pub(super) cleared: bool,
}

/// Parts of a region that share their flags.
pub(super) struct Group {
    /// How many flags there are.
    pub(super) flags: u32,
    /// Those that are cleared at first, in the plan's table.
    cleared: Range<usize>,
}

pub(super) struct Plan {
    /// By node that heads a region.
    regions: Vec<Range<usize>>,
    pieces: Vec<Piece>,
    /// Formulas over flags.
    signs: Vec<Sign>,
    groups: Vec<Group>,
    cleared: Vec<u32>,
    /// By node, where in the table the flags of its levels stand.
    levels: Vec<Range<usize>>,
    level_flags: Vec<Option<Flag>>,
    /// By node, the flag of its selector.
    selectors: Vec<Option<u32>>,
}

impl Plan {
    pub(super) fn new(graph: &Graph, nest: &Nest) -> Plan {
        let mut plan = Plan {
            regions: vec![0..0; graph.len()],
            pieces: Vec::new(),
            signs: Vec::new(),
            groups: Vec::new(),
            cleared: Vec::new(),
            levels: vec![0..0; graph.len()],
            level_flags: Vec::new(),
            selectors: vec![None; graph.len()],
        };
        let mut conditions = Conditions::new();
        let mut places = vec![0; graph.len()];
        for head in (0..graph.len() as Node).filter(|&node| nest.is_head(node)) {
            let sequence = Sequence::new(graph, nest, head, &mut places);
            plan.add_region(graph, nest, &sequence, &mut conditions);
        }
        plan
    }

    fn add_region(
        &mut self,
        graph: &Graph,
        nest: &Nest,
        sequence: &Sequence,
        conditions: &mut Conditions,
    ) {
        let first = self.pieces.len();
        let mut open = OpenGroup::default();
        let mut parts = Vec::new();
        for place in 0..sequence.len() {
            let begins = sequence.begins(place);
            if begins || conditions.is_full() {
                let pool = core::mem::take(&mut parts);
                self.add_parts(graph, nest, sequence, conditions, pool, &mut open);
                conditions.begin(place);
            }
            if begins && place > 0 {
                self.close_group(&open);
            }
            if begins {
                open = OpenGroup {
                    first: self.pieces.len(),
                    variables: Vec::new(),
                };
                self.pieces.push(Piece::Group(self.groups.len()));
            }
            parts.push(conditions.next(sequence, place));
        }
        self.add_parts(graph, nest, sequence, conditions, parts, &mut open);
        self.close_group(&open);
        self.regions[sequence.nodes[0] as usize] = first..self.pieces.len();
    }

    /// Writes parts, and turns the variables of their tests into flags.
    fn add_parts(
        &mut self,
        graph: &Graph,
        nest: &Nest,
        sequence: &Sequence,
        conditions: &mut Conditions,
        pool: Vec<(u32, super::bdd::Function)>,
        open: &mut OpenGroup,
    ) {
        let first = self.signs.len();
        let mut refinement = Refinement {
            graph,
            nest,
            sequence,
            conditions,
            pieces: &mut self.pieces,
            signs: &mut self.signs,
            pool,
        };
        refinement.write();
        for at in first..self.signs.len() {
            if let Sign::Variable(variable) = self.signs[at] {
                let variable = conditions.variables[variable as usize];
                let flag = self.flag(graph, variable, open);
                self.signs[at] = Sign::Variable(flag);
            }
        }
    }

    /// Gives the flag of a variable, which gets one if it has none.
    fn flag(&mut self, graph: &Graph, variable: Variable, open: &mut OpenGroup) -> u32 {
        let next = open.variables.len() as u32;
        let mut entered = || {
            open.variables.push(variable);
            next
        };
        match variable {
            Variable::Selector { node } => {
                *self.selectors[node as usize].get_or_insert_with(entered)
            }
            Variable::Level { node, level } => {
                let table = &mut self.levels[node as usize];
                if table.start == table.end {
                    let classes = graph.classes(node).len() as u32;
                    let first = self.level_flags.len();
                    *table = first..first + levels(classes) as usize;
                    self.level_flags.resize(table.end, None);
                }
                let flag = &mut self.level_flags[table.start + level as usize];
                let new = || Flag {
                    number: entered(),
                    cleared: false,
                };
                flag.get_or_insert_with(new).number
            }
        }
    }

    fn close_group(&mut self, open: &OpenGroup) {
        let first = self.cleared.len();
        for flag in self.unset(open) {
            self.cleared.push(flag);
            if let Variable::Level { node, level } = open.variables[flag as usize] {
                let first = self.levels[node as usize].start;
                if let Some(flag) = &mut self.level_flags[first + level as usize] {
                    flag.cleared = true;
                }
            }
        }
        self.groups.push(Group {
            flags: open.variables.len() as u32,
            cleared: first..self.cleared.len(),
        });
    }

    /// Gives the flags of a group that are to be cleared.
    fn unset(&self, open: &OpenGroup) -> Vec<u32> {
        let is_selector = |variable: &Variable| matches!(variable, Variable::Selector { .. });
        let mut cleared: Vec<bool> = open.variables.iter().map(is_selector).collect();
        let mut set = vec![false; cleared.len()];
        // The flags that have been set on the way here, and how many those were at each bracket.
        let mut trail: Vec<u32> = Vec::new();
        let mut marks: Vec<usize> = Vec::new();
        for piece in &self.pieces[open.first..] {
            match piece {
                Piece::Part(node) | Piece::Decide(node) => {
                    for flag in self.flags_of(*node).flatten() {
                        set[flag.number as usize] = true;
                        trail.push(flag.number);
                    }
                }
                Piece::Test(signs) => {
                    for sign in &self.signs[signs.clone()] {
                        if let Sign::Variable(flag) = *sign {
                            cleared[flag as usize] |= !set[flag as usize];
                        }
                    }
                }
                Piece::Arm(_) | Piece::Else | Piece::Close => {
                    let mark = marks.last().copied().unwrap_or(0);
                    trail.drain(mark..).for_each(|flag| set[flag as usize] = false);
                }
                Piece::Group(_) | Piece::Region(_) => {}
            }
            match piece {
                Piece::Decide(_) | Piece::Test(_) => marks.push(trail.len()),
                Piece::Close => {
                    marks.pop();
                }
                _ => {}
            }
        }
        let flags = (0..).zip(cleared);
        flags.filter_map(|(flag, clear)| clear.then_some(flag)).collect()
    }

    /// Gives the pieces of the region that begins with a node.
    pub(super) fn region(&self, head: Node) -> Range<usize> {
        self.regions[head as usize].clone()
    }

    pub(super) fn piece(&self, at: usize) -> &Piece {
        &self.pieces[at]
    }

    pub(super) fn group(&self, group: usize) -> &Group {
        &self.groups[group]
    }

    pub(super) fn cleared(&self, group: &Group) -> &[u32] {
        &self.cleared[group.cleared.clone()]
    }

    pub(super) fn signs(&self, formula: &Range<usize>) -> &[Sign] {
        &self.signs[formula.clone()]
    }

    /// Walks the flags of the levels at which a node decides; nothing where no test asks.
    pub(super) fn flags_of(&self, node: Node) -> impl Iterator<Item = Option<Flag>> {
        self.level_flags[self.levels[node as usize].clone()]
            .iter()
            .copied()
    }

    pub(super) fn selector(&self, node: Node) -> Option<u32> {
        self.selectors[node as usize]
    }
}

/// A group of which not all parts have come.
#[derive(Default)]
struct OpenGroup {
    /// Its first piece.
    first: usize,
    /// The variables that have become flags, by their numbers.
    variables: Vec<Variable>,
}
