//! The interpreter: a stack of functions that are being executed.

mod call;
mod step;

use std::rc::Rc;

use foldhash::HashMap;

use unsnarl::{BlockId, Id};

use super::activation::{Activation, FrameAt, Registers};
use super::environment::Environment;
use super::error::{Error, Fault, Place};
use super::outcome::{BlockEnd, Event, Halt, Outcome, Trap};
use super::perform::Fuel;
use super::prepared::Prepared;
use super::value::Value;
use crate::machine::{Function, Reg};
use crate::op::effect::Traps;
use crate::symbol::Symbol;

/// How long and how deep an execution may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The units of fuel of one run.
    pub fuel: u64,
    /// The most registers that all functions on the stack may have, with eight more for each.
    pub registers: usize,
}

impl Default for Limits {
    /// A second or two, and about 100 MB.
    fn default() -> Limits {
        Limits {
            fuel: 100_000_000,
            registers: 4_000_000,
        }
    }
}

/// What one block did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockRun {
    /// How it ends.
    pub end: BlockEnd,
    /// What its instructions and its exit did besides computing results, in order.
    pub events: Vec<Event>,
    /// The registers that it set to a NaN whose bits are open, or to a vector with such a lane.
    pub open_nans: Vec<Reg>,
    /// All registers at its end, before those of the edge are set.
    pub registers: Registers,
}

/// What is noted of the block that is run by itself.
#[derive(Default)]
struct Record {
    events: Vec<Event>,
    open_nans: Vec<Reg>,
    /// The registers, when the function was left.
    registers: Option<Registers>,
}

/// Executes functions in an environment.
pub struct Interpreter<'f, 'e, E: Environment<'f>> {
    environment: &'e mut E,
    limits: Limits,
    fuel: Fuel,
    /// Functions by their address, which no output depends on.
    prepared: HashMap<*const Function, Rc<Prepared>>,
    stack: Vec<Activation<'f>>,
    /// Room for the operands of the next instruction or edge.
    operands: Vec<Value>,
    /// How many registers there are on the stack, with some more for each function.
    registers: usize,
    /// What is noted of the lowest function on the stack, as long as it is there.
    record: Option<Record>,
    /// The exceptions to which there are references, by their numbers.
    caught: Vec<(Symbol, Vec<Value>)>,
}

impl<'f, 'e, E: Environment<'f>> Interpreter<'f, 'e, E> {
    /// An interpreter that works on an environment.
    pub fn new(environment: &'e mut E, limits: Limits) -> Self {
        Interpreter {
            environment,
            limits,
            fuel: Fuel(limits.fuel),
            prepared: HashMap::default(),
            stack: Vec::new(),
            operands: Vec::new(),
            registers: 0,
            record: None,
            caught: Vec::new(),
        }
    }

    /// The environment.
    pub fn environment(&mut self) -> &mut E {
        self.environment
    }

    /// The fuel that the last run left over.
    pub fn fuel_left(&self) -> u64 {
        self.fuel.0
    }

    /// Calls the function of a symbol.
    ///
    /// # Errors
    /// If a function breaks a rule of the machine, or the environment lacks something.
    pub fn run(&mut self, symbol: Symbol, arguments: &[Value]) -> Result<Outcome, Error> {
        self.reset();
        let end = match self.invoke(symbol, arguments.to_vec()) {
            Ok(Some(end)) => end,
            Ok(None) => self.drive()?,
            Err(halt) => {
                let block = BlockId::new(0);
                let place = Place {
                    function: Some(symbol),
                    block,
                    inst: None,
                };
                BlockEnd::Left(self.halted(halt, place)?)
            }
        };
        match end {
            BlockEnd::Left(outcome) => Ok(outcome),
            // Only the block of a record ends with an edge, and there is none.
            BlockEnd::Edge { .. } => Err(Error {
                fault: Fault::Count,
                place: None,
            }),
        }
    }

    /// Executes a block of a function, and its exit up to the edge that it takes; calls in it are
    /// executed whole.
    ///
    /// `registers` must hold what the block reads and does not define itself.
    ///
    /// # Errors
    /// As [`Interpreter::run`].
    pub fn run_block(
        &mut self,
        function: &'f Function,
        block: BlockId,
        registers: Registers,
        frame: FrameAt,
    ) -> Result<BlockRun, Error> {
        self.reset();
        self.record = Some(Record::default());
        self.registers = cost(&registers);
        let prepared = self.prepare(function);
        self.stack.push(Activation {
            function,
            symbol: None,
            prepared,
            registers,
            frame,
            block,
            done: 0,
        });
        let end = self.drive()?;
        let record = self.record.take().unwrap_or_default();
        let rest = || self.stack.drain(..).next().map(|lowest| lowest.registers);
        let registers = record.registers.or_else(rest);
        Ok(BlockRun {
            end,
            events: record.events,
            open_nans: record.open_nans,
            registers: registers.unwrap_or_else(|| Registers::new(function)),
        })
    }

    /// Forgets the last run.
    fn reset(&mut self) {
        self.fuel = Fuel(self.limits.fuel);
        self.stack.clear();
        self.registers = 0;
        self.record = None;
    }

    fn prepare(&mut self, function: &'f Function) -> Rc<Prepared> {
        let key = std::ptr::from_ref(function);
        let prepared = self.prepared.entry(key);
        Rc::clone(prepared.or_insert_with(|| Rc::new(Prepared::new(function))))
    }

    /// Goes on until the end.
    fn drive(&mut self) -> Result<BlockEnd, Error> {
        loop {
            let Some(top) = self.stack.last() else {
                return Err(Error {
                    fault: Fault::Count,
                    place: None,
                });
            };
            let place = top.place();
            let function = top.function;
            match self.step() {
                Ok(None) => {}
                Ok(Some(end)) => return Ok(end),
                Err(halt) => {
                    let outcome = self.halted(halt, place)?;
                    return Ok(BlockEnd::Left(with_traps(outcome, function)));
                }
            }
        }
    }

    /// The outcome of a halt, or the error that it is.
    fn halted(&self, halt: Halt, place: Place) -> Result<Outcome, Error> {
        match halt {
            Halt::Trap(trap) => Ok(Outcome::Trapped {
                trap,
                traps: Traps::Observable,
                place,
            }),
            Halt::OutOfFuel => Ok(Outcome::OutOfFuel),
            Halt::Fault(fault) => Err(Error {
                fault,
                place: Some(place),
            }),
        }
    }

    /// Tells whether the function on top is the one whose block is noted.
    fn is_recording(&self) -> bool {
        let is_there = |record: &Record| record.registers.is_none();
        self.stack.len() == 1 && self.record.as_ref().is_some_and(is_there)
    }
}

/// An outcome with what the instruction says of its traps. What the host or the limits do can
/// always be observed, and so can the trap of an exit.
fn with_traps(outcome: Outcome, function: &Function) -> Outcome {
    match outcome {
        Outcome::Trapped { trap, place, .. } => {
            let traps = match (trap, place.inst) {
                (Trap::Host | Trap::StackOverflow, _) | (_, None) => Traps::Observable,
                (_, Some(inst)) => function.inst(inst).traps,
            };
            Outcome::Trapped { trap, traps, place }
        }
        other => other,
    }
}

/// What the registers of a function count.
fn cost(registers: &Registers) -> usize {
    registers.count() + 8
}
