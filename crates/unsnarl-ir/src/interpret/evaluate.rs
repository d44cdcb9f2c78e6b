//! Operations on values, shared by instructions and constant expressions.
//!
//! *Needs:* the values of the operands, and their types.
//! *Gives:* the value of the result: arithmetic lane by lane, `select`, parts of aggregates and
//! vectors, addresses.

use super::bits::Bits;
use super::cast;
use super::floating::{Choices, Floating};
use super::integer;
use super::interpreter::Interpreter;
use super::scalar::{Freedom, Partly, Scalar};
use super::stop::{Stop, Unsupported};
use super::value::{Kind, Value};
use crate::id::TypeId;
use crate::ops::{BinaryOp, CastOp, Flags, FloatPredicate, IntPredicate};
use crate::types::{FloatKind, Type};

impl Interpreter<'_> {
    /// The arithmetic of a format.
    pub(super) fn floating(&self, ty: TypeId) -> Result<Floating, Stop> {
        match self.shapes.element(ty)? {
            Kind::Float(kind) => self.format(kind, ty),
            _ => Err(Unsupported::Type(ty).into()),
        }
    }

    fn format(&self, kind: FloatKind, ty: TypeId) -> Result<Floating, Stop> {
        let floating = Floating::new(kind, self.settings.choices);
        floating.ok_or(Unsupported::Type(ty).into())
    }

    /// An operation on two values of type `ty`.
    pub(super) fn binary(
        &self,
        op: BinaryOp,
        flags: Flags,
        ty: TypeId,
        left: &Value,
        right: &Value,
    ) -> Result<Value, Stop> {
        if op.is_float() {
            let floating = self.floating(ty)?;
            return zip(left, right, |left, right| {
                Ok(floating.binary(op, flags, left, right))
            });
        }
        zip(left, right, |left, right| {
            integer::binary(op, flags, left, right)
        })
    }

    /// `icmp`.
    pub(super) fn int_compare(
        &self,
        predicate: IntPredicate,
        flags: Flags,
        left: &Value,
        right: &Value,
    ) -> Result<Value, Stop> {
        zip(left, right, |left, right| {
            Ok(integer::compare(predicate, flags, left, right))
        })
    }

    /// `fcmp` of values of type `ty`.
    pub(super) fn float_compare(
        &self,
        predicate: FloatPredicate,
        flags: Flags,
        ty: TypeId,
        left: &Value,
        right: &Value,
    ) -> Result<Value, Stop> {
        let floating = self.floating(ty)?;
        zip(left, right, |left, right| {
            Ok(floating.compare(predicate, flags, left, right))
        })
    }

    /// A conversion from one type to another.
    pub(super) fn cast(
        &self,
        op: CastOp,
        flags: Flags,
        value: &Value,
        from: TypeId,
        to: TypeId,
    ) -> Result<Value, Stop> {
        let choices = self.settings.choices;
        if let (Value::One(scalar), Some(source), Some(target)) =
            (value, self.shapes.kind(from), self.shapes.kind(to))
        {
            let scalar = match op {
                CastOp::Bitcast => return Ok(cast::bitcast(value, &[source], &[target])),
                _ => cast::cast(op, flags, choices, scalar, source, target),
            };
            return Ok(Value::One(scalar.ok_or(Unsupported::Type(from))?));
        }
        let (source, target) = (self.shapes.get(from)?, self.shapes.get(to)?);
        if op == CastOp::Bitcast {
            return Ok(cast::bitcast(value, &source.kinds(), &target.kinds()));
        }
        let kinds = source.scalars.iter().zip(&target.scalars);
        let scalars = value
            .scalars()
            .iter()
            .zip(kinds)
            .map(|(scalar, (from, to))| cast::cast(op, flags, choices, scalar, from.kind, to.kind));
        let scalars: Option<Vec<Scalar>> = scalars.collect();
        Ok(Value::new(scalars.ok_or(Unsupported::Type(from))?))
    }

    /// `select` of values of type `ty`.
    pub(super) fn select(
        &self,
        flags: Flags,
        ty: TypeId,
        condition: &Value,
        then: &Value,
        otherwise: &Value,
    ) -> Result<Value, Stop> {
        let conditions = condition.scalars();
        let pairs = then.scalars().iter().zip(otherwise.scalars()).enumerate();
        let chosen = pairs.map(|(index, (then, otherwise))| {
            let condition = conditions.get(index).unwrap_or(&conditions[0]);
            choose(condition, then, otherwise)
        });
        let chosen = Value::new(chosen.collect());
        if flags == Flags::default() {
            return Ok(chosen);
        }
        let floating = self.floating(ty)?;
        map(&chosen, |scalar| {
            // The flags alone can change the value; the bits of a NaN stay.
            let checked = floating.map(flags, &[scalar], |numbers| numbers[0].clone());
            let is_zero = scalar
                .known()
                .is_some_and(|bits| bits.resized(bits.width() - 1).is_zero());
            Ok(if checked.is_poison() || is_zero {
                checked
            } else {
                scalar.clone()
            })
        })
    }

    /// `freeze`.
    pub(super) fn freeze(&self, ty: TypeId, value: &Value) -> Result<Value, Stop> {
        let shape = self.shapes.get(ty)?;
        let pairs = value.scalars().iter().zip(&shape.scalars);
        let frozen = pairs.map(|(scalar, slot)| self.settled(&scalar.frozen(slot.kind.bits())));
        Ok(Value::new(frozen.collect()))
    }

    /// Makes the open choices of a scalar, if the interpreter makes choices.
    pub(super) fn settled(&self, scalar: &Scalar) -> Scalar {
        match (scalar, self.settings.choices) {
            (Scalar::Partly(partly), Choices::First) if partly.freedom == Freedom::Chosen => {
                Scalar::Known(partly.value.clone())
            }
            _ => scalar.clone(),
        }
    }

    /// Bits that LLVM IR leaves open; if the interpreter makes choices, it chooses `first`.
    pub(super) fn open(&self, width: u32, first: u128) -> Scalar {
        match self.settings.choices {
            Choices::First => Scalar::int(width, first),
            Choices::Any => Scalar::unknown(width, Freedom::Chosen),
        }
    }

    /// `extractvalue`.
    pub(super) fn extract_value(
        &self,
        ty: TypeId,
        aggregate: &Value,
        path: &[u32],
    ) -> Result<Value, Stop> {
        let (range, _) = self.shapes.part(ty, path)?;
        Ok(Value::new(aggregate.scalars()[range].to_vec()))
    }

    /// `insertvalue`.
    pub(super) fn insert_value(
        &self,
        ty: TypeId,
        aggregate: &Value,
        path: &[u32],
        part: &Value,
    ) -> Result<Value, Stop> {
        let (range, _) = self.shapes.part(ty, path)?;
        let mut scalars = aggregate.scalars().to_vec();
        scalars[range].clone_from_slice(part.scalars());
        Ok(Value::new(scalars))
    }
}

