//! Operations on what the environment has.

use super::access;
use super::environment::{Elements, Environment};
use super::error::Fault;
use super::evaluate::{operand, typed};
use super::memory::{LinearMemory, check};
use super::outcome::{Halt, Trap};
use super::value::Value;
use crate::op::Op;
use crate::op::memory::{Address, AddressWidths, Memory, Table};
use crate::symbol::Symbol;
use crate::types::Width;

/// How many bytes or elements one unit of fuel moves.
const MOVED: u64 = 64;

/// What is left to burn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fuel(pub(super) u64);

impl Fuel {
    /// Burns some, or all that is left and halts.
    pub(super) fn burn(&mut self, units: u64) -> Result<(), Halt> {
        match self.0.checked_sub(units) {
            Some(left) => {
                self.0 = left;
                Ok(())
            }
            None => {
                self.0 = 0;
                Err(Halt::OutOfFuel)
            }
        }
    }

    fn burn_for(&mut self, moved: u64) -> Result<(), Halt> {
        self.burn(moved / MOVED)
    }
}

/// Does an operation on the environment, in a function whose addresses are this wide, and gives its
/// result if it has one. Calls are not among them.
pub(super) fn perform<'f, E: Environment<'f> + ?Sized>(
    op: &Op,
    operands: &[Value],
    widths: &AddressWidths,
    environment: &mut E,
    fuel: &mut Fuel,
) -> Result<Option<Value>, Halt> {
    match *op {
        Op::Load(..) | Op::Store(..) | Op::LoadLane(..) | Op::StoreLane(..) => {
            access_memory(op, operands, widths, environment)
        }
        Op::AtomicFence => Ok(None),
        _ if op.atomic_bytes().is_some() => access_atomically(op, operands, widths, environment),
        Op::MemorySize(number) => {
            let pages = memory(environment, number)?.pages();
            Ok(Some(Value::of_address(pages, widths.memory(number))))
        }
        Op::MemoryGrow(number) => {
            let width = widths.memory(number);
            let pages = operand(operands, 0)?.expect_address(width)?;
            let former = memory(environment, number)?.grow(pages);
            Ok(Some(former_size(former, width)))
        }
        Op::MemoryFill(_) | Op::MemoryCopy { .. } | Op::MemoryInit(..) => {
            move_bytes(op, operands, widths, environment, fuel).map(|()| None)
        }
        Op::DataDrop(symbol) => {
            let data = environment.data(symbol);
            *data.ok_or(Fault::UnknownSymbol(symbol))? = Vec::new();
            Ok(None)
        }
        Op::Trap => Err(Trap::Unreachable.into()),
        Op::GlobalGet(symbol, ty) => Ok(Some(typed(*global(environment, symbol)?, ty)?)),
        Op::GlobalSet(symbol, ty) => {
            *global(environment, symbol)? = typed(operand(operands, 0)?, ty)?;
            Ok(None)
        }
        _ => on_table(op, operands, widths, environment, fuel),
    }
}

/// A memory of the environment.
fn memory<'f, E: Environment<'f> + ?Sized>(
    environment: &mut E,
    number: Memory,
) -> Result<&mut dyn LinearMemory, Fault> {
    environment
        .memory(number)
        .ok_or(Fault::UnknownMemory(number))
}

/// A table of the environment.
pub(super) fn table<'f, 'e, E: Environment<'f> + ?Sized>(
    environment: &'e mut E,
    number: Table,
) -> Result<&'e mut Elements, Fault> {
    environment.table(number).ok_or(Fault::UnknownTable(number))
}

/// A global of the environment.
pub(super) fn global<'f, 'e, E: Environment<'f> + ?Sized>(
    environment: &'e mut E,
    symbol: Symbol,
) -> Result<&'e mut Value, Fault> {
    environment
        .global(symbol)
        .ok_or(Fault::UnknownSymbol(symbol))
}

