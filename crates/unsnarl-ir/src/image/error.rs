//! The reasons why a constant has no bytes.

use std::fmt;

use crate::id::{ConstId, GlobalId, TypeId};

/// The reason why a constant has no bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageError {
    /// A type has no size, or its parts are not whole bytes.
    NoSize(TypeId),
    /// A constant is larger than the limit.
    TooLarge {
        /// The constant.
        constant: ConstId,
        /// The limit in bytes.
        limit: usize,
    },
    /// A constant is computed from addresses by an operation that linkers do not have.
    NotLinkable(ConstId),
    /// A constant is not a single number or address: an aggregate, a vector, an integer of more
    /// than 128 bits.
    NotScalar(ConstId),
    /// A constant divides by zero.
    DividesByZero(ConstId),
    /// An alias does not refer to the address of a symbol.
    NotAddress(ConstId),
    /// An alias refers to itself.
    AliasCycle(GlobalId),
    /// A constant was added after the table was made.
    Unknown(ConstId),
}

impl fmt::Display for ImageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSize(ty) => write!(f, "type {ty} has no size in whole bytes"),
            Self::TooLarge { constant, limit } => {
                write!(
                    f,
                    "constant {constant} is larger than the limit of {limit} bytes"
                )
            }
            Self::NotLinkable(id) => {
                write!(
                    f,
                    "constant {id} computes with addresses in a way that no relocation expresses"
                )
            }
            Self::NotScalar(id) => write!(f, "constant {id} is not a single number or address"),
            Self::DividesByZero(id) => write!(f, "constant {id} divides by zero"),
            Self::NotAddress(id) => write!(
                f,
                "constant {id}, the target of an alias, is not the address of a symbol"
            ),
            Self::AliasCycle(global) => write!(f, "alias {global} refers to itself"),
            Self::Unknown(id) => {
                write!(f, "constant {id} was added after the values were computed")
            }
        }
    }
}

impl std::error::Error for ImageError {}
