//! Mutated bytes: the proof must notice every change that a run can observe.

use unsnarl::program::Term;
use unsnarl::{BlockId, Cfg, Edge, Id, Program, ProgramBuilder};
use unsnarl_testkit::machines;
use wasmi::{Config, Engine, Linker, Module, Store};
use wasmparser::{Operator, Parser, Payload};

use super::{Placed, prove};
use crate::compiled::Compiled;
use crate::{BlockParameters, Options, write};

pub(super) const HEAD: &str = "target datalayout = \"e-m:e-p:32:32-i64:64-n32:64-S128\"\n";
/// The same with addresses of 64 bits.
pub(super) const WIDE_HEAD: &str = "target datalayout = \"e-m:e-p:64:64-i64:64-n32:64-S128\"\n";

/// The outcomes of the mutations of a program.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    invalid: usize,
    noticed: usize,
    harmless: usize,
}

/// Mutilates the control of `@f`, which takes an `i32` and gives one that tells which blocks ran;
/// at least `least` mutations must be noticed.
#[track_caller]
fn check(text: &str, options: &Options, least: usize) {
    let module = unsnarl_llvm::read(&format!("{HEAD}{text}")).expect("the test is well formed");
    let (bytes, functions) = write(&module, options).expect("the test compiles");
    assert_eq!(
        prove(&bytes, &functions, None).map(|verdicts| verdicts[0].is_proved()),
        Ok(true)
    );
    let wanted = runs(&bytes);
    let mut tally = Tally::default();
    for (at, byte) in mutations(&bytes, &functions[0]) {
        let mut mutilated = bytes.clone();
        mutilated[at] = byte;
        if crate::validate::module(&mutilated, None).is_err() {
            tally.invalid += 1;
        } else if prove(&mutilated, &functions, None).is_err() {
            tally.noticed += 1;
        } else {
            assert_eq!(
                runs(&mutilated),
                wanted,
                "byte {at} became {byte:#x}, and the proof did not notice"
            );
            tally.harmless += 1;
        }
    }
    assert!(tally.noticed >= least, "{tally:?}");
}

/// The results for small numbers and extreme ones; `None` where the program traps or does not end
/// in time.
pub(super) fn runs(bytes: &[u8]) -> Vec<Option<i32>> {
    let mut config = Config::default();
    config.consume_fuel(true);
    let engine = Engine::new(&config);
    let module = Module::new(&engine, bytes).expect("the module was validated");
    let numbers = (-3..140).chain([i32::MIN, i32::MAX, 1000, 70_000, 1 << 20]);
    numbers
        .map(|number| {
            let mut store = Store::new(&engine, ());
            store.set_fuel(100_000).expect("fuel is counted");
            let instance = Linker::new(&engine)
                .instantiate_and_start(&mut store, &module)
                .ok()?;
            let function = instance.get_typed_func::<i32, i32>(&store, "f").ok()?;
            function.call(&mut store, number).ok()
        })
        .collect()
}

/// Positions and new bytes: other depths, other comparisons, other constants, other locals, in all
/// control of the first function.
fn mutations(bytes: &[u8], function: &Compiled) -> Vec<(usize, u8)> {
    let mut mutations = Vec::new();
    for payload in Parser::new(0).parse_all(bytes) {
        let Ok(Payload::CodeSectionEntry(body)) = payload else {
            continue;
        };
        let start = body.range().start;
        let reader = body
            .get_operators_reader()
            .expect("the module was validated");
        for item in reader.into_iter_with_offsets() {
            let (op, at) = item.expect("the module was validated");
            let placed = Placed {
                at: (at - start) as u32,
                op,
            };
            if is_control(function, &placed) {
                mutate(bytes, at as usize, &placed.op, &mut mutations);
            }
        }
        return mutations;
    }
    mutations
}

/// Tells whether an instruction is control: not within the code of a block, an edge or an operand.
fn is_control(function: &Compiled, placed: &Placed) -> bool {
    use crate::map::PieceKind as K;
    let around = function
        .map
        .pieces
        .iter()
        .find(|piece| piece.start <= placed.at && placed.at < piece.end);
    let is_saved = |block: BlockId| function.map.saved.iter().any(|&(owner, _)| owner == block);
    around.is_none_or(|piece| match piece.kind {
        K::Comparison(..) | K::Decision(_) | K::Dispatch => true,
        K::Operand(block) => is_saved(block),
        _ => false,
    })
}

