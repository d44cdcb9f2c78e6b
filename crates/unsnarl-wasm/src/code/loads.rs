//! Extending loads: an extension of a loaded value becomes part of the load.
//!
//! ```text
//! %x = i32.load8_u %p
//! %y = i32.extend8_s %x     →     %y = i32.load8_s %p
//! ```
//! *Needs:* a [`Body`]. *Gives:* the body with fewer extensions.
//! *Cost:* linear in the instructions. *Source:* the extending loads of every code generator.
//! *Limits:* the extension must be the only use of the loaded value.

use wasm_encoder::Instruction;

use crate::code::{Body, Reg, Source};

/// Merges loads with the extensions of their results.
pub(crate) fn extend(body: &mut Body) {
    let mut uses = vec![0_u32; body.regs.len()];
    body.each_use(|reg| uses[reg.index()] += 1);
    let mut turned: Vec<Reg> = body.every_reg().collect();
    for position in 0..body.order.len() {
        let block = body.order[position];
        for index in body.blocks[block].insts.clone() {
            body.turn_args(index, &turned);
            let (&[loaded], Some(result)) = (
                body.args(&body.insts[index]),
                body.insts[index].results().next(),
            ) else {
                continue;
            };
            let Source::Inst(load) = body.source(loaded) else {
                continue;
            };
            let load = load as usize;
            if uses[loaded.index()] == 1
                && let Some(op) = joined(&body.insts[index].op, &body.insts[load].op)
            {
                body.regs[loaded.index()].ty = body.ty(result);
                body.insts[load].op = op;
                uses[loaded.index()] = uses[result.index()];
                turned[result.index()] = loaded;
            }
        }
    }
    body.turn_ends(&turned);
}

/// The extending load.
fn joined(extension: &Instruction, load: &Instruction) -> Option<Instruction<'static>> {
    use Instruction as I;
    Some(match (extension, load) {
        (I::I32Extend8S, &I::I32Load8U(at)) => I::I32Load8S(at),
        (I::I32Extend16S, &I::I32Load16U(at)) => I::I32Load16S(at),
        (I::I64Extend8S, &I::I64Load8U(at)) => I::I64Load8S(at),
        (I::I64Extend16S, &I::I64Load16U(at)) => I::I64Load16S(at),
        (I::I64Extend32S, &I::I64Load32U(at)) => I::I64Load32S(at),
        (I::I64ExtendI32S, &I::I32Load(at)) => I::I64Load32S(at),
        (I::I64ExtendI32S, &I::I32Load8S(at)) => I::I64Load8S(at),
        (I::I64ExtendI32S, &I::I32Load16S(at)) => I::I64Load16S(at),
        (I::I64ExtendI32U, &I::I32Load(at)) => I::I64Load32U(at),
        // The loaded value is not negative.
        (I::I64ExtendI32U | I::I64ExtendI32S, &I::I32Load8U(at)) => I::I64Load8U(at),
        (I::I64ExtendI32U | I::I64ExtendI32S, &I::I32Load16U(at)) => I::I64Load16U(at),
        _ => return None,
    })
}
