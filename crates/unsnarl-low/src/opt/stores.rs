//! Merging stores: constants for adjacent bytes are written together, and so are the parts of a
//! number that was taken apart by shifts, and what was loaded from adjacent bytes, which is then
//! loaded together too. Floats whose bits are zero are written as integers, which have the shorter
//! constant.
//!
//! ```text
//! i32.store  p+8  (0)                     i64.store   p+8  (0x5_0000_0000)
//! i32.store  p+12 (5)                →
//! f32.store  p+20 (0.0)                   i32.store   p+20 (0)
//! i32.store8 p+30 (x)                     i32.store16 p+30 (x)
//! i32.store8 p+31 (i32.shr_u x 8)
//! %1 = f32.load q+4                       %1 = i64.load q+4
//! %2 = i32.load q+8                  →
//! f32.store  r+4 (%1)                     i64.store   r+4 (%1)
//! i32.store  r+8 (%2)
//! ```
//! *Needs:* a [`Function`]. *Gives:* it with fewer stores.
//! *Cost:* near-linear in the instructions.
//! *Source:* the store merging of LLVM's code generator. *Limits:* a run of stores ends at any
//! other access to memory, at a store to another base, which might be the same address, and at a
//! trap that can be observed, since so can what was written before it. Nothing may write between
//! loads that are joined, and nothing else use what they load: a copy of one field after the other
//! stays, because the store of the first may change the second.

use foldhash::HashMap;

use crate::machine::{Function, InstId, Number, Reg, Source};
use crate::op::Op;
use crate::op::effect::Effect;
use crate::op::int::IntBinary;
use crate::op::memory::{Load, Store as Stored};
use crate::opt::access::Access;
use crate::types::{Sign, Size, Type};

/// A store.
#[derive(Clone, Copy, Debug)]
struct Store {
    inst: InstId,
    access: Access,
    value: Value,
}

/// What is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    /// These bits.
    Bits(u64),
    /// Bits of an integer, from this one on.
    Part(Reg, u32),
    /// All that a load reads, whose result nothing else uses.
    Loaded(InstId),
    /// Something else.
    Other,
}

/// What was met on the way to a store.
struct Met {
    /// By register: how often it is used.
    uses: Vec<u32>,
    /// How often memory may have changed, or the block ended.
    changes: u32,
    /// Loads, and how often that was before them.
    loads: HashMap<InstId, u32>,
}

impl Met {
    fn new(function: &Function) -> Self {
        let mut uses = vec![0; function.reg_count()];
        function.each_use(|reg| uses[reg.index()] += 1);
        Met {
            uses,
            changes: 0,
            loads: HashMap::default(),
        }
    }

    /// Notes an instruction that is not pure.
    fn note(&mut self, function: &Function, inst: InstId) {
        let happens = function.inst(inst);
        match happens.effect {
            Effect::Read if !happens.has_observable_trap() => {
                self.loads.insert(inst, self.changes);
            }
            _ => self.changes += 1,
        }
    }
}

/// Merges stores within blocks.
pub fn merge(function: &mut Function) {
    let mut met = Met::new(function);
    let mut run: Vec<Store> = Vec::new();
    for index in 0..function.order().len() {
        let block = function.order()[index];
        for inst in function.block(block).insts() {
            let happens = function.inst(inst);
            if happens.effect == Effect::Pure && !happens.has_observable_trap() {
                continue;
            }
            met.note(function, inst);
            store_integer(function, inst);
            let store = store(function, &met, inst);
            if let Some(last) = run.last()
                && store.is_none_or(|store| !store.access.has_base_of(&last.access))
            {
                merge_run(function, &met, &mut run);
            }
            run.extend(store);
        }
        merge_run(function, &met, &mut run);
        met.changes += 1;
    }
}

/// Stores the float whose bits are zero as the integer zero, unless the store is to happen as it is
/// said.
fn store_integer(function: &mut Function, inst: InstId) {
    let happens = function.inst(inst);
    let Op::Store(Stored::Whole(_), address) = happens.op else {
        return;
    };
    if happens.effect != Effect::Write || happens.has_observable_trap() {
        return;
    }
    let &[place, value] = function.operands(inst) else {
        return;
    };
    let (ty, zero) = match function.source(value) {
        Source::Number(Number::F32(0)) => (Type::I32, Number::I32(0)),
        Source::Number(Number::F64(0)) => (Type::I64, Number::I64(0)),
        _ => return,
    };
    let zero = function.number(zero);
    let op = Op::Store(Stored::Whole(ty), address);
    function.replace(inst, op, &[place, zero]);
}