fn mutate(bytes: &[u8], at: usize, op: &Operator, mutations: &mut Vec<(usize, u8)>) {
    let mut change = |at: usize, byte: u8| {
        if bytes[at] != byte {
            mutations.push((at, byte));
        }
    };
    match op {
        Operator::Br { .. } | Operator::BrIf { .. } => {
            (0..6).for_each(|depth| change(at + 1, depth));
            change(at, 0x0c);
            change(at, 0x0d);
        }
        Operator::BrTable { targets } => {
            (0..=targets.len() as usize)
                .for_each(|entry| (0..6).for_each(|depth| change(at + 2 + entry, depth)));
        }
        Operator::Block { .. } | Operator::Loop { .. } => {
            change(at, 0x02);
            change(at, 0x03);
            change_type(at + 1, &mut change);
        }
        Operator::I32Const { .. } | Operator::I64Const { .. } => {
            (0..8).for_each(|value| change(at + 1, value));
            change(at + 1, bytes[at + 1] ^ 1);
        }
        Operator::LocalSet { .. } | Operator::LocalGet { .. } | Operator::LocalTee { .. } => {
            (0..6).for_each(|local| change(at + 1, local));
        }
        Operator::Return | Operator::Unreachable | Operator::ReturnCall { .. } => {
            [0x00, 0x01, 0x0f, 0x10]
                .into_iter()
                .for_each(|byte| change(at, byte));
        }
        // Comparisons of `i32`, and `nop`.
        Operator::If { .. } => {
            change(at, 0x01);
            change_type(at + 1, &mut change);
        }
        Operator::End | Operator::Else => change(at, 0x01),
        _ => (0x45..0x50).chain([0x01]).for_each(|byte| change(at, byte)),
    }
}

/// Gives a bracket another type: none, an `i32` that it leaves, and the first ones with a number.
fn change_type(at: usize, change: &mut impl FnMut(usize, u8)) {
    [0x40, 0x7f, 0, 1, 2, 3]
        .into_iter()
        .for_each(|ty| change(at, ty));
}

/// The default algorithm, with all that the writer may use.
fn nested() -> Options<'static> {
    Options {
        block_parameters: BlockParameters::WhereShorter,
        ..Options::default()
    }
}

fn state_machine() -> Options<'static> {
    Options {
        structure: &|cfg| Ok(unsnarl::structure::state_machine(cfg)),
        ..nested()
    }
}

/// The state is in flags, one for each bit of the number of the block that comes next.
fn of_flags() -> Options<'static> {
    Options {
        structure: &|cfg| Ok(machines::of_flags(cfg)),
        ..Options::default()
    }
}

/// The label is not set at first, and the dispatcher has an arm for that.
fn of_defaults() -> Options<'static> {
    Options {
        structure: &|cfg| Ok(machines::of_defaults(cfg)),
        ..Options::default()
    }
}

