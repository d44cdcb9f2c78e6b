//! Mutated code: the proof of data, or that of control, must notice every change that a run can
//! observe.

use wasmparser::{Operator, Parser, Payload};

use crate::compiled::Compiled;
use crate::proof::mutants::judge;
use crate::proof::tests::{HEAD, WIDE_HEAD, runs};
use crate::{BlockParameters, DataVerdict, Options};

/// How many mutations were made, and what came of them.
#[derive(Debug, Default)]
struct Tally {
    invalid: usize,
    noticed: usize,
    harmless: usize,
}

/// Mutates the code of `@f`, the first function, which takes an `i32` and gives one, with addresses
/// of 32 and of 64 bits.
#[track_caller]
fn mutate(text: &str, least: usize) {
    let standard = Options::default();
    let few_locals = Options {
        locals: 0,
        ..standard
    };
    let with_parameters = Options {
        block_parameters: BlockParameters::WhereShorter,
        ..standard
    };
    let mut noticed = 0;
    for options in [standard, few_locals, with_parameters] {
        noticed += mutate_with(&format!("{HEAD}{text}"), &options).noticed;
    }
    assert!(noticed >= least, "{noticed} were noticed");
    let mut wide = 0;
    for options in [standard, few_locals] {
        wide += mutate_with(&format!("{WIDE_HEAD}{text}"), &options).noticed;
    }
    assert!(wide >= least / 2, "{wide} were noticed with wide addresses");
}

#[track_caller]
fn mutate_with(text: &str, options: &Options<'_>) -> Tally {
    let mut tally = Tally::default();
    judge::with(text, options, |judge, bytes, functions| {
        let function = &functions[0];
        let proof = |bytes: &[u8]| {
            let (start, end) = body(bytes);
            judge.prove(function, &bytes[start..end])
        };
        proof(bytes).expect("what was written is proved");
        let wanted = runs(bytes);
        for (at, changed) in mutations(bytes, function) {
            let mut mutated = bytes.to_vec();
            mutated[at..at + changed.len()].copy_from_slice(&changed);
            if crate::validate::module(&mutated, None).is_err() {
                tally.invalid += 1;
            } else if proof(&mutated).is_ok() {
                assert_eq!(
                    runs(&mutated),
                    wanted,
                    "byte {at} became {changed:x?}, and no proof noticed"
                );
                tally.harmless += 1;
            } else {
                tally.noticed += 1;
            }
        }
    });
    tally
}

/// Where the body of the first function is.
fn body(bytes: &[u8]) -> (usize, usize) {
    for payload in Parser::new(0).parse_all(bytes) {
        if let Ok(Payload::CodeSectionEntry(body)) = payload {
            let range = body.range();
            return (range.start as usize, range.end as usize);
        }
    }
    (0, 0)
}

