//! Relaxed operations on 128 bits, whose results may depend on the machine.
//!
//! *Gives:* [`Relaxed`]. Where the operands leave several results, each machine has one of them,
//! and has it always.
//! *Source:* the relaxed vector instructions of WebAssembly 3.0. [`crate::interpret`] gives one of
//! the results, that of the engine of its tests.

use crate::types::{LaneType, Sign, Width};

/// An operation whose result may depend on the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relaxed {
    /// The bytes of the first operand by the numbers in the second: for 16 to 127, 0 or the byte
    /// of the lowest four bits; for more, 0.
    Swizzle,
    /// Floats of 32 bits as integers: what does not fit is the nearest integer, or the least, or
    /// the greatest.
    TruncateF32(Sign),
    /// Two floats of 64 bits in the same way, and two zeros.
    TruncateF64(Sign),
    /// The product of the first two floats, and the third added: rounded once, or twice.
    MultiplyAdd(Width),
    /// The same with the product negated.
    NegatedMultiplyAdd(Width),
    /// The bits of the first operand where the third has ones, else those of the second; or whole
    /// lanes by the highest bit of a lane or byte.
    Select(LaneType),
    /// The lesser float; of a NaN or of two zeros, either.
    Min(Width),
    /// The greater float; of a NaN or of two zeros, either.
    Max(Width),
    /// The product of fractions of 15 bits, rounded: the square of -1 is saturated, or -1.
    MulQ15,
    /// The sums of two neighbouring products of 8-bit integers, of which the second ones have 7
    /// bits: with an eighth one they are signed, or not.
    Dot,
    /// The sums of two neighbours of those, added to 32-bit integers.
    DotAdd,
}

impl Relaxed {
    /// All of them.
    pub fn all() -> Vec<Relaxed> {
        use Relaxed as R;
        let mut all = vec![R::Swizzle, R::MulQ15, R::Dot, R::DotAdd];
        for sign in Sign::ALL {
            all.extend([R::TruncateF32(sign), R::TruncateF64(sign)]);
        }
        for width in Width::ALL {
            all.extend([R::MultiplyAdd(width), R::NegatedMultiplyAdd(width)]);
            all.extend([R::Min(width), R::Max(width)]);
        }
        let ints = LaneType::ALL.into_iter().filter(|lane| !lane.is_float());
        all.extend(ints.map(R::Select));
        all
    }

    /// How many vectors it takes.
    pub fn operands(self) -> usize {
        use Relaxed as R;
        match self {
            R::TruncateF32(_) | R::TruncateF64(_) => 1,
            R::Swizzle | R::Min(_) | R::Max(_) | R::MulQ15 | R::Dot => 2,
            R::MultiplyAdd(_) | R::NegatedMultiplyAdd(_) | R::Select(_) | R::DotAdd => 3,
        }
    }

    /// The name.
    pub fn name(self) -> String {
        use Relaxed as R;
        let float = |width: Width| match width {
            Width::W32 => LaneType::F32.name(),
            Width::W64 => LaneType::F64.name(),
        };
        match self {
            R::Swizzle => "i8x16.relaxed_swizzle".to_owned(),
            R::TruncateF32(sign) => format!("i32x4.relaxed_trunc_f32x4_{}", sign.letter()),
            R::TruncateF64(sign) => format!("i32x4.relaxed_trunc_f64x2_{}_zero", sign.letter()),
            R::MultiplyAdd(width) => format!("{}.relaxed_madd", float(width)),
            R::NegatedMultiplyAdd(width) => format!("{}.relaxed_nmadd", float(width)),
            R::Select(lane) => format!("{}.relaxed_laneselect", lane.name()),
            R::Min(width) => format!("{}.relaxed_min", float(width)),
            R::Max(width) => format!("{}.relaxed_max", float(width)),
            R::MulQ15 => "i16x8.relaxed_q15mulr_s".to_owned(),
            R::Dot => "i16x8.relaxed_dot_i8x16_i7x16_s".to_owned(),
            R::DotAdd => "i32x4.relaxed_dot_i8x16_i7x16_add_s".to_owned(),
        }
    }
}
