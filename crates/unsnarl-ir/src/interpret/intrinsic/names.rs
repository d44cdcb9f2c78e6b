//! The names of intrinsics.

use crate::ops::{BinaryOp, CastOp, FloatPredicate};

/// The name of an intrinsic without `llvm.` and without the types at its end.
pub(super) fn base_name(name: &str) -> &str {
    let mut base = name.strip_prefix("llvm.").unwrap_or(name);
    // The name of a struct may have dots in it.
    for start in [".s_", ".sl_", ".p0s_", ".p0sl_", ".p0f_", ".f_"] {
        base = base.split_once(start).map_or(base, |(before, _)| before);
    }
    while let Some((before, last)) = base.rsplit_once('.') {
        if !is_type(last) {
            break;
        }
        base = before;
    }
    base
}

/// Tells whether a piece of a name is a type, such as `i32`, `bf16`, `nxv4f32`, `p0i8`.
fn is_type(piece: &str) -> bool {
    let mut rest = piece.strip_prefix("nx").unwrap_or(piece);
    loop {
        let Some(tail) = rest.strip_prefix(['i', 'f', 'v', 'a', 'p']) else {
            return matches!(rest, "bf16" | "ppcf128");
        };
        let after = tail.trim_start_matches(|c: char| c.is_ascii_digit());
        if after.len() == tail.len() {
            return rest == "isVoid";
        }
        match (rest.as_bytes()[0], after) {
            (b'i' | b'f', _) => return after.is_empty(),
            (b'p', "") => return true,
            _ => rest = after,
        }
    }
}

/// Intrinsics that say something and do nothing.
pub(super) fn is_hint(base: &str) -> bool {
    const HINTS: [&str; 14] = [
        "clear_cache",
        "donothing",
        "sideeffect",
        "var.annotation",
        "codeview.annotation",
        "experimental.noalias.scope.decl",
        "invariant.start",
        "invariant.end",
        "va_end",
        "pcmarker",
        "prefetch",
        "pseudoprobe",
        "fake.use",
        "reset.fpenv",
    ];
    HINTS.contains(&base) || base.starts_with("dbg.")
}

/// The operation of a constrained intrinsic.
pub(super) fn strict_binary(base: &str) -> Option<BinaryOp> {
    Some(match base {
        "fadd" => BinaryOp::FloatAdd,
        "fsub" => BinaryOp::FloatSub,
        "fmul" => BinaryOp::FloatMul,
        "fdiv" => BinaryOp::FloatDiv,
        "frem" => BinaryOp::FloatRem,
        _ => return None,
    })
}

/// The conversion of a constrained intrinsic.
pub(super) fn strict_cast(base: &str) -> Option<CastOp> {
    Some(match base {
        "fptosi" => CastOp::FloatToSigned,
        "fptoui" => CastOp::FloatToUnsigned,
        "sitofp" => CastOp::SignedToFloat,
        "uitofp" => CastOp::UnsignedToFloat,
        "fptrunc" => CastOp::FloatTruncate,
        "fpext" => CastOp::FloatExtend,
        _ => return None,
    })
}

/// The comparison that a constrained intrinsic names.
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

#[cfg(test)]
mod tests {
    use super::base_name;

    #[test]
    fn types_are_no_part_of_a_name() {
        for (name, base) in [
            ("llvm.ctlz.i32", "ctlz"),
            ("llvm.ctlz.nxv4i32", "ctlz"),
            ("llvm.fabs.bf16", "fabs"),
            ("llvm.memcpy.p0i8.p0i8.i32", "memcpy"),
            ("llvm.fptosi.sat.i8.f32", "fptosi.sat"),
            ("llvm.sadd.with.overflow.v2i7", "sadd.with.overflow"),
            ("llvm.is.constant.p0s_struct.a.b", "is.constant"),
            ("llvm.convert.to.fp16.f32", "convert.to.fp16"),
            ("llvm.masked.gather.v4f32.v4p0", "masked.gather"),
            ("llvm.va_start.p0", "va_start"),
            ("llvm.trap", "trap"),
        ] {
            assert_eq!(base_name(name), base, "{name}");
        }
    }
}
