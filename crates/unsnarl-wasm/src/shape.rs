//! Vectors in `v128`: which ones, and where their lanes are.
//!
//! *Needs:* a module whose functions [may use SIMD](crate::features::has_simd). *Gives:* the
//! [`Shape`] of each type.
//! *Source:* which vectors LLVM's back end passes as `v128`, so that objects of both agree on
//! signatures.
//!
//! | type | registers |
//! |---|---|
//! | `<4 x i32>`, `<2 x double>`, `<4 x ptr>` | one |
//! | `<16 x i32>` | four |
//! | `<2 x i16>`, `<8 x i8>`, `<3 x float>` | one, whose other lanes are unspecified |
//! | `<4 x i1>` | one of as many lanes, each all ones or all zeros |
//! | `<3 x i16>`, `<6 x i32>`, `<3 x i1>`, `<4 x half>`, `<4 x i24>` | none: a number for each lane |
//!
//! A count that is no power of two fits if the next power of two fills a register.

use unsnarl_ir::{FloatKind, Module, Type, TypeId};
use wasm_encoder::ValType;

/// The bits of a register.
pub(crate) const BITS: u32 = 128;

/// What a lane holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum LaneType {
    I8,
    I16,
    I32,
    I64,
    F32,
    F64,
}

impl LaneType {
    /// The lane of an integer of this many bits.
    pub(crate) fn int(bits: u32) -> Option<LaneType> {
        Some(match bits {
            8 => LaneType::I8,
            16 => LaneType::I16,
            32 => LaneType::I32,
            64 => LaneType::I64,
            _ => return None,
        })
    }

    pub(crate) fn bits(self) -> u32 {
        match self {
            LaneType::I8 => 8,
            LaneType::I16 => 16,
            LaneType::I32 | LaneType::F32 => 32,
            LaneType::I64 | LaneType::F64 => 64,
        }
    }

    pub(crate) fn bytes(self) -> usize {
        self.bits() as usize / 8
    }

    /// The lanes of a register.
    pub(crate) fn per_register(self) -> usize {
        (BITS / self.bits()) as usize
    }

    pub(crate) fn is_float(self) -> bool {
        matches!(self, LaneType::F32 | LaneType::F64)
    }

    /// The integer of as many bits.
    pub(crate) fn as_int(self) -> LaneType {
        match self {
            LaneType::F32 => LaneType::I32,
            LaneType::F64 => LaneType::I64,
            int => int,
        }
    }

    /// The type of a lane outside of a vector.
    pub(crate) fn scalar(self) -> ValType {
        match self {
            LaneType::F32 => ValType::F32,
            LaneType::F64 => ValType::F64,
            LaneType::I64 => ValType::I64,
            _ => ValType::I32,
        }
    }
}

/// How a vector is kept in registers: one lane after the other, the last register filled in part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) lane: LaneType,
    pub(crate) count: usize,
    /// Whether each lane is one bit of the source, repeated.
    pub(crate) is_mask: bool,
}

impl Shape {
    /// The shape of a type, if it is kept in registers.
    pub(crate) fn of(module: &Module, ty: TypeId) -> Option<Shape> {
        let Type::Vector {
            element,
            count,
            scalable: false,
        } = *module.types.get(ty)
        else {
            return None;
        };
        if *module.types.get(element) == Type::Int(1) {
            let fits = matches!(count, 2 | 4 | 8 | 16);
            return fits.then_some(Shape {
                lane: LaneType::int(BITS / count)?,
                count: count as usize,
                is_mask: true,
            });
        }
        let lane = match module.types.get(element) {
            Type::Int(width) => LaneType::int(*width)?,
            Type::Pointer { space: 0 } => LaneType::I32,
            Type::Float(FloatKind::Float) => LaneType::F32,
            Type::Float(FloatKind::Double) => LaneType::F64,
            _ => return None,
        };
        let fills_one = |count: u32| u64::from(count) * u64::from(lane.bits()) == BITS.into();
        let next = count.checked_next_power_of_two()?;
        let fits = count == next || fills_one(next);
        (fits && count > 0).then_some(Shape {
            lane,
            count: count as usize,
            is_mask: false,
        })
    }

    /// A mask with a lane of `bits` bits for each element.
    pub(crate) fn mask(self, bits: u32) -> Option<Shape> {
        Some(Shape {
            lane: LaneType::int(bits)?,
            count: self.count,
            is_mask: true,
        })
    }

    pub(crate) fn registers(self) -> usize {
        self.count.div_ceil(self.lane.per_register())
    }

    /// The register and the lane in it of a lane of the vector.
    pub(crate) fn place(self, lane: usize) -> (usize, u8) {
        let per = self.lane.per_register();
        (lane / per, (lane % per) as u8)
    }
}
