//! What operations on one vector do with its lanes.

use unsnarl_low::op::float::FloatUnary;
use unsnarl_low::op::vector::{Half, VectorUnary};
use unsnarl_low::{LaneType, Sign};

use super::{each, get, put, signed, wide, with_sign};

/// The loop over the lanes of the result.
pub(super) fn body(lane: LaneType, op: VectorUnary) -> String {
    use VectorUnary as V;
    let half = lane.half().unwrap_or(lane);
    let count = lane.count();
    let value = match op {
        V::Abs => {
            let negative = format!("0 - {}", wide(lane, "a", "i"));
            format!(
                "{} < 0 ? {negative} : {}",
                signed(lane, "a", "i"),
                wide(lane, "a", "i")
            )
        }
        V::Neg => format!("0 - {}", wide(lane, "a", "i")),
        // Not by `i32_popcnt`: a vector of these is wrong on s390x, by gcc 12 and qemu 7.2.
        V::Popcnt => format!("ones_of_byte({})", get(lane, "a", "i")),
        V::Float(op) => format!("{}({})", float(lane, op), get(lane, "a", "i")),
        V::Extend(which, sign) => {
            let index = match which {
                Half::Low => String::from("i"),
                Half::High => format!("i + {count}"),
            };
            with_sign(half, sign, "a", &index)
        }
        V::ExtendAddPairs(sign) => {
            let [first, second] =
                ["2 * i", "2 * i + 1"].map(|index| with_sign(half, sign, "a", index));
            format!("{first} + {second}")
        }
        V::TruncateF32(sign) => {
            let name = format!("i32_trunc_sat_f32_{}", sign.letter());
            format!("{name}({})", get(LaneType::F32, "a", "i"))
        }
        V::TruncateF64(sign) => {
            let name = format!("i32_trunc_sat_f64_{}", sign.letter());
            format!("i < 2 ? {name}({}) : 0", get(LaneType::F64, "a", "i & 1"))
        }
        V::FromI32(Sign::Signed) => match lane {
            LaneType::F64 => format!("(double){}", signed(LaneType::I32, "a", "i")),
            _ => format!("(float){}", signed(LaneType::I32, "a", "i")),
        },
        V::FromI32(Sign::Unsigned) => match lane {
            LaneType::F64 => format!("(double){}", get(LaneType::I32, "a", "i")),
            _ => format!("(float){}", get(LaneType::I32, "a", "i")),
        },
        V::Demote => format!("i < 2 ? (float){} : 0.0f", get(LaneType::F64, "a", "i & 1")),
        V::Promote => format!("(double){}", get(LaneType::F32, "a", "i")),
    };
    each(lane, &put(lane, "r", "i", &value))
}

/// The function of an operation on one float.
fn float(lane: LaneType, op: FloatUnary) -> String {
    let ty = lane.scalar();
    format!("{ty}_{}", op.name())
}
