//! Constructors: the linker's list of functions that run before the program.

use unsnarl_ir::{ConstId, Constant, Module, Scalar};
use unsnarl_object::Constructor;

use super::names::{listed, number, wrong};
use crate::error::CompileError;
use crate::numbering::Numbering;
use crate::symbols::Key;

/// The variable with the list.
pub(super) const CONSTRUCTORS: &str = "llvm.global_ctors";

/// Functions that run before the program, lowest priority first.
pub(super) fn constructors(numbering: &Numbering) -> Result<Vec<Constructor>, CompileError> {
    let module = numbering.context.module;
    let mut constructors = Vec::new();
    for entry in listed(module, CONSTRUCTORS) {
        let (priority, function) =
            entry_of(module, entry).ok_or_else(|| malformed(module, CONSTRUCTORS))?;
        match numbering.context.scalars.get(function) {
            Ok(Scalar::Bits(0)) => {}
            Ok(Scalar::Address {
                plus,
                minus: None,
                offset: 0,
            }) => constructors.push(Constructor {
                priority,
                symbol: number(numbering, Key::Symbol(plus)),
            }),
            _ => return Err(malformed(module, CONSTRUCTORS)),
        }
    }
    constructors.sort_by_key(|constructor| constructor.priority);
    Ok(constructors)
}

/// The priority and the function of an entry `{ i32, ptr, ptr }`.
pub(super) fn entry_of(module: &Module, entry: ConstId) -> Option<(u32, ConstId)> {
    match module.constant(entry) {
        Constant::Aggregate { elements, .. } => {
            let priority = module.int(*elements.first()?)?.as_u64()?;
            Some((u32::try_from(priority).ok()?, *elements.get(1)?))
        }
        _ => None,
    }
}

pub(super) fn malformed(module: &Module, list: &str) -> CompileError {
    let mut globals = module.globals.iter();
    let construct = "is not a list of priorities and functions".to_owned();
    match globals.find(|(_, global)| module.name(global.name) == list) {
        Some((id, _)) => wrong(module, id, construct),
        None => CompileError::Undefined(vec![list.to_owned()]),
    }
}
