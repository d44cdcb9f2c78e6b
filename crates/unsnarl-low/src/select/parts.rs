//! How values of each type are held: in how many numbers, of which WebAssembly types.
//!
//! *Needs:* the types of a module and their layout.
//! *Gives:* [`ValueParts`], for every type its [`Part`]s.
//! *Cost:* linear in the types that are asked for, their members, and the parts of those.
//! *Limits:* no scalable vectors, no 80-bit floats, nothing of more than [`MOST_PARTS`] numbers
//! outside of memory.
//!
//! An integer of up to 32 bits is an `i32`, one of up to 64 an `i64`, a longer one several `i64`,
//! the lowest first. A pointer is an integer as wide as
//! [addresses](super::target::Target::addresses) are. A `half` or `bfloat` is its 16 bits in an
//! `i32`, an `fp128` its two halves. A struct or array is the sequence of its members, a vector
//! that of its elements, or [registers of 128 bits](crate::select::shape) where SIMD may be used.
//! In memory the elements of a vector have no padding, and sub-byte elements are [packed](PACKED).
//!
//! **Bits above the width of an integer are unspecified** (those of a 24-bit integer, say): adding,
//! multiplying and shifting left leave anything there. An instruction whose result depends on them
//! (a comparison, a division, a shift right, an extension, a decision) first extends its operand
//! with zeros or with its sign, unless it is [known](crate::select::facts) to be extended already.

use std::sync::{Arc, OnceLock};

use crate::types::{Type, Width};
use unsnarl_ir::{FloatKind, Id, Layout, Module, Type as IrType, TypeId};

use super::target::{Target, Vectors};
use crate::select::error::SelectError;
use crate::select::shape::{BITS, Shape};

/// The most numbers that a value may consist of outside of memory. Engines take no more parameters
/// than that.
pub const MOST_PARTS: usize = 1000;

/// The offset of the parts of a vector with sub-byte elements (whose width is not a multiple of 8),
/// which are packed bit by bit.
pub const PACKED: u64 = 1 << 62;

/// One number of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its type.
    pub ty: Type,
    /// How many of its bits count.
    pub width: u32,
    /// Its place in memory, from the start of the value; [`PACKED`] or more if it is not made of
    /// whole bytes.
    pub offset: u64,
}

impl Part {
    /// A pointer.
    pub(super) fn pointer(target: &Target) -> Part {
        Part {
            ty: target.address(),
            width: target.addresses.bits(),
            offset: 0,
        }
    }

    /// The same number somewhere else.
    pub fn at(self, offset: u64) -> Part {
        Part { offset, ..self }
    }
}

/// The parts of the types of a module.
#[derive(Debug)]
pub struct ValueParts<'a> {
    module: &'a Module,
    layout: Arc<Layout>,
    addresses: Width,
    parts: Table,
    simd: Option<Simd>,
}

/// How types are described where vectors are in registers.
#[derive(Debug)]
struct Simd {
    shapes: Vec<Option<Shape>>,
    /// The parts with a number for each lane of a vector.
    lanes: Table,
}

/// The parts of the types that were asked for, and of their members.
#[derive(Debug)]
struct Table {
    vectors: Vectors,
    /// By type. A type that consists of one other shares its parts.
    known: Vec<OnceLock<Option<Arc<[Part]>>>>,
}

impl<'a> ValueParts<'a> {
    /// Prepares the parts of the types of a module. None is found before it is asked for.
    pub fn new(module: &'a Module, layout: Arc<Layout>, target: &Target) -> Self {
        let (vectors, addresses) = (target.vectors, target.addresses);
        let table = |vectors| Table {
            vectors,
            known: vec![OnceLock::new(); module.types.len()],
        };
        let ids = module.types.ids();
        Self {
            module,
            layout,
            addresses,
            parts: table(vectors),
            simd: (vectors == Vectors::InRegisters).then(|| Simd {
                shapes: ids.map(|ty| Shape::of(module, ty, addresses)).collect(),
                lanes: table(Vectors::InLanes),
            }),
        }
    }

    /// Tells whether vectors lie in registers.
    pub fn has_simd(&self) -> bool {
        self.simd.is_some()
    }

    /// How a vector is kept in registers, if it is.
    pub fn shape(&self, ty: TypeId) -> Option<Shape> {
        *self.simd.as_ref()?.shapes.get(ty.index())?
    }

    /// The parts of a type with a number for each lane of a vector.
    pub fn lanes(&self, ty: TypeId) -> Option<&[Part]> {
        match &self.simd {
            Some(simd) => self.look_up(&simd.lanes, ty),
            None => self.get(ty),
        }
    }

    /// The parts of a type; none if it has no form here. `void` has no parts.
    pub fn get(&self, ty: TypeId) -> Option<&[Part]> {
        self.look_up(&self.parts, ty)
    }

