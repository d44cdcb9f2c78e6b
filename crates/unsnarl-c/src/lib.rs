//! C without `goto`.
//!
//! *Gives:* [`people`]: a [`unsnarl_ir::Module`] as C that is read, and linked with what other
//! compilers made.

pub mod people;
