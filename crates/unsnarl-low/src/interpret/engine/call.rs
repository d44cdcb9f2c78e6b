//! Calls: into functions, and out of them by a return or an exception.

use std::rc::Rc;

use unsnarl::{BlockId, Id};

use super::{Interpreter, cost};
use crate::interpret::activation::{Activation, FrameAt, Registers};
use crate::interpret::environment::{Code, Environment};
use crate::interpret::error::Fault;
use crate::interpret::outcome::{BlockEnd, Completion, Halt, Outcome, Trap};
use crate::interpret::perform::global;
use crate::interpret::value::Value;
use crate::machine::{Callee, Catch, Exit, Frame, Function};
use crate::op::memory::Table;
use crate::symbol::{Signature, Symbol};
use crate::types::{Type, Width};

impl<'f, E: Environment<'f>> Interpreter<'f, '_, E> {
    /// Calls with operands, and expects results of these types.
    pub(super) fn call(
        &mut self,
        callee: Callee,
        mut operands: Vec<Value>,
        results: &[Type],
    ) -> Result<Option<BlockEnd>, Halt> {
        match callee {
            Callee::Throw(tag) => self.unwind(tag, operands),
            Callee::ThrowRef => self.rethrow(&operands),
            Callee::Symbol(_) | Callee::Table(_) => {
                let symbol = self.resolve(callee, &mut operands, results)?;
                self.invoke(symbol, operands)
            }
        }
    }

    /// Leaves the function on top by a call.
    pub(super) fn tail_call(
        &mut self,
        callee: Callee,
        mut operands: Vec<Value>,
        results: &[Type],
    ) -> Result<Option<BlockEnd>, Halt> {
        match callee {
            Callee::Throw(tag) => {
                self.leave()?;
                self.unwind(tag, operands)
            }
            Callee::ThrowRef => {
                self.leave()?;
                self.rethrow(&operands)
            }
            Callee::Symbol(_) | Callee::Table(_) => {
                let symbol = self.resolve(callee, &mut operands, results)?;
                self.leave()?;
                self.invoke(symbol, operands)
            }
        }
    }

    /// Throws an exception that was caught again.
    fn rethrow(&mut self, operands: &[Value]) -> Result<Option<BlockEnd>, Halt> {
        let number = match operands.first() {
            Some(&Value::ExnRef(number)) => number,
            Some(other) => {
                return Err(Fault::Type {
                    is: other.ty(),
                    not: Type::ExnRef,
                }
                .into());
            }
            None => return Err(Fault::Count.into()),
        };
        let number = number.ok_or(Trap::NullThrow)?;
        let (tag, values) = self.caught.get(number as usize).ok_or(Fault::Count)?;
        let (tag, values) = (*tag, values.clone());
        self.unwind(tag, values)
    }

    /// The function that is called, which has the types of the call. The number in a table is taken
    /// from the operands.
    fn resolve(
        &mut self,
        callee: Callee,
        operands: &mut Vec<Value>,
        results: &[Type],
    ) -> Result<Symbol, Halt> {
        let (symbol, otherwise) = match callee {
            Callee::Throw(tag) => return Err(Fault::UnknownSymbol(tag).into()),
            Callee::ThrowRef => return Err(Fault::Count.into()),
            Callee::Symbol(symbol) => (symbol, Halt::Fault(Fault::Signature(symbol))),
            Callee::Table(number) => {
                let caller = self.stack.last().ok_or(Fault::Count)?;
                let width = caller.function.widths.table(number);
                let at = operands.pop().ok_or(Fault::Count)?;
                let at = at.expect_address(width)?;
                (self.element(number, at)?, Halt::Trap(Trap::CallType))
            }
        };
        let signature = match self.environment.code(symbol) {
            Some(Code::Low(function)) => &function.signature,
            Some(Code::Host(signature)) => signature,
            None => return Err(Fault::UnknownSymbol(symbol).into()),
        };
        if takes(signature, operands) && signature.results == results {
            Ok(symbol)
        } else {
            Err(otherwise)
        }
    }

    /// The function that is an element of a table.
    fn element(&mut self, number: Table, at: u64) -> Result<Symbol, Halt> {
        let element = self.environment.element(number, at);
        let element = element.ok_or(Fault::UnknownTable(number))?;
        match element.ok_or(Trap::TableOutOfBounds)? {
            Value::FuncRef(Some(symbol)) => Ok(symbol),
            Value::FuncRef(None) => Err(Trap::NullCall.into()),
            other => Err(Fault::Type {
                is: other.ty(),
                not: Type::FuncRef,
            }
            .into()),
        }
    }

    /// Calls the function of a symbol. One of the host ends at once, one of the machine is on the
    /// stack then.
    pub(super) fn invoke(
        &mut self,
        symbol: Symbol,
        arguments: Vec<Value>,
    ) -> Result<Option<BlockEnd>, Halt> {
        let results = match self.environment.code(symbol) {
            Some(Code::Low(function)) => {
                self.enter(function, symbol, &arguments)?;
                return Ok(None);
            }
            Some(Code::Host(signature)) if takes(signature, &arguments) => {
                signature.results.clone()
            }
            Some(Code::Host(_)) => return Err(Fault::Signature(symbol).into()),
            None => return Err(Fault::UnknownSymbol(symbol).into()),
        };
        let completion = self.environment.call(symbol, &arguments);
        match completion.ok_or(Fault::UnknownSymbol(symbol))? {
            Completion::Returned(values) if are_of(&results, &values) => self.deliver(values),
            Completion::Returned(_) => Err(Fault::Signature(symbol).into()),
            Completion::Thrown(tag, values) => self.unwind(tag, values),
            Completion::Trapped(trap) => Err(trap.into()),
        }
    }

