//! Sizes, alignments and offsets of types.
//!
//! *Needs:* the types of a module and its [`DataLayout`]; types that contain themselves are allowed
//! and have no size.
//! *Gives:* [`Layout`], a table with an entry per type.
//! *Cost:* linear in the types and their fields.
//! *Limits:* computed once, so types added later are not in it. A type has no layout if it has no
//! size (`void`, functions, labels, opaque structs), contains itself, is a scalable vector or
//! `target("…")`, or is larger than 2^63 - 1 bytes.

mod string;

use crate::id::{Id, TypeId};
use crate::types::{Type, Types};
pub use string::{DataLayout, DataLayoutError, PointerLayout};

/// The layout of all types of a module.
#[derive(Clone, Debug)]
pub struct Layout {
    types: Vec<Option<TypeLayout>>,
    sized: Vec<bool>,
}

/// Size and alignment of one type, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeLayout {
    /// The distance of array elements: a multiple of `align`.
    pub size: u64,
    /// The size of a store: the bits rounded up to bytes.
    pub store_size: u64,
    /// The default alignment of the type, a power of two.
    pub align: u64,
    /// The offset of each field of a struct; empty for other types.
    pub fields: Box<[u64]>,
}

impl Layout {
    /// Lays out every type.
    pub fn new(types: &Types, data: &DataLayout) -> Self {
        let mut table = Table {
            types,
            data,
            layouts: vec![None; types.len()],
            sized: vec![false; types.len()],
            state: vec![State::New; types.len()],
        };
        for ty in types.ids() {
            table.visit(ty);
        }
        Self {
            types: table.layouts,
            sized: table.sized,
        }
    }

    /// Returns the layout of a type, if it has one.
    pub fn get(&self, ty: TypeId) -> Option<&TypeLayout> {
        self.types.get(ty.index())?.as_ref()
    }

    /// Tells whether a type may be in memory, even if its size is not known here: a scalable
    /// vector, a target-specific type, or a type that is too large.
    pub fn has_size(&self, ty: TypeId) -> bool {
        self.sized.get(ty.index()).is_some_and(|&sized| sized)
    }

    /// Returns the distance of array elements of this type in bytes.
    pub fn size(&self, ty: TypeId) -> Option<u64> {
        self.get(ty).map(|layout| layout.size)
    }

    /// Returns the default alignment of a type, in bytes.
    pub fn align(&self, ty: TypeId) -> Option<u64> {
        self.get(ty).map(|layout| layout.align)
    }

    /// Returns the byte offset of a field of a struct.
    pub fn field(&self, ty: TypeId, field: usize) -> Option<u64> {
        self.get(ty)?.fields.get(field).copied()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

struct Table<'a> {
    types: &'a Types,
    data: &'a DataLayout,
    layouts: Vec<Option<TypeLayout>>,
    sized: Vec<bool>,
    state: Vec<State>,
}

impl Table<'_> {
    /// Lays out `root` after all types that it contains. A type that is reached while it is open
    /// contains itself, and gets no layout.
    fn visit(&mut self, root: TypeId) {
        let mut stack = vec![root];
        while let Some(&ty) = stack.last() {
            match self.state[ty.index()] {
                State::New => {
                    self.state[ty.index()] = State::Open;
                    self.push_parts(ty, &mut stack);
                }
                State::Open => {
                    self.layouts[ty.index()] = self.lay_out(ty);
                    self.sized[ty.index()] = self.has_size(ty);
                    self.state[ty.index()] = State::Done;
                    stack.pop();
                }
                State::Done => {
                    stack.pop();
                }
            }
        }
    }

    fn push_parts(&self, ty: TypeId, stack: &mut Vec<TypeId>) {
        let mut push = |part: TypeId| {
            if self.state[part.index()] == State::New {
                stack.push(part);
            }
        };
        match self.types.get(ty) {
            Type::Struct { fields, .. } => fields.iter().copied().for_each(push),
            Type::Array { element, .. } | Type::Vector { element, .. } => push(*element),
            Type::Named(index) => self.types.named[*index as usize]
                .body
                .into_iter()
                .for_each(push),
            _ => {}
        }
    }

    fn lay_out(&self, ty: TypeId) -> Option<TypeLayout> {
        match self.types.get(ty) {
            Type::Struct { fields, packed } => self.lay_out_struct(fields, *packed),
            Type::Array { element, count } => {
                let element = self.done(*element)?;
                let size = fit(element.size.checked_mul(*count)?)?;
                Some(TypeLayout {
                    size,
                    store_size: size,
                    align: element.align,
                    fields: Box::default(),
                })
            }
            Type::Vector {
                element,
                count,
                scalable: false,
            } => {
                let bits = self.scalar_bits(*element)?.checked_mul(u64::from(*count))?;
                scalar(bits, self.data.vector_align(bits))
            }
            Type::Named(index) => self.done(self.types.named[*index as usize].body?).cloned(),
            Type::Int(width) => scalar(u64::from(*width), self.data.int_align(*width)),
            Type::Float(kind) => scalar(u64::from(kind.bits()), self.data.float_align(kind.bits())),
            Type::X86Mmx => scalar(64, self.data.vector_align(64)),
            Type::X86Amx => scalar(8192, 64),
            Type::Pointer { space } => {
                let pointer = self.data.pointer(*space);
                scalar(u64::from(pointer.bits), pointer.align)
            }
            _ => None,
        }
    }

    /// Tells whether memory can hold a type whose parts are finished.
    fn has_size(&self, ty: TypeId) -> bool {
        let part = |ty: TypeId| self.sized[ty.index()];
        match self.types.get(ty) {
            Type::Target { .. } => true,
            Type::Vector {
                element,
                scalable: true,
                ..
            } => part(*element),
            Type::Array { element, .. } => part(*element),
            Type::Struct { fields, .. } => fields.iter().all(|&field| part(field)),
            Type::Named(index) => self.types.named[*index as usize].body.is_some_and(part),
            _ => self.done(ty).is_some(),
        }
    }

