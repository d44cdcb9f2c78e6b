//! The keywords of LLVM IR and their meanings.

use unsnarl_ir::{
    AtomicOp, BinaryOp, CastOp, ComdatKind, Flags, FloatKind, FloatPredicate, IntPredicate,
    Linkage, Ordering,
};

pub(super) fn binary_op(word: &str) -> Option<BinaryOp> {
    Some(match word {
        "add" => BinaryOp::Add,
        "sub" => BinaryOp::Sub,
        "mul" => BinaryOp::Mul,
        "udiv" => BinaryOp::UnsignedDiv,
        "sdiv" => BinaryOp::SignedDiv,
        "urem" => BinaryOp::UnsignedRem,
        "srem" => BinaryOp::SignedRem,
        "shl" => BinaryOp::ShiftLeft,
        "lshr" => BinaryOp::LogicalShiftRight,
        "ashr" => BinaryOp::ArithmeticShiftRight,
        "and" => BinaryOp::And,
        "or" => BinaryOp::Or,
        "xor" => BinaryOp::Xor,
        "fadd" => BinaryOp::FloatAdd,
        "fsub" => BinaryOp::FloatSub,
        "fmul" => BinaryOp::FloatMul,
        "fdiv" => BinaryOp::FloatDiv,
        "frem" => BinaryOp::FloatRem,
        _ => return None,
    })
}

pub(super) fn cast_op(word: &str) -> Option<CastOp> {
    Some(match word {
        "trunc" => CastOp::Truncate,
        "zext" => CastOp::ZeroExtend,
        "sext" => CastOp::SignExtend,
        "fptrunc" => CastOp::FloatTruncate,
        "fpext" => CastOp::FloatExtend,
        "fptoui" => CastOp::FloatToUnsigned,
        "fptosi" => CastOp::FloatToSigned,
        "uitofp" => CastOp::UnsignedToFloat,
        "sitofp" => CastOp::SignedToFloat,
        "ptrtoint" => CastOp::PtrToInt,
        "ptrtoaddr" => CastOp::PtrToAddr,
        "inttoptr" => CastOp::IntToPtr,
        "bitcast" => CastOp::Bitcast,
        "addrspacecast" => CastOp::AddressSpace,
        _ => return None,
    })
}

pub(super) fn int_predicate(word: &str) -> Option<IntPredicate> {
    Some(match word {
        "eq" => IntPredicate::Equal,
        "ne" => IntPredicate::NotEqual,
        "ugt" => IntPredicate::UnsignedGreater,
        "uge" => IntPredicate::UnsignedGreaterEqual,
        "ult" => IntPredicate::UnsignedLess,
        "ule" => IntPredicate::UnsignedLessEqual,
        "sgt" => IntPredicate::SignedGreater,
        "sge" => IntPredicate::SignedGreaterEqual,
        "slt" => IntPredicate::SignedLess,
        "sle" => IntPredicate::SignedLessEqual,
        _ => return None,
    })
}

pub(super) fn float_predicate(word: &str) -> Option<FloatPredicate> {
    Some(match word {
        "false" => FloatPredicate::False,
        "oeq" => FloatPredicate::OrderedEqual,
        "ogt" => FloatPredicate::OrderedGreater,
        "oge" => FloatPredicate::OrderedGreaterEqual,
        "olt" => FloatPredicate::OrderedLess,
        "ole" => FloatPredicate::OrderedLessEqual,
        "one" => FloatPredicate::OrderedNotEqual,
        "ord" => FloatPredicate::Ordered,
        "uno" => FloatPredicate::Unordered,
        "ueq" => FloatPredicate::UnorderedEqual,
        "ugt" => FloatPredicate::UnorderedGreater,
        "uge" => FloatPredicate::UnorderedGreaterEqual,
        "ult" => FloatPredicate::UnorderedLess,
        "ule" => FloatPredicate::UnorderedLessEqual,
        "une" => FloatPredicate::UnorderedNotEqual,
        "true" => FloatPredicate::True,
        _ => return None,
    })
}

