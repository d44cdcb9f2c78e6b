//! Types of random modules: what has no integer register of its size, mostly.

use crate::Rng;

/// A type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ty {
    Int(u32),
    Float(&'static str),
    Pointer,
    Vector(u32, Box<Ty>),
    Array(u32, Box<Ty>),
    Struct(Vec<Ty>),
}

/// Widths of integers, those of programs more often.
pub(super) const WIDTHS: [u32; 18] = [
    1, 1, 3, 7, 8, 8, 13, 16, 16, 24, 32, 32, 33, 48, 64, 64, 100, 128,
];
const FORMATS: [&str; 6] = ["half", "bfloat", "float", "float", "double", "fp128"];
impl Ty {
    /// As LLVM IR writes it.
    pub(super) fn text(&self) -> String {
        match self {
            Ty::Int(width) => format!("i{width}"),
            Ty::Float(name) => (*name).to_owned(),
            Ty::Pointer => "ptr".to_owned(),
            Ty::Vector(count, element) => format!("<{count} x {}>", element.text()),
            Ty::Array(count, element) => format!("[{count} x {}]", element.text()),
            Ty::Struct(fields) => {
                let fields: Vec<String> = fields.iter().map(Ty::text).collect();
                format!("{{ {} }}", fields.join(", "))
            }
        }
    }

    /// The type of the elements, and how many there are, if it is one whose elements all
    /// operations are for.
    pub(super) fn lanes(&self) -> (&Ty, Option<u32>) {
        match self {
            Ty::Vector(count, element) => (element, Some(*count)),
            other => (other, None),
        }
    }
}

/// A type with at most so many levels.
pub(super) fn ty(rng: &mut Rng, levels: usize) -> Ty {
    match rng.below(if levels == 0 { 10 } else { 16 }) {
        0..=5 => Ty::Int(WIDTHS[rng.below(WIDTHS.len())]),
        6 | 7 => Ty::Float(FORMATS[rng.below(FORMATS.len())]),
        8 | 9 => Ty::Pointer,
        10..=12 => vector(rng),
        13 => Ty::Array(1 + rng.below(3) as u32, ty(rng, levels - 1).into()),
        _ => Ty::Struct((0..1 + rng.below(3)).map(|_| ty(rng, levels - 1)).collect()),
    }
}

pub(super) fn vector(rng: &mut Rng) -> Ty {
    let element = ty(rng, 0);
    let count = [1, 2, 3, 4, 4, 8, 16][rng.below(7)];
    Ty::Vector(count, element.into())
}
