//! What is not supported is an error that names it and its line.

use unsnarl_wasm::{Options, compile, object};

const HEAD: &str = "target datalayout = \"e-p:32:32-i64:64-i128:128-n32:64-S128\"\n";

#[track_caller]
fn check(text: &str, expected: &str) {
    let module =
        unsnarl_llvm::read(&format!("{HEAD}{text}")).unwrap_or_else(|error| panic!("{error}"));
    match compile(&module, &Options::default()) {
        Ok(_) => panic!("it compiled"),
        Err(error) => assert_eq!(error.to_string(), expected),
    }
}

/// A body of `@f`, whose first line is line 3.
#[track_caller]
fn check_body(body: &str, declarations: &str, expected: &str) {
    check(
        &format!(
            "define void @f(i32 %x, double %d, i128 %w) \"wasm-export-name\"=\"f\" {{\n{body}\n ret void\n}}\n{declarations}"
        ),
        expected,
    );
}

#[test]
fn types() {
    check_body(
        "%a = alloca x86_fp80\n%v = load x86_fp80, ptr %a",
        "",
        "line 4: in function 'f': a value of type x86_fp80 is not supported",
    );
    check_body(
        "%a = load ptr addrspace(10), ptr null",
        "",
        "line 3: in function 'f': a value of type ptr addrspace(10) is not supported",
    );
    check_body(
        "%v = load <vscale x 4 x i32>, ptr null",
        "",
        "line 3: in function 'f': a value of type <vscale x 4 x i32> is not supported",
    );
    check_body(
        "%v = load <2000 x i32>, ptr null",
        "",
        "line 3: in function 'f': a value of type <2000 x i32> consists of more than 1000 \
         numbers, and can only be held in memory",
    );
}

#[test]
fn integers_of_more_than_128_bits() {
    check_body(
        "%a = zext i32 %x to i200\n%b = call i200 @llvm.smul.fix.i200(i200 %a, i200 %a, i32 3)",
        "declare i200 @llvm.smul.fix.i200(i200, i200, i32)",
        "line 4: in function 'f': intrinsic llvm.smul.fix.i200 is not supported",
    );
    check_body(
        "%a = load <2 x i200>, ptr null\n%b = add <2 x i200> %a, %a",
        "",
        "line 4: in function 'f': a value of type <2 x i200> is not supported",
    );
}

#[test]
fn intrinsics() {
    for (text, named) in [
        (
            "%a = call i32 @llvm.smul.fix.i32(i32 %x, i32 %x, i32 3)",
            "llvm.smul.fix.i32",
        ),
        ("%a = call i32 @llvm.vscale.i32()", "llvm.vscale.i32"),
        ("call void @llvm.set.rounding(i32 0)", "llvm.set.rounding"),
        (
            "%a = call i32 @llvm.eh.typeid.for.p0(ptr null)",
            "llvm.eh.typeid.for.p0",
        ),
        (
            "%a = call ptr @llvm.returnaddress(i32 0)",
            "llvm.returnaddress",
        ),
        (
            "%a = call ptr @llvm.addressofreturnaddress.p0()",
            "llvm.addressofreturnaddress.p0",
        ),
        ("%a = call ptr @llvm.sponentry.p0()", "llvm.sponentry.p0"),
    ] {
        let declaration = text.split("call ").nth(1).unwrap_or("");
        let types = declaration
            .replace(" null", "")
            .replace(" %x", "")
            .replace("i32 3", "i32")
            .replace("i32 0", "i32");
        check_body(
            text,
            &format!("declare {types}"),
            &format!("line 3: in function 'f': intrinsic {named} is not supported"),
        );
    }
    check_body(
        "%r = call double @llvm.experimental.constrained.fadd.f64(double %d, double %d, metadata !\"round.upward\", metadata !\"fpexcept.ignore\")",
        "declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)",
        "line 3: in function 'f': rounding mode round.upward is not supported",
    );
}

#[test]
fn instructions() {
    check_body(
        "%m = trunc i32 %x to i1\n%v = insertelement <2 x i1> zeroinitializer, i1 %m, i32 0\n\
         %l = call <2 x i7> @llvm.masked.load.v2i7.p0(ptr null, i32 1, <2 x i1> %v, <2 x i7> zeroinitializer)",
        "declare <2 x i7> @llvm.masked.load.v2i7.p0(ptr, i32, <2 x i1>, <2 x i7>)",
        "line 5: in function 'f': a masked access to sub-byte elements is not supported",
    );
    check_body(
        "call void asm sideeffect \"nop\", \"\"()",
        "",
        "line 3: in function 'f': inline assembly with the text 'nop' is not supported",
    );
    check_body(
        "call void @g(i32 nest %x)",
        "define void @g(i32 %y) { ret void }",
        "line 3: in function 'f': parameter attribute nest is not supported",
    );
}

/// All errors of a file are reported at once: those of the module first, then by line, each
/// construct of a function once, without errors about values that are missing because of it.
#[test]
fn all_refusals_of_a_file_are_reported_at_once() {
    check(
        "define void @f(i32 %x) \"wasm-export-name\"=\"f\" {
 call void asm sideeffect \"nop\", \"\"()
 %a = alloca x86_fp80
 %v = load x86_fp80, ptr %a
 %w = fadd x86_fp80 %v, %v
 %c = call i32 @llvm.vscale.i32()
 %d = add i32 %c, 1
 call void @g(i32 nest %d)
 ret void
}
define void @g(i32 %y) {
 call void @missing()
 call void asm sideeffect \"nop\", \"\"()
 ret void
}
define void @h() \"wasm-export-name\"=\"h\" {
 %v = load ptr addrspace(10), ptr @wide
 unreachable
}
@wide = global i8 0, align 131072
module asm \"nop\"
declare i32 @llvm.vscale.i32()
declare void @missing()",
        "assembly outside of functions is not supported
