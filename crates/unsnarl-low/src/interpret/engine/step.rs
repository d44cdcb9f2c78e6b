//! One instruction, one exit, one edge.

use super::Interpreter;
use crate::interpret::environment::Environment;
use crate::interpret::error::Fault;
use crate::interpret::evaluate::evaluate;
use crate::interpret::outcome::{BlockEnd, Event, Halt, Trap};
use crate::interpret::perform::perform;
use crate::interpret::value::Value;
use crate::machine::{Callee, Edge, Exit, Function, InstId, Number, Reg, Source};
use crate::op::Op;
use crate::op::effect::Effect;
use crate::op::memory::AddressWidths;
use crate::types::Type;

impl<'f, E: Environment<'f>> Interpreter<'f, '_, E> {
    /// Executes the next instruction or exit of the function on top of the stack, and gives the end
    /// if that is one.
    pub(super) fn step(&mut self) -> Result<Option<BlockEnd>, Halt> {
        self.fuel.burn(1)?;
        let Some(top) = self.stack.last() else {
            return Err(Fault::Count.into());
        };
        let function = top.function;
        match top.inst() {
            Some(inst) => self.instruction(function, inst),
            None => self.exit(function),
        }
    }

    fn instruction(
        &mut self,
        function: &'f Function,
        id: InstId,
    ) -> Result<Option<BlockEnd>, Halt> {
        let inst = function.inst(id);
        let mut operands = std::mem::take(&mut self.operands);
        operands.clear();
        self.read_all(function.operands(id), &mut operands)?;
        if inst.effect != Effect::Pure {
            self.note_event(Some(id), &operands);
        }
        let types = || -> Vec<Type> { inst.results().map(|reg| function.ty(reg)).collect() };
        match &inst.op {
            Op::Call(symbol) => self.call(Callee::Symbol(*symbol), operands, &types()),
            Op::CallIndirect(table) => self.call(Callee::Table(*table), operands, &types()),
            Op::Throw(tag) => self.unwind(*tag, operands),
            op => {
                let (result, is_open) = self.compute(op, &operands, &function.widths)?;
                if let Some(reg) = inst.results().next().filter(|_| is_open) {
                    self.note_open_nan(reg);
                }
                self.operands = operands;
                self.finish(id, result.as_slice())?;
                Ok(None)
            }
        }
    }

    /// The result of an operation, and whether bits of a NaN in it are open.
    fn compute(
        &mut self,
        op: &Op,
        operands: &[Value],
        widths: &AddressWidths,
    ) -> Result<(Option<Value>, bool), Halt> {
        let mut is_open = false;
        let environment = &mut *self.environment;
        let computed = evaluate(op, operands, &mut |width| {
            is_open = true;
            environment.nan(width)
        });
        match computed {
            Some(result) => Ok((Some(result?), is_open)),
            None => {
                let done = perform(op, operands, widths, environment, &mut self.fuel)?;
                Ok((done, false))
            }
        }
    }

    /// Sets the results of the instruction that the function on top executes.
    pub(super) fn finish(&mut self, inst: InstId, results: &[Value]) -> Result<(), Fault> {
        if self.is_recording()
            && let Some(record) = &mut self.record
            && let Some(event) = record
                .events
                .last_mut()
                .filter(|event| event.inst == Some(inst))
        {
            event.results = results.to_vec();
        }
        match self.stack.last_mut() {
            Some(top) => top.finish(inst, results),
            None => Err(Fault::Count),
        }
    }

    fn exit(&mut self, function: &'f Function) -> Result<Option<BlockEnd>, Halt> {
        let Some(top) = self.stack.last() else {
            return Err(Fault::Count.into());
        };
        let block = top.block;
        let regs = function.exit_operands(block);
        let first = || self.read(*regs.first().ok_or(Fault::Count)?);
        match &function.block(block).exit {
            Exit::Return => {
                let values = self.values(regs)?;
                self.leave()?;
                self.deliver(values)
            }
            Exit::Unreachable => Err(Trap::Unreachable.into()),
            Exit::Jump => self.take_edge(0, &[]),
            Exit::Branch => {
                let slot = usize::from(first()?.expect_u32()? == 0);
                self.take_edge(slot, &[])
            }
            Exit::Switch(values) => {
                let slot = top.prepared.case(block, case_of(first()?)?);
                self.take_edge(slot.unwrap_or(values.len()), &[])
            }
            Exit::TailCall(callee) => {
                let operands = self.values(regs)?;
                self.note_event(None, &operands);
                self.tail_call(*callee, operands, &function.signature.results)
            }
            Exit::Call(callee, _) => {
                let edges = function.block(block).edges();
                let types = call_results(function, *edges.first().ok_or(Fault::Count)?)?;
                let operands = self.values(regs)?;
                self.note_event(None, &operands);
                self.call(*callee, operands, &types)
            }
        }
    }

