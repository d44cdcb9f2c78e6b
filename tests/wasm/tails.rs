//! Calls in place of a return.

use crate::engine::{HEAD, build, check};
use unsnarl_wasm::{Options, compile, object};
use wasmi::Val;

const FEATURE: &str = "attributes #1 = { \"target-features\"=\"+tail-call\" }";

#[test]
fn two_functions_call_each_other_deeply() {
    check(
        &format!(
            "define i32 @f(i32 %n) #f {{
  %r = call i32 @even(i32 %n, i32 0)
  ret i32 %r
}}
define internal i32 @even(i32 %n, i32 %sum) #1 {{
  %z = icmp eq i32 %n, 0
  br i1 %z, label %out, label %on
on:
  %m = sub i32 %n, 1
  %s = add i32 %sum, 3
  %r = musttail call i32 @odd(i32 %m, i32 %s)
  ret i32 %r
out:
  ret i32 %sum
}}
define internal i32 @odd(i32 %n, i32 %sum) #1 {{
  %z = icmp eq i32 %n, 0
  %m = sub i32 %n, 1
  %s = sub i32 %sum, 1
  br i1 %z, label %out, label %on
on:
  %r = musttail call i32 @even(i32 %m, i32 %s)
  ret i32 %r
out:
  %neg = sub i32 0, %sum
  ret i32 %neg
}}
{FEATURE}"
        ),
        &[
            (&[0], Some(0)),
            (&[1], Some(-3)),
            (&[2], Some(2)),
            (&[300_000], Some(300_000)),
            (&[300_001], Some(-300_003)),
        ],
    );
}

/// By a pointer, without a result, with variables in the frame, which is popped before the call.
#[test]
fn a_frame_goes_before_the_call() {
    check(
        &format!(
            "@next = internal global ptr @step
@sum = internal global i32 0
define i32 @f(i32 %n) #f {{
  store i32 0, ptr @sum
  call void @step(i32 %n)
  %r = load i32, ptr @sum
  ret i32 %r
}}
define internal void @step(i32 %n) #1 {{
  %v = alloca [100 x i32], align 64
  %z = icmp eq i32 %n, 0
  br i1 %z, label %out, label %on
on:
  store volatile i32 %n, ptr %v
  %old = load i32, ptr @sum
  %l = load volatile i32, ptr %v
  %new = add i32 %old, %l
  store i32 %new, ptr @sum
  %m = sub i32 %n, 1
  %p = load volatile ptr, ptr @next
  musttail call void %p(i32 %m)
  ret void
out:
  ret void
}}
{FEATURE}"
        ),
        &[
            (&[0], Some(0)),
            (&[3], Some(6)),
            (&[60_000], Some(1_800_030_000)),
        ],
    );
}

/// A result of two numbers is written to the address from the first caller.
#[test]
fn results_in_memory() {
    let text = format!(
        "define i64 @f(i64 %n) \"wasm-export-name\"=\"f\" {{
  %w = call i128 @up(i64 %n, i64 1)
  %h = lshr i128 %w, 64
  %r = add i128 %w, %h
  %t = trunc i128 %r to i64
  ret i64 %t
}}
define internal i128 @up(i64 %n, i64 %x) #1 {{
  %z = icmp eq i64 %n, 0
  br i1 %z, label %out, label %on
on:
  %m = sub i64 %n, 1
  %y = add i64 %x, 2
  %r = musttail call i128 @up(i64 %m, i64 %y)
  ret i128 %r
out:
  %w = zext i64 %x to i128
  %s = shl i128 %w, 64
  %o = or i128 %s, 5
  ret i128 %o
}}
{FEATURE}"
    );
    let mut instance = build(&text);
    for (n, expected) in [(0, 6), (1, 8), (100_000, 200_006)] {
        let results = instance.call("f", &[Val::I64(n)]).expect("nothing traps");
        assert_eq!(results[0].i64(), Some(expected));
    }
}

