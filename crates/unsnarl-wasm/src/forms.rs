//! How values of each type are held: as how many numbers of which WebAssembly types.
//!
//! *Needs:* the types of a module and their layout.
//! *Gives:* [`Forms`], for every type its [`Part`]s.
//! *Limits:* no scalable vectors, no 80-bit floats, nothing of more than [`MOST_PARTS`]
//! numbers outside of memory.
//!
//! An integer of up to 32 bits is an `i32`, one of up to 64 an `i64`, a longer one several `i64`, the lowest first. A
//! pointer is an `i32`. A `half` or `bfloat` is its 16 bits in an `i32`, an `fp128` its two halves. A struct or array is
//! the sequence of its members, a vector that of its elements, or [registers of 128 bits](crate::shape) where SIMD may be
//! used; in memory elements of a vector have no padding, and
//! those that are no whole bytes are [packed](PACKED).
//!
//! **Bits above the width of an integer are unspecified** (those of a 24-bit integer, say): what adds, multiplies or
//! shifts left leaves anything there, and whoever looks at them (a comparison, a division, a shift right, a wider
//! integer, a decision) first extends the number with zeros or with its sign, unless it is [known](crate::select::facts) to be
//! extended already.

use unsnarl_ir::{FloatKind, Id, Layout, Module, Type, TypeId};
use wasm_encoder::ValType;

use crate::features::has_simd;
use crate::shape::{BITS, Shape};

/// The most numbers that a value may consist of outside of memory. Engines take no more parameters than that.
pub(crate) const MOST_PARTS: usize = 1000;

/// The offset of the parts of a vector whose elements are no whole bytes: they follow each other bit by bit.
pub(crate) const PACKED: u64 = 1 << 62;

/// One number of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) ty: ValType,
    /// How many of its bits count.
    pub(crate) width: u32,
    /// Where it lies in memory, from the start of the value; [`PACKED`] or more if that is no whole byte.
    pub(crate) offset: u64,
}

impl Part {
    /// The same number somewhere else.
    pub(crate) fn at(self, offset: u64) -> Part {
        Part { offset, ..self }
    }
}

/// The parts of all types of a module.
#[derive(Debug)]
pub(crate) struct Forms {
    parts: Vec<Option<Box<[Part]>>>,
    simd: Option<Simd>,
}

/// What is said of types where vectors lie in registers.
#[derive(Debug)]
struct Simd {
    shapes: Vec<Option<Shape>>,
    /// The parts with a number for each lane of a vector.
    lanes: Vec<Option<Box<[Part]>>>,
}

/// How vectors are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Vectors {
    InLanes,
    InRegisters,
}

impl Forms {
    pub(crate) fn new(module: &Module, layout: &Layout) -> Self {
        let all = |vectors| -> Vec<Option<Box<[Part]>>> {
            let ids = module.types.ids();
            ids.map(|ty| flatten(module, layout, ty, vectors).map(Vec::into_boxed_slice))
                .collect()
        };
        if !has_simd(module) {
            let parts = all(Vectors::InLanes);
            return Self { parts, simd: None };
        }
        let ids = module.types.ids();
        let simd = Simd {
            shapes: ids.map(|ty| Shape::of(module, ty)).collect(),
            lanes: all(Vectors::InLanes),
        };
        Self {
            parts: all(Vectors::InRegisters),
            simd: Some(simd),
        }
    }

    /// Tells whether vectors lie in registers.
    pub(crate) fn has_simd(&self) -> bool {
        self.simd.is_some()
    }

    /// How a vector lies in registers, if it does.
    pub(crate) fn shape(&self, ty: TypeId) -> Option<Shape> {
        *self.simd.as_ref()?.shapes.get(ty.index())?
    }

    /// The parts of a type with a number for each lane of a vector.
    pub(crate) fn lanes(&self, ty: TypeId) -> Option<&[Part]> {
        match &self.simd {
            Some(simd) => simd.lanes.get(ty.index())?.as_deref(),
            None => self.get(ty),
        }
    }

    /// The parts of a type; none if it has no form here. `void` has no parts.
    pub(crate) fn get(&self, ty: TypeId) -> Option<&[Part]> {
        self.parts.get(ty.index())?.as_deref()
    }

    /// Tells whether a type is a vector whose elements are no whole bytes in memory.
    pub(crate) fn is_packed(&self, ty: TypeId) -> bool {
        self.get(ty)
            .is_some_and(|parts| parts.first().is_some_and(|part| part.offset == PACKED))
    }
}

