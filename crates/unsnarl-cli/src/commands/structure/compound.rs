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
use unsnarl::{Cfg, Program, Step};

/// A function with compounds.
pub(super) struct Joined {
    pub(super) compounds: Compounds,
    /// The program on the graph of the compounds.
    pub(super) proved: Proved,
    /// The same on the graph of the input.
    pub(super) expanded: Program,
}

/// Joins and structures; nothing if nothing can be joined.
pub(super) fn joined(
    name: &str,
    cfg: &Cfg,
    how: &How,
    profile: Option<&Profile>,
    edges_print: bool,
) -> Result<Option<Joined>, Failure> {
    let compounds = Compounds::find(cfg);
    if compounds.is_empty() {
        return Ok(None);
    }
    let prints = |step| matches!(step, Step::Run(_)) || edges_print;
    let proved = structure_and_prove(name, compounds.cfg(), how, profile, None, &prints)?;
    let Some(expanded) = compounds.expand(&proved.program) else {
        return Ok(None);
    };
    judge(name, cfg, &expanded, None)?;
    Ok(Some(Joined {
        compounds,
        proved,
        expanded,
    }))
}
