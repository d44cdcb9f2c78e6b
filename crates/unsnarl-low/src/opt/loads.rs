//! Extending loads: an extension of a loaded value becomes part of the load.
//!
//! ```text
//! %x = i32.load8_u %p
//! %y = i32.extend8_s %x     →     %y = i32.load8_s %p
//! ```
//! *Needs:* a [`Function`]. *Gives:* it with fewer extensions.
//! *Cost:* linear in the instructions. *Source:* the extending loads of every code generator.
//! *Limits:* the extension must be the only use of the loaded value.

use crate::machine::{Function, Reg, Source};
use crate::op::Op;
use crate::op::convert::Convert;
use crate::op::int::IntUnary;
use crate::op::memory::Load;
use crate::types::{Sign, Size, Type};

/// Merges loads with the extensions of their results.
pub fn extend(function: &mut Function) {
    let mut uses = vec![0_u32; function.reg_count()];
    function.each_use(|reg| uses[reg.index()] += 1);
    let mut replaced: Vec<Reg> = function.regs().collect();
    for position in 0..function.order().len() {
        let block = function.order()[position];
        for inst in function.block(block).insts() {
            function.replace_operands(inst, &replaced);
            let (&[loaded], Some(result)) = (
                function.operands(inst),
                function.inst(inst).results().next(),
            ) else {
                continue;
            };
            let Source::Inst(load) = function.source(loaded) else {
                continue;
            };
            if uses[loaded.index()] == 1
                && let Some(op) = extended(&function.inst(inst).op, &function.inst(load).op)
            {
                function.retype(load, op, function.ty(result));
                uses[loaded.index()] = uses[result.index()];
                replaced[result.index()] = loaded;
            }
        }
    }
    function.replace_ends(&replaced);
}

/// The extending load.
fn extended(extension: &Op, load: &Op) -> Option<Op> {
    use Sign::{Signed, Unsigned};
    use Type::{I32, I64};
    let &Op::Load(load, at) = load else {
        return None;
    };
    let load = match (extension, load) {
        (Op::IntUnary(width, IntUnary::Extend8), Load::Narrow(ty, size @ Size::B1, Unsigned))
        | (Op::IntUnary(width, IntUnary::Extend16), Load::Narrow(ty, size @ Size::B2, Unsigned))
        | (Op::IntUnary(width, IntUnary::Extend32), Load::Narrow(ty, size @ Size::B4, Unsigned))
            if width.int() == ty =>
        {
            Load::Narrow(ty, size, Signed)
        }
        (Op::Convert(Convert::Extend(sign)), Load::Whole(I32)) => {
            Load::Narrow(I64, Size::B4, *sign)
        }
        (Op::Convert(Convert::Extend(Signed)), Load::Narrow(I32, size, Signed)) => {
            Load::Narrow(I64, size, Signed)
        }
        // The loaded value is not negative.
        (Op::Convert(Convert::Extend(_)), Load::Narrow(I32, size, Unsigned)) => {
            Load::Narrow(I64, size, Unsigned)
        }
        _ => return None,
    };
    Some(Op::Load(load, at))
}
