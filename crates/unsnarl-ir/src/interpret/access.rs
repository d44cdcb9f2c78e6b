//! Memory accesses: loads, stores, atomic accesses, and variables.
//!
//! *Gives:* the rules of an access. Its address must be known, not zero and, if the settings
//! require it, aligned, and the bytes must not extend beyond the end of the address space. The bits
//! that pad an integer to whole bytes are written as zero, or as poison if the integer is poison;
//! an integer that is read with other padding bits is poison. The padding of a struct is written as
//! undefined bytes.

use super::bits::Bits;
use super::evaluate;
use super::extreme::Extreme;
use super::frame::{Frame, State, World};
use super::host::Variable;
use super::interpreter::{Alignment, Interpreter};
use super::memory::Byte;
use super::scalar::Scalar;
use super::stop::{Stop, Undefined, Unsupported};
use super::value::{Shape, Slot, Value};
use crate::atomic::AtomicOp;
use crate::id::{InstId, TypeId};
use crate::ops::{BinaryOp, Flags, IntPredicate};

impl Interpreter<'_> {
    /// The address of an access.
    pub(super) fn address(&self, pointer: &Scalar, size: u64, align: u64) -> Result<u64, Stop> {
        if size == 0 {
            // No byte is accessed, so the address does not matter.
            return Ok(0);
        }
        let bits = pointer.decided()?;
        let address = bits.as_u64().ok_or(Undefined::OutOfBounds)?;
        let last = address.checked_add(size - 1);
        let last = last.filter(|last| bits.width() >= 64 || last >> bits.width() == 0);
        if address == 0 || last.is_none() {
            return Err(Undefined::OutOfBounds.into());
        }
        let is_checked = self.settings.alignment == Alignment::Required;
        if is_checked && !address.is_multiple_of(align.max(1)) {
            return Err(Undefined::Misaligned.into());
        }
        Ok(address)
    }

    /// Reads a value of a type.
    pub(super) fn load(
        &self,
        world: &mut World<'_>,
        ty: TypeId,
        pointer: &Scalar,
        align: Option<u64>,
    ) -> Result<Value, Stop> {
        let shape = self.shapes.get(ty)?;
        world.spend(shape.scalars.len() as u64 / 4)?;
        let address = self.address(pointer, shape.size, align.unwrap_or(shape.align))?;
        if let [slot] = &shape.scalars[..] {
            return Ok(Value::One(load_slot(world.state, address, slot)));
        }
        let scalars = shape.scalars.iter();
        Ok(Value::new(
            scalars
                .map(|slot| load_slot(world.state, address, slot))
                .collect(),
        ))
    }

    /// Writes a value of a type.
    pub(super) fn store(
        &self,
        world: &mut World<'_>,
        ty: TypeId,
        value: &Value,
        pointer: &Scalar,
        align: Option<u64>,
    ) -> Result<(), Stop> {
        let shape = self.shapes.get(ty)?;
        world.spend(shape.size / 16)?;
        let address = self.address(pointer, shape.size, align.unwrap_or(shape.align))?;
        if let [slot] = shape.scalars[..] {
            store_slot(world.state, address, &slot, &value.scalars()[0]);
            return Ok(());
        }
        store_all(world.state, address, &shape, value);
        Ok(())
    }

    /// Makes a variable; gives its address.
    pub(super) fn allocate(
        &self,
        world: &mut World<'_>,
        frame: &mut Frame,
        inst: InstId,
        size: u64,
        align: u64,
    ) -> Result<u64, Stop> {
        world.spend(size / 16)?;
        let variable = Variable {
            function: frame.function,
            alloca: inst,
            size,
            align,
            stack: world.state.stack,
        };
        let place = match world.host.place(&variable) {
            Some(place) => {
                world.state.stack = world.state.stack.min(place);
                world.state.memory.fill(place, size, Byte::undefined());
                place
            }
            None => world.state.allocate(size, align)?,
        };
        frame.variables.push((place, size));
        Ok(place)
    }

    /// The value that an atomic change writes.
    pub(super) fn atomic(
        &self,
        op: AtomicOp,
        ty: TypeId,
        old: &Value,
        other: &Value,
    ) -> Result<Value, Stop> {
        let plain = Flags::default();
        let binary = |op| self.binary(op, plain, ty, old, other);
        let kept = |predicate| {
            let wins = self.int_compare(predicate, plain, old, other)?;
            self.select(plain, ty, &wins, old, other)
        };
        let extreme = |name| {
            let rule = Extreme::named(name).ok_or(Unsupported::Type(ty))?;
            let floating = self.floating(ty)?;
            evaluate::zip(old, other, |old, other| {
                Ok(floating.extreme(rule, plain, old, other))
            })
        };
        match op {
            AtomicOp::Exchange => Ok(other.clone()),
            AtomicOp::Add => binary(BinaryOp::Add),
            AtomicOp::Sub => binary(BinaryOp::Sub),
            AtomicOp::And => binary(BinaryOp::And),
            AtomicOp::Or => binary(BinaryOp::Or),
            AtomicOp::Xor => binary(BinaryOp::Xor),
            AtomicOp::Nand => {
                let both = binary(BinaryOp::And)?;
                let ones = |scalar: &Scalar| {
                    let change = |value: &Bits, unknown: &Bits| (value.not(), unknown.clone());
                    Ok(scalar.changed(change))
                };
                evaluate::map(&both, ones)
            }
            AtomicOp::Max => kept(IntPredicate::SignedGreater),
            AtomicOp::Min => kept(IntPredicate::SignedLess),
            AtomicOp::UnsignedMax => kept(IntPredicate::UnsignedGreater),
            AtomicOp::UnsignedMin => kept(IntPredicate::UnsignedLess),
            AtomicOp::FloatAdd => binary(BinaryOp::FloatAdd),
            AtomicOp::FloatSub => binary(BinaryOp::FloatSub),
            AtomicOp::FloatMax => extreme("maxnum"),
            AtomicOp::FloatMin => extreme("minnum"),
            AtomicOp::FloatMaximum => extreme("maximum"),
            AtomicOp::FloatMinimum => extreme("minimum"),
            AtomicOp::WrappingIncrement
            | AtomicOp::WrappingDecrement
            | AtomicOp::SubIfNoWrap
            | AtomicOp::SubSaturating => self.bounded(op, ty, old, other),
        }
    }

    /// Changes with a bound. If an operand is partly unknown, the whole result is unknown.
    fn bounded(&self, op: AtomicOp, ty: TypeId, old: &Value, other: &Value) -> Result<Value, Stop> {
        let plain = Flags::default();
        let shape = self.shapes.get(ty)?;
        let number = |value: u128| shape.fill(|kind| Scalar::int(kind.bits(), value));
        let less = |left, right| self.int_compare(IntPredicate::UnsignedLess, plain, left, right);
        let pick = |when: Value, then: &Value, otherwise: &Value| {
            self.select(plain, ty, &when, then, otherwise)
        };
        let (zero, one) = (number(0), number(1));
        match op {
            AtomicOp::WrappingIncrement => {
                let next = self.binary(BinaryOp::Add, plain, ty, old, &one)?;
                pick(less(old, other)?, &next, &zero)
            }
            AtomicOp::WrappingDecrement => {
                let previous = self.binary(BinaryOp::Sub, plain, ty, old, &one)?;
                let bounded = pick(less(other, old)?, other, &previous)?;
                pick(less(old, &one)?, other, &bounded)
            }
            _ => {
                let rest = self.binary(BinaryOp::Sub, plain, ty, old, other)?;
                let bound = if op == AtomicOp::SubIfNoWrap {
                    old
                } else {
                    &zero
                };
                pick(less(old, other)?, bound, &rest)
            }
        }
    }
}

