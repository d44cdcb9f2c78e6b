//! Instructions.

use crate::atomic::{AtomicOp, Atomicity, Ordering};
use crate::attributes::{FunctionAttributes, ParameterAttributes};
use crate::id::{ConstId, FuncId, NameId, TypeId, ValueId};
use crate::ops::{BinaryOp, CastOp, Flags, FloatPredicate, IntPredicate, UnaryOp};
use crate::origin::Origin;

/// An operand of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A value of the function.
    Value(ValueId),
    /// A constant of the module.
    Const(ConstId),
}

/// An instruction that is neither a phi nor a terminator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inst {
    /// Its operation.
    pub op: Op,
    /// Its result, if any, whose type is that of the value.
    pub result: Option<ValueId>,
    /// Where it was read, without trailing metadata.
    pub origin: Origin,
}

/// The operation of an instruction.
///
/// Types that follow from an operand or from the result are not repeated: the type loaded is the
/// result's, the type stored is the value's, a cast goes from its operand's type to the result's.
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
        /// The conversion.
        op: CastOp,
        /// `nneg`, `nuw`, ….
        flags: Flags,
        /// The operand.
        value: Operand,
    },
    /// Memory that is valid until the function returns.
    Alloca {
        /// The type of an element.
        ty: TypeId,
        /// The number of elements, an integer of any width.
        count: Operand,
        /// The alignment in bytes, if the source gives one.
        align: Option<u64>,
        /// Whether it is the argument memory of a call.
        inalloca: bool,
    },
    /// Reads memory.
    Load {
        /// The address.
        pointer: Operand,
        /// The alignment in bytes, if the source gives one.
        align: Option<u64>,
        /// Whether it is volatile.
        volatile: bool,
        /// Whether it is atomic.
        atomic: Option<Atomicity>,
    },
    /// Writes memory.
    Store {
        /// The value.
        value: Operand,
        /// The address.
        pointer: Operand,
        /// The alignment in bytes, if the source gives one.
        align: Option<u64>,
        /// Whether it is volatile.
        volatile: bool,
        /// Whether it is atomic.
        atomic: Option<Atomicity>,
    },
    /// `getelementptr`: an address computed from an address. [`crate::Layout::address`] splits it
    /// into bytes.
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
    /// One of two values, both of which are computed.
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
    /// `freeze`: replaces undefined bits by arbitrary ones.
    Freeze(Operand),
    /// Extracts a part of a struct or array.
    ExtractValue {
        /// The aggregate.
        aggregate: Operand,
        /// The path to the part, outermost first; not empty.
        path: Box<[u32]>,
    },
    /// Makes a copy of a struct or array with one part replaced.
    InsertValue {
        /// The aggregate.
        aggregate: Operand,
        /// The new part.
        value: Operand,
        /// The path to the part, outermost first; not empty.
        path: Box<[u32]>,
    },
    /// Extracts an element of a vector.
    ExtractElement {
        /// The vector.
        vector: Operand,
        /// The position of the element.
        index: Operand,
    },
    /// Makes a copy of a vector with one element replaced.
    InsertElement {
        /// The vector.
        vector: Operand,
        /// The new element.
        element: Operand,
        /// The position of the element.
        index: Operand,
    },
    /// Picks elements of two vectors.
    ShuffleVector {
        /// The vector with elements 0, 1, ….
        left: Operand,
        /// The vector with the elements after those.
        right: Operand,
        /// The positions of the elements; `None` is poison.
        mask: Box<[Option<u32>]>,
    },
    /// Reads the next variable argument; its type is that of the result.
    VaArg {
        /// The address of the list.
        list: Operand,
    },
    /// Reads, changes and writes memory atomically; gives the old value.
    AtomicRmw {
        /// The change.
        op: AtomicOp,
        /// The address.
        pointer: Operand,
        /// The other operand.
        value: Operand,
        /// The alignment in bytes, if the source gives one.
        align: Option<u64>,
        /// Whether it is volatile.
        volatile: bool,
        /// Order and scope.
        atomic: Atomicity,
    },
    /// Writes memory if it holds the expected value; gives the old value and whether it was
    /// written.
    CompareExchange {
        /// The address.
        pointer: Operand,
        /// The expected value.
        expected: Operand,
        /// The new value.
        replacement: Operand,
        /// The alignment in bytes, if the source gives one.
        align: Option<u64>,
        /// Whether it is volatile.
        volatile: bool,
        /// Whether it may fail even if the memory holds the expected value.
        weak: bool,
        /// Order and scope on success.
        atomic: Atomicity,
        /// Order on failure.
        failure: Ordering,
    },
    /// Orders memory accesses.
    Fence(Atomicity),
    /// `landingpad`: the exception with which its block is entered; the first instruction there.
    LandingPad {
        /// Whether the block also runs for exceptions that no clause names.
        cleanup: bool,
        /// The clauses, in the order in which they are tried.
        clauses: Box<[Clause]>,
    },
    /// `catchpad`: begins a handler of a `catchswitch`, and is the first instruction of its block.
    CatchPad {
        /// The token of the `catchswitch`.
        switch: Operand,
        /// The arguments for the personality function: types, flags, the place of the exception.
        arguments: Box<[Operand]>,
    },
    /// `cleanuppad`: begins the cleanup during unwinding; the first instruction of its block.
    CleanupPad {
        /// The token of the enclosing pad; the constant `none` if it is directly in the function.
        parent: Operand,
        /// The arguments for the personality function.
        arguments: Box<[Operand]>,
    },
}