impl super::value::Shape {
    /// The kinds of the scalars, in order.
    pub(super) fn kinds(&self) -> Vec<Kind> {
        self.scalars.iter().map(|slot| slot.kind).collect()
    }
}

/// Computes lane by lane.
pub(super) fn map(
    value: &Value,
    compute: impl Fn(&Scalar) -> Result<Scalar, Stop>,
) -> Result<Value, Stop> {
    if let Value::One(scalar) = value {
        return compute(scalar).map(Value::One);
    }
    let scalars: Result<Vec<Scalar>, Stop> = value.scalars().iter().map(compute).collect();
    scalars.map(Value::new)
}

/// Computes lane by lane.
pub(super) fn zip(
    left: &Value,
    right: &Value,
    compute: impl Fn(&Scalar, &Scalar) -> Result<Scalar, Stop>,
) -> Result<Value, Stop> {
    if let (Value::One(left), Value::One(right)) = (left, right) {
        return compute(left, right).map(Value::One);
    }
    let pairs = left.scalars().iter().zip(right.scalars());
    let scalars: Result<Vec<Scalar>, Stop> =
        pairs.map(|(left, right)| compute(left, right)).collect();
    scalars.map(Value::new)
}

/// Selects one of two scalars by a condition.
fn choose(condition: &Scalar, then: &Scalar, otherwise: &Scalar) -> Scalar {
    match condition {
        Scalar::Known(condition) if condition.is_zero() => otherwise.clone(),
        Scalar::Known(_) => then.clone(),
        Scalar::Partly(partly) => either(then, otherwise, partly.freedom),
        _ => Scalar::Poison,
    }
}

