//! Irreducible parts become functions that call each other in tail position.
//!
//! *Needs:* any [`Cfg`]; a target with tail calls.
//! *Gives:* [`Outline`]: several graphs, each reducible, with stubs for the calls.
//! *Cost:* O((V + E) d), not counting dominators, where d is the nesting depth of multi-entry loops
//! or O(log (V + E)), see [effort](super::effort). No block is copied.
//! *Source:* the idea to turn parts of irreducible control flow into functions and their gotos into
//! tail calls is from [Gaster08]; the partition is new.
//! *Limits:* passing values that are live across a call is left to the host: the parameters of a
//! piece are the values that are live into its head. A call cannot lead into the middle of a
//! function, so the blocks after an irreducible loop become a function too, unless only one piece
//! leads there.
//!
//! ## The partition
//! A *head* is the entry of the graph or an entry of a multi-entry loop. Put a root above the graph
//! that leads to all heads. The blocks that the root immediately dominates become heads as well
//! (control from several pieces meets there). A *piece* is a head with all blocks that it
//! dominates. An edge between two pieces leads to a head, so it is a call of a whole piece; an edge
//! back to the head of the same piece stays a loop. If a piece still has a multi-entry loop, it is
//! divided in the same way. Each time, the entries of the loop get pieces of their own, so the
//! division ends, and every remaining loop has one entry.
//!
//! ```text
//! before                 after: three functions
//! x -> l | r             x: x -> call l | call r
//! l -> r                 l: l -> call r
//! r -> l | end           r: r -> call l | end;  end -> return
//! end -> return
//! ```

use super::Reducible;
use super::draft::Draft;
use super::effort::Effort;
use super::region::{Below, Region};
use super::tangle::Inside;
use crate::analysis::{Order, first_met};
use crate::cfg::{Cfg, CfgBuilder, Exit};
use crate::ids::{BlockId, Edge, Id, IdMap};
use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// A graph divided into functions that tail-call each other.
///
/// - **O1** Every reachable block is in exactly one piece, once; the entry of the input is the
///   entry of the first piece.
/// - **O2** An arm of a block leads to its target in the input, or to a stub that calls the piece
///   whose entry is this target.
/// - **O3** A stub has no arms, and calls a piece other than its own.
/// - **O4** Every piece is reducible, and all its blocks are reachable from its entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outline {
    pieces: Vec<Piece>,
}

/// One function: its graph, and the meaning of its blocks.
///
/// The graph, and programs made from it, have block ids of their own. A block keeps its exit, the
/// order of its arms, and the hints. A stub is a block that returns: where it runs, the host makes
/// the call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    graph: Reducible,
    parts: IdMap<BlockId, Part>,
}

/// The meaning of a block of a piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Part {
    /// This block of the input.
    Block(BlockId),
    /// A tail call of the piece with this number.
    Call(u32),
}

impl Outline {
    /// Gives the functions. The first one is called from outside; the others follow in the
    /// canonical order of their heads.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }
}

impl Piece {
    /// Gives the graph. Its entry is the head.
    pub fn graph(&self) -> &Reducible {
        &self.graph
    }

    /// Gives the meaning of a block of the graph.
    pub fn part(&self, block: BlockId) -> Part {
        self.parts[block]
    }
}