pub(super) fn flag(word: &str) -> Option<Flags> {
    Some(match word {
        "nuw" => Flags::NO_UNSIGNED_WRAP,
        "nsw" => Flags::NO_SIGNED_WRAP,
        "exact" => Flags::EXACT,
        "disjoint" => Flags::DISJOINT,
        "nneg" => Flags::NON_NEGATIVE,
        "samesign" => Flags::SAME_SIGN,
        "inbounds" => Flags::IN_BOUNDS,
        "nusw" => Flags::NO_UNSIGNED_SIGNED_WRAP,
        "nnan" => Flags::NO_NANS,
        "ninf" => Flags::NO_INFINITIES,
        "nsz" => Flags::NO_SIGNED_ZEROS,
        "arcp" => Flags::RECIPROCAL,
        "contract" => Flags::CONTRACT,
        "afn" => Flags::APPROXIMATE,
        "reassoc" => Flags::REASSOCIATE,
        "fast" => Flags::FAST,
        _ => return None,
    })
}

pub(super) fn ordering(word: &str) -> Option<Ordering> {
    Some(match word {
        "unordered" => Ordering::Unordered,
        "monotonic" => Ordering::Monotonic,
        "acquire" => Ordering::Acquire,
        "release" => Ordering::Release,
        "acq_rel" => Ordering::AcquireRelease,
        "seq_cst" => Ordering::SequentiallyConsistent,
        _ => return None,
    })
}

pub(super) fn atomic_op(word: &str) -> Option<AtomicOp> {
    Some(match word {
        "xchg" => AtomicOp::Exchange,
        "add" => AtomicOp::Add,
        "sub" => AtomicOp::Sub,
        "and" => AtomicOp::And,
        "nand" => AtomicOp::Nand,
        "or" => AtomicOp::Or,
        "xor" => AtomicOp::Xor,
        "max" => AtomicOp::Max,
        "min" => AtomicOp::Min,
        "umax" => AtomicOp::UnsignedMax,
        "umin" => AtomicOp::UnsignedMin,
        "fadd" => AtomicOp::FloatAdd,
        "fsub" => AtomicOp::FloatSub,
        "fmax" => AtomicOp::FloatMax,
        "fmin" => AtomicOp::FloatMin,
        "fmaximum" => AtomicOp::FloatMaximum,
        "fminimum" => AtomicOp::FloatMinimum,
        "uinc_wrap" => AtomicOp::WrappingIncrement,
        "udec_wrap" => AtomicOp::WrappingDecrement,
        "usub_cond" => AtomicOp::SubIfNoWrap,
        "usub_sat" => AtomicOp::SubSaturating,
        _ => return None,
    })
}

pub(super) fn linkage(word: &str) -> Option<Linkage> {
    Some(match word {
        "external" => Linkage::External,
        "available_externally" => Linkage::AvailableExternally,
        "linkonce" => Linkage::LinkOnce,
        "linkonce_odr" => Linkage::LinkOnceOdr,
        "weak" => Linkage::Weak,
        "weak_odr" => Linkage::WeakOdr,
        "appending" => Linkage::Appending,
        "internal" => Linkage::Internal,
        "private" => Linkage::Private,
        "extern_weak" => Linkage::ExternWeak,
        "common" => Linkage::Common,
        _ => return None,
    })
}

pub(super) fn comdat_kind(word: &str) -> Option<ComdatKind> {
    Some(match word {
        "any" => ComdatKind::Any,
        "exactmatch" => ComdatKind::ExactMatch,
        "largest" => ComdatKind::Largest,
        "nodeduplicate" => ComdatKind::NoDeduplicate,
        "samesize" => ComdatKind::SameSize,
        _ => return None,
    })
}

/// The number of a calling convention. Those not listed are only distinguished from C's.
pub(super) fn convention(word: &str) -> Option<u32> {
    const UNNUMBERED: u32 = 1023;
    let listed = CONVENTIONS.iter().find(|(name, _)| *name == word);
    let unlisted = || (word.len() > 2 && word.ends_with("cc")).then_some(UNNUMBERED);
    listed.map(|&(_, number)| number).or_else(unlisted)
}

