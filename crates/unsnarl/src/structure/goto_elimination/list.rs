//! The flat list of labelled statements.
//!
//! *Needs:* a part of a graph. *Gives:* a [`Tree`] of one list, and its gotos in the order in which
//! they are eliminated. *Cost:* O(E log E).
//!
//! ```text
//! before: a -> b | c; b -> d; c -> d; d -> return
//! after:  La: a; if (a) { } else { goto_Lc = true }
//!             if (goto_Lc) goto Lc
//!         Lb: b; goto_Ld = true
//!             if (goto_Ld) goto Ld
//!         Lc: c
//!         Ld: d; return
//! ```
//!
//! ## The order
//! First come the backward gotos, by label from the last to the first; then the forward gotos, by
//! label from the first to the last. Gotos to the same label go from the last to the first. Any
//! order is correct. In this order, a loop is closed before the loops around it and the loops that
//! begin earlier, so a goto crosses existing loops by moving outward, not by lifting. And a guard
//! ends before the labels that other gotos still need, so gotos seldom move inward, except into
//! loops that they enter in the middle. With this order the example of [ErosaHendren94] also gives
//! the same result as in the paper.

use super::tree::{Kind, Tree};
use crate::ids::NodeId;
use crate::reduce::{Budget, TooLarge};
use crate::structure::part::{Part, Place};
use alloc::vec::Vec;

/// A goto of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Goto {
    pub(super) node: NodeId,
    /// The position of its block.
    pub(super) from: u32,
    /// The position of its label.
    pub(super) label: u32,
}

impl Goto {
    /// Tells whether the label comes before the goto.
    pub(super) fn is_backward(&self) -> bool {
        self.label <= self.from
    }
}

/// Writes the list: each place, with gotos to the successors of its block that do not come next.
pub(super) fn list(part: &Part, budget: Budget) -> Result<(Tree, Vec<Goto>), TooLarge> {
    let mut kinds = Vec::new();
    let mut origins = Vec::new();
    let mut size = 0_u64;
    for (from, place) in part.places() {
        kinds.push(Kind::Place(from));
        origins.push(from);
        let Place::Block(block) = place else { continue };
        size += u64::from(part.cfg.size(block)) + part.cfg.successors(block).len() as u64;
        let arms = part.cfg.successors(block).iter();
        let mut labels: Vec<u32> = arms.map(|&target| part.position(target)).collect();
        labels.sort_unstable();
        labels.dedup();
        let jumps = labels.iter().rev().filter(|&&label| label != from + 1);
        // Backward gotos come first: the goto that closes a loop must not end up inside the loop.
        for backward in [true, false] {
            let jumps = jumps.clone().filter(|&&label| (label <= from) == backward);
            kinds.extend(jumps.map(|&label| Kind::Goto(label)));
        }
        origins.resize(kinds.len(), from);
    }
    let tree = Tree::new(kinds, size, budget)?;
    let nodes = tree.all().filter(|&(node, _)| node != tree.root());
    let gotos = nodes.zip(origins).filter_map(|((node, kind), from)| {
        let Kind::Goto(label) = kind else { return None };
        Some(Goto { node, from, label })
    });
    let gotos = gotos.collect();
    Ok((tree, gotos))
}

/// Sorts gotos into the order in which they are eliminated.
pub(super) fn sort(gotos: &mut [Goto]) {
    gotos.sort_unstable_by_key(|goto| {
        let by_label = if goto.is_backward() {
            u64::from(u32::MAX - goto.label)
        } else {
            1 << 32 | u64::from(goto.label)
        };
        (by_label, u32::MAX - goto.from)
    });
}
