//! What is remembered of vectors: which loads have a short form, one that extends what it reads or
//! broadcasts it, and masks with the lanes of their operands.

use foldhash::{HashMap, HashSet};

use unsnarl_ir::{CastOp, Constant, Definition, Function, Module, Op as IrOp, Operand, ValueId};

use crate::machine::Reg;
use crate::select::extend::Extend;
use crate::select::parts::ValueParts;

/// The short parts of loads.
#[derive(Debug, Default)]
pub(super) struct Ahead {
    /// Vectors of 8 bytes that are extended.
    pub(super) extended: HashMap<ValueId, Extend>,
    /// Numbers that go into all lanes.
    pub(super) splats: HashSet<ValueId>,
    /// The results of the short parts.
    pub(super) loaded: HashMap<ValueId, Reg>,
}

impl Ahead {
    /// Finds them in a function.
    pub(super) fn new(module: &Module, parts: &ValueParts<'_>, function: &Function) -> Self {
        let mut ahead = Ahead::default();
        if !parts.has_simd() {
            return ahead;
        }
        for inst in function.insts.values() {
            match inst.op {
                IrOp::Cast { op, value, .. } => {
                    let extend = match op {
                        CastOp::ZeroExtend => Extend::Zero,
                        CastOp::SignExtend => Extend::Sign,
                        _ => continue,
                    };
                    let shape = parts.shape(module.operand_type(function, value));
                    if let (Some(value), Some(shape)) = (loaded(function, value), shape)
                        && shape.count * shape.lane.size().bytes() as usize == 8
                        && !shape.is_mask
                    {
                        ahead.extended.entry(value).or_insert(extend);
                    }
                }
                IrOp::InsertElement {
                    vector: Operand::Const(vector),
                    element,
                    ..
                } => {
                    let constant = module.constant(vector);
                    let shape = parts.shape(module.constant_type(vector));
                    if let Constant::Undef(_) | Constant::Poison(_) = constant
                        && shape.is_some_and(|shape| !shape.is_mask)
                    {
                        ahead.splats.extend(loaded(function, element));
                    }
                }
                _ => {}
            }
        }
        ahead
    }
}

/// The value of an operand that is the result of a load.
fn loaded(function: &Function, operand: Operand) -> Option<ValueId> {
    let Operand::Value(value) = operand else {
        return None;
    };
    let Definition::Inst(inst) = function.values[value].definition else {
        return None;
    };
    matches!(function.insts[inst].op, IrOp::Load { .. }).then_some(value)
}

/// A mask with the lanes of its operands.
#[derive(Clone, Debug)]
pub(super) struct Mask {
    /// The bits of a lane.
    pub(super) bits: u32,
    pub(super) regs: Vec<Reg>,
}
