//! Local value numbering: what a block computes twice is computed once.
//!
//! *Needs:* a [`Function`]. *Gives:* it, with every use of a later computation replaced by the
//! first, and every use of a sum `a + (b - a)` by `b`.
//! *Cost:* linear in the instructions. *Source:* local value numbering.
//!
//! LLVM's middle end has already done this for the whole function; what is left comes from
//! splitting what it keeps as one instruction: addresses, extensions, wide numbers. It writes the
//! end of a loop over an array as its start and the distance from there, and leaves the sum to its
//! code generator.
//!
//! What is not live [does not happen](crate::interpret), and does not trap: nothing later becomes a
//! dead computation that would trap.

use foldhash::HashMap;

use crate::live::Live;
use crate::machine::{Function, InstId, Reg, Source};
use crate::op::Op;
use crate::op::effect::Effect;
use crate::op::int::IntBinary;

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
            if let Some(end) = end(function, id) {
                first[result.index()] = end;
                continue;
            }
            let computation = (inst.op, function.operands(id).to_vec());
            first[result.index()] = *seen.entry(computation).or_insert(result);
        }
    }
    function.replace_ends(&first);
}

/// What is added to a distance from there, as another register: `b` for `a + (b - a)`.
fn end(function: &Function, id: InstId) -> Option<Reg> {
    let (Op::IntBinary(width, IntBinary::Add), &[left, right]) =
        (function.inst(id).op, function.operands(id))
    else {
        return None;
    };
    [(left, right), (right, left)]
        .into_iter()
        .find_map(|(start, distance)| {
            let Source::Inst(inst) = function.source(distance) else {
                return None;
            };
            let minus = Op::IntBinary(width, IntBinary::Sub);
            match *function.operands(inst) {
                [end, from] if function.inst(inst).op == minus && from == start => Some(end),
                _ => None,
            }
        })
}
