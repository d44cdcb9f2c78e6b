//! What is not supported is an error that names it and its line.

use unsnarl_wasm::{Options, compile};

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
        "%a = alloca <4 x i32>\n%v = load <4 x i32>, ptr %a",
        "",
        "line 4: in function 'f': a value of type <4 x i32> is not supported",
    );
    check_body(
        "%a = alloca half\n%v = load half, ptr %a",
        "",
        "line 4: in function 'f': a value of type half is not supported",
    );
    check_body(
        "%a = fpext double %d to fp128",
        "",
        "line 3: in function 'f': a value of type fp128 is not supported",
    );
    check_body(
        "%a = zext i32 %x to i200",
        "",
        "line 3: in function 'f': a value of type i200 is not supported",
    );
}

#[test]
fn instructions() {
    check_body(
        "%r = frem double %d, %d",
        "",
        "line 3: in function 'f': frem, which needs fmod of a C library, is not supported",
    );
    check_body(
        "%r = udiv i128 %w, %w",
        "",
        "line 3: in function 'f': a division of more than 64 bits is not supported",
    );
    check_body(
        "call void asm sideeffect \"nop\", \"\"()",
        "",
        "line 3: in function 'f': inline assembly is not supported",
    );
    check_body(
        "%r = call double @llvm.sin.f64(double %d)",
        "declare double @llvm.sin.f64(double)",
        "line 3: in function 'f': intrinsic llvm.sin.f64 is not supported",
    );
    check_body(
        "call void @g(i32 nest %x)",
        "define void @g(i32 %y) { ret void }",
        "line 3: in function 'f': parameter attribute nest is not supported",
    );
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
        "line 2: the initial value of global 'g' cannot be laid out: constant c0 is larger than the limit of 2147483648 bytes",
    );
    let module =
        unsnarl_llvm::read("target datalayout = \"e-m:e-i64:64\"\n").expect("it is well formed");
    let error = compile(&module, &Options::default()).expect_err("pointers have 64 bits");
    assert!(
        error
            .to_string()
            .starts_with("data layout 'e-m:e-i64:64' is not that of wasm32"),
        "{error}"
    );
}

/// A declaration that nobody uses is no error, and an import is one only with its attribute.
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