/// A former size, or -1.
fn former_size(size: Option<u64>, width: Width) -> Value {
    Value::of_address(size.unwrap_or(u64::MAX), width)
}

/// Where an access is: nothing wraps.
fn effective<'f, E: Environment<'f> + ?Sized>(
    environment: &E,
    base: Value,
    address: Address,
    widths: &AddressWidths,
) -> Result<u64, Halt> {
    let symbol = match address.symbol {
        Some(symbol) => environment
            .address(symbol)
            .ok_or(Fault::UnknownSymbol(symbol))?,
        None => 0,
    };
    let base = base.expect_address(widths.memory(address.memory))?;
    let near = base.checked_add(symbol);
    let at = near.and_then(|near| near.checked_add(address.offset));
    Ok(at.ok_or(Trap::MemoryOutOfBounds)?)
}

fn access_memory<'f, E: Environment<'f> + ?Sized>(
    op: &Op,
    operands: &[Value],
    widths: &AddressWidths,
    environment: &mut E,
) -> Result<Option<Value>, Halt> {
    let base = operand(operands, 0)?;
    let value = |at| operand(operands, at)?.expect_vector();
    Ok(match *op {
        Op::Load(op, address) => {
            let at = effective(environment, base, address, widths)?;
            Some(access::load(op, memory(environment, address.memory)?, at)?)
        }
        Op::Store(op, address) => {
            let at = effective(environment, base, address, widths)?;
            let bytes = all_bytes(typed(operand(operands, 1)?, op.ty())?);
            access::store(op, memory(environment, address.memory)?, at, bytes)?;
            None
        }
        Op::LoadLane(size, address, lane) => {
            let at = effective(environment, base, address, widths)?;
            let memory = memory(environment, address.memory)?;
            Some(Value::V128(access::load_lane(
                size,
                lane,
                memory,
                at,
                value(1)?,
            )?))
        }
        Op::StoreLane(size, address, lane) => {
            let at = effective(environment, base, address, widths)?;
            let memory = memory(environment, address.memory)?;
            access::store_lane(size, lane, memory, at, &value(1)?)?;
            None
        }
        _ => return Err(Fault::Count.into()),
    })
}

/// Does an atomic access. There is one thread and no shared memory: no thread waits.
fn access_atomically<'f, E: Environment<'f> + ?Sized>(
    op: &Op,
    operands: &[Value],
    widths: &AddressWidths,
    environment: &mut E,
) -> Result<Option<Value>, Halt> {
    let (address, bytes) = op.address().zip(op.atomic_bytes()).ok_or(Fault::Count)?;
    let at = effective(environment, operand(operands, 0)?, address, widths)?;
    let memory = memory(environment, address.memory)?;
    check(memory, at, bytes.into())?;
    if !at.is_multiple_of(bytes.into()) {
        return Err(Trap::Unaligned.into());
    }
    let mut buffer = [0; 8];
    memory.read(at, &mut buffer[..bytes as usize]);
    let before = u64::from_le_bytes(buffer);
    let number = |place: usize, ty| -> Result<u64, Fault> {
        let value = typed(operand(operands, place)?, ty)?;
        value.bits().ok_or(Fault::Count)
    };
    let (access, after) = match *op {
        Op::AtomicLoad(access, _) => return Ok(Some(Value::from_bits(access.ty(), before))),
        Op::AtomicStore(access, _) => (access, number(1, access.ty())?),
        Op::AtomicModify(access, op, _) => (access, op.apply(before, number(1, access.ty())?)),
        Op::AtomicCompareExchange(access, _) => {
            let expected = number(1, access.ty())? & access.mask();
            let new = number(2, access.ty())?;
            (access, if before == expected { new } else { before })
        }
        Op::AtomicNotify(_) => return Ok(Some(Value::I32(0))),
        _ => return Err(Trap::NotShared.into()),
    };
    memory.write(at, &after.to_le_bytes()[..bytes as usize]);
    let is_store = matches!(op, Op::AtomicStore(..));
    Ok((!is_store).then(|| Value::from_bits(access.ty(), before)))
}

