//! Intrinsics that move lanes of vectors, or access memory by lanes: loops over these.
//!
//! *Gives:* [`Values::of_lanes`].

use unsnarl_ir::{Call, Operand, Type, TypeId, ValueId};

use super::Made;
use crate::people::expression::Expression;
use crate::people::refusal::Cause;
use crate::people::values::Values;

/// The operands of an access that a mask chooses lanes of.
struct Masked {
    mask: Operand,
    /// How aligned each lane is at least.
    align: u64,
}

impl Values<'_, '_> {
    /// An intrinsic on lanes; nothing if it is none.
    pub(super) fn of_lanes(
        &self,
        base: &str,
        call: &Call,
        result: Option<ValueId>,
    ) -> Option<Made> {
        let operands: Vec<Operand> = call.arguments.iter().map(|own| own.value).collect();
        if let Some(name) = base.strip_prefix("masked.") {
            let ty = result.map(|result| self.function.value_type(result));
            return self.masked(name, call, &operands, ty);
        }
        let ty = self.function.value_type(result?);
        let (name, count) = numbered(base);
        Some(match (name, &operands[..]) {
            ("vector.reverse", &[vector]) => {
                let (_, count) = self.lanes(vector)?;
                self.picked(&[vector], ty, |lane| Some((0, count - 1 - lane)))
            }
            ("vector.extract", &[vector, first]) => {
                let first = u32::try_from(self.known_int(first)?).ok()?;
                self.picked(&[vector], ty, |lane| Some((0, lane + first)))
            }
            ("vector.insert", &[vector, part, first]) => {
                let first = u32::try_from(self.known_int(first)?).ok()?;
                let (_, count) = self.lanes(part)?;
                self.picked(&[vector, part], ty, |lane| match lane.checked_sub(first) {
                    Some(own) if own < count => Some((1, own)),
                    _ => Some((0, lane)),
                })
            }
            (
                "vector.splice" | "vector.splice.left" | "vector.splice.right",
                &[left, right, by],
            ) => {
                let (_, count) = self.lanes(left)?;
                let first = self.spliced(name, by, count)?;
                self.picked(&[left, right], ty, |lane| {
                    let from = lane + first;
                    Some(match from.checked_sub(count) {
                        Some(own) => (1, own),
                        None => (0, from),
                    })
                })
            }
            ("vector.interleave", vectors) if Some(vectors.len()) == count => {
                let count = vectors.len() as u32;
                self.picked(vectors, ty, |lane| {
                    Some(((lane % count) as usize, lane / count))
                })
            }
            ("vector.deinterleave", &[vector]) => self.divided(vector, count?, ty),
            ("stepvector", []) => self.picked(&[], ty, |_| None),
            ("get.active.lane.mask", &[first, end]) => self.active(first, end, ty),
            ("experimental.vector.compress", &[vector, mask, rest]) => {
                self.compressed(vector, mask, rest, ty)
            }
            ("experimental.cttz.elts", &[vector, ..]) => self.first_lane(vector, ty),
            _ => return None,
        })
    }

    /// The first lane of two vectors side by side.
    fn spliced(&self, name: &str, by: Operand, count: u32) -> Option<u32> {
        let by = self.known_int(by)? as u32 as i32;
        let first = match name {
            "vector.splice.left" => by,
            "vector.splice.right" => count as i32 - by,
            _ if by < 0 => count as i32 + by,
            _ => by,
        };
        u32::try_from(first).ok()
    }

    /// A vector of lanes of others, each by the number of its vector and its own; or of its own
    /// number.
    fn picked(
        &self,
        vectors: &[Operand],
        ty: TypeId,
        from: impl Fn(u32) -> Option<(usize, u32)>,
    ) -> Made {
        let own = self.unit.value_type(ty)?;
        let (_, count) = self.lanes_of(ty).unwrap_or((&Type::Void, 0));
        let mut text = String::from("__extension__({ ");
        for (place, &vector) in vectors.iter().enumerate() {
            let own = self.unit.value_type(self.ty(vector))?;
            text += &format!("{own} ir_{place} = {}; ", self.converted(vector)?);
        }
        let lanes: Vec<String> = (0..count)
            .map(|lane| match from(lane) {
                Some((vector, own)) => format!("ir_{vector}[{own}]"),
                None => lane.to_string(),
            })
            .collect();
        text += &format!("({own}){{ {} }}; }})", lanes.join(", "));
        Ok(Expression::atom(text))
    }

