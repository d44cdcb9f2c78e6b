//! Functions of the runtime on vectors, one for each operation.
//!
//! *Gives:* [`definitions`]: by name the text of a function that takes the words of its vectors and
//! leaves those of its result as [any function](crate::words) does.
//! *Limits:* lanes go through memory, one after the other. This is right, and slow beside an
//! engine's own vectors.
//!
//! The words of the first vector are put at byte 0 of a scratch memory, those of the second at 16,
//! of the third at 32; the result is at 48.

use unsnarl_low::op::float::FloatUnary;
use unsnarl_low::op::relaxed::Relaxed;
use unsnarl_low::op::vector::{Half, VectorBinary, VectorShift, VectorUnary};
use unsnarl_low::{LaneType, Op, Sign, Width};

use crate::signs;

/// The name of the function of an operation.
pub(crate) fn name(op: &Op) -> String {
    op.name().replace('.', "_")
}

/// By name the functions of all operations that have one.
pub(crate) fn definitions() -> Vec<(String, String)> {
    let all = Op::all().into_iter();
    all.filter_map(|op| {
        let (vectors, extra, body) = body(&op)?;
        let name = name(&op);
        let words: Vec<String> = (0..4 * vectors).map(|word| format!("a{word}")).collect();
        let mut parameters = words.clone();
        parameters.extend(extra.map(str::to_owned));
        let put = format!("putVectors{vectors}({});", words.join(", "));
        let text = format!(
            "function {name}({}) {{\n  {put}\n{body}}}\n",
            parameters.join(", ")
        );
        Some((name, text))
    })
    .collect()
}

/// The array of lanes of a type, with or without a sign.
fn array(lane: LaneType, sign: Sign) -> String {
    let letter = match (lane.is_float(), sign) {
        (true, _) => "F",
        (_, Sign::Signed) => "I",
        (_, Sign::Unsigned) => "U",
    };
    format!("lanes{letter}{}", lane.bits())
}

/// How many vectors a function takes, its last parameter, and its statements.
fn body(op: &Op) -> Option<(usize, Option<&'static str>, String)> {
    use Relaxed as R;
    let relaxed = |op: Op, vectors| body(&op).map(|(_, extra, body)| (vectors, extra, body));
    let floats = |width| match width {
        Width::W32 => LaneType::F32,
        Width::W64 => LaneType::F64,
    };
    Some(match *op {
        Op::VectorUnary(lane, op) => (1, None, unary(lane, op)),
        Op::VectorBinary(lane, op) => (2, None, binary(lane, op)),
        Op::VectorShift(lane, op) => (1, Some("by"), shifted(lane, op)),
        Op::AllTrue(lane) => {
            let (lanes, count) = (array(lane, Sign::Signed), lane.count());
            let zero = if lane == LaneType::I64 { "0n" } else { "0" };
            let text = format!(
                "  for (var i = 0; i < {count}; i++) if ({lanes}[i] === {zero}) return 0;\n  return 1;\n"
            );
            (1, None, text)
        }
        Op::Bitmask(lane) => {
            let (lanes, count) = (array(lane, Sign::Signed), lane.count());
            let text = format!(
                "  var mask = 0;\n  for (var i = 0; i < {count}; i++) if ({lanes}[i] < 0) mask |= 1 << i;\n  return mask;\n"
            );
            (1, None, text)
        }
        Op::Swizzle | Op::Relaxed(R::Swizzle) => {
            let text = "  for (var i = 0; i < 16; i++) {\n    lanesU8[48 + i] = lanesU8[16 + i] < 16 ? lanesU8[lanesU8[16 + i]] : 0;\n  }\n  return madeVector();\n";
            (2, None, text.to_owned())
        }
        Op::Shuffle(_) => {
            let text = "  for (var i = 0; i < 16; i++) lanesU8[48 + i] = lanesU8[lanesU8[32 + i]];\n  return madeVector();\n";
            // The numbers of the bytes are a third vector.
            (3, None, text.to_owned())
        }
        Op::Relaxed(R::TruncateF32(sign)) => {
            return relaxed(
                Op::VectorUnary(LaneType::I32, VectorUnary::TruncateF32(sign)),
                1,
            );
        }
        Op::Relaxed(R::TruncateF64(sign)) => {
            return relaxed(
                Op::VectorUnary(LaneType::I32, VectorUnary::TruncateF64(sign)),
                1,
            );
        }
        Op::Relaxed(R::Min(width)) => {
            return relaxed(Op::VectorBinary(floats(width), VectorBinary::Min), 2);
        }
        Op::Relaxed(R::Max(width)) => {
            return relaxed(Op::VectorBinary(floats(width), VectorBinary::Max), 2);
        }
        Op::Relaxed(R::MulQ15) => {
            return relaxed(Op::VectorBinary(LaneType::I16, VectorBinary::MulQ15), 2);
        }
        Op::Relaxed(R::MultiplyAdd(width)) => (3, None, product_sum(floats(width), "")),
        Op::Relaxed(R::NegatedMultiplyAdd(width)) => (3, None, product_sum(floats(width), "-")),
        Op::Relaxed(R::Dot) => {
            let text =
                "lanesI8[2 * i] * lanesI8[16 + 2 * i] + lanesI8[2 * i + 1] * lanesI8[17 + 2 * i]";
            (2, None, each(LaneType::I16, text))
        }
        Op::Relaxed(R::DotAdd) => {
            let pair = |at: u32| {
                format!(
                    "(lanesI8[4 * i + {}] * lanesI8[4 * i + {}] + lanesI8[4 * i + {}] * lanesI8[4 * i + {}] << 16 >> 16)",
                    at,
                    at + 16,
                    at + 1,
                    at + 17
                )
            };
            let text = format!("{} + {} + lanesI32[8 + i]", pair(0), pair(2));
            (3, None, each(LaneType::I32, &text))
        }
        _ => return None,
    })
}

