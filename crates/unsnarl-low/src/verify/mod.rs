//! The rules of the machine, checked.
//!
//! *Needs:* any [`Function`], however broken.
//! *Gives:* every [`Violation`], in the order of the function's headers, registers and blocks. If
//! there are edges or registers that do not exist ([`Rule::L1`]) nothing else is checked, because
//! everything else follows them.
//! *Cost:* near-linear: one pass over everything, and a dominator tree. Parallel edges with the
//! same arguments are checked once.
//! *Limits:* what functions and tags take and make is not known here, so the operands of a call,
//! and the values that its edges bring, have any types.
//!
//! The rules are listed at [the machine](crate::machine). Nothing here makes or changes a
//! function.

mod definitions;
mod edges;
mod exits;
mod graph;
mod ids;
mod insts;
mod uses;

use std::fmt;

use unsnarl::BlockId;

use crate::machine::{Function, Reg};

pub use insts::can_have;

/// A rule of the [machine](crate::machine).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// Blocks and registers exist.
    L1,
    /// Edges bring what their targets take.
    L2,
    /// Instructions fit their operations.
    L3,
    /// Definitions dominate uses.
    L4,
    /// Exits have their operands and edges.
    L5,
    /// Values of switches are different, and fit.
    L6,
    /// Registers have the types of what they hold.
    L7,
    /// The order has the reachable blocks.
    L8,
    /// Addresses in the frame lie in it.
    L9,
    /// Instructions have effects that they can have.
    L10,
    /// Registers are defined once.
    L11,
}

/// A broken rule.
///
/// Displayed as the rule, the place, and what is wrong, such as `L4 at b1, instruction 2, operand
/// 1: nothing defines it on some path to here`. Instructions and operands count from 1, so that
/// the place can be found in the text form, which numbers registers otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The rule.
    pub rule: Rule,
    /// Where.
    pub place: Place,
    /// The number from 0 of the operand, argument, parameter or result that it is about, if it is
    /// about one.
    pub operand: Option<usize>,
    /// What is wrong.
    pub what: &'static str,
}

/// Where a rule is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the header of the function.
    Header,
    /// In a register's type or definition.
    Reg(Reg),
    /// In a block's parameters or its place in the order.
    Block(BlockId),
    /// In an instruction, by its number from 0 in the block.
    Inst(BlockId, usize),
    /// In an exit.
    Exit(BlockId),
    /// In an edge.
    Edge(unsnarl::Edge),
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Header => f.write_str("header"),
            Place::Reg(reg) => write!(f, "{reg}"),
            Place::Block(block) => write!(f, "{block}"),
            Place::Inst(block, index) => write!(f, "{block}, instruction {}", index + 1),
            Place::Exit(block) => write!(f, "{block}, exit"),
            Place::Edge(edge) => write!(f, "{}, edge {}", edge.block, edge.slot + 1),
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.rule, self.place)?;
        if let Some(operand) = self.operand {
            let word = match self.place {
                Place::Block(_) => "parameter",
                Place::Edge(_) => "argument",
                _ => "operand",
            };
            write!(f, ", {word} {}", operand + 1)?;
        }
        write!(f, ": {}", self.what)
    }
}

/// Checks the [rules of the machine](crate::machine): gives every violation.
pub fn verify(function: &Function) -> Vec<Violation> {
    let mut found = Vec::new();
    ids::check(function, &mut found);
    if !found.is_empty() {
        return found;
    }
    let facts = graph::Facts::new(function);
    graph::check(function, &facts, &mut found);
    let sites = definitions::check(function, &mut found);
    uses::check_header(function, &mut found);
    for &block in function.order() {
        insts::check(function, block, &mut found);
        exits::check(function, block, &mut found);
        edges::check(function, block, &mut found);
        uses::check(function, block, &facts, &sites, &mut found);
    }
    found
}

/// A violation that is not about an operand.
fn violation(rule: Rule, place: Place, what: &'static str) -> Violation {
    Violation {
        rule,
        place,
        operand: None,
        what,
    }
}

/// A violation about an operand.
fn violation_of(rule: Rule, place: Place, operand: usize, what: &'static str) -> Violation {
    Violation {
        rule,
        place,
        operand: Some(operand),
        what,
    }
}

#[cfg(test)]
mod tests;
