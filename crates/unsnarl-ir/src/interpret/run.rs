//! Running: frames, blocks and edges.
//!
//! *Needs:* a [`State`] with memory and limits, a [`Host`].
//! *Gives:* the result of a function, or the end of a block and the values that it made.
//! *Cost:* a step for each instruction, and one for each 16 bytes of memory that an operation
//! writes.

use super::frame::{BlockEnd, Entry, Frame, Halt, Position, State, Step, World};
use super::host::Host;
use super::interpreter::Interpreter;
use super::stop::{Stop, Undefined, Unsupported};
use super::value::Value;
use crate::id::{BlockId, FuncId, Id, ValueId};
use crate::inst::Operand;
use crate::terminator::Terminator;

impl<'m> Interpreter<'m> {
    /// Runs a function, and gives its result.
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
    /// into the block, its phis among them; the values that the block makes are added.
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

    /// Runs one instruction, for example one that recomputes a value from others in the frame.
    ///
    /// # Errors
    /// If it does not finish, if it unwinds, or if it is the terminator.
    pub fn run_inst(
        &self,
        state: &mut State,
        host: &mut dyn Host,
        frame: &mut Frame,
        at: Position,
    ) -> Result<(), Halt> {
        frame.at = at;
        let mut world = World { state, host };
        let hollow = Frame::hollow(frame.function);
        let mut frames = vec![std::mem::replace(frame, hollow)];
        let mut end = Ok(None);
        while matches!(end, Ok(None)) && (frames.len() > 1 || frames[0].at == at) {
            let turn = self.turn(&mut world, &mut frames);
            end = turn.map_err(|stop| halt(innermost(&mut frames), stop));
        }
        *frame = frames.swap_remove(0);
        match end? {
            None => Ok(()),
            Some(_) => Err(halt(frame, Stop::Unwind)),
        }
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

    /// Runs until the outermost frame reaches the end of a block.
    fn drive(&self, world: &mut World<'_>, frames: &mut Vec<Frame>) -> Result<BlockEnd, Halt> {
        loop {
            let end = self.turn(world, frames);
            let end = end.map_err(|stop| halt(innermost(frames), stop))?;
            if let Some(end) = end {
                return Ok(end);
            }
        }
    }

    /// Runs one step, and updates the frames; gives the end of the outermost block, if it is
    /// reached.
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

    /// Returns from a callee: its caller gets the result, and continues after the call.
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

    /// Returns the value of an operand.
    ///
    /// # Errors
    /// If the frame does not have it, or the constant has none.
    pub fn operand(&self, frame: &Frame, operand: Operand) -> Result<Value, Stop> {
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
