//! Products of wide integers: one limb of a factor per iteration of a loop.
//!
//! ```text
//! a: …                         a:    %limbs = zext i1024 %y to i1024
//!    %p = mul i1024 %x, %y           br loop
//!    …                         loop: %left = phi [16, a], [%left - 1, loop]
//!                          →         %sum = phi [0, a], [%sum + %moved * (%rest & (2^64 - 1)), loop]
//!                                    %moved = phi [%x, a], [%moved << 64, loop]
//!                                    %rest = phi [%y, a], [%rest >> 64, loop]
//!                                    br %left - 1 is 0, b, loop
//!                              b:    %p = the last %sum
//!                                    …
//! ```
//! *Cost:* code linear in the limbs, time quadratic.
//! *Source:* schoolbook multiplication, the lowest limb first.
//! *Departs:* from LLVM, which writes out every product of two limbs, so that its code is quadratic
//! in the limbs.

use crate::function::{Definition, Function};
use crate::id::{BlockId, InstId};
use crate::inst::{Op, Operand};
use crate::module::Module;
use crate::ops::{BinaryOp, CastOp, IntPredicate};
use crate::provenance::Role;
use crate::terminator::Terminator;

use super::draft::{Edit, width};
use super::limbs::LIMB;
use super::target::Target;

/// Writes every such product as a loop.
pub(super) fn expand(edit: &mut Edit<'_, '_, '_>) {
    edit.replace(product, multiply);
}

/// A product to be expanded.
struct Product {
    width: u32,
    /// The factor with more limbs, and the other factor.
    longer: Operand,
    shorter: Operand,
}

/// A product whose factors both have more limbs than the target writes out.
fn product(module: &Module, function: &Function, target: &Target, op: &Op) -> Option<Product> {
    let &Op::Binary {
        op: BinaryOp::Mul,
        left,
        right,
        ..
    } = op
    else {
        return None;
    };
    let width = width(module, function, left).filter(|&width| width > target.product)?;
    let [of_left, of_right] = [left, right].map(|factor| limbs(module, function, factor, width));
    let (longer, shorter) = match of_left < of_right {
        true => (right, left),
        false => (left, right),
    };
    (of_left.min(of_right) > target.product / LIMB).then_some(Product {
        width,
        longer,
        shorter,
    })
}

/// The number of limbs of a factor that may differ from zero.
fn limbs(module: &Module, function: &Function, factor: Operand, all: u32) -> u32 {
    let bits = match factor {
        Operand::Const(constant) => module.int(constant).map(|number| {
            let bytes = number.to_le_bytes(all.div_ceil(8) as usize);
            let last = bytes.iter().rposition(|&byte| byte != 0);
            last.map_or(0, |last| 8 * (last as u32 + 1))
        }),
        Operand::Value(value) => match function.values[value].definition {
            Definition::Inst(inst) => match &function.insts[inst].op {
                Op::Cast {
                    op: CastOp::ZeroExtend,
                    value,
                    ..
                } => width(module, function, *value),
                _ => None,
            },
            _ => None,
        },
    };
    bits.unwrap_or(all).div_ceil(LIMB)
}

fn multiply(
    edit: &mut Edit<'_, '_, '_>,
    block: BlockId,
    place: usize,
    inst: InstId,
    product: &Product,
) {
    use {BinaryOp as B, IntPredicate as P};
    let rounds = limbs(
        edit.module(),
        edit.function(),
        product.shorter,
        product.width,
    );
    let rest = edit.builder().split(block, place);
    let (ty, count_ty) = (edit.tables.int(product.width), edit.tables.int(32));
    let zero = edit.tables.number(product.width, 0);
    let all = edit.tables.number(32, rounds.into());
    let start = edit.builder().provenance().start(block);
    let around = edit.builder().add_block(block, Role::Inside(start));
    let phis = [count_ty, ty, ty, ty].map(|ty| edit.builder().add_phi(around, ty));
    let [count, sum, moved, left] = phis.map(Operand::Value);
    let mut cursor = edit.at_end(around);
    let lowest = cursor.resized(left, LIMB);
    let lowest = cursor.resized(lowest, product.width);
    let multiple = cursor.binary(B::Mul, moved, lowest);
    let next_sum = cursor.binary(B::Add, sum, multiple);
    let next_moved = cursor.binary_number(B::ShiftLeft, moved, LIMB);
    let next_left = cursor.binary_number(B::LogicalShiftRight, left, LIMB);
    let next_count = cursor.binary_number(B::Sub, count, 1);
    let is_done = cursor.compare_zero(P::Equal, next_count);
    let values = [
        (all, next_count),
        (zero, next_sum),
        (product.longer, next_moved),
        (product.shorter, next_left),
    ];
    let builder = edit.builder();
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
    // The instruction keeps its place and its name.
    builder.replace(inst, Op::Freeze(next_sum));
}
