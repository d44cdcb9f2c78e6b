//! Returns of constants: where one block returns for many, what comes with a constant returns by itself.
//!
//! ```text
//! a: br b                              a: ret i32 -2
//! c: br b                              c: br b
//! b: %x = phi [-2, a], [%y, c]    →    b: %x = phi [%y, c]
//!    ret i32 %x                           ret i32 %x
//! ```
//! *Needs:* a function. *Gives:* the changed function, if anything is gained.
//! *Cost:* linear in the blocks, beside the copy of the function.
//! *Source:* what LLVM's back ends do by duplicating tails; its middle end joins all returns before.
//!
//! Setting a local and jumping takes three bytes more than returning, and the jump may need a scope. A function with a
//! frame is left alone, because every return undoes the frame. The graph that is proved is the changed one.

use unsnarl_ir::{Block, BlockId, Function, Operand, Terminator};

/// Gives constants returns of their own.
pub(crate) fn spread(function: &Function) -> Option<Function> {
    let mut changed: Option<Function> = None;
    for (id, block) in function.blocks.pairs() {
        for (from, constant) in constants(block) {
            let function = changed.get_or_insert_with(|| function.clone());
            let own = function.blocks.push(Block {
                name: function.blocks[id].name,
                phis: Vec::new(),
                insts: Vec::new(),
                terminator: Terminator::Return(Some(constant)),
                origin: function.blocks[id].origin,
                terminator_origin: function.blocks[id].terminator_origin,
            });
            function.blocks[from].terminator.redirect(id, own);
            let phis = &mut function.blocks[id].phis;
            phis.iter_mut()
                .for_each(|phi| phi.incoming.retain(|&(block, _)| block != from));
        }
    }
    changed
}

/// The predecessors of a block that only returns, if they bring a constant, each with it.
fn constants(block: &Block) -> Vec<(BlockId, Operand)> {
    let Terminator::Return(Some(Operand::Value(value))) = block.terminator else {
        return Vec::new();
    };
    let phi = block.phis.iter().find(|phi| phi.result == value);
    let Some(phi) = phi.filter(|_| block.insts.is_empty()) else {
        return Vec::new();
    };
    let constants = phi
        .incoming
        .iter()
        .copied()
        .filter(|(_, operand)| matches!(operand, Operand::Const(_)));
    let found: Vec<(BlockId, Operand)> = constants.collect();
    // The last way in keeps the block.
    let kept = usize::from(found.len() == phi.incoming.len());
    found.into_iter().skip(kept).collect()
}
