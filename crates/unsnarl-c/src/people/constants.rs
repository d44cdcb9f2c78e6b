//! Numbers and strings as C.

use std::fmt::Write as _;

use unsnarl_ir::FloatKind;

use super::expression::{Expression, Level};
use super::types::holder;

/// An unsigned integer of so many bits.
pub(super) fn int(value: u128, bits: u32) -> Expression {
    if bits == 1 {
        return Expression::atom(if value & 1 == 1 { "true" } else { "false" });
    }
    let plain = |value: u128| Expression::literal(value.to_string());
    match (value, holder(bits)) {
        (0..=0x7fff_ffff, _) | (_, Some(8 | 16)) => plain(value),
        (_, Some(32)) if value > 0xffff_0000 && bits == 32 => {
            Expression::number(format!("-{}u", (1u128 << 32) - value))
        }
        (_, Some(32)) => Expression::number(format!("{value}u")),
        (_, Some(64)) if value > 0xffff_ffff_ffff_0000 && bits == 64 => {
            Expression::number(format!("-{}ul", (1u128 << 64) - value))
        }
        (_, Some(64)) => Expression::number(format!("{value}ul")),
        _ => match u64::try_from(value) {
            Ok(low) => Expression::cast("uint128_t", &Expression::atom(format!("{low}ul"))),
            Err(_) => {
                let (high, low) = ((value >> 64) as u64, value as u64);
                let high = Expression::cast("uint128_t", &Expression::atom(format!("{high}ul")));
                let high = Expression::infix("<<", &high, &Expression::atom("64"));
                Expression::infix("|", &high, &Expression::atom(format!("{low}ul")))
            }
        },
    }
}

/// An integer of more than 128 bits, from its bytes, the lowest first: a struct of words.
pub(super) fn wide_int(bytes: &[u8], name: &str) -> Expression {
    let words = bytes.chunks(8).map(|chunk| {
        let word = chunk
            .iter()
            .rev()
            .fold(0, |word, &byte| word << 8 | u128::from(byte));
        int(word, 64).text
    });
    let words: Vec<String> = words.collect();
    Expression::new(
        format!("({name}){{{{{}}}}}", words.join(", ")),
        Level::Postfix,
    )
}

/// A signed integer of so many bits.
pub(super) fn signed_int(value: u128, bits: u32) -> Option<Expression> {
    let shift = 128u32.checked_sub(bits)?;
    let signed = (value << shift) as i128 >> shift;
    match signed {
        -0x7fff_ffff..=0x7fff_ffff => Some(Expression::literal(signed.to_string())),
        _ => {
            let number = i64::try_from(signed)
                .ok()
                .filter(|&number| number != i64::MIN)?;
            let text = format!("{number}l");
            Some(match bits {
                64 => Expression::number(text),
                _ => Expression::literal(text),
            })
        }
    }
}

/// How numbers of a format are written, and the bits of their parts.
struct Format {
    suffix: &'static str,
    /// What the names of builtins end with.
    builtin: &'static str,
    mantissa: u32,
    exponent: u32,
}

fn format(kind: FloatKind) -> Option<Format> {
    let (suffix, builtin, mantissa, exponent) = match kind {
        FloatKind::Half => ("f16", "f16", 10, 5),
        FloatKind::Float => ("f", "f", 23, 8),
        FloatKind::Double => ("", "", 52, 11),
        FloatKind::X86Fp80 => ("L", "l", 63, 15),
        FloatKind::Fp128 => ("Q", "f128", 112, 15),
        FloatKind::BFloat | FloatKind::PpcFp128 => return None,
    };
    Some(Format {
        suffix,
        builtin,
        mantissa,
        exponent,
    })
}

/// A NaN that signals, from the bits of its format; nothing if it is none.
pub(super) fn signalling(bits: u128, kind: FloatKind) -> Option<Expression> {
    let Format {
        builtin,
        mantissa,
        exponent,
        ..
    } = format(kind)?;
    let hidden = match kind {
        FloatKind::X86Fp80 => 1u128 << mantissa,
        _ => 0,
    };
    let width = mantissa + u32::from(hidden > 0);
    let fraction = bits & ((1u128 << width) - 1);
    let power = bits >> width & ((1 << exponent) - 1);
    let quiet = 1u128 << (mantissa - 1);
    let payload = fraction ^ hidden;
    if power != (1 << exponent) - 1 || payload == 0 || payload >= quiet {
        return None;
    }
    let is_negative = bits >> (width + exponent) & 1 == 1;
    let text = format!("__builtin_nans{builtin}(\"{payload:#x}\")");
    Some(match is_negative {
        true => Expression::prefix("-", &Expression::atom(text)),
        false => Expression::atom(text),
    })
}

