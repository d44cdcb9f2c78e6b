//! Signatures: how arguments and results are passed.
//!
//! *Needs:* a function type and the attributes of its parameters.
//! *Gives:* [`Signature`].
//! *Source:* the C ABI of WebAssembly, as clang uses it in LLVM IR: aggregates in memory are
//! already pointers there (`byval`, `sret`), and the variable arguments of a call are in a buffer
//! of the caller, whose address is one more argument. A result of several parts (a 128-bit integer,
//! a struct) is written by the callee to the address in its first parameter, as LLVM does without
//! multivalue.

use unsnarl_ir::{Function, Module, ParameterAttributes, TypeId};
use unsnarl_low::{Signature, Type};

use crate::error::Cause;
use crate::forms::Forms;
use crate::limits::Limit;

/// The signature of a function type.
pub(crate) fn signature(module: &Module, forms: &Forms, ty: TypeId) -> Result<Signature, Cause> {
    let (result, parameters, varargs) = module.signature(ty).ok_or(Cause::OperandType("a call"))?;
    let mut signature = Signature::default();
    let results = values(forms, result)?;
    if is_in_memory(forms, result) {
        signature.parameters.push(Type::I32);
    } else {
        signature.results = results;
    }
    for &parameter in parameters {
        signature.parameters.extend(values(forms, parameter)?);
    }
    if varargs {
        signature.parameters.push(Type::I32);
    }
    Limit::Parameters
        .check(signature.parameters.len())
        .map_err(Cause::Limit)?;
    Ok(signature)
}

/// Tells whether a result is returned in memory, at the address in the first argument.
pub(crate) fn is_in_memory(forms: &Forms, result: TypeId) -> bool {
    forms.get(result).is_some_and(|parts| parts.len() > 1)
}

fn values(forms: &Forms, ty: TypeId) -> Result<Vec<Type>, Cause> {
    let parts = forms.get(ty).ok_or_else(|| forms.refusal(ty))?;
    Ok(parts.iter().map(|part| part.ty).collect())
}

/// Refuses attributes that would change how arguments are passed.
pub(crate) fn check_attributes(attributes: &ParameterAttributes) -> Result<(), Cause> {
    let refused = [
        (attributes.inalloca.is_some(), "inalloca"),
        (attributes.nest, "nest"),
        (attributes.swift, "swiftself, swifterror or swiftasync"),
    ];
    refused
        .iter()
        .find(|(is_set, _)| *is_set)
        .map_or(Ok(()), |&(_, name)| Err(Cause::Attribute(name)))
}

/// Refuses calling conventions that pass arguments differently: 0 is C's, 8 `fastcc`, 9 `coldcc`,
/// and LLVM's WebAssembly back end passes all three alike.
pub(crate) fn check_convention(convention: u32) -> Result<(), Cause> {
    if matches!(convention, 0 | 8 | 9) {
        Ok(())
    } else {
        Err(Cause::Convention(convention))
    }
}

/// Refuses conventions and attributes that are not supported.
pub(crate) fn check_function(function: &Function) -> Result<(), Cause> {
    check_convention(function.convention)?;
    function
        .parameters
        .iter()
        .try_for_each(|parameter| check_attributes(&parameter.attributes))
}