/// Sets each lane of the result to an expression of `i`.
fn each(lane: LaneType, expression: &str) -> String {
    each_with(lane, "", expression)
}

fn each_with(lane: LaneType, before: &str, expression: &str) -> String {
    let (lanes, count) = (array(lane, Sign::Signed), lane.count());
    let start = 48 / lane.size().bytes();
    format!(
        "  for (var i = 0; i < {count}; i++) {{\n{before}    {lanes}[{start} + i] = {expression};\n  }}\n  return madeVector();\n"
    )
}

fn unary(lane: LaneType, op: VectorUnary) -> String {
    use VectorUnary as V;
    let x = format!("{}[i]", array(lane, Sign::Signed));
    let half = |sign, place: &str| {
        let half = lane.half().expect("only lanes with halves have these");
        let value = format!("{}[{place}]", array(half, sign));
        match lane {
            LaneType::I64 => format!("BigInt({value})"),
            _ => value,
        }
    };
    let expression = match op {
        V::Abs if lane == LaneType::I64 => format!("{x} < 0n ? -{x} : {x}"),
        V::Abs => format!("abs({x})"),
        V::Neg => format!("-{x}"),
        V::Popcnt => String::from("ones(lanesU8[i])"),
        V::Float(op) => match op {
            FloatUnary::Abs => return signs(lane, "&", "2147483647"),
            FloatUnary::Neg => return signs(lane, "^", "-2147483648"),
            FloatUnary::Sqrt => format!("sqrt({x})"),
            FloatUnary::Ceil => format!("ceil({x})"),
            FloatUnary::Floor => format!("floor({x})"),
            FloatUnary::Trunc => format!("trunc({x})"),
            FloatUnary::Nearest => format!("nearest({x})"),
        },
        V::Extend(part, sign) => match part {
            Half::Low => half(sign, "i"),
            Half::High => half(sign, &format!("{} + i", lane.count())),
        },
        V::ExtendAddPairs(sign) => {
            format!("{} + {}", half(sign, "2 * i"), half(sign, "2 * i + 1"))
        }
        V::TruncateF32(sign) => format!("{}(lanesF32[i])", saturate(sign)),
        V::TruncateF64(sign) => format!("i < 2 ? {}(lanesF64[i]) : 0", saturate(sign)),
        V::FromI32(sign) => format!("{}[i]", array(LaneType::I32, sign)),
        V::Demote => String::from("i < 2 ? lanesF64[i] : 0"),
        V::Promote => String::from("lanesF32[i]"),
    };
    each(lane, &expression)
}

fn saturate(sign: Sign) -> &'static str {
    match sign {
        Sign::Signed => "saturateSigned",
        Sign::Unsigned => "saturateUnsigned",
    }
}

/// Changes the signs of floats, and no other bits.
fn signs(lane: LaneType, sign: &str, number: &str) -> String {
    match lane {
        LaneType::F32 => each(LaneType::I32, &format!("lanesI32[i] {sign} {number}")),
        _ => each(
            LaneType::I32,
            &format!("i & 1 ? lanesI32[i] {sign} {number} : lanesI32[i]"),
        ),
    }
}

