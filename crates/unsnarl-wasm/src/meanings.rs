//! What the proof of data asks of the symbols of a function.
//!
//! *Gives:* [`Meanings`], which [the proof](crate::proof::data) implements for code of each origin,
//! and which who writes the code hands to it.

use unsnarl_low::{Number, Op, Signature, Symbol, Type};
use unsnarl_object::RelocationKind;

/// A global, as an instruction of the bytes names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Global {
    pub(crate) symbol: Symbol,
    pub(crate) ty: Type,
    /// Whether it holds the stack pointer.
    pub(crate) is_stack_pointer: bool,
}

/// Operations and constants with indices and addresses in place of symbols; in an object, with the
/// numbers of the object's symbols, which its relocations have too.
pub(crate) trait Meanings {
    /// Tells whether a global holds the stack pointer. What throws leaves it anywhere.
    fn has_stack_pointer(&self) -> bool;

    /// How many parameters and results a type has.
    fn arity(&self, number: u32) -> Option<(usize, usize)>;

    /// The number of a signature that some function or call has.
    fn signature_number(&self, signature: &Signature) -> Option<u32>;

    /// The operand of what throws or catches exceptions of a tag.
    fn tag(&self, symbol: Symbol) -> Option<u32>;

    /// What a relocation of a call refers to, as [operations](Meanings::operation) have it.
    fn called(&self, target: u32) -> Symbol;

    /// The global of an instruction with this index, or with a relocation that refers to this.
    fn global(&self, index: u32, target: Option<u32>) -> Option<Global>;

    /// The index that an instruction has: that of its relocation, or the one in its bytes where
    /// these mean something.
    fn index(&self, target: Option<u32>, in_bytes: u32) -> Option<u32>;

    /// The kind of a relocation that fills in the address of what has a number, or its distance
    /// from what it is relative to. There is none for what only a loader knows.
    fn kind_of_address(&self, target: u32) -> Option<RelocationKind>;

    /// A constant as the bytes have it: in a module its number, in an object relative to the number
    /// of a symbol.
    fn number(&self, number: Number) -> Option<Number>;

    /// An operation as the bytes have it.
    fn operation(&self, op: Op) -> Option<Op>;
}