/// Places, and what is written there: other locals, constants, offsets, operations, callees and
/// depths; operands exchanged; stores, copies and moves of the stack pointer left out.
fn mutations(bytes: &[u8], function: &Compiled) -> Vec<(usize, Vec<u8>)> {
    let (start, end) = body(bytes);
    let body = wasmparser::FunctionBody::new(wasmparser::BinaryReader::new(
        &bytes[start..end],
        start as u64,
    ));
    let reader = body
        .get_operators_reader()
        .expect("the module was validated");
    let all: Result<Vec<(Operator<'_>, u64)>, _> = reader.into_iter_with_offsets().collect();
    let all = all.expect("the module was validated").into_iter();
    let ops: Vec<(Operator<'_>, usize)> = all.map(|(op, at)| (op, at as usize)).collect();
    let locals = function.due.function.signature.parameters.len() as u8 + 12;
    let mut mutations = Vec::new();
    for (place, (op, at)) in ops.iter().enumerate() {
        let next = ops.get(place + 1).map_or(end, |&(_, next)| next);
        let own = &bytes[*at..next];
        let mut change = |changed: Vec<u8>| {
            if changed != own && changed.len() == own.len() {
                mutations.push((*at, changed));
            }
        };
        match op {
            Operator::LocalGet { .. } => (0..locals).for_each(|local| change(vec![0x20, local])),
            Operator::LocalSet { .. } => {
                (0..locals).for_each(|local| change(vec![0x21, local]));
                change(vec![0x1a, 0x01]);
            }
            Operator::LocalTee { .. } => {
                (0..locals).for_each(|local| change(vec![0x22, local]));
                change(vec![0x01, 0x01]);
            }
            Operator::I32Const { .. } | Operator::I64Const { .. } => {
                for value in [0, 1, 2, 3, 0x3f, 0x40, 0x7f] {
                    change(vec![own[0], value]);
                }
            }
            Operator::I32Store { .. }
            | Operator::I32Store8 { .. }
            | Operator::I32Store16 { .. }
            | Operator::I64Store { .. } => {
                change(vec![0x1a, 0x1a, 0x01]);
                for opcode in [0x36, 0x3a, 0x3b] {
                    (0..24).for_each(|offset| change(vec![opcode, 0, offset]));
                }
            }
            Operator::I32Load { .. }
            | Operator::I32Load8S { .. }
            | Operator::I32Load8U { .. }
            | Operator::I32Load16S { .. }
            | Operator::I32Load16U { .. } => {
                for opcode in [0x28, 0x2c, 0x2d, 0x2e, 0x2f] {
                    (0..24).for_each(|offset| change(vec![opcode, 0, offset]));
                }
            }
            Operator::Call { .. } => (0..4).for_each(|callee| change(vec![0x10, callee])),
            Operator::Select => change(vec![0x1a]),
            Operator::GlobalSet { .. } => change(vec![0x1a, 0x01]),
            Operator::Br { .. } | Operator::BrIf { .. } => {
                (0..4).for_each(|depth| change(vec![own[0], depth]));
            }
            _ if own.len() == 1 && (0x45..=0xc4).contains(&own[0]) => {
                (0x45..=0xc4).for_each(|opcode| change(vec![opcode]));
            }
            _ => {}
        }
        // Two operands, exchanged.
        if let Some((_, after)) = ops.get(place + 2)
            && let [first, second] = [own, &bytes[next..*after]]
            && is_push(op)
            && is_push(&ops[place + 1].0)
        {
            mutations.push((*at, [second, first].concat()));
        }
    }
    mutations
}

fn is_push(op: &Operator<'_>) -> bool {
    matches!(
        op,
        Operator::LocalGet { .. } | Operator::I32Const { .. } | Operator::I64Const { .. }
    )
}

#[test]
fn straight_code() {
    mutate(
        "define i32 @f(i32 %x) \"wasm-export-name\"=\"f\" {
  %a = mul i32 %x, 7
  %b = sub i32 %a, %x
  %c = lshr i32 %b, 3
  %d = xor i32 %c, %a
  %e = icmp slt i32 %d, %x
  %g = select i1 %e, i32 %c, i32 %d
  %h = add i32 %g, %a
  ret i32 %h
}",
        500,
    );
}

#[test]
fn parallel_copies_on_a_back_edge() {
    mutate(
        "define i32 @f(i32 %x) \"wasm-export-name\"=\"f\" {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %n, %loop ]
  %a = phi i32 [ 1, %entry ], [ %b, %loop ]
  %b = phi i32 [ 2, %entry ], [ %a, %loop ]
  %c = phi i32 [ %x, %entry ], [ %s, %loop ]
  %s = add i32 %c, %a
  %n = add i32 %i, 1
  %more = icmp ult i32 %n, 5
  br i1 %more, label %loop, label %end
end:
  %r = shl i32 %s, 1
  %q = sub i32 %r, %b
  ret i32 %q
}",
        500,
    );
}

#[test]
fn memory_in_the_frame_and_in_variables() {
    mutate(
        "@g = global [4 x i32] [i32 3, i32 1, i32 4, i32 1]
define i32 @f(i32 %x) \"wasm-export-name\"=\"f\" {
  %p = alloca [4 x i32]
  %q = getelementptr inbounds i32, ptr %p, i32 1
  %r = getelementptr inbounds i32, ptr %p, i32 2
  store i32 %x, ptr %p
  store i32 5, ptr %q
  %a = load i32, ptr %p
  store volatile i32 %a, ptr %r
  %i = and i32 %x, 3
  %at = getelementptr inbounds [4 x i32], ptr @g, i32 0, i32 %i
  %old = load i32, ptr %at
  store i32 %a, ptr %at
  %new = load i16, ptr %at
  %wide = sext i16 %new to i32
  %b = load i32, ptr %q
  %c = load volatile i32, ptr %r
  %s = add i32 %old, %wide
  %t = sub i32 %b, %c
  %u = mul i32 %s, %t
  ret i32 %u
}",
        1_000,
    );
}

/// The stack pointer is not that of the frame where the loop is entered again.
#[test]
fn variables_of_a_size_that_is_not_known() {
    mutate(
        "declare ptr @llvm.stacksave()
declare void @llvm.stackrestore(ptr)
define i32 @f(i32 %x) \"wasm-export-name\"=\"f\" {
entry:
  %own = alloca i32
  store i32 %x, ptr %own
  br label %loop
loop:
  %i = phi i32 [ 1, %entry ], [ %n, %next ]
  %s = phi i32 [ 0, %entry ], [ %t, %next ]
  %saved = call ptr @llvm.stacksave()
  %a = alloca i32, i32 %i
  store i32 %i, ptr %a
  %odd = and i32 %i, 1
  %c = icmp eq i32 %odd, 0
  br i1 %c, label %add, label %next
add:
  %v = load i32, ptr %a
  %k = load i32, ptr %own
  %w = add i32 %v, %k
  call void @llvm.stackrestore(ptr %saved)
  br label %next
next:
  %u = phi i32 [ 3, %loop ], [ %w, %add ]
  %t = add i32 %s, %u
  %n = add i32 %i, 1
  %d = icmp eq i32 %n, 9
  br i1 %d, label %out, label %loop
out:
  %k2 = load i32, ptr %own
  %r = add i32 %t, %k2
  ret i32 %r
}",
        300,
    );
}

