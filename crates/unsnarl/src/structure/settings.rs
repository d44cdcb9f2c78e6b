//! The settings of an algorithm of the table, and its reasons to refuse.
//!
//! *Needs:* nothing. *Gives:* [`Settings`], [`Refusal`]. *Cost:* that of the reduction.

use super::MaxDepth;
use crate::cfg::Cfg;
use crate::reduce::{Budget, REDUCTIONS, Reducible, Reduction, TooLarge};
use core::fmt;

/// The input of an algorithm of the table besides the graph.
///
/// ```
/// use unsnarl::reduce::Reduction;
/// use unsnarl::structure::{Algorithm, Settings};
/// use unsnarl::{measure, text};
///
/// let graph = text::read("a -> b | c\nb -> c\nc -> b | d\nd -> return", text::Notation::Cfg)?;
/// let settings = Settings {
///     reduction: Reduction::named("split").expect("the table lists it"),
///     ..Settings::default()
/// };
/// let nested = Algorithm::named("nested").expect("the table lists it");
/// let program = nested.structure(&graph.cfg, &settings)?;
/// assert_eq!(measure(&program).label_stores, 0);
/// assert!(measure(&program).copies > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The greatest nesting depth of brackets; `None` if there is no limit.
    pub max_depth: Option<MaxDepth>,
    /// The reduction that gives loops with several entries one entry, if the algorithm needs that.
    pub reduction: &'static Reduction,
    /// The greatest size of the result for a graph; without it, 32 times the size of the graph, see
    /// [`Budget::times`].
    pub budget: Option<Budget>,
}

/// The default: no maximal depth, the first reduction of the table, the usual budget.
impl Default for Settings {
    fn default() -> Settings {
        Settings {
            max_depth: None,
            reduction: &REDUCTIONS[0],
            budget: None,
        }
    }
}

impl Settings {
    /// Gives the budget for a graph.
    pub fn budget(&self, cfg: &Cfg) -> Budget {
        self.budget.unwrap_or_else(|| Budget::times(cfg, 32))
    }

    /// Makes a graph reducible by the reduction of the settings.
    pub fn reduce(&self, cfg: &Cfg) -> Result<Reducible, TooLarge> {
        self.reduction.reduce(cfg, self.budget(cfg))
    }
}

/// The reason why an algorithm makes no program from a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// A maximal depth was requested, and the algorithm does not keep one.
    Depth {
        /// The name of the algorithm.
        algorithm: &'static str,
    },
    /// The budget does not suffice.
    TooLarge(TooLarge),
}

impl From<TooLarge> for Refusal {
    fn from(error: TooLarge) -> Refusal {
        Refusal::TooLarge(error)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Depth { algorithm } => {
                write!(
                    f,
                    "{algorithm} cannot limit the nesting depth; nested and state-machine can"
                )
            }
            Refusal::TooLarge(error) => write!(f, "{error}"),
        }
    }
}

impl core::error::Error for Refusal {}
