//! The words of debug information: numbers with names in DWARF and LLVM.
//!
//! *Gives:* one type per vocabulary. Each type holds the number, so that a writer of DWARF needs no
//! table, and a number without a name in LLVM is also kept.
//! *Source:* DWARF 5, §7, with the extensions that LLVM supports.

mod flags;
mod kinds;
mod languages;
mod operators;
mod tags;

pub use flags::{Flags, SubprogramFlags};
pub use kinds::{
    CallingConvention, ChecksumKind, EmissionKind, Encoding, EnumKind, FixedPointKind, MacroKind,
    NameTableKind,
};
pub use languages::{Language, LanguageName};
pub use operators::Operator;
pub use tags::Tag;

/// Makes a type of named numbers.
macro_rules! vocabulary {
    ($(#[$doc:meta])* $name:ident: $number:ty, $prefix:literal { $($value:literal $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $number);

        impl $name {
            /// The numbers that have names, with their names.
            pub const WORDS: &'static [($number, &'static str)] =
                &[$(($value, concat!($prefix, $word)),)*];
        }
    };
}
use vocabulary;

/// Returns the first word for a number.
pub(super) fn word_of<N: PartialEq>(
    words: &[(N, &'static str)],
    number: &N,
) -> Option<&'static str> {
    let mut words = words.iter();
    words
        .find(|(value, _)| value == number)
        .map(|&(_, word)| word)
}

/// Returns the number of a word.
pub(super) fn number_of<N: Copy>(words: &[(N, &str)], word: &str) -> Option<N> {
    let mut words = words.iter();
    words
        .find(|(_, known)| *known == word)
        .map(|&(number, _)| number)
}
