//! Copying blocks from one function to another.
//!
//! *Gives:* [`Copier`], which renames blocks and registers.
//! *Cost:* linear in what is copied.
//!
//! In a part, an address in the frame is a sum of the address that the caller passes. It is
//! computed where a block first needs it.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use unsnarl::BlockId;

use crate::machine::{Copied, Exit, Function, InstId, Number, Reg, Source};
use crate::op::Op;
use crate::op::effect::Effect;
use crate::op::int::IntBinary;
use crate::opt::origins::Origins;
use crate::types::Type;

/// Where blocks of the copied function go on.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    /// By block: its copy, or what stands for it.
    pub(super) blocks: HashMap<BlockId, BlockId, FixedState>,
    /// The block that stands for a return, if returns become jumps.
    pub(super) returns: Option<BlockId>,
}

/// Copies blocks of a function.
pub(super) struct Copier<'f> {
    from: &'f Function,
    pub(super) to: Function,
    pub(super) places: Places,
    /// The new register of each that has one.
    pub(super) regs: HashMap<Reg, Reg, FixedState>,
    /// Where the copies come from.
    pub(super) origins: Origins,
    /// The address of the caller's frame, if that is used.
    pub(super) frame: Option<Reg>,
    /// The sums of that and a distance in the block that was started last.
    addresses: HashMap<u32, Reg, FixedState>,
}

impl<'f> Copier<'f> {
    pub(super) fn new(from: &'f Function, to: Function, places: Places) -> Copier<'f> {
        Copier {
            from,
            to,
            places,
            regs: HashMap::default(),
            origins: Origins::default(),
            frame: None,
            addresses: HashMap::default(),
        }
    }

    /// The new name of a block.
    pub(super) fn place(&self, block: BlockId) -> BlockId {
        let place = self.places.blocks.get(&block);
        *place.expect("edges of copied blocks have targets")
    }

    /// Starts the copy of a block, and gives it its parameters.
    pub(super) fn start(&mut self, block: BlockId) -> BlockId {
        let to = self.place(block);
        self.addresses.clear();
        self.to.start(to);
        self.origins.set_block(to, Some(block));
        for &parameter in &self.from.block(block).parameters {
            let copy = self.to.add_parameter(to, self.from.ty(parameter));
            self.bring(parameter, copy);
        }
        to
    }

    /// Copies a block.
    pub(super) fn block(&mut self, id: BlockId) {
        let to = self.start(id);
        let block = self.from.block(id);
        for inst in block.insts() {
            self.inst(inst);
        }
        let operands = self.regs(self.from.exit_operands(id));
        match (&block.exit, self.places.returns) {
            (Exit::Return, Some(returns)) => {
                self.to.finish(Exit::Jump, &[]);
                self.to.add_edge(to, returns, &operands);
            }
            (exit, _) => {
                self.to.finish(exit.clone(), &operands);
                self.edges(id, to);
            }
        }
    }

    fn inst(&mut self, id: InstId) {
        let inst = self.from.inst(id);
        let operands = self.regs(self.from.operands(id));
        let types: Vec<Type> = inst.results().map(|reg| self.from.ty(reg)).collect();
        let copy = self.to.next_inst();
        let results = self.to.push(inst.op, inst.effect, &operands, &types);
        self.to.set_effect(copy, inst.effect, inst.traps);
        self.origins.set_inst(copy, id);
        for (reg, result) in inst.results().zip(results) {
            self.bring(reg, result);
        }
    }

    /// Copies the edges out of a block. Parallel edges go on to share their arguments.
    fn edges(&mut self, block: BlockId, to: BlockId) {
        let mut copied = Copied::default();
        for &edge in self.from.block(block).edges() {
            if let Some(parallel) = copied.get(edge) {
                self.to.add_parallel_edge(to, parallel);
                continue;
            }
            let arguments = self.regs(self.from.arguments(edge));
            let copy = self.to.add_edge(to, self.place(edge.to), &arguments);
            copied.insert(edge, copy);
        }
    }

    /// Says that a new register holds what another one held.
    pub(super) fn bring(&mut self, reg: Reg, copy: Reg) {
        self.regs.insert(reg, copy);
        self.origins.set_reg(copy, reg);
    }

    pub(super) fn regs(&mut self, regs: &[Reg]) -> Vec<Reg> {
        regs.iter().map(|&reg| self.reg(reg)).collect()
    }

    /// The new register of one whose definition was copied or stands elsewhere.
    pub(super) fn reg(&mut self, reg: Reg) -> Reg {
        match self.from.source(reg) {
            Source::Number(number) => self.to.number(number),
            Source::Frame(offset) => self.frame_address(offset),
            _ => match self.regs.get(&reg) {
                Some(&copy) => copy,
                None => self.parameter(reg),
            },
        }
    }

    /// A parameter of a function that stays the same function.
    fn parameter(&mut self, reg: Reg) -> Reg {
        let data = self.from.reg(reg);
        debug_assert!(
            matches!(data.source, Source::Parameter(_)),
            "L4 and L8: definitions are copied before uses"
        );
        let copy = self.to.add_reg(data.ty, data.source);
        self.bring(reg, copy);
        copy
    }

    /// The lowest address of the frame.
    pub(super) fn frame_start(&mut self) -> Reg {
        self.frame_address(0)
    }

    fn frame_address(&mut self, offset: u32) -> Reg {
        let frame = match self.frame {
            None => return self.to.frame_address(offset),
            Some(frame) if offset == 0 => return frame,
            Some(frame) => frame,
        };
        if let Some(&address) = self.addresses.get(&offset) {
            return address;
        }
        let width = self.to.address_width();
        let distance = self.to.number(Number::bytes(offset.into(), width));
        let add = Op::IntBinary(width, IntBinary::Add);
        let sum = self
            .to
            .push(add, Effect::Pure, &[frame, distance], &[width.int()]);
        self.addresses.insert(offset, sum[0]);
        sum[0]
    }
}
