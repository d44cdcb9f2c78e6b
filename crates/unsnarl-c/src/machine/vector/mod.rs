//! Functions of C for operations on 128 bits, lane by lane, and for atomic accesses.
//!
//! *Gives:* [`functions`]: one for each operation, as the pieces of a file of the
//! [runtime](super::runtime).
//! *Cost:* that of the text.
//! *Limits:* atomic accesses are plain ones: one thread may be in the instances of a memory.
//!
//! A vector is sixteen bytes, the lowest first, on hosts of either byte order. A function reads
//! lanes, computes with numbers as the functions of single numbers do, and writes lanes; compilers
//! make vector instructions of most of these loops. What only moves lanes moves their bits, so that
//! NaNs stay what they are.

mod atomic;
mod binary;
mod unary;

use unsnarl_low::op::memory::{Load, Store};
use unsnarl_low::op::relaxed::Relaxed;
use unsnarl_low::op::vector::VectorShift;
use unsnarl_low::{LaneType, Op, Sign, Type, Width};

use super::operation::function_name;
use super::types::declared;

/// All functions, each a piece.
pub(super) fn functions() -> String {
    let made = Op::all().into_iter().filter_map(|op| function(&op));
    let pieces: Vec<String> = made.chain([String::from(OF)]).collect();
    pieces.join("\n\n") + "\n"
}

/// 128 bits of two halves.
const OF: &str = "\
static inline unsnarl_v128 v128_of(uint64_t low, uint64_t high) {
  unsnarl_v128 r;
  put64(r.b, low);
  put64(r.b + 8, high);
  return r;
}";

/// The function of an operation on vectors or an atomic access.
fn function(op: &Op) -> Option<String> {
    let name = function_name(op);
    Some(match *op {
        Op::Splat(lane) => {
            let value = declared(lane.scalar(), "x");
            let set = put(lane, "r", "i", "x");
            made(&name, &value, &each(lane, &set))
        }
        Op::ExtractLane(lane, sign, _) => {
            let value = match (lane.scalar(), sign) {
                (Type::I32, Sign::Signed) => format!("(uint32_t){}", signed(lane, "a", "lane")),
                _ => get(lane, "a", "lane"),
            };
            let head = declared(lane.scalar(), &format!("{name}(unsnarl_v128 a, int lane)"));
            format!("static inline {head} {{\n  return {value};\n}}")
        }
        Op::ReplaceLane(lane, _) => {
            let value = declared(lane.scalar(), "x");
            let set = put(lane, "a", "lane", "x");
            format!(
                "static inline unsnarl_v128 {name}(unsnarl_v128 a, int lane, {value}) {{\n  {set};\n  return a;\n}}"
            )
        }
        Op::Shuffle(_) => made(
            &name,
            "unsnarl_v128 a, unsnarl_v128 b, unsnarl_v128 from",
            &each(
                LaneType::I8,
                "r.b[i] = from.b[i] & 16 ? b.b[from.b[i] & 15] : a.b[from.b[i] & 15]",
            ),
        ),
        Op::Swizzle | Op::Relaxed(Relaxed::Swizzle) => made(
            &name,
            TWO,
            &each(LaneType::I8, "r.b[i] = b.b[i] < 16 ? a.b[b.b[i]] : 0"),
        ),
        Op::VectorUnary(lane, own) => made(&name, ONE, &unary::body(lane, own)),
        Op::VectorBinary(lane, own) => made(&name, TWO, &binary::body(lane, own)),
        Op::VectorShift(lane, own) => {
            let by = lane.bits() - 1;
            let value = match own {
                VectorShift::Left => format!("{} << (n & {by})", wide(lane, "a", "i")),
                VectorShift::Right(Sign::Signed) => {
                    format!("{} >> (n & {by})", signed(lane, "a", "i"))
                }
                VectorShift::Right(Sign::Unsigned) => {
                    format!("{} >> (n & {by})", get(lane, "a", "i"))
                }
            };
            let set = put(lane, "r", "i", &value);
            made(&name, "unsnarl_v128 a, uint32_t n", &each(lane, &set))
        }
        Op::AllTrue(lane) => question(
            &name,
            lane,
            "1",
            &format!("if (!{}) r = 0", get(lane, "a", "i")),
        ),
        Op::AnyTrue => question(&name, LaneType::I64, "0", "if (get64(a.b + 8 * i)) r = 1"),
        Op::Bitmask(lane) => {
            let high = format!("{} >> {}", get(lane, "a", "i"), lane.bits() - 1);
            question(&name, lane, "0", &format!("r |= (uint32_t)({high}) << i"))
        }
        Op::BitsNot => made(&name, ONE, &bits("~get64(a.b + 8 * i)")),
        Op::BitsAnd => made(&name, TWO, &bits("get64(a.b + 8 * i) & get64(b.b + 8 * i)")),
        Op::BitsAndNot => made(
            &name,
            TWO,
            &bits("get64(a.b + 8 * i) & ~get64(b.b + 8 * i)"),
        ),
        Op::BitsOr => made(&name, TWO, &bits("get64(a.b + 8 * i) | get64(b.b + 8 * i)")),
        Op::BitsXor => made(&name, TWO, &bits("get64(a.b + 8 * i) ^ get64(b.b + 8 * i)")),
        Op::BitsSelect | Op::Relaxed(Relaxed::Select(_)) => made(&name, THREE, &bits(SELECT)),
        Op::Relaxed(own) => relaxed(&name, own),
        Op::Load(own, _) if own.ty() == Type::V128 => load(&name, own),
        Op::Store(Store::Whole(Type::V128), _) => format!(
            "static inline void {name}({PLACE}, unsnarl_v128 a) {{\n  \
             memcpy(at_store(self, bytes, size, address + offset, 16), a.b, 16);\n}}"
        ),
        Op::LoadLane(size, ..) => {
            let bytes = size.bytes();
            format!(
                "static inline unsnarl_v128 {name}({PLACE}, unsnarl_v128 a, int lane) {{\n  \
                 memcpy(a.b + {bytes} * lane, at(self, bytes, size, address + offset, {bytes}), {bytes});\n  \
                 return a;\n}}"
            )
        }
        Op::StoreLane(size, ..) => {
            let bytes = size.bytes();
            format!(
                "static inline void {name}({PLACE}, unsnarl_v128 a, int lane) {{\n  \
                 memcpy(at_store(self, bytes, size, address + offset, {bytes}), a.b + {bytes} * lane, {bytes});\n}}"
            )
        }
        _ => return atomic::function(op, &name),
    })
}

