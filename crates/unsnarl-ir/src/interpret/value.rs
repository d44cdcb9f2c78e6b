//! Values and the shapes of their types.
//!
//! *Needs:* the types of a module and their layout.
//! *Gives:* [`Value`], a sequence of scalars: the fields of a struct, the elements of an array or a
//! vector, one after the other, however they are nested. [`Shapes`] gives the scalars of a type and
//! the place of each in memory.
//! *Cost:* a shape is computed once, linear in its scalars.
//! *Limits:* a type of more than [`MAX_SCALARS`] scalars has no shape: such a value can be in
//! memory, but not in a register.

use std::cell::OnceCell;
use std::ops::Range;
use std::rc::Rc;

use super::bits::Bits;
use super::scalar::{Freedom, Scalar};
use super::stop::Unsupported;
use crate::id::{Id, TypeId};
use crate::layout::Layout;
use crate::module::Module;
use crate::types::{FloatKind, Type};

/// The maximum number of scalars in a value.
pub const MAX_SCALARS: usize = 1 << 16;

/// A value of the IR: its scalars in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A value of a scalar type, or of a type with a single scalar.
    One(Scalar),
    /// Any other value.
    Many(Box<[Scalar]>),
}

/// The kind of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An integer of this many bits.
    Int(u32),
    /// A pointer of this many bits.
    Pointer(u32),
    /// A floating-point number.
    Float(FloatKind),
}

/// The scalars of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The scalars in order.
    pub scalars: Vec<Slot>,
    /// The bytes that a store writes.
    pub size: u64,
    /// The default alignment.
    pub align: u64,
}

/// A scalar of a type, and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The kind of the scalar.
    pub kind: Kind,
    /// Its first bit in memory.
    pub bit: u64,
    /// The number of bits above it that belong to its last byte and to no other scalar. A store
    /// makes them zero, and a loaded scalar is poison if they are not zero.
    pub padding: u32,
}

impl Value {
    /// Makes a value from its scalars.
    pub fn new(mut scalars: Vec<Scalar>) -> Self {
        match (scalars.len(), scalars.pop()) {
            (1, Some(scalar)) => Self::One(scalar),
            (_, last) => {
                scalars.extend(last);
                Self::Many(scalars.into())
            }
        }
    }

    /// Returns the scalars in order.
    pub fn scalars(&self) -> &[Scalar] {
        match self {
            Self::One(scalar) => std::slice::from_ref(scalar),
            Self::Many(scalars) => scalars,
        }
    }

    /// Tells whether `other` refines this value, scalar by scalar.
    pub fn admits_all(&self, other: &Self) -> bool {
        let (left, right) = (self.scalars(), other.scalars());
        let mut pairs = left.iter().zip(right);
        left.len() == right.len() && pairs.all(|(left, right)| left.admits_all(right))
    }
}

impl Kind {
    /// Gives the number of bits.
    pub fn bits(self) -> u32 {
        match self {
            Self::Int(bits) | Self::Pointer(bits) => bits,
            Self::Float(kind) => kind.bits(),
        }
    }
}

impl Shape {
    /// Makes a value with the same function for every scalar.
    pub fn fill(&self, make: impl Fn(Kind) -> Scalar) -> Value {
        Value::new(self.scalars.iter().map(|slot| make(slot.kind)).collect())
    }

    /// `zeroinitializer`.
    pub fn zero(&self) -> Value {
        self.fill(|kind| Scalar::Known(Bits::zero(kind.bits())))
    }

    /// `undef`.
    pub fn undef(&self) -> Value {
        self.fill(|kind| Scalar::unknown(kind.bits(), Freedom::Undefined))
    }

    /// `poison`.
    pub fn poison(&self) -> Value {
        self.fill(|_| Scalar::Poison)
    }
}

/// The shapes of a module's types, computed when they are first needed.
pub struct Shapes<'m> {
    module: &'m Module,
    layout: &'m Layout,
    shapes: Vec<OnceCell<Option<Rc<Shape>>>>,
}

impl<'m> Shapes<'m> {
    pub(super) fn new(module: &'m Module, layout: &'m Layout) -> Self {
        let shapes = module.types.ids().map(|_| OnceCell::new()).collect();
        Self {
            module,
            layout,
            shapes,
        }
    }

    /// Returns the shape of a type.
    ///
    /// # Errors
    /// If the interpreter supports no values of it.
    pub fn get(&self, ty: TypeId) -> Result<Rc<Shape>, Unsupported> {
        let shape = self.shapes[ty.index()].get_or_init(|| self.compute(ty).map(Rc::new));
        shape.clone().ok_or(Unsupported::Type(ty))
    }

