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
use crate::marks;
use crate::tokens::{Token, tokens};

/// Estimates the bytecode of a function in a module with these names.
pub(crate) fn estimate(text: &str, names: &ModuleNames) -> usize {
    let text = marks::without(text);
    let words = tokens(&text).filter_map(|token| match token {
        Token::Name(word) | Token::Property(word) | Token::Other(word) => Some(word),
        Token::Blank | Token::Line | Token::Mark(_) => None,
    });
    statement::bytes(&words.collect::<Vec<&str>>(), names)
}
