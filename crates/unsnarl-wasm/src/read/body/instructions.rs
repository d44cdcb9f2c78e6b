//! The instructions of a function, one after the other.
//!
//! *Needs:* a valid body. *Gives:* [`read`]: a [`Draft`].
//! *Cost:* linear in the instructions, and in what jumps bring to their labels.
//!
//! A block ends where control may go elsewhere, or come from elsewhere: a label has a block if
//! something jumps to it. A jump out of the function is a return; where it depends on something,
//! all of them share one block.

mod calls;
mod control;
mod legacy;
mod plain;

use unsnarl_low::{Exit, Number, Type};
use wasmparser::{FunctionBody, Operator};

use self::legacy::Try;
use super::MOST_ARGUMENTS;
use super::draft::{BlockNo, Def, Draft, DraftEdge, Row, Value};
use super::frames::{BracketType, Caught, Frame, Handler, Kind};
use crate::read::error::ReadError;
use crate::read::sections::Environment;
use crate::read::types;

/// Reads the body of a function with a number.
pub(super) fn read(
    environment: &Environment,
    function: u32,
    body: &FunctionBody<'_>,
) -> Result<Draft, ReadError> {
    let mut locals = environment.function(function).parameters.clone();
    for declared in body.get_locals_reader()? {
        let (count, ty) = declared?;
        locals.extend(std::iter::repeat_n(types::value(ty), count as usize));
    }
    let mut reader = Reader::new(environment, function, body, &locals);
    let mut operators = body.get_operators_reader()?;
    while !operators.eof() {
        let (operator, at) = operators.read_with_offset()?;
        // Modules of 4 GiB are refused.
        reader.at = at as u32;
        reader.read(&operator);
        if reader.is_too_large() {
            return Err(ReadError::TooLarge {
                offset: body.range().start,
                most: MOST_ARGUMENTS,
            });
        }
    }
    Ok(reader.draft)
}

/// A local in the block that is read.
#[derive(Clone, Copy)]
struct Local {
    /// The block that the rest is said of.
    block: BlockNo,
    value: Value,
    is_written: bool,
}

struct Reader<'a> {
    environment: &'a Environment,
    draft: Draft,
    /// The block that is read; none where control does not get.
    block: Option<BlockNo>,
    /// How many brackets are open that control does not get to.
    skipped: usize,
    stack: Vec<Value>,
    frames: Vec<Frame<'a>>,
    /// What catches exceptions here, the innermost last.
    handlers: Vec<Handler>,
    /// Legacy brackets that have caught something, the innermost last.
    caught: Vec<Caught>,
    /// The legacy brackets of the function, once one was met, and how many were.
    tries: Option<Vec<Try>>,
    met: usize,
    body: &'a FunctionBody<'a>,
    locals: Vec<Local>,
    /// The locals that the block writes.
    written: Vec<u32>,
    /// Where the instruction is in the file.
    at: u32,
}

/// No block.
const NONE: BlockNo = BlockNo::MAX;

impl<'a> Reader<'a> {
    fn new(
        environment: &'a Environment,
        function: u32,
        body: &'a FunctionBody<'a>,
        locals: &[Type],
    ) -> Self {
        let signature = environment.function(function);
        let mut draft = Draft::default();
        let parameters = signature.parameters.len();
        for (number, &ty) in locals.iter().enumerate() {
            let value = match Number::zero(ty) {
                _ if number < parameters => draft.add(ty, Def::Parameter(number as u32)),
                Some(zero) => draft.constant(ty, Def::Number(zero)),
                None => draft.constant(ty, Def::Null(ty)),
            };
            draft.initial.push(value);
        }
        let locals = draft.initial.iter().map(|&value| Local {
            block: NONE,
            value,
            is_written: false,
        });
        let mut reader = Reader {
            environment,
            locals: locals.collect(),
            draft,
            block: None,
            skipped: 0,
            stack: Vec::new(),
            frames: vec![Frame {
                kind: Kind::Function,
                ty: BracketType {
                    parameters: &[],
                    results: &signature.results,
                },
                height: 0,
                target: None,
            }],
            handlers: Vec::new(),
            caught: Vec::new(),
            tries: None,
            met: 0,
            body,
            written: Vec::new(),
            at: 0,
        };
        let entry = reader.draft.add_block(&[]);
        reader.start(entry);
        reader
    }

    /// Tells whether the draft has more values than are supported.
    fn is_too_large(&self) -> bool {
        self.draft.pool.len().max(self.draft.types.len()) > MOST_ARGUMENTS
    }

