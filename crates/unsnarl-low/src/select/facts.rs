//! Which integers are known to be extended to the whole of their register.
//!
//! *Needs:* a function; blocks in an order in which definitions come before uses.
//! *Gives:* [`Facts`]: for each value whether the bits above its width are zeros, or copies of its
//! sign.
//! *Cost:* at most [`PASSES`] passes over the function; phis not settled by then count as unknown.
//!
//! It must agree with [selection](crate::select): each case below states what the code selected for
//! the instruction leaves above the width. Constants are written with zeros above their width.

use unsnarl_ir::{
    BinaryOp, Call, Callee, CastOp, Definition, Function, Id, Module, Op as IrOp, Operand,
    ParameterAttributes, Type as IrType, TypeId, ValueId,
};

/// The most passes before unsettled phis count as unknown.
const PASSES: usize = 6;

/// What is known of one value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extension {
    /// The bits above the width are zero.
    pub zero: bool,
    /// The bits above the width equal the sign.
    pub sign: bool,
}

const UNKNOWN: Extension = Extension {
    zero: false,
    sign: false,
};
const ZERO: Extension = Extension {
    zero: true,
    sign: false,
};
const SIGN: Extension = Extension {
    zero: false,
    sign: true,
};
const BOTH: Extension = Extension {
    zero: true,
    sign: true,
};

impl Extension {
    fn and(self, other: Extension) -> Extension {
        Extension {
            zero: self.zero && other.zero,
            sign: self.sign && other.sign,
        }
    }

    /// The known extension of a parameter or result with these attributes.
    fn promised(attributes: &ParameterAttributes) -> Extension {
        Extension {
            zero: attributes.zeroext,
            sign: attributes.signext,
        }
    }
}

/// What is known of the values of a function.
#[derive(Debug)]
pub struct Facts {
    known: Vec<Extension>,
}

impl Facts {
    pub(super) fn new(module: &Module, function: &Function, order: &[usize]) -> Self {
        let mut facts = Facts {
            known: vec![BOTH; function.values.len()],
        };
        for parameter in &function.parameters {
            if let Some(value) = parameter.value {
                facts.known[value.index()] = Extension::promised(&parameter.attributes);
            }
        }
        let pass = Pass {
            module,
            function,
            order,
        };
        for _ in 0..PASSES {
            if !pass.run(&mut facts, false) {
                return facts;
            }
        }
        pass.run(&mut facts, true);
        facts
    }

    /// What is known of a value.
    pub fn get(&self, value: ValueId) -> Extension {
        self.known[value.index()]
    }
}

struct Pass<'a> {
    module: &'a Module,
    function: &'a Function,
    order: &'a [usize],
}

