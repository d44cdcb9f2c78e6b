//! Functions that the text defines for what C has no operator for.
//!
//! *Gives:* [`Helper`], with its name and its definition. Each is written if something needs it.
//! All are total: where the IR has no defined result, theirs is some number.

use super::math::{Format, Function};
use super::types::{holder, int_name};
use super::wide::Operation;

/// A function of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Helper {
    /// A float as an integer: towards zero.
    ToInt {
        from: Format,
        bits: u32,
        is_signed: bool,
        /// Whether what is too large becomes the nearest number, and no number 0.
        saturates: bool,
    },
    /// The larger or smaller of two integers.
    Pick {
        bits: u32,
        is_signed: bool,
        is_larger: bool,
    },
    /// The absolute value of an integer.
    Absolute(u32),
    /// Zeros above the highest one, or below the lowest one; all bits if there is none.
    Zeros { bits: u32, is_above: bool },
    /// The number of ones.
    Ones(u32),
    /// The bits in the other order.
    Reverse(u32),
    /// The bytes in the other order.
    Swap(u32),
    /// A shift of two numbers side by side: the upper half, or with a shift right the lower one.
    Funnel { bits: u32, is_left: bool },
    /// A sum or difference that stays at the ends of the range.
    Saturating {
        bits: u32,
        is_signed: bool,
        is_sum: bool,
    },
    /// A shift left that stays at the ends of the range.
    SaturatingShift { bits: u32, is_signed: bool },
    /// A function on floating-point numbers.
    Math { format: Format, function: Function },
    /// How numbers are rounded, as `llvm.get.rounding` numbers it.
    Rounding,
    /// The place of the stack, which only gcc can say and set: elsewhere what an `alloca` makes
    /// lives until the function returns.
    Stack,
    /// What lets calls reach memory whose address they are not given.
    Reached,
    /// A jump to where `__builtin_setjmp` was called. gcc's has to be in another function.
    Jump,
    /// -1, 0 or 1.
    Compare {
        bits: u32,
        is_signed: bool,
        result: u32,
    },
    /// An operation on integers of more than 128 bits, in structs of so many.
    Wide { size: u32, operation: Operation },
}

fn sign_letter(is_signed: bool) -> &'static str {
    if is_signed { "s" } else { "u" }
}

impl Helper {
    /// It, and all that its definition calls.
    pub(super) fn with_needed(self) -> Vec<Helper> {
        match self {
            Helper::Wide { size, operation } => {
                let all = operation.all().into_iter();
                all.map(|operation| Helper::Wide { size, operation })
                    .collect()
            }
            own => vec![own],
        }
    }

    /// Its name.
    pub(super) fn name(self) -> String {
        match self {
            Helper::ToInt {
                from,
                bits,
                is_signed,
                saturates,
            } => {
                let kind = if saturates { "nearest" } else { "to" };
                format!(
                    "ir_{kind}_{}{bits}_f{}",
                    sign_letter(is_signed),
                    from.bits()
                )
            }
            Helper::Pick {
                bits,
                is_signed,
                is_larger,
            } => {
                let kind = if is_larger { "max" } else { "min" };
                format!("ir_{kind}_{}{bits}", sign_letter(is_signed))
            }
            Helper::Absolute(bits) => format!("ir_abs_{bits}"),
            Helper::Zeros { bits, is_above } => {
                format!("ir_{}_{bits}", if is_above { "clz" } else { "ctz" })
            }
            Helper::Ones(bits) => format!("ir_popcount_{bits}"),
            Helper::Reverse(bits) => format!("ir_bitreverse_{bits}"),
            Helper::Swap(bits) => format!("ir_bswap_{bits}"),
            Helper::Funnel { bits, is_left } => {
                format!("ir_{}_{bits}", if is_left { "fshl" } else { "fshr" })
            }
            Helper::Saturating {
                bits,
                is_signed,
                is_sum,
            } => {
                let kind = if is_sum { "add" } else { "sub" };
                format!("ir_{kind}_sat_{}{bits}", sign_letter(is_signed))
            }
            Helper::SaturatingShift { bits, is_signed } => {
                format!("ir_shl_sat_{}{bits}", sign_letter(is_signed))
            }
            Helper::Math { format, function } => function.callee(format).0,
            Helper::Rounding => "ir_rounding".to_owned(),
            Helper::Stack => "ir_stack".to_owned(),
            Helper::Reached => "ir_reached".to_owned(),
            Helper::Jump => "ir_jump".to_owned(),
            Helper::Compare {
                bits,
                is_signed,
                result,
            } => format!("ir_cmp_{}{bits}_{result}", sign_letter(is_signed)),
            Helper::Wide { size, operation } => operation.name(size),
        }
    }

