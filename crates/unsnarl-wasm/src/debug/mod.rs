//! What debug information says of the bytes of one function.
//!
//! *Needs:* a function with [debug information](unsnarl_ir::debug), and the instructions, locals
//! and bytes that became of it.
//! *Gives:* [`CodeDebug`]: which bytes come from where in the source, and where its variables are.
//! [`dwarf`](crate::dwarf) writes it.
//! *Cost:* near-linear, but for `flow`, whose sets of bits are limited; a function without debug
//! information has none.
//! *Source:* the rules of LLVM's `DwarfDebug` for rows of the line table; its `LiveDebugValues` for
//! variables, whose idea it is to follow places instead of values.
//!
//! Nothing here changes code: it is there when all of it is done.
//!
//! | part | what it says |
//! |---|---|
//! | `rows` | which bytes belong to which place in the source |
//! | `records` | what the function says of its variables, by block |
//! | `expression` | from registers to a variable, as a location description of DWARF |
//! | `walk`, `flow` | which registers are in their locals at each place |
//! | `ranges` | where each variable is, for each range of bytes |

mod bits;
mod expression;
mod flow;
mod ranges;
mod records;
mod rows;
mod walk;

use gimli::write::Expression;
use unsnarl::{BlockId, Cfg};
use unsnarl_ir::debug::{LocalVariableId, LocationId, Point};

use unsnarl_low::Function as Code;
use unsnarl_low::trees::Trees;

use crate::control::Written;
use crate::locals::Locals;
use crate::names::Names;
use records::Records;

/// What debug information says of the bytes of one function.
#[derive(Clone, Debug, Default)]
pub(crate) struct CodeDebug {
    /// How many bytes the body has.
    pub(crate) size: u32,
    /// Rows of the line table, ascending.
    pub(crate) rows: Vec<Row>,
    /// The local that holds the address of the frame.
    pub(crate) frame: Option<u32>,
    /// The variables that the function mentions, in the order in which it does.
    pub(crate) variables: Vec<Variable>,
}

/// A variable of a function.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) id: LocalVariableId,
    /// Where its function was inlined.
    pub(crate) inlined_at: Option<LocationId>,
    pub(crate) place: Where,
}

/// Where a variable is.
#[derive(Clone, Debug)]
pub(crate) enum Where {
    /// There as long as the function runs.
    Whole(Expression),
    /// There in these bytes: from, to, where. They ascend and do not overlap.
    Ranges(Vec<(u32, u32, Expression)>),
}

/// The bytes from here to the next row come from one place in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// The first byte, counted from the start of the body.
    pub(crate) at: u32,
    /// The place in the source, if they have one.
    pub(crate) location: Option<LocationId>,
}

/// The instructions of a body as they were written.
pub(crate) struct Body<'a> {
    pub(crate) names: &'a Names<'a>,
    pub(crate) written: &'a Written,
    /// By item: the place where its bytes begin.
    pub(crate) starts: &'a [u32],
    /// How many bytes there are.
    pub(crate) size: u32,
    /// The local that holds the address of the frame.
    pub(crate) frame: Option<u32>,
}

impl Body<'_> {
    /// The place in the source of the end of a block of the graph.
    fn end(&self, block: BlockId) -> Option<LocationId> {
        let debug = self.names.function.debug.as_deref()?;
        debug.location(Point::End(self.names.source(block)?))
    }
}

/// Describes a body; nothing if its function has no debug information.
pub(crate) fn describe(
    body: &Body<'_>,
    code: &Code,
    trees: &Trees,
    locals: &Locals,
    cfg: &Cfg,
) -> Option<Box<CodeDebug>> {
    let debug = body.names.function.debug.as_deref()?;
    let info = body.names.module.debug.as_deref()?;
    debug.subprogram?;
    let records = Records::new(body.names, info, debug, code);
    Some(Box::new(CodeDebug {
        size: body.size,
        rows: rows::rows(body),
        frame: body.frame,
        variables: ranges::variables(body, info, code, trees, locals, cfg, &records),
    }))
}
