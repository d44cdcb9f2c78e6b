//! What intrinsics of LLVM are in C.
//!
//! *Gives:* [`Values::intrinsic`].
//!
//! Functions that compilers have for the same are called where they mean the same for all operands;
//! else a [`Helper`] is written. On vectors both are called lane by lane.

use unsnarl_ir::{Call, FloatKind, Operand, Type, TypeId, ValueId, base_name};

use super::expression::{Expression, Level};
use super::helpers::Helper;
use super::refusal::Cause;
use super::types::{holder, int_name};
use super::unit::{UNNAMED, untyped};
use super::values::{Values, cut, signed};
use super::x86;

type Made = Result<Expression, Cause>;

impl Values<'_, '_> {
    pub(super) fn intrinsic(&self, name: &str, call: &Call, result: Option<ValueId>) -> Made {
        let base = base_name(name);
        let unsupported = || Cause::Intrinsic(name.to_owned());
        let operand = |place: usize| -> Result<Operand, Cause> {
            let argument = call.arguments.get(place);
            argument.map(|own| own.value).ok_or_else(unsupported)
        };
        let argument = |place: usize| self.operand(operand(place)?);
        let converted = |place: usize| {
            let value = self.operand(operand(place)?)?.converted().clone();
            Ok::<_, Cause>(Expression::atom(match value.is_promise {
                true => untyped(&value).text,
                false => value.text,
            }))
        };
        let ty = result.map(|value| self.function.value_type(value));
        let ty = || ty.ok_or_else(unsupported);
        let lanes = result.and_then(|value| self.lanes_of(self.function.value_type(value)));
        let lanewise = |name: String, count: usize| -> Made {
            let all = (0..count).map(converted).collect::<Result<Vec<_>, _>>()?;
            let Some((_, lanes)) = lanes else {
                return Ok(Expression::call(name, &all));
            };
            // Lane by lane.
            let mut text = String::from("__extension__({ ");
            let mut operands = Vec::new();
            for (place, value) in all.iter().enumerate() {
                let own = self.unit.value_type(self.ty(operand(place)?))?;
                text += &format!("{own} ir_{place} = {}; ", value.text);
                operands.push(format!("ir_{place}[ir_i]"));
            }
            let own = self.unit.value_type(ty()?)?;
            let operands = operands.join(", ");
            text += &format!(
                "{own} ir_r; for (int ir_i = 0; ir_i < {lanes}; ir_i++) {{ ir_r[ir_i] = {name}({operands}); }} ir_r; }})"
            );
            Ok(Expression::atom(text))
        };
        if let Some(name) = math(base) {
            let lane = match *self.unit.module.types.resolve(ty()?) {
                Type::Vector { element, .. } => element,
                _ => ty()?,
            };
            let suffix = self.float_suffix(lane)?;
            return lanewise(format!("__builtin_{name}{suffix}"), call.arguments.len());
        }
        let helper = |helper: Helper, count: usize| lanewise(self.unit.needs(helper), count);
        if let Some((is_signed, is_larger)) = match base {
            "smax" => Some((true, true)),
            "smin" => Some((true, false)),
            "umax" => Some((false, true)),
            "umin" => Some((false, false)),
            _ => None,
        } {
            let bits = self.width(ty()?)?;
            return helper(
                Helper::Pick {
                    bits,
                    is_signed,
                    is_larger,
                },
                2,
            );
        }
        if let Some(reduced) = base.strip_prefix("vector.reduce.") {
            return self.reduce(reduced, call, ty()?).ok_or_else(unsupported)?;
        }
        Ok(match base {
            "expect"
            | "expect.with.probability"
            | "ssa.copy"
            | "launder.invariant.group"
            | "strip.invariant.group"
            | "threadlocal.address"
            | "ptr.annotation"
            | "annotation"
            | "arithmetic.fence" => argument(0)?,
            "memcpy" | "memcpy.inline" | "memmove" => {
                let function = if base == "memmove" {
                    "memmove"
                } else {
                    "memcpy"
                };
                let all = [converted(0)?, converted(1)?, converted(2)?];
                Expression::call(format_args!("__builtin_{function}"), &all)
            }
            "memset" | "memset.inline" => {
                let all = [converted(0)?, converted(1)?, converted(2)?];
                Expression::call("__builtin_memset", &all)
            }
            "abs" => helper(Helper::Absolute(self.width(ty()?)?), 1)?,
            "ctpop" => helper(Helper::Ones(self.width(ty()?)?), 1)?,
            "ctlz" | "cttz" => {
                let bits = self.width(ty()?)?;
                let is_above = base == "ctlz";
                helper(Helper::Zeros { bits, is_above }, 1)?
            }
            "bswap" => helper(Helper::Swap(self.width(ty()?)?), 1)?,
            "bitreverse" => helper(Helper::Reverse(self.width(ty()?)?), 1)?,
            "fshl" | "fshr" => {
                let bits = self.width(ty()?)?;
                let is_left = base == "fshl";
                helper(Helper::Funnel { bits, is_left }, 3)?
            }
            "uadd.sat" | "usub.sat" | "sadd.sat" | "ssub.sat" => {
                let bits = self.width(ty()?)?;
                let (is_signed, is_sum) = (base.starts_with('s'), base.contains("add"));
                helper(
                    Helper::Saturating {
                        bits,
                        is_signed,
                        is_sum,
                    },
                    2,
                )?
            }
            "ushl.sat" | "sshl.sat" => {
                let bits = self.width(ty()?)?;
                let is_signed = base.starts_with('s');
                helper(Helper::SaturatingShift { bits, is_signed }, 2)?
            }
            "fptosi.sat" | "fptoui.sat" => {
                let bits = self.width(ty()?)?;
                let from = self.float_bits(self.ty(operand(0)?))?;
                let to = Helper::ToInt {
                    from,
                    bits,
                    is_signed: base == "fptosi.sat",
                    saturates: true,
                };
                helper(to, 1)?
            }
            "scmp" | "ucmp" => {
                let result = self.width(ty()?)?;
                let bits = self.width(self.ty(operand(0)?))?;
                let is_signed = base == "scmp";
                helper(
                    Helper::Compare {
                        bits,
                        is_signed,
                        result,
                    },
                    2,
                )?
            }
            "uadd.with.overflow" | "sadd.with.overflow" | "usub.with.overflow"
            | "ssub.with.overflow" | "umul.with.overflow" | "smul.with.overflow" => {
                self.overflow(base, operand(0)?, operand(1)?, ty()?)?
            }
            "fmuladd" => {
                let product = Expression::infix("*", &argument(0)?, &argument(1)?);
                Expression::infix("+", &product, &argument(2)?)
            }
            "load.relative" => self.relative(operand(0)?, argument(1)?)?,
            "ptrmask" => {
                let address = Expression::cast("uintptr_t", &argument(0)?);
                let masked = Expression::infix("&", &address, &argument(1)?);
                Expression::cast("void *", &masked)
            }
            "is.constant" => Expression::atom("false"),
            "objectsize" => {
                let least = call.arguments.get(1).map(|own| own.value);
                let is_least = matches!(least, Some(Operand::Const(id)) if self.unit.module.int(id).is_some_and(|own| !own.is_zero()));
                let bits = self.width(ty()?)?;
                let name = int_name(bits, false);
                let text = if is_least { "0" } else { "-1" };
                Expression::cast(name, &Expression::literal(text))
            }
            "trap" => Expression::call("__builtin_trap", &[]),
            "debugtrap" => Expression::call("__builtin_trap", &[]),
            "prefetch" => Expression::call("__builtin_prefetch", &[converted(0)?]),
            "stacksave" => {
                Expression::call(format_args!("{}_save", self.unit.needs(Helper::Stack)), &[])
            }
            "stackrestore" => Expression::call(
                format_args!("{}_restore", self.unit.needs(Helper::Stack)),
                &[argument(0)?],
            ),
            "va_start" => self.start_list(operand(0)?)?,
            "va_end" => Expression::call("va_end", &[self.va_list(operand(0)?)?]),
            "va_copy" => {
                let (to, from) = (self.va_list(operand(0)?)?, self.va_list(operand(1)?)?);
                Expression::call("va_copy", &[to, from])
            }
            "frameaddress" => Expression::call("__builtin_frame_address", &[argument(0)?]),
            "returnaddress" => Expression::call("__builtin_return_address", &[argument(0)?]),
            "lrint" | "llrint" | "lround" | "llround" => {
                let suffix = self.float_suffix(self.ty(operand(0)?))?;
                let called =
                    Expression::call(format_args!("__builtin_{base}{suffix}"), &[argument(0)?]);
                Expression::retyped(self.unit.value_type(ty()?)?, &called)
            }
            "ldexp" => {
                let suffix = self.float_suffix(ty()?)?;
                let power = Expression::cast("int", &argument(1)?);
                Expression::call(
                    format_args!("__builtin_ldexp{suffix}"),
                    &[argument(0)?, power],
                )
            }
            "powi" => {
                let suffix = self.float_suffix(ty()?)?;
                let power = Expression::cast("int", &argument(1)?);
                Expression::call(
                    format_args!("__builtin_powi{suffix}"),
                    &[argument(0)?, power],
                )
            }
            "is.fpclass" => {
                let bits = self.float_bits(self.ty(operand(0)?))?;
                if bits == 80 {
                    return Err(unsupported());
                }
                let class = Expression::call(self.unit.needs(Helper::Class(bits)), &[argument(0)?]);
                let found = Expression::infix("&", &class, &argument(1)?);
                Expression::infix("!=", &found, &Expression::literal("0"))
            }
            _ => {
                let builtin = base.strip_prefix("x86.").and_then(x86::builtin);
                self.of_machine(builtin.ok_or_else(unsupported)?, call, result)?
            }
        })
    }

