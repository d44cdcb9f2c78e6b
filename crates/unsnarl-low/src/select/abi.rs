//! Signatures: how arguments and results are passed.
//!
//! *Needs:* a function type and the attributes of its parameters.
//! *Gives:* [`Signature`].
//! *Source:* the C ABI of WebAssembly, as clang uses it in LLVM IR: aggregates in memory are
//! already pointers there (`byval`, `sret`), and the variable arguments of a call are in a buffer
//! of the caller, whose address is one more argument. A result of several parts (a 128-bit integer,
//! a struct) is written by the callee to the address in its first parameter, or is [as many
//! results](crate::select::Results) in LLVM's ABI `experimental-mv`.

use crate::symbol::Signature;
use crate::types::Type;
use unsnarl_ir::{Function, Module, ParameterAttributes, TypeId};

use crate::select::error::SelectError;
use crate::select::parts::ValueParts;
use crate::select::target::{Results, Target};

/// The signature of a function type.
pub(super) fn signature(
    module: &Module,
    parts: &ValueParts<'_>,
    target: &Target,
    ty: TypeId,
) -> Result<Signature, SelectError> {
    let (result, parameters, varargs) = module
        .signature(ty)
        .ok_or(SelectError::OperandType("a call"))?;
    let mut signature = Signature::default();
    let results = values(parts, result)?;
    if is_in_memory(parts, target, result) {
        signature.parameters.push(target.address());
    } else {
        signature.results = results;
    }
    for &parameter in parameters {
        signature.parameters.extend(values(parts, parameter)?);
    }
    if varargs {
        signature.parameters.push(target.address());
    }
    let (count, most) = (signature.parameters.len(), target.parameters);
    match count <= most {
        true => Ok(signature),
        false => Err(SelectError::Parameters { count, most }),
    }
}

/// Tells whether a result is returned in memory, at the address in the first argument.
pub(super) fn is_in_memory(parts: &ValueParts<'_>, target: &Target, result: TypeId) -> bool {
    target.results == Results::InMemory && parts.get(result).is_some_and(|parts| parts.len() > 1)
}

fn values(parts: &ValueParts<'_>, ty: TypeId) -> Result<Vec<Type>, SelectError> {
    let parts = parts.get(ty).ok_or_else(|| parts.refusal(ty))?;
    Ok(parts.iter().map(|part| part.ty).collect())
}

/// Refuses attributes that would change how arguments are passed.
pub(super) fn check_attributes(attributes: &ParameterAttributes) -> Result<(), SelectError> {
    let refused = [
        (attributes.inalloca.is_some(), "inalloca"),
        (attributes.nest, "nest"),
        (attributes.swift, "swiftself, swifterror or swiftasync"),
    ];
    refused
        .iter()
        .find(|(is_set, _)| *is_set)
        .map_or(Ok(()), |&(_, name)| Err(SelectError::Attribute(name)))
}

/// Refuses calling conventions that pass arguments differently: 0 is C's, 8 `fastcc`, 9 `coldcc`,
/// and LLVM's WebAssembly back end passes all three alike.
pub(super) fn check_convention(convention: u32) -> Result<(), SelectError> {
    if matches!(convention, 0 | 8 | 9) {
        Ok(())
    } else {
        Err(SelectError::Convention(convention))
    }
}

/// Refuses conventions and attributes that are not supported.
pub(super) fn check_function(function: &Function) -> Result<(), SelectError> {
    check_convention(function.convention)?;
    function
        .parameters
        .iter()
        .try_for_each(|parameter| check_attributes(&parameter.attributes))
}
