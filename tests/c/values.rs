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
        "declare { i64, i64 } @pair()
define { i64, i64 } @f(i64 %x) {
  %pair = call { i64, i64 } @pair()
  %own = insertvalue { i64, i64 } %pair, i64 %x, 1
  ret { i64, i64 } %own
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

#[test]
fn operations_on_numbers_alone_have_the_width_of_the_ir() {
    for (ty, operation, text) in [
        ("i64", "shl i64 %x, %n", "(uint64_t)(b ? 1 : 3) << (n & 63)"),
        (
            "i64",
            "lshr i64 %x, %n",
            "(uint64_t)(b ? 1 : 3) >> (n & 63)",
        ),
        ("i64", "sub i64 %x, 7", "(uint64_t)(b ? 1 : 3) - 7"),
        ("i64", "sub i64 0, %x", "-(uint64_t)(b ? 1 : 3)"),
        ("i64", "xor i64 %x, -1", "~(uint64_t)(b ? 1 : 3)"),
        (
            "i64",
            "mul i64 %x, 2147483647",
            "(uint64_t)(b ? 1 : 3) * 2147483647",
        ),
        (
            "i64",
            "mul i64 %x, 4294967296",
            "(b ? 1 : 3) * 4294967296ul",
        ),
        ("i64", "add i64 %x, %n", "(b ? 1 : 3) + n"),
        ("i64", "and i64 %x, 5", "(b ? 1 : 3) & 5"),
        ("i32", "sub i32 5, 7", "(uint32_t)5 - 7"),
        ("i32", "freeze i32 5", "5"),
        ("i8", "sub i8 5, 7", "(uint8_t)(5 - 7)"),
        ("i128", "mul i128 65536, 65536", "(uint128_t)65536 * 65536"),
        ("i64", "freeze i64 4294967296", "4294967296ul"),
    ] {
        check_lines(
            &format!(
                "define {ty} @f(i1 %b, i64 %n) {{
  %x = select i1 %b, i64 1, i64 3
  %r = {operation}
  ret {ty} %r
}}"
            ),
            &[&format!("return {text};")],
        );
    }
    check_lines(
        "declare i32 @printf(ptr, ...)
define i32 @f(i1 %b, ptr %p) {
  %x = select i1 %b, i64 1, i64 3
  %r = call i32 (ptr, ...) @printf(ptr %p, i64 %x)
  ret i32 %r
}",
        &["return printf(p, (uint64_t)(b ? 1 : 3));"],
    );
    check_lines(
        "define i32 @f(i1 %b) {
  %x = select i1 %b, i64 5, i64 7
  switch i64 %x, label %none [ i64 5, label %some
                               i64 4294967301, label %some
                               i64 6, label %some ]
some:
  ret i32 1
none:
  ret i32 2
}",
        &["switch ((uint64_t)(b ? 5 : 7)) {"],
    );
    // gcc takes a conversion of both numbers for an overflow.
    check_lines(
        "define i32 @f(i1 %b) {
  %x = select i1 %b, i32 -5, i32 7
  %r = sdiv i32 %x, 3
  ret i32 %r
}",
        &["return (int32_t)(b ? -5 : 7) / 3;"],
    );
}

#[test]
fn results_that_c_returns_elsewhere_are_refused_where_others_see_them() {
    for ty in [
        "{ i64, i64, i64 }",
        "{ i32, i32, i32 }",
        "{ i32, i32, i32, i32 }",
        "{ float, float, float }",
        "{ x86_fp80, i32 }",
        "{ i128, i1 }",
        "[16 x i8]",
    ] {
        let own = format!("define internal {ty} @g() {{\n  ret {ty} zeroinitializer\n}}\n");
        let other = format!("declare {ty} @g()\n");
        let caller = format!(
            "define void @f(ptr %p) {{
  %r = call {ty} @g()
  store {ty} %r, ptr %p
  ret void
}}"
        );
        assert!(attempt(&(own + &caller)).is_ok(), "{ty}");
        let refused = attempt(&(other + &caller)).expect_err(ty);
        let shown = ty.replace("{ ", "{").replace(" }", "}");
        assert!(refused.to_string().contains(&shown), "{refused}");
    }
}
