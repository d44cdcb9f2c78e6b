//! Atomic accesses.
//!
//! Where there is a single thread, a read, a change and a write in this order are atomic, for
//! numbers of any width. Else each access is an [operation](crate::op::atomic); changes without one
//! have become loops before ([`unsnarl_ir::rewrite`]).
//! *Limits:* operations access one, two, four or eight bytes that are aligned to as many.

use super::place::Ordering;
use crate::machine::Reg;
use crate::op::Op;
use crate::op::atomic::{Atomic, Modify};
use crate::op::effect::Effect;
use crate::op::int::IntBinary;
use crate::op::memory::Address;
use crate::types::{Size, Type, Width};
use unsnarl_ir::{AtomicOp, Atomicity, BinaryOp, IntPredicate, Operand, TypeId};

use super::lane::Lane;
use super::overflow::Arithmetic;
use super::target::Atomics;
use crate::select::error::{SelectError, unsupported};
use crate::select::extend::Extend;
use crate::select::facts::Extension;
use crate::select::selection::Selection;

impl Selection<'_> {
    /// The atomic access to a value of a type; none if plain accesses do.
    pub(super) fn atomic_access(
        &self,
        ty: TypeId,
        align: Option<u64>,
    ) -> Result<Option<Atomic>, SelectError> {
        if !self.has_threads() {
            return Ok(None);
        }
        let bytes = self
            .context
            .layout
            .size(ty)
            .filter(|_| self.kind(ty).is_ok());
        let mut sizes = Size::ALL.into_iter();
        let size = sizes.find(|size| Some(u64::from(size.bytes())) == bytes);
        let size = size.ok_or_else(|| unsupported("an atomic access of more than eight bytes"))?;
        if self.access_align(ty, align)? < u64::from(size.bytes()) {
            return Err(unsupported(
                "an atomic access that is not aligned to its size",
            ));
        }
        Ok(Some(Atomic::of_size(size)))
    }

    /// Tells whether there may be other threads.
    pub(super) fn has_threads(&self) -> bool {
        self.context.target.atomics == Atomics::Operations
    }

    /// Wakes threads that wait for an address.
    pub(super) fn notify(
        &mut self,
        pointer: Operand,
        count: Operand,
    ) -> Result<Vec<Reg>, SelectError> {
        let count = self.one(count)?;
        let (base, address) = self.atomic_place(Atomic::of_size(Size::B4), pointer)?;
        let notify = Op::AtomicNotify(address);
        Ok(self
            .body
            .push(notify, Effect::Any, &[base, count], &[Type::I32]))
    }

    /// Waits for a notification: at an address, while it has a number, for a time.
    pub(super) fn wait(
        &mut self,
        width: Width,
        [pointer, number, time]: [Operand; 3],
    ) -> Result<Vec<Reg>, SelectError> {
        let (number, time) = (self.one(number)?, self.one(time)?);
        let access = match width {
            Width::W32 => Atomic::of_size(Size::B4),
            Width::W64 => Atomic::of_size(Size::B8),
        };
        let (base, address) = self.atomic_place(access, pointer)?;
        let operands = [base, number, time];
        let wait = Op::AtomicWait(width, address);
        Ok(self.body.push(wait, Effect::Any, &operands, &[Type::I32]))
    }

    /// The place of an atomic access: the register, and what the access adds.
    fn atomic_place(
        &mut self,
        access: Atomic,
        pointer: Operand,
    ) -> Result<(Reg, Address), SelectError> {
        let bytes = u64::from(access.size.bytes());
        let place = self.place(pointer, bytes)?;
        Ok((place.base, self.access(place, 0, bytes)?))
    }

    pub(super) fn atomic_load(
        &mut self,
        access: Atomic,
        pointer: Operand,
        ty: TypeId,
    ) -> Result<Vec<Reg>, SelectError> {
        let (base, address) = self.atomic_place(access, pointer)?;
        let op = Op::AtomicLoad(access, address);
        let read = self.body.push(op, Effect::Any, &[base], &[access.ty()])[0];
        Ok(vec![self.of_integer(read, ty)?])
    }

    pub(super) fn atomic_store(
        &mut self,
        access: Atomic,
        pointer: Operand,
        value: Operand,
    ) -> Result<Vec<Reg>, SelectError> {
        let value = self.as_integer(value)?;
        let (base, address) = self.atomic_place(access, pointer)?;
        let op = Op::AtomicStore(access, address);
        self.body.push(op, Effect::Any, &[base, value], &[]);
        Ok(Vec::new())
    }

    fn atomic_change(
        &mut self,
        access: Atomic,
        op: AtomicOp,
        pointer: Operand,
        value: Operand,
    ) -> Result<Vec<Reg>, SelectError> {
        let modify = match op {
            AtomicOp::Exchange => Modify::Exchange,
            AtomicOp::Add => Modify::Add,
            AtomicOp::Sub => Modify::Sub,
            AtomicOp::And => Modify::And,
            AtomicOp::Or => Modify::Or,
            AtomicOp::Xor => Modify::Xor,
            _ => {
                return Err(unsupported(
                    "an atomicrmw without an instruction of its own",
                ));
            }
        };
        let ty = self.operand_type(value);
        let value = self.as_integer(value)?;
        let (base, address) = self.atomic_place(access, pointer)?;
        let op = Op::AtomicModify(access, modify, address);
        let before = self
            .body
            .push(op, Effect::Any, &[base, value], &[access.ty()])[0];
        Ok(vec![self.of_integer(before, ty)?])
    }

    /// What was read, and whether it was as expected.
    fn atomic_exchange(
        &mut self,
        access: Atomic,
        pointer: Operand,
        expected: Operand,
        replacement: Operand,
    ) -> Result<Vec<Reg>, SelectError> {
        let kind = self.kind(self.operand_type(expected))?;
        let expected = self.lane(expected)?;
        let wanted = self.lane_extended(expected, Extend::Zero);
        let new = self.as_integer(replacement)?;
        let (base, address) = self.atomic_place(access, pointer)?;
        let op = Op::AtomicCompareExchange(access, address);
        let found = self
            .body
            .push(op, Effect::Any, &[base, wanted, new], &[access.ty()])[0];
        let extended = Extension {
            zero: true,
            sign: false,
        };
        let old = Lane::new(kind, found).with_known(extended);
        let is_equal = self.compare_lanes(IntPredicate::Equal, Extend::Zero, old, expected);
        Ok(vec![found, is_equal])
    }

    /// Orders the accesses of other threads; a fence for signals only orders those of the code.
    pub(super) fn fence(&mut self, atomic: Atomicity) -> Vec<Reg> {
        let is_for_threads = match atomic.scope {
            Some(scope) => self.module.names.text(scope) != "singlethread",
            None => true,
        };
        if is_for_threads && self.has_threads() {
            self.body.push(Op::AtomicFence, Effect::Any, &[], &[]);
        }
        Vec::new()
    }

    /// The bits of a number in an integer.
    fn as_integer(&mut self, value: Operand) -> Result<Reg, SelectError> {
        let reg = self.one(value)?;
        Ok(match self.body.ty(reg) {
            Type::F32 | Type::F64 => self.reinterpreted(reg),
            _ => reg,
        })
    }

    /// The number of a type that has these bits.
    fn of_integer(&mut self, bits: Reg, ty: TypeId) -> Result<Reg, SelectError> {
        Ok(match self.single_type(ty)? {
            Type::F32 | Type::F64 => self.reinterpreted(bits),
            _ => bits,
        })
    }

    pub(super) fn read_modify_write(
        &mut self,
        op: AtomicOp,
        pointer: Operand,
        value: Operand,
        align: Option<u64>,
    ) -> Result<Vec<Reg>, SelectError> {
        let ty = self.operand_type(value);
        if let Some(access) = self.atomic_access(ty, align)? {
            return self.atomic_change(access, op, pointer, value);
        }
        let before = self.loaded_lane(pointer, ty, align)?;
        let by = self.lane(value)?;
        let after = self.modified(op, before, by)?;
        self.store_back(pointer, ty, align, &after)?;
        Ok(before.regs())
    }

    fn loaded_lane(
        &mut self,
        pointer: Operand,
        ty: TypeId,
        align: Option<u64>,
    ) -> Result<Lane, SelectError> {
        let regs = self.load(pointer, ty, align, Ordering::Ordered)?;
        let kind = self.kind(ty)?;
        let known = Extension {
            zero: true,
            sign: false,
        };
        Ok(Lane::from_regs(kind, &regs).with_known(known))
    }

    fn store_back(
        &mut self,
        pointer: Operand,
        ty: TypeId,
        align: Option<u64>,
        regs: &[Reg],
    ) -> Result<(), SelectError> {
        let align = self.access_align(ty, align)?;
        let place = self.place(pointer, align)?.ordered(Ordering::Ordered);
        for (&reg, part) in regs.iter().zip(self.parts(ty)?) {
            self.store_part(place, part, reg, false)?;
        }
        Ok(())
    }

    fn modified(&mut self, op: AtomicOp, before: Lane, by: Lane) -> Result<Vec<Reg>, SelectError> {
        use AtomicOp as A;
        let binary = match op {
            A::Exchange => return Ok(by.regs()),
            A::Add => BinaryOp::Add,
            A::Sub => BinaryOp::Sub,
            A::And => BinaryOp::And,
            A::Or => BinaryOp::Or,
            A::Xor => BinaryOp::Xor,
            A::FloatAdd => BinaryOp::FloatAdd,
            A::FloatSub => BinaryOp::FloatSub,
            A::Nand => return self.nand(before, by),
            A::Max | A::Min | A::UnsignedMax | A::UnsignedMin => {
                let name = match op {
                    A::Max => "smax",
                    A::Min => "smin",
                    A::UnsignedMax => "umax",
                    _ => "umin",
                };
                let regs = self.bit_function(name, &[before, by])?;
                return regs.ok_or(SelectError::OperandType("atomicrmw"));
            }
            A::FloatMax | A::FloatMin | A::FloatMaximum | A::FloatMinimum => {
                let name = match op {
                    A::FloatMax => "maxnum",
                    A::FloatMin => "minnum",
                    A::FloatMaximum => "maximum",
                    _ => "minimum",
                };
                let regs = self.float_function(name, &[before, by])?;
                return regs.ok_or(SelectError::OperandType("atomicrmw"));
            }
            A::SubSaturating => {
                return self.saturating(Arithmetic::Sub, Extend::Zero, before, by);
            }
            A::WrappingIncrement | A::WrappingDecrement | A::SubIfNoWrap => {
                return self.conditional(op, before, by);
            }
        };
        self.lane_binary(binary, before, by)
    }

    fn nand(&mut self, before: Lane, by: Lane) -> Result<Vec<Reg>, SelectError> {
        let both = self.lane_binary(BinaryOp::And, before, by)?;
        Ok(both
            .into_iter()
            .map(|reg| {
                let ones = self.number_like(reg, -1);
                self.int_op(IntBinary::Xor, reg, ones)
            })
            .collect())
    }

    /// `uinc_wrap`: the next number, 0 from the limit on. `udec_wrap`: the one before, the limit
    /// below 0 and above the limit. `usub_cond`: the difference if it is not negative.
    fn conditional(
        &mut self,
        op: AtomicOp,
        before: Lane,
        by: Lane,
    ) -> Result<Vec<Reg>, SelectError> {
        let zero = self.int_lane(before, 0);
        let one = self.int_lane(before, 1);
        let compare = |selection: &mut Self, predicate, left, right| {
            selection.compare_lanes(predicate, Extend::Zero, left, right)
        };
        let (condition, then, otherwise) = match op {
            AtomicOp::WrappingIncrement => {
                let wraps = compare(self, IntPredicate::UnsignedGreaterEqual, before, by);
                let next = self.lane_binary(BinaryOp::Add, before, one)?;
                (wraps, zero.regs(), next)
            }
            AtomicOp::WrappingDecrement => {
                let is_zero = compare(self, IntPredicate::Equal, before, zero);
                let is_above = compare(self, IntPredicate::UnsignedGreater, before, by);
                let wraps = self.int_op(IntBinary::Or, is_zero, is_above);
                let next = self.lane_binary(BinaryOp::Sub, before, one)?;
                (wraps, by.regs(), next)
            }
            _ => {
                let fits = compare(self, IntPredicate::UnsignedGreaterEqual, before, by);
                let difference = self.lane_binary(BinaryOp::Sub, before, by)?;
                (fits, difference, before.regs())
            }
        };
        Ok(then
            .into_iter()
            .zip(otherwise)
            .map(|(then, otherwise)| self.choose(condition, then, otherwise))
            .collect())
    }

    /// What was read, and whether it was as expected.
    pub(super) fn compare_exchange(
        &mut self,
        pointer: Operand,
        expected: Operand,
        replacement: Operand,
        align: Option<u64>,
    ) -> Result<Vec<Reg>, SelectError> {
        let ty = self.operand_type(expected);
        if let Some(access) = self.atomic_access(ty, align)? {
            return self.atomic_exchange(access, pointer, expected, replacement);
        }
        let old = self.loaded_lane(pointer, ty, align)?;
        let expected = self.lane(expected)?;
        let is_equal = self.compare_lanes(IntPredicate::Equal, Extend::Zero, old, expected);
        let after: Vec<Reg> = self
            .operand(replacement)?
            .into_iter()
            .zip(old.regs())
            .map(|(new, old)| self.choose(is_equal, new, old))
            .collect();
        self.store_back(pointer, ty, align, &after)?;
        let mut result = old.regs();
        result.push(is_equal);
        Ok(result)
    }
}
