//! Constants.

use std::sync::Arc;

use crate::id::{ConstId, FuncId, GlobalId, TypeId};
use crate::int::WideInt;
use crate::ops::{BinaryOp, CastOp, Flags, FloatPredicate, IntPredicate};

/// A constant. Its type is [`crate::Module::constant_type`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    /// An integer.
    Int {
        /// An integer type.
        ty: TypeId,
        /// The bits.
        value: WideInt,
    },
    /// A floating-point number.
    Float {
        /// A floating-point type.
        ty: TypeId,
        /// The bits of the format of `ty`, from bit 0.
        bits: u128,
    },
    /// The null pointer.
    Null(TypeId),
    /// Every bit zero, for any type: `zeroinitializer`, and `none` of a token.
    Zero(TypeId),
    /// `undef`: any value, and possibly another one at each use.
    Undef(TypeId),
    /// `poison`: the result of an invalid operation.
    Poison(TypeId),
    /// An array of bytes.
    Bytes {
        /// An array of `i8`.
        ty: TypeId,
        /// The bytes, as many as the array has elements.
        bytes: Arc<[u8]>,
    },
    /// A struct, array or vector.
    Aggregate {
        /// Its type.
        ty: TypeId,
        /// One constant per field or element.
        elements: Box<[ConstId]>,
    },
    /// A vector of equal elements, whose number is given by its type. A vector of known length may
    /// also be an aggregate.
    Splat {
        /// The type of the vector.
        ty: TypeId,
        /// The element.
        element: ConstId,
    },
    /// The address of a global variable or alias.
    Global(GlobalId),
    /// The address of a function.
    Function(FuncId),
    /// A computation on constants.
    Expression {
        /// The type of the result.
        ty: TypeId,
        /// The computation.
        expression: Expression,
    },
    /// Metadata given to a call, as its text.
    Metadata {
        /// The type `metadata`.
        ty: TypeId,
        /// The text as it was read.
        text: Box<str>,
    },
}

/// A computation on constants. The address of a block is `Cast(IntToPtr, number)`, see
/// [`crate::Function::labels`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expression {
    /// `add`, `sub`, `xor`, ….
    Binary {
        /// The operation.
        op: BinaryOp,
        /// `nuw`, `nsw`, ….
        flags: Flags,
        /// The left operand.
        left: ConstId,
        /// The right operand.
        right: ConstId,
    },
    /// `trunc`, `bitcast`, `ptrtoint`, `inttoptr`, ….
    Cast {
        /// The conversion.
        op: CastOp,
        /// The operand.
        value: ConstId,
    },
    /// `getelementptr`. [`crate::Layout::address`] splits it into bytes.
    Gep {
        /// The type that the first index steps over.
        source: TypeId,
        /// The pointer.
        base: ConstId,
        /// The indices.
        indices: Box<[ConstId]>,
        /// `inbounds`, `nusw`, `nuw`.
        flags: Flags,
        /// The bytes around the result that may be accessed, from the result.
        inrange: Option<IndexRange>,
    },
    /// `icmp`.
    Compare {
        /// The predicate.
        predicate: IntPredicate,
        /// The left operand.
        left: ConstId,
        /// The right operand.
        right: ConstId,
    },
    /// `fcmp`.
    FloatCompare {
        /// The predicate.
        predicate: FloatPredicate,
        /// The left operand.
        left: ConstId,
        /// The right operand.
        right: ConstId,
    },
    /// `fneg`.
    Negate(ConstId),
    /// `extractvalue`.
    ExtractValue {
        /// The aggregate.
        aggregate: ConstId,
        /// The path to the part, outermost first; not empty.
        path: Box<[u32]>,
    },
    /// `insertvalue`.
    InsertValue {
        /// The aggregate.
        aggregate: ConstId,
        /// The new part.
        value: ConstId,
        /// The path to the part, outermost first; not empty.
        path: Box<[u32]>,
    },
    /// `ptrauth`: a signed pointer.
    SignedPointer {
        /// The pointer and, optionally, key, discriminator, the address that is mixed in,
        /// and the symbol that turns signing off.
        parts: Box<[ConstId]>,
    },
    /// `select`.
    Select {
        /// An `i1`.
        condition: ConstId,
        /// The value if it is 1.
        then: ConstId,
        /// The value if it is 0.
        otherwise: ConstId,
    },
    /// `extractelement`.
    ExtractElement {
        /// A vector.
        vector: ConstId,
        /// The position of the element.
        index: ConstId,
    },
    /// `insertelement`.
    InsertElement {
        /// A vector.
        vector: ConstId,
        /// The new element.
        element: ConstId,
        /// The position of the element.
        index: ConstId,
    },
    /// `shufflevector`.
    ShuffleVector {
        /// The vector with elements 0, 1, ….
        left: ConstId,
        /// The vector with the elements after those.
        right: ConstId,
        /// The positions of the elements; `None` is poison.
        mask: Box<[Option<u32>]>,
    },
}

impl Expression {
    /// Returns its operands, in order.
    pub fn operands(&self) -> Vec<ConstId> {
        match self {
            Self::Binary { left, right, .. }
            | Self::Compare { left, right, .. }
            | Self::FloatCompare { left, right, .. }
            | Self::ShuffleVector { left, right, .. } => vec![*left, *right],
            Self::Cast { value, .. }
            | Self::Negate(value)
            | Self::ExtractValue {
                aggregate: value, ..
            } => vec![*value],
            Self::InsertValue {
                aggregate, value, ..
            } => vec![*aggregate, *value],
            Self::SignedPointer { parts } => parts.to_vec(),
            Self::Gep { base, indices, .. } => {
                let indices = indices.iter().copied();
                std::iter::once(*base).chain(indices).collect()
            }
            Self::Select {
                condition,
                then,
                otherwise,
            } => vec![*condition, *then, *otherwise],
            Self::ExtractElement { vector, index } => vec![*vector, *index],
            Self::InsertElement {
                vector,
                element,
                index,
            } => vec![*vector, *element, *index],
        }
    }
}

/// A half-open range of byte offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IndexRange {
    /// The first offset inside.
    pub start: i64,
    /// The first offset after the range.
    pub end: i64,
}
