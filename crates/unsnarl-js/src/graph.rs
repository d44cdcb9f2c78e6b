//! The graph of a function that is structured.
//!
//! *Needs:* a function whose registers have [`Locals`]: only then is it known which edges still copy
//! something. *Gives:* a graph, and the copies on its edges. *Cost:* linear in the edges.

use unsnarl::{BlockId, Cfg, CfgBuilder, CfgError, Id};
use unsnarl_low::locals::Locals;
use unsnarl_low::locals::edge::copies_left;
use unsnarl_low::trees::Trees;
use unsnarl_low::{Edge, Exit, Function, Reg};

/// The graph of a function.
pub(crate) struct Graph {
    pub(crate) cfg: Cfg,
    /// By edge, in the order of [`Cfg::edge_index`]: its copies.
    pub(crate) copies: Vec<Vec<(Reg, Reg)>>,
}

impl Graph {
    pub(crate) fn new(code: &Function, trees: &Trees, locals: &Locals) -> Result<Graph, CfgError> {
        let mut builder = CfgBuilder::new();
        let mut copies = Vec::new();
        for index in 0..code.block_count() {
            let id = BlockId::new(index);
            let block = code.block(id);
            builder.block(
                exit_of(&block.exit),
                block.edges().iter().map(|edge| edge.to),
            );
            let size = trees.block(id).len().max(1);
            builder.size(id, u32::try_from(size).unwrap_or(u32::MAX));
            for (slot, &edge) in block.edges().iter().enumerate() {
                let own: Vec<(Reg, Reg)> = copies_left(code, trees, locals, edge).collect();
                if !own.is_empty() || live_brought(code, trees, edge).next().is_some() {
                    builder.nonempty(unsnarl::Edge::new(id, slot));
                }
                copies.push(own);
            }
        }
        Ok(Graph {
            cfg: builder.build(BlockId::new(0))?,
            copies,
        })
    }

    /// The copies on an edge: each parameter with its source.
    pub(crate) fn copies(&self, edge: unsnarl::Edge) -> &[(Reg, Reg)] {
        &self.copies[self.cfg.edge_index(edge)]
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
