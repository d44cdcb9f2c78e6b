//! Loads and stores of every width.

use crate::machine::{Number, Reg, Source};
use crate::op::Op;
use crate::op::int::IntBinary;
use crate::op::memory::{Address, Load, Memory, Store};
use crate::types::{Sign, Size, Type};
use unsnarl_ir::{Operand, Scalar, Type as IrType, TypeId};

use super::int::register_width;
use super::place::{Offset, Ordering, Place};
use crate::select::call_area::{SLOT, slot_align, slot_bytes};
use crate::select::error::{SelectError, unsupported};
use crate::select::extend::Extend;
use crate::select::parts::{PACKED, Part, describe};
use crate::select::selection::Selection;
use crate::select::target::Addressing;

impl Selection<'_> {
    /// The place that a pointer points to.
    pub(super) fn place(&mut self, pointer: Operand, align: u64) -> Result<Place, SelectError> {
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
        if let Some((base, offset)) = self.indirect(pointer)? {
            return Ok(Place {
                base,
                offset,
                align,
                ordering: Ordering::Plain,
            });
        }
        let base = self.one(pointer)?;
        if self.body.ty(base) != self.address_type() {
            return Err(SelectError::OperandType("load or store"));
        }
        Ok(self.place_at(base, align))
    }

    /// A place in a variable whose address the loader knows: where that begins, and how far in it
    /// is. No sum wraps around that is the address of a part of the variable.
    fn indirect(&mut self, pointer: Operand) -> Result<Option<(Reg, Offset)>, SelectError> {
        let Operand::Const(constant) = pointer else {
            return Ok(None);
        };
        let Ok(Scalar::Address {
            plus,
            minus: None,
            offset,
        }) = self.context.scalars.get(constant)
        else {
            return Ok(None);
        };
        let most = i64::MAX >> (64 - self.addresses().bits());
        let is_known = self.context.addressing(plus) != Addressing::Indirect;
        if is_known || !(1..=most).contains(&offset) {
            return Ok(None);
        }
        let base = self.symbol_address(plus, 0)?;
        Ok(Some((base, Offset::from(offset as u64))))
    }

    pub(super) fn place_at(&mut self, base: Reg, align: u64) -> Place {
        let (base, offset) = match self.body.source(base) {
            Source::Frame(offset) => (self.body.frame_address(0), u64::from(offset).into()),
            Source::Number(Number::I32(_) | Number::I64(_)) => {
                let address = self.known_address(base).unwrap_or(0);
                (self.bytes(0), address.into())
            }
            Source::Number(Number::Address(symbol, bytes @ 0..)) if !self.is_slot(symbol) => {
                let offset = Offset {
                    symbol: Some(symbol),
                    bytes: bytes as u64,
                };
                (self.bytes(0), offset)
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
            offset: u64::from(offset).into(),
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
    ) -> Result<Vec<Reg>, SelectError> {
        let align = self.access_align(ty, align)?;
        let place = self.place(pointer, align)?.ordered(ordering);
        self.load_value(place, ty)
    }

    /// Reads a value of any type.
    pub(super) fn load_value(&mut self, place: Place, ty: TypeId) -> Result<Vec<Reg>, SelectError> {
        let parts = self.parts(ty)?;
        if self.context.parts.is_packed(ty) {
            return self.load_packed(place, ty);
        }
        if !is_packed_within(parts) {
            let loaded = parts.iter();
            return loaded.map(|part| self.load_part(place, part)).collect();
        }
        let mut regs = Vec::new();
        for (member, offset) in self.members(ty)? {
            let loaded = self.load_value(place.further(offset, self.addresses())?, member)?;
            regs.extend(self.formed(member, loaded)?);
        }
        Ok(regs)
    }

    /// The members of a type that are no structs or arrays, and their places. Their number is
    /// at most that of its parts.
    pub(super) fn members(&self, ty: TypeId) -> Result<Vec<(TypeId, u64)>, SelectError> {
        let missing = || SelectError::Type(describe(self.module, ty));
        let layout = &self.context.layout;
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

    pub(super) fn access_align(&self, ty: TypeId, align: Option<u64>) -> Result<u64, SelectError> {
        let default = self.context.layout.align(ty);
        let missing = || SelectError::Type(describe(self.module, ty));
        Ok(align.or(default).ok_or_else(missing)?.max(1))
    }

    pub(super) fn load_part(&mut self, place: Place, part: &Part) -> Result<Reg, SelectError> {
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
    ) -> Result<Vec<Reg>, SelectError> {
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
    ) -> Result<(), SelectError> {
        let parts = self.parts(ty)?;
        if self.context.parts.is_packed(ty) {
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
            let own = own.ok_or(SelectError::OperandType("a store"))?;
            self.store_value(place.further(offset, self.addresses())?, member, own)?;
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
    ) -> Result<(), SelectError> {
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

    pub(super) fn access(
        &self,
        place: Place,
        offset: u64,
        bytes: u64,
    ) -> Result<Address, SelectError> {
        if offset >= PACKED {
            return Err(unsupported(
                "access to single elements of a vector of sub-byte elements",
            ));
        }
        let align = place.align_at(offset).min(bytes);
        let offset = place.offset.bytes.saturating_add(offset);
        // An address outside of the address space: the access is undefined behaviour, and traps.
        let offset = offset.min(self.addresses().wrap(u64::MAX));
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
    ) -> Result<Vec<Reg>, SelectError> {
        let missing = || SelectError::Type(describe(self.module, ty));
        let size = self.context.layout.size(ty).ok_or_else(missing)?;
        let align = slot_align(self.module, &self.context.layout, ty).ok_or_else(missing)?;
        let pointer = Part::pointer(&self.context.target);
        let list = self.place(list, self.context.target.pointer_align())?;
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
