//! Making and changing functions.

use unsnarl::{BlockId, Id};

use super::{Block, Edge, Exit, Function, Inst, InstId, Number, Reg, RegData, Row, Source};
use crate::op::Op;
use crate::op::effect::{Effect, Traps};
use crate::op::memory::AddressWidths;
use crate::symbol::Signature;
use crate::types::Type;

/// Why numbers of registers, instructions and operands have 32 bits.
const FITS: &str = "readers refuse inputs of 4 GiB";

/// Making a function: blocks are filled one after the other, and edges are added when all registers
/// are known.
impl Function {
    /// Makes a function of `blocks` blocks without code, whose addresses have 32 bits.
    pub fn new(signature: Signature, blocks: usize) -> Self {
        Function::with_widths(signature, blocks, AddressWidths::default())
    }

    /// Makes a function of `blocks` blocks without code, whose addresses are this wide.
    pub fn with_widths(signature: Signature, blocks: usize, widths: AddressWidths) -> Self {
        Function {
            signature,
            widths,
            blocks: vec![Block::default(); blocks],
            ..Function::default()
        }
    }

    /// Adds a register.
    pub fn add_reg(&mut self, ty: Type, source: Source) -> Reg {
        self.regs.push(RegData { ty, source });
        Reg(u32::try_from(self.regs.len() - 1).expect(FITS))
    }

    /// The register of a constant, one for all its uses.
    pub fn number(&mut self, number: Number) -> Reg {
        if let Some(&reg) = self.numbers.get(&number) {
            return reg;
        }
        let ty = number.ty(self.address_width());
        let reg = self.add_reg(ty, Source::Number(number));
        self.numbers.insert(number, reg);
        reg
    }

    /// The register of an address in the frame, one for all its uses.
    pub fn frame_address(&mut self, offset: u32) -> Reg {
        if let Some(&reg) = self.frame_addresses.get(&offset) {
            return reg;
        }
        let ty = self.address_width().int();
        let reg = self.add_reg(ty, Source::Frame(offset));
        self.frame_addresses.insert(offset, reg);
        reg
    }

    /// Adds a block without code, and gives it.
    pub fn add_block(&mut self) -> BlockId {
        self.blocks.push(Block::default());
        BlockId::new(self.blocks.len() - 1)
    }

    /// Adds a parameter to a block.
    pub fn add_parameter(&mut self, block: BlockId, ty: Type) -> Reg {
        let reg = self.add_reg(ty, Source::BlockParameter);
        self.blocks[block.index()].parameters.push(reg);
        reg
    }

    /// Starts a block: what is pushed from now on is in it, until the next one starts.
    pub fn start(&mut self, block: BlockId) {
        let at = u32::try_from(self.insts.len()).expect(FITS);
        self.blocks[block.index()].insts = Row { start: at, end: at };
        self.order.push(block);
    }

    /// The instruction that is pushed next.
    pub fn next_inst(&self) -> InstId {
        InstId(u32::try_from(self.insts.len()).expect(FITS))
    }

    /// Adds an instruction to the block that was started last, and gives its results.
    pub fn push(&mut self, op: Op, effect: Effect, operands: &[Reg], results: &[Type]) -> Vec<Reg> {
        let id = u32::try_from(self.insts.len()).expect(FITS);
        let operands = row(&mut self.operands, operands);
        let first_result = u32::try_from(self.regs.len()).expect(FITS);
        let add = |&ty| self.add_reg(ty, Source::Inst(InstId(id)));
        let regs: Vec<Reg> = results.iter().map(add).collect();
        self.insts.push(Inst {
            op,
            effect,
            traps: Traps::Undefined,
            operands,
            first_result,
            results: u32::try_from(regs.len()).expect(FITS),
        });
        if let Some(&block) = self.order.last() {
            self.blocks[block.index()].insts.end = id + 1;
        }
        regs
    }

    /// Ends the block that was started last. Its edges are [added](Function::add_edge) in the order
    /// of its slots.
    pub fn finish(&mut self, exit: Exit, operands: &[Reg]) {
        let operands = row(&mut self.ends, operands);
        if let Some(&block) = self.order.last() {
            let block = &mut self.blocks[block.index()];
            block.exit = exit;
            block.operands = operands;
        }
    }

    /// Adds the next edge out of a block.
    pub fn add_edge(&mut self, from: BlockId, to: BlockId, arguments: &[Reg]) -> Edge {
        let arguments = row(&mut self.ends, arguments);
        self.add_parallel_edge(from, Edge { to, arguments })
    }

    /// Adds one more edge out of a block, with the target and the arguments of another.
    pub fn add_parallel_edge(&mut self, from: BlockId, edge: Edge) -> Edge {
        self.blocks[from.index()].edges.push(edge);
        edge
    }
}

/// Changing a function.
impl Function {
    /// Changes the operation and the operands of an instruction; effect and results stay.
    pub fn replace(&mut self, inst: InstId, op: Op, operands: &[Reg]) {
        let operands = row(&mut self.operands, operands);
        let inst = &mut self.insts[inst.index()];
        inst.op = op;
        inst.operands = operands;
    }

