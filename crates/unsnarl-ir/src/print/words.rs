//! The keywords of LLVM IR.

use crate::atomic::{AtomicOp, Ordering};
use crate::global::{ComdatKind, Linkage};
use crate::ops::{BinaryOp, CastOp, Flags, FloatPredicate, IntPredicate};
use crate::types::FloatKind;

pub(super) fn binary_op(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "add",
        BinaryOp::Sub => "sub",
        BinaryOp::Mul => "mul",
        BinaryOp::UnsignedDiv => "udiv",
        BinaryOp::SignedDiv => "sdiv",
        BinaryOp::UnsignedRem => "urem",
        BinaryOp::SignedRem => "srem",
        BinaryOp::ShiftLeft => "shl",
        BinaryOp::LogicalShiftRight => "lshr",
        BinaryOp::ArithmeticShiftRight => "ashr",
        BinaryOp::And => "and",
        BinaryOp::Or => "or",
        BinaryOp::Xor => "xor",
        BinaryOp::FloatAdd => "fadd",
        BinaryOp::FloatSub => "fsub",
        BinaryOp::FloatMul => "fmul",
        BinaryOp::FloatDiv => "fdiv",
        BinaryOp::FloatRem => "frem",
    }
}

pub(super) fn cast_op(op: CastOp) -> &'static str {
    match op {
        CastOp::Truncate => "trunc",
        CastOp::ZeroExtend => "zext",
        CastOp::SignExtend => "sext",
        CastOp::FloatTruncate => "fptrunc",
        CastOp::FloatExtend => "fpext",
        CastOp::FloatToUnsigned => "fptoui",
        CastOp::FloatToSigned => "fptosi",
        CastOp::UnsignedToFloat => "uitofp",
        CastOp::SignedToFloat => "sitofp",
        CastOp::PtrToInt => "ptrtoint",
        CastOp::PtrToAddr => "ptrtoaddr",
        CastOp::IntToPtr => "inttoptr",
        CastOp::Bitcast => "bitcast",
        CastOp::AddressSpace => "addrspacecast",
    }
}

pub(super) fn int_predicate(predicate: IntPredicate) -> &'static str {
    match predicate {
        IntPredicate::Equal => "eq",
        IntPredicate::NotEqual => "ne",
        IntPredicate::UnsignedGreater => "ugt",
        IntPredicate::UnsignedGreaterEqual => "uge",
        IntPredicate::UnsignedLess => "ult",
        IntPredicate::UnsignedLessEqual => "ule",
        IntPredicate::SignedGreater => "sgt",
        IntPredicate::SignedGreaterEqual => "sge",
        IntPredicate::SignedLess => "slt",
        IntPredicate::SignedLessEqual => "sle",
    }
}

pub(super) fn float_predicate(predicate: FloatPredicate) -> &'static str {
    match predicate {
        FloatPredicate::False => "false",
        FloatPredicate::OrderedEqual => "oeq",
        FloatPredicate::OrderedGreater => "ogt",
        FloatPredicate::OrderedGreaterEqual => "oge",
        FloatPredicate::OrderedLess => "olt",
        FloatPredicate::OrderedLessEqual => "ole",
        FloatPredicate::OrderedNotEqual => "one",
        FloatPredicate::Ordered => "ord",
        FloatPredicate::Unordered => "uno",
        FloatPredicate::UnorderedEqual => "ueq",
        FloatPredicate::UnorderedGreater => "ugt",
        FloatPredicate::UnorderedGreaterEqual => "uge",
        FloatPredicate::UnorderedLess => "ult",
        FloatPredicate::UnorderedLessEqual => "ule",
        FloatPredicate::UnorderedNotEqual => "une",
        FloatPredicate::True => "true",
    }
}

/// In the order in which LLVM writes them.
pub(super) const FLAGS: [(Flags, &str); 15] = [
    (Flags::IN_BOUNDS, "inbounds"),
    (Flags::NO_UNSIGNED_SIGNED_WRAP, "nusw"),
    (Flags::NO_UNSIGNED_WRAP, "nuw"),
    (Flags::NO_SIGNED_WRAP, "nsw"),
    (Flags::EXACT, "exact"),
    (Flags::DISJOINT, "disjoint"),
    (Flags::NON_NEGATIVE, "nneg"),
    (Flags::SAME_SIGN, "samesign"),
    (Flags::REASSOCIATE, "reassoc"),
    (Flags::NO_NANS, "nnan"),
    (Flags::NO_INFINITIES, "ninf"),
    (Flags::NO_SIGNED_ZEROS, "nsz"),
    (Flags::RECIPROCAL, "arcp"),
    (Flags::CONTRACT, "contract"),
    (Flags::APPROXIMATE, "afn"),
];

pub(super) fn ordering(ordering: Ordering) -> &'static str {
    match ordering {
        Ordering::Unordered => "unordered",
        Ordering::Monotonic => "monotonic",
        Ordering::Acquire => "acquire",
        Ordering::Release => "release",
        Ordering::AcquireRelease => "acq_rel",
        Ordering::SequentiallyConsistent => "seq_cst",
    }
}

pub(super) fn atomic_op(op: AtomicOp) -> &'static str {
    match op {
        AtomicOp::Exchange => "xchg",
        AtomicOp::Add => "add",
        AtomicOp::Sub => "sub",
        AtomicOp::And => "and",
        AtomicOp::Nand => "nand",
        AtomicOp::Or => "or",
        AtomicOp::Xor => "xor",
        AtomicOp::Max => "max",
        AtomicOp::Min => "min",
        AtomicOp::UnsignedMax => "umax",
        AtomicOp::UnsignedMin => "umin",
        AtomicOp::FloatAdd => "fadd",
        AtomicOp::FloatSub => "fsub",
        AtomicOp::FloatMax => "fmax",
        AtomicOp::FloatMin => "fmin",
        AtomicOp::FloatMaximum => "fmaximum",
        AtomicOp::FloatMinimum => "fminimum",
        AtomicOp::WrappingIncrement => "uinc_wrap",
        AtomicOp::WrappingDecrement => "udec_wrap",
        AtomicOp::SubIfNoWrap => "usub_cond",
        AtomicOp::SubSaturating => "usub_sat",
    }
}

/// With a blank after it.
pub(super) fn linkage(linkage: Linkage) -> &'static str {
    match linkage {
        Linkage::External => "",
        Linkage::AvailableExternally => "available_externally ",
        Linkage::LinkOnce => "linkonce ",
        Linkage::LinkOnceOdr => "linkonce_odr ",
        Linkage::Weak => "weak ",
        Linkage::WeakOdr => "weak_odr ",
        Linkage::Appending => "appending ",
        Linkage::Internal => "internal ",
        Linkage::Private => "private ",
        Linkage::ExternWeak => "extern_weak ",
        Linkage::Common => "common ",
    }
}

pub(super) fn comdat_kind(kind: ComdatKind) -> &'static str {
    match kind {
        ComdatKind::Any => "any",
        ComdatKind::ExactMatch => "exactmatch",
        ComdatKind::Largest => "largest",
        ComdatKind::NoDeduplicate => "nodeduplicate",
        ComdatKind::SameSize => "samesize",
    }
}

pub(super) fn float_kind(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Half => "half",
        FloatKind::BFloat => "bfloat",
        FloatKind::Float => "float",
        FloatKind::Double => "double",
        FloatKind::X86Fp80 => "x86_fp80",
        FloatKind::Fp128 => "fp128",
        FloatKind::PpcFp128 => "ppc_fp128",
    }
}