/// A loop with a branch in it, and two exits.
const LOOP: &str = r#"
define i32 @f(i32 %n) "wasm-export-name"="f" {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %sum = phi i32 [ 1, %entry ], [ %joined, %latch ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %exit
body:
  %bit = and i32 %i, 1
  %odd = icmp ne i32 %bit, 0
  br i1 %odd, label %left, label %right
left:
  %a = mul i32 %sum, 31
  %stop = icmp sgt i32 %i, 40
  br i1 %stop, label %early, label %latch
right:
  %b = add i32 %sum, 7
  br label %latch
latch:
  %joined = phi i32 [ %a, %left ], [ %b, %right ]
  %next = add i32 %i, 1
  br label %head
early:
  ret i32 -1
exit:
  ret i32 %sum
}"#;

/// A loop that is entered in two places.
const TWO_ENTRIES: &str = r#"
define i32 @f(i32 %n) "wasm-export-name"="f" {
entry:
  %low = and i32 %n, 1
  %odd = icmp eq i32 %low, 0
  br i1 %odd, label %first, label %second
first:
  %i = phi i32 [ 0, %entry ], [ %k, %second ]
  %a = phi i32 [ 1, %entry ], [ %d, %second ]
  %b = mul i32 %a, 3
  %big = icmp sgt i32 %i, 20
  br i1 %big, label %exit, label %second
second:
  %j = phi i32 [ 5, %entry ], [ %i, %first ]
  %c = phi i32 [ 2, %entry ], [ %b, %first ]
  %d = add i32 %c, 5
  %k = add i32 %j, 1
  %done = icmp sgt i32 %k, %n
  br i1 %done, label %exit, label %first
exit:
  %r = phi i32 [ %b, %first ], [ %d, %second ]
  ret i32 %r
}"#;

/// Dense cases, far ones, and cases that share their target.
const SWITCH: &str = r#"
define i32 @f(i32 %n) "wasm-export-name"="f" {
entry:
  switch i32 %n, label %other [
    i32 0, label %a
    i32 1, label %b
    i32 2, label %a
    i32 4, label %c
    i32 100, label %b
    i32 101, label %d
    i32 102, label %a
    i32 70000, label %c
    i32 -2147483648, label %d
  ]
a:
  ret i32 10
b:
  br label %d
c:
  ret i32 30
d:
  %r = phi i32 [ 40, %entry ], [ 40, %entry ], [ 50, %b ]
  ret i32 %r
other:
  ret i32 60
}"#;

/// Ranges that are compared with as a whole, and a last test that falls through.
const RANGES: &str = r#"
define i32 @f(i32 %n) "wasm-export-name"="f" {
entry:
  switch i32 %n, label %other [
    i32 48, label %a
    i32 49, label %a
    i32 50, label %a
    i32 51, label %a
    i32 -2, label %b
    i32 -1, label %b
    i32 0, label %b
    i32 1, label %b
    i32 2, label %b
    i32 70000, label %c
  ]
a:
  ret i32 10
b:
  ret i32 20
c:
  ret i32 30
other:
  ret i32 60
}"#;

/// The value is wider than a table's index.
const WIDE_SWITCH: &str = r#"
define i32 @f(i32 %n) "wasm-export-name"="f" {
entry:
  %wide = sext i32 %n to i64
  %far = mul i64 %wide, 4294967297
  %x = add i64 %far, 1
  switch i64 %x, label %other [
    i64 1, label %a
    i64 4294967298, label %b
    i64 -4294967296, label %c
    i64 2, label %c
    i64 3, label %b
    i64 4, label %a
  ]
a:
  ret i32 1
b:
  ret i32 2
c:
  ret i32 3
other:
  ret i32 4
}"#;

/// The only case is 0, of a value whose lower half is always 0.
const WIDE_ZERO: &str = r#"
define i32 @f(i32 %n) "wasm-export-name"="f" {
entry:
  %wide = sext i32 %n to i64
  %x = mul i64 %wide, 4294967296
  switch i64 %x, label %other [
    i64 0, label %a
  ]
a:
  ret i32 1
other:
  ret i32 2
}"#;

/// Two exits, both by a call.
const TAIL_CALLS: &str = r#"
define i32 @f(i32 %n) #1 {
entry:
  %c = icmp slt i32 %n, 5
  br i1 %c, label %a, label %b
a:
  %r = musttail call i32 @g(i32 %n)
  ret i32 %r
b:
  %m = add i32 %n, 7
  %s = musttail call i32 @h(i32 %m)
  ret i32 %s
}
define internal i32 @g(i32 %n) {
  %r = mul i32 %n, 3
  ret i32 %r
}
define internal i32 @h(i32 %n) {
  %r = xor i32 %n, 1365
  ret i32 %r
}
attributes #1 = { "wasm-export-name"="f" "target-features"="+tail-call" }"#;

#[test]
fn calls_in_place_of_returns_are_mutilated() {
    check(TAIL_CALLS, &nested(), 8);
    check(TAIL_CALLS, &state_machine(), 20);
}

#[test]
fn a_loop_is_mutilated() {
    check(LOOP, &nested(), 20);
    check(LOOP, &state_machine(), 60);
}

#[test]
fn a_loop_with_two_entries_is_mutilated() {
    check(TWO_ENTRIES, &nested(), 20);
    check(TWO_ENTRIES, &state_machine(), 60);
}

/// A loop that is entered in two places, and in which nothing else happens: the label stays on the
/// stack.
const LABEL_ON_STACK: &str = r#"
define i32 @f(i32 %n) "wasm-export-name"="f" {
entry:
  %place = alloca i32
  store volatile i32 1, ptr %place
  %low = and i32 %n, 1
  %odd = icmp eq i32 %low, 0
  br i1 %odd, label %first, label %second
first:
  %a = load volatile i32, ptr %place
  %b = mul i32 %a, 3
  store volatile i32 %b, ptr %place
  %big = icmp sgt i32 %b, 20000
  br i1 %big, label %exit, label %second
second:
  %c = load volatile i32, ptr %place
  %d = add i32 %c, 5
  store volatile i32 %d, ptr %place
  %done = icmp sgt i32 %d, %n
  br i1 %done, label %exit, label %first
exit:
  %r = load volatile i32, ptr %place
  ret i32 %r
}"#;

#[test]
fn a_label_on_the_stack_is_mutilated() {
    check(LABEL_ON_STACK, &nested(), 20);
    check(LABEL_ON_STACK, &state_machine(), 60);
    let module =
        unsnarl_llvm::read(&format!("{HEAD}{LABEL_ON_STACK}")).expect("the test is well formed");
    let (_, functions) = write(&module, &nested()).expect("the test compiles");
    assert_eq!(functions[0].map.label, None);
    assert!(functions[0].measures.label_stores > 0);
}

