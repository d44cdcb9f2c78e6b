//! Divisions of integers of more than 128 bits: one bit of the quotient per iteration of a loop.
//!
//! ```text
//! a: …                          a:    … magnitudes of %x and %y …
//!    %q = udiv i256 %x, %y            br loop
//!    …                          loop: %left = phi [256, a], [%left - 1, loop]
//!                          →         %bits = phi [%x, a], [%bits.next, loop]     high: of %x, low: of the quotient
//!                                    %rest = phi [0, a], [%rest.next, loop]
//!                                    … %rest and the highest of %bits are one bit more; minus %y if that is in it …
//!                                    br %left - 1 is 0, b, loop
//!                              b:    %q = %bits.next
//!                                    …
//! ```
//! *Source:* long division in base 2, as in LLVM's `ExpandLargeDivRem`.
//! *Departs:* the number of iterations is always the number of bits, without tests for special
//! operands.

use unsnarl_ir::{BinaryOp, BlockId, CastOp, Flags, Function, Id, IntPredicate, Module};
use unsnarl_ir::{InstId, Op, Operand, Terminator, TypeId};

use super::{Draft, replace, width};

/// The widest integers that the library divides.
const WIDEST: u32 = 128;

/// Tells whether a function divides such integers.
pub(super) fn is_in(module: &Module, function: &Function) -> bool {
    let mut insts = function.insts.iter();
    insts.any(|inst| division(module, function, &inst.op).is_some())
}

/// A division.
struct Division {
    op: BinaryOp,
    width: u32,
    left: Operand,
    right: Operand,
}

impl Division {
    fn is_signed(&self) -> bool {
        matches!(self.op, BinaryOp::SignedDiv | BinaryOp::SignedRem)
    }

    fn is_quotient(&self) -> bool {
        matches!(self.op, BinaryOp::SignedDiv | BinaryOp::UnsignedDiv)
    }
}

fn division(module: &Module, function: &Function, op: &Op) -> Option<Division> {
    use BinaryOp as B;
    let &Op::Binary {
        op, left, right, ..
    } = op
    else {
        return None;
    };
    let divides = matches!(
        op,
        B::SignedDiv | B::SignedRem | B::UnsignedDiv | B::UnsignedRem
    );
    let width = width(module, function, left).filter(|&width| divides && width > WIDEST)?;
    Some(Division {
        op,
        width,
        left,
        right,
    })
}

/// Writes every division as a loop.
pub(super) fn expand(draft: &mut Draft<'_>) {
    replace(draft, division, |draft, block, place, inst, found| {
        draft.divide(block, place, inst, found);
    });
}

