//! The C ABI of WebAssembly as LLVM uses it: a table of its own, with which calls are compared.
//!
//! *Needs:* the type of a function, attributes of its parameters and of its result.
//! *Gives:* [`Passing`]: its signature on the machine, and which register has what.
//! *Source:* WebAssembly's basic C ABI \[WasmABI\], and what LLVM's back end does without
//! multivalue:
//!
//! - arguments are the [pieces](super::held) of their values in order;
//! - a result of one piece is the result; one of more is written, as a store would, to the address
//!   in a first parameter of its own;
//! - `byval` passes the address of a copy;
//! - variable arguments lie in a buffer of the caller whose address is the last parameter, zero if
//!   there are none: each at a multiple of its alignment, and of four bytes; an integer of more
//!   than 64 bits at a multiple of 16;
//! - `zeroext` and `signext` say what the spare bits of an integer are; else nothing does.

use unsnarl_ir::{Layout, Module, ParameterAttributes, Type, TypeId};
use unsnarl_low::Signature;
use unsnarl_low::Type as LowType;

use super::held::{Piece, Spare, Vectors, pieces};

/// How a function is called.
#[derive(Clone, Debug)]
pub struct Passing {
    /// The types of its parameters and results.
    pub signature: Signature,
    /// The type of its result.
    pub result_type: TypeId,
    /// How that comes back.
    pub result: Returned,
    /// By parameter: the number of its first register, and its pieces.
    pub parameters: Vec<(usize, Vec<Piece>)>,
    /// The register with the address of variable arguments, if there may be some.
    pub variable: Option<usize>,
}

/// How a result comes back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Returned {
    /// There is none.
    Nothing,
    /// In a register.
    Register(Piece),
    /// In memory, at the address in the first register.
    Memory,
}

/// The passing of a function type; none if something in it cannot be passed.
pub fn passing(module: &Module, ty: TypeId, vectors: Vectors) -> Option<Passing> {
    let (result_type, types, is_variadic) = module.signature(ty)?;
    let mut signature = Signature::default();
    let result = match pieces(module, result_type, vectors)?[..] {
        [] => Returned::Nothing,
        [piece] => {
            signature.results.push(piece.ty);
            Returned::Register(piece)
        }
        _ => {
            signature.parameters.push(LowType::I32);
            Returned::Memory
        }
    };
    let mut parameters = Vec::with_capacity(types.len());
    for &ty in types {
        let pieces = pieces(module, ty, vectors)?;
        let first = signature.parameters.len();
        signature
            .parameters
            .extend(pieces.iter().map(|piece| piece.ty));
        parameters.push((first, pieces));
    }
    let variable = is_variadic.then_some(signature.parameters.len());
    signature.parameters.extend(variable.map(|_| LowType::I32));
    Some(Passing {
        signature,
        result_type,
        result,
        parameters,
        variable,
    })
}

/// What attributes say of spare bits.
pub fn spare(attributes: &[&ParameterAttributes]) -> Spare {
    let any = |is: fn(&ParameterAttributes) -> bool| attributes.iter().any(|of| is(of));
    match any(|attributes| attributes.zeroext) {
        true => Spare {
            zero: true,
            sign: false,
        },
        false => Spare {
            zero: false,
            sign: any(|attributes| attributes.signext),
        },
    }
}

/// The places of variable arguments of these types in their buffer; none if one has no size.
pub fn variable_places(module: &Module, layout: &Layout, types: &[TypeId]) -> Option<Vec<u64>> {
    let mut end = 0_u64;
    let mut places = Vec::with_capacity(types.len());
    for &ty in types {
        let least = match module.types.get(ty) {
            Type::Int(65..) => 16,
            _ => 4,
        };
        let place = end.next_multiple_of(layout.align(ty)?.max(least));
        places.push(place);
        end = place + layout.size(ty)?;
    }
    Some(places)
}