    /// Changes an operation that has one result, and the type of that.
    pub fn retype(&mut self, inst: InstId, op: Op, ty: Type) {
        let inst = &mut self.insts[inst.index()];
        inst.op = op;
        self.regs[inst.first_result as usize].ty = ty;
    }

    /// Makes an instruction dead whose effect is no longer needed.
    pub fn remove(&mut self, inst: InstId) {
        self.insts[inst.index()].effect = Effect::Pure;
    }

    /// Says what an instruction does besides computing its results.
    pub fn set_effect(&mut self, inst: InstId, effect: Effect, traps: Traps) {
        let inst = &mut self.insts[inst.index()];
        inst.effect = effect;
        inst.traps = traps;
    }

    /// Replaces the operands of an instruction, by register.
    pub fn replace_operands(&mut self, inst: InstId, to: &[Reg]) {
        let operands = self.insts[inst.index()].operands.range();
        for reg in &mut self.operands[operands] {
            *reg = to[reg.index()];
        }
    }

    /// Replaces what exits and edges read, by register.
    pub fn replace_ends(&mut self, to: &[Reg]) {
        for reg in &mut self.ends {
            *reg = to[reg.index()];
        }
    }

    /// Reads another register in a block: in its instructions, its exit, and on its edges.
    pub(crate) fn rename(&mut self, block: BlockId, from: Reg, to: Reg) {
        let change = |regs: &mut [Reg]| {
            let own = regs.iter_mut().filter(|reg| **reg == from);
            own.for_each(|reg| *reg = to);
        };
        let own = &self.blocks[block.index()];
        for inst in own.insts() {
            change(&mut self.operands[self.insts[inst.index()].operands.range()]);
        }
        change(&mut self.ends[own.operands.range()]);
        for edge in &own.edges {
            change(&mut self.ends[edge.arguments.range()]);
        }
    }

    /// Adds an argument to the edges out of a block to those targets that take one more.
    pub(crate) fn add_arguments(&mut self, from: BlockId, last: impl Fn(BlockId) -> Option<Reg>) {
        let old = self.blocks[from.index()].edges.clone();
        for (slot, edge) in old.iter().enumerate() {
            let Some(last) = last(edge.to) else {
                continue;
            };
            let known = old[..slot].iter().position(|known| known == edge);
            self.blocks[from.index()].edges[slot] = match known {
                Some(known) => self.blocks[from.index()].edges[known],
                None => {
                    let mut arguments = self.ends[edge.arguments.range()].to_vec();
                    arguments.push(last);
                    let arguments = row(&mut self.ends, &arguments);
                    Edge { arguments, ..*edge }
                }
            };
        }
    }

    /// Replaces how a block ends; its edges stay.
    pub fn set_exit(&mut self, block: BlockId, exit: Exit, operands: &[Reg]) {
        let operands = row(&mut self.ends, operands);
        let block = &mut self.blocks[block.index()];
        block.exit = exit;
        block.operands = operands;
    }

    /// Adds a reachable block that only takes an edge, and gives it.
    pub fn add_jump(&mut self, edge: Edge) -> BlockId {
        let id = BlockId::new(self.blocks.len());
        self.blocks.push(Block {
            exit: Exit::Jump,
            edges: vec![edge],
            ..Block::default()
        });
        self.order.push(id);
        id
    }

    /// Leads an edge to a block without parameters.
    pub fn redirect(&mut self, from: BlockId, slot: usize, to: BlockId) {
        let arguments = Row::default();
        self.blocks[from.index()].edges[slot] = Edge { to, arguments };
    }

    /// Cuts a block before one of its instructions, and gives the block with the rest, which the
    /// first one jumps to. It has no place in the [order](Function::set_order) yet.
    pub(crate) fn cut(&mut self, block: BlockId, before: InstId) -> BlockId {
        let id = BlockId::new(self.blocks.len());
        let first = &mut self.blocks[block.index()];
        let end = std::mem::replace(&mut first.insts.end, before.0);
        let rest = Block {
            parameters: Vec::new(),
            exit: std::mem::replace(&mut first.exit, Exit::Jump),
            insts: Row {
                start: before.0,
                end,
            },
            operands: std::mem::take(&mut first.operands),
            edges: std::mem::take(&mut first.edges),
        };
        self.blocks.push(rest);
        self.add_edge(block, id, &[]);
        id
    }

    /// Replaces the order of the reachable blocks.
    pub fn set_order(&mut self, order: Vec<BlockId>) {
        self.order = order;
    }
}

/// Breaking a function.
#[cfg(test)]
impl Function {
    /// A block, to break the rules of its parameters.
    pub(crate) fn block_mut(&mut self, block: BlockId) -> &mut Block {
        &mut self.blocks[block.index()]
    }
}

/// Appends a row to a pool.
fn row(pool: &mut Vec<Reg>, regs: &[Reg]) -> Row {
    let start = u32::try_from(pool.len()).expect(FITS);
    pool.extend_from_slice(regs);
    let end = u32::try_from(pool.len()).expect(FITS);
    Row { start, end }
}
