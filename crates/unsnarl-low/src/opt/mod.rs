//! Passes from function to function.
//!
//! Each is a file, works within blocks if it does not say otherwise, and keeps the [rules of the
//! machine](crate::machine) where code is live. [`PASSES`] lists them by name.
//!
//! | pass | what it does |
//! |---|---|
//! | [`stores`] | merges stores to adjacent bytes: of constants, parts of a number, and copies with their loads |
//! | [`numbering`] | computes once what a block computes twice |
//! | [`loads`] | makes extensions of loaded values part of the load |
//! | [`dead`] | leaves out what nothing needs, in the whole function |
//!
//! A [proof](crate::check::rewrite) that knows none of them stands behind each: in debug builds,
//! and wherever tests run them, a function must do after a pass what it did before.
//!
//! [`divide`] is none of them: it makes several functions of one, and is tested by execution.
//! [`origins`] says where the contents of what was made come from.

pub mod access;
pub mod dead;
pub mod divide;
pub mod loads;
pub mod numbering;
pub mod origins;
pub mod stores;

use crate::check::rewrite::{Difference, check};
use crate::machine::Function;

/// A pass.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// The name, which is that of its file and of the folder of its file tests.
    pub name: &'static str,
    /// What runs it. Code that nothing needs any more may stay until [`dead`] sweeps it.
    pub run: fn(&mut Function),
}

/// The pass of [`stores`].
pub const STORES: Pass = Pass {
    name: "stores",
    run: stores::merge,
};

/// The pass of [`numbering`].
pub const NUMBERING: Pass = Pass {
    name: "numbering",
    run: numbering::number,
};

/// The pass of [`loads`].
pub const LOADS: Pass = Pass {
    name: "loads",
    run: loads::extend,
};

/// The pass of [`dead`].
pub const DEAD: Pass = Pass {
    name: "dead",
    run: dead::sweep,
};

/// All passes.
pub const PASSES: [Pass; 4] = [STORES, NUMBERING, LOADS, DEAD];

impl Pass {
    /// The pass of a name.
    pub fn named(name: &str) -> Option<&'static Pass> {
        PASSES.iter().find(|pass| pass.name == name)
    }

    /// Runs it on a function that keeps the rules; in debug builds this is
    /// [`Pass::run_proved`].
    ///
    /// # Panics
    /// In debug builds, if the function does something else than before.
    pub fn apply(&self, function: &mut Function) {
        if cfg!(debug_assertions) {
            self.run_proved(function);
        } else {
            (self.run)(function);
        }
    }

    /// Runs it on a function that keeps the rules, and proves that the function does the same as
    /// before.
    ///
    /// # Panics
    /// If it does something else, or that could not be proved: an error of the pass or of the
    /// proof.
    pub fn run_proved(&self, function: &mut Function) {
        if let Err(difference) = self.try_proved(function) {
            panic!("the pass '{}' is wrong: {difference}", self.name);
        }
    }

    /// Runs it on a function that keeps the rules, and proves that the function does the same as
    /// before.
    ///
    /// # Errors
    /// Says what the function does otherwise.
    pub fn try_proved(&self, function: &mut Function) -> Result<(), Difference> {
        let before = function.clone();
        (self.run)(function);
        check(&before, function)
    }
}
