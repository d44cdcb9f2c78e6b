//! The names of intrinsics: which ones are operations under another name, and which have no effect
//! on code.

pub(super) use unsnarl_ir::base_name;
use unsnarl_ir::{BinaryOp, CastOp, FloatPredicate};

pub(super) fn strict_binary(base: &str) -> Option<BinaryOp> {
    use BinaryOp as B;
    Some(match base {
        "fadd" => B::FloatAdd,
        "fsub" => B::FloatSub,
        "fmul" => B::FloatMul,
        "fdiv" => B::FloatDiv,
        "frem" => B::FloatRem,
        _ => return None,
    })
}

pub(super) fn strict_cast(base: &str) -> Option<CastOp> {
    use CastOp as C;
    Some(match base {
        "fptosi" => C::FloatToSigned,
        "fptoui" => C::FloatToUnsigned,
        "sitofp" => C::SignedToFloat,
        "uitofp" => C::UnsignedToFloat,
        "fptrunc" => C::FloatTruncate,
        "fpext" => C::FloatExtend,
        _ => return None,
    })
}

pub(super) fn strict_predicate(word: &str) -> Option<FloatPredicate> {
    use FloatPredicate as P;
    Some(match word {
        "oeq" => P::OrderedEqual,
        "ogt" => P::OrderedGreater,
        "oge" => P::OrderedGreaterEqual,
        "olt" => P::OrderedLess,
        "ole" => P::OrderedLessEqual,
        "one" => P::OrderedNotEqual,
        "ord" => P::Ordered,
        "uno" => P::Unordered,
        "ueq" => P::UnorderedEqual,
        "ugt" => P::UnorderedGreater,
        "uge" => P::UnorderedGreaterEqual,
        "ult" => P::UnorderedLess,
        "ule" => P::UnorderedLessEqual,
        "une" => P::UnorderedNotEqual,
        _ => return None,
    })
}

/// Intrinsics that are only hints for the optimiser or the debugger.
pub(super) fn is_dropped(base: &str) -> bool {
    const DROPPED: [&str; 16] = [
        "assume",
        "clear_cache",
        "donothing",
        "sideeffect",
        "var.annotation",
        "codeview.annotation",
        "experimental.noalias.scope.decl",
        "invariant.end",
        "lifetime.start",
        "lifetime.end",
        "va_end",
        "pcmarker",
        "prefetch",
        "pseudoprobe",
        "fake.use",
        "reset.fpenv",
    ];
    DROPPED.contains(&base) || base.starts_with("dbg.")
}
