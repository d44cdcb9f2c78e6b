//! `nested`: decisions, loops and scopes over the dominator tree with loops contracted.
//!
//! *Needs:* a [`Reducible`] graph.
//! *Gives:* a program without copies, and without a label variable except for the dispatchers of
//! the graph.
//! *Cost:* near-linear: O((V + E) α), plus O(k log k) for a block with k arms or k merges, plus
//! O(log d) for an exit out of loops that nest d deep.
//! *Source:* [Ramsey22] walks the dominator tree; the Stackifier of [Iozzelli19] and [Song] inserts
//! scopes into an order of the blocks. This algorithm does both.
//! *Departs:* loops contain only their own blocks; scopes open as late as possible; jumps use the
//! end of an `if`, a switch or a loop instead of a scope; children are ordered for fewest jumps,
//! then depth; the sibling of an arm that does not reach the end of its decision may be written
//! after the decision.
//! *Limits:* an arm is nested wherever possible, even where flat code would be a byte shorter.
//!
//! ## The stages
//! 1. [`tree`] makes every block a child of another block: as an arm, a merge, or a follow of a
//!    loop.
//! 2. [`sweep`] orders the children, from the leaves up, by the [endings](ends) of subtrees. The
//!    result is the [`plan`].
//! 3. [`layout`] walks the tree and writes the steps. It finds the places where [`scopes`] are
//!    needed, and the decisions that can hold one.
//! 4. If a decision could hold one more scope with another child outside, stage 3 is repeated.
//! 5. [`write`] numbers the labels.
//! 6. If the program nests too deep, [`machines`] are chosen, and stages 3 and 5 are repeated.
//!
//! ## Promises
//! Each has a test.
//! - On a graph without dispatchers there is no label and no dispatcher, and no block is copied.
//! - For the chosen order, there is a scope for each target of a forward jump before which no other
//!   bracket ends, and for no other block. The scope opens as late as possible. There is no scope
//!   where a decision can [hold](scopes) its content.
//! - Loops in sequence do not nest; a chain of guards does not nest.
//! - [`nested_within`] never exceeds its depth, whatever the graph.

mod ends;
mod few;
mod layout;
mod machines;
mod order;
mod plan;
mod scopes;
mod sweep;
pub(super) mod tree;
mod write;

use crate::program::Program;
use crate::reduce::Reducible;
use crate::structure::origins::of_input;
use crate::structure::{Algorithm, Depth, Jumps, MaxDepth, Needs, NoLabel, Promises};
use layout::{Layout, LooseChild};
use machines::{BRACKETS, Machines};
use plan::{Loose, Plan};
use sweep::sweep;

/// The row of the table of algorithms.
pub(super) const ROW: Algorithm = Algorithm {
    name: "nested",
    about: "loops, scopes and if/else nesting over the dominator tree with loops contracted",
    needs: Needs::Reducible,
    promises: Promises {
        no_label: NoLabel::Reducible,
        no_scope: false,
        jumps: Jumps::Any,
        no_flag: true,
        depth: Depth::AsAsked,
        total: true,
        near_linear: true,
    },
    cost: "near-linear in V + E",
    source: "Ramsey22, Lawler73",
    run: |cfg, settings| {
        let graph = settings.reduce(cfg)?;
        Ok(match settings.max_depth {
            None => nested(&graph),
            Some(max_depth) => nested_within(&graph, max_depth),
        })
    },
};

/// Structures a reducible graph, without a limit on depth.
pub fn nested(graph: &Reducible) -> Program {
    let mut plan = sweep(graph);
    let layout = best_layout(graph, &mut plan);
    of_input(graph, write::write(layout))
}

/// Lays out the graph, and repeats this while [loose](plan) children save scopes, at most
/// [`ROUNDS`] times.
fn best_layout(graph: &Reducible, plan: &mut Plan) -> Layout {
    let slots = plan.tree.take_slots();
    let mut best = layout::lay_out(graph, plan, slots, None);
    for _ in 0..ROUNDS {
        if best.loose.is_empty() {
            break;
        }
        set_loose(plan, &best.loose);
        let next = layout::lay_out(graph, plan, best.cases.clone(), None);
        if next.scopes >= best.scopes {
            best.loose
                .iter_mut()
                .for_each(|child| child.how = Loose::No);
            set_loose(plan, &best.loose);
            break;
        }
        best = next;
    }
    best
}

/// The greatest number of repetitions. Each round may find loose children in code that the round
/// before has moved to the front of an arm; hardly any graph needs a third round.
const ROUNDS: usize = 3;

fn set_loose(plan: &mut Plan, children: &[LooseChild]) {
    for child in children {
        plan.subtrees[child.child].loose = child.how;
        plan.has_loose |= child.how != Loose::No;
    }
}

/// Structures a reducible graph within a maximal depth.
///
/// If the program of [`nested`] is not too deep, the result is the same. Otherwise the parts that
/// are too deep become state machines, at the price of a label store for each jump in them.
///
/// ```
/// use unsnarl::structure::{MaxDepth, nested_within};
/// use unsnarl::{measure, reduce, text};
///
/// // A hundred exits, each of which would open a scope.
/// let mut graph = String::new();
/// for block in 0..100 {
///     graph += &format!("b{block} -> b{} | x{block}\nx{block} -> x{}\n", block + 1, block + 1);
/// }
/// graph += "b100 -> x100\nx100 -> return";
/// let graph = text::read(&graph, text::Notation::Cfg)?;
/// let program = nested_within(&reduce::dispatch(&graph.cfg), MaxDepth::new(16)?);
/// assert!(measure(&program).depth <= 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn nested_within(graph: &Reducible, max_depth: MaxDepth) -> Program {
    let mut plan = sweep(graph);
    let count = graph.cfg().block_count();
    let mut layout = best_layout(graph, &mut plan);
    let slots = layout.cases.clone();
    let (depths, mut deepest) = write::depths(&layout, count);
    let mut margin = BRACKETS;
    while deepest > max_depth.get() {
        let machines = Machines::within(max_depth.get(), margin, graph, &plan.tree, &depths);
        layout = layout::lay_out(graph, &plan, slots.clone(), Some(&machines));
        (_, deepest) = write::depths(&layout, count);
        margin *= 2;
    }
    of_input(graph, write::write(layout))
}

#[cfg(test)]
mod tests;
