//! A function of the SSA module as code of the machine.
//!
//! *Needs:* a function of a numbered module.
//! *Gives:* [`Lowered`]: its graph as it is compiled, and its code after the [passes](PASSES).
//! *Cost:* that of the rewrites, of [selection](unsnarl_low::select) and of the passes.

use unsnarl_ir::rewrite::{self, Rewrites, Rewritten};
use unsnarl_ir::{FuncId, Function, Module};
use unsnarl_low::Function as Code;
use unsnarl_low::opt::{LOADS, NUMBERING, Pass, STORES};
use unsnarl_low::select::{Refusal, Selected, select};

use crate::error::{Cause, FunctionRefusals, Refusals};
use crate::numbering::Numbering;
use crate::target::TARGET;

/// What runs on the code of a function, in order.
const PASSES: [Pass; 3] = [STORES, NUMBERING, LOADS];

/// A function as code of the machine.
#[derive(Debug)]
pub(crate) struct Lowered {
    /// The function whose graph is compiled, if a rewrite changed it.
    pub(crate) reshaped: Option<Rewritten>,
    pub(crate) selected: Selected,
}

/// The function whose graph is compiled.
pub(crate) fn compiled_graph<'f>(
    rewritten: Option<&'f Rewritten>,
    module: &'f Module,
    id: FuncId,
) -> &'f Function {
    match rewritten {
        Some(rewritten) => &rewritten.function,
        None => &module.functions[id],
    }
}

/// Selects the code of a function.
///
/// # Errors
/// Lists all that is not supported.
pub(crate) fn lower(
    numbering: &Numbering,
    legalised: &Rewrites,
    id: FuncId,
) -> Result<Lowered, Vec<Refusal>> {
    let module = numbering.context.module;
    let rewritten = rewrite::reshape(module, id, legalised.provenance(id), &TARGET);
    let function = compiled_graph(rewritten.as_ref(), module, id);
    let features = numbering.features(id).operations;
    let selected = select(&numbering.context, function, features)?;
    Ok(Lowered {
        reshaped: rewritten,
        selected,
    })
}

/// As [`lower`], with errors added to those of all functions; nothing if something in it is
/// refused.
pub(crate) fn lowered(
    numbering: &Numbering,
    legalised: &Rewrites,
    id: FuncId,
    all: &mut Refusals,
) -> Option<Lowered> {
    let module = numbering.context.module;
    let mut refusals = FunctionRefusals::new(module, id, all);
    if let Some(refused) = legalised.refused(id) {
        let line = module.functions[id].origin.line;
        return refusals.take(line, Err(Cause::Jumps(refused)));
    }
    let lowered = lower(numbering, legalised, id);
    lowered.map_err(|list| refusals.add(list)).ok()
}

/// Runs the passes. In tests and in debug builds each is proved.
pub(crate) fn optimise(code: &mut Code) {
    for pass in PASSES {
        match cfg!(test) {
            true => pass.run_proved(code),
            false => pass.apply(code),
        }
    }
}
