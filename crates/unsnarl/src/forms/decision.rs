//! Where decisions are tested, and which of them must be saved.
//!
//! *Needs:* a program, and which of its brackets are shown.
//! *Gives:* [`Decisions`].
//! *Cost:* O(steps + blocks).

use crate::cfg::{Cfg, Exit};
use crate::ids::{BlockId, Id, IdMap, NodeId};
use crate::program::{Program, Step};

pub(crate) struct Decisions {
    saved: IdMap<BlockId, bool>,
}

/// The use of the decision that a block makes when it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The block has nothing to decide.
    None,
    /// A bracket tests it immediately: only scopes open before that bracket.
    Asked,
    /// It is saved for a later bracket.
    Saved,
    /// It is never tested.
    Dropped,
}

impl Decisions {
    pub(crate) fn find(cfg: &Cfg, program: &Program, shown: impl Fn(NodeId) -> bool) -> Decisions {
        let mut saved = IdMap::filled(cfg.block_count(), false);
        let mut fresh = None;
        for (node, step) in program.steps() {
            if let Some(block) = asker(step) {
                saved[block] |= fresh != Some(block) && shown(node);
            }
            fresh = match step {
                Step::Run(block) => Some(block),
                Step::Block(_) => fresh,
                _ => None,
            };
        }
        Decisions { saved }
    }

    /// Gives for each block whether its decisions are saved.
    pub(crate) fn into_saved(self) -> IdMap<BlockId, bool> {
        self.saved
    }

    /// Tells whether the decisions of `block` are saved.
    pub(crate) fn is_saved(&self, block: BlockId) -> bool {
        self.saved[block]
    }

    /// Walks the blocks whose decisions are saved.
    pub(crate) fn saved(&self) -> impl Iterator<Item = BlockId> {
        self.saved
            .iter()
            .filter(|(_, saved)| **saved)
            .map(|(block, _)| block)
    }

    /// Gives the use of the decision of the block that runs at `node`.
    pub(crate) fn of_run(
        &self,
        cfg: &Cfg,
        program: &Program,
        node: NodeId,
        block: BlockId,
        shown: impl Fn(NodeId) -> bool,
    ) -> Decision {
        let asked = (node.index() + 1..program.len())
            .map(NodeId::new)
            .find(|&behind| !matches!(program.step(behind), Step::Block(_)))
            .is_some_and(|behind| asker(program.step(behind)) == Some(block) && shown(behind));
        match cfg.exit(block) {
            Exit::Return | Exit::Unreachable | Exit::Jump => Decision::None,
            Exit::Branch | Exit::Switch if self.saved[block] => Decision::Saved,
            Exit::Branch | Exit::Switch if asked => Decision::Asked,
            Exit::Branch | Exit::Switch => Decision::Dropped,
        }
    }
}

/// Gives the block whose decision a bracket tests.
pub(super) fn asker(step: Step) -> Option<BlockId> {
    match step {
        Step::If(block, _) | Step::Switch(block, _) => Some(block),
        _ => None,
    }
}
