//! Exceptions in the legacy instructions: which ones are written, that all is proved, and what has
//! no form in them.

use unsnarl_wasm::{CompileErrors, Exceptions, Exports, Options, Output, compile, object, wat};

const HEAD: &str = "target datalayout = \"e-m:e-p:32:32-i64:64-n32:64-S128\"
declare i32 @__gxx_wasm_personality_v0(...)
declare void @llvm.wasm.throw(i32, ptr)
declare ptr @llvm.wasm.get.exception(token)
define i32 @g(i32 %x) {
  %c = icmp slt i32 %x, 3
  br i1 %c, label %throws, label %returns
throws:
  %p = inttoptr i32 %x to ptr
  call void @llvm.wasm.throw(i32 0, ptr %p)
  unreachable
returns:
  ret i32 %x
}
";

fn options(exceptions: Exceptions) -> Options<'static> {
    Options {
        exports: Exports::External,
        exceptions,
        ..Options::default()
    }
}

/// A module and an object of a text.
fn compiled(text: &str, exceptions: Exceptions) -> Result<[Output; 2], CompileErrors> {
    let module = unsnarl_llvm::read(&format!("{HEAD}{text}")).expect("the text is right");
    let options = options(exceptions);
    Ok([compile(&module, &options)?, object(&module, &options)?])
}

/// Checks how often each instruction is written for the last function of a text.
#[track_caller]
fn check(text: &str, exceptions: Exceptions, expected: &str) {
    for output in compiled(text, exceptions).expect("it has a form") {
        let proved = output
            .reports
            .iter()
            .all(|report| report.verdict.is_proved());
        assert!(proved, "{text}");
        let text = wat(&output.bytes).expect("it is valid");
        let function = text.rsplit("(func $f").next().expect("it has functions");
        let words: Vec<&str> = function.split_whitespace().collect();
        let count = |name: &&str| words.iter().filter(|word| *word == name).count();
        let names = [
            "try",
            "catch",
            "catch_all",
            "delegate",
            "rethrow",
            "try_table",
            "throw_ref",
        ];
        let counts = names.iter().map(|name| (name, count(name)));
        let counts = counts.filter(|&(_, count)| count > 0);
        let counts: Vec<String> = counts
            .map(|(name, count)| format!("{name} {count}"))
            .collect();
        assert_eq!(counts.join(", "), expected);
    }
}

const CLEANS: &str = "define i32 @f(i32 %x) personality ptr @__gxx_wasm_personality_v0 {
  %r = invoke i32 @g(i32 %x) to label %next unwind label %clean
next:
  %s = invoke i32 @g(i32 %r) to label %done unwind label %clean
done:
  %t = call i32 @g(i32 %s)
  ret i32 %t
clean:
  %p = cleanuppad within none []
  %u = call i32 @g(i32 %x) [ \"funclet\"(token %p) ]
  cleanupret from %p unwind to caller
}";

const HANDLES: &str = "define i32 @f(i32 %x) personality ptr @__gxx_wasm_personality_v0 {
  %r = invoke i32 @g(i32 %x) to label %done unwind label %switch
done:
  ret i32 %r
switch:
  %c = catchswitch within none [label %handler] unwind label %clean
handler:
  %h = catchpad within %c [ptr null]
  %e = call ptr @llvm.wasm.get.exception(token %h)
  %n = ptrtoint ptr %e to i32
  catchret from %h to label %caught
caught:
  ret i32 %n
clean:
  %p = cleanuppad within none []
  cleanupret from %p unwind to caller
}";

