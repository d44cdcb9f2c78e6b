//! Words: the variables that hold a number.
//!
//! *Gives:* of each type how many JavaScript numbers or references hold it. An `i64` is two
//! integers of 32 bits, the lower one first; a vector is four. All are signed.
//!
//! A function takes the words of its parameters one after the other. It returns the first word of
//! its results, and leaves the others in the module's variables [`HIGHER`].

use unsnarl_low::{Signature, Type};

/// The variables in which functions leave the words of results after the first: `high` and the
/// like.
pub(crate) const HIGHER: &str = "high";

/// The name of the variable for a word of results after the first.
pub(crate) fn higher(word: usize) -> String {
    match word {
        0 | 1 => HIGHER.to_owned(),
        more => format!("{HIGHER}{more}"),
    }
}

/// How many words hold a type.
pub(crate) fn count(ty: Type) -> usize {
    match ty {
        Type::I64 => 2,
        Type::V128 => 4,
        _ => 1,
    }
}

/// How many words hold several types.
pub(crate) fn count_all(types: &[Type]) -> usize {
    types.iter().map(|&ty| count(ty)).sum()
}

/// The letter of a type in the [text of a signature](signature).
pub(crate) fn letter(ty: Type) -> char {
    match ty {
        Type::I32 => 'i',
        Type::I64 => 'l',
        Type::F32 => 'f',
        Type::F64 => 'd',
        Type::V128 => 'v',
        Type::FuncRef => 'F',
        Type::ExternRef => 'E',
        Type::ExnRef => 'X',
    }
}

/// The letter of a type where a float is its bits.
pub(crate) fn letter_of_bits(ty: Type) -> char {
    match ty {
        Type::F32 => 'g',
        Type::F64 => 'e',
        ty => letter(ty),
    }
}

/// A signature as text, which is equal where signatures are.
pub(crate) fn signature(signature: &Signature, letter: fn(Type) -> char) -> String {
    let letters = |types: &[Type]| types.iter().map(|&ty| letter(ty)).collect::<String>();
    format!(
        "{}:{}",
        letters(&signature.parameters),
        letters(&signature.results)
    )
}
