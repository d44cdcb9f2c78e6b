//! Types of the source and of the IR by what matters of them: sizes, kinds and parts.
//!
//! *Needs:* debug information that keeps the rules of [`unsnarl_ir::verify_debug`].
//! *Gives:* [`Shape`], of a [`Ty`].
//! *Cost:* O(1) for a type that was asked for, else O(members).

use unsnarl_ir::debug::words::{Encoding, Flags, Tag};
use unsnarl_ir::debug::{Bound, CompositeTypeId, DebugInfo, ListId, Node, TypeRef};
use unsnarl_ir::{FloatKind, NameId, Type, TypeId};

use super::Fields;

/// A type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::people) enum Ty {
    /// One of the source.
    Source(TypeRef),
    /// The elements of an array of the source, from this dimension on.
    Rows(CompositeTypeId, u32),
    /// One of the IR.
    Ir(TypeId),
    /// A byte.
    Byte,
}

/// What matters of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::people) enum Shape {
    /// An integer of so many bytes.
    Int(u32),
    Float(FloatKind),
    /// An address, and what it is of if that is known.
    Pointer(Option<Ty>),
    /// A struct or union, by its number.
    Record(usize),
    /// An array; none is said how long it is.
    Array {
        element: Ty,
        count: Option<u64>,
    },
    /// Anything else, of so many bytes if that is known.
    Other(Option<u64>),
}

/// How many names and qualifiers may be in front of a type.
const DEEPEST: usize = 24;

pub(super) const ARRAY: Tag = Tag(0x01);
pub(super) const CLASS: Tag = Tag(0x02);
const ENUMERATION: Tag = Tag(0x04);
pub(super) const MEMBER: Tag = Tag(0x0d);
const POINTER: Tag = Tag(0x0f);
pub(super) const STRUCTURE: Tag = Tag(0x13);
const TYPEDEF: Tag = Tag(0x16);
pub(super) const UNION: Tag = Tag(0x17);
const CONST: Tag = Tag(0x26);
const VOLATILE: Tag = Tag(0x35);
const RESTRICT: Tag = Tag(0x37);

const VECTOR: Flags = Flags(1 << 11);

const FLOAT: Encoding = Encoding(4);
const NUMBERS: [Encoding; 6] = [
    // Truth values, integers with and without signs, and characters of these kinds and of UTF.
    Encoding(2),
    Encoding(5),
    Encoding(6),
    Encoding(7),
    Encoding(8),
    Encoding(0x10),
];