    /// Takes an edge of the function on top, whose first parameters are set to these values. All
    /// arguments are read before any parameter is set.
    pub(super) fn take_edge(
        &mut self,
        slot: usize,
        first: &[Value],
    ) -> Result<Option<BlockEnd>, Halt> {
        let Some(top) = self.stack.last() else {
            return Err(Fault::Count.into());
        };
        let function = top.function;
        let edge = function.block(top.block).edges().get(slot).copied();
        let edge = edge.ok_or(Fault::Count)?;
        let regs = &function.block(edge.to).parameters;
        let mut values = std::mem::take(&mut self.operands);
        values.clear();
        values.extend_from_slice(first);
        self.read_all(function.arguments(edge), &mut values)?;
        if regs.len() != values.len() {
            return Err(Fault::Count.into());
        }
        let parameters = regs.iter().copied().zip(values.iter().copied());
        if self.is_recording() {
            return Ok(Some(BlockEnd::Edge {
                slot,
                to: edge.to,
                parameters: parameters.collect(),
            }));
        }
        if let Some(top) = self.stack.last_mut() {
            top.enter(edge.to, parameters)?;
        }
        self.operands = values;
        Ok(None)
    }

    /// What registers of the function on top hold.
    fn values(&self, regs: &[Reg]) -> Result<Vec<Value>, Fault> {
        let mut values = Vec::with_capacity(regs.len());
        self.read_all(regs, &mut values)?;
        Ok(values)
    }

    /// Appends what registers of the function on top hold.
    fn read_all(&self, regs: &[Reg], values: &mut Vec<Value>) -> Result<(), Fault> {
        for &reg in regs {
            values.push(self.read(reg)?);
        }
        Ok(())
    }

    fn read(&self, reg: Reg) -> Result<Value, Fault> {
        let top = self.stack.last().ok_or(Fault::Undefined(reg))?;
        match top.function.source(reg) {
            Source::Number(Number::Address(symbol, offset)) => {
                let address = self.environment.address(symbol);
                let address = address.ok_or(Fault::UnknownSymbol(symbol))?;
                let address = address.wrapping_add_signed(offset);
                Ok(Value::of_address(address, top.function.address_width()))
            }
            Source::Number(number) => Value::of_number(number).ok_or(Fault::Undefined(reg)),
            Source::Frame(offset) => {
                let address = top.frame.lowest.wrapping_add(offset.into());
                Ok(Value::of_address(address, top.function.address_width()))
            }
            _ => top.registers.get(reg).ok_or(Fault::Undefined(reg)),
        }
    }

    fn note_event(&mut self, inst: Option<InstId>, operands: &[Value]) {
        if self.is_recording()
            && let Some(record) = &mut self.record
        {
            let (operands, results) = (operands.to_vec(), Vec::new());
            record.events.push(Event {
                inst,
                operands,
                results,
            });
        }
    }

    fn note_open_nan(&mut self, reg: Reg) {
        if self.is_recording()
            && let Some(record) = &mut self.record
        {
            record.open_nans.push(reg);
        }
    }
}

/// The number by which a switch chooses.
fn case_of(value: Value) -> Result<i64, Fault> {
    match value {
        Value::I32(number) => Ok(i64::from(number)),
        Value::I64(number) => Ok(number),
        other => Err(Fault::Type {
            is: other.ty(),
            not: Type::I64,
        }),
    }
}

/// The types of the results that a call gives to the first parameters of a target.
fn call_results(function: &Function, edge: Edge) -> Result<Vec<Type>, Fault> {
    let parameters = &function.block(edge.to).parameters;
    let count = parameters.len().checked_sub(function.arguments(edge).len());
    let results = &parameters[..count.ok_or(Fault::Count)?];
    Ok(results.iter().map(|&reg| function.ty(reg)).collect())
}