#[test]
fn switches_are_mutilated() {
    check(SWITCH, &nested(), 40);
    check(RANGES, &nested(), 20);
    check(SWITCH, &state_machine(), 60);
    check(WIDE_SWITCH, &nested(), 40);
    check(WIDE_ZERO, &nested(), 5);
}

#[test]
fn flags_are_mutilated() {
    check(LOOP, &of_flags(), 60);
    check(TWO_ENTRIES, &of_flags(), 60);
    check(SWITCH, &of_flags(), 60);
}

#[test]
fn arms_for_a_label_that_is_not_set_are_mutilated() {
    check(LOOP, &of_defaults(), 60);
    check(TWO_ENTRIES, &of_defaults(), 60);
    check(SWITCH, &of_defaults(), 60);
}

/// A program that asks for a decision in a loop that opened after the block, and leaves by a block
/// that ran in a bracket: decision and result are saved in between.
fn asks_later(_: &Cfg) -> Program {
    let [first, second, third] = [0, 1, 2].map(BlockId::new);
    let mut program = ProgramBuilder::new();
    let (around, scope) = (program.label(), program.label());
    program.run(first);
    program.open_loop(around);
    program.open_if(first, None);
    program.arm([0]);
    program.take(Edge::new(first, 0));
    program.open_block(scope);
    program.run(second);
    program.close();
    program.leave(second);
    program.arm([1]);
    program.close();
    program.close();
    program.take(Edge::new(first, 1));
    program.run(third);
    program.leave(third);
    program.finish()
}

#[test]
fn a_decision_waits_in_a_local() {
    let text = r#"
define i32 @f(i32 %n) "wasm-export-name"="f" {
  %c = icmp slt i32 %n, 5
  br i1 %c, label %a, label %b
a:
  %x = mul i32 %n, 3
  ret i32 %x
b:
  ret i32 -1
}"#;
    let options = Options {
        structure: &|cfg| Ok(asks_later(cfg)),
        ..Options::default()
    };
    check(text, &options, 5);
    let module = unsnarl_llvm::read(&format!("{HEAD}{text}")).expect("the test is well formed");
    let (bytes, functions) = write(&module, &options).expect("the test compiles");
    assert_eq!(functions[0].map.saved.len(), 2);
    assert_eq!(runs(&bytes)[0], Some(-9));
}

/// A program whose end is unreachable only because of flags.
fn ends_never(_: &Cfg) -> Program {
    let [first, second, third] = [0, 1, 2].map(BlockId::new);
    let mut program = ProgramBuilder::new();
    let flag = program.flag();
    program.run(first);
    program.open_if(first, None);
    for (slot, value) in [(0, true), (1, false)] {
        program.arm([slot]);
        program.take(Edge::new(first, slot as usize));
        program.set(flag, value);
    }
    program.close();
    for (block, value) in [(second, 1), (third, 0)] {
        let condition = program.condition([Term::Flag(flag)]);
        program.open_test(condition, None);
        program.arm([value]);
        program.run(block);
        program.leave(block);
        program.arm([1 - value]);
        program.close();
    }
    program.finish()
}

#[test]
fn a_function_may_seem_to_run_past_its_end() {
    let text = r#"
define i32 @f(i32 %n) "wasm-export-name"="f" {
  %c = icmp slt i32 %n, 5
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}"#;
    let options = Options {
        structure: &|cfg| Ok(ends_never(cfg)),
        ..Options::default()
    };
    check(text, &options, 10);
}

/// A wrong structurer is detected, whatever it does.
#[test]
fn a_wrong_program_is_refused() {
    let swapped = |cfg: &Cfg| {
        let program = unsnarl::structure::state_machine(cfg);
        let steps = program.steps().map(|(_, step)| match step {
            unsnarl::Step::Store(value) => unsnarl::Step::Store(value ^ 1),
            step => step,
        });
        program.with_steps(steps)
    };
    let module = unsnarl_llvm::read(&format!("{HEAD}{LOOP}")).expect("the test is well formed");
    let options = Options {
        structure: &|cfg| Ok(swapped(cfg)),
        ..Options::default()
    };
    let errors = crate::compile(&module, &options).expect_err("the program is wrong");
    let is_of_f = |error: &crate::CompileError| matches!(error, crate::CompileError::NotProved { function, .. } if function == "f");
    assert!(errors.iter().all(is_of_f), "{errors}");
}
