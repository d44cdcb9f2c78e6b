//! Conversions between types of numbers.

use crate::types::{Sign, Type, Width};

/// A conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Convert {
    /// The lowest 32 of 64 bits.
    Wrap,
    /// 32 bits extended to 64.
    Extend(Sign),
    /// A float rounded toward zero; it traps where the integer cannot hold that.
    Truncate {
        /// The width of the float.
        from: Width,
        /// The width of the integer.
        to: Width,
        /// Whether the integer has a sign.
        sign: Sign,
    },
    /// A float rounded toward zero; the nearest integer where that does not fit, 0 for a NaN.
    TruncateSaturating {
        /// The width of the float.
        from: Width,
        /// The width of the integer.
        to: Width,
        /// Whether the integer has a sign.
        sign: Sign,
    },
    /// An integer as the nearest float.
    ToFloat {
        /// The width of the integer.
        from: Width,
        /// The width of the float.
        to: Width,
        /// Whether the integer has a sign.
        sign: Sign,
    },
    /// A float of 64 bits as the nearest one of 32.
    Demote,
    /// A float of 32 bits as one of 64.
    Promote,
    /// The bits of an integer as a float.
    IntToFloatBits(Width),
    /// The bits of a float as an integer.
    FloatToIntBits(Width),
}

impl Convert {
    /// All of them.
    pub fn all() -> Vec<Convert> {
        let mut all = vec![Convert::Wrap, Convert::Demote, Convert::Promote];
        all.extend(Sign::ALL.map(Convert::Extend));
        for from in Width::ALL {
            all.push(Convert::IntToFloatBits(from));
            all.push(Convert::FloatToIntBits(from));
            for to in Width::ALL {
                for sign in Sign::ALL {
                    all.push(Convert::Truncate { from, to, sign });
                    all.push(Convert::TruncateSaturating { from, to, sign });
                    all.push(Convert::ToFloat { from, to, sign });
                }
            }
        }
        all
    }

    /// The type of its operand.
    pub fn from(self) -> Type {
        match self {
            Convert::Wrap => Type::I64,
            Convert::Extend(_) => Type::I32,
            Convert::Demote => Type::F64,
            Convert::Promote => Type::F32,
            Convert::Truncate { from, .. }
            | Convert::TruncateSaturating { from, .. }
            | Convert::FloatToIntBits(from) => from.float(),
            Convert::ToFloat { from, .. } | Convert::IntToFloatBits(from) => from.int(),
        }
    }

    /// The type of its result.
    pub fn to(self) -> Type {
        match self {
            Convert::Wrap => Type::I32,
            Convert::Extend(_) => Type::I64,
            Convert::Demote => Type::F32,
            Convert::Promote => Type::F64,
            Convert::Truncate { to, .. } | Convert::TruncateSaturating { to, .. } => to.int(),
            Convert::ToFloat { to, .. } => to.float(),
            Convert::IntToFloatBits(width) => width.float(),
            Convert::FloatToIntBits(width) => width.int(),
        }
    }

    /// The name, with both types.
    pub fn name(self) -> String {
        let (from, to) = (self.from(), self.to());
        match self {
            Convert::Wrap => "i32.wrap_i64".to_owned(),
            Convert::Demote => "f32.demote_f64".to_owned(),
            Convert::Promote => "f64.promote_f32".to_owned(),
            Convert::Extend(sign) => format!("i64.extend_i32_{}", sign.letter()),
            Convert::Truncate { sign, .. } => format!("{to}.trunc_{from}_{}", sign.letter()),
            Convert::TruncateSaturating { sign, .. } => {
                format!("{to}.trunc_sat_{from}_{}", sign.letter())
            }
            Convert::ToFloat { sign, .. } => format!("{to}.convert_{from}_{}", sign.letter()),
            Convert::IntToFloatBits(_) | Convert::FloatToIntBits(_) => {
                format!("{to}.reinterpret_{from}")
            }
        }
    }
}