/// A handler of C++, behind which a jump is caught.
const JUMPS: &str = "declare ptr @llvm.wasm.catch(i32)
define i32 @f(i32 %x) personality ptr @__gxx_wasm_personality_v0 {
  %r = invoke i32 @g(i32 %x) to label %done unwind label %switch
done:
  ret i32 %r
switch:
  %c = catchswitch within none [label %handler] unwind label %jumps
handler:
  %h = catchpad within %c [ptr null]
  %e = call ptr @llvm.wasm.get.exception(token %h)
  %n = ptrtoint ptr %e to i32
  catchret from %h to label %caught
caught:
  ret i32 %n
jumps:
  %d = catchswitch within none [label %jumped] unwind to caller
jumped:
  %j = catchpad within %d []
  %to = call ptr @llvm.wasm.catch(i32 1)
  %m = load i32, ptr %to
  catchret from %j to label %caught.there
caught.there:
  ret i32 %m
}";

#[test]
fn jumps_and_exceptions_have_a_tag_each() {
    check(JUMPS, Exceptions::Legacy, "try 1, catch 2");
    check(JUMPS, Exceptions::Standard, "try_table 1");
}

#[test]
fn calls_of_one_cleanup_share_a_try() {
    // The call behind them delegates to the caller.
    check(
        CLEANS,
        Exceptions::Legacy,
        "try 2, catch_all 1, delegate 1, rethrow 1",
    );
    check(CLEANS, Exceptions::Standard, "try_table 1, throw_ref 1");
}

#[test]
fn other_exceptions_pass_a_handler() {
    check(
        HANDLES,
        Exceptions::Legacy,
        "try 2, catch 1, catch_all 1, rethrow 1",
    );
    check(HANDLES, Exceptions::Standard, "try_table 1, throw_ref 1");
}

/// Edges of calls, one of them with a result, bring the same number, so they are merged.
#[test]
fn edges_of_caught_calls_are_merged() {
    let text = "define void @h() {
  %p = inttoptr i32 1 to ptr
  call void @llvm.wasm.throw(i32 0, ptr %p)
  unreachable
}
define i32 @f(i32 %x) personality ptr @__gxx_wasm_personality_v0 {
entry:
  switch i32 %x, label %out [ i32 1, label %first
    i32 2, label %second
    i32 3, label %third ]
first:
  %a = invoke i32 @g(i32 1) to label %out unwind label %switch
second:
  invoke void @h() to label %out unwind label %switch
third:
  invoke void @h() to label %out unwind label %switch
out:
  %r = phi i32 [ %x, %entry ], [ 7, %first ], [ 7, %second ], [ 7, %third ]
  %s = mul i32 %r, %x
  br label %end
switch:
  %k = catchswitch within none [label %handler] unwind to caller
handler:
  %h = catchpad within %k [ptr null]
  catchret from %h to label %end
end:
  %v = phi i32 [ 0, %handler ], [ %s, %out ]
  ret i32 %v
}";
    check(text, Exceptions::Legacy, "try 3, catch 3");
    check(text, Exceptions::Standard, "try_table 3");
}

#[test]
fn a_cleanup_that_begins_a_loop_has_no_form() {
    let text = "define i32 @f(i32 %x) personality ptr @__gxx_wasm_personality_v0 {
entry:
  %a = invoke i32 @g(i32 %x) to label %done unwind label %clean
clean:
  %v = phi i32 [ 0, %entry ], [ %n, %retry ]
  %p = cleanuppad within none []
  cleanupret from %p unwind label %switch
switch:
  %c = catchswitch within none [label %handler] unwind to caller
handler:
  %h = catchpad within %c [ptr null]
  %n = add i32 %v, 1
  catchret from %h to label %retry
retry:
  %r = invoke i32 @g(i32 %n) to label %done unwind label %clean
done:
  %z = phi i32 [ %a, %entry ], [ %r, %retry ]
  ret i32 %z
}";
    let errors = compiled(text, Exceptions::Legacy).expect_err("it has no form");
    let error = errors.to_string();
    for part in ["function 'f'", "legacy instructions", "--eh=standard"] {
        assert!(error.contains(part), "{error}");
    }
    compiled(text, Exceptions::Standard).expect("it has a form");
}
