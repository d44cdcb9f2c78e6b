//! Runs what was read in the machine's interpreter, with as much of WASI as the examples import.

use std::cell::RefCell;

use unsnarl_low::interpret::{
    Bytes, Completion, HostFunction, Instance, Interpreter, Limits, LinearMemory, Outcome, Trap,
    Value,
};
use unsnarl_low::module::{Entity, Item};
use unsnarl_low::{Module, Symbol};

/// Runs `_start`; gives the standard output, and the status.
pub(crate) fn run_program(module: &Module, arguments: &[&str]) -> (String, i32) {
    let (output, status) = (RefCell::default(), RefCell::new(0));
    let memory = RefCell::new(Bytes::new(0, 0));
    let arguments: Vec<String> = std::iter::once("program")
        .chain(arguments.iter().copied())
        .map(str::to_owned)
        .collect();
    let mut instance = Instance::of(module).expect("the segments fit");
    *memory.borrow_mut() = copied(&*instance.memories[0]);
    instance.memories[0] = Box::new(&memory);
    for import in &module.imports {
        let Item::Function(number) = import.item else {
            panic!("programs import functions only");
        };
        let (memory, output, status) = (&memory, &output, &status);
        let arguments = &arguments;
        let function: HostFunction<'_> = match import.name.as_str() {
            "fd_write" => Box::new(move |values| write(values, memory, output)),
            "args_sizes_get" => Box::new(move |values| {
                let bytes: usize = arguments.iter().map(|argument| argument.len() + 1).sum();
                set_word(memory, int(values, 0), arguments.len() as u32);
                set_word(memory, int(values, 1), bytes as u32);
                done()
            }),
            "args_get" => Box::new(move |values| {
                let (list, mut at) = (int(values, 0), int(values, 1));
                for (index, argument) in (0..).zip(arguments) {
                    set_word(memory, list + 4 * index, at);
                    let text = [argument.as_bytes(), &[0]].concat();
                    memory.borrow_mut().write(at.into(), &text);
                    at += text.len() as u32;
                }
                done()
            }),
            "proc_exit" => Box::new(move |values| {
                *status.borrow_mut() = int(values, 0) as i32;
                Completion::Trapped(Trap::Host)
            }),
            other => panic!("'{other}' is not there"),
        };
        let signature = module.functions[number as usize].signature.clone();
        let symbol = symbol_of(module, Entity::Function(number));
        instance.hosts.insert(symbol, (signature, function));
    }
    let start = exported(module, "_start");
    let limits = Limits {
        fuel: u64::MAX,
        ..Limits::default()
    };
    let outcome = Interpreter::new(&mut instance, limits).run(start, &[]);
    match outcome.expect("the functions keep the rules") {
        Outcome::Returned(_) => {}
        Outcome::Trapped {
            trap: Trap::Host, ..
        } => {}
        other => panic!("{other:?}"),
    }
    drop(instance);
    let output = String::from_utf8(output.into_inner()).expect("the programs print text");
    (output, status.into_inner())
}

/// The symbol of an exported function.
pub(crate) fn exported(module: &Module, name: &str) -> Symbol {
    let export = module.exports.iter().find(|export| export.name == name);
    let Some(Item::Function(number)) = export.map(|export| export.item) else {
        panic!("no function '{name}' is exported");
    };
    symbol_of(module, Entity::Function(number))
}

fn symbol_of(module: &Module, entity: Entity) -> Symbol {
    let place = module.symbols.iter().position(|&own| own == entity);
    Symbol::new(place.expect("every function has a symbol"))
}

fn copied(from: &dyn LinearMemory) -> Bytes {
    let mut memory = Bytes::new(from.pages(), 1 << 16);
    let mut bytes = vec![0; from.pages() as usize * 65536];
    from.read(0, &mut bytes);
    memory.write(0, &bytes);
    memory
}

fn write(values: &[Value], memory: &RefCell<Bytes>, output: &RefCell<Vec<u8>>) -> Completion {
    let (file, slices, count) = (int(values, 0), int(values, 1), int(values, 2));
    let mut total = 0;
    for index in 0..count {
        let start = word(memory, slices + 8 * index);
        let length = word(memory, slices + 8 * index + 4);
        let mut bytes = vec![0; length as usize];
        memory.borrow().read(start.into(), &mut bytes);
        if file == 1 {
            output.borrow_mut().extend(bytes);
        }
        total += length;
    }
    set_word(memory, int(values, 3), total);
    done()
}

fn done() -> Completion {
    Completion::Returned(vec![Value::I32(0)])
}

fn int(values: &[Value], place: usize) -> u32 {
    match values[place] {
        Value::I32(value) => value as u32,
        _ => panic!("WASI's functions take integers"),
    }
}

fn word(memory: &RefCell<Bytes>, at: u32) -> u32 {
    let mut bytes = [0; 4];
    memory.borrow().read(at.into(), &mut bytes);
    u32::from_le_bytes(bytes)
}

fn set_word(memory: &RefCell<Bytes>, at: u32, value: u32) {
    memory.borrow_mut().write(at.into(), &value.to_le_bytes());
}
