//! Whether a function may need a frame on a stack in memory, as far as this is known before
//! instructions are selected.
//!
//! *Needs:* a function. *Gives:* [`may_need_frame`]. *Cost:* linear in the instructions.
//! *Limits:* conservative: a back end may still do without a frame, or spill registers to one.

use crate::function::Function;
use crate::id::TypeId;
use crate::inst::{Call, Callee, Op};
use crate::intrinsic::base_name;
use crate::module::Module;
use crate::types::{FloatKind, Type, Types};

use super::target::Target;

/// The maximum depth of structs with one member that are inspected.
const DEPTH: usize = 16;

/// Tells whether a function has variables in memory, moves the stack, or passes or receives values
/// in memory.
pub(super) fn may_need_frame(module: &Module, function: &Function, target: &Target) -> bool {
    let insts = function.insts.values();
    let mut calls = function
        .blocks
        .values()
        .filter_map(|block| block.terminator.call());
    let uses_memory = |call: &Call| call_uses_memory(module, call, target);
    calls.any(uses_memory)
        || insts.into_iter().any(|inst| match &inst.op {
            Op::Alloca { .. } => true,
            Op::Call(call) => uses_memory(call),
            _ => false,
        })
}

fn call_uses_memory(module: &Module, call: &Call, target: &Target) -> bool {
    if let Callee::Direct(callee) = call.callee
        && let Some(name) = module.intrinsic(callee)
    {
        return base_name(name).starts_with("stackrestore");
    }
    let by_value = call
        .arguments
        .iter()
        .any(|argument| argument.attributes.byval.is_some());
    let Some((result, parameters, varargs)) = module.signature(call.ty) else {
        return true;
    };
    let is_variable = varargs && call.arguments.len() > parameters.len();
    by_value || is_variable || !is_in_register(&module.types, result, target)
}

/// Tells whether a result needs no memory.
fn is_in_register(types: &Types, mut result: TypeId, target: &Target) -> bool {
    for _ in 0..DEPTH {
        result = match types.resolve(result) {
            Type::Int(width) => return *width <= target.result,
            Type::Float(kind) => return *kind != FloatKind::Fp128,
            Type::Void | Type::Pointer { .. } => return true,
            Type::Struct { fields, .. } => match **fields {
                [] => return true,
                [only] => only,
                _ => return false,
            },
            Type::Array { count: 0, .. } => return true,
            Type::Array { element, count: 1 } => *element,
            _ => return false,
        };
    }
    false
}