const ONE: &str = "unsnarl_v128 a";
const TWO: &str = "unsnarl_v128 a, unsnarl_v128 b";
const THREE: &str = "unsnarl_v128 a, unsnarl_v128 b, unsnarl_v128 c";
const SELECT: &str =
    "(get64(a.b + 8 * i) & get64(c.b + 8 * i)) | (get64(b.b + 8 * i) & ~get64(c.b + 8 * i))";
/// The parameters of an access.
const PLACE: &str = "void *self, uint8_t *bytes, uint64_t size, uint64_t address, uint64_t offset";

/// A function that gives a vector.
fn made(name: &str, parameters: &str, body: &str) -> String {
    format!(
        "static inline unsnarl_v128 {name}({parameters}) {{\n  unsnarl_v128 r;\n  int i;\n{body}  return r;\n}}"
    )
}

/// A function that asks something of all lanes.
fn question(name: &str, lane: LaneType, first: &str, step: &str) -> String {
    let body = each(lane, step);
    format!(
        "static inline uint32_t {name}(unsnarl_v128 a) {{\n  uint32_t r = {first};\n  int i;\n{body}  return r;\n}}"
    )
}

/// A statement for each lane `i`.
fn each(lane: LaneType, statement: &str) -> String {
    format!("  for (i = 0; i < {}; i++) {statement};\n", lane.count())
}

/// An expression for each half of 64 bits.
fn bits(value: &str) -> String {
    each(LaneType::I64, &format!("put64(r.b + 8 * i, {value})"))
}

/// A lane: an unsigned number, or a float.
fn get(lane: LaneType, of: &str, index: &str) -> String {
    match lane {
        LaneType::I8 => format!("{of}.b[{index}]"),
        LaneType::I16 => format!("get16({of}.b + 2 * ({index}))"),
        LaneType::I32 => format!("get32({of}.b + 4 * ({index}))"),
        LaneType::I64 => format!("get64({of}.b + 8 * ({index}))"),
        LaneType::F32 => format!("f32_of_bits(get32({of}.b + 4 * ({index})))"),
        LaneType::F64 => format!("f64_of_bits(get64({of}.b + 8 * ({index})))"),
    }
}

/// An integer lane as a number of at least 32 bits without sign, to compute with.
fn wide(lane: LaneType, of: &str, index: &str) -> String {
    match lane {
        LaneType::I8 | LaneType::I16 => format!("(uint32_t){}", get(lane, of, index)),
        _ => get(lane, of, index),
    }
}

/// An integer lane as a signed number.
fn signed(lane: LaneType, of: &str, index: &str) -> String {
    format!("(int{}_t){}", lane.bits(), get(lane, of, index))
}

/// An integer lane with the sign that is given.
fn with_sign(lane: LaneType, sign: Sign, of: &str, index: &str) -> String {
    match sign {
        Sign::Signed => signed(lane, of, index),
        Sign::Unsigned => get(lane, of, index),
    }
}

