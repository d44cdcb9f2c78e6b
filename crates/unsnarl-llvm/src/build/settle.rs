//! Facts that are known when the module is read.

use std::sync::Arc;

use unsnarl_ir::debug::words::Operator;
use unsnarl_ir::debug::{DebugInfo, Expression, ExpressionId};
use unsnarl_ir::{Call, Callee, Constant, FunctionAttributes, Module, Op, Operand};

/// Calls of a function's address become direct ones.
pub(crate) fn resolve_callees(module: &mut Module) {
    let mut functions = std::mem::take(&mut module.functions);
    let resolve = |call: &mut Call| {
        if let Callee::Indirect(Operand::Const(constant)) = call.callee
            && let Constant::Function(function) = module.constant(constant)
        {
            call.callee = Callee::Direct(*function);
        }
    };
    for function in functions.values_mut() {
        let function = Arc::make_mut(function);
        for inst in function.insts.values_mut() {
            if let Op::Call(call) = &mut inst.op {
                resolve(call);
            }
        }
        let terminators = function
            .blocks
            .values_mut()
            .map(|block| &mut block.terminator);
        terminators
            .filter_map(|terminator| terminator.call_mut())
            .for_each(resolve);
    }
    module.functions = functions;
}

/// A declaration has no loops, and so says nothing of their progress. (LLVM gives intrinsics their
/// attributes anew when it reads them, so that those in bitcode may be others than in text.)
pub(crate) fn forget_declared_progress(module: &mut Module) {
    for function in module.functions.values_mut() {
        if function.attributes.mustprogress && !function.is_definition() {
            Arc::make_mut(function).attributes.mustprogress = false;
        }
    }
}

/// Adds attributes to others.
pub(crate) fn merge(attributes: &mut FunctionAttributes, group: &FunctionAttributes) {
    attributes.noreturn |= group.noreturn;
    attributes.nounwind |= group.nounwind;
    attributes.returns_twice |= group.returns_twice;
    attributes.convergent |= group.convergent;
    attributes.noduplicate |= group.noduplicate;
    attributes.mustprogress |= group.mustprogress;
    attributes.noinline |= group.noinline;
    attributes.optnone |= group.optnone;
    attributes.alwaysinline |= group.alwaysinline;
    attributes.noredzone |= group.noredzone;
    attributes.naked |= group.naked;
    attributes.strings.extend(&group.strings);
}

/// The expression followed by a step to what is in memory there, before a fragment.
pub(crate) fn dereferenced(info: &mut DebugInfo, id: ExpressionId) -> ExpressionId {
    let expression = &info.expressions[id];
    let mut elements = expression.elements.to_vec();
    let behind = match expression.fragment() {
        Some(_) => elements.len() - 3,
        None => elements.len(),
    };
    elements.insert(behind, u64::from(Operator::DEREF.0));
    let elements = elements.into();
    info.expressions.push(Expression { elements })
}