    /// What lies in a table of distances from itself, at a distance from its start.
    fn relative(&self, table: Operand, offset: Expression) -> Made {
        let base = untyped(&self.operand(table)?);
        let global = match table {
            Operand::Const(id) => match self.unit.module.constant(id) {
                unsnarl_ir::Constant::Global(global) => Some(*global),
                _ => None,
            },
            Operand::Value(_) => None,
        };
        let offset = Expression::cast("int64_t", &offset);
        Ok(match global.and_then(|table| self.unit.relative(table)) {
            // An address has twice the bytes of a distance.
            Some(_) => {
                let twice = Expression::infix("*", &offset, &Expression::literal("2"));
                let place = Expression::infix("+", &base, &twice);
                Expression::access("void *const", &place)
            }
            None => {
                let place = Expression::infix("+", &base, &offset);
                let far = Expression::access("int32_t", &place);
                Expression::infix("+", &base, &far)
            }
        })
    }

    /// An instruction of the host, by the name of its builtin. Compilers want vectors of the lanes
    /// that the instruction works on, with a sign.
    fn of_machine(&self, builtin: &str, call: &Call, result: Option<ValueId>) -> Made {
        let mut operands = Vec::new();
        for argument in &call.arguments {
            let operand = self.operand(argument.value)?;
            let ty = self.ty(argument.value);
            operands.push(match self.lanes_of(ty) {
                Some((lane, count)) => {
                    let lane = lane_of_machine(lane);
                    let lane = lane.ok_or_else(|| self.unit.types.borrow().unsupported(ty))?;
                    Expression::cast(self.vector_of(lane, count), &operand)
                }
                None => operand,
            });
        }
        let called = Expression::call(format_args!("__builtin_ia32_{builtin}"), &operands);
        let result = result.map(|result| self.function.value_type(result));
        Ok(match result {
            Some(ty) => Expression::cast(self.unit.value_type(ty)?, &called),
            None => called,
        })
    }

