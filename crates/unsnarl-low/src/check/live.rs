//! Which registers something still needs where a block is entered.
//!
//! *Needs:* a [`Function`]. *Gives:* [`Needed`]. *Cost:* the sum over all registers of the blocks
//! in which they are live.
//!
//! Facts about other registers are not kept: no path will ask for them.

use unsnarl::{BlockId, Id};

use crate::machine::{Function, Reg};

/// By block: the registers that are live where it is entered, its parameters too.
#[derive(Debug)]
pub struct Needed {
    blocks: Vec<Vec<Reg>>,
}

impl Needed {
    /// Finds the live registers of a function, from each use up to the definition.
    pub fn new(function: &Function) -> Self {
        let mut home: Vec<Option<BlockId>> = vec![None; function.reg_count()];
        let mut predecessors: Vec<Vec<BlockId>> = vec![Vec::new(); function.block_count()];
        for &block in function.order() {
            let contents = function.block(block);
            let results = contents
                .insts()
                .flat_map(|inst| function.inst(inst).results());
            results.for_each(|reg| home[reg.index()] = Some(block));
            for edge in function.different_edges(block) {
                predecessors[edge.to.index()].push(block);
            }
        }
        // A use is on entry to a block, or within it, where a definition in it comes before.
        let mut uses: Vec<(Reg, BlockId)> = Vec::new();
        for &block in function.order() {
            let mut add = |reg: Reg| {
                if !function.is_rematerialised(reg) && home[reg.index()] != Some(block) {
                    uses.push((reg, block));
                }
            };
            for inst in function.block(block).insts() {
                function.operands(inst).iter().for_each(|&reg| add(reg));
            }
            function
                .exit_operands(block)
                .iter()
                .for_each(|&reg| add(reg));
            for edge in function.different_edges(block) {
                function.arguments(edge).iter().for_each(|&reg| add(reg));
            }
        }
        for &block in function.order() {
            for &parameter in &function.block(block).parameters {
                home[parameter.index()] = Some(block);
            }
        }
        uses.sort_unstable();
        uses.dedup();
        let mut blocks: Vec<Vec<Reg>> = vec![Vec::new(); function.block_count()];
        let mut stack: Vec<BlockId> = Vec::new();
        for (reg, block) in uses {
            stack.push(block);
            while let Some(block) = stack.pop() {
                // Registers come in order, so that one that is known here is the last.
                if blocks[block.index()].last() == Some(&reg) {
                    continue;
                }
                blocks[block.index()].push(reg);
                if home[reg.index()] != Some(block) {
                    let before = predecessors[block.index()].iter().copied();
                    stack.extend(before.filter(|&before| {
                        home[reg.index()] != Some(before)
                            || function.block(before).parameters.contains(&reg)
                    }));
                }
            }
        }
        Needed { blocks }
    }

    /// Tells whether something needs a register where a block is entered.
    pub fn has(&self, block: BlockId, reg: Reg) -> bool {
        self.blocks[block.index()].binary_search(&reg).is_ok()
    }
}
