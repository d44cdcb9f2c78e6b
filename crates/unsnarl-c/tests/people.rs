//! What C for people looks like.

use unsnarl_c::nested;
use unsnarl_c::people::{Refusals, compile};

const HEAD: &str = r#"target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
"#;

fn written(functions: &str) -> Result<String, Refusals> {
    let text = format!("{HEAD}{functions}");
    let module = unsnarl_llvm::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let output = compile(&module, &nested)?;
    assert!(output.reports.iter().all(|report| report.is_proved));
    Ok(output.text)
}

/// Checks the lines of the function `f`.
#[track_caller]
fn check(functions: &str, due: &[&str]) {
    let text = written(functions).unwrap_or_else(|refusals| panic!("{refusals}"));
    let start = text.rfind(" f(").expect("it has f");
    let start = text[..start].rfind('\n').map_or(0, |end| end + 1);
    let lines: Vec<&str> = text[start..].lines().map(str::trim).collect();
    let lines: Vec<&str> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines, due, "{text}");
}

#[test]
fn a_loop_with_a_step() {
    check(
        "define i32 @f(i32 %n) mustprogress {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %again = icmp slt i32 %i, %n
  br i1 %again, label %body, label %end
body:
  %more = add i32 %sum, %i
  %next = add i32 %i, 1
  br label %head
end:
  ret i32 %sum
}",
        &[
            "uint32_t f(uint32_t n) {",
            "uint32_t i = 0;",
            "uint32_t sum = 0;",
            "while ((int32_t)i < (int32_t)n) {",
            "sum += i;",
            "i++;",
            "}",
            "return sum;",
            "}",
        ],
    );
}

