//! C without `goto`.
//!
//! *Gives:* [`machine`]: a [`unsnarl_low::Module`] as portable C over linear memory.

pub mod machine;
