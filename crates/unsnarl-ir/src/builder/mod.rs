//! Making and changing functions.
//!
//! *Needs:* a function: a new one, or one of a module. *Gives:* [`FunctionBuilder`], which adds
//! blocks, phis and instructions to it, splits blocks and redirects edges; [`Cursor`], which writes
//! typed instructions one after the other; at the end the function and its [`Provenance`].
//! *Cost:* O(1) to append; the cost of an edit of an edge is given at its method.
//! [`FunctionBuilder::finish`] is linear in the function if a block was removed.
//!
//! A rewrite and a reader follow the same rules:
//!
//! | rule | ensured by |
//! |---|---|
//! | ids are of this function, and constants and types of its module | indexing, at once: it panics |
//! | a value has one definition, which names its place (I5) | the builder alone makes values |
//! | the result of an instruction has the type that follows from its operands (I6) | [`Cursor`] deduces it |
//! | a phi names each predecessor once (I8) | the builder, for the edges that it changes; the caller, with [`FunctionBuilder::add_incoming`], for the edges of terminators that it sets |
//! | every new block has a role | [`FunctionBuilder::add_block`] takes its [`Role`] |
//! | new instructions have the location of the code for which they stand (D4) | the builder, once [`FunctionBuilder::stand_for`] is called; see `debug` |
//! | names of new values and blocks differ from all others | the builder numbers them |
//! | operands fit and definitions dominate uses (I6, I9, I10), pads are where they must be (I14) | [`crate::verify_function`], later |
//!
//! A reader, which knows all names and places, adds parts by [`crate::Function::add_inst`] and the
//! like.
//!
//! Types and constants are interned in [`crate::Tables`], so an edit needs the tables of a module
//! and not its functions. An edit that needs neither types nor constants, such as the redirection
//! of edges, works without the tables.
//!
//! [`Provenance`]: crate::Provenance
//! [`Role`]: crate::Role

mod calls;
mod compact;
mod cursor;
mod debug;
mod edges;
mod function;
mod parts;

pub use cursor::Cursor;
pub use function::FunctionBuilder;
