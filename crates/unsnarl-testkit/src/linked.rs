//! Whether the pieces of an outline, linked together, are equivalent to the original graph.
//!
//! *Needs:* a graph, and [`Pieces`]: an outline as plain rows, which a test can break.
//! *Gives:* [`check`]: nothing, or the fault in words. *Cost:* O(V + E).
//!
//! The pieces are a machine: its states are the blocks of all pieces, and a stub is the same state
//! as the entry of the piece that it calls. The check starts in the entry of the first piece and
//! relates each state to a block of the graph: the same exit, as many arms, and by each arm to the
//! block to which the graph leads. Only the rows come from the library.

use crate::rows::Rows;
use std::collections::BTreeMap;
use unsnarl::reduce::{Outline, Part};
use unsnarl::{BlockId, Cfg, Id};

/// An outline as plain rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pieces(pub Vec<Piece>);

/// A piece as plain rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The graph.
    pub rows: Rows,
    /// What each of its blocks is.
    pub parts: Vec<Part>,
}

impl Pieces {
    /// The rows of an outline.
    pub fn of(outline: &Outline) -> Pieces {
        let pieces = outline.pieces().iter().map(|piece| {
            let cfg = piece.graph().cfg();
            Piece {
                rows: Rows::from_cfg(cfg),
                parts: cfg.blocks().map(|block| piece.part(block)).collect(),
            }
        });
        Pieces(pieces.collect())
    }

    /// Gives the block of a piece for a state, following the call if it is a stub: its piece, its
    /// number there, and its block in the input.
    fn resolve(&self, piece: usize, block: usize) -> Result<(usize, usize, BlockId), String> {
        match self.0[piece].parts[block] {
            Part::Block(origin) => Ok((piece, block, origin)),
            Part::Call(callee) => {
                let callee = callee as usize;
                if !self.0[piece].rows.blocks[block].1.is_empty() {
                    return Err(format!("the stub {block} of piece {piece} has arms"));
                }
                let Some(called) = self.0.get(callee) else {
                    return Err(format!("piece {callee} is called, which is not there"));
                };
                match called.parts[called.rows.entry] {
                    Part::Block(origin) => Ok((callee, called.rows.entry, origin)),
                    Part::Call(_) => Err(format!("piece {callee} begins with a call")),
                }
            }
        }
    }
}

/// Finds a fault in pieces: a block that occurs twice, or a path on which they differ from the
/// graph.
pub fn check(cfg: &Cfg, pieces: &Pieces) -> Result<(), String> {
    if pieces.0.is_empty() {
        return Err(String::from("there are no pieces"));
    }
    let mut places = BTreeMap::new();
    for (piece, of) in pieces.0.iter().enumerate() {
        for (block, part) in of.parts.iter().enumerate() {
            if let Part::Block(origin) = part
                && places.insert(*origin, (piece, block)).is_some()
            {
                return Err(format!("{origin} is in the pieces twice"));
            }
        }
    }
    let start = pieces.resolve(0, pieces.0[0].rows.entry)?;
    if start.2 != cfg.entry() {
        return Err(format!("the first piece begins with {}", start.2));
    }
    let mut seen = vec![start];
    let mut done = 0;
    let mut reached = vec![false; cfg.block_count()];
    reached[cfg.entry().index()] = true;
    while let Some(&(piece, block, origin)) = seen.get(done) {
        done += 1;
        let (exit, arms) = &pieces.0[piece].rows.blocks[block];
        if (*exit, arms.len()) != (cfg.exit(origin), cfg.successors(origin).len()) {
            return Err(format!(
                "{origin} has the exit {exit} and {} arms",
                arms.len()
            ));
        }
        for (edge, &arm) in cfg.edges(origin).zip(arms) {
            let next = pieces.resolve(piece, arm)?;
            if next.2 != cfg.target(edge) {
                return Err(format!("{edge} leads to {}", next.2));
            }
            if !std::mem::replace(&mut reached[next.2.index()], true) {
                seen.push(next);
            }
        }
    }
    match places.keys().find(|block| !reached[block.index()]) {
        Some(block) => Err(format!("nothing leads to {block}")),
        None => Ok(()),
    }
}
