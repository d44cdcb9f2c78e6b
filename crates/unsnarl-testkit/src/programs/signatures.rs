//! What functions take and give.

use super::types::Scalar::{Double, Int};
use super::types::{Access, CELLS, Place, Ty, pick};
use crate::Rng;

/// What a function takes and gives.
pub(super) struct Signature {
    pub(super) result: Gives,
    pub(super) parameters: Vec<Takes>,
}

/// What a function gives.
#[derive(Clone, Copy)]
pub(super) enum Gives {
    Nothing,
    /// A value, with an attribute.
    Value(Ty, &'static str),
    /// A [`RECORD`] in memory of the caller.
    Record,
}

/// What a function takes.
#[derive(Clone, Copy)]
pub(super) enum Takes {
    /// A value, with an attribute.
    Value(Ty, &'static str),
    /// A [`RECORD`] of its own.
    Record,
}

/// The name of a function; of some no name in C.
pub(super) fn name(number: usize) -> String {
    match number % 8 {
        3 => format!("@\"f-{number}\""),
        5 => format!("@\"f {number} \\E2\\98\\83\""),
        _ => format!("@f{number}"),
    }
}

/// A type that is passed in memory.
pub(super) const RECORD: &str = "{ i32, double, [4 x i16], i64 }";

/// The numbers of such a record in memory.
pub(super) fn record(base: &str) -> Vec<Place> {
    let fields = [(Int(32), 0), (Double, 0), (Int(16), 4), (Int(64), 0)];
    let place = |(index, (scalar, count))| Place {
        base: base.to_owned(),
        ty: RECORD.to_owned(),
        path: format!("i32 0, i32 {index}"),
        scalar,
        count,
        access: Access::Plain,
    };
    fields.into_iter().enumerate().map(place).collect()
}

impl Signature {
    /// Any, of types that a function of C can have or of all.
    pub(super) fn any(rng: &mut Rng, has_all_types: bool) -> Signature {
        let ty = |rng: &mut Rng, is_right: fn(Ty) -> bool| {
            let mut ty = Ty::any(rng);
            while !has_all_types && !is_right(ty) {
                ty = Ty::any(rng);
            }
            ty
        };
        let result = match rng.below(10) {
            0 => Gives::Nothing,
            1 => Gives::Record,
            _ => {
                let ty = ty(rng, Ty::is_given_in_c);
                Gives::Value(ty, extension(rng, ty))
            }
        };
        let parameters = (0..rng.below(7)).map(|_| match rng.below(10) {
            0 => Takes::Record,
            1 => Takes::Value(Ty::Pointer(CELLS[rng.below(CELLS.len())]), ""),
            _ => {
                let ty = ty(rng, Ty::is_taken_in_c);
                Takes::Value(ty, extension(rng, ty))
            }
        });
        Signature {
            parameters: parameters.collect(),
            result,
        }
    }

    /// The result as it is written before the name of a function.
    pub(super) fn result_text(&self) -> String {
        match self.result {
            Gives::Nothing | Gives::Record => "void".to_owned(),
            Gives::Value(ty, attribute) => format!("{attribute}{}", ty.text()),
        }
    }

    /// The parameters as they are written in a definition, called `%p0`, `%p1`.
    pub(super) fn parameters_text(&self) -> String {
        let result = match self.result {
            Gives::Record => Some(format!("ptr sret({RECORD}) align 8 %result")),
            _ => None,
        };
        let parameters = self.parameters.iter().enumerate();
        let parameters = parameters.map(|(index, takes)| format!("{} %p{index}", takes.text()));
        let all: Vec<String> = result.into_iter().chain(parameters).collect();
        all.join(", ")
    }
}

impl Takes {
    pub(super) fn text(self) -> String {
        match self {
            Takes::Value(ty, attribute) => format!("{} {attribute}", ty.text()).trim().to_owned(),
            Takes::Record => format!("ptr byval({RECORD}) align 8"),
        }
    }
}

/// How a small integer fills the place of a larger one.
fn extension(rng: &mut Rng, ty: Ty) -> &'static str {
    match ty {
        Ty::Scalar(Int(1 | 8 | 16)) => pick(rng, &["", "zeroext ", "signext "]),
        _ => "",
    }
}
