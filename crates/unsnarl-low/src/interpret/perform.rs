//! Operations on what the environment has.

use super::access;
use super::environment::{Elements, Environment};
use super::error::Fault;
use super::evaluate::{operand, typed};
use super::memory::{LinearMemory, check};
use super::outcome::{Halt, Trap};
use super::value::Value;
use crate::op::Op;
use crate::op::memory::{Address, Memory, Table};
use crate::symbol::Symbol;

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

    fn burn_for(&mut self, moved: u32) -> Result<(), Halt> {
        self.burn(u64::from(moved) / MOVED)
    }
}

/// Does an operation on the environment, and gives its result if it has one. Calls are not among
/// them.
pub(super) fn perform<'f, E: Environment<'f> + ?Sized>(
    op: &Op,
    operands: &[Value],
    environment: &mut E,
    fuel: &mut Fuel,
) -> Result<Option<Value>, Halt> {
    match *op {
        Op::Load(..) | Op::Store(..) | Op::LoadLane(..) | Op::StoreLane(..) => {
            access_memory(op, operands, environment)
        }
        Op::MemorySize(number) => {
            let pages = memory(environment, number)?.pages();
            Ok(Some(Value::I32(pages as i32)))
        }
        Op::MemoryGrow(number) => {
            let pages = operand(operands, 0)?.expect_u32()?;
            let former = memory(environment, number)?.grow(pages);
            Ok(Some(former_size(former)))
        }
        Op::MemoryFill(_) | Op::MemoryCopy { .. } | Op::MemoryInit(..) => {
            move_bytes(op, operands, environment, fuel).map(|()| None)
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
        _ => on_table(op, operands, environment, fuel),
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
fn former_size(size: Option<u32>) -> Value {
    Value::I32(size.map_or(-1, |size| size as i32))
}

/// Where an access is: nothing wraps.
fn effective<'f, E: Environment<'f> + ?Sized>(
    environment: &E,
    base: Value,
    address: Address,
) -> Result<u64, Halt> {
    let symbol = match address.symbol {
        Some(symbol) => environment
            .address(symbol)
            .ok_or(Fault::UnknownSymbol(symbol))?,
        None => 0,
    };
    let near = u64::from(base.expect_u32()?) + u64::from(symbol);
    Ok(near
        .checked_add(address.offset)
        .ok_or(Trap::MemoryOutOfBounds)?)
}

fn access_memory<'f, E: Environment<'f> + ?Sized>(
    op: &Op,
    operands: &[Value],
    environment: &mut E,
) -> Result<Option<Value>, Halt> {
    let base = operand(operands, 0)?;
    let value = |at| operand(operands, at)?.expect_vector();
    Ok(match *op {
        Op::Load(op, address) => {
            let at = effective(environment, base, address)?;
            Some(access::load(op, memory(environment, address.memory)?, at)?)
        }
        Op::Store(op, address) => {
            let at = effective(environment, base, address)?;
            let bytes = all_bytes(typed(operand(operands, 1)?, op.ty())?);
            access::store(op, memory(environment, address.memory)?, at, bytes)?;
            None
        }
        Op::LoadLane(size, address, lane) => {
            let at = effective(environment, base, address)?;
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
            let at = effective(environment, base, address)?;
            let memory = memory(environment, address.memory)?;
            access::store_lane(size, lane, memory, at, &value(1)?)?;
            None
        }
        _ => return Err(Fault::Count.into()),
    })
}

/// The bytes of a value, the lowest first, and zeros above.
fn all_bytes(value: Value) -> [u8; 16] {
    match value {
        Value::V128(bytes) => bytes,
        other => u128::from(other.bits().unwrap_or(0)).to_le_bytes(),
    }
}

/// Three operands of an operation that moves: where to, from where or to what, how many.
fn three(operands: &[Value]) -> Result<(u32, Value, u32), Fault> {
    let (to, from) = (operand(operands, 0)?, operand(operands, 1)?);
    Ok((to.expect_u32()?, from, operand(operands, 2)?.expect_u32()?))
}

fn move_bytes<'f, E: Environment<'f> + ?Sized>(
    op: &Op,
    operands: &[Value],
    environment: &mut E,
    fuel: &mut Fuel,
) -> Result<(), Halt> {
    let (to, second, count) = three(operands)?;
    let second = second.expect_u32()?;
    let (at, count_wide) = (u64::from(to), u64::from(count));
    match *op {
        Op::MemoryFill(number) => {
            let memory = memory(environment, number)?;
            check(memory, at, count_wide)?;
            fuel.burn_for(count)?;
            access::fill(memory, at, second as u8, count_wide);
        }
        Op::MemoryCopy {
            to: target,
            from: source,
        } => {
            check(memory(environment, target)?, at, count_wide)?;
            check(memory(environment, source)?, u64::from(second), count_wide)?;
            fuel.burn_for(count)?;
            copy_bytes(
                environment,
                (target, at),
                (source, u64::from(second)),
                count_wide,
            )?;
        }
        Op::MemoryInit(number, symbol) => {
            let data = environment
                .data(symbol)
                .ok_or(Fault::UnknownSymbol(symbol))?;
            let bytes = piece(data, second, count)
                .ok_or(Trap::MemoryOutOfBounds)?
                .to_vec();
            let memory = memory(environment, number)?;
            check(memory, at, count_wide)?;
            fuel.burn_for(count)?;
            memory.write(at, &bytes);
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
fn piece<T>(all: &[T], start: u32, count: u32) -> Option<&[T]> {
    let end = (start as usize).checked_add(count as usize)?;
    all.get(start as usize..end)
}

fn on_table<'f, E: Environment<'f> + ?Sized>(
    op: &Op,
    operands: &[Value],
    environment: &mut E,
    fuel: &mut Fuel,
) -> Result<Option<Value>, Halt> {
    match *op {
        Op::TableGet(number, ty) => {
            let at = operand(operands, 0)?.expect_u32()? as usize;
            let value = table(environment, number)?.values.get(at).copied();
            Ok(Some(typed(value.ok_or(Trap::TableOutOfBounds)?, ty)?))
        }
        Op::TableSet(number, ty) => {
            let at = operand(operands, 0)?.expect_u32()? as usize;
            let value = typed(operand(operands, 1)?, ty)?;
            let element = table(environment, number)?.values.get_mut(at);
            *element.ok_or(Trap::TableOutOfBounds)? = value;
            Ok(None)
        }
        Op::TableSize(number) => {
            let count = table(environment, number)?.values.len();
            Ok(Some(Value::I32(count as i32)))
        }
        Op::TableGrow(number, ty) => {
            let value = typed(operand(operands, 0)?, ty)?;
            let count = operand(operands, 1)?.expect_u32()?;
            let former = grow(table(environment, number)?, value, count, fuel)?;
            Ok(Some(former_size(former)))
        }
        Op::ElementDrop(symbol) => {
            let elements = environment.elements(symbol);
            *elements.ok_or(Fault::UnknownSymbol(symbol))? = Vec::new();
            Ok(None)
        }
        _ => move_elements(op, operands, environment, fuel).map(|()| None),
    }
}

/// Adds elements to a table, if there is room.
fn grow(
    table: &mut Elements,
    value: Value,
    count: u32,
    fuel: &mut Fuel,
) -> Result<Option<u32>, Halt> {
    let former = table.values.len() as u32;
    let Some(size) = former
        .checked_add(count)
        .filter(|&size| size <= table.maximum)
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
    environment: &mut E,
    fuel: &mut Fuel,
) -> Result<(), Halt> {
    let (to, second, count) = three(operands)?;
    let (number, values) = match *op {
        Op::TableFill(number, ty) => {
            check_elements(table(environment, number)?, to, count)?;
            fuel.burn_for(count)?;
            (number, vec![typed(second, ty)?; count as usize])
        }
        Op::TableCopy { to: target, from } => {
            let source = &table(environment, from)?.values;
            let values = piece(source, second.expect_u32()?, count);
            (target, values.ok_or(Trap::TableOutOfBounds)?.to_vec())
        }
        Op::TableInit(number, symbol) => {
            let elements = environment
                .elements(symbol)
                .ok_or(Fault::UnknownSymbol(symbol))?;
            let values = piece(elements, second.expect_u32()?, count);
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
fn check_elements(table: &Elements, start: u32, count: u32) -> Result<(), Trap> {
    match piece(&table.values, start, count) {
        Some(_) => Ok(()),
        None => Err(Trap::TableOutOfBounds),
    }
}
