//! A module as an environment.
//!
//! *Needs:* a [`Module`]. *Gives:* [`Instance::of`]: an environment with its memories, tables,
//! globals and segments, as they are when the module was instantiated, before its start function
//! runs.
//! *Cost:* the bytes of its memories at first.
//! *Departs:* from WebAssembly's instantiation in what is imported: of memories, tables and globals
//! there is what the import asks for at least, with zeros; functions of the host are left to be
//! [added](Instance::hosts).
//! *Limits:* no memory grows beyond 2¹⁶ pages, and no table beyond 2²⁴ elements.

use super::environment::Elements;
use super::instance::Instance;
use super::memory::{Bytes, PAGE};
use super::outcome::Trap;
use super::value::Value;
use crate::machine::Number;
use crate::module::{Constant, ConstantOp, Entity, Mode, Module};
use crate::symbol::Symbol;
use crate::types::{Type, Width};

/// The most pages of a memory, and elements of a table.
const MOST_PAGES: u64 = 1 << 16;
const MOST_ELEMENTS: u64 = 1 << 24;

impl<'f> Instance<'f> {
    /// The environment of a module's functions.
    ///
    /// # Errors
    /// If a segment does not fit its memory or table.
    ///
    /// # Panics
    /// If the module has more memory or elements at first than is supported, or refers to what it
    /// does not have.
    pub fn of(module: &'f Module) -> Result<Instance<'f>, Trap> {
        let mut instance = Instance::default();
        let symbols = Symbols::new(module);
        for memory in &module.memories {
            let most = memory.limits.most.unwrap_or(MOST_PAGES).min(MOST_PAGES);
            assert!(memory.limits.least <= MOST_PAGES, "a memory is too large");
            let memory = Bytes::new(memory.limits.least, most);
            instance.memories.push(Box::new(memory));
        }
        let mut globals = Vec::new();
        for (number, global) in (0..).zip(&module.globals) {
            let value = match &global.first {
                Some(first) => evaluate(first, &symbols, &globals),
                None => Value::from_bits(global.ty, 0),
            };
            globals.push(value);
            let symbol = symbols.of(Entity::Global(number));
            instance.globals.insert(symbol, value);
        }
        for table in &module.tables {
            let first = match &table.first {
                Some(first) => evaluate(first, &symbols, &globals),
                None => Value::from_bits(table.ty, 0),
            };
            assert!(table.limits.least <= MOST_ELEMENTS, "a table is too large");
            let most = table.limits.most.unwrap_or(MOST_ELEMENTS);
            instance.tables.push(Elements {
                values: vec![first; table.limits.least as usize],
                maximum: most.min(MOST_ELEMENTS) as u32,
            });
        }
        for (number, function) in (0..).zip(&module.functions) {
            if let Some(body) = &function.body {
                let symbol = symbols.of(Entity::Function(number));
                instance.functions.insert(symbol, &body.code);
            }
        }
        instance.copy_elements(module, &symbols, &globals)?;
        instance.copy_data(module, &symbols, &globals)?;
        let pointer = module.stack_pointer;
        instance.stack_pointer = pointer.map(|number| symbols.of(Entity::Global(number)));
        for (number, entity) in module.symbols.iter().enumerate() {
            if let Entity::Address(address) = *entity {
                instance.addresses.insert(Symbol::new(number), address);
            }
        }
        Ok(instance)
    }

    fn copy_elements(
        &mut self,
        module: &Module,
        symbols: &Symbols,
        globals: &[Value],
    ) -> Result<(), Trap> {
        for (number, segment) in (0..).zip(&module.elements) {
            let values = segment.elements.iter();
            let values = values.map(|element| evaluate(element, symbols, globals));
            let mut values: Vec<Value> = values.collect();
            if let Mode::Active(table, at) = &segment.mode {
                let at = address(evaluate(at, symbols, globals));
                let table = &mut self.tables[*table as usize].values;
                let start = usize::try_from(at).map_err(|_| Trap::TableOutOfBounds)?;
                let end = start.checked_add(values.len());
                let to = end.and_then(|end| table.get_mut(start..end));
                to.ok_or(Trap::TableOutOfBounds)?.copy_from_slice(&values);
            }
            if segment.mode != Mode::Passive {
                values.clear();
            }
            let symbol = symbols.of(Entity::Elements(number));
            self.elements.insert(symbol, values);
        }
        Ok(())
    }

    fn copy_data(
        &mut self,
        module: &Module,
        symbols: &Symbols,
        globals: &[Value],
    ) -> Result<(), Trap> {
        for (number, segment) in (0..).zip(&module.data) {
            let mut bytes = segment.bytes.clone();
            if let Mode::Active(memory, at) = &segment.mode {
                let at = address(evaluate(at, symbols, globals));
                let memory = &mut self.memories[*memory as usize];
                let end = at.checked_add(bytes.len() as u64);
                let fits = end.is_some_and(|end| end <= memory.pages() * PAGE);
                if !fits {
                    return Err(Trap::MemoryOutOfBounds);
                }
                memory.write(at, &bytes);
                bytes.clear();
            }
            self.data.insert(symbols.of(Entity::Data(number)), bytes);
        }
        Ok(())
    }
}

/// The symbols of a module by what they are.
struct Symbols(std::collections::BTreeMap<Entity, Symbol>);

impl Symbols {
    fn new(module: &Module) -> Symbols {
        let symbols = module.symbols.iter().enumerate();
        Symbols(
            symbols
                .map(|(number, &entity)| (entity, Symbol::new(number)))
                .collect(),
        )
    }

    fn of(&self, entity: Entity) -> Symbol {
        // What no code names needs no symbol of its own.
        let unnamed = Symbol::new(u32::MAX as usize);
        self.0.get(&entity).copied().unwrap_or(unnamed)
    }
}

/// What a constant expression gives.
fn evaluate(constant: &Constant, symbols: &Symbols, globals: &[Value]) -> Value {
    let mut stack: Vec<Value> = Vec::new();
    for op in &constant.0 {
        let value = match *op {
            ConstantOp::Number(number) => of_number(number),
            ConstantOp::Global(number) => globals[number as usize],
            ConstantOp::Function(number) => {
                Value::FuncRef(Some(symbols.of(Entity::Function(number))))
            }
            ConstantOp::Null(ty) => Value::from_bits(ty, 0),
            ConstantOp::Add(width) => apply(&mut stack, width, u64::wrapping_add),
            ConstantOp::Subtract(width) => apply(&mut stack, width, u64::wrapping_sub),
            ConstantOp::Multiply(width) => apply(&mut stack, width, u64::wrapping_mul),
        };
        stack.push(value);
    }
    stack.pop().expect("a constant expression leaves a value")
}

fn apply(stack: &mut Vec<Value>, width: Width, op: fn(u64, u64) -> u64) -> Value {
    let mut pop = || stack.pop().and_then(Value::bits).expect("two integers");
    let (right, left) = (pop(), pop());
    Value::from_bits(width.int(), op(left, right))
}

fn of_number(number: Number) -> Value {
    match number {
        Number::I32(value) => Value::I32(value),
        Number::I64(value) => Value::I64(value),
        Number::F32(bits) => Value::F32(bits),
        Number::F64(bits) => Value::F64(bits),
        Number::V128(bytes) => Value::V128(bytes),
        Number::Address(..) => unreachable!("a module names its addresses by numbers"),
    }
}

fn address(value: Value) -> u64 {
    match value.ty() {
        Type::I32 | Type::I64 => value.bits().unwrap_or(u64::MAX),
        _ => u64::MAX,
    }
}
