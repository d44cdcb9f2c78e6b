//! Constants.
//!
//! *Gives:* [`Number`]. What is an address, or a number of bytes, is as wide as
//! [addresses](crate::op::memory::AddressWidths) are.

use crate::symbol::Symbol;
use crate::types::{Type, Width};

/// A constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Number {
    /// An `i32`.
    I32(i32),
    /// An `i64`.
    I64(i64),
    /// The bits of an `f32`.
    F32(u32),
    /// The bits of an `f64`.
    F64(u64),
    /// 128 bits, the lowest byte first.
    V128([u8; 16]),
    /// The address of a symbol in memory 0 and so many bytes more: as wide as addresses of that
    /// memory are. That of a function is its number in table 0.
    Address(Symbol, i64),
}

impl Number {
    /// Its type, where addresses of memory 0 are this wide.
    pub fn ty(self, addresses: Width) -> Type {
        match self {
            Number::Address(..) => addresses.int(),
            Number::I32(_) => Type::I32,
            Number::I64(_) => Type::I64,
            Number::F32(_) => Type::F32,
            Number::F64(_) => Type::F64,
            Number::V128(_) => Type::V128,
        }
    }

    /// The number of a type whose bits are all zero; none for a reference.
    pub fn zero(ty: Type) -> Option<Number> {
        Some(match ty {
            Type::I32 => Number::I32(0),
            Type::I64 => Number::I64(0),
            Type::F32 => Number::F32(0),
            Type::F64 => Number::F64(0),
            Type::V128 => Number::V128([0; 16]),
            Type::FuncRef | Type::ExternRef | Type::ExnRef => return None,
        })
    }

    /// A number of bytes, as wide as addresses are.
    pub fn bytes(bytes: i64, addresses: Width) -> Number {
        match addresses {
            Width::W32 => Number::I32(bytes as i32),
            Width::W64 => Number::I64(bytes),
        }
    }

    /// The address this many bytes further, where addresses are this wide; another number stays.
    pub fn further(self, bytes: i64, addresses: Width) -> Number {
        match self {
            Number::I32(address) => Number::I32(address.wrapping_add(bytes as i32)),
            Number::I64(address) => Number::I64(address.wrapping_add(bytes)),
            Number::Address(symbol, offset) => {
                let offset = match addresses {
                    Width::W32 => i64::from((offset as i32).wrapping_add(bytes as i32)),
                    Width::W64 => offset.wrapping_add(bytes),
                };
                Number::Address(symbol, offset)
            }
            other => other,
        }
    }

    /// The signed integer that it is.
    pub fn integer(self) -> Option<i64> {
        match self {
            Number::I32(number) => Some(number.into()),
            Number::I64(number) => Some(number),
            _ => None,
        }
    }

    /// The symbol whose address it is relative to.
    pub fn symbol(self) -> Option<Symbol> {
        match self {
            Number::Address(symbol, _) => Some(symbol),
            _ => None,
        }
    }
}
