//! Loads and stores of every width.

use unsnarl_ir::{Operand, Type as IrType, TypeId};
use unsnarl_low::op::int::IntBinary;
use unsnarl_low::op::memory::{Address, Load, Memory, Store};
use unsnarl_low::{Effect, Number, Op, Reg, Sign, Size, Source, Symbol, Type};

use super::int::register_width;
use super::{Extend, Selection};
use crate::error::Cause;
use crate::forms::{PACKED, Part, describe};
use crate::frame::{SLOT, slot_align, slot_bytes};

/// The offset that a load or store adds to a register, without wrapping.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offset {
    /// The symbol whose address is added, too, if there is one.
    pub(super) symbol: Option<Symbol>,
    pub(super) bytes: u32,
}

impl From<u32> for Offset {
    fn from(bytes: u32) -> Self {
        Offset {
            symbol: None,
            bytes,
        }
    }
}

impl Offset {
    /// This many bytes further, if possible: the addend of a symbol has 31 bits.
    pub(super) fn checked_add(self, bytes: u32) -> Option<Offset> {
        let bytes = self.bytes.checked_add(bytes)?;
        let fits = self.symbol.is_none() || bytes <= i32::MAX as u32;
        fits.then_some(Offset { bytes, ..self })
    }
}

/// A place in memory: a register and the offset that the instruction adds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) base: Reg,
    pub(super) offset: Offset,
    /// The alignment in bytes.
    pub(super) align: u64,
    pub(super) ordering: Ordering,
}

/// Whether an access keeps its place among all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ordering {
    /// Only among those of the same bytes.
    Plain,
    /// It is volatile or atomic.
    Ordered,
}

impl Place {
    /// The same place for accesses that are volatile or atomic.
    pub(super) fn ordered(self, ordering: Ordering) -> Place {
        Place { ordering, ..self }
    }

    /// The effect of a load or store here.
    pub(super) fn effect(self, op: &Op) -> Effect {
        match self.ordering {
            Ordering::Plain => op.effect(),
            Ordering::Ordered => Effect::Any,
        }
    }

    /// The place this many bytes further.
    fn further(self, offset: u64) -> Result<Place, Cause> {
        let bytes = u32::try_from(offset).ok();
        let moved = bytes.and_then(|bytes| self.offset.checked_add(bytes));
        Ok(Place {
            offset: moved.ok_or(Cause::OperandType("load or store"))?,
            align: self.align_at(offset),
            ..self
        })
    }

    /// The alignment this many bytes further.
    fn align_at(self, offset: u64) -> u64 {
        if offset == 0 {
            self.align
        } else {
            self.align.min(1 << offset.trailing_zeros())
        }
    }
}

