//! What a register holds.

use super::error::Fault;
use crate::machine::Number;
use crate::symbol::Symbol;
use crate::types::{Type, Width};

/// What a register holds. Floats are bits, so that equal values have equal bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
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
    /// A function, or null.
    FuncRef(Option<Symbol>),
    /// Something of the host by its number, or null.
    ExternRef(Option<u32>),
    /// An exception that was caught, by its number among these, or null.
    ExnRef(Option<u32>),
}

impl Value {
    /// Its type.
    pub fn ty(self) -> Type {
        match self {
            Value::I32(_) => Type::I32,
            Value::I64(_) => Type::I64,
            Value::F32(_) => Type::F32,
            Value::F64(_) => Type::F64,
            Value::V128(_) => Type::V128,
            Value::FuncRef(_) => Type::FuncRef,
            Value::ExternRef(_) => Type::ExternRef,
            Value::ExnRef(_) => Type::ExnRef,
        }
    }

    /// The number of a type with these bits, of which the lowest count; a vector has zeros above
    /// them, a reference is null.
    pub fn from_bits(ty: Type, bits: u64) -> Value {
        match ty {
            Type::I32 => Value::I32(bits as i32),
            Type::I64 => Value::I64(bits as i64),
            Type::F32 => Value::F32(bits as u32),
            Type::F64 => Value::F64(bits),
            Type::V128 => Value::V128(u128::from(bits).to_le_bytes()),
            Type::FuncRef => Value::FuncRef(None),
            Type::ExternRef => Value::ExternRef(None),
            Type::ExnRef => Value::ExnRef(None),
        }
    }

    /// The bits of an integer or float, with zeros above them; none of a vector or a reference.
    pub fn bits(self) -> Option<u64> {
        match self {
            Value::I32(number) => Some(u64::from(number as u32)),
            Value::I64(number) => Some(number as u64),
            Value::F32(bits) => Some(u64::from(bits)),
            Value::F64(bits) => Some(bits),
            Value::V128(_) | Value::FuncRef(_) | Value::ExternRef(_) | Value::ExnRef(_) => None,
        }
    }

    /// Tells whether it is a float that is not a number.
    pub fn is_nan(self) -> bool {
        match self {
            Value::F32(bits) => f32::from_bits(bits).is_nan(),
            Value::F64(bits) => f64::from_bits(bits).is_nan(),
            _ => false,
        }
    }

    /// The value of a constant that needs no symbol's address.
    pub(super) fn of_number(number: Number) -> Option<Value> {
        Some(match number {
            Number::I32(number) => Value::I32(number),
            Number::I64(number) => Value::I64(number),
            Number::F32(bits) => Value::F32(bits),
            Number::F64(bits) => Value::F64(bits),
            Number::V128(bytes) => Value::V128(bytes),
            Number::Address(..) => return None,
        })
    }

    /// The bits of a value that must have a type.
    pub(super) fn expect_bits(self, ty: Type) -> Result<u64, Fault> {
        let bits = self.bits().filter(|_| self.ty() == ty);
        bits.ok_or(Fault::Type {
            is: self.ty(),
            not: ty,
        })
    }

    /// The unsigned number in a value that must be an `i32`.
    pub(super) fn expect_u32(self) -> Result<u32, Fault> {
        self.expect_bits(Type::I32).map(|bits| bits as u32)
    }

    /// An address, or a number of bytes: it wraps where addresses are narrower.
    pub(super) fn of_address(address: u64, width: Width) -> Value {
        Value::from_bits(width.int(), address)
    }

    /// The address, or number of bytes, in a value that must be as wide as these are.
    pub(super) fn expect_address(self, width: Width) -> Result<u64, Fault> {
        self.expect_bits(width.int())
    }

    /// The bytes of a value that must be a vector.
    pub(super) fn expect_vector(self) -> Result<[u8; 16], Fault> {
        match self {
            Value::V128(bytes) => Ok(bytes),
            other => Err(Fault::Type {
                is: other.ty(),
                not: Type::V128,
            }),
        }
    }
}

/// The canonical NaN of a width: positive, quiet, no other bit.
pub fn canonical_nan(width: Width) -> u64 {
    match width {
        Width::W32 => 0x7fc0_0000,
        Width::W64 => 0x7ff8_0000_0000_0000,
    }
}
