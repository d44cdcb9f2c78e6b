//! Integers of more than 128 bits, which C11 has no type for: structs of words, and functions on
//! them.
//!
//! *Gives:* [`size`], [`name`] and [`definition`] of the struct; [`Operation`], with its function.
//! *Cost:* that of the function: linear in the words, but products, which are quadratic, and
//! quotients, which are so in the bits.
//! *Source:* schoolbook arithmetic; D. E. Knuth, "The Art of Computer Programming" 2, 1997, §4.3.1.
//! *Limits:* [`LARGEST`] bits.
//!
//! ```c
//! typedef struct { uint64_t word[4]; } uint256_t;         // the lowest word first
//! ```
//!
//! A value has zeros above its bits, as every integer of the text has.

use std::sync::Arc;

use unsnarl_ir::rewrite::{self, Atomics, Rewritten, Target};
use unsnarl_ir::{EdgeCopies, FuncId, Function, Id, Module, Tables, Type, graph};

use super::early::hold_graph;
use super::refusal::{Cause, Refusal};

/// The most bits of an integer. Compilers copy values of this type as a whole.
const LARGEST: u32 = 4096;

/// The alignment of a struct in bytes, which is that of the integer.
pub(super) const ALIGN: u64 = 16;

/// The bits of a word.
const WORD: u32 = 64;

/// The bits of the struct that holds an integer, if it is too wide for the types of C. That is as
/// many as it has in memory.
pub(super) fn size(bits: u32) -> Option<u32> {
    (129..=LARGEST)
        .contains(&bits)
        .then(|| bits.next_multiple_of(128))
}

/// The name of a struct of so many bits.
pub(super) fn name(size: u32) -> String {
    format!("uint{size}_t")
}

/// The definition of a struct of so many bits.
pub(super) fn definition(size: u32) -> String {
    format!(
        "typedef struct {{ uint64_t word[{}]; }} __attribute__((aligned({ALIGN}), may_alias)) {};\n",
        size / WORD,
        name(size)
    )
}

/// The widest integers that a `switch` of C decides on.
const SWITCH: u32 = 64;

/// Writes intrinsics on such integers and on others that no type of C holds exactly, and
/// conversions of such ones from and to floating-point numbers, as arithmetic; and switches on
/// integers that C has none for as several on words of them.
///
/// # Errors
/// The functions whose graphs are not those of their sources, which is a bug.
pub(super) fn in_arithmetic(module: &mut Module) -> Result<(), Vec<Refusal>> {
    let is_odd = |bits: u32| !matches!(bits, 1 | 8 | 16 | 32 | 64);
    let is_wide = |ty| matches!(*module.types.get(ty), Type::Int(bits) if is_odd(bits));
    if !module.types.ids().any(is_wide) {
        return Ok(());
    }
    let target = Target {
        division: u32::MAX,
        product: u32::MAX,
        switch: SWITCH,
        intrinsics: 128,
        odd_intrinsics: false,
        result: u32::MAX,
        atomics: Atomics::Operations,
        jumps: false,
    };
    let rewrites: Vec<_> = ["intrinsics", "switch"]
        .iter()
        .filter_map(|own| rewrite::named(own))
        .collect();
    let mut refused = Vec::new();
    let mut tables = Tables::new(module);
    for index in 0..tables.module().functions.len() {
        let id = FuncId::new(index);
        for rewrite in &rewrites {
            let source = Arc::clone(&tables.module().functions[id]);
            if let Some(rewritten) = rewrite.rewrite(&mut tables, id, &target) {
                if let Err(cause) = hold(&source, &rewritten) {
                    let symbol = tables.module().function_name(id);
                    refused.push(Refusal::new(symbol, source.origin.line, cause));
                }
                tables.replace_function(id, rewritten.function);
            }
        }
    }
    match refused.is_empty() {
        true => Ok(()),
        false => Err(refused),
    }
}

/// Holds the graph of a rewritten function to its source.
fn hold(source: &Function, rewritten: &Rewritten) -> Result<(), Cause> {
    let function = &rewritten.function;
    let cfg = graph(function, &EdgeCopies::new(function));
    let cfg = cfg.map_err(|error| Cause::Structure(error.to_string()))?;
    let held = hold_graph(source, function, &cfg, &rewritten.provenance);
    held.map_err(|violation| Cause::NotProved(violation.to_string()))
}

