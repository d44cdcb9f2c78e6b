//! Addresses: local memory and `getelementptr`.
//!
//! A load or store adds an offset to its address without wrapping, so an offset can move into it
//! only where the source says that the sum does not wrap either.

use crate::machine::{Number, Reg, Source};
use crate::op::Op;
use crate::op::effect::Effect;
use crate::op::int::IntBinary;
use crate::types::Width;
use unsnarl_ir::{Flags, Op as IrOp, Operand, Scalar, Symbol, TypeId, ValueId};

use super::lane::Lane;
use super::place::Offset;
use crate::select::call_area::STACK_ALIGN;
use crate::select::error::SelectError;
use crate::select::extend::Extend;
use crate::select::parts::{Part, describe};
use crate::select::selection::Selection;

impl Selection<'_> {
    pub(super) fn alloca(
        &mut self,
        inst: &unsnarl_ir::Inst,
        ty: TypeId,
        count: Operand,
        align: Option<u64>,
    ) -> Result<Vec<Reg>, SelectError> {
        let result = inst.result.ok_or(SelectError::OperandType("alloca"))?;
        if let unsnarl_ir::Definition::Inst(id) = self.function.values[result].definition
            && let Some(offset) = self.frame.variable(id)
        {
            return Ok(vec![self.body.frame_address(offset)]);
        }
        let missing = || SelectError::Type(describe(self.module, ty));
        let size = self.context.layout.size(ty).ok_or_else(missing)?;
        let align = align
            .or(self.context.layout.align(ty))
            .unwrap_or(1)
            .max(STACK_ALIGN);
        let count = self.as_address(count, Extend::Zero)?;
        let bytes = self.scaled(count, size);
        let bytes = self.rounded_up(bytes);
        let top = self.stack_pointer();
        let mut start = self.int_op(IntBinary::Sub, top, bytes);
        if align > STACK_ALIGN {
            start = self.int_op_number(IntBinary::And, start, (align as i64).wrapping_neg());
        }
        self.set_stack_pointer(start)?;
        Ok(vec![start])
    }

    pub(super) fn stack_pointer(&mut self) -> Reg {
        let ty = self.address_type();
        let get = Op::GlobalGet(self.context.stack_pointer(), ty);
        self.body.push(get, Effect::Any, &[], &[ty])[0]
    }

    /// Moves the stack pointer for the rest of the function.
    pub(super) fn set_stack_pointer(&mut self, pointer: Reg) -> Result<(), SelectError> {
        self.write_stack_pointer(pointer);
        self.keep_stack_pointer(pointer)
    }

    /// Notes the value of the stack pointer, where pads have to find it.
    pub(super) fn keep_stack_pointer(&mut self, pointer: Reg) -> Result<(), SelectError> {
        if let Some(slot) = self.frame.stack_slot {
            let place = self.frame_place(slot, 8);
            self.store_part(place, &Part::pointer(&self.context.target), pointer, false)?;
        }
        Ok(())
    }

    pub(super) fn write_stack_pointer(&mut self, pointer: Reg) {
        let set = Op::GlobalSet(self.context.stack_pointer(), self.address_type());
        self.body.push(set, Effect::Any, &[pointer], &[]);
    }

    /// Rounds a number of bytes up so that the stack stays aligned.
    fn rounded_up(&mut self, bytes: Reg) -> Reg {
        let step = STACK_ALIGN as i64;
        if let Some(number) = self.known_number(bytes) {
            return self.bytes(number.wrapping_add(step - 1) & -step);
        }
        let above = self.int_op_number(IntBinary::Add, bytes, step - 1);
        self.int_op_number(IntBinary::And, above, -step)
    }

    /// An integer of any width as a number of bytes.
    pub(super) fn as_address(
        &mut self,
        value: Operand,
        extend: Extend,
    ) -> Result<Reg, SelectError> {
        let lane = self.lane(value)?;
        lane.width()?;
        Ok(self.lane_as_address(lane, extend))
    }

    /// A lane of any width as a number of bytes.
    pub(super) fn lane_as_address(&mut self, lane: Lane, extend: Extend) -> Reg {
        match lane.kind.bits() <= self.addresses().bits() {
            true => {
                let number = self.lane_extended(lane, extend);
                self.number_as_address(number, extend)
            }
            false => self.number_as_address(lane.low(), extend),
        }
    }

    /// A number in a register, all of whose bits count, as a number of bytes.
    pub(super) fn number_as_address(&mut self, number: Reg, extend: Extend) -> Reg {
        match (self.width(number), self.addresses()) {
            (Width::W32, Width::W64) => self.widened(number, extend),
            (Width::W64, Width::W32) => self.narrowed(number),
            _ => number,
        }
    }

    fn scaled(&mut self, value: Reg, scale: u64) -> Reg {
        let scale = self.addresses().wrap(scale);
        if let Some(number) = self.known_number(value) {
            return self.bytes(number.wrapping_mul(scale as i64));
        }
        match scale {
            1 => value,
            _ if scale.is_power_of_two() => {
                self.int_op_number(IntBinary::Shl, value, scale.trailing_zeros().into())
            }
            _ => self.int_op_number(IntBinary::Mul, value, scale as i64),
        }
    }

    fn added(&mut self, left: Reg, right: Reg) -> Reg {
        match (self.known_number(left), self.known_number(right)) {
            (Some(left), Some(right)) => self.bytes(left.wrapping_add(right)),
            (Some(0), None) => right,
            (None, Some(0)) => left,
            (None, Some(bytes)) | (Some(bytes), None) => {
                let base = if self.known_number(left).is_some() {
                    right
                } else {
                    left
                };
                match self.body.source(base) {
                    Source::Number(start @ Number::Address(symbol, _)) if !self.is_slot(symbol) => {
                        let sum = start.further(bytes, self.addresses());
                        self.body.number(sum)
                    }
                    _ => self.int_op(IntBinary::Add, left, right),
                }
            }
            _ => match self.end(left, right) {
                Some(end) => end,
                None => self.int_op(IntBinary::Add, left, right),
            },
        }
    }

    /// What is so far from a start: `b` for `a + (b - a)`. LLVM's middle end writes the end of a
    /// loop over an array so, and leaves the sum to its code generator.
    fn end(&self, start: Reg, distance: Reg) -> Option<Reg> {
        let minus = Op::IntBinary(self.addresses(), IntBinary::Sub);
        match self.body.made_by(distance) {
            Some((op, &[end, from])) if op == minus && from == start => Some(end),
            _ => None,
        }
    }

    pub(super) fn gep(
        &mut self,
        result: Option<ValueId>,
        source: TypeId,
        base: Operand,
        indices: &[Operand],
        flags: Flags,
    ) -> Result<Vec<Reg>, SelectError> {
        let result = result.ok_or(SelectError::OperandType("getelementptr"))?;
        let ty = self.function.value_type(result);
        self.parts(ty)?;
        if !self.module.types.is_pointer(ty) {
            return self.vector_gep(ty, source, base, indices);
        }
        let address =
            self.context
                .layout
                .address(self.module, source, base, indices.iter().copied())?;
        let mut sum = None;
        for term in &address.terms {
            let index = self.as_address(term.index, Extend::Sign)?;
            let index = self.scaled(index, term.scale);
            sum = Some(match sum {
                Some(sum) => self.added(sum, index),
                None => index,
            });
        }
        let adds_upward = flags.contains(Flags::IN_BOUNDS)
            || flags.contains(Flags::NO_UNSIGNED_WRAP)
            || flags.contains(Flags::NO_UNSIGNED_SIGNED_WRAP);
        let folds = adds_upward && self.is_offset_last(indices);
        let offset = u64::try_from(address.offset).ok().filter(|_| folds);
        let offset = offset.filter(|&offset| offset == self.addresses().wrap(offset));
        match sum {
            None => self.offset_pointer(result, base, address.offset, offset),
            Some(sum) => self.indexed_pointer(result, base, sum, address.offset, offset, flags),
        }
    }

    /// A pointer plus a number of bytes; `offset` is that number if the sum does not wrap.
    fn offset_pointer(
        &mut self,
        result: ValueId,
        base: Operand,
        bytes: i64,
        offset: Option<u64>,
    ) -> Result<Vec<Reg>, SelectError> {
        let reg = self.one(base)?;
        if let Source::Frame(start) = self.body.source(reg)
            && let Ok(start) = u32::try_from(i64::from(start).wrapping_add(bytes))
            && start <= self.frame.size
        {
            return Ok(vec![self.body.frame_address(start)]);
        }
        if let Some(offset) = offset
            && !matches!(self.body.source(reg), Source::Number(_))
        {
            let before = match base {
                Operand::Value(value) => self.addresses.get(&value).copied(),
                Operand::Const(_) => None,
            };
            let (base, before) = before.unwrap_or((reg, 0.into()));
            if let Some(offset) = before.checked_add(offset, self.addresses()) {
                self.addresses.insert(result, (base, offset));
            }
        }
        let bytes = self.bytes(bytes);
        Ok(vec![self.added(reg, bytes)])
    }

    /// A pointer with variable indices. Where the base is the start of a variable, `inbounds` says
    /// that the indices go upward from it, so its address can be the offset; so does `nuw`, but not
    /// `nusw`.
    fn indexed_pointer(
        &mut self,
        result: ValueId,
        base: Operand,
        sum: Reg,
        bytes: i64,
        offset: Option<u64>,
        flags: Flags,
    ) -> Result<Vec<Reg>, SelectError> {
        let reg = self.one(base)?;
        let bytes_reg = self.bytes(bytes);
        let goes_up = flags.contains(Flags::IN_BOUNDS) || flags.contains(Flags::NO_UNSIGNED_WRAP);
        let is_start = goes_up && offset.is_some() && self.is_variable(base);
        match self.body.source(reg) {
            Source::Frame(start) if is_start && start > 0 => {
                let pointer = self.body.frame_address(0);
                let moved = self.added(pointer, sum);
                let start = self
                    .addresses()
                    .wrap(u64::from(start).wrapping_add(bytes as u64));
                self.addresses.insert(result, (moved, start.into()));
                let start = self.bytes(start as i64);
                Ok(vec![self.added(moved, start)])
            }
            Source::Number(Number::I32(_) | Number::I64(_)) if is_start => {
                let start = self.known_address(reg).unwrap_or(0);
                let start = self.addresses().wrap(start.wrapping_add(bytes as u64));
                self.addresses.insert(result, (sum, start.into()));
                let start = self.bytes(start as i64);
                Ok(vec![self.added(sum, start)])
            }
            Source::Number(number @ Number::Address(symbol, start @ 0..))
                if is_start && !self.is_slot(symbol) =>
            {
                let start_of = Offset {
                    symbol: Some(symbol),
                    bytes: start as u64,
                };
                if let Some(offset) = start_of.checked_add(bytes as u64, self.addresses()) {
                    self.addresses.insert(result, (sum, offset));
                }
                let start = self.body.number(number.further(bytes, self.addresses()));
                Ok(vec![self.added(sum, start)])
            }
            _ => {
                let moved = self.added(reg, sum);
                if let Some(offset) = offset {
                    self.addresses.insert(result, (moved, offset.into()));
                }
                Ok(vec![self.added(moved, bytes_reg)])
            }
        }
    }

    /// Tells whether an operand is the start of a variable.
    fn is_variable(&self, operand: Operand) -> bool {
        match operand {
            Operand::Value(_) => matches!(self.definition(operand), Some(IrOp::Alloca { .. })),
            Operand::Const(constant) => matches!(
                self.context.scalars.get(constant),
                Ok(Scalar::Address {
                    plus: Symbol::Global(_),
                    minus: None,
                    offset: 0
                })
            ),
        }
    }

    /// Tells whether the constant part of an address comes after all others: only then is the sum
    /// of the others an address of its own, which does not wrap either.
    fn is_offset_last(&self, indices: &[Operand]) -> bool {
        let is_number = |operand: &Operand| match *operand {
            Operand::Const(constant) => self.module.int(constant),
            Operand::Value(_) => None,
        };
        let last = indices.iter().rposition(|index| is_number(index).is_none());
        let before = &indices[..last.unwrap_or(0)];
        before
            .iter()
            .all(|index| is_number(index).is_none_or(|number| number.is_zero()))
    }
}
