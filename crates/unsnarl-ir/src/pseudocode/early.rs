//! Copies that come before a decision.
//!
//! *Needs:* webs, what is folded, and where values are live.
//! *Gives:* [`EarlyCopies`]: for a block that decides whether a loop is repeated, whether what the
//! edge back copies is copied before that, so that nothing comes between the loop and its
//! condition.
//! *Cost:* the copies on edges back, times the values of their webs.
//!
//! Where the loop is left, no variable that is copied to may be needed, since it has its next value
//! by then. If the decision reads one, it is saved first.
//!
//! ```text
//! n.1 = n + 1                n.1 = n + 1
//! p[n.1] = p[n]              p[n.1] = p[n]
//! if n.1 == 9 {      ->      n = n.1
//!   break                  } while n.1 != 9
//! }
//! n = n.1
//! ```

use super::effect::returns_twice;
use super::flow::Flow;
use super::fold::{Fate, Folding};
use super::live::Live;
use super::webs::Webs;
use crate::function::{Definition, Function};
use crate::id::{BlockId, IdMap, ValueId};
use crate::inst::Operand;
use crate::module::Module;
use crate::terminator::Terminator;
use std::collections::BTreeSet;
use unsnarl::Edge;

/// Where a block copies early.
#[derive(Clone, Copy, Debug)]
pub(super) struct Early {
    /// What the edge that the copies are for leads to.
    pub(super) to: BlockId,
    /// Whether the decision is saved before.
    pub(super) saves: bool,
}

/// By block.
pub(super) struct EarlyCopies(IdMap<BlockId, Option<Early>>);

impl EarlyCopies {
    pub(super) fn find(
        module: &Module,
        function: &Function,
        flow: &Flow,
        webs: &Webs,
        folding: &Folding,
        live: &mut Live<'_>,
    ) -> Self {
        let mut early: IdMap<BlockId, Option<Early>> = IdMap::filled(function.blocks.len(), None);
        for &block in flow.order() {
            // What is copied before a call that returns twice is not copied again after it.
            if returns_twice(module, function, block) {
                continue;
            }
            let mut finder = Finder {
                function,
                flow,
                webs,
                folding,
                live,
            };
            early[block] = finder.of(block);
        }
        EarlyCopies(early)
    }

    pub(super) fn get(&self, block: BlockId) -> Option<Early> {
        self.0[block]
    }
}

struct Finder<'f, 'l> {
    function: &'f Function,
    flow: &'f Flow,
    webs: &'f Webs,
    folding: &'f Folding,
    live: &'f mut Live<'l>,
}

impl Finder<'_, '_> {
    fn of(&mut self, block: BlockId) -> Option<Early> {
        let Terminator::Branch {
            condition,
            then,
            otherwise,
        } = self.function.blocks[block].terminator
        else {
            return None;
        };
        let back = |to| self.flow.goes_back(block, to);
        let (slot, to, out) = match (back(then), back(otherwise)) {
            (true, false) => (0, then, otherwise),
            (false, true) => (1, otherwise, then),
            _ => return None,
        };
        let targets = self.targets(Edge::new(block, slot));
        if targets.is_empty() || self.is_needed(&targets, Edge::new(block, 1 - slot), out) {
            return None;
        }
        Some(Early {
            to,
            saves: self.reads(condition, &targets),
        })
    }

    /// The variables that an edge copies to.
    fn targets(&self, edge: Edge) -> BTreeSet<ValueId> {
        let copies = self.flow.copies(edge).iter();
        let copies = copies.filter(|copy| match copy.from {
            Operand::Value(from) => self.webs.first(from) != self.webs.first(copy.to),
            Operand::Const(_) => true,
        });
        copies.map(|copy| self.webs.first(copy.to)).collect()
    }

    /// Tells whether variables are needed on another edge, or after it.
    fn is_needed(&mut self, variables: &BTreeSet<ValueId>, edge: Edge, to: BlockId) -> bool {
        let mut copies = self.flow.copies(edge).iter();
        if copies.any(|copy| self.reads(copy.from, variables)) {
            return true;
        }
        variables.iter().any(|&first| {
            let members = match self.webs.members(first) {
                [] => &[first],
                members => members,
            };
            members.iter().any(|&value| self.live.is_live_in(value, to))
        })
    }

    /// Tells whether an operand as it is written reads one of some variables.
    fn reads(&self, operand: Operand, variables: &BTreeSet<ValueId>) -> bool {
        let mut work = vec![operand];
        while let Some(operand) = work.pop() {
            let Operand::Value(value) = operand else {
                continue;
            };
            if variables.contains(&self.webs.first(value)) {
                return true;
            }
            if let Definition::Inst(inst) = self.function.values[value].definition
                && self.folding.fate(inst) == Fate::Folded
            {
                let op = &self.function.insts[inst].op;
                op.each_operand(|operand| work.push(operand));
            }
        }
        false
    }
}
