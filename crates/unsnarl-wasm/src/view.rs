//! The graph that is structured: that of a function, with edges of equal parallel copies merged.
//!
//! ```text
//! a: br %c, b, d                       a: br %c, n, d
//! d: br %e, b, f                       d: br %e, n, f
//!                                      n: jump b, with the copies
//! ```
//! *Needs:* a function after registers have [`Locals`], because only then is it known which edges
//! still copy something.
//! *Gives:* [`View`]: a graph, and for each of its edges the copies that are left. The function
//! does not change.
//! *Cost:* linear in the copies on edges.
//! *Source:* merging is the reverse of splitting critical edges.
//!
//! A conditional jump along an edge without copies is one instruction; with copies it is an `if`
//! around the copies and the jump. Where several conditional jumps make the same copies, one merge
//! block makes them for all. Forward edges and back edges are never merged with each other, so that
//! loops keep their shape.

use foldhash::HashMap;

use unsnarl::{BlockId, Cfg, CfgBuilder, CfgError, Id};
use unsnarl_low::trees::Trees;
use unsnarl_low::{Edge, Exit, Function, Reg, Type};

use crate::locals::edge::{copies_left, moves};
use crate::locals::{Locals, Web};
use crate::places::Places;

/// The graph that is structured.
#[derive(Debug)]
pub(crate) struct View {
    /// Its first blocks are those of the function, with the same slots; merge blocks follow.
    pub(crate) cfg: Cfg,
    /// By edge, in the order of [`Cfg::edge_index`]: its copies.
    copies: Vec<Vec<(Web, Reg)>>,
    /// By merge block: the block that it leads to.
    merges: Vec<BlockId>,
}

impl View {
    /// Makes the graph of a function.
    pub(crate) fn new(
        function: &Function,
        trees: &Trees,
        locals: &Locals,
        places: Option<&Places>,
    ) -> Result<Self, CfgError> {
        let merges = Merges::new(function, trees, locals, places);
        let is_pad = |block| places.is_some_and(|places| places.pad(block).is_some());
        let mut builder = CfgBuilder::new();
        let mut copies = Vec::new();
        for index in 0..function.block_count() {
            let id = BlockId::new(index);
            let block = function.block(id);
            let targets = block.edges().iter().map(|&edge| merges.target(id, edge));
            builder.block(exit_of(&block.exit), targets);
            let size = trees.block(id).len().max(1);
            builder.size(id, u32::try_from(size).unwrap_or(u32::MAX));
            for (slot, &edge) in block.edges().iter().enumerate() {
                let is_live = |&reg: &Reg| trees.is_live(reg);
                if function.brought(edge).iter().any(is_live) {
                    builder.nonempty(unsnarl::Edge::new(id, slot));
                }
                let mut own = match merges.target(id, edge) == edge.to {
                    true => moves(function, trees, locals, edge),
                    false => Vec::new(),
                };
                // What an exception is a place of is in no local.
                own.retain(|&(_, from)| places.is_none() || function.ty(from) != Type::ExnRef);
                if !own.is_empty() || is_pad(edge.to) {
                    builder.nonempty(unsnarl::Edge::new(id, slot));
                }
                copies.push(own);
            }
        }
        for (number, merge) in merges.blocks.iter().enumerate() {
            let id = BlockId::new(function.block_count() + number);
            builder.block(unsnarl::Exit::Jump, [merge.to]);
            builder.size(id, 1);
            builder.nonempty(unsnarl::Edge::new(id, 0));
            let own = merge.copies.iter();
            copies.push(own.map(|&(to, from)| (locals.get(to), from)).collect());
        }
        Ok(View {
            cfg: builder.build(BlockId::new(0))?,
            copies,
            merges: merges.blocks.iter().map(|merge| merge.to).collect(),
        })
    }

    /// The parallel copies on an edge: each web with its source register.
    pub(crate) fn copies(&self, edge: unsnarl::Edge) -> &[(Web, Reg)] {
        &self.copies[self.cfg.edge_index(edge)]
    }

