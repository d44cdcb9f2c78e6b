//! Copying and filling memory.
//!
//! A few bytes are copied by loads and stores: all loads first, so that the two blocks may overlap.
//! For more bytes there are the bulk-memory instructions if they may be used, else the functions of
//! the C library.

use crate::machine::Reg;
use crate::op::Op;
use crate::op::effect::Effect;
use crate::op::memory::Memory;
use crate::types::Type;
use unsnarl_ir::Operand;

use super::place::Place;
use crate::select::error::SelectError;
use crate::select::extend::Extend;
use crate::select::parts::Part;
use crate::select::selection::Selection;

/// The most loads or stores for a copy.
const MOST_ACCESSES: u64 = 4;

impl Selection<'_> {
    pub(super) fn copy_memory(
        &mut self,
        routine: &'static str,
        to: Operand,
        from: Operand,
        bytes: Operand,
    ) -> Result<Vec<Reg>, SelectError> {
        let size = self.as_address(bytes, Extend::Zero)?;
        if let Some(parts) = self.few_parts(size) {
            let (to, from) = (self.place(to, 1)?, self.place(from, 1)?);
            return self.copy_parts(&parts, to, from);
        }
        let (to, from) = (self.one(to)?, self.one(from)?);
        self.copy_large(routine, to, from, size)
    }

    /// A copy of memory of constant size; the two blocks do not overlap.
    pub(super) fn copy_bytes(&mut self, to: Reg, from: Reg, bytes: u64) -> Result<(), SelectError> {
        let size = self.bytes(bytes as i64);
        if let Some(parts) = self.few_parts(size) {
            let (to, from) = (self.place_at(to, 1), self.place_at(from, 1));
            self.copy_parts(&parts, to, from)?;
        } else {
            self.copy_large("memcpy", to, from, size)?;
        }
        Ok(())
    }

    fn copy_parts(
        &mut self,
        parts: &[Part],
        to: Place,
        from: Place,
    ) -> Result<Vec<Reg>, SelectError> {
        let mut loaded = Vec::with_capacity(parts.len());
        for part in parts {
            loaded.push(self.load_part(from, part)?);
        }
        for (part, reg) in parts.iter().zip(loaded) {
            self.store_part(to, part, reg, true)?;
        }
        Ok(Vec::new())
    }

    fn copy_large(
        &mut self,
        routine: &'static str,
        to: Reg,
        from: Reg,
        size: Reg,
    ) -> Result<Vec<Reg>, SelectError> {
        let args = [to, from, size];
        if self.features.bulk_memory {
            let op = Op::MemoryCopy {
                to: Memory(0),
                from: Memory(0),
            };
            self.body.push(op, Effect::Any, &args, &[]);
        } else {
            self.call_routine(routine, &args, &[self.address_type()], Effect::Any)?;
        }
        Ok(Vec::new())
    }

    pub(super) fn fill_memory(
        &mut self,
        to: Operand,
        byte: Operand,
        bytes: Operand,
    ) -> Result<Vec<Reg>, SelectError> {
        let size = self.as_address(bytes, Extend::Zero)?;
        let byte = self.one(byte)?;
        if let (Some(parts), Some(number)) = (self.few_parts(size), self.known_number(byte)) {
            let to = self.place(to, 1)?;
            let repeated = u64::from(number as u8) * 0x0101_0101_0101_0101;
            for part in &parts {
                let bits = repeated >> (64 - part.width);
                let value = if part.ty == Type::I64 {
                    self.i64(bits as i64)
                } else {
                    self.i32(bits as i32)
                };
                self.store_part(to, part, value, true)?;
            }
            return Ok(Vec::new());
        }
        let args = [self.one(to)?, byte, size];
        if self.features.bulk_memory {
            self.body
                .push(Op::MemoryFill(Memory(0)), Effect::Any, &args, &[]);
        } else {
            self.call_routine("memset", &args, &[self.address_type()], Effect::Any)?;
        }
        Ok(Vec::new())
    }

    /// The accesses for a block of constant size, largest first, if they are few.
    fn few_parts(&self, size: Reg) -> Option<Vec<Part>> {
        let size = self.known_address(size)?;
        let count = size / 8 + u64::from((size % 8).count_ones());
        if count > MOST_ACCESSES {
            return None;
        }
        let mut parts = Vec::with_capacity(count as usize);
        let mut offset = 0;
        while offset < size {
            let bytes = (1_u64 << (size - offset).ilog2()).min(8);
            parts.push(Part {
                ty: if bytes == 8 { Type::I64 } else { Type::I32 },
                width: 8 * bytes as u32,
                offset,
            });
            offset += bytes;
        }
        Some(parts)
    }
}