fn flatten(module: &Module, layout: &Layout, ty: TypeId, vectors: Vectors) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut stack = vec![(ty, 0_u64)];
    let mut visits = 0_usize;
    while let Some((ty, offset)) = stack.pop() {
        visits += 1;
        match module.types.resolve(ty) {
            Type::Void => {}
            Type::Struct { fields, .. } => {
                for (index, &field) in fields.iter().enumerate().rev() {
                    stack.push((field, offset + layout.field(ty, index)?));
                }
            }
            Type::Array { element, count } => {
                let size = layout.size(*element)?;
                let count = usize::try_from(*count)
                    .ok()
                    .filter(|&count| count <= MOST_PARTS)?;
                let elements = (0..count)
                    .rev()
                    .map(|index| (*element, offset + size * index as u64));
                stack.extend(elements);
            }
            Type::Vector { .. }
                if vectors == Vectors::InRegisters
                    && let Some(shape) = Shape::of(module, ty) =>
            {
                push_registers(&mut parts, shape, offset);
            }
            Type::Vector {
                element,
                count,
                scalable: false,
            } => {
                let size = element_size(module.types.get(*element))?;
                let count = usize::try_from(*count)
                    .ok()
                    .filter(|&count| count <= MOST_PARTS)?;
                let elements = (0..count).rev().map(|index| match size {
                    Some(size) => (*element, offset + size * index as u64),
                    None => (*element, offset.saturating_add(PACKED)),
                });
                stack.extend(elements);
            }
            scalar => push_scalar(&mut parts, scalar, offset)?,
        }
        if parts.len() > MOST_PARTS || visits > 16 * MOST_PARTS || stack.len() > 16 * MOST_PARTS {
            return None;
        }
    }
    Some(parts)
}

/// The registers of a vector; the last is as wide as it is filled.
fn push_registers(parts: &mut Vec<Part>, shape: Shape, offset: u64) {
    let mut push = |width, offset| {
        parts.push(Part {
            ty: ValType::V128,
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

/// The bytes from one element of a vector to the next; nothing inside if they are no whole ones.
fn element_size(ty: &Type) -> Option<Option<u64>> {
    let bits = match ty {
        Type::Int(width) => *width,
        Type::Float(kind) => kind.bits(),
        Type::Pointer { .. } => 32,
        _ => return None,
    };
    Some(bits.is_multiple_of(8).then_some(u64::from(bits / 8)))
}

fn push_scalar(parts: &mut Vec<Part>, ty: &Type, offset: u64) -> Option<()> {
    let mut push = |ty, width, offset| parts.push(Part { ty, width, offset });
    match *ty {
        Type::Int(width @ 1..=32) => push(ValType::I32, width, offset),
        Type::Int(width @ 33..=64) => push(ValType::I64, width, offset),
        Type::Int(width @ 65..=128) => {
            push(ValType::I64, 64, offset);
            push(ValType::I64, width - 64, offset + 8);
        }
        Type::Int(width @ 129..) => {
            for start in (0..width.min(64 * (MOST_PARTS as u32 + 1))).step_by(64) {
                let at = offset + u64::from(start / 8);
                push(ValType::I64, (width - start).min(64), at);
            }
        }
        Type::Pointer { space: 0 } => push(ValType::I32, 32, offset),
        Type::Float(FloatKind::Half | FloatKind::BFloat) => push(ValType::I32, 16, offset),
        Type::Float(FloatKind::Fp128) => {
            push(ValType::I64, 64, offset);
            push(ValType::I64, 64, offset + 8);
        }
        Type::Float(FloatKind::Float) => push(ValType::F32, 32, offset),
        Type::Float(FloatKind::Double) => push(ValType::F64, 64, offset),
        _ => return None,
    }
    Some(())
}

/// What a type is called in messages.
pub(crate) fn describe(module: &Module, ty: TypeId) -> String {
    match module.types.get(ty) {
        Type::Void => "void".to_owned(),
        Type::Int(width) => format!("i{width}"),
        Type::Float(kind) => match kind {
            FloatKind::Half => "half",
            FloatKind::BFloat => "bfloat",
            FloatKind::Float => "float",
            FloatKind::Double => "double",
            FloatKind::X86Fp80 => "x86_fp80",
            FloatKind::Fp128 => "fp128",
            FloatKind::PpcFp128 => "ppc_fp128",
        }
        .to_owned(),
        Type::Pointer { space: 0 } => "ptr".to_owned(),
        Type::Pointer { space } => format!("ptr addrspace({space})"),
        Type::Vector {
            element,
            count,
            scalable,
        } => {
            let factor = if *scalable { "vscale x " } else { "" };
            format!("<{factor}{count} x {}>", scalar_name(module, *element))
        }
        Type::Array { element, count } => format!("[{count} x {}]", scalar_name(module, *element)),
        Type::Struct { fields, .. } => format!("struct of {} fields", fields.len()),
        Type::Named(index) => {
            let name = module.types.named[*index as usize].name;
            format!("%{}", module.name(name))
        }
        Type::Function { .. } => "function".to_owned(),
        Type::Label => "label".to_owned(),
        Type::Metadata => "metadata".to_owned(),
        Type::Token => "token".to_owned(),
    }
}

/// The name of an element's type; those with parts of their own are not taken apart.
fn scalar_name(module: &Module, ty: TypeId) -> String {
    match module.types.get(ty) {
        Type::Vector { .. } | Type::Array { .. } => "…".to_owned(),
        _ => describe(module, ty),
    }
}
