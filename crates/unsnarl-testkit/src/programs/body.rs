//! A function that is being written: its values, and the lines of one block after the other.

use super::signatures::Signature;
use super::types::Scalar::{Double, Float, Int};
use super::types::{Access, CELLS, Place, Scalar, Ty};
use crate::Rng;
use std::collections::BTreeSet;

/// A function while its blocks are written.
pub(super) struct Body<'m> {
    pub(super) rng: &'m mut Rng,
    /// Declarations that the module needs.
    pub(super) declared: &'m mut BTreeSet<String>,
    pub(super) signatures: &'m [Signature],
    /// The number of the function.
    pub(super) number: usize,
    /// What may be read, and perhaps written, from all blocks.
    pub(super) places: Vec<Place>,
    /// The values that are defined where the text ends.
    pub(super) seen: Vec<(String, Ty)>,
    /// The lines of the block.
    pub(super) lines: String,
    named: usize,
}

impl<'m> Body<'m> {
    pub(super) fn new(
        rng: &'m mut Rng,
        declared: &'m mut BTreeSet<String>,
        signatures: &'m [Signature],
        number: usize,
        places: Vec<Place>,
    ) -> Body<'m> {
        Body {
            rng,
            declared,
            signatures,
            number,
            places,
            seen: Vec::new(),
            lines: String::new(),
            named: 0,
        }
    }

    pub(super) fn line(&mut self, text: &str) {
        self.lines += "  ";
        self.lines += text;
        self.lines.push('\n');
    }

    /// A name that no other value has.
    pub(super) fn fresh(&mut self) -> String {
        self.named += 1;
        format!("%v{}", self.named)
    }

    /// Defines a value that what follows may read; gives its name.
    pub(super) fn define(&mut self, ty: Ty, text: &str) -> String {
        let name = self.temporary(text);
        self.seen.push((name.clone(), ty));
        name
    }

    /// Defines a value that only its maker reads.
    pub(super) fn temporary(&mut self, text: &str) -> String {
        let name = self.fresh();
        self.line(&format!("{name} = {text}"));
        name
    }

    /// A value of a type, often one of the last, or a constant.
    pub(super) fn of(&mut self, ty: Ty) -> String {
        if let Ty::Pointer(scalar) = ty {
            return self.pointer_to(Some(scalar)).0;
        }
        match self.rng.chance(30) {
            true => ty.constant(self.rng),
            false => self.operand(ty),
        }
    }

    /// A value of a type, for which nothing is written; a constant if there is none.
    pub(super) fn operand(&mut self, ty: Ty) -> String {
        let fitting: Vec<usize> = (0..self.seen.len())
            .filter(|&index| self.seen[index].1 == ty)
            .collect();
        match (ty, fitting.len()) {
            (Ty::Pointer(scalar), 0) => cell(scalar),
            (_, 0) => ty.constant(self.rng),
            (_, count) => {
                let near = count - 1 - self.rng.below(count.min(3));
                let any = self.rng.below(count);
                let index = [near, any][usize::from(self.rng.chance(40))];
                self.seen[fitting[index]].0.clone()
            }
        }
    }

    /// A pointer to such a number, or to any.
    pub(super) fn pointer_to(&mut self, scalar: Option<Scalar>) -> (String, Scalar) {
        let is_fitting = |place: &&Place| scalar.is_none_or(|scalar| place.scalar == scalar);
        let fitting: Vec<Place> = self.places.iter().filter(is_fitting).cloned().collect();
        if fitting.is_empty() {
            let scalar = scalar.expect("there are places");
            return (self.operand(Ty::Pointer(scalar)), scalar);
        }
        let place = fitting[self.rng.below(fitting.len())].clone();
        (self.address(&place), place.scalar)
    }

    /// The type of a value that there is, if one of the last is of this kind.
    fn recent(&mut self, is_fitting: impl Fn(Ty) -> bool) -> Option<Ty> {
        if self.seen.is_empty() || self.rng.chance(15) {
            return None;
        }
        let near = self.seen.len() - 1 - self.rng.below(self.seen.len().min(8));
        Some(self.seen[near].1).filter(|&ty| is_fitting(ty))
    }

    /// Any type, of which there may be a value.
    pub(super) fn any(&mut self) -> Ty {
        self.recent(|_| true).unwrap_or_else(|| Ty::any(self.rng))
    }

    /// A number's type.
    pub(super) fn scalars(&mut self) -> Ty {
        self.recent(|ty| matches!(ty, Ty::Scalar(_)))
            .unwrap_or_else(|| Ty::Scalar(Scalar::any(self.rng)))
    }

    /// An integer's type.
    pub(super) fn scalar_integers(&mut self) -> Ty {
        let is_integer = |ty| matches!(ty, Ty::Scalar(Int(_)));
        self.recent(is_integer)
            .unwrap_or_else(|| match Scalar::any(self.rng) {
                Float => Ty::Scalar(Int(32)),
                Double => Ty::Scalar(Int(64)),
                integer => Ty::Scalar(integer),
            })
    }

    /// The same, or a vector's of integers.
    pub(super) fn integers(&mut self) -> Ty {
        match Ty::vector(self.rng) {
            vector @ Ty::Vector(_, Int(_)) if self.rng.chance(8) => vector,
            _ => self.scalar_integers(),
        }
    }

    /// A truth to decide by.
    pub(super) fn condition(&mut self) -> String {
        match self.rng.below(8) {
            0 => Ty::Scalar(Int(1)).constant(self.rng),
            1..=4 => self.comparison(),
            _ => self.operand(Ty::Scalar(Int(1))),
        }
    }

    /// A number that is zero, which compilers do not know.
    pub(super) fn zero(&mut self) -> String {
        self.temporary("load volatile i32, ptr @zero")
    }

    /// A truth that is this one whenever it is computed.
    pub(super) fn always(&mut self, truth: Truth) -> String {
        match self.rng.below(3) {
            0 => match truth {
                Truth::True => "true".to_owned(),
                Truth::False => "false".to_owned(),
            },
            1 => {
                let zero = self.zero();
                let order = truth.choose("eq", "ne");
                self.temporary(&format!("icmp {order} i32 {zero}, 0"))
            }
            _ => {
                let any = self.of(Ty::Scalar(Int(32)));
                let low = self.temporary(&format!("and i32 {any}, 7"));
                let order = truth.choose("ult", "uge");
                self.temporary(&format!("icmp {order} i32 {low}, 8"))
            }
        }
    }

    /// Writes some variables of the function, with their first values.
    pub(super) fn variables(&mut self) {
        for index in 0..self.rng.below(5) {
            let access = match self.rng.chance(35) {
                true => Access::Volatile,
                false => Access::Plain,
            };
            let base = format!("%m{index}");
            let (places, ty, first) = Place::variable(self.rng, &base, access);
            let alignment = ["", "", ", align 16", ", align 32"][self.rng.below(4)];
            self.line(&format!("{base} = alloca {ty}{alignment}"));
            let volatile = match access {
                Access::Volatile => "volatile ",
                _ => "",
            };
            self.line(&format!("store {volatile}{ty} {first}, ptr {base}"));
            self.places.extend(places);
        }
    }
}

/// The variable of the module that holds such a number.
pub(super) fn cell(scalar: Scalar) -> String {
    let index = CELLS.iter().position(|&cell| cell == scalar);
    let index = index.expect("functions ask for pointers to these alone, or have places of others");
    format!("@cell{index}")
}

/// What a condition always is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Truth {
    True,
    False,
}

impl Truth {
    fn choose(self, when_true: &'static str, when_false: &'static str) -> &'static str {
        match self {
            Truth::True => when_true,
            Truth::False => when_false,
        }
    }
}
