//! What C for people looks like: loops, returns and decisions.

use crate::{check, check_lines, written};

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

/// A decision that makes no difference does not divide them.
#[test]
fn values_change_places_alike_on_two_edges() {
    let text = written(
        "declare i1 @more(i32)
define i32 @f() {
entry:
  br label %head
head:
  %a = phi i32 [ 1, %entry ], [ %b, %on ], [ %b, %on ], [ %b, %other ]
  %b = phi i32 [ 2, %entry ], [ %a, %on ], [ %a, %on ], [ 3, %other ]
  %first = call i1 @more(i32 %a)
  br i1 %first, label %choose, label %end
choose:
  %second = call i1 @more(i32 %b)
  br i1 %second, label %on, label %other
on:
  br i1 %first, label %head, label %head
other:
  %third = call i1 @more(i32 7)
  br label %head
end:
  ret i32 %a
}",
    );
    assert_eq!(text.matches(" kept = ").count(), 1, "{text}");
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

#[test]
fn what_is_set_between_a_call_and_its_other_return_is_volatile() {
    check(
        "declare i32 @_setjmp(ptr) returns_twice
declare void @g(ptr)
define i32 @f(ptr %place, i32 %x) {
  %kept = alloca i32
  %said = alloca i32
  %pointer = alloca ptr
  %array = alloca [2 x i8]
  store i32 %x, ptr %kept
  store volatile i32 1, ptr %said
  store ptr null, ptr %pointer
  %r = call i32 @_setjmp(ptr %place) returns_twice
  %is_again = icmp ne i32 %r, 0
  br i1 %is_again, label %again, label %first
first:
  store i32 3, ptr %kept
  store volatile i32 2, ptr %said
  store ptr %place, ptr %pointer
  store i8 5, ptr %array
  call void @g(ptr %place)
  br label %again
again:
  %a = load i32, ptr %kept
  %b = load volatile i32, ptr %said
  %c = load i8, ptr %array
  %d = zext i8 %c to i32
  %e = add i32 %a, %b
  %f = add i32 %e, %d
  %p = load ptr, ptr %pointer
  %q = ptrtoint ptr %p to i32
  %s = add i32 %f, %q
  ret i32 %s
}",
        &[
            "uint32_t f(void *place, uint32_t x) {",
            "volatile uint32_t kept = 0;",
            "volatile uint32_t said = 0;",
            "void *volatile pointer = NULL;",
            "uint8_t array[2];",
            "ir_reached(array);",
            "kept = x;",
            "said = 1;",
            "pointer = NULL;",
            "if (_setjmp(place) == 0) {",
            "kept = 3;",
            "said = 2;",
            "pointer = place;",
            "array[0] = 5;",
            "g(place);",
            "}",
            "uint32_t b = said;",
            "return kept + b + (uint32_t)array[0] + (uint32_t)(uintptr_t)pointer;",
            "}",
        ],
    );
}

#[test]
fn volatile_variables_are_declared_so() {
    check(
        "define i32 @f(i32 %x) {
  %count = alloca i32
  %set = alloca i8
  store volatile i32 %x, ptr %count
  store volatile i8 1, ptr %set
  %old = load volatile i32, ptr %count
  %new = add i32 %old, 1
  store volatile i32 %new, ptr %count
  ret i32 %old
}",
        &[
            "uint32_t f(uint32_t x) {",
            "volatile uint32_t count = 0;",
            "volatile uint8_t set __attribute__((unused)) = 0;",
            "count = x;",
            "set = 1;",
            "uint32_t old = count;",
            "count = old + 1;",
            "return old;",
            "}",
        ],
    );
}

#[test]
fn a_variable_is_read_before_a_call_that_returns_twice() {
    check_lines(
        "declare i32 @_setjmp(ptr) returns_twice
define i32 @f(ptr %place, i32 %x, i32 %y) {
  %a = alloca i32
  store i32 %x, ptr %a
  %before = load i32, ptr %a
  %r = call i32 @_setjmp(ptr %place) returns_twice
  store i32 %y, ptr %a
  %sum = add i32 %r, %before
  ret i32 %sum
}",
        &["uint32_t before = a;"],
    );
}

/// clang warns of a switch on a number of which no arm is.
#[test]
fn a_switch_on_a_number_has_a_default() {
    let of = |operand: &str| {
        written(&format!(
            "declare void @one()
declare void @two()
define i32 @f(i32 %x) {{
  switch i32 {operand}, label %end [ i32 1, label %first
    i32 2, label %second ]
first:
  call void @one()
  br label %end
second:
  call void @two()
  br label %end
end:
  ret i32 %x
}}"
        ))
    };
    assert!(of("5").contains("default: break;"));
    assert!(!of("%x").contains("default"));
}

/// A switch without cases calls what it decides by, and leads to one block. Nothing asks for that,
/// so it is a statement: here in a loop of which another decision by the same words leads out.
#[test]
fn a_decision_between_equal_edges_is_a_statement() {
    let text = written(
        "declare i32 @decide(i32)
declare void @block(i32)
define i32 @f(i1 %c) {
a:
  br i1 %c, label %b, label %d
b:
  %v = call i32 @decide(i32 8)
  switch i32 %v, label %a [ ]
d:
  br i1 %c, label %a, label %e
e:
  call void @block(i32 4)
  br label %e
}",
    );
    assert!(text.contains("uint32_t decided = decide(8);"), "{text}");
}

/// Arms of a switch, with these incoming values of the phi behind the arms.
fn arms(last: &str) -> String {
    format!(
        "declare i32 @g()
declare void @use(i32)
define i32 @f(i32 %x) {{
  switch i32 %x, label %end [ i32 0, label %a
    i32 1, label %b
    i32 2, label %c ]
a:
  %v = call i32 @g()
  br label %b
b:
  %z = phi i32 [ 7, %0 ], [ %v, %a ]
  call void @use(i32 %z)
  br label %c
c:
  %w = phi i32 [ 9, %0 ], [ 8, %b ]
  call void @use(i32 %w)
  br label %end
end:
  {last}
}}"
    )
}

#[test]
fn what_edges_of_a_switch_copy_comes_before_it_where_arms_fall_through() {
    check(
        &arms("ret i32 %x"),
        &[
            "uint32_t f(uint32_t x) {",
            "uint32_t z = 7;",
            "uint32_t w = 9;",
            "switch (x) {",
            "case 0:",
            "z = g();",
            "__attribute__((fallthrough));",
            "case 1:",
            "use(z);",
            "w = 8;",
            "__attribute__((fallthrough));",
            "case 2:",
            "use(w);",
            "}",
            "return x;",
            "}",
        ],
    );
}

/// What an arm reads has its value from before.
#[test]
fn a_copy_stays_on_an_edge_if_another_arm_reads_what_was_there() {
    let text = written(
        "declare i32 @g()
declare void @use(i32, i32)
define void @f(i32 %x) {
entry:
  br label %head
head:
  %i = phi i32 [ 1, %entry ], [ %z, %b ]
  switch i32 %x, label %end [ i32 0, label %a
    i32 1, label %b ]
a:
  call void @use(i32 %i, i32 0)
  %v = call i32 @g()
  br label %b
b:
  %z = phi i32 [ 7, %head ], [ %v, %a ]
  call void @use(i32 %z, i32 1)
  br label %head
end:
  ret void
}",
    );
    assert!(!text.contains("fallthrough"), "{text}");
}
