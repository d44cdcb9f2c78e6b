//! Merging stores: constants for adjacent bytes are written together, and so are the parts of a
//! number that was taken apart by shifts. Floats whose bits are zero are written as integers, which
//! have the shorter constant.
//!
//! ```text
//! i32.store  p+8  (0)                     i64.store   p+8  (0x5_0000_0000)
//! i32.store  p+12 (5)                →
//! f32.store  p+20 (0.0)                   i32.store   p+20 (0)
//! i32.store8 p+30 (x)                     i32.store16 p+30 (x)
//! i32.store8 p+31 (i32.shr_u x 8)
//! ```
//! *Needs:* a [`Function`]. *Gives:* it with fewer stores.
//! *Cost:* near-linear in the instructions.
//! *Source:* the store merging of LLVM's code generator. *Limits:* a run of stores ends at any
//! other access to memory, at a store to another base, which might be the same address, and at a
//! trap that can be observed, since so can what was written before it.

use crate::machine::{Function, InstId, Number, Reg, Source};
use crate::op::Op;
use crate::op::effect::Effect;
use crate::op::int::IntBinary;
use crate::op::memory::Store as Stored;
use crate::opt::access::Access;
use crate::types::{Size, Type};

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
    /// Something else.
    Other,
}

/// Merges stores within blocks.
pub fn merge(function: &mut Function) {
    let mut run: Vec<Store> = Vec::new();
    for index in 0..function.order().len() {
        let block = function.order()[index];
        for inst in function.block(block).insts() {
            let happens = function.inst(inst);
            if happens.effect == Effect::Pure && !happens.has_observable_trap() {
                continue;
            }
            store_integer(function, inst);
            let store = store(function, inst);
            if let Some(last) = run.last()
                && store.is_none_or(|store| !store.access.has_base_of(&last.access))
            {
                merge_run(function, &mut run);
            }
            run.extend(store);
        }
        merge_run(function, &mut run);
    }
}

/// Stores the float whose bits are zero as the integer zero.
fn store_integer(function: &mut Function, inst: InstId) {
    let Op::Store(Stored::Whole(_), address) = function.inst(inst).op else {
        return;
    };
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

fn store(function: &Function, inst: InstId) -> Option<Store> {
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
        _ => part(function, value, 8 * access.size),
    };
    Some(Store {
        inst,
        access,
        value,
    })
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
fn merge_run(function: &mut Function, run: &mut Vec<Store>) {
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
                Some(last) if is_pair(function, last, &store, size) => {
                    merge_pair(function, last, &store)
                }
                _ => merged.push(store),
            }
        }
        *run = merged;
    }
    run.clear();
}

fn is_pair(function: &Function, low: &Store, high: &Store, size: u32) -> bool {
    let have_size = [low, high].iter().all(|store| store.access.size == size);
    let fit = match (low.value, high.value) {
        (Value::Bits(_), Value::Bits(_)) => true,
        (Value::Part(whole, from), Value::Part(other, next)) => {
            let bits = 8 * function.ty(whole).bytes().unwrap_or(0);
            whole == other && next == from + 8 * size && next + 8 * size <= bits
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
