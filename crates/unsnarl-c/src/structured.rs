//! Graphs as programs of C, proved.
//!
//! *Needs:* a graph, and who structures it. *Gives:* [`structured`]: a program whose jumps are of
//! one level. *Cost:* near-linear.

use unsnarl::ids::Id;
use unsnarl::lower::{self, Lowered};
use unsnarl::program::{Measures, Profile, measure};
use unsnarl::structure::{self, Refusal, Structurer};
use unsnarl::verify;
use unsnarl::{BlockId, Cfg, FlagId, Program, Step, reduce};

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
    /// The label or a flag is still to be read when a call is made that may return again.
    #[error(
        "a label or flag that structuring added is needed after a call that may return twice, such as setjmp"
    )]
    Kept,
}

/// Structures a graph, lowers the program to jumps of one level, with so many brackets in each
/// other, and proves the result. `prints` tells which steps the host has a text for, and `again`
/// which blocks make a call that may return several times.
///
/// Such a call comes back with the label and the flags that were set since, by jumps that are not
/// under way any more. So they are cleared behind it.
pub(crate) fn structured(
    cfg: &Cfg,
    structure: Structurer<'_>,
    max_depth: Option<u32>,
    prints: &dyn Fn(Step) -> bool,
    again: &dyn Fn(BlockId) -> bool,
) -> Result<Program, Unstructured> {
    let program = structure(cfg).map_err(Unstructured::Algorithm)?;
    let profile = Profile {
        max_depth,
        ..Profile::SINGLE_LEVEL
    };
    let had_label = uses_label(&program);
    let Lowered { program, report } =
        lower::lower_for(cfg, &program, &profile, prints).map_err(Unstructured::Lowering)?;
    verify::prove(cfg, &program).map_err(Unstructured::NotProved)?;
    if !cfg.blocks().any(again) {
        return Ok(program);
    }
    // A label of the program's own is set right before it is read, wherever that is.
    let is_selector = !had_label && !report.is_state_machine && uses_label(&program);
    let program = cleared(&program, is_selector, again);
    verify::prove(cfg, &program).map_err(|_| Unstructured::Kept)?;
    Ok(program)
}

/// Clears the flags, and the label, behind some blocks.
fn cleared(program: &Program, label: bool, again: &dyn Fn(BlockId) -> bool) -> Program {
    let label = label.then_some(Step::Store(0));
    let flags = (0..program.flag_count()).map(|flag| Step::Set(FlagId::new(flag), false));
    let clear: Vec<Step> = label.into_iter().chain(flags).collect();
    let steps = program.steps().flat_map(|(_, step)| {
        let is_again = matches!(step, Step::Run(block) if again(block));
        let behind = if is_again { &clear[..] } else { &[] };
        std::iter::once(step).chain(behind.iter().copied())
    });
    program.with_steps(steps)
}

fn uses_label(program: &Program) -> bool {
    let uses_it = |(_, step)| matches!(step, Step::Store(_) | Step::Dispatch(_));
    program.steps().any(uses_it)
}