/// The text of typed pointers has a cast between the two.
#[test]
fn a_pointer_may_be_cast_before_it_is_returned() {
    check(
        &format!(
            "@g = internal global i32 42
define i32 @f(i32 %n) #f {{
  %p = call i32* @second(i32 %n)
  %r = load i32, i32* %p
  ret i32 %r
}}
define internal i8* @first(i32 %n) #1 {{
  %p = bitcast i32* @g to i8*
  ret i8* %p
}}
define internal i32* @second(i32 %n) #1 {{
  %p = musttail call i8* @first(i32 %n)
  %q = bitcast i8* %p to i32*
  ret i32* %q
}}
{FEATURE}"
        ),
        &[(&[0], Some(42))],
    );
}

/// `tail` is a hint, and needs no feature.
#[test]
fn a_hint_is_a_call() {
    let text = format!(
        "{HEAD}define i32 @f(i32 %n) \"wasm-export-name\"=\"f\" {{\n%r = tail call i32 @g(i32 %n)\nret i32 %r\n}}
define internal i32 @g(i32 %n) noinline {{\nret i32 %n\n}}"
    );
    let module = unsnarl_llvm::read(&text).expect("it is well formed");
    let output = compile(&module, &Options::default()).expect("it compiles");
    let wat = unsnarl_wasm::wat(&output.bytes).expect("it is a module");
    assert!(!wat.contains("return_call"), "{wat}");
}

/// Direct and indirect ones, with places for the linker.
#[test]
fn objects_have_them() {
    let text = format!(
        "{HEAD}declare i32 @other(i32)
define i32 @f(i32 %n) #1 {{\n%r = musttail call i32 @other(i32 %n)\nret i32 %r\n}}
define i32 @g(i32 %n, ptr %p) #1 {{\n%r = musttail call i32 %p(i32 %n, ptr %p)\nret i32 %r\n}}
{FEATURE}"
    );
    let module = unsnarl_llvm::read(&text).expect("it is well formed");
    let output = object(&module, &Options::default()).expect("it compiles");
    assert!(
        output
            .reports
            .iter()
            .all(|report| report.verdict.is_proved())
    );
    let wat = unsnarl_wasm::wat(&output.bytes).expect("it is a module");
    assert!(wat.contains("return_call $other"), "{wat}");
    assert!(wat.contains("return_call_indirect"), "{wat}");
    let declared = b"+\x09tail-call";
    assert!(
        output
            .bytes
            .windows(declared.len())
            .any(|bytes| bytes == declared)
    );
}

#[track_caller]
fn check_error(body: &str, attributes: &str, expected: &str) {
    let text = format!(
        "{HEAD}define i32 @f(i32 %x) \"wasm-export-name\"=\"f\" {attributes} {{\n{body}\n}}
declare i32 @g(i32) \"wasm-import-module\"=\"host\"
declare void @v(i32) \"wasm-import-module\"=\"host\"
declare i32 @b(ptr) \"wasm-import-module\"=\"host\"
{FEATURE}"
    );
    let module = unsnarl_llvm::read(&text).unwrap_or_else(|error| panic!("{error}"));
    let error = compile(&module, &Options::default()).expect_err("it is refused");
    assert_eq!(error.to_string(), expected);
}

#[test]
fn what_cannot_take_the_place_of_a_return() {
    let plain = "%r = musttail call i32 @g(i32 %x)\nret i32 %r";
    check_error(
        plain,
        "",
        "line 3: in function 'f': musttail without the feature tail-call (-mtail-call) is not supported",
    );
    check_error(
        "%r = musttail call i32 @g(i32 %x)\n%s = add i32 %r, 1\nret i32 %s",
        "#1",
        "line 5: in function 'f': musttail without a return after it is not supported",
    );
    check_error(
        "musttail call void @v(i32 %x)\nret i32 0",
        "#1",
        "line 4: in function 'f': musttail of a function of another type is not supported",
    );
    check_error(
        "%a = alloca i32\n%r = musttail call i32 @b(ptr byval(i32) %a)\nret i32 %r",
        "#1",
        "line 5: in function 'f': musttail with arguments in the caller's memory is not supported",
    );
}
