//! Intrinsics on memory and the stack.
//!
//! *Gives:* copies and fills, byte by byte with their unknown and poison bits; masked accesses,
//! which access the enabled lanes only; variable arguments; lifetimes of variables: their bytes are
//! undefined at the beginning and poison after the end.

use super::super::bits::Bits;
use super::super::frame::{Frame, World};
use super::super::interpreter::Interpreter;
use super::super::memory::Byte;
use super::super::scalar::Scalar;
use super::super::stop::{Stop, Undefined, Unsupported};
use super::super::value::Value;
use super::call::{Intrinsic, Known};
use crate::id::TypeId;

/// Lanes in memory: the address of each lane that is enabled.
type Places = Vec<Option<Scalar>>;

impl Interpreter<'_> {
    /// Runs an intrinsic on memory; nothing if it is not supported here.
    pub(super) fn memory_intrinsic(
        &self,
        world: &mut World<'_>,
        frame: &Frame,
        call: &Intrinsic<'_>,
    ) -> Result<Known, Stop> {
        match call.base {
            "memcpy" | "memcpy.inline" | "memcpy.element.unordered.atomic" => {
                self.copy(world, call, Overlap::Undefined)?;
            }
            "memmove" | "memmove.element.unordered.atomic" => {
                self.copy(world, call, Overlap::Allowed)?;
            }
            "memset" | "memset.inline" | "memset.element.unordered.atomic" => {
                self.fill(world, call)?;
            }
            "lifetime.start" => live(world, frame, call, Byte::undefined())?,
            "lifetime.end" => {
                let dead = Byte {
                    poison: 0xff,
                    ..Byte::known(0)
                };
                live(world, frame, call, dead)?;
            }
            "va_start" => {
                let start = frame.variable_arguments.ok_or(Undefined::Call)?;
                self.set_list(world, call.scalar(0)?, start)?;
            }
            "va_copy" => {
                let (at, width) = self.list(call.scalar(1)?)?;
                let next = world.state.memory.load(at, 0, width);
                let (to, width) = self.list(call.scalar(0)?)?;
                world.state.memory.store(to, 0, width, &next);
            }
            "stackrestore" => {
                let stack = call.number(0)?;
                let freed = stack
                    .checked_sub(world.state.stack)
                    .ok_or(Undefined::OutOfBounds)?;
                (world.state.stack, world.state.stack_space) =
                    (stack, world.state.stack_space + freed);
            }
            _ => return self.reading_intrinsic(world, call),
        }
        Ok(Some(None))
    }

    /// Intrinsics that have results, and masked accesses.
    fn reading_intrinsic(
        &self,
        world: &mut World<'_>,
        call: &Intrinsic<'_>,
    ) -> Result<Known, Stop> {
        let name = call.base.strip_prefix("masked.").unwrap_or_default();
        let result = match (call.base, name, call.arguments.len()) {
            ("stacksave", ..) => {
                let width = self.shapes.element(call.result()?)?.bits();
                Value::One(Scalar::int(width, world.state.stack.into()))
            }
            ("load.relative", ..) => self.load_relative(world, call)?,
            (_, "load", count @ 3..=4) => {
                let places = self.row(call, 0, count - 2, call.result()?)?;
                self.load_places(
                    world,
                    call,
                    &places,
                    count - 1,
                    access_align(call, count == 4, 0),
                )?
            }
            (_, "gather", count @ 3..=4) => {
                let places = apart(call.argument(0)?, call.argument(count - 2)?)?;
                self.load_places(
                    world,
                    call,
                    &places,
                    count - 1,
                    access_align(call, count == 4, 0),
                )?
            }
            (_, "expandload", 3) => {
                let places = self.packed(call, 0, 1, call.result()?)?;
                self.load_places(world, call, &places, 2, 1)?
            }
            (_, "store", count @ 3..=4) => {
                let places = self.row(call, 1, count - 1, call.ty(0)?)?;
                self.store_places(world, call, &places, access_align(call, count == 4, 1))?;
                return Ok(Some(None));
            }
            (_, "scatter", count @ 3..=4) => {
                let places = apart(call.argument(1)?, call.argument(count - 1)?)?;
                self.store_places(world, call, &places, access_align(call, count == 4, 1))?;
                return Ok(Some(None));
            }
            (_, "compressstore", 3) => {
                let places = self.packed(call, 1, 2, call.ty(0)?)?;
                self.store_places(world, call, &places, 1)?;
                return Ok(Some(None));
            }
            _ => return Ok(None),
        };
        Ok(Some(Some(result)))
    }

    fn copy(
        &self,
        world: &mut World<'_>,
        call: &Intrinsic<'_>,
        overlap: Overlap,
    ) -> Result<(), Stop> {
        let count = call.number(2)?;
        let to = self.address(call.scalar(0)?, count, argument_align(call, 0))?;
        let from = self.address(call.scalar(1)?, count, argument_align(call, 1))?;
        if overlap == Overlap::Undefined && to != from && to.abs_diff(from) < count {
            return Err(Undefined::Overlap.into());
        }
        world.spend(count / 8)?;
        let memory = &mut world.state.memory;
        let mut copy = |offset| memory.set_byte(to + offset, memory.byte(from + offset));
        // In an order in which no byte is overwritten before it is read.
        if to <= from {
            (0..count).for_each(&mut copy);
        } else {
            (0..count).rev().for_each(&mut copy);
        }
        Ok(())
    }

    fn fill(&self, world: &mut World<'_>, call: &Intrinsic<'_>) -> Result<(), Stop> {
        let count = call.number(2)?;
        let to = self.address(call.scalar(0)?, count, argument_align(call, 0))?;
        if count == 0 {
            return Ok(());
        }
        world.spend(count / 16)?;
        let memory = &mut world.state.memory;
        memory.store(to, 0, 8, call.scalar(1)?);
        let byte = memory.byte(to);
        memory.fill(to, count, byte);
        Ok(())
    }

    /// The address that memory holds as an offset relative to the base.
    fn load_relative(&self, world: &mut World<'_>, call: &Intrinsic<'_>) -> Result<Value, Stop> {
        let (base, offset) = (call.scalar(0)?.decided()?, call.scalar(1)?.decided()?);
        let at = base.add(&offset.resized_signed(base.width()));
        let at = self.address(&Scalar::Known(at), 4, 4)?;
        let distance = world.state.memory.load(at, 0, 32);
        let distance = distance.decided()?.resized_signed(base.width());
        Ok(Value::One(Scalar::Known(base.add(&distance))))
    }

    /// The address of a list of variable arguments, and the bits of its pointer.
    fn list(&self, list: &Scalar) -> Result<(u64, u32), Stop> {
        let width = self.module.data_layout.pointer(0).bits;
        let size = u64::from(width / 8);
        Ok((self.address(list, size, 1)?, width))
    }

    fn set_list(&self, world: &mut World<'_>, list: &Scalar, next: u64) -> Result<(), Stop> {
        let (at, width) = self.list(list)?;
        let next = Scalar::int(width, next.into());
        world.state.memory.store(at, 0, width, &next);
        Ok(())
    }

    /// The lanes of a vector at the places where a load of the whole vector has them.
    fn row(
        &self,
        call: &Intrinsic<'_>,
        pointer: usize,
        mask: usize,
        ty: TypeId,
    ) -> Result<Places, Stop> {
        let mask = enabled(call.argument(mask)?)?;
        let step = self.element_size(ty)?;
        let places = mask.iter().enumerate().map(|(index, is_on)| {
            let offset = step.wrapping_mul(index as u64);
            is_on
                .then(|| moved(call.scalar(pointer), offset))
                .transpose()
        });
        places.collect()
    }

    /// Every enabled lane directly after the one before.
    fn packed(
        &self,
        call: &Intrinsic<'_>,
        pointer: usize,
        mask: usize,
        ty: TypeId,
    ) -> Result<Places, Stop> {
        let mask = enabled(call.argument(mask)?)?;
        let (step, mut offset) = (self.element_size(ty)?, 0_u64);
        let mut places = Vec::with_capacity(mask.len());
        for is_on in mask {
            let place = is_on
                .then(|| moved(call.scalar(pointer), offset))
                .transpose()?;
            offset = if is_on {
                offset.wrapping_add(step)
            } else {
                offset
            };
            places.push(place);
        }
        Ok(places)
    }

    /// The number of bytes of an element, which must have whole bytes.
    fn element_size(&self, ty: TypeId) -> Result<u64, Stop> {
        let bits = self.shapes.element(ty)?.bits();
        match bits.is_multiple_of(8) {
            true => Ok(u64::from(bits / 8)),
            false => Err(Unsupported::Type(ty).into()),
        }
    }

    fn load_places(
        &self,
        world: &mut World<'_>,
        call: &Intrinsic<'_>,
        places: &Places,
        passed: usize,
        align: u64,
    ) -> Result<Value, Stop> {
        let ty = call.result()?;
        let (size, bits) = (self.element_size(ty)?, self.shapes.element(ty)?.bits());
        let passed = call.argument(passed)?.scalars();
        let mut lanes = Vec::with_capacity(places.len());
        for (index, place) in places.iter().enumerate() {
            lanes.push(match place {
                None => passed.get(index).cloned().unwrap_or(Scalar::Poison),
                Some(place) => {
                    let at = self.address(place, size, lane_align(align, size, call, index))?;
                    world.state.memory.load(at, 0, bits)
                }
            });
        }
        Ok(Value::new(lanes))
    }

    fn store_places(
        &self,
        world: &mut World<'_>,
        call: &Intrinsic<'_>,
        places: &Places,
        align: u64,
    ) -> Result<(), Stop> {
        let ty = call.ty(0)?;
        let (size, bits) = (self.element_size(ty)?, self.shapes.element(ty)?.bits());
        let lanes = call.argument(0)?.scalars().iter().zip(places).enumerate();
        for (index, (lane, place)) in lanes {
            if let Some(place) = place {
                let at = self.address(place, size, lane_align(align, size, call, index))?;
                world.state.memory.store(at, 0, bits, lane);
            }
        }
        Ok(())
    }
}

