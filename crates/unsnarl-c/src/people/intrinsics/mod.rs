//! What intrinsics of LLVM are in C.
//!
//! *Gives:* [`Values::intrinsic`].
//!
//! Functions that compilers have for the same are called where they mean the same for all operands;
//! else a [`Helper`] is written. On vectors both are called lane by lane.

mod bits;
mod constrained;
mod floats;
mod lanes;
mod overflow;
mod reduce;

use unsnarl_ir::{Call, FloatKind, Operand, Type, ValueId, base_name};

use super::expression::Expression;
use super::helpers::Helper;
use super::refusal::Cause;
use super::types::int_name;
use super::unit::{UNNAMED, further, untyped};
use super::values::Values;
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
        if let Some(strict) = base.strip_prefix("experimental.constrained.") {
            return self.constrained(name, strict, call, result);
        }
        if let Some(made) = self.of_bits(base, call, result) {
            return made;
        }
        if let Some(made) = self.of_floats(base, call, result) {
            return made;
        }
        if let Some(made) = self.of_lanes(base, call, result) {
            return made;
        }
        let lanewise = |name: String, count: usize| -> Made {
            let all = (0..count).map(operand).collect::<Result<Vec<_>, _>>()?;
            self.each_lane(&all, ty()?, |all| Ok(called(&name, all)))
        };
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
                self.saturated(base == "fptosi.sat", operand(0)?, ty()?)?
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
                self.overflow(base, [operand(0)?, operand(1)?], ty()?)?
            }
            "fmuladd" => self.product_and_sum(&[operand(0)?, operand(1)?, operand(2)?], ty()?)?,
            "load.relative" => self.relative(operand(0)?, argument(1)?)?,
            "ptrmask" => {
                let address = Expression::cast("uintptr_t", &argument(0)?);
                let masked = Expression::infix("&", &address, &argument(1)?);
                Expression::cast("void *", &masked)
            }
            "is.constant" => Expression::atom("false"),
            // No check is left out.
            "allow.runtime.check" | "allow.ubsan.check" | "experimental.widenable.condition" => {
                Expression::atom("true")
            }
            "convert.to.fp16" => {
                let half = Expression::cast("_Float16", &argument(0)?);
                self.punned(["_Float16", "uint16_t"], &half)
            }
            "convert.from.fp16" => {
                let half = self.punned(["uint16_t", "_Float16"], &argument(0)?);
                Expression::cast(self.unit.value_type(ty()?)?, &half)
            }
            "objectsize" => {
                let least = call.arguments.get(1).map(|own| own.value);
                let is_least = matches!(least, Some(Operand::Const(id)) if self.unit.module.int(id).is_some_and(|own| !own.is_zero()));
                let bits = self.width(ty()?)?;
                let name = int_name(bits, false);
                let text = if is_least { "0" } else { "-1" };
                Expression::cast(name, &Expression::literal(text))
            }
            // What the trap is for is a number that a debugger may show.
            "trap" | "debugtrap" | "ubsantrap" => Expression::call("__builtin_trap", &[]),
            "eh.sjlj.setjmp" => {
                let called = Expression::call("__builtin_setjmp", &[converted(0)?]);
                Expression::retyped(self.unit.value_type(ty()?)?, &called)
            }
            "eh.sjlj.longjmp" => Expression::call(self.unit.needs(Helper::Jump), &[converted(0)?]),
            "clear_cache" => {
                let all = [converted(0)?, converted(1)?];
                Expression::call("__builtin___clear_cache", &all)
            }
            "thread.pointer" => Expression::call("__builtin_thread_pointer", &[]),
            "get.rounding" | "flt.rounds" => {
                Expression::call(self.unit.needs(Helper::Rounding), &[])
            }
            "readcyclecounter" => Expression::call("__builtin_ia32_rdtsc", &[]),
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
            _ => {
                let builtin = base.strip_prefix("x86.").and_then(x86::builtin);
                self.of_machine(builtin.ok_or_else(unsupported)?, call, result)?
            }
        })
    }

    /// What lies in a table of distances from itself, at a distance from its start.
    fn relative(&self, table: Operand, offset: Expression) -> Made {
        let base = self.operand(table)?;
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
                let place = further("+", &base, &twice);
                Expression::access("void *const", &place)
            }
            None => {
                let place = further("+", &base, &offset);
                let far = Expression::access("int32_t", &place);
                further("+", &base, &far)
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
                    let lane = lane.ok_or_else(|| self.unit.types.borrow().no_operation(ty))?;
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

    /// A vector of one of C's own types.
    fn vector_of(&self, lane: &str, count: u32) -> String {
        self.unit.types.borrow_mut().vector_of(lane, count)
    }

    /// The list of variable arguments at an address.
    fn va_list(&self, pointer: Operand) -> Made {
        let address = self.operand(pointer)?;
        if self.is_list(pointer) {
            return Ok(address);
        }
        let mut types = self.unit.types.borrow_mut();
        types.alias("va_list", "any_va_list", "may_alias");
        Ok(Expression::access("any_va_list", &address))
    }
}

/// A call with operands that C converts to the types of parameters.
fn called(name: &str, operands: &[Expression]) -> Expression {
    let all: Vec<Expression> = operands.iter().map(|own| own.converted().clone()).collect();
    Expression::call(name, &all)
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
