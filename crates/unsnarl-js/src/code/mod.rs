//! The code of blocks, as statements and expressions.
//!
//! *Needs:* the [trees](unsnarl_low::trees) of a function, and what its registers are called.
//! *Gives:* for each block its statements, and the expressions that its exit reads.
//! *Cost:* linear in the code, times the few entries of the stack that a statement is compared
//! with.
//!
//! The trees are code for a stack machine. This is one that holds [texts](Piece) in place of
//! numbers: an instruction takes texts from the stack and leaves a larger one. A statement is
//! written as soon as something must have a name, and that is before what is still on the stack. So
//! whatever there would see the difference gets a name first, in the order of the stack. All else
//! is computed where it is used, from left to right, which is the order of JavaScript, too.

mod atomic;
pub(crate) mod calls;
mod choice;
mod convert;
mod copies;
pub(crate) mod float;
mod globals;
pub(crate) mod int;
mod long;
mod memory;
mod table;
mod vector;

use unsnarl::{BlockId, Id};
use unsnarl_low::locals::Locals;
use unsnarl_low::module::{Entity, Position, Positions};
use unsnarl_low::trees::{Code, Trees};
use unsnarl_low::{Function, InstId, Number, Op, Reg, Source, Type};

use crate::context::Context;
use crate::exact::{CallAt, Calls};
use crate::marks::{self, Mark};
use crate::options::Traps;
use crate::piece::{Binds, Kind, Piece, Touches, Variable};
use crate::variables::Variables;
use crate::words;

/// The expressions of a number, word by word.
pub(crate) type Value = Vec<Piece>;

/// Why a function cannot be written.
pub(crate) type Refused = String;

/// What is written of a block.
#[derive(Debug, Default)]
pub(crate) struct BlockText {
    /// Its statements.
    pub(crate) lines: Vec<String>,
    /// Where these come from.
    pub(crate) places: Vec<Option<Position>>,
    /// What its exit reads.
    pub(crate) exit: Vec<Value>,
}

