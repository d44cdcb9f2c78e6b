//! The world around the code: it has the memory and the stack of the state, and expects the calls
//! that the source made.
//!
//! *Gives:* [`Machine`], an environment that answers each call as the source was answered, if the
//! arguments and the memory that the callee sees are what they were there; else it notes the first
//! [`Mismatch`] and ends the program.

use std::cell::Cell;
use std::ops::Range;

use unsnarl_ir::interpret::{Bits, Fill, Memory as SourceMemory, Scalar, Shape, Value};
use unsnarl_ir::{FuncId, Symbol as IrSymbol, TypeId};
use unsnarl_low::interpret::{
    Code, Completion, Elements, Environment, LinearMemory, Sparse, Trap, Value as LowValue,
    canonical_nan,
};
use unsnarl_low::op::memory::{Memory, Table};
use unsnarl_low::{Symbol, Width};

use super::abi::{self, Passing, Returned};
use super::compare::{self, Mismatch};
use super::held;
use super::recorder::Record;
use super::subject::Meaning;
use super::world::World;
use crate::Rng;

/// The state of one run.
pub struct Machine<'s, 'w, 'm> {
    world: &'s mut World<'w, 'm>,
    /// Memory.
    pub memory: Sparse,
    stack_pointer: LowValue,
    /// The function whose block is run.
    caller: FuncId,
    /// The calls of the source.
    records: Vec<Record>,
    done: usize,
    /// Where values may be passed.
    outgoing: Range<u64>,
    /// What the source does not see.
    hidden: Vec<Range<u64>>,
    /// The address that the last indirect call used.
    called: Option<u32>,
    /// A routine that is not known.
    pub missing: Cell<Option<&'static str>>,
    /// The first difference in a call.
    pub mismatch: Option<Mismatch>,
    rng: Rng,
}

/// What a run starts from.
pub struct Setting {
    /// Memory.
    pub memory: Sparse,
    /// The stack pointer.
    pub stack_pointer: u32,
    /// The calls of the source.
    pub records: Vec<Record>,
    /// Where values may be passed.
    pub outgoing: Range<u64>,
    /// What the source does not see.
    pub hidden: Vec<Range<u64>>,
    /// The source of what is open.
    pub rng: Rng,
}

/// The symbol of what is called at an address.
const CALLED: usize = u32::MAX as usize;

impl<'s, 'w, 'm> Machine<'s, 'w, 'm> {
    /// Makes a machine for the blocks of a function.
    pub fn new(world: &'s mut World<'w, 'm>, caller: FuncId) -> Self {
        Self {
            world,
            memory: Sparse::new(0),
            stack_pointer: LowValue::I32(0),
            caller,
            records: Vec::new(),
            done: 0,
            outgoing: 0..0,
            hidden: Vec::new(),
            called: None,
            missing: Cell::new(None),
            mismatch: None,
            rng: Rng::new(0),
        }
    }

    /// Puts it into the state of another run.
    pub fn reset(&mut self, setting: Setting) {
        for record in &setting.records {
            self.world.passing(record.call.ty);
        }
        self.memory = setting.memory;
        self.stack_pointer = LowValue::I32(setting.stack_pointer as i32);
        self.records = setting.records;
        self.done = 0;
        self.outgoing = setting.outgoing;
        self.hidden = setting.hidden;
        self.called = None;
        self.missing.set(None);
        self.mismatch = None;
        self.rng = setting.rng;
    }

    /// What all functions share.
    pub fn world(&mut self) -> &mut World<'w, 'm> {
        self.world
    }

    /// The stack pointer.
    pub fn stack(&self) -> u32 {
        held::low_bits(self.stack_pointer).unwrap_or(0) as u32
    }

    /// Tells whether all calls of the source were made.
    pub fn is_complete(&self) -> bool {
        self.done == self.records.len()
    }

    /// How many calls were made.
    pub fn done(&self) -> usize {
        self.done
    }

    /// What the source does not see.
    pub fn hidden(&self) -> &[Range<u64>] {
        &self.hidden
    }

