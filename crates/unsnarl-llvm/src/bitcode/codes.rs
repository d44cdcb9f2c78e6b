//! The numbers of blocks and records, and what small numbers in records mean.

use unsnarl_ir::{
    AtomicOp, BinaryOp, CastOp, ComdatKind, Flags, FloatPredicate, IntPredicate, Linkage, Ordering,
    ThreadLocal, Visibility,
};

/// Blocks.
pub(super) mod block {
    pub(in crate::bitcode) const INFO: u64 = 0;
    pub(in crate::bitcode) const MODULE: u64 = 8;
    pub(in crate::bitcode) const ATTRIBUTES: u64 = 9;
    pub(in crate::bitcode) const ATTRIBUTE_GROUPS: u64 = 10;
    pub(in crate::bitcode) const CONSTANTS: u64 = 11;
    pub(in crate::bitcode) const FUNCTION: u64 = 12;
    pub(in crate::bitcode) const IDENTIFICATION: u64 = 13;
    pub(in crate::bitcode) const VALUE_NAMES: u64 = 14;
    pub(in crate::bitcode) const METADATA: u64 = 15;
    pub(in crate::bitcode) const ATTACHMENTS: u64 = 16;
    pub(in crate::bitcode) const TYPES: u64 = 17;
    pub(in crate::bitcode) const BUNDLE_TAGS: u64 = 21;
    pub(in crate::bitcode) const METADATA_KINDS: u64 = 22;
    pub(in crate::bitcode) const STRINGS: u64 = 23;
    pub(in crate::bitcode) const SCOPE_NAMES: u64 = 26;
}

/// The operator of a binary operation on integers, or on floating-point numbers.
pub(super) fn binary_op(code: u64, is_float: bool) -> Option<BinaryOp> {
    Some(match (code, is_float) {
        (0, false) => BinaryOp::Add,
        (1, false) => BinaryOp::Sub,
        (2, false) => BinaryOp::Mul,
        (3, false) => BinaryOp::UnsignedDiv,
        (4, false) => BinaryOp::SignedDiv,
        (5, false) => BinaryOp::UnsignedRem,
        (6, false) => BinaryOp::SignedRem,
        (7, false) => BinaryOp::ShiftLeft,
        (8, false) => BinaryOp::LogicalShiftRight,
        (9, false) => BinaryOp::ArithmeticShiftRight,
        (10, false) => BinaryOp::And,
        (11, false) => BinaryOp::Or,
        (12, false) => BinaryOp::Xor,
        (0, true) => BinaryOp::FloatAdd,
        (1, true) => BinaryOp::FloatSub,
        (2, true) => BinaryOp::FloatMul,
        (4, true) => BinaryOp::FloatDiv,
        (6, true) => BinaryOp::FloatRem,
        _ => return None,
    })
}

/// The flags of a binary operation.
pub(super) fn binary_flags(op: BinaryOp, bits: u64) -> Flags {
    let pairs: &[(u64, Flags)] = match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::ShiftLeft => {
            &[(1, Flags::NO_UNSIGNED_WRAP), (2, Flags::NO_SIGNED_WRAP)]
        }
        BinaryOp::UnsignedDiv
        | BinaryOp::SignedDiv
        | BinaryOp::LogicalShiftRight
        | BinaryOp::ArithmeticShiftRight => &[(1, Flags::EXACT)],
        BinaryOp::Or => &[(1, Flags::DISJOINT)],
        _ if op.is_float() => return float_flags(bits),
        _ => &[],
    };
    join(pairs, bits)
}

/// The flags of an operation on floating-point numbers.
pub(super) fn float_flags(bits: u64) -> Flags {
    const UNSAFE: u64 = 1;
    if bits & UNSAFE != 0 {
        return Flags::FAST;
    }
    let pairs = [
        (1 << 1, Flags::NO_NANS),
        (1 << 2, Flags::NO_INFINITIES),
        (1 << 3, Flags::NO_SIGNED_ZEROS),
        (1 << 4, Flags::RECIPROCAL),
        (1 << 5, Flags::CONTRACT),
        (1 << 6, Flags::APPROXIMATE),
        (1 << 7, Flags::REASSOCIATE),
    ];
    join(&pairs, bits)
}

/// The flags of a conversion.
pub(super) fn cast_flags(op: CastOp, bits: u64) -> Flags {
    match op {
        CastOp::Truncate => join(
            &[(1, Flags::NO_UNSIGNED_WRAP), (2, Flags::NO_SIGNED_WRAP)],
            bits,
        ),
        CastOp::ZeroExtend | CastOp::UnsignedToFloat => join(&[(1, Flags::NON_NEGATIVE)], bits),
        CastOp::FloatTruncate | CastOp::FloatExtend => float_flags(bits),
        _ => Flags::default(),
    }
}

/// The flags of a comparison of integers.
pub(super) fn compare_flags(bits: u64) -> Flags {
    join(&[(1, Flags::SAME_SIGN)], bits)
}

/// The flags of a `getelementptr`; `inbounds` says `nusw`, too.
pub(super) fn gep_flags(bits: u64) -> Flags {
    let wrap = match bits & 3 {
        0 => Flags::default(),
        2 => Flags::NO_UNSIGNED_SIGNED_WRAP,
        _ => Flags::IN_BOUNDS,
    };
    wrap.union(join(&[(4, Flags::NO_UNSIGNED_WRAP)], bits))
}

fn join(pairs: &[(u64, Flags)], bits: u64) -> Flags {
    let set = pairs.iter().filter(|(bit, _)| bits & bit != 0);
    set.fold(Flags::default(), |flags, &(_, flag)| flags.union(flag))
}

