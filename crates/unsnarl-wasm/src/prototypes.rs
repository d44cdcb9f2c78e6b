//! Functions without a prototype get the type of their calls.
//!
//! *Needs:* a module. *Gives:* the module, in which such a function has as many parameters as it is
//! called with.
//! *Cost:* linear in the instructions, and a copy of the module, if it declares such a function.
//! *Source:* LLVM's back end does the same before it selects code.
//! *Departs:* where calls differ, LLVM takes the first in its list of uses, which differs between
//! levels of optimisation. Here the first call with the most parameters counts, so that no argument
//! is dropped before the definition is known.
//!
//! C before C23 has declarations without a parameter list, and calls that are declarations:
//!
//! ```text
//! before: declare i32 @f(...) "no-prototype"          after: declare i32 @f(i32, i64, double)
//! call i32 @f(i32 %k, i64 2, double 1.5)             call i32 @f(i32 %k, i64 2, double 1.5)
//! ```
//!
//! An import of WebAssembly must have a type. The linker compares it with the definition, and
//! calls of the function with another type are [adapted](unsnarl_low::select). A function
//! of which only the address is taken has no parameters: the linker does not look at its type.

use std::borrow::Cow;
use std::collections::BTreeMap;

use unsnarl_ir::{
    Call, Callee, CastOp, Constant, Expression, FuncId, Module, Op, Operand, Parameter,
    ParameterAttributes, Type, TypeId,
};

/// What a front end says of a function that was declared without parameters.
const WITHOUT_PROTOTYPE: &str = "no-prototype";

/// Gives each declaration without a prototype a type.
pub(crate) fn complete(module: &mut Cow<'_, Module>) {
    let types = called_with(module);
    if types.is_empty() {
        return;
    }
    let module = module.to_mut();
    for (id, ty) in types {
        let ty = ty.unwrap_or_else(|| without_parameters(module, id));
        let Some((_, parameters, _)) = module.signature(ty) else {
            continue;
        };
        let parameters = parameters.to_vec();
        let function = module.function_mut(id);
        let mut known = function.parameters.iter().map(|known| known.attributes);
        let parameters = parameters.into_iter().map(|ty| Parameter {
            ty,
            value: None,
            attributes: known.next().unwrap_or_else(ParameterAttributes::default),
        });
        function.parameters = parameters.collect();
        function.ty = ty;
    }
}

/// The functions without a prototype, and the type that each is called with, if it is.
fn called_with(module: &Module) -> BTreeMap<FuncId, Option<TypeId>> {
    let declared = module.functions.iter().map(|(id, _)| id);
    let mut types: BTreeMap<FuncId, Option<TypeId>> = declared
        .filter(|&id| is_without_prototype(module, id))
        .map(|id| (id, None))
        .collect();
    if types.is_empty() {
        return types;
    }
    let functions = module.functions.values();
    let calls = functions.flat_map(|function| {
        let insts = function.insts.values().filter_map(|inst| match &inst.op {
            Op::Call(call) => Some(&**call),
            _ => None,
        });
        let blocks = function.blocks.values();
        insts.chain(blocks.filter_map(|block| block.terminator.call()))
    });
    for call in calls {
        if let Some(callee) = callee(module, call)
            && let Some(found) = types.get_mut(&callee)
            && found.is_none_or(|found| width(module, found) < width(module, call.ty))
        {
            *found = Some(call.ty);
        }
    }
    types
}

fn is_without_prototype(module: &Module, id: FuncId) -> bool {
    let function = &module.functions[id];
    let is_open = matches!(module.signature(function.ty), Some((_, _, true)));
    is_open
        && !function.is_definition()
        && module.function_attribute(id, WITHOUT_PROTOTYPE).is_some()
}

/// The function that a call names, if need be with another type than it is declared with.
fn callee(module: &Module, call: &Call) -> Option<FuncId> {
    let mut address = match call.callee {
        Callee::Direct(callee) => return Some(callee),
        Callee::Indirect(Operand::Const(address)) => address,
        _ => return None,
    };
    loop {
        match module.constant(address) {
            Constant::Function(function) => return Some(*function),
            Constant::Expression {
                expression:
                    Expression::Cast {
                        op: CastOp::Bitcast,
                        value,
                    },
                ..
            } => address = *value,
            _ => return None,
        }
    }
}

fn width(module: &Module, ty: TypeId) -> usize {
    module
        .signature(ty)
        .map_or(0, |(_, parameters, _)| parameters.len())
}

/// The type of a function that is never called.
fn without_parameters(module: &mut Module, id: FuncId) -> TypeId {
    let ty = module.functions[id].ty;
    let result = match module.signature(ty) {
        Some((result, ..)) => result,
        None => module.types.void(),
    };
    module.types.add(Type::Function {
        result,
        parameters: [].into(),
        varargs: false,
    })
}
