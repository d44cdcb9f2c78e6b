//! Two normal forms that are one but for the names of registers and blocks.
//!
//! *Needs:* two normal forms, and their [`Pairs`] of blocks; the first keeps the rules of the
//! machine. *Gives:* whether blocks that are paired have the same parameters, instructions and
//! edges in the same order, with the same operands under a renaming of registers.
//! *Cost:* linear, without a copy of either.
//!
//! If so, they do the same, and nothing is to be computed. A division mostly leaves all as it was;
//! where it did not, such as where a vector passed in two lanes, the [proof of
//! rewrites](super::super::rewrite) looks at what blocks compute.
//!
//! Each register of the second form is the name of one of the first, from the only place where it
//! is defined. The first keeps the rule that definitions dominate uses, and blocks come after their
//! dominators here, so a use that has its name by then is dominated by the definition in both.

use std::collections::HashSet;

use foldhash::fast::FixedState;
use unsnarl::BlockId;

use super::normal::Normal;
use super::pairing::Pairs;
use crate::machine::{Edge, InstId, Reg, Source};

/// Tells whether two normal forms are the same up to names.
pub(super) fn is_same(before: &Normal, joined: &Normal, pairs: &Pairs) -> bool {
    let [due, found] = [before, joined].map(|normal| &normal.function);
    let mut renaming = Renaming {
        before,
        joined,
        pairs,
        names: vec![None; found.reg_count()],
    };
    due.signature == found.signature
        && due.frame == found.frame
        && due.widths == found.widths
        && pairs
            .order()
            .iter()
            .all(|&(due, found)| renaming.block(due, found))
}

struct Renaming<'a> {
    before: &'a Normal,
    joined: &'a Normal,
    pairs: &'a Pairs,
    /// By register of what was joined that is defined: the one that it names.
    names: Vec<Option<Reg>>,
}

impl Renaming<'_> {
    fn block(&mut self, due: BlockId, found: BlockId) -> bool {
        let (before, joined) = (self.before, self.joined);
        let parameters = before.parameters(due);
        let insts = before.insts(due);
        self.rows(parameters, joined.parameters(found), Self::define)
            && self.rows(insts, joined.insts(found), Self::inst)
            && self.end(due, found)
    }

    /// Tells whether something holds for each pair of two rows that are equally long.
    fn rows<T: Copy>(
        &mut self,
        mut due: impl Iterator<Item = T>,
        mut found: impl Iterator<Item = T>,
        holds: impl Fn(&mut Self, T, T) -> bool,
    ) -> bool {
        loop {
            match (due.next(), found.next()) {
                (None, None) => return true,
                (Some(due), Some(found)) if holds(self, due, found) => {}
                _ => return false,
            }
        }
    }

    /// Names a register.
    fn define(&mut self, due: Reg, found: Reg) -> bool {
        let is_first = self.names[found.index()].replace(due).is_none();
        is_first && self.before.function.ty(due) == self.joined.function.ty(found)
    }

    fn inst(&mut self, due: InstId, found: InstId) -> bool {
        let [from, to] = [&self.before.function, &self.joined.function];
        let [old, new] = [*from.inst(due), *to.inst(found)];
        old.op == new.op
            && old.effect == new.effect
            && old.traps == new.traps
            && self.are_read(from.operands(due), to.operands(found))
            && self.rows(old.results(), new.results(), Self::define)
    }

    /// Compares how blocks end.
    fn end(&mut self, due: BlockId, found: BlockId) -> bool {
        let (before, joined) = (self.before, self.joined);
        match (before.returned(due), joined.returned(found)) {
            (Some(due), Some(found)) => return self.are_read(due, found),
            (None, None) => {}
            _ => return false,
        }
        let [due, found] = [before.last(due), joined.last(found)];
        let [from, to] = [&before.function, &joined.function];
        let [old, new] = [from.block(due), to.block(found)];
        if old.exit != new.exit
            || old.edges().len() != new.edges().len()
            || !self.are_read(from.exit_operands(due), to.exit_operands(found))
        {
            return false;
        }
        let mut compared: HashSet<(Edge, Edge), FixedState> = HashSet::default();
        let is_few = old.edges().len() <= 2;
        let mut edges = old.edges().iter().zip(new.edges());
        edges.all(|(&old, &new)| (!is_few && !compared.insert((old, new))) || self.edge(old, new))
    }

    fn edge(&mut self, due: Edge, found: Edge) -> bool {
        let (before, joined) = (self.before, self.joined);
        before.target(due) == self.pairs.name(joined.target(found))
            && self.are_read(&before.arguments(due), &joined.arguments(found))
    }

    fn are_read(&self, due: &[Reg], found: &[Reg]) -> bool {
        let mut pairs = due.iter().zip(found);
        due.len() == found.len() && pairs.all(|(&due, &found)| self.is_read(due, found))
    }

    /// Tells whether a register that is read is what is due.
    fn is_read(&self, due: Reg, found: Reg) -> bool {
        if let Some(name) = self.names[found.index()] {
            return name == due;
        }
        let [old, new] = [
            self.before.function.reg(due),
            self.joined.function.reg(found),
        ];
        let is_fixed = matches!(
            old.source,
            Source::Number(_) | Source::Frame(_) | Source::Parameter(_)
        );
        is_fixed && old == new
    }
}
