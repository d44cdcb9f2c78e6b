//! The structuring algorithms: each makes a structured program from a graph.
//!
//! *Needs:* a graph; for some algorithms a [`Reducible`] one.
//! *Gives:* a [`Program`] that keeps its rules and is equivalent to the graph.
//!
//! [`ALGORITHMS`] lists all algorithms with their needs, promises and costs. Call the function of
//! an algorithm directly, or choose an algorithm from the table and pass [`Settings`].

mod exits;
#[cfg(feature = "algorithms")]
mod goto_elimination;
#[cfg(feature = "algorithms")]
mod guarded;
mod laminar;
mod max_depth;
mod nested;
mod origins;
mod part;
#[cfg(feature = "algorithms")]
mod patterns;
mod promises;
#[cfg(feature = "algorithms")]
mod regions;
#[cfg(feature = "algorithms")]
mod relooper;
mod settings;
#[cfg(feature = "algorithms")]
mod stackifier;
mod state_machine;

#[cfg(feature = "algorithms")]
pub use goto_elimination::goto_elimination;
#[cfg(feature = "algorithms")]
pub use guarded::guarded;
pub use max_depth::{MaxDepth, TooShallow};
pub use nested::{nested, nested_within};
#[cfg(feature = "algorithms")]
pub use patterns::{Fallback, patterns};
pub use promises::{Depth, Jumps, NoLabel, Promises};
#[cfg(feature = "algorithms")]
pub use regions::regions;
#[cfg(feature = "algorithms")]
pub use relooper::relooper;
pub use settings::{Refusal, Settings};
#[cfg(feature = "algorithms")]
pub use stackifier::stackifier;
pub use state_machine::state_machine;

use crate::cfg::Cfg;
use crate::program::Program;
#[cfg(doc)]
use crate::reduce::Reducible;

/// A function that makes a program from a graph: an algorithm with its settings, or code of the
/// caller.
pub type Structurer<'a> = &'a dyn Fn(&Cfg) -> Result<Program, Refusal>;

/// A row of the table of algorithms.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    /// The name that users write.
    pub name: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// The graphs that it takes.
    pub needs: Needs,
    /// The properties of every program that it makes.
    pub promises: Promises,
    /// Its cost for V blocks and E edges.
    pub cost: &'static str,
    /// The sources of the algorithm: keys of `docs/literature.md`.
    pub source: &'static str,
    /// The function that runs it.
    run: fn(&Cfg, &Settings) -> Result<Program, Refusal>,
}

/// The graphs that an algorithm takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needs {
    /// Any graph.
    Any,
    /// A [`Reducible`] graph.
    Reducible,
}

/// All algorithms. The first is the default.
pub const ALGORITHMS: &[Algorithm] = &[
    nested::ROW,
    #[cfg(feature = "algorithms")]
    stackifier::ROW,
    #[cfg(feature = "algorithms")]
    relooper::ROW,
    #[cfg(feature = "algorithms")]
    patterns::ROW,
    #[cfg(feature = "algorithms")]
    patterns::HYBRID,
    #[cfg(feature = "algorithms")]
    goto_elimination::ROW,
    #[cfg(feature = "algorithms")]
    regions::ROW,
    #[cfg(feature = "algorithms")]
    guarded::ROW,
    state_machine::ROW,
];

impl Algorithm {
    /// Finds an algorithm by its name.
    pub fn named(name: &str) -> Option<&'static Algorithm> {
        ALGORITHMS.iter().find(|algorithm| algorithm.name == name)
    }

    /// Structures a graph. If the algorithm needs a reducible graph, the reduction of the settings
    /// runs first.
    ///
    /// Refuses a maximal depth that the algorithm does not keep, and results that exceed the
    /// budget. With the [default](Settings::default) settings the first algorithm of the table
    /// refuses nothing.
    ///
    /// ```
    /// use unsnarl::structure::{ALGORITHMS, Settings};
    /// use unsnarl::text;
    ///
    /// let graph = text::read("a -> b | c\nb -> c\nc -> return", text::Notation::Cfg)?;
    /// for algorithm in ALGORITHMS {
    ///     let program = algorithm.structure(&graph.cfg, &Settings::default())?;
    ///     assert!(unsnarl::verify::program(&graph.cfg, &program).is_empty());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn structure(&self, cfg: &Cfg, settings: &Settings) -> Result<Program, Refusal> {
        if settings.max_depth.is_some() && !self.promises.keeps_depth() {
            return Err(Refusal::Depth {
                algorithm: self.name,
            });
        }
        (self.run)(cfg, settings)
    }
}