/// Whether source and destination of a copy may overlap.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Overlap {
    Undefined,
    Allowed,
}

/// The alignment that an argument promises.
fn argument_align(call: &Intrinsic<'_>, index: usize) -> u64 {
    let argument = call.call.arguments.get(index);
    argument
        .and_then(|argument| argument.attributes.align)
        .unwrap_or(1)
}

/// The alignment of a masked access: an argument after the pointer, or a property of the pointer.
fn access_align(call: &Intrinsic<'_>, is_argument: bool, pointer: usize) -> u64 {
    match is_argument {
        true => call.number(pointer + 1).unwrap_or(1),
        false => argument_align(call, pointer),
    }
}

/// The alignment of one lane, given the alignment of the vector.
fn lane_align(align: u64, size: u64, call: &Intrinsic<'_>, index: usize) -> u64 {
    match call.base {
        "masked.gather" | "masked.scatter" => align,
        _ => {
            let offset = size.wrapping_mul(index as u64);
            match offset.trailing_zeros() {
                64 => align,
                zeros => align.min(1 << zeros),
            }
        }
    }
}

/// The bits of a mask, which must be known.
fn enabled(mask: &Value) -> Result<Vec<bool>, Stop> {
    let bits = mask.scalars().iter();
    bits.map(|bit| Ok(!bit.decided()?.is_zero())).collect()
}

