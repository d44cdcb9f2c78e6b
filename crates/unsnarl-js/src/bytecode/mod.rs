//! How much bytecode V8 makes of a function.
//!
//! *Needs:* the text of a function, and the names of its module.
//! *Gives:* an estimate in bytes. *Cost:* linear in the text.
//! *Source:* what node 20 (V8 11.3) prints with `--print-bytecode`. `tests/bytecode.rs` holds the
//! estimate to it.
//! *Limits:* within a twentieth for functions of 8,000 bytes or more; a small one may be off by
//! more. Registers that V8 saves by seeing that two hold the same are counted where that is usual.
//!
//! The text is walked as V8's interpreter compiles it: each expression is computed into the
//! accumulator, its left operands into registers. [`meter`] counts the bytes of instructions,
//! [`expression`] and [`statement`] say which there are.
//!
//! An instruction has operands of one byte, and of two behind a prefix if one of them does not fit:
//! a number, a register beyond the 120th, the place of a constant, or the slot in which an
//! operation keeps what it has seen. A large function has many slots, so that most of its
//! instructions are long.
//!
//! V8 never optimises a function of more than 61,440 bytes, which makes it many times slower. What
//! is above [`LARGEST`](crate::LARGEST) is too near to that.

mod expression;
mod meter;
mod statement;

use crate::context::ModuleNames;
use crate::tokens::{Token, tokens};

/// Estimates the bytecode of a function in a module with these names.
pub(crate) fn estimate(text: &str, names: &ModuleNames) -> usize {
    let words = tokens(text).filter_map(|token| match token {
        Token::Name(word) | Token::Property(word) | Token::Other(word) => Some(word),
        Token::Blank | Token::Line | Token::Mark(_) => None,
    });
    statement::bytes(&words.collect::<Vec<&str>>(), names)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::estimate;
    use crate::context::ModuleNames;

    /// Functions, and the bytes that node 20 prints for them within another function that has
    /// `VIEW`, `HEAPU8` and `sum`, in a module with `rotateLeft`. It prints two less for `field`
    /// and `count`: V8 sees that a variable is still in the accumulator when it is returned or
    /// tested.
    const PRINTED: [(&str, usize); 7] = [
        ("function sum(p0, p1) { return p0 + p1 | 0; }", 9),
        (
            "function field(p0) { let v1; v1 = VIEW.getInt32(p0 + 8, true); return v1; }",
            28,
        ),
        (
            "function byte(p0) { HEAPU8[p0 + 1] = HEAPU8[p0] + 300; }",
            29,
        ),
        (
            "function choose(p0, p1) { if (p0 >>> 0 < 100000 && !p1) { sum(p0, 0); } else { \
             rotateLeft(p0, 7); } }",
            48,
        ),
        (
            "function count(p0) { let v1; v1 = 0; do { v1 = v1 + p0 | 0; p0 = p0 - 1 | 0; } while \
             (p0); return v1; }",
            34,
        ),
        (
            "function table(p0) { switch (p0) { case 0: return 10; case 1: return 11; case 2: \
             return 12; case 3: return 13; case 4: return 14; case 5: return 15; default: return \
             1.5; } }",
            75,
        ),
        (
            "function constant(p0) { if (85 & 1) { return p0 ? 1 : -2000; } else { return \
             rotateLeft(p0, 3) + rotateLeft(p0, 4) | 0; } }",
            13,
        ),
    ];

    #[test]
    fn functions_have_the_bytes_that_v8_makes() {
        let names = ModuleNames {
            functions: vec![String::from("sum")],
            runtime: HashSet::from(["VIEW", "HEAPU8", "rotateLeft"].map(String::from)),
            ..ModuleNames::default()
        };
        let estimated = PRINTED.map(|(text, _)| (text, estimate(text, &names)));
        assert_eq!(estimated, PRINTED);
    }
}
