//! The machine that runs skeletons without jumps.
//!
//! *Needs:* operations. *Gives:* [`Machine`]. *Cost:* O(1) for each operation.

use crate::skeletons::{End, Host, Seen};

/// Operations of one run: a wrong skeleton may run on without a block that would count.
const OPERATIONS: usize = 1_000_000;

/// An operation. Places are indices of operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operation {
    /// Runs a block.
    Block(usize),
    /// Asks a block, and pushes the slot.
    Decide(usize),
    /// Pushes a number; true is one.
    Push(i64),
    /// Pushes a variable.
    Load(usize),
    /// Pops into a variable.
    Store(usize),
    /// Pushes what is on top once more.
    Again,
    /// Pops.
    Drop,
    /// Replaces zero by one, and anything else by zero.
    Not,
    /// Replaces two numbers by whether they are equal.
    Equal,
    /// Goes to a place.
    Jump(usize),
    /// Pops, and goes to a place if it was zero.
    JumpUnless(usize),
    /// Goes to a place and keeps what is on top if it is true or false as this says, and else pops.
    PassIf(bool, usize),
    /// Ends the run.
    Return,
    /// Ends the run where nothing gets.
    Unreachable,
}

/// The operations of a skeleton, and the names of its variables.
pub(super) struct Code {
    pub(super) operations: Vec<Operation>,
    pub(super) names: Vec<String>,
}

pub(super) struct Machine<'c> {
    code: &'c Code,
    host: Host,
    stack: Vec<i64>,
    variables: Vec<Option<i64>>,
}

impl<'c> Machine<'c> {
    pub(super) fn new(code: &'c Code, host: Host) -> Machine<'c> {
        Machine {
            code,
            host,
            stack: Vec::new(),
            variables: vec![None; code.names.len()],
        }
    }

    /// Runs to the end, which is a return if nothing else is.
    pub(super) fn run(mut self) -> Seen {
        let mut at = 0;
        let mut end = End::Wrong(String::from("it does not end"));
        for _ in 0..OPERATIONS {
            match self.step(at) {
                Ok(next) => at = next,
                Err(why) => {
                    end = why;
                    break;
                }
            }
        }
        let blocks = self.host.blocks;
        Seen { blocks, end }
    }

    /// Does the operation at a place, and gives the next place.
    fn step(&mut self, at: usize) -> Result<usize, End> {
        let Some(&operation) = self.code.operations.get(at) else {
            return Err(End::Returned);
        };
        match operation {
            Operation::Block(index) => self.host.block(index)?,
            Operation::Decide(index) => {
                let slot = self.host.decide(index)?;
                self.stack.push(slot as i64);
            }
            Operation::Push(number) => self.stack.push(number),
            Operation::Load(variable) => {
                let value = self.variables[variable].ok_or_else(|| {
                    let name = &self.code.names[variable];
                    End::Wrong(format!("{name} is read before it is set"))
                })?;
                self.stack.push(value);
            }
            Operation::Store(variable) => self.variables[variable] = Some(self.pop()?),
            Operation::Again => {
                let value = self.pop()?;
                self.stack.extend([value, value]);
            }
            Operation::Drop => drop(self.pop()?),
            Operation::Not => {
                let value = self.pop()?;
                self.stack.push(i64::from(value == 0));
            }
            Operation::Equal => {
                let [right, left] = [self.pop()?, self.pop()?];
                self.stack.push(i64::from(left == right));
            }
            Operation::Jump(place) => return Ok(place),
            Operation::JumpUnless(place) if self.pop()? == 0 => return Ok(place),
            Operation::JumpUnless(_) => {}
            Operation::PassIf(value, place) => {
                let top = self.pop()?;
                if (top != 0) == value {
                    self.stack.push(top);
                    return Ok(place);
                }
            }
            Operation::Return => return Err(End::Returned),
            Operation::Unreachable => return Err(End::Unreachable),
        }
        Ok(at + 1)
    }

    fn pop(&mut self) -> Result<i64, End> {
        let empty = || End::Wrong(String::from("the stack is empty"));
        self.stack.pop().ok_or_else(empty)
    }
}
