//! What `compile` puts into a module, and what it says about the rest.

use crate::support::{check, text, unsnarl};
use std::path::Path;

const HEAD: &str = "target datalayout = \"e-m:e-p:32:32-i64:64-n32:64-S128\"\n";

/// Two functions that others see and one that they do not.
const LIBRARY: &str = "define i32 @main(i32 %x) {\n ret i32 %x\n}\ndefine hidden i32 @twice(i32 %x) {\n %y = shl i32 %x, 1\n ret i32 %y\n}\n\
                       define internal i32 @own(i32 %x) {\n ret i32 %x\n}\n";

/// Something that is not supported, in an unused function.
const UNSUPPORTED: &str = "define internal void @odd() {\n call void asm sideeffect \"odd instruction\", \"\"()\n ret void\n}\n";

fn compile(options: &[&str], input: &str) -> (Option<i32>, String, String) {
    let arguments = [&["compile", "-", "-o", "-", "--emit", "wat"], options].concat();
    let output = unsnarl(
        &arguments,
        &format!("{HEAD}{input}"),
        Path::new(env!("CARGO_TARGET_TMPDIR")),
    );
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

#[track_caller]
fn exports(options: &[&str], input: &str, expected: &[&str]) {
    let (status, module, errors) = compile(options, input);
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    let exported = module
        .lines()
        .filter_map(|line| line.trim().strip_prefix("(export \""));
    let names: Vec<&str> = exported.filter_map(|line| line.split('"').next()).collect();
    assert_eq!(names[1..], *expected, "{module}");
}

#[test]
fn a_module_without_a_start_exports_what_others_see() {
    exports(&[], LIBRARY, &["main", "twice"]);
    exports(&["--export", "own"], LIBRARY, &["own"]);
    exports(&["--export", "twice,own"], LIBRARY, &["twice", "own"]);
    exports(
        &["--export", "twice", "--export", "main"],
        LIBRARY,
        &["main", "twice"],
    );
    let start = format!("{LIBRARY}define void @_start() {{\n ret void\n}}\n");
    exports(&[], &start, &["_start"]);
    exports(&["--export=twice"], &start, &["twice", "_start"]);
}

#[test]
fn a_name_that_nobody_has_is_answered_with_those_that_are_there() {
    let (status, _, errors) = compile(&["--export", "thrice"], LIBRARY);
    assert_eq!(status, Some(2));
    assert!(
        errors.contains("no function called thrice")
            && errors.contains("it defines main, twice, own"),
        "{errors}"
    );
}

#[test]
fn a_module_of_nothing_is_warned_of() {
    let hidden = LIBRARY
        .replace("define hidden", "define")
        .replace("define ", "define internal ")
        .replace("internal internal", "internal");
    for (input, part) in [
        (
            hidden.as_str(),
            "choose with --export: it defines main, twice, own",
        ),
        ("declare void @f()\n", "it only declares functions"),
    ] {
        let (status, module, errors) = compile(&[], input);
        assert_eq!(status, Some(0), "{errors}");
        assert!(
            module.starts_with("(module") && errors.starts_with("warning: "),
            "{errors}"
        );
        assert!(
            errors.contains("exports nothing") && errors.contains(part),
            "{errors}"
        );
    }
}

#[test]
fn what_is_not_supported_is_said_even_of_what_is_left_out() {
    let (status, module, errors) = compile(&[], &format!("{LIBRARY}{UNSUPPORTED}"));
    assert_eq!(status, Some(0), "{errors}");
    assert!(!module.contains("$odd"), "{module}");
    for part in [
        "warning: in @odd: ",
        "<stdin>:13:2",
        "@odd is not in the module",
    ] {
        assert!(errors.contains(part), "{errors}");
    }
}

#[test]
fn what_a_libc_has_is_named_with_what_to_do() {
    let hello = format!(
        "{HEAD}declare i32 @puts(ptr)\ndefine i32 @main() {{\n %1 = call i32 @puts(ptr null)\n ret i32 %1\n}}\n"
    );
    check(
        &["compile", "-"],
        &hello,
        1,
        "undefined symbols in <stdin>: puts",
    );
    for remedy in [
        "unsnarl cc x.ll -o x.wasm",
        "unsnarl run x.ll",
        "-o x.o",
        "wasm-import-module",
    ] {
        check(&["compile", "-"], &hello, 1, remedy);
    }
}

#[test]
fn functions_have_their_names_in_text() {
    let (_, module, _) = compile(&[], LIBRARY);
    assert!(
        module.contains("(func $main ") && module.contains("(func $twice "),
        "{module}"
    );
    let output = unsnarl(
        &["compile", "-", "-o", "-", "--export", "own", "--emit=wat"],
        &format!("{HEAD}{LIBRARY}"),
        Path::new(env!("CARGO_TARGET_TMPDIR")),
    );
    assert!(text(&output.stdout).contains("(func $own "));
}
