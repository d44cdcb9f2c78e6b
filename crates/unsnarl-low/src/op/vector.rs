//! Operations on the lanes of 128 bits.
//!
//! Not every operation has every lane: [`VectorUnary::lanes`] and its siblings list those that
//! there are, and the [verifier](crate::verify) refuses the others.

use super::float::{FloatCompare, FloatUnary};
use super::int::IntCompare;
use crate::types::{LaneType, Sign};

/// The integer lanes.
const INTS: &[LaneType] = &[LaneType::I8, LaneType::I16, LaneType::I32, LaneType::I64];

/// The float lanes.
const FLOATS: &[LaneType] = &[LaneType::F32, LaneType::F64];

/// Which half of a vector is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Half {
    /// The first lanes.
    Low,
    /// The last lanes.
    High,
}

impl Half {
    /// Both halves.
    pub const ALL: [Half; 2] = [Half::Low, Half::High];

    fn name(self) -> &'static str {
        match self {
            Half::Low => "low",
            Half::High => "high",
        }
    }
}

/// An operation on one vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VectorUnary {
    /// The magnitude of integers; that of the least one is itself.
    Abs,
    /// Two's complement.
    Neg,
    /// Counts ones.
    Popcnt,
    /// An operation on floats.
    Float(FloatUnary),
    /// Lanes of half the size, extended.
    Extend(Half, Sign),
    /// Pairs of neighbouring lanes of half the size, extended and added.
    ExtendAddPairs(Sign),
    /// Floats of 32 bits as integers, saturating.
    TruncateF32(Sign),
    /// Two floats of 64 bits as integers, saturating, and two zeros.
    TruncateF64(Sign),
    /// Integers of 32 bits as floats: all, or the first two as floats of 64 bits.
    FromI32(Sign),
    /// Two floats of 64 bits as floats of 32, and two zeros.
    Demote,
    /// The first two floats of 32 bits as floats of 64.
    Promote,
}

impl VectorUnary {
    /// All of them.
    pub fn all() -> Vec<VectorUnary> {
        use VectorUnary as V;
        let mut all = vec![V::Abs, V::Neg, V::Popcnt, V::Demote, V::Promote];
        all.extend(FloatUnary::ALL.map(V::Float));
        for sign in Sign::ALL {
            all.extend(Half::ALL.map(|half| V::Extend(half, sign)));
            all.extend([V::ExtendAddPairs(sign), V::TruncateF32(sign)]);
            all.extend([V::TruncateF64(sign), V::FromI32(sign)]);
        }
        all
    }

    /// The lanes of the result that it has.
    pub fn lanes(self) -> &'static [LaneType] {
        use VectorUnary as V;
        match self {
            V::Abs | V::Neg => INTS,
            V::Popcnt => &[LaneType::I8],
            V::Float(_) => FLOATS,
            V::Extend(..) => &[LaneType::I16, LaneType::I32, LaneType::I64],
            V::ExtendAddPairs(_) => &[LaneType::I16, LaneType::I32],
            V::TruncateF32(_) | V::TruncateF64(_) => &[LaneType::I32],
            V::FromI32(_) => FLOATS,
            V::Demote => &[LaneType::F32],
            V::Promote => &[LaneType::F64],
        }
    }

    /// The name behind the lanes.
    pub fn name(self, lane: LaneType) -> String {
        use VectorUnary as V;
        let half_lane = lane.half().map_or("", LaneType::name);
        match self {
            V::Abs => "abs".to_owned(),
            V::Neg => "neg".to_owned(),
            V::Popcnt => "popcnt".to_owned(),
            V::Float(op) => op.name().to_owned(),
            V::Extend(half, sign) => {
                format!("extend_{}_{half_lane}_{}", half.name(), sign.letter())
            }
            V::ExtendAddPairs(sign) => format!("extadd_pairwise_{half_lane}_{}", sign.letter()),
            V::TruncateF32(sign) => format!("trunc_sat_f32x4_{}", sign.letter()),
            V::TruncateF64(sign) => format!("trunc_sat_f64x2_{}_zero", sign.letter()),
            V::FromI32(sign) => {
                let low = if lane == LaneType::F64 { "low_" } else { "" };
                format!("convert_{low}i32x4_{}", sign.letter())
            }
            V::Demote => "demote_f64x2_zero".to_owned(),
            V::Promote => "promote_low_f32x4".to_owned(),
        }
    }
}

/// An operation on two vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VectorBinary {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The product.
    Mul,
    /// The quotient of floats.
    Div,
    /// The sum, or the nearest integer that there is.
    AddSaturating(Sign),
    /// The difference, or the nearest integer that there is.
    SubSaturating(Sign),
    /// The lesser integer.
    MinInt(Sign),
    /// The greater integer.
    MaxInt(Sign),
    /// The lesser float, as [`super::float::FloatBinary::Min`].
    Min,
    /// The greater float, as [`super::float::FloatBinary::Max`].
    Max,
    /// The second if it is less than the first, else the first.
    PseudoMin,
    /// The second if the first is less than it, else the first.
    PseudoMax,
    /// The mean of unsigned integers, rounded up.
    Average,
    /// The product of fractions of 15 bits, rounded and saturating.
    MulQ15,
    /// The sums of two neighbouring products of signed 16-bit integers.
    Dot,
    /// Signed lanes of twice the size, first those of the first operand, saturating to the sign.
    Narrow(Sign),
    /// The products of extended lanes of half the size.
    ExtendMul(Half, Sign),
    /// All ones where integers compare so, else zeros.
    CompareInt(IntCompare),
    /// All ones where floats compare so, else zeros.
    CompareFloat(FloatCompare),
}

