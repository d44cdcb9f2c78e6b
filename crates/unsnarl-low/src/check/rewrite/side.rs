//! One of two functions, block by block.
//!
//! *Needs:* blocks after their dominators. *Gives:* the values of registers, and what happens.
//! *Cost:* that of the operations.
//!
//! What is not live is left out, since [it does not happen](crate::interpret). That it is not live
//! need not be true: a register of which nothing is known is equal to nothing.

use super::memory::Memory;
use super::symbolic::{Symbolic, Trap, has_raw_bytes, promising_nothing};
use crate::check::bytes::Bytes;
use crate::check::facts::Fact;
use crate::check::values::Value;
use crate::live::Live;
use crate::machine::{Function, InstId, Reg, Source};
use crate::op::Op;
use crate::op::effect::Effect;
use crate::op::memory::Load;
use crate::types::{Sign, Size, Type};

/// A function, and what is known of it.
pub(super) struct Side<'f> {
    pub(super) function: &'f Function,
    pub(super) live: Live,
    /// By register.
    values: Vec<Option<Value>>,
}

/// What an instruction does.
#[derive(Debug)]
pub(super) enum Step {
    /// Nothing that others than its results depend on, or only stores.
    Quiet,
    /// It may trap where the program is not defined.
    MayTrap(Trap),
    /// It is an effect that keeps its place.
    Event(Event),
}

/// An instruction that keeps its place.
#[derive(Clone, Debug)]
pub(super) struct Event {
    /// Its number in the block.
    pub(super) index: usize,
    pub(super) id: InstId,
    /// The operation without the alignment that it promises, and without what a load makes of the
    /// bytes.
    pub(super) op: Op,
    pub(super) align: u8,
    pub(super) effect: Effect,
    /// Whether a program can rely on its trap.
    pub(super) is_observable: bool,
    pub(super) operands: Vec<Value>,
    /// The state of memory before it.
    pub(super) memory: Value,
}

/// What an event makes.
#[derive(Clone, Debug)]
pub(super) struct Made {
    results: Vec<Value>,
    /// The state of memory after it.
    memory: Value,
}

impl<'f> Side<'f> {
    pub(super) fn new(function: &'f Function, live: Live) -> Self {
        Side {
            function,
            live,
            values: vec![None; function.reg_count()],
        }
    }

    /// The value of a register.
    pub(super) fn value(&mut self, symbolic: &mut Symbolic, reg: Reg) -> Value {
        if let Some(value) = self.values[reg.index()] {
            return value;
        }
        let value = match self.function.source(reg) {
            Source::Number(number) => symbolic.values.number(number),
            Source::Frame(offset) => symbolic.values.fact(Fact::Frame(offset)),
            _ => symbolic.values.unknown(),
        };
        self.values[reg.index()] = Some(value);
        value
    }

    /// The values of registers.
    pub(super) fn all(&mut self, symbolic: &mut Symbolic, regs: &[Reg]) -> Vec<Value> {
        regs.iter().map(|&reg| self.value(symbolic, reg)).collect()
    }

    /// Says what a register holds.
    pub(super) fn set(&mut self, reg: Reg, value: Value) {
        self.values[reg.index()] = Some(value);
    }

    fn set_results(&mut self, id: InstId, values: &[Value]) {
        for (reg, &value) in self.function.inst(id).results().zip(values) {
            self.set(reg, value);
        }
    }

    /// Performs an instruction, by its number in the block; what an event makes is told
    /// [later](Side::finish).
    pub(super) fn perform(
        &mut self,
        symbolic: &mut Symbolic,
        memory: &mut Memory,
        id: InstId,
        index: usize,
    ) -> Step {
        let inst = *self.function.inst(id);
        let is_observable = inst.has_observable_trap();
        let is_kept = inst.effect.is_kept();
        if !is_kept && !is_observable && !self.live.has(id) {
            return Step::Quiet;
        }
        let function = self.function;
        let operands = self.all(symbolic, function.operands(id));
        let align = inst.op.address().map_or(0, |address| address.align);
        if let (Op::Store(store, _), Effect::Write, false, &[_, value]) =
            (inst.op, inst.effect, is_observable, &operands[..])
            && let Some(bytes) = Bytes::of(&symbolic.values, &inst.op, &operands)
        {
            let stored = symbolic.stored(value, store.bytes().into());
            memory.store(&mut symbolic.values, &bytes, &stored, align, index);
            return Step::Quiet;
        }
        if !is_kept {
            let count = inst.results().len();
            let results = match inst.effect {
                Effect::Read => symbolic.read(memory, inst.op, &operands, count),
                _ => symbolic.pure(inst.op, &operands, count),
            };
            self.set_results(id, &results);
        }
        if is_kept || is_observable {
            return Step::Event(Event {
                index,
                id,
                op: without_extension(promising_nothing(inst.op)),
                align,
                effect: inst.effect,
                is_observable,
                memory: memory.state(&mut symbolic.values),
                operands,
            });
        }
        if !inst.op.may_trap() {
            return Step::Quiet;
        }
        Step::MayTrap(symbolic.trap(inst.op, &operands))
    }

    /// Values that nothing is known of, for what an event makes.
    pub(super) fn makes(&self, symbolic: &mut Symbolic, event: &Event) -> Made {
        if !event.effect.is_kept() {
            return Made {
                results: Vec::new(),
                memory: event.memory,
            };
        }
        let results = self.function.inst(event.id).results();
        let result = |_| match event.op {
            Op::Load(load, _) if has_raw_bytes(load) => symbolic.unknown_bytes(load),
            _ => symbolic.values.unknown(),
        };
        Made {
            results: results.map(result).collect(),
            memory: symbolic.values.unknown(),
        }
    }

    /// Says what an event makes.
    pub(super) fn finish(
        &mut self,
        symbolic: &mut Symbolic,
        memory: &mut Memory,
        event: &Event,
        made: &Made,
    ) {
        memory.replace(made.memory);
        match (self.function.inst(event.id).op, &made.results[..]) {
            (Op::Load(load, _), &[raw]) if has_raw_bytes(load) => {
                let value = symbolic.extended(load, raw);
                self.set_results(event.id, &[value]);
            }
            (_, results) => self.set_results(event.id, results),
        }
    }
}

/// One operation for all loads of as many bytes, whatever they make of them.
fn without_extension(op: Op) -> Op {
    match op {
        Op::Load(load, address) if has_raw_bytes(load) => {
            let load = match load.bytes() {
                1 => Load::Narrow(Type::I64, Size::B1, Sign::Unsigned),
                2 => Load::Narrow(Type::I64, Size::B2, Sign::Unsigned),
                4 => Load::Narrow(Type::I64, Size::B4, Sign::Unsigned),
                _ => Load::Whole(Type::I64),
            };
            Op::Load(load, address)
        }
        other => other,
    }
}