    /// A struct of vectors, each of which has every so many lanes of one.
    fn divided(&self, vector: Operand, parts: usize, ty: TypeId) -> Made {
        let (own, result) = (
            self.unit.value_type(self.ty(vector))?,
            self.unit.value_type(ty)?,
        );
        let count = self.lanes(vector).map_or(0, |(_, count)| count as usize);
        let fields: Vec<String> = (0..parts)
            .map(|part| {
                let lanes = (part..count).step_by(parts);
                let lanes: Vec<String> = lanes.map(|lane| format!("ir_0[{lane}]")).collect();
                format!("{{ {} }}", lanes.join(", "))
            })
            .collect();
        Ok(Expression::atom(format!(
            "__extension__({{ {own} ir_0 = {}; ({result}){{ {} }}; }})",
            self.converted(vector)?,
            fields.join(", ")
        )))
    }

    /// Whether each lane's number behind the first one is below an end.
    fn active(&self, first: Operand, end: Operand, ty: TypeId) -> Made {
        let own = self.unit.value_type(ty)?;
        let number = self.unit.value_type(self.ty(first))?;
        let (_, count) = self.lanes_of(ty).unwrap_or((&Type::Void, 0));
        Ok(Expression::atom(format!(
            "__extension__({{ {own} ir_r; {number} ir_a = {}, ir_b = {}; \
             for (int ir_i = 0; ir_i < {count}; ir_i++) {{ \
             ir_r[ir_i] = ir_a < ir_b && ({number})ir_i < ({number})(ir_b - ir_a) ? -1 : 0; }} ir_r; }})",
            self.converted(first)?,
            self.converted(end)?
        )))
    }

    /// The lanes that a mask chooses first, and behind them those of another vector.
    fn compressed(&self, vector: Operand, mask: Operand, rest: Operand, ty: TypeId) -> Made {
        let own = self.unit.value_type(ty)?;
        let mask_type = self.unit.value_type(self.ty(mask))?;
        let (_, count) = self.lanes_of(ty).unwrap_or((&Type::Void, 0));
        Ok(Expression::atom(format!(
            "__extension__({{ {own} ir_v = {}; {mask_type} ir_m = {}; {own} ir_r = {}; int ir_n = 0; \
             for (int ir_i = 0; ir_i < {count}; ir_i++) {{ \
             if (ir_m[ir_i]) {{ ir_r[ir_n++] = ir_v[ir_i]; }} }} ir_r; }})",
            self.converted(vector)?,
            self.converted(mask)?,
            self.converted(rest)?
        )))
    }

    /// The number of the first lane that is not zero, or of lanes.
    fn first_lane(&self, vector: Operand, ty: TypeId) -> Made {
        let own = self.unit.value_type(self.ty(vector))?;
        let result = self.unit.value_type(ty)?;
        let count = self.lanes(vector).map_or(0, |(_, count)| count);
        Ok(Expression::atom(format!(
            "__extension__({{ {own} ir_v = {}; {result} ir_r = 0; \
             while (ir_r < {count} && !ir_v[ir_r]) {{ ir_r++; }} ir_r; }})",
            self.converted(vector)?
        )))
    }

