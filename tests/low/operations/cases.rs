//! What is executed: each operation with several immediates, and its text.

use unsnarl_low::op::memory::{Address, AddressWidths, Table};
use unsnarl_low::{Effect, Function, Number, Op, Reg, Signature, Symbol, Type, Width};

use crate::operations::atomic::plainly;

/// The elements of the table of functions at first: numbers of functions, or null.
pub(crate) const TABLE: [Option<usize>; 8] = [
    Some(0),
    Some(1),
    Some(2),
    None,
    Some(0),
    Some(2),
    None,
    Some(1),
];

/// The elements of the passive segment.
pub(crate) const ELEMENTS: [Option<usize>; 5] = [Some(2), Some(1), None, Some(0), Some(1)];

/// The bytes of the passive data segment.
pub(crate) const DATA: &[u8] = b"The quick brown fox jumps over the lazy dog.";

/// An operation with immediates, its types, and how WebAssembly writes it, in a module whose
/// addresses have this width.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) op: Op,
    pub(crate) addresses: Width,
    pub(crate) signature: Signature,
    pub(crate) text: String,
    /// The operands that are numbers, and no parameters, in order.
    pub(crate) numbers: Vec<(usize, Number)>,
    /// Whether the result is whether that of the operation is zero.
    pub(crate) is_negated: bool,
}

impl Case {
    /// Adds the operation to a function, with these parameters, the numbers that it has, and what
    /// is done with its result. Gives the result.
    pub(crate) fn push(&self, function: &mut Function, op: Op, parameters: &[Reg]) -> Vec<Reg> {
        let mut operands = parameters.to_vec();
        for &(place, number) in &self.numbers {
            operands.insert(place, function.number(number));
        }
        let results = function.push(op, op.effect(), &operands, &self.signature.results);
        match self.is_negated {
            true => {
                let is_zero = Op::IntIsZero(Width::W32);
                function.push(is_zero, Effect::Pure, &results, &[Type::I32])
            }
            false => results,
        }
    }
}

/// The types of the functions that are called. They tell the functions apart, too.
pub(crate) fn called() -> [Signature; 3] {
    let made = |parameters: &[Type], result| Signature {
        parameters: parameters.to_vec(),
        results: vec![result],
    };
    [
        made(&[Type::I32], Type::I32),
        made(&[Type::I64], Type::I64),
        made(&[Type::I32; 2], Type::I32),
    ]
}

/// The widths of the memory and both tables of a case.
pub(crate) fn widths(addresses: Width) -> AddressWidths {
    let mut widths = AddressWidths::of_module(addresses);
    widths.set_table(Table(1), addresses);
    widths
}

/// Tells whether an operation has an address, or the number of an element.
fn has_address(op: Op) -> bool {
    let types = |width| op.signature(&widths(width));
    types(Width::W32) != types(Width::W64) || matches!(op, Op::CallIndirect(_))
}

/// The cases of an operation: all lanes, types of references and globals, callees; offsets; both
/// widths of addresses.
pub(crate) fn of(op: Op) -> Vec<Case> {
    let mut cases = of_width(op, Width::W32);
    if has_address(op) {
        cases.extend(of_width(op, Width::W64));
    }
    cases
}

fn of_width(op: Op, addresses: Width) -> Vec<Case> {
    let typed = |op| typed(op, addresses);
    let lanes = |count: u32, op: &dyn Fn(u8) -> Op| -> Vec<Case> {
        (0..count).map(|lane| typed(op(lane as u8))).collect()
    };
    let numbers = |op: &dyn Fn(Type) -> Op| -> Vec<Case> {
        let all = Type::ALL.into_iter().filter(|ty| ty.bytes().is_some());
        all.map(|ty| typed(op(ty))).collect()
    };
    // Functions are in table 0, things of the host in table 1.
    let references = |op: &dyn Fn(Table, Type) -> Op| {
        let (functions, things) = (Table(0), Table(1));
        vec![
            typed(op(functions, Type::FuncRef)),
            typed(op(things, Type::ExternRef)),
        ]
    };
    let addressed = |op: &dyn Fn(Address) -> Op| -> Vec<Case> {
        offsets(addresses)
            .map(|offset| {
                let address = Address {
                    offset,
                    ..Address::default()
                };
                typed(op(address))
            })
            .to_vec()
    };
    let with = |op: Op| vec![typed(op)];
    match op {
        // This engine has no exceptions: `execution/exceptions` throws.
        Op::Throw(_) => Vec::new(),
        Op::Select(_) => {
            let known = Type::ALL.into_iter().filter(|&ty| ty != Type::ExnRef);
            known.map(|ty| typed(Op::Select(ty))).collect()
        }
        Op::ExtractLane(of, sign, _) => lanes(of.count(), &|lane| Op::ExtractLane(of, sign, lane)),
        Op::ReplaceLane(of, _) => lanes(of.count(), &|lane| Op::ReplaceLane(of, lane)),
        Op::LoadLane(size, at, _) => lanes(16 / size.bytes(), &|lane| Op::LoadLane(size, at, lane)),
        Op::StoreLane(size, at, _) => {
            lanes(16 / size.bytes(), &|lane| Op::StoreLane(size, at, lane))
        }
        Op::Shuffle(_) => (0..40)
            .map(|round| typed(Op::Shuffle(shuffled(round))))
            .collect(),
        Op::Load(load, _) => addressed(&|at| Op::Load(load, at)),
        Op::Store(store, _) => addressed(&|at| Op::Store(store, at)),
        op if op.atomic_bytes().is_some() => addressed(&|at| {
            // As far as it goes: an address is aligned now and then.
            let offset = at.offset & !7;
            op.with_address(Address { offset, ..at })
        }),
        Op::TableGet(..) => references(&Op::TableGet),
        Op::TableSet(..) => references(&Op::TableSet),
        Op::TableGrow(..) => references(&Op::TableGrow),
        Op::TableFill(..) => references(&Op::TableFill),
        Op::Null(_) => references(&|_, ty| Op::Null(ty)),
        Op::IsNull(_) => references(&|_, ty| Op::IsNull(ty)),
        Op::FunctionReference(_) => symbols()
            .map(|at| typed(Op::FunctionReference(at)))
            .to_vec(),
        Op::GlobalGet(symbol, _) => numbers(&|ty| Op::GlobalGet(symbol, ty)),
        Op::GlobalSet(symbol, _) => numbers(&|ty| Op::GlobalSet(symbol, ty)),
        Op::Call(_) => {
            let calls = symbols().into_iter().zip(called());
            calls
                .map(|(symbol, types)| case(Op::Call(symbol), types, addresses))
                .collect()
        }
        Op::CallIndirect(_) => called()
            .map(|types| indirect(op, types, addresses))
            .to_vec(),
        _ => with(op),
    }
}

