//! Addresses, loads and stores.

use unsnarl_ir::{AtomicOp, Flags, IntPredicate, Op, Operand, Scalar, TypeId, ValueId};
use wasm_encoder::{Instruction, MemArg, MemArgTarget, ValType};

use super::int::{Alu, register_bits};
use super::{Extend, Selection, unsupported};
use crate::STACK_POINTER;
use crate::code::{Effect, Reg, Source};
use crate::error::Cause;
use crate::forms::{Part, describe};
use crate::frame::STACK_ALIGN;

/// A place in memory: a register and the bytes above it that the instruction adds, without wrapping.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) base: Reg,
    pub(super) offset: u32,
    /// The alignment in bytes.
    pub(super) align: u64,
}

impl Place {
    /// The alignment so many bytes further.
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
            });
        }
        let base = self.one(pointer)?;
        if self.body.ty(base) != ValType::I32 {
            return Err(Cause::OperandType("load or store"));
        }
        Ok(self.place_at(base, align))
    }

    fn place_at(&mut self, base: Reg, align: u64) -> Place {
        let (base, offset) = match self.body.source(base) {
            Source::Frame(offset) => (self.body.frame(0), offset),
            _ => match self.known_number(base) {
                Some(address) => (self.i32(0), address as u32),
                None => (base, 0),
            },
        };
        Place {
            base,
            offset,
            align,
        }
    }

    /// A place in the frame of this function.
    pub(super) fn frame_place(&mut self, offset: u32, align: u64) -> Place {
        Place {
            base: self.body.frame(0),
            offset,
            align,
        }
    }

    pub(super) fn load(
        &mut self,
        pointer: Operand,
        ty: TypeId,
        align: Option<u64>,
        ordered: bool,
    ) -> Result<Vec<Reg>, Cause> {
        let align = self.access_align(ty, align)?;
        let place = self.place(pointer, align)?;
        let effect = if ordered { Effect::Write } else { Effect::Read };
        let parts = self.parts(ty)?;
        parts
            .iter()
            .map(|part| self.load_part(place, part, effect))
            .collect()
    }

    fn access_align(&self, ty: TypeId, align: Option<u64>) -> Result<u64, Cause> {
        let default = self.link.layout.align(ty);
        let missing = || Cause::Type(describe(self.module, ty));
        Ok(align.or(default).ok_or_else(missing)?.max(1))
    }

    pub(super) fn load_part(
        &mut self,
        place: Place,
        part: &Part,
        effect: Effect,
    ) -> Result<Reg, Cause> {
        let mut loaded: Option<Reg> = None;
        for (start, bytes) in chunks(part) {
            let op = load_op(
                part.ty,
                bytes,
                self.access(place, part.offset + start, bytes)?,
            );
            let chunk = self.body.push(op, effect, &[place.base], &[part.ty])[0];
            loaded = Some(match loaded {
                None => chunk,
                Some(below) => {
                    let high = self.alu_number(Alu::Shl, chunk, 8 * start as i64);
                    self.alu(Alu::Or, below, high)
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
    ) -> Result<Vec<Reg>, Cause> {
        let ty = self.operand_type(value);
        let align = self.access_align(ty, align)?;
        let place = self.place(pointer, align)?;
        let is_zero = self.known(value).zero;
        let regs = self.operand(value)?;
        for (&reg, part) in regs.iter().zip(self.parts(ty)?) {
            self.store_part(place, part, reg, is_zero && regs.len() == 1)?;
        }
        Ok(Vec::new())
    }

    /// Writes a part. The bits that fill its last byte are zeros.
    pub(super) fn store_part(
        &mut self,
        place: Place,
        part: &Part,
        value: Reg,
        is_zero_extended: bool,
    ) -> Result<(), Cause> {
        let is_int = matches!(part.ty, ValType::I32 | ValType::I64);
        let value = if is_int && part.width % 8 != 0 && !is_zero_extended {
            self.extend(value, part.width, Extend::Zero)
        } else {
            value
        };
        for (start, bytes) in chunks(part) {
            let chunk = match start {
                0 => value,
                _ => self.alu_number(Alu::ShrU, value, 8 * start as i64),
            };
            let op = store_op(
                part.ty,
                bytes,
                self.access(place, part.offset + start, bytes)?,
            );
            self.body.push(op, Effect::Write, &[place.base, chunk], &[]);
        }
        Ok(())
    }

    fn access(&self, place: Place, offset: u64, bytes: u64) -> Result<MemArg, Cause> {
        let align = place.align_at(offset).min(bytes);
        let offset = u64::from(place.offset) + offset;
        // An address that no pointer reaches: the access has no meaning in the source, and traps.
        let offset = offset.min(u32::MAX.into());
        Ok(MemArg {
            offset,
            align: align.trailing_zeros(),
            target: MemArgTarget::Memory(0),
            ordering: None,
        })
    }

    pub(super) fn alloca(
        &mut self,
        inst: &unsnarl_ir::Inst,
        ty: TypeId,
        count: Operand,
        align: Option<u64>,
    ) -> Result<Vec<Reg>, Cause> {
        let result = inst.result.ok_or(Cause::OperandType("alloca"))?;
        if let unsnarl_ir::Definition::Inst(id) = self.function.values[result].definition
            && let Some(offset) = self.frame.variable(id)
        {
            return Ok(vec![self.body.frame(offset)]);
        }
        let missing = || Cause::Type(describe(self.module, ty));
        let size = self.link.layout.size(ty).ok_or_else(missing)?;
        let align = align
            .or(self.link.layout.align(ty))
            .unwrap_or(1)
            .max(STACK_ALIGN);
        let count = self.as_address(count, Extend::Zero)?;
        let bytes = self.scaled(count, size);
        let bytes = self.rounded_up(bytes);
        let top = self.body.push(
            Instruction::GlobalGet(STACK_POINTER),
            Effect::Write,
            &[],
            &[ValType::I32],
        )[0];
        let mut start = self.alu(Alu::Sub, top, bytes);
        if align > STACK_ALIGN {
            start = self.alu_number(Alu::And, start, (align as i64).wrapping_neg());
        }
        self.body.push(
            Instruction::GlobalSet(STACK_POINTER),
            Effect::Write,
            &[start],
            &[],
        );
        Ok(vec![start])
    }

    /// Rounds a number of bytes up to what keeps the stack aligned.
    fn rounded_up(&mut self, bytes: Reg) -> Reg {
        let step = STACK_ALIGN as i64;
        if let Some(number) = self.known_number(bytes) {
            return self.i32(((number + step - 1) & -step) as i32);
        }
        let above = self.alu_number(Alu::Add, bytes, step - 1);
        self.alu_number(Alu::And, above, -step)
    }

    /// An integer of any width as an `i32`.
    fn as_address(&mut self, value: Operand, extend: Extend) -> Result<Reg, Cause> {
        if self.int_width(value)? <= 32 {
            return self.extended(value, extend);
        }
        let low = self.operand(value)?[0];
        Ok(match self.known_number(low) {
            Some(number) => self.i32(number as i32),
            None => self.pure(Instruction::I32WrapI64, &[low], ValType::I32),
        })
    }

    fn scaled(&mut self, value: Reg, scale: u64) -> Reg {
        let scale = scale as u32;
        if let Some(number) = self.known_number(value) {
            return self.i32((number as i32).wrapping_mul(scale as i32));
        }
        match scale {
            1 => value,
            _ if scale.is_power_of_two() => {
                self.alu_number(Alu::Shl, value, scale.trailing_zeros().into())
            }
            _ => self.alu_number(Alu::Mul, value, scale.into()),
        }
    }

    fn added(&mut self, left: Reg, right: Reg) -> Reg {
        match (self.known_number(left), self.known_number(right)) {
            (Some(left), Some(right)) => self.i32((left as i32).wrapping_add(right as i32)),
            (Some(0), None) => right,
            (None, Some(0)) => left,
            _ => self.alu(Alu::Add, left, right),
        }
    }

    pub(super) fn gep(
        &mut self,
        result: Option<ValueId>,
        source: TypeId,
        base: Operand,
        indices: &[Operand],
        flags: Flags,
    ) -> Result<Vec<Reg>, Cause> {
        let result = result.ok_or(Cause::OperandType("getelementptr"))?;
        self.parts(self.function.value_type(result))?;
        let address =
            self.link
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
        let offset = u32::try_from(address.offset).ok().filter(|_| folds);
        match sum {
            None => self.offset_pointer(result, base, address.offset, offset),
            Some(sum) => self.indexed_pointer(result, base, sum, address.offset, offset),
        }
    }

    /// A pointer that is another one and a number of bytes; `offset` is that number if the sum does not wrap.
    fn offset_pointer(
        &mut self,
        result: ValueId,
        base: Operand,
        bytes: i64,
        offset: Option<u32>,
    ) -> Result<Vec<Reg>, Cause> {
        let reg = self.one(base)?;
        if let Source::Frame(start) = self.body.source(reg)
            && let Ok(start) = u32::try_from(i64::from(start).wrapping_add(bytes))
            && start <= self.frame.size
        {
            return Ok(vec![self.body.frame(start)]);
        }
        if let Some(offset) = offset
            && self.known_number(reg).is_none()
        {
            let before = match base {
                Operand::Value(value) => self.addresses.get(&value).copied(),
                Operand::Const(_) => None,
            };
            let (base, before) = before.unwrap_or((reg, 0));
            if let Some(offset) = before.checked_add(offset) {
                self.addresses.insert(result, (base, offset));
            }
        }
        let bytes = self.i32(bytes as i32);
        Ok(vec![self.added(reg, bytes)])
    }

    /// A pointer with indices that are not known now. Where the base is the start of a variable, `inbounds` says that
    /// the indices go upward from it, so its address can be the offset.
    fn indexed_pointer(
        &mut self,
        result: ValueId,
        base: Operand,
        sum: Reg,
        bytes: i64,
        offset: Option<u32>,
    ) -> Result<Vec<Reg>, Cause> {
        let reg = self.one(base)?;
        let bytes_reg = self.i32(bytes as i32);
        let is_start = offset.is_some() && self.is_variable(base);
        match (self.body.source(reg), self.known_number(reg)) {
            (Source::Frame(start), _) if is_start && start > 0 => {
                let pointer = self.body.frame(0);
                let moved = self.added(pointer, sum);
                let start = start.wrapping_add(bytes as u32);
                self.addresses.insert(result, (moved, start));
                let start = self.i32(start as i32);
                Ok(vec![self.added(moved, start)])
            }
            (_, Some(start)) if is_start => {
                let start = (start as u32).wrapping_add(bytes as u32);
                self.addresses.insert(result, (sum, start));
                let start = self.i32(start as i32);
                Ok(vec![self.added(sum, start)])
            }
            _ => {
                let moved = self.added(reg, sum);
                if let Some(offset) = offset {
                    self.addresses.insert(result, (moved, offset));
                }
                Ok(vec![self.added(moved, bytes_reg)])
            }
        }
    }

    /// Tells whether an operand is the start of a variable.
    fn is_variable(&self, operand: Operand) -> bool {
        match operand {
            Operand::Value(_) => matches!(self.definition(operand), Some(Op::Alloca { .. })),
            Operand::Const(constant) => matches!(
                self.link.scalars.get(constant),
                Ok(Scalar::Address {
                    plus: unsnarl_ir::Symbol::Global(_),
                    minus: None,
                    offset: 0
                })
            ),
        }
    }

    /// Tells whether the constant part of an address comes after all others: only then is the sum of the others an
    /// address of its own, which does not wrap either.
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

    pub(super) fn variable_argument(
        &mut self,
        list: Operand,
        ty: TypeId,
    ) -> Result<Vec<Reg>, Cause> {
        let missing = || Cause::Type(describe(self.module, ty));
        let size = self.link.layout.size(ty).ok_or_else(missing)?;
        let align = self.access_align(ty, None)?;
        let list = self.place(list, 4)?;
        let pointer = Part {
            ty: ValType::I32,
            width: 32,
            offset: 0,
        };
        let mut start = self.load_part(list, &pointer, Effect::Read)?;
        if align > 4 {
            let above = self.alu_number(Alu::Add, start, align as i64 - 1);
            start = self.alu_number(Alu::And, above, (align as i64).wrapping_neg());
        }
        let next = self.alu_number(Alu::Add, start, size.next_multiple_of(4) as i64);
        self.store_part(list, &pointer, next, false)?;
        let place = Place {
            base: start,
            offset: 0,
            align,
        };
        self.parts(ty)?
            .iter()
            .map(|part| self.load_part(place, part, Effect::Read))
            .collect()
    }

    /// One thread runs, so that a read, a change and a write in this order are atomic.
    pub(super) fn read_modify_write(
        &mut self,
        op: AtomicOp,
        pointer: Operand,
        value: Operand,
        align: Option<u64>,
    ) -> Result<Vec<Reg>, Cause> {
        let ty = self.operand_type(value);
        let old = self.load(pointer, ty, align, true)?;
        let [part] = self.parts(ty)? else {
            return Err(unsupported("atomicrmw of this type"));
        };
        let (before, by) = (old[0], self.one(value)?);
        if op != AtomicOp::Exchange && !matches!(part.ty, ValType::I32 | ValType::I64) {
            return Err(unsupported("atomicrmw on floating-point numbers"));
        }
        let after = match op {
            AtomicOp::Exchange => by,
            AtomicOp::Add => self.alu(Alu::Add, before, by),
            AtomicOp::Sub => self.alu(Alu::Sub, before, by),
            AtomicOp::And => self.alu(Alu::And, before, by),
            AtomicOp::Or => self.alu(Alu::Or, before, by),
            AtomicOp::Xor => self.alu(Alu::Xor, before, by),
            AtomicOp::Nand => {
                let both = self.alu(Alu::And, before, by);
                self.alu_number(Alu::Xor, both, -1)
            }
            AtomicOp::Max => self.extreme(IntPredicate::SignedGreater, part.width, before, by),
            AtomicOp::Min => self.extreme(IntPredicate::SignedLess, part.width, before, by),
            AtomicOp::UnsignedMax => {
                self.extreme(IntPredicate::UnsignedGreater, part.width, before, by)
            }
            AtomicOp::UnsignedMin => {
                self.extreme(IntPredicate::UnsignedLess, part.width, before, by)
            }
            _ => return Err(unsupported("this atomicrmw operation")),
        };
        let align = self.access_align(ty, align)?;
        let place = self.place(pointer, align)?;
        self.store_part(place, part, after, false)?;
        Ok(old)
    }

    pub(super) fn compare_exchange(
        &mut self,
        pointer: Operand,
        expected: Operand,
        replacement: Operand,
        align: Option<u64>,
    ) -> Result<Vec<Reg>, Cause> {
        let ty = self.operand_type(expected);
        let old = self.load(pointer, ty, align, true)?;
        let [part] = self.parts(ty)? else {
            return Err(unsupported("cmpxchg of this type"));
        };
        if !matches!(part.ty, ValType::I32 | ValType::I64) {
            return Err(unsupported("cmpxchg of this type"));
        }
        let expected = self.extended(expected, Extend::Zero)?;
        let is_equal = self.compare(IntPredicate::Equal, old[0], expected);
        let replacement = self.one(replacement)?;
        let after = self.choose(is_equal, replacement, old[0]);
        let align = self.access_align(ty, align)?;
        let place = self.place(pointer, align)?;
        self.store_part(place, part, after, false)?;
        Ok(vec![old[0], is_equal])
    }
}

/// Where the chunks of a part start, and how many bytes each has.
fn chunks(part: &Part) -> Vec<(u64, u64)> {
    let mut left = u64::from(part.width.div_ceil(8));
    let mut start = 0;
    let mut chunks = Vec::new();
    while left > 0 {
        let largest = u64::from(register_bits(part.ty) / 8);
        let largest = if part.ty == ValType::F64 { 8 } else { largest };
        let bytes = (1 << left.ilog2()).min(largest);
        chunks.push((start, bytes));
        start += bytes;
        left -= bytes;
    }
    chunks
}

fn load_op(ty: ValType, bytes: u64, argument: MemArg) -> Instruction<'static> {
    use Instruction as I;
    match (ty, bytes) {
        (ValType::F32, _) => I::F32Load(argument),
        (ValType::F64, _) => I::F64Load(argument),
        (ValType::I64, 1) => I::I64Load8U(argument),
        (ValType::I64, 2) => I::I64Load16U(argument),
        (ValType::I64, 4) => I::I64Load32U(argument),
        (ValType::I64, _) => I::I64Load(argument),
        (_, 1) => I::I32Load8U(argument),
        (_, 2) => I::I32Load16U(argument),
        _ => I::I32Load(argument),
    }
}

fn store_op(ty: ValType, bytes: u64, argument: MemArg) -> Instruction<'static> {
    use Instruction as I;
    match (ty, bytes) {
        (ValType::F32, _) => I::F32Store(argument),
        (ValType::F64, _) => I::F64Store(argument),
        (ValType::I64, 1) => I::I64Store8(argument),
        (ValType::I64, 2) => I::I64Store16(argument),
        (ValType::I64, 4) => I::I64Store32(argument),
        (ValType::I64, _) => I::I64Store(argument),
        (_, 1) => I::I32Store8(argument),
        (_, 2) => I::I32Store16(argument),
        _ => I::I32Store(argument),
    }
}