/// Either of two scalars: known where they agree.
pub(super) fn either(left: &Scalar, right: &Scalar, freedom: Freedom) -> Scalar {
    if let (Scalar::Nan(_), true) = (left, left == right) {
        return left.clone();
    }
    let (Some(left), Some(right)) = (left.partly(), right.partly()) else {
        return Scalar::Poison;
    };
    let unknown = left.unknown.or(&right.unknown);
    let unknown = unknown.or(&left.value.xor(&right.value));
    let freedom = freedom.max(left.freedom).max(right.freedom);
    Partly::new(left.value, unknown, freedom).into()
}

/// The position of a vector element, from an index; nothing if the index is unknown or out of
/// range.
pub(super) fn element(index: &Scalar, count: usize) -> Option<usize> {
    let index = usize::try_from(index.known()?.as_u64()?).ok()?;
    (index < count).then_some(index)
}

/// `extractelement`: poison if the index is, or may be, out of range.
pub(super) fn extract_element(vector: &Value, index: &Scalar) -> Scalar {
    let lanes = vector.scalars();
    element(index, lanes.len()).map_or(Scalar::Poison, |index| lanes[index].clone())
}

/// `insertelement`: all poison if the index is, or may be, out of range.
pub(super) fn insert_element(vector: &Value, scalar: &Scalar, index: &Scalar) -> Value {
    let mut lanes = vector.scalars().to_vec();
    match element(index, lanes.len()) {
        Some(index) => lanes[index] = scalar.clone(),
        None => lanes.fill(Scalar::Poison),
    }
    Value::new(lanes)
}

/// `shufflevector`.
pub(super) fn shuffle(left: &Value, right: &Value, mask: &[Option<u32>]) -> Value {
    let lanes: Vec<&Scalar> = left.scalars().iter().chain(right.scalars()).collect();
    let lane = |index: &Option<u32>| {
        let lane = index.and_then(|index| lanes.get(index as usize));
        lane.map_or(Scalar::Poison, |&lane| lane.clone())
    };
    Value::new(mask.iter().map(lane).collect())
}

/// A `getelementptr` that is being computed.
pub(super) struct Gep<'a> {
    pub(super) source: TypeId,
    pub(super) flags: Flags,
    pub(super) base: &'a Value,
    pub(super) indices: &'a [Value],
    /// The type of the base.
    pub(super) base_type: TypeId,
    /// The type of the result, a pointer or a vector of them.
    pub(super) result: TypeId,
}

impl Interpreter<'_> {
    /// `getelementptr`: `inbounds` implies `nusw`; since objects are not tracked, it implies
    /// nothing more.
    pub(super) fn gep(&self, gep: &Gep<'_>) -> Result<Value, Stop> {
        let count = self.shapes.get(gep.result)?.scalars.len();
        let space = match self
            .module
            .types
            .get(self.module.types.scalar(gep.base_type))
        {
            Type::Pointer { space } => self.module.data_layout.pointer(*space),
            _ => return Err(Unsupported::Type(gep.base_type).into()),
        };
        let lanes = (0..count).map(|lane| {
            let (offset, steps) = self.offset(gep, lane, space.index_bits)?;
            let base = lane_of(gep.base, lane);
            let advanced = |from: &Scalar, by: &Scalar| advance(gep.flags, from, by, space.bits);
            // No intermediate address may wrap either.
            let on_the_way = steps.iter().fold(base.clone(), |at, by| advanced(&at, by));
            Ok(match gep.is_signed() && on_the_way.is_poison() {
                true => Scalar::Poison,
                false => advanced(base, &offset),
            })
        });
        let lanes: Result<Vec<Scalar>, Stop> = lanes.collect();
        lanes.map(Value::new)
    }

    /// The offset from the base in bytes, as an integer of the index width, and the offset of each
    /// index.
    fn offset(
        &self,
        gep: &Gep<'_>,
        lane: usize,
        width: u32,
    ) -> Result<(Scalar, Vec<Scalar>), Stop> {
        let no_size = |ty| Stop::from(Unsupported::Type(ty));
        let flags = gep.offset_flags();
        let (mut sum, mut ty) = (Scalar::int(width, 0), gep.source);
        let mut steps = Vec::with_capacity(gep.indices.len());
        for (position, index) in gep.indices.iter().enumerate() {
            let index = lane_of(index, lane);
            let resolved = self.module.types.resolve(ty);
            let scaled = match resolved {
                Type::Struct { fields, .. } if position > 0 => {
                    let field = element(index, fields.len()).ok_or(no_size(ty))?;
                    let offset = self.layout.field(ty, field).ok_or(no_size(ty))?;
                    ty = fields[field];
                    Scalar::int(width, offset.into())
                }
                _ => {
                    ty = match resolved {
                        _ if position == 0 => ty,
                        Type::Array { element, .. } | Type::Vector { element, .. } => *element,
                        _ => return Err(no_size(ty)),
                    };
                    let size = self.layout.size(ty).ok_or(no_size(ty))?;
                    let size = Scalar::int(width, size.into());
                    integer::binary(BinaryOp::Mul, flags, &narrowed(flags, index, width), &size)?
                }
            };
            sum = integer::binary(BinaryOp::Add, flags, &sum, &scaled)?;
            steps.push(scaled);
        }
        Ok((sum, steps))
    }
}