fn symbols() -> [Symbol; 3] {
    [0, 1, 2].map(Symbol::new)
}

/// What accesses add: nothing, a little, almost all that there is.
fn offsets(addresses: Width) -> [u64; 3] {
    [0, 13, addresses.wrap(u64::MAX) - 15]
}

/// Sixteen numbers below 32.
fn shuffled(round: u32) -> [u8; 16] {
    std::array::from_fn(|at| ((at as u32 * (2 * round + 1) + round * round) % 32) as u8)
}

/// A case of an operation that knows its types.
fn typed(op: Op, addresses: Width) -> Case {
    let types = op
        .signature(&widths(addresses))
        .expect("only calls have no types");
    case(
        op,
        Signature {
            parameters: types.operands,
            results: types.result.into_iter().collect(),
        },
        addresses,
    )
}

fn indirect(op: Op, mut types: Signature, addresses: Width) -> Case {
    types.parameters.push(addresses.int());
    case(op, types, addresses)
}

fn case(op: Op, signature: Signature, addresses: Width) -> Case {
    let atomic = plainly(&op, signature.parameters.len(), addresses);
    let text = match atomic {
        Some(text) => text,
        None => format!("{} {}", op.name(), immediates(&op, &signature)),
    };
    Case {
        op,
        addresses,
        signature,
        text,
        numbers: Vec::new(),
        is_negated: false,
    }
}

/// What follows the name in a text.
fn immediates(op: &Op, signature: &Signature) -> String {
    let of_table = |table: Table| format!("$t{}", table.0);
    match *op {
        Op::Select(ty) => format!("(result {ty})"),
        Op::ExtractLane(_, _, lane) | Op::ReplaceLane(_, lane) => lane.to_string(),
        Op::Shuffle(bytes) => bytes.map(|byte| byte.to_string()).join(" "),
        Op::Load(_, at) | Op::Store(_, at) => format!("offset={}", at.offset),
        Op::LoadLane(_, at, lane) | Op::StoreLane(_, at, lane) => {
            format!("offset={} {lane}", at.offset)
        }
        Op::MemoryInit(..) | Op::DataDrop(_) => "$data".to_owned(),
        Op::TableGet(table, _)
        | Op::TableSet(table, _)
        | Op::TableSize(table)
        | Op::TableGrow(table, _)
        | Op::TableFill(table, _) => of_table(table),
        Op::TableCopy { to, from } => format!("{} {}", of_table(to), of_table(from)),
        Op::TableInit(table, _) => format!("{} $elements", of_table(table)),
        Op::ElementDrop(_) => "$elements".to_owned(),
        Op::Null(Type::ExternRef) => "extern".to_owned(),
        Op::Null(_) => "func".to_owned(),
        Op::FunctionReference(symbol) | Op::Call(symbol) => format!("$f{}", symbol.index()),
        Op::GlobalGet(..) | Op::GlobalSet(..) => "$g".to_owned(),
        Op::CallIndirect(table) => {
            let (_, parameters) = signature.parameters.split_last().expect("the number");
            let parameters = list("param", parameters);
            format!(
                "{} {parameters} {}",
                of_table(table),
                list("result", &signature.results)
            )
        }
        _ => String::new(),
    }
}

/// Parameters or results in a text.
pub(crate) fn list(word: &str, types: &[Type]) -> String {
    let types: Vec<&str> = types.iter().map(|ty| ty.name()).collect();
    format!("({word} {})", types.join(" "))
}
