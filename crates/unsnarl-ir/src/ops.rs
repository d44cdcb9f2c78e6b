//! The operations of instructions: arithmetic, comparisons, conversions, and their flags.

use crate::int::sign_extend;

/// An operation on one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// Flips the sign of a floating-point number.
    FloatNegate,
}

/// An operation on two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    UnsignedDiv,
    SignedDiv,
    UnsignedRem,
    SignedRem,
    ShiftLeft,
    LogicalShiftRight,
    ArithmeticShiftRight,
    And,
    Or,
    Xor,
    FloatAdd,
    FloatSub,
    FloatMul,
    FloatDiv,
    FloatRem,
}

impl BinaryOp {
    /// Tells whether it works on floating-point numbers.
    pub fn is_float(self) -> bool {
        matches!(
            self,
            Self::FloatAdd | Self::FloatSub | Self::FloatMul | Self::FloatDiv | Self::FloatRem
        )
    }
}

/// A comparison of integers or pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum IntPredicate {
    Equal,
    NotEqual,
    UnsignedGreater,
    UnsignedGreaterEqual,
    UnsignedLess,
    UnsignedLessEqual,
    SignedGreater,
    SignedGreaterEqual,
    SignedLess,
    SignedLessEqual,
}

impl IntPredicate {
    /// Tells whether it holds for two numbers of `width` bits, at most 128; bits above the width
    /// are zero.
    pub(crate) fn holds(self, [left, right]: [u128; 2], width: u32) -> bool {
        let [signed_left, signed_right] = [left, right].map(|number| sign_extend(number, width));
        match self {
            IntPredicate::Equal => left == right,
            IntPredicate::NotEqual => left != right,
            IntPredicate::UnsignedGreater => left > right,
            IntPredicate::UnsignedGreaterEqual => left >= right,
            IntPredicate::UnsignedLess => left < right,
            IntPredicate::UnsignedLessEqual => left <= right,
            IntPredicate::SignedGreater => signed_left > signed_right,
            IntPredicate::SignedGreaterEqual => signed_left >= signed_right,
            IntPredicate::SignedLess => signed_left < signed_right,
            IntPredicate::SignedLessEqual => signed_left <= signed_right,
        }
    }
}

/// A comparison of floating-point numbers: if an operand is a NaN, ordered comparisons are false
/// and unordered ones true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum FloatPredicate {
    False,
    OrderedEqual,
    OrderedGreater,
    OrderedGreaterEqual,
    OrderedLess,
    OrderedLessEqual,
    OrderedNotEqual,
    Ordered,
    Unordered,
    UnorderedEqual,
    UnorderedGreater,
    UnorderedGreaterEqual,
    UnorderedLess,
    UnorderedLessEqual,
    UnorderedNotEqual,
    True,
}

/// A conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum CastOp {
    Truncate,
    ZeroExtend,
    SignExtend,
    FloatTruncate,
    FloatExtend,
    FloatToUnsigned,
    FloatToSigned,
    UnsignedToFloat,
    SignedToFloat,
    PtrToInt,
    /// The address of a pointer without the rest of its representation.
    PtrToAddr,
    IntToPtr,
    Bitcast,
    AddressSpace,
}

/// Flags of an operation; if one does not hold, the result is poison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags(u32);

impl Flags {
    /// `nuw`.
    pub const NO_UNSIGNED_WRAP: Self = Self(1);
    /// `nsw`.
    pub const NO_SIGNED_WRAP: Self = Self(1 << 1);
    /// `exact`.
    pub const EXACT: Self = Self(1 << 2);
    /// `disjoint`.
    pub const DISJOINT: Self = Self(1 << 3);
    /// `nneg`.
    pub const NON_NEGATIVE: Self = Self(1 << 4);
    /// `samesign`.
    pub const SAME_SIGN: Self = Self(1 << 5);
    /// `inbounds`.
    pub const IN_BOUNDS: Self = Self(1 << 6);
    /// `nusw`.
    pub const NO_UNSIGNED_SIGNED_WRAP: Self = Self(1 << 7);
    /// `nnan`.
    pub const NO_NANS: Self = Self(1 << 8);
    /// `ninf`.
    pub const NO_INFINITIES: Self = Self(1 << 9);
    /// `nsz`.
    pub const NO_SIGNED_ZEROS: Self = Self(1 << 10);
    /// `arcp`.
    pub const RECIPROCAL: Self = Self(1 << 11);
    /// `contract`.
    pub const CONTRACT: Self = Self(1 << 12);
    /// `afn`.
    pub const APPROXIMATE: Self = Self(1 << 13);
    /// `reassoc`.
    pub const REASSOCIATE: Self = Self(1 << 14);
    /// `fast`: all seven floating-point flags.
    pub const FAST: Self = Self(0x7f << 8);

    /// Joins two sets.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Tells whether all flags of `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}