fn store(function: &Function, met: &Met, inst: InstId) -> Option<Store> {
    if function.inst(inst).effect != Effect::Write || function.inst(inst).has_observable_trap() {
        return None;
    }
    let access = Access::of(function, inst)?;
    let value = *function.operands(inst).get(1)?;
    let bits = |bits: u64| Value::Bits(bits & (u64::MAX >> (64 - 8 * access.size)));
    let value = match function.source(value) {
        Source::Number(Number::I32(value)) => bits((value as u32).into()),
        Source::Number(Number::F32(value)) => bits(value.into()),
        Source::Number(Number::I64(value)) => bits(value as u64),
        Source::Inst(load) if is_copied(function, met, load, value, access.size) => {
            Value::Loaded(load)
        }
        _ => part(function, value, 8 * access.size),
    };
    Some(Store {
        inst,
        access,
        value,
    })
}

/// Tells whether nothing is done with a loaded value but that so many bytes of it are stored, which
/// are all that was loaded.
fn is_copied(function: &Function, met: &Met, load: InstId, value: Reg, size: u32) -> bool {
    let is_load = met.loads.contains_key(&load) && met.uses[value.index()] == 1;
    is_load && Access::of(function, load).is_some_and(|access| access.size == size)
}

/// The number that the lowest bits of a register are a part of: its own, or one that it is shifted
/// from by whole bytes.
fn part(function: &Function, value: Reg, bits: u32) -> Value {
    if let Source::Inst(inst) = function.source(value)
        && let Op::IntBinary(width, IntBinary::ShrS | IntBinary::ShrU) = function.inst(inst).op
        && let &[whole, amount] = function.operands(inst)
    {
        let amount = match function.source(amount) {
            Source::Number(Number::I32(amount)) => Some(i64::from(amount)),
            Source::Number(Number::I64(amount)) => Some(amount),
            _ => None,
        };
        let amount = amount.map(|amount| amount as u32 & (width.bits() - 1));
        if let Some(amount) = amount
            && amount % 8 == 0
            && amount + bits <= width.bits()
        {
            return Value::Part(whole, amount);
        }
    }
    match function.ty(value) {
        Type::I32 | Type::I64 => Value::Part(value, 0),
        _ => Value::Other,
    }
}

/// Merges stores to one base without other memory accesses between them.
fn merge_run(function: &mut Function, met: &Met, run: &mut Vec<Store>) {
    run.sort_by_key(|store| store.access.start);
    if run
        .windows(2)
        .any(|pair| pair[0].access.end() > pair[1].access.start)
    {
        // Some byte is written twice, and the order matters.
        run.clear();
    }
    for size in [1, 2, 4] {
        let mut merged: Vec<Store> = Vec::with_capacity(run.len());
        for &store in &*run {
            match merged.last_mut() {
                Some(last) if is_pair(function, met, last, &store, size) => {
                    merge_pair(function, last, &store)
                }
                _ => merged.push(store),
            }
        }
        *run = merged;
    }
    run.clear();
}

fn is_pair(function: &Function, met: &Met, low: &Store, high: &Store, size: u32) -> bool {
    let have_size = [low, high].iter().all(|store| store.access.size == size);
    let fit = match (low.value, high.value) {
        (Value::Bits(_), Value::Bits(_)) => true,
        (Value::Part(whole, from), Value::Part(other, next)) => {
            let bits = 8 * function.ty(whole).bytes().unwrap_or(0);
            whole == other && next == from + 8 * size && next + 8 * size <= bits
        }
        (Value::Loaded(below), Value::Loaded(above)) => {
            let accesses = [below, above].map(|load| Access::of(function, load));
            met.loads[&below] == met.loads[&above]
                && matches!(accesses, [Some(below), Some(above)]
                    if below.has_base_of(&above) && below.end() == above.start)
        }
        _ => false,
    };
    have_size && fit && low.access.end() == high.access.start
}

/// Makes the lower store write both.
fn merge_pair(function: &mut Function, low: &mut Store, high: &Store) {
    let &[address, part] = function.operands(low.inst) else {
        return;
    };
    let size = 2 * low.access.size;
    let (ty, value) = match (low.value, high.value) {
        (Value::Bits(below), Value::Bits(above)) => {
            let bits = below | above << (8 * low.access.size);
            low.value = Value::Bits(bits);
            let number = match size {
                8 => Number::I64(bits as i64),
                _ => Number::I32(bits as i32),
            };
            let ty = if size == 8 { Type::I64 } else { Type::I32 };
            (ty, function.number(number))
        }
        (Value::Loaded(load), _) => {
            let ty = if size == 8 { Type::I64 } else { Type::I32 };
            let wide = match size {
                2 => Load::Narrow(ty, Size::B2, Sign::Unsigned),
                _ => Load::Whole(ty),
            };
            if let Some(address) = function.inst(load).op.address() {
                function.retype(load, Op::Load(wide, address), ty);
            }
            (ty, part)
        }
        // The lower part has the bits of the higher one above its own.
        _ => (function.ty(part), part),
    };
    low.access.size = size;
    let store = match size {
        2 => Stored::Narrow(ty, Size::B2),
        4 if ty == Type::I64 => Stored::Narrow(ty, Size::B4),
        _ => Stored::Whole(ty),
    };
    let op = Op::Store(store, low.access.address);
    function.replace(low.inst, op, &[address, value]);
    function.remove(high.inst);
}