/// Every lane at its own pointer.
fn apart(pointers: &Value, mask: &Value) -> Result<Places, Stop> {
    let pairs = pointers.scalars().iter().zip(enabled(mask)?);
    Ok(pairs
        .map(|(pointer, is_on)| is_on.then(|| pointer.clone()))
        .collect())
}

fn moved(pointer: Result<&Scalar, Stop>, offset: u64) -> Result<Scalar, Stop> {
    let pointer = pointer?.decided()?;
    let offset = Bits::new(pointer.width(), offset.into());
    Ok(Scalar::Known(pointer.add(&offset)))
}

/// Writes all bytes of a variable. The size is that of the `alloca`, or the size in the call if the
/// address does not come from an `alloca`.
fn live(
    world: &mut World<'_>,
    frame: &Frame,
    call: &Intrinsic<'_>,
    byte: Byte,
) -> Result<(), Stop> {
    let last = call.arguments.len().saturating_sub(1);
    let Some(place) = call.scalar(last)?.known().and_then(Bits::as_u64) else {
        return Ok(());
    };
    let known = frame
        .variables
        .iter()
        .rev()
        .find(|(start, _)| *start == place);
    let written = (last > 0).then(|| call.number(0)).transpose()?;
    let size = match (known, written) {
        (Some(&(_, size)), _) => size,
        (None, Some(size)) if size != u64::from(u32::MAX) && size != u64::MAX => size,
        _ => return Ok(()),
    };
    world.spend(size / 16)?;
    world.state.memory.fill(place, size, byte);
    Ok(())
}
