//! Addresses and memory accesses.
//!
//! *Needs:* the types of the module, and debug information about addresses.
//! *Gives:* [`address`], a `getelementptr` as the address of a place, and [`access`], the place
//! that a load reads or a store writes.
//! *Cost:* O(indices · members).
//!
//! If debug information gives the type at an address, the bytes of the offset become elements and
//! fields of that type: `p[i].next`. Otherwise the indices do, and fields have numbers: `p[i].2`;
//! bytes are written as bytes: `p[12 bytes]`. If the size of the access differs from the size of
//! the place, a cast shows it: `*(i64 *)&p->x`.

use super::Context;
use super::operators::{binary, is_text};
use super::tree::{Base, Expression, Known, Place, Shape, Step};
use crate::debug::TypeRef;
use crate::id::TypeId;
use crate::inst::Operand;
use crate::ops::BinaryOp;
use crate::types::Type;

/// The maximum number of steps to a place.
const LONGEST: usize = 8;

/// An index that is not a constant, and its scale in bytes.
type Term = (Expression, u64);

/// The address computed by a `getelementptr`; `written` are its indices as expressions.
pub(super) fn address(
    context: &Context<'_>,
    source: TypeId,
    base: Expression,
    indices: &[Operand],
    written: Vec<Expression>,
) -> Expression {
    match by_source_type(context, source, &base, indices, &written) {
        Some(place) if place.is_itself() => base,
        Some(place) => Expression::new(Shape::AddressOf(place)),
        None => by_indices(context, source, base, written),
    }
}

/// The place of this type at an address.
pub(super) fn access(context: &Context<'_>, pointer: Expression, ty: TypeId) -> Expression {
    let size = context.layout.size(ty);
    let (mut place, is_sure) = match &pointer.shape {
        Shape::AddressOf(place) => (place.clone(), place.size.is_none_or(|is| Some(is) == size)),
        _ => {
            let mut place = Place::new(Base::Pointer(Box::new(pointer.clone())), Vec::new());
            place.ty = context.pointee(pointer.known);
            (place, true)
        }
    };
    let found = match place.ty.map(|ty| way(context, ty, 0, Vec::new(), size)) {
        Some(Some((steps, ty))) => {
            place.steps.extend(steps);
            place.ty = Some(ty);
            true
        }
        Some(None) => false,
        None => is_sure,
    };
    if !found {
        let cast = format!("({} *)", context.module.show_type(ty));
        let base = Base::Pointer(Box::new(Expression::prefix(cast, pointer)));
        return Expression::new(Shape::Place(Place::new(base, Vec::new())));
    }
    if let (Base::Pointer(_), [only @ Step::Bytes(_)], Some(1)) =
        (&place.base, &mut place.steps[..], size)
    {
        let Step::Bytes(index) = only else {
            return pointer;
        };
        *only = Step::Element(index.clone());
    }
    let known = place.ty.map(Known::Is);
    let result = Expression::new(Shape::Place(place)).known(known);
    result.with(pointer.made_by)
}

/// The place, by the source type of the base's target.
fn by_source_type(
    context: &Context<'_>,
    source: TypeId,
    base: &Expression,
    indices: &[Operand],
    written: &[Expression],
) -> Option<Place> {
    let (module, types) = (context.module, context.source_types()?);
    let (mut place, ty, is_inside) = match &base.shape {
        Shape::AddressOf(place) => (place.clone(), place.ty?, true),
        _ => {
            let ty = context.pointee(base.known)?;
            let place = Place::new(Base::Pointer(Box::new(base.clone())), Vec::new());
            (place, ty, false)
        }
    };
    // The operands only tell which indices are constants.
    let start = *indices.first()?;
    let address = context
        .layout
        .address(module, source, start, indices.iter().copied());
    let address = address.ok()?;
    let mut terms: Vec<Term> = Vec::new();
    let mut left = address.terms.iter();
    let mut next = left.next();
    for (index, written) in indices.iter().zip(written) {
        if let Some(term) = next.filter(|term| term.index == *index) {
            terms.push((written.clone(), term.scale));
            next = left.next();
        }
    }
    let size = i64::try_from(types.size(ty)?).ok()?;
    let (count, offset) = (
        address.offset.div_euclid(size),
        address.offset.rem_euclid(size),
    );
    let stride = terms.iter().position(|(_, scale)| *scale == size as u64);
    let stride = stride.map(|position| terms.remove(position).0);
    if count != 0 || stride.is_some() {
        let mut count = count;
        let mut stride = stride;
        match (&place.base, &place.steps[..]) {
            // Elements after an element are elements from the same address.
            (Base::Pointer(_), [Step::Element(before)]) if stride.is_none() => {
                stride = Some(before.clone());
                place.steps.clear();
            }
            _ if is_inside => {
                place = Place::new(Base::Pointer(Box::new(base.clone())), Vec::new());
            }
            _ => {}
        }
        if let Some(number) = stride.as_ref().and_then(number) {
            (count, stride) = (count.wrapping_add(number), None);
        }
        place.steps.push(Step::Element(index(count, stride)));
    }
    let (steps, ty) = way(context, ty, offset as u64, terms, None)?;
    place.steps.extend(steps);
    place.ty = Some(ty);
    place.size = types.size(ty);
    Some(place)
}

