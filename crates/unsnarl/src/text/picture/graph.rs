//! The picture of a graph.
//!
//! *Needs:* a graph and the host's texts.
//! *Gives:* DOT that the reader turns back into the same graph.
//! *Cost:* O(text).

use super::Label;
use crate::cfg::{Cfg, Exit};
use crate::ids::{BlockId, Edge, IdMap};
use crate::text::Bodies;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

/// Writes `cfg` as a directed graph in DOT.
///
/// The entry has a double border, dispatchers are diamonds, blocks that cannot be reached are
/// dashed. Edges are bold if the depth-first walk in arm order is still inside their target when it
/// passes them; in a reducible graph these are the back edges. The arms of a branch or a switch are
/// marked by their names or, without names, by `T` and `F` and by their slots. O(text).
pub fn dot_graph(out: &mut impl Write, cfg: &Cfg, bodies: &impl Bodies) -> fmt::Result {
    let walk = Walk::of(cfg);
    out.write_str("digraph {\n  node [shape=box, fontname=monospace]\n")?;
    for block in cfg.blocks() {
        write_block(out, cfg, bodies, block, walk.reached[block])?;
    }
    for edge in cfg.blocks().flat_map(|block| cfg.edges(block)) {
        let back = walk.back[cfg.edge_index(edge)];
        write_edge(out, cfg, edge, bodies.case(edge).as_deref(), back)?;
    }
    out.write_str("}\n")
}

fn write_block(
    out: &mut impl Write,
    cfg: &Cfg,
    bodies: &impl Bodies,
    block: BlockId,
    reached: bool,
) -> fmt::Result {
    let name = bodies.name(block);
    write!(out, "  {block} [label=\"{}", Label(&name))?;
    if let Some(code) = bodies.code(block).filter(|code| !code.is_empty()) {
        let mut lines = String::from(code.trim_end());
        lines.push('\n');
        write!(out, ":\\l{}", Label(&lines))?;
    }
    out.write_char('"')?;
    let arms = cfg.successors(block).len();
    match cfg.exit(block) {
        Exit::Unreachable => out.write_str(", exit=unreachable")?,
        Exit::Switch if arms < 3 => out.write_str(", exit=switch")?,
        _ => {}
    }
    if cfg.only_decides(block) {
        out.write_str(", decides=only")?;
    }
    if block == cfg.entry() {
        out.write_str(", entry=true, peripheries=2")?;
    }
    if bodies.is_dispatcher(block) {
        out.write_str(", shape=diamond")?;
    }
    if !reached {
        out.write_str(", style=dashed")?;
    }
    out.write_str("]\n")
}

fn write_edge(
    out: &mut impl Write,
    cfg: &Cfg,
    edge: Edge,
    case: Option<&str>,
    back: bool,
) -> fmt::Result {
    write!(out, "  {} -> {}", edge.block, cfg.target(edge))?;
    let last = edge.slot as usize + 1 == cfg.successors(edge.block).len();
    let mut attributes = Vec::new();
    let default = match cfg.exit(edge.block) {
        Exit::Switch if last => ", default",
        _ => "",
    };
    match (cfg.exit(edge.block), edge.slot) {
        _ if let Some(case) = case => {
            attributes.push(alloc::format!("label=\"{}{default}\"", Label(case)));
        }
        (Exit::Branch, 0) => attributes.push(String::from("label=T")),
        (Exit::Branch, _) => attributes.push(String::from("label=F")),
        (Exit::Switch, _) if last => attributes.push(String::from("label=default")),
        (Exit::Switch, slot) => attributes.push(alloc::format!("label={slot}")),
        _ => {}
    }
    if back {
        attributes.push(String::from("style=bold"));
    }
    match attributes.is_empty() {
        true => out.write_char('\n'),
        false => writeln!(out, " [{}]", attributes.join(", ")),
    }
}

/// A depth-first walk in arm order.
struct Walk {
    reached: IdMap<BlockId, bool>,
    /// By the number of the edge: whether it leads to a block that the walk is still inside.
    back: Vec<bool>,
}

impl Walk {
    fn of(cfg: &Cfg) -> Walk {
        let mut walk = Walk {
            reached: IdMap::filled(cfg.block_count(), false),
            back: alloc::vec![false; cfg.edge_count()],
        };
        let mut inside = IdMap::filled(cfg.block_count(), false);
        let mut path = alloc::vec![(cfg.entry(), 0)];
        walk.reached[cfg.entry()] = true;
        inside[cfg.entry()] = true;
        while let Some((block, slot)) = path.last_mut() {
            let Some(&target) = cfg.successors(*block).get(*slot) else {
                inside[*block] = false;
                path.pop();
                continue;
            };
            let edge = Edge::new(*block, *slot);
            *slot += 1;
            walk.back[cfg.edge_index(edge)] = inside[target];
            if !core::mem::replace(&mut walk.reached[target], true) {
                inside[target] = true;
                path.push((target, 0));
            }
        }
        walk
    }
}
