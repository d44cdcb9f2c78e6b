//! Intrinsics: calls of `llvm.…`.
//!
//! Those that work on each element of a vector separately are written for one [lane](super::lane),
//! in `bits`, `math`, `overflow`.
//!
//! *Limits:* all others are [`SelectError::Intrinsic`]: garbage collection, scalable
//! vectors, fixed-point arithmetic, setting the rounding mode, and reading the return address or
//! the caller's stack pointer, which LLVM's back end refuses, too: WebAssembly keeps return
//! addresses where no program can see them.

mod names;

use crate::machine::Reg;
use crate::op::Op;
use crate::op::convert::Convert;
use crate::op::effect::Effect;
use crate::op::int::IntBinary;
use crate::op::memory::Memory;
use crate::types::{Sign, Type, Width};
use unsnarl_ir::{Call, Constant, IntPredicate, Operand, Type as IrType, TypeId};

use names::{base_name, constrained_binary, constrained_cast, constrained_predicate, is_dropped};

use super::lane::{Kind, Lane};
use super::overflow::Arithmetic;
use super::vector::broadcast;
use crate::select::error::{SelectError, unsupported};
use crate::select::extend::Extend;
use crate::select::parts::Part;
use crate::select::selection::Selection;

/// A call of an intrinsic: its name without types, its operands that are no metadata, the type of
/// its result.
pub(super) struct Intrinsic<'a> {
    pub(super) base: &'a str,
    pub(super) operands: Vec<Operand>,
    pub(super) result: Option<TypeId>,
}

impl Intrinsic<'_> {
    fn operand(&self, index: usize) -> Result<Operand, SelectError> {
        self.operands
            .get(index)
            .copied()
            .ok_or_else(|| self.unknown())
    }

    fn result(&self) -> Result<TypeId, SelectError> {
        self.result.ok_or_else(|| self.unknown())
    }

    fn unknown(&self) -> SelectError {
        SelectError::Intrinsic(format!("llvm.{}", self.base))
    }
}

