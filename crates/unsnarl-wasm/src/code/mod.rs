//! Machine code before locals are chosen: instructions of WebAssembly on registers.
//!
//! *Gives:* [`Body`]: blocks of [`Inst`]s that read and define [`Reg`]s, each register defined
//! once.
//!
//! A register holds one number of a WebAssembly type. It is defined by an instruction, is a
//! parameter, or is set on the edges into a block (a phi). Constants and addresses in the frame are
//! registers too, but they are never kept: each use rematerialises them, because that is as short
//! as reading a local.

pub(crate) mod access;
mod late;
pub(crate) mod loads;
pub(crate) mod numbering;
pub(crate) mod stackify;
pub(crate) mod stores;

use access::Access;
use unsnarl_ir::Symbol;
use wasm_encoder::{Instruction, ValType};

/// A register of one function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Reg(u32);

impl Reg {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Number {
    I32(i32),
    I64(i64),
    F32(u32),
    F64(u64),
    /// 128 bits, the lowest byte first.
    V128([u8; 16]),
    /// An offset from a symbol, whose address the linker chooses.
    Address(Symbol, i32),
}

impl Number {
    pub(crate) fn ty(self) -> ValType {
        match self {
            Number::I32(_) | Number::Address(..) => ValType::I32,
            Number::I64(_) => ValType::I64,
            Number::F32(_) => ValType::F32,
            Number::F64(_) => ValType::F64,
            Number::V128(_) => ValType::V128,
        }
    }

    /// The instruction that pushes it, relative to [`Number::symbol`] if there is one.
    pub(crate) fn instruction(self) -> Instruction<'static> {
        match self {
            Number::I32(value) | Number::Address(_, value) => Instruction::I32Const(value),
            Number::I64(value) => Instruction::I64Const(value),
            Number::F32(bits) => Instruction::F32Const(wasm_encoder::Ieee32::new(bits)),
            Number::F64(bits) => Instruction::F64Const(wasm_encoder::Ieee64::new(bits)),
            Number::V128(bytes) => Instruction::V128Const(i128::from_le_bytes(bytes)),
        }
    }

    /// The address this many bytes further.
    pub(crate) fn further(self, bytes: i32) -> Number {
        match self {
            Number::I32(address) => Number::I32(address.wrapping_add(bytes)),
            Number::Address(symbol, offset) => Number::Address(symbol, offset.wrapping_add(bytes)),
            other => other,
        }
    }

    pub(crate) fn symbol(self) -> Option<Symbol> {
        match self {
            Number::Address(symbol, _) => Some(symbol),
            _ => None,
        }
    }
}

/// The definition of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// A constant.
    Number(Number),
    /// An address: an offset from the bottom of the function's frame.
    Frame(u32),
    /// The n-th parameter of the WebAssembly function.
    Parameter(u32),
    /// A phi: set on the edges into a block.
    Phi,
    /// The result of the n-th instruction.
    Inst(u32),
}

/// The side effect of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// None; it may be computed later, or not at all. A division counts as pure: where it would
    /// trap, the behaviour of the source program is undefined.
    Pure,
    /// It reads memory.
    Read,
    /// It writes memory, or anything else whose order must be kept.
    Write,
}

/// A register's type and source.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RegInfo {
    pub(crate) ty: ValType,
    pub(crate) source: Source,
}

/// An instruction: arguments are popped from the stack in order, results are pushed in order.
#[derive(Clone, Debug)]
pub(crate) struct Inst {
    pub(crate) op: Instruction<'static>,
    /// The symbol to which its immediate is relative, such as the offset of a load or store.
    pub(crate) symbol: Option<Symbol>,
    pub(crate) effect: Effect,
    args: (u32, u32),
    first_result: u32,
    result_count: u32,
}

impl Inst {
    pub(crate) fn results(
        &self,
    ) -> impl DoubleEndedIterator<Item = Reg> + ExactSizeIterator + use<> {
        (self.first_result..self.first_result + self.result_count).map(Reg)
    }
}

/// The parallel copies on the edge from one predecessor.
#[derive(Clone, Debug)]
pub(crate) struct Incoming {
    pub(crate) from: usize,
    /// Phi and its new value.
    pub(crate) copies: Vec<(Reg, Reg)>,
}

/// A reachable block.
#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    pub(crate) insts: std::ops::Range<usize>,
    /// The operands of the exit: a condition, a switched value, the parts of a result.
    pub(crate) exit: Vec<Reg>,
    /// Ascending by `from`; empty if the block has no phis.
    pub(crate) incoming: Vec<Incoming>,
    pub(crate) phis: Vec<Reg>,
}

/// A function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Body {
    pub(crate) regs: Vec<RegInfo>,
    pub(crate) insts: Vec<Inst>,
    args: Vec<Reg>,
    /// By number; unreachable blocks are empty.
    pub(crate) blocks: Vec<Block>,
    /// The reachable blocks, each after its dominators.
    pub(crate) order: Vec<usize>,
    /// Instructions that write memory without further ordering constraints, ascending: not
    /// volatile, not atomic.
    pub(crate) plain_stores: Vec<usize>,
    numbers: std::collections::HashMap<Number, Reg>,
    frames: std::collections::HashMap<u32, Reg>,
}

impl Body {
    /// Makes a body of `blocks` blocks without code.
    pub(crate) fn new(blocks: usize) -> Self {
        Body {
            blocks: vec![Block::default(); blocks],
            ..Body::default()
        }
    }

    /// Adds a register.
    pub(crate) fn reg(&mut self, ty: ValType, source: Source) -> Reg {
        self.regs.push(RegInfo { ty, source });
        Reg(u32::try_from(self.regs.len() - 1).expect("an input below 4 GiB has fewer values"))
    }

