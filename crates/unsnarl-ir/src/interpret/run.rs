//! Running: frames, blocks and edges.
//!
//! *Needs:* a [`State`] with memory and limits, a [`Host`].
//! *Gives:* what a function returns, or how a block ends and which values it made.
//! *Cost:* a step for each instruction, and one for each 16 bytes of memory that an operation
//! writes.

use std::fmt;

use super::Interpreter;
use super::call::Entry;
use super::host::Host;
use super::memory::{Byte, Memory};
use super::stop::{Stop, Undefined, Unsupported};
use super::value::Value;
use crate::function::Function;
use crate::id::{BlockId, FuncId, Id, IdVec, ValueId};
use crate::inst::Operand;
use crate::terminator::Terminator;

/// The state of a program beside the frames of its calls, and its limits.
#[derive(Clone, Debug)]
pub struct State {
    /// Memory.
    pub memory: Memory,
    /// The address below which the next variable is placed; the stack grows down.
    pub stack: u64,
    /// How many bytes the stack may still grow.
    pub stack_space: u64,
    /// How many steps are left.
    pub fuel: u64,
    /// How many calls may be open at once.
    pub depth: usize,
}

/// A call of a function of the module.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The function.
    pub function: FuncId,
    /// The values that are known so far.
    pub values: IdVec<ValueId, Option<Value>>,
    /// The address of the variable arguments, if there are any.
    pub variable_arguments: Option<u64>,
    /// The address and size of each variable; for a single block, of those that it may end or begin
    /// the life of.
    pub variables: Vec<(u64, u64)>,
    /// The block that is run, and the next instruction of it.
    pub(super) at: Position,
    /// The stack before this call.
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

/// Why and where a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Halt {
    /// Why.
    pub stop: Stop,
    /// In which function.
    pub function: FuncId,
    /// Where in it.
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

/// How a block ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockEnd {
    /// By the edge of this slot of its terminator.
    Edge(usize),
    /// The function returns.
    Return(Option<Value>),
    /// An exception leaves the function.
    Unwind,
}

/// What a step does to the frames.
pub(super) enum Step {
    /// On to the next instruction.
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
    /// Takes steps off the limit.
    pub(super) fn spend(&mut self, steps: u64) -> Result<(), Stop> {
        match self.state.fuel.checked_sub(steps) {
            Some(left) => self.state.fuel = left,
            None => return Err(Stop::OutOfFuel),
        }
        Ok(())
    }
}

impl State {
    /// Makes a state with memory, whose stack of a megabyte lies below `stack`, a depth of 10,000
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

    /// Makes room on the stack, whose bytes are undefined.
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
    /// Makes a frame in which no value is known, as for [`Interpreter::run_block`].
    pub fn new(function: FuncId, of: &Function) -> Self {
        Self {
            values: vec![None; of.values.len()].into(),
            ..Self::hollow(function)
        }
    }