    fn lay_out_struct(&self, fields: &[TypeId], packed: bool) -> Option<TypeLayout> {
        let mut offsets = Vec::with_capacity(fields.len());
        let (mut end, mut align) = (0_u64, if packed { 1 } else { self.data.aggregate_align });
        for &field in fields {
            let field = self.done(field)?;
            let field_align = if packed { 1 } else { field.align };
            let start = end.checked_next_multiple_of(field_align)?;
            align = align.max(field_align);
            offsets.push(start);
            end = fit(start.checked_add(field.size)?)?;
        }
        let size = fit(end.checked_next_multiple_of(align)?)?;
        Some(TypeLayout {
            size,
            store_size: size,
            align,
            fields: offsets.into(),
        })
    }

    /// The layout of a finished part. An open part contains the type that is being laid out.
    fn done(&self, ty: TypeId) -> Option<&TypeLayout> {
        self.layouts[ty.index()].as_ref()
    }

    fn scalar_bits(&self, ty: TypeId) -> Option<u64> {
        match self.types.get(ty) {
            Type::Int(width) => Some(u64::from(*width)),
            Type::Float(kind) => Some(u64::from(kind.bits())),
            Type::Pointer { space } => Some(u64::from(self.data.pointer(*space).bits)),
            _ => None,
        }
    }
}

fn scalar(bits: u64, align: u64) -> Option<TypeLayout> {
    let store_size = bits.div_ceil(8);
    let size = fit(store_size.checked_next_multiple_of(align)?)?;
    Some(TypeLayout {
        size,
        store_size,
        align,
        fields: Box::default(),
    })
}

fn fit(size: u64) -> Option<u64> {
    i64::try_from(size).is_ok().then_some(size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::Names;
    use crate::types::FloatKind;

    const WASM: &str = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20";

    #[track_caller]
    fn check(
        make: impl FnOnce(&mut Types) -> TypeId,
        size: u64,
        store_size: u64,
        align: u64,
        fields: &[u64],
    ) {
        let mut types = Types::default();
        let ty = make(&mut types);
        let layout = Layout::new(&types, &WASM.parse().expect("clang wrote it"));
        let expected = TypeLayout {
            size,
            store_size,
            align,
            fields: fields.into(),
        };
        assert_eq!(layout.get(ty), Some(&expected));
    }

    #[test]
    fn scalars() {
        check(|types| types.int(1), 1, 1, 1, &[]);
        check(|types| types.int(24), 4, 3, 4, &[]);
        check(|types| types.int(64), 8, 8, 8, &[]);
        check(|types| types.int(128), 16, 16, 16, &[]);
        check(|types| types.int(200), 32, 25, 16, &[]); // wider than any that is listed: aligned as the widest
        check(|types| types.pointer(), 4, 4, 4, &[]);
        check(
            |types| types.add(Type::Float(FloatKind::X86Fp80)),
            16,
            10,
            16,
            &[],
        );
    }

    #[test]
    fn vectors_are_packed_bits() {
        check(|types| vector(types, 8, 1), 1, 1, 1, &[]);
        check(|types| vector(types, 3, 32), 16, 12, 16, &[]);
        check(|types| vector(types, 4, 32), 16, 16, 16, &[]);
    }

    fn vector(types: &mut Types, count: u32, width: u32) -> TypeId {
        let element = types.int(width);
        types.add(Type::Vector {
            element,
            count,
            scalable: false,
        })
    }

    #[test]
    fn structs_pad_unless_packed() {
        let fields = |types: &mut Types| [types.int(8), types.int(64), types.int(16)];
        let make = |packed| {
            move |types: &mut Types| {
                let fields = fields(types).into();
                types.add(Type::Struct { fields, packed })
            }
        };
        check(make(false), 24, 24, 8, &[0, 8, 16]);
        check(make(true), 11, 11, 1, &[0, 1, 9]);
        check(
            |types| {
                types.add(Type::Struct {
                    fields: Box::default(),
                    packed: false,
                })
            },
            0,
            0,
            1,
            &[],
        );
    }

    #[test]
    fn what_has_no_size_has_no_layout() {
        let (mut types, mut names) = (Types::default(), Names::default());
        let byte = types.int(8);
        let huge = types.add(Type::Array {
            element: byte,
            count: u64::MAX,
        });
        let endless = types.add_named(names.add("endless"));
        let holder = types.add(Type::Struct {
            fields: [byte, endless].into(),
            packed: false,
        });
        types.named[0].body = Some(holder);
        let opaque = types.add_named(names.add("opaque"));
        let void = types.void();
        let layout = Layout::new(&types, &DataLayout::default());
        for ty in [huge, endless, holder, opaque, void] {
            assert_eq!(layout.get(ty), None);
        }
    }

    #[test]
    fn a_chain_of_a_hundred_thousand_structs_is_laid_out() {
        let (mut types, mut names) = (Types::default(), Names::default());
        let chain: Vec<TypeId> = (0..100_000)
            .map(|_| types.add_named(names.add("link")))
            .collect();
        for index in 0..chain.len() {
            let next = chain
                .get(index + 1)
                .copied()
                .unwrap_or_else(|| types.int(32));
            types.named[index].body = Some(types.add(Type::Struct {
                fields: [next].into(),
                packed: false,
            }));
        }
        let layout = Layout::new(&types, &DataLayout::default());
        assert_eq!(layout.size(chain[0]), Some(4));
    }
}
