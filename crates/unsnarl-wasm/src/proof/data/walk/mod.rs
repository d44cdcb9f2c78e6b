//! One walk: from the entry of a block, through its code and the control behind it, to the entries
//! of the next blocks.

mod arrivals;
mod calls;
mod control;
mod insts;
mod pieces;
mod variables;

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use foldhash::fast::FixedState;
use unsnarl::{BlockId, Edge};
use unsnarl_low::check::claims::{Claim, Transfer};
use unsnarl_low::check::effects::Effects;
use unsnarl_low::check::facts::{Fact, Facts};
use unsnarl_low::check::values::{Value, Values};
use unsnarl_low::{Effect, Number, Op, Reg, Source};

use self::variables::Written;
use super::bytes::{Token, spelled};
use super::entry::Entry;
use super::{Proof, failure};
use crate::map::PieceKind;

/// A block that control may enter, and what is known there.
pub(super) struct Arrival {
    pub(super) entry: Entry,
    pub(super) stack: Vec<Facts>,
    /// What was done to variables since the walk divided, or since it began.
    pub(super) transfer: Transfer,
    pub(super) is_behind_fork: bool,
}

/// The result of a walk.
#[derive(Default)]
pub(super) struct Walked {
    /// What the walk relies on.
    pub(super) reads: Vec<Claim>,
    /// What was done to variables before the walk divided.
    pub(super) common: Transfer,
    pub(super) arrivals: Vec<Arrival>,
    /// The offset of the last instruction.
    pub(super) end: u32,
}

/// Walks from an entry, or from the start of the function if there is none, where this is known of
/// the operand stack.
pub(super) fn walk<'a>(
    proof: &'a Proof<'a>,
    entry: Option<&Entry>,
    stack: &[Facts],
    values: &'a mut Values,
) -> Result<Walked, String> {
    values.clear();
    let stack: Vec<Option<Value>> = stack.iter().map(|facts| values.join(facts)).collect();
    let stack = stack.into_iter().map(|value| match value {
        Some(value) => values.same(value),
        None => values.unknown(),
    });
    let stack = stack.collect();
    let block = entry.map(|entry| entry.block);
    let mut walk = Walk {
        proof,
        block,
        values,
        before: HashMap::default(),
        expected: None,
        defined: Vec::new(),
        made: Vec::new(),
        armed: HashMap::default(),
        paths: Vec::new(),
        reads: Vec::new(),
        common: Transfer::default(),
        arrivals: Vec::new(),
        brought: HashMap::default(),
        at: 0,
        last: None,
    };
    match entry {
        Some(entry) => walk.know(&entry.control),
        None => walk.begin(),
    }
    walk.define();
    walk.paths.push(Path {
        token: entry.map_or(0, |entry| entry.token),
        is_entering: entry.is_some(),
        stack,
        written: Written::default(),
        effects: Rc::default(),
        taken: Vec::new(),
        is_taken: false,
        merge: None,
        piece: None,
        asked: None,
        compared: None,
        left: None,
        slot: None,
    });
    while let Some(path) = walk.paths.pop() {
        let done = walk.follow(path);
        done.map_err(|what| failure(block, walk.at, &format!("{}{what}", walk.instruction())))?;
    }
    Ok(Walked {
        reads: walk.reads,
        common: walk.common,
        arrivals: walk.arrivals,
        end: walk.at,
    })
}

struct Walk<'a> {
    proof: &'a Proof<'a>,
    /// The block that runs; none before the first.
    block: Option<BlockId>,
    values: &'a mut Values,
    /// By variable that was read: what it held at the start.
    before: HashMap<u32, Value, FixedState>,
    /// What the block may read, by variable, once something was read.
    expected: Option<Vec<(u32, Claim)>>,
    /// What the block defines, in order.
    defined: Vec<Value>,
    /// Of that, and of what it decides, what is kept in variables, by variable.
    made: Vec<(u32, Claim, Value)>,
    /// By target: the edges whose arms were passed.
    armed: HashMap<BlockId, BTreeSet<Edge>, FixedState>,
    paths: Vec<Path>,
    reads: Vec<Claim>,
    common: Transfer,
    arrivals: Vec<Arrival>,
    /// By slot and place: what the call that ends the block returned, or a clause has caught.
    brought: HashMap<(u32, usize), Value, FixedState>,
    /// The offset of the last instruction, and its token.
    at: u32,
    last: Option<usize>,
}

/// A path from the entry.
#[derive(Clone)]
struct Path {
    token: usize,
    is_entering: bool,
    stack: Vec<Value>,
    written: Written,
    effects: Rc<Effects>,
    /// The edges of which one is being taken.
    taken: Vec<Edge>,
    /// Whether an edge was taken for good.
    is_taken: bool,
    /// The merge block that was passed.
    merge: Option<BlockId>,
    piece: Option<PieceKind>,
    /// The block whose operands were pushed last.
    asked: Option<BlockId>,
    /// The comparison in the piece of one.
    compared: Option<Op>,
    /// The block that leaves the function.
    left: Option<BlockId>,
    /// After the call that ends the block: the slot whose edge is to be taken.
    slot: Option<u32>,
}

