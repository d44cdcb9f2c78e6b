//! The machine: functions on registers.
//!
//! *Gives:* [`Function`]: blocks of [`Inst`]s that read and define [`Reg`]s, each register defined
//! once.
//!
//! A register holds one number of a [`Type`]. It is the result of an instruction, a parameter of
//! the function, or a parameter of a block, which each edge into the block sets: all arguments of
//! an edge are read before any parameter is written. Constants and addresses in the frame are
//! registers too, but they are never kept: each use rematerialises them.
//!
//! # Rules
//! [`verify`](crate::verify) checks them.
//!
//! | rule | says |
//! |---|---|
//! | L1 | block 0 is the entry and has no parameters; every edge leads to a block, and every register that is read is one of the function |
//! | L2 | an edge has an argument for each parameter of its target, of the same type; behind the results of a call, or what a clause catches, for each that is left |
//! | L3 | an instruction has the operands and results of its operation, which [exists](Op::exists), and addresses the width of their memory or table; an access has an alignment below 2⁶⁴ bytes, and an offset that its memory has addresses for |
//! | L4 | every use is dominated by its definition; rematerialised registers have none |
//! | L5 | an exit has its operands and as many edges as it says; results fit the signature |
//! | L6 | the values of a switch are all different, and an `i32`'s fit it as signed numbers |
//! | L7 | parameters of the function have the types of its signature, and rematerialised registers those of what they hold; the bytes behind a symbol fit an address |
//! | L8 | [the order](Function::order) has the reachable blocks, each once, after its dominators; other blocks are empty |
//! | L9 | an address in the frame that is read lies in it or at its end; a function without frame has none; the alignment of a frame is a power of two |
//! | L10 | an instruction has an effect that [its operation can have](crate::verify::can_have) |
//! | L11 | a register is defined once, and there where its definition says |

mod build;
mod exit;
mod number;
mod parallel;

pub use exit::{Callee, Catch, Edge, Exit};
pub use number::Number;
pub(crate) use parallel::Copied;
pub use parallel::DifferentEdges;

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use foldhash::fast::FixedState;
use unsnarl::{BlockId, Id};

use crate::op::Op;
use crate::op::effect::{Effect, Traps};
use crate::op::memory::{AddressWidths, Memory};
use crate::symbol::Signature;
use crate::types::{Type, Width};

/// A register of one function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reg(u32);

impl Reg {
    /// Its number.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%{}", self.0)
    }
}

/// An instruction of one function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InstId(u32);

impl InstId {
    /// Its number.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a register is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A constant.
    Number(Number),
    /// An address: so many bytes from the lowest one of the function's frame.
    Frame(u32),
    /// The n-th parameter of the function.
    Parameter(u32),
    /// A parameter of a block.
    BlockParameter,
    /// The result of an instruction.
    Inst(InstId),
}

/// A register's type and definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegData {
    /// The type of what it holds.
    pub ty: Type,
    /// Where that is defined.
    pub source: Source,
}

/// An instruction.
#[derive(Clone, Copy, Debug)]
pub struct Inst {
    /// What it computes or does.
    pub op: Op,
    /// What it does besides computing its results. It may differ from [`Op::effect`]: a volatile
    /// load has [`Effect::Any`], a call that only computes has [`Effect::Pure`].
    pub effect: Effect,
    /// Whether a program can rely on its traps.
    pub traps: Traps,
    operands: Row,
    first_result: u32,
    results: u32,
}

impl Inst {
    /// The registers that it defines.
    pub fn results(&self) -> impl DoubleEndedIterator<Item = Reg> + ExactSizeIterator + use<> {
        (self.first_result..self.first_result + self.results).map(Reg)
    }

    /// Tells whether it may trap, and a program can rely on that.
    pub fn has_observable_trap(&self) -> bool {
        self.traps == Traps::Observable && self.op.may_trap()
    }

    /// Tells whether it must happen although nothing reads its results.
    pub fn must_happen(&self) -> bool {
        self.effect.is_kept() || self.has_observable_trap()
    }
}

/// A row of a pool of registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Row {
    start: u32,
    end: u32,
}

impl Row {
    fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A block.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The registers that edges into it set.
    pub parameters: Vec<Reg>,
    /// How it ends.
    pub exit: Exit,
    insts: Row,
    operands: Row,
    edges: Vec<Edge>,
}

impl Block {
    /// The edges out of it, in the order of the slots of its exit.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Its instructions in order.
    pub fn insts(&self) -> impl DoubleEndedIterator<Item = InstId> + ExactSizeIterator + use<> {
        (self.insts.start..self.insts.end).map(InstId)
    }

    /// Tells whether an instruction is in it.
    pub fn has(&self, inst: InstId) -> bool {
        (self.insts.start..self.insts.end).contains(&inst.0)
    }
}

/// The memory of one activation of a function, on a stack that grows down.
///
/// The machine moves the stack pointer when it enters and leaves the function: on entry it
/// subtracts the size and rounds down to the alignment, and the result is the lowest address of
/// the frame; on return it restores what it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// In bytes; 0 if the function only moves the stack pointer itself.
    pub size: u32,
    /// In bytes, a power of two.
    pub align: u32,
}