/// Sets a lane to a number, of which the lowest bits are taken, or to a float.
fn put(lane: LaneType, of: &str, index: &str, value: &str) -> String {
    match lane {
        LaneType::I8 => format!("{of}.b[{index}] = (uint8_t)({value})"),
        LaneType::I16 => format!("put16({of}.b + 2 * ({index}), (uint16_t)({value}))"),
        LaneType::I32 => format!("put32({of}.b + 4 * ({index}), (uint32_t)({value}))"),
        LaneType::I64 => format!("put64({of}.b + 8 * ({index}), (uint64_t)({value}))"),
        LaneType::F32 => format!("put32({of}.b + 4 * ({index}), f32_bits({value}))"),
        LaneType::F64 => format!("put64({of}.b + 8 * ({index}), f64_bits({value}))"),
    }
}

/// The function of a load of a vector.
fn load(name: &str, own: Load) -> String {
    let bytes = own.bytes();
    let body = match own {
        Load::Whole(_) | Load::Narrow(..) => String::from("  memcpy(r.b, from, 16);\n"),
        Load::Zero(size) => {
            let bytes = size.bytes();
            format!("  memset(r.b, 0, 16);\n  memcpy(r.b, from, {bytes});\n")
        }
        Load::Splat(size) => {
            let bytes = size.bytes();
            format!("  for (i = 0; i < 16; i += {bytes}) memcpy(r.b + i, from, {bytes});\n")
        }
        Load::Extend(lane, sign) => {
            let half = lane.half().unwrap_or(lane);
            let value = match (half, sign) {
                (LaneType::I8, Sign::Signed) => String::from("(int8_t)from[i]"),
                (LaneType::I8, Sign::Unsigned) => String::from("from[i]"),
                (half, Sign::Signed) => {
                    let bits = half.bits();
                    format!("(int{bits}_t)get{bits}(from + {} * i)", bits / 8)
                }
                (half, Sign::Unsigned) => {
                    let bits = half.bits();
                    format!("get{bits}(from + {} * i)", bits / 8)
                }
            };
            each(lane, &put(lane, "r", "i", &value))
        }
    };
    let index = if body.contains("i = 0") {
        "  int i;\n"
    } else {
        ""
    };
    format!(
        "static inline unsnarl_v128 {name}({PLACE}) {{\n  \
         const uint8_t *const from = at(self, bytes, size, address + offset, {bytes});\n  \
         unsnarl_v128 r;\n{index}{body}  return r;\n}}"
    )
}

/// The function of a relaxed operation: most do what those do that are not relaxed, and products
/// and sums are rounded once.
fn relaxed(name: &str, own: Relaxed) -> String {
    let float = |width: Width| match width {
        Width::W32 => (LaneType::F32, "fmaf"),
        Width::W64 => (LaneType::F64, "fma"),
    };
    match own {
        Relaxed::MultiplyAdd(width) | Relaxed::NegatedMultiplyAdd(width) => {
            let (lane, fused) = float(width);
            let [a, b, c] = ["a", "b", "c"].map(|of| get(lane, of, "i"));
            let minus = match own {
                Relaxed::MultiplyAdd(_) => "",
                _ => "-",
            };
            let value = format!("{fused}({minus}{a}, {b}, {c})");
            made(name, THREE, &each(lane, &put(lane, "r", "i", &value)))
        }
        Relaxed::Min(width) | Relaxed::Max(width) => {
            use unsnarl_low::op::vector::VectorBinary as V;
            let which = if matches!(own, Relaxed::Min(_)) {
                V::Min
            } else {
                V::Max
            };
            made(name, TWO, &binary::body(float(width).0, which))
        }
        Relaxed::MulQ15 => {
            let which = unsnarl_low::op::vector::VectorBinary::MulQ15;
            made(name, TWO, &binary::body(LaneType::I16, which))
        }
        Relaxed::TruncateF32(sign) => {
            let which = unsnarl_low::op::vector::VectorUnary::TruncateF32(sign);
            made(name, ONE, &unary::body(LaneType::I32, which))
        }
        Relaxed::TruncateF64(sign) => {
            let which = unsnarl_low::op::vector::VectorUnary::TruncateF64(sign);
            made(name, ONE, &unary::body(LaneType::I32, which))
        }
        Relaxed::Dot => made(
            name,
            TWO,
            &each(LaneType::I16, &put(LaneType::I16, "r", "i", DOT)),
        ),
        Relaxed::DotAdd => {
            let sum = |index: &str| format!("(int16_t)({})", DOT.replace("2 * i", index));
            let value = format!(
                "(uint32_t){} + (uint32_t){} + {}",
                sum("4 * i"),
                sum("(4 * i + 2)"),
                get(LaneType::I32, "c", "i")
            );
            made(
                name,
                THREE,
                &each(LaneType::I32, &put(LaneType::I32, "r", "i", &value)),
            )
        }
        Relaxed::Swizzle | Relaxed::Select(_) => String::new(),
    }
}

/// The sum of two neighbouring products of signed bytes.
const DOT: &str =
    "(int8_t)a.b[2 * i] * (int8_t)b.b[2 * i] + (int8_t)a.b[2 * i + 1] * (int8_t)b.b[2 * i + 1]";
