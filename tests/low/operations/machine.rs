//! The machine's side: a function of one instruction, and what it refers to.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use unsnarl::{BlockId, Id};
use unsnarl_low::interpret::{
    Bytes, Completion, Elements, Instance, Interpreter, Limits, LinearMemory, Outcome, Value,
};
use unsnarl_low::op::int::IntBinary;
use unsnarl_low::{Effect, Exit, Function, Number, Op, Reg, Source, Symbol, Type, Width};

use crate::operations::Answer;
use crate::operations::cases::{Case, DATA, ELEMENTS, TABLE, called, widths};

/// The symbol of the function that is tested.
const TESTED: usize = 100;

/// The NaN that the machine makes where its bits are open. No operand has it.
pub(crate) fn marked_nan(width: Width) -> u64 {
    match width {
        Width::W32 => 0x7fd5_5aa5,
        Width::W64 => 0x7ffd_55aa_a55a_5aa5,
    }
}

/// Tells whether a float is the NaN that marks open bits.
pub(crate) fn is_marked(value: Value) -> bool {
    let width = Width::of(value.ty());
    width.is_some_and(|width| value.bits() == Some(marked_nan(width)))
}

/// The functions of a case, with their symbols.
pub(crate) fn functions(case: &Case) -> Vec<(Symbol, Function)> {
    vec![
        (Symbol::new(0), callee(0)),
        (Symbol::new(2), callee(2)),
        (Symbol::new(TESTED), tested(case)),
    ]
}

/// A function that returns what the operation makes of the parameters.
fn tested(case: &Case) -> Function {
    let mut function = Function::with_widths(case.signature.clone(), 1, widths(case.addresses));
    let operands = parameters(&mut function);
    function.start(BlockId::new(0));
    let results = case.push(&mut function, case.op, &operands);
    function.finish(Exit::Return, &results);
    function
}

fn parameters(function: &mut Function) -> Vec<Reg> {
    let types = function.signature.parameters.clone();
    let types = types.into_iter().enumerate();
    types
        .map(|(number, ty)| function.add_reg(ty, Source::Parameter(number as u32)))
        .collect()
}

/// A function that is called: the first parameter plus 100, or less the second one.
fn callee(number: usize) -> Function {
    let mut function = Function::new(called()[number].clone(), 1);
    let mut operands = parameters(&mut function);
    if number == 0 {
        operands.push(function.number(Number::I32(100)));
    }
    let op = if number == 0 {
        IntBinary::Add
    } else {
        IntBinary::Sub
    };
    function.start(BlockId::new(0));
    let op = Op::IntBinary(Width::W32, op);
    let results = function.push(op, Effect::Pure, &operands, &[Type::I32]);
    function.finish(Exit::Return, &results);
    function
}

/// A memory that the test sees, too.
#[derive(Clone)]
struct Shared(Rc<RefCell<Bytes>>);

impl LinearMemory for Shared {
    fn pages(&self) -> u64 {
        self.0.borrow().pages()
    }

    fn grow(&mut self, pages: u64) -> Option<u64> {
        self.0.borrow_mut().grow(pages)
    }

    fn read(&self, at: u64, bytes: &mut [u8]) {
        self.0.borrow().read(at, bytes);
    }

    fn write(&mut self, at: u64, bytes: &[u8]) {
        self.0.borrow_mut().write(at, bytes);
    }
}

/// The state of the machine between calls.
pub(crate) struct Machine<'f> {
    instance: Instance<'f>,
    memory: Shared,
}

impl<'f> Machine<'f> {
    pub(crate) fn new(functions: &'f [(Symbol, Function)], case: &Case) -> Machine<'f> {
        let memory = Shared(Rc::new(RefCell::new(Bytes::new(1, 3))));
        memory.clone().write(0, &(0..=255).collect::<Vec<u8>>());
        let reference = |number: &Option<usize>| Value::FuncRef(number.map(Symbol::new));
        let things = [Some(0), None, Some(5), Some(7)].map(Value::ExternRef);
        let table = |values: Vec<Value>| Elements {
            values,
            maximum: 20,
        };
        let mut instance = Instance {
            memories: vec![Box::new(memory.clone())],
            tables: vec![
                table(TABLE.iter().map(reference).collect()),
                table(things.to_vec()),
            ],
            data: BTreeMap::from([(Symbol::FIRST, DATA.to_vec())]),
            elements: BTreeMap::from([(Symbol::FIRST, ELEMENTS.iter().map(reference).collect())]),
            functions: functions
                .iter()
                .map(|(symbol, function)| (*symbol, function))
                .collect(),
            nan: Some(Box::new(marked_nan)),
            ..Instance::default()
        };
        if let Op::GlobalGet(symbol, ty) | Op::GlobalSet(symbol, ty) = case.op {
            instance.globals.insert(symbol, Value::from_bits(ty, 42));
        }
        let triple = |arguments: &[Value]| match arguments {
            [Value::I64(number)] => Completion::Returned(vec![Value::I64(number.wrapping_mul(3))]),
            _ => panic!("the types are checked"),
        };
        let host = (called()[1].clone(), Box::new(triple) as _);
        instance.hosts.insert(Symbol::new(1), host);
        Machine { instance, memory }
    }

    pub(crate) fn call(&mut self, operands: &[Value]) -> Answer {
        let mut interpreter = Interpreter::new(&mut self.instance, Limits::default());
        let outcome = interpreter.run(Symbol::new(TESTED), operands);
        match outcome.expect("the function keeps the rules") {
            Outcome::Returned(values) => Ok(values.first().copied()),
            Outcome::Trapped { trap, .. } => Err(trap),
            other => panic!("{other:?}"),
        }
    }

    pub(crate) fn with_memory(&self, check: impl FnOnce(&[u8])) {
        check(self.memory.0.borrow().bytes());
    }

    pub(crate) fn tables(&self) -> [Vec<Value>; 2] {
        [0, 1].map(|table| self.instance.tables[table].values.clone())
    }

    pub(crate) fn global(&self) -> Option<Value> {
        self.instance.globals.values().next().copied()
    }
}
