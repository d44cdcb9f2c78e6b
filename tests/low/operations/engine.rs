//! The engine's side: a module of one instruction in `wasmi`.

use unsnarl_low::interpret::{Trap, Value};
use unsnarl_low::{Op, Symbol, Type, Width};
use wasmi::errors::{ErrorKind, TableError};
use wasmi::{ExternRef, Func, Instance, Module, Ref, Store, TrapCode, Val, ValType};

use crate::operations::Answer;
use crate::operations::cases::{Case, DATA, ELEMENTS, TABLE, called, list};

/// A module, and its state between calls.
pub(crate) struct Engine {
    store: Store<()>,
    instance: Instance,
    tested: Func,
    has_result: Option<Type>,
    is_atomic: bool,
}

impl Engine {
    pub(crate) fn new(case: &Case) -> Engine {
        let text = module(case);
        let bytes = wat::parse_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let engine = wasmi::Engine::default();
        let module = Module::new(&engine, &bytes);
        let module = module.unwrap_or_else(|error| panic!("{error}\n{text}"));
        let mut store = Store::new(&engine, ());
        let instance = Instance::new(&mut store, &module, &[]).expect("it has no imports");
        let tested = instance.get_func(&store, "tested").expect("it is exported");
        let things = instance.get_table(&store, "t1").expect("it is exported");
        for (at, number) in [(0, 0u32), (2, 5), (3, 7)] {
            let thing = Val::ExternRef(Ref::Val(ExternRef::new(&mut store, number)));
            things.set(&mut store, at, thing).expect("there are four");
        }
        let has_result = case.signature.results.first().copied();
        Engine {
            store,
            instance,
            tested,
            has_result,
            is_atomic: case.op.atomic_bytes().is_some(),
        }
    }

    pub(crate) fn call(&mut self, operands: &[Value]) -> Answer {
        let operands: Vec<Val> = operands.iter().map(|&value| self.operand(value)).collect();
        let mut results = vec![Val::I32(0); usize::from(self.has_result.is_some())];
        match self.tested.call(&mut self.store, &operands, &mut results) {
            Ok(()) => Ok(results.first().map(|value| self.value(value))),
            Err(error) => Err(match trap(&error) {
                Trap::Unreachable if self.is_atomic => Trap::Unaligned,
                trap => trap,
            }),
        }
    }

    pub(crate) fn memory(&self) -> &[u8] {
        let memory = self.instance.get_memory(&self.store, "memory");
        memory.expect("it is exported").data(&self.store)
    }

    pub(crate) fn tables(&self) -> [Vec<Value>; 2] {
        ["t0", "t1"].map(|name| {
            let table = self
                .instance
                .get_table(&self.store, name)
                .expect("it is exported");
            let elements = (0..table.size(&self.store)).map(|at| table.get(&self.store, at));
            elements
                .map(|value| self.value(&value.expect("it is inside")))
                .collect()
        })
    }

    pub(crate) fn global(&self) -> Option<Value> {
        let global = self.instance.get_global(&self.store, "g")?;
        Some(self.value(&global.get(&self.store)))
    }

    fn operand(&mut self, value: Value) -> Val {
        match value {
            Value::I32(number) => Val::I32(number),
            Value::I64(number) => Val::I64(number),
            Value::F32(bits) => Val::F32(wasmi::F32::from_bits(bits)),
            Value::F64(bits) => Val::F64(wasmi::F64::from_bits(bits)),
            Value::V128(bytes) => Val::V128(u128::from_le_bytes(bytes).into()),
            Value::FuncRef(None) => Val::FuncRef(Ref::Null),
            Value::FuncRef(Some(symbol)) => {
                let name = format!("f{}", symbol.index());
                let function = self.instance.get_func(&self.store, &name);
                Val::FuncRef(Ref::Val(function.expect("it is exported")))
            }
            Value::ExnRef(_) => unreachable!("no case takes one"),
            Value::ExternRef(None) => Val::ExternRef(Ref::Null),
            Value::ExternRef(Some(number)) => {
                Val::ExternRef(Ref::Val(ExternRef::new(&mut self.store, number)))
            }
        }
    }

