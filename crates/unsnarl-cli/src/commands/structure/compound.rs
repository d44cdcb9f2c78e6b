//! Functions whose compound conditions are joined before they are structured.
//!
//! *Needs:* a graph, and which of its blocks only decide.
//! *Gives:* [`Joined`]: the graph of the compounds with its program, and that program proved on the
//! graph of the input.
//! *Cost:* that of structuring and of the proof.

use crate::args::How;
use crate::commands::{Proved, judge, structure_and_prove};
use crate::diagnostic::Failure;
use unsnarl::compound::Compounds;
use unsnarl::program::Profile;
use unsnarl::{BlockId, Cfg, ControlFlow, Edge, Exit, Program, import};

/// A function with compounds.
pub(super) struct Joined {
    pub(super) compounds: Compounds,
    /// The program on the graph of the compounds.
    pub(super) proved: Proved,
    /// The same on the graph of the input.
    pub(super) apart: Program,
}

/// Joins and structures; nothing if nothing can be joined.
pub(super) fn joined(
    name: &str,
    cfg: &Cfg,
    how: &How,
    profile: Option<&Profile>,
) -> Result<Option<Joined>, Failure> {
    let compounds = Compounds::find(cfg);
    if compounds.is_empty() {
        return Ok(None);
    }
    let proved = structure_and_prove(name, compounds.cfg(), how, profile, None)?;
    let Some(apart) = compounds.apart(&proved.program) else {
        return Ok(None);
    };
    judge(name, cfg, &apart, None)?;
    Ok(Some(Joined {
        compounds,
        proved,
        apart,
    }))
}

/// Marks the blocks that only decide.
pub(super) fn marked(cfg: &Cfg, only_decides: impl Fn(BlockId) -> bool) -> Cfg {
    import(&Marked { cfg, only_decides }).expect("the arms are those of a graph")
}

struct Marked<'g, F> {
    cfg: &'g Cfg,
    only_decides: F,
}

impl<F: Fn(BlockId) -> bool> ControlFlow for Marked<'_, F> {
    fn entry(&self) -> BlockId {
        self.cfg.entry()
    }

    fn block_count(&self) -> usize {
        self.cfg.block_count()
    }

    fn exit(&self, block: BlockId) -> Exit {
        self.cfg.exit(block)
    }

    fn successors(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        self.cfg.successors(block).iter().copied()
    }

    fn size(&self, block: BlockId) -> u32 {
        self.cfg.size(block)
    }

    fn only_decides(&self, block: BlockId) -> bool {
        (self.only_decides)(block)
    }

    fn weight(&self, edge: Edge) -> u32 {
        self.cfg.weight(edge)
    }

    fn is_empty_edge(&self, edge: Edge) -> bool {
        self.cfg.is_empty_edge(edge)
    }
}