impl Gep<'_> {
    fn is_signed(&self) -> bool {
        self.flags.contains(Flags::IN_BOUNDS) || self.flags.contains(Flags::NO_UNSIGNED_SIGNED_WRAP)
    }

    /// The flags for the multiplications and additions of offsets.
    fn offset_flags(&self) -> Flags {
        let mut flags = Flags::default();
        if self.is_signed() {
            flags = flags.union(Flags::NO_SIGNED_WRAP);
        }
        if self.flags.contains(Flags::NO_UNSIGNED_WRAP) {
            flags = flags.union(Flags::NO_UNSIGNED_WRAP);
        }
        flags
    }
}

/// A lane of a vector; a scalar has the same value for all lanes.
fn lane_of(value: &Value, lane: usize) -> &Scalar {
    let scalars = value.scalars();
    scalars.get(lane).unwrap_or(&scalars[0])
}

/// An index with the width of an offset.
fn narrowed(flags: Flags, index: &Scalar, width: u32) -> Scalar {
    let lost = index.known().is_some_and(|index| {
        let narrow = index.resized_signed(width);
        index.width() > width
            && (flags.contains(Flags::NO_SIGNED_WRAP)
                && narrow.resized_signed(index.width()) != *index
                || flags.contains(Flags::NO_UNSIGNED_WRAP)
                    && narrow.resized(index.width()) != *index)
    });
    if lost {
        return Scalar::Poison;
    }
    index.moved(|index| index.resized_signed(width))
}

/// Adds an offset to a pointer; the pointer's upper bits stay.
fn advance(flags: Flags, base: &Scalar, offset: &Scalar, bits: u32) -> Scalar {
    let is_signed =
        flags.contains(Flags::IN_BOUNDS) || flags.contains(Flags::NO_UNSIGNED_SIGNED_WRAP);
    let is_unsigned = flags.contains(Flags::NO_UNSIGNED_WRAP);
    let (Scalar::Known(base), Scalar::Known(offset)) = (base, offset) else {
        let offset = offset.moved(|offset| offset.resized_signed(bits));
        return match integer::binary(BinaryOp::Add, Flags::default(), base, &offset) {
            Ok(sum) if !is_signed && !is_unsigned => sum,
            _ => Scalar::Poison,
        };
    };
    let width = offset.width();
    let low = base.resized(width);
    let sum = low.add(offset);
    // Without wrapping, the pointer moves up or down according to the sign of the offset.
    let moves_up = sum.compare(&low).is_ge();
    let wraps = is_signed && moves_up == offset.is_negative() && !offset.is_zero()
        || is_unsigned && integer::wraps_unsigned(BinaryOp::Add, &low, offset);
    let high = base.and(&Bits::ones(width).resized(bits).not());
    integer::poison_if(wraps, high.or(&sum.resized(bits)))
}