/// An operation on structs of a size; those that others need come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Operation {
    And,
    Or,
    Xor,
    Add,
    Sub,
    Mul,
    ShiftLeft,
    ShiftRight,
    /// What comes in from above is the highest bit.
    ShiftRightSigned,
    Equal,
    Less,
    LessSigned,
    /// The quotient; the rest is stored.
    Divide,
    UnsignedDiv,
    UnsignedRem,
    SignedDiv,
    SignedRem,
    /// The lowest so many bits.
    Cut,
    /// The sign at so many bits, in all bits above.
    Extend,
    /// Of an integer of 128 bits.
    Widen,
    /// Of an integer of 128 bits with its sign.
    WidenSigned,
    /// The lowest 128 bits.
    Low,
    /// Of another struct, of this size.
    Resize(u32),
}

impl Operation {
    /// The operations that its function calls.
    fn needed(self) -> &'static [Operation] {
        match self {
            Self::Divide => &[Self::Sub, Self::ShiftLeft, Self::Less],
            Self::UnsignedDiv | Self::UnsignedRem => &[Self::Divide],
            Self::SignedDiv => &[Self::Sub, Self::UnsignedDiv],
            Self::SignedRem => &[Self::Sub, Self::UnsignedRem],
            _ => &[],
        }
    }

    /// The operation and all that its function calls, directly or not.
    pub(super) fn all(self) -> Vec<Operation> {
        let mut all = vec![self];
        let mut at = 0;
        while let Some(next) = all.get(at) {
            all.extend(next.needed());
            at += 1;
        }
        all
    }

    /// The name of its function.
    pub(super) fn name(self, size: u32) -> String {
        let word = match self {
            Self::And => "and",
            Self::Or => "or",
            Self::Xor => "xor",
            Self::Add => "add",
            Self::Sub => "sub",
            Self::Mul => "mul",
            Self::ShiftLeft => "shl",
            Self::ShiftRight => "lshr",
            Self::ShiftRightSigned => "ashr",
            Self::Equal => "equal",
            Self::Less => "less",
            Self::LessSigned => "less_signed",
            Self::Divide => "divide",
            Self::UnsignedDiv => "udiv",
            Self::UnsignedRem => "urem",
            Self::SignedDiv => "sdiv",
            Self::SignedRem => "srem",
            Self::Cut => "cut",
            Self::Extend => "extend",
            Self::Widen => "widen",
            Self::WidenSigned => "widen_signed",
            Self::Low => "low",
            Self::Resize(from) => return format!("ir_resize_{from}_{size}"),
        };
        format!("ir_{word}_{size}")
    }

    /// The definition of its function.
    pub(super) fn definition(self, size: u32) -> String {
        let (own, words) = (name(size), size / WORD);
        let function = self.name(size);
        let [shl, sub, less] = [Self::ShiftLeft, Self::Sub, Self::Less].map(|own| own.name(size));
        let [divide, udiv, urem] =
            [Self::Divide, Self::UnsignedDiv, Self::UnsignedRem].map(|own| own.name(size));
        let each = format!("for (int i = 0; i < {words}; i++)");
        let double = "unsigned __int128";
        let two = format!("{own} {function}({own} a, {own} b)");
        let amount = format!("{own} {function}({own} a, unsigned n)");
        let test = format!("bool {function}({own} a, {own} b)");
        let by_word = |sign: &str| {
            let body = format!("  {each}\n    a.word[i] {sign}= b.word[i];\n  return a;\n");
            (two.clone(), body)
        };
        let sum = |first: u32, other: &str| {
            let body = format!(
                "  {double} sum = {first};
  {each} {{
    sum += ({double})a.word[i] + {other};
    a.word[i] = (uint64_t)sum;
    sum >>= 64;
  }}
  return a;
"
            );
            (two.clone(), body)
        };
        let shift_right = |fill: &str| {
            let body = format!(
                "  uint64_t fill = {fill};
  {each} {{
    unsigned from = (unsigned)i + n / 64;
    uint64_t word = from < {words} ? a.word[from] >> n % 64 : fill;
    if (n % 64 != 0)
      word |= (from + 1 < {words} ? a.word[from + 1] : fill) << (64 - n % 64);
    a.word[i] = word;
  }}
  return a;
"
            );
            (amount.clone(), body)
        };
        let highest = words - 1;
        let order = |first: &str| {
            let body = format!(
                "  {first}for (int i = {highest}; i > 0; i--)
    if (a.word[i] != b.word[i])
      return a.word[i] < b.word[i];
  return a.word[0] < b.word[0];
"
            );
            (test.clone(), body)
        };
        let signed = |divide: &str, is_negative: &str| {
            let body = format!(
                "  {own} zero = {{{{0}}}};
  bool is_negative = a.word[{highest}] >> 63, other = b.word[{highest}] >> 63;
  a = is_negative ? {sub}(zero, a) : a;
  b = other ? {sub}(zero, b) : b;
  a = {divide}(a, b);
  return {is_negative} ? {sub}(zero, a) : a;
"
            );
            (two.clone(), body)
        };
        let (head, body) = match self {
            Self::And => by_word("&"),
            Self::Or => by_word("|"),
            Self::Xor => by_word("^"),
            Self::Add => sum(0, "b.word[i]"),
            Self::Sub => sum(1, "~b.word[i]"),
            Self::Mul => (
                two,
                format!(
                    "  {own} product = {{{{0}}}};
  {each} {{
    {double} sum = 0;
    for (int j = 0; i + j < {words}; j++) {{
      sum += ({double})a.word[i] * b.word[j] + product.word[i + j];
      product.word[i + j] = (uint64_t)sum;
      sum >>= 64;
    }}
  }}
  return product;
"
                ),
            ),
            Self::ShiftLeft => (
                amount,
                format!(
                    "  for (int i = {highest}; i >= 0; i--) {{
    int from = i - (int)(n / 64);
    uint64_t word = from >= 0 ? a.word[from] << n % 64 : 0;
    if (n % 64 != 0 && from > 0)
      word |= a.word[from - 1] >> (64 - n % 64);
    a.word[i] = word;
  }}
  return a;
"
                ),
            ),
            Self::ShiftRight => shift_right("0"),
            Self::ShiftRightSigned => shift_right(&format!("-(a.word[{highest}] >> 63)")),
            Self::Equal => (
                test,
                "  return __builtin_memcmp(&a, &b, sizeof a) == 0;\n".to_owned(),
            ),
            Self::Less => order(""),
            Self::LessSigned => order(&format!(
                "if ((a.word[{highest}] ^ b.word[{highest}]) >> 63 != 0)
    return a.word[{highest}] >> 63 != 0;
  "
            )),
            Self::Divide => (
                format!("{own} {function}({own} a, {own} b, {own} *rest)"),
                format!(
                    "  {own} quotient = {{{{0}}}}, left = {{{{0}}}};
  for (int i = {}; i >= 0; i--) {{
    bool is_over = left.word[{highest}] >> 63;
    left = {shl}(left, 1);
    left.word[0] |= a.word[i / 64] >> i % 64 & 1;
    if (is_over || !{less}(left, b)) {{
      left = {sub}(left, b);
      quotient.word[i / 64] |= (uint64_t)1 << i % 64;
    }}
  }}
  *rest = left;
  return quotient;
",
                    size - 1
                ),
            ),
            Self::UnsignedDiv => (two, format!("  return {divide}(a, b, &a);\n")),
            Self::UnsignedRem => (two, format!("  {divide}(a, b, &a);\n  return a;\n")),
            Self::SignedDiv => signed(&udiv, "is_negative != other"),
            Self::SignedRem => signed(&urem, "is_negative"),
            Self::Cut => (
                amount,
                format!(
                    "  for (unsigned i = n / 64; i < {words}; i++)
    a.word[i] &= i > n / 64 ? 0 : ((uint64_t)1 << n % 64) - 1;
  return a;
"
                ),
            ),
            Self::Extend => (
                amount,
                format!(
                    "  if (a.word[(n - 1) / 64] >> (n - 1) % 64 & 1)
    for (unsigned i = n / 64; i < {words}; i++)
      a.word[i] |= i > n / 64 ? (uint64_t)-1 : (uint64_t)-1 << n % 64;
  return a;
"
                ),
            ),
            Self::Widen => (
                format!("{own} {function}({double} a)"),
                format!(
                    "  {own} wide = {{{{(uint64_t)a, (uint64_t)(a >> 64)}}}};\n  return wide;\n"
                ),
            ),
            Self::WidenSigned => (
                format!("{own} {function}(__int128 a)"),
                format!(
                    "  {own} wide;
  {each}
    wide.word[i] = (uint64_t)(i == 0 ? a : i == 1 ? a >> 64 : -(a < 0));
  return wide;
"
                ),
            ),
            Self::Low => (
                format!("{double} {function}({own} a)"),
                format!("  return ({double})a.word[1] << 64 | a.word[0];\n"),
            ),
            Self::Resize(from) => (
                format!("{own} {function}({} a)", name(from)),
                format!(
                    "  {own} resized = {{{{0}}}};
  for (int i = 0; i < {}; i++)
    resized.word[i] = a.word[i];
  return resized;
",
                    words.min(from / WORD)
                ),
            ),
        };
        format!("static inline {head} {{\n{body}}}\n")
    }
}