    /// An access to the lanes that a mask chooses.
    fn masked(
        &self,
        name: &str,
        call: &Call,
        operands: &[Operand],
        ty: Option<TypeId>,
    ) -> Option<Made> {
        let is_mask = |operand: &&Operand| matches!(self.lanes(**operand), Some((Type::Int(1), _)));
        let mask = *operands.iter().rev().find(is_mask)?;
        let place = match name {
            "load" | "expandload" | "gather" => 0,
            _ => 1,
        };
        // Before LLVM 22 an operand says how aligned the address is.
        let said = operands.get(place + 1).and_then(|&own| self.known_int(own));
        let said = said.and_then(|own| u64::try_from(own).ok());
        let align = said
            .or(call.arguments.get(place)?.attributes.align)
            .unwrap_or(1);
        let masked = Masked { mask, align };
        let (first, last) = (*operands.first()?, *operands.last()?);
        let place = *operands.get(place)?;
        Some(match (name, ty) {
            ("load" | "expandload" | "gather", Some(ty)) => {
                self.masked_load(name, &masked, place, last, ty)
            }
            ("store" | "compressstore" | "scatter", None) => {
                self.masked_store(name, &masked, first, place)
            }
            _ => return None,
        })
    }

    /// The lane in memory: of an address, or of a vector of them.
    fn lane_in_memory(&self, name: &str, lane: TypeId, align: u64) -> Result<String, Cause> {
        let natural = self.unit.layout.align(lane).unwrap_or(1);
        let access = self
            .unit
            .types
            .borrow_mut()
            .access(lane, Some(align.min(natural)))?;
        Ok(match name {
            "gather" | "scatter" => format!("*({access} *)ir_p[ir_i]"),
            "load" | "store" => format!("(({access} *)ir_p)[ir_i]"),
            _ => format!("(({access} *)ir_p)[ir_n++]"),
        })
    }

    fn masked_load(
        &self,
        name: &str,
        masked: &Masked,
        place: Operand,
        rest: Operand,
        ty: TypeId,
    ) -> Made {
        let own = self.unit.value_type(ty)?;
        let [mask, places] = [masked.mask, place].map(|own| self.unit.value_type(self.ty(own)));
        let lane = self.lane_of(ty);
        let there = self.lane_in_memory(name, lane, masked.align)?;
        let value = self.as_lane(self.resolved(lane), &Expression::atom(there));
        let (_, count) = self.lanes_of(ty).unwrap_or((&Type::Void, 0));
        let number = if name == "expandload" {
            "int ir_n = 0; "
        } else {
            ""
        };
        Ok(Expression::atom(format!(
            "__extension__({{ {own} ir_v = {}; {} ir_m = {}; {} ir_p = {}; {number}\
             for (int ir_i = 0; ir_i < {count}; ir_i++) {{ \
             if (ir_m[ir_i]) {{ ir_v[ir_i] = {}; }} }} ir_v; }})",
            self.converted(rest)?,
            mask?,
            self.converted(masked.mask)?,
            places?,
            self.converted(place)?,
            value.text
        )))
    }

    fn masked_store(&self, name: &str, masked: &Masked, value: Operand, place: Operand) -> Made {
        let ty = self.ty(value);
        let own = self.unit.value_type(ty)?;
        let [mask, places] = [masked.mask, place].map(|own| self.unit.value_type(self.ty(own)));
        let lane = self.lane_of(ty);
        let there = self.lane_in_memory(name, lane, masked.align)?;
        let stored = self.lane(self.resolved(lane), Expression::atom("ir_v[ir_i]"));
        let (_, count) = self.lanes_of(ty).unwrap_or((&Type::Void, 0));
        let number = if name == "compressstore" {
            "int ir_n = 0; "
        } else {
            ""
        };
        Ok(Expression::atom(format!(
            "__extension__({{ {own} ir_v = {}; {} ir_m = {}; {} ir_p = {}; {number}\
             for (int ir_i = 0; ir_i < {count}; ir_i++) {{ \
             if (ir_m[ir_i]) {{ {there} = {}; }} }} }})",
            self.converted(value)?,
            mask?,
            self.converted(masked.mask)?,
            places?,
            self.converted(place)?,
            stored.text
        )))
    }
}

/// A name that ends with a number of vectors, and the number.
fn numbered(base: &str) -> (&str, Option<usize>) {
    match base.strip_suffix(|digit: char| digit.is_ascii_digit()) {
        Some(name) => (name, base[name.len()..].parse().ok()),
        None => (base, None),
    }
}
