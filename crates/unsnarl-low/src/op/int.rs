//! Integer operations.

/// An operation on one integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IntUnary {
    /// Counts zeros from the highest bit.
    Clz,
    /// Counts zeros from the lowest bit.
    Ctz,
    /// Counts ones.
    Popcnt,
    /// The lowest 8 bits, extended with their sign.
    Extend8,
    /// The lowest 16 bits, extended with their sign.
    Extend16,
    /// The lowest 32 of 64 bits, extended with their sign.
    Extend32,
}

impl IntUnary {
    /// All of them; [`IntUnary::Extend32`] has no 32-bit form.
    pub const ALL: [IntUnary; 6] = [
        IntUnary::Clz,
        IntUnary::Ctz,
        IntUnary::Popcnt,
        IntUnary::Extend8,
        IntUnary::Extend16,
        IntUnary::Extend32,
    ];

    /// The name behind the type.
    pub fn name(self) -> &'static str {
        match self {
            IntUnary::Clz => "clz",
            IntUnary::Ctz => "ctz",
            IntUnary::Popcnt => "popcnt",
            IntUnary::Extend8 => "extend8_s",
            IntUnary::Extend16 => "extend16_s",
            IntUnary::Extend32 => "extend32_s",
        }
    }
}

/// An operation on two integers. Amounts of shifts count modulo the width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IntBinary {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The product.
    Mul,
    /// The signed quotient; it traps for 0, and where it overflows.
    DivS,
    /// The unsigned quotient; it traps for 0.
    DivU,
    /// The signed remainder; it traps for 0.
    RemS,
    /// The unsigned remainder; it traps for 0.
    RemU,
    /// The conjunction of bits.
    And,
    /// The disjunction of bits.
    Or,
    /// The exclusive disjunction of bits.
    Xor,
    /// A shift left.
    Shl,
    /// A shift right that repeats the sign.
    ShrS,
    /// A shift right that brings in zeros.
    ShrU,
    /// A rotation left.
    Rotl,
    /// A rotation right.
    Rotr,
}

impl IntBinary {
    /// All of them.
    pub const ALL: [IntBinary; 15] = [
        IntBinary::Add,
        IntBinary::Sub,
        IntBinary::Mul,
        IntBinary::DivS,
        IntBinary::DivU,
        IntBinary::RemS,
        IntBinary::RemU,
        IntBinary::And,
        IntBinary::Or,
        IntBinary::Xor,
        IntBinary::Shl,
        IntBinary::ShrS,
        IntBinary::ShrU,
        IntBinary::Rotl,
        IntBinary::Rotr,
    ];

    /// The name behind the type.
    pub fn name(self) -> &'static str {
        match self {
            IntBinary::Add => "add",
            IntBinary::Sub => "sub",
            IntBinary::Mul => "mul",
            IntBinary::DivS => "div_s",
            IntBinary::DivU => "div_u",
            IntBinary::RemS => "rem_s",
            IntBinary::RemU => "rem_u",
            IntBinary::And => "and",
            IntBinary::Or => "or",
            IntBinary::Xor => "xor",
            IntBinary::Shl => "shl",
            IntBinary::ShrS => "shr_s",
            IntBinary::ShrU => "shr_u",
            IntBinary::Rotl => "rotl",
            IntBinary::Rotr => "rotr",
        }
    }

    /// Tells whether the operands may be exchanged.
    pub fn commutes(self) -> bool {
        use IntBinary as B;
        matches!(self, B::Add | B::Mul | B::And | B::Or | B::Xor)
    }

    /// Tells whether it traps for some operands.
    pub fn may_trap(self) -> bool {
        use IntBinary as B;
        matches!(self, B::DivS | B::DivU | B::RemS | B::RemU)
    }
}

/// A comparison of two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IntCompare {
    /// They are equal.
    Eq,
    /// They differ.
    Ne,
    /// Signed, less.
    LtS,
    /// Unsigned, less.
    LtU,
    /// Signed, greater.
    GtS,
    /// Unsigned, greater.
    GtU,
    /// Signed, less or equal.
    LeS,
    /// Unsigned, less or equal.
    LeU,
    /// Signed, greater or equal.
    GeS,
    /// Unsigned, greater or equal.
    GeU,
}

impl IntCompare {
    /// All of them.
    pub const ALL: [IntCompare; 10] = [
        IntCompare::Eq,
        IntCompare::Ne,
        IntCompare::LtS,
        IntCompare::LtU,
        IntCompare::GtS,
        IntCompare::GtU,
        IntCompare::LeS,
        IntCompare::LeU,
        IntCompare::GeS,
        IntCompare::GeU,
    ];

    /// The name behind the type.
    pub fn name(self) -> &'static str {
        match self {
            IntCompare::Eq => "eq",
            IntCompare::Ne => "ne",
            IntCompare::LtS => "lt_s",
            IntCompare::LtU => "lt_u",
            IntCompare::GtS => "gt_s",
            IntCompare::GtU => "gt_u",
            IntCompare::LeS => "le_s",
            IntCompare::LeU => "le_u",
            IntCompare::GeS => "ge_s",
            IntCompare::GeU => "ge_u",
        }
    }

    /// The comparison that holds where this one does not.
    pub fn negate(self) -> IntCompare {
        match self {
            IntCompare::Eq => IntCompare::Ne,
            IntCompare::Ne => IntCompare::Eq,
            IntCompare::LtS => IntCompare::GeS,
            IntCompare::LtU => IntCompare::GeU,
            IntCompare::GtS => IntCompare::LeS,
            IntCompare::GtU => IntCompare::LeU,
            IntCompare::LeS => IntCompare::GtS,
            IntCompare::LeU => IntCompare::GtU,
            IntCompare::GeS => IntCompare::LtS,
            IntCompare::GeU => IntCompare::LtU,
        }
    }

    /// The comparison of the exchanged operands that is equal to this one.
    pub fn exchange(self) -> IntCompare {
        match self {
            IntCompare::Eq => IntCompare::Eq,
            IntCompare::Ne => IntCompare::Ne,
            IntCompare::LtS => IntCompare::GtS,
            IntCompare::LtU => IntCompare::GtU,
            IntCompare::GtS => IntCompare::LtS,
            IntCompare::GtU => IntCompare::LtU,
            IntCompare::LeS => IntCompare::GeS,
            IntCompare::LeU => IntCompare::GeU,
            IntCompare::GeS => IntCompare::LeS,
            IntCompare::GeU => IntCompare::LeU,
        }
    }
}
