//! Instructions: computations, and effects, which must be those of the block.

use std::rc::Rc;

use unsnarl_low::check::facts::Fact;
use unsnarl_low::check::values::Value;
use unsnarl_low::op::memory::{Address, Load, Memory, Store, Table};
use unsnarl_low::{Effect, InstId, Number, Op, Reg, Signature, Symbol, Type};
use unsnarl_object::{Relocation, RelocationKind};
use wasmparser::Operator;

use super::{Path, Walk};
use crate::map::PieceKind;
use crate::proof::data::bytes::described;
use crate::proof::data::decode::operation;
use crate::proof::data::numbers::Global;
use crate::proof::transfers_control;
use crate::types::address_width;

impl Walk<'_> {
    /// Executes an instruction; tells whether the path ends there.
    pub(super) fn step(
        &mut self,
        path: &mut Path,
        token: usize,
        (op, range): (&Operator<'_>, (u32, u32)),
        hint: Option<InstId>,
    ) -> Result<bool, String> {
        match *op {
            Operator::LocalGet { local_index } => {
                let local = self.local(local_index)?;
                let value = self.variable(path, local);
                path.stack.push(value);
            }
            Operator::LocalSet { local_index } => {
                let local = self.local(local_index)?;
                let value = path.pop()?;
                path.written.set(local, value, range.0);
            }
            Operator::LocalTee { local_index } => {
                let value = *path.stack.last().ok_or("the operand stack is empty")?;
                path.written.set(self.local(local_index)?, value, range.0);
            }
            Operator::Drop => {
                path.pop()?;
            }
            Operator::I32Const { value } => {
                let number = self.constant(Number::I32(value), range);
                path.stack.push(self.values.number(number));
            }
            Operator::I64Const { value } => {
                let number = self.constant(Number::I64(value), range);
                path.stack.push(self.values.number(number));
            }
            Operator::F32Const { value } => {
                path.stack
                    .push(self.values.number(Number::F32(value.bits())));
            }
            Operator::F64Const { value } => {
                path.stack
                    .push(self.values.number(Number::F64(value.bits())));
            }
            Operator::V128Const { value } => {
                path.stack
                    .push(self.values.number(Number::V128(*value.bytes())));
            }
            Operator::GlobalGet { .. } | Operator::GlobalSet { .. } => {
                self.global(path, op, range, hint)?;
            }
            Operator::Call { .. }
            | Operator::CallIndirect { .. }
            | Operator::Throw { .. }
            | Operator::ThrowRef
                if matches!(path.piece, Some(PieceKind::Call(_))) =>
            {
                return self.exit_call(path, token, op, range);
            }
            Operator::Throw { .. } if hint.is_some() => {
                let op = self.called(op, range);
                self.effect(path, hint, op)?;
                return self.trap(path, hint);
            }
            Operator::Throw { .. } => return self.control(path, token, op, range),
            Operator::Call { .. } | Operator::CallIndirect { .. } => {
                self.call(path, op, range, hint)?;
            }
            Operator::Unreachable if hint.is_some() => {
                self.effect(path, hint, Op::Trap)?;
                return self.trap(path, hint);
            }
            Operator::Unreachable => return self.control(path, token, op, range),
            _ if transfers_control(op) => return self.control(path, token, op, range),
            _ => self.operation(path, op, range, hint)?,
        }
        Ok(false)
    }

    /// A local of the function, as a variable.
    fn local(&self, number: u32) -> Result<usize, String> {
        let local = number as usize;
        let exists = local < self.proof.locals;
        exists
            .then_some(local)
            .ok_or_else(|| format!("undefined local {number}"))
    }

    /// Tells whether the walk has restored the stack pointer of the caller. No walk before it has:
    /// control would not have entered the block.
    pub(super) fn has_left_frame(&mut self, path: &Path) -> bool {
        let has_size = self
            .proof
            .subject
            .due
            .function
            .frame
            .is_some_and(|frame| frame.size > 0);
        let caller = self.values.fact(Fact::CallerStack);
        has_size && path.written.get(self.proof.stack_pointer()) == Some(caller)
    }

    /// A constant, or an address that the linker fills in, with the one kind of relocation that is
    /// right for its symbol.
    pub(super) fn constant(&self, value: Number, range: (u32, u32)) -> Number {
        let addresses = self.proof.subject.due.function.address_width();
        let own = self.proof.code.any_relocation(range);
        let fits = |own: &&Relocation| {
            value.ty(addresses) == addresses.int()
                && self.proof.numbers.kind_of_address(own.target) == Some(own.kind)
        };
        match own.filter(fits) {
            Some(own) => Number::Address(Symbol::new(own.target as usize), own.addend),
            None => value,
        }
    }

    /// Any other instruction.
    pub(super) fn operation(
        &mut self,
        path: &mut Path,
        op: &Operator<'_>,
        range: (u32, u32),
        hint: Option<InstId>,
    ) -> Result<(), String> {
        let decoded = operation(op).ok_or_else(|| format!("unexpected {op:?} in a function"))?;
        let decoded = self.relocated(decoded, range);
        let widths = &self.proof.subject.due.function.widths;
        let signature = decoded.signature(widths);
        let signature = signature.ok_or("an operation without types")?;
        if decoded.effect() != Effect::Pure && hint.is_none() {
            return self.slot(path, &decoded);
        }
        if decoded.effect() != Effect::Pure || decoded.may_trap() {
            return self.effect(path, hint, decoded);
        }
        let start = path.last(signature.operands.len())?;
        if matches!(path.piece, Some(PieceKind::Comparison(..))) {
            path.compared = Some(decoded);
        }
        let value = self.values.op(decoded, &path.stack[start..]);
        path.stack.truncate(start);
        path.stack.push(value);
        Ok(())
    }

    /// An access with the symbol of its relocation.
    pub(super) fn relocated(&self, op: Op, range: (u32, u32)) -> Op {
        let addresses = self.proof.subject.due.function.address_width();
        let width = address_width(addresses);
        let kind = RelocationKind::MemoryAddressLeb(width);
        let due = Some(RelocationKind::MemoryAddressSleb(width));
        let relocation = self.proof.code.relocation(range, kind);
        // There is no such relocation of what is relative to something.
        let fits = |own: &&Relocation| self.proof.numbers.kind_of_address(own.target) == due;
        let Some(own) = relocation.filter(fits) else {
            return op;
        };
        let Some(address) = op.address() else {
            return op;
        };
        op.with_address(Address {
            symbol: Some(Symbol::new(own.target as usize)),
            offset: addresses.wrap(own.addend as u64),
            ..address
        })
    }

    /// An effect that the function has, and its results.
    pub(super) fn effect(
        &mut self,
        path: &mut Path,
        hint: Option<InstId>,
        op: Op,
    ) -> Result<(), String> {
        let function = &self.proof.subject.due.function;
        let id = hint.ok_or_else(|| format!("'{}' is not in the function", op.name()))?;
        let is_here = self
            .block
            .is_some_and(|block| function.block(block).has(id));
        if !is_here || path.is_taken || path.slot.is_some() {
            return Err(format!("'{}' belongs to another block", op.name()));
        }
        let inst = function.inst(id);
        let due = self.canonical(inst.op);
        if due != Some(op) {
            let (op, due) = (described(&op), described(&due.unwrap_or(inst.op)));
            return Err(format!("'{op}' instead of '{due}'"));
        }
        let start = path.last(function.operands(id).len())?;
        for (place, &reg) in (start..).zip(function.operands(id)) {
            if path.stack[place] != self.reg(reg) {
                let number = place - start;
                return Err(format!(
                    "operand {number} of '{}' should be {reg}",
                    op.name()
                ));
            }
        }
        if inst.effect.is_kept() && self.has_left_frame(path) {
            return Err(format!("'{}' happens after the frame was left", op.name()));
        }
        if inst.has_observable_trap() || inst.effect != Effect::Pure {
            let operands = &path.stack[start..];
            Rc::make_mut(&mut path.effects).happens(id, inst, self.values, operands)?;
        }
        if inst.effect == Effect::Pure {
            let value = self.values.op(op, &path.stack[start..]);
            path.stack.truncate(start);
            path.stack.push(value);
            return Ok(());
        }
        path.stack.truncate(start);
        for number in 0..inst.results().len() as u32 {
            path.stack.push(self.values.result(id, number));
        }
        Ok(())
    }

    /// A path that traps: what comes before has happened.
    pub(super) fn trap(&mut self, path: &Path, hint: Option<InstId>) -> Result<bool, String> {
        let function = &self.proof.subject.due.function;
        let Some(block) = self.block else {
            return Err("a trap before the first block".to_owned());
        };
        let before = function
            .block(block)
            .insts()
            .take_while(|&id| Some(id) <= hint);
        let due = before.filter(|&id| function.inst(id).must_happen()).count();
        match path.effects.kept() == due {
            true => Ok(true),
            false => Err("effects before a trap are missing".to_owned()),
        }
    }

    /// An access to a slot of the frame in which a local is kept.
    pub(super) fn slot(&mut self, path: &mut Path, op: &Op) -> Result<(), String> {
        let missing = || format!("'{}' is not in the function", op.name());
        match *op {
            Op::Load(Load::Whole(ty), address) => {
                let base = path.pop()?;
                let slot = self.slot_at(base, address, ty).ok_or_else(missing)?;
                let value = self.variable(path, slot);
                path.stack.push(value);
            }
            Op::Store(Store::Whole(ty), address) => {
                let value = path.pop()?;
                let base = path.pop()?;
                let slot = self.slot_at(base, address, ty).ok_or_else(missing)?;
                path.written.set(slot, value, self.at);
            }
            _ => return Err(missing()),
        }
        Ok(())
    }

    /// The slot at an address, all of whose accesses are of one type.
    pub(super) fn slot_at(&self, base: Value, address: Address, ty: Type) -> Option<usize> {
        if address.symbol.is_some() || address.memory != Memory(0) {
            return None;
        }
        let base = self.values.frame_offset(base)?;
        let offset = u32::try_from(u64::from(base) + address.offset).ok()?;
        let slot = self.proof.slot(offset)?;
        let known = *self.proof.slot_types.borrow_mut().entry(slot).or_insert(ty);
        (known == ty).then_some(slot)
    }

    pub(super) fn global(
        &mut self,
        path: &mut Path,
        op: &Operator<'_>,
        range: (u32, u32),
        hint: Option<InstId>,
    ) -> Result<(), String> {
        let (Operator::GlobalGet { global_index } | Operator::GlobalSet { global_index }) = *op
        else {
            return Err("not an access to a global".to_owned());
        };
        let own = self
            .proof
            .code
            .relocation(range, RelocationKind::GlobalIndexLeb);
        let global = self
            .proof
            .numbers
            .global(global_index, own.map(|own| own.target));
        let Global {
            symbol,
            ty,
            is_stack_pointer,
        } = global.ok_or("an access to the wrong global")?;
        if !is_stack_pointer {
            let op = match op {
                Operator::GlobalGet { .. } => Op::GlobalGet(symbol, ty),
                _ => Op::GlobalSet(symbol, ty),
            };
            return self.effect(path, hint, op);
        }
        let is_get = matches!(op, Operator::GlobalGet { .. });
        let pointer = self.proof.stack_pointer();
        let is_own = matches!(path.piece, Some(PieceKind::Prologue | PieceKind::Epilogue));
        match (hint, is_get) {
            (Some(_), true) => self.effect(path, hint, Op::GlobalGet(symbol, ty)),
            (Some(_), false) => {
                let value = *path.stack.last().ok_or("the operand stack is empty")?;
                self.effect(path, hint, Op::GlobalSet(symbol, ty))?;
                path.written.set(pointer, value, range.0);
                Ok(())
            }
            (None, true) if is_own => {
                let value = self.variable(path, pointer);
                path.stack.push(value);
                Ok(())
            }
            (None, false) if is_own => {
                let value = path.pop()?;
                path.written.set(pointer, value, range.0);
                Ok(())
            }
            (None, _) => {
                Err("an access to the stack pointer that is not in the function".to_owned())
            }
        }
    }

    pub(super) fn call(
        &mut self,
        path: &mut Path,
        op: &Operator<'_>,
        range: (u32, u32),
        hint: Option<InstId>,
    ) -> Result<(), String> {
        let function = &self.proof.subject.due.function;
        let called = self.called(op, range);
        if let (Op::CallIndirect(_), Some(id)) = (called, hint) {
            let operands = function.operands(id);
            let types = |regs: &[Reg]| regs.iter().map(|&reg| function.ty(reg)).collect();
            let results: Vec<Reg> = function.inst(id).results().collect();
            let signature = Signature {
                parameters: types(&operands[..operands.len().saturating_sub(1)]),
                results: types(&results),
            };
            self.expect_type(op, range, &signature)?;
        }
        self.effect(path, hint, called)
    }

    /// What a call calls: a function by its number, or the table.
    pub(super) fn called(&self, op: &Operator<'_>, range: (u32, u32)) -> Op {
        let code = self.proof.code;
        match *op {
            Operator::Call { function_index } | Operator::ReturnCall { function_index } => {
                let own = code.relocation(range, RelocationKind::FunctionIndexLeb);
                Op::Call(match own {
                    Some(own) => self.proof.numbers.called(own.target),
                    None => self.index_as_symbol(None, function_index),
                })
            }
            Operator::Throw { tag_index } => {
                let own = code.relocation(range, RelocationKind::TagIndexLeb);
                Op::Throw(self.index_as_symbol(own.copied(), tag_index))
            }
            // A relocation fills in the number of the only table there is.
            Operator::CallIndirect { table_index, .. }
            | Operator::ReturnCallIndirect { table_index, .. } => {
                Op::CallIndirect(Table(table_index))
            }
            _ => Op::CallIndirect(Table(u32::MAX)),
        }
    }

    /// An index as its relocation has it, or in a module the bytes. In an object what the bytes
    /// have means nothing.
    fn index(&self, own: Option<Relocation>, in_bytes: u32) -> Option<u32> {
        let target = own.map(|own| own.target);
        self.proof.numbers.index(target, in_bytes)
    }

    /// The same as a symbol; one that nothing has if there is no index.
    fn index_as_symbol(&self, own: Option<Relocation>, in_bytes: u32) -> Symbol {
        Symbol::new(self.index(own, in_bytes).unwrap_or(u32::MAX) as usize)
    }

    pub(super) fn expect_type(
        &self,
        op: &Operator<'_>,
        range: (u32, u32),
        signature: &Signature,
    ) -> Result<(), String> {
        let (Operator::CallIndirect { type_index, .. }
        | Operator::ReturnCallIndirect { type_index, .. }) = *op
        else {
            return Err("a call of the wrong kind".to_owned());
        };
        let own = self
            .proof
            .code
            .relocation(range, RelocationKind::TypeIndexLeb);
        let index = self.index(own.copied(), type_index);
        let due = self.proof.numbers.signature_number(signature);
        match index.is_some() && due == index {
            true => Ok(()),
            false => Err("an indirect call of the wrong type".to_owned()),
        }
    }
}
