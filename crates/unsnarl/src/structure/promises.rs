//! The properties of every program that an algorithm makes.
//!
//! *Gives:* [`Promises`]. Tests of the algorithms check its fields, and users compare them;
//! displayed, they are a sentence.
//! *Limits:* a promise is about the algorithm alone. A [reduction](crate::reduce::Reduction) may
//! add copies before the algorithm sees the graph, and a graph with dispatchers stores labels.

use super::max_depth::MaxDepth;
use core::fmt;

/// The properties of every program that an algorithm makes, whatever the graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Promises {
    /// The programs that store no label.
    pub no_label: NoLabel,
    /// Whether there is no [`Block`](crate::Step::Block), that is, no bracket whose only use is its
    /// end.
    pub no_scope: bool,
    /// The brackets to which jumps bind.
    pub jumps: Jumps,
    /// Whether there is no flag: no decision is saved to be tested later, so a proof visits few
    /// states.
    pub no_flag: bool,
    /// The nesting depth of brackets.
    pub depth: Depth,
    /// Whether every graph has a program. If not, some graphs exceed the
    /// [budget](crate::reduce::Budget).
    pub total: bool,
    /// Whether structuring and the proof of its result are near-linear in blocks and edges.
    pub near_linear: bool,
}

/// The programs that store no label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoLabel {
    /// All programs.
    Always,
    /// The programs of reducible graphs, unless a limit on depth is requested.
    Reducible,
    /// No program for certain.
    Never,
}

/// The brackets to which jumps bind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Jumps {
    /// The innermost loop, which they only continue.
    Continue,
    /// The innermost loop.
    InnermostLoop,
    /// Any bracket around the jump.
    Any,
}

/// The nesting depth of brackets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// At most this depth, for every graph.
    AtMost(u32),
    /// At most the [requested](MaxDepth) depth.
    AsAsked,
    /// No limit: the depth depends on the graph.
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
