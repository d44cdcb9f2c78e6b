//! A function whose reads of locals are not resolved yet.
//!
//! *Gives:* [`Draft`]: blocks of instructions on values. A local that a block reads before it
//! writes it is a value by itself there, a [`Def::Read`].

use std::ops::Range;

use foldhash::HashMap;
use unsnarl_low::{Exit, Number, Op, Traps, Type};

/// A value of the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Value(pub(super) u32);

impl Value {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Def {
    /// The n-th parameter of the function.
    Parameter(u32),
    /// A constant.
    Number(Number),
    /// A null reference: a local before it is written.
    Null(Type),
    /// The result of an instruction.
    Inst,
    /// A parameter of a block.
    BlockParameter,
    /// A local where a block begins.
    Read,
}

/// A block, by number. Block 0 is the entry.
pub(super) type BlockNo = u32;

/// An instruction.
#[derive(Clone, Debug)]
pub(super) struct DraftInst {
    pub(super) op: Op,
    pub(super) effect: unsnarl_low::Effect,
    pub(super) traps: Traps,
    pub(super) operands: Row,
    /// Its results follow each other.
    pub(super) results: Range<u32>,
    /// Where it is in the file.
    pub(super) at: u32,
}

/// A row of [`Draft::pool`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Row {
    start: u32,
    end: u32,
}

impl Row {
    pub(super) fn len(self) -> usize {
        (self.end - self.start) as usize
    }
}

/// An edge: what the parameters of its target are set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct DraftEdge {
    pub(super) to: BlockNo,
    /// How many parameters are set to what a call gives or a clause catches, before the others.
    pub(super) brought: u32,
    pub(super) arguments: Row,
}

/// A block.
#[derive(Debug, Default)]
pub(super) struct DraftBlock {
    /// What edges set it to; those of locals follow in [`DraftBlock::locals`].
    pub(super) parameters: Vec<Value>,
    /// Locals with a parameter here.
    pub(super) locals: Vec<(u32, Value)>,
    pub(super) insts: Range<u32>,
    pub(super) exit: Exit,
    /// Where the exit is in the file.
    pub(super) end: u32,
    pub(super) operands: Row,
    /// The edges out of it that differ.
    pub(super) edges: Vec<DraftEdge>,
    /// By slot of the exit, the place of its edge in `edges`.
    pub(super) slots: Vec<u32>,
    /// Locals that it reads first.
    pub(super) reads: Vec<(u32, Value)>,
    /// Locals that it writes, and what they are at its end.
    pub(super) writes: Vec<(u32, Value)>,
}

/// A function.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) types: Vec<Type>,
    pub(super) defs: Vec<Def>,
    pub(super) insts: Vec<DraftInst>,
    /// Operands and arguments.
    pub(super) pool: Vec<Value>,
    pub(super) blocks: Vec<DraftBlock>,
    /// The blocks in the order of the file.
    pub(super) order: Vec<BlockNo>,
    /// What locals are at first.
    pub(super) initial: Vec<Value>,
    constants: HashMap<Def, Value>,
}

impl Draft {
    pub(super) fn add(&mut self, ty: Type, def: Def) -> Value {
        self.types.push(ty);
        self.defs.push(def);
        Value((self.types.len() - 1) as u32)
    }

    /// A value that is the same wherever it is read.
    pub(super) fn constant(&mut self, ty: Type, def: Def) -> Value {
        if let Some(&value) = self.constants.get(&def) {
            return value;
        }
        let value = self.add(ty, def);
        self.constants.insert(def, value);
        value
    }

    pub(super) fn row(&mut self, values: &[Value]) -> Row {
        let start = self.pool.len() as u32;
        self.pool.extend_from_slice(values);
        let end = self.pool.len() as u32;
        Row { start, end }
    }

    pub(super) fn values(&self, row: Row) -> &[Value] {
        &self.pool[row.start as usize..row.end as usize]
    }

    /// Adds a block with parameters of these types.
    pub(super) fn add_block(&mut self, types: &[Type]) -> BlockNo {
        let add = |&ty: &Type| self.add(ty, Def::BlockParameter);
        let parameters = types.iter().map(add).collect();
        self.blocks.push(DraftBlock {
            parameters,
            ..DraftBlock::default()
        });
        (self.blocks.len() - 1) as BlockNo
    }

    pub(super) fn block(&self, block: BlockNo) -> &DraftBlock {
        &self.blocks[block as usize]
    }
}
