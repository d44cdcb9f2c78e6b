//! Checks of the stack: the result keeps the rules, undoing it gives the source, and every change
//! to the result is noticed.

use unsnarl_ir::rewrite::stack::{check, undo};
use unsnarl_ir::{Module, verify, verify_function};
use unsnarl_wasm::TARGET;

use crate::mutants::mutants;

const TEXT: &str = r#"
target datalayout = "e-m:e-p:32:32-i64:64-n32:64-S128"
target triple = "wasm32-unknown-wasi"
declare i32 @g(i32)
declare void @h(ptr)
declare void @taken(ptr byval(i64))
declare void @varied(i32, ...)
declare i32 @__gxx_wasm_personality_v0(...)
define i32 @none(i32 %x) {
  %y = call i32 @g(i32 %x)
  ret i32 %y
}
define i32 @frame(i32 %x) {
  %a = alloca i32
  store i32 %x, ptr %a
  %late = alloca [4 x i32]
  call void @h(ptr %late)
  call void @h(ptr %a)
  ret i32 %x
}
define i32 @computed(i32 %n) {
  %c = icmp eq i32 %n, 0
  %a = alloca i8, i32 %n
  %b = alloca i64
  br i1 %c, label %then, label %end
then:
  %d = alloca i32, i32 3
  %e = alloca i32, i32 %n
  call void @h(ptr %d)
  call void @h(ptr %e)
  %k = call i32 @g(i32 %n)
  br label %end
end:
  %p = phi i32 [ %n, %0 ], [ %k, %then ]
  call void @h(ptr %a)
  call void @h(ptr %b)
  ret i32 %p
}
define void @passed(ptr %p) {
  call void @taken(ptr byval(i64) %p)
  call void (i32, ...) @varied(i32 1, ptr %p)
  ret void
}
define i32 @caught(i32 %n) personality ptr @__gxx_wasm_personality_v0 {
  %v = alloca i32
  %r = invoke i32 @g(i32 %n) to label %done unwind label %catch
catch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %q = catchpad within %s [ptr null]
  %w = alloca i8, i32 %n
  call void @h(ptr %w) [ "funclet"(token %q) ]
  catchret from %q to label %done
done:
  %x = phi i32 [ %r, %0 ], [ 1, %handler ]
  call void @h(ptr %v)
  ret i32 %x
}
"#;

fn read() -> Module {
    let module = unsnarl_llvm::read(TEXT).expect("the text is right");
    assert_eq!(verify(&module), []);
    module
}

fn checked(source: &Module) -> Module {
    let mut module = source.clone();
    check(&mut module, &TARGET);
    module
}

#[test]
fn the_result_keeps_the_rules_and_is_read_again() {
    let module = checked(&read());
    assert_eq!(verify(&module), []);
    let again = unsnarl_llvm::read(&module.to_string()).expect("the text is right");
    assert_eq!(verify(&again), []);
}

#[test]
fn undone_it_is_the_source() {
    let source = read();
    let module = checked(&source);
    for (name, checks) in [
        ("none", 0),
        ("frame", 1),
        ("computed", 4),
        ("passed", 1),
        ("caught", 2),
    ] {
        let (id, function) = source
            .functions
            .iter()
            .find(|(id, _)| source.function_name(*id) == name)
            .expect("there is such a function");
        assert_eq!(
            undo(&module, function, &module.functions[id]),
            Ok(checks),
            "@{name}"
        );
    }
}

#[test]
fn every_change_is_noticed() {
    let source = read();
    let module = checked(&source);
    let mut count = 0;
    for (id, function) in source.functions.iter() {
        let name = source.function_name(id);
        for (what, mutant) in mutants(&module, &module.functions[id]) {
            count += 1;
            // What breaks the rules of functions needs no proof.
            let is_noticed = undo(&module, function, &mutant).is_err()
                || !verify_function(&module, id, &mutant).is_empty();
            assert!(is_noticed, "@{name}: {what}");
        }
    }
    assert!(count > 500, "{count} mutants");
}

#[test]
fn a_check_that_is_not_there_is_noticed() {
    let source = read();
    let module = checked(&source);
    let mut missing = 0;
    for (id, function) in source
        .functions
        .iter()
        .filter(|(_, function)| function.is_definition())
    {
        let checks = undo(&module, function, &module.functions[id]).expect("it is the source");
        let has_variables = !matches!(source.function_name(id), "none" | "passed");
        assert_eq!(undo(&module, function, function).is_err(), has_variables);
        missing += usize::from(has_variables && checks > 0);
    }
    assert_eq!(missing, 3);
}

#[test]
fn the_proof_survives_any_function_in_place_of_the_result() {
    let source = read();
    let module = checked(&source);
    let all = || source.functions.values().chain(module.functions.values());
    for function in source.functions.values() {
        for other in all().filter(|other| other.name != function.name) {
            assert!(undo(&module, function, other).is_err());
        }
    }
}