#[test]
fn calls_and_their_order() {
    mutate(
        "@n = global i32 1
define i32 @f(i32 %x) \"wasm-export-name\"=\"f\" {
  %a = call i32 @next(i32 %x)
  %b = call i32 @next(i32 %a)
  %c = call i32 @other(i32 %a, i32 %b)
  %d = load i32, ptr @n
  %e = sub i32 %c, %d
  ret i32 %e
}
define internal i32 @next(i32 %x) noinline {
  %v = load i32, ptr @n
  %w = mul i32 %v, 3
  store i32 %w, ptr @n
  %y = add i32 %v, %x
  ret i32 %y
}
define internal i32 @third(i32 %x) noinline {
  ret i32 %x
}
define internal i32 @other(i32 %x, i32 %y) noinline {
  %z = sub i32 %x, %y
  ret i32 %z
}",
        90,
    );
}

/// A result comes on the stack as the parameter that it becomes, and both are of one variable.
#[test]
fn a_result_that_two_blocks_read_by_another_name() {
    mutate(
        "define i32 @f(i32 %x) \"wasm-export-name\"=\"f\" {
  %a = call i32 @g(i32 %x)
  br label %b
b:
  %p = phi i32 [ %a, %0 ]
  store i32 %p, ptr @m
  br label %c
c:
  %q = load i32, ptr @m
  %r = mul i32 %p, %q
  ret i32 %r
}
define internal i32 @g(i32 %x) noinline {
  %y = add i32 %x, 3
  ret i32 %y
}
@m = internal global i32 0",
        5,
    );
}

#[test]
fn switches_and_their_operands() {
    mutate(
        "define i32 @f(i32 %x) \"wasm-export-name\"=\"f\" {
entry:
  %k = and i32 %x, 15
  switch i32 %k, label %d [
    i32 1, label %a
    i32 2, label %b
    i32 9, label %a
  ]
a:
  %p = phi i32 [ 5, %entry ], [ 5, %entry ], [ %v, %b ]
  %u = add i32 %p, %k
  br label %d
b:
  %v = mul i32 %k, 11
  br label %a
d:
  %r = phi i32 [ %x, %entry ], [ %u, %a ]
  ret i32 %r
}",
        300,
    );
}

#[test]
fn a_loop_with_two_entries() {
    mutate(
        "define i32 @f(i32 %x) \"wasm-export-name\"=\"f\" {
entry:
  %c = icmp sgt i32 %x, 10
  br i1 %c, label %a, label %b
a:
  %m = phi i32 [ %x, %entry ], [ %n, %b ]
  %o = sub i32 %m, 3
  %ca = icmp sgt i32 %o, 0
  br i1 %ca, label %b, label %end
b:
  %y = phi i32 [ 7, %entry ], [ %o, %a ]
  %n = sub i32 %y, 1
  %cb = icmp sgt i32 %n, 4
  br i1 %cb, label %a, label %end
end:
  %r = phi i32 [ %o, %a ], [ %n, %b ]
  %z = add i32 %r, %x
  ret i32 %z
}",
        500,
    );
}

/// Between two blocks of a state machine control passes the `block`s of all others.
#[test]
fn a_long_state_machine_is_proved() {
    const BLOCKS: usize = 20_000;
    let mut text = format!("{HEAD}define i32 @f(i32 %x) {{\n  br label %b0\n");
    for block in 0..BLOCKS {
        let next = block + 1;
        text += &format!(
            "b{block}:\n  %v{block} = mul i32 %x, {block}\n  %c{block} = icmp eq i32 %v{block}, 7\n  \
             br i1 %c{block}, label %end, label %b{next}\n"
        );
    }
    text += &format!("b{BLOCKS}:\n  br label %end\nend:\n  ret i32 %x\n}}\n");
    let module = unsnarl_llvm::read(&text).expect("the text is well formed");
    let options = Options {
        structure: &|cfg| Ok(unsnarl::structure::state_machine(cfg)),
        ..Options::default()
    };
    let output = crate::object(&module, &options).expect("it compiles");
    assert_eq!(output.reports[0].data, DataVerdict::Proved);
}
