//! Functions whose result is not defined to the last bit, such as `llvm.sin`.
//!
//! *Gives:* [`value`]: some number that depends on the function and its arguments and on nothing
//! else. The intrinsic and the function of the C library that it becomes both answer it, so that a
//! wrong function or a wrong argument is noticed.
//!
//! A `half` and a `bfloat` are computed as a `float`, and rounded.

use unsnarl_ir::FloatKind;
use unsnarl_ir::interpret::{Bits, Format, Freedom, Kind, Scalar};

use crate::Rng;
use crate::refinement;

/// The intrinsics, by their names without `llvm.` and without types; in the C library they have the
/// same names, with an `f` or `l` at the end for `float` and `fp128`.
const FUNCTIONS: [&str; 18] = [
    "acos", "asin", "atan", "atan2", "cos", "cosh", "exp", "exp10", "exp2", "log", "log10", "log2",
    "pow", "powi", "sin", "sinh", "tan", "tanh",
];

/// The intrinsic of a name, if it is one of these.
pub fn named(base: &str) -> Option<&'static str> {
    FUNCTIONS.into_iter().find(|&name| name == base)
}

/// What a function of the C library computes: which intrinsic, in which format.
pub fn library(name: &str) -> Option<(&'static str, FloatKind)> {
    let powi = [
        ("__powisf2", FloatKind::Float),
        ("__powidf2", FloatKind::Double),
        ("__powitf2", FloatKind::Fp128),
    ];
    if let Some((_, kind)) = powi.into_iter().find(|(known, _)| *known == name) {
        return Some(("powi", kind));
    }
    if let Some(base) = named(name) {
        return Some((base, FloatKind::Double));
    }
    let cut = |ending, kind| Some((named(name.strip_suffix(ending)?)?, kind));
    cut('f', FloatKind::Float).or_else(|| cut('l', FloatKind::Fp128))
}

/// The result of a function; unknown if an argument is.
pub fn value(base: &str, kind: FloatKind, arguments: &[Scalar]) -> Scalar {
    if arguments.iter().any(Scalar::is_poison) {
        return Scalar::Poison;
    }
    let known: Option<Vec<&Bits>> = arguments.iter().map(Scalar::known).collect();
    let Some(known) = known else {
        return Scalar::unknown(kind.bits(), Freedom::Undefined);
    };
    match kind {
        FloatKind::Half | FloatKind::BFloat => {
            let widened: Vec<Scalar> = known
                .iter()
                .map(|bits| match bits.width() {
                    16 => converted(bits, kind, FloatKind::Float),
                    _ => Scalar::Known((*bits).clone()),
                })
                .collect();
            match value(base, FloatKind::Float, &widened).known() {
                Some(bits) => converted(bits, FloatKind::Float, kind),
                None => Scalar::unknown(kind.bits(), Freedom::Undefined),
            }
        }
        _ => hashed(base, kind, &known),
    }
}

fn hashed(base: &str, kind: FloatKind, arguments: &[&Bits]) -> Scalar {
    if is_nan(kind, arguments) {
        // Which NaN it is may change on the way here.
        return Scalar::Nan(kind);
    }
    let mut hash = 0;
    let bytes = arguments.iter().map(|bits| bits.to_le_bytes(16));
    for byte in base.bytes().chain(bytes.flatten()) {
        hash = Rng::new(hash ^ u64::from(byte)).next();
    }
    let mut rng = Rng::new(hash);
    loop {
        let scalar = refinement::scalar(Kind::Float(kind), &mut rng);
        if let Scalar::Known(bits) = &scalar
            && !is_nan(kind, &[bits])
        {
            return scalar;
        }
    }
}

fn is_nan(kind: FloatKind, patterns: &[&Bits]) -> bool {
    let format = Format::of(kind);
    let is = |bits: &&Bits| {
        bits.width() == kind.bits() && format.is_some_and(|format| format.is_nan(bits.low()))
    };
    patterns.iter().any(is)
}

/// A number in another format.
fn converted(bits: &Bits, from: FloatKind, to: FloatKind) -> Scalar {
    match (Format::of(from), Format::of(to)) {
        (Some(from), Some(format)) => {
            let number = from.unpack(bits.low());
            match number {
                unsnarl_ir::interpret::Number::Nan => Scalar::int(to.bits(), format.quiet_nan()),
                number => Scalar::int(to.bits(), format.round(&number)),
            }
        }
        _ => Scalar::unknown(to.bits(), Freedom::Undefined),
    }
}