fn load_slot(state: &State, address: u64, slot: &Slot) -> Scalar {
    let width = slot.kind.bits();
    let scalar = state.memory.load(address, slot.bit, width);
    if slot.padding == 0 {
        return scalar;
    }
    let padding = state
        .memory
        .load(address, slot.bit + u64::from(width), slot.padding);
    match padding {
        Scalar::Known(padding) if padding.is_zero() => scalar,
        _ => Scalar::Poison,
    }
}

fn store_slot(state: &mut State, address: u64, slot: &Slot, scalar: &Scalar) {
    let width = slot.kind.bits();
    state.memory.store(address, slot.bit, width, scalar);
    if slot.padding > 0 {
        let padding = match scalar {
            Scalar::Poison => Scalar::Poison,
            _ => Scalar::int(slot.padding, 0),
        };
        let above = slot.bit + u64::from(width);
        state.memory.store(address, above, slot.padding, &padding);
    }
}

/// Writes all scalars, and the bytes between them.
fn store_all(state: &mut State, address: u64, shape: &Shape, value: &Value) {
    let mut end = 0;
    for (slot, scalar) in shape.scalars.iter().zip(value.scalars()) {
        let gap = (slot.bit / 8).saturating_sub(end);
        state
            .memory
            .fill(address.wrapping_add(end), gap, Byte::undefined());
        store_slot(state, address, slot, scalar);
        end = (slot.bit + u64::from(slot.kind.bits() + slot.padding)) / 8;
    }
    let rest = shape.size.saturating_sub(end);
    state
        .memory
        .fill(address.wrapping_add(end), rest, Byte::undefined());
}