impl Pass<'_> {
    /// Computes every value once more; tells whether any changed.
    fn run(&self, facts: &mut Facts, give_up_phis: bool) -> bool {
        let mut changed = false;
        let mut set = |facts: &mut Facts, value: ValueId, extension: Extension| {
            changed |= facts.known[value.index()] != extension;
            facts.known[value.index()] = extension;
        };
        for &block in self.order {
            let block = &self.function.blocks[unsnarl_ir::BlockId::new(block)];
            for phi in &block.phis {
                let operands = phi
                    .incoming
                    .iter()
                    .map(|&(_, operand)| self.operand(facts, operand));
                let joined = operands.fold(BOTH, Extension::and);
                set(
                    facts,
                    phi.result,
                    if give_up_phis { UNKNOWN } else { joined },
                );
            }
            for &inst in &block.insts {
                let inst = &self.function.insts[inst];
                if let Some(result) = inst.result {
                    let extension = self.op(facts, &inst.op, self.function.value_type(result));
                    set(facts, result, extension);
                }
            }
        }
        changed
    }

    fn operand(&self, facts: &Facts, operand: Operand) -> Extension {
        match operand {
            Operand::Value(value) => facts.get(value),
            Operand::Const(constant) => match self.module.int(constant) {
                Some(value) if value.is_zero() => BOTH,
                _ => ZERO,
            },
        }
    }

    fn op(&self, facts: &Facts, op: &IrOp, ty: TypeId) -> Extension {
        let of = |operand: Operand| self.operand(facts, operand);
        match op {
            IrOp::Binary {
                op, left, right, ..
            } => binary(*op, of(*left), of(*right)),
            IrOp::IntCompare { .. }
            | IrOp::FloatCompare { .. }
            | IrOp::Load { .. }
            | IrOp::AtomicRmw { .. } => ZERO,
            IrOp::Cast { op, value, .. } => self.cast(*op, of(*value), *value, ty),
            IrOp::Select {
                then, otherwise, ..
            } => {
                let chosen = of(*then).and(of(*otherwise));
                // It may be the condition and another bit, and has no sign then.
                match self.module.types.int_width(ty) {
                    Some(1) => chosen.and(ZERO),
                    _ => chosen,
                }
            }
            IrOp::Freeze(value) => of(*value),
            IrOp::Call(call) => self.call(call),
            // The second result of an intrinsic that tells about overflow is 0 or 1.
            IrOp::ExtractValue { aggregate, path }
                if path[..] == [1] && self.tells_overflow(*aggregate) =>
            {
                ZERO
            }
            // So is that of an exchange; the first was read from memory.
            IrOp::ExtractValue { aggregate, .. } if self.is_exchange(*aggregate) => ZERO,
            _ => UNKNOWN,
        }
    }

    fn call(&self, call: &Call) -> Extension {
        let Callee::Direct(callee) = call.callee else {
            return Extension::promised(&call.result_attributes);
        };
        match self.module.intrinsic(callee) {
            None => Extension::promised(&self.module.functions[callee].result_attributes),
            // A count is at most the width, which fits.
            Some(name)
                if ["llvm.ctpop.", "llvm.ctlz.", "llvm.cttz."]
                    .iter()
                    .any(|count| name.starts_with(count)) =>
            {
                ZERO
            }
            Some(_) => UNKNOWN,
        }
    }

    /// The instruction that defines an operand, if one does.
    fn definition(&self, operand: Operand) -> Option<&IrOp> {
        let Operand::Value(value) = operand else {
            return None;
        };
        match self.function.values[value].definition {
            Definition::Inst(inst) => Some(&self.function.insts[inst].op),
            _ => None,
        }
    }

    fn is_exchange(&self, operand: Operand) -> bool {
        let definition = self.definition(operand);
        matches!(definition, Some(IrOp::CompareExchange { .. }))
    }

    fn tells_overflow(&self, operand: Operand) -> bool {
        let Some(IrOp::Call(call)) = self.definition(operand) else {
            return false;
        };
        let Callee::Direct(callee) = call.callee else {
            return false;
        };
        self.module
            .intrinsic(callee)
            .is_some_and(|name| name.contains(".with.overflow."))
    }

    fn cast(&self, op: CastOp, from: Extension, value: Operand, ty: TypeId) -> Extension {
        let width = |ty: TypeId| self.module.types.int_width(ty).unwrap_or(0);
        let narrow = width(self.module.operand_type(self.function, value));
        match op {
            // The bits above the narrow width are known, and with them those above the wide one.
            CastOp::ZeroExtend => ZERO,
            CastOp::SignExtend => SIGN,
            // A truncation within the register keeps the bits above; the cut bits are unknown.
            CastOp::Truncate => UNKNOWN,
            CastOp::Bitcast
                if matches!(self.module.types.get(ty), IrType::Int(_)) && narrow != 0 =>
            {
                from
            }
            _ => UNKNOWN,
        }
    }
}

fn binary(op: BinaryOp, left: Extension, right: Extension) -> Extension {
    match op {
        BinaryOp::And => Extension {
            zero: left.zero || right.zero,
            sign: left.sign && right.sign,
        },
        BinaryOp::Or | BinaryOp::Xor => left.and(right),
        BinaryOp::LogicalShiftRight | BinaryOp::UnsignedDiv | BinaryOp::UnsignedRem => ZERO,
        BinaryOp::ArithmeticShiftRight | BinaryOp::SignedRem => SIGN,
        _ => UNKNOWN,
    }
}