    /// Answers the next call.
    fn answer(&mut self, address: u64, arguments: &[LowValue]) -> Result<Completion, Mismatch> {
        let record = self.records.get(self.done).ok_or(Mismatch::ExtraCall)?;
        if record.target.address != address {
            return Err(Mismatch::Callee {
                expected: record.target.address,
                found: address,
            });
        }
        let passing = self.world.known(record.call.ty);
        let passing = passing.ok_or(Mismatch::Signature)?;
        self.compare_arguments(record, passing, arguments)?;
        let here = compare::memory(&record.memory, &self.memory, &self.hidden);
        here.map_or(Ok(()), |at| Err(Mismatch::MemoryAtCall(at)))?;
        let result = record.result.clone();
        let (writes, ends) = (record.writes.clone(), record.ends);
        let (ty, returned) = (passing.result_type, passing.result.clone());
        let spare = self.result_spare(record);
        self.done += 1;
        if ends {
            return Ok(Completion::Trapped(Trap::Host));
        }
        for (at, bytes) in writes {
            for (offset, byte) in bytes.into_iter().enumerate() {
                let at = at + offset as u64;
                if !self.hidden.iter().any(|range| range.contains(&at)) {
                    self.memory.write(at, &[byte]);
                }
            }
        }
        let Some(result) = result else {
            return Ok(Completion::Returned(Vec::new()));
        };
        let shape = self.world.interpreter.shapes().get(ty);
        let shape = shape.map_err(|_| Mismatch::Signature)?;
        let widths: Vec<u32> = shape.scalars.iter().map(|slot| slot.kind.bits()).collect();
        let bits = held::chosen(&result, &widths, &mut self.rng);
        match returned {
            Returned::Nothing => Ok(Completion::Returned(Vec::new())),
            Returned::Register(piece) => {
                let register = piece.register(&bits, spare, &mut self.rng);
                let register = held::passed_mask(piece, register, &mut self.rng);
                Ok(Completion::Returned(vec![register]))
            }
            Returned::Memory => {
                let at = held::low_bits(arguments[0]).unwrap_or(0) as u64;
                self.write_result(at, &shape, &bits);
                Ok(Completion::Returned(Vec::new()))
            }
        }
    }

    fn result_spare(&self, record: &Record) -> held::Spare {
        let own = &record.call.result_attributes;
        match record.target.function {
            Some(id) => {
                let function = &self.world.source.module.functions[id];
                abi::spare(&[own, &function.result_attributes])
            }
            None => abi::spare(&[own]),
        }
    }

    fn write_result(&mut self, at: u64, shape: &Shape, bits: &[Bits]) {
        let mut scratch = SourceMemory::new(Fill::Zero);
        for (slot, bits) in shape.scalars.iter().zip(bits) {
            let scalar = Scalar::Known(bits.clone());
            scratch.store(at, slot.bit, slot.kind.bits(), &scalar);
            if slot.padding > 0 {
                let zero = Scalar::int(slot.padding, 0);
                let above = slot.bit + u64::from(slot.kind.bits());
                scratch.store(at, above, slot.padding, &zero);
            }
        }
        for (at, byte) in scratch.written() {
            self.memory.write(at & 0xffff_ffff, &[byte.value]);
        }
    }

    fn compare_arguments(
        &self,
        record: &Record,
        passing: &Passing,
        registers: &[LowValue],
    ) -> Result<(), Mismatch> {
        let module = self.world.source.module;
        let address = |number: usize| held::low_bits(registers[number]).unwrap_or(0) as u64;
        if passing.result == Returned::Memory {
            let shape = self.world.interpreter.shapes().get(passing.result_type);
            let size = shape.map_or(0, |shape| shape.size);
            self.is_outgoing(address(0), size)?;
        }
        let declared = match record.target.function {
            Some(id) => &module.functions[id].parameters[..],
            None => &[],
        };
        let fixed = passing.parameters.len();
        let arguments = record
            .call
            .arguments
            .iter()
            .zip(&record.arguments)
            .enumerate();
        for (index, (argument, value)) in arguments.take(fixed) {
            let (first, pieces) = &passing.parameters[index];
            let own = &argument.attributes;
            let declared = declared.get(index).map(|parameter| &parameter.attributes);
            if let Some(ty) = own.byval {
                self.compare_copy(record, ty, value, address(*first))?;
                continue;
            }
            let spare = match declared {
                Some(declared) => abi::spare(&[own, declared]),
                None => abi::spare(&[own]),
            };
            for (number, piece) in pieces.iter().enumerate() {
                let register = registers[first + number];
                let compared = piece.compare_passed(value, register, spare);
                compared.map_err(|wrong| Mismatch::Argument { index, wrong })?;
            }
        }
        match passing.variable {
            Some(register) => self.compare_variable(record, fixed, address(register)),
            None => Ok(()),
        }
    }

    /// Compares what a `byval` argument points to with its copy.
    fn compare_copy(
        &self,
        record: &Record,
        ty: TypeId,
        value: &Value,
        copy: u64,
    ) -> Result<(), Mismatch> {
        let size = self.world.interpreter.layout().size(ty).unwrap_or(0);
        let Some(from) = value.scalars()[0].known().and_then(|bits| bits.as_u64()) else {
            return Ok(());
        };
        if size == 0 {
            return Ok(());
        }
        self.is_outgoing(copy, size)?;
        for offset in 0..size {
            let expected = record.memory.byte(from.wrapping_add(offset) & 0xffff_ffff);
            if !expected.admits(self.byte(copy + offset)) {
                return Err(Mismatch::Copy(offset));
            }
        }
        Ok(())
    }

