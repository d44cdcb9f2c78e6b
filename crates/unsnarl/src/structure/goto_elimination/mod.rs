//! `goto-elimination`: every jump becomes a goto, and every goto moves towards its label until an
//! `if` or a loop can replace it.
//!
//! *Needs:* any graph, and a budget.
//! *Gives:* a program of loops, tests of flags and single-level breaks: no label variable, no copy
//! of a block.
//! *Cost:* O(E log E + added statements × levels); the budget limits the added statements.
//! *Source:* [ErosaHendren94], which [Gaster08] cites.
//! *Departs:* it starts from a flat list of labelled blocks, so there are no structured statements
//! around labels at first, and flags are the only conditions. See [`movement`] for the
//! consequences, and [`list`] for the order in which gotos are eliminated.
//! *Limits:* flags times levels is not bounded: a program whose gotos cross many levels grows, and
//! is refused as [`TooLarge`] when it exceeds the budget. A decision first becomes flags and tests
//! of these flags. Code gets into the arms of the decision only if the tests come directly after
//! it. The output of `nested` is more readable.
//!
//! ```text
//! before: x -> L2 | L1; L1 -> L2; L2 -> L1 | end; end -> return
//! after:  x; goto_L2 = x's decision
//!         do {
//!           if (!goto_L2) { L1 }
//!           goto_L2 = false; L2
//!         } while (L2's decision)
//!         end
//! ```
//!
//! ## The stages
//! 1. [`list`] writes the blocks in canonical order, each with gotos to the successors that do not
//!    come next.
//! 2. [`movement`] eliminates the gotos one by one, in a [`tree`] of statements.
//! 3. [`write`] turns the statements into steps.
//! 4. [`joined`] removes stores that no test reads and tests that are decided.

mod list;
mod movement;
mod tree;
mod write;

use super::part::{Part, Positions};
use super::{Algorithm, Depth, Jumps, Needs, NoLabel, Promises};
use crate::analysis::Order;
use crate::cfg::Cfg;
use crate::flags::joined;
use crate::program::{Program, ProgramBuilder};
use crate::reduce::{Budget, TooLarge};
use list::Goto;
use movement::Movement;
use tree::Tree;

/// The row of the table of algorithms.
pub(super) const ROW: Algorithm = Algorithm {
    name: "goto-elimination",
    about: "gotos moved outward and inward to their labels, then replaced by loops and guards",
    needs: Needs::Any,
    promises: Promises {
        no_label: NoLabel::Always,
        no_scope: true,
        jumps: Jumps::InnermostLoop,
        no_flag: false,
        depth: Depth::Unlimited,
        total: false,
        near_linear: false,
    },
    cost: "O(statements added × depth), within the budget",
    source: "ErosaHendren94",
    run: |cfg, settings| Ok(goto_elimination(cfg, settings.budget(cfg))?),
};

/// Structures any graph by eliminating gotos, within a budget for blocks, edges and added
/// statements.
pub fn goto_elimination(cfg: &Cfg, budget: Budget) -> Result<Program, TooLarge> {
    let order = Order::new(cfg);
    let mut positions = Positions::new(cfg);
    let part = Part::new(cfg, order.blocks(), &[], &mut positions);
    let mut builder = ProgramBuilder::new();
    eliminate_gotos(&mut builder, &part, budget)?;
    Ok(joined(builder.finish()))
}

/// Structures a part of a graph, and gives the rest of the budget.
pub(super) fn eliminate_gotos(
    builder: &mut ProgramBuilder,
    part: &Part,
    budget: Budget,
) -> Result<Budget, TooLarge> {
    let (tree, mut gotos) = list::list(part, budget)?;
    list::sort(&mut gotos);
    let tree = without_gotos(tree, &gotos)?;
    write::write(builder, part, &tree);
    Ok(tree.left())
}

/// Eliminates gotos in this order; any order is correct.
fn without_gotos(tree: Tree, gotos: &[Goto]) -> Result<Tree, TooLarge> {
    let mut movement = Movement::new(tree);
    for goto in gotos {
        if goto.is_backward() {
            movement.eliminate_backward(goto.node, goto.label)?;
        } else {
            movement.eliminate_forward(goto.node, goto.label)?;
        }
    }
    Ok(movement.tree)
}

#[cfg(test)]
mod tests;
