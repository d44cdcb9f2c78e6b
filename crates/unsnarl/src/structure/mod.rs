//! The algorithms: graph in, structured program out.
//!
//! *Needs:* a graph; some algorithms a [`Reducible`] one.
//! *Gives:* a [`Program`] that keeps rules P1 to P5 and does what the graph does.
//!
//! [`ALGORITHMS`] lists them all, with what each needs, promises and costs. Whoever wants one calls its
//! function; whoever wants any takes it from the table.

mod exits;
mod nested;
mod state_machine;

pub use nested::{MaxDepth, TooShallow, nested, nested_within};
pub use state_machine::state_machine;

use crate::cfg::Cfg;
use crate::program::Program;
use crate::reduce::{Reducible, dispatch};

/// An algorithm, as the table lists it.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    /// What users call it.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// What holds of every program that it makes.
    pub promises: &'static str,
    /// Its cost for V blocks and E edges.
    pub cost: &'static str,
    /// Where it is from: keys of `docs/literature.md`.
    pub source: &'static str,
    /// Its function, by what it needs.
    pub method: Method,
}

/// The function of an algorithm.
#[derive(Clone, Copy, Debug)]
pub enum Method {
    /// Takes any graph.
    Any(fn(&Cfg) -> Program),
    /// Takes a reducible graph, and a depth not to exceed.
    Reducible(fn(&Reducible, Option<MaxDepth>) -> Program),
}

/// Every algorithm. The first is the default.
pub const ALGORITHMS: [Algorithm; 2] = [
    Algorithm {
        name: "nested",
        about: "loops, scopes and if/else nesting over the dominator tree with loops contracted",
        promises: "no label on a reducible graph, no copy of a block, any depth from 16 on kept",
        cost: "near-linear in V + E",
        source: "Ramsey22, Lawler73",
        method: Method::Reducible(|graph, max_depth| match max_depth {
            None => nested(graph),
            Some(max_depth) => nested_within(graph, max_depth),
        }),
    },
    Algorithm {
        name: "state-machine",
        about: "one loop around one switch over all blocks: the baseline",
        promises: "at most three brackets deep, no copy of a block",
        cost: "O(V + E)",
        source: "BohmJacopini66",
        method: Method::Any(state_machine),
    },
];

impl Algorithm {
    /// Finds an algorithm by its name.
    pub fn named(name: &str) -> Option<&'static Algorithm> {
        ALGORITHMS.iter().find(|algorithm| algorithm.name == name)
    }

    /// Structures any graph, by way of [`dispatch`] if the algorithm needs a reducible one.
    ///
    /// ```
    /// use unsnarl::{structure::ALGORITHMS, text};
    ///
    /// let graph = text::read("a -> b | c\nb -> c\nc -> return", text::Notation::Cfg)?;
    /// for algorithm in ALGORITHMS {
    ///     let program = algorithm.structure(&graph.cfg, None);
    ///     assert!(unsnarl::verify::program(&graph.cfg, &program).is_empty());
    /// }
    /// # Ok::<(), unsnarl::text::ReadError>(())
    /// ```
    pub fn structure(&self, cfg: &Cfg, max_depth: Option<MaxDepth>) -> Program {
        match self.method {
            Method::Any(structure) => structure(cfg),
            Method::Reducible(structure) => structure(&dispatch(cfg), max_depth),
        }
    }
}