    /// Begins a list of variable arguments.
    fn start_list(&self, list: Operand) -> Made {
        let mut parameters = self.function.parameters.iter().rev();
        let last = match parameters.find_map(|own| own.value) {
            Some(last) => self.identifier(self.code.name(last)),
            None => UNNAMED.to_owned(),
        };
        let list = self.va_list(list)?.text;
        // The IR may read the list itself. gcc saves only those registers that it sees read by
        // va_arg, unless the list goes where it cannot see.
        Ok(Expression::atom(format!(
            "__extension__({{ va_start({list}, {last}); \
             __asm__ volatile (\"\" : : \"r\"({list}) : \"memory\"); }})"
        )))
    }

    /// An operation on integers, and whether it leaves their range.
    fn overflow(&self, base: &str, left: Operand, right: Operand, ty: TypeId) -> Made {
        let of = self.ty(left);
        let unsupported = || self.unit.types.borrow().unsupported(of);
        let bits = self.unit.module.types.int_width(of);
        let bits = bits.filter(|&bits| bits > 1).ok_or_else(unsupported)?;
        let size = holder(bits).ok_or_else(unsupported)?;
        let is_signed = base.starts_with('s');
        let own = int_name(size, is_signed);
        let unsigned = int_name(size, false);
        let kind = &base[1..4];
        let side = |operand| -> Result<String, Cause> {
            let value = match is_signed {
                true => self.signed(operand)?,
                false => self.operand(operand)?,
            };
            Ok(value.at(Level::Prefix))
        };
        let result = cut(Expression::atom("ir_u"), bits);
        let narrow = match (bits == size, is_signed) {
            (true, _) => String::new(),
            (false, true) => {
                let back = signed(&Expression::atom("ir_u"), bits);
                format!(" ir_over |= {} != ir_v;", back.at(Level::Shift))
            }
            (false, false) => format!(" ir_over |= {} != ir_v;", result.at(Level::Shift)),
        };
        let text = format!(
            "__extension__({{ {own} ir_v; bool ir_over = __builtin_{kind}_overflow(({own}){}, \
             ({own}){}, &ir_v); {unsigned} ir_u = ({unsigned})ir_v;{narrow} ({}){{ {}, ir_over }}; }})",
            side(left)?,
            side(right)?,
            self.unit.value_type(ty)?,
            result.text,
        );
        Ok(Expression::atom(text))
    }