/// The way from an object of a type to the part at an offset with a given size.
fn way(
    context: &Context<'_>,
    mut ty: TypeRef,
    mut offset: u64,
    mut terms: Vec<Term>,
    size: Option<u64>,
) -> Option<(Vec<Step>, TypeRef)> {
    let types = context.source_types()?;
    let mut steps = Vec::new();
    for _ in 0..LONGEST {
        let is_there = offset == 0 && terms.is_empty();
        let is_wanted = size.is_none() || types.size(ty) == size;
        if is_there && is_wanted {
            return Some((steps, ty));
        }
        if let Some((element, strides)) = types.elements(ty) {
            for size in strides {
                let stride = terms.iter().position(|(_, scale)| *scale == size);
                let stride = stride.map(|position| terms.remove(position).0);
                let count = i64::try_from(offset / size).ok()?;
                steps.push(Step::Index(index(count, stride)));
                offset %= size;
            }
            ty = element;
        } else {
            let (name, part) = types.field(ty, offset)?;
            steps.push(Step::Field(name.to_owned()));
            (offset, ty) = (offset - part.offset, part.ty);
        }
    }
    None
}

fn number(expression: &Expression) -> Option<i64> {
    match &expression.shape {
        Shape::Text(text) => text.parse().ok(),
        _ => None,
    }
}

fn index(count: i64, stride: Option<Expression>) -> Expression {
    let number = Expression::text(count.to_string());
    match stride {
        None => number,
        Some(stride) if count == 0 => stride,
        Some(stride) => binary(BinaryOp::Add, stride, number),
    }
}

/// The place, by the types that the indices step over.
fn by_indices(
    context: &Context<'_>,
    source: TypeId,
    base: Expression,
    written: Vec<Expression>,
) -> Expression {
    let types = &context.module.types;
    let size = context.layout.size(source);
    let mut rest = written.into_iter();
    let first = rest.next().unwrap_or_else(|| Expression::text("0"));
    let is_first = is_text(&first, "0");
    if is_first && rest.len() == 0 {
        return base;
    }
    let is_bytes = rest.len() == 0 && *types.get(source) == Type::Int(8);
    let mut ty = Some(source);
    let mut place = match base.shape {
        Shape::AddressOf(place)
            if is_first && place.size == size || is_bytes && !ends_in_bytes(&place) =>
        {
            let mut place = place;
            if is_bytes {
                place.steps.push(Step::Bytes(first));
                ty = None;
            }
            place
        }
        shape => {
            let is_other = match &shape {
                Shape::AddressOf(place) => place.size != size,
                _ => {
                    let known = context.pointee(base.known).zip(context.source_types());
                    known.is_some_and(|(ty, types)| types.size(ty) != size)
                }
            };
            let base = Expression { shape, ..base };
            let base = match is_other && !is_bytes {
                true => {
                    let cast = format!("({} *)", context.module.show_type(source));
                    Expression::prefix(cast, base)
                }
                false => base,
            };
            let step = match is_bytes {
                true => {
                    ty = None;
                    Some(Step::Bytes(first))
                }
                false => (!is_first).then_some(Step::Element(first)),
            };
            Place::new(Base::Pointer(Box::new(base)), step.into_iter().collect())
        }
    };
    for index in rest {
        let Some(at) = ty else { break };
        match types.resolve(at) {
            Type::Struct { fields, .. } => {
                let field = match &index.shape {
                    Shape::Text(text) => text.clone(),
                    _ => "?".to_owned(),
                };
                let number: Option<usize> = field.parse().ok();
                ty = number.and_then(|number| fields.get(number).copied());
                place.steps.push(Step::Field(field));
            }
            Type::Array { element, .. } | Type::Vector { element, .. } => {
                ty = Some(*element);
                place.steps.push(Step::Index(index));
            }
            _ => break,
        }
    }
    place.ty = None;
    place.size = ty.and_then(|ty| context.layout.size(ty));
    Expression::new(Shape::AddressOf(place))
}

fn ends_in_bytes(place: &Place) -> bool {
    matches!(place.steps.last(), Some(Step::Bytes(_)))
}
