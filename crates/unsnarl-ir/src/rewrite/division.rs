//! Divisions of integers that are too wide for the target: one bit of the quotient per iteration of
//! a loop.
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
//! *Cost:* a loop for each division.
//! *Source:* long division in base 2, as in LLVM's `ExpandLargeDivRem`.
//! *Departs:* the number of iterations is always the number of bits, without tests for special
//! operands.

use crate::builder::Cursor;
use crate::debug::Point;
use crate::function::Function;
use crate::id::{BlockId, InstId};
use crate::inst::{Op, Operand};
use crate::module::Module;
use crate::ops::{BinaryOp, CastOp, Flags, IntPredicate};
use crate::provenance::Role;
use crate::terminator::Terminator;

use super::draft::{Edit, width};
use super::target::Target;

/// Writes every such division as a loop.
pub(super) fn expand(edit: &mut Edit<'_, '_, '_>) {
    edit.replace(division, divide);
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

fn division(module: &Module, function: &Function, target: &Target, op: &Op) -> Option<Division> {
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
    let width =
        width(module, function, left).filter(|&width| divides && width > target.division)?;
    Some(Division {
        op,
        width,
        left,
        right,
    })
}

fn divide(
    edit: &mut Edit<'_, '_, '_>,
    block: BlockId,
    place: usize,
    inst: InstId,
    division: &Division,
) {
    let rest = edit.builder().split(block, place);
    let written = edit.function().blocks[block].insts.len();
    let (mut left, mut right, mut sign) = (division.left, division.right, None);
    if division.is_signed() {
        let mut cursor = edit.at_end(block);
        let (left_sign, right_sign);
        (left, left_sign) = magnitude(&mut cursor, division.width, left);
        (right, right_sign) = magnitude(&mut cursor, division.width, right);
        sign = Some(match division.is_quotient() {
            true => cursor.binary(BinaryOp::Xor, left_sign, right_sign),
            false => left_sign,
        });
    }
    let builder = edit.builder();
    builder.move_records_to(Point::End(block), block, written);
    let (quotient, remainder) = long_division(edit, block, rest, division.width, left, right);
    let result = match division.is_quotient() {
        true => quotient,
        false => remainder,
    };
    // The instruction keeps its place and its name.
    let op = match sign {
        None => Op::Freeze(result),
        Some(sign) => Op::Binary {
            op: BinaryOp::Sub,
            flags: Flags::default(),
            left: edit.at_begin(rest).binary(BinaryOp::Xor, result, sign),
            right: sign,
        },
    };
    edit.builder().replace(inst, op);
}

/// The magnitude of a number, and its sign in every bit.
fn magnitude(cursor: &mut Cursor<'_, '_>, width: u32, value: Operand) -> (Operand, Operand) {
    let sign = cursor.binary_number(BinaryOp::ArithmeticShiftRight, value, width - 1);
    let flipped = cursor.binary(BinaryOp::Xor, value, sign);
    let magnitude = cursor.binary(BinaryOp::Sub, flipped, sign);
    (magnitude, sign)
}

/// The quotient and the remainder of unsigned numbers. The loop is entered at the end of `block`
/// and left to `rest`.
fn long_division(
    edit: &mut Edit<'_, '_, '_>,
    block: BlockId,
    rest: BlockId,
    width: u32,
    left: Operand,
    right: Operand,
) -> (Operand, Operand) {
    use {BinaryOp as B, IntPredicate as P};
    let zero = edit.tables.number(width, 0);
    let all = edit.tables.number(32, width.into());
    let (ty, count_ty) = (edit.tables.int(width), edit.tables.int(32));
    let start = edit.builder().provenance().start(block);
    let around = edit.builder().add_block(block, Role::Inside(start));
    let phis = [count_ty, ty, ty].map(|ty| edit.builder().add_phi(around, ty));
    let [count, bits, part] = phis.map(Operand::Value);
    let mut cursor = edit.at_end(around);
    let top = cursor.binary_number(B::LogicalShiftRight, bits, width - 1);
    let longer = cursor.binary_number(B::ShiftLeft, part, 1);
    let longer = cursor.binary(B::Or, longer, top);
    // If a bit is shifted out, the rest is larger than any divisor.
    let is_out = cursor.compare(P::SignedLess, part, zero);
    let is_in = cursor.compare(P::UnsignedGreaterEqual, longer, right);
    let takes = cursor.binary(B::Or, is_out, is_in);
    let less = cursor.binary(B::Sub, longer, right);
    let next_part = cursor.select(takes, less, longer);
    let digit = cursor.cast(CastOp::ZeroExtend, takes, ty);
    let next_bits = cursor.binary_number(B::ShiftLeft, bits, 1);
    let next_bits = cursor.binary(B::Or, next_bits, digit);
    let next_count = cursor.binary_number(B::Sub, count, 1);
    let is_done = cursor.compare_zero(P::Equal, next_count);
    let builder = edit.builder();
    let values = [(all, next_count), (left, next_bits), (zero, next_part)];
    for (phi, (first, next)) in phis.into_iter().zip(values) {
        builder.add_incoming(phi, block, first);
        builder.add_incoming(phi, around, next);
    }
    let again = Terminator::Branch {
        condition: is_done,
        then: rest,
        otherwise: around,
    };
    builder.set_terminator(around, again);
    builder.set_terminator(block, Terminator::Jump(around));
    (next_bits, next_part)
}
