//! C without `goto`.
//!
//! *Gives:* [`machine`]: a [`unsnarl_low::Module`] as portable C over linear memory; [`people`]: a
//! [`unsnarl_ir::Module`] as C that is read, and linked with what other compilers made.

pub mod machine;
pub mod people;
mod structured;

pub use structured::{Report, nested};
