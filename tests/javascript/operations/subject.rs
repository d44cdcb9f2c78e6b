//! An operation in a module: what it takes is in a memory of its own, and what it makes, too, since
//! not all types cross to JavaScript.

use unsnarl::{BlockId, Id};
use unsnarl_js::{Error, Options, compile, nested};
use unsnarl_low::module::{
    Body, Constant, ConstantOp, DataSegment, ElementSegment, Entity, Export, GlobalData, Import,
    Item, Limits, MemoryData, Mode, ModuleFunction, TableData,
};
use unsnarl_low::op::memory::{Address, Load, Memory, Store};
use unsnarl_low::{
    Effect, Exit, Function, Module, Number, Op, Reg, Signature, Source, Symbol, Traps, Type, Width,
};

use crate::operations::cases::{Case, DATA, ELEMENTS, TABLE, called, widths};
use crate::operations::machine;

/// Where the result is in the second memory; operands are before it.
pub(crate) const RESULT: u64 = 256;

/// A module with an operation.
pub(crate) struct Subject {
    pub(crate) text: String,
}

impl Subject {
    pub(crate) fn new(case: &Case, options: &Options) -> Result<Subject, Error> {
        let output = compile(&module(case), options, &nested)?;
        Ok(Subject { text: output.text })
    }
}

/// The module: function 0 is of the host.
fn module(case: &Case) -> Module {
    let mut module = Module::default();
    let [first, host, second] = called();
    module.imports.push(Import {
        module: String::from("env"),
        name: String::from("triple"),
        item: Item::Function(0),
    });
    let own = machine::functions(case);
    let body = |code: &Function| {
        Some(Body {
            code: code.clone(),
            ..Body::default()
        })
    };
    let tested = tested(case);
    for (signature, body) in [
        (host, None),
        (first, body(&own[0].1)),
        (second, body(&own[1].1)),
        (tested.signature.clone(), body(&tested)),
    ] {
        module.functions.push(ModuleFunction { signature, body });
    }
    let memory = |least, most| MemoryData {
        width: case.addresses,
        limits: Limits { least, most },
        is_shared: false,
    };
    module.memories = vec![memory(1, Some(3)), memory(1, Some(1))];
    module.memories[1].width = Width::W32;
    // The numbers of functions as the cases have them.
    let function = |number: &Option<usize>| match number {
        Some(number) => Constant(vec![ConstantOp::Function([1, 0, 2][*number])]),
        None => Constant(vec![ConstantOp::Null(Type::FuncRef)]),
    };
    let table = |ty, least| TableData {
        ty,
        width: case.addresses,
        limits: Limits {
            least,
            most: Some(20),
        },
        first: None,
    };
    module.tables = vec![
        table(Type::FuncRef, TABLE.len() as u64),
        table(Type::ExternRef, 4),
    ];
    let zero = Constant::number(Number::I32(0));
    module.elements = vec![
        ElementSegment {
            ty: Type::FuncRef,
            mode: Mode::Passive,
            elements: ELEMENTS.iter().map(function).collect(),
        },
        ElementSegment {
            ty: Type::FuncRef,
            mode: Mode::Active(0, zero.clone()),
            elements: TABLE.iter().map(function).collect(),
        },
    ];
    module.data = vec![
        DataSegment {
            mode: Mode::Passive,
            bytes: DATA.to_vec(),
        },
        DataSegment {
            mode: Mode::Active(0, zero),
            bytes: (0..=255).collect(),
        },
    ];
    module.symbols = [1, 0, 2].map(Entity::Function).to_vec();
    match case.op {
        Op::MemoryInit(..) | Op::DataDrop(_) => module.symbols[0] = Entity::Data(0),
        Op::TableInit(..) | Op::ElementDrop(_) => module.symbols[0] = Entity::Elements(0),
        Op::GlobalGet(_, ty) | Op::GlobalSet(_, ty) => {
            module.symbols[0] = Entity::Global(0);
            let first = match ty {
                Type::I32 => Number::I32(42),
                Type::I64 => Number::I64(42),
                Type::F32 => Number::F32(42),
                Type::F64 => Number::F64(42),
                _ => Number::V128(42_u128.to_le_bytes()),
            };
            module.globals.push(GlobalData {
                ty,
                is_mutable: true,
                first: Some(Constant::number(first)),
            });
            if ty != Type::V128 {
                module.exports.push(Export {
                    name: String::from("g"),
                    item: Item::Global(0),
                });
            }
        }
        _ => {}
    }
    for (name, item) in [
        ("f0", Item::Function(1)),
        ("f1", Item::Function(0)),
        ("f2", Item::Function(2)),
        ("tested", Item::Function(3)),
        ("memory", Item::Memory(0)),
        ("io", Item::Memory(1)),
        ("t0", Item::Table(0)),
        ("t1", Item::Table(1)),
    ] {
        module.exports.push(Export {
            name: String::from(name),
            item,
        });
    }
    module
}

/// A function that takes references as parameters and all else from memory.
fn tested(case: &Case) -> Function {
    let is_reference = |ty: &&Type| ty.bytes().is_none();
    let references = |types: &[Type]| types.iter().filter(is_reference).copied().collect();
    let signature = Signature {
        parameters: references(&case.signature.parameters),
        results: references(&case.signature.results),
    };
    let mut function = Function::with_widths(signature.clone(), 1, widths(case.addresses));
    function.widths.set_memory(Memory(1), Width::W32);
    let mut parameters = Vec::new();
    for (number, &ty) in signature.parameters.iter().enumerate() {
        parameters.push(function.add_reg(ty, Source::Parameter(number as u32)));
    }
    let mut parameters = parameters.into_iter();
    let base = function.number(Number::I32(0));
    function.start(BlockId::new(0));
    let at = |offset| Address {
        memory: Memory(1),
        offset,
        ..Address::default()
    };
    let mut operands: Vec<Reg> = Vec::new();
    for (number, &ty) in case.signature.parameters.iter().enumerate() {
        match ty.bytes() {
            None => operands.extend(parameters.next()),
            Some(_) => {
                let op = Op::Load(Load::Whole(ty), at(16 * number as u64));
                operands.extend(function.push(op, Effect::Read, &[base], &[ty]));
            }
        }
    }
    let results = case.push(&mut function, case.op, &operands);
    if case.op.may_trap() {
        let block = function.block(BlockId::new(0)).clone();
        if let Some(inst) = block.insts().last() {
            function.set_effect(inst, case.op.effect(), Traps::Observable);
        }
    }
    let mut returned = Vec::new();
    for (&result, &ty) in results.iter().zip(&case.signature.results) {
        match ty.bytes() {
            None => returned.push(result),
            Some(_) => {
                let op = Op::Store(Store::Whole(ty), at(RESULT));
                function.push(op, Effect::Write, &[base, result], &[]);
            }
        }
    }
    function.finish(Exit::Return, &returned);
    function
}

/// The symbol of a function's number.
pub(crate) fn symbol(number: usize) -> Symbol {
    Symbol::new(number)
}
