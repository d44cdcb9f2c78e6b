//! One walk: from the entry of a block, through its code and the control behind it, to the entries
//! of the next blocks.

mod arrivals;
mod control;
mod insts;
mod pieces;

use std::collections::HashMap;
use std::rc::Rc;

use foldhash::fast::FixedState;
use unsnarl::{BlockId, Edge};
use unsnarl_low::check::effects::Effects;
use unsnarl_low::check::facts::Fact;
use unsnarl_low::check::values::{Value, Values};
use unsnarl_low::{Effect, Op, Reg, Source};

use super::{Place, Proof, State, failure};
use crate::map::PieceKind;

/// A block that control may enter, and what is known there.
pub(super) struct Arrival {
    pub(super) place: Place,
    pub(super) state: State,
}

/// Walks from an entry, or from the start of the function if there is none.
pub(super) fn walk<'a>(
    proof: &'a Proof<'a>,
    place: Option<&Place>,
    state: &'a State,
) -> Result<Vec<Arrival>, String> {
    let mut values = Values::new(proof.subject.due.frame);
    // Variables with one value may share their facts, which then are joined once.
    let mut joined: HashMap<usize, Value, FixedState> = HashMap::default();
    let mut contents: Vec<Option<Value>> = Vec::with_capacity(state.contents.len());
    for facts in &state.contents {
        let known = facts.place().and_then(|place| joined.get(&place).copied());
        let value = known.or_else(|| values.join(facts));
        if let (Some(place), Some(value)) = (facts.place(), value) {
            joined.insert(place, value);
        }
        contents.push(value);
    }
    for value in contents.iter_mut().flatten() {
        *value = values.same(*value);
    }
    let stack = contents.split_off(proof.variables).into_iter();
    let stack = stack.map(|value| value.unwrap_or_else(|| values.unknown()));
    let stack = stack.collect();
    let block = place.map(|place| place.block);
    let mut walk = Walk {
        proof,
        block,
        values,
        contents,
        state,
        defined: HashMap::default(),
        paths: Vec::new(),
        arrivals: Vec::new(),
        at: 0,
    };
    walk.define();
    walk.paths.push(Path {
        token: place.map_or(0, |place| place.token),
        is_entering: place.is_some(),
        stack,
        written: Rc::default(),
        effects: Rc::default(),
        taken: Vec::new(),
        is_taken: false,
        merge: None,
        piece: None,
        asked: None,
        compared: None,
        left: None,
    });
    while let Some(path) = walk.paths.pop() {
        let done = walk.follow(path);
        done.map_err(|what| failure(block, walk.at, &what))?;
    }
    Ok(walk.arrivals)
}

struct Walk<'a> {
    proof: &'a Proof<'a>,
    /// The block that runs; none before the first.
    block: Option<BlockId>,
    values: Values,
    /// By variable, at the start; none if nothing is known.
    contents: Vec<Option<Value>>,
    state: &'a State,
    /// What the block defines.
    defined: HashMap<Reg, Value, FixedState>,
    paths: Vec<Path>,
    arrivals: Vec<Arrival>,
    /// The offset of the last instruction.
    at: u32,
}

/// A path from the entry.
#[derive(Clone)]
struct Path {
    token: usize,
    is_entering: bool,
    stack: Vec<Value>,
    /// Variables that were written.
    written: Rc<HashMap<usize, Value, FixedState>>,
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
}

impl Path {
    fn write(&mut self, variable: usize, value: Value) {
        Rc::make_mut(&mut self.written).insert(variable, value);
    }

    fn pop(&mut self) -> Result<Value, String> {
        self.stack
            .pop()
            .ok_or_else(|| "the operand stack is empty".to_owned())
    }

    /// The last operands, the first of them first.
    fn pop_all(&mut self, count: usize) -> Result<Vec<Value>, String> {
        let start = self.stack.len().checked_sub(count);
        let start = start.ok_or("the operand stack is too short")?;
        Ok(self.stack.split_off(start))
    }
}

/// The function's side.
impl Walk<'_> {
    /// Computes what the block defines.
    fn define(&mut self) {
        let function = &self.proof.subject.due.function;
        let Some(block) = self.block else {
            return;
        };
        for id in function.block(block).insts() {
            let inst = function.inst(id);
            let results: Vec<Reg> = inst.results().collect();
            let pure = inst.effect == Effect::Pure;
            if let (true, [result], Some(op)) = (pure, &results[..], self.canonical(inst.op)) {
                let operands = self.operands(function.operands(id));
                let value = self.values.op(op, &operands);
                self.defined.insert(*result, value);
            } else {
                for (number, &result) in (0..).zip(&results) {
                    let value = self.values.result(id, number);
                    self.defined.insert(result, value);
                }
            }
        }
    }

    fn canonical(&self, op: Op) -> Option<Op> {
        self.proof.numbers.operation(op)
    }

    fn operands(&mut self, regs: &[Reg]) -> Vec<Value> {
        regs.iter().map(|&reg| self.reg(reg)).collect()
    }

    fn reg(&mut self, reg: Reg) -> Value {
        if let Some(&value) = self.defined.get(&reg) {
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