pub(super) fn cast_op(code: u64) -> Option<CastOp> {
    const OPS: [CastOp; 14] = [
        CastOp::Truncate,
        CastOp::ZeroExtend,
        CastOp::SignExtend,
        CastOp::FloatToUnsigned,
        CastOp::FloatToSigned,
        CastOp::UnsignedToFloat,
        CastOp::SignedToFloat,
        CastOp::FloatTruncate,
        CastOp::FloatExtend,
        CastOp::PtrToInt,
        CastOp::IntToPtr,
        CastOp::Bitcast,
        CastOp::AddressSpace,
        CastOp::PtrToAddr,
    ];
    nth(&OPS, code)
}

/// The predicate of a comparison: of floating-point numbers, or from 32 on of integers.
pub(super) fn float_predicate(code: u64) -> Option<FloatPredicate> {
    const PREDICATES: [FloatPredicate; 16] = [
        FloatPredicate::False,
        FloatPredicate::OrderedEqual,
        FloatPredicate::OrderedGreater,
        FloatPredicate::OrderedGreaterEqual,
        FloatPredicate::OrderedLess,
        FloatPredicate::OrderedLessEqual,
        FloatPredicate::OrderedNotEqual,
        FloatPredicate::Ordered,
        FloatPredicate::Unordered,
        FloatPredicate::UnorderedEqual,
        FloatPredicate::UnorderedGreater,
        FloatPredicate::UnorderedGreaterEqual,
        FloatPredicate::UnorderedLess,
        FloatPredicate::UnorderedLessEqual,
        FloatPredicate::UnorderedNotEqual,
        FloatPredicate::True,
    ];
    nth(&PREDICATES, code)
}

pub(super) fn int_predicate(code: u64) -> Option<IntPredicate> {
    const FIRST: u64 = 32;
    const PREDICATES: [IntPredicate; 10] = [
        IntPredicate::Equal,
        IntPredicate::NotEqual,
        IntPredicate::UnsignedGreater,
        IntPredicate::UnsignedGreaterEqual,
        IntPredicate::UnsignedLess,
        IntPredicate::UnsignedLessEqual,
        IntPredicate::SignedGreater,
        IntPredicate::SignedGreaterEqual,
        IntPredicate::SignedLess,
        IntPredicate::SignedLessEqual,
    ];
    nth(&PREDICATES, code.checked_sub(FIRST)?)
}

/// The order of an atomic access; 0 says that it is none.
pub(super) fn ordering(code: u64) -> Option<Ordering> {
    const ORDERINGS: [Ordering; 6] = [
        Ordering::Unordered,
        Ordering::Monotonic,
        Ordering::Acquire,
        Ordering::Release,
        Ordering::AcquireRelease,
        Ordering::SequentiallyConsistent,
    ];
    nth(&ORDERINGS, code.checked_sub(1)?)
}

pub(super) fn atomic_op(code: u64) -> Option<AtomicOp> {
    const OPS: [AtomicOp; 21] = [
        AtomicOp::Exchange,
        AtomicOp::Add,
        AtomicOp::Sub,
        AtomicOp::And,
        AtomicOp::Nand,
        AtomicOp::Or,
        AtomicOp::Xor,
        AtomicOp::Max,
        AtomicOp::Min,
        AtomicOp::UnsignedMax,
        AtomicOp::UnsignedMin,
        AtomicOp::FloatAdd,
        AtomicOp::FloatSub,
        AtomicOp::FloatMax,
        AtomicOp::FloatMin,
        AtomicOp::WrappingIncrement,
        AtomicOp::WrappingDecrement,
        AtomicOp::SubIfNoWrap,
        AtomicOp::SubSaturating,
        AtomicOp::FloatMaximum,
        AtomicOp::FloatMinimum,
    ];
    nth(&OPS, code)
}

/// The linkage of a symbol; several numbers are those of old versions.
pub(super) fn linkage(code: u64) -> Option<Linkage> {
    Some(match code {
        0 | 5 | 6 | 15 => Linkage::External,
        1 | 16 => Linkage::Weak,
        2 => Linkage::Appending,
        3 => Linkage::Internal,
        4 | 18 => Linkage::LinkOnce,
        7 => Linkage::ExternWeak,
        8 => Linkage::Common,
        9 | 13 | 14 => Linkage::Private,
        10 | 17 => Linkage::WeakOdr,
        11 | 19 => Linkage::LinkOnceOdr,
        12 => Linkage::AvailableExternally,
        _ => return None,
    })
}

pub(super) fn visibility(code: u64) -> Option<Visibility> {
    nth(
        &[
            Visibility::Default,
            Visibility::Hidden,
            Visibility::Protected,
        ],
        code,
    )
}

/// How a thread finds its variable; nothing if all threads share it.
pub(super) fn thread_local(code: u64) -> Option<Option<ThreadLocal>> {
    const MODELS: [Option<ThreadLocal>; 5] = [
        None,
        Some(ThreadLocal::GeneralDynamic),
        Some(ThreadLocal::LocalDynamic),
        Some(ThreadLocal::InitialExec),
        Some(ThreadLocal::LocalExec),
    ];
    nth(&MODELS, code)
}

pub(super) fn comdat_kind(code: u64) -> Option<ComdatKind> {
    const KINDS: [ComdatKind; 5] = [
        ComdatKind::Any,
        ComdatKind::ExactMatch,
        ComdatKind::Largest,
        ComdatKind::NoDeduplicate,
        ComdatKind::SameSize,
    ];
    nth(&KINDS, code.checked_sub(1)?)
}

fn nth<T: Copy>(list: &[T], index: u64) -> Option<T> {
    list.get(usize::try_from(index).ok()?).copied()
}