fn binary(lane: LaneType, op: VectorBinary) -> String {
    use VectorBinary as V;
    let second = 16 / lane.size().bytes();
    let operands = |sign| {
        let lanes = array(lane, sign);
        (format!("{lanes}[i]"), format!("{lanes}[{second} + i]"))
    };
    let (x, y) = operands(Sign::Signed);
    let bits = lane.bits();
    let clamp = |sign: Sign, text: String| {
        let (least, greatest) = match sign {
            Sign::Signed => (-(1_i64 << (bits - 1)), (1_i64 << (bits - 1)) - 1),
            Sign::Unsigned => (0, (1_i64 << bits) - 1),
        };
        format!("max({least}, min({greatest}, {text}))")
    };
    let all_ones = |condition: String| match lane {
        LaneType::I64 => format!("{condition} ? -1n : 0n"),
        _ => format!("{condition} ? -1 : 0"),
    };
    let expression = match op {
        V::Add => format!("{x} + {y}"),
        V::Sub => format!("{x} - {y}"),
        V::Mul if lane == LaneType::I32 => format!("imul({x}, {y})"),
        V::Mul => format!("{x} * {y}"),
        V::Div => format!("{x} / {y}"),
        V::AddSaturating(sign) => {
            let (x, y) = operands(sign);
            clamp(sign, format!("{x} + {y}"))
        }
        V::SubSaturating(sign) => {
            let (x, y) = operands(sign);
            clamp(sign, format!("{x} - {y}"))
        }
        V::MinInt(sign) => {
            let (x, y) = operands(sign);
            format!("min({x}, {y})")
        }
        V::MaxInt(sign) => {
            let (x, y) = operands(sign);
            format!("max({x}, {y})")
        }
        V::Min => format!("min({x}, {y})"),
        V::Max => format!("max({x}, {y})"),
        // One of the two as it is: its bits are moved.
        V::PseudoMin | V::PseudoMax => {
            let as_int = lane.as_int();
            let ints = array(as_int, Sign::Signed);
            let condition = match op {
                V::PseudoMin => format!("{y} < {x}"),
                _ => format!("{x} < {y}"),
            };
            let text = format!("{condition} ? {ints}[{second} + i] : {ints}[i]");
            return each(as_int, &text);
        }
        V::Average => {
            let (x, y) = operands(Sign::Unsigned);
            format!("{x} + {y} + 1 >> 1")
        }
        V::MulQ15 => format!("min(32767, {x} * {y} + 16384 >> 15)"),
        V::Dot => String::from(
            "imul(lanesI16[2 * i], lanesI16[8 + 2 * i]) + imul(lanesI16[2 * i + 1], lanesI16[9 + 2 * i])",
        ),
        V::Narrow(sign) => {
            // The first vector's lanes, then the second one's: they lie one behind the other.
            let from = array(
                lane.double().expect("only lanes with doubles have it"),
                Sign::Signed,
            );
            clamp(sign, format!("{from}[i]"))
        }
        V::ExtendMul(half, sign) => {
            let from = array(lane.half().expect("only lanes with halves have it"), sign);
            let start = match half {
                Half::Low => 0,
                Half::High => lane.count(),
            };
            let count = 2 * lane.count();
            let (x, y) = (
                format!("{from}[{start} + i]"),
                format!("{from}[{} + i]", start + count),
            );
            match lane {
                LaneType::I64 => format!("BigInt({x}) * BigInt({y})"),
                LaneType::I32 => format!("imul({x}, {y})"),
                _ => format!("{x} * {y}"),
            }
        }
        V::CompareInt(op) => {
            let ([sign, _], _) = signs::signs(op);
            let (x, y) = match signs::is_unsigned(op) {
                true => operands(Sign::Unsigned),
                false => operands(Sign::Signed),
            };
            all_ones(format!("{x} {sign} {y}"))
        }
        V::CompareFloat(op) => {
            use unsnarl_low::op::float::FloatCompare as F;
            let sign = match op {
                F::Eq => "===",
                F::Ne => "!==",
                F::Lt => "<",
                F::Gt => ">",
                F::Le => "<=",
                F::Ge => ">=",
            };
            let as_int = lane.as_int();
            let ones = match as_int {
                LaneType::I64 => format!("{x} {sign} {y} ? -1n : 0n"),
                _ => format!("{x} {sign} {y} ? -1 : 0"),
            };
            return each(as_int, &ones);
        }
    };
    each(lane, &expression)
}

fn shifted(lane: LaneType, op: VectorShift) -> String {
    let sign = match op {
        VectorShift::Right(Sign::Unsigned) => Sign::Unsigned,
        _ => Sign::Signed,
    };
    let x = format!("{}[i]", array(lane, sign));
    let sign = match op {
        VectorShift::Left => "<<",
        VectorShift::Right(_) => ">>",
    };
    let mask = lane.bits() - 1;
    match lane {
        LaneType::I64 => each(lane, &format!("{x} {sign} BigInt(by & {mask})")),
        LaneType::I32 if matches!(op, VectorShift::Right(Sign::Unsigned)) => {
            each(lane, &format!("{x} >>> (by & {mask})"))
        }
        _ => each(lane, &format!("{x} {sign} (by & {mask})")),
    }
}

/// A product and a sum, each rounded.
fn product_sum(lane: LaneType, sign: &str) -> String {
    let (lanes, count) = (array(lane, Sign::Signed), lane.count());
    let product = format!("{sign}{lanes}[i] * {lanes}[{count} + i]");
    let product = match lane {
        LaneType::F32 => format!("fround({product})"),
        _ => product,
    };
    each(lane, &format!("{product} + {lanes}[{} + i]", 2 * count))
}