    /// The block of the function that a block is, or that a merge block leads to.
    pub(crate) fn origin(&self, block: BlockId) -> BlockId {
        let own = self.cfg.block_count() - self.merges.len();
        match block.index().checked_sub(own) {
            Some(merge) => self.merges[merge],
            None => block,
        }
    }
}

/// The graph of a function as it is, without merge blocks.
pub(crate) fn graph(function: &Function) -> Result<Cfg, CfgError> {
    let mut builder = CfgBuilder::new();
    for index in 0..function.block_count() {
        let block = function.block(BlockId::new(index));
        let targets = block.edges().iter().map(|edge| edge.to);
        builder.block(exit_of(&block.exit), targets);
    }
    builder.build(BlockId::new(0))
}

/// How a block of the graph ends.
fn exit_of(exit: &Exit) -> unsnarl::Exit {
    match exit {
        Exit::Return | Exit::TailCall(_) => unsnarl::Exit::Return,
        Exit::Unreachable => unsnarl::Exit::Unreachable,
        Exit::Jump => unsnarl::Exit::Jump,
        Exit::Branch => unsnarl::Exit::Branch,
        Exit::Switch(_) | Exit::Call(..) => unsnarl::Exit::Switch,
    }
}

/// Edges into one block with equal copies: the copies, and the blocks that the edges leave.
struct Merge {
    to: BlockId,
    copies: Vec<(Reg, Reg)>,
    from: Vec<(BlockId, Edge)>,
}

/// The target of an edge, and whether it is a back edge.
type Arrival = (BlockId, bool);

/// The merge blocks of a function.
struct Merges {
    blocks: Vec<Merge>,
    /// Where edges lead in place of their targets, by the block that they leave.
    targets: HashMap<(BlockId, Edge), BlockId>,
}

impl Merges {
    fn new(function: &Function, trees: &Trees, locals: &Locals, places: Option<&Places>) -> Self {
        let is_pad = |block| places.is_some_and(|places| places.pad(block).is_some());
        let mut place = vec![0; function.block_count()];
        for (position, block) in function.order().iter().enumerate() {
            place[block.index()] = position;
        }
        let mut groups: Vec<Merge> = Vec::new();
        let mut known: HashMap<(Arrival, Vec<(Reg, Reg)>), usize> = HashMap::default();
        for &from in function.order() {
            for edge in function.different_edges(from) {
                let copies = copies_left(function, trees, locals, edge);
                let copies: Vec<(Reg, Reg)> = copies.collect();
                // What an edge brings besides is kept before its copies are made.
                let is_brought = !function.brought(edge).is_empty();
                if copies.is_empty() || is_brought || is_pad(edge.to) {
                    continue;
                }
                let to = edge.to;
                let is_back_edge = place[from.index()] >= place[to.index()];
                let group = *known
                    .entry(((to, is_back_edge), copies))
                    .or_insert_with_key(|(_, copies)| {
                        groups.push(Merge {
                            to,
                            copies: copies.clone(),
                            from: Vec::new(),
                        });
                        groups.len() - 1
                    });
                groups[group].from.push((from, edge));
            }
        }
        groups.retain(|group| {
            let from = group.from.iter();
            let decides = from.filter(|(from, _)| function.block(*from).exit != Exit::Jump);
            decides.count() > 1
        });
        groups.sort_by_key(|group| {
            (
                place[group.to.index()],
                group.from.iter().map(|&(from, _)| from).min(),
            )
        });
        let mut targets = HashMap::default();
        for (number, group) in groups.iter().enumerate() {
            let merge = BlockId::new(function.block_count() + number);
            targets.extend(group.from.iter().map(|&leaving| (leaving, merge)));
        }
        Merges {
            blocks: groups,
            targets,
        }
    }

    /// Where an edge out of a block leads.
    fn target(&self, from: BlockId, edge: Edge) -> BlockId {
        let target = self.targets.get(&(from, edge)).copied();
        target.unwrap_or(edge.to)
    }
}
