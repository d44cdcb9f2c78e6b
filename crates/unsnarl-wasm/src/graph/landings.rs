//! Landings: edges that set the same on the way to the same block become one.
//!
//! ```text
//! a: br %c, b, d                       a: br %c, n, d
//! d: br %e, b, f                       d: br %e, n, f
//!                                      n: br b
//! b: %x = phi [1, a], [1, d], …    →   b: %x = phi [1, n], …
//! ```
//! *Needs:* a function with its machine code, once registers have [`Locals`], so that it is known on which edges
//! something happens. *Gives:* the function with the new blocks, if there are any; code and tables have them too.
//! *Cost:* linear in what edges set, beside the copy of the function; the cases of a switch are passed once for each of
//! its targets that gets a landing.
//! *Source:* the reverse of splitting critical edges.
//!
//! A decision for an edge on which nothing happens is one jump; on which a local is set it is an `if` around that and
//! the jump. Where several decisions set the same, one block does it for all. Edges into a loop and edges
//! back are kept apart, so that the loops stay what they are. The graph that is proved is the changed one.

use std::collections::HashMap;

use unsnarl_ir::{BlockId, Function, Id, Terminator};

use crate::code::stackify::{BlockCode, StackCode};
use crate::code::{Block, Incoming, Reg};
use crate::locals::Locals;
use crate::locals::edge;
use crate::select::Selected;

/// Edges into one block that set the same: what that is, and the blocks that they come from.
struct Group {
    copies: Vec<(Reg, Reg)>,
    from: Vec<usize>,
}

/// Lets edges that set the same arrive together.
pub(crate) fn share(
    function: &Function,
    selected: &mut Selected,
    code: &mut StackCode,
    locals: &Locals,
) -> Option<Function> {
    let order = selected.body.order.clone();
    let mut place = vec![None; function.blocks.len()];
    for (position, &block) in order.iter().enumerate() {
        place[block] = Some(position);
    }
    let mut changed: Option<Function> = None;
    for &to in &order {
        let groups = groups(function, selected, code, locals, to, &place);
        if !groups.is_empty() {
            let function = changed.get_or_insert_with(|| function.clone());
            let blocks = code.blocks.len() + groups.len();
            code.blocks.resize_with(blocks, BlockCode::default);
            land(function, selected, to, groups);
        }
    }
    changed
}

/// Predecessors of a block that set the same and gain by doing it together.
fn groups(
    function: &Function,
    selected: &Selected,
    code: &StackCode,
    locals: &Locals,
    to: usize,
    place: &[Option<usize>],
) -> Vec<Group> {
    let body = &selected.body;
    let mut groups: Vec<Group> = Vec::new();
    let mut by_copies: HashMap<(bool, Vec<(Reg, Reg)>), usize> = HashMap::new();
    for incoming in &body.blocks[to].incoming {
        let copies = edge::copies_left(body, code, locals, &incoming.copies);
        let copies: Vec<(Reg, Reg)> = copies.collect();
        if copies.is_empty() {
            continue;
        }
        let goes_back = place[incoming.from] >= place[to];
        let next = groups.len();
        let group = *by_copies
            .entry((goes_back, copies))
            .or_insert_with_key(|(_, copies)| {
                groups.push(Group {
                    copies: copies.clone(),
                    from: Vec::new(),
                });
                next
            });
        groups[group].from.push(incoming.from);
    }
    groups.retain(|group| {
        let blocks = group.from.iter().map(|&from| BlockId::new(from));
        let decide =
            |from: &BlockId| !matches!(function.blocks[*from].terminator, Terminator::Jump(_));
        blocks.filter(decide).count() > 1
    });
    groups
}

/// Leads the edges of each group into a block over a new one.
fn land(function: &mut Function, selected: &mut Selected, to: usize, groups: Vec<Group>) {
    let id = BlockId::new(to);
    let mut gone: Vec<usize> = groups
        .iter()
        .flat_map(|group| &group.from)
        .copied()
        .collect();
    gone.sort_unstable();
    let mut incoming = std::mem::take(&mut selected.body.blocks[to].incoming);
    incoming.retain(|incoming| gone.binary_search(&incoming.from).is_err());
    for group in groups {
        let landing = function.blocks[id].bare(Terminator::Jump(id));
        let landing = function.blocks.push(landing);
        for &from in &group.from {
            let from = BlockId::new(from);
            function.blocks[from].terminator.redirect(id, landing);
        }
        selected.body.blocks.push(Block::default());
        selected.switches.push(None);
        // The landing is the last of all blocks, so the list stays in ascending order.
        incoming.push(Incoming {
            from: landing.index(),
            copies: group.copies,
        });
    }
    selected.body.blocks[to].incoming = incoming;
}
