//! Sums, differences and products that say whether they leave the range of their type.
//!
//! *Gives:* [`Values::overflow`]: a struct of the result and of the truth, or of vectors of both.

use unsnarl_ir::{Operand, TypeId};

use super::Made;
use crate::people::expression::{Expression, Level};
use crate::people::types::{holder, int_name};
use crate::people::values::{Values, cut, signed};

impl Values<'_, '_> {
    pub(super) fn overflow(&self, base: &str, operands: [Operand; 2], ty: TypeId) -> Made {
        let of = self.ty(operands[0]);
        let lane = self.lane_of(of);
        let unsupported = || self.unit.types.borrow().no_operation(of);
        let bits = self.unit.module.types.int_width(lane);
        let bits = bits.ok_or_else(unsupported)?;
        let size = holder(bits).ok_or_else(unsupported)?;
        let is_signed = base.starts_with('s');
        let (own, unsigned) = (int_name(size, is_signed), int_name(size, false));
        let kind = &base[1..4];
        let cut_to_bits = cut(Expression::atom("ir_u"), bits);
        let again = match is_signed {
            true => signed(&Expression::atom("ir_u"), bits),
            false => cut_to_bits.clone(),
        };
        let narrow = match bits == size {
            true => String::new(),
            false => format!(" ir_over |= {} != ir_v;", again.at(Level::Shift)),
        };
        let by = |sides: [String; 2]| {
            let [a, b] = sides;
            format!(
                "{own} ir_v; bool ir_over = __builtin_{kind}_overflow(({own}){a}, ({own}){b}, &ir_v); \
                 {unsigned} ir_u = ({unsigned})ir_v;{narrow}"
            )
        };
        let (result, value) = (self.unit.value_type(ty)?, &cut_to_bits.text);
        let Some((_, count)) = self.lanes_of(of) else {
            let side = |operand| match is_signed {
                true => self.signed(operand),
                false => self.operand(operand),
            };
            let [a, b] = operands.map(side);
            let code = by([a?.at(Level::Prefix), b?.at(Level::Prefix)]);
            return Ok(Expression::atom(format!(
                "__extension__({{ {code} ({result}){{ {value}, ir_over }}; }})"
            )));
        };
        let vector = self.unit.value_type(of)?;
        let [a, b] = operands.map(|operand| self.converted(operand));
        let code = by(["ir_0[ir_i]", "ir_1[ir_i]"].map(str::to_owned));
        Ok(Expression::atom(format!(
            "__extension__({{ {vector} ir_0 = {}; {vector} ir_1 = {}; {result} ir_r; \
             for (int ir_i = 0; ir_i < {count}; ir_i++) {{ {code} \
             ir_r.f0[ir_i] = {value}; ir_r.f1[ir_i] = (int8_t)-ir_over; }} ir_r; }})",
            a?, b?
        )))
    }
}
