//! Variables, copies on edges, and names.

use unsnarl_ir::pseudocode::{Code, Context};
use unsnarl_ir::{BlockId, Id};

use crate::pseudocode::{defined, lines, read};

#[track_caller]
fn check_edges(body: &str, block: usize, slot: usize, expected: &str) {
    let text = format!("define void @f(i32 %a, i1 %t) {{\n{body}}}\n");
    let module = read(&text);
    let context = Context::new(&module);
    let code = Code::new(&context, defined(&module), |_| false);
    let copies = code.copies(unsnarl::Edge::new(BlockId::new(block), slot));
    let copies: Vec<String> = copies.iter().map(|copy| code.show_copy(copy)).collect();
    assert_eq!(copies.join("; "), expected, "{body}");
}

/// Writes a loop with these phis and instructions, which decides by `%t`: its statements, and the
/// copies when it is entered and repeated.
#[track_caller]
fn check_loop(phis: &str, insts: &str, expected: [&str; 3]) {
    let body = format!(
        "e:\n  br label %l\nl:\n{phis}{insts}  br i1 %t, label %l, label %x\nx:\n  ret void\n"
    );
    let text = format!("define void @f(i32 %a, i1 %t) {{\n{body}}}\n");
    let module = read(&text);
    let context = Context::new(&module);
    let code = Code::new(&context, defined(&module), |_| false);
    assert_eq!(lines(&code, 1).join("; "), expected[0], "{body}");
    check_edges(&body, 0, 0, expected[1]);
    check_edges(&body, 1, 0, expected[2]);
    check_edges(&body, 1, 1, "");
}

#[test]
fn copies_on_an_edge_happen_at_once() {
    let both = "  %i = phi i32 [ 0, %e ], [ %k, %l ]\n  %k = phi i32 [ 1, %e ], [ %i, %l ]\n";
    // Nothing needs them after the loop, so that they come before its decision.
    let swap = "old = i; i = k; k = old";
    check_loop(both, "", [swap, "i = 0; k = 1", ""]);
}

#[test]
fn a_phi_and_its_next_value_are_one_variable() {
    let sums = "  %i = phi i32 [ 0, %e ], [ %p, %l ]\n  %k = phi i32 [ 1, %e ], [ %q, %l ]\n";
    let start = "i = 0; k = 1";
    // The second reads what the first would overwrite, and comes before it.
    let one = "  %p = add i32 %i, 1\n  %q = add i32 %k, %i\n";
    check_loop(sums, one, ["k = k + i; i = i + 1", start, ""]);
    // Each reads what the other would overwrite.
    let circle = "  %p = add i32 %k, 1\n  %q = mul i32 %i, %i\n";
    check_loop(sums, circle, ["p = k + 1; k = i * i; i = p", start, ""]);
    // The old value is needed after the new one: two variables.
    let late = "  %p = add i32 %i, 1\n  %q = add i32 %p, %k\n  store i32 %i, ptr null\n";
    check_loop(sums, late, ["*null = i; i = i + 1; k = i + k", start, ""]);
    let both = "  %p = add i32 %i, 1\n  store i32 %p, ptr null\n  store i32 %i, ptr null\n  %q = add i32 %k, 1\n";
    check_loop(
        sums,
        both,
        [
            "p = i + 1; *null = p; *null = i; k = k + 1; i = p",
            start,
            "",
        ],
    );
    // What reads the old value is not folded past the new one.
    let fold = "  %x = mul i32 %i, 3\n  %p = add i32 %i, 1\n  store i32 %p, ptr null\n  store i32 %x, ptr null\n  %q = add i32 %k, 1\n";
    check_loop(
        sums,
        fold,
        [
            "x = i * 3; i = i + 1; *null = i; *null = x; k = k + 1",
            start,
            "",
        ],
    );
}

