//! The graph of a function that is structured.
//!
//! *Needs:* a function whose registers have [`Locals`]: only then is it known which edges still
//! copy something.
//! *Gives:* a graph whose parallel edges do the same, and what its edges copy.
//! *Cost:* linear in the edges.

use std::collections::HashMap;

use unsnarl::{BlockId, Cfg, CfgBuilder, CfgError, Id};
use unsnarl_low::locals::Locals;
use unsnarl_low::locals::edge::copies_left;
use unsnarl_low::trees::Trees;
use unsnarl_low::{Edge, Exit, Function, Reg};

/// The graph of a function.
pub(crate) struct Graph {
    /// Its first blocks are those of the function, with the same slots. Then there are blocks for
    /// edges that differ in what they copy, and lead from one block to one other.
    pub(crate) cfg: Cfg,
    /// By edge, in the order of [`Cfg::edge_index`]: the edge of the function whose copies it
    /// makes.
    makes: Vec<Option<Edge>>,
}

impl Graph {
    pub(crate) fn new(code: &Function, trees: &Trees, locals: &Locals) -> Result<Graph, CfgError> {
        let mut builder = CfgBuilder::new();
        let mut makes = Vec::new();
        let mut apart: Vec<Edge> = Vec::new();
        let does = |edge: Edge| {
            copies_left(code, trees, locals, edge).next().is_some()
                || live_brought(code, trees, edge).next().is_some()
        };
        for index in 0..code.block_count() {
            let id = BlockId::new(index);
            let block = code.block(id);
            // Of the edges to one block the first one stays, and those that are equal to it.
            let mut first: HashMap<BlockId, Edge> = HashMap::new();
            let mut own: HashMap<Edge, BlockId> = HashMap::new();
            let mut targets = Vec::new();
            for &edge in block.edges() {
                let stays = *first.entry(edge.to).or_insert(edge) == edge;
                targets.push(match stays {
                    true => edge.to,
                    false => *own.entry(edge).or_insert_with(|| {
                        apart.push(edge);
                        BlockId::new(code.block_count() + apart.len() - 1)
                    }),
                });
            }
            builder.block(exit_of(&block.exit), targets.iter().copied());
            let size = trees.block(id).len().max(1);
            builder.size(id, u32::try_from(size).unwrap_or(u32::MAX));
            for (slot, (&edge, &target)) in block.edges().iter().zip(&targets).enumerate() {
                let stays = target == edge.to;
                if stays && does(edge) {
                    builder.nonempty(unsnarl::Edge::new(id, slot));
                }
                makes.push(stays.then_some(edge));
            }
        }
        for (number, &edge) in apart.iter().enumerate() {
            let id = BlockId::new(code.block_count() + number);
            builder.block(unsnarl::Exit::Jump, [edge.to]);
            if does(edge) {
                builder.nonempty(unsnarl::Edge::new(id, 0));
            }
            makes.push(Some(edge));
        }
        Ok(Graph {
            cfg: builder.build(BlockId::new(0))?,
            makes,
        })
    }

    /// The edge of the function whose copies an edge makes.
    pub(crate) fn makes(&self, edge: unsnarl::Edge) -> Option<Edge> {
        self.makes[self.cfg.edge_index(edge)]
    }
}

/// What an edge brings besides its copies that is read: each with its place among all.
pub(crate) fn live_brought<'a>(
    code: &'a Function,
    trees: &'a Trees,
    edge: Edge,
) -> impl Iterator<Item = (usize, Reg)> + 'a {
    let brought = code.brought(edge).iter().copied().enumerate();
    brought.filter(|&(_, reg)| trees.is_live(reg))
}

fn exit_of(exit: &Exit) -> unsnarl::Exit {
    match exit {
        Exit::Return | Exit::TailCall(_) => unsnarl::Exit::Return,
        Exit::Unreachable => unsnarl::Exit::Unreachable,
        Exit::Jump => unsnarl::Exit::Jump,
        Exit::Branch => unsnarl::Exit::Branch,
        Exit::Switch(_) | Exit::Call(..) => unsnarl::Exit::Switch,
    }
}