    fn value(&self, value: &Val) -> Value {
        match value {
            Val::I32(number) => Value::I32(*number),
            Val::I64(number) => Value::I64(*number),
            Val::F32(float) => Value::F32(float.to_bits()),
            Val::F64(float) => Value::F64(float.to_bits()),
            Val::V128(vector) => Value::V128(vector.as_u128().to_le_bytes()),
            Val::FuncRef(function) => Value::FuncRef(function.val().map(|function| {
                // Their types tell the functions apart.
                let types = function.ty(&self.store);
                let number = match types.params() {
                    [ValType::I32] => 0,
                    [ValType::I64] => 1,
                    [ValType::I32, ValType::I32] => 2,
                    other => panic!("a function of {other:?}"),
                };
                Symbol::new(number)
            })),
            Val::ExternRef(thing) => Value::ExternRef(thing.val().map(|thing| {
                let data = thing.data(&self.store).downcast_ref::<u32>();
                *data.expect("all things are numbers")
            })),
        }
    }
}

/// What the engine calls a trap.
fn trap(error: &wasmi::Error) -> Trap {
    let code = match error.kind() {
        // Copies and the like have an error of their own.
        ErrorKind::Table(
            TableError::CopyOutOfBounds
            | TableError::FillOutOfBounds
            | TableError::InitOutOfBounds
            | TableError::SetOutOfBounds,
        ) => return Trap::TableOutOfBounds,
        _ => error.as_trap_code().unwrap_or_else(|| panic!("{error}")),
    };
    match code {
        TrapCode::UnreachableCodeReached => Trap::Unreachable,
        TrapCode::MemoryOutOfBounds => Trap::MemoryOutOfBounds,
        TrapCode::TableOutOfBounds => Trap::TableOutOfBounds,
        TrapCode::IndirectCallToNull => Trap::NullCall,
        TrapCode::IntegerDivisionByZero => Trap::DivisionByZero,
        TrapCode::IntegerOverflow => Trap::IntegerOverflow,
        TrapCode::BadConversionToInteger => Trap::NanToInteger,
        TrapCode::BadSignature => Trap::CallType,
        other => panic!("{other}"),
    }
}

/// A module that exports the instruction as a function, and all that it refers to.
fn module(case: &Case) -> String {
    let Case {
        op,
        addresses,
        signature,
        text,
        ..
    } = case;
    let address = addresses.int();
    let wide = match addresses {
        Width::W32 => "",
        Width::W64 => "i64",
    };
    let bytes: String = (0..=255).map(|byte| format!("\\{byte:02x}")).collect();
    let data = String::from_utf8(DATA.to_vec()).expect("it is text");
    let [table, elements] = [&TABLE[..], &ELEMENTS[..]].map(|numbers| {
        let references = numbers.iter().map(|number| match number {
            Some(number) => format!("(ref.func $f{number})"),
            None => "(ref.null func)".to_owned(),
        });
        references.collect::<Vec<String>>().join(" ")
    });
    let global = match op {
        Op::GlobalGet(_, Type::V128) | Op::GlobalSet(_, Type::V128) => {
            "(global $g (export \"g\") (mut v128) (v128.const i64x2 42 0))".to_owned()
        }
        Op::GlobalGet(_, ty) | Op::GlobalSet(_, ty) => {
            let start = match ty {
                // The bits 42, as in the machine.
                Type::F32 => format!("{:e}", f32::from_bits(42)),
                Type::F64 => format!("{:e}", f64::from_bits(42)),
                _ => "42".to_owned(),
            };
            format!("(global $g (export \"g\") (mut {ty}) ({ty}.const {start}))")
        }
        _ => String::new(),
    };
    let [first, second, third] = called().map(|signature| {
        let parameters = list("param", &signature.parameters);
        format!("{parameters} {}", list("result", &signature.results))
    });
    let operands: String = (0..signature.parameters.len())
        .map(|number| format!("local.get {number} "))
        .collect();
    let (parameters, results) = (
        list("param", &signature.parameters),
        list("result", &signature.results),
    );
    format!(
        "(module
          (memory (export \"memory\") {wide} 1 3)
          (data ({address}.const 0) \"{bytes}\")
          (data $data \"{data}\")
          (table $t0 (export \"t0\") {wide} 8 20 funcref)
          (table $t1 (export \"t1\") {wide} 4 20 externref)
          (elem (table $t0) ({address}.const 0) funcref {table})
          (elem $elements funcref {elements})
          {global}
          (func $f0 (export \"f0\") {first} local.get 0 i32.const 100 i32.add)
          (func $f1 (export \"f1\") {second} local.get 0 i64.const 3 i64.mul)
          (func $f2 (export \"f2\") {third} local.get 0 local.get 1 i32.sub)
          (func (export \"tested\") {parameters} {results} {operands} {text}))"
    )
}