    /// Returns the kind of a scalar of this type.
    pub fn kind(&self, ty: TypeId) -> Option<Kind> {
        match self.module.types.get(ty) {
            Type::Int(width) => Some(Kind::Int(*width)),
            Type::Pointer { space } => {
                Some(Kind::Pointer(self.module.data_layout.pointer(*space).bits))
            }
            Type::Float(FloatKind::X86Fp80 | FloatKind::PpcFp128) => None,
            Type::Float(kind) => Some(Kind::Float(*kind)),
            _ => None,
        }
    }

    /// Returns the kind of a scalar, or of an element of a vector.
    ///
    /// # Errors
    /// If the type is neither.
    pub fn element(&self, ty: TypeId) -> Result<Kind, Unsupported> {
        let kind = self.kind(self.module.types.scalar(ty));
        kind.ok_or(Unsupported::Type(ty))
    }

    fn compute(&self, ty: TypeId) -> Option<Shape> {
        let layout = self.layout.get(ty)?;
        let mut scalars = Vec::new();
        // Parts are taken from the end, so they are pushed last first. Empty parts take many steps
        // without a scalar, so they count, too.
        let mut steps = 0;
        let mut parts = vec![(ty, 0_u64)];
        while let Some((part, bit)) = parts.pop() {
            steps += 1;
            if let Some(kind) = self.kind(part) {
                let padding = kind.bits().next_multiple_of(8) - kind.bits();
                scalars.push(Slot { kind, bit, padding });
            } else if let Type::Vector { element, count, .. } = self.module.types.resolve(part) {
                scalars.extend(self.lanes(*element, *count, bit)?);
            } else {
                self.push_parts(part, bit, &mut parts)?;
            }
            if steps.max(parts.len()) > 4 * MAX_SCALARS || scalars.len() > MAX_SCALARS {
                return None;
            }
        }
        Some(Shape {
            scalars,
            size: layout.store_size,
            align: layout.align,
        })
    }

    fn push_parts(&self, ty: TypeId, bit: u64, parts: &mut Vec<(TypeId, u64)>) -> Option<()> {
        let types = &self.module.types;
        let (element, count, stride) = match types.resolve(ty) {
            Type::Struct { fields, .. } => {
                for (index, &field) in fields.iter().enumerate().rev() {
                    parts.push((field, bit + 8 * self.layout.field(ty, index)?));
                }
                return Some(());
            }
            Type::Array { element, count } => (*element, *count, 8 * self.layout.size(*element)?),
            _ => return None,
        };
        if count > MAX_SCALARS as u64 {
            return None;
        }
        let places = (0..count).rev().map(|index| bit + index * stride);
        parts.extend(places.map(|bit| (element, bit)));
        Some(())
    }

    /// The lanes of a vector, which are packed bit by bit. (A scalable vector has no layout.)
    fn lanes(&self, element: TypeId, count: u32, bit: u64) -> Option<Vec<Slot>> {
        let kind = self.kind(element)?;
        if count as usize > MAX_SCALARS {
            return None;
        }
        let total = u64::from(count) * u64::from(kind.bits());
        let end = (total.next_multiple_of(8) - total) as u32;
        let lane = |index| Slot {
            kind,
            bit: bit + u64::from(index) * u64::from(kind.bits()),
            padding: if index + 1 == count { end } else { 0 },
        };
        Some((0..count).map(lane).collect())
    }

    /// Returns the scalars of a part of an aggregate, and its type.
    ///
    /// # Errors
    /// If the path leads nowhere, or a type on it has no shape.
    pub fn part(&self, ty: TypeId, path: &[u32]) -> Result<(Range<usize>, TypeId), Unsupported> {
        let (mut start, mut part) = (0, ty);
        for &index in path {
            let types = &self.module.types;
            let member = types.member(part, index.into());
            match types.resolve(part) {
                Type::Struct { fields, .. } => {
                    for &field in fields.iter().take(index as usize) {
                        start += self.get(field)?.scalars.len();
                    }
                }
                Type::Array { element, .. } => {
                    start += index as usize * self.get(*element)?.scalars.len();
                }
                _ => {}
            }
            part = member.ok_or(Unsupported::Type(ty))?;
        }
        Ok((start..start + self.get(part)?.scalars.len(), part))
    }
}
