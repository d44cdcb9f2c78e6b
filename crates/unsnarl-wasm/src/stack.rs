//! Checks of the stack, if the options ask for them.
//!
//! *Needs:* a module as it was read.
//! *Gives:* the module whose functions trap before they use memory below the stack. The compiler
//! takes this module as its source; the proof that it is the original one with checks is here.
//! *Cost:* linear in the module.

use std::borrow::Cow;

use unsnarl_ir::Module;
use unsnarl_ir::rewrite::stack;

use crate::error::CompileError;
use crate::features;
use crate::options::{Options, Stack};
use crate::target::target;

// What a check keeps free is enough for functions that do not move the stack.
const _: () = assert!(stack::RED_ZONE >= unsnarl_low::select::RED_ZONE);

/// The module, with checks if options ask for them.
///
/// # Errors
/// If the module is for several threads, of which each has a stack of its own.
pub(crate) fn checked<'a>(
    module: &'a Module,
    options: &Options<'_>,
) -> Result<Cow<'a, Module>, CompileError> {
    if options.stack == Stack::Unchecked {
        return Ok(Cow::Borrowed(module));
    }
    if features::threads(module) {
        return Err(CompileError::StackOfThreads);
    }
    let mut checked = module.clone();
    stack::check(&mut checked, &target(module));
    for (id, source) in module.functions.iter() {
        let proved = stack::undo(&checked, source, &checked.functions[id]);
        proved.map_err(|violation| CompileError::NotProved {
            function: module.function_name(id).to_owned(),
            reason: violation.to_string(),
        })?;
    }
    Ok(Cow::Owned(checked))
}
