//! All lanes of a vector joined to one.
//!
//! *Gives:* [`Values::reduce`]: a loop over the lanes.

use unsnarl_ir::{Call, Type, TypeId};

use super::{Made, floats};
use crate::people::expression::Expression;
use crate::people::refusal::Cause;
use crate::people::types::{holder, int_name};
use crate::people::values::{Values, cut};

/// The name of the lane that is joined to the result.
const LANE: &str = "ir_v[ir_i]";

impl Values<'_, '_> {
    /// The result of `llvm.vector.reduce.` with a name behind that; nothing if there is no C for
    /// it.
    pub(super) fn reduce(&self, kind: &str, call: &Call, ty: TypeId) -> Option<Made> {
        let starts = matches!(kind, "fadd" | "fmul");
        let vector = call.arguments.get(usize::from(starts))?.value;
        let (element, count) = self.lanes(vector)?;
        let is_bit = *element == Type::Int(1);
        let made = || -> Made {
            let own = self.unit.value_type(self.ty(vector))?;
            let name = self.unit.value_type(ty)?;
            let step = match is_bit {
                true => step_of_bits(kind).map(|sign| format!("ir_r {sign} ({LANE} != 0)")),
                false => self.step(kind, ty)?,
            };
            let step =
                step.ok_or_else(|| Cause::Intrinsic(format!("llvm.vector.reduce.{kind}")))?;
            let (start, first) = match starts {
                true => (self.converted(call.arguments[0].value)?, 0),
                false if is_bit => ("ir_v[0] != 0".to_owned(), 1),
                false => ("ir_v[0]".to_owned(), 1),
            };
            let text = format!(
                "__extension__({{ {own} ir_v = {}; {name} ir_r = {start}; \
                 for (int ir_i = {first}; ir_i < {count}; ir_i++) {{ ir_r = ({name})({step}); }} \
                 ir_r; }})",
                self.converted(vector)?
            );
            Ok(Expression::atom(text))
        };
        Some(made().map(|made| match self.bits(ty) {
            Some(bits) if bits > 1 => cut(made, bits),
            _ => made,
        }))
    }

    /// What joins a lane to the result.
    fn step(&self, kind: &str, ty: TypeId) -> Result<Option<String>, Cause> {
        let bits = self.bits(ty).unwrap_or(64);
        let signed = int_name(holder(bits).unwrap_or(64), true);
        // Small integers would become numbers with a sign, whose product may be too large.
        let wider = match self.format(ty) {
            Ok(format) => format.wider(),
            Err(_) => (bits < 32).then_some("uint32_t"),
        };
        let join = |sign: &str| match wider {
            Some(wider) => format!("({wider})ir_r {sign} ({wider}){LANE}"),
            None => format!("ir_r {sign} {LANE}"),
        };
        let choose = |sign: &str| format!("ir_r {sign} {LANE} ? ir_r : {LANE}");
        let choose_signed =
            |sign: &str| format!("({signed})ir_r {sign} ({signed}){LANE} ? ir_r : {LANE}");
        let extreme = match kind {
            "fmax" => "maxnum",
            "fmin" => "minnum",
            "fmaximum" => "maximum",
            "fminimum" => "minimum",
            _ => "",
        };
        if let Some(function) = floats::function(extreme) {
            return Ok(Some(format!("{}(ir_r, {LANE})", self.math(function, ty)?)));
        }
        Ok(Some(match kind {
            "add" | "fadd" => join("+"),
            "mul" | "fmul" => join("*"),
            "and" => join("&"),
            "or" => join("|"),
            "xor" => join("^"),
            "umax" => choose(">"),
            "umin" => choose("<"),
            "smax" => choose_signed(">"),
            "smin" => choose_signed("<"),
            _ => return Ok(None),
        }))
    }
}

/// The operator that joins single bits; with a sign the bit 1 is -1.
fn step_of_bits(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "add" | "xor" => "^",
        "mul" | "and" | "umin" | "smax" => "&",
        "or" | "umax" | "smin" => "|",
        _ => return None,
    })
}