    /// Its definition.
    pub(super) fn definition(self) -> String {
        let name = self.name();
        match self {
            Helper::ToInt {
                from,
                bits,
                is_signed,
                saturates,
            } => {
                let size = holder(bits).unwrap_or(128);
                let (unsigned, own) = (int_name(size, false), int_name(size, is_signed));
                // All numbers of the narrowest format are ones of the next.
                let from = match from {
                    Format::Half => Format::Single,
                    from => from,
                };
                let (float, suffix) = (from.name(), from.suffix());
                // Both ends are powers of two, which every format here has but for one.
                let power = |power: u32| match (from, power) {
                    (Format::Single, 128..) => format!("0x1p{power}"),
                    _ => format!("0x1p{power}{suffix}"),
                };
                let (low, high) = match is_signed {
                    true => (format!("-{}", power(bits - 1)), power(bits - 1)),
                    false => (format!("-0x1p0{suffix}"), power(bits)),
                };
                // What is less than one below the lower end still becomes the lowest number, if the
                // format has such numbers.
                let is_fine = is_signed && from.digits() > bits - 1;
                let above = match (is_signed, is_fine) {
                    (true, false) => ">=",
                    _ => ">",
                };
                let low = match is_fine {
                    true => format!("{low} - 1"),
                    false => low,
                };
                let (lowest, highest) = match is_signed {
                    true => (
                        format!("({unsigned})1 << {}", bits - 1),
                        format!("(({unsigned})1 << {}) - 1", bits - 1),
                    ),
                    false if bits == size => ("0".to_owned(), format!("({unsigned})-1")),
                    false => ("0".to_owned(), format!("(({unsigned})1 << {bits}) - 1")),
                };
                let other = match saturates {
                    false => "0".to_owned(),
                    true => format!(
                        "x < 0 ? ({unsigned})({lowest}) : x > 0 ? ({unsigned})({highest}) : 0"
                    ),
                };
                format!(
                    "static inline {unsigned} {name}({float} x) {{\n  \
                     return x {above} {low} && x < {high} ? ({unsigned})({own})x : {other};\n}}\n"
                )
            }
            Helper::Pick {
                bits,
                is_signed,
                is_larger,
            } => {
                let (unsigned, own) = (int_name(bits, false), int_name(bits, is_signed));
                let sign = if is_larger { ">" } else { "<" };
                format!(
                    "static inline {unsigned} {name}({unsigned} a, {unsigned} b) {{\n  \
                     return ({own})a {sign} ({own})b ? a : b;\n}}\n"
                )
            }
            Helper::Absolute(bits) => {
                let (unsigned, own) = (int_name(bits, false), int_name(bits, true));
                format!(
                    "static inline {unsigned} {name}({unsigned} a) {{\n  \
                     return ({own})a < 0 ? ({unsigned})(0 - a) : a;\n}}\n"
                )
            }
            Helper::Zeros { bits, is_above } => {
                let unsigned = int_name(bits, false);
                let kind = if is_above { "clz" } else { "ctz" };
                let body = match (bits, is_above) {
                    (64, _) => format!("(unsigned)__builtin_{kind}ll(a)"),
                    (128, true) => "(uint64_t)(a >> 64) ? (unsigned)__builtin_clzll((uint64_t)(a >> 64)) : 64u + (unsigned)__builtin_clzll((uint64_t)a)".to_owned(),
                    (128, false) => "(uint64_t)a ? (unsigned)__builtin_ctzll((uint64_t)a) : 64u + (unsigned)__builtin_ctzll((uint64_t)(a >> 64))".to_owned(),
                    (_, true) => format!("(unsigned)__builtin_clz(a) - {}", 32 - bits),
                    (_, false) => "(unsigned)__builtin_ctz(a)".to_owned(),
                };
                format!(
                    "static inline {unsigned} {name}({unsigned} a) {{\n  \
                     return ({unsigned})(a == 0 ? {bits}u : ({body}));\n}}\n"
                )
            }
            Helper::Ones(bits) => {
                let unsigned = int_name(bits, false);
                let body = match bits {
                    128 => {
                        "__builtin_popcountll((uint64_t)a) + __builtin_popcountll((uint64_t)(a >> 64))"
                    }
                    _ => "__builtin_popcountll(a)",
                };
                format!(
                    "static inline {unsigned} {name}({unsigned} a) {{\n  \
                     return ({unsigned})({body});\n}}\n"
                )
            }
            Helper::Reverse(bits) => {
                let unsigned = int_name(bits, false);
                format!(
                    "static inline {unsigned} {name}({unsigned} a) {{\n  \
                     {unsigned} b = 0;\n  \
                     for (int i = 0; i < {bits}; i++) {{\n    \
                     b = ({unsigned})(b << 1 | (a & 1));\n    \
                     a = ({unsigned})(a >> 1);\n  }}\n  return b;\n}}\n"
                )
            }
            Helper::Swap(bits) => {
                let unsigned = int_name(bits, false);
                let body = match bits {
                    128 => "(uint128_t)__builtin_bswap64((uint64_t)a) << 64 | __builtin_bswap64((uint64_t)(a >> 64))".to_owned(),
                    _ => format!("__builtin_bswap{bits}(a)"),
                };
                format!("static inline {unsigned} {name}({unsigned} a) {{\n  return {body};\n}}\n")
            }
            Helper::Funnel { bits, is_left } => {
                let unsigned = int_name(bits, false);
                let wide = if bits < 32 {
                    "uint32_t"
                } else {
                    unsigned.as_str()
                };
                let body = match is_left {
                    true => format!("({wide})high << n | ({wide})low >> ({bits} - n)"),
                    false => format!("({wide})high << ({bits} - n) | ({wide})low >> n"),
                };
                let none = if is_left { "high" } else { "low" };
                format!(
                    "static inline {unsigned} {name}({unsigned} high, {unsigned} low, {unsigned} n) {{\n  \
                     n %= {bits};\n  return n == 0 ? {none} : ({unsigned})({body});\n}}\n"
                )
            }
            Helper::Saturating {
                bits,
                is_signed,
                is_sum,
            } => {
                let (unsigned, own) = (int_name(bits, false), int_name(bits, is_signed));
                let builtin = if is_sum { "add" } else { "sub" };
                let end = match (is_signed, is_sum) {
                    (true, _) => format!(
                        "({own})a < 0 ? ({unsigned})1 << {0} : (({unsigned})1 << {0}) - 1",
                        bits - 1
                    ),
                    (false, true) => format!("({unsigned})-1"),
                    (false, false) => "0".to_owned(),
                };
                format!(
                    "static inline {unsigned} {name}({unsigned} a, {unsigned} b) {{\n  \
                     {own} sum;\n  \
                     bool over = __builtin_{builtin}_overflow(({own})a, ({own})b, &sum);\n  \
                     return over ? ({unsigned})({end}) : ({unsigned})sum;\n}}\n"
                )
            }
            Helper::SaturatingShift { bits, is_signed } => {
                let (unsigned, own) = (int_name(bits, false), int_name(bits, is_signed));
                let wide = int_name(bits.max(64), false);
                let end = match is_signed {
                    true => format!(
                        "({own})a < 0 ? ({unsigned})1 << {0} : (({unsigned})1 << {0}) - 1",
                        bits - 1
                    ),
                    false => format!("({unsigned})-1"),
                };
                format!(
                    "static inline {unsigned} {name}({unsigned} a, {unsigned} n) {{\n  \
                     n %= {bits};\n  \
                     {unsigned} shifted = ({unsigned})(({wide})a << n);\n  \
                     return ({own})shifted >> n == ({own})a ? shifted : ({unsigned})({end});\n}}\n"
                )
            }
            Helper::Stack => String::from(
                "#ifdef __clang__\n\
                 #define ir_stack_save() NULL\n\
                 #define ir_stack_restore(place) (void)(place)\n\
                 #else\n\
                 #define ir_stack_save() __builtin_stack_save()\n\
                 #define ir_stack_restore(place) __builtin_stack_restore(place)\n\
                 #endif\n",
            ),
            Helper::Math { format, function } => function.definition(format),
            // Compilers would compute the sums themselves.
            Helper::Rounding => String::from(
                "static inline unsigned ir_rounding(void) {\n  \
                 volatile float one = 1, least = 0x1p-30f;\n  \
                 if (one + least > 1)\n    return 2;\n  \
                 if (-one - least < -1)\n    return 3;\n  \
                 return one - least < 1 ? 0 : 1;\n}\n",
            ),
            Helper::Reached => String::from(
                "#define ir_reached(place) __asm__ volatile (\"\" : : \"r\"(place) : \"memory\")\n",
            ),
            Helper::Jump => String::from(
                "static void __attribute__((noinline, noreturn)) ir_jump(void *place) {\n  \
                 __builtin_longjmp(place, 1);\n}\n",
            ),
            Helper::Compare {
                bits,
                is_signed,
                result,
            } => {
                let (unsigned, own) = (int_name(bits, false), int_name(bits, is_signed));
                let result = int_name(result, false);
                format!(
                    "static inline {result} {name}({unsigned} a, {unsigned} b) {{\n  \
                     return ({result})((({own})a > ({own})b) - (({own})a < ({own})b));\n}}\n"
                )
            }
            Helper::Wide { size, operation } => operation.definition(size),
        }
    }
}