/// Two loops, one in the other, that are repeated by these terminators.
fn nest(attribute: &str, inner: &str, outer: &str) -> String {
    format!(
        "declare i1 @more()
define void @f() {attribute} {{
entry:
  br label %head
head:
  br label %inside
inside:
  %again = call i1 @more()
  br i1 %again, label %inside, label %behind{inner}
behind:
  %repeats = call i1 @more()
  br i1 %repeats, label %head, label %end{outer}
end:
  ret void
}}
!0 = distinct !{{!0, !1, !2}}
!1 = !{{!\"llvm.loop.unroll.disable\"}}
!2 = !{{!\"llvm.loop.mustprogress\"}}
!3 = distinct !{{!3, !1}}
"
    )
}

#[test]
fn a_loop_that_may_go_on_in_silence_has_no_condition() {
    let ends = ", !llvm.loop !0";
    let endless = ["while (1) {", "if (!more()) {", "break;", "}", "}"];
    let (first, last) = (["while (more()) {", "}"], ["do {", "} while (more());"]);
    let cases: [(&str, &str, &str, [bool; 2]); 6] = [
        ("", "", "", [false, false]),
        ("mustprogress", "", "", [true, true]),
        ("", ends, ends, [true, true]),
        ("", ends, "", [true, false]),
        ("", "", ends, [false, true]),
        // What is said of it is something else.
        ("", ", !llvm.loop !3", ends, [false, true]),
    ];
    for (attribute, inner, outer, [inner_ends, outer_ends]) in cases {
        let inside = if inner_ends { &first[..] } else { &endless };
        let around = if outer_ends { &last[..] } else { &endless };
        let mut due = vec!["void f(void) {", around[0]];
        due.extend(inside);
        due.extend(&around[1..]);
        due.extend(["return;", "}"]);
        check(&nest(attribute, inner, outer), &due);
    }
}

/// A loop of two entries is written with a dispatcher, and which of its edges repeats that is not
/// to be seen.
#[test]
fn a_loop_of_two_entries_ends_if_all_loops_do() {
    let text = |latches: [&str; 2]| {
        let [one, other] = latches;
        format!(
            "declare i1 @more()
define void @f(i1 %x) {{
entry:
  br i1 %x, label %a, label %b
a:
  %p = call i1 @more()
  br i1 %p, label %b, label %end{one}
b:
  %q = call i1 @more()
  br i1 %q, label %a, label %end{other}
end:
  ret void
}}
!0 = distinct !{{!0, !1}}
!1 = !{{!\"llvm.loop.mustprogress\"}}
"
        )
    };
    let ends = ", !llvm.loop !0";
    let is_endless = |latches| {
        written(&text(latches))
            .expect("it is C")
            .contains("while (1)")
    };
    assert!(is_endless(["", ""]));
    assert!(!is_endless([ends, ends]));
}

#[test]
fn values_that_change_places_are_kept() {
    let text = written(
        "define i32 @f(i32 %n) {
entry:
  br label %head
head:
  %a = phi i32 [ 1, %entry ], [ %b, %head ]
  %b = phi i32 [ 2, %entry ], [ %a, %head ]
  %i = phi i32 [ %n, %entry ], [ %less, %head ]
  %less = sub i32 %i, 1
  %again = icmp ne i32 %less, 0
  br i1 %again, label %head, label %end
end:
  %sum = mul i32 %a, 10
  %both = add i32 %sum, %b
  ret i32 %both
}",
    );
    let text = text.unwrap_or_else(|refusals| panic!("{refusals}"));
    let kept = [" uint32_t kept = b;\n", " uint32_t kept = a;\n"];
    assert!(kept.iter().any(|kept| text.contains(kept)), "{text}");
}

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
fn memory_is_accessed_by_types_that_may_alias() {
    check(
        "define i64 @f(ptr %p, i64 %i) {
  %at = getelementptr inbounds i64, ptr %p, i64 %i
  %next = getelementptr inbounds i8, ptr %at, i64 8
  %x = load i64, ptr %next, align 8
  store volatile i8 1, ptr %p, align 1
  %far = getelementptr i8, ptr %p, i64 %i
  store i32 7, ptr %far, align 1
  ret i64 %x
}",
        &[
            "uint64_t f(any_uint64 *p, uint64_t i) {",
            "uint64_t x = p[(int64_t)i + 1];",
            "*(volatile any_uint8 *)p = 1;",
            "*(any_uint32_1 *)(void *)((uintptr_t)p + i) = 7;",
            "return x;",
            "}",
        ],
    );
}

#[test]
fn calls_go_by_name_or_through_their_own_type() {
    check(
        "@text = private unnamed_addr constant [4 x i8] c\"%d\\0A\\00\"
declare i32 @printf(ptr, ...)
define i32 @f(ptr %g, i32 %x) {
  %y = call i32 %g(i32 %x)
  %n = call i32 (ptr, ...) @printf(ptr @text, i32 %y)
  ret i32 %n
}",
        &[
            "uint32_t f(void *g, uint32_t x) {",
            "return printf(\"%d\\n\", ((uint32_t (*)(uint32_t))g)(x));",
            "}",
        ],
    );
}

#[test]
fn what_has_no_c_is_refused_with_its_line() {
    let refused = written(
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
    let first = written(functions).unwrap_or_else(|refusals| panic!("{refusals}"));
    for _ in 0..3 {
        let again = written(functions).unwrap_or_else(|refusals| panic!("{refusals}"));
        assert_eq!(again, first);
    }
}

/// Checks one line each of some functions.
#[track_caller]
fn check_lines(functions: &str, due: &[&str]) {
    let text = written(functions).unwrap_or_else(|refusals| panic!("{refusals}"));
    for line in due {
        let found = text.lines().any(|own| own.trim() == *line);
        assert!(found, "{line} is not in\n{text}");
    }
}

#[test]
fn a_call_is_not_written_where_it_may_be_skipped() {
    check_lines(
        "declare i32 @h(i32)
define i32 @f(i1 %c, i32 %x) {
  %called = call i32 @h(i32 %x)
  %r = select i1 %c, i32 %called, i32 0
  ret i32 %r
}",
        &["uint32_t called = h(x);", "return c ? called : 0;"],
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
fn strings_whose_address_counts_are_variables() {
    check_lines(
        "@text = private unnamed_addr constant [3 x i8] c\"ab\\00\", align 1
@named = private constant [3 x i8] c\"cd\\00\", align 1
declare void @use(ptr, ptr)
define void @f() {
  call void @use(ptr @text, ptr @named)
  ret void
}",
        &[
            "static const char named[3] = \"cd\";",
            "use(\"ab\", (void *)named);",
        ],
    );
}

#[test]
fn symbols_that_are_kept_are_used_and_those_of_the_library_have_other_names() {
    check_lines(
        "@llvm.used = appending global [1 x ptr] [ptr @index], section \"llvm.metadata\"
define internal i32 @index(i32 %x) {
  ret i32 %x
}",
        &["static uint32_t index_own(uint32_t) __attribute__((used));"],
    );
}

#[test]
fn a_call_of_another_type_goes_through_a_variable() {
    check_lines(
        "declare i32 @g(...)
define i32 @f(i32 %x) {
  %r = call i32 @g(i32 %x)
  ret i32 %r
}",
        &[
            "uint32_t g();",
            "return __extension__({ uint32_t (*ir_f)(uint32_t) = (void *)g; ir_f; })(x);",
        ],
    );
}

#[test]
fn variadic_arguments_are_not_converted_and_none_need_be_named() {
    check_lines(
        "declare i32 @p(i32, ...)
declare void @llvm.va_start.p0(ptr)
define void @rest(...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %list)
  ret void
}
define i32 @f(float %x) {
  %r = call i32 (i32, ...) @p(i32 1, float %x)
  ret i32 %r
}",
        &[
            "void rest(ir_nothing ir_none, ...) {",
            "__extension__({ va_start(*(va_list *)list, ir_none); \
             __asm__ volatile (\"\" : : \"r\"(*(va_list *)list) : \"memory\"); });",
            "return p(1, (struct { float f0; }){ x });",
        ],
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
    let refusals = written(&functions).expect_err("it is too long");
    let message = refusals.to_string();
    assert!(
        message.contains("a constant of more than 256 parts"),
        "{message}"
    );
}

#[test]
fn arguments_in_memory_stay_there() {
    check_lines(
        "%pair = type { double, i64 }
%wide = type { i64, i64, i64, i64 }
declare void @g(ptr byval(%pair) align 8, ptr byval(%wide) align 16, ptr byval(%wide) align 8)
define void @f(ptr %p, ptr %q) {
  call void @g(ptr byval(%pair) align 8 %p, ptr byval(%wide) align 16 %q, ptr byval(%wide) align 8 %q)
  ret void
}",
        &[
            "typedef struct { uint8_t f0; uint16_t f1; uint8_t f2[13]; } \
             __attribute__((packed, may_alias)) ir_memory_16;",
            "typedef struct { uint8_t f0[32]; } __attribute__((may_alias, aligned(16))) \
             ir_memory_32_16;",
            "void g(ir_memory_16, ir_memory_32_16, struct wide);",
            "g(*(ir_memory_16 *)p, *(ir_memory_32_16 *)q, *(struct wide *)q);",
        ],
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
fn a_variable_that_is_cut_where_a_long_double_ends_has_its_bytes() {
    check_lines(
        "declare void @use(ptr)
define void @f() {
  %place = alloca [10 x i8], align 16
  call void @use(ptr %place)
  ret void
}",
        &["uint8_t place[16] __attribute__((aligned(16)));"],
    );
}

#[test]
fn a_union_with_a_long_double_has_all_its_bytes() {
    check_lines(
        "%union.u = type { x86_fp80 }
declare void @use(ptr byval(%union.u) align 16)
define void @f(double %x) {
  %place = alloca %union.u, align 16
  %half = getelementptr inbounds i8, ptr %place, i64 8
  store double %x, ptr %half, align 8
  call void @use(ptr byval(%union.u) align 16 %place)
  ret void
}",
        &["uint8_t place[16] __attribute__((aligned(16)));"],
    );
}

#[test]
fn a_variable_that_only_is_a_long_double_is_one() {
    check_lines(
        "%struct.s = type { x86_fp80 }
declare void @scan(ptr)
define x86_fp80 @f(x86_fp80 %x) {
  %place = alloca %struct.s, align 16
  %other = alloca x86_fp80, align 16
  %member = getelementptr inbounds %struct.s, ptr %place, i32 0, i32 0
  store x86_fp80 %x, ptr %member, align 16
  call void @scan(ptr %other)
  %y = load x86_fp80, ptr %other, align 16
  %z = load x86_fp80, ptr %member, align 16
  %sum = fadd x86_fp80 %y, %z
  ret x86_fp80 %sum
}",
        &["struct s place;", "long double other = 0;"],
    );
}

#[test]
fn a_common_return_is_where_it_is_decided() {
    check(
        "declare void @g()
define i32 @f(i32 %x) {
entry:
  %c = icmp eq i32 %x, 1
  br i1 %c, label %e, label %a
a:
  call void @g()
  %d = icmp eq i32 %x, 2
  br i1 %d, label %e, label %b
b:
  call void @g()
  br label %e
e:
  %r = phi i32 [ 5, %entry ], [ %x, %a ], [ 7, %b ]
  ret i32 %r
}",
        &[
            "uint32_t f(uint32_t x) {",
            "if (x == 1) {",
            "return 5;",
            "}",
            "g();",
            "if (x == 2) {",
            "return x;",
            "}",
            "g();",
            "return 7;",
            "}",
        ],
    );
}

#[test]
fn several_cases_that_return_alike_return_once() {
    check(
        "define i32 @f(i32 %x) {
entry:
  switch i32 %x, label %e [ i32 1, label %e
                            i32 2, label %b
                            i32 3, label %e ]
b:
  br label %e
e:
  %r = phi i32 [ 5, %entry ], [ 5, %entry ], [ 5, %entry ], [ 7, %b ]
  ret i32 %r
}",
        &[
            "uint32_t f(uint32_t x) {",
            "if (x != 2) {",
            "return 5;",
            "}",
            "return 7;",
            "}",
        ],
    );
}

#[test]
fn edges_of_one_block_in_any_order_return_once() {
    let text = written(
        "define i32 @f(i32 %x, i32 %y) {
entry:
  %c = icmp eq i32 %y, 0
  br i1 %c, label %a, label %b
a:
  switch i32 %x, label %e [ i32 1, label %e
                            i32 2, label %b ]
b:
  %d = icmp eq i32 %x, %y
  br i1 %d, label %e, label %g
g:
  br label %e
e:
  %r = phi i32 [ 5, %a ], [ 5, %b ], [ 5, %a ], [ 7, %g ]
  ret i32 %r
}",
    );
    let text = text.expect("it has C");
    assert_eq!(text.matches("return 5;").count(), 2, "{text}");
    assert_eq!(text.matches("return 7;").count(), 1, "{text}");
}

#[test]
fn a_call_that_decides_nothing_is_made() {
    check(
        "declare i32 @h(i32)
define void @f(i32 %x) {
  %r = call i32 @h(i32 %x)
  %c = icmp slt i32 %r, 3
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  ret void
}",
        &[
            "void f(uint32_t x) {",
            "bool decided = (int32_t)h(x) < 3;",
            "(void)decided;",
            "return;",
            "}",
        ],
    );
}

#[test]
fn a_variable_that_nothing_but_a_dropped_decision_reads_is_left_out() {
    check(
        "declare void @g()
define void @f(ptr %x) {
  %place = alloca ptr, align 8
  store ptr %x, ptr %place, align 8
  call void @g()
  %own = load ptr, ptr %place, align 8
  %c = icmp eq ptr %own, null
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  ret void
}",
        &["void f(void *x) {", "(void)x;", "g();", "return;", "}"],
    );
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
