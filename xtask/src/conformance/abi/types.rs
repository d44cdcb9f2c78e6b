//! Random C types, with the statements that fill a value of them and the ones that read it.
//!
//! *Gives:* scalars of every width, and structs and unions of up to three members, which may be
//! scalars, arrays, bit-fields or other records.
//! *Limits:* only what was written is read: of a union always the same member, and no padding.
//! Numbers fit their types on every target, and nothing depends on the size of a type, so that
//! `long`, pointers and `long double` may differ between two of them. No vectors, no `_Float16`, no
//! flexible arrays, no packed or aligned records.

use crate::conformance::random::Random;
use std::fmt::Write as _;

/// A type without members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    /// A number of bits, signed or not; its name.
    Integer(&'static str, u32, Sign),
    /// Its name.
    Float(&'static str),
    /// Its name.
    Complex(&'static str),
    /// An `__int128`.
    Wide,
    /// A pointer into [`NUMBERS`].
    Pointer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Signed,
    Unsigned,
}

/// What a function without a declaration returns.
pub(super) const INT: Scalar = Integer("int", 32, Signed);

use Scalar::{Complex, Float, Integer, Pointer, Wide};
use Sign::{Signed, Unsigned};

/// The array that pointers point into, which has [`NUMBERS_LENGTH`] elements.
pub(super) const NUMBERS: &str = "numbers";
pub(super) const NUMBERS_LENGTH: usize = 16;

const SCALARS: [Scalar; 17] = [
    Integer("_Bool", 1, Unsigned),
    Integer("signed char", 8, Signed),
    Integer("unsigned char", 8, Unsigned),
    Integer("short", 16, Signed),
    Integer("unsigned short", 16, Unsigned),
    Integer("int", 32, Signed),
    Integer("unsigned", 32, Unsigned),
    Integer("long", 32, Signed),
    Integer("long long", 64, Signed),
    Integer("unsigned long long", 64, Unsigned),
    Float("float"),
    Float("double"),
    Float("long double"),
    Complex("_Complex float"),
    Complex("_Complex double"),
    Wide,
    Pointer,
];

/// A type, by its number if it is a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Scalar(Scalar),
    Record(usize),
}

/// A struct or a union.
struct Record {
    keyword: &'static str,
    members: Vec<Member>,
}

struct Member {
    ty: Type,
    shape: Shape,
}

enum Shape {
    Plain,
    Array(usize),
    /// A field of this many bits.
    Bits(u32),
}

/// The records of a program.
pub(super) struct Types {
    /// What their names begin with.
    prefix: String,
    records: Vec<Record>,
}

/// The most members of a record.
const MEMBERS: usize = 3;

impl Types {
    /// Makes some records; later ones may have earlier ones as members.
    pub(super) fn random(random: &mut Random, prefix: &str) -> Self {
        let mut types = Types {
            prefix: prefix.to_owned(),
            records: Vec::new(),
        };
        for _ in 0..3 + random.below(3) {
            let is_union = random.below(4) == 0;
            let least = usize::from(is_union);
            let count = least + random.below(MEMBERS + 1 - least);
            let members = (0..count).map(|_| types.member(random)).collect();
            types.records.push(Record {
                keyword: if is_union { "union" } else { "struct" },
                members,
            });
        }
        types
    }

    fn member(&self, random: &mut Random) -> Member {
        let ty = self.pick(random);
        let shape = match (random.below(6), ty) {
            (0, _) => Shape::Array(1 + random.below(3)),
            (1 | 2, Type::Scalar(Integer(_, bits @ 8..=32, _))) => {
                Shape::Bits(1 + random.below(bits as usize - 1) as u32)
            }
            _ => Shape::Plain,
        };
        Member { ty, shape }
    }

    /// A scalar, or as often a record that is there.
    pub(super) fn pick(&self, random: &mut Random) -> Type {
        match self.records.len() {
            count @ 1.. if random.below(2) == 0 => Type::Record(random.below(count)),
            _ => Type::Scalar(SCALARS[random.below(SCALARS.len())]),
        }
    }

    /// The definitions of the records.
    pub(super) fn definitions(&self) -> String {
        let mut text = String::new();
        for (number, record) in self.records.iter().enumerate() {
            let name = self.name(Type::Record(number));
            let _ = write!(text, "{name} {{");
            for (index, member) in record.members.iter().enumerate() {
                let ty = self.name(member.ty);
                let _ = match member.shape {
                    Shape::Plain => write!(text, " {ty} m{index};"),
                    Shape::Array(count) => write!(text, " {ty} m{index}[{count}];"),
                    Shape::Bits(bits) => write!(text, " {ty} m{index} : {bits};"),
                };
            }
            text.push_str(" };\n");
        }
        text
    }

    /// What C calls a type.
    pub(super) fn name(&self, ty: Type) -> String {
        match ty {
            Type::Scalar(Integer(name, ..) | Float(name) | Complex(name)) => name.to_owned(),
            Type::Scalar(Wide) => "__int128".to_owned(),
            Type::Scalar(Pointer) => "int *".to_owned(),
            Type::Record(number) => {
                let keyword = self.records[number].keyword;
                format!("{keyword} {}r{number}", self.prefix)
            }
        }
    }

    /// What an argument of a type is passed as where no prototype says what is wanted.
    pub(super) fn promoted(&self, ty: Type) -> String {
        match ty {
            Type::Scalar(Integer(_, ..=16, _)) => "int".to_owned(),
            Type::Scalar(Float("float")) => "double".to_owned(),
            _ => self.name(ty),
        }
    }

    /// Tells whether arguments of a type are passed as they are even without a prototype.
    pub(super) fn is_promoted(&self, ty: Type) -> bool {
        self.promoted(ty) == self.name(ty)
    }

    /// Tells whether a type is an `__int128` or has one that is read.
    pub(super) fn has_wide(&self, ty: Type) -> bool {
        let places = self.places("", ty);
        places.iter().any(|&(_, scalar, _)| scalar == Wide)
    }

    /// Statements that give a variable a random value.
    pub(super) fn fill(&self, random: &mut Random, variable: &str, ty: Type) -> String {
        let mut text = String::new();
        for (place, scalar, bits) in self.places(variable, ty) {
            let statement = assignment(random, &place, scalar, bits);
            let _ = writeln!(text, "  {statement}");
        }
        text
    }

    /// Statements that add all of a variable to the checksum.
    pub(super) fn read(&self, variable: &str, ty: Type) -> String {
        let mut text = String::new();
        for (place, scalar, _) in self.places(variable, ty) {
            let statement = match scalar {
                Integer(..) => format!("MIX({place});"),
                Float(_) => format!("MIX({place} * 4);"),
                Complex(_) => format!("MIX(__real__ {place} * 4); MIX(__imag__ {place} * 4);"),
                Wide => format!("MIX({place}); MIX({place} >> 64);"),
                Pointer => format!("MIX(*{place});"),
            };
            let _ = writeln!(text, "  {statement}");
        }
        text
    }

    /// The numbers that a variable consists of, and how many bits of each there are; of a union
    /// those of its first member.
    fn places(&self, variable: &str, ty: Type) -> Vec<(String, Scalar, u32)> {
        let mut places = Vec::new();
        let mut stack = vec![(variable.to_owned(), ty, None)];
        while let Some((place, ty, bits)) = stack.pop() {
            let number = match ty {
                Type::Record(number) => number,
                Type::Scalar(scalar) => {
                    let all = match scalar {
                        Integer(_, all, _) => all,
                        _ => 0,
                    };
                    places.push((place, scalar, bits.unwrap_or(all)));
                    continue;
                }
            };
            let record = &self.records[number];
            let read = match record.keyword {
                "union" => 1,
                _ => record.members.len(),
            };
            for (index, member) in record.members.iter().enumerate().take(read) {
                let inner = format!("{place}.m{index}");
                match member.shape {
                    Shape::Plain => stack.push((inner, member.ty, None)),
                    Shape::Bits(bits) => stack.push((inner, member.ty, Some(bits))),
                    Shape::Array(count) => {
                        let elements = (0..count).map(|at| format!("{inner}[{at}]"));
                        stack.extend(elements.map(|element| (element, member.ty, None)));
                    }
                }
            }
        }
        places
    }
}

/// Gives a number a random value that it can hold. `VALUE` hides it from the compiler.
fn assignment(random: &mut Random, place: &str, scalar: Scalar, bits: u32) -> String {
    match scalar {
        Integer(_, _, sign) => {
            let raw = random.number();
            let value = match sign {
                _ if bits == 64 => raw as i64,
                Unsigned => (raw % (1 << bits)) as i64,
                Signed => (raw as i64) << (64 - bits) >> (64 - bits),
            };
            format!("{place} = VALUE({value:#x}ULL);")
        }
        Float(_) => format!("{place} = VALUE({}) / 4.0;", quarters(random)),
        Complex(_) => format!(
            "__real__ {place} = VALUE({}) / 4.0; __imag__ {place} = VALUE({}) / 4.0;",
            quarters(random),
            quarters(random)
        ),
        Wide => {
            let [high, low] = [random.number(), random.number()];
            format!(
                "{place} = (unsigned __int128) VALUE({high:#x}ULL) << 64 | \
                 (unsigned long long) VALUE({low:#x}ULL);"
            )
        }
        Pointer => {
            let index = random.below(NUMBERS_LENGTH);
            format!("{place} = {NUMBERS} + (int) VALUE({index});")
        }
    }
}

/// A number whose quarter is exact in every format.
fn quarters(random: &mut Random) -> i64 {
    random.below(1 << 20) as i64 - (1 << 19)
}
