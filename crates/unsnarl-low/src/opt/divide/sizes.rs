//! What code takes in a target.
//!
//! *Gives:* [`Sizes`], from which the [`Weight`] of blocks and functions is estimated.
//! *Cost:* linear in the code, and a sort of the edges of each block.

use unsnarl::{BlockId, Id};

use crate::machine::{Function, InstId, Reg, Source};
use crate::op::Op;
use crate::op::effect::Effect;
use crate::types::Type;

/// The size of code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weight {
    /// In bytes, as [`Sizes`] count them.
    pub bytes: u64,
    /// In registers that are not rematerialised.
    pub locals: u64,
}

impl Weight {
    pub(super) fn and(self, other: Weight) -> Weight {
        Weight {
            bytes: self.bytes + other.bytes,
            locals: self.locals + other.locals,
        }
    }

    /// So many quarters of it.
    pub(super) fn quarters(self, count: u64) -> Weight {
        let part = |most: u64| most / 4 * count + most % 4 * count / 4;
        Weight {
            bytes: part(self.bytes),
            locals: part(self.locals),
        }
    }

    pub(super) fn is_within(self, most: Weight) -> bool {
        self.bytes <= most.bytes && self.locals <= most.locals
    }
}

/// How many bytes the pieces of a function take in a target, at most or nearly so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// A function without code.
    pub function: u64,
    /// A block: what brackets it.
    pub block: u64,
    /// An edge: a branch, an entry of a table.
    pub edge: u64,
    /// Reading a register that holds no constant.
    pub read: u64,
    /// Writing a register.
    pub write: u64,
    /// A constant of 32 bits, or an address of so many.
    pub narrow: u64,
    /// A constant of 64 bits, or an address of so many.
    pub wide: u64,
    /// A constant of 128 bits.
    pub vector: u64,
    /// An operation by itself.
    pub operation: u64,
    /// What an access to memory adds to its operation.
    pub access: u64,
    /// A symbol, table or memory that an operation refers to.
    pub reference: u64,
    /// How many variables hold a number of 64 bits: it is read, written and computed as so many.
    pub words: u64,
    /// How many hold one of 128 bits.
    pub vector_words: u64,
}

impl Sizes {
    /// Upper bounds of WebAssembly's encoding with padded numbers of symbols, as objects have them.
    pub const WEBASSEMBLY: Sizes = Sizes {
        function: 32,
        block: 12,
        edge: 16,
        read: 4,
        write: 4,
        narrow: 6,
        wide: 11,
        vector: 18,
        operation: 3,
        access: 7,
        reference: 5,
        words: 1,
        vector_words: 1,
    };

    /// The bytecode that V8 makes of JavaScript, roughly: an `i64` is two words, and an access to
    /// memory calls a method. What a function takes is known when its text is, so only the
    /// proportions matter here.
    pub const JAVASCRIPT: Sizes = Sizes {
        function: 16,
        block: 4,
        edge: 4,
        read: 3,
        write: 3,
        narrow: 3,
        wide: 6,
        vector: 12,
        operation: 4,
        access: 18,
        reference: 4,
        words: 2,
        vector_words: 4,
    };

    /// The weight of a function.
    pub fn function(&self, function: &Function) -> Weight {
        let parameters = Weight {
            bytes: self.function,
            locals: function.signature.parameters.len() as u64,
        };
        let blocks = function.order().iter();
        let blocks = blocks.map(|&block| self.block(function, block));
        blocks.fold(parameters, Weight::and)
    }

    /// The weight of each block of a function.
    pub(super) fn blocks(&self, function: &Function) -> Vec<Weight> {
        let blocks = (0..function.block_count()).map(BlockId::new);
        blocks.map(|block| self.block(function, block)).collect()
    }

    fn block(&self, function: &Function, id: BlockId) -> Weight {
        let block = function.block(id);
        let insts = block.insts().map(|inst| self.inst(function, inst));
        let insts = insts.fold(Weight::default(), Weight::and);
        let reads = self.reads(function, function.exit_operands(id));
        let edges = self.edge * block.edges().len() as u64;
        let different = function.different_edges(id);
        let copies = different.map(|edge| {
            let arguments = function.arguments(edge);
            let writes = arguments.iter().map(|&reg| self.write_of(function, reg));
            self.reads(function, arguments) + writes.sum::<u64>()
        });
        let own = self.block + self.operation + 2 * self.reference;
        Weight {
            bytes: own + insts.bytes + reads + edges + copies.sum::<u64>(),
            locals: insts.locals + block.parameters.len() as u64,
        }
    }

