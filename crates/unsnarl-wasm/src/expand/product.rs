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

use unsnarl_ir::{BinaryOp, BlockId, CastOp, Definition, Flags, Function, IntPredicate, Module};
use unsnarl_ir::{InstId, Op, Operand, Terminator};

use super::{Draft, replace, width};

/// The bits of a limb.
const LIMB: u32 = 64;

/// Up to this many limbs of the shorter factor are written out: up to there the loop is no
/// shorter.
const FEW: u32 = 4;

/// Tells whether a function multiplies such integers.
pub(super) fn is_in(module: &Module, function: &Function) -> bool {
    let mut insts = function.insts.iter();
    insts.any(|inst| product(module, function, &inst.op).is_some())
}

/// A product.
struct Product {
    width: u32,
    /// The factor with more limbs, and the other.
    longer: Operand,
    shorter: Operand,
}

fn product(module: &Module, function: &Function, op: &Op) -> Option<Product> {
    let &Op::Binary {
        op: BinaryOp::Mul,
        left,
        right,
        ..
    } = op
    else {
        return None;
    };
    let width = width(module, function, left).filter(|&width| width > LIMB * FEW)?;
    let [of_left, of_right] = [left, right].map(|factor| limbs(module, function, factor, width));
    let (longer, shorter) = match of_left < of_right {
        true => (right, left),
        false => (left, right),
    };
    (of_left.min(of_right) > FEW).then_some(Product {
        width,
        longer,
        shorter,
    })
}

/// How many limbs of a factor may be other than zero.
fn limbs(module: &Module, function: &Function, factor: Operand, width: u32) -> u32 {
    let bits = match factor {
        Operand::Const(constant) => module.int(constant).map(|number| {
            let bytes = number.to_le_bytes(width.div_ceil(8) as usize);
            let last = bytes.iter().rposition(|&byte| byte != 0);
            last.map_or(0, |last| 8 * (last as u32 + 1))
        }),
        Operand::Value(value) => match function.values[value].definition {
            Definition::Inst(inst) => match &function.insts[inst].op {
                Op::Cast {
                    op: CastOp::ZeroExtend,
                    value,
                    ..
                } => super::width(module, function, *value),
                _ => None,
            },
            _ => None,
        },
    };
    bits.unwrap_or(width).div_ceil(LIMB)
}

/// Writes every such product as a loop.
pub(super) fn expand(draft: &mut Draft<'_>) {
    replace(draft, product, |draft, block, place, inst, found| {
        draft.multiply(block, place, inst, found);
    });
}

impl Draft<'_> {
    fn multiply(&mut self, block: BlockId, place: usize, inst: InstId, product: &Product) {
        use BinaryOp as B;
        let rest = self.split(block, place);
        let ty = self.module.operand_type(&self.function, product.longer);
        let (limb, count_ty, bit) = (
            self.module.types.int(LIMB),
            self.module.types.int(32),
            self.module.types.int(1),
        );
        let rounds = limbs(self.module, &self.function, product.shorter, product.width);
        let [zero, by] =
            [0, LIMB].map(|number| Operand::Const(self.number(product.width, number.into())));
        let [none, step, all] =
            [0, 1, rounds].map(|number| Operand::Const(self.number(32, number.into())));
        let around = self.block_like(block);
        let count = self.add_phi(around, count_ty);
        let sum = self.add_phi(around, ty);
        let moved = self.add_phi(around, ty);
        let left = self.add_phi(around, ty);
        let lowest = self.cast(around, limb, CastOp::Truncate, left);
        let lowest = self.cast(around, ty, CastOp::ZeroExtend, lowest);
        let multiple = self.binary(around, ty, B::Mul, moved, lowest);
        let next_sum = self.binary(around, ty, B::Add, sum, multiple);
        let next_moved = self.binary(around, ty, B::ShiftLeft, moved, by);
        let next_left = self.binary(around, ty, B::LogicalShiftRight, left, by);
        let next_count = self.binary(around, count_ty, B::Sub, count, step);
        let is_done = self.compare(around, bit, IntPredicate::Equal, next_count, none);
        let values = [
            (all, next_count),
            (zero, next_sum),
            (product.longer, next_moved),
            (product.shorter, next_left),
        ];
        for (phi, (first, next)) in self.function.blocks[around].phis.iter_mut().zip(values) {
            phi.incoming = vec![(block, first), (around, next)];
        }
        self.function.blocks[around].terminator = Terminator::Branch {
            condition: is_done,
            then: rest,
            otherwise: around,
        };
        self.function.blocks[block].terminator = Terminator::Jump(around);
        // The instruction keeps its place and its name.
        self.function.insts[inst].op = Op::Freeze(next_sum);
    }

    fn cast(
        &mut self,
        block: BlockId,
        ty: unsnarl_ir::TypeId,
        op: CastOp,
        value: Operand,
    ) -> Operand {
        let flags = Flags::default();
        self.add(block, ty, Op::Cast { op, flags, value })
    }
}
