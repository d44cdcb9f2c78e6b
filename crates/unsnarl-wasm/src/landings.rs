//! Landings: edges that bring the same to the same block become one.
//!
//! ```text
//! a: br %c, b, d                       a: br %c, n, d
//! d: br %e, b, f                       d: br %e, n, f
//!                                      n: br b
//! b: %x = phi [1, a], [1, d], …    →   b: %x = phi [1, n], …
//! ```
//! *Needs:* a function, and its blocks in reverse postorder. *Gives:* the changed function, if anything is gained.
//! *Cost:* linear in the incoming values of phis, beside the copy of the function; the cases of a switch are passed once
//! for each of its targets that gets a landing.
//! *Source:* the reverse of splitting critical edges.
//!
//! A decision for an edge on which nothing happens is one jump; on which a local is set it is an `if` around that and
//! the jump. Where several decisions bring the same constants, one block sets them for all. Edges into a loop and edges
//! back are kept apart, so that the loops stay what they are. The graph that is proved is the changed one.

use std::collections::{HashMap, HashSet};

use unsnarl_ir::{BlockId, Function, Id, Operand, Phi, Terminator};

/// Lets edges that bring the same arrive together.
pub(crate) fn share(function: &Function, order: &[usize]) -> Option<Function> {
    let mut place = vec![None; function.blocks.len()];
    for (position, &block) in order.iter().enumerate() {
        place[block] = Some(position);
    }
    let mut changed: Option<Function> = None;
    for &block in order {
        let id = BlockId::new(block);
        let groups = groups(function, id, &place);
        if !groups.is_empty() {
            let function = changed.get_or_insert_with(|| function.clone());
            land(function, id, &groups);
        }
    }
    changed
}

/// Predecessors of a block that bring the same and gain by doing it together.
fn groups(function: &Function, id: BlockId, place: &[Option<usize>]) -> Vec<Vec<BlockId>> {
    let phis = &function.blocks[id].phis;
    let constants = |phi: &Phi| {
        let values = phi.incoming.iter();
        values
            .filter(|(_, value)| matches!(value, Operand::Const(_)))
            .count()
    };
    let Some(first) = phis
        .first()
        .filter(|_| phis.iter().any(|phi| constants(phi) > 1))
    else {
        return Vec::new();
    };
    let incoming: Vec<HashMap<BlockId, Operand>> = phis
        .iter()
        .map(|phi| phi.incoming.iter().copied().collect())
        .collect();
    let mut groups: Vec<Vec<BlockId>> = Vec::new();
    let mut by_values: HashMap<(bool, Vec<Operand>), usize> = HashMap::new();
    for &(from, _) in &first.incoming {
        let Some(position) = place[from.index()] else {
            continue;
        };
        let goes_back = Some(position) >= place[id.index()];
        let values = incoming.iter().map(|incoming| incoming.get(&from).copied());
        let values: Option<Vec<Operand>> = values.collect();
        let Some(values) = values else {
            continue;
        };
        let brings_constants = values
            .iter()
            .any(|value| matches!(value, Operand::Const(_)));
        if brings_constants {
            let next = groups.len();
            let group = *by_values.entry((goes_back, values)).or_insert(next);
            if group == next {
                groups.push(Vec::new());
            }
            groups[group].push(from);
        }
    }
    groups.retain(|group| {
        let decide =
            |from: &&BlockId| !matches!(function.blocks[**from].terminator, Terminator::Jump(_));
        group.iter().filter(decide).count() > 1
    });
    groups
}

/// Leads the edges of each group into a block over a new one.
fn land(function: &mut Function, to: BlockId, groups: &[Vec<BlockId>]) {
    let mut landings: HashMap<BlockId, BlockId> = HashMap::new();
    for group in groups {
        let landing = function.blocks[to].bare(Terminator::Jump(to));
        let landing = function.blocks.push(landing);
        for &from in group {
            function.blocks[from].terminator.redirect(to, landing);
            landings.insert(from, landing);
        }
    }
    let mut arrived: HashSet<BlockId> = HashSet::new();
    for phi in &mut function.blocks[to].phis {
        arrived.clear();
        // Of those that land together one brings what all of them bring.
        phi.incoming
            .retain_mut(|(from, _)| match landings.get(from) {
                None => true,
                Some(&landing) => {
                    *from = landing;
                    arrived.insert(landing)
                }
            });
    }
}