/// Writes a loop of one block that decides by `%c`: its statements, its decision, and the copies
/// when it is repeated.
#[track_caller]
fn check_decision(insts: &str, result: &str, expected: [&str; 3]) {
    let text = format!(
        "define i32 @f(i32 %a, ptr %q) {{
         e:
           br label %l
         l:
           %i = phi i32 [ 0, %e ], [ %p, %l ]
           {insts}
           br i1 %c, label %l, label %x
         x:
           ret i32 {result}
         }}"
    );
    let module = read(&text);
    let context = Context::new(&module);
    let code = Code::new(&context, defined(&module), |_| false);
    let copies = code.copies(unsnarl::Edge::new(BlockId::new(1), 0));
    let copies: Vec<String> = copies.iter().map(|copy| code.show_copy(copy)).collect();
    let decision = code.show_decision(BlockId::new(1));
    let found = [
        lines(&code, 1).join("; "),
        decision.unwrap_or_default(),
        copies.join("; "),
    ];
    assert_eq!(found, expected, "{insts}");
}

#[test]
fn copies_come_before_a_decision_unless_the_exit_needs_what_they_overwrite() {
    let next = "%p = add i32 %i, 1\n";
    let new = format!("{next}%c = icmp ne i32 %p, %a");
    check_decision(&new, "0", ["i = i + 1", "i != a", ""]);
    check_decision(&new, "%p", ["i = i + 1", "i != a", ""]);
    // The old value is needed where the loop is left.
    check_decision(&new, "%i", ["p = i + 1", "p != a", "i = p"]);
    // The decision reads the old value: it is saved first.
    let old = format!("{next}%c = icmp ne i32 %i, %a");
    check_decision(&old, "0", ["c = i != a; i = i + 1", "c", ""]);
    let load = "%p = load i32, ptr %q\nstore i32 %i, ptr %q\n%c = icmp ne i32 %i, %a";
    check_decision(
        load,
        "0",
        ["p = *q; *q = i; decided = i != a; i = p", "decided", ""],
    );
}

#[test]
fn a_condition_assigns_what_it_reads() {
    let text = "define void @f(ptr %q) {\nl:\n  %c = load i32, ptr %q\n  %d = icmp eq i32 %c, 0\n\
                br i1 %d, label %x, label %y\nx:\n  ret void\ny:\n  store i32 %c, ptr %q\n  ret void\n}\n";
    let module = read(text);
    let context = Context::new(&module);
    let mut code = Code::new(&context, defined(&module), |_| false);
    let entry = BlockId::new(0);
    assert_eq!(lines(&code, 0), ["c = *q"]);
    assert!(code.may_assign_in_condition(entry));
    code.assign_in_condition(entry);
    assert_eq!(lines(&code, 0), [""; 0]);
    assert_eq!(code.show_decision(entry).as_deref(), Some("(c = *q) == 0"));
    assert_eq!(code.show_opposite(entry).as_deref(), Some("(c = *q) != 0"));
}

/// The assignment stands where the variable is read first; conditions go from left to right.
#[test]
fn a_condition_reads_again_what_it_has_assigned() {
    let text = "define void @f(ptr %q) {
                l:
                  %c = load i8, ptr %q
                  %d = icmp eq i8 %c, 0
                  %e = icmp eq i8 %c, 9
                  %o = or i1 %d, %e
                  br i1 %o, label %x, label %y
                x:
                  ret void
                y:
                  store i8 %c, ptr %q
                  ret void
                }
                ";
    let module = read(text);
    let context = Context::new(&module);
    let mut code = Code::new(&context, defined(&module), |_| false);
    let entry = BlockId::new(0);
    assert_eq!(lines(&code, 0), ["c = *q"]);
    code.assign_in_condition(entry);
    assert_eq!(
        code.show_decision(entry).as_deref(),
        Some("((c = *q) == 0) | (c == 9)")
    );
}

