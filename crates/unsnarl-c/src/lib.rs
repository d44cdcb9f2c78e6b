//! C without `goto`.
//!
//! *Gives:* [`people`]: a [`unsnarl_ir::Module`] as C that is read, and linked with what other
//! compilers made; [`machine`]: a [`unsnarl_low::Module`] as portable C over linear memory.

pub mod machine;
pub mod people;