const CONVENTIONS: [(&str, u32); 61] = [
    ("ccc", 0),
    ("fastcc", 8),
    ("coldcc", 9),
    ("ghccc", 10),
    ("anyregcc", 13),
    ("preserve_mostcc", 14),
    ("preserve_allcc", 15),
    ("swiftcc", 16),
    ("cxx_fast_tlscc", 17),
    ("tailcc", 18),
    ("cfguard_checkcc", 19),
    ("swifttailcc", 20),
    ("preserve_nonecc", 21),
    ("x86_stdcallcc", 64),
    ("x86_fastcallcc", 65),
    ("arm_apcscc", 66),
    ("arm_aapcscc", 67),
    ("arm_aapcs_vfpcc", 68),
    ("msp430_intrcc", 69),
    ("x86_thiscallcc", 70),
    ("ptx_kernel", 71),
    ("ptx_device", 72),
    ("spir_func", 75),
    ("spir_kernel", 76),
    ("intel_ocl_bicc", 77),
    ("x86_64_sysvcc", 78),
    ("win64cc", 79),
    ("x86_vectorcallcc", 80),
    ("hhvmcc", 81),
    ("hhvm_ccc", 82),
    ("x86_intrcc", 83),
    ("avr_intrcc", 84),
    ("avr_signalcc", 85),
    ("amdgpu_vs", 87),
    ("amdgpu_gs", 88),
    ("amdgpu_ps", 89),
    ("amdgpu_cs", 90),
    ("amdgpu_kernel", 91),
    ("x86_regcallcc", 92),
    ("amdgpu_hs", 93),
    ("amdgpu_ls", 95),
    ("amdgpu_es", 96),
    ("aarch64_vector_pcs", 97),
    ("aarch64_sve_vector_pcs", 98),
    ("amdgpu_gfx", 100),
    ("m68k_intrcc", 101),
    ("aarch64_sme_preservemost_from_x0", 102),
    ("aarch64_sme_preservemost_from_x2", 103),
    ("amdgpu_cs_chain", 104),
    ("amdgpu_cs_chain_preserve", 105),
    ("m68k_rtdcc", 106),
    ("graalcc", 107),
    ("riscv_vector_cc", 110),
    ("riscv_vls_cc", 112),
    ("aarch64_sme_preservemost_from_x1", 111),
    ("amdgpu_gfx_whole_wave", 124),
    ("cheriot_compartmentcallcc", 125),
    ("cheriot_compartmentcalleecc", 126),
    ("cheriot_librarycallcc", 127),
    ("webkit_jscc", 12),
    ("hipecc", 11),
];

/// The type of LLVM IR for a type of C.
pub(super) fn type_of_c(word: &str) -> Option<&'static str> {
    Some(match word {
        "bool" | "_Bool" => "i1",
        "char" | "byte" | "u8" | "uint8_t" | "int8_t" => "i8",
        "short" | "u16" | "uint16_t" | "int16_t" => "i16",
        "int" | "unsigned" | "signed" | "u32" | "uint32_t" | "int32_t" => "i32",
        "long" | "u64" | "uint64_t" | "int64_t" => "i64",
        "f32" => "float",
        "f64" => "double",
        "size_t" | "usize" | "isize" => "i32` or `i64",
        "string" | "pointer" => "ptr",
        _ => return None,
    })
}

pub(super) fn float_kind(word: &str) -> Option<FloatKind> {
    Some(match word {
        "half" => FloatKind::Half,
        "bfloat" => FloatKind::BFloat,
        "float" => FloatKind::Float,
        "double" => FloatKind::Double,
        "x86_fp80" => FloatKind::X86Fp80,
        "fp128" => FloatKind::Fp128,
        "ppc_fp128" => FloatKind::PpcFp128,
        _ => return None,
    })
}

/// Tells whether a word begins a constant.
pub(super) fn begins_constant(word: &str) -> bool {
    const CONSTANTS: [&str; 22] = [
        "true",
        "false",
        "null",
        "none",
        "undef",
        "poison",
        "zeroinitializer",
        "splat",
        "blockaddress",
        "dso_local_equivalent",
        "no_cfi",
        "ptrauth",
        "getelementptr",
        "icmp",
        "fcmp",
        "fneg",
        "select",
        "extractelement",
        "insertelement",
        "shufflevector",
        "extractvalue",
        "insertvalue",
    ];
    CONSTANTS.contains(&word) || cast_op(word).is_some() || binary_op(word).is_some()
}