undefined: missing: define them, or declare them with the attribute wasm-import-module
line 3: in function 'f': inline assembly with the text 'nop' is not supported
line 5: in function 'f': a value of type x86_fp80 is not supported
line 7: in function 'f': intrinsic llvm.vscale.i32 is not supported
line 9: in function 'f': parameter attribute nest is not supported
line 14: in function 'g': inline assembly with the text 'nop' is not supported
line 18: in function 'h': a value of type ptr addrspace(10) is not supported
line 21: global 'wide' requires an alignment of 131072, which is not supported",
    );
}

/// Of very many refusals some are shown, and all are counted.
#[test]
fn only_some_of_many_refusals_are_shown() {
    let mut text = String::new();
    for number in 0..100 {
        text += &format!(
            "define void @f{number}() \"wasm-export-name\"=\"f{number}\" {{\n call void asm sideeffect \"nop\", \"\"()\n ret void\n}}\n"
        );
    }
    let module = unsnarl_llvm::read(&format!("{HEAD}{text}")).expect("it is well formed");
    for errors in [compile, unsnarl_wasm::object].map(|make| make(&module, &Options::default())) {
        let errors = errors.expect_err("assembly is refused");
        assert_eq!(errors.iter().count(), 100);
        let shown = errors.to_string();
        assert_eq!(shown.lines().count(), 21, "{shown}");
        assert!(shown.ends_with("and 80 more"), "{shown}");
    }
}

#[test]
fn modules() {
    check_body(
        "call void @g()\n%v = load i32, ptr @h",
        "declare void @g()\n@h = external global i32",
        "undefined: g, h: define them, or declare them with the attribute wasm-import-module",
    );
    check(
        "define void @a() \"wasm-export-name\"=\"f\" { ret void }\ndefine void @b() \"wasm-export-name\"=\"f\" { ret void }",
        "two functions are exported as 'f'",
    );
    check(
        "module asm \"nop\"",
        "assembly outside of functions is not supported",
    );
    check(
        "@g = global [3000000000 x i8] zeroinitializer\ndefine i32 @f() \"wasm-export-name\"=\"f\" {\n %v = load i32, ptr @g\n ret i32 %v\n}",
        "line 2: cannot lay out the initial value of global 'g': constant c0 is larger than the \
         limit of 2147483648 bytes",
    );
    let module = unsnarl_llvm::read("target datalayout = \"e-m:e-p:16:16-i64:64\"\n")
        .expect("it is well formed");
    let error = compile(&module, &Options::default()).expect_err("pointers have 16 bits");
    assert!(
        error
            .to_string()
            .starts_with("data layout 'e-m:e-p:16:16-i64:64' is not for wasm32 or wasm64"),
        "{error}"
    );
}

/// An unused declaration is not an error, and an import is one only with its attribute.
#[test]
fn imports_have_names() {
    let text = "declare void @unused()\ndeclare i32 @g(i32) #0\nattributes #0 = { \"wasm-import-module\"=\"host\" \"wasm-import-name\"=\"give\" }\n\
                define i32 @f(i32 %x) \"wasm-export-name\"=\"f\" {\n %r = call i32 @g(i32 %x)\n ret i32 %r\n}";
    let module = unsnarl_llvm::read(&format!("{HEAD}{text}")).expect("it is well formed");
    let output = compile(&module, &Options::default()).expect("it compiles");
    let wat = unsnarl_wasm::wat(&output.bytes).expect("it is a module");
    assert!(wat.contains("(import \"host\" \"give\" (func $g"), "{wat}");
    assert!(!wat.contains("unused"), "{wat}");
}

#[test]
fn setjmp_that_is_refused_has_a_remedy() {
    let in_handler = r#"
declare i32 @setjmp(ptr)
declare i32 @__gxx_wasm_personality_v0(...)
declare void @g()
define void @f(ptr %env) #0 personality ptr @__gxx_wasm_personality_v0 {
  invoke void @g() to label %done unwind label %catch
catch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %q = catchpad within %s [ptr null]
  %r = call i32 @setjmp(ptr %env) [ "funclet"(token %q) ]
  catchret from %q to label %done
done:
  ret void
}
attributes #0 = { "target-features"="+exception-handling" }
"#;
    let other_type = "\
declare i32 @setjmp(i32)
define i32 @f(i32 %x) \"target-features\"=\"+exception-handling\" {
  %r = call i32 @setjmp(i32 %x)
  ret i32 %r
}
";
    for (text, expected) in [
        (
            in_handler,
            "in function 'f': setjmp in a handler or a cleanup is not supported: move the call, \
             with the code that longjmp returns to, into a separate function",
        ),
        (
            other_type,
            "in function 'f': setjmp with a type other than 'int (jmp_buf)' is not supported: \
             include <setjmp.h>",
        ),
    ] {
        let module = unsnarl_llvm::read(&format!("{HEAD}{text}")).expect("the text is right");
        let Err(error) = object(&module, &Options::default()) else {
            panic!("it compiled:\n{text}");
        };
        assert!(error.to_string().ends_with(expected), "{error}");
    }
}
