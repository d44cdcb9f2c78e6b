//! Merging stores: constants for adjacent bytes are written together, and those of floats whose
//! bits are zero as integers, which have the shorter constant.
//!
//! ```text
//! i32.store p+8  (0)          i64.store p+8 (0x5_0000_0000)
//! i32.store p+12 (5)     →
//! f32.store p+20 (0.0)        i32.store p+20 (0)
//! ```
//! *Needs:* a [`Function`]. *Gives:* it with fewer stores.
//! *Cost:* near-linear in the instructions.
//! *Source:* the store merging of LLVM's code generator. *Limits:* a run of stores ends at any
//! other access to memory, at a store to another base, which might be the same address, and at a
//! trap that can be observed, since so can what was written before it.

use crate::machine::{Function, InstId, Number, Source};
use crate::op::Op;
use crate::op::effect::Effect;
use crate::op::memory::Store as Stored;
use crate::opt::access::Access;
use crate::types::{Size, Type};

/// A store.
#[derive(Clone, Copy, Debug)]
struct Store {
    inst: InstId,
    access: Access,
    /// The stored value, if it is constant.
    bits: Option<u64>,
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
    let bits = match function.source(value) {
        Source::Number(Number::I32(value)) => Some(u64::from(value as u32)),
        Source::Number(Number::F32(bits)) => Some(bits.into()),
        Source::Number(Number::I64(value)) => Some(value as u64),
        _ => None,
    };
    Some(Store {
        inst,
        access,
        bits: bits.map(|bits| bits & (u64::MAX >> (64 - 8 * access.size))),
    })
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
                Some(last) if is_pair(last, &store, size) => merge_pair(function, last, &store),
                _ => merged.push(store),
            }
        }
        *run = merged;
    }
    run.clear();
}

fn is_pair(low: &Store, high: &Store, size: u32) -> bool {
    let have_size = [low, high].iter().all(|store| store.access.size == size);
    let are_known = [low, high].iter().all(|store| store.bits.is_some());
    have_size && are_known && low.access.end() == high.access.start
}

/// Makes the lower store write both.
fn merge_pair(function: &mut Function, low: &mut Store, high: &Store) {
    let (Some(below), Some(above)) = (low.bits, high.bits) else {
        return;
    };
    let bits = below | above << (8 * low.access.size);
    low.bits = Some(bits);
    low.access.size *= 2;
    let (store, number) = match low.access.size {
        2 => (
            Stored::Narrow(Type::I32, Size::B2),
            Number::I32(bits as i32),
        ),
        4 => (Stored::Whole(Type::I32), Number::I32(bits as i32)),
        _ => (Stored::Whole(Type::I64), Number::I64(bits as i64)),
    };
    let value = function.number(number);
    let address = function.operands(low.inst)[0];
    let op = Op::Store(store, low.access.address);
    function.replace(low.inst, op, &[address, value]);
    function.remove(high.inst);
}