impl Selection<'_> {
    /// The place that a pointer points to.
    pub(super) fn place(&mut self, pointer: Operand, align: u64) -> Result<Place, Cause> {
        if let Operand::Value(value) = pointer
            && let Some(&(base, offset)) = self.addresses.get(&value)
        {
            return Ok(Place {
                base,
                offset,
                align,
                ordering: Ordering::Plain,
            });
        }
        let base = self.one(pointer)?;
        if self.body.ty(base) != Type::I32 {
            return Err(Cause::OperandType("load or store"));
        }
        Ok(self.place_at(base, align))
    }

    pub(super) fn place_at(&mut self, base: Reg, align: u64) -> Place {
        let (base, offset) = match self.body.source(base) {
            Source::Frame(offset) => (self.body.frame_address(0), offset.into()),
            Source::Number(Number::I32(address)) => (self.i32(0), (address as u32).into()),
            Source::Number(Number::Address(symbol, bytes @ 0..)) => {
                let offset = Offset {
                    symbol: Some(symbol),
                    bytes: bytes as u32,
                };
                (self.i32(0), offset)
            }
            _ => (base, 0.into()),
        };
        Place {
            base,
            offset,
            align,
            ordering: Ordering::Plain,
        }
    }

    /// A place in the frame of this function.
    pub(super) fn frame_place(&mut self, offset: u32, align: u64) -> Place {
        Place {
            base: self.body.frame_address(0),
            offset: offset.into(),
            align,
            ordering: Ordering::Plain,
        }
    }

    pub(super) fn load(
        &mut self,
        pointer: Operand,
        ty: TypeId,
        align: Option<u64>,
        ordering: Ordering,
    ) -> Result<Vec<Reg>, Cause> {
        let align = self.access_align(ty, align)?;
        let place = self.place(pointer, align)?.ordered(ordering);
        self.load_value(place, ty)
    }

    /// Reads a value of any type.
    pub(super) fn load_value(&mut self, place: Place, ty: TypeId) -> Result<Vec<Reg>, Cause> {
        let parts = self.parts(ty)?;
        if self.link.forms.is_packed(ty) {
            return self.load_packed(place, ty);
        }
        if !is_packed_within(parts) {
            let loaded = parts.iter();
            return loaded.map(|part| self.load_part(place, part)).collect();
        }
        let mut regs = Vec::new();
        for (member, offset) in self.members(ty)? {
            let loaded = self.load_value(place.further(offset)?, member)?;
            regs.extend(self.formed(member, loaded)?);
        }
        Ok(regs)
    }

    /// The members of a type that are no structs or arrays, and their places. Their number is
    /// at most that of its parts.
    pub(super) fn members(&self, ty: TypeId) -> Result<Vec<(TypeId, u64)>, Cause> {
        let missing = || Cause::Type(describe(self.module, ty));
        let layout = &self.link.layout;
        let mut stack = vec![(ty, 0)];
        let mut members = Vec::new();
        while let Some((ty, offset)) = stack.pop() {
            match self.module.types.resolve(ty) {
                IrType::Struct { fields, .. } => {
                    for (index, &field) in fields.iter().enumerate().rev() {
                        let start = layout.field(ty, index).ok_or_else(missing)?;
                        stack.push((field, offset + start));
                    }
                }
                IrType::Array { element, count } => {
                    let size = layout.size(*element).ok_or_else(missing)?;
                    let elements = (0..*count).rev();
                    stack.extend(elements.map(|index| (*element, offset + size * index)));
                }
                _ => members.push((ty, offset)),
            }
        }
        Ok(members)
    }

    pub(super) fn access_align(&self, ty: TypeId, align: Option<u64>) -> Result<u64, Cause> {
        let default = self.link.layout.align(ty);
        let missing = || Cause::Type(describe(self.module, ty));
        Ok(align.or(default).ok_or_else(missing)?.max(1))
    }

    pub(super) fn load_part(&mut self, place: Place, part: &Part) -> Result<Reg, Cause> {
        if part.ty == Type::V128 {
            return self.load_register(place, part);
        }
        let mut loaded: Option<Reg> = None;
        for (start, bytes) in chunks(part) {
            let op = load_op(
                part.ty,
                bytes,
                self.access(place, part.offset + start, bytes)?,
            );
            let effect = place.effect(&op);
            let chunk = self.body.push(op, effect, &[place.base], &[part.ty])[0];
            loaded = Some(match loaded {
                None => chunk,
                Some(below) => {
                    let high = self.int_op_number(IntBinary::Shl, chunk, 8 * start as i64);
                    self.int_op(IntBinary::Or, below, high)
                }
            });
        }
        Ok(loaded.expect("a part has one chunk at least"))
    }

    pub(super) fn store(
        &mut self,
        value: Operand,
        pointer: Operand,
        align: Option<u64>,
        ordering: Ordering,
    ) -> Result<Vec<Reg>, Cause> {
        let ty = self.operand_type(value);
        let align = self.access_align(ty, align)?;
        let place = self.place(pointer, align)?.ordered(ordering);
        let is_zero = self.known(value).zero;
        let regs = self.operand(value)?;
        match (&regs[..], self.parts(ty)?) {
            (&[reg], [part]) if part.offset < PACKED => {
                self.store_part(place, part, reg, is_zero)?;
            }
            _ => self.store_value(place, ty, &regs)?,
        }
        Ok(Vec::new())
    }

    /// Writes a value of any type.
    pub(super) fn store_value(
        &mut self,
        place: Place,
        ty: TypeId,
        regs: &[Reg],
    ) -> Result<(), Cause> {
        let parts = self.parts(ty)?;
        if self.link.forms.is_packed(ty) {
            return self.store_packed(place, ty, regs);
        }
        if !is_packed_within(parts) {
            let mut pairs = regs.iter().zip(parts);
            return pairs.try_for_each(|(&reg, part)| self.store_part(place, part, reg, false));
        }
        let mut rest = regs;
        for (member, offset) in self.members(ty)? {
            let count = self.parts(member)?.len();
            let own = rest.split_off(..count);
            let own = own.ok_or(Cause::OperandType("a store"))?;
            self.store_value(place.further(offset)?, member, own)?;
        }
        Ok(())
    }

    /// Writes a part. The bits that fill its last byte are zeros.
    pub(super) fn store_part(
        &mut self,
        place: Place,
        part: &Part,
        value: Reg,
        is_zero_extended: bool,
    ) -> Result<(), Cause> {
        if part.ty == Type::V128 {
            return self.store_register(place, part, value);
        }
        let is_int = matches!(part.ty, Type::I32 | Type::I64);
        let value = if is_int && !part.width.is_multiple_of(8) && !is_zero_extended {
            self.extend(value, part.width, Extend::Zero)
        } else {
            value
        };
        for (start, bytes) in chunks(part) {
            let chunk = match start {
                0 => value,
                _ => self.int_op_number(IntBinary::ShrU, value, 8 * start as i64),
            };
            let op = store_op(
                part.ty,
                bytes,
                self.access(place, part.offset + start, bytes)?,
            );
            let effect = place.effect(&op);
            self.body.push(op, effect, &[place.base, chunk], &[]);
        }
        Ok(())
    }

    pub(super) fn access(&self, place: Place, offset: u64, bytes: u64) -> Result<Address, Cause> {
        if offset >= PACKED {
            return Err(super::unsupported(
                "a vector of sub-byte elements where single elements are accessed",
            ));
        }
        let align = place.align_at(offset).min(bytes);
        let offset = u64::from(place.offset.bytes) + offset;
        // An address outside of the address space: the access is undefined behaviour, and traps.
        let offset = offset.min(u32::MAX.into());
        Ok(Address {
            memory: Memory(0),
            symbol: place.offset.symbol,
            offset,
            align: align.trailing_zeros() as u8,
        })
    }

    pub(super) fn variable_argument(
        &mut self,
        list: Operand,
        ty: TypeId,
    ) -> Result<Vec<Reg>, Cause> {
        let missing = || Cause::Type(describe(self.module, ty));
        let size = self.link.layout.size(ty).ok_or_else(missing)?;
        let align = slot_align(self.module, &self.link.layout, ty).ok_or_else(missing)?;
        let list = self.place(list, 4)?;
        let pointer = Part {
            ty: Type::I32,
            width: 32,
            offset: 0,
        };
        let mut start = self.load_part(list, &pointer)?;
        if align > SLOT {
            let above = self.int_op_number(IntBinary::Add, start, align as i64 - 1);
            start = self.int_op_number(IntBinary::And, above, (align as i64).wrapping_neg());
        }
        let next = self.int_op_number(IntBinary::Add, start, slot_bytes(size) as i64);
        self.store_part(list, &pointer, next, false)?;
        let place = Place {
            base: start,
            offset: 0.into(),
            align,
            ordering: Ordering::Plain,
        };
        self.load_value(place, ty)
    }
}

