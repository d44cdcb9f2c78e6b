//! Results of several parts, each of which LLVM returns in a register of its own.
//!
//! *Needs:* the types of a module for x86-64. *Gives:* how C returns them ([`Returned`]).
//! *Cost:* bounded for each type.
//! *Source:* the calling conventions of LLVM's back end, and the psABI of x86-64 §3.2.3.
//!
//! C packs what lies in the same eight bytes into one register: two floats, or two integers of 32
//! bits. A struct in which each part has eight bytes to itself is returned as LLVM does. Two
//! numbers of 80 bits, which C would return in memory, are those of a complex number. Above an
//! integer of other bits than those of a type of C may be anything.
//!
//! *Limits:* more than two parts have no such type.

use std::fmt::Write as _;

use unsnarl_ir::{FloatKind, Type, TypeId};

use super::refusal::Cause;
use super::types::{Types, holder};

/// How a struct or an array is returned.
#[derive(Clone, Debug)]
pub(super) struct Returned {
    /// As what type.
    pub(super) ty: String,
    /// The function that makes it of the value.
    pub(super) to: String,
    /// The function that makes the value of it.
    pub(super) from: String,
}

/// What registers a part comes in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// One for integers.
    Integer,
    /// Two of them.
    TwoIntegers,
    /// One for vectors, of which at most eight bytes are used.
    Float,
    /// A whole one.
    Vector,
    /// One for numbers of 80 bits.
    Extended,
}

/// A part of a struct or an array.
struct Part {
    ty: TypeId,
    offset: u64,
    /// How it is reached.
    path: String,
    class: Class,
}

/// How many parts are looked at.
const MOST: usize = 8;

