//! What C for people looks like: loops, returns and decisions.

use crate::{check, written};

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
    let is_endless = |latches| written(&text(latches)).contains("while (1)");
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
    let kept = [" uint32_t kept = b;\n", " uint32_t kept = a;\n"];
    assert!(kept.iter().any(|kept| text.contains(kept)), "{text}");
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