    /// Compares variable arguments.
    fn compare_variable(&self, record: &Record, fixed: usize, at: u64) -> Result<(), Mismatch> {
        let module = self.world.source.module;
        let caller = &module.functions[self.caller];
        let layout = self.world.interpreter.layout();
        let written = record.call.arguments.iter().skip(fixed);
        let types: Vec<TypeId> = written
            .clone()
            .map(|argument| module.operand_type(caller, argument.value))
            .collect();
        if types.is_empty() {
            return match at {
                0 => Ok(()),
                _ => Err(Mismatch::NotEmpty),
            };
        }
        let places = abi::variable_places(module, layout, &types).ok_or(Mismatch::Signature)?;
        let values = record.arguments.iter().skip(fixed);
        for (index, ((argument, value), (ty, place))) in written
            .zip(values)
            .zip(types.iter().zip(places))
            .enumerate()
        {
            let shape = self.world.interpreter.shapes().get(*ty);
            let shape = shape.map_err(|_| Mismatch::Signature)?;
            self.is_outgoing(at + place, shape.size)?;
            if let Some(ty) = argument.attributes.byval {
                let mut bytes = [0; 4];
                self.memory.read(at + place, &mut bytes);
                self.compare_copy(record, ty, value, u32::from_le_bytes(bytes).into())?;
            } else {
                let stored = compare::stored(&self.memory, at + place, &shape, value);
                stored.map_err(|found| Mismatch::Variable {
                    index,
                    expected: value.clone(),
                    found,
                })?;
            }
        }
        Ok(())
    }

    /// Checks that bytes are where a call may pass values.
    fn is_outgoing(&self, at: u64, size: u64) -> Result<(), Mismatch> {
        let is_inside = self.outgoing.start <= at && at + size <= self.outgoing.end;
        let is_result = |range: &Range<u64>| range.start <= at && at + size <= range.end;
        match is_inside || self.hidden.iter().any(is_result) {
            true => Ok(()),
            false => Err(Mismatch::Place(at)),
        }
    }

    fn byte(&self, at: u64) -> u8 {
        let mut byte = [0];
        self.memory.read(at & 0xffff_ffff, &mut byte);
        byte[0]
    }

    fn is_stack_pointer(&self, symbol: Symbol) -> bool {
        symbol == self.world.source.stack_pointer()
    }
}

impl<'f> Environment<'f> for Machine<'_, '_, '_> {
    fn memory(&mut self, memory: Memory) -> Option<&mut dyn LinearMemory> {
        (memory == Memory(0)).then_some(&mut self.memory)
    }

    fn table(&mut self, _: Table) -> Option<&mut Elements> {
        None
    }

    fn element(&mut self, table: Table, at: u64) -> Option<Option<LowValue>> {
        self.called = u32::try_from(at).ok();
        let called = LowValue::FuncRef(Some(Symbol::new(CALLED)));
        (table == Table(0)).then_some(Some(called))
    }

    fn global(&mut self, symbol: Symbol) -> Option<&mut LowValue> {
        self.is_stack_pointer(symbol)
            .then_some(&mut self.stack_pointer)
    }

    fn data(&mut self, _: Symbol) -> Option<&mut Vec<u8>> {
        None
    }

    fn elements(&mut self, _: Symbol) -> Option<&mut Vec<LowValue>> {
        None
    }

    fn address(&self, symbol: Symbol) -> Option<u64> {
        let addresses = self.world.addresses;
        match self.world.source.meaning(symbol) {
            Meaning::Module(IrSymbol::Function(id)) => Some(addresses.functions[id]),
            Meaning::Module(IrSymbol::Global(id)) => Some(addresses.globals[id]),
            _ => None,
        }
    }

    fn stack_pointer(&self) -> Option<Symbol> {
        Some(self.world.source.stack_pointer())
    }

    fn code(&self, symbol: Symbol) -> Option<Code<'f, '_>> {
        if symbol.index() == CALLED {
            let record = self.records.get(self.done)?;
            return Some(Code::Host(&self.world.known(record.call.ty)?.signature));
        }
        if let Meaning::Routine(name) = self.world.source.meaning(symbol) {
            let known = self.world.runtime.known(name);
            if known.is_none() {
                self.missing.set(Some(name));
            }
            return known.map(Code::Host);
        }
        let function = self.world.function_of(symbol)?;
        let ty = self.world.source.module.functions[function].ty;
        Some(Code::Host(&self.world.known(ty)?.signature))
    }

    fn call(&mut self, symbol: Symbol, arguments: &[LowValue]) -> Option<Completion> {
        let address = match self.called.take() {
            Some(address) if symbol.index() == CALLED => address.into(),
            _ => match self.world.source.meaning(symbol) {
                Meaning::Routine(name) => {
                    let runtime = &self.world.runtime;
                    return runtime.call(name, arguments, &mut self.memory, &mut self.rng);
                }
                _ => self.world.addresses.functions[self.world.function_of(symbol)?],
            },
        };
        Some(self.answer(address, arguments).unwrap_or_else(|mismatch| {
            let mismatch = Mismatch::AtCall(self.done, mismatch.into());
            self.mismatch.get_or_insert(mismatch);
            Completion::Trapped(Trap::Host)
        }))
    }

    fn nan(&mut self, width: Width) -> u64 {
        // Quiet, of either sign.
        let (fraction, sign) = match width {
            Width::W32 => (22, 31),
            Width::W64 => (51, 63),
        };
        let random = self.rng.next();
        canonical_nan(width) | random & ((1 << fraction) - 1) | (random >> 63) << sign
    }
}
