//! Wide integers as limbs of 64 bits.

use crate::builder::Cursor;
use crate::inst::Operand;
use crate::ops::BinaryOp;

/// The number of bits of a limb.
pub(super) const LIMB: u32 = 64;

impl Cursor<'_, '_> {
    /// The limbs of an integer, the lowest first; the highest is extended with zeros.
    pub(super) fn limbs(&mut self, value: Operand) -> Vec<Operand> {
        let width = self.width(value);
        let limbs = (0..width.div_ceil(LIMB)).map(|limb| {
            let moved = self.binary_number(BinaryOp::LogicalShiftRight, value, LIMB * limb);
            self.resized(moved, LIMB)
        });
        limbs.collect()
    }

    /// The integer with these limbs, the lowest first.
    pub(super) fn joined(&mut self, limbs: &[Operand]) -> Operand {
        let width = LIMB * limbs.len() as u32;
        let mut sum = self.number(width, 0);
        for (place, &limb) in (0..).zip(limbs) {
            let limb = self.resized(limb, width);
            let moved = self.binary_number(BinaryOp::ShiftLeft, limb, LIMB * place);
            sum = self.binary(BinaryOp::Or, sum, moved);
        }
        sum
    }

    /// Calls the intrinsic of this name for a limb.
    pub(super) fn of_limb(&mut self, base: &str, arguments: &[Operand]) -> Operand {
        let result = self.tables.int(LIMB);
        self.intrinsic(&format!("llvm.{base}.i{LIMB}"), result, arguments)
    }
}