impl Path {
    /// The same path, of which another one is to go elsewhere.
    fn divided(&mut self) -> Path {
        self.written.divide();
        self.clone()
    }

    fn pop(&mut self) -> Result<Value, String> {
        self.stack
            .pop()
            .ok_or_else(|| "the operand stack is empty".to_owned())
    }

    /// Where the last operands begin.
    fn last(&self, count: usize) -> Result<usize, String> {
        let start = self.stack.len().checked_sub(count);
        start.ok_or_else(|| "the operand stack is too short".to_owned())
    }

    /// The last operands, the first of them first.
    fn pop_all(&mut self, count: usize) -> Result<Vec<Value>, String> {
        Ok(self.stack.split_off(self.last(count)?))
    }
}

/// The function's side.
impl Walk<'_> {
    /// Notes the values of locals of control.
    fn know(&mut self, control: &[(u32, Number)]) {
        for &(local, number) in control {
            let value = self.values.number(number);
            self.before.insert(local, value);
        }
    }

    /// Notes what variables hold where the function begins.
    fn begin(&mut self) {
        for (variable, fact) in self.proof.start() {
            let value = self.values.fact(fact);
            self.before.insert(variable, value);
        }
    }

    /// Computes what the block defines.
    fn define(&mut self) {
        let function = &self.proof.subject.due.function;
        let homes = &self.proof.homes;
        let Some(block) = self.block else {
            return;
        };
        for id in function.block(block).insts() {
            let inst = function.inst(id);
            let canonical = match inst.effect {
                Effect::Pure if inst.results().len() == 1 => self.canonical(inst.op),
                _ => None,
            };
            for (number, reg) in (0..).zip(inst.results()) {
                let value = match canonical {
                    Some(op) => self.computed(op, function.operands(id)),
                    None => self.values.result(id, number),
                };
                self.defined.push(value);
                if let Some(claim) = homes.of_reg(reg) {
                    self.made.push((homes.variable(claim), claim, value));
                }
            }
        }
        if self.proof.is_saved(block) {
            let decided = self.exit_operands(block);
            for (claim, value) in homes.decisions(block).zip(decided) {
                self.made.push((homes.variable(claim), claim, value));
            }
        }
        self.made.sort_unstable();
    }

    /// What the last instruction is, for messages.
    fn instruction(&self) -> String {
        match self.last.map(|token| &self.proof.code.tokens[token]) {
            Some(Token::Op(op, ..)) => format!("{}: ", spelled(op)),
            _ => String::new(),
        }
    }

    /// Tells whether the block that runs defines a register, and not where it is entered.
    fn is_made_here(&self, reg: Reg) -> bool {
        self.block
            .is_some_and(|block| self.proof.is_defined_in(reg, block))
            && matches!(self.proof.subject.due.function.source(reg), Source::Inst(_))
    }

    fn canonical(&self, op: Op) -> Option<Op> {
        self.proof.numbers.operation(op)
    }

    fn computed(&mut self, op: Op, regs: &[Reg]) -> Value {
        match *regs {
            [operand] => {
                let operand = self.reg(operand);
                self.values.op(op, &[operand])
            }
            [left, right] => {
                let operands = [self.reg(left), self.reg(right)];
                self.values.op(op, &operands)
            }
            _ => {
                let operands = self.operands(regs);
                self.values.op(op, &operands)
            }
        }
    }

    fn operands(&mut self, regs: &[Reg]) -> Vec<Value> {
        regs.iter().map(|&reg| self.reg(reg)).collect()
    }

    fn reg(&mut self, reg: Reg) -> Value {
        if self.is_made_here(reg)
            && let Some(&value) = self.defined.get(self.proof.ordinals[reg.index()] as usize)
        {
            return value;
        }
        match self.proof.subject.due.function.source(reg) {
            Source::Number(number) => match self.proof.numbers.number(number) {
                Some(number) => self.values.number(number),
                None => self.values.reg(reg),
            },
            Source::Frame(offset) => self.values.fact(Fact::Frame(offset)),
            _ => self.values.reg(reg),
        }
    }

    /// The operands of the exit of a block: of the one that runs, or what they were when another
    /// ran last.
    fn exit_operands(&mut self, block: BlockId) -> Vec<Value> {
        let function = &self.proof.subject.due.function;
        let regs = function.exit_operands(block);
        if self.block == Some(block) {
            return self.operands(regs);
        }
        let numbers = 0..regs.len() as u32;
        let decision = |number| Fact::Decision(block, number);
        numbers
            .map(|number| self.values.fact(decision(number)))
            .collect()
    }
}
