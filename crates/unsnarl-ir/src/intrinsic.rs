//! The names of intrinsics.

use crate::ops::{BinaryOp, CastOp, FloatPredicate};

/// Returns the name of an intrinsic without `llvm.` and without the types at its end: `ctlz` for
/// `llvm.ctlz.i32`.
pub fn base_name(name: &str) -> &str {
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

/// Tells whether a piece of a name is a type: `i32`, `bf16`, `v4f32`, `p0`, `p0i8`, `a4i8`,
/// `isVoid`.
fn is_type(piece: &str) -> bool {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let mut rest = piece.strip_prefix("nx").unwrap_or(piece);
    loop {
        let Some(first) = rest.bytes().next() else {
            return false;
        };
        let number = match first {
            b'i' | b'f' | b'v' | b'a' | b'p' => digits(&rest[1..]),
            _ => 0,
        };
        match (first, number) {
            (b'i' | b'f', 1..) => return rest.len() == number + 1,
            (b'p', 1..) if rest.len() == number + 1 => return true,
            (b'v' | b'a' | b'p', 1..) => rest = &rest[number + 1..],
            _ => {
                return matches!(
                    rest,
                    "isVoid" | "bf16" | "ppcf128" | "s" | "sl" | "Metadata"
                );
            }
        }
    }
}

/// The operation of a constrained intrinsic.
pub fn constrained_binary(base: &str) -> Option<BinaryOp> {
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
pub fn constrained_cast(base: &str) -> Option<CastOp> {
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

/// The comparison named by a constrained intrinsic.
pub fn constrained_predicate(word: &str) -> Option<FloatPredicate> {
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
            ("llvm.ctlz.v4i32", "ctlz"),
            ("llvm.fabs.bf16", "fabs"),
            ("llvm.memcpy.p0i8.p0i8.i32", "memcpy"),
            ("llvm.memcpy.p0.p0.i64", "memcpy"),
            ("llvm.fptosi.sat.i8.f32", "fptosi.sat"),
            ("llvm.sadd.with.overflow.v2i7", "sadd.with.overflow"),
            ("llvm.is.constant.p0s_struct.a.b", "is.constant"),
            ("llvm.convert.to.fp16.f32", "convert.to.fp16"),
            ("llvm.masked.gather.v4f32.v4p0f32", "masked.gather"),
            ("llvm.va_start", "va_start"),
            ("llvm.va_start.p0", "va_start"),
            ("llvm.ctlz.nxv4i32", "ctlz"),
            ("llvm.trap", "trap"),
        ] {
            assert_eq!(base_name(name), base, "{name}");
        }
    }
}
