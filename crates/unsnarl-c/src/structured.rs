//! Graphs as programs of C, proved.
//!
//! *Needs:* a graph, and who structures it. *Gives:* [`structured`]: a program whose jumps are of
//! one level. *Cost:* near-linear.

use unsnarl::lower::{self, Lowered};
use unsnarl::program::{Measures, Profile, measure};
use unsnarl::structure::{self, Refusal, Structurer};
use unsnarl::verify;
use unsnarl::{Cfg, Program, Step, reduce};

/// What was made of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Its name in C.
    pub name: String,
    /// Counts of its structured program.
    pub measures: Measures,
    /// Whether its text is proved to take the jumps of its graph; if not, the proof needs too many
    /// states, and no difference was found.
    pub is_proved: bool,
}

impl Report {
    /// The report on a program, and on its text, which is compared with the graph itself: what is
    /// proved of it needs no proof of the program.
    pub(crate) fn new(name: &str, program: &Program, is_proved: bool) -> Report {
        Report {
            name: name.to_owned(),
            measures: measure(program),
            is_proved,
        }
    }
}

/// Structures a graph by our default.
///
/// # Errors
/// None.
pub fn nested(cfg: &Cfg) -> Result<Program, Refusal> {
    Ok(structure::nested(&reduce::dispatch(cfg)))
}

/// Why there is no program.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum Unstructured {
    /// The algorithm refuses the graph.
    #[error("{0}")]
    Algorithm(Refusal),
    /// The program cannot be lowered.
    #[error("{0}")]
    Lowering(lower::Refusal),
    /// A bug.
    #[error("the structured program does not follow the graph: {0}")]
    NotProved(verify::Broken),
}

/// Structures a graph, lowers the program to jumps of one level, with so many brackets in each
/// other, and proves the result. `prints` tells which steps the host has a text for.
pub(crate) fn structured(
    cfg: &Cfg,
    structure: Structurer<'_>,
    max_depth: Option<u32>,
    prints: &dyn Fn(Step) -> bool,
) -> Result<Program, Unstructured> {
    let program = structure(cfg).map_err(Unstructured::Algorithm)?;
    let profile = Profile {
        max_depth,
        ..Profile::SINGLE_LEVEL
    };
    let Lowered { program, .. } =
        lower::lower_for(cfg, &program, &profile, prints).map_err(Unstructured::Lowering)?;
    verify::prove(cfg, &program).map_err(Unstructured::NotProved)?;
    Ok(program)
}
