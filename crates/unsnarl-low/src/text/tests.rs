//! Text to function to text.

mod errors;

use unsnarl::{BlockId, Id};

use super::{Module, parse, print};
use crate::machine::{Edge, Exit, Function, Number, Reg, Source};
use crate::op::Op;
use crate::op::effect::Effect;
use crate::op::memory::{Address, AddressWidths, Memory, Table};
use crate::symbol::{Signature, Symbol, Symbols};
use crate::types::{Type, Width};

#[track_caller]
fn parsed(text: &str) -> Module {
    parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A text that must come back as it is.
#[track_caller]
fn check(text: &str) {
    assert_eq!(parsed(text).to_string(), text);
}

/// The body of a function of two parameters, `%0: i32` and `%1: i64`.
fn body(lines: &str) -> String {
    let mut text = "func @f(%0: i32, %1: i64) {\nb0:\n".to_owned();
    for line in lines.split(" / ").filter(|line| !line.is_empty()) {
        text.push_str(&format!("  {line}\n"));
    }
    text.push_str("}\n");
    text
}

/// Checks that two functions are the same up to the numbers of registers, which `seen` pairs.
fn assert_same(left: &Function, right: &Function) {
    let mut seen: Vec<Option<Reg>> = vec![None; left.reg_count()];
    let mut pair = |a: &[Reg], b: &[Reg]| {
        assert_eq!(a.len(), b.len());
        for (&a, &b) in a.iter().zip(b) {
            assert_eq!(left.ty(a), right.ty(b));
            assert_eq!(left.number_in(a), right.number_in(b));
            assert_eq!(*seen[a.index()].get_or_insert(b), b, "{a} is two registers");
        }
    };
    assert_eq!(left.signature, right.signature);
    assert_eq!(left.frame, right.frame);
    assert_eq!(left.widths, right.widths);
    assert_eq!(left.order(), right.order());
    for &id in left.order() {
        let (a, b) = (left.block(id), right.block(id));
        pair(&a.parameters, &b.parameters);
        assert_eq!(a.insts().len(), b.insts().len());
        for (a, b) in a.insts().zip(b.insts()) {
            let (of_left, of_right) = (left.inst(a), right.inst(b));
            assert_eq!(of_left.op, of_right.op);
            assert_eq!(of_left.effect, of_right.effect);
            assert_eq!(of_left.traps, of_right.traps);
            pair(left.operands(a), right.operands(b));
            let [a, b] = [of_left, of_right].map(|inst| inst.results().collect::<Vec<_>>());
            pair(&a, &b);
        }
        assert_eq!(a.exit, b.exit);
        pair(left.exit_operands(id), right.exit_operands(id));
        let targets = |edges: &[Edge]| edges.iter().map(|edge| edge.to).collect::<Vec<_>>();
        assert_eq!(targets(a.edges()), targets(b.edges()));
        for (&a, &b) in a.edges().iter().zip(b.edges()) {
            pair(left.arguments(a), right.arguments(b));
        }
    }
}

/// An operation with other immediates than [`Op::all`] has.
fn with_immediates(op: Op, symbol: Symbol) -> Op {
    let at = Address {
        memory: Memory(1),
        symbol: Some(symbol),
        offset: 1 << 33,
        align: 0,
    };
    let (memory, table) = (Memory(2), Table(3));
    match op {
        Op::Select(_) => Op::Select(Type::ExternRef),
        Op::ExtractLane(lane, sign, _) => Op::ExtractLane(lane, sign, 1),
        Op::ReplaceLane(lane, _) => Op::ReplaceLane(lane, 1),
        Op::Shuffle(_) => Op::Shuffle(std::array::from_fn(|index| 31 - index as u8)),
        Op::Load(load, _) => Op::Load(load, at),
        Op::Store(store, _) => Op::Store(store, at),
        Op::LoadLane(size, ..) => Op::LoadLane(size, at, 1),
        Op::StoreLane(size, ..) => Op::StoreLane(size, at, 1),
        Op::MemorySize(_) => Op::MemorySize(memory),
        Op::MemoryGrow(_) => Op::MemoryGrow(memory),
        Op::MemoryFill(_) => Op::MemoryFill(memory),
        Op::MemoryCopy { to, .. } => Op::MemoryCopy { to, from: memory },
        Op::MemoryInit(..) => Op::MemoryInit(memory, symbol),
        Op::DataDrop(_) => Op::DataDrop(symbol),
        Op::TableGet(..) => Op::TableGet(table, Type::ExternRef),
        Op::TableSet(..) => Op::TableSet(table, Type::ExternRef),
        Op::TableSize(_) => Op::TableSize(table),
        Op::TableGrow(..) => Op::TableGrow(table, Type::ExternRef),
        Op::TableFill(..) => Op::TableFill(table, Type::ExternRef),
        Op::TableCopy { from, .. } => Op::TableCopy { to: table, from },
        Op::TableInit(..) => Op::TableInit(table, symbol),
        Op::ElementDrop(_) => Op::ElementDrop(symbol),
        Op::Null(_) => Op::Null(Type::ExternRef),
        Op::IsNull(_) => Op::IsNull(Type::ExternRef),
        Op::FunctionReference(_) => Op::FunctionReference(symbol),
        Op::GlobalGet(..) => Op::GlobalGet(symbol, Type::F64),
        Op::GlobalSet(..) => Op::GlobalSet(symbol, Type::F64),
        Op::Throw(_) => Op::Throw(symbol),
        Op::Call(_) => Op::Call(symbol),
        Op::CallIndirect(_) => Op::CallIndirect(table),
        other => other,
    }
}

/// A function of one instruction, whose operands are parameters.
fn of_one(op: Op, effect: Effect, widths: &AddressWidths) -> Function {
    let signature = op.signature(widths);
    let parameters = signature
        .as_ref()
        .map_or(vec![Type::I32], |signature| signature.operands.clone());
    let results = signature.map_or(vec![Type::I64, Type::F32], |signature| {
        signature.result.into_iter().collect()
    });
    let signature = Signature {
        parameters: parameters.clone(),
        results: results.clone(),
    };
    let mut function = Function::with_widths(signature, 1, widths.clone());
    let add = |(number, &ty)| function.add_reg(ty, Source::Parameter(number));
    let regs: Vec<Reg> = (0..).zip(&parameters).map(add).collect();
    function.start(BlockId::new(0));
    let results = function.push(op, effect, &regs, &results);
    function.finish(Exit::Return, &results);
    function
}

/// Wide addresses in some of the memories and tables that the operations of these tests have.
fn wide() -> AddressWidths {
    let mut widths = AddressWidths::of_module(Width::W64);
    widths.set_memory(Memory(2), Width::W64);
    widths.set_table(Table(3), Width::W64);
    widths
}

#[test]
fn every_operation_comes_back() {
    let mut symbols = Symbols::default();
    let [name, other] = ["f", "odd name, \"quoted\" \\ \u{7}\né"].map(|name| symbols.add(name));
    for op in Op::all() {
        for op in [op, with_immediates(op, other)] {
            for effect in Effect::ALL {
                for widths in [AddressWidths::default(), wide()] {
                    let function = of_one(op, effect, &widths);
                    let text = print(name, &function, &symbols).to_string();
                    let again = parsed(&text);
                    assert_eq!(again.to_string(), text);
                    assert_same(&function, &again.functions[0].1);
                }
            }
        }
    }
}

#[test]
fn every_bit_of_a_constant_comes_back() {
    let mut symbols = Symbols::default();
    let name = symbols.add("f");
    let mut numbers = vec![
        Number::I32(i32::MIN),
        Number::I64(i64::MIN),
        Number::I64(i64::MAX),
        Number::V128(std::array::from_fn(|index| index as u8 * 17)),
        Number::V128([0; 16]),
        Number::Address(name, 0),
        Number::Address(name, i32::MIN.into()),
        Number::Address(name, i32::MAX.into()),
        Number::Address(name, i64::MIN),
        Number::Address(name, i64::MAX),
    ];
    let single = [
        0,
        1,
        0x3f80_0000,
        0x7f80_0000,
        0x7f80_0001,
        0x7fc0_0000,
        0x7fff_ffff,
    ];
    for bits in single
        .into_iter()
        .chain((0..200).map(|n| 0x0123_4567_u32.wrapping_mul(n)))
    {
        numbers.extend([bits, bits | 1 << 31].map(Number::F32));
    }
    let double = [
        0,
        1,
        1023 << 52,
        2047 << 52,
        (2047 << 52) + 1,
        4095 << 51,
        u64::MAX >> 1,
    ];
    let spread = (0..200).map(|n| 0x0123_4567_89ab_cdef_u64.wrapping_mul(n));
    for bits in double.into_iter().chain(spread) {
        numbers.extend([bits, bits | 1 << 63].map(Number::F64));
    }
    for number in numbers {
        for width in Width::ALL {
            let signature = Signature {
                parameters: Vec::new(),
                results: vec![number.ty(width)],
            };
            let widths = AddressWidths::of_module(width);
            let mut function = Function::with_widths(signature, 1, widths);
            function.start(BlockId::new(0));
            let reg = function.number(number);
            function.finish(Exit::Return, &[reg]);
            let text = print(name, &function, &symbols).to_string();
            assert_same(&function, &parsed(&text).functions[0].1);
        }
    }
}

#[test]
fn whole_functions_come_back() {
    check(
        "\
func @sum(%0: i32, %1: i32) -> i32 {
  frame 32 align 16
b0:
  i32.store offset=4 align=1 frame+8, %0
  br %1, b1(i32 0, %0), b2(i32 0)
b1(%2: i32, %3: i32):
  %4 = i32.load symbol=@table offset=8 %3 !ordered
  %5 = i32.add %2, %4
  %6 = i32.sub %3, i32 1
  br %6, b1(%5, %6), b2(%5)
b2(%7: i32):
  %8: i32 = call @\"other one\"(%7, @table+12, i64 -1, f64 1.5) !pure
  return %8
}

func @ends(%0: i64) -> i32, f32 {
b0:
  switch %0, 0: b3, -5: b5(i32 1), 7: b3, else b5(i32 2)
b3:
  try_call @sum(i32 1, i32 2), b4, catch @tag b6, catch_all b7(%0)
b4(%1: i32):
  return_call_indirect 1(%1)
b5(%2: i32):
  return %2, f32 -nan(0x400000)
b6(%3: i32):
  %4 = i32.div_s %3, %3 !observable
  %5: i32, %6: f32 = call_indirect(%4, i32 3)
  return %5, %6
b7(%7: i64):
  jump b8
b8:
  unreachable
}
",
    );
}

