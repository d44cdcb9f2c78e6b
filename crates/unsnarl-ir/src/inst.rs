//! Instructions and terminators.

use crate::function::{FunctionAttributes, ParameterAttributes};
use crate::id::{BlockId, ConstId, FuncId, NameId, TypeId, ValueId};

/// What an instruction works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A value of the function.
    Value(ValueId),
    /// A constant of the module.
    Const(ConstId),
}

/// Where something was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Origin {
    /// The first byte in the source.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
    /// The line, counted from 1; 0 if there is no source.
    pub line: u32,
}

impl Origin {
    /// Returns the bytes of the source as a range.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// An instruction that is neither a phi nor a terminator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inst {
    /// What it does.
    pub op: Op,
    /// The value that it makes, if any; its type is the type of the result.
    pub result: Option<ValueId>,
    /// Where it was read, without trailing metadata.
    pub origin: Origin,
}

/// What an instruction does.
///
/// Types that follow from an operand or from the result are not repeated: the type loaded is the result's, the type
/// stored is the value's, a cast goes from its operand's type to the result's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Op {
    /// `fneg`.
    Unary {
        /// Which one.
        op: UnaryOp,
        /// `fast`, ….
        flags: Flags,
        /// The operand.
        value: Operand,
    },
    /// `add`, `fmul`, `lshr`, ….
    Binary {
        /// Which one.
        op: BinaryOp,
        /// `nuw`, `exact`, `fast`, ….
        flags: Flags,
        /// The left operand.
        left: Operand,
        /// The right operand, of the same type.
        right: Operand,
    },
    /// `icmp`, on integers or pointers.
    IntCompare {
        /// Which comparison.
        predicate: IntPredicate,
        /// `samesign`.
        flags: Flags,
        /// The left operand.
        left: Operand,
        /// The right operand, of the same type.
        right: Operand,
    },
    /// `fcmp`.
    FloatCompare {
        /// Which comparison.
        predicate: FloatPredicate,
        /// `fast`, ….
        flags: Flags,
        /// The left operand.
        left: Operand,
        /// The right operand, of the same type.
        right: Operand,
    },
    /// `trunc`, `zext`, `bitcast`, ….
    Cast {
        /// Which one.
        op: CastOp,
        /// `nneg`, `nuw`, ….
        flags: Flags,
        /// The operand.
        value: Operand,
    },
    /// Memory that lives as long as the call of the function.
    Alloca {
        /// The type of an element.
        ty: TypeId,
        /// How many elements, an integer of any width.
        count: Operand,
        /// The alignment in bytes, if the source says one.
        align: Option<u64>,
        /// Whether it is the argument memory of a call.
        inalloca: bool,
    },
    /// Reads memory.
    Load {
        /// The address.
        pointer: Operand,
        /// The alignment in bytes, if the source says one.
        align: Option<u64>,
        /// Whether it must happen as written.
        volatile: bool,
        /// Whether it is atomic.
        atomic: Option<Atomicity>,
    },
    /// Writes memory.
    Store {
        /// What is written.
        value: Operand,
        /// The address.
        pointer: Operand,
        /// The alignment in bytes, if the source says one.
        align: Option<u64>,
        /// Whether it must happen as written.
        volatile: bool,
        /// Whether it is atomic.
        atomic: Option<Atomicity>,
    },
    /// `getelementptr`: an address from an address. [`crate::Layout::address`] takes it apart into bytes.
    Gep {
        /// The type that the first index steps over.
        source: TypeId,
        /// The pointer.
        base: Operand,
        /// The indices, integers of any width, signed.
        indices: Box<[Operand]>,
        /// `inbounds`, `nusw`, `nuw`.
        flags: Flags,
    },
    /// One of two values; both are computed.
    Select {
        /// An `i1`, or a vector of them.
        condition: Operand,
        /// The value if it is 1.
        then: Operand,
        /// The value if it is 0.
        otherwise: Operand,
        /// `fast`, ….
        flags: Flags,
    },
    /// A call.
    Call(Box<Call>),
    /// Makes undefined bits some bits.
    Freeze(Operand),
    /// Takes a part out of a struct or array.
    ExtractValue {
        /// The aggregate.
        aggregate: Operand,
        /// The way to the part, outermost first; not empty.
        path: Box<[u32]>,
    },
    /// Makes a copy of a struct or array with one part replaced.
    InsertValue {
        /// The aggregate.
        aggregate: Operand,
        /// The new part.
        value: Operand,
        /// The way to the part, outermost first; not empty.
        path: Box<[u32]>,
    },
    /// Takes an element out of a vector.
    ExtractElement {
        /// The vector.
        vector: Operand,
        /// Which element.
        index: Operand,
    },
    /// Makes a copy of a vector with one element replaced.
    InsertElement {
        /// The vector.
        vector: Operand,
        /// The new element.
        element: Operand,
        /// Which element.
        index: Operand,
    },
    /// Picks elements of two vectors.
    ShuffleVector {
        /// The vector with elements 0, 1, ….
        left: Operand,
        /// The vector that goes on counting.
        right: Operand,
        /// Which elements; `None` is poison.
        mask: Box<[Option<u32>]>,
    },
    /// Reads the next variable argument; the result says its type.
    VaArg {
        /// The address of the list.
        list: Operand,
    },
    /// Reads, changes and writes memory at once; gives what was read.
    AtomicRmw {
        /// The change.
        op: AtomicOp,
        /// The address.
        pointer: Operand,
        /// The other operand.
        value: Operand,
        /// The alignment in bytes, if the source says one.
        align: Option<u64>,
        /// Whether it must happen as written.
        volatile: bool,
        /// Order and scope.
        atomic: Atomicity,
    },
    /// Writes memory if it holds what is expected; gives what was read and whether it was written.
    CompareExchange {
        /// The address.
        pointer: Operand,
        /// What must be there.
        expected: Operand,
        /// What is written then.
        replacement: Operand,
        /// The alignment in bytes, if the source says one.
        align: Option<u64>,
        /// Whether it must happen as written.
        volatile: bool,
        /// Whether it may fail although the memory holds what is expected.
        weak: bool,
        /// Order and scope on success.
        atomic: Atomicity,
        /// Order on failure.
        failure: Ordering,
    },
    /// Orders memory accesses.
    Fence(Atomicity),
}

