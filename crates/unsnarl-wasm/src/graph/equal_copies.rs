//! Merging edges with equal parallel copies: edges into a block that make the same copies share
//! one merge block.
//!
//! ```text
//! a: br %c, b, d                       a: br %c, n, d
//! d: br %e, b, f                       d: br %e, n, f
//!                                      n: br b
//! b: %x = phi [1, a], [1, d], …    →   b: %x = phi [1, n], …
//! ```
//! *Needs:* a function and its machine code, after registers have [`Locals`], because only then is
//! it known which edges still copy something. *Gives:* the function with the merge blocks, if there
//! are any; the code and the tables have them too.
//! *Cost:* linear in the copies on edges, plus a copy of the function; the cases of a switch are
//! visited once for each of its targets that gets a merge block.
//! *Source:* the reverse of splitting critical edges.
//!
//! A conditional jump along an edge without copies is one instruction; with copies it is an `if`
//! around the copies and the jump. Where several conditional jumps make the same copies, one block
//! makes them for all. Forward edges and back edges are never merged with each other, so that loops
//! keep their shape. The proof is about the changed graph.

use std::collections::HashMap;

use unsnarl_ir::{BlockId, Function, Id, Terminator};

use crate::code::stackify::{BlockCode, StackCode};
use crate::code::{Block, Incoming, Reg};
use crate::locals::Locals;
use crate::locals::edge;
use crate::select::Selected;

/// Edges into one block with equal copies: the copies, and the predecessors that the edges leave.
struct Group {
    copies: Vec<(Reg, Reg)>,
    from: Vec<usize>,
}

/// Merges edges with equal parallel copies.
pub(crate) fn merge(
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
            redirect(function, selected, to, groups);
        }
    }
    changed
}

/// The edges into a block that are worth merging, grouped by their copies.
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
        let is_back_edge = place[incoming.from] >= place[to];
        let next = groups.len();
        let group = *by_copies
            .entry((is_back_edge, copies))
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
        let is_conditional =
            |from: &BlockId| !matches!(function.blocks[*from].terminator, Terminator::Jump(_));
        blocks.filter(is_conditional).count() > 1
    });
    groups
}

/// Redirects the edges of each group to a new merge block in front of `to`.
fn redirect(function: &mut Function, selected: &mut Selected, to: usize, groups: Vec<Group>) {
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
        let merge = function.blocks[id].bare(Terminator::Jump(id));
        let merge = function.blocks.push(merge);
        for &from in &group.from {
            let from = BlockId::new(from);
            function.blocks[from].terminator.redirect(id, merge);
        }
        selected.body.blocks.push(Block::default());
        selected.switches.push(None);
        // The merge block is the last of all blocks, so the list stays in ascending order.
        incoming.push(Incoming {
            from: merge.index(),
            copies: group.copies,
        });
    }
    selected.body.blocks[to].incoming = incoming;
}