/// Where the chunks of a part start, and how many bytes each has.
fn chunks(part: &Part) -> Vec<(u64, u64)> {
    let mut left = u64::from(part.width.div_ceil(8));
    let mut start = 0;
    let mut chunks = Vec::new();
    while left > 0 {
        let largest = u64::from(register_width(part.ty).bits() / 8);
        let bytes = (1 << left.ilog2()).min(largest);
        chunks.push((start, bytes));
        start += bytes;
        left -= bytes;
    }
    chunks
}

/// Tells whether a value holds vectors of sub-byte elements.
pub(super) fn is_packed_within(parts: &[Part]) -> bool {
    parts.iter().any(|part| part.offset >= PACKED)
}

fn load_op(ty: Type, bytes: u64, address: Address) -> Op {
    let load = match narrow(ty, bytes) {
        Some(size) => Load::Narrow(ty, size, Sign::Unsigned),
        None => Load::Whole(ty),
    };
    Op::Load(load, address)
}

fn store_op(ty: Type, bytes: u64, address: Address) -> Op {
    let store = match narrow(ty, bytes) {
        Some(size) => Store::Narrow(ty, size),
        None => Store::Whole(ty),
    };
    Op::Store(store, address)
}

/// The size of so many bytes of an integer, if it has more.
fn narrow(ty: Type, bytes: u64) -> Option<Size> {
    match (ty, bytes) {
        (Type::I32 | Type::I64, 1) => Some(Size::B1),
        (Type::I32 | Type::I64, 2) => Some(Size::B2),
        (Type::I64, 4) => Some(Size::B4),
        _ => None,
    }
}
