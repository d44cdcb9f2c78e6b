//! Intrinsics: calls of `llvm.…`.
//!
//! *Limits:* [`Cause::Intrinsic`] names the ones that are not here.

use unsnarl_ir::{Call, IntPredicate, Operand, TypeId};
use wasm_encoder::{Instruction, ValType};

use super::overflow::Arithmetic;
use super::{Extend, Selection};
use crate::STACK_POINTER;
use crate::code::{Effect, Reg};
use crate::error::Cause;
use crate::forms::Part;

impl Selection<'_> {
    pub(super) fn intrinsic(
        &mut self,
        name: &str,
        call: &Call,
        result: Option<TypeId>,
    ) -> Result<Vec<Reg>, Cause> {
        let base = base_name(name);
        if is_dropped(base) {
            return Ok(Vec::new());
        }
        let unknown = || Cause::Intrinsic(name.to_owned());
        let argument = |index: usize| {
            call.arguments
                .get(index)
                .map(|argument| argument.value)
                .ok_or_else(unknown)
        };
        if let Some((op, extend)) = overflow_op(base, ".with.overflow") {
            return self.with_overflow(op, extend, argument(0)?, argument(1)?);
        }
        if let Some((op, extend)) =
            overflow_op(base, ".sat").filter(|(op, _)| *op != Arithmetic::Mul)
        {
            return self.saturating(op, extend, argument(0)?, argument(1)?);
        }
        match base {
            "memcpy" | "memcpy.inline" => {
                self.copy_memory("memcpy", argument(0)?, argument(1)?, argument(2)?)
            }
            "memmove" => self.copy_memory("memmove", argument(0)?, argument(1)?, argument(2)?),
            "memset" | "memset.inline" => {
                self.fill_memory(argument(0)?, argument(1)?, argument(2)?)
            }
            "smax" => self.int_extreme(IntPredicate::SignedGreater, argument(0)?, argument(1)?),
            "smin" => self.int_extreme(IntPredicate::SignedLess, argument(0)?, argument(1)?),
            "umax" => self.int_extreme(IntPredicate::UnsignedGreater, argument(0)?, argument(1)?),
            "umin" => self.int_extreme(IntPredicate::UnsignedLess, argument(0)?, argument(1)?),
            "abs" => self.absolute(argument(0)?),
            "ctlz" => self.leading_zeros(argument(0)?),
            "cttz" => self.trailing_zeros(argument(0)?),
            "ctpop" => self.count_ones(argument(0)?),
            "bswap" => self.byte_swap(argument(0)?),
            "bitreverse" => self.bit_reverse(argument(0)?),
            "fshl" => self.funnel(true, argument(0)?, argument(1)?, argument(2)?),
            "fshr" => self.funnel(false, argument(0)?, argument(1)?, argument(2)?),
            "expect"
            | "expect.with.probability"
            | "launder.invariant.group"
            | "strip.invariant.group"
            | "ssa.copy"
            | "annotation"
            | "ptr.annotation"
            | "threadlocal.address" => self.operand(argument(0)?),
            "is.constant" => {
                let known = matches!(argument(0)?, Operand::Const(_));
                Ok(vec![self.i32(known.into())])
            }
            "objectsize" => self.object_size(argument(1)?, result.ok_or_else(unknown)?),
            "trap" | "debugtrap" | "ubsantrap" => {
                self.body
                    .push(Instruction::Unreachable, Effect::Write, &[], &[]);
                Ok(Vec::new())
            }
            "va_start" => self.start_list(argument(0)?),
            "va_copy" => self.copy_list(argument(0)?, argument(1)?),
            "stacksave" => Ok(self.body.push(
                Instruction::GlobalGet(STACK_POINTER),
                Effect::Write,
                &[],
                &[ValType::I32],
            )),
            "stackrestore" => {
                let pointer = self.one(argument(0)?)?;
                self.body.push(
                    Instruction::GlobalSet(STACK_POINTER),
                    Effect::Write,
                    &[pointer],
                    &[],
                );
                Ok(Vec::new())
            }
            "wasm.memory.size" => Ok(self.body.push(
                Instruction::MemorySize(0),
                Effect::Write,
                &[],
                &[ValType::I32],
            )),
            "wasm.memory.grow" => {
                let pages = self.one(argument(1)?)?;
                Ok(self.body.push(
                    Instruction::MemoryGrow(0),
                    Effect::Write,
                    &[pages],
                    &[ValType::I32],
                ))
            }
            "fptosi.sat" | "fptoui.sat" => self.saturating_int(name, base, argument(0)?, result),
            _ => self.float_intrinsic(name, base, call),
        }
    }

    fn float_intrinsic(&mut self, name: &str, base: &str, call: &Call) -> Result<Vec<Reg>, Cause> {
        use Instruction as I;
        let unknown = || Cause::Intrinsic(name.to_owned());
        let argument = |index: usize| {
            call.arguments
                .get(index)
                .map(|argument| argument.value)
                .ok_or_else(unknown)
        };
        let unary = match base {
            "fabs" => Some([I::F32Abs, I::F64Abs]),
            "sqrt" => Some([I::F32Sqrt, I::F64Sqrt]),
            "floor" => Some([I::F32Floor, I::F64Floor]),
            "ceil" => Some([I::F32Ceil, I::F64Ceil]),
            "trunc" => Some([I::F32Trunc, I::F64Trunc]),
            "rint" | "nearbyint" | "roundeven" => Some([I::F32Nearest, I::F64Nearest]),
            _ => None,
        };
        if let Some(ops) = unary {
            let value = self.float(argument(0)?)?;
            return Ok(vec![self.float_op(ops, &[value])]);
        }
        match base {
            "copysign" => {
                self.float_pair([I::F32Copysign, I::F64Copysign], argument(0)?, argument(1)?)
            }
            "minimum" => self.float_pair([I::F32Min, I::F64Min], argument(0)?, argument(1)?),
            "maximum" => self.float_pair([I::F32Max, I::F64Max], argument(0)?, argument(1)?),
            "minnum" | "maxnum" => {
                let (left, right) = self.floats(argument(0)?, argument(1)?, "minnum or maxnum")?;
                let ops = if base == "minnum" {
                    [I::F32Min, I::F64Min]
                } else {
                    [I::F32Max, I::F64Max]
                };
                Ok(vec![self.number_extreme(ops, left, right)])
            }
            "fmuladd" => {
                let (left, right) = self.floats(argument(0)?, argument(1)?, "fmuladd")?;
                let product = self.float_op([I::F32Mul, I::F64Mul], &[left, right]);
                let addend = self.float(argument(2)?)?;
                if self.body.ty(addend) != self.body.ty(product) {
                    return Err(Cause::OperandType("fmuladd"));
                }
                Ok(vec![
                    self.float_op([I::F32Add, I::F64Add], &[product, addend]),
                ])
            }
            _ => Err(unknown()),
        }
    }

    fn float_pair(
        &mut self,
        ops: [Instruction<'static>; 2],
        left: Operand,
        right: Operand,
    ) -> Result<Vec<Reg>, Cause> {
        let (left, right) = self.floats(left, right, "an intrinsic")?;
        Ok(vec![self.float_op(ops, &[left, right])])
    }

    /// Saturates at the extremes of 32 or 64 bits, which is all that WebAssembly does.
    fn saturating_int(
        &mut self,
        name: &str,
        base: &str,
        value: Operand,
        result: Option<TypeId>,
    ) -> Result<Vec<Reg>, Cause> {
        let to = result.filter(|&ty| matches!(self.type_width(ty), Ok(32 | 64)));
        let to = to.ok_or_else(|| Cause::Intrinsic(name.to_owned()))?;
        let extend = if base == "fptosi.sat" {
            Extend::Sign
        } else {
            Extend::Zero
        };
        self.float_to_int(value, to, extend)
    }

    /// Nothing is known about the size: the least if a minimum is asked for, else the most.
    fn object_size(&mut self, wants_minimum: Operand, result: TypeId) -> Result<Vec<Reg>, Cause> {
        let minimum = self.one(wants_minimum)?;
        let is_minimum = self.known_number(minimum).is_some_and(|number| number != 0);
        let value = if is_minimum { 0 } else { -1 };
        let ty = self.single_type(result)?;
        Ok(vec![if ty == ValType::I64 {
            self.i64(value)
        } else {
            self.i32(value as i32)
        }])
    }

    fn start_list(&mut self, list: Operand) -> Result<Vec<Reg>, Cause> {
        let start = self
            .variable_arguments
            .ok_or(Cause::OperandType("va_start"))?;
        let place = self.place(list, 4)?;
        self.store_part(place, &POINTER, start, false)?;
        Ok(Vec::new())
    }

    fn copy_list(&mut self, to: Operand, from: Operand) -> Result<Vec<Reg>, Cause> {
        let from = self.place(from, 4)?;
        let pointer = self.load_part(from, &POINTER, Effect::Read)?;
        let to = self.place(to, 4)?;
        self.store_part(to, &POINTER, pointer, false)?;
        Ok(Vec::new())
    }
}

