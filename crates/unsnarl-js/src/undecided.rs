//! Decisions that make no difference, of blocks that do something to decide.
//!
//! ```text
//! if (a) {                      if (a) {
//!   b1: decides by f() < 3   →    f() < 3;
//! }                             }
//! ```
//! *Needs:* the texts of blocks and edges. *Gives:* the texts, where what such a block does is a
//! statement.
//! *Cost:* linear in the edges, but for chains of blocks without text, which are followed from each
//! block that leads to one.
//!
//! A block that only decides has no text, and a bracket around nothing but that is not written.
//! This is right where somebody asks for the decision: there it is in the condition. Where all
//! edges come to one place without a text on the way, nobody asks.

use unsnarl::{BlockId, Cfg, Exit, Id};

use crate::host::Decided;
use crate::piece::Piece;

/// Makes statements of what decides nothing.
pub(crate) fn settle(cfg: &Cfg, texts: &mut [Decided], edges: &[Vec<String>]) {
    for block in cfg.blocks() {
        let by = &texts[block.index()].by;
        let acts = |by: &Piece| by.touches.acts || !by.touches.sets.is_empty();
        if !by.as_ref().is_some_and(acts) || !is_one(cfg, texts, edges, block) {
            continue;
        }
        let text = &mut texts[block.index()];
        // Any decision leads to the same.
        if let Some(by) = text.by.replace(Piece::int(0)) {
            let end = text.end;
            text.places.resize(text.lines.len(), end);
            text.places.push(end);
            text.lines.push(format!("{};", by.text));
        }
    }
}

/// Tells whether all edges of a block come to one place without a text on the way.
fn is_one(cfg: &Cfg, texts: &[Decided], edges: &[Vec<String>], block: BlockId) -> bool {
    let mut ends = cfg.edges(block).map(|edge| {
        let is_plain = edges[cfg.edge_index(edge)].is_empty();
        is_plain.then(|| end(cfg, texts, edges, cfg.target(edge)))
    });
    let first = ends.next().flatten();
    first.is_some() && ends.all(|end| end == first)
}

/// Where a chain of blocks without a text ends.
fn end(cfg: &Cfg, texts: &[Decided], edges: &[Vec<String>], mut block: BlockId) -> BlockId {
    // A chain that is longer is a circle.
    for _ in 0..cfg.block_count() {
        let text = &texts[block.index()];
        let is_empty = text.lines.is_empty() && cfg.exit(block) == Exit::Jump;
        let next = cfg.edges(block).next();
        match next.filter(|&edge| is_empty && edges[cfg.edge_index(edge)].is_empty()) {
            Some(edge) => block = cfg.target(edge),
            None => break,
        }
    }
    block
}