impl VectorBinary {
    /// All of them.
    pub fn all() -> Vec<VectorBinary> {
        use VectorBinary as V;
        let mut all = vec![V::Add, V::Sub, V::Mul, V::Div, V::Min, V::Max];
        all.extend([V::PseudoMin, V::PseudoMax, V::Average, V::MulQ15, V::Dot]);
        for sign in Sign::ALL {
            all.extend([V::AddSaturating(sign), V::SubSaturating(sign)]);
            all.extend([V::MinInt(sign), V::MaxInt(sign), V::Narrow(sign)]);
            all.extend(Half::ALL.map(|half| V::ExtendMul(half, sign)));
        }
        all.extend(IntCompare::ALL.map(V::CompareInt));
        all.extend(FloatCompare::ALL.map(V::CompareFloat));
        all
    }

    /// The lanes of the result that it has.
    pub fn lanes(self) -> &'static [LaneType] {
        use IntCompare as C;
        use VectorBinary as V;
        match self {
            V::Add | V::Sub => &LaneType::ALL,
            V::Mul => &[
                LaneType::I16,
                LaneType::I32,
                LaneType::I64,
                LaneType::F32,
                LaneType::F64,
            ],
            V::Div | V::Min | V::Max | V::PseudoMin | V::PseudoMax | V::CompareFloat(_) => FLOATS,
            V::AddSaturating(_) | V::SubSaturating(_) | V::Average | V::Narrow(_) => {
                &[LaneType::I8, LaneType::I16]
            }
            V::MinInt(_) | V::MaxInt(_) => &[LaneType::I8, LaneType::I16, LaneType::I32],
            V::MulQ15 => &[LaneType::I16],
            V::Dot => &[LaneType::I32],
            V::ExtendMul(..) => &[LaneType::I16, LaneType::I32, LaneType::I64],
            V::CompareInt(C::LtU | C::GtU | C::LeU | C::GeU) => {
                &[LaneType::I8, LaneType::I16, LaneType::I32]
            }
            V::CompareInt(_) => INTS,
        }
    }

    /// The name behind the lanes.
    pub fn name(self, lane: LaneType) -> String {
        use VectorBinary as V;
        let signed = |name: &str, sign: Sign| format!("{name}_{}", sign.letter());
        match self {
            V::Add => "add".to_owned(),
            V::Sub => "sub".to_owned(),
            V::Mul => "mul".to_owned(),
            V::Div => "div".to_owned(),
            V::AddSaturating(sign) => signed("add_sat", sign),
            V::SubSaturating(sign) => signed("sub_sat", sign),
            V::MinInt(sign) => signed("min", sign),
            V::MaxInt(sign) => signed("max", sign),
            V::Min => "min".to_owned(),
            V::Max => "max".to_owned(),
            V::PseudoMin => "pmin".to_owned(),
            V::PseudoMax => "pmax".to_owned(),
            V::Average => "avgr_u".to_owned(),
            V::MulQ15 => "q15mulr_sat_s".to_owned(),
            V::Dot => "dot_i16x8_s".to_owned(),
            V::Narrow(sign) => {
                let from = lane.double().map_or("", LaneType::name);
                format!("narrow_{from}_{}", sign.letter())
            }
            V::ExtendMul(half, sign) => {
                let from = lane.half().map_or("", LaneType::name);
                format!("extmul_{}_{from}_{}", half.name(), sign.letter())
            }
            V::CompareInt(op) => op.name().to_owned(),
            V::CompareFloat(op) => op.name().to_owned(),
        }
    }

    /// Tells whether the operands may be exchanged, but for the bits of a NaN.
    pub fn commutes(self) -> bool {
        use VectorBinary as V;
        match self {
            V::Add | V::Mul | V::AddSaturating(_) | V::MinInt(_) | V::MaxInt(_) => true,
            V::Min | V::Max | V::Average | V::MulQ15 | V::Dot | V::ExtendMul(..) => true,
            V::CompareInt(op) => op.exchange() == op,
            V::CompareFloat(op) => op.exchange() == op,
            V::Sub | V::Div | V::SubSaturating(_) | V::PseudoMin | V::PseudoMax | V::Narrow(_) => {
                false
            }
        }
    }
}

/// A shift of the lanes of a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VectorShift {
    /// To the left.
    Left,
    /// To the right, repeating the sign or bringing in zeros.
    Right(Sign),
}

impl VectorShift {
    /// All of them.
    pub const ALL: [VectorShift; 3] = [
        VectorShift::Left,
        VectorShift::Right(Sign::Signed),
        VectorShift::Right(Sign::Unsigned),
    ];

    /// The lanes that it has.
    pub fn lanes(self) -> &'static [LaneType] {
        INTS
    }

    /// The name behind the lanes.
    pub fn name(self) -> &'static str {
        match self {
            VectorShift::Left => "shl",
            VectorShift::Right(Sign::Signed) => "shr_s",
            VectorShift::Right(Sign::Unsigned) => "shr_u",
        }
    }
}

/// The lanes of [`super::Op::AllTrue`] and [`super::Op::Bitmask`].
pub(crate) const TESTED: &[LaneType] = INTS;
