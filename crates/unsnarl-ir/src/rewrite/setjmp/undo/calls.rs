//! Calls of functions by their names, and numbers.

use crate::inst::{Call, Callee, Op, Operand};
use crate::module::Module;

/// The name of what is called directly.
fn called<'m>(module: &'m Module, call: &Call) -> Option<&'m str> {
    match call.callee {
        Callee::Direct(callee) => Some(module.function_name(callee)),
        Callee::Indirect(_) | Callee::Assembly(_) => None,
    }
}

/// The operands of a call of a function with this name.
pub(super) fn call_of<const N: usize>(
    module: &Module,
    op: &Op,
    name: &str,
) -> Option<[Operand; N]> {
    let Op::Call(call) = op else { return None };
    let is_it = called(module, call) == Some(name) && call.bundles.is_empty();
    let arguments: Vec<Operand> = call.arguments.iter().map(|own| own.value).collect();
    arguments.try_into().ok().filter(|_| is_it)
}

/// The number that an operand is.
pub(super) fn number(module: &Module, operand: Operand) -> Option<u64> {
    match operand {
        Operand::Const(id) => module.int(id)?.as_u64(),
        Operand::Value(_) => None,
    }
}