/// Tells whether a word begins an instruction.
pub(super) fn begins_instruction(word: &str) -> bool {
    const INSTRUCTIONS: [&str; 39] = [
        "ret",
        "br",
        "switch",
        "indirectbr",
        "invoke",
        "callbr",
        "resume",
        "catchswitch",
        "catchret",
        "cleanupret",
        "unreachable",
        "load",
        "store",
        "alloca",
        "fence",
        "cmpxchg",
        "atomicrmw",
        "getelementptr",
        "call",
        "tail",
        "musttail",
        "notail",
        "icmp",
        "fcmp",
        "fneg",
        "select",
        "freeze",
        "phi",
        "va_arg",
        "landingpad",
        "catchpad",
        "cleanuppad",
        "extractelement",
        "insertelement",
        "shufflevector",
        "extractvalue",
        "insertvalue",
        "uselistorder",
        "uselistorder_bb",
    ];
    INSTRUCTIONS.contains(&word) || cast_op(word).is_some() || binary_op(word).is_some()
}

/// Tells whether a word begins a clause that may follow the attributes of a function or a call.
pub(super) fn is_clause(word: &str) -> bool {
    const CLAUSES: [&str; 15] = [
        "to",
        "unwind",
        "section",
        "partition",
        "gc",
        "comdat",
        "align",
        "prefix",
        "prologue",
        "personality",
        "define",
        "declare",
        "attributes",
        "target",
        "module",
    ];
    CLAUSES.contains(&word)
}

/// Tells whether a word begins a type.
pub(super) fn begins_type(word: &str) -> bool {
    matches!(
        word,
        "void"
            | "ptr"
            | "label"
            | "metadata"
            | "token"
            | "opaque"
            | "target"
            | "x86_mmx"
            | "x86_amx"
    ) || float_kind(word).is_some()
        || int_width(word).is_some()
}

/// The digits of `i32` and the like.
pub(super) fn int_width(word: &str) -> Option<&str> {
    let digits = word.strip_prefix('i')?;
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(digits)
}

/// Tells whether a word alone is an attribute of a parameter, a result or a function.
pub(super) fn is_attribute(word: &str) -> bool {
    ATTRIBUTES.binary_search(&word).is_ok()
}

/// Sorted.
const ATTRIBUTES: &[&str] = &[
    "allocalign",
    "allocptr",
    "alwaysinline",
    "argmemonly",
    "builtin",
    "byval",
    "cold",
    "convergent",
    "coro_elide_safe",
    "coro_only_destroy_when_complete",
    "dead_on_return",
    "dead_on_unwind",
    "disable_sanitizer_instrumentation",
    "flatten",
    "fn_ret_thunk_extern",
    "hot",
    "hybrid_patchable",
    "immarg",
    "inaccessiblemem_or_argmemonly",
    "inaccessiblememonly",
    "inalloca",
    "inlinehint",
    "inreg",
    "jumptable",
    "minsize",
    "mustprogress",
    "naked",
    "nest",
    "noalias",
    "nobuiltin",
    "nocallback",
    "nocapture",
    "nocf_check",
    "nocreateundeforpoison",
    "nodivergencesource",
    "noduplicate",
    "noext",
    "nofree",
    "noimplicitfloat",
    "noinline",
    "nomerge",
    "nonlazybind",
    "nonnull",
    "nooutline",
    "noprofile",
    "norecurse",
    "noredzone",
    "noreturn",
    "nosanitize_bounds",
    "nosanitize_coverage",
    "nosync",
    "noundef",
    "nounwind",
    "null_pointer_is_valid",
    "optdebug",
    "optforfuzzing",
    "optnone",
    "optsize",
    "presplitcoroutine",
    "readnone",
    "readonly",
    "returned",
    "returns_twice",
    "safestack",
    "sanitize_address",
    "sanitize_alloc_token",
    "sanitize_hwaddress",
    "sanitize_memory",
    "sanitize_memtag",
    "sanitize_numerical_stability",
    "sanitize_realtime",
    "sanitize_realtime_blocking",
    "sanitize_thread",
    "sanitize_type",
    "shadowcallstack",
    "signext",
    "skipprofile",
    "speculatable",
    "speculative_load_hardening",
    "sret",
    "ssp",
    "sspreq",
    "sspstrong",
    "strictfp",
    "swiftasync",
    "swifterror",
    "swiftself",
    "uwtable",
    "willreturn",
    "writable",
    "writeonly",
    "zeroext",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_attributes_is_sorted() {
        assert!(ATTRIBUTES.is_sorted());
        assert!(
            ATTRIBUTES
                .iter()
                .all(|word| !begins_type(word) && flag(word).is_none())
        );
    }
}
