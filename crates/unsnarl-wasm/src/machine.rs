//! The functions of a module as text, between the SSA module and WebAssembly.
//!
//! *Needs:* a module, as for an [object](crate::object()). *Gives:* the text of its functions after
//! a [stage](MachineStage). *Cost:* that of the stages.

use std::fmt::Write;

use unsnarl_ir::{FuncId, Module, Symbol};
use unsnarl_low::opt::DEAD;
use unsnarl_low::text::{print, print_trees};
use unsnarl_low::trees::build_trees;

use crate::error::{CompileErrors, FunctionRefusals, Refusals};
use crate::lower::{lower, optimise};
use crate::numbering::Numbering;
use crate::object;
use crate::options::Options;

/// After which stage functions are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MachineStage {
    /// After selection, with what nothing needs.
    Selected,
    /// After the passes, without what nothing needs.
    Optimised,
    /// As expression trees, which is as they are written.
    Trees,
}

/// Shows the functions of a module that have a body, or one of them, as code of the
/// [machine](unsnarl_low). `docs/low.md` describes the text.
///
/// # Errors
/// Lists everything in them that is not supported.
pub fn machine(
    module: &Module,
    stage: MachineStage,
    only: Option<FuncId>,
) -> Result<String, CompileErrors> {
    let (module, legalised) = object::prepare(module)?;
    let module = &*module;
    let mut refusals = Refusals::default();
    let numbering = Numbering::for_object(module, &Options::default(), &mut refusals)?;
    let mut text = String::new();
    for &id in numbering.definitions.iter() {
        if only.is_some_and(|only| only != id) {
            continue;
        }
        let mut refused = FunctionRefusals::new(module, id, &mut refusals);
        let mut code = match lower(&numbering, &legalised, id) {
            Ok(lowered) => lowered.selected.function,
            Err(list) => {
                refused.add(list);
                continue;
            }
        };
        if stage != MachineStage::Selected {
            optimise(&mut code);
        }
        if stage == MachineStage::Optimised {
            DEAD.apply(&mut code);
        }
        let context = &*numbering.context;
        let symbol = context.symbol(Symbol::Function(id));
        let before = if text.is_empty() { "" } else { "\n" };
        let written = match stage {
            MachineStage::Trees => {
                let trees = build_trees(&code);
                write!(
                    text,
                    "{before}{}",
                    print_trees(symbol, &code, &trees, context)
                )
            }
            _ => write!(text, "{before}{}", print(symbol, &code, context)),
        };
        written.expect("a string can be written to");
    }
    refusals.finish(text)
}