    /// The register of a number, one for all its uses.
    pub(crate) fn number(&mut self, number: Number) -> Reg {
        if let Some(&reg) = self.numbers.get(&number) {
            return reg;
        }
        let reg = self.reg(number.ty(), Source::Number(number));
        self.numbers.insert(number, reg);
        reg
    }

    /// The register of an address in the frame, one for all its uses.
    pub(crate) fn frame(&mut self, offset: u32) -> Reg {
        if let Some(&reg) = self.frames.get(&offset) {
            return reg;
        }
        let reg = self.reg(ValType::I32, Source::Frame(offset));
        self.frames.insert(offset, reg);
        reg
    }

    /// Adds an instruction and gives its results.
    pub(crate) fn push(
        &mut self,
        op: Instruction<'static>,
        effect: Effect,
        args: &[Reg],
        results: &[ValType],
    ) -> Vec<Reg> {
        self.push_from(None, op, effect, args, results)
    }

    /// Adds an instruction whose immediate is relative to a symbol, and gives its results.
    pub(crate) fn push_from(
        &mut self,
        symbol: Option<Symbol>,
        op: Instruction<'static>,
        effect: Effect,
        args: &[Reg],
        results: &[ValType],
    ) -> Vec<Reg> {
        let inst = u32::try_from(self.insts.len()).expect("an input below 4 GiB has fewer values");
        let first = self.args.len();
        self.args.extend_from_slice(args);
        let regs: Vec<Reg> = results
            .iter()
            .map(|&ty| self.reg(ty, Source::Inst(inst)))
            .collect();
        let count =
            |number: usize| u32::try_from(number).expect("an input below 4 GiB has fewer values");
        self.insts.push(Inst {
            op,
            symbol,
            effect,
            args: (count(first), count(self.args.len())),
            first_result: count(self.regs.len() - regs.len()),
            result_count: count(regs.len()),
        });
        regs
    }

    /// Replaces an instruction by one with the same effect and results.
    pub(crate) fn replace(&mut self, inst: usize, op: Instruction<'static>, args: &[Reg]) {
        let first = self.args.len();
        self.args.extend_from_slice(args);
        let count =
            |number: usize| u32::try_from(number).expect("an input below 4 GiB has fewer values");
        self.insts[inst].op = op;
        self.insts[inst].args = (count(first), count(self.args.len()));
    }

    /// Removes an instruction without results that is no longer needed.
    pub(crate) fn remove(&mut self, inst: usize) {
        self.insts[inst].effect = Effect::Pure;
    }

    /// What a plain store writes.
    pub(crate) fn plain_store(&self, inst: usize) -> Option<Access> {
        self.plain_stores.binary_search(&inst).ok()?;
        Access::of(self, inst)
    }

    /// Replaces the arguments of an instruction, by register.
    pub(crate) fn turn_args(&mut self, inst: usize, to: &[Reg]) {
        let (start, end) = self.insts[inst].args;
        for arg in &mut self.args[start as usize..end as usize] {
            *arg = to[arg.index()];
        }
    }

    /// Replaces the registers that exits and edges read, by register.
    pub(crate) fn turn_ends(&mut self, to: &[Reg]) {
        for block in &mut self.blocks {
            let turn = |reg: &mut Reg| *reg = to[reg.index()];
            block.exit.iter_mut().for_each(turn);
            let copies = block
                .incoming
                .iter_mut()
                .flat_map(|incoming| &mut incoming.copies);
            copies.for_each(|(_, source)| turn(source));
        }
    }

    /// Calls for every use of a register: by an instruction, an exit or an edge.
    pub(crate) fn each_use(&self, mut used: impl FnMut(Reg)) {
        for &block in &self.order {
            let block = &self.blocks[block];
            for inst in &self.insts[block.insts.clone()] {
                self.args(inst).iter().for_each(|&reg| used(reg));
            }
            block.exit.iter().for_each(|&reg| used(reg));
            let copies = block.incoming.iter().flat_map(|incoming| &incoming.copies);
            copies.for_each(|&(_, source)| used(source));
        }
    }

    /// All registers in order.
    pub(crate) fn every_reg(&self) -> impl Iterator<Item = Reg> + use<> {
        (0..self.regs.len() as u32).map(Reg)
    }

    pub(crate) fn args(&self, inst: &Inst) -> &[Reg] {
        &self.args[inst.args.0 as usize..inst.args.1 as usize]
    }

    pub(crate) fn ty(&self, reg: Reg) -> ValType {
        self.regs[reg.index()].ty
    }

    pub(crate) fn source(&self, reg: Reg) -> Source {
        self.regs[reg.index()].source
    }

    /// The instruction that defines a register, and its arguments.
    pub(crate) fn made_by(&self, reg: Reg) -> Option<(&Instruction<'static>, &[Reg])> {
        let Source::Inst(inst) = self.source(reg) else {
            return None;
        };
        let inst = &self.insts[inst as usize];
        Some((&inst.op, self.args(inst)))
    }

    /// Tells whether each use rematerialises the register.
    pub(crate) fn is_remade(&self, reg: Reg) -> bool {
        matches!(self.source(reg), Source::Number(_) | Source::Frame(_))
    }

    /// The copies on the edges from one block to another.
    pub(crate) fn copies(&self, from: usize, to: usize) -> &[(Reg, Reg)] {
        let incoming = &self.blocks[to].incoming;
        match incoming.binary_search_by_key(&from, |incoming| incoming.from) {
            Ok(index) => &incoming[index].copies,
            Err(_) => &[],
        }
    }
}
