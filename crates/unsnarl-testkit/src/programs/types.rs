//! The types of the programs, their constants, and the places in memory that hold them.

use crate::Rng;

/// A number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scalar {
    /// An integer of so many bits.
    Int(u32),
    Float,
    Double,
}

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ty {
    Scalar(Scalar),
    Vector(u32, Scalar),
    /// A pointer to a number that may be read and written for as long as the function runs.
    Pointer(Scalar),
    /// One of [`AGGREGATES`], as a value.
    Aggregate(usize),
}

use Scalar::{Double, Float, Int};

/// The numbers of which there is always a place, so that functions can ask for pointers to them.
pub(super) const CELLS: [Scalar; 4] = [Int(8), Int(32), Int(64), Double];

/// Widths of integers: those of C most often.
const WIDTHS: [u32; 30] = [
    1, 1, 8, 8, 8, 16, 16, 16, 32, 32, 32, 32, 32, 32, 64, 64, 64, 64, 64, 128, 128, 3, 7, 13, 24,
    33, 48, 63, 65, 100,
];

/// Vectors that targets have, and some that they have not.
const VECTORS: [(u32, Scalar); 22] = [
    (4, Int(32)),
    (2, Int(64)),
    (16, Int(8)),
    (8, Int(16)),
    (4, Float),
    (2, Double),
    (2, Int(32)),
    (4, Int(8)),
    (2, Float),
    (4, Int(32)),
    (2, Int(64)),
    (16, Int(8)),
    (8, Int(16)),
    (4, Float),
    (2, Double),
    (2, Int(32)),
    (4, Int(8)),
    (2, Float),
    (3, Int(32)),
    (3, Float),
    (7, Int(16)),
    (2, Int(128)),
];

/// The members of structs that are values.
pub(super) const AGGREGATES: [&[Scalar]; 7] = [
    &[Int(32), Double],
    &[Int(64), Int(8)],
    &[Int(8), Int(16), Float],
    &[Int(64), Int(64)],
    &[Int(128), Int(1)],
    &[Float, Float],
    &[Int(32), Int(1)],
];

impl Scalar {
    pub(super) fn text(self) -> String {
        match self {
            Int(width) => format!("i{width}"),
            Float => "float".to_owned(),
            Double => "double".to_owned(),
        }
    }

    /// Any of them.
    pub(super) fn any(rng: &mut Rng) -> Scalar {
        match rng.below(8) {
            0 => Float,
            1 => Double,
            _ => Int(WIDTHS[rng.below(WIDTHS.len())]),
        }
    }

    /// As it stands in the name of an intrinsic.
    pub(super) fn suffix(self) -> String {
        match self {
            Int(width) => format!("i{width}"),
            Float => "f32".to_owned(),
            Double => "f64".to_owned(),
        }
    }

    /// A constant.
    pub(super) fn constant(self, rng: &mut Rng) -> String {
        match self {
            Int(1) => ["true", "false"][rng.below(2)].to_owned(),
            Int(width) => integer(rng, width).to_string(),
            Float => pick(rng, &FLOATS).to_owned(),
            Double => pick(rng, &DOUBLES).to_owned(),
        }
    }
}

