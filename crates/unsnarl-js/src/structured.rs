//! Graphs as programs that are not too deep for readers of JavaScript.
//!
//! *Needs:* a graph, and who structures it. *Gives:* [`program`]. *Cost:* near-linear.

use unsnarl::lower::lower;
use unsnarl::program::{Profile, measure};
use unsnarl::structure::{self, MaxDepth, Refusal};
use unsnarl::{Cfg, Program, reduce};

use crate::context::Context;
use crate::error::Error;

/// The most brackets in each other: readers of JavaScript recurse.
pub const DEEPEST: u32 = 250;

/// Structures a graph by our default. Parts that would be deeper than [`DEEPEST`] are state
/// machines.
///
/// # Errors
/// None.
pub fn nested(cfg: &Cfg) -> Result<Program, Refusal> {
    let depth = MaxDepth::new(DEEPEST).expect("it is deep enough for any graph");
    Ok(structure::nested_within(&reduce::dispatch(cfg), depth))
}

/// The program of a function's graph. One that is too deep is lowered.
pub(crate) fn program(context: &Context<'_>, number: usize, cfg: &Cfg) -> Result<Program, Error> {
    let refused = |what: String| Error::Structure {
        function: context.function_name(number),
        what,
    };
    let program = (context.structure)(cfg).map_err(|refusal| refused(refusal.to_string()))?;
    if measure(&program).depth <= DEEPEST as usize {
        return Ok(program);
    }
    let profile = Profile {
        max_depth: Some(DEEPEST),
        ..Profile::MULTI_LEVEL
    };
    let lowered = lower(cfg, &program, &profile).map_err(|refusal| refused(refusal.to_string()))?;
    Ok(lowered.program)
}
