//! Funnels: one exit from each loop, and a selector after it.
//!
//! *Needs:* an [`Edited`] graph. *Gives:* a new [`Edited`] graph.
//! *Cost:* O(V + E + Σ loops that each edge leaves), and the facts of the result.
//! *Source:* [Yakdan15] gives a loop one successor in this way; so do later decompilers.
//! *Departs:* the label is stored on edges, not in blocks, and loops that have one successor stay
//! unchanged.
//!
//! ```text
//! before            after
//! h -> c | d        h -> c | s (0)       stores in parentheses
//! c -> h | e        c -> h | s (1)
//! d -> return       s -> switch d e
//! e -> return       d -> return;  e -> return
//! ```
//!
//! Loops are handled from the inside out. If an arm of a selector also leaves the next outer loop,
//! it is an edge out of that loop, and may lead to its selector with another value. A store that an
//! edge had is moved to the arm of the selector, because its value is tested later.

use super::Edited;
use super::exits::Leaving;
use crate::ids::{BlockId, LoopId};
use crate::reduce::draft::Draft;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Makes all edges out of a loop lead to one block. Where they led to several blocks, a selector is
/// inserted.
pub fn single_exits(edited: &Edited) -> Edited {
    let mut draft = edited.draft();
    let mut leaving = Leaving::new(edited, &draft);
    let loops = edited.graph.loops();
    for id in loops.ids().rev() {
        let mut edges = leaving.take(id);
        let parent = loops.parent(id);
        if let Some(selector) = funnel(&mut draft, &edges) {
            let arms = draft.edges(selector);
            let like = like(&leaving, &draft, id, edited, arms.clone());
            leaving.stand_for(like);
            if parent.is_some_and(|parent| leaving.holds(parent, selector)) {
                edges = arms.collect();
            }
        }
        leaving.hand_on(id, &draft, &edges);
    }
    Edited::finish(draft)
}

/// Redirects edges to a new selector if they lead to several blocks. The selector has an arm for
/// each pair of block and label.
fn funnel(draft: &mut Draft, edges: &[u32]) -> Option<BlockId> {
    let mut targets = edges.iter().map(|&edge| draft.target(edge));
    let first = targets.next()?;
    if targets.all(|target| target == first) {
        return None;
    }
    let mut known = BTreeMap::new();
    let mut arms: Vec<(BlockId, Option<u32>, u64)> = Vec::new();
    let mut chosen = Vec::new();
    for &edge in edges {
        let (target, store) = (draft.target(edge), draft.store(edge));
        let arm = *known.entry((target, store)).or_insert(arms.len());
        if arm == arms.len() {
            arms.push((target, store, 0));
        }
        arms[arm].2 += u64::from(draft.weight(edge));
        chosen.push(arm as u32);
    }
    let weighted = arms.iter().map(|&(target, _, weight)| (target, weight));
    let selector = draft.add_dispatcher(weighted);
    for (edge, &(_, store, _)) in draft.edges(selector).zip(&arms) {
        draft.set_store(edge, store);
    }
    for (&edge, arm) in edges.iter().zip(chosen) {
        draft.route(edge, selector, arm);
    }
    Some(selector)
}

/// Gives the target that is in most of the loops around this loop.
fn like(
    leaving: &Leaving,
    draft: &Draft,
    id: LoopId,
    edited: &Edited,
    arms: core::ops::Range<u32>,
) -> BlockId {
    let mut around = edited.graph.loops().parent(id);
    let targets = arms.clone().map(|arm| draft.target(arm));
    while let Some(outer) = around {
        if let Some(target) = targets.clone().find(|&target| leaving.holds(outer, target)) {
            return target;
        }
        around = edited.graph.loops().parent(outer);
    }
    draft.target(arms.start)
}
