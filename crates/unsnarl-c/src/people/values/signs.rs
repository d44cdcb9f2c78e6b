//! Which integers are not negative.
//!
//! *Needs:* a function. *Gives:* [`Values::is_positive`].
//! *Cost:* bounded.
//! *Limits:* what branches say is not used.

use unsnarl_ir::{BinaryOp, CastOp, Definition, Flags, Op, Operand};

use super::Values;

/// How many values are looked at.
const MOST: usize = 32;

impl Values<'_, '_> {
    /// Tells whether an integer of at most 128 bits, read with its sign, is never negative.
    ///
    /// Values that a phi joins are taken to be so until one is found that may not be: each of them
    /// that is computed from others is not negative if they are not.
    pub(super) fn is_positive(&self, operand: Operand) -> bool {
        let (mut work, mut seen) = (vec![operand], Vec::new());
        while let Some(operand) = work.pop() {
            let value = match operand {
                Operand::Value(value) => value,
                Operand::Const(_) => {
                    if self.has_sign(operand) != Some(false) {
                        return false;
                    }
                    continue;
                }
            };
            if seen.contains(&value) {
                continue;
            }
            if seen.len() == MOST {
                return false;
            }
            seen.push(value);
            match self.function.values[value].definition {
                Definition::Phi(block, _) => {
                    let phis = &self.function.blocks[block].phis;
                    let Some(phi) = phis.iter().find(|phi| phi.result == value) else {
                        return false;
                    };
                    work.extend(phi.incoming.iter().map(|&(_, operand)| operand));
                }
                Definition::Inst(inst) => match self.function.insts[inst].op {
                    Op::Cast {
                        op: CastOp::ZeroExtend,
                        ..
                    } => {}
                    Op::Cast {
                        op: CastOp::SignExtend,
                        value,
                        ..
                    } => work.push(value),
                    Op::Binary {
                        op: BinaryOp::And | BinaryOp::UnsignedRem,
                        right,
                        ..
                    } if self.has_sign(right) == Some(false) => {}
                    Op::Binary {
                        op: BinaryOp::LogicalShiftRight,
                        right,
                        ..
                    } if self.known_int(right).is_some_and(|amount| amount > 0) => {}
                    Op::Binary {
                        op: BinaryOp::Add | BinaryOp::Mul,
                        left,
                        right,
                        flags,
                    } if flags.contains(Flags::NO_SIGNED_WRAP) => work.extend([left, right]),
                    _ => return false,
                },
                Definition::Parameter(_) | Definition::Terminator(_) => return false,
            }
        }
        true
    }

    /// Tells whether a constant is negative; none if it is no constant.
    fn has_sign(&self, operand: Operand) -> Option<bool> {
        let bits = self.bits(self.ty(operand))?;
        let number = self.known_int(operand)?;
        Some(number.checked_shr(bits - 1)? & 1 == 1)
    }
}
