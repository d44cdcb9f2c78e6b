//! Functions on floating-point numbers: builtins of compilers, functions of the library, and those
//! that the text defines.
//!
//! *Gives:* [`Format`]; [`Function`], with its name and its definition.
//! *Limits:* no `bfloat` and no PowerPC's double double, which compilers for x86 compute in no way
//! that C could say.
//!
//! A `_Float16` is computed with as a `float`, or a `double` where a product is added to, and
//! rounded once: both formats have more than twice its digits, so that the result is the nearest
//! one. Compilers know few functions on `__float128`, and the library has them all: these are
//! declared by a name of the text's own.

use unsnarl_ir::FloatKind;

use super::types::{float_name, int_name};

/// A format of floating-point numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Format {
    Half,
    Single,
    Double,
    /// Of 80 bits.
    Extended,
    Quad,
}

impl Format {
    pub(super) fn of(kind: FloatKind) -> Option<Format> {
        Some(match kind {
            FloatKind::Half => Format::Half,
            FloatKind::Float => Format::Single,
            FloatKind::Double => Format::Double,
            FloatKind::X86Fp80 => Format::Extended,
            FloatKind::Fp128 => Format::Quad,
            FloatKind::BFloat | FloatKind::PpcFp128 => return None,
        })
    }

    fn kind(self) -> FloatKind {
        match self {
            Format::Half => FloatKind::Half,
            Format::Single => FloatKind::Float,
            Format::Double => FloatKind::Double,
            Format::Extended => FloatKind::X86Fp80,
            Format::Quad => FloatKind::Fp128,
        }
    }

    /// Its type in C.
    pub(super) fn name(self) -> &'static str {
        float_name(self.kind()).unwrap_or_default()
    }

    pub(super) fn bits(self) -> u32 {
        self.kind().bits()
    }

    /// The digits of a number, in bits.
    pub(super) fn digits(self) -> u32 {
        match self {
            Format::Half => 11,
            Format::Single => 24,
            Format::Double => 53,
            Format::Extended => 64,
            Format::Quad => 113,
        }
    }

    /// What ends a number that is written out.
    pub(super) fn suffix(self) -> &'static str {
        match self {
            Format::Half => "f16",
            Format::Single => "f",
            Format::Double => "",
            Format::Extended => "L",
            Format::Quad => "Q",
        }
    }

    /// What ends the name of a function of the library.
    fn ending(self) -> &'static str {
        match self {
            Format::Half | Format::Single => "f",
            Format::Double => "",
            Format::Extended => "l",
            Format::Quad => "f128",
        }
    }

    /// The type in which it is computed with.
    pub(super) fn wider(self) -> Option<&'static str> {
        (self == Format::Half).then_some("float")
    }
}

