//! Why edges go through a dispatcher.
//!
//! *Needs:* the graph with dispatchers.
//! *Gives:* a paragraph for each loop of several entries.
//! *Cost:* O(loop) for each of its blocks with an arm to an entry.
//!
//! The rule is that of `reduce::dispatch`: inside a loop an edge into an entry is kept if that
//! entry alone owns its source, or if all owners of its source come before the entry in the order
//! chosen. Owners are recomputed here by a backward walk; the order is read off the edges that were
//! kept.

use super::View;
use std::fmt::{self, Write};
use unsnarl::{BlockId, Cfg, Edge, Id};

/// A loop of several entries.
struct Loop {
    dispatcher: BlockId,
    /// The blocks that the dispatcher leads to.
    entries: Vec<BlockId>,
    /// By block of the input, whether it is in the loop, and whether it is an entry.
    members: Vec<bool>,
    is_entry: Vec<bool>,
    /// By block of the input, the blocks of the loop from which an arm leads there.
    predecessors: Vec<Vec<BlockId>>,
}

/// Why an edge into an entry is routed or kept.
enum Why {
    /// It comes from outside of the loop.
    Outside,
    /// Only the entry itself leads to its source.
    Own,
    /// All entries that lead to its source come before the entry.
    Before(Vec<BlockId>),
    /// Not all entries that lead to its source come before the entry.
    NotBefore(Vec<BlockId>),
}

pub(super) fn write(out: &mut String, view: &View<'_>) -> fmt::Result {
    for around in loops(view) {
        let names = |blocks: &[BlockId]| {
            let names = blocks.iter().map(|&block| view.name(block));
            names.collect::<Vec<_>>().join(", ")
        };
        let size = around.members.iter().filter(|&&member| member).count();
        let edges = edges(view, &around);
        let (entries, dividing) = divided(view, &around, &edges);
        writeln!(
            out,
            "  a loop of {size} blocks has {} entries: {}",
            entries.len(),
            names(&entries)
        )?;
        if !dividing.is_empty() {
            writeln!(
                out,
                "    its dispatcher also leads to {}: the loops inside nest so deep that the loop \
                 is divided there",
                names(&dividing)
            )?;
        }
        for (edge, why) in edges {
            let shown = view.edge(edge);
            let entry = view.subject.cfg.target(edge);
            match why {
                Why::Outside => {
                    writeln!(out, "    {shown}: routed: it enters the loop from outside")
                }
                Why::Own => writeln!(
                    out,
                    "    {shown}: kept, a back edge: {} is the last entry on every path to its source",
                    view.name(entry)
                ),
                Why::Before(owners) => writeln!(
                    out,
                    "    {shown}: kept, a forward edge: the last entries on the paths to its \
                     source ({}) are all ordered before {}",
                    names(&owners),
                    view.name(entry)
                ),
                Why::NotBefore(owners) => writeln!(
                    out,
                    "    {shown}: routed: the last entries on the paths to its source ({}) are \
                     not all ordered before {}",
                    names(&owners),
                    view.name(entry)
                ),
            }?;
        }
    }
    Ok(())
}

/// Separates the arms of a dispatcher into the entries of the loop and the blocks that divide it,
/// which have no edge from outside.
fn divided(view: &View<'_>, around: &Loop, edges: &[(Edge, Why)]) -> (Vec<BlockId>, Vec<BlockId>) {
    let mut entered = vec![false; around.members.len()];
    for (edge, why) in edges {
        if matches!(why, Why::Outside) {
            entered[view.subject.cfg.target(*edge).index()] = true;
        }
    }
    (around.entries.iter()).partition(|entry| entered[entry.index()])
}

/// Walks the loops one after the other: each takes a table over all blocks.
fn loops(view: &View<'_>) -> impl Iterator<Item = Loop> {
    let (graph, given) = (view.graph, view.subject.cfg.block_count());
    let loops = graph.loops();
    let heads = loops
        .ids()
        .filter(|&id| graph.is_dispatcher(loops.header(id)));
    heads.map(move |id| {
        let dispatcher = loops.header(id);
        let mut entries = graph.cfg().successors(dispatcher).to_vec();
        entries.sort_unstable_by_key(|&entry| graph.order().position(entry));
        entries.dedup();
        let blocks = (0..given).map(BlockId::new);
        let members: Vec<bool> = blocks.map(|block| loops.contains(id, block)).collect();
        let mut is_entry = vec![false; given];
        entries
            .iter()
            .for_each(|entry| is_entry[entry.index()] = true);
        Loop {
            dispatcher,
            entries,
            predecessors: predecessors(&view.subject.cfg, &members),
            members,
            is_entry,
        }
    })
}

/// Lists for each block those of a set from which an arm leads there, each once.
fn predecessors(cfg: &Cfg, members: &[bool]) -> Vec<Vec<BlockId>> {
    let mut predecessors: Vec<Vec<BlockId>> = vec![Vec::new(); cfg.block_count()];
    for from in cfg.blocks().filter(|from| members[from.index()]) {
        for to in cfg.successors(from) {
            let row = &mut predecessors[to.index()];
            if row.last() != Some(&from) {
                row.push(from);
            }
        }
    }
    predecessors
}

/// Lists the edges of the input into the entries of a loop that could pass its dispatcher.
fn edges(view: &View<'_>, around: &Loop) -> Vec<(Edge, Why)> {
    let cfg = &view.subject.cfg;
    let reached = |block: BlockId| view.graph.order().position(block).is_some();
    let mut listed = Vec::new();
    for block in cfg.blocks().filter(|&block| reached(block)) {
        let mut known = None;
        for edge in cfg.edges(block) {
            let entry = cfg.target(edge);
            if !around.is_entry[entry.index()] {
                continue;
            }
            let routed = view.graph.cfg().target(edge) == around.dispatcher;
            if !around.members[block.index()] {
                listed.extend(routed.then_some((edge, Why::Outside)));
                continue;
            }
            let owners = known
                .get_or_insert_with(|| owners(view, around, block))
                .clone();
            listed.push((
                edge,
                match (routed, owners.as_slice()) {
                    (false, [only]) if *only == entry => Why::Own,
                    (false, _) => Why::Before(owners),
                    (true, _) => Why::NotBefore(owners),
                },
            ));
        }
    }
    listed
}

/// Lists the entries that lead to a block inside of the loop with no entry in between.
fn owners(view: &View<'_>, around: &Loop, block: BlockId) -> Vec<BlockId> {
    let mut seen = vec![false; around.members.len()];
    let mut work = vec![block];
    let mut owners = Vec::new();
    seen[block.index()] = true;
    while let Some(at) = work.pop() {
        if around.is_entry[at.index()] {
            owners.push(at);
            continue;
        }
        for &from in &around.predecessors[at.index()] {
            if !std::mem::replace(&mut seen[from.index()], true) {
                work.push(from);
            }
        }
    }
    owners.sort_unstable_by_key(|&owner| view.graph.order().position(owner));
    owners
}
