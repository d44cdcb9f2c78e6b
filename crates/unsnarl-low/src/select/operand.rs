//! Operands: the registers of values and constants, and small pieces of code.

use crate::machine::{Number, Reg};
use crate::op::Op;
use crate::op::effect::Effect;
use crate::op::int::{IntBinary, IntCompare};
use crate::symbol::Symbol as LowSymbol;
use crate::types::{Type, Width};
use unsnarl_ir::{
    BlockId, ConstId, Constant, Definition, Id, Name, Op as IrOp, Operand, Scalar, Symbol, TypeId,
    ValueId,
};

use crate::select::context::Meaning;
use crate::select::error::SelectError;
use crate::select::extend::Extend;
use crate::select::facts::Extension;
use crate::select::int::register_width;
use crate::select::parts::{Part, describe};
use crate::select::selection::Selection;
use crate::select::target::Addressing;

/// Operands and constants.
impl<'a> Selection<'a> {
    pub(super) fn parts(&self, ty: TypeId) -> Result<&'a [Part], SelectError> {
        let forms = &self.context.parts;
        forms.get(ty).ok_or_else(|| forms.refusal(ty))
    }

    /// The parts of a type with a number for each lane of a vector.
    pub(super) fn lane_parts(&self, ty: TypeId) -> Result<&'a [Part], SelectError> {
        let forms = &self.context.parts;
        forms.lanes(ty).ok_or_else(|| forms.refusal(ty))
    }

    pub(super) fn operand_type(&self, operand: Operand) -> TypeId {
        self.module.operand_type(self.function, operand)
    }

    /// The width of an integer or pointer.
    pub(super) fn int_width(&self, operand: Operand) -> Result<u32, SelectError> {
        self.type_width(self.operand_type(operand))
    }

    pub(super) fn type_width(&self, ty: TypeId) -> Result<u32, SelectError> {
        match self.module.types.int_width(ty) {
            Some(width) if width <= 128 => Ok(width),
            None if self.module.types.is_pointer(ty) => {
                let width = self.addresses().bits();
                self.parts(ty).map(|_| width)
            }
            _ => Err(SelectError::Type(describe(self.module, ty))),
        }
    }

    pub(super) fn define(&mut self, value: ValueId, regs: &[Reg]) {
        let at = |pool: &[Reg]| {
            u32::try_from(pool.len()).expect("an input below 4 GiB has fewer values")
        };
        let start = at(&self.pool);
        self.pool.extend_from_slice(regs);
        self.values[value.index()] = Some((start, at(&self.pool)));
    }

    /// The registers of a value.
    pub(super) fn value(&self, value: ValueId) -> Result<Vec<Reg>, SelectError> {
        match self.values[value.index()] {
            Some((start, end)) => Ok(self.pool[start as usize..end as usize].to_vec()),
            None => Err(SelectError::Undominated(self.value_name(value))),
        }
    }

    /// The registers of an operand.
    pub(super) fn operand(&mut self, operand: Operand) -> Result<Vec<Reg>, SelectError> {
        match operand {
            Operand::Value(value) => self.value(value),
            Operand::Const(constant) => self.constant(constant),
        }
    }

    /// The register of an operand of one part.
    pub(super) fn one(&mut self, operand: Operand) -> Result<Reg, SelectError> {
        match self.operand(operand)?[..] {
            [reg] => Ok(reg),
            _ => Err(SelectError::Type(describe(
                self.module,
                self.operand_type(operand),
            ))),
        }
    }

    pub(super) fn constant(&mut self, constant: ConstId) -> Result<Vec<Reg>, SelectError> {
        let mut regs = Vec::new();
        let mut stack = vec![constant];
        self.parts(self.module.constant_type(constant))?;
        while let Some(id) = stack.pop() {
            let ty = self.module.constant_type(id);
            if let Some(shape) = self.context.parts.shape(ty)
                && !matches!(self.module.constant(id), Constant::Expression { .. })
            {
                regs.extend(self.vector_constant(id, shape)?);
                continue;
            }
            match self.module.constant(id) {
                Constant::Aggregate { elements, .. } => stack.extend(elements.iter().rev()),
                Constant::Bytes { bytes, .. } => {
                    let bytes = bytes.iter().map(|&byte| Number::I32(byte.into()));
                    regs.extend(bytes.map(|byte| self.body.number(byte)));
                }
                Constant::Zero(_)
                | Constant::Undef(_)
                | Constant::Poison(_)
                | Constant::Null(_) => {
                    for part in self.parts(ty)? {
                        regs.push(self.zero(part.ty));
                    }
                }
                Constant::Int { value, .. } if self.big_width(ty).is_some() => {
                    let bytes = value.to_le_bytes(8 * self.parts(ty)?.len());
                    for limb in bytes.as_chunks::<8>().0 {
                        regs.push(self.i64(i64::from_le_bytes(*limb)));
                    }
                }
                Constant::Expression { .. } if self.context.scalars.get(id).is_err() => {
                    regs.extend(self.expression(id)?);
                }
                _ => self.scalar(id, ty, &mut regs)?,
            }
        }
        Ok(regs)
    }

    pub(super) fn scalar(
        &mut self,
        id: ConstId,
        ty: TypeId,
        regs: &mut Vec<Reg>,
    ) -> Result<(), SelectError> {
        let bits = match self.context.scalars.get(id)? {
            Scalar::Bits(bits) => bits,
            Scalar::Address {
                plus,
                minus,
                offset,
            } => {
                let address = self.address(plus, minus, offset)?;
                let width = self.parts(ty)?.first().map_or(0, |part| part.width);
                match self.known_address(address) {
                    Some(number) => u128::from(number) & ((1 << width) - 1),
                    None => return self.push_address(address, ty, regs),
                }
            }
        };
        for (index, part) in self.parts(ty)?.iter().enumerate() {
            let bits = bits >> (64 * index);
            let number = match part.ty {
                Type::I64 => Number::I64(bits as i64),
                Type::F32 => Number::F32(bits as u32),
                Type::F64 => Number::F64(bits as u64),
                Type::V128 => Number::V128(bits.to_le_bytes()),
                _ => Number::I32(bits as i32),
            };
            regs.push(self.body.number(number));
        }
        Ok(())
    }

    /// An address that the linker chooses, as a number of some type: of at most its own bits, or it
    /// would be no address any more.
    fn push_address(
        &mut self,
        address: Reg,
        ty: TypeId,
        regs: &mut Vec<Reg>,
    ) -> Result<(), SelectError> {
        let part = match *self.parts(ty)? {
            [part] if part.width <= self.addresses().bits() => part,
            _ => return Err(SelectError::Type(describe(self.module, ty))),
        };
        let bits = self.fitted(address, register_width(part.ty).int());
        regs.push(match part.ty {
            Type::I32 | Type::I64 => self.extend(bits, part.width, Extend::Zero),
            _ => self.reinterpreted(bits),
        });
        Ok(())
    }

    /// `plus - minus + offset`.
    fn address(
        &mut self,
        plus: Symbol,
        minus: Option<Symbol>,
        offset: i64,
    ) -> Result<Reg, SelectError> {
        let plus = self.symbol_address(plus, offset)?;
        let Some(minus) = minus else {
            return Ok(plus);
        };
        let minus = self.symbol_address(minus, 0)?;
        Ok(match (self.known_number(plus), self.known_number(minus)) {
            (Some(plus), Some(minus)) => self.bytes(plus.wrapping_sub(minus)),
            _ => self.int_op(IntBinary::Sub, plus, minus),
        })
    }

    /// The address of a symbol and so many bytes more.
    pub(super) fn symbol_address(
        &mut self,
        symbol: Symbol,
        offset: i64,
    ) -> Result<Reg, SelectError> {
        let address = self.context.address(symbol)?;
        let addressing = self.context.addressing(symbol);
        if addressing == Addressing::Indirect {
            let address = self.loaded_address(self.context.address_of(symbol));
            return Ok(match offset {
                0 => address,
                _ => self.int_op_number(IntBinary::Add, address, offset),
            });
        }
        let is_slot = address.symbol().is_some() && self.context.function_of(symbol).is_some();
        let distance = if is_slot && offset != 0 {
            // The linker numbers the slots of functions, without addends.
            let slot = self.body.number(address);
            self.int_op_number(IntBinary::Add, slot, offset)
        } else {
            let address = address.further(offset, self.addresses());
            self.body.number(address)
        };
        let base = match addressing {
            Addressing::Fixed | Addressing::Indirect => return Ok(distance),
            Addressing::FromThread => self.context.thread_base(),
            Addressing::FromMemory => self.context.memory_base(),
            Addressing::FromTable => self.context.table_base(),
        };
        let base = self.loaded_address(base);
        Ok(self.int_op(IntBinary::Add, base, distance))
    }

    /// The address in a global, which changes only before the thread runs.
    pub(super) fn loaded_address(&mut self, global: crate::symbol::Symbol) -> Reg {
        let ty = self.address_type();
        self.pure(Op::GlobalGet(global, ty), &[], ty)
    }

    pub(super) fn known(&self, operand: Operand) -> Extension {
        match operand {
            Operand::Value(value) => self.facts.get(value),
            Operand::Const(_) => Extension {
                zero: true,
                sign: false,
            },
        }
    }

    /// The definition of an operand's value.
    pub(super) fn definition(&self, operand: Operand) -> Option<&'a IrOp> {
        let Operand::Value(value) = operand else {
            return None;
        };
        match self.function.values[value].definition {
            Definition::Inst(inst) => Some(&self.function.insts[inst].op),
            _ => None,
        }
    }

    pub(super) fn value_name(&self, value: ValueId) -> String {
        self.name(self.function.values[value].name)
    }

    pub(super) fn block_name(&self, block: usize) -> String {
        self.name(self.function.blocks[BlockId::new(block)].name)
    }

    pub(super) fn name(&self, name: Name) -> String {
        match name {
            Name::Number(number) => format!("%{number}"),
            Name::Made(number) => format!("%new.{number}"),
            Name::Text(id) => format!("%{}", self.module.name(id)),
        }
    }
}

