//! What a rewritten function does otherwise.

use std::fmt;

use unsnarl::{BlockId, Edge};

use crate::machine::{Function, Number, Reg, Source};
use crate::op::Op;

/// Something that a function does otherwise after a rewrite, or that could not be proved the same.
///
/// Displayed as the place and what was due, such as
/// `b1, instruction 3 before and 2 after: operand 2 is i32 5, expected i32 4`. Instructions,
/// operands and so on count from 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Where.
    pub place: Place,
    /// What.
    pub what: What,
}

/// Where functions differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the header of the function.
    Header,
    /// In a block's parameters.
    Block(BlockId),
    /// In instructions of a block, by their number from 0 before and after; none where there is
    /// none.
    Insts(BlockId, Option<usize>, Option<usize>),
    /// In an exit.
    Exit(BlockId),
    /// In an edge.
    Edge(Edge),
}

/// How functions differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum What {
    /// The types of parameters and results are others.
    Signature,
    /// The frame is another one.
    Frame,
    /// How wide the addresses of a memory or table are.
    Widths,
    /// There is another number of blocks, or other blocks are reachable.
    Blocks,
    /// The exit is another one.
    Exit,
    /// The edge leads elsewhere.
    Target,
    /// It is not clear which parameters of the block before the parameters after are.
    Parameters,
    /// The edge sets other parameters with what a call makes, or a clause catches.
    Brought,
    /// The operation, its effect or its traps are others.
    Operation {
        /// What happens before.
        due: Op,
        /// What happens after.
        found: Op,
    },
    /// An effect is left out.
    Missing(Op),
    /// An effect is added.
    Added(Op),
    /// A trap is added, or comes earlier.
    Trap(Op),
    /// A call has other results.
    Results,
    /// More alignment is promised, as powers of two.
    Alignment {
        /// What is promised before.
        due: u8,
        /// What is promised after.
        found: u8,
    },
    /// An operand or argument is another one.
    Operand {
        /// Its number from 0.
        number: usize,
        /// What it is before.
        due: Operand,
        /// What it is after.
        found: Operand,
    },
    /// Up to here other bytes of memory are written.
    Memory {
        /// The first byte that differs, from what the address is relative to.
        at: i64,
    },
    /// What is done to memory up to here has another order, or goes to other places.
    Order,
}

/// What a register is, as the text form shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operand {
    /// A constant.
    Number(Number),
    /// An address in the frame.
    Frame(u32),
    /// A parameter of the function, by its number from 0.
    Parameter(u32),
    /// A parameter of a block, by its number from 0.
    BlockParameter(BlockId, usize),
    /// A result of an instruction: the block, and both numbers from 0.
    Result(BlockId, usize, usize),
    /// Nothing defines it.
    Nothing,
}

impl Operand {
    /// What a register of a function is. Linear in the function.
    pub(super) fn of(function: &Function, reg: Reg) -> Operand {
        match function.source(reg) {
            Source::Number(number) => return Operand::Number(number),
            Source::Frame(offset) => return Operand::Frame(offset),
            Source::Parameter(number) => return Operand::Parameter(number),
            Source::BlockParameter | Source::Inst(_) => {}
        }
        for &block in function.order() {
            let data = function.block(block);
            if let Some(number) = data.parameters.iter().position(|&own| own == reg) {
                return Operand::BlockParameter(block, number);
            }
            for (index, inst) in data.insts().enumerate() {
                let mut results = function.inst(inst).results();
                if let Some(number) = results.position(|own| own == reg) {
                    return Operand::Result(block, index, number);
                }
            }
        }
        Operand::Nothing
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Operand::Number(Number::I32(number)) => write!(f, "i32 {number}"),
            Operand::Number(Number::I64(number)) => write!(f, "i64 {number}"),
            Operand::Number(Number::F32(bits)) => write!(f, "f32 {}", f32::from_bits(bits)),
            Operand::Number(Number::F64(bits)) => write!(f, "f64 {}", f64::from_bits(bits)),
            Operand::Number(Number::V128(bytes)) => {
                write!(f, "v128 {:#x}", u128::from_le_bytes(bytes))
            }
            Operand::Number(Number::Address(symbol, offset)) => write!(f, "{symbol}{offset:+}"),
            Operand::Frame(offset) => write!(f, "frame+{offset}"),
            Operand::Parameter(number) => write!(f, "parameter {} of the function", number + 1),
            Operand::BlockParameter(block, number) => {
                write!(f, "parameter {} of {block}", number + 1)
            }
            Operand::Result(block, index, 0) => {
                write!(f, "the result of instruction {} of {block}", index + 1)
            }
            Operand::Result(block, index, number) => {
                let (index, number) = (index + 1, number + 1);
                write!(f, "result {number} of instruction {index} of {block}")
            }
            Operand::Nothing => f.write_str("undefined"),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Place::Header => f.write_str("header"),
            Place::Block(block) => write!(f, "{block}"),
            Place::Insts(block, before, after) => {
                write!(f, "{block}")?;
                match (before, after) {
                    (Some(before), Some(after)) => {
                        let (before, after) = (before + 1, after + 1);
                        write!(f, ", instruction {before} before and {after} after")
                    }
                    (Some(before), None) => write!(f, ", instruction {} before", before + 1),
                    (None, Some(after)) => write!(f, ", instruction {} after", after + 1),
                    (None, None) => Ok(()),
                }
            }
            Place::Exit(block) => write!(f, "{block}, exit"),
            Place::Edge(edge) => write!(f, "{}, edge {}", edge.block, edge.slot + 1),
        }
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            What::Signature => f.write_str("the signature differs"),
            What::Frame => f.write_str("the frame differs"),
            What::Widths => f.write_str("the address width of a memory or table differs"),
            What::Blocks => f.write_str("the blocks differ"),
            What::Exit => f.write_str("the exit differs"),
            What::Target => f.write_str("the target of the edge differs"),
            What::Parameters => f.write_str("the parameters are not the live parameters"),
            What::Brought => f.write_str("the parameters that a call or a clause sets differ"),
            What::Operation { due, found } if due.name() == found.name() => {
                write!(f, "the immediates or effects of '{}' differ", due.name())
            }
            What::Operation { due, found } => {
                write!(f, "found '{}', expected '{}'", found.name(), due.name())
            }
            What::Missing(op) => write!(f, "'{}' is missing", op.name()),
            What::Added(op) => write!(f, "'{}' was added", op.name()),
            What::Trap(op) => write!(f, "'{}' may trap earlier than before", op.name()),
            What::Results => f.write_str("the results of a call differ"),
            What::Alignment { due, found } => {
                let (due, found) = (1_u128 << due, 1_u128 << found);
                write!(f, "alignment {found} is promised, expected {due}")
            }
            What::Operand { number, due, found } => {
                let number = number + 1;
                write!(f, "operand {number} is {found}, expected {due}")
            }
            What::Memory { at } => write!(f, "the byte at {at:+} differs"),
            What::Order => f.write_str("the order or the addresses of memory accesses differ"),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

impl std::error::Error for Difference {}