impl Draft<'_> {
    fn divide(&mut self, block: BlockId, place: usize, inst: InstId, division: &Division) {
        let rest = self.split(block, place);
        let ty = self.module.operand_type(&self.function, division.left);
        let (mut left, mut right, mut signs) = (division.left, division.right, None);
        if division.is_signed() {
            let (left_sign, right_sign);
            (left, left_sign) = self.magnitude(block, ty, division.width, left);
            (right, right_sign) = self.magnitude(block, ty, division.width, right);
            signs = Some(match division.is_quotient() {
                true => self.binary(block, ty, BinaryOp::Xor, left_sign, right_sign),
                false => left_sign,
            });
        }
        let (quotient, remainder) =
            self.long_division(block, rest, ty, division.width, left, right);
        let result = match division.is_quotient() {
            true => quotient,
            false => remainder,
        };
        // The instruction keeps its place and its name.
        let after = std::mem::take(&mut self.function.blocks[rest].insts);
        self.function.insts[inst].op = match signs {
            None => Op::Freeze(result),
            Some(sign) => {
                let flipped = self.binary(rest, ty, BinaryOp::Xor, result, sign);
                binary(BinaryOp::Sub, flipped, sign)
            }
        };
        self.function.blocks[rest].insts.extend(after);
    }

    /// Moves the instructions from `place` on, and the terminator, to a new block. Variables stay
    /// in the block where the frame is laid out.
    pub(super) fn split(&mut self, block: BlockId, place: usize) -> BlockId {
        let rest = self.block_like(block);
        let old = &mut self.function.blocks[block];
        let moved = old.insts.split_off(place);
        let terminator = std::mem::replace(&mut old.terminator, Terminator::Unreachable);
        let insts = &self.function.insts;
        let (stay, moved): (Vec<InstId>, Vec<InstId>) = moved.into_iter().partition(|&inst| {
            let count = match &insts[inst].op {
                Op::Alloca { count, .. } => Some(count),
                _ => None,
            };
            block.index() == 0 && matches!(count, Some(Operand::Const(_)))
        });
        self.function.blocks[block].insts.extend(stay);
        for to in terminator.successors() {
            for phi in &mut self.function.blocks[to].phis {
                for (from, _) in &mut phi.incoming {
                    if *from == block {
                        *from = rest;
                    }
                }
            }
        }
        self.function.blocks[rest].insts = moved;
        self.function.blocks[rest].terminator = terminator;
        rest
    }

    /// A number without its sign, and the sign in every bit.
    fn magnitude(
        &mut self,
        block: BlockId,
        ty: TypeId,
        width: u32,
        value: Operand,
    ) -> (Operand, Operand) {
        let last = Operand::Const(self.number(width, u128::from(width) - 1));
        let sign = self.binary(block, ty, BinaryOp::ArithmeticShiftRight, value, last);
        let flipped = self.binary(block, ty, BinaryOp::Xor, value, sign);
        let magnitude = self.binary(block, ty, BinaryOp::Sub, flipped, sign);
        (magnitude, sign)
    }

    /// The quotient and the remainder of numbers without sign, whose loop is entered at the end of
    /// `block` and left to `rest`.
    fn long_division(
        &mut self,
        block: BlockId,
        rest: BlockId,
        ty: TypeId,
        width: u32,
        left: Operand,
        right: Operand,
    ) -> (Operand, Operand) {
        use BinaryOp as B;
        let (count_ty, bit) = (self.module.types.int(32), self.module.types.int(1));
        let [zero, one, last] =
            [0, 1, u128::from(width) - 1].map(|number| Operand::Const(self.number(width, number)));
        let [none, step, all] =
            [0, 1, u128::from(width)].map(|number| Operand::Const(self.number(32, number)));
        let around = self.block_like(block);
        let count = self.add_phi(around, count_ty);
        let bits = self.add_phi(around, ty);
        let part = self.add_phi(around, ty);
        let top = self.binary(around, ty, B::LogicalShiftRight, bits, last);
        let longer = self.binary(around, ty, B::ShiftLeft, part, one);
        let longer = self.binary(around, ty, B::Or, longer, top);
        // If a bit is shifted out, the rest is larger than any divisor.
        let is_out = self.compare(around, bit, IntPredicate::SignedLess, part, zero);
        let is_in = self.compare(
            around,
            bit,
            IntPredicate::UnsignedGreaterEqual,
            longer,
            right,
        );
        let takes = self.binary(around, bit, B::Or, is_out, is_in);
        let less = self.binary(around, ty, B::Sub, longer, right);
        let choice = Op::Select {
            flags: Flags::default(),
            condition: takes,
            then: less,
            otherwise: longer,
        };
        let next_part = self.add(around, ty, choice);
        let digit = Op::Cast {
            op: CastOp::ZeroExtend,
            flags: Flags::default(),
            value: takes,
        };
        let digit = self.add(around, ty, digit);
        let next_bits = self.binary(around, ty, B::ShiftLeft, bits, one);
        let next_bits = self.binary(around, ty, B::Or, next_bits, digit);
        let next_count = self.binary(around, count_ty, B::Sub, count, step);
        let is_done = self.compare(around, bit, IntPredicate::Equal, next_count, none);
        let values = [(all, next_count), (left, next_bits), (zero, next_part)];
        for (phi, (first, next)) in self.function.blocks[around].phis.iter_mut().zip(values) {
            phi.incoming = vec![(block, first), (around, next)];
        }
        self.function.blocks[around].terminator = Terminator::Branch {
            condition: is_done,
            then: rest,
            otherwise: around,
        };
        self.function.blocks[block].terminator = Terminator::Jump(around);
        (next_bits, next_part)
    }

    pub(super) fn binary(
        &mut self,
        block: BlockId,
        ty: TypeId,
        op: BinaryOp,
        left: Operand,
        right: Operand,
    ) -> Operand {
        self.add(block, ty, binary(op, left, right))
    }

    pub(super) fn compare(
        &mut self,
        block: BlockId,
        ty: TypeId,
        predicate: IntPredicate,
        left: Operand,
        right: Operand,
    ) -> Operand {
        let op = Op::IntCompare {
            predicate,
            flags: Flags::default(),
            left,
            right,
        };
        self.add(block, ty, op)
    }
}

fn binary(op: BinaryOp, left: Operand, right: Operand) -> Op {
    Op::Binary {
        op,
        flags: Flags::default(),
        left,
        right,
    }
}
