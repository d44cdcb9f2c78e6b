//! What code refers to, as the bytes have it.
//!
//! *Gives:* [`Linkage`], all that the stages below the machine ask of the module around a function:
//! which index a symbol has, and which number a type. It has one implementation for modules and
//! objects that are [selected](crate::numbering) from the IR, and one for a module that was
//! [read](crate::read). The proof of data has [its own](crate::proof::data::Meanings), so that an
//! error in one of them does not hide.

use unsnarl_low::op::memory::Table;
use unsnarl_low::select::Addressing;
use unsnarl_low::{Signature, Symbol};

use crate::error::Cause;
use crate::meanings::Meanings;

/// The operand of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reference {
    /// An index.
    Index(u32),
    /// A symbol by the number that relocations have. Its index is filled in later.
    Linked(u32),
}

/// The address of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AddressOf {
    /// It is this.
    Known(u64),
    /// It is filled in later.
    Linked {
        /// The number of the symbol that relocations have.
        target: u32,
        /// What it is relative to.
        addressing: Addressing,
        /// Whether it is the number of a function in the table.
        is_function: bool,
    },
}

/// The module around a function.
pub(crate) trait Linkage {
    /// The global that holds the stack pointer, if functions have frames.
    fn stack_pointer(&self) -> Option<Symbol>;

    /// The number of a signature that some function or call has.
    fn signature_number(&self, signature: &Signature) -> Result<u32, Cause>;

    /// The number of the type of a bracket with parameters, or of a part of a function.
    fn bracket_type(&self, ty: &Signature) -> u32;

    /// The bytes by which a type with a number is longer than none.
    fn bracket_type_bytes(&self) -> usize;

    /// A type, by its number.
    fn ty(&self, number: u32) -> Reference;

    /// A function that is called with these types.
    fn function(&self, symbol: Symbol, signature: &Signature) -> Result<Reference, Cause>;

    /// A global.
    fn global(&self, symbol: Symbol) -> Result<Reference, Cause>;

    /// A tag.
    fn tag(&self, symbol: Symbol) -> Result<Reference, Cause>;

    /// A table whose functions are called.
    fn table(&self, table: Table) -> Reference;

    /// The index of a segment.
    fn segment(&self, symbol: Symbol) -> Result<u32, Cause>;

    /// The address of a symbol in memory 0, or its number in table 0.
    fn address(&self, symbol: Symbol) -> Result<AddressOf, Cause>;

    /// The same for the proof of data.
    fn meanings(&self) -> Box<dyn Meanings + '_>;
}