/// A call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// What is called.
    pub callee: Callee,
    /// The function type of the call, which need not be that of the callee.
    pub ty: TypeId,
    /// The arguments; more than the type has parameters if it is variadic.
    pub arguments: Box<[Argument]>,
    /// Whether it may or must be a tail call.
    pub tail: Tail,
    /// The calling convention as a number; 0 is C's.
    pub convention: u32,
    /// Flags of a floating-point call.
    pub flags: Flags,
    /// Attributes of the result.
    pub result_attributes: ParameterAttributes,
    /// Attributes of the call itself, without those of the callee.
    pub attributes: FunctionAttributes,
}

/// What is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A function of the module; an intrinsic is one whose name begins with `llvm.`.
    Direct(FuncId),
    /// The function at an address; also the address of an alias or a constant expression.
    Indirect(Operand),
    /// Inline assembly.
    Assembly {
        /// The text.
        text: NameId,
        /// The constraints.
        constraints: NameId,
        /// Whether it does more than compute its result.
        side_effects: bool,
    },
}

/// An argument of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The value.
    pub value: Operand,
    /// What is said about it.
    pub attributes: ParameterAttributes,
}

/// Whether a call may or must be a tail call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tail {
    /// Nothing is said.
    #[default]
    None,
    /// It may: it does not touch the caller's memory.
    Tail,
    /// It must.
    MustTail,
    /// It must not.
    NoTail,
}

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

/// A comparison of floating-point numbers: ordered ones are false, unordered ones true if an operand is not a number.
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

/// Promises about an operation; breaking one is poison.
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
    /// `fast`: all seven of floating point.
    pub const FAST: Self = Self(0x7f << 8);

    /// Joins two sets.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Tells whether all of `other` are here.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// Order and scope of an atomic access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Atomicity {
    /// The order.
    pub ordering: Ordering,
    /// `None`: all threads of the system; else the name of a scope, such as `singlethread`.
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

/// Where a block goes.
///
/// The successors of a block are numbered by *slots*: a branch has its taken arm in slot 0, a switch its cases in
/// order and its default last. Several slots may lead to the same block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Terminator {
    /// Leaves the function.
    Return(Option<Operand>),
    /// Goes on, always.
    Jump(BlockId),
    /// Goes one of two ways.
    Branch {
        /// An `i1`.
        condition: Operand,
        /// Where to if it is 1: slot 0.
        then: BlockId,
        /// Where to if it is 0: slot 1.
        otherwise: BlockId,
    },
    /// Goes where the first equal case says.
    Switch {
        /// An integer of any width.
        value: Operand,
        /// The cases: slots 0, 1, …; no value stands twice.
        cases: Box<[Case]>,
        /// Where to if no case is equal: the last slot.
        default: BlockId,
    },
    /// Is never reached.
    Unreachable,
}

/// A case of a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// A [`crate::Constant::Int`] of the type of the switched value.
    pub value: ConstId,
    /// Where to.
    pub to: BlockId,
}

impl Terminator {
    /// Counts the slots.
    pub fn successor_count(&self) -> usize {
        match self {
            Self::Return(_) | Self::Unreachable => 0,
            Self::Jump(_) => 1,
            Self::Branch { .. } => 2,
            Self::Switch { cases, .. } => cases.len() + 1,
        }
    }

    /// Returns the block that slot `slot` leads to.
    pub fn successor(&self, slot: usize) -> Option<BlockId> {
        match self {
            Self::Return(_) | Self::Unreachable => None,
            Self::Jump(to) => (slot == 0).then_some(*to),
            Self::Branch {
                then, otherwise, ..
            } => [*then, *otherwise].get(slot).copied(),
            Self::Switch { cases, default, .. } if slot == cases.len() => Some(*default),
            Self::Switch { cases, .. } => cases.get(slot).map(|case| case.to),
        }
    }

    /// Walks the successors in slot order.
    pub fn successors(&self) -> impl ExactSizeIterator<Item = BlockId> + '_ {
        (0..self.successor_count())
            .map(|slot| self.successor(slot).expect("the slot is below the count"))
    }

    /// Returns the operand that it reads, if any.
    pub fn operand(&self) -> Option<Operand> {
        match self {
            Self::Return(value) => *value,
            Self::Branch {
                condition: value, ..
            }
            | Self::Switch { value, .. } => Some(*value),
            Self::Jump(_) | Self::Unreachable => None,
        }
    }
}