impl Types<'_> {
    /// How a result is returned, if not as a value of its own type; nothing also if there is no
    /// such way.
    pub(super) fn returned(&mut self, ty: TypeId) -> Result<Option<Returned>, Cause> {
        let Some(parts) = self.parts(ty) else {
            return Ok(None);
        };
        match &parts[..] {
            [first, second] if first.class == Class::Extended && second.class == first.class => {
                self.complex(ty).map(Some)
            }
            [first, second] if self.is_apart(first, second) => Ok(None),
            [first, second] if [first, second].iter().all(|own| own.is_short()) => {
                self.spread(ty, [first, second]).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Tells whether C has no way to return a result as LLVM does.
    pub(super) fn is_unreturnable(&self, ty: TypeId) -> bool {
        let is_large = self.layout().size(ty).is_none_or(|size| size > 16);
        let Some(parts) = self.parts(ty) else {
            // Many parts are in memory, where C has small structs in registers.
            return self.is_list(ty) && !is_large;
        };
        let count = |class| parts.iter().filter(|part| part.class == class).count();
        let integers = count(Class::Integer) + 2 * count(Class::TwoIntegers);
        let floats = count(Class::Float) + count(Class::Vector);
        let extended = count(Class::Extended);
        let in_registers = integers <= 3 && floats <= 4 && extended <= 2;
        match parts.len() {
            0 | 1 => false,
            2 if extended == 2 || parts.iter().all(Part::is_short) => false,
            // What has too few registers is in memory.
            _ => in_registers || !is_large,
        }
    }

    /// Tells whether C returns two parts in the registers that LLVM does, with nothing above them.
    fn is_apart(&self, first: &Part, second: &Part) -> bool {
        let parts = [first, second];
        let is_whole = |part: &&Part| match *self.module().types.resolve(part.ty) {
            Type::Int(bits) => holder(bits) == Some(bits),
            _ => true,
        };
        second.offset >= 8 && parts.iter().all(is_whole)
    }

    /// Tells whether a result may come in several registers of its own.
    fn is_list(&self, ty: TypeId) -> bool {
        let resolved = self.module().types.resolve(ty);
        let is_list = matches!(resolved, Type::Struct { .. } | Type::Array { .. });
        is_list && self.module().target.starts_with("x86_64")
    }

    /// The parts of a struct or an array that is returned; none if it is none of them, has more
    /// than a few, or the machine is another one.
    fn parts(&self, ty: TypeId) -> Option<Vec<Part>> {
        if !self.is_list(ty) {
            return None;
        }
        let module = self.module();
        let mut parts = Vec::new();
        let mut work = vec![(ty, 0, String::new())];
        while let Some((own, offset, path)) = work.pop() {
            if parts.len() + work.len() > MOST {
                return None;
            }
            let members: Vec<(TypeId, u64, String)> = match module.types.resolve(own) {
                Type::Struct { fields, .. } => {
                    let numbered = fields.iter().enumerate();
                    let member = |(number, &field)| {
                        let at = offset + self.layout().field(own, number)?;
                        Some((field, at, format!("{path}.f{number}")))
                    };
                    numbered.map(member).collect::<Option<_>>()?
                }
                &Type::Array { element, count } if count <= MOST as u64 => {
                    let size = self.layout().size(element)?;
                    // As a value, an array is a struct of one.
                    let name = if path.is_empty() { ".e" } else { &path };
                    let member =
                        |number| (element, offset + number * size, format!("{name}[{number}]"));
                    (0..count).map(member).collect()
                }
                Type::Array { .. } => return None,
                _ => {
                    let class = self.class(own)?;
                    let ty = own;
                    parts.push(Part {
                        ty,
                        offset,
                        path,
                        class,
                    });
                    continue;
                }
            };
            work.extend(members.into_iter().rev());
        }
        Some(parts)
    }

    fn class(&self, ty: TypeId) -> Option<Class> {
        let module = self.module();
        Some(match *module.types.resolve(ty) {
            Type::Int(..=64) | Type::Pointer { .. } => Class::Integer,
            Type::Int(65..=128) => Class::TwoIntegers,
            Type::Float(FloatKind::X86Fp80) => Class::Extended,
            Type::Float(FloatKind::Fp128) => Class::Vector,
            Type::Float(_) => Class::Float,
            Type::Vector { .. } if self.layout().size(ty)? <= 8 => Class::Float,
            Type::Vector { .. } => Class::Vector,
            _ => return None,
        })
    }

    /// Two numbers of 80 bits.
    fn complex(&mut self, ty: TypeId) -> Result<Returned, Cause> {
        let value = self.value(ty)?;
        let returned = returned("long double _Complex", &value);
        if self.is_new(&returned.to) {
            let convert = |from: &str, to: &str| {
                format!("((union {{ {from} from; {to} to; }}){{ value }}).to")
            };
            let (to, from) = (convert(&value, &returned.ty), convert(&returned.ty, &value));
            self.definitions += &returned.functions(&value, &to, &from);
        }
        Ok(returned)
    }

    /// Two parts, each with eight bytes to itself.
    fn spread(&mut self, ty: TypeId, parts: [&Part; 2]) -> Result<Returned, Cause> {
        let value = self.value(ty)?;
        let stem = value.trim_start_matches("struct ");
        let returned = returned(&format!("struct ir_apart_{stem}"), &value);
        if !self.is_new(&returned.to) {
            return Ok(returned);
        }
        let (mut fields, mut to, mut from) = (String::new(), String::new(), String::new());
        for (number, part) in parts.into_iter().enumerate() {
            let bits = match *self.module().types.resolve(part.ty) {
                Type::Int(bits) => bits,
                _ => 0,
            };
            let (name, above) = match bits {
                0 => (self.value(part.ty)?, String::new()),
                1 => (String::from("uint8_t"), String::from(" & 1")),
                bits if holder(bits) == Some(bits) => (self.value(part.ty)?, String::new()),
                bits => (
                    self.value(part.ty)?,
                    format!(
                        " & {}",
                        super::constants::int(u128::MAX >> (128 - bits), 64).text
                    ),
                ),
            };
            let _ = write!(fields, " {name} f{number} __attribute__((aligned(8)));");
            let separator = if number > 0 { ", " } else { "" };
            let _ = write!(to, "{separator}value{}", part.path);
            let _ = write!(from, "{separator}{} = value.f{number}{above}", part.path);
        }
        self.definitions += &format!("{} {{{fields} }};\n", returned.ty);
        let to = format!("({}){{ {to} }}", returned.ty);
        let from = format!("({value}){{ {from} }}");
        self.definitions += &returned.functions(&value, &to, &from);
        Ok(returned)
    }
}

impl Part {
    fn is_short(&self) -> bool {
        matches!(self.class, Class::Integer | Class::Float)
    }
}

fn returned(ty: &str, value: &str) -> Returned {
    let stem = value.trim_start_matches("struct ");
    Returned {
        ty: ty.to_owned(),
        to: format!("ir_apart_{stem}"),
        from: format!("ir_joined_{stem}"),
    }
}

impl Returned {
    /// The functions that convert a value, by what they return.
    fn functions(&self, value: &str, to: &str, from: &str) -> String {
        let head = "__attribute__((unused)) static inline";
        let Returned {
            ty,
            to: name,
            from: back,
        } = self;
        format!(
            "{head} {ty} {name}({value} value) {{\n  return {to};\n}}\n\
             {head} {value} {back}({ty} value) {{\n  return {from};\n}}\n"
        )
    }
}