    /// A frame without place for values.
    fn hollow(function: FuncId) -> Self {
        Self {
            function,
            values: IdVec::new(),
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

impl<'m> Interpreter<'m> {
    /// Runs a function, and gives what it returns.
    ///
    /// # Errors
    /// If it does not return, or has no body.
    pub fn run(
        &self,
        state: &mut State,
        host: &mut dyn Host,
        function: FuncId,
        arguments: &[Value],
    ) -> Result<Option<Value>, Halt> {
        let mut world = World { state, host };
        let frame = self.frame_of(&mut world, function, arguments);
        let frame = frame.map_err(|stop| Halt {
            stop,
            function,
            at: Position {
                block: BlockId::new(0),
                index: 0,
            },
        })?;
        let mut frames = vec![frame];
        loop {
            match self.drive(&mut world, &mut frames)? {
                BlockEnd::Edge(slot) => {
                    let from = frames[0].at.block;
                    let entered = self.take_edge(&mut frames[0], from, slot);
                    entered.map_err(|stop| halt(&frames[0], stop))?;
                }
                BlockEnd::Return(value) => {
                    (world.state.stack, world.state.stack_space) = frames[0].stack;
                    return Ok(value);
                }
                BlockEnd::Unwind => return Err(halt(&frames[0], Stop::Unwind)),
            }
        }
    }

    /// Runs the instructions and the terminator of a block. The frame has the values that are live
    /// into it, its phis among them; those that the block makes are added.
    ///
    /// # Errors
    /// If the end of the block is not reached.
    pub fn run_block(
        &self,
        state: &mut State,
        host: &mut dyn Host,
        frame: &mut Frame,
        block: BlockId,
    ) -> Result<BlockEnd, Halt> {
        frame.at = Position { block, index: 0 };
        let mut world = World { state, host };
        let hollow = Frame::hollow(frame.function);
        let mut frames = vec![std::mem::replace(frame, hollow)];
        let end = self.drive(&mut world, &mut frames);
        *frame = frames.swap_remove(0);
        end
    }

    /// Gives the phis of a block's successor their values, all at once.
    ///
    /// # Errors
    /// If a value is not known.
    pub fn take_edge(&self, frame: &mut Frame, from: BlockId, slot: usize) -> Result<(), Stop> {
        let function = &self.module.functions[frame.function];
        let to = function.blocks[from].terminator.successor(slot);
        let to = to.ok_or(Undefined::Unreachable)?;
        let phis = &function.blocks[to].phis;
        let incoming = phis.iter().map(|phi| {
            let operand = phi.operand(from).ok_or(Unsupported::Missing(phi.result))?;
            Ok((phi.result, self.operand(frame, operand)?))
        });
        let incoming: Result<Vec<(ValueId, Value)>, Stop> = incoming.collect();
        for (result, value) in incoming? {
            frame.values[result] = Some(value);
        }
        frame.at = Position {
            block: to,
            index: 0,
        };
        Ok(())
    }

    /// Runs until the outermost frame comes to the end of a block.
    fn drive(&self, world: &mut World<'_>, frames: &mut Vec<Frame>) -> Result<BlockEnd, Halt> {
        loop {
            let end = self.turn(world, frames);
            let end = end.map_err(|stop| halt(innermost(frames), stop))?;
            if let Some(end) = end {
                return Ok(end);
            }
        }
    }

    /// One step, and what follows from it for the frames; how the outermost block ends, if it does.
    fn turn(
        &self,
        world: &mut World<'_>,
        frames: &mut Vec<Frame>,
    ) -> Result<Option<BlockEnd>, Stop> {
        let mut step = self.advance(world, innermost(frames))?;
        loop {
            let depth = frames.len();
            let frame = innermost(frames);
            match step {
                Step::Next => frame.at.index += 1,
                Step::Enter(_) if depth >= world.state.depth => return Err(Stop::OutOfSpace),
                Step::Enter(callee) => frames.push(*callee),
                Step::End(end) if depth == 1 => return Ok(Some(end)),
                Step::End(BlockEnd::Edge(slot)) => self.take_edge(frame, frame.at.block, slot)?,
                Step::End(end) => {
                    (world.state.stack, world.state.stack_space) = frame.stack;
                    frames.pop();
                    step = self.after_call(innermost(frames), end)?;
                    continue;
                }
            }
            return Ok(None);
        }
    }

    /// One instruction or terminator.
    fn advance(&self, world: &mut World<'_>, frame: &mut Frame) -> Result<Step, Stop> {
        world.spend(1)?;
        let function = &self.module.functions[frame.function];
        let block = &function.blocks[frame.at.block];
        match block.insts.get(frame.at.index) {
            Some(&inst) => self.step(world, frame, function, inst),
            None => self.leave(world, frame, &block.terminator),
        }
    }

    fn leave(
        &self,
        world: &mut World<'_>,
        frame: &mut Frame,
        terminator: &'m Terminator,
    ) -> Result<Step, Stop> {
        let end = match terminator {
            Terminator::Return(value) => {
                let value = value.map(|value| self.operand(frame, value)).transpose()?;
                BlockEnd::Return(value)
            }
            Terminator::Jump(_) => BlockEnd::Edge(0),
            Terminator::Branch { condition, .. } => {
                let condition = self.operand(frame, *condition)?;
                let is_taken = !condition.scalars()[0].decided()?.is_zero();
                BlockEnd::Edge(usize::from(!is_taken))
            }
            Terminator::Switch { value, cases, .. } => {
                let value = self.operand(frame, *value)?;
                let bits = value.scalars()[0].decided()?;
                let mut slot = cases.len();
                for (index, case) in cases.iter().enumerate() {
                    if self.constant(case.value)?.scalars()[0].known() == Some(bits) {
                        slot = index;
                        break;
                    }
                }
                world.spend(slot as u64 / 16)?;
                BlockEnd::Edge(slot)
            }
            Terminator::Invoke(invoke) => {
                return match self.call(world, frame, &invoke.call, None)? {
                    Entry::Enter(callee) => Ok(Step::Enter(callee)),
                    Entry::Return(value) => self.after_call(frame, BlockEnd::Return(value)),
                    Entry::Unwind => self.after_call(frame, BlockEnd::Unwind),
                };
            }
            Terminator::Resume(_) => BlockEnd::Unwind,
            Terminator::Unreachable => return Err(Undefined::Unreachable.into()),
            Terminator::CallBranch(_) => return Err(Unsupported::Assembly.into()),
            Terminator::CatchSwitch(_)
            | Terminator::CatchReturn { .. }
            | Terminator::CleanupReturn { .. } => return Err(Unsupported::Exception.into()),
        };
        Ok(Step::End(end))
    }

    /// A callee has ended: its caller has the result, and goes on behind the call.
    pub(super) fn after_call(&self, caller: &mut Frame, end: BlockEnd) -> Result<Step, Stop> {
        let function = &self.module.functions[caller.function];
        let block = &function.blocks[caller.at.block];
        let inst = block.insts.get(caller.at.index);
        let (result, is_invoke) = match (inst, &block.terminator) {
            (Some(&inst), _) => (function.insts[inst].result, false),
            (None, terminator) => (terminator.result(), true),
        };
        match end {
            BlockEnd::Return(value) => {
                if let Some(result) = result {
                    caller.values[result] = Some(value.ok_or(Undefined::Call)?);
                }
                Ok(if is_invoke {
                    Step::End(BlockEnd::Edge(0))
                } else {
                    Step::Next
                })
            }
            _ if is_invoke => Ok(Step::End(BlockEnd::Edge(1))),
            _ => Ok(Step::End(BlockEnd::Unwind)),
        }
    }

    /// The value of an operand.
    pub(super) fn operand(&self, frame: &Frame, operand: Operand) -> Result<Value, Stop> {
        match operand {
            Operand::Const(constant) => self.constant(constant).cloned(),
            Operand::Value(value) => {
                let known = frame.values[value].clone();
                known.ok_or(Unsupported::Missing(value).into())
            }
        }
    }
}

fn innermost(frames: &mut [Frame]) -> &mut Frame {
    frames.last_mut().expect("the outermost frame stays")
}

fn halt(frame: &Frame, stop: Stop) -> Halt {
    Halt {
        stop,
        function: frame.function,
        at: frame.at,
    }
}