impl Ty {
    pub(super) fn text(self) -> String {
        match self {
            Ty::Scalar(scalar) => scalar.text(),
            Ty::Vector(lanes, scalar) => format!("<{lanes} x {}>", scalar.text()),
            Ty::Pointer(_) => "ptr".to_owned(),
            Ty::Aggregate(index) => {
                let members = AGGREGATES[index].iter().map(|member| member.text());
                format!("{{ {} }}", members.collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// Any of them but pointers.
    pub(super) fn any(rng: &mut Rng) -> Ty {
        match rng.below(12) {
            0 => Ty::vector(rng),
            1 => Ty::Aggregate(rng.below(AGGREGATES.len())),
            _ => Ty::Scalar(Scalar::any(rng)),
        }
    }

    /// Tells whether a function of C can have a parameter of this type.
    pub(super) fn is_taken_in_c(self) -> bool {
        match self {
            Ty::Vector(lanes, scalar) => lanes.is_power_of_two() && scalar != Int(128),
            Ty::Scalar(_) | Ty::Pointer(_) | Ty::Aggregate(_) => true,
        }
    }

    /// Tells whether a function of C can have a result of this type: of a struct each member comes
    /// in a register.
    pub(super) fn is_given_in_c(self) -> bool {
        match self {
            Ty::Aggregate(index) => {
                let members = AGGREGATES[index];
                members.len() <= 2 && !members.contains(&Int(128))
            }
            _ => self.is_taken_in_c(),
        }
    }

    pub(super) fn vector(rng: &mut Rng) -> Ty {
        let (lanes, scalar) = VECTORS[rng.below(VECTORS.len())];
        Ty::Vector(lanes, scalar)
    }

    /// A constant; there is none of a pointer.
    pub(super) fn constant(self, rng: &mut Rng) -> String {
        match self {
            Ty::Scalar(scalar) => scalar.constant(rng),
            Ty::Vector(..) | Ty::Aggregate(_) if rng.chance(15) => "zeroinitializer".to_owned(),
            Ty::Vector(lanes, scalar) => {
                let lanes: Vec<Scalar> = (0..lanes).map(|_| scalar).collect();
                format!("<{}>", members(rng, &lanes))
            }
            Ty::Aggregate(index) => format!("{{ {} }}", members(rng, AGGREGATES[index])),
            Ty::Pointer(_) => unreachable!("pointers come from places"),
        }
    }
}

/// Constants with their types.
pub(super) fn members(rng: &mut Rng, scalars: &[Scalar]) -> String {
    let members = scalars.iter().map(|scalar| {
        let constant = scalar.constant(rng);
        format!("{} {constant}", scalar.text())
    });
    members.collect::<Vec<_>>().join(", ")
}

/// Numbers whose sums and products are rounded, the ends of the formats, a quiet and a signalling
/// NaN.
const FLOATS: [&str; 15] = [
    "0.0",
    "-0.0",
    "1.0",
    "-1.0",
    "1.5",
    "-2.25",
    "3.0",
    "1024.0",
    "0x3FB99999A0000000",
    "0x36A0000000000000",
    "0x47EFFFFFE0000000",
    "0x7FF0000000000000",
    "0xFFF0000000000000",
    "0x7FF8000000000000",
    "0x7FF4000000000000",
];
const DOUBLES: [&str; 15] = [
    "0.0",
    "-0.0",
    "1.0",
    "-1.0",
    "0.1",
    "-2.5",
    "1.0e300",
    "1024.0",
    "0x3FF3333333333333",
    "0x0000000000000001",
    "0x7FEFFFFFFFFFFFFF",
    "0x7FF0000000000000",
    "0xFFF0000000000000",
    "0x7FF8000000000000",
    "0x7FF4000000000000",
];

/// A number of a width, often one at an end of a range.
fn integer(rng: &mut Rng, width: u32) -> i128 {
    let bit = rng.below(width as usize);
    let value = match rng.below(6) {
        0 => 1_i128 << bit,
        1 => (1_i128 << bit).wrapping_sub(1),
        2 => -(1 + rng.below(4) as i128),
        3 => i128::from(rng.next()) << 64 | i128::from(rng.next()),
        _ => rng.below(2 * width as usize) as i128,
    };
    value << (128 - width) >> (128 - width)
}

pub(super) fn pick<'a>(rng: &mut Rng, of: &[&'a str]) -> &'a str {
    of[rng.below(of.len())]
}

/// Numbers in memory that lie beside each other.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The name of the variable.
    pub(super) base: String,
    /// What its type is.
    pub(super) ty: String,
    /// The indices that lead to the numbers; none for a variable that is one number.
    pub(super) path: String,
    pub(super) scalar: Scalar,
    /// How many there are, a power of two; 0 for one that no index leads to.
    pub(super) count: usize,
    pub(super) access: Access,
}

/// What may be done to a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    Plain,
    Volatile,
    Constant,
}

impl Place {
    /// The places of a variable of random type, its type, and an initialiser.
    pub(super) fn variable(
        rng: &mut Rng,
        base: &str,
        access: Access,
    ) -> (Vec<Place>, String, String) {
        let place = |ty: &str, path: &str, scalar, count| Place {
            base: base.to_owned(),
            ty: ty.to_owned(),
            path: path.to_owned(),
            scalar,
            count,
            access,
        };
        let scalar = Scalar::any(rng);
        match rng.below(4) {
            0 | 1 => {
                let (ty, first) = (scalar.text(), scalar.constant(rng));
                (vec![place(&ty, "", scalar, 0)], ty, first)
            }
            2 => {
                let count = 1 << rng.below(4);
                let ty = format!("[{count} x {}]", scalar.text());
                let first = array(rng, scalar, count);
                (vec![place(&ty, "i32 0", scalar, count)], ty, first)
            }
            _ => {
                let fields = [Scalar::any(rng), Scalar::any(rng), Scalar::any(rng)];
                let texts = fields.map(Scalar::text);
                let ty = format!("{{ {}, [4 x {}], {} }}", texts[0], texts[1], texts[2]);
                let first = format!(
                    "{{ {}, [4 x {}] {}, {} }}",
                    members(rng, &fields[..1]),
                    texts[1],
                    array(rng, fields[1], 4),
                    members(rng, &fields[2..])
                );
                let counts = [0, 4, 0];
                let places = (0..3).map(|field| {
                    let path = format!("i32 0, i32 {field}");
                    place(&ty, &path, fields[field], counts[field])
                });
                (places.collect(), ty.clone(), first)
            }
        }
    }
}

fn array(rng: &mut Rng, scalar: Scalar, count: usize) -> String {
    match rng.below(4) {
        0 => "zeroinitializer".to_owned(),
        _ => format!("[{}]", members(rng, &vec![scalar; count])),
    }
}
