//! Saturating conversions to integers: `fptosi.sat` and `fptoui.sat`.
//!
//! *Needs:* a number of any format. *Gives:* an integer of up to 128 bits.

use crate::machine::Reg;
use crate::op::float::FloatUnary;
use crate::types::Type;
use unsnarl_ir::{FloatKind, FloatPredicate, IntPredicate};

use super::cast::{Beyond, fitting};
use super::lane::{Kind, Lane};
use crate::select::error::SelectError;
use crate::select::extend::Extend;
use crate::select::selection::Selection;

impl Selection<'_> {
    /// `fptosi.sat` and `fptoui.sat`: a value out of range becomes the nearest integer in range,
    /// and NaN becomes 0.
    pub(super) fn saturating_to_int(
        &mut self,
        lane: Lane,
        width: u32,
        extend: Extend,
    ) -> Result<Vec<Reg>, SelectError> {
        if width > 64 || lane.is_wide() {
            return self.saturating_by_routine(lane, width, extend);
        }
        let value = self.as_native(lane)?;
        let number = self.truncated(value, fitting(width), extend, Beyond::Nearest);
        let bits = self.width(number).bits();
        if width == bits {
            return Ok(vec![number]);
        }
        let most = match extend {
            Extend::Zero => (1_i64 << width) - 1,
            Extend::Sign => (1_i64 << (width - 1)) - 1,
        };
        let limit = self.number_like(number, most);
        if extend == Extend::Zero {
            return Ok(vec![self.extreme(
                IntPredicate::UnsignedLess,
                bits,
                number,
                limit,
            )]);
        }
        let number = self.extreme(IntPredicate::SignedLess, bits, number, limit);
        let limit = self.number_like(number, -most - 1);
        Ok(vec![self.extreme(
            IntPredicate::SignedGreater,
            bits,
            number,
            limit,
        )])
    }

    /// The same for numbers that a routine converts, whose result out of range is unspecified.
    fn saturating_by_routine(
        &mut self,
        lane: Lane,
        width: u32,
        extend: Extend,
    ) -> Result<Vec<Reg>, SelectError> {
        let lane = match lane.is_wide() {
            true => lane,
            // A half or bfloat as the type that the routine takes.
            false => {
                let value = self.as_native(lane)?;
                Lane::new(Kind::Float(self.native_format(value)), value)
            }
        };
        let (most, least) = match extend {
            Extend::Zero => (u128::MAX >> (128 - width), 0),
            Extend::Sign => {
                let most = u128::MAX >> (128 - width) >> 1;
                (most, !most)
            }
        };
        let digits = width - u32::from(extend == Extend::Sign);
        let limit = self.power_of_two(lane, digits as i32);
        let lowest = match extend {
            Extend::Zero => self.power_of_two(lane, i32::MIN),
            Extend::Sign => {
                let negative = match lane.is_wide() {
                    true => self.soft_negate(limit),
                    false => vec![self.float_unary(FloatUnary::Neg, limit.low())],
                };
                Lane::from_regs(lane.kind, &negative)
            }
        };
        let mut regs = self.float_to_int(lane, width, extend)?;
        let rows = [
            (FloatPredicate::OrderedGreaterEqual, limit, most),
            (FloatPredicate::OrderedLess, lowest, least),
            (FloatPredicate::Unordered, lane, 0),
        ];
        for (predicate, other, instead) in rows {
            let holds = self.compare_float_lanes(predicate, lane, other)?;
            regs = regs
                .iter()
                .enumerate()
                .map(|(index, &reg)| {
                    let instead = self.number_like(reg, (instead >> (64 * index)) as i64);
                    self.choose(holds, instead, reg)
                })
                .collect();
        }
        Ok(regs)
    }

    fn native_format(&self, value: Reg) -> FloatKind {
        match self.body.ty(value) {
            Type::F64 => FloatKind::Double,
            _ => FloatKind::Float,
        }
    }

    /// A power of two of up to 128 in the format of a lane, infinite if it does not fit; 0 for the
    /// least exponent.
    fn power_of_two(&mut self, like: Lane, exponent: i32) -> Lane {
        if !like.is_wide() {
            let value = self.float_like(like.low(), 2_f64.powi(exponent));
            return Lane::new(like.kind, value);
        }
        let bits = match exponent {
            i32::MIN => 0,
            _ => ((16383 + exponent) as u128) << 112,
        };
        Lane::wide(like.kind, self.wide_number(bits))
    }
}
