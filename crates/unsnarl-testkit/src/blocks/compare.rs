//! Comparison of two worlds by refinement.
//!
//! *Gives:* [`memory`] and [`stored`], which compare bytes bit by bit: what is poison or undefined
//! in the source may be anything; [`Mismatch`], all that can be wrong.

use std::fmt;
use std::ops::Range;

use unsnarl_ir::ValueId;
use unsnarl_ir::interpret::{Bits, Byte, Memory, Shape, Stop, Value};
use unsnarl_low::Reg;
use unsnarl_low::interpret::{BlockEnd as LowEnd, Error, LinearMemory, Sparse, Value as LowValue};

use super::held::Wrong;

/// What is wrong with a block.
#[derive(Clone, Debug)]
pub enum Mismatch {
    /// The function has other types than the ABI says.
    Signature,
    /// The code breaks a rule of the machine.
    Broken(Error),
    /// A call that the source does not make.
    ExtraCall,
    /// A call of the source that is not made.
    MissingCall(usize),
    /// Another function is called.
    Callee {
        /// The address that is due.
        expected: u64,
        /// The address that is called.
        found: u64,
    },
    /// An argument is another one.
    Argument {
        /// Its number.
        index: usize,
        /// What is wrong.
        wrong: Wrong,
    },
    /// The copy of a `byval` argument differs at this byte.
    Copy(u64),
    /// A variable argument is another one.
    Variable {
        /// Its number.
        index: usize,
        /// What it is.
        expected: Value,
        /// The bytes in its place.
        found: Vec<u8>,
    },
    /// There are variable arguments where there should be none.
    NotEmpty,
    /// Something is wrong with the call of this number.
    AtCall(usize, Box<Mismatch>),
    /// Something is passed at an address that is not for that.
    Place(u64),
    /// A callee sees other memory.
    MemoryAtCall(Changed),
    /// Memory is another one at the end.
    Memory(Changed),
    /// A register that holds a value holds something else.
    Register {
        /// The register.
        reg: Reg,
        /// What it holds.
        found: LowValue,
        /// The value.
        value: ValueId,
        /// What the value is.
        expected: Value,
        /// What is wrong.
        wrong: Wrong,
    },
    /// The block ends otherwise.
    End {
        /// As the source ends.
        expected: End,
        /// As the code ends.
        found: LowEnd,
    },
    /// The result is another one.
    Result(Value, Vec<LowValue>),
    /// The stack pointer is another one.
    Stack {
        /// What it is in the source.
        expected: u64,
        /// What it is.
        found: u32,
    },
}

/// How a block of the source ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By the edge of this slot.
    Edge(usize),
    /// The function returns.
    Return(Option<Value>),
    /// The program ends: in a call, or by a trap.
    Stop(Stop),
}

/// A byte that is another one.
#[derive(Clone, Copy, Debug)]
pub struct Changed {
    /// Its address.
    pub at: u64,
    /// What it is in the source.
    pub expected: Byte,
    /// What it is.
    pub found: u8,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Signature => f.write_str("the signature is not that of the ABI"),
            Self::Broken(error) => write!(f, "the code breaks a rule: {error}"),
            Self::ExtraCall => f.write_str("a call too many"),
            Self::MissingCall(done) => write!(f, "no call after {done} of them"),
            Self::Callee { expected, found } => {
                write!(f, "address {found} is called, not {expected}")
            }
            Self::Argument { index, wrong } => write!(f, "argument {index} of a call: {wrong}"),
            Self::Copy(offset) => write!(f, "the copy of an argument at byte {offset}"),
            Self::Variable {
                index,
                expected,
                found,
            } => write!(
                f,
                "variable argument {index} is {found:x?}, not {expected:?}"
            ),
            Self::NotEmpty => f.write_str("variable arguments that are not there"),
            Self::AtCall(number, what) => write!(f, "in call {number}: {what}"),
            Self::Place(at) => write!(f, "a value is passed at {at:#x}"),
            Self::MemoryAtCall(changed) => write!(f, "at a call, {changed}"),
            Self::Memory(changed) => write!(f, "at the end, {changed}"),
            Self::Register {
                reg,
                found,
                value,
                expected,
                wrong,
            } => write!(
                f,
                "{reg} = {found:x?} holds {value}, which is {expected:?}: {wrong}"
            ),
            Self::End { expected, found } => write!(f, "it ends by {found:?}, not {expected:?}"),
            Self::Result(expected, found) => {
                write!(f, "it returns {found:x?}, which is not in {expected:?}")
            }
            Self::Stack { expected, found } => {
                write!(f, "the stack pointer is {found:#x}, not {expected:#x}")
            }
        }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Type => f.write_str("another type"),
            Self::Scalar(number) => write!(f, "scalar {number} is another one"),
            Self::Spare(number) => write!(f, "the spare bits above scalar {number}"),
        }
    }
}

impl fmt::Display for Changed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            at,
            expected,
            found,
        } = self;
        write!(f, "the byte at {at:#x} is {found:#x}, not {expected:x?}")
    }
}

/// The first byte that the source does not allow, of those that are not hidden from it.
pub fn memory(source: &Memory, code: &Sparse, hidden: &[Range<u64>]) -> Option<Changed> {
    let is_seen = |at: u64| !hidden.iter().any(|range| range.contains(&at));
    let byte = |at: u64| {
        let mut byte = [0];
        code.read(at, &mut byte);
        byte[0]
    };
    let changed = |at: u64, expected: Byte, found: u8| {
        let is_wrong = is_seen(at) && !expected.admits(found);
        is_wrong.then_some(Changed {
            at,
            expected,
            found,
        })
    };
    let written = source.written().filter(|&(at, _)| at < 1 << 32);
    let mut written = written.filter_map(|(at, expected)| changed(at, expected, byte(at)));
    let mut others = code
        .changes()
        .filter_map(|(at, found)| changed(at, source.byte(at), found));
    written.next().or_else(|| others.next())
}

/// Checks that memory holds what storing a value leaves there; else what is there.
pub fn stored(code: &Sparse, at: u64, shape: &Shape, value: &Value) -> Result<(), Vec<u8>> {
    let mut bytes = vec![0; shape.size as usize];
    if at + shape.size > 1 << 32 {
        return Err(Vec::new());
    }
    code.read(at, &mut bytes);
    let bits = 8 * shape.size as u32;
    let all = Bits::from_le_bytes(bits, &bytes);
    let slots = shape.scalars.iter().zip(value.scalars());
    let is_there = slots.into_iter().all(|(slot, scalar)| {
        let found = all.slice(slot.bit as u32, slot.kind.bits());
        scalar.admits(&found)
    });
    is_there.then_some(()).ok_or(bytes)
}
