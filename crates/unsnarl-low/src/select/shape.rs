//! Vectors in `v128`: which ones, and where their lanes are.
//!
//! *Needs:* a module whose vectors are [in registers](crate::select::Vectors). *Gives:* the
//! [`Shape`] of each type.
//! *Source:* which vectors LLVM's back end passes as `v128`, so that objects of both agree on
//! signatures.
//!
//! | type | registers |
//! |---|---|
//! | `<4 x i32>`, `<2 x double>`, `<4 x ptr>` with pointers of 32 bits | one |
//! | `<16 x i32>` | four |
//! | `<2 x i16>`, `<8 x i8>`, `<3 x float>` | one, whose other lanes are unspecified |
//! | `<4 x i1>` | one of as many lanes, each all ones or all zeros |
//! | `<3 x i16>`, `<6 x i32>`, `<3 x i1>`, `<4 x half>`, `<4 x i24>` | none: a number for each lane |
//!
//! A count that is no power of two fits if the next power of two fills a register.

use crate::types::{LaneType, Width};
use unsnarl_ir::{FloatKind, Module, Type as IrType, TypeId};

/// The bits of a register.
pub const BITS: u32 = 128;

/// How a vector is kept in registers: one lane after the other, the last register filled in part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// What a lane is.
    pub lane: LaneType,
    /// How many lanes the vector has.
    pub count: usize,
    /// Whether each lane is one bit of the source, repeated.
    pub is_mask: bool,
}

impl Shape {
    /// The shape of a type, if it is kept in registers, where addresses are this wide.
    pub fn of(module: &Module, ty: TypeId, addresses: Width) -> Option<Shape> {
        let IrType::Vector {
            element,
            count,
            scalable: false,
        } = *module.types.get(ty)
        else {
            return None;
        };
        if *module.types.get(element) == IrType::Int(1) {
            let fits = matches!(count, 2 | 4 | 8 | 16);
            return fits.then_some(Shape {
                lane: LaneType::int(BITS / count)?,
                count: count as usize,
                is_mask: true,
            });
        }
        let lane = match module.types.get(element) {
            IrType::Int(width) => LaneType::int(*width)?,
            IrType::Pointer { space: 0 } => LaneType::int(addresses.bits())?,
            IrType::Float(FloatKind::Float) => LaneType::F32,
            IrType::Float(FloatKind::Double) => LaneType::F64,
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
    pub fn mask(self, bits: u32) -> Option<Shape> {
        Some(Shape {
            lane: LaneType::int(bits)?,
            count: self.count,
            is_mask: true,
        })
    }

    /// How many registers it fills, the last perhaps in part.
    pub fn registers(self) -> usize {
        self.count.div_ceil(self.lane.count() as usize)
    }

    /// The register and the lane in it of a lane of the vector.
    pub fn place(self, lane: usize) -> (usize, u8) {
        let per = self.lane.count() as usize;
        (lane / per, (lane % per) as u8)
    }
}