/// Small pieces of code.
impl Selection<'_> {
    /// Adds a pure instruction.
    pub(super) fn pure(&mut self, op: Op, args: &[Reg], ty: Type) -> Reg {
        self.body.push(op, Effect::Pure, args, &[ty])[0]
    }

    pub(super) fn i32(&mut self, value: i32) -> Reg {
        self.body.number(Number::I32(value))
    }

    pub(super) fn i64(&mut self, value: i64) -> Reg {
        self.body.number(Number::I64(value))
    }

    /// How wide addresses are.
    pub(super) fn addresses(&self) -> Width {
        self.context.target.addresses
    }

    /// The type of an address, and of a number of bytes.
    pub(super) fn address_type(&self) -> Type {
        self.context.target.address()
    }

    /// A number of bytes, as wide as addresses are.
    pub(super) fn bytes(&mut self, bytes: i64) -> Reg {
        self.body.number(Number::bytes(bytes, self.addresses()))
    }

    /// Tells whether the address of a symbol is a slot of a table: that of a function. The linker
    /// numbers these, without addends, and knows none as the offset of an access.
    pub(super) fn is_slot(&self, symbol: LowSymbol) -> bool {
        match self.context.meaning(symbol) {
            Meaning::Module(own) => self.context.function_of(own).is_some(),
            _ => false,
        }
    }

    /// The address, or number of bytes, that is known to be in a register.
    pub(super) fn known_address(&self, reg: Reg) -> Option<u64> {
        let number = self.known_number(reg)?;
        Some(self.addresses().wrap(number as u64))
    }

    pub(super) fn zero(&mut self, ty: Type) -> Reg {
        self.body.number(match ty {
            Type::I64 => Number::I64(0),
            Type::F32 => Number::F32(0),
            Type::F64 => Number::F64(0),
            Type::V128 => Number::V128([0; 16]),
            _ => Number::I32(0),
        })
    }

    pub(super) fn known_number(&self, reg: Reg) -> Option<i64> {
        self.body.number_in(reg)?.integer()
    }

    /// One of two registers. Where the condition is that a number is zero, or is not, the number
    /// itself decides.
    pub(super) fn choose(&mut self, condition: Reg, then: Reg, otherwise: Reg) -> Reg {
        if then == otherwise {
            return then;
        }
        let ty = self.body.ty(then);
        let args = match self.body.made_by(condition) {
            Some((Op::IntIsZero(Width::W32), &[number])) => [otherwise, then, number],
            Some((Op::IntCompare(Width::W32, IntCompare::Ne), &[number, zero]))
                if self.known_number(zero) == Some(0) =>
            {
                [then, otherwise, number]
            }
            _ => [then, otherwise, condition],
        };
        self.pure(Op::Select(ty), &args, ty)
    }
}