/// The stack machine on texts.
pub(crate) struct Writer<'a> {
    pub(crate) context: &'a Context<'a>,
    pub(crate) code: &'a Function,
    pub(crate) trees: &'a Trees,
    pub(crate) locals: &'a Locals,
    pub(crate) variables: Variables<'a>,
    stack: Vec<Value>,
    pub(crate) lines: Vec<String>,
    /// Where lines come from.
    places: Vec<Option<Position>>,
    /// Where the code of the function does, if that is wanted.
    positions: Option<&'a Positions>,
    /// What its calls through tables ask for, if that is not what they say.
    calls: Option<&'a Calls>,
    /// The call that is written.
    pub(crate) call_at: CallAt,
    /// How many temporary variables hold something.
    temporaries: usize,
    /// Where the result of the instruction goes, if that is known.
    target: Option<Reg>,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(
        context: &'a Context<'a>,
        code: &'a Function,
        trees: &'a Trees,
        locals: &'a Locals,
        variables: Variables<'a>,
        positions: Option<&'a Positions>,
        calls: Option<&'a Calls>,
    ) -> Writer<'a> {
        Writer {
            context,
            code,
            trees,
            locals,
            variables,
            stack: Vec::new(),
            lines: Vec::new(),
            places: Vec::new(),
            positions,
            calls,
            call_at: CallAt::End(BlockId::new(0)),
            temporaries: 0,
            target: None,
        }
    }

    /// Writes a block.
    pub(crate) fn block(&mut self, block: BlockId) -> Result<BlockText, Refused> {
        let trees = self.trees;
        let code = trees.block(block);
        self.all(&code.run)?;
        self.all(&code.exit)?;
        let exit = std::mem::take(&mut self.stack);
        Ok(BlockText {
            lines: std::mem::take(&mut self.lines),
            places: std::mem::take(&mut self.places),
            exit,
        })
    }

    fn all(&mut self, codes: &[Code]) -> Result<(), Refused> {
        let mut place = None;
        for (at, &code) in codes.iter().enumerate() {
            self.places.resize(self.lines.len(), place);
            if let (Code::Inst(inst), Some(positions)) = (code, self.positions) {
                place = positions.inst(inst).or(place);
            }
            if self.stack.is_empty() {
                self.temporaries = 0;
            }
            match code {
                Code::Inst(inst) => {
                    self.target = match codes.get(at + 1) {
                        Some(&Code::Set(reg)) if self.code.inst(inst).results().len() == 1 => {
                            Some(reg)
                        }
                        _ => None,
                    };
                    self.inst(inst)?;
                    self.mark(inst);
                }
                Code::Drop => self.drop_top(),
                Code::Rematerialise(reg) => {
                    let value = self.constant(reg)?;
                    self.push(value);
                }
                Code::Get(reg) => {
                    let value = self.read(reg);
                    self.push(value);
                }
                Code::Set(reg) => {
                    let value = self.pop();
                    self.set(reg, value);
                }
                Code::Tee(reg) => self.tee(reg),
            }
        }
        self.places.resize(self.lines.len(), place);
        Ok(())
    }

    /// Marks what an instruction has pushed, if that may do anything: it may stand in a statement
    /// that comes from elsewhere.
    fn mark(&mut self, inst: InstId) {
        let position = self.positions.and_then(|positions| positions.inst(inst));
        let has_result = self.code.inst(inst).results().len() > 0;
        let (Some(position), true) = (position, has_result) else {
            return;
        };
        for piece in self.stack.last_mut().into_iter().flatten() {
            if piece.touches.acts && marks::length(&piece.text) == 0 {
                piece.text.insert_str(0, &Mark::At(position).to_string());
            }
        }
    }

    fn drop_top(&mut self) {
        for piece in self.pop() {
            let touches = &piece.touches;
            if touches.acts || !touches.sets.is_empty() {
                self.statement(&piece.touches.clone(), format!("{};", piece.text));
            }
        }
    }

    /// What a register of a constant or an address in the frame holds.
    pub(crate) fn constant(&self, reg: Reg) -> Result<Value, Refused> {
        Ok(match self.code.source(reg) {
            Source::Number(Number::Address(symbol, offset)) => {
                let at = match self.context.entity(symbol) {
                    Some(Entity::Address(at)) => at.wrapping_add_signed(offset),
                    _ => return Err(String::from("the address of a symbol without an address")),
                };
                match self.code.ty(reg) {
                    Type::I64 => long::number(at as i64),
                    _ => vec![Piece::int(at as i32)],
                }
            }
            Source::Number(Number::I32(number)) => vec![Piece::int(number)],
            Source::Number(Number::I64(number)) => long::number(number),
            Source::Number(Number::F32(bits)) => {
                vec![float::number(f64::from(f32::from_bits(bits)))]
            }
            Source::Number(Number::F64(bits)) => vec![float::number(f64::from_bits(bits))],
            Source::Number(Number::V128(bytes)) => vector::number(bytes),
            Source::Frame(offset) => {
                let frame = self.variables.frame();
                let base = Piece::variable(&frame.1, frame.0, Kind::Signed);
                vec![match offset {
                    0 => base,
                    _ => Piece::sum(&base, &Piece::int(offset as i32), false),
                }]
            }
            _ => return Err(String::from("a register that is not a constant")),
        })
    }

    /// What a register that is kept holds.
    pub(crate) fn read(&self, reg: Reg) -> Value {
        let kind = kind_of(self.code.ty(reg));
        let variables = self.variables.of(self.locals, reg);
        let pieces = variables.map(|at| Piece::variable(self.variables.name(at), at, kind));
        pieces.collect()
    }

    /// What any register holds.
    pub(crate) fn value(&self, reg: Reg) -> Result<Value, Refused> {
        match self.code.is_rematerialised(reg) {
            true => self.constant(reg),
            false => Ok(self.read(reg)),
        }
    }

    fn set(&mut self, reg: Reg, value: Value) {
        let variables = self.variables.of(self.locals, reg);
        let copies: Vec<(Variable, Piece)> = variables.zip(value).collect();
        self.assign(copies);
    }

    fn tee(&mut self, reg: Reg) {
        let value = self.pop();
        let [variable] = self.variables.of(self.locals, reg).collect::<Vec<_>>()[..] else {
            self.set(reg, value);
            let value = self.read(reg);
            return self.push(value);
        };
        let piece = value.into_iter().next().expect("a number has a word");
        let mut touches = piece.touches.clone();
        touches.sets.push(variable);
        let name = self.variables.name(variable).to_owned();
        let is_alone = !self
            .stack
            .iter()
            .flatten()
            .any(|other| other.touches.conflicts(&touches));
        let kind = kind_of(self.code.ty(reg));
        if is_alone {
            self.lines
                .push(format!("{name} = {};", piece.wrapped().text));
            return self.push(vec![Piece::variable(&name, variable, kind)]);
        }
        let text = format!("{name} = {}", piece.wrapped().text);
        let mut set = Piece::of(text, Binds::Assignment, kind, &[&piece]);
        set.touches = touches;
        self.push(vec![set]);
    }

    /// Puts operands on the stack.
    pub(crate) fn take_up(&mut self, values: Vec<Value>) {
        self.stack.extend(values);
    }

    pub(crate) fn pop(&mut self) -> Value {
        self.stack
            .pop()
            .expect("a tree pops only operands that it pushed")
    }

    /// Takes the words of several operands, the first one first.
    pub(crate) fn pop_many(&mut self, count: usize) -> Vec<Value> {
        let start = self.stack.len() - count;
        self.stack.split_off(start)
    }

    /// Takes an operand of one word.
    pub(crate) fn pop_one(&mut self) -> Piece {
        let mut value = self.pop();
        value.swap_remove(0)
    }

    /// Takes two operands of one word.
    pub(crate) fn pop_two(&mut self) -> (Piece, Piece) {
        let right = self.pop_one();
        (self.pop_one(), right)
    }

    pub(crate) fn push(&mut self, value: Value) {
        let is_one = value.len() == 1;
        self.stack.push(value);
        let top = self.stack.len() - 1;
        for word in 0..self.stack[top].len() {
            let piece = &self.stack[top][word];
            let touches = &piece.touches;
            // Words of a number may be computed in any order, and not all of them.
            let is_ordered = touches.acts || !touches.sets.is_empty();
            if piece.is_large() || !is_one && is_ordered {
                self.name_word(top, word);
            }
        }
    }

    pub(crate) fn push_one(&mut self, piece: Piece) {
        self.push(vec![piece]);
    }

    /// Gives the words of an operand names, so that they can be written several times; the last
    /// operand is 0.
    pub(crate) fn name(&mut self, from_top: usize) {
        let entry = self.stack.len() - 1 - from_top;
        for word in 0..self.stack[entry].len() {
            if !self.stack[entry][word].is_simple() {
                self.name_word(entry, word);
            }
        }
    }

    /// Gives all words of an operand that are no numbers names of their own.
    fn name_always(&mut self, from_top: usize) {
        let entry = self.stack.len() - 1 - from_top;
        for word in 0..self.stack[entry].len() {
            if self.stack[entry][word].number.is_none() {
                self.name_word(entry, word);
            }
        }
    }

    /// Gives a word of an operand a name.
    pub(crate) fn name_one(&mut self, from_top: usize, word: usize) {
        let entry = self.stack.len() - 1 - from_top;
        if !self.stack[entry][word].is_simple() {
            self.name_word(entry, word);
        }
    }

    /// Gives operands names that must not be computed later than now: those that do something, and
    /// if one does, those before it that would see it.
    pub(crate) fn name_acting(&mut self, count: usize) {
        for from_top in (0..count).rev() {
            let entry = self.stack.len() - 1 - from_top;
            for word in 0..self.stack[entry].len() {
                if self.stack[entry][word].touches.acts {
                    self.name_word(entry, word);
                }
            }
        }
    }

    /// The operand, the last one being 0.
    pub(crate) fn operand(&self, from_top: usize) -> &Value {
        &self.stack[self.stack.len() - 1 - from_top]
    }

    fn name_word(&mut self, entry: usize, word: usize) {
        let piece = self.stack[entry][word].clone();
        self.keep(entry, &piece.touches);
        let to = self.temporary();
        let name = self.variables.name(to).to_owned();
        let text = piece.wrapped().text;
        self.lines.push(format!("{name} = {text};"));
        let kind = piece.kind_when_set();
        self.stack[entry][word] = Piece::variable(&name, to, kind);
    }

    /// A variable that nothing holds.
    pub(crate) fn temporary(&mut self) -> Variable {
        let at = self.variables.temporary(self.temporaries);
        self.temporaries += 1;
        at
    }

    /// Writes a statement, which comes before all that is on the stack is computed.
    pub(crate) fn statement(&mut self, touches: &Touches, text: String) {
        self.keep(self.stack.len(), touches);
        self.lines.push(text);
    }

    /// Before something happens, gives names to entries below `end` that would see it.
    fn keep(&mut self, end: usize, touches: &Touches) {
        let sees = |value: &Value| value.iter().any(|piece| piece.touches.conflicts(touches));
        let Some(last) = (0..end).rev().find(|&at| sees(&self.stack[at])) else {
            return;
        };
        let mut sets = touches.sets.clone();
        for piece in self.stack[..=last].iter().flatten() {
            sets.extend(&piece.touches.sets);
        }
        for entry in 0..=last {
            for word in 0..self.stack[entry].len() {
                let piece = &self.stack[entry][word];
                let stays = piece.touches.is_plain()
                    && !piece.touches.uses.iter().any(|at| sets.contains(at));
                if stays {
                    continue;
                }
                let text = piece.wrapped().text;
                let kind = piece.kind_when_set();
                let to = self.temporary();
                let name = self.variables.name(to).to_owned();
                self.lines.push(format!("{name} = {text};"));
                self.stack[entry][word] = Piece::variable(&name, to, kind);
            }
        }
    }

    /// The variables that hold the result: those where it goes, if its operands are not there, or
    /// new ones.
    fn result_variables(&mut self, ty: Type, operands: &[&Piece]) -> Vec<Variable> {
        let count = words::count(ty);
        if let Some(reg) = self.target.filter(|&reg| self.trees.is_live(reg)) {
            let own: Vec<Variable> = self.variables.of(self.locals, reg).collect();
            let is_read = |at: &Variable| operands.iter().any(|one| one.touches.uses.contains(at));
            if own.len() == count && !own.iter().any(is_read) {
                return own;
            }
        }
        (0..count).map(|_| self.temporary()).collect()
    }

    /// Calls a function whose result has several words, or none, and pushes the result.
    pub(crate) fn call_words(&mut self, call: Piece, results: &[Type]) {
        let count = words::count_all(results);
        if count == 0 {
            let text = format!("{};", call.text);
            return self.statement(&call.touches, text);
        }
        if count == 1 {
            return self.push_one(Piece {
                kind: kind_of(results[0]),
                ..call
            });
        }
        // The arguments are read before anything is set.
        let variables = match *results {
            [ty] => self.result_variables(ty, &[]),
            _ => (0..count).map(|_| self.temporary()).collect(),
        };
        let mut touches = call.touches.clone();
        touches.sets.extend(&variables);
        self.keep(self.stack.len(), &touches);
        let first = self.variables.name(variables[0]);
        self.lines.push(format!("{first} = {};", call.text));
        for (word, &at) in variables.iter().enumerate().skip(1) {
            let name = self.variables.name(at);
            self.lines
                .push(format!("{name} = {};", words::higher(word)));
        }
        let mut variables = variables.into_iter();
        for &ty in results {
            let words = variables.by_ref().take(words::count(ty));
            let pieces = words.map(|at| Piece::variable(self.variables.name(at), at, kind_of(ty)));
            let value = pieces.collect();
            self.push(value);
        }
    }

    /// Tells whether every trap must be where it is.
    fn traps_always(&self) -> bool {
        self.context.options.traps == Traps::All
    }

    /// A piece that may trap.
    pub(crate) fn trapping(&self, mut piece: Piece) -> Piece {
        piece.touches.acts |= self.context.options.traps != Traps::Unchecked;
        piece
    }

    fn inst(&mut self, inst: InstId) -> Result<(), Refused> {
        let code = self.code;
        let op = code.inst(inst).op;
        match op {
            Op::IntUnary(width, op) => self.int_unary(width, op),
            Op::IntBinary(width, op) => self.int_binary(width, op),
            Op::IntIsZero(width) => self.int_is_zero(width),
            Op::IntCompare(width, op) => self.int_compare(width, op),
            Op::FloatUnary(width, op) => self.float_unary(width, op),
            Op::FloatBinary(width, op) => self.float_binary(width, op),
            Op::FloatCompare(_, op) => self.float_compare(op),
            Op::Convert(op) => self.convert(op),
            Op::Select(ty) => self.select(ty),
            Op::Load(load, at) => return self.load(load, at),
            Op::Store(store, at) => return self.store(store, at),
            Op::Call(_) | Op::CallIndirect(_) => return self.call(inst),
            Op::Throw(tag) => return self.throw(tag, code.operands(inst).len()),
            Op::Trap => {
                let touches = acting();
                self.statement(&touches, String::from("trap(\"unreachable\");"));
            }
            Op::GlobalGet(symbol, ty) => return self.global_get(symbol, ty),
            Op::GlobalSet(symbol, _) => return self.global_set(symbol),
            _ => return self.other(inst, op),
        }
        Ok(())
    }

    fn other(&mut self, inst: InstId, op: Op) -> Result<(), Refused> {
        if self.table(op)? || self.wide_memory(op)? || self.vector(op)? {
            return Ok(());
        }
        let _ = inst;
        Err(format!("the operation {}", op.name()))
    }
}

/// What may do anything.
pub(crate) fn acting() -> Touches {
    Touches {
        reads: true,
        acts: true,
        ..Touches::default()
    }
}

/// What the words of a type are.
pub(crate) fn kind_of(ty: Type) -> Kind {
    match ty {
        Type::I32 | Type::I64 | Type::V128 => Kind::Signed,
        Type::F32 | Type::F64 => Kind::Float,
        Type::FuncRef | Type::ExternRef | Type::ExnRef => Kind::Reference,
    }
}
