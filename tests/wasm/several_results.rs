//! LLVM's ABI `experimental-mv`: a result of several numbers is as many results of the function.

use crate::engine::{HEAD, Instance};
use unsnarl_ir::Module;
use unsnarl_wasm::{Abi, CompileError, CompileErrors, Options, Output, compile, object, wat};
use wasmi::Val;

const TEXT: &str = r#"
%three = type { i32, i64, double }
define %three @split(i64 %x) #0 "wasm-export-name"="split" {
  %low = trunc i64 %x to i32
  %high = lshr i64 %x, 32
  %all = uitofp i64 %x to double
  %a = insertvalue %three undef, i32 %low, 0
  %b = insertvalue %three %a, i64 %high, 1
  %c = insertvalue %three %b, double %all, 2
  ret %three %c
}
define %three @zero(i64 %x) #0 {
  ret %three zeroinitializer
}
define %three @passed(i64 %x) #0 "wasm-export-name"="passed" {
  %next = add i64 %x, 1
  %r = musttail call %three @split(i64 %next)
  ret %three %r
}
define i128 @product(i64 %a, i64 %b) #0 "wasm-export-name"="product" {
  %wide.a = zext i64 %a to i128
  %wide.b = zext i64 %b to i128
  %p = mul i128 %wide.a, %wide.b
  ret i128 %p
}
define i64 @sum(i64 %x, i32 %which) #0 "wasm-export-name"="sum" {
entry:
  %is = icmp eq i32 %which, 0
  %callee = select i1 %is, ptr @split, ptr @zero
  %r = call %three %callee(i64 %x)
  br i1 %is, label %first, label %second
first:
  %low = extractvalue %three %r, 0
  %wide = zext i32 %low to i64
  br label %end
second:
  %high = extractvalue %three %r, 1
  br label %end
end:
  %v = phi i64 [ %wide, %first ], [ %high, %second ]
  %float = extractvalue %three %r, 2
  %n = fptoui double %float to i64
  %s = add i64 %v, %n
  %p = call i128 @product(i64 %s, i64 %s)
  %shifted = lshr i128 %p, 32
  %t = trunc i128 %shifted to i64
  ret i64 %t
}
attributes #0 = { "target-features"="+multivalue,+tail-call" }
"#;

fn module(text: &str) -> Module {
    unsnarl_llvm::read(&format!("{HEAD}{text}")).unwrap_or_else(|error| panic!("{error}"))
}

fn options() -> Options<'static> {
    Options {
        abi: Abi::MultiValue,
        ..Options::default()
    }
}

fn made(make: fn(&Module, &Options<'_>) -> Result<Output, CompileErrors>) -> Vec<u8> {
    let output = make(&module(TEXT), &options());
    output.unwrap_or_else(|errors| panic!("{errors}")).bytes
}

#[test]
fn functions_return_several_results() {
    let bytes = made(compile);
    let mut instance = Instance::new(&bytes);
    let x = 0x12_3456_789a_i64;
    let mut results = |name: &str, arguments: &[i64]| {
        let arguments: Vec<Val> = arguments.iter().copied().map(Val::I64).collect();
        let results = instance.call(name, &arguments).expect("nothing traps");
        let shown = results.iter().map(|result| match result {
            Val::I32(value) => format!("i32 {value:#x}"),
            Val::I64(value) => format!("i64 {value:#x}"),
            Val::F64(value) => format!("f64 {}", value.to_float()),
            other => panic!("{other:?}"),
        });
        shown.collect::<Vec<String>>().join(", ")
    };
    assert_eq!(
        results("split", &[x]),
        format!("i32 0x3456789a, i64 0x12, f64 {x}")
    );
    let next = format!("i32 0x3456789b, i64 0x12, f64 {}", x + 1);
    assert_eq!(results("passed", &[x]), next);
    let product = results("product", &[i64::MAX, 6]);
    assert_eq!(product, "i64 0xfffffffffffffffa, i64 0x2");
    for (which, sum) in [(0, 0x3456_789a + x), (1, 0)] {
        let arguments = [Val::I64(x), Val::I32(which)];
        let results = instance.call("sum", &arguments).expect("nothing traps");
        let expected = ((sum as u128 * sum as u128) >> 32) as i64;
        assert!(
            matches!(results[..], [Val::I64(found)] if found == expected),
            "{results:?}"
        );
    }
}

#[test]
fn types_of_objects_have_several_results() {
    let text = wat(&made(object)).expect("an object has a text");
    for part in [
        "(func (param i64) (result i32 i64 f64))",
        "(func (param i64 i64) (result i64 i64))",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    let without = object(&module(TEXT), &Options::default());
    let without = wat(&without.expect("the test compiles").bytes).expect("it has a text");
    assert!(!without.contains("(result i64 i64)"), "{without}");
}

#[test]
fn the_source_must_allow_it() {
    let module = module(&TEXT.replace("+multivalue,", ""));
    let errors = object(&module, &options()).expect_err("LLVM returns in memory then");
    assert!(
        errors.iter().any(|error| *error == CompileError::Abi),
        "{errors}"
    );
    // Engines have the feature.
    assert!(compile(&module, &options()).is_ok());
}
