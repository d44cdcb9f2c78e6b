//! Intrinsics on floating-point numbers.

use crate::machine::Reg;
use crate::op::effect::Effect;
use crate::op::float::{FloatBinary, FloatUnary};
use crate::op::int::IntBinary;
use crate::types::Type;
use unsnarl_ir::{BinaryOp, FloatKind, IntPredicate};

use super::float::is_native;
use super::lane::{Kind, Lane};
use crate::select::error::{SelectError, unsupported};
use crate::select::extend::Extend;
use crate::select::parts::Part;
use crate::select::selection::Selection;

impl Selection<'_> {
    /// Applies the function of this name to floating-point numbers; nothing if there is none.
    pub(super) fn float_function(
        &mut self,
        name: &str,
        lanes: &[Lane],
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        let Some(&first) = lanes.first() else {
            return Ok(None);
        };
        if let Kind::Int(_) = first.kind {
            return Ok(None);
        }
        if let Some(regs) = self.native_function(name, lanes)? {
            return Ok(Some(regs));
        }
        let regs = match (name, lanes) {
            ("fabs", &[value]) => self.soft_absolute(value),
            ("copysign", &[value, sign]) => self.soft_copy_sign(value, sign),
            ("minimum" | "maximum", &[left, right]) => {
                let predicate = match name {
                    "minimum" => IntPredicate::SignedLess,
                    _ => IntPredicate::SignedGreater,
                };
                self.quad_extreme(predicate, left.halves(), right.halves())
                    .to_vec()
            }
            ("fmuladd", &[left, right, addend]) => {
                let product = self.float_binary(BinaryOp::FloatMul, left, right)?;
                let product = Lane::from_regs(left.kind, &product);
                self.float_binary(BinaryOp::FloatAdd, product, addend)?
            }
            ("powi", &[base, exponent]) => self.integer_power(base, exponent)?,
            ("ldexp", &[value, exponent]) => self.scaled_float(value, exponent)?,
            _ => match library_name(name) {
                Some(name) => self.math(name, lanes)?,
                None => return Ok(None),
            },
        };
        Ok(Some(regs))
    }

    /// Functions with an instruction of WebAssembly, for numbers of up to 64 bits.
    fn native_function(
        &mut self,
        name: &str,
        lanes: &[Lane],
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        let format = lanes[0].format()?;
        let Some(native) = native(name) else {
            return Ok(None);
        };
        let is_by_bits = matches!(name, "fabs" | "copysign") && !is_native(format);
        if format == FloatKind::Fp128 || is_by_bits {
            return Ok(None);
        }
        let result = match (native, lanes.len()) {
            (Native::Unary(op), 1) => self.in_native(format, lanes, |selection, args| {
                selection.float_unary(op, args[0])
            }),
            (Native::Binary(op), 2) => self.in_native(format, lanes, |selection, args| {
                selection.float_op(op, args[0], args[1])
            }),
            (Native::Number(op), 2) => self.in_native(format, lanes, |selection, args| {
                selection.number_extreme(op, args[0], args[1])
            }),
            (Native::Canonical, 1) => self.in_native(format, lanes, |selection, args| {
                let one = selection.float_like(args[0], 1.0);
                selection.float_op(FloatBinary::Mul, args[0], one)
            }),
            _ => return Ok(None),
        };
        result.map(Some)
    }

    /// `lrint`, `llround` and the like: rounded, and an integer.
    pub(super) fn float_to_long(
        &mut self,
        name: &str,
        lanes: &[Lane],
        result: Kind,
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        let (&[value], Kind::Int(width)) = (lanes, result) else {
            return self.narrow_format(name, lanes, result);
        };
        let rounding = match name {
            "lrint" | "llrint" => "rint",
            "lround" | "llround" => "round",
            _ => return self.narrow_format(name, lanes, result),
        };
        let Some(rounded) = self.float_function(rounding, &[value])? else {
            return Ok(None);
        };
        let rounded = Lane::from_regs(value.kind, &rounded);
        self.float_to_int(rounded, width, Extend::Sign).map(Some)
    }

    /// `convert.to.fp16` and `convert.from.fp16`, on the bits of a half.
    fn narrow_format(
        &mut self,
        name: &str,
        lanes: &[Lane],
        result: Kind,
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        match (name, lanes, result) {
            ("convert.to.fp16", &[value], _) => self.reformat(value, FloatKind::Half).map(Some),
            ("convert.from.fp16", &[bits], Kind::Float(to)) => {
                let half = bits.with_kind(Kind::Float(FloatKind::Half));
                self.reformat(half, to).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Applies a function with two results to a number; nothing if there is none.
    pub(super) fn paired_function(
        &mut self,
        name: &str,
        lane: Lane,
    ) -> Result<Option<[Vec<Reg>; 2]>, SelectError> {
        let format = lane.format()?;
        if name == "sincos" {
            let results = [self.math("sin", &[lane])?, self.math("cos", &[lane])?];
            return Ok(Some(results));
        }
        if !matches!(name, "modf" | "frexp") {
            return Ok(None);
        }
        if format == FloatKind::Fp128 {
            return self.paired_quad(name, lane).map(Some);
        }
        let value = self.as_native(lane)?;
        let ty = self.body.ty(value);
        let routine = match (name, ty) {
            ("modf", Type::F64) => "modf",
            ("modf", _) => "modff",
            (_, Type::F64) => "frexp",
            _ => "frexpf",
        };
        // The C function writes its second result to memory.
        self.frame.reserve(8)?;
        let address = self.body.frame_address(self.frame.outgoing);
        let first = self.call_routine(routine, &[value, address], &[ty], Effect::Any)?[0];
        let place = self.frame_place(self.frame.outgoing, 8);
        let second = Part {
            ty: if name == "modf" { ty } else { Type::I32 },
            width: if ty == Type::F64 && name == "modf" {
                64
            } else {
                32
            },
            offset: 0,
        };
        let second = self.load_part(place, &second)?;
        let second = match name {
            "modf" => self.rounded_to(format, second)?,
            _ => vec![second],
        };
        Ok(Some([self.rounded_to(format, first)?, second]))
    }

    /// `modfl` and `frexpl` write both of their results to memory, the first to the address in
    /// their first argument.
    fn paired_quad(&mut self, name: &str, lane: Lane) -> Result<[Vec<Reg>; 2], SelectError> {
        self.frame.reserve(32)?;
        let [low, high] = lane.halves();
        let first = self.frame.outgoing;
        let addresses = [first, first + 16].map(|offset| self.body.frame_address(offset));
        let arguments = [addresses[0], low, high, addresses[1]];
        let routine = match name {
            "modf" => "modfl",
            _ => "frexpl",
        };
        self.call_routine(routine, &arguments, &[], Effect::Any)?;
        let part = |ty, width, offset| Part { ty, width, offset };
        let quad = [part(Type::I64, 64, 0), part(Type::I64, 64, 8)];
        let exponent = [part(Type::I32, 32, 0)];
        let second = match name {
            "modf" => quad.as_slice(),
            _ => exponent.as_slice(),
        };
        let mut results = [Vec::new(), Vec::new()];
        for (index, parts) in [quad.as_slice(), second].into_iter().enumerate() {
            let place = self.frame_place(first + 16 * index as u32, 16);
            for part in parts {
                results[index].push(self.load_part(place, part)?);
            }
        }
        Ok(results)
    }

    fn integer_power(&mut self, base: Lane, exponent: Lane) -> Result<Vec<Reg>, SelectError> {
        let exponent = self.lane_extended(exponent, Extend::Sign);
        let format = base.format()?;
        if format == FloatKind::Fp128 {
            let [low, high] = base.halves();
            return self.runtime("__powitf2", &[low, high, exponent]);
        }
        let value = self.as_native(base)?;
        let routine = match self.body.ty(value) {
            Type::F64 => "__powidf2",
            _ => "__powisf2",
        };
        let power = self.runtime(routine, &[value, exponent])?[0];
        self.rounded_to(format, power)
    }

    /// `ldexp`: a number times a power of two.
    fn scaled_float(&mut self, value: Lane, exponent: Lane) -> Result<Vec<Reg>, SelectError> {
        let exponent = self.lane_extended(exponent, Extend::Sign);
        if self.body.ty(exponent) != Type::I32 {
            return Err(unsupported("ldexp with an exponent of more than 32 bits"));
        }
        let format = value.format()?;
        if format == FloatKind::Fp128 {
            let [low, high] = value.halves();
            return self.runtime("ldexpl", &[low, high, exponent]);
        }
        let value = self.as_native(value)?;
        let routine = match self.body.ty(value) {
            Type::F64 => "ldexp",
            _ => "ldexpf",
        };
        let scaled = self.runtime(routine, &[value, exponent])?[0];
        self.rounded_to(format, scaled)
    }

    /// `is.fpclass`: tells whether a number is of one of the classes of a mask, by its bits.
    pub(super) fn is_class(&mut self, value: Lane, mask: Lane) -> Result<Reg, SelectError> {
        let format = value.format()?;
        let mask = self
            .known_number(mask.low())
            .ok_or(SelectError::OperandType("is.fpclass"))?;
        let bits = self.bits_of(value);
        let magnitude = Lane::from_regs(bits.kind, &self.magnitude(bits)?);
        let mut holds = self.i32(0);
        for class in CLASSES {
            let (positive, negative) = (mask & class.positive != 0, mask & class.negative != 0);
            if !positive && !negative {
                continue;
            }
            let mut is_in = self.in_range(magnitude, class.range(format));
            if positive != negative {
                let sign = self.sign(bits)?;
                let wanted = match negative {
                    true => sign,
                    false => self.is_zero(sign),
                };
                is_in = self.both(is_in, wanted);
            }
            holds = self.int_op(IntBinary::Or, holds, is_in);
        }
        Ok(holds)
    }

    fn magnitude(&mut self, bits: Lane) -> Result<Vec<Reg>, SelectError> {
        let most = u128::MAX >> (129 - bits.kind.bits());
        let mask = self.int_lane(bits, most);
        self.int_binary(BinaryOp::And, bits, mask)
    }

    /// 1 if the highest bit is set.
    fn sign(&mut self, bits: Lane) -> Result<Reg, SelectError> {
        let zero = self.int_lane(bits, 0);
        Ok(self.compare_lanes(IntPredicate::SignedLess, Extend::Sign, bits, zero))
    }

    /// Tells whether a magnitude is at least the first number and at most the last one.
    fn in_range(&mut self, magnitude: Lane, (first, last): (u128, u128)) -> Reg {
        let first = self.int_lane(magnitude, first);
        let last = self.int_lane(magnitude, last);
        let above = self.compare_lanes(
            IntPredicate::UnsignedGreaterEqual,
            Extend::Zero,
            magnitude,
            first,
        );
        let below = self.compare_lanes(
            IntPredicate::UnsignedLessEqual,
            Extend::Zero,
            magnitude,
            last,
        );
        self.both(above, below)
    }

    /// A number as a lane like another one.
    pub(super) fn int_lane(&mut self, like: Lane, number: u128) -> Lane {
        if like.is_wide() {
            let halves = self.wide_number(number);
            return Lane::wide(like.kind, halves);
        }
        Lane::new(like.kind, self.number_like(like.low(), number as i64))
    }
}

/// How WebAssembly computes a function.
#[derive(Clone, Copy)]
enum Native {
    Unary(FloatUnary),
    Binary(FloatBinary),
    /// The lesser or greater number, and the other operand if one is NaN.
    Number(FloatBinary),
    /// A product with 1, which makes a NaN quiet.
    Canonical,
}

fn native(name: &str) -> Option<Native> {
    if let Some(op) = unary_function(name) {
        return Some(Native::Unary(op));
    }
    Some(match name {
        "copysign" => Native::Binary(FloatBinary::Copysign),
        "minimum" => Native::Binary(FloatBinary::Min),
        "maximum" => Native::Binary(FloatBinary::Max),
        "minnum" | "minimumnum" => Native::Number(FloatBinary::Min),
        "maxnum" | "maximumnum" => Native::Number(FloatBinary::Max),
        "canonicalize" => Native::Canonical,
        _ => return None,
    })
}

/// The operation of a function of one number, in a register or in each lane of one.
pub(super) fn unary_function(name: &str) -> Option<FloatUnary> {
    Some(match name {
        "fabs" => FloatUnary::Abs,
        "sqrt" => FloatUnary::Sqrt,
        "floor" => FloatUnary::Floor,
        "ceil" => FloatUnary::Ceil,
        "trunc" => FloatUnary::Trunc,
        "rint" | "nearbyint" | "roundeven" => FloatUnary::Nearest,
        _ => return None,
    })
}

/// A class of numbers by their magnitude, with the bits of the masks that ask for it.
struct Class {
    positive: i64,
    negative: i64,
    what: ClassName,
}

#[derive(Clone, Copy)]
enum ClassName {
    SignalingNan,
    QuietNan,
    Infinity,
    Normal,
    Subnormal,
    Zero,
}

const CLASSES: [Class; 6] = [
    class(1 << 0, 1 << 0, ClassName::SignalingNan),
    class(1 << 1, 1 << 1, ClassName::QuietNan),
    class(1 << 9, 1 << 2, ClassName::Infinity),
    class(1 << 8, 1 << 3, ClassName::Normal),
    class(1 << 7, 1 << 4, ClassName::Subnormal),
    class(1 << 6, 1 << 5, ClassName::Zero),
];

const fn class(positive: i64, negative: i64, what: ClassName) -> Class {
    Class {
        positive,
        negative,
        what,
    }
}

impl Class {
    /// The least and the greatest magnitude of the class.
    fn range(&self, format: FloatKind) -> (u128, u128) {
        let fraction = match format {
            FloatKind::Half => 10,
            FloatKind::BFloat => 7,
            FloatKind::Float => 23,
            FloatKind::Double => 52,
            _ => 112,
        };
        let most = u128::MAX >> (129 - format.bits());
        let infinity = most >> fraction << fraction;
        let (normal, quiet) = (1 << fraction, 1 << (fraction - 1));
        match self.what {
            ClassName::SignalingNan => (infinity + 1, infinity + quiet - 1),
            ClassName::QuietNan => (infinity + quiet, most),
            ClassName::Infinity => (infinity, infinity),
            ClassName::Normal => (normal, infinity - 1),
            ClassName::Subnormal => (1, normal - 1),
            ClassName::Zero => (0, 0),
        }
    }
}

/// The function of the C library that computes an intrinsic, as it is called for `double`.
fn library_name(name: &str) -> Option<&'static str> {
    const SAME: [&str; 26] = [
        "acos",
        "asin",
        "atan",
        "atan2",
        "ceil",
        "cos",
        "cosh",
        "exp",
        "exp10",
        "exp2",
        "floor",
        "fma",
        "log",
        "log10",
        "log2",
        "nearbyint",
        "pow",
        "rint",
        "round",
        "roundeven",
        "sin",
        "sinh",
        "sqrt",
        "tan",
        "tanh",
        "trunc",
    ];
    match name {
        "minnum" | "minimumnum" => Some("fmin"),
        "maxnum" | "maximumnum" => Some("fmax"),
        _ => SAME.into_iter().find(|&same| same == name),
    }
}
