//! The effects of instructions besides their results.
//!
//! *Gives:* [`effect`].
//! *Limits:* a call of a function that is not a known intrinsic acts, whatever its attributes.

use crate::function::Function;
use crate::id::{BlockId, InstId};
use crate::inst::{Call, Callee, Inst, Op};
use crate::intrinsic::base_name;
use crate::module::Module;

/// The effect of an instruction besides its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// It reads memory.
    Reads,
    /// It writes memory or does anything else whose order matters.
    Acts,
    /// It only gives information to optimisers.
    Hint,
}

/// Gives the effect of an instruction of a function besides its result.
pub fn effect(module: &Module, function: &Function, inst: InstId) -> Effect {
    effect_of(module, &function.insts[inst])
}

/// Tells whether a block makes a call that may return several times.
pub(super) fn returns_twice(module: &Module, function: &Function, block: BlockId) -> bool {
    let insts = function.blocks[block].insts.iter();
    let mut ops = insts.map(|&inst| &function.insts[inst].op);
    ops.any(|op| matches!(op, Op::Call(call) if module.returns_twice(call)))
}

pub(super) fn effect_of(module: &Module, inst: &Inst) -> Effect {
    match &inst.op {
        Op::Unary { .. }
        | Op::Binary { .. }
        | Op::IntCompare { .. }
        | Op::FloatCompare { .. }
        | Op::Cast { .. }
        | Op::Gep { .. }
        | Op::Select { .. }
        | Op::Freeze(_)
        | Op::ExtractValue { .. }
        | Op::InsertValue { .. }
        | Op::ExtractElement { .. }
        | Op::InsertElement { .. }
        | Op::ShuffleVector { .. } => Effect::None,
        Op::Load {
            volatile: false,
            atomic: None,
            ..
        } => Effect::Reads,
        Op::Call(call) => match intrinsic(module, call) {
            Some(base) if is_hint(base) => Effect::Hint,
            Some(base) if is_pure(base) => Effect::None,
            _ => Effect::Acts,
        },
        _ => Effect::Acts,
    }
}

/// The base name of the called intrinsic, if an intrinsic is called.
pub(super) fn intrinsic<'m>(module: &'m Module, call: &Call) -> Option<&'m str> {
    match call.callee {
        Callee::Direct(callee) => module.intrinsic(callee).map(base_name),
        _ => None,
    }
}

fn is_hint(base: &str) -> bool {
    matches!(
        base,
        "lifetime.start"
            | "lifetime.end"
            | "assume"
            | "donothing"
            | "experimental.noalias.scope.decl"
            | "pseudoprobe"
            | "codeview.annotation"
    ) || base.starts_with("dbg.")
}

fn is_pure(base: &str) -> bool {
    const PURE: &[&str] = &[
        "abs",
        "bitreverse",
        "bswap",
        "canonicalize",
        "ceil",
        "copysign",
        "cos",
        "ctlz",
        "ctpop",
        "cttz",
        "exp",
        "exp10",
        "exp2",
        "expect",
        "expect.with.probability",
        "fabs",
        "floor",
        "fma",
        "fmuladd",
        "fptosi.sat",
        "fptoui.sat",
        "fshl",
        "fshr",
        "is.constant",
        "is.fpclass",
        "ldexp",
        "llrint",
        "llround",
        "log",
        "log10",
        "log2",
        "lrint",
        "lround",
        "maximum",
        "maxnum",
        "minimum",
        "minnum",
        "nearbyint",
        "pow",
        "powi",
        "ptrmask",
        "rint",
        "round",
        "roundeven",
        "sadd.sat",
        "sadd.with.overflow",
        "sin",
        "smax",
        "smin",
        "smul.with.overflow",
        "sqrt",
        "sshl.sat",
        "ssub.sat",
        "ssub.with.overflow",
        "threadlocal.address",
        "trunc",
        "uadd.sat",
        "uadd.with.overflow",
        "umax",
        "umin",
        "umul.with.overflow",
        "usub.sat",
        "usub.with.overflow",
        "ushl.sat",
        "ucmp",
        "scmp",
    ];
    PURE.contains(&base) || base.starts_with("vector.reduce.")
}