    pub(super) fn inst(&self, function: &Function, id: InstId) -> Weight {
        let inst = function.inst(id);
        let operands = function.operands(id);
        let regs = inst.results().chain(operands.iter().copied());
        let words = regs.map(|reg| self.words_of(function.ty(reg))).max();
        let writes = inst.results().map(|reg| self.write_of(function, reg));
        let own = self.op(&inst.op) * words.unwrap_or(1);
        Weight {
            bytes: self.reads(function, operands) + own + writes.sum::<u64>(),
            locals: inst.results().len() as u64,
        }
    }

    fn op(&self, op: &Op) -> u64 {
        let immediates = match op {
            Op::Load(..) | Op::Store(..) | Op::LoadLane(..) | Op::StoreLane(..) => self.access,
            Op::Shuffle(_) => self.vector,
            Op::Call(_) | Op::CallIndirect(_) | Op::Throw(_) => 2 * self.reference,
            Op::GlobalGet(..) | Op::GlobalSet(..) | Op::FunctionReference(_) => self.reference,
            _ if op.effect() != Effect::Pure => 2 * self.reference,
            _ => 0,
        };
        self.operation + immediates
    }

    fn reads(&self, function: &Function, regs: &[Reg]) -> u64 {
        let size = |&reg| self.read_of(function, reg);
        regs.iter().map(size).sum()
    }

    fn read_of(&self, function: &Function, reg: Reg) -> u64 {
        let constant = self.constant(function.ty(reg));
        match function.source(reg) {
            Source::Number(_) => constant,
            // The base and the distance are added.
            Source::Frame(_) => self.read + constant + self.operation,
            _ => self.read * self.words_of(function.ty(reg)),
        }
    }

    fn write_of(&self, function: &Function, reg: Reg) -> u64 {
        self.write * self.words_of(function.ty(reg))
    }

    /// How many variables hold a number of a type.
    fn words_of(&self, ty: Type) -> u64 {
        match ty {
            Type::I64 => self.words,
            Type::V128 => self.vector_words,
            _ => 1,
        }
    }

    fn constant(&self, ty: Type) -> u64 {
        match ty {
            Type::I64 | Type::F64 => self.wide,
            Type::V128 => self.vector,
            _ => self.narrow,
        }
    }

    /// Adding to the address of a function's frame, and keeping the sum.
    pub(super) fn frame_address(&self, function: &Function) -> Weight {
        let distance = self.constant(function.address_width().int());
        let bytes = self.read + distance + self.operation + self.write;
        Weight { bytes, locals: 1 }
    }

    /// As much code as setting and reading so many variables is what a value of a type takes: a
    /// vector is taken apart and put together again.
    pub(super) fn variables(ty: Type) -> u64 {
        match ty {
            Type::V128 => 4,
            _ => 1,
        }
    }

    /// Setting a variable of the module.
    pub(super) fn set(&self) -> u64 {
        self.read + self.op_of_variable()
    }

    /// Reading a variable of the module.
    pub(super) fn get(&self) -> u64 {
        self.write + self.op_of_variable()
    }

    fn op_of_variable(&self) -> u64 {
        self.operation + self.reference
    }

    /// A call with so many arguments and a result.
    pub(super) fn call(&self, arguments: u64) -> u64 {
        let argument = self.read.max(self.read + self.narrow + self.operation);
        arguments * argument + self.operation + 2 * self.reference + self.write
    }

    /// A block that ends with so many edges, each with so many copies.
    pub(super) fn end(&self, edges: u64, copies: u64) -> u64 {
        let own = self.block + self.operation + 2 * self.reference + self.read.max(self.narrow);
        own + edges * self.edge + copies * (self.read + self.write)
    }
}

/// The type of the number of an exit.
pub(super) const SELECTOR: Type = Type::I32;
