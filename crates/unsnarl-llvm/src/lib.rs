//! LLVM IR -> [`unsnarl_ir::Module`].
//!
//! *Needs:* textual LLVM IR for any target, as LLVM 14 (typed pointers) to 22 print it; older
//! `load` and `getelementptr` without the type of the result are understood too.
//! *Gives:* [`read`]: a module that keeps every rule of [`unsnarl_ir::verify`], or a [`ReadError`]
//! with the place. [`read_partly`]: what of a text can be read, and why the rest cannot, one error
//! for each function.
//! *Cost:* linear in the text.
//! *Departs:* metadata other than debug information and use-list orders are skipped; attributes
//! that no back end needs are too, and so are those that are unknown. Debug information that is
//! unknown or wrong is left out and reported as an [`Omission`], and intrinsics such as
//! `llvm.dbg.value` become records. Block addresses become numbers and `indirectbr` a switch over
//! them, see [`unsnarl_ir::BlockLabel`]. A text without `target datalayout` has the layout of its
//! triple, and one without either that of wasm32.
//! *Limits:* types and constants nest at most 256 deep; integer constants have at most 4096 bits.
//!
//! ```
//! let module = unsnarl_llvm::read("define i32 @answer() {\n  ret i32 42\n}\n")?;
//! assert_eq!(module.functions.len(), 1);
//! # Ok::<(), unsnarl_llvm::ReadError>(())
//! ```

mod bitcode;
mod build;
mod error;
mod lexer;
mod read;

pub use bitcode::{
    BitcodeCause, BitcodeError, BitcodeReading, is_bitcode, is_whole_bitcode, read_bitcode,
    read_bitcode_modules,
};
pub use error::{Cause, Entity, Omission, Omitted, ReadError, Reading, Remedy, Unread};
pub use read::{read, read_partly};
