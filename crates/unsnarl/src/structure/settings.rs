//! How an algorithm of the table is to work, and why it may refuse.
//!
//! *Needs:* nothing. *Gives:* [`Settings`], [`Refusal`]. *Cost:* that of the reduction.

use super::MaxDepth;
use crate::cfg::Cfg;
use crate::reduce::{Budget, REDUCTIONS, Reducible, Reduction, TooLarge};
use core::fmt;

/// What an algorithm of the table is told beside the graph.
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
    /// How many brackets may nest; without it as many as come.
    pub max_depth: Option<MaxDepth>,
    /// How loops of several entries get one, where the algorithm needs that.
    pub reduction: &'static Reduction,
    /// How large a result may grow of a graph; without it 32 times as large, see [`Budget::times`].
    pub budget: Option<Budget>,
}

/// No maximal depth, the first reduction of the table, the usual budget.
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

    /// Makes a graph reducible as the settings say.
    pub fn reduce(&self, cfg: &Cfg) -> Result<Reducible, TooLarge> {
        self.reduction.reduce(cfg, self.budget(cfg))
    }
}

/// Why an algorithm makes no program of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// A maximal depth was requested, and the algorithm has none.
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
                write!(f, "{algorithm} does not support a maximal depth")
            }
            Refusal::TooLarge(error) => write!(f, "{error}"),
        }
    }
}

impl core::error::Error for Refusal {}
