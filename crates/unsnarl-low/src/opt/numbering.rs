//! Local value numbering: what a block computes twice is computed once.
//!
//! *Needs:* a [`Function`]. *Gives:* it, with every use of a later computation replaced by the
//! first.
//! *Cost:* linear in the instructions. *Source:* local value numbering.
//!
//! LLVM's middle end has already done this for the whole function; what is left comes from
//! splitting what it keeps as one instruction: addresses, extensions, wide numbers.
//!
//! What is not live [does not happen](crate::interpret), and does not trap: nothing later becomes a
//! dead computation that would trap.

use foldhash::HashMap;

use crate::live::Live;
use crate::machine::{Function, Reg};
use crate::op::Op;
use crate::op::effect::Effect;

/// Replaces uses by the first of equal computations, block by block.
pub fn number(function: &mut Function) {
    let mut first: Vec<Reg> = function.regs().collect();
    let mut live = None;
    let mut seen: HashMap<(Op, Vec<Reg>), Reg> = HashMap::default();
    for position in 0..function.order().len() {
        let block = function.order()[position];
        seen.clear();
        for id in function.block(block).insts() {
            function.replace_operands(id, &first);
            let inst = function.inst(id);
            let mut results = inst.results();
            if inst.effect != Effect::Pure || results.len() != 1 {
                continue;
            }
            let result = results.next().expect("it has one");
            if inst.op.may_trap() && !live.get_or_insert_with(|| Live::new(function)).has(id) {
                continue;
            }
            let computation = (inst.op, function.operands(id).to_vec());
            first[result.index()] = *seen.entry(computation).or_insert(result);
        }
    }
    function.replace_ends(&first);
}
