//! Calls, and what intrinsics are in C.
//!
//! *Gives:* [`Values::call`].
//!
//! A call names its function where the types agree; else it goes through a pointer of the call's
//! own type. Functions that compilers [know](super::library) are declared with C's types, and what
//! they return is converted to the type that it has everywhere else.

use unsnarl_ir::{
    Argument, Call, Callee, FloatKind, FuncId, Operand, ParameterAttributes, Type, TypeId, ValueId,
    base_name,
};

use super::expression::{Expression, Level};
use super::fields::TargetId;
use super::helpers::Helper;
use super::refusal::Cause;
use super::types::{holder, int_name};
use super::unit::{UNNAMED, untyped};
use super::values::{Values, cut, masked, signed};

type Made = Result<Expression, Cause>;

impl Values<'_, '_> {
    /// A call as an expression; one without a result is a statement.
    pub(super) fn call(&self, call: &Call, result: Option<ValueId>) -> Made {
        if !call.bundles.is_empty() {
            return Err(Cause::Construct("a call with an operand bundle".to_owned()));
        }
        match call.callee {
            Callee::Direct(id) => match self.unit.module.intrinsic(id) {
                Some(name) => self.intrinsic(name, call, result),
                None => self.direct(id, call),
            },
            Callee::Indirect(callee) => {
                let is_known = matches!(callee, Operand::Const(_));
                let callee = self.operand(callee)?;
                self.through(&callee, is_known, call)
            }
            Callee::Assembly(ref assembly) => self.assembly(assembly, call, result),
        }
    }

    fn direct(&self, id: FuncId, call: &Call) -> Made {
        let unit = self.unit;
        let function = &unit.module.functions[id];
        if call.convention != 0 && call.convention != 8 || function.convention != call.convention {
            return Err(Cause::Construct(format!(
                "the calling convention {}",
                call.convention
            )));
        }
        if function.ty != call.ty || unit.takes_nothing_named(function) {
            let callee = unit.address_of_function(id);
            return self.through(&callee, true, call);
        }
        if let Some(known) = unit.known(id) {
            unit.used_functions.borrow_mut().insert(id);
            let mut arguments = self.arguments(call)?;
            for argument in &mut arguments {
                // What C's types point to is not what is there.
                let is_bytes = argument.points_to == Some(TargetId::BYTES);
                if argument.is_typed_pointer && !argument.text.starts_with('"') && !is_bytes {
                    *argument = untyped(argument);
                }
            }
            let called = Expression::call(unit.function_name(id), &arguments);
            let (result, ..) = unit
                .module
                .signature(call.ty)
                .unwrap_or((call.ty, &[], false));
            let is_int = unit.module.types.int_width(result).is_some();
            return Ok(match known.is_signed() && is_int {
                true => Expression::retyped(unit.value_type(result)?, &called),
                false => called,
            });
        }
        unit.used_functions.borrow_mut().insert(id);
        let mut arguments = self.arguments(call)?;
        for (place, argument) in arguments.iter_mut().enumerate() {
            *argument = self.assigned(argument.clone(), unit.fields.parameter(id, place));
        }
        let called = Expression::call(unit.function_name(id), &arguments);
        self.returned(called, call.ty, function.result_attributes.signext)
    }

    /// What a call returns, as the IR has it: without a sign, and zeros above its bits, where other
    /// compilers leave anything.
    fn returned(&self, called: Expression, ty: TypeId, is_signed: bool) -> Made {
        let unit = self.unit;
        let (result, ..) = unit.module.signature(ty).unwrap_or((ty, &[], false));
        let called = match is_signed {
            true => Expression::retyped(unit.value_type(result)?, &called),
            false => called,
        };
        Ok(match unit.module.types.int_width(result) {
            Some(bits) => masked(called, bits),
            None => called,
        })
    }

    /// A call through a pointer. Where compilers know which function that is, they see to it that a
    /// call by another type than the function's traps, unless the pointer is a variable.
    fn through(&self, callee: &Expression, is_known: bool, call: &Call) -> Made {
        if call.convention != 0 && call.convention != 8 {
            return Err(Cause::Construct(format!(
                "the calling convention {}",
                call.convention
            )));
        }
        let unit = self.unit;
        let prototype = unit.prototype(call.ty, &call.result_attributes, |place| {
            let argument = call.arguments.get(place);
            argument.map_or_else(ParameterAttributes::default, |own| own.attributes)
        })?;
        let mut parameters = prototype.parameters.join(", ");
        if prototype.is_variadic && !prototype.parameters.is_empty() {
            parameters += ", ...";
        } else if parameters.is_empty() && !prototype.is_variadic {
            parameters += "void";
        }
        let result = prototype.result;
        let callee = match is_known {
            true => Expression::atom(format!(
                "__extension__({{ {result} (*ir_f)({parameters}) = {}; ir_f; }})",
                untyped(callee).text
            )),
            false => Expression::cast(format!("{result} (*)({parameters})"), &untyped(callee)),
        };
        let called = Expression::call(callee.at(Level::Postfix), &self.arguments(call)?);
        self.returned(called, call.ty, call.result_attributes.signext)
    }

    fn arguments(&self, call: &Call) -> Result<Vec<Expression>, Cause> {
        let fixed = self.unit.module.signature(call.ty);
        let fixed = fixed.map_or(0, |(_, parameters, _)| parameters.len());
        let arguments = call.arguments.iter().enumerate();
        arguments
            .map(|(place, argument)| self.argument(argument, place < fixed))
            .collect()
    }

