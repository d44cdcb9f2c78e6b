//! Atomic accesses.

use crate::id::NameId;

/// Order and scope of an atomic access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Atomicity {
    /// The order.
    pub ordering: Ordering,
    /// `None` means all threads of the system; otherwise the name of a scope, such as
    /// `singlethread`.
    pub scope: Option<NameId>,
}

/// The order of atomic accesses, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Ordering {
    Unordered,
    Monotonic,
    Acquire,
    Release,
    AcquireRelease,
    SequentiallyConsistent,
}

/// The change of an atomic read-modify-write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum AtomicOp {
    Exchange,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UnsignedMax,
    UnsignedMin,
    FloatAdd,
    FloatSub,
    FloatMax,
    FloatMin,
    FloatMaximum,
    FloatMinimum,
    WrappingIncrement,
    WrappingDecrement,
    SubIfNoWrap,
    SubSaturating,
}
