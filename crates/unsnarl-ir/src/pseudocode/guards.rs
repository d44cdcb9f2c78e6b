//! The tests of the branches above a loop.
//!
//! *Needs:* a function with its graph and where its instructions are written.
//! *Gives:* [`Given`] and its [facts](Given::facts): the conditions of the branches that control
//! has passed, as long as each block has one block above it, and whether anything has acted since.
//! *Cost:* O([`FACTS`] + instructions of those blocks).

use super::effect::{Effect, effect_of};
use super::flow::Flow;
use super::fold::Folding;
use super::schedule::Schedule;
use super::webs::Webs;
use crate::function::Function;
use crate::id::{BlockId, InstId};
use crate::inst::Operand;
use crate::module::Module;
use crate::terminator::Terminator;

/// The maximum number of branches above a loop that are inspected.
pub(super) const FACTS: usize = 16;

/// A function, and the decisions so far about how it is written.
pub(super) struct Given<'a> {
    pub(super) module: &'a Module,
    pub(super) function: &'a Function,
    pub(super) flow: &'a Flow,
    pub(super) schedule: &'a Schedule,
    pub(super) webs: &'a Webs,
    pub(super) folding: &'a Folding,
}

/// A test that a branch has made.
pub(super) struct Fact {
    pub(super) condition: Operand,
    pub(super) holds: bool,
    /// Whether nothing acts between the end of its block and the loop.
    pub(super) is_quiet: bool,
    pub(super) block: BlockId,
}

impl Given<'_> {
    /// The tests of the branches above an edge.
    pub(super) fn facts(&self, from: BlockId, to: BlockId) -> Vec<Fact> {
        let mut facts = Vec::new();
        let (mut block, mut below) = (from, to);
        let mut is_quiet = true;
        for _ in 0..FACTS {
            if let Terminator::Branch {
                condition,
                then,
                otherwise,
            } = self.function.blocks[block].terminator
                && then != otherwise
            {
                facts.push(Fact {
                    condition,
                    holds: then == below,
                    is_quiet,
                    block,
                });
            }
            is_quiet &= self.is_quiet(block);
            let [above] = *self.flow.predecessors(block) else {
                break;
            };
            (block, below) = (above, block);
        }
        facts
    }

    fn is_quiet(&self, block: BlockId) -> bool {
        let insts = self.schedule.insts(block);
        self.function.blocks[block].terminator.call().is_none()
            && !insts.iter().any(|&inst| self.acts(inst))
    }

    pub(super) fn acts(&self, inst: InstId) -> bool {
        effect_of(self.module, &self.function.insts[inst]) == Effect::Acts
    }
}
