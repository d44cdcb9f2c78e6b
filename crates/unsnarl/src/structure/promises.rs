//! What holds of every program that an algorithm makes.
//!
//! *Gives:* [`Promises`], the fields of which the tests of the algorithms take and users compare;
//! shown, they are a sentence.
//! *Limits:* a promise is about the algorithm alone. A graph that a
//! [reduction](crate::reduce::Reduction) split has copies before the algorithm sees it, and one
//! with dispatchers stores labels.

use super::max_depth::MaxDepth;
use core::fmt;

/// What holds of every program that an algorithm makes, whatever the graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Promises {
    /// Which programs store no label.
    pub no_label: NoLabel,
    /// Whether no [`Block`](crate::Step::Block) opens: no bracket is there only to be left.
    pub no_scope: bool,
    /// What jumps bind to.
    pub jumps: Jumps,
    /// Whether there is no flag: no decision is saved to be tested later, so that a proof visits
    /// few states.
    pub no_flag: bool,
    /// How deep brackets nest.
    pub depth: Depth,
    /// Whether every graph has a program. If not, some exceed the
    /// [budget](crate::reduce::Budget).
    pub total: bool,
    /// Whether structuring is near-linear in blocks and edges, and the proof of its result too.
    pub near_linear: bool,
}

/// Which programs store no label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoLabel {
    /// All.
    Always,
    /// Those of reducible graphs, as long as no limit on depth is asked for.
    Reducible,
    /// None for certain.
    Never,
}

/// What jumps bind to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Jumps {
    /// The innermost loop, and they only continue it.
    Continue,
    /// The innermost loop.
    InnermostLoop,
    /// Any bracket around them.
    Any,
}

/// How deep brackets nest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// At most so deep, on every graph.
    AtMost(u32),
    /// At most as deep as [asked for](MaxDepth).
    AsAsked,
    /// As deep as the graph makes them.
    Unlimited,
}

impl Promises {
    /// Tells whether every [limit on depth](MaxDepth) is kept.
    pub fn keeps_depth(&self) -> bool {
        match self.depth {
            Depth::AtMost(depth) => depth <= MaxDepth::LEAST,
            Depth::AsAsked => true,
            Depth::Unlimited => false,
        }
    }
}

impl fmt::Display for Promises {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // No algorithm of the table copies a block: reductions do.
        f.write_str("no copy of a block")?;
        f.write_str(match self.no_label {
            NoLabel::Always => ", no label",
            NoLabel::Reducible => ", no label on a reducible graph",
            NoLabel::Never => "",
        })?;
        if self.no_scope {
            f.write_str(", no scope")?;
        }
        f.write_str(match self.jumps {
            Jumps::Continue => ", no break",
            Jumps::InnermostLoop => ", jumps of the innermost loop only",
            Jumps::Any => "",
        })?;
        if self.no_flag {
            f.write_str(", no flag")?;
        }
        match self.depth {
            Depth::AtMost(depth) => write!(f, ", at most {depth} brackets deep")?,
            Depth::AsAsked => write!(f, ", any limit of {} or more brackets", MaxDepth::LEAST)?,
            Depth::Unlimited => {}
        }
        if self.total {
            f.write_str(", a program of every graph")?;
        }
        Ok(())
    }
}
