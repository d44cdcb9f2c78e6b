//! Checks of the stack in compiled modules: a function that would leave the stack traps, also if it
//! never accesses the memory beyond, and functions with enough stack are not affected.

use unsnarl_wasm::{Options, Stack, compile, linked};
use wasmi::Val;

use crate::engine::{HEAD, Instance, WIDE_HEAD};

/// `f` calls itself with a frame of 1000 bytes, and `v` has a variable of as many bytes as its
/// argument says; neither accesses its memory. The stack has 16 KiB.
const TEXT: &str = r#"
define void @nothing(ptr %p) noinline { ret void }
define i32 @f(i32 %n) "wasm-export-name"="f" {
  %a = alloca [1000 x i8]
  call void @nothing(ptr %a)
  %last = icmp eq i32 %n, 0
  br i1 %last, label %end, label %more
more:
  %m = sub i32 %n, 1
  %r = call i32 @f(i32 %m)
  %s = add i32 %r, 1
  ret i32 %s
end:
  ret i32 0
}
define i32 @v(i32 %n) "wasm-export-name"="v" {
  %a = alloca i8, i32 %n
  call void @nothing(ptr %a)
  ret i32 %n
}
"#;

fn options(stack: Stack) -> Options<'static> {
    Options {
        stack,
        stack_size: 16 << 10,
        ..Options::default()
    }
}

#[test]
fn a_function_that_would_leave_the_stack_traps() {
    for head in [HEAD, WIDE_HEAD] {
        let module = unsnarl_llvm::read(&format!("{head}{TEXT}")).expect("the text is right");
        for stack in [Stack::Unchecked, Stack::Checked] {
            let output = compile(&module, &options(stack)).expect("it compiles");
            for report in &output.reports {
                assert!(report.verdict.is_proved());
                assert_eq!(report.data.to_string(), "data proved");
            }
            for (export, argument, fits) in [
                ("f", 3, true),
                ("f", 14, true),
                ("f", 20, false),
                ("v", 16_000, true),
                ("v", 17_000, false),
                ("v", 1 << 30, false),
            ] {
                let mut instance = Instance::new(&output.bytes);
                let result = instance.call(export, &[Val::I32(argument)]);
                let returns = fits || stack == Stack::Unchecked;
                assert_eq!(result.is_some(), returns, "{stack:?}: {export}({argument})");
            }
        }
    }
}

#[test]
fn the_check_is_in_code_for_other_targets() {
    let module = unsnarl_llvm::read(&format!("{HEAD}{TEXT}")).expect("the text is right");
    let [unchecked, checked] = [Stack::Unchecked, Stack::Checked].map(|stack| {
        let linked = linked(&module, &options(stack)).expect("it is laid out");
        format!("{linked:?}").matches("Unreachable").count()
    });
    assert_eq!(checked, unchecked + 3);
}

#[test]
fn threads_have_stacks_of_their_own() {
    let features = "\"target-features\"=\"+atomics,+bulk-memory\"";
    let text = TEXT.replace("@v(i32 %n)", &format!("@v(i32 %n) {features}"));
    let module = unsnarl_llvm::read(&format!("{HEAD}{text}")).expect("the text is right");
    let errors = compile(&module, &options(Stack::Checked)).expect_err("the bounds are unknown");
    let errors = errors.to_string();
    assert!(errors.contains("a module for several threads"), "{errors}");
}