/// A function on numbers of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Function {
    /// One of the library by its name for a `double`.
    Library(&'static str, Operands),
    /// One of the library that rounds to an integer, by its name for a `double`: gcc computes these
    /// by instructions that raise exceptions which they should not, or round in one way only.
    Outside(&'static str),
    /// The number with the other sign.
    Negate,
    /// The larger or smaller one; -0 is smaller than 0.
    Extreme {
        is_larger: bool,
        /// Whether a NaN is larger and smaller than all numbers, or is no number.
        keeps_nan: bool,
    },
    /// The same number; a NaN that signals becomes quiet.
    Canonical,
    /// The class, as `llvm.is.fpclass` numbers them: a bit.
    Class,
}

/// What a function of the library takes and gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Operands {
    /// Numbers, and gives one.
    Numbers(usize),
    /// A number and an `int`, and gives a number.
    WithInt,
    /// A number, and gives an integer of this type.
    ToInt(&'static str),
    /// A number and where a second result goes, of this type or the number's own.
    Pair(Option<&'static str>),
}

impl Function {
    /// The name by which code calls it, and whether the text defines it.
    pub(super) fn callee(self, format: Format) -> (String, bool) {
        use Function as F;
        match (self, format) {
            // No function, but both compilers have the builtin of the sign.
            (F::Library(name @ ("fabs" | "copysign"), _), Format::Quad) => {
                (format!("__builtin_{name}f128"), false)
            }
            (F::Library("sincos", _), _) | (F::Library(..), Format::Half | Format::Quad) => {
                (self.name(format), true)
            }
            (F::Library(name, _), _) => (format!("__builtin_{name}{}", format.ending()), false),
            _ => (self.name(format), true),
        }
    }

    fn name(self, format: Format) -> String {
        let word = match self {
            Function::Outside(name) => return format!("ir_{name}_outside_f{}", format.bits()),
            Function::Library(name, _) => name,
            Function::Negate => "neg",
            Function::Extreme {
                is_larger: true,
                keeps_nan: true,
            } => "maximum",
            Function::Extreme {
                is_larger: false,
                keeps_nan: true,
            } => "minimum",
            Function::Extreme {
                is_larger: true, ..
            } => "maximumnum",
            Function::Extreme { .. } => "minimumnum",
            Function::Canonical => "canonical",
            Function::Class => "class",
        };
        format!("ir_{word}_f{}", format.bits())
    }

    pub(super) fn definition(self, format: Format) -> String {
        let (own, name) = (format.name(), self.name(format));
        match self {
            Function::Library("sincos", _) => {
                let [sin, cos] = ["sin", "cos"].map(|name| match format {
                    Format::Half => format!("({own})__builtin_{name}f((float)a)"),
                    Format::Quad => format!("{}(a)", of_quad(name)),
                    _ => format!("__builtin_{name}{}(a)", format.ending()),
                });
                let declared = match format {
                    Format::Quad => ["sin", "cos"].map(declared_of_quad).concat(),
                    _ => String::new(),
                };
                let body = format!("  *other = {cos};\n  return {sin};\n");
                format!(
                    "{declared}static inline {own} {name}({own} a, {own} *other) {{\n{body}}}\n"
                )
            }
            Function::Library(symbol, operands) if format == Format::Quad => {
                let ending = match symbol {
                    "powi" => "__powitf2".to_owned(),
                    symbol => format!("{symbol}f128"),
                };
                let (result, list) = operands.types(own);
                format!("extern {result} {name}({list}) __asm__(\"{ending}\");\n")
            }
            Function::Library("fabs" | "copysign", operands) => {
                let (sign, list) = match operands {
                    Operands::Numbers(2) => ("b.bits & 0x8000", format!("{own} x, {own} y")),
                    _ => ("0", format!("{own} x")),
                };
                let other = match operands {
                    Operands::Numbers(2) => ", b = { y }",
                    _ => "",
                };
                format!(
                    "static inline {own} {name}({list}) {{\n  \
                     union {{ {own} number; uint16_t bits; }} a = {{ x }}{other};\n  \
                     a.bits = (uint16_t)((a.bits & 0x7fff) | ({sign}));\n  return a.number;\n}}\n"
                )
            }
            Function::Library(symbol, operands) => of_half(&name, symbol, operands),
            Function::Outside(symbol) => {
                let wide = match format {
                    Format::Half => Format::Single,
                    format => format,
                };
                let (ty, outside) = (wide.name(), self.name(wide));
                let ending = wide.ending();
                let declared =
                    format!("extern {ty} {outside}({ty}) __asm__(\"{symbol}{ending}\");\n");
                match format {
                    Format::Half => format!(
                        "{declared}static inline {own} {name}({own} a) {{\n  \
                         return ({own}){outside}(({ty})a);\n}}\n"
                    ),
                    _ => declared,
                }
            }
            Function::Negate => format!(
                "static inline {own} {name}({own} x) {{\n  \
                 union {{ {own} number; uint16_t bits; }} a = {{ x }};\n  \
                 a.bits ^= 0x8000;\n  return a.number;\n}}\n"
            ),
            Function::Extreme {
                is_larger,
                keeps_nan,
            } => {
                let sign = if is_larger { ">" } else { "<" };
                let [first, other] = match is_larger {
                    true => ["b", "a"],
                    false => ["a", "b"],
                };
                let nan = match keeps_nan {
                    true => "a + b",
                    false => "a == a ? a : b == b ? b : a + b",
                };
                let sum = match format {
                    Format::Half => format!("({own})({nan})"),
                    _ => nan.to_owned(),
                };
                format!(
                    "static inline {own} {name}({own} a, {own} b) {{\n  \
                     if (a != a || b != b)\n    return {sum};\n  \
                     if (a == b)\n    return __builtin_signbit(a) ? {first} : {other};\n  \
                     return a {sign} b ? a : b;\n}}\n"
                )
            }
            Function::Canonical => format!(
                "static inline {own} {name}({own} a) {{\n  \
                 return a != a ? ({own})(a + a) : a;\n}}\n"
            ),
            Function::Class => class(format, &name),
        }
    }
}

impl Operands {
    /// The types of the result and of the operands.
    fn types(self, own: &str) -> (&str, String) {
        match self {
            Operands::Numbers(count) => (own, vec![own; count].join(", ")),
            Operands::WithInt => (own, format!("{own}, int")),
            Operands::ToInt(result) => (result, own.to_owned()),
            Operands::Pair(other) => (own, format!("{own}, {} *", other.unwrap_or(own))),
        }
    }
}

/// The name of a function of the library on a `__float128`.
fn of_quad(name: &str) -> String {
    format!("ir_{name}_f128")
}

fn declared_of_quad(name: &str) -> String {
    let function = of_quad(name);
    format!("extern __float128 {function}(__float128) __asm__(\"{name}f128\");\n")
}

/// A function on a `_Float16` by that on a wider format.
fn of_half(name: &str, symbol: &str, operands: Operands) -> String {
    let own = Format::Half.name();
    let (wide, ending) = match symbol {
        "fma" => ("double", ""),
        _ => ("float", "f"),
    };
    let call = format!("__builtin_{symbol}{ending}");
    match operands {
        Operands::Numbers(count) => {
            let names = &["a", "b", "c"][..count];
            let list: Vec<String> = names.iter().map(|name| format!("{own} {name}")).collect();
            let values: Vec<String> = names.iter().map(|name| format!("({wide}){name}")).collect();
            format!(
                "static inline {own} {name}({}) {{\n  return ({own}){call}({});\n}}\n",
                list.join(", "),
                values.join(", ")
            )
        }
        Operands::WithInt => format!(
            "static inline {own} {name}({own} a, int b) {{\n  return ({own}){call}(({wide})a, b);\n}}\n"
        ),
        Operands::ToInt(result) => {
            format!("static inline {result} {name}({own} a) {{\n  return {call}(({wide})a);\n}}\n")
        }
        Operands::Pair(Some(other)) => format!(
            "static inline {own} {name}({own} a, {other} *b) {{\n  \
             return ({own}){call}(({wide})a, b);\n}}\n"
        ),
        Operands::Pair(None) => format!(
            "static inline {own} {name}({own} a, {own} *b) {{\n  {wide} other;\n  \
             {own} result = ({own}){call}(({wide})a, &other);\n  *b = ({own})other;\n  \
             return result;\n}}\n"
        ),
    }
}

/// The function that finds the class of a number. What 80 bits have beyond numbers, infinities and
/// NaNs is of none, as for LLVM's own back end.
fn class(format: Format, name: &str) -> String {
    let own = format.name();
    let (read, quiet) = match format {
        Format::Extended => (
            String::from(
                "struct { uint64_t low; uint16_t high; } bits;\n  \
                 __builtin_memcpy(&bits, &x, 10);\n  \
                 uint64_t fraction = bits.low << 1;\n  \
                 unsigned power = bits.high & 0x7fff;\n  \
                 bool is_negative = bits.high >> 15;\n  \
                 if ((power != 0) != bits.low >> 63)\n    return 0;\n  ",
            ),
            63,
        ),
        _ => {
            let unsigned = match format {
                Format::Quad => "unsigned __int128".to_owned(),
                _ => int_name(format.bits(), false),
            };
            let digits = format.digits() - 1;
            let most = (1u32 << (format.bits() - format.digits())) - 1;
            let read = format!(
                "{unsigned} bits;\n  \
                 __builtin_memcpy(&bits, &x, sizeof bits);\n  \
                 {unsigned} fraction = bits & ((({unsigned})1 << {digits}) - 1);\n  \
                 unsigned power = (unsigned)(bits >> {digits}) & {most};\n  \
                 bool is_negative = bits >> {};\n  ",
                format.bits() - 1
            );
            (read, digits - 1)
        }
    };
    let most = match format {
        Format::Extended => 0x7fff,
        _ => (1u32 << (format.bits() - format.digits())) - 1,
    };
    format!(
        "static inline unsigned {name}({own} x) {{\n  {read}\
         if (power == {most}) {{\n    \
         if (fraction != 0)\n      return fraction >> {quiet} ? 2 : 1;\n    \
         return is_negative ? 4 : 512;\n  }}\n  \
         if (power != 0)\n    return is_negative ? 8 : 256;\n  \
         if (fraction != 0)\n    return is_negative ? 16 : 128;\n  \
         return is_negative ? 32 : 64;\n}}\n"
    )
}
