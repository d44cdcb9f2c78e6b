//! Calls of `setjmp` that are resolved: the result keeps the rules, undoing it gives the source,
//! and whatever is changed in it is noticed.

use unsnarl_ir::rewrite::setjmp::{Resolved, undo};
use unsnarl_ir::rewrite::{self, Atomics, Rewrites, Target};
use unsnarl_ir::{FuncId, Id, Module, verify, verify_function};

use crate::mutants::mutants;

const TARGET: Target = Target {
    division: 128,
    product: 256,
    switch: 64,
    intrinsics: 128,
    odd_intrinsics: true,
    result: 64,
    atomics: Atomics::Accesses,
    jumps: true,
};

const TEXT: &str = r#"
target datalayout = "e-m:e-p:32:32-i64:64-n32:64-S128"
target triple = "wasm32-unknown-wasi"
declare i32 @setjmp(ptr) #0
declare void @longjmp(ptr, i32)
declare i32 @g(i32)
declare void @h(ptr)
declare i32 @__gxx_wasm_personality_v0(...)
define i32 @plain(ptr %env, i32 %x) {
  %y = mul i32 %x, 3
  %r = call i32 @setjmp(ptr %env) #0
  %c = icmp eq i32 %r, 0
  br i1 %c, label %first, label %again
first:
  %z = call i32 @g(i32 %y)
  br label %again
again:
  %n = phi i32 [ %r, %0 ], [ %z, %first ]
  %m = add i32 %n, %y
  ret i32 %m
}
define i32 @arms(ptr %env, ptr %other, i32 %x, i1 %c) {
  %before = alloca i32
  br i1 %c, label %then, label %end
then:
  %k = mul i32 %x, 17
  %d = sitofp i32 %x to double
  %r = call i32 @setjmp(ptr %env)
  %s = call i32 @setjmp(ptr %other)
  %t = add i32 %r, %s
  br label %loop
loop:
  %i = phi i32 [ %t, %then ], [ %next, %loop ]
  %got = call i32 @g(i32 %k)
  %next = add i32 %i, %got
  %e = fptosi double %d to i32
  %stops = icmp sgt i32 %next, %e
  br i1 %stops, label %end, label %loop
end:
  %w = phi i32 [ %x, %0 ], [ %k, %loop ]
  %after = alloca [4 x i32]
  call void @h(ptr %after)
  call void @longjmp(ptr %env, i32 %w)
  unreachable
}
define void @switched(ptr %env) {
  %late = call i32 @g(i32 1)
  %r = call i32 @setjmp(ptr %env)
  %local = alloca i64
  switch i32 %r, label %other [ i32 0, label %zero
    i32 2, label %two ]
zero:
  call void @h(ptr %local)
  br label %other
two:
  %x = call i32 @g(i32 %late)
  br label %other
other:
  ret void
}
define void @funclets(ptr %env) personality ptr @__gxx_wasm_personality_v0 {
  %r = call i32 @setjmp(ptr %env)
  %a = invoke i32 @g(i32 %r) to label %done unwind label %cleanup
cleanup:
  %p = cleanuppad within none []
  call void @h(ptr %env) [ "funclet"(token %p) ]
  cleanupret from %p unwind label %catch
catch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %q = catchpad within %s [ptr null]
  %b = call i32 @g(i32 %r) [ "funclet"(token %q) ]
  catchret from %q to label %done
done:
  ret void
}
define i32 @row(ptr %env, i32 %x) {
  %r = call i32 @setjmp(ptr %env)
  %a = call i32 @g(i32 %r)
  %b = call i32 @g(i32 %a)
  %s = call i32 @setjmp(ptr %env)
  %c = call i32 @g(i32 %b)
  %t = add i32 %a, %c
  ret i32 %t
}
define i32 @invoked(ptr %env, i32 %x) personality ptr @__gxx_wasm_personality_v0 {
  %y = mul i32 %x, 3
  %q = invoke i32 @g(i32 %y) to label %saves unwind label %clean
saves:
  %r = invoke i32 @setjmp(ptr %env) to label %on unwind label %clean
on:
  %m = phi i32 [ %r, %saves ]
  %z = mul i32 %m, %q
  %s = invoke i32 @setjmp(ptr %env) to label %two unwind label %never
two:
  %a = invoke i32 @g(i32 %z) to label %done unwind label %clean
clean:
  %k = phi i32 [ 1, %0 ], [ 2, %saves ], [ %z, %two ]
  %p = cleanuppad within none []
  call void @h(ptr %env) [ "funclet"(token %p) ]
  cleanupret from %p unwind to caller
never:
  %n = cleanuppad within none []
  call void @h(ptr %env) [ "funclet"(token %n) ]
  cleanupret from %n unwind to caller
done:
  %t = add i32 %a, %s
  ret i32 %t
}
define i32 @lands(ptr %env) personality ptr @__gxx_wasm_personality_v0 {
  %q = invoke i32 @g(i32 1) to label %saves unwind label %pad
saves:
  %r = invoke i32 @setjmp(ptr %env) to label %on unwind label %pad
on:
  %a = invoke i32 @g(i32 %r) to label %done unwind label %pad
pad:
  %k = phi i32 [ 1, %0 ], [ 2, %saves ], [ %q, %on ]
  %e = landingpad { ptr, i32 } cleanup
  call void @h(ptr %env)
  resume { ptr, i32 } %e
done:
  ret i32 %a
}
define i32 @jumps.only(ptr %env) {
  call void @longjmp(ptr %env, i32 1)
  unreachable
}
attributes #0 = { returns_twice }
"#;