/// The bytes of a value, the lowest first, and zeros above.
fn all_bytes(value: Value) -> [u8; 16] {
    match value {
        Value::V128(bytes) => bytes,
        other => u128::from(other.bits().unwrap_or(0)).to_le_bytes(),
    }
}

/// The widths of the three operands of an operation that moves, as far as they are addresses or
/// numbers: where to, from where or to what, how many.
fn moved_widths(op: &Op, widths: &AddressWidths) -> Result<[Width; 3], Fault> {
    let between = |to, from| [to, from, AddressWidths::count(to, from)];
    Ok(match *op {
        Op::MemoryFill(memory) => {
            let width = widths.memory(memory);
            [width, Width::W32, width]
        }
        Op::MemoryCopy { to, from } => between(widths.memory(to), widths.memory(from)),
        Op::MemoryInit(memory, _) => between(widths.memory(memory), Width::W32),
        Op::TableFill(table, _) => {
            let width = widths.table(table);
            [width, Width::W32, width]
        }
        Op::TableCopy { to, from } => between(widths.table(to), widths.table(from)),
        Op::TableInit(table, _) => between(widths.table(table), Width::W32),
        _ => return Err(Fault::Count),
    })
}

fn move_bytes<'f, E: Environment<'f> + ?Sized>(
    op: &Op,
    operands: &[Value],
    widths: &AddressWidths,
    environment: &mut E,
    fuel: &mut Fuel,
) -> Result<(), Halt> {
    let wide = moved_widths(op, widths)?;
    let at = |place: usize| operand(operands, place)?.expect_address(wide[place]);
    let (to, second, count) = (at(0)?, at(1)?, at(2)?);
    match *op {
        Op::MemoryFill(number) => {
            let memory = memory(environment, number)?;
            check(memory, to, count)?;
            fuel.burn_for(count)?;
            access::fill(memory, to, second as u8, count);
        }
        Op::MemoryCopy {
            to: target,
            from: source,
        } => {
            check(memory(environment, target)?, to, count)?;
            check(memory(environment, source)?, second, count)?;
            fuel.burn_for(count)?;
            copy_bytes(environment, (target, to), (source, second), count)?;
        }
        Op::MemoryInit(number, symbol) => {
            let data = environment
                .data(symbol)
                .ok_or(Fault::UnknownSymbol(symbol))?;
            let bytes = piece(data, second, count)
                .ok_or(Trap::MemoryOutOfBounds)?
                .to_vec();
            let memory = memory(environment, number)?;
            check(memory, to, count)?;
            fuel.burn_for(count)?;
            memory.write(to, &bytes);
        }
        _ => return Err(Fault::Count.into()),
    }
    Ok(())
}

/// Copies bytes, which both memories have, in pieces.
fn copy_bytes<'f, E: Environment<'f> + ?Sized>(
    environment: &mut E,
    (target, to): (Memory, u64),
    (source, from): (Memory, u64),
    count: u64,
) -> Result<(), Fault> {
    if target == source {
        access::copy_within(memory(environment, target)?, to, from, count);
        return Ok(());
    }
    let mut buffer = [0; 4096];
    for start in (0..count).step_by(buffer.len()) {
        let length = (count - start).min(buffer.len() as u64) as usize;
        memory(environment, source)?.read(from + start, &mut buffer[..length]);
        memory(environment, target)?.write(to + start, &buffer[..length]);
    }
    Ok(())
}

/// So many of a segment from one on; none if it does not have them.
fn piece<T>(all: &[T], start: u64, count: u64) -> Option<&[T]> {
    let (start, count) = (usize::try_from(start).ok()?, usize::try_from(count).ok()?);
    all.get(start..start.checked_add(count)?)
}

