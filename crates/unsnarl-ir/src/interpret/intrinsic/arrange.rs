//! Intrinsics that arrange the lanes of vectors.

use super::super::bits::Bits;
use super::super::interpreter::Interpreter;
use super::super::scalar::Scalar;
use super::super::stop::Stop;
use super::super::value::Value;
use super::call::Intrinsic;
use crate::types::Type;

impl Interpreter<'_> {
    /// Rearranges lanes; nothing if the intrinsic is not supported here.
    pub(super) fn arranged(&self, call: &Intrinsic<'_>) -> Result<Option<Value>, Stop> {
        let base = call.base.strip_prefix("experimental.").unwrap_or(call.base);
        let Some(result) = call.result else {
            return Ok(None);
        };
        let lanes = match (base, &call.arguments[..]) {
            ("stepvector", []) => self.steps(call)?,
            ("vector.insert", [into, part, _]) => {
                let (mut lanes, at) = (into.scalars().to_vec(), call.number(2)? as usize);
                match lanes.get_mut(at..at.saturating_add(part.scalars().len())) {
                    Some(place) => place.clone_from_slice(part.scalars()),
                    None => lanes.fill(Scalar::Poison),
                }
                lanes
            }
            ("vector.extract", [from, _]) => {
                let (count, at) = (
                    self.shapes.get(result)?.scalars.len(),
                    call.number(1)? as usize,
                );
                let lanes = from.scalars().get(at..at.saturating_add(count));
                lanes.map_or(vec![Scalar::Poison; count], <[Scalar]>::to_vec)
            }
            ("vector.reverse", [value]) => value.scalars().iter().rev().cloned().collect(),
            ("vector.splice" | "vector.splice.left" | "vector.splice.right", [left, right, _]) => {
                let by = call.scalar(2)?.decided()?.resized_signed(64).low() as i64;
                splice(base, left, right, by)
            }
            ("get.active.lane.mask", [..]) => self.active_lanes(call)?,
            ("cttz.elts", [value, _]) => vec![self.first_lane(call, value)?],
            ("vector.compress", [value, mask, rest]) => compress(value, mask, rest)?,
            (_, columns) if base.starts_with("vector.interleave") => {
                let count = columns.first().map_or(0, |column| column.scalars().len());
                let row = |index| columns.iter().map(move |column| &column.scalars()[index]);
                (0..count).flat_map(row).cloned().collect()
            }
            (_, [value]) if base.starts_with("vector.deinterleave") => {
                let Type::Struct { fields, .. } = self.module.types.resolve(result) else {
                    return Ok(None);
                };
                let every = |start| value.scalars().iter().skip(start).step_by(fields.len());
                (0..fields.len()).flat_map(every).cloned().collect()
            }
            _ => return Ok(None),
        };
        Ok(Some(Value::new(lanes)))
    }

    /// The lanes 0, 1, 2, ….
    fn steps(&self, call: &Intrinsic<'_>) -> Result<Vec<Scalar>, Stop> {
        let shape = self.shapes.get(call.result()?)?;
        let lanes = shape.scalars.iter().enumerate();
        Ok(lanes
            .map(|(index, slot)| Scalar::int(slot.kind.bits(), index as u128))
            .collect())
    }

    /// The lanes whose number, counted from a start without wrapping, is below a bound.
    fn active_lanes(&self, call: &Intrinsic<'_>) -> Result<Vec<Scalar>, Stop> {
        let count = self.shapes.get(call.result()?)?.scalars.len();
        let (start, end) = (call.scalar(0)?, call.scalar(1)?);
        let (Some(start), Some(end)) = (start.known(), end.known()) else {
            return Ok(vec![Scalar::Poison; count]);
        };
        if end.is_zero() {
            return Ok(vec![Scalar::Poison; count]);
        }
        let width = start.width().max(32) + 1;
        let [start, end] = [start, end].map(|bits| bits.resized(width));
        let is_active = |lane| {
            let number = start.add(&Bits::new(width, lane as u128));
            Scalar::flag(number.compare(&end).is_lt())
        };
        Ok((0..count).map(is_active).collect())
    }

    /// The number of the first lane that is not zero; if there is none, the number of lanes, or
    /// poison.
    fn first_lane(&self, call: &Intrinsic<'_>, vector: &Value) -> Result<Scalar, Stop> {
        let width = self.shapes.element(call.result()?)?.bits();
        let lanes = vector.scalars();
        for (index, lane) in lanes.iter().enumerate() {
            match lane {
                Scalar::Known(bits) if bits.is_zero() => {}
                Scalar::Known(_) => return Ok(Scalar::int(width, index as u128)),
                _ => return Ok(Scalar::Poison),
            }
        }
        let zero_is_poison = call.scalar(1)?.known().is_none_or(|flag| !flag.is_zero());
        Ok(match zero_is_poison {
            true => Scalar::Poison,
            false => Scalar::int(width, lanes.len() as u128),
        })
    }
}

/// As many lanes as a vector has, starting at an index into two vectors.
fn splice(base: &str, left: &Value, right: &Value, by: i64) -> Vec<Scalar> {
    let count = left.scalars().len();
    let both = [left.scalars(), right.scalars()].concat();
    let distance = usize::try_from(by.unsigned_abs()).unwrap_or(usize::MAX);
    let start = match base == "vector.splice.right" || by < 0 {
        true => count.checked_sub(distance),
        false => Some(distance),
    };
    let lanes = start.and_then(|start| both.get(start..start.checked_add(count)?));
    lanes.map_or(vec![Scalar::Poison; count], <[Scalar]>::to_vec)
}

/// The lanes that a mask enables, packed, followed by the lanes of another vector.
fn compress(value: &Value, mask: &Value, rest: &Value) -> Result<Vec<Scalar>, Stop> {
    let mut lanes = Vec::new();
    for (lane, mask) in value.scalars().iter().zip(mask.scalars()) {
        match mask {
            Scalar::Known(mask) if mask.is_zero() => {}
            Scalar::Known(_) => lanes.push(lane.clone()),
            // The position of every lane depends on it.
            _ => return Ok(vec![Scalar::Poison; rest.scalars().len()]),
        }
    }
    let rest = rest.scalars().get(lanes.len()..).unwrap_or_default();
    lanes.extend_from_slice(rest);
    Ok(lanes)
}
