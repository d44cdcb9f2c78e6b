//! Intrinsics that LLVM's language reference defines.
//!
//! *Gives:* their results and effects. Other intrinsics are calls of the [`Host`](super::Host):
//! those that concern a target or its runtime, and functions whose result is not defined to the
//! last bit, such as `llvm.sin`.
//! *Limits:* bundles of `llvm.assume` are not checked.

mod arrange;
mod call;
mod float;
mod int;
mod memory;
mod names;
mod reduce;

use super::evaluate;
use super::frame::{Frame, World};
use super::integer;
use super::interpreter::Interpreter;
use super::scalar::Scalar;
use super::stop::{Stop, Undefined};
use super::value::{Kind, Value};
use crate::constant::Constant;
use crate::id::TypeId;
use crate::inst::{Call, Operand};
use crate::ops::{BinaryOp, Flags};
use call::{Intrinsic, Known, Lane};

fn value(value: Value) -> Known {
    Some(Some(value))
}

impl Interpreter<'_> {
    /// Computes an intrinsic; nothing if it is not supported here.
    pub(super) fn intrinsic(
        &self,
        world: &mut World<'_>,
        frame: &mut Frame,
        name: &str,
        call: &Call,
        arguments: &[Value],
        result: Option<TypeId>,
    ) -> Result<Known, Stop> {
        let base = names::base_name(name);
        if names::is_hint(base) {
            return Ok(Some(None));
        }
        let function = &self.module.functions[frame.function];
        let written = call.arguments.iter().zip(arguments);
        let written = written.filter(|(_, value)| !value.scalars().is_empty());
        let ty = |operand| self.module.operand_type(function, operand);
        let (types, arguments) = written.map(|(at, value)| (ty(at.value), value)).unzip();
        let mut call = Intrinsic {
            base,
            call,
            arguments,
            types,
            result,
        };
        world.spend(
            call.arguments
                .iter()
                .map(|value| value.scalars().len() as u64 / 4)
                .sum(),
        )?;
        if let Some(strict) = base.strip_prefix("experimental.constrained.") {
            call.base = strict;
            return self.constrained(&call);
        }
        if let Some(known) = self.memory_intrinsic(world, frame, &call)? {
            return Ok(Some(known));
        }
        if let Some(known) = self.plain_intrinsic(&call)? {
            return Ok(Some(known));
        }
        if let Some(known) = self.arranged(&call)? {
            return Ok(value(known));
        }
        if let Some(known) = self.reduced(&call)? {
            return Ok(value(known));
        }
        if let Some(known) = self.with_overflow(&call)? {
            return Ok(value(known));
        }
        Ok(self.elementwise(&call)?.map(Some))
    }

    /// Constrained operations: rounding is to nearest and exception flags cannot be observed, so
    /// these are ordinary operations.
    fn constrained(&self, call: &Intrinsic<'_>) -> Result<Known, Stop> {
        let plain = Flags::default();
        let mut words = call
            .call
            .arguments
            .iter()
            .filter_map(|argument| self.word(argument.value));
        if let Some(op) = names::constrained_cast(call.base) {
            let (from, to) = (call.ty(0)?, call.result()?);
            return Ok(value(self.cast(op, plain, call.argument(0)?, from, to)?));
        }
        let both = || Ok::<_, Stop>((call.argument(0)?, call.argument(1)?));
        if let Some(op) = names::constrained_binary(call.base) {
            let (left, right) = both()?;
            return Ok(value(self.binary(op, plain, call.ty(0)?, left, right)?));
        }
        if let "fcmp" | "fcmps" = call.base {
            let Some(predicate) = words.find_map(names::constrained_predicate) else {
                return Ok(None);
            };
            let (left, right) = both()?;
            return Ok(value(self.float_compare(
                predicate,
                plain,
                call.ty(0)?,
                left,
                right,
            )?));
        }
        Ok(self.elementwise(call)?.map(Some))
    }

    /// The text of metadata that is one string.
    fn word(&self, operand: Operand) -> Option<&str> {
        let Operand::Const(constant) = operand else {
            return None;
        };
        match self.module.constant(constant) {
            Constant::Metadata { text, .. } => Some(text.trim_start_matches('!').trim_matches('"')),
            _ => None,
        }
    }

    /// Intrinsics that return an operand, make an open choice, or end the run.
    fn plain_intrinsic(&self, call: &Intrinsic<'_>) -> Result<Known, Stop> {
        let open = |first| {
            let width = self.shapes.element(call.result()?)?.bits();
            Ok::<_, Stop>(Value::One(self.open(width, first)))
        };
        let result = match call.base {
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
            | "threadlocal.address" => call.argument(0)?.clone(),
            "assume" => {
                let condition = call.scalar(0)?.decided()?;
                if condition.is_zero() {
                    return Err(Undefined::Assumption.into());
                }
                return Ok(Some(None));
            }
            "ptrmask" => {
                let width = self.shapes.element(call.ty(0)?)?.bits();
                // The bits of the pointer above the index width stay.
                let mask = evaluate::map(call.argument(1)?, |mask| {
                    Ok(mask.changed(|value, unknown| {
                        (value.not().resized(width).not(), unknown.resized(width))
                    }))
                })?;
                evaluate::zip(call.argument(0)?, &mask, |pointer, mask| {
                    integer::binary(BinaryOp::And, Flags::default(), pointer, mask)
                })?
            }
            "is.constant" => {
                let is_constant = matches!(call.call.arguments[0].value, Operand::Const(_));
                open(is_constant.into())?
            }
            "objectsize" => {
                let wants_least = call.scalar(1)?.known().is_some_and(|bits| !bits.is_zero());
                open(if wants_least { 0 } else { u128::MAX })?
            }
            "allow.runtime.check" | "allow.ubsan.check" | "experimental.widenable.condition" => {
                open(1)?
            }
            "get.rounding" | "flt.rounds" => Value::One(Scalar::int(32, 1)),
            "readcyclecounter" | "readsteadycounter" => open(0)?,
            "trap" | "debugtrap" | "ubsantrap" => return Err(Stop::Trap),
            _ => return Ok(None),
        };
        Ok(Some(Some(result)))
    }

    /// Intrinsics that work on each lane; a scalar has the same value for all lanes.
    fn elementwise(&self, call: &Intrinsic<'_>) -> Result<Option<Value>, Stop> {
        let Some(result) = call.result else {
            return Ok(None);
        };
        let Some(shape) = self.shapes.get(result).ok() else {
            return Ok(None);
        };
        if shape
            .scalars
            .iter()
            .any(|slot| slot.kind != shape.scalars[0].kind)
        {
            return Ok(None);
        }
        let mut kinds = Vec::with_capacity(call.types.len());
        for &ty in &call.types {
            match self.shapes.element(ty) {
                Ok(kind) => kinds.push(kind),
                Err(_) => return Ok(None),
            }
        }
        let mut lanes = Vec::with_capacity(shape.scalars.len());
        for (index, slot) in shape.scalars.iter().enumerate() {
            let operands = call.arguments.iter().map(|argument| {
                let scalars = argument.scalars();
                scalars.get(index).unwrap_or(&scalars[0])
            });
            let lane = Lane {
                base: call.base,
                flags: call.flags(),
                operands: operands.collect(),
                kinds: &kinds,
                result: slot.kind,
            };
            match self.lane(&lane) {
                Some(lane) => lanes.push(lane),
                None => return Ok(None),
            }
        }
        Ok(Some(Value::new(lanes)))
    }

    fn lane(&self, lane: &Lane<'_>) -> Option<Scalar> {
        match lane.kinds.first()? {
            Kind::Int(_) | Kind::Pointer(_) => int::lane(lane).or_else(|| self.float_of_int(lane)),
            Kind::Float(_) => self.float_lane(lane),
        }
    }
}