fn on_table<'f, E: Environment<'f> + ?Sized>(
    op: &Op,
    operands: &[Value],
    widths: &AddressWidths,
    environment: &mut E,
    fuel: &mut Fuel,
) -> Result<Option<Value>, Halt> {
    match *op {
        Op::TableGet(number, ty) => {
            let at = operand(operands, 0)?.expect_address(widths.table(number))?;
            let value = piece(&table(environment, number)?.values, at, 1);
            Ok(Some(typed(value.ok_or(Trap::TableOutOfBounds)?[0], ty)?))
        }
        Op::TableSet(number, ty) => {
            let at = operand(operands, 0)?.expect_address(widths.table(number))?;
            let at = usize::try_from(at).map_err(|_| Trap::TableOutOfBounds)?;
            let value = typed(operand(operands, 1)?, ty)?;
            let element = table(environment, number)?.values.get_mut(at);
            *element.ok_or(Trap::TableOutOfBounds)? = value;
            Ok(None)
        }
        Op::TableSize(number) => {
            let count = table(environment, number)?.values.len();
            let width = widths.table(number);
            Ok(Some(Value::of_address(count as u64, width)))
        }
        Op::TableGrow(number, ty) => {
            let value = typed(operand(operands, 0)?, ty)?;
            let width = widths.table(number);
            let count = operand(operands, 1)?.expect_address(width)?;
            let former = grow(table(environment, number)?, value, count, fuel)?;
            Ok(Some(former_size(former, width)))
        }
        Op::ElementDrop(symbol) => {
            let elements = environment.elements(symbol);
            *elements.ok_or(Fault::UnknownSymbol(symbol))? = Vec::new();
            Ok(None)
        }
        _ => move_elements(op, operands, widths, environment, fuel).map(|()| None),
    }
}

/// Adds elements to a table, if there is room.
fn grow(
    table: &mut Elements,
    value: Value,
    count: u64,
    fuel: &mut Fuel,
) -> Result<Option<u64>, Halt> {
    let former = table.values.len() as u64;
    let Some(size) = former
        .checked_add(count)
        .filter(|&size| size <= table.maximum.into())
    else {
        return Ok(None);
    };
    fuel.burn_for(count)?;
    table.values.resize(size as usize, value);
    Ok(Some(former))
}

fn move_elements<'f, E: Environment<'f> + ?Sized>(
    op: &Op,
    operands: &[Value],
    widths: &AddressWidths,
    environment: &mut E,
    fuel: &mut Fuel,
) -> Result<(), Halt> {
    let wide = moved_widths(op, widths)?;
    let at = |place: usize| operand(operands, place)?.expect_address(wide[place]);
    let (to, count) = (at(0)?, at(2)?);
    let (number, values) = match *op {
        Op::TableFill(number, ty) => {
            check_elements(table(environment, number)?, to, count)?;
            fuel.burn_for(count)?;
            let value = typed(operand(operands, 1)?, ty)?;
            (number, vec![value; count as usize])
        }
        Op::TableCopy { to: target, from } => {
            let source = &table(environment, from)?.values;
            let values = piece(source, at(1)?, count);
            (target, values.ok_or(Trap::TableOutOfBounds)?.to_vec())
        }
        Op::TableInit(number, symbol) => {
            let elements = environment
                .elements(symbol)
                .ok_or(Fault::UnknownSymbol(symbol))?;
            let values = piece(elements, at(1)?, count);
            (number, values.ok_or(Trap::TableOutOfBounds)?.to_vec())
        }
        _ => return Err(Fault::Count.into()),
    };
    let table = table(environment, number)?;
    check_elements(table, to, count)?;
    if !matches!(op, Op::TableFill(..)) {
        fuel.burn_for(count)?;
    }
    table.values[to as usize..][..values.len()].copy_from_slice(&values);
    Ok(())
}

/// Traps unless a table has so many elements from one on.
fn check_elements(table: &Elements, start: u64, count: u64) -> Result<(), Trap> {
    match piece(&table.values, start, count) {
        Some(_) => Ok(()),
        None => Err(Trap::TableOutOfBounds),
    }
}
