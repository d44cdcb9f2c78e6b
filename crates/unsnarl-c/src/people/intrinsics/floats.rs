//! Intrinsics on floating-point numbers.
//!
//! *Gives:* [`Values::of_floats`].

use unsnarl_ir::{BinaryOp, Call, Operand, Type, TypeId, ValueId};

use super::{Made, called};
use crate::people::expression::Expression;
use crate::people::helpers::Helper;
use crate::people::math::{Format, Function, Operands};
use crate::people::refusal::Cause;
use crate::people::types::holder;
use crate::people::values::{Values, masked};

impl Values<'_, '_> {
    /// An intrinsic on floating-point numbers; nothing if it is none.
    pub(super) fn of_floats(
        &self,
        base: &str,
        call: &Call,
        result: Option<ValueId>,
    ) -> Option<Made> {
        let ty = self.function.value_type(result?);
        let operands: Vec<Operand> = call.arguments.iter().map(|own| own.value).collect();
        let first = *operands.first()?;
        let (function, count) = match function(base)? {
            // What the first operand is passed as says what function it is.
            function @ Function::Library(_, Operands::Pair(other)) => {
                return Some(self.pair(function, other, first, ty));
            }
            function @ Function::Library(_, Operands::WithInt) => (function, 2),
            function => (function, operands.len()),
        };
        let operands = operands.get(..count)?;
        if function == Function::Class {
            return Some(self.is_class(first, *operands.get(1)?, ty));
        }
        let made = || {
            let name = self.math(function, self.ty(first))?;
            self.each_lane(operands, ty, |all| match function {
                Function::Library(_, Operands::WithInt) => {
                    let power = Expression::cast("int", &all[1]);
                    Ok(called(&name, &[all[0].clone(), power]))
                }
                Function::Library(_, Operands::ToInt(_)) => {
                    let lane = self.unit.value_type(self.lane_of(ty))?;
                    Ok(Expression::retyped(lane, &called(&name, all)))
                }
                _ => Ok(called(&name, all)),
            })
        };
        Some(made())
    }

    /// The name by which a function on numbers of this type, or on lanes of it, is called.
    pub(in crate::people) fn math(&self, function: Function, ty: TypeId) -> Result<String, Cause> {
        let format = self.format(ty)?;
        Ok(match function.callee(format) {
            (name, false) => name,
            (_, true) => self.unit.needs(Helper::Math { format, function }),
        })
    }

    /// The format of a number, or of the lanes of a vector.
    pub(in crate::people) fn format(&self, ty: TypeId) -> Result<Format, Cause> {
        let format = match self.resolved(self.lane_of(ty)) {
            Type::Float(kind) => Format::of(*kind),
            _ => None,
        };
        format.ok_or_else(|| self.unit.types.borrow().no_operation(ty))
    }

    /// A function with two results, as a struct of these.
    fn pair(&self, function: Function, other: Option<&str>, value: Operand, ty: TypeId) -> Made {
        let own = self.ty(value);
        let name = self.math(function, own)?;
        let lane = self.unit.value_type(self.lane_of(own))?;
        let other = other.unwrap_or(&lane);
        let (argument, result) = (self.unit.value_type(own)?, self.unit.value_type(ty)?);
        let (place, head, tail) = match self.lanes_of(own) {
            Some((_, count)) => {
                let head = format!("for (int ir_i = 0; ir_i < {count}; ir_i++) {{ ");
                ("[ir_i]", head, "} ")
            }
            None => ("", String::new(), ""),
        };
        Ok(Expression::atom(format!(
            "__extension__({{ {argument} ir_0 = {}; {result} ir_r; {head}{other} ir_e; \
             ir_r.f0{place} = {name}(ir_0{place}, &ir_e); ir_r.f1{place} = ir_e; {tail}ir_r; }})",
            self.converted(value)?
        )))
    }

    /// Tells whether a number has one of some classes.
    fn is_class(&self, value: Operand, classes: Operand, ty: TypeId) -> Made {
        let name = self.math(Function::Class, self.ty(value))?;
        let classes = self.operand(classes)?;
        self.each_lane(&[value], ty, |all| {
            let class = called(&name, all);
            let found = Expression::infix("&", &class, &classes);
            Ok(Expression::infix("!=", &found, &Expression::literal("0")))
        })
    }

