//! The proof of a function reaches the graph of its source, and says what it folds together.

use unsnarl_ir::rewrite::quotient::Folded;
use unsnarl_wasm::{Exports, Options, compile, object};

/// What is folded in the first function of a text, in a module and in an object.
#[track_caller]
fn check(text: &str, copies: usize, bypasses: usize, inside: usize) {
    let layout = "target datalayout = \"e-m:e-p:32:32-i64:64-n32:64-S128\"\n";
    let module = unsnarl_llvm::read(&format!("{layout}{text}")).expect("the text is right");
    let before = module.to_string();
    let expected = Folded {
        copies,
        bypasses,
        inside,
        unwinds: 0,
        jumps: 0,
    };
    for compile in [compile, object] {
        let options = Options {
            exports: Exports::External,
            ..Options::default()
        };
        let output = compile(&module, &options).expect("the module is supported");
        let report = &output.reports[0];
        assert!(report.verdict.is_proved());
        assert_eq!(report.folded, expected, "{text}");
    }
    // The caller's module is as it was.
    assert_eq!(module.to_string(), before);
}

#[test]
fn a_graph_that_nothing_changes_is_its_own() {
    check(
        "define i32 @f(i1 %c, i32 %x) {
  br i1 %c, label %a, label %b
a:
  ret i32 %x
b:
  ret i32 7
}",
        0,
        0,
        0,
    );
}

#[test]
fn edges_that_copy_the_same_are_merged_before_their_block() {
    check(
        "define i32 @f(i32 %a, i32 %b) {
  %c = icmp eq i32 %a, 0
  br i1 %c, label %out, label %more
more:
  %d = icmp eq i32 %b, 0
  br i1 %d, label %out, label %last
last:
  %s = add i32 %a, %b
  br label %out
out:
  %r = phi i32 [ -2, %0 ], [ -2, %more ], [ %s, %last ]
  %t = mul i32 %r, 3
  ret i32 %t
}",
        0,
        1,
        0,
    );
}

/// The edges into the block of the switch are merged, and the switch is taken apart.
#[test]
fn merged_edges_lead_to_a_divided_decision() {
    check(
        "define i64 @f(i32 %a, i32 %b, i128 %v) {
  %c = icmp eq i32 %a, 0
  br i1 %c, label %out, label %more
more:
  %d = icmp eq i32 %b, 0
  br i1 %d, label %out, label %last
last:
  br label %out
out:
  %r = phi i64 [ 5, %0 ], [ 5, %more ], [ 6, %last ]
  switch i128 %v, label %one [ i128 18446744073709551616, label %two
    i128 1, label %three ]
one:
  ret i64 %r
two:
  %x = add i64 %r, 1
  ret i64 %x
three:
  %y = mul i64 %r, %r
  ret i64 %y
}",
        0,
        1,
        2,
    );
}

#[test]
fn a_loop_inside_a_block_and_returns_of_its_own() {
    check(
        "define i32 @f(i200 %v, i32 %n) {
entry:
  %q = udiv i200 %v, 10
  %t = trunc i200 %q to i32
  %e = icmp eq i32 %n, %t
  br i1 %e, label %r, label %g
g:
  %k = mul i32 %n, 3
  br label %r
r:
  %x = phi i32 [ -2, %entry ], [ %k, %g ]
  ret i32 %x
}",
        1,
        0,
        2,
    );
}