/// A clause of a `landingpad`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The exceptions that it takes, relative to the value.
    pub kind: ClauseKind,
    /// A constant: the description of a type, or an array of those.
    pub value: ConstId,
}

/// The exceptions that a clause of a `landingpad` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClauseKind {
    /// Exceptions of one type.
    Catch,
    /// All exceptions except those of the types in an array.
    Filter,
}

/// A call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The callee.
    pub callee: Callee,
    /// The function type of the call, which may differ from the callee's.
    pub ty: TypeId,
    /// The arguments; there may be more than parameters if the type is variadic.
    pub arguments: Box<[Argument]>,
    /// Whether it may or must be a tail call.
    pub tail: Tail,
    /// The calling convention as a number; 0 is C's.
    pub convention: u32,
    /// Flags of a floating-point call.
    pub flags: Flags,
    /// Attributes of the result.
    pub result_attributes: ParameterAttributes,
    /// Attributes of the call itself, without the callee's.
    pub attributes: FunctionAttributes,
    /// `...`: it passes on the variable arguments of its function, in a `musttail` call of a thunk.
    pub forwards_variadic: bool,
    /// Operand bundles: further properties with values, for passes and runtimes.
    pub bundles: Box<[Bundle]>,
}

/// An operand bundle of a call: `"funclet"(token %pad)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    /// The purpose of the bundle.
    pub tag: NameId,
    /// Its values.
    pub operands: Box<[Operand]>,
}

impl Call {
    /// Makes a call by C's convention without further properties.
    pub fn new(callee: Callee, ty: TypeId, arguments: Box<[Argument]>) -> Self {
        Call {
            callee,
            ty,
            arguments,
            tail: Tail::None,
            convention: 0,
            flags: Flags::default(),
            result_attributes: ParameterAttributes::default(),
            attributes: FunctionAttributes::default(),
            forwards_variadic: false,
            bundles: Box::default(),
        }
    }

    /// Calls `visit` with the callee's address, the arguments, and the values of the bundles.
    pub fn each_operand(&self, mut visit: impl FnMut(Operand)) {
        if let Callee::Indirect(callee) = self.callee {
            visit(callee);
        }
        let arguments = self.arguments.iter().map(|argument| argument.value);
        let bundles = self.bundles.iter().flat_map(|bundle| &bundle.operands);
        arguments.chain(bundles.copied()).for_each(visit);
    }
}