fn resolved() -> (Module, Rewrites) {
    let mut module = unsnarl_llvm::read(TEXT).expect("the text is right");
    assert_eq!(verify(&module), []);
    let rewrites = rewrite::legalise(&mut module, &TARGET);
    (module, rewrites)
}

fn by_name(module: &Module, name: &str) -> FuncId {
    let mut ids = (0..module.functions.len()).map(FuncId::new);
    ids.find(|&id| module.function_name(id) == name)
        .expect("there is such a function")
}

#[test]
fn the_result_keeps_the_rules_and_is_read_again() {
    let (module, _) = resolved();
    assert_eq!(verify(&module), []);
    let again = unsnarl_llvm::read(&module.to_string()).expect("the text is right");
    assert_eq!(verify(&again), []);
    let text = module.to_string();
    assert!(!text.contains("@longjmp") && !text.contains("@setjmp(ptr %env)"));
}

#[test]
fn undone_it_is_the_source() {
    let (module, rewrites) = resolved();
    for (name, returns, calls, slots) in [
        ("plain", 1, 1, 0),
        ("arms", 2, 3, 3),
        ("switched", 1, 2, 0),
        ("funclets", 1, 2, 0),
        ("row", 2, 3, 2),
        ("invoked", 2, 1, 2),
        ("lands", 1, 1, 0),
    ] {
        let id = by_name(&module, name);
        let written = rewrites.written(id).expect("it calls setjmp");
        let found = undo(&module, written, &module.functions[id]);
        let expected = Resolved {
            returns,
            calls,
            slots,
        };
        assert_eq!(found, Ok(expected), "{name}");
    }
    assert!(rewrites.written(by_name(&module, "jumps.only")).is_none());
}

#[test]
fn without_exceptions_nothing_is_changed() {
    let mut module = unsnarl_llvm::read(TEXT).expect("the text is right");
    let before = module.to_string();
    let target = Target {
        jumps: false,
        ..TARGET
    };
    rewrite::legalise(&mut module, &target);
    assert_eq!(module.to_string(), before);
}

#[test]
fn a_setjmp_of_another_type_is_refused() {
    let text = TEXT.replace(
        "%r = call i32 @setjmp(ptr %env) #0\n  %c = ",
        "%r = call i32 @setjmp(ptr %env, i32 1)\n  %c = ",
    );
    let mut module = unsnarl_llvm::read(&text).expect("the text is right");
    let rewrites = rewrite::legalise(&mut module, &TARGET);
    let refused = rewrites.refused(by_name(&module, "plain"));
    let refused = refused.expect("it is refused").to_string();
    assert!(refused.contains("with a type other than"), "{refused}");
}

#[test]
fn a_setjmp_in_a_handler_is_refused() {
    let text = TEXT.replace(
        "%b = call i32 @g(i32 %r) [",
        "%b = call i32 @setjmp(ptr %env) [",
    );
    let mut module = unsnarl_llvm::read(&text).expect("the text is right");
    let rewrites = rewrite::legalise(&mut module, &TARGET);
    let id = by_name(&module, "funclets");
    assert!(rewrites.refused(id).is_some() && rewrites.written(id).is_none());
}

#[test]
fn every_change_is_noticed() {
    let (module, rewrites) = resolved();
    let mut count = 0;
    for name in [
        "plain", "arms", "switched", "funclets", "row", "invoked", "lands",
    ] {
        let id = by_name(&module, name);
        let written = rewrites.written(id).expect("it calls setjmp");
        for (what, mutant) in mutants(&module, &module.functions[id]) {
            count += 1;
            // What breaks the rules of functions needs no proof.
            let is_noticed = undo(&module, written, &mutant).is_err()
                || !verify_function(&module, id, &mutant).is_empty();
            assert!(is_noticed, "@{name}: {what}");
        }
    }
    assert!(count > 1000, "{count} mutants");
}

#[test]
fn the_proof_survives_any_function_in_place_of_the_result() {
    let (module, rewrites) = resolved();
    let written = rewrites
        .written(by_name(&module, "arms"))
        .expect("it calls setjmp");
    let own = by_name(&module, "arms");
    for (id, function) in module.functions.iter().filter(|one| one.1.is_definition()) {
        assert_eq!(undo(&module, written, function).is_ok(), id == own);
    }
    assert!(undo(&module, written, written).is_err());
}
