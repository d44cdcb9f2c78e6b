//! Graphs that the reductions make, as text.
//!
//! *Needs:* a graph with names, and its reduction. *Gives:* text that names copies `a'`,
//! dispatchers `d0`, calls `@a`, blocks that only go on `e0`, and selectors `s0`. *Cost:* O(blocks
//! + edges).

use std::fmt::{self, Write as _};
use unsnarl::reduce::{Edited, Kind, Part, Reducible};
use unsnarl::text::{Bodies, Named, write_cfg, write_cfg_function};
use unsnarl::{BlockId, Edge, Id, IdMap};

/// Writes all that was read of a graph: with its name, the names of arms, and what there is to
/// note.
pub(super) fn whole(out: &mut String, named: &Named) -> fmt::Result {
    match &named.name {
        Some(name) => write_cfg_function(out, name, &named.cfg, named)?,
        None => write_cfg(out, &named.cfg, named)?,
    }
    for (edge, arm) in &named.arms {
        let [from, to] = [edge.block, named.cfg.target(*edge)].map(|block| named.name(block));
        writeln!(out, "{from} -> {to} is {arm}")?;
    }
    for note in named.notes() {
        writeln!(out, "note: {note}")?;
    }
    Ok(())
}

/// Gives the edges that store the label.
pub(super) fn routed(reducible: &Reducible) -> Vec<Edge> {
    let cfg = reducible.cfg();
    let edges = cfg.blocks().flat_map(|block| cfg.edges(block));
    edges
        .filter(|&edge| reducible.stored(edge).is_some())
        .collect()
}

/// Writes the whole graph if blocks are copied; then the dispatchers, the edges that lead to them,
/// and what is stored.
pub(super) fn reducible(out: &mut String, named: &Named, reducible: &Reducible) -> fmt::Result {
    let cfg = reducible.cfg();
    let mut names: IdMap<BlockId, String> = named.names.clone();
    for block in cfg.blocks().skip(named.cfg.block_count()) {
        let name = match reducible.origin(block) {
            Some(origin) => primed(&names, &named.names[origin]),
            None => format!("d{}", block.index() - named.cfg.block_count()),
        };
        names.push(name);
    }
    if reducible.has_copies() {
        write_cfg(out, cfg, &names)?;
    }
    for block in cfg.blocks().filter(|&block| reducible.is_dispatcher(block)) {
        let arms = cfg.successors(block).iter().map(|&arm| names.name(arm));
        let arms = arms.collect::<Vec<_>>().join(" ");
        writeln!(out, "{} dispatches to {arms}", names[block])?;
    }
    for edge in routed(reducible) {
        let from = reducible.origin(edge.block).unwrap_or(edge.block);
        let to = named.cfg.target(Edge {
            block: from,
            ..edge
        });
        let [from, to, by] = [edge.block, to, cfg.target(edge)].map(|block| names.name(block));
        let value = reducible.stored(edge).unwrap_or_default();
        writeln!(out, "{from} -> {to} by {by}, label = {value}")?;
    }
    if reducible.cfg() == &named.cfg {
        writeln!(out, "reducible as it stands")?;
    }
    Ok(())
}

/// Gives the name of a block with as many primes as no other has.
fn primed(names: &IdMap<BlockId, String>, name: &str) -> String {
    let mut primed = format!("{name}'");
    while names.values().any(|name| *name == primed) {
        primed.push('\'');
    }
    primed
}

/// Writes the pieces of an outline, with an empty line between them.
pub(super) fn outline(out: &mut String, named: &Named) -> fmt::Result {
    let outline = unsnarl::reduce::outline(&named.cfg);
    let name = |piece: usize| {
        let piece = &outline.pieces()[piece];
        match piece.part(piece.graph().cfg().entry()) {
            Part::Block(block) => named.names[block].clone(),
            Part::Call(_) => unreachable!("a piece begins with a block"),
        }
    };
    for (index, piece) in outline.pieces().iter().enumerate() {
        let cfg = piece.graph().cfg();
        let names = cfg.blocks().map(|block| match piece.part(block) {
            Part::Block(block) => named.names[block].clone(),
            Part::Call(piece) => format!("@{}", name(piece as usize)),
        });
        let names: IdMap<BlockId, String> = names.collect();
        if index > 0 {
            writeln!(out)?;
        }
        write_cfg(out, cfg, &names)?;
    }
    Ok(())
}

/// Writes the graph with the blocks that were put in, and what is stored on its edges.
pub(super) fn edited(out: &mut String, named: &Named, edited: &Edited) -> fmt::Result {
    let cfg = edited.graph().cfg();
    let mut counts = [0, 0];
    let mut number = |of: usize| {
        counts[of] += 1;
        counts[of] - 1
    };
    let names = cfg.blocks().map(|block| match edited.kind(block) {
        Kind::Block(block) => named.names[block].clone(),
        Kind::Dispatcher => format!("s{}", number(0)),
        Kind::Empty => format!("e{}", number(1)),
    });
    let names: IdMap<BlockId, String> = names.collect();
    write_cfg(out, cfg, &names)?;
    for edge in cfg.blocks().flat_map(|block| cfg.edges(block)) {
        if let Some(value) = edited.stored(edge) {
            let [from, to] = [edge.block, cfg.target(edge)].map(|block| names.name(block));
            writeln!(out, "{from} -> {to}, label = {value}")?;
        }
    }
    Ok(())
}
