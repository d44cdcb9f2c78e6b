//! Local value numbering: what a block computes twice is computed once.
//!
//! *Needs:* a [`Body`]. *Gives:* the body, with every use of a later computation replaced by the
//! first.
//! *Cost:* linear in the instructions. *Source:* local value numbering.
//!
//! LLVM's middle end has already done this for the whole function; what is left comes from
//! splitting what it keeps as one instruction: addresses, extensions, wide numbers.

use std::collections::HashMap;

use unsnarl_ir::Symbol;
use wasm_encoder::Encode;

use crate::code::{Body, Effect, Reg};

/// Instruction, the symbol of its immediate, and arguments.
type Computation = (Vec<u8>, Option<Symbol>, Vec<Reg>);

/// Replaces uses by the first of equal computations, block by block.
pub(crate) fn number(body: &mut Body) {
    let mut first: Vec<Reg> = body.every_reg().collect();
    let mut seen: HashMap<Computation, Reg> = HashMap::new();
    for position in 0..body.order.len() {
        let block = body.order[position];
        seen.clear();
        for index in body.blocks[block].insts.clone() {
            body.turn_args(index, &first);
            let inst = &body.insts[index];
            let mut results = inst.results();
            if inst.effect != Effect::Pure || results.len() != 1 {
                continue;
            }
            let result = results.next().expect("it has one");
            let mut op = Vec::new();
            inst.op.encode(&mut op);
            let computation = (op, inst.symbol, body.args(inst).to_vec());
            first[result.index()] = *seen.entry(computation).or_insert(result);
        }
    }
    body.turn_ends(&first);
}
