//! Instructions on memory.

use unsnarl_ir::{Atomicity, Op, Ordering, Type};

use super::Reader;
use super::body::Body;
use super::codes;
use super::error::Result;
use super::fields::Fields;
use super::instructions::Made;
use crate::build::{exchanged, widened};

const LOAD_ATOMIC: u32 = 41;
const STORE_ATOMIC: u32 = 45;
const OLD_RMW: u32 = 38;

impl Reader<'_> {
    pub(super) fn load(&mut self, body: &mut Body, fields: &mut Fields<'_>) -> Result<Made> {
        let (pointer, _) = self.typed(body, fields)?;
        let ty = fields.next()?;
        let ty = self.ty(ty, fields)?;
        let align = self.alignment(fields.next()?, fields)?;
        let volatile = fields.flag()?;
        let atomic = match fields.code {
            LOAD_ATOMIC => Some(self.atomicity(fields)?),
            _ => None,
        };
        let op = Op::Load {
            pointer,
            align,
            volatile,
            atomic,
        };
        Ok((op, Some(ty)))
    }

    pub(super) fn store(&mut self, body: &mut Body, fields: &mut Fields<'_>) -> Result<Made> {
        let pointer = self.pair(body, fields)?;
        let value = self.pair(body, fields)?;
        let value = self.operand(body, value, fields)?;
        let pointer = self.operand(body, pointer, fields)?;
        let align = self.alignment(fields.next()?, fields)?;
        let volatile = fields.flag()?;
        let atomic = match fields.code {
            STORE_ATOMIC => Some(self.atomicity(fields)?),
            _ => None,
        };
        let op = Op::Store {
            value,
            pointer,
            align,
            volatile,
            atomic,
        };
        Ok((op, None))
    }

    pub(super) fn alloca(&mut self, fields: &mut Fields<'_>) -> Result<Made> {
        const IN_CALL: u64 = 1 << 5;
        const SAYS_TYPE: u64 = 1 << 6;
        let ty = fields.next()?;
        let ty = self.ty(ty, fields)?;
        fields.next()?;
        let number = fields.next()?;
        let packed = fields.next()?;
        if packed & SAYS_TYPE == 0 {
            return Err(fields.unsupported("alloca of LLVM before 3.7"));
        }
        let align = packed & 0x1f | (packed >> 8 & 7) << 5;
        let space = fields.or_zero();
        let space = u32::try_from(space);
        let space = space.map_err(|_| fields.error("an address space is too large"))?;
        let count = self.alloca_count(number, fields)?;
        let pointer = self.module.types.add(Type::Pointer { space });
        let op = Op::Alloca {
            ty,
            count,
            align: self.alignment(align, fields)?,
            inalloca: packed & IN_CALL != 0,
        };
        Ok((op, Some(pointer)))
    }

    /// How many elements; named by its number, and never still to come.
    fn alloca_count(&mut self, number: u64, fields: &Fields<'_>) -> Result<unsnarl_ir::Operand> {
        use super::slots::Slot;
        use unsnarl_ir::Operand;
        match self.slot(number) {
            Some(Slot::Value(value)) => Ok(Operand::Value(value)),
            _ => self.constant(number, fields).map(Operand::Const),
        }
    }

    pub(super) fn gep(&mut self, body: &mut Body, fields: &mut Fields<'_>) -> Result<Made> {
        let flags = codes::gep_flags(fields.next()?);
        let source = fields.next()?;
        let source = self.ty(source, fields)?;
        let (base, mut ty) = self.typed(body, fields)?;
        let mut indices = Vec::with_capacity(fields.len());
        while !fields.is_empty() {
            let (index, index_type) = self.typed(body, fields)?;
            indices.push(index);
            ty = widened(&mut self.module.types, ty, index_type);
        }
        let op = Op::Gep {
            source,
            base,
            indices: indices.into(),
            flags,
        };
        Ok((op, Some(ty)))
    }

    /// Order and scope.
    pub(super) fn atomicity(&mut self, fields: &mut Fields<'_>) -> Result<Atomicity> {
        let ordering = self.ordering(fields)?;
        let scope = usize::try_from(fields.next()?).ok();
        let scope = scope.and_then(|scope| self.scopes.get(scope));
        let missing = || fields.error("undefined scope");
        let scope = *scope.ok_or_else(missing)?;
        Ok(Atomicity { ordering, scope })
    }

    fn ordering(&mut self, fields: &mut Fields<'_>) -> Result<Ordering> {
        let ordering = codes::ordering(fields.next()?);
        ordering.ok_or_else(|| fields.error("unknown atomic ordering"))
    }

    pub(super) fn atomic_rmw(&mut self, body: &mut Body, fields: &mut Fields<'_>) -> Result<Made> {
        let (pointer, _) = self.typed(body, fields)?;
        if fields.code == OLD_RMW {
            // The type of the value was the pointee of the pointer.
            return Err(fields.unsupported("atomicrmw of LLVM before 13"));
        }
        let (value, ty) = self.typed(body, fields)?;
        let code = fields.next()?;
        let op = codes::atomic_op(code);
        let op = op.ok_or_else(|| fields.unknown(format!("atomicrmw of code {code}")))?;
        let volatile = fields.flag()?;
        let atomic = self.atomicity(fields)?;
        let align = self.alignment(fields.or_zero(), fields)?;
        let op = Op::AtomicRmw {
            op,
            pointer,
            value,
            align,
            volatile,
            atomic,
        };
        Ok((op, Some(ty)))
    }

    pub(super) fn compare_exchange(
        &mut self,
        body: &mut Body,
        fields: &mut Fields<'_>,
    ) -> Result<Made> {
        let (pointer, _) = self.typed(body, fields)?;
        let (expected, ty) = self.typed(body, fields)?;
        let replacement = self.of_type(body, fields, ty)?;
        let volatile = fields.flag()?;
        let atomic = self.atomicity(fields)?;
        let failure = self.ordering(fields)?;
        let weak = fields.flag()?;
        let align = self.alignment(fields.or_zero(), fields)?;
        let ty = exchanged(&mut self.module.types, ty);
        let op = Op::CompareExchange {
            pointer,
            expected,
            replacement,
            align,
            volatile,
            weak,
            atomic,
            failure,
        };
        Ok((op, Some(ty)))
    }
}
