//! What C for people looks like.

mod calls;
mod control;
mod fields;
mod memory;
mod operands;
mod values;

use unsnarl_c::nested;
use unsnarl_c::people::{Refusals, compile};

const HEAD: &str = r#"target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
"#;

fn attempt(functions: &str) -> Result<String, Refusals> {
    let text = format!("{HEAD}{functions}");
    let module = unsnarl_llvm::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let output = compile(&module, &nested)?;
    assert!(output.reports.iter().all(|report| report.is_proved));
    Ok(output.text)
}

#[track_caller]
fn written(functions: &str) -> String {
    attempt(functions).unwrap_or_else(|refusals| panic!("{refusals}"))
}

/// Checks the lines of the function `f`.
#[track_caller]
fn check(functions: &str, due: &[&str]) {
    let text = written(functions);
    let start = text.rfind(" f(").expect("it has f");
    let start = text[..start].rfind('\n').map_or(0, |end| end + 1);
    let lines: Vec<&str> = text[start..].lines().map(str::trim).collect();
    let lines: Vec<&str> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines, due, "{text}");
}

/// What metadata, a bundle or a header asks for and C cannot say.
#[test]
fn what_the_code_does_not_say_is_refused_by_name() {
    for (header, body, named) in [
        ("!kcfi_type !0", "", "'!kcfi_type'"),
        ("gc \"shadow-stack\"", "", "'gc' of a function"),
        ("prefix i32 5", "", "data before a function"),
        ("", "call void %p() [\"kcfi\"(i32 5)]", "\"kcfi\""),
        (
            "",
            "call void %p() [\"ptrauth\"(i32 5, i64 6)]",
            "\"ptrauth\"",
        ),
    ] {
        let function = format!(
            "define void @f(ptr %p) {header} {{\n  {body}\n  ret void\n}}\n!0 = !{{i32 5}}\n"
        );
        let refusals = attempt(&function).expect_err(named);
        assert!(refusals.to_string().contains(named), "{refusals}");
    }
    let assumed = "define void @f(ptr %p) {
  call void @llvm.assume(i1 true) [\"align\"(ptr %p, i64 8)]
  ret void
}
declare void @llvm.assume(i1)
";
    written(assumed);
}

#[test]
fn what_has_no_c_is_refused_with_its_line() {
    let refused = attempt(
        "declare i32 @__gxx_personality_v0(...)
declare void @g()
define void @f() personality ptr @__gxx_personality_v0 {
  invoke void @g() to label %ok unwind label %bad
ok:
  ret void
bad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}",
    );
    let refusals = refused.expect_err("exceptions have no C");
    let first = refusals.0.first().expect("there is one");
    assert_eq!((first.symbol.as_str(), first.line), ("f", 6), "{refusals}");
    assert!(first.to_string().contains("invoke"), "{refusals}");
}

#[test]
fn an_error_is_at_the_instruction_and_names_it() {
    let refused = attempt(
        "define i32 @f(x86_fp80 %x) {
  %a = fptosi x86_fp80 %x to i200
  %b = lshr i200 %a, 7
  %c = trunc i200 %b to i32
  ret i32 %c
}
define void @g(ptr %p) {
  %l = load <4 x i7>, ptr %p
  store <4 x i7> %l, ptr %p
  ret void
}
define i32 @h(i32 %x) {
  %v = call i32 @llvm.vscale.i32()
  %s = add i32 %v, %x
  ret i32 %s
}
declare i32 @llvm.vscale.i32()",
    );
    let refusals = refused.expect_err("none of these has C").0;
    let due = [
        (
            4,
            "in @f: %a = fptosi x86_fp80 %x to i200: this operation on i200 cannot be written in C",
        ),
        (
            11,
            "in @g: store <4 x i7> %l, ptr %p: the type <4 x i7> cannot be written in C",
        ),
        (
            15,
            "in @h: %v = call i32 () @llvm.vscale.i32(): the intrinsic llvm.vscale.i32 cannot be \
             written in C",
        ),
    ];
    for (line, text) in due {
        let found = refusals
            .iter()
            .any(|own| (own.line, own.to_string().as_str()) == (line, text));
        assert!(found, "{line}: {text}: {refusals:?}");
    }
}

#[test]
fn the_same_module_gives_the_same_text() {
    let functions = "@x = global i32 1
@y = global ptr @x
define i32 @g(i32 %a) {
  ret i32 %a
}
define i32 @f() {
  %p = load ptr, ptr @y
  %v = load i32, ptr %p
  %r = call i32 @g(i32 %v)
  ret i32 %r
}";
    let first = written(functions);
    for _ in 0..3 {
        let again = written(functions);
        assert_eq!(again, first);
    }
}

/// Checks one line each of some functions.
#[track_caller]
fn check_lines(functions: &str, due: &[&str]) {
    let text = written(functions);
    for line in due {
        let found = text.lines().any(|own| own.trim() == *line);
        assert!(found, "{line} is not in\n{text}");
    }
}

#[test]
fn long_lines_are_broken_at_operators() {
    check(
        "declare i32 @a_function_with_a_name(i32, i32, i32)
define i32 @f(i32 %first_operand, i32 %second_operand, i32 %third_operand) {
  %a = call i32 @a_function_with_a_name(i32 %first_operand, i32 %second_operand, i32 %third_operand)
  %b = mul i32 %first_operand, %second_operand
  %c = mul i32 %second_operand, %third_operand
  %d = add i32 %b, %c
  %e = xor i32 %d, %first_operand
  %g = xor i32 %e, %a
  ret i32 %g
}",
        &[
            "uint32_t f(uint32_t first_operand, uint32_t second_operand, uint32_t third_operand) {",
            "return (first_operand * second_operand + second_operand * third_operand) ^ first_operand ^",
            "a_function_with_a_name(first_operand, second_operand, third_operand);",
            "}",
        ],
    );
}