/// A function.
#[derive(Clone, Debug, Default)]
pub struct Function {
    /// The types of its parameters and results.
    pub signature: Signature,
    /// Its frame in memory 0, if it has one.
    pub frame: Option<Frame>,
    /// How wide the addresses of the memories and tables are that it uses.
    pub widths: AddressWidths,
    regs: Vec<RegData>,
    insts: Vec<Inst>,
    blocks: Vec<Block>,
    order: Vec<BlockId>,
    /// The operands of instructions.
    operands: Vec<Reg>,
    /// The operands of exits and the arguments of edges. Parallel edges share theirs.
    ends: Vec<Reg>,
    numbers: HashMap<Number, Reg, FixedState>,
    frame_addresses: HashMap<u32, Reg, FixedState>,
}

/// What is in a function.
impl Function {
    /// The width of addresses of memory 0, where the frame and symbols are.
    pub fn address_width(&self) -> Width {
        self.widths.memory(Memory(0))
    }

    /// The number of registers.
    pub fn reg_count(&self) -> usize {
        self.regs.len()
    }

    /// All registers in order.
    pub fn regs(&self) -> impl ExactSizeIterator<Item = Reg> + use<> {
        (0..self.regs.len() as u32).map(Reg)
    }

    /// The type and definition of a register.
    pub fn reg(&self, reg: Reg) -> RegData {
        self.regs[reg.index()]
    }

    /// The type of a register.
    pub fn ty(&self, reg: Reg) -> Type {
        self.regs[reg.index()].ty
    }

    /// Where a register is defined.
    pub fn source(&self, reg: Reg) -> Source {
        self.regs[reg.index()].source
    }

    /// Tells whether each use rematerialises the register.
    pub fn is_rematerialised(&self, reg: Reg) -> bool {
        matches!(self.source(reg), Source::Number(_) | Source::Frame(_))
    }

    /// The constant in a register.
    pub fn number_in(&self, reg: Reg) -> Option<Number> {
        match self.source(reg) {
            Source::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The number of instructions.
    pub fn inst_count(&self) -> usize {
        self.insts.len()
    }

    /// An instruction.
    pub fn inst(&self, inst: InstId) -> &Inst {
        &self.insts[inst.index()]
    }

    /// The operands of an instruction.
    pub fn operands(&self, inst: InstId) -> &[Reg] {
        &self.operands[self.insts[inst.index()].operands.range()]
    }

    /// The operation that defines a register, and its operands.
    pub fn made_by(&self, reg: Reg) -> Option<(Op, &[Reg])> {
        match self.source(reg) {
            Source::Inst(inst) => Some((self.inst(inst).op, self.operands(inst))),
            _ => None,
        }
    }

    /// The number of blocks, with those that cannot be reached.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// A block. One that cannot be reached is empty.
    pub fn block(&self, block: BlockId) -> &Block {
        &self.blocks[block.index()]
    }

    /// The reachable blocks, each after its dominators.
    pub fn order(&self) -> &[BlockId] {
        &self.order
    }

    /// The operands of a block's exit: a condition, a switched value, results, or arguments of a
    /// call.
    pub fn exit_operands(&self, block: BlockId) -> &[Reg] {
        &self.ends[self.block(block).operands.range()]
    }

    /// The arguments of an edge, one for each parameter of its target.
    pub fn arguments(&self, edge: Edge) -> &[Reg] {
        &self.ends[edge.arguments.range()]
    }

    /// Tells whether the arguments of an edge are registers of this function.
    pub(crate) fn has_arguments(&self, edge: Edge) -> bool {
        self.ends.get(edge.arguments.range()).is_some()
    }

    /// The parallel copies on an edge: each parameter of its target that it sets, and its new
    /// value. What a call that ends a block makes, or a clause catches, comes before these.
    pub fn copies(&self, edge: Edge) -> impl ExactSizeIterator<Item = (Reg, Reg)> + '_ {
        let arguments = self.arguments(edge);
        let parameters = &self.block(edge.to).parameters;
        let set = parameters.len().saturating_sub(arguments.len());
        let parameters = parameters[set..].iter().copied();
        parameters.zip(arguments.iter().copied())
    }

    /// The parameters of its target that an edge sets besides its arguments: to the results of the
    /// call that ends a block, or to what a clause of that catches.
    pub fn brought(&self, edge: Edge) -> &[Reg] {
        let parameters = &self.block(edge.to).parameters;
        &parameters[..parameters.len().saturating_sub(self.arguments(edge).len())]
    }

    /// The edges out of a block that have different targets or arguments: one of parallel edges
    /// that share them.
    pub fn different_edges(&self, block: BlockId) -> DifferentEdges {
        DifferentEdges::among(&self.block(block).edges)
    }

    /// The first slot of each of the edges that have [different](Function::different_edges) targets
    /// or arguments.
    pub fn different_slots(&self, block: BlockId) -> Vec<usize> {
        let edges = &self.block(block).edges;
        let mut slots: Vec<usize> = (0..edges.len()).collect();
        slots.sort_by_key(|&slot| (edges[slot].to, edges[slot].arguments.start));
        slots.dedup_by_key(|slot| edges[*slot]);
        slots.sort_unstable();
        slots
    }

    /// Calls for every use of a register: by an instruction, an exit or an edge. Parallel edges
    /// count once.
    pub fn each_use(&self, mut used: impl FnMut(Reg)) {
        for &block in &self.order {
            for inst in self.block(block).insts() {
                self.operands(inst).iter().for_each(|&reg| used(reg));
            }
            self.exit_operands(block).iter().for_each(|&reg| used(reg));
            for edge in self.different_edges(block) {
                self.arguments(edge).iter().for_each(|&reg| used(reg));
            }
        }
    }
}
