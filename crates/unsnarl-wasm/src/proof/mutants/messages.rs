//! What a failed proof says: the block, the place, the instruction, and what was due.

use wasm_encoder::Instruction as I;

use super::body::{Body, inst};
use super::judge;
use crate::Options;
use crate::proof::tests::HEAD;

const TEXT: &str = "@g = global i32 0
define i32 @f(i32 %x, i32 %y) \"wasm-export-name\"=\"f\" {
entry:
  %a = mul i32 %x, 7
  %c = icmp slt i32 %a, %y
  br i1 %c, label %then, label %end
then:
  store i32 %a, ptr @g
  br label %end
end:
  %r = sub i32 %a, %y
  ret i32 %r
}";

/// Checks what is said when `added` stands in place of the first instruction whose text begins with
/// `name`, and of those behind it: `removed` in all.
#[track_caller]
fn check(name: &str, removed: usize, added: &[I<'_>], expected: &str) {
    judge::with(
        &format!("{HEAD}{TEXT}"),
        &Options::default(),
        |judge, _, functions| {
            let function = &mut functions[0];
            let body = Body::read(&function.body, &function.map.pieces, &function.due.hints);
            let spelled =
                |place: &usize| crate::proof::data::spelled(&body.op(*place)).starts_with(name);
            let place = (0..body.insts.len()).find(spelled).expect("there is one");
            let mut insts: Vec<_> = added.iter().map(inst).collect();
            if let Some(first) = insts.first_mut() {
                first.hint = body.insts[place].hint;
            }
            let changed = body.with(place..place + removed, insts);
            let at = changed.write();
            let reason = judge
                .judge(function, at)
                .expect_err("it is another program");
            assert_eq!(reason, expected);
        },
    );
}

#[test]
fn an_operation() {
    check(
        "i32.mul",
        1,
        &[I::I32Add],
        "in b0, at byte 10: i32.lt_s: wrong operand of the exit of b0, expected %4",
    );
}

#[test]
fn a_store_that_is_left_out() {
    check(
        "i32.store",
        1,
        &[I::Drop, I::Drop],
        "in b1, at byte 18: drop: 'i32.store' is missing",
    );
}

#[test]
fn an_offset() {
    let memory = wasm_encoder::MemArg {
        offset: 4,
        align: 2,
        target: wasm_encoder::MemArgTarget::Memory(0),
        ordering: None,
    };
    check(
        "i32.store",
        1,
        &[I::I32Store(memory)],
        "in b1, at byte 17: i32.store offset=4: 'i32.store offset=4' instead of 'i32.store offset=1048576'",
    );
}

#[test]
fn a_local_that_is_overwritten() {
    check(
        "if",
        0,
        &[I::I32Const(1), I::LocalSet(1)],
        "in b0, at byte 13: local 1 should hold %1 after the block, but this overwrites it",
    );
}

#[test]
fn a_result() {
    check(
        "i32.sub",
        1,
        &[I::I32Add],
        "in b2, at byte 27: i32.add: wrong operand of the exit of b2, expected %7",
    );
}

#[test]
fn a_condition() {
    check(
        "i32.lt_s",
        1,
        &[I::I32LtU],
        "in b0, at byte 10: i32.lt_u: wrong operand of the exit of b0, expected %4",
    );
}
