//! Merging stores: constants for adjacent bytes are written together.
//!
//! ```text
//! i32.store p+8  (0)          i64.store p+8 (0x5_0000_0000)
//! i32.store p+12 (5)     →
//! ```
//! *Needs:* a [`Body`], and which of its instructions are [plain stores](Body::plain_stores).
//! *Gives:* the body with fewer of them. *Cost:* near-linear in the instructions.
//! *Source:* the store merging of LLVM's code generator. *Limits:* a run of stores ends at any
//! other access to memory, and at a store to another base, which might be the same address.

use wasm_encoder::Instruction;

use crate::code::access::Access;
use crate::code::{Body, Effect, Number, Source};

/// A store.
#[derive(Clone, Copy, Debug)]
struct Store {
    inst: usize,
    access: Access,
    /// The stored value, if it is constant.
    bits: Option<u64>,
}

/// Merges stores within blocks.
pub(crate) fn join(body: &mut Body) {
    let mut run: Vec<Store> = Vec::new();
    for index in 0..body.order.len() {
        let block = body.order[index];
        for inst in body.blocks[block].insts.clone() {
            if body.insts[inst].effect == Effect::Pure {
                continue;
            }
            let store = store(body, inst);
            if let Some(last) = run.last()
                && store.is_none_or(|store| !store.access.has_base_of(&last.access))
            {
                join_run(body, &mut run);
            }
            run.extend(store);
        }
        join_run(body, &mut run);
    }
}

fn store(body: &Body, inst: usize) -> Option<Store> {
    let access = body.plain_store(inst)?;
    let value = *body.args(&body.insts[inst]).get(1)?;
    let bits = match body.source(value) {
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
fn join_run(body: &mut Body, run: &mut Vec<Store>) {
    run.sort_by_key(|store| store.access.start);
    if run
        .windows(2)
        .any(|pair| pair[0].access.end() > pair[1].access.start)
    {
        // Some byte is written twice, and the order matters.
        run.clear();
    }
    for size in [1, 2, 4] {
        let mut joined: Vec<Store> = Vec::with_capacity(run.len());
        for &store in &*run {
            match joined.last_mut() {
                Some(last) if is_pair(last, &store, size) => join_pair(body, last, &store),
                _ => joined.push(store),
            }
        }
        *run = joined;
    }
    run.clear();
}

fn is_pair(low: &Store, high: &Store, size: u32) -> bool {
    let have_size = [low, high].iter().all(|store| store.access.size == size);
    let are_known = [low, high].iter().all(|store| store.bits.is_some());
    have_size && are_known && low.access.end() == high.access.start
}

/// Makes the lower store write both.
fn join_pair(body: &mut Body, low: &mut Store, high: &Store) {
    let (Some(below), Some(above)) = (low.bits, high.bits) else {
        return;
    };
    let bits = below | above << (8 * low.access.size);
    low.bits = Some(bits);
    low.access.size *= 2;
    let argument = low.access.argument;
    let (op, number) = match low.access.size {
        2 => (Instruction::I32Store16(argument), Number::I32(bits as i32)),
        4 => (Instruction::I32Store(argument), Number::I32(bits as i32)),
        _ => (Instruction::I64Store(argument), Number::I64(bits as i64)),
    };
    let value = body.number(number);
    let address = body.args(&body.insts[low.inst])[0];
    body.replace(low.inst, op, &[address, value]);
    body.remove(high.inst);
}
