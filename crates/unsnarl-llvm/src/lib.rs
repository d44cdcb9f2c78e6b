//! LLVM IR -> [`unsnarl_ir::Module`].
//!
//! *Needs:* textual LLVM IR, as LLVM 14 (typed pointers) to 22 print it; older `load` and `getelementptr` without the
//! type of the result are understood too.
//! *Gives:* a module that keeps every rule of [`unsnarl_ir::verify`], or a [`ReadError`] with the place.
//! *Cost:* linear in the text.
//! *Departs:* metadata, debug records, and use-list orders are skipped; attributes that no back end needs
//! are too. Block addresses become numbers and `indirectbr` a switch over them, see [`unsnarl_ir::BlockLabel`].
//! *Limits:* exception handling (`invoke`, `landingpad`, …), `callbr`, `ifunc`, target types and signed pointers are
//! refused. Types and constants nest at most 256 deep.
//!
//! ```
//! let module = unsnarl_llvm::read("define i32 @answer() {\n  ret i32 42\n}\n")?;
//! assert_eq!(module.functions.len(), 1);
//! # Ok::<(), unsnarl_llvm::ReadError>(())
//! ```

mod error;
mod lexer;
mod read;

pub use error::{Cause, ReadError};
pub use read::read;