/// What is read first may not be computed, so that it cannot assign.
#[test]
fn a_condition_assigns_only_what_it_reads_first() {
    check_stays(
        "define i8 @f(ptr %q, i1 %a) {
         e:
           %c = load i8, ptr %q
           %d = icmp eq i8 %c, 0
           %s = select i1 %a, i1 %d, i1 false
           %e = icmp eq i8 %c, 9
           %o = or i1 %s, %e
           br i1 %o, label %x, label %y
         x:
           ret i8 0
         y:
           ret i8 %c
         }
         ",
        0,
        &["c = *q"],
    );
}

/// Checks that what a block does stays before its condition.
#[track_caller]
fn check_stays(text: &str, block: usize, expected: &[&str]) {
    let module = read(text);
    let context = Context::new(&module);
    let code = Code::new(&context, defined(&module), |_| false);
    assert_eq!(lines(&code, block), expected);
    assert!(!code.may_assign_in_condition(BlockId::new(block)));
}

#[test]
fn assignments_in_a_condition_keep_their_order() {
    check_stays(
        "define i32 @f(i32 %a) {
         e:
           br label %l
         l:
           %i = phi i32 [ 0, %e ], [ %n, %l ]
           %s = xor i32 %i, %a
           %n = add i32 %i, 1
           %c = icmp slt i32 %n, %s
           br i1 %c, label %l, label %x
         x:
           ret i32 %s
         }",
        1,
        &["s = i ^ a", "i = i + 1"],
    );
}

#[test]
fn assignments_are_not_where_a_condition_may_end_before_them() {
    check_stays(
        "define i32 @f(i32 %a, ptr %q) {
           %v = load i32, ptr %q
           %c = icmp eq i32 %a, 0
           %d = icmp eq i32 %v, 0
           %e = select i1 %c, i1 %d, i1 false
           br i1 %e, label %x, label %y
         x:
           ret i32 0
         y:
           ret i32 %v
         }",
        0,
        &["v = *q"],
    );
}

#[test]
fn a_decision_that_is_tested_later_is_saved() {
    let text = "define void @f(i32 %a) {\n  %c = icmp eq i32 %a, 0\n  br i1 %c, label %x, label %y\n\
                x:\n  ret void\ny:\n  ret void\n}\n";
    let module = read(text);
    let context = Context::new(&module);
    let entry = BlockId::new(0);
    let code = Code::new(&context, defined(&module), |_| false);
    assert_eq!(lines(&code, 0), [""; 0]);
    assert_eq!(code.show_decision(entry).as_deref(), Some("a == 0"));
    let code = Code::new(&context, defined(&module), |block| block == entry);
    assert_eq!(lines(&code, 0), ["decided = a == 0"]);
    assert_eq!(code.show_decision(entry).as_deref(), Some("decided"));
}

#[test]
fn names_are_those_of_the_source_and_differ() {
    let text = r#"define i32 @f(i32 %label, ptr %"a b", ptr %f) !dbg !5 {
entry:
  %0 = load i32, ptr %"a b", !dbg !9
    #dbg_value(i32 %0, !8, !DIExpression(), !9)
  store i32 0, ptr %f
  %f1 = load i32, ptr %f
  store i32 1, ptr %f
  %1 = mul i32 %f1, %label
  %2 = mul i32 %1, %1
  %3 = add i32 %2, %0
  ret i32 %3
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!5 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DISubroutineType(types: !7)
!7 = !{!3, !3}
!8 = !DILocalVariable(name: "f", scope: !5, file: !1, line: 2, type: !3)
!9 = !DILocation(line: 2, scope: !5)
"#;
    let module = read(text);
    let context = Context::new(&module);
    let code = Code::new(&context, defined(&module), |_| false);
    assert_eq!(code.signature(), "int f(i32 label.1, ptr a_b, ptr f.1)");
    let line = code.line(BlockId::new(0)).expect("it has one");
    assert_eq!((line.file, line.line), ("a.c", 2));
    assert_eq!(
        lines(&code, 0),
        [
            "f.2 = *a_b",
            "*f.1 = 0",
            "f1.1 = *f.1",
            "*f.1 = 1",
            "%1 = f1.1 * label.1",
            "return %1 * %1 + f.2",
        ]
    );
}