    /// Why a type has no form.
    pub fn refusal(&self, ty: TypeId) -> SelectError {
        let name = describe(self.module, ty);
        let is_held = |part: &TypeId| match self.module.types.resolve(*part) {
            IrType::Struct { .. } => self.layout.size(*part).is_some(),
            _ => self.get(*part).is_some(),
        };
        let is_large = match self.module.types.resolve(ty) {
            IrType::Int(_) => true,
            IrType::Array { element, .. } => is_held(element),
            IrType::Vector {
                element,
                scalable: false,
                ..
            } => is_held(element),
            IrType::Struct { fields, .. } => fields.iter().all(is_held),
            _ => false,
        };
        match is_large {
            true => SelectError::Parts {
                name,
                most: MOST_PARTS,
            },
            false => SelectError::Type(name),
        }
    }

    /// Tells whether a type is a vector of sub-byte elements in memory. (A struct or array that
    /// begins with one is not: what follows is at its own bytes.)
    pub fn is_packed(&self, ty: TypeId) -> bool {
        let is_vector = matches!(self.module.types.resolve(ty), IrType::Vector { .. });
        let first = self.get(ty).and_then(<[Part]>::first);
        is_vector && first.is_some_and(|part| part.offset == PACKED)
    }
}

/// Tables are filled as they are asked: members first, each once.
impl ValueParts<'_> {
    fn look_up<'t>(&self, table: &'t Table, ty: TypeId) -> Option<&'t [Part]> {
        let cell = table.known.get(ty.index())?;
        if cell.get().is_none() {
            self.fill(table, ty);
        }
        cell.get()?.as_deref()
    }

    fn fill(&self, table: &Table, root: TypeId) {
        let is_known = |ty: &TypeId| table.known[ty.index()].get().is_some();
        let mut stack = vec![root];
        while let Some(&ty) = stack.last() {
            let before = stack.len();
            // What holds itself has no layout, and no members here.
            stack.extend(self.members(table, ty).filter(|member| !is_known(member)));
            if stack.len() == before {
                table.known[ty.index()].get_or_init(|| self.combined(table, ty));
                stack.pop();
            }
        }
    }

    /// The types whose parts those of a type are made of.
    fn members(&self, table: &Table, ty: TypeId) -> impl Iterator<Item = TypeId> + '_ {
        let types = &self.module.types;
        let members: &[TypeId] = match types.get(ty) {
            _ if self.layout.get(ty).is_none() => &[],
            IrType::Struct { fields, .. } => fields,
            IrType::Array { element, count } if *count > 0 => std::slice::from_ref(element),
            IrType::Vector { element, .. } if self.shape_in(table, ty).is_none() => {
                std::slice::from_ref(element)
            }
            IrType::Named(index) => types.named[*index as usize].body.as_slice(),
            _ => &[],
        };
        members.iter().copied()
    }

    fn shape_in(&self, table: &Table, ty: TypeId) -> Option<Shape> {
        match table.vectors {
            Vectors::InRegisters => Shape::of(self.module, ty, self.addresses),
            Vectors::InLanes => None,
        }
    }

    /// The parts of a type whose members are known.
    fn combined(&self, table: &Table, ty: TypeId) -> Option<Arc<[Part]>> {
        let types = &self.module.types;
        let known = |ty: TypeId| table.known[ty.index()].get().and_then(Option::as_ref);
        let mut parts = Parts::default();
        match types.get(ty) {
            IrType::Void => {}
            IrType::Struct { fields, .. } => {
                for (index, &field) in fields.iter().enumerate() {
                    parts.add(known(field)?, self.layout.field(ty, index)?)?;
                }
            }
            IrType::Named(index) => parts.add(known(types.named[*index as usize].body?)?, 0)?,
            IrType::Array { count: 0, .. } => {
                self.layout.get(ty)?;
            }
            IrType::Array { element, count } => {
                let size = self.layout.size(*element)?;
                parts.repeat(known(*element)?, *count, |index| size * index)?;
            }
            IrType::Vector {
                scalable: false, ..
            } if let Some(shape) = self.shape_in(table, ty) => {
                push_registers(&mut parts.own, shape, 0);
            }
            IrType::Vector {
                element,
                count,
                scalable: false,
            } => {
                let size = element_size(types.get(*element), self.addresses)?;
                let offset = |index| size.map_or(PACKED, |size| size * index);
                parts.repeat(known(*element)?, (*count).into(), offset)?;
            }
            scalar => push_scalar(&mut parts.own, scalar, self.addresses)?,
        }
        parts.finish()
    }
}

/// Parts that are being put together.
#[derive(Default)]
struct Parts {
    own: Vec<Part>,
    /// The parts of the only member so far that has any, at the start.
    shared: Option<Arc<[Part]>>,
}

impl Parts {
    /// Adds the parts of a member; nothing if they become too many.
    fn add(&mut self, member: &Arc<[Part]>, offset: u64) -> Option<()> {
        if member.is_empty() {
            return Some(());
        }
        if self.own.is_empty() && self.shared.is_none() && offset == 0 {
            self.shared = Some(Arc::clone(member));
            return Some(());
        }
        if let Some(shared) = self.shared.take() {
            self.own.extend(shared.iter());
        }
        self.own.extend(member.iter().map(|part| Part {
            offset: part.offset.saturating_add(offset),
            ..*part
        }));
        (self.own.len() <= MOST_PARTS).then_some(())
    }