    fn argument(&self, argument: &Argument, is_fixed: bool) -> Made {
        if let Some(ty) = argument.attributes.byval {
            let align = argument.attributes.align;
            let name = self.unit.types.borrow_mut().in_memory(ty, align);
            if let Some(name) = name {
                return Ok(Expression::access(name, &self.operand(argument.value)?));
            }
            return self.place(argument.value, ty, argument.attributes.align, false);
        }
        let value = self.operand(argument.value)?;
        if is_fixed {
            if value.is_literal && argument.attributes.signext {
                return self.signed(argument.value);
            }
            return Ok(value.converted().clone());
        }
        // Nothing says the type of an argument behind the others but itself.
        let ty = self.ty(argument.value);
        Ok(match self.unit.module.types.resolve(ty) {
            Type::Int(_) if value.is_literal => Expression::cast(self.unit.value_type(ty)?, &value),
            // C would convert a float to a double; the IR has one where a struct of it is passed.
            Type::Float(FloatKind::Float) => Expression::new(
                format!("(struct {{ float f0; }}){{ {} }}", value.converted().text),
                Level::Postfix,
            ),
            _ => value,
        })
    }

    fn width(&self, ty: TypeId) -> Result<u32, Cause> {
        let bits = self.unit.module.types.int_width(ty);
        let lane = self.lanes_of(ty).and_then(|(lane, _)| match lane {
            Type::Int(bits) => Some(*bits),
            _ => None,
        });
        let known = bits.or(lane);
        let known = known.filter(|&bits| holder(bits) == Some(bits) && bits > 1);
        known.ok_or_else(|| self.unit.types.borrow().unsupported(ty))
    }

    fn float_suffix(&self, ty: TypeId) -> Result<&'static str, Cause> {
        Ok(match self.float_bits(ty)? {
            32 => "f",
            64 => "",
            _ => "l",
        })
    }

    fn intrinsic(&self, name: &str, call: &Call, result: Option<ValueId>) -> Made {
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
                "{own} ir_r; for (int ir_i = 0; ir_i < {lanes}; ir_i++) ir_r[ir_i] = {name}({operands}); ir_r; }})"
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
            "load.relative" => {
                let offset = argument(1)?;
                let table = match operand(0)? {
                    Operand::Const(id) => match self.unit.module.constant(id) {
                        unsnarl_ir::Constant::Global(global) => Some(*global),
                        _ => None,
                    },
                    Operand::Value(_) => None,
                };
                let base = untyped(&argument(0)?);
                match table.and_then(|table| self.unit.relative(table)) {
                    // An address has twice the bytes of a distance.
                    Some(_) => {
                        let offset = Expression::cast("int64_t", &offset);
                        let twice = Expression::infix("*", &offset, &Expression::literal("2"));
                        let place = Expression::infix("+", &base, &twice);
                        Expression::access("void *const", &place)
                    }
                    None => {
                        let offset = Expression::cast("int64_t", &offset);
                        let place = Expression::infix("+", &base, &offset);
                        let far = Expression::access("int32_t", &place);
                        Expression::infix("+", &base, &far)
                    }
                }
            }
            "ptrmask" => {
                let address = Expression::cast("uintptr_t", &argument(0)?);
                let masked = Expression::infix("&", &address, &argument(1)?);
                Expression::cast("void *", &masked)
            }
            "x86.pclmulqdq" => {
                let vector = self.vector_of("long long", 2);
                let text = format!(
                    "({})__builtin_ia32_pclmulqdq128(({vector}){}, ({vector}){}, {})",
                    self.unit.value_type(ty()?)?,
                    argument(0)?.at(Level::Prefix),
                    argument(1)?.at(Level::Prefix),
                    argument(2)?.text
                );
                Expression::new(text, Level::Prefix)
            }
            "x86.avx2.psad.bw" | "x86.sse2.psad.bw" => {
                let (count, name) = match base {
                    "x86.avx2.psad.bw" => (32, "psadbw256"),
                    _ => (16, "psadbw128"),
                };
                let vector = self.vector_of("char", count);
                let text = format!(
                    "({})__builtin_ia32_{name}(({vector}){}, ({vector}){})",
                    self.unit.value_type(ty()?)?,
                    argument(0)?.at(Level::Prefix),
                    argument(1)?.at(Level::Prefix)
                );
                Expression::new(text, Level::Prefix)
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
            "va_start" => {
                let last = self
                    .function
                    .parameters
                    .iter()
                    .rev()
                    .find_map(|own| own.value);
                let last = match last {
                    Some(last) => self.identifier(self.code.name(last)),
                    None => UNNAMED.to_owned(),
                };
                let list = self.va_list(operand(0)?)?;
                // The IR may read the list itself. gcc saves only those registers that it sees read
                // by va_arg, unless the list goes where it cannot see.
                let list = list.text;
                Expression::atom(format!(
                    "__extension__({{ va_start({list}, {last}); \
                     __asm__ volatile (\"\" : : \"r\"({list}) : \"memory\"); }})"
                ))
            }
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
            _ => return Err(unsupported()),
        })
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
                "__extension__({{ {own} ir_v = {}; {name} ir_r = {start}; for (int ir_i = {first}; ir_i < {count}; ir_i++) ir_r = ({name})({step}); ir_r; }})",
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