    fn read(&mut self, operator: &Operator<'_>) {
        use Operator as O;
        if self.block.is_none() {
            return self.skip(operator);
        }
        match *operator {
            O::Nop => {}
            O::Drop => {
                self.pop();
            }
            O::LocalGet { local_index } => {
                let value = self.local(local_index);
                self.stack.push(value);
            }
            O::LocalSet { local_index } => {
                let value = self.pop();
                self.set(local_index, value);
            }
            O::LocalTee { local_index } => {
                let value = self.pop();
                self.set(local_index, value);
                self.stack.push(value);
            }
            O::I32Const { value } => self.number(Number::I32(value)),
            O::I64Const { value } => self.number(Number::I64(value)),
            O::F32Const { value } => self.number(Number::F32(value.bits())),
            O::F64Const { value } => self.number(Number::F64(value.bits())),
            O::V128Const { value } => self.number(Number::V128(*value.bytes())),
            _ if self.control(operator) || self.call(operator) || self.legacy(operator) => {}
            _ => self.plain(operator),
        }
    }

    /// Passes over an instruction that control does not get to, unless it ends that.
    fn skip(&mut self, operator: &Operator<'_>) {
        use Operator as O;
        match operator {
            O::Try { .. } => {
                self.met += 1;
                self.skipped += 1;
            }
            O::Block { .. } | O::Loop { .. } | O::If { .. } | O::TryTable { .. } => {
                self.skipped += 1;
            }
            O::End | O::Delegate { .. } if self.skipped > 0 => self.skipped -= 1,
            _ if self.skipped > 0 => {}
            O::Else | O::End => {
                self.control(operator);
            }
            O::Catch { .. } | O::CatchAll | O::Delegate { .. } => {
                self.legacy(operator);
            }
            _ => {}
        }
    }

    fn number(&mut self, number: Number) {
        // No address is a constant here, so that no width matters.
        let ty = number.ty(unsnarl_low::Width::W32);
        let value = self.draft.constant(ty, Def::Number(number));
        self.stack.push(value);
    }

    fn pop(&mut self) -> Value {
        self.stack.pop().expect("the body is valid")
    }

    /// Pops so many values, and gives them in the order in which they were pushed.
    fn pop_many(&mut self, count: usize) -> Vec<Value> {
        self.stack.split_off(self.stack.len() - count)
    }

    /// So many values on top of the stack.
    fn top(&self, count: usize) -> &[Value] {
        &self.stack[self.stack.len() - count..]
    }

    fn local(&mut self, number: u32) -> Value {
        let block = self.block.expect("control gets here");
        let known = self.locals[number as usize];
        if known.block == block {
            return known.value;
        }
        let ty = self.draft.types[self.draft.initial[number as usize].index()];
        let value = self.draft.add(ty, Def::Read);
        self.draft.blocks[block as usize]
            .reads
            .push((number, value));
        self.locals[number as usize] = Local {
            block,
            value,
            is_written: false,
        };
        value
    }

    fn set(&mut self, number: u32, value: Value) {
        let block = self.block.expect("control gets here");
        let known = self.locals[number as usize];
        if known.block != block || !known.is_written {
            self.written.push(number);
        }
        self.locals[number as usize] = Local {
            block,
            value,
            is_written: true,
        };
    }

    /// Begins a block.
    fn start(&mut self, block: BlockNo) {
        let at = self.draft.insts.len() as u32;
        self.draft.blocks[block as usize].insts = at..at;
        self.draft.order.push(block);
        self.block = Some(block);
    }

    /// Begins a block whose parameters go on the stack.
    fn start_label(&mut self, block: BlockNo) {
        self.start(block);
        let parameters = &self.draft.blocks[block as usize].parameters;
        self.stack.extend_from_slice(parameters);
    }

    /// Ends the block, and gives it: `slots` name edges by their place among `edges`.
    fn finish(
        &mut self,
        exit: Exit,
        operands: Row,
        edges: Vec<DraftEdge>,
        slots: Vec<u32>,
    ) -> BlockNo {
        let number = self.block.take().expect("control gets here");
        let locals = &self.locals;
        let written = self.written.drain(..);
        let writes = written.map(|local| (local, locals[local as usize].value));
        let block = &mut self.draft.blocks[number as usize];
        block.writes = writes.collect();
        block.insts.end = self.draft.insts.len() as u32;
        (block.exit, block.operands) = (exit, operands);
        block.end = self.at;
        (block.edges, block.slots) = (edges, slots);
        number
    }
}