    /// Adds the parts of `count` equal members.
    fn repeat(
        &mut self,
        member: &Arc<[Part]>,
        count: u64,
        offset: impl Fn(u64) -> u64,
    ) -> Option<()> {
        if member.is_empty() {
            return Some(());
        }
        (0..count).try_for_each(|index| self.add(member, offset(index)))
    }

    fn finish(self) -> Option<Arc<[Part]>> {
        let is_few = self.own.len() <= MOST_PARTS;
        is_few.then(|| self.shared.unwrap_or_else(|| self.own.into()))
    }
}

/// The registers of a vector; the last is as wide as it is filled.
fn push_registers(parts: &mut Vec<Part>, shape: Shape, offset: u64) {
    let mut push = |width, offset| {
        parts.push(Part {
            ty: Type::V128,
            width,
            offset,
        });
    };
    if shape.is_mask {
        return push(shape.count as u32, offset.saturating_add(PACKED));
    }
    let bits = u64::from(shape.lane.bits()) * shape.count as u64;
    for start in (0..bits).step_by(BITS as usize).take(MOST_PARTS + 1) {
        push((bits - start).min(BITS.into()) as u32, offset + start / 8);
    }
}

/// The bytes from one element of a vector to the next; the inner option is empty for sub-byte
/// elements.
fn element_size(ty: &IrType, addresses: Width) -> Option<Option<u64>> {
    let bits = match ty {
        IrType::Int(width) => *width,
        IrType::Float(kind) => kind.bits(),
        IrType::Pointer { .. } => addresses.bits(),
        _ => return None,
    };
    Some(bits.is_multiple_of(8).then_some(u64::from(bits / 8)))
}

fn push_scalar(parts: &mut Vec<Part>, ty: &IrType, addresses: Width) -> Option<()> {
    let mut push = |ty, width, offset| parts.push(Part { ty, width, offset });
    match *ty {
        IrType::Int(width @ 1..=32) => push(Type::I32, width, 0),
        IrType::Int(width @ 33..=64) => push(Type::I64, width, 0),
        IrType::Int(width @ 65..=128) => {
            push(Type::I64, 64, 0);
            push(Type::I64, width - 64, 8);
        }
        IrType::Int(width @ 129..) => {
            for start in (0..width.min(64 * (MOST_PARTS as u32 + 1))).step_by(64) {
                push(Type::I64, (width - start).min(64), u64::from(start / 8));
            }
        }
        IrType::Pointer { space: 0 } => push(addresses.int(), addresses.bits(), 0),
        IrType::Float(FloatKind::Half | FloatKind::BFloat) => push(Type::I32, 16, 0),
        IrType::Float(FloatKind::Fp128) => {
            push(Type::I64, 64, 0);
            push(Type::I64, 64, 8);
        }
        IrType::Float(FloatKind::Float) => push(Type::F32, 32, 0),
        IrType::Float(FloatKind::Double) => push(Type::F64, 64, 0),
        _ => return None,
    }
    Some(())
}

/// What a type is called in messages.
pub fn describe(module: &Module, ty: TypeId) -> String {
    match module.types.get(ty) {
        IrType::Void => "void".to_owned(),
        IrType::Int(width) => format!("i{width}"),
        IrType::Float(kind) => match kind {
            FloatKind::Half => "half",
            FloatKind::BFloat => "bfloat",
            FloatKind::Float => "float",
            FloatKind::Double => "double",
            FloatKind::X86Fp80 => "x86_fp80",
            FloatKind::Fp128 => "fp128",
            FloatKind::PpcFp128 => "ppc_fp128",
        }
        .to_owned(),
        IrType::Pointer { space: 0 } => "ptr".to_owned(),
        IrType::Pointer { space } => format!("ptr addrspace({space})"),
        IrType::Vector {
            element,
            count,
            scalable,
        } => {
            let factor = if *scalable { "vscale x " } else { "" };
            format!("<{factor}{count} x {}>", scalar_name(module, *element))
        }
        IrType::Array { element, count } => {
            format!("[{count} x {}]", scalar_name(module, *element))
        }
        IrType::Struct { fields, .. } => format!("struct of {} fields", fields.len()),
        IrType::Named(index) => {
            let name = module.types.named[*index as usize].name;
            format!("%{}", module.name(name))
        }
        IrType::Function { .. } => "function".to_owned(),
        IrType::Label
        | IrType::Metadata
        | IrType::Token
        | IrType::X86Mmx
        | IrType::X86Amx
        | IrType::Target { .. } => module.show_type(ty).to_string(),
    }
}

/// The name of an element's type; those with parts of their own are not taken apart.
fn scalar_name(module: &Module, ty: TypeId) -> String {
    match module.types.get(ty) {
        IrType::Vector { .. } | IrType::Array { .. } => "…".to_owned(),
        _ => describe(module, ty),
    }
}