    /// A vector of one of C's own types.
    fn vector_of(&self, lane: &str, count: u32) -> String {
        self.unit.types.borrow_mut().vector_of(lane, count)
    }

    /// The list of variable arguments at an address.
    fn va_list(&self, pointer: Operand) -> Made {
        Ok(Expression::access("va_list", &self.operand(pointer)?))
    }

    /// All lanes of a vector joined to one; nothing if there is no C for it.
    fn reduce(&self, kind: &str, call: &Call, ty: TypeId) -> Option<Made> {
        let is_float = matches!(kind, "fadd" | "fmul");
        let vector = call.arguments.get(usize::from(is_float))?.value;
        let &Type::Vector { element, count, .. } = self.unit.module.types.resolve(self.ty(vector))
        else {
            return None;
        };
        let is_bit = matches!(self.unit.module.types.resolve(element), Type::Int(1));
        let made = || -> Made {
            let own = self.unit.value_type(self.ty(vector))?;
            let name = self.unit.value_type(ty)?;
            let bits = self.unit.module.types.int_width(element).unwrap_or(64);
            let signed = int_name(holder(bits).unwrap_or(64), true);
            let next = if is_bit {
                "(ir_v[ir_i] != 0)"
            } else {
                "ir_v[ir_i]"
            };
            let step = match kind {
                "add" | "fadd" if !is_bit => format!("ir_r + {next}"),
                "mul" | "fmul" if !is_bit => format!("ir_r * {next}"),
                "and" => format!("ir_r & {next}"),
                "or" => format!("ir_r | {next}"),
                "xor" => format!("ir_r ^ {next}"),
                "umax" if !is_bit => format!("ir_r > {next} ? ir_r : {next}"),
                "umin" if !is_bit => format!("ir_r < {next} ? ir_r : {next}"),
                "smax" if !is_bit => format!("({signed})ir_r > ({signed}){next} ? ir_r : {next}"),
                "smin" if !is_bit => format!("({signed})ir_r < ({signed}){next} ? ir_r : {next}"),
                _ => return Err(Cause::Intrinsic(format!("llvm.vector.reduce.{kind}"))),
            };
            let (start, first) = match is_float {
                true => (self.converted(call.arguments[0].value)?, 0),
                false if is_bit => ("ir_v[0] != 0".to_owned(), 1),
                false => ("ir_v[0]".to_owned(), 1),
            };
            let text = format!(
                "__extension__({{ {own} ir_v = {}; {name} ir_r = {start}; for (int ir_i = {first}; ir_i < {count}; ir_i++) {{ ir_r = ({name})({step}); }} ir_r; }})",
                self.converted(vector)?
            );
            Ok(Expression::atom(text))
        };
        Some(
            made().map(|made| match self.unit.module.types.int_width(ty) {
                Some(bits) if bits > 1 => cut(made, bits),
                _ => made,
            }),
        )
    }
}

/// The type that a lane has for builtins of the machine.
fn lane_of_machine(lane: &Type) -> Option<&'static str> {
    Some(match lane {
        Type::Int(8) => "char",
        Type::Int(16) => "short",
        Type::Int(32) => "int",
        Type::Int(64) => "long long",
        Type::Float(FloatKind::Float) => "float",
        Type::Float(FloatKind::Double) => "double",
        _ => return None,
    })
}

/// The builtin of a function on floats, without the letter of its type.
fn math(base: &str) -> Option<&'static str> {
    Some(match base {
        "fabs" => "fabs",
        "sqrt" => "sqrt",
        "floor" => "floor",
        "ceil" => "ceil",
        "trunc" => "trunc",
        "rint" => "rint",
        "nearbyint" => "nearbyint",
        "round" => "round",
        "roundeven" => "roundeven",
        "copysign" => "copysign",
        "fma" => "fma",
        "minnum" => "fmin",
        "maxnum" => "fmax",
        "sin" => "sin",
        "cos" => "cos",
        "tan" => "tan",
        "exp" => "exp",
        "exp2" => "exp2",
        "log" => "log",
        "log2" => "log2",
        "log10" => "log10",
        "pow" => "pow",
        _ => return None,
    })
}
