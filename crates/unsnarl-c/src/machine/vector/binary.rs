//! What operations on two vectors do with their lanes.

use unsnarl_low::op::float::FloatCompare;
use unsnarl_low::op::int::IntCompare;
use unsnarl_low::op::vector::{Half, VectorBinary};
use unsnarl_low::{LaneType, Sign};

use super::{each, get, put, signed, wide, with_sign};

/// The loop over the lanes of the result.
pub(super) fn body(lane: LaneType, op: VectorBinary) -> String {
    use VectorBinary as V;
    let by = |operator: &str| match lane.is_float() {
        true => format!("{} {operator} {}", get(lane, "a", "i"), get(lane, "b", "i")),
        false => format!(
            "{} {operator} {}",
            wide(lane, "a", "i"),
            wide(lane, "b", "i")
        ),
    };
    let bits = lane.as_int();
    let one_of = |question: String, yes: &str, no: &str| {
        let value = format!(
            "{question} ? {} : {}",
            get(bits, yes, "i"),
            get(bits, no, "i")
        );
        each(bits, &put(bits, "r", "i", &value))
    };
    let compared = |operator: &str, sign: Sign| {
        let [a, b] = ["a", "b"].map(|of| with_sign(lane, sign, of, "i"));
        format!("{a} {operator} {b}")
    };
    let floats = |operator: &str, [first, second]: [&str; 2]| {
        format!(
            "{} {operator} {}",
            get(lane, first, "i"),
            get(lane, second, "i")
        )
    };
    let all_ones = |question: String| {
        let value = match bits {
            LaneType::I64 => format!("{question} ? UINT64_MAX : 0"),
            _ => format!("{question} ? 0xffffffffu : 0"),
        };
        each(bits, &put(bits, "r", "i", &value))
    };
    let value = match op {
        V::Add => by("+"),
        V::Sub => by("-"),
        V::Mul => by("*"),
        V::Div => by("/"),
        V::AddSaturating(sign) => clamped(&compared("+", sign), lane, sign),
        V::SubSaturating(sign) => clamped(&compared("-", sign), lane, sign),
        V::MinInt(sign) => return one_of(compared("<", sign), "a", "b"),
        V::MaxInt(sign) => return one_of(compared(">", sign), "a", "b"),
        V::Min | V::Max => {
            let name = format!("{}_{}", lane.scalar(), op.name(lane));
            format!("{name}({}, {})", get(lane, "a", "i"), get(lane, "b", "i"))
        }
        V::PseudoMin => return one_of(floats("<", ["b", "a"]), "b", "a"),
        V::PseudoMax => return one_of(floats("<", ["a", "b"]), "b", "a"),
        V::Average => format!(
            "({} + {} + 1) >> 1",
            get(lane, "a", "i"),
            get(lane, "b", "i")
        ),
        V::MulQ15 => {
            let [a, b] = ["a", "b"].map(|of| signed(lane, of, "i"));
            clamped(&format!("({a} * {b} + 0x4000) >> 15"), lane, Sign::Signed)
        }
        V::Dot => {
            let product = |index: &str| {
                let [a, b] = ["a", "b"].map(|of| signed(LaneType::I16, of, index));
                format!("(uint32_t)({a} * {b})")
            };
            format!("{} + {}", product("2 * i"), product("2 * i + 1"))
        }
        V::Narrow(sign) => {
            let from = lane.double().unwrap_or(lane);
            let count = from.count();
            let [a, b] = [("a", String::from("i")), ("b", format!("i - {count}"))]
                .map(|(of, index)| signed(from, of, &index));
            // Only one of the two is read, so none is read outside of its vector.
            clamped(&format!("(i < {count} ? {a} : {b})"), lane, sign)
        }
        V::ExtendMul(which, sign) => {
            let half = lane.half().unwrap_or(lane);
            let index = match which {
                Half::Low => String::from("i"),
                Half::High => format!("i + {}", lane.count()),
            };
            let ty = match sign {
                Sign::Signed => format!("int{}_t", lane.bits().max(32)),
                Sign::Unsigned => format!("uint{}_t", lane.bits().max(32)),
            };
            let [a, b] = ["a", "b"].map(|of| with_sign(half, sign, of, &index));
            format!("({ty}){a} * ({ty}){b}")
        }
        V::CompareInt(op) => {
            let (operator, sign) = match op {
                IntCompare::Eq => ("==", Sign::Unsigned),
                IntCompare::Ne => ("!=", Sign::Unsigned),
                IntCompare::LtS => ("<", Sign::Signed),
                IntCompare::GtS => (">", Sign::Signed),
                IntCompare::LeS => ("<=", Sign::Signed),
                IntCompare::GeS => (">=", Sign::Signed),
                IntCompare::LtU => ("<", Sign::Unsigned),
                IntCompare::GtU => (">", Sign::Unsigned),
                IntCompare::LeU => ("<=", Sign::Unsigned),
                IntCompare::GeU => (">=", Sign::Unsigned),
            };
            return all_ones(compared(operator, sign));
        }
        V::CompareFloat(op) => {
            let operator = match op {
                FloatCompare::Eq => "==",
                FloatCompare::Ne => "!=",
                FloatCompare::Lt => "<",
                FloatCompare::Gt => ">",
                FloatCompare::Le => "<=",
                FloatCompare::Ge => ">=",
            };
            return all_ones(floats(operator, ["a", "b"]));
        }
    };
    each(lane, &put(lane, "r", "i", &value))
}

/// The integer nearest to a signed one that a lane can hold.
fn clamped(value: &str, lane: LaneType, sign: Sign) -> String {
    let (least, most) = match (lane, sign) {
        (LaneType::I8, Sign::Signed) => ("-128", "127"),
        (LaneType::I8, Sign::Unsigned) => ("0", "255"),
        (_, Sign::Signed) => ("-32768", "32767"),
        (_, Sign::Unsigned) => ("0", "65535"),
    };
    format!("clamped({value}, {least}, {most})")
}
