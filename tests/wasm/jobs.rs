//! What is written does not depend on how many functions are compiled at once.

use std::num::NonZeroUsize;

use unsnarl_ir::Module;
use unsnarl_wasm::{BlockParameters, Options, compile, object};

/// Functions that meet symbols in another order than their own: calls forwards and backwards,
/// variables, addresses of functions, functions of the runtime library, and calls of many types.
fn functions(count: usize) -> Module {
    let mut text = String::from(
        "target datalayout = \"e-m:e-p:32:32-i64:64-n32:64-S128\"\n\
         declare double @far(double)\ndeclare i32 @near(ptr)\n",
    );
    for at in 0..count {
        let other = (at * 7 + 3) % count;
        let unknown = count - at;
        text.push_str(&format!(
            "@v{at} = internal global i32 {at}\n\
             define double @f{at}(i32 %n, double %x) \"target-features\"=\"+multivalue\" {{\n\
             entry:\n  br label %loop\n\
             loop:\n  %i = phi i32 [ 0, %entry ], [ %next, %loop ]\n  \
             %sum = phi double [ %x, %entry ], [ %more, %loop ]\n  \
             %a = call double @f{other}(i32 %i, double %sum)\n  \
             %b = frem double %a, %x\n  %more = fadd double %b, %sum\n  \
             %p = call i32 @near(ptr @v{other})\n  %q = call i32 @near(ptr @f{other})\n  \
             %c = call double @far{unknown}(double %b)\n  \
             %s = add i32 %p, %q\n  store i32 %s, ptr @v{at}\n  \
             %next = add i32 %i, 1\n  %done = icmp sge i32 %next, %n\n  \
             br i1 %done, label %out, label %loop\n\
             out:\n  ret double %more\n}}\n\
             declare double @far{unknown}(double)\n",
        ));
    }
    unsnarl_llvm::read(&text).expect("the test is well formed")
}

fn jobs(count: usize) -> Option<NonZeroUsize> {
    NonZeroUsize::new(count)
}

#[test]
fn objects_have_the_same_bytes() {
    let module = functions(50);
    for block_parameters in [BlockParameters::Never, BlockParameters::WhereShorter] {
        let made = |jobs| {
            let options = Options {
                jobs,
                block_parameters,
                ..Options::default()
            };
            object(&module, &options).expect("the test can be compiled")
        };
        let alone = made(jobs(1));
        assert_eq!(alone.reports.len(), 50);
        for count in [jobs(2), jobs(3), jobs(16), None] {
            assert!(made(count).bytes == alone.bytes, "{count:?}");
        }
    }
}

#[test]
fn modules_have_the_same_bytes() {
    let text = include_str!("../../examples/binary-trees.ll");
    let module = unsnarl_llvm::read(text).expect("the example can be read");
    for block_parameters in [BlockParameters::Never, BlockParameters::WhereShorter] {
        let made = |jobs| {
            let options = Options {
                jobs,
                block_parameters,
                ..Options::default()
            };
            compile(&module, &options).map(|output| output.bytes)
        };
        let alone = made(jobs(1)).expect("the example can be compiled");
        for count in [jobs(2), jobs(3), None] {
            assert!(made(count).as_deref() == Ok(&alone), "{count:?}");
        }
    }
}

/// Parts, and variables that values pass through, are numbered like all else.
#[test]
fn divided_functions_have_the_same_bytes() {
    let mut text = String::from(
        "target datalayout = \"e-m:e-p:32:32-i64:64-n32:64-S128\"\n\
         declare i32 @near(i32, i64) \"wasm-import-module\"=\"m\"\n",
    );
    for at in 0..20 {
        text += &format!("define i32 @f{at}(i32 %v0, i64 %w0) {{\n");
        for step in 0..20 + 3 * at {
            let next = step + 1;
            text += &format!(
                "  %v{next} = call i32 @near(i32 %v{step}, i64 %w{step})\n  \
                 %w{next} = mul i64 %w{step}, %w{step}\n"
            );
        }
        text += &format!("  ret i32 %v{}\n}}\n", 20 + 3 * at);
    }
    let module = unsnarl_llvm::read(&text).expect("the test is well formed");
    for block_parameters in [BlockParameters::Never, BlockParameters::WhereShorter] {
        for make in [compile, object] {
            let made = |jobs| {
                let options = Options {
                    jobs,
                    block_parameters,
                    exports: unsnarl_wasm::Exports::External,
                    function_bytes: 400,
                    ..Options::default()
                };
                make(&module, &options).expect("the test can be compiled")
            };
            let alone = made(jobs(1));
            let (divided, parts) = alone.divided();
            assert!(divided > 10 && parts > divided, "{divided} into {parts}");
            for count in [jobs(2), jobs(3), jobs(16)] {
                assert!(made(count).bytes == alone.bytes, "{count:?}");
            }
        }
    }
}

#[test]
fn errors_come_in_the_same_order() {
    let mut text = String::from("target datalayout = \"e-m:e-p:32:32-i64:64-n32:64-S128\"\n");
    for at in 0..40 {
        text.push_str(&format!(
            "define x86_fp80 @f{at}(x86_fp80 %x) {{\n  ret x86_fp80 %x\n}}\n"
        ));
    }
    let module = unsnarl_llvm::read(&text).expect("the test is well formed");
    let errors = |jobs| {
        let options = Options {
            jobs,
            ..Options::default()
        };
        object(&module, &options).expect_err("80 bits are not supported")
    };
    let alone = errors(jobs(1));
    assert!(alone.iter().count() >= 40);
    for count in [jobs(2), jobs(7), None] {
        assert_eq!(errors(count), alone);
    }
}