/// Divides `cfg` into functions without multi-entry loops.
///
/// Total: it succeeds for every graph. A reducible graph is one piece. Unreachable blocks are in no
/// piece.
///
/// ```
/// use unsnarl::reduce::{self, Part};
/// use unsnarl::text;
///
/// let graph = text::read("x -> l | r\nl -> r\nr -> l | end\nend -> return", text::Notation::Cfg)?;
/// let outline = reduce::outline(&graph.cfg);
/// let [x, l, r] = outline.pieces() else { unreachable!() };
/// let called = |piece: &reduce::Piece| {
///     let blocks = piece.graph().cfg().blocks();
///     blocks.filter(|&block| matches!(piece.part(block), Part::Call(_))).count()
/// };
/// assert_eq!([called(x), called(l), called(r)], [2, 1, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn outline(cfg: &Cfg) -> Outline {
    let order = Order::new(cfg);
    let mut groups = divide(cfg, &order);
    groups.sort_unstable_by_key(|group| order.position(group[0]));
    let mut homes = IdMap::filled(cfg.block_count(), Home { piece: 0, place: 0 });
    for (piece, group) in (0..).zip(&groups) {
        for (place, &block) in (0..).zip(group) {
            homes[block] = Home { piece, place };
        }
    }
    let pieces = groups.iter().map(|group| piece(cfg, group, &homes));
    Outline {
        pieces: pieces.collect(),
    }
}

/// The location of a block.
#[derive(Clone, Copy)]
struct Home {
    piece: u32,
    place: u32,
}

/// Gives the blocks of each piece, the head first and the others in canonical order.
fn divide(cfg: &Cfg, order: &Order) -> Vec<Vec<BlockId>> {
    let draft = Draft::new(cfg);
    let met = first_met(cfg);
    let mut places = Vec::new();
    let mut groups = Vec::new();
    let mut effort = Effort::of(cfg);
    let mut work = VecDeque::from([order.blocks().to_vec()]);
    while let Some(blocks) = work.pop_front() {
        let below = Below {
            blocks,
            ways_in: Vec::new(),
        };
        let mut region = Region::new(&draft, &below, &mut places, &met);
        effort.spend(&mut region, &draft, &met);
        let blocks = below.blocks;
        if region.loops().is_empty() {
            groups.push(blocks);
            continue;
        }
        let entries = region.loops().iter().flat_map(|around| &around.entries);
        let entered = entries.map(|&at| region.block(at)).chain([blocks[0]]);
        let heads = Inside::new(&draft, &blocks, entered, &mut places).heads();
        let mut by_head = alloc::vec![Vec::new(); blocks.len()];
        for (&block, &head) in blocks.iter().zip(&heads) {
            by_head[head as usize].push(block);
        }
        work.extend(by_head.into_iter().filter(|group| !group.is_empty()));
    }
    groups
}

/// Makes the graph of a piece: its blocks, and after them a stub for each piece that it calls.
fn piece(cfg: &Cfg, group: &[BlockId], homes: &IdMap<BlockId, Home>) -> Piece {
    let own = homes[group[0]].piece;
    let mut called: Vec<u32> = (group.iter().flat_map(|&block| cfg.successors(block)))
        .map(|&to| homes[to].piece)
        .filter(|&piece| piece != own)
        .collect();
    called.sort_unstable();
    called.dedup();
    let lead = |to: &BlockId| {
        let home = homes[*to];
        let stub = |piece| called.binary_search(&piece).map(|at| group.len() + at);
        BlockId::new(match stub(home.piece) {
            Ok(stub) => stub,
            Err(_) => home.place as usize,
        })
    };
    let mut builder = CfgBuilder::new();
    for &block in group {
        let copy = builder.block(cfg.exit(block), cfg.successors(block).iter().map(lead));
        builder.size(copy, cfg.size(block));
        if cfg.only_decides(block) {
            builder.only_decides(copy);
        }
        for edge in cfg.edges(block) {
            let twin = Edge {
                block: copy,
                ..edge
            };
            builder.weight(twin, cfg.weight(edge));
            if !cfg.is_empty_edge(edge) {
                builder.nonempty(twin);
            }
        }
    }
    for _ in &called {
        builder.block(Exit::Return, []);
    }
    let graph = builder.build(BlockId::new(0));
    let graph = graph.expect("arms lead to blocks of the piece or to stubs");
    let parts = group.iter().map(|&block| Part::Block(block));
    Piece {
        graph: Reducible::test(&graph).expect("entries of multi-entry loops head their pieces"),
        parts: parts
            .chain(called.iter().map(|&piece| Part::Call(piece)))
            .collect(),
    }
}