#[test]
fn addresses_of_64_bits_come_back() {
    check(
        "\
func @f(%0: i64) -> i64 {
  memory 0 i64
  memory 3 i64
  table 0 i64
  frame 32 align 16
b0:
  i32.store symbol=@big offset=4294967296 frame+8, i32 1
  memory.copy 3 0 %0, frame+16, i64 4
  %1: i64 = call_indirect(frame+0, @f)
  %2 = memory.grow %1
  %3 = i64.load @big+5000000000
  return %3
}
",
    );
    // What has 32 bits need not be said.
    let text = "func @f() {\n memory 0 i64\n memory 0 i32\n table 2 i32\nb0:\n return\n}";
    assert_eq!(parsed(text).to_string(), "func @f() {\nb0:\n  return\n}\n");
}

#[test]
fn what_is_written_otherwise_comes_back_in_the_usual_form() {
    let text = r#"
; A comment.
func @"f" ( %x : i32,%y:i64 )->i32{
  ; an empty line

b0 : ; the entry
  %late: i32 = i32.add %x, i32 007
  br %late, b1 (%late) , b1(%late)
b1(%p: i32):
  %q = i32.load offset=0 align=4 @f+0
  return %q
}"#;
    let usual = "\
func @f(%0: i32, %1: i64) -> i32 {
b0:
  %2 = i32.add %0, i32 7
  br %2, b1(%2), b1(%2)
b1(%3: i32):
  %4 = i32.load @f
  return %4
}
";
    assert_eq!(parsed(text).to_string(), usual);
    check(usual);
}

#[test]
fn a_use_may_come_before_the_definition() {
    check(&body("%2 = i32.eqz %3 / %3 = i32.eqz %0 / return"));
}

#[test]
fn a_trap_and_the_exit_of_the_same_name_are_told_apart() {
    check(&body(
        "unreachable / unreachable !pure !observable / unreachable",
    ));
    check(&body("unreachable / unreachable"));
    let module = parsed("func @f() {\nb0:\n unreachable\n jump b1\nb1:\n unreachable\n}");
    let function = module.function("f").expect("it is there");
    let [entry, last] = [0, 1].map(|number| function.block(BlockId::new(number)));
    assert_eq!((entry.insts().len(), &entry.exit), (1, &Exit::Jump));
    assert_eq!((last.insts().len(), &last.exit), (0, &Exit::Unreachable));
}

#[test]
fn parallel_edges_with_the_same_arguments_share_them() {
    let module = parsed(&body("switch %0, 0: b0(%0), 1: b0(%1), else b0(%0)"));
    let function = module.function("f").expect("it is there");
    assert_eq!(function.different_edges(BlockId::new(0)).count(), 2);
}