impl Fields<'_> {
    pub(in crate::people) fn shape(&self, ty: Ty) -> Shape {
        if let Some(&known) = self.shapes.borrow().get(&ty) {
            return known;
        }
        let made = match ty {
            Ty::Ir(id) => self.of_ir(id),
            Ty::Byte => Shape::Int(1),
            Ty::Rows(id, dimension) => self.rows(id, dimension as usize),
            Ty::Source(source) => self.of_source(source),
        };
        self.shapes.borrow_mut().insert(ty, made);
        made
    }

    /// The size of a type in bytes, if it is known and not zero.
    pub(in crate::people) fn size(&self, ty: Ty) -> Option<u64> {
        let mut times = 1u64;
        let mut ty = ty;
        for _ in 0..DEEPEST {
            let size = match self.shape(ty) {
                Shape::Int(bytes) => u64::from(bytes),
                Shape::Float(kind) => float_size(kind),
                Shape::Pointer(_) => 8,
                Shape::Record(number) => self.record(number).size?,
                Shape::Array { element, count } => {
                    times = times.checked_mul(count?)?;
                    ty = element;
                    continue;
                }
                Shape::Other(size) => size?,
            };
            return size.checked_mul(times).filter(|&size| size > 0);
        }
        None
    }

    fn of_ir(&self, id: TypeId) -> Shape {
        match *self.module.types.resolve(id) {
            Type::Int(bits @ (8 | 16 | 32 | 64 | 128)) => Shape::Int(bits / 8),
            Type::Float(kind) if super::float_name(kind).is_some() => Shape::Float(kind),
            Type::Pointer { space: 0 } => Shape::Pointer(None),
            Type::Struct { .. } => self
                .record_of_ir(id)
                .map_or(Shape::Other(None), Shape::Record),
            Type::Array { element, count } => Shape::Array {
                element: Ty::Ir(element),
                // How long it is is not said of one that is declared.
                count: Some(count).filter(|&count| count > 0),
            },
            _ => Shape::Other(self.layout.size(id)),
        }
    }

    fn of_source(&self, source: TypeRef) -> Shape {
        let Some(info) = self.info else {
            return Shape::Other(None);
        };
        let (ty, name) = self.resolved(info, source);
        let bytes = |bits: u64| (bits > 0 && bits.is_multiple_of(8)).then_some(bits / 8);
        match ty {
            TypeRef::BasicType(id) => {
                let basic = &info.basic_types[id];
                match (basic.encoding, basic.size) {
                    (FLOAT, 16) => Shape::Float(FloatKind::Half),
                    (FLOAT, 32) => Shape::Float(FloatKind::Float),
                    (FLOAT, 64) => Shape::Float(FloatKind::Double),
                    (FLOAT, 128) => match basic.name.map(|name| self.module.name(name)) {
                        Some("long double") if self.module.target.starts_with("x86_64") => {
                            Shape::Float(FloatKind::X86Fp80)
                        }
                        _ => Shape::Float(FloatKind::Fp128),
                    },
                    (encoding, bits @ (8 | 16 | 32 | 64 | 128)) if NUMBERS.contains(&encoding) => {
                        Shape::Int(bits as u32 / 8)
                    }
                    (_, bits) => Shape::Other(bytes(bits)),
                }
            }
            TypeRef::DerivedType(id) => {
                let derived = &info.derived_types[id];
                let is_plain = derived.address_space.is_none() && derived.size == 64;
                match derived.tag == POINTER && is_plain {
                    true => Shape::Pointer(derived.base.map(Ty::Source)),
                    false => Shape::Other(bytes(derived.size)),
                }
            }
            TypeRef::CompositeType(id) => {
                let composite = &info.composite_types[id];
                let size = bytes(composite.size);
                match composite.tag {
                    _ if composite.flags.has(VECTOR) => Shape::Other(size),
                    ENUMERATION => match composite.size {
                        bits @ (8 | 16 | 32 | 64) => Shape::Int(bits as u32 / 8),
                        _ => Shape::Other(size),
                    },
                    ARRAY => self.rows(id, 0),
                    STRUCTURE | UNION | CLASS => {
                        Shape::Record(self.record_of_source(info, id, name))
                    }
                    _ => Shape::Other(size),
                }
            }
            _ => Shape::Other(None),
        }
    }

    /// Looks through names and qualifiers; the last of the names comes with what it is of.
    fn resolved(&self, info: &DebugInfo, mut ty: TypeRef) -> (TypeRef, Option<NameId>) {
        let mut name = None;
        for _ in 0..DEEPEST {
            let TypeRef::DerivedType(id) = ty else { break };
            let derived = &info.derived_types[id];
            let is_other = matches!(derived.tag, TYPEDEF | CONST | VOLATILE | RESTRICT);
            match derived.base {
                // A name may say less of the alignment than its type does.
                Some(base) if is_other && derived.align == 0 => ty = base,
                _ => break,
            }
            if derived.tag == TYPEDEF {
                name = derived.name;
            }
        }
        (ty, name)
    }

    fn rows(&self, id: CompositeTypeId, dimension: usize) -> Shape {
        let other = Shape::Other(None);
        let Some(info) = self.info else { return other };
        let composite = &info.composite_types[id];
        let list = list(info, composite.elements);
        let (Some(Some(Node::Subrange(range))), Some(base)) = (list.get(dimension), composite.base)
        else {
            return other;
        };
        let count = match info.subranges[*range].count {
            Some(Bound::Number(count)) => u64::try_from(count).ok(),
            _ => None,
        };
        let element = match dimension + 1 < list.len() {
            true => Ty::Rows(id, dimension as u32 + 1),
            false => Ty::Source(base),
        };
        Shape::Array { element, count }
    }
}

pub(super) fn list(info: &DebugInfo, list: Option<ListId>) -> &[Option<Node>] {
    list.map_or(&[], |list| &info.lists[list])
}

/// The size of a floating-point number in memory.
fn float_size(kind: FloatKind) -> u64 {
    match kind {
        FloatKind::Half | FloatKind::BFloat => 2,
        FloatKind::Float => 4,
        FloatKind::Double => 8,
        FloatKind::X86Fp80 | FloatKind::Fp128 | FloatKind::PpcFp128 => 16,
    }
}