impl Selection<'_> {
    pub(super) fn intrinsic(
        &mut self,
        name: &str,
        call: &Call,
        result: Option<TypeId>,
    ) -> Result<Vec<Reg>, SelectError> {
        let base = base_name(name);
        if is_dropped(base) {
            return Ok(Vec::new());
        }
        if let Some(strict) = base.strip_prefix("experimental.constrained.") {
            return self.constrained(name, strict, call, result);
        }
        let is_metadata =
            |operand| *self.module.types.get(self.operand_type(operand)) == IrType::Metadata;
        let operands: Vec<Operand> = call
            .arguments
            .iter()
            .map(|argument| argument.value)
            .collect();
        // Whether a check stays, which has a name: it does.
        let is_kept = matches!(base, "allow.runtime.check" | "allow.ubsan.check");
        if !is_kept && operands.iter().any(|&operand| is_metadata(operand)) {
            return Err(SelectError::Intrinsic(name.to_owned()));
        }
        let call = Intrinsic {
            base,
            operands,
            result,
        };
        self.dispatch(&call).map_err(|cause| match cause {
            // The name has the types in it.
            SelectError::Intrinsic(_) | SelectError::Type(_) | SelectError::OperandType(_) => {
                SelectError::Intrinsic(name.to_owned())
            }
            cause => cause,
        })
    }

    /// Constrained floating-point operations. There are no traps and no flags, and the rounding
    /// mode is to nearest, so that they equal the ordinary ones.
    fn constrained(
        &mut self,
        name: &str,
        base: &str,
        call: &Call,
        result: Option<TypeId>,
    ) -> Result<Vec<Reg>, SelectError> {
        let unknown = || SelectError::Intrinsic(name.to_owned());
        let (mut operands, mut words) = (Vec::new(), Vec::new());
        for argument in &call.arguments {
            match self.metadata_word(argument.value) {
                Some(word) => words.push(word),
                None => operands.push(argument.value),
            }
        }
        let otherwise = words.iter().find(|word| {
            word.starts_with("round.") && !matches!(**word, "round.tonearest" | "round.dynamic")
        });
        if let Some(word) = otherwise {
            return Err(unsupported(&format!("rounding mode {word}")));
        }
        let first = *operands.first().ok_or_else(unknown)?;
        if let Some(op) = constrained_cast(base) {
            return self.cast(op, first, result.ok_or_else(unknown)?);
        }
        if let "fcmp" | "fcmps" = base {
            let predicate = words.first().and_then(|word| constrained_predicate(word));
            let right = *operands.get(1).ok_or_else(unknown)?;
            return self.float_compare(predicate.ok_or_else(unknown)?, first, right);
        }
        if let Some(op) = constrained_binary(base) {
            return self.binary(op, first, *operands.get(1).ok_or_else(unknown)?);
        }
        let call = Intrinsic {
            base,
            operands,
            result,
        };
        self.elementwise(&call)?.ok_or_else(unknown)
    }

    /// The text of metadata that is one string.
    fn metadata_word(&self, operand: Operand) -> Option<&str> {
        let Operand::Const(constant) = operand else {
            return None;
        };
        match self.module.constant(constant) {
            Constant::Metadata { text, .. } => Some(text.trim_start_matches('!').trim_matches('"')),
            _ => None,
        }
    }

    fn dispatch(&mut self, call: &Intrinsic<'_>) -> Result<Vec<Reg>, SelectError> {
        if let Some(regs) = self.simd_intrinsic(call)? {
            return Ok(regs);
        }
        if let Some(regs) = self.memory_intrinsic(call)? {
            return Ok(regs);
        }
        if let Some(regs) = self.plain_intrinsic(call)? {
            return Ok(regs);
        }
        if let Some(regs) = self.arranged(call)? {
            return Ok(regs);
        }
        if let Some(name) = call.base.strip_prefix("masked.") {
            return self
                .masked(name, &call.operands, call.result)?
                .ok_or_else(|| call.unknown());
        }
        if let Some(op) = call.base.strip_prefix("vector.reduce.") {
            return self
                .reduce(op, &call.operands)?
                .ok_or_else(|| call.unknown());
        }
        if let Some(name) = call.base.strip_suffix(".with.overflow")
            && let Some((op, extend)) = Arithmetic::named(name)
        {
            return self.with_overflow(op, extend, call.operand(0)?, call.operand(1)?);
        }
        if let "modf" | "frexp" | "sincos" = call.base {
            return self.paired(call);
        }
        self.elementwise(call)?.ok_or_else(|| call.unknown())
    }

    /// First results first, then the second ones.
    fn paired(&mut self, call: &Intrinsic<'_>) -> Result<Vec<Reg>, SelectError> {
        let (mut results, mut others) = (Vec::new(), Vec::new());
        for lane in self.lanes(call.operand(0)?)? {
            let pair = self.paired_function(call.base, lane)?;
            let [first, second] = pair.ok_or_else(|| call.unknown())?;
            results.extend(first);
            others.extend(second);
        }
        results.extend(others);
        Ok(results)
    }

    /// Results first, then whether each overflowed.
    fn with_overflow(
        &mut self,
        op: Arithmetic,
        extend: Extend,
        left: Operand,
        right: Operand,
    ) -> Result<Vec<Reg>, SelectError> {
        let (mut results, mut flags) = (Vec::new(), Vec::new());
        for (left, right) in self.pairs(left, right, "an intrinsic")? {
            let (result, overflowed) = self.overflowing(op, extend, left, right)?;
            results.extend(result);
            flags.push(overflowed);
        }
        results.extend(flags);
        Ok(results)
    }

    /// Lane-wise intrinsics; scalar operands are the same for all lanes.
    fn elementwise(&mut self, call: &Intrinsic<'_>) -> Result<Option<Vec<Reg>>, SelectError> {
        let Some(result) = call.result else {
            return Ok(None);
        };
        let count = self.lane_count(result);
        let mut columns = Vec::new();
        for &operand in &call.operands {
            let lanes = self.lanes(operand)?;
            columns.push(broadcast(&lanes, count)?);
        }
        let kind = self.kind(result)?;
        let mut regs = Vec::new();
        for index in 0..count {
            let lanes: Vec<Lane> = columns.iter().map(|column| column[index]).collect();
            match self.lane_function(call.base, &lanes, kind)? {
                Some(lane) => regs.extend(lane),
                None => return Ok(None),
            }
        }
        Ok(Some(regs))
    }

    fn lane_function(
        &mut self,
        base: &str,
        lanes: &[Lane],
        result: Kind,
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        if let Some(name) = base.strip_suffix(".sat")
            && let (Some((op, extend)), &[left, right]) = (Arithmetic::named(name), lanes)
        {
            return match op {
                Arithmetic::Mul => Ok(None),
                _ => self.saturating(op, extend, left, right).map(Some),
            };
        }
        let regs = match (base, lanes, result) {
            ("fptosi.sat", &[value], Kind::Int(to)) => {
                self.saturating_to_int(value, to, Extend::Sign)?
            }
            ("fptoui.sat", &[value], Kind::Int(to)) => {
                self.saturating_to_int(value, to, Extend::Zero)?
            }
            ("scmp", &[left, right], Kind::Int(to)) => {
                self.three_way(Extend::Sign, left, right, to)
            }
            ("ucmp", &[left, right], Kind::Int(to)) => {
                self.three_way(Extend::Zero, left, right, to)
            }
            ("is.fpclass", &[value, mask], _) => vec![self.is_class(value, mask)?],
            _ => {
                if let Some(regs) = self.bit_function(base, lanes)? {
                    return Ok(Some(regs));
                }
                if let Some(regs) = self.float_to_long(base, lanes, result)? {
                    return Ok(Some(regs));
                }
                return self.float_function(base, lanes);
            }
        };
        Ok(Some(regs))
    }

    /// -1, 0 or 1 as the left operand is below, at or above the right one.
    fn three_way(&mut self, extend: Extend, left: Lane, right: Lane, to: u32) -> Vec<Reg> {
        let (above, below) = match extend {
            Extend::Sign => (IntPredicate::SignedGreater, IntPredicate::SignedLess),
            Extend::Zero => (IntPredicate::UnsignedGreater, IntPredicate::UnsignedLess),
        };
        let above = self.compare_lanes(above, extend, left, right);
        let below = self.compare_lanes(below, extend, left, right);
        let order = self.int_op(IntBinary::Sub, above, below);
        if to <= 32 {
            return vec![order];
        }
        let low = self.widened(order, Extend::Sign);
        if to <= 64 {
            return vec![low];
        }
        vec![low, self.high_of(low, Extend::Sign)]
    }

    /// Intrinsics that become an operand, a number or nothing.
    fn plain_intrinsic(&mut self, call: &Intrinsic<'_>) -> Result<Option<Vec<Reg>>, SelectError> {
        let regs = match call.base {
            "expect"
            | "expect.with.probability"
            | "launder.invariant.group"
            | "strip.invariant.group"
            | "ssa.copy"
            | "annotation"
            | "ptr.annotation"
            | "preserve.array.access.index"
            | "preserve.struct.access.index"
            | "preserve.union.access.index"
            | "arithmetic.fence"
            | "threadlocal.address" => self.operand(call.operand(0)?)?,
            "is.constant" => {
                let known = matches!(call.operand(0)?, Operand::Const(_));
                vec![self.i32(known.into())]
            }
            "ptrmask" => self.binary(
                unsnarl_ir::BinaryOp::And,
                call.operand(0)?,
                call.operand(1)?,
            )?,
            "objectsize" => self.object_size(call.operand(1)?, call.result()?)?,
            // There is one rounding mode: to the nearest.
            "get.rounding" | "flt.rounds" => vec![self.i32(1)],
            "readcyclecounter" | "readsteadycounter" => vec![self.i64(0)],
            "allow.runtime.check" | "allow.ubsan.check" | "experimental.widenable.condition" => {
                vec![self.i32(1)]
            }
            "invariant.start" => vec![self.i32(0)],
            "trap" | "debugtrap" | "ubsantrap" => {
                self.body.push(Op::Trap, Effect::Any, &[], &[]);
                Vec::new()
            }
            _ => return Ok(None),
        };
        Ok(Some(regs))
    }

    /// Intrinsics on memory and the stack.
    fn memory_intrinsic(&mut self, call: &Intrinsic<'_>) -> Result<Option<Vec<Reg>>, SelectError> {
        let argument = |index| call.operand(index);
        let regs = match call.base {
            "memcpy" | "memcpy.inline" | "memcpy.element.unordered.atomic" => {
                self.copy_memory("memcpy", argument(0)?, argument(1)?, argument(2)?)?
            }
            "memmove" | "memmove.element.unordered.atomic" => {
                self.copy_memory("memmove", argument(0)?, argument(1)?, argument(2)?)?
            }
            "memset" | "memset.inline" | "memset.element.unordered.atomic" => {
                self.fill_memory(argument(0)?, argument(1)?, argument(2)?)?
            }
            "va_start" => self.start_list(argument(0)?)?,
            "va_copy" => self.copy_list(argument(0)?, argument(1)?)?,
            "load.relative" => self.load_relative(argument(0)?, argument(1)?)?,
            "stacksave" => vec![self.stack_pointer()],
            "frameaddress" => self.frame_address(argument(0)?)?,
            "wasm.get.exception" => vec![self.exception(argument(0)?)?],
            "wasm.catch" => vec![self.caught(argument(0)?)?],
            "stackrestore" => {
                let pointer = self.one(argument(0)?)?;
                self.set_stack_pointer(pointer)?;
                Vec::new()
            }
            "wasm.trunc.signed" => self.trapping_truncation(call, Sign::Signed)?,
            "wasm.trunc.unsigned" => self.trapping_truncation(call, Sign::Unsigned)?,
            "wasm.tls.size" | "wasm.tls.align" | "wasm.tls.base"
                if !self.has_threads()
                    || self.single_type(call.result()?)? != self.address_type() =>
            {
                return Err(call.unknown());
            }
            "wasm.tls.size" => vec![self.loaded_address(self.context.thread_size())],
            "wasm.tls.align" => vec![self.loaded_address(self.context.thread_align())],
            // It is asked for where a thread gets its variables, too.
            "wasm.tls.base" => {
                let ty = self.address_type();
                let get = Op::GlobalGet(self.context.thread_base(), ty);
                self.body.push(get, Effect::Any, &[], &[ty])
            }
            "wasm.memory.size" | "wasm.memory.grow"
                if self.single_type(call.result()?)? != self.address_type() =>
            {
                return Err(call.unknown());
            }
            "wasm.memory.size" => self.on_memory(Op::MemorySize(Memory(0)), &[]),
            "wasm.memory.grow" => {
                let pages = self.one(argument(1)?)?;
                self.on_memory(Op::MemoryGrow(Memory(0)), &[pages])
            }
            "wasm.memory.atomic.notify" if self.has_threads() => {
                self.notify(argument(0)?, argument(1)?)?
            }
            "wasm.memory.atomic.wait32" if self.has_threads() => {
                self.wait(Width::W32, [argument(0)?, argument(1)?, argument(2)?])?
            }
            "wasm.memory.atomic.wait64" if self.has_threads() => {
                self.wait(Width::W64, [argument(0)?, argument(1)?, argument(2)?])?
            }
            _ => return Ok(None),
        };
        Ok(Some(regs))
    }

    /// A float as an integer, by the instruction that traps where it does not fit.
    fn trapping_truncation(
        &mut self,
        call: &Intrinsic<'_>,
        sign: Sign,
    ) -> Result<Vec<Reg>, SelectError> {
        let float = self.one(call.operand(0)?)?;
        let width = |ty: Type| match ty {
            Type::I32 | Type::F32 => Some(Width::W32),
            Type::I64 | Type::F64 => Some(Width::W64),
            _ => None,
        };
        let ty = self.single_type(call.result()?)?;
        let is_float = matches!(self.body.ty(float), Type::F32 | Type::F64);
        match (width(self.body.ty(float)), width(ty)) {
            (Some(from), Some(to)) if is_float && ty == to.int() => {
                let op = Op::Convert(Convert::Truncate { from, to, sign });
                Ok(vec![self.pure(op, &[float], ty)])
            }
            _ => Err(call.unknown()),
        }
    }

    /// Counts pages.
    fn on_memory(&mut self, op: Op, operands: &[Reg]) -> Vec<Reg> {
        let pages = self.address_type();
        self.body.push(op, Effect::Any, operands, &[pages])
    }

    /// The address of this function's frame; those of its callers are unknown, which is null.
    fn frame_address(&mut self, level: Operand) -> Result<Vec<Reg>, SelectError> {
        let level = self.one(level)?;
        Ok(match self.known_number(level) {
            Some(0) if self.frame.is_needed() => vec![self.body.frame_address(0)],
            Some(0) => vec![self.stack_pointer()],
            _ => vec![self.bytes(0)],
        })
    }

    /// The address that memory holds as an offset of 32 bits from the base itself.
    fn load_relative(&mut self, base: Operand, offset: Operand) -> Result<Vec<Reg>, SelectError> {
        let base = self.one(base)?;
        let offset = self.as_address(offset, Extend::Sign)?;
        let at = self.int_op(IntBinary::Add, base, offset);
        let place = self.place_at(at, 4);
        let distance = Part {
            ty: Type::I32,
            width: 32,
            offset: 0,
        };
        let distance = self.load_part(place, &distance)?;
        let distance = self.number_as_address(distance, Extend::Sign);
        Ok(vec![self.int_op(IntBinary::Add, base, distance)])
    }

    /// The size is unknown: the least if a minimum is asked for, else the most.
    fn object_size(
        &mut self,
        wants_minimum: Operand,
        result: TypeId,
    ) -> Result<Vec<Reg>, SelectError> {
        let minimum = self.one(wants_minimum)?;
        let is_minimum = self.known_number(minimum).is_some_and(|number| number != 0);
        let value = if is_minimum { 0 } else { -1 };
        let ty = self.single_type(result)?;
        Ok(vec![if ty == Type::I64 {
            self.i64(value)
        } else {
            self.i32(value as i32)
        }])
    }

    fn start_list(&mut self, list: Operand) -> Result<Vec<Reg>, SelectError> {
        let start = self
            .variable_arguments
            .ok_or(SelectError::OperandType("va_start"))?;
        let target = &self.context.target;
        let place = self.place(list, target.pointer_align())?;
        self.store_part(place, &Part::pointer(target), start, false)?;
        Ok(Vec::new())
    }

    fn copy_list(&mut self, to: Operand, from: Operand) -> Result<Vec<Reg>, SelectError> {
        let target = &self.context.target;
        let (part, align) = (Part::pointer(target), target.pointer_align());
        let from = self.place(from, align)?;
        let pointer = self.load_part(from, &part)?;
        let to = self.place(to, align)?;
        self.store_part(to, &part, pointer, false)?;
        Ok(Vec::new())
    }
}
