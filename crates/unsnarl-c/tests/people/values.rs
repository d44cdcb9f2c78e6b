//! What C for people looks like: numbers and expressions.

use crate::{attempt, check, check_lines};

#[test]
fn what_comes_with_a_sign_is_read_without_one() {
    check(
        "define zeroext i8 @f(i8 signext %x, i16 zeroext %y) {
  %low = trunc i16 %y to i8
  %sum = add i8 %x, %low
  %half = ashr i8 %sum, 1
  ret i8 %half
}",
        &[
            "uint8_t f(int8_t x_signed, uint16_t y) {",
            "uint8_t x = (uint8_t)x_signed;",
            "return (int8_t)(uint8_t)(x + (uint8_t)y) >> 1;",
            "}",
        ],
    );
}

#[test]
fn a_sign_is_not_extended_where_zeros_are() {
    check(
        "declare i32 @strcmp(ptr, ptr)
define i64 @f(ptr %p, i8 %x) {
  %half = ashr i8 %x, 1
  %wide = zext i8 %half to i32
  store i32 %wide, ptr %p
  %order = call i32 @strcmp(ptr %p, ptr %p)
  %far = zext i32 %order to i64
  ret i64 %far
}",
        &[
            "uint64_t f(void *p, uint8_t x) {",
            "*(any_uint32 *)p = (uint8_t)((int8_t)x >> 1);",
            "return (uint32_t)strcmp(p, p);",
            "}",
        ],
    );
}

#[test]
fn amounts_of_shifts_are_cut_and_odd_integers_too() {
    check(
        "define i32 @f(i32 %x, i32 %n) {
  %up = shl i32 %x, %n
  %odd = trunc i32 %up to i24
  %more = add i24 %odd, 5
  %wide = zext i24 %more to i32
  ret i32 %wide
}",
        &[
            "uint32_t f(uint32_t x, uint32_t n) {",
            "return (((uint32_t)(x << (n & 31)) & 16777215) + 5) & 16777215;",
            "}",
        ],
    );
}

#[test]
fn what_fields_are_put_in_is_computed_once() {
    check_lines(
        "declare { i32, i32 } @pair()
define { i32, i32 } @f(i32 %x) {
  %pair = call { i32, i32 } @pair()
  %own = insertvalue { i32, i32 } %pair, i32 %x, 1
  ret { i32, i32 } %own
}",
        &["return __extension__({ struct fields ir_v = pair(); ir_v.f1 = x; ir_v; });"],
    );
}

#[test]
fn constant_expressions_are_written_as_instructions_are() {
    let functions = "@x = external global i32
define float @f() {
  ret float bitcast (i32 xor (i32 ptrtoint (ptr @x to i32), i32 5) to float)
}";
    let line = "return ((union { uint32_t from; float to; }){ (uint32_t)(uintptr_t)&x ^ 5 }).to;";
    check_lines(functions, &[line]);
    let mut deep = "ptrtoint (ptr @x to i64)".to_owned();
    for _ in 0..8 {
        deep = format!("add (i64 {deep}, i64 {deep})");
    }
    let functions = format!("@x = external global i32\ndefine i64 @f() {{\n  ret i64 {deep}\n}}");
    let refusals = attempt(&functions).expect_err("it is too long");
    let message = refusals.to_string();
    assert!(
        message.contains("a constant of more than 256 parts"),
        "{message}"
    );
}

#[test]
fn bits_above_an_integer_are_dropped_where_others_may_leave_them() {
    check(
        "declare i48 @g()
define i48 @f(i48 %x) {
  %called = call i48 @g()
  %sum = xor i48 %called, %x
  ret i48 %sum
}",
        &[
            "uint64_t f(uint64_t x_given) {",
            "uint64_t x = x_given & 281474976710655ul;",
            "return (g() & 281474976710655ul) ^ x;",
            "}",
        ],
    );
}