/// The callee of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A function of the module; an intrinsic is one whose name begins with `llvm.`.
    Direct(FuncId),
    /// The function at an address, which may also be the address of an alias or a constant
    /// expression.
    Indirect(Operand),
    /// Inline assembly.
    Assembly(Assembly),
}

/// Inline assembly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assembly {
    /// The text.
    pub text: NameId,
    /// The constraints.
    pub constraints: NameId,
    /// Whether it has side effects.
    pub side_effects: bool,
    /// Whether it needs an aligned stack.
    pub aligns_stack: bool,
    /// The language of the text.
    pub dialect: AssemblyDialect,
    /// Whether it may unwind.
    pub unwinds: bool,
}

/// The language of inline assembly, where a machine has two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AssemblyDialect {
    /// AT&T's language, or the only language of a machine.
    #[default]
    Att,
    /// Intel's language.
    Intel,
}

/// An argument of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The value.
    pub value: Operand,
    /// Its properties.
    pub attributes: ParameterAttributes,
}

/// Whether a call may or must be a tail call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tail {
    /// An ordinary call.
    #[default]
    None,
    /// It may: it does not touch the caller's memory.
    Tail,
    /// It must.
    MustTail,
    /// It must not.
    NoTail,
}

impl Op {
    /// Calls `visit` with every operand, in the order in which they are written.
    pub fn each_operand(&self, mut visit: impl FnMut(Operand)) {
        match self {
            Self::Unary { value, .. } | Self::Cast { value, .. } | Self::Freeze(value) => {
                visit(*value)
            }
            Self::Binary { left, right, .. }
            | Self::IntCompare { left, right, .. }
            | Self::FloatCompare { left, right, .. }
            | Self::ShuffleVector { left, right, .. } => {
                [*left, *right].into_iter().for_each(visit)
            }
            Self::Alloca { count, .. } => visit(*count),
            Self::Load { pointer, .. } => visit(*pointer),
            Self::Store { value, pointer, .. }
            | Self::AtomicRmw {
                pointer: value,
                value: pointer,
                ..
            } => [*value, *pointer].into_iter().for_each(visit),
            Self::Gep { base, indices, .. } => {
                visit(*base);
                indices.iter().copied().for_each(visit);
            }
            Self::Select {
                condition,
                then,
                otherwise,
                ..
            } => [*condition, *then, *otherwise].into_iter().for_each(visit),
            Self::Call(call) => call.each_operand(visit),
            Self::ExtractValue { aggregate, .. } => visit(*aggregate),
            Self::InsertValue {
                aggregate, value, ..
            } => [*aggregate, *value].into_iter().for_each(visit),
            Self::ExtractElement { vector, index } => [*vector, *index].into_iter().for_each(visit),
            Self::InsertElement {
                vector,
                element,
                index,
            } => [*vector, *element, *index].into_iter().for_each(visit),
            Self::VaArg { list } => visit(*list),
            Self::CompareExchange {
                pointer,
                expected,
                replacement,
                ..
            } => [*pointer, *expected, *replacement]
                .into_iter()
                .for_each(visit),
            Self::LandingPad { clauses, .. } => {
                let clauses = clauses.iter().map(|clause| Operand::Const(clause.value));
                clauses.for_each(visit);
            }
            Self::CatchPad {
                switch: pad,
                arguments,
            }
            | Self::CleanupPad {
                parent: pad,
                arguments,
            } => {
                visit(*pad);
                arguments.iter().copied().for_each(visit);
            }
            Self::Fence(_) => {}
        }
    }

    /// Tells whether it begins a pad.
    pub fn is_pad(&self) -> bool {
        matches!(
            self,
            Self::LandingPad { .. } | Self::CatchPad { .. } | Self::CleanupPad { .. }
        )
    }
}