/// A number, from the bits of its format.
pub(super) fn float(bits: u128, kind: FloatKind) -> Option<Expression> {
    let Format {
        suffix,
        builtin,
        mantissa,
        exponent,
    } = format(kind)?;
    let is_explicit = kind == FloatKind::X86Fp80;
    let width = mantissa + u32::from(is_explicit);
    let fraction = bits & ((1u128 << width) - 1);
    let power = (bits >> width) & ((1 << exponent) - 1);
    let is_negative = (bits >> (width + exponent)) & 1 == 1;
    let sign = if is_negative { "-" } else { "" };
    let level = if is_negative {
        Level::Prefix
    } else {
        Level::Atom
    };
    let hidden = if is_explicit { 1u128 << 63 } else { 0 };
    if power == (1 << exponent) - 1 {
        if fraction == hidden {
            return Some(Expression::new(
                format!("{sign}__builtin_inf{builtin}()"),
                level,
            ));
        }
        let quiet = (1u128 << (mantissa - 1)) | hidden;
        if fraction & quiet != quiet {
            return None;
        }
        let payload = fraction & !quiet;
        let payload = match payload {
            0 => String::new(),
            payload => format!("{payload:#x}"),
        };
        let text = format!("{sign}__builtin_nan{builtin}(\"{payload}\")");
        return Some(Expression::new(text, level));
    }
    let text = match kind {
        FloatKind::Float => format!("{:?}", f32::from_bits(bits as u32).abs()),
        FloatKind::Double => format!("{:?}", f64::from_bits(bits as u64).abs()),
        _ => {
            let bias = (1i32 << (exponent - 1)) - 1;
            let (number, power) = match power {
                0 => (fraction, 1),
                power if is_explicit => (fraction, power as i32),
                power => (fraction | 1 << mantissa, power as i32),
            };
            match number {
                0 => "0.0".to_owned(),
                number => format!("{number:#x}p{}", power - bias - mantissa as i32),
            }
        }
    };
    Some(Expression::new(format!("{sign}{text}{suffix}"), level))
}

/// Bytes as a string literal that initialises an array of them: without the zeros at the end.
pub(super) fn padded(bytes: &[u8]) -> String {
    let zeros = bytes.iter().rev().take_while(|&&byte| byte == 0).count();
    string(&bytes[..bytes.len() - zeros])
}

/// A name as a string literal: clang takes no escapes in those of attributes but for quotes.
pub(super) fn name_literal(name: &str) -> String {
    let mut text = String::from("\"");
    for c in name.chars() {
        if matches!(c, '"' | '\\') {
            text.push('\\');
        }
        text.push(c);
    }
    text.push('"');
    text
}

/// Bytes as a string literal: without the last one, which is zero.
pub(super) fn string(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    let mut bytes = bytes.iter().peekable();
    let mut last = 0;
    while let Some(&byte) = bytes.next() {
        match byte {
            b'\n' => text += "\\n",
            b'\t' => text += "\\t",
            b'\r' => text += "\\r",
            b'"' => text += "\\\"",
            b'\\' => text += "\\\\",
            // What looks like a trigraph would be one.
            b'?' if last == b'?' => text += "\\?",
            b' '..=b'~' => text.push(byte.into()),
            _ => {
                let is_digit = bytes.peek().is_some_and(|next| next.is_ascii_digit());
                let _ = match is_digit {
                    true => write!(text, "\\{byte:03o}"),
                    false => write!(text, "\\{byte:o}"),
                };
            }
        }
        last = byte;
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_have_the_types_that_they_need() {
        for (value, bits, text) in [
            (5, 32, "5"),
            (200, 8, "200"),
            (0xffff_fffb, 32, "-5u"),
            (0x8000_0000, 32, "2147483648u"),
            (u64::MAX.into(), 64, "-1ul"),
            (1 << 40, 64, "1099511627776ul"),
            (1, 1, "true"),
            (7, 128, "7"),
            (1 << 64, 128, "(uint128_t)1ul << 64 | 0ul"),
        ] {
            let shown = int(value, bits).text.replace(['(', ')'], "");
            assert_eq!(shown, text.replace(['(', ')'], ""));
        }
        assert_eq!(
            signed_int(0xff, 8).map(|own| own.text),
            Some("-1".to_owned())
        );
        assert_eq!(signed_int(1 << 63, 64).map(|own| own.text), None);
    }

    #[test]
    fn floats_come_back() {
        for number in [0.0, -0.0, 1.5, -2.0, 0.1, 1e300, 5e-324, f64::MAX] {
            let text = float(number.to_bits().into(), FloatKind::Double).expect("it is finite");
            assert_eq!(
                text.text.parse::<f64>().map(f64::to_bits),
                Ok(number.to_bits())
            );
        }
        let one: u128 = 0x3fff << 64 | 1 << 63;
        let shown = |bits, kind| float(bits, kind).map(|own| own.text);
        let text = shown(one, FloatKind::X86Fp80);
        assert_eq!(text.as_deref(), Some("0x8000000000000000p-63L"));
        assert_eq!(
            shown(0x7f80_0000, FloatKind::Float).as_deref(),
            Some("__builtin_inff()")
        );
        assert_eq!(
            shown(0x7fc0_0001, FloatKind::Float).as_deref(),
            Some("__builtin_nanf(\"0x1\")")
        );
        assert_eq!(shown(0x7f80_0001, FloatKind::Float), None);
    }

    #[test]
    fn strings_are_escaped() {
        assert_eq!(string(b"a\"b\\\n"), r#""a\"b\\\n""#);
        assert_eq!(string(b"\x001"), r#""\0001""#);
        assert_eq!(string(b"\x00x"), r#""\0x""#);
        assert_eq!(string("\u{e9}".as_bytes()), r#""\303\251""#);
        assert_eq!(string(b"??="), r#""?\?=""#);
    }
}
