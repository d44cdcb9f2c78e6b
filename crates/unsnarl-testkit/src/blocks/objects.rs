//! What leaves a variable.
//!
//! *Gives:* [`leaves`]: whether an address that the source computes `inbounds` from the start of a
//! variable lies before it.
//!
//! The interpreter has no objects: to it such an address is one like others. In LLVM IR it is
//! poison, and selection relies on that.

use unsnarl_ir::interpret::Frame;
use unsnarl_ir::{Constant, Definition, Flags, InstId, Op, Operand};

use super::plan::{Plan, Step};
use super::subject::Subject;
use super::world::World;

/// Tells whether one of these instructions, whose results are known, or one that the state was
/// computed by, makes an address before the variable that it is in.
pub fn leaves(
    subject: &Subject<'_>,
    world: &World<'_, '_>,
    plan: &Plan,
    insts: &[InstId],
    frame: &Frame,
) -> bool {
    let computed = plan.values.iter().filter_map(|step| match step {
        Step::Computed(at) => Some(subject.function.blocks[at.block].insts[at.index]),
        _ => None,
    });
    let mut all = insts.iter().copied().chain(computed);
    all.any(|inst| is_before(subject, world, inst, frame).unwrap_or(false))
}

fn is_before(
    subject: &Subject<'_>,
    world: &World<'_, '_>,
    inst: InstId,
    frame: &Frame,
) -> Option<bool> {
    let inst = &subject.function.insts[inst];
    let Op::Gep { base, flags, .. } = &inst.op else {
        return None;
    };
    if !flags.contains(Flags::IN_BOUNDS) || !is_variable(subject, *base) {
        return None;
    }
    let result = frame.values[inst.result?].as_ref()?;
    let base = world.interpreter.operand(frame, *base).ok()?;
    let [base, result] = [&base, result].map(|value| value.scalars()[0].known());
    Some(result?.low() < base?.low())
}

fn is_variable(subject: &Subject<'_>, base: Operand) -> bool {
    match base {
        Operand::Const(constant) => {
            matches!(subject.module.constant(constant), Constant::Global(_))
        }
        Operand::Value(value) => match subject.function.values[value].definition {
            Definition::Inst(inst) => {
                matches!(subject.function.insts[inst].op, Op::Alloca { .. })
            }
            _ => false,
        },
    }
}
