//! Which functions of a module are exported, under which names, and which features it declares.

use unsnarl_ir::{FuncId, Module};
use unsnarl_wasm::{Exports, Options, compile};
use wasmparser::{Parser, Payload};

const HEAD: &str = "target datalayout = \"e-p:32:32-i64:64-n32:64-S128\"\n";

fn read(text: &str) -> Module {
    unsnarl_llvm::read(&format!("{HEAD}{text}")).unwrap_or_else(|error| panic!("{error}"))
}

/// The names of the exports beside the memory, in order.
#[track_caller]
fn check(module: &Module, exports: Exports<'_>, expected: &str) {
    let options = Options {
        exports,
        ..Options::default()
    };
    let output = compile(module, &options).unwrap_or_else(|error| panic!("{error}"));
    let mut names = Vec::new();
    for payload in Parser::new(0).parse_all(&output.bytes) {
        if let Payload::ExportSection(section) = payload.expect("it is a module") {
            let exports = section
                .into_iter()
                .map(|export| export.expect("it is a module").name);
            names.extend(exports.filter(|name| *name != "memory").map(str::to_owned));
        }
    }
    assert_eq!(names.join(" "), expected);
}

const PLAIN: &str = "define void @a() {\n ret void\n}\ndefine weak hidden void @b() {\n ret void\n}\n\
                     define internal void @c() {\n ret void\n}\ndeclare void @d()\n";

#[test]
fn without_marks_all_visible_functions_are_exported() {
    let module = read(PLAIN);
    check(&module, Exports::MarkedOrExternal, "a b");
    check(&module, Exports::External, "a b");
    check(&module, Exports::Marked, "");
}

#[test]
fn marked_functions_are_exported_alone() {
    let start = read(&format!("{PLAIN}define void @_start() {{\n ret void\n}}\n"));
    check(&start, Exports::MarkedOrExternal, "_start");
    let marked = read(&format!(
        "{PLAIN}define internal void @e() \"wasm-export-name\"=\"x\" {{\n ret void\n}}\n"
    ));
    check(&marked, Exports::MarkedOrExternal, "x");
    check(&marked, Exports::External, "a b x");
}

#[test]
fn what_clang_makes_of_main_is_main() {
    let main = "define hidden i32 @__main_argc_argv(i32 %0, ptr %1) {\n ret i32 0\n}\n";
    check(&read(main), Exports::MarkedOrExternal, "main");
    check(&read(main), Exports::External, "__main_argc_argv");
    let both = read(&format!("{main}define i32 @main() {{\n ret i32 0\n}}\n"));
    check(&both, Exports::MarkedOrExternal, "__main_argc_argv main");
}

#[test]
fn named_functions_are_exported_even_if_internal() {
    let module = read(PLAIN);
    let named = |wanted: &str| -> Vec<FuncId> {
        let mut all = module.functions.iter().map(|(id, _)| id);
        all.by_ref()
            .filter(|&id| {
                wanted
                    .split(' ')
                    .any(|name| name == module.function_name(id))
            })
            .collect()
    };
    check(&module, Exports::These(&named("c")), "c");
    check(&module, Exports::These(&named("b c")), "b c");
    check(&module, Exports::These(&named("d")), "");
}

/// Without them `wasm-opt` takes `memory.fill` for an error.
#[test]
fn a_module_declares_what_it_may_use() {
    let declared = |text: &str| -> String {
        let options = Options {
            exports: Exports::External,
            ..Options::default()
        };
        let output = compile(&read(text), &options).unwrap_or_else(|error| panic!("{error}"));
        let sections = Parser::new(0).parse_all(&output.bytes);
        let found = sections.filter_map(|payload| match payload.expect("it is a module") {
            Payload::CustomSection(section) if section.name() == "target_features" => {
                Some(String::from_utf8_lossy(section.data()).into_owned())
            }
            _ => None,
        });
        found.collect()
    };
    assert_eq!(
        declared(PLAIN),
        "\u{4}+\u{b}bulk-memory+\u{f}mutable-globals+\u{13}nontrapping-fptoint+\u{8}sign-ext"
    );
    let simd = declared(&PLAIN.replace("void @a()", "void @a() \"target-features\"=\"+simd128\""));
    assert!(simd.contains("+\u{7}simd128"), "{simd}");
}
