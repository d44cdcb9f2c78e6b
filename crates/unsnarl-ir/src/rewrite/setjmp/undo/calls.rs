//! Calls of functions by their names, numbers, and the due instructions of blocks of the source.

use std::borrow::Cow;

use crate::function::Function;
use crate::id::{BlockId, ValueId};
use crate::inst::{Call, Callee, Op, Operand};
use crate::module::Module;
use crate::terminator::{Invoke, Terminator};

/// An instruction of the source.
pub(super) struct Due<'a> {
    pub(super) op: Cow<'a, Op>,
    pub(super) result: Option<ValueId>,
}

/// The instructions of a block of the source, including the `invoke` at its end if that becomes a
/// call.
pub(super) fn due<'a>(
    module: &Module,
    source: &'a Function,
    block: BlockId,
) -> impl Iterator<Item = Due<'a>> + use<'a> {
    let insts = source.blocks[block].insts.iter();
    let insts = insts.map(|&inst| Due {
        op: Cow::Borrowed(&source.insts[inst].op),
        result: source.insts[inst].result,
    });
    let last = called_at_end(module, source, block).map(|invoke| Due {
        op: Cow::Owned(Op::Call(Box::new(invoke.call.clone()))),
        result: invoke.result,
    });
    insts.chain(last)
}

/// The `invoke` at the end of a block of the source that becomes a call: `setjmp` cannot throw, and
/// an `invoke` that would unwind to a landing pad does not.
pub(super) fn called_at_end<'a>(
    module: &Module,
    source: &'a Function,
    block: BlockId,
) -> Option<&'a Invoke> {
    let end = &source.blocks[block].terminator;
    let Terminator::Invoke(invoke) = end else {
        return None;
    };
    let is_call = called(module, &invoke.call) == Some("setjmp") || source.lands(end).is_some();
    is_call.then_some(invoke)
}

/// The name of a directly called function.
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

/// The value of an operand that is a number.
pub(super) fn number(module: &Module, operand: Operand) -> Option<u64> {
    match operand {
        Operand::Const(id) => module.int(id)?.as_u64(),
        Operand::Value(_) => None,
    }
}
