//! All cases as functions of one module.

use std::collections::BTreeMap;

use unsnarl::{BlockId, Id};
use unsnarl_low::module::{
    Body, Constant, ConstantOp, DataSegment, ElementSegment, Entity, Export, GlobalData, Item,
    Limits, MemoryData, Mode, Module, ModuleFunction, TableData,
};
use unsnarl_low::op::int::IntBinary;
use unsnarl_low::{Effect, Exit, Function, Number, Op, Source, Symbol, Type, Width};

use crate::operations::cases::{Case, DATA, ELEMENTS, TABLE, called, widths};

/// The types of globals, in order.
pub(crate) const GLOBALS: [Type; 5] = [Type::I32, Type::I64, Type::F32, Type::F64, Type::V128];

/// The symbols: of the functions, of both segments, of the globals.
const DATA_SYMBOL: usize = 3;
const ELEMENTS_SYMBOL: usize = 4;
const GLOBAL_SYMBOLS: usize = 5;

/// The operation of a case, with the symbols of the module.
fn op(op: Op) -> Op {
    let global = |ty: Type| {
        let place = GLOBALS
            .iter()
            .position(|&own| own == ty)
            .expect("it is a number");
        Symbol::new(GLOBAL_SYMBOLS + place)
    };
    match op {
        Op::MemoryInit(memory, _) => Op::MemoryInit(memory, Symbol::new(DATA_SYMBOL)),
        Op::DataDrop(_) => Op::DataDrop(Symbol::new(DATA_SYMBOL)),
        Op::TableInit(table, _) => Op::TableInit(table, Symbol::new(ELEMENTS_SYMBOL)),
        Op::ElementDrop(_) => Op::ElementDrop(Symbol::new(ELEMENTS_SYMBOL)),
        Op::GlobalGet(_, ty) => Op::GlobalGet(global(ty), ty),
        Op::GlobalSet(_, ty) => Op::GlobalSet(global(ty), ty),
        op => op,
    }
}

/// A function that returns what an operation makes of the parameters, or of these and a number.
fn function(case: &Case) -> Function {
    let mut function = Function::with_widths(case.signature.clone(), 1, widths(case.addresses));
    let types = (0..).zip(case.signature.parameters.clone());
    let operands: Vec<_> = types
        .map(|(number, ty)| function.add_reg(ty, Source::Parameter(number)))
        .collect();
    function.start(BlockId::new(0));
    let results = case.push(&mut function, op(case.op), &operands);
    function.finish(Exit::Return, &results);
    function
}

/// The functions that are called.
fn callee(number: usize) -> Function {
    let signature = called()[number].clone();
    let mut function = Function::new(signature.clone(), 1);
    let types = (0..).zip(signature.parameters);
    let mut operands: Vec<_> = types
        .map(|(number, ty)| function.add_reg(ty, Source::Parameter(number)))
        .collect();
    let (op, width) = match number {
        0 => (IntBinary::Add, Width::W32),
        1 => (IntBinary::Mul, Width::W64),
        _ => (IntBinary::Sub, Width::W32),
    };
    match number {
        0 => operands.push(function.number(Number::I32(100))),
        1 => operands.push(function.number(Number::I64(3))),
        _ => {}
    }
    function.start(BlockId::new(0));
    let op = Op::IntBinary(width, op);
    let results = function.push(op, Effect::Pure, &operands, &[width.int()]);
    function.finish(Exit::Return, &results);
    function
}

/// The module of all cases: function `f0` to `f2` are called, `t0` and so on are tested.
pub(crate) fn of(cases: &[Case], addresses: Width) -> Module {
    let callees = (0..3).map(callee);
    let tested = cases.iter().map(function);
    let functions: Vec<ModuleFunction> = callees
        .chain(tested)
        .map(|code| ModuleFunction {
            signature: code.signature.clone(),
            body: Some(Body {
                code,
                ..Body::default()
            }),
        })
        .collect();
    let names = (0..3).map(|number| format!("f{number}"));
    let names = names.chain((0..cases.len()).map(|number| format!("t{number}")));
    let exports = names.zip(0..).map(|(name, number)| Export {
        name,
        item: Item::Function(number),
    });
    let others = ["memory", "table0", "table1"].into_iter().zip([
        Item::Memory(0),
        Item::Table(0),
        Item::Table(1),
    ]);
    let others = others.map(|(name, item)| Export {
        name: name.to_owned(),
        item,
    });
    let globals = (0..).zip(GLOBALS).map(|(number, ty)| Export {
        name: format!("global_{ty}"),
        item: Item::Global(number),
    });
    let reference = |number: &Option<usize>| match number {
        Some(number) => Constant(vec![ConstantOp::Function(*number as u32)]),
        None => Constant(vec![ConstantOp::Null(Type::FuncRef)]),
    };
    let zero = match addresses {
        Width::W32 => Number::I32(0),
        Width::W64 => Number::I64(0),
    };
    let table = |ty, least| TableData {
        ty,
        width: addresses,
        limits: Limits {
            least,
            most: Some(20),
        },
        first: None,
    };
    let number = |ty: Type| match ty {
        Type::I32 => Number::I32(42),
        Type::I64 => Number::I64(42),
        Type::F32 => Number::F32(42),
        Type::F64 => Number::F64(42),
        _ => Number::V128(42_u128.to_le_bytes()),
    };
    let functions_and_segments = [0, 1, 2].map(Entity::Function);
    Module {
        exports: exports.chain(others).chain(globals).collect(),
        functions,
        tables: vec![table(Type::FuncRef, 8), table(Type::ExternRef, 4)],
        memories: vec![MemoryData {
            width: addresses,
            limits: Limits {
                least: 1,
                most: Some(3),
            },
            is_shared: false,
        }],
        globals: GLOBALS
            .map(|ty| GlobalData {
                ty,
                is_mutable: true,
                first: Some(Constant::number(number(ty))),
            })
            .to_vec(),
        elements: vec![
            ElementSegment {
                ty: Type::FuncRef,
                mode: Mode::Active(0, Constant::number(zero)),
                elements: TABLE.iter().map(reference).collect(),
            },
            ElementSegment {
                ty: Type::FuncRef,
                mode: Mode::Passive,
                elements: ELEMENTS.iter().map(reference).collect(),
            },
        ],
        data: vec![
            DataSegment {
                mode: Mode::Active(0, Constant::number(zero)),
                bytes: (0..=255).collect(),
            },
            DataSegment {
                mode: Mode::Passive,
                bytes: DATA.to_vec(),
            },
        ],
        symbols: functions_and_segments
            .into_iter()
            .chain([Entity::Data(1), Entity::Elements(1)])
            .chain((0..5).map(Entity::Global))
            .collect(),
        names: unsnarl_low::module::Names {
            functions: BTreeMap::new(),
            ..Default::default()
        },
        ..Module::default()
    }
}
