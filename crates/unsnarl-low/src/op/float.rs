//! Float operations.

/// An operation on one float.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatUnary {
    /// Without its sign; the bits of a NaN stay.
    Abs,
    /// With the other sign; the bits of a NaN stay.
    Neg,
    /// The square root.
    Sqrt,
    /// Rounded up.
    Ceil,
    /// Rounded down.
    Floor,
    /// Rounded toward zero.
    Trunc,
    /// Rounded to the nearest integer, to the even one of two.
    Nearest,
}

impl FloatUnary {
    /// All of them.
    pub const ALL: [FloatUnary; 7] = [
        FloatUnary::Abs,
        FloatUnary::Neg,
        FloatUnary::Sqrt,
        FloatUnary::Ceil,
        FloatUnary::Floor,
        FloatUnary::Trunc,
        FloatUnary::Nearest,
    ];

    /// The name behind the type.
    pub fn name(self) -> &'static str {
        match self {
            FloatUnary::Abs => "abs",
            FloatUnary::Neg => "neg",
            FloatUnary::Sqrt => "sqrt",
            FloatUnary::Ceil => "ceil",
            FloatUnary::Floor => "floor",
            FloatUnary::Trunc => "trunc",
            FloatUnary::Nearest => "nearest",
        }
    }
}

/// An operation on two floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatBinary {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The product.
    Mul,
    /// The quotient.
    Div,
    /// The lesser one; NaN if one is, and -0 is less than 0.
    Min,
    /// The greater one; NaN if one is, and 0 is greater than -0.
    Max,
    /// The first with the sign of the second; the bits of a NaN stay.
    Copysign,
}

impl FloatBinary {
    /// All of them.
    pub const ALL: [FloatBinary; 7] = [
        FloatBinary::Add,
        FloatBinary::Sub,
        FloatBinary::Mul,
        FloatBinary::Div,
        FloatBinary::Min,
        FloatBinary::Max,
        FloatBinary::Copysign,
    ];

    /// The name behind the type.
    pub fn name(self) -> &'static str {
        match self {
            FloatBinary::Add => "add",
            FloatBinary::Sub => "sub",
            FloatBinary::Mul => "mul",
            FloatBinary::Div => "div",
            FloatBinary::Min => "min",
            FloatBinary::Max => "max",
            FloatBinary::Copysign => "copysign",
        }
    }

    /// Tells whether the operands may be exchanged, but for the bits of a NaN.
    pub fn commutes(self) -> bool {
        use FloatBinary as B;
        matches!(self, B::Add | B::Mul | B::Min | B::Max)
    }
}

/// A comparison of two floats. All but [`FloatCompare::Ne`] are false where one is a NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatCompare {
    /// They are equal.
    Eq,
    /// They differ, or one is a NaN.
    Ne,
    /// Less.
    Lt,
    /// Greater.
    Gt,
    /// Less or equal.
    Le,
    /// Greater or equal.
    Ge,
}

impl FloatCompare {
    /// All of them.
    pub const ALL: [FloatCompare; 6] = [
        FloatCompare::Eq,
        FloatCompare::Ne,
        FloatCompare::Lt,
        FloatCompare::Gt,
        FloatCompare::Le,
        FloatCompare::Ge,
    ];

    /// The name behind the type.
    pub fn name(self) -> &'static str {
        match self {
            FloatCompare::Eq => "eq",
            FloatCompare::Ne => "ne",
            FloatCompare::Lt => "lt",
            FloatCompare::Gt => "gt",
            FloatCompare::Le => "le",
            FloatCompare::Ge => "ge",
        }
    }

    /// The comparison that holds where this one does not, if there is one: the opposite of *less*
    /// is not *greater or equal*, because of NaNs.
    pub fn negate(self) -> Option<FloatCompare> {
        match self {
            FloatCompare::Eq => Some(FloatCompare::Ne),
            FloatCompare::Ne => Some(FloatCompare::Eq),
            _ => None,
        }
    }

    /// The comparison of the exchanged operands that is equal to this one.
    pub fn exchange(self) -> FloatCompare {
        match self {
            FloatCompare::Eq => FloatCompare::Eq,
            FloatCompare::Ne => FloatCompare::Ne,
            FloatCompare::Lt => FloatCompare::Gt,
            FloatCompare::Gt => FloatCompare::Lt,
            FloatCompare::Le => FloatCompare::Ge,
            FloatCompare::Ge => FloatCompare::Le,
        }
    }
}