    /// Puts a function on the stack, and moves the stack pointer for its frame.
    fn enter(
        &mut self,
        function: &'f Function,
        symbol: Symbol,
        arguments: &[Value],
    ) -> Result<(), Halt> {
        if !takes(&function.signature, arguments) {
            return Err(Fault::Signature(symbol).into());
        }
        self.fuel.burn(function.reg_count() as u64 / 64)?;
        if self.registers + function.reg_count() + 8 > self.limits.registers {
            return Err(Trap::StackOverflow.into());
        }
        let frame = match function.frame {
            Some(frame) => self.make_frame(frame, function.address_width())?,
            None => FrameAt::default(),
        };
        let prepared = self.prepare(function);
        let mut activation = Activation {
            function,
            symbol: Some(symbol),
            prepared: Rc::clone(&prepared),
            registers: Registers::new(function),
            frame,
            block: BlockId::new(0),
            done: 0,
        };
        for &(reg, number) in &prepared.parameters {
            let value = arguments.get(number as usize).copied();
            activation.assign(reg, value.ok_or(Fault::Count)?)?;
        }
        self.registers += cost(&activation.registers);
        self.stack.push(activation);
        Ok(())
    }

    fn make_frame(&mut self, frame: Frame, width: Width) -> Result<FrameAt, Fault> {
        let pointer = self.stack_pointer()?;
        let restored = pointer.expect_address(width)?;
        let below = restored.wrapping_sub(frame.size.into());
        *pointer = Value::of_address(below & u64::from(frame.align).wrapping_neg(), width);
        let lowest = pointer.expect_address(width)?;
        Ok(FrameAt { lowest, restored })
    }

    fn stack_pointer(&mut self) -> Result<&mut Value, Fault> {
        let symbol = self
            .environment
            .stack_pointer()
            .ok_or(Fault::NoStackPointer)?;
        global(self.environment, symbol)
    }

    /// Takes the function on top off the stack, and restores the stack pointer if it had a frame.
    pub(super) fn leave(&mut self) -> Result<(), Fault> {
        let is_recording = self.is_recording();
        let Some(activation) = self.stack.pop() else {
            return Err(Fault::Count);
        };
        self.registers -= cost(&activation.registers);
        if is_recording && let Some(record) = &mut self.record {
            record.registers = Some(activation.registers);
        }
        if activation.function.frame.is_some() {
            let width = activation.function.address_width();
            *self.stack_pointer()? = Value::of_address(activation.frame.restored, width);
        }
        Ok(())
    }

    /// Gives results to the caller, which is on top of the stack; without one they are the outcome.
    pub(super) fn deliver(&mut self, values: Vec<Value>) -> Result<Option<BlockEnd>, Halt> {
        let Some(caller) = self.stack.last() else {
            return Ok(Some(BlockEnd::Left(Outcome::Returned(values))));
        };
        match caller.inst() {
            Some(inst) => {
                self.finish(inst, &values)?;
                Ok(None)
            }
            None => {
                self.note_results(&values);
                self.take_edge(0, &values)
            }
        }
    }

    /// The results of a call that ends the noted block.
    fn note_results(&mut self, values: &[Value]) {
        if self.is_recording()
            && let Some(record) = &mut self.record
            && let Some(event) = record.events.last_mut()
        {
            event.results = values.to_vec();
        }
    }

    /// Leaves functions until a call catches the exception.
    pub(super) fn unwind(
        &mut self,
        tag: Symbol,
        values: Vec<Value>,
    ) -> Result<Option<BlockEnd>, Halt> {
        while let Some(top) = self.stack.last() {
            let catches = match (&top.function.block(top.block).exit, top.inst()) {
                (Exit::Call(_, catches), None) => catches.as_slice(),
                _ => &[],
            };
            let catching = |&catch: &Catch| match catch {
                Catch::Tag(own) | Catch::TagRef(own) => own == tag,
                Catch::All | Catch::AllRef => true,
            };
            if let Some(clause) = catches.iter().position(catching) {
                return match catches[clause] {
                    Catch::Tag(_) => self.take_edge(1 + clause, &values),
                    Catch::All => self.take_edge(1 + clause, &[]),
                    Catch::AllRef => {
                        let reference = self.reference_to(tag, values);
                        self.take_edge(1 + clause, &[reference])
                    }
                    Catch::TagRef(_) => {
                        let mut brought = values.clone();
                        brought.push(self.reference_to(tag, values));
                        self.take_edge(1 + clause, &brought)
                    }
                };
            }
            self.leave()?;
        }
        Ok(Some(BlockEnd::Left(Outcome::Thrown(tag, values))))
    }

    /// A reference to an exception that was caught.
    fn reference_to(&mut self, tag: Symbol, values: Vec<Value>) -> Value {
        let number = self.caught.len() as u32;
        self.caught.push((tag, values));
        Value::ExnRef(Some(number))
    }
}

/// Tells whether a function takes these arguments.
fn takes(signature: &Signature, arguments: &[Value]) -> bool {
    are_of(&signature.parameters, arguments)
}

fn are_of(types: &[Type], values: &[Value]) -> bool {
    types
        .iter()
        .copied()
        .eq(values.iter().map(|value| value.ty()))
}
