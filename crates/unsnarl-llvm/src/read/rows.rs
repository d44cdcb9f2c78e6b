//! Rows of numbers: the elements of arrays that may have millions of them.
//!
//! *Needs:* a reader before an element, and the type of the element before, as it was written.
//! *Gives:* the elements that follow in the form in which LLVM prints them.
//! *Cost:* linear in their text: one pass over its bytes, and a look-up of each number.
//!
//! That form is `i32 7, `: the type as it was written before, a blank, a number, a comma and a
//! blank. An element that is written otherwise, and the last one, which has no comma, is left to
//! the reader of [constants](super::constants); so is a number that does not fit, with its error.
//! What is read here is read there the same.

use unsnarl_ir::{ConstId, Constant, FloatKind, Type, TypeId, WideInt};

use super::{Reader, floats};
use crate::lexer::Token;

/// Numbers of so many digits fit 64 bits.
const DIGITS: usize = 18;

/// What numbers a row has.
#[derive(Clone, Copy)]
enum Numbers {
    /// Integers of so many bits, 64 at most.
    Integers(u32),
    Floats(FloatKind),
}

impl Reader<'_> {
    /// Adds the elements that follow to those of an aggregate. `written` is the type of the one
    /// before.
    pub(super) fn row(&mut self, written: Token, ty: TypeId, elements: &mut Vec<ConstId>) {
        let numbers = match *self.module.types.get(ty) {
            Type::Int(width @ 1..=64) => Numbers::Integers(width),
            Type::Float(kind) => Numbers::Floats(kind),
            _ => return,
        };
        let start = self.token.start as usize;
        let text = self.lexer.text();
        let written = self.text(written).as_bytes();
        let mut position = start;
        while let Some((number, behind)) = element(&text.as_bytes()[position..], written) {
            let number = &text[position + number..position + behind];
            let Some(constant) = constant(number, ty, numbers) else {
                break;
            };
            elements.push(self.module.add_constant(constant));
            let at = (position + behind - number.len()) as u32;
            let count = self.module.constants().len();
            self.constant_starts.resize(count, at);
            // Behind the comma and the blank.
            position += behind + 2;
        }
        if position > start {
            (self.last_end, self.last_line) = (position as u32 - 1, self.token.line);
            self.lexer.start_at(position);
            self.look();
        }
    }
}

/// Where the number of an element begins and ends in a text that begins with the element; nothing
/// if no other element follows, or it is written otherwise.
fn element(text: &[u8], ty: &[u8]) -> Option<(usize, usize)> {
    let number = text.strip_prefix(ty)?.strip_prefix(b" ")?;
    let length = number.iter().position(|byte| !is_of_number(*byte))?;
    let start = ty.len() + 1;
    (length > 0 && number[length..].starts_with(b", ")).then_some((start, start + length))
}

fn is_of_number(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.')
}

/// The constant of a number, if it is written as one and fits.
fn constant(number: &str, ty: TypeId, numbers: Numbers) -> Option<Constant> {
    Some(match numbers {
        Numbers::Integers(width) => {
            let value = integer(number.as_bytes(), width)?;
            let value = WideInt::new(width, i128::from(value) as u128);
            Constant::Int { ty, value }
        }
        Numbers::Floats(kind) => {
            let bits = floats::bits(number, kind).filter(|_| is_float(number))?;
            Constant::Float { ty, bits }
        }
    })
}

/// A decimal number that fits so many bits, with a sign or without.
fn integer(number: &[u8], width: u32) -> Option<i64> {
    let digits = number.strip_prefix(b"-").unwrap_or(number);
    if digits.is_empty() || digits.len() > DIGITS {
        return None;
    }
    let mut value = 0_i64;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        value = 10 * value + i64::from(digit - b'0');
    }
    let is_negative = digits.len() < number.len();
    // Of a negative number all values down to the lowest one fit, of others all bits.
    let most = match (is_negative, width) {
        (_, 64) => i64::MAX,
        (true, _) => 1 << (width - 1),
        (false, _) => ((1_u64 << width) - 1) as i64,
    };
    let signed = if is_negative { -value } else { value };
    (value <= most).then_some(signed)
}

/// Tells whether a text is one token of a floating-point number.
fn is_float(number: &str) -> bool {
    let digits = number.strip_prefix('-').unwrap_or(number);
    number.starts_with("0x")
        || (digits.starts_with(|c: char| c.is_ascii_digit()) && digits.contains('.'))
}

#[cfg(test)]
mod tests {
    use crate::read;

    /// The constants of a module with an array of these elements.
    fn elements(ty: &str, written: &[&str], between: &str) -> String {
        let elements: Vec<String> = written.iter().map(|one| format!("{ty} {one}")).collect();
        let (count, elements) = (written.len(), elements.join(between));
        let text = format!("@g = global [{count} x {ty}] [{elements}]\n");
        match read(&text) {
            Ok(module) => module
                .constants()
                .map(|(_, one)| format!("{one:?}\n"))
                .collect(),
            Err(error) => error.to_string(),
        }
    }

    /// Elements are the same behind tabs, which are in no row.
    #[track_caller]
    fn check(ty: &str, written: &[&str]) {
        let row = elements(ty, written, ", ");
        assert_eq!(row, elements(ty, written, ",\t"), "{ty} {written:?}");
    }

    #[test]
    fn rows_are_read_like_elements() {
        check("i32", &["0", "1", "-1", "4294967295", "-2147483648", "7"]);
        check("i32", &["1", "-2147483649", "4294967296", "1"]);
        check("i8", &["255", "-128", "7", "256", "-129", "1"]);
        check("i1", &["0", "1", "-1", "true", "false", "1"]);
        check(
            "i64",
            &["1", "999999999999999999", "18446744073709551615", "1"],
        );
        check(
            "i64",
            &["1", "-9223372036854775808", "9223372036854775807", "1"],
        );
        check("i64", &["0", "007", "undef", "poison", "u0xFF", "3"]);
        check(
            "i128",
            &["1", "340282366920938463463374607431768211455", "1"],
        );
        check(
            "double",
            &[
                "0.0",
                "1.5",
                "-2.5e3",
                "1.5e+3",
                "0x7FF8000000000001",
                "1.0",
            ],
        );
        check(
            "float",
            &["0.0", "1.5", "0x36A0000000000000", "undef", "1.0"],
        );
        check("half", &["0.0", "0xH3C00", "1.0"]);
        for wrong in ["x", "-", "1x", "1.5", "0x1", "--1", "+1", "1e5", "\"a\""] {
            check("i32", &["1", wrong, "1"]);
        }
        for wrong in [
            "1", "1e5", "0.1.2", "0x", "0xx", "inf", "NaN", "-inf", "0.1e", "-0x1",
        ] {
            check("double", &["1.0", wrong, "1.0"]);
        }
        check("float", &["1.0", "0.1", "1.0"]);
    }
}
