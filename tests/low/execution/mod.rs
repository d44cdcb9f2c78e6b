//! Functions and single blocks are executed as the machine's documentation says.

mod blocks;
mod build;
mod calls;
mod control;
mod exceptions;
mod memory;

use unsnarl_low::interpret::{Error, Instance, Interpreter, Limits, Outcome, Value};
use unsnarl_low::{Function, Symbol};

/// The stack pointer of all tests.
const POINTER: usize = 50;

/// An instance with functions, whose symbols are their numbers, and a stack pointer of 1024.
fn instance(functions: &[Function]) -> Instance<'_> {
    let numbered = functions.iter().enumerate();
    let pointer = Symbol::new(POINTER);
    Instance {
        functions: numbered
            .map(|(number, function)| (Symbol::new(number), function))
            .collect(),
        globals: [(pointer, Value::I32(1024))].into(),
        stack_pointer: Some(pointer),
        ..Instance::default()
    }
}

/// Calls the first function of an instance.
fn run(instance: &mut Instance<'_>, arguments: &[i32]) -> Result<Outcome, Error> {
    let arguments: Vec<Value> = arguments.iter().map(|&number| Value::I32(number)).collect();
    Interpreter::new(instance, Limits::default()).run(Symbol::FIRST, &arguments)
}

/// The outcome of functions that return one integer.
fn returned(number: i32) -> Result<Outcome, Error> {
    Ok(Outcome::Returned(vec![Value::I32(number)]))
}

/// What the stack pointer is.
fn pointer(instance: &Instance<'_>) -> Value {
    instance.globals[&Symbol::new(POINTER)]
}
