//! The state of a run: memory and limits, and a frame for each call.
//!
//! *Limits:* every value of a function has a place in its frame, whether it is live or not.

use std::fmt;

use super::host::Host;
use super::memory::{Byte, Memory};
use super::stop::Stop;
use super::value::Value;
use crate::function::Function;
use crate::id::{BlockId, FuncId, Id, IdMap, ValueId};

/// The state of a program outside of the frames of its calls, and its limits.
#[derive(Clone, Debug)]
pub struct State {
    /// Memory.
    pub memory: Memory,
    /// The address below which the next variable is placed; the stack grows down.
    pub stack: u64,
    /// The number of bytes by which the stack may still grow.
    pub stack_space: u64,
    /// The number of steps that are left.
    pub fuel: u64,
    /// The maximum number of nested calls.
    pub depth: usize,
}

/// A call of a function of the module.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The function.
    pub function: FuncId,
    /// The values known so far.
    pub values: IdMap<ValueId, Option<Value>>,
    /// The address of the variable arguments, if there are any.
    pub variable_arguments: Option<u64>,
    /// The address and size of each variable. For a run of a single block: of the variables whose
    /// life the block may end or begin.
    pub variables: Vec<(u64, u64)>,
    /// The current block, and its next instruction.
    pub(super) at: Position,
    /// The state of the stack before this call.
    pub(super) stack: (u64, u64),
}

/// A place in a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The block.
    pub block: BlockId,
    /// The instruction in it; the number of instructions stands for the terminator.
    pub index: usize,
}

/// The reason and the place of the end of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Halt {
    /// The reason.
    pub stop: Stop,
    /// The function.
    pub function: FuncId,
    /// The place in it.
    pub at: Position,
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { block, index } = self.at;
        write!(
            f,
            "{}, in {}, {block}, at {index}",
            self.stop, self.function
        )
    }
}

impl std::error::Error for Halt {}

/// The way in which a block ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockEnd {
    /// By the edge of this slot of its terminator.
    Edge(usize),
    /// The function returns.
    Return(Option<Value>),
    /// An exception leaves the function.
    Unwind,
}

/// The effect of a step on the frames.
pub(super) enum Step {
    /// Continues with the next instruction.
    Next,
    /// A call begins.
    Enter(Box<Frame>),
    /// The block ends.
    End(BlockEnd),
}

/// Everything that a step can change.
pub(super) struct World<'a> {
    pub(super) state: &'a mut State,
    pub(super) host: &'a mut dyn Host,
}

impl World<'_> {
    /// Subtracts steps from the limit.
    pub(super) fn spend(&mut self, steps: u64) -> Result<(), Stop> {
        match self.state.fuel.checked_sub(steps) {
            Some(left) => self.state.fuel = left,
            None => return Err(Stop::OutOfFuel),
        }
        Ok(())
    }
}

impl State {
    /// Makes a state with memory, a stack of a megabyte below `stack`, a maximum depth of 10,000
    /// calls, and a limit of steps.
    pub fn new(memory: Memory, stack: u64, fuel: u64) -> Self {
        Self {
            memory,
            stack,
            stack_space: 1 << 20,
            fuel,
            depth: 10_000,
        }
    }

    /// Makes room on the stack; its bytes are undefined.
    pub(super) fn allocate(&mut self, size: u64, align: u64) -> Result<u64, Stop> {
        let place = self.stack.checked_sub(size).ok_or(Stop::OutOfSpace)?;
        let place = place - place % align.max(1);
        let taken = self.stack - place;
        self.stack_space = self
            .stack_space
            .checked_sub(taken)
            .ok_or(Stop::OutOfSpace)?;
        self.stack = place;
        self.memory.fill(place, size, Byte::undefined());
        Ok(place)
    }
}

impl Frame {
    /// Makes a frame in which no value is known, as for
    /// [`Interpreter::run_block`](super::Interpreter::run_block).
    pub fn new(function: FuncId, of: &Function) -> Self {
        Self {
            values: IdMap::filled(of.values.len(), None),
            ..Self::hollow(function)
        }
    }

    /// A frame without room for values.
    pub(super) fn hollow(function: FuncId) -> Self {
        Self {
            function,
            values: IdMap::new(),
            variable_arguments: None,
            variables: Vec::new(),
            at: Position {
                block: BlockId::new(0),
                index: 0,
            },
            stack: (0, 0),
        }
    }
}

/// The effect of a call.
pub(super) enum Entry {
    Enter(Box<Frame>),
    Return(Option<Value>),
    Unwind,
}
