//! Passes from function to function.
//!
//! Each is a file, works within blocks if it does not say otherwise, and keeps the [rules of the
//! machine](crate::machine) where code is live. [`PASSES`] lists them by name.
//!
//! | pass | what it does |
//! |---|---|
//! | [`stores`] | merges stores of constants to adjacent bytes |
//! | [`numbering`] | computes once what a block computes twice |
//! | [`loads`] | makes extensions of loaded values part of the load |
//! | [`dead`] | leaves out what nothing needs, in the whole function |
//!
//! [`divide`] is none of them: it makes several functions of one. [`origins`] says where the
//! contents of what was made come from.

pub mod access;
pub mod dead;
pub mod divide;
pub mod loads;
pub mod numbering;
pub mod origins;
pub mod stores;

use crate::machine::Function;

/// A pass.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// The name, which is that of its file and of the folder of its file tests.
    pub name: &'static str,
    /// What runs it. Code that nothing needs any more may stay until [`dead`] sweeps it.
    pub run: fn(&mut Function),
}

/// All passes.
pub const PASSES: [Pass; 4] = [
    Pass {
        name: "stores",
        run: stores::merge,
    },
    Pass {
        name: "numbering",
        run: numbering::number,
    },
    Pass {
        name: "loads",
        run: loads::extend,
    },
    Pass {
        name: "dead",
        run: dead::sweep,
    },
];

impl Pass {
    /// The pass of a name.
    pub fn named(name: &str) -> Option<&'static Pass> {
        PASSES.iter().find(|pass| pass.name == name)
    }
}