    /// The integer nearest to a number without its fraction.
    pub(super) fn saturated(&self, is_signed: bool, value: Operand, ty: TypeId) -> Made {
        let from = self.format(self.ty(value))?;
        let lane = self.lane_of(ty);
        if *self.resolved(lane) == Type::Int(1) {
            let (sign, end) = match is_signed {
                true => ("<=", "-1"),
                false => (">=", "1"),
            };
            let end = Expression::literal(end);
            return self.each_lane(&[value], ty, |all| {
                Ok(Expression::infix(sign, &all[0], &end))
            });
        }
        let bits = self.bits(lane).filter(|&bits| holder(bits).is_some());
        let bits = bits.ok_or_else(|| self.unit.types.borrow().no_operation(ty))?;
        let name = self.unit.needs(Helper::ToInt {
            from,
            bits,
            is_signed,
            saturates: true,
        });
        self.each_lane(&[value], ty, |all| Ok(masked(called(&name, all), bits)))
    }

    /// The product of two numbers and their sum with another one, each rounded.
    pub(super) fn product_and_sum(&self, operands: &[Operand], ty: TypeId) -> Made {
        self.each_lane(operands, ty, |all| {
            let product = self.float_operation(BinaryOp::FloatMul, all, ty)?;
            self.float_operation(BinaryOp::FloatAdd, &[product, all[2].clone()], ty)
        })
    }
}

/// The function that an intrinsic is.
pub(super) fn function(base: &str) -> Option<Function> {
    use Operands as O;
    let extreme = |is_larger, keeps_nan| Function::Extreme {
        is_larger,
        keeps_nan,
    };
    let (name, operands) = match base {
        "minimum" => return Some(extreme(false, true)),
        "maximum" => return Some(extreme(true, true)),
        "minimumnum" => return Some(extreme(false, false)),
        "maximumnum" => return Some(extreme(true, false)),
        "canonicalize" => return Some(Function::Canonical),
        "is.fpclass" => return Some(Function::Class),
        "fabs" => ("fabs", O::Numbers(1)),
        "sqrt" => ("sqrt", O::Numbers(1)),
        "floor" => ("floor", O::Numbers(1)),
        "ceil" => ("ceil", O::Numbers(1)),
        "trunc" => ("trunc", O::Numbers(1)),
        "rint" => ("rint", O::Numbers(1)),
        "nearbyint" => ("nearbyint", O::Numbers(1)),
        "round" => ("round", O::Numbers(1)),
        "roundeven" => ("roundeven", O::Numbers(1)),
        "sin" => ("sin", O::Numbers(1)),
        "cos" => ("cos", O::Numbers(1)),
        "tan" => ("tan", O::Numbers(1)),
        "asin" => ("asin", O::Numbers(1)),
        "acos" => ("acos", O::Numbers(1)),
        "atan" => ("atan", O::Numbers(1)),
        "sinh" => ("sinh", O::Numbers(1)),
        "cosh" => ("cosh", O::Numbers(1)),
        "tanh" => ("tanh", O::Numbers(1)),
        "exp" => ("exp", O::Numbers(1)),
        "exp2" => ("exp2", O::Numbers(1)),
        "exp10" => ("exp10", O::Numbers(1)),
        "log" => ("log", O::Numbers(1)),
        "log2" => ("log2", O::Numbers(1)),
        "log10" => ("log10", O::Numbers(1)),
        "copysign" => ("copysign", O::Numbers(2)),
        "minnum" => ("fmin", O::Numbers(2)),
        "maxnum" => ("fmax", O::Numbers(2)),
        "pow" => ("pow", O::Numbers(2)),
        "atan2" => ("atan2", O::Numbers(2)),
        "fma" => ("fma", O::Numbers(3)),
        "ldexp" => ("ldexp", O::WithInt),
        "powi" => ("powi", O::WithInt),
        "lrint" => ("lrint", O::ToInt("long")),
        "lround" => ("lround", O::ToInt("long")),
        "llrint" => ("llrint", O::ToInt("long long")),
        "llround" => ("llround", O::ToInt("long long")),
        "sincos" => ("sincos", O::Pair(None)),
        "modf" => ("modf", O::Pair(None)),
        "frexp" => ("frexp", O::Pair(Some("int"))),
        _ => return None,
    };
    Some(Function::Library(name, operands))
}