/// A pointer in memory.
pub(super) const POINTER: Part = Part {
    ty: ValType::I32,
    width: 32,
    offset: 0,
};

/// The name of an intrinsic without `llvm.` and without the types at its end.
fn base_name(name: &str) -> &str {
    let mut base = name.strip_prefix("llvm.").unwrap_or(name);
    while let Some((before, last)) = base.rsplit_once('.') {
        let is_type = match last.as_bytes() {
            [b'i' | b'f' | b'p', digits @ ..] => {
                !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
            }
            _ => last == "isVoid",
        };
        if !is_type {
            break;
        }
        base = before;
    }
    base
}

/// Intrinsics that only tell something to the optimiser or the debugger.
fn is_dropped(base: &str) -> bool {
    const DROPPED: [&str; 12] = [
        "assume",
        "donothing",
        "sideeffect",
        "var.annotation",
        "experimental.noalias.scope.decl",
        "invariant.end",
        "lifetime.start",
        "lifetime.end",
        "va_end",
        "prefetch",
        "pseudoprobe",
        "fake.use",
    ];
    DROPPED.contains(&base) || base.starts_with("dbg.")
}

fn overflow_op(base: &str, ending: &str) -> Option<(Arithmetic, Extend)> {
    let op = base.strip_suffix(ending)?;
    let extend = match op.as_bytes().first()? {
        b's' => Extend::Sign,
        b'u' => Extend::Zero,
        _ => return None,
    };
    match &op[1..] {
        "add" => Some((Arithmetic::Add, extend)),
        "sub" => Some((Arithmetic::Sub, extend)),
        "mul" => Some((Arithmetic::Mul, extend)),
        _ => None,
    }
}
