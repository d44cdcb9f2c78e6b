//! Copies that come before a decision.
//!
//! *Needs:* webs, the folded instructions, and where values are live.
//! *Gives:* [`EarlyCopies`]: whether the copies of some edges out of a block come before the block
//! decides.
//! *Cost:* the copies on those edges, times the values of their webs.
//! *Limits:* a switch copies at most [`MOST`] variables, and only names and constants.
//!
//! No variable that is copied to may be needed at the targets of other edges.
//!
//! The back edge of a loop copies early, so that nothing comes between the loop and its condition.
//! If the decision reads a variable that is copied to, the decision is saved first.
//!
//! ```text
//! n.1 = n + 1                n.1 = n + 1
//! p[n.1] = p[n]              p[n.1] = p[n]
//! if n.1 == 9 {      ->      n = n.1
//!   break                  } while n.1 != 9
//! }
//! n = n.1
//! ```
//!
//! The edges of a switch to an arm copy early if another arm leads there as well; that arm then
//! falls through:
//!
//! ```text
//! switch x {                 z = 0
//!   case 0 {                 switch x {
//!     z = f()                  case 0 {
//!   }                            z = f()
//!   case 1 {          ->         fallthrough
//!     z = 0                    }
//!   }                          case 1 {
//! }                              return z
//! return z                     }
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
use std::collections::{BTreeMap, BTreeSet};
use unsnarl::Edge;

/// The maximum number of variables that are copied to before a switch.
const MOST: usize = 8;

/// The early copies of a block.
#[derive(Clone, Debug)]
pub(super) struct Early {
    /// For each target block: the first of the edges to it that copy early, in the order of the
    /// blocks.
    pub(super) edges: BTreeMap<BlockId, Edge>,
    /// Whether the decision is saved before the copies.
    pub(super) saves: bool,
}

/// By block: its early copies.
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
            // Copies before a call that returns twice are not repeated after its second return.
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
            early[block] = match function.blocks[block].terminator {
                Terminator::Switch { value, .. } => finder.of_switch(block, value),
                _ => finder.of_loop(block),
            };
        }
        EarlyCopies(early)
    }

    pub(super) fn get(&self, block: BlockId) -> Option<&Early> {
        self.0[block].as_ref()
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
    fn of_loop(&mut self, block: BlockId) -> Option<Early> {
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
        let edge = Edge::new(block, slot);
        let targets = self.targets(edge);
        let other = (out, Edge::new(block, 1 - slot));
        if targets.is_empty() || self.is_needed(&targets, &[other]) {
            return None;
        }
        Some(Early {
            edges: BTreeMap::from([(to, edge)]),
            saves: self.reads(condition, &targets),
        })
    }

    fn of_switch(&mut self, block: BlockId, value: Operand) -> Option<Early> {
        let successors = self.function.blocks[block].terminator.successors();
        let mut arms: BTreeMap<BlockId, Edge> = BTreeMap::new();
        for (slot, to) in successors.enumerate() {
            arms.entry(to).or_insert(Edge::new(block, slot));
        }
        let mut copying: Vec<(BlockId, BTreeSet<ValueId>)> = Vec::new();
        let mut count = 0;
        for (&to, &edge) in &arms {
            let targets = self.targets(edge);
            let may = self.is_entered_by_another_arm(block, to)
                && self.copies_names(edge)
                && !self.reads(value, &targets);
            if may && !targets.is_empty() {
                count += targets.len();
                copying.push((to, targets));
            }
            if count > MOST {
                return None;
            }
        }
        copying.retain(|(to, targets)| {
            let others = arms.iter().filter(|(arm, _)| *arm != to);
            let others: Vec<(BlockId, Edge)> = others.map(|(&arm, &edge)| (arm, edge)).collect();
            !self.is_needed(targets, &others)
        });
        let edges = copying.iter().map(|(to, _)| (*to, arms[to]));
        (!copying.is_empty()).then(|| Early {
            edges: edges.collect(),
            saves: false,
        })
    }

    /// Tells whether an arm of a switch is entered from another arm, and is not the target of a
    /// jump back.
    fn is_entered_by_another_arm(&self, switch: BlockId, to: BlockId) -> bool {
        let mut before = self.flow.predecessors(to).iter();
        !self.flow.goes_back(switch, to)
            && before.any(|&own| own != switch && self.flow.dominates(switch, own))
    }

    /// Tells whether an edge copies only constants and values that have a name: a computation there
    /// may not move before the decision.
    fn copies_names(&self, edge: Edge) -> bool {
        self.flow.copies(edge).iter().all(|copy| match copy.from {
            Operand::Const(_) => true,
            Operand::Value(from) => !self.is_folded(from),
        })
    }

    fn is_folded(&self, value: ValueId) -> bool {
        let definition = self.function.values[value].definition;
        matches!(definition, Definition::Inst(inst) if self.folding.fate(inst) == Fate::Folded)
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

    /// Tells whether variables are needed on other edges, or at their targets.
    fn is_needed(&mut self, variables: &BTreeSet<ValueId>, others: &[(BlockId, Edge)]) -> bool {
        let mut copies = others.iter().flat_map(|&(_, edge)| self.flow.copies(edge));
        if copies.any(|copy| self.reads(copy.from, variables)) {
            return true;
        }
        variables.iter().any(|&first| {
            let members = match self.webs.members(first) {
                [] => &[first],
                members => members,
            };
            let blocks = || others.iter().map(|&(to, _)| to);
            members
                .iter()
                .any(|&value| self.live.is_live_in(value, blocks()))
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
