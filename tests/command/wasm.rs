//! The commands on modules of WebAssembly.

use crate::support::{folder, text, unsnarl};
use std::fs;

const MODULE: &str = r#"(module $m
  (func $gcd (export "gcd") (param $a i32) (param $b i32) (result i32) (local $rest i32)
    (loop $again
      (if (local.get $b)
        (then
          (local.set $rest (i32.rem_u (local.get $a) (local.get $b)))
          (local.set $a (local.get $b))
          (local.set $b (local.get $rest))
          (br $again))))
    (local.get $a))
  (func (export "_start"))
  (@custom ".debug_line" "x"))"#;

/// A folder with the module.
fn place(name: &str) -> std::path::PathBuf {
    let folder = folder(&format!("wasm-{name}"));
    let bytes = wat::parse_str(MODULE).expect("it is a module");
    fs::write(folder.join("x.wasm"), bytes).expect("the folder is ours");
    folder
}

#[test]
fn compile_writes_a_module_again() {
    let folder = place("compile");
    let done = unsnarl(
        &["compile", "x.wasm", "-o", "y.wasm", "--stats"],
        "",
        &folder,
    );
    let said = text(&done.stderr);
    assert_eq!(done.status.code(), Some(0), "{said}");
    assert!(said.contains(".debug_line"), "{said}");
    assert!(said.contains("0: proved"), "{said}");
    let done = unsnarl(&["compile", "y.wasm", "-o", "y.wat"], "", &folder);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    assert_eq!(text(&done.stderr), "");
    let written = fs::read_to_string(folder.join("y.wat")).expect("it was written");
    for part in ["(export \"gcd\" (func $gcd))", "$b", "i32.rem_u", "loop"] {
        assert!(written.contains(part), "{part} in {written}");
    }
    let done = unsnarl(&["run", "y.wasm"], "", &folder);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
}

/// It was compiled without checks, and nothing adds them.
#[test]
fn a_module_keeps_its_stack() {
    let folder = place("stack");
    let kept = "--stack-check is for LLVM IR: a module keeps its exports, types and stack";
    let run = |option| format!("{option} has no effect on WebAssembly, which runs as it is");
    for (line, expected) in [
        (
            &["compile", "x.wasm", "-o", "y.wasm", "--stack-check"][..],
            kept,
        ),
        (
            &["dump", "x.wasm", "--after", "wasm", "--stack-check"],
            kept,
        ),
        (&["run", "--stack-check", "x.wasm"], &run("--stack-check")),
        (&["run", "--eh=legacy", "x.wasm"], &run("--eh")),
        (&["run", "--prove=all", "x.wasm"], &run("--prove")),
        (&["run", "-a", "regions", "x.wasm"], &run("--algorithm")),
        (&["run", "--max-depth", "20", "x.wasm"], &run("--max-depth")),
        (&["run", "--reduce=split", "x.wasm"], &run("--reduce")),
        (&["run", "--budget=3", "x.wasm"], &run("--budget")),
        (&["run", "--tidy", "x.wasm"], &run("--tidy")),
    ] {
        let done = unsnarl(line, "", &folder);
        let said = text(&done.stderr);
        assert!(!done.status.success(), "{line:?}");
        assert!(said.contains(expected), "{line:?}: {said}");
    }
}

#[test]
fn graphs_are_shown() {
    let folder = place("graphs");
    for (command, part) in [
        (&["structure", "x.wasm", "-f", "gcd"][..], "loop"),
        (&["verify", "x.wasm"], "2 of 2 proved"),
        (&["compare", "x.wasm"], "nested"),
        (&["explain", "x.wasm"], "gcd: "),
        (&["dump", "x.wasm", "--after", "cfg"], "function gcd"),
        (&["verify", "--from", "wasm", "x.wasm"], "gcd"),
    ] {
        let done = unsnarl(command, "", &folder);
        assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
        let shown = text(&done.stdout);
        assert!(shown.contains(part), "{command:?}: {shown}");
    }
}

#[test]
fn errors_say_where() {
    let folder = place("errors");
    let write = |module: &str| {
        let bytes = wat::parse_str(module).expect("it can be written");
        fs::write(folder.join("z.wasm"), bytes).expect("the folder is ours");
    };
    let fails = |arguments: &[&str], status: i32, part: &str| {
        let done = unsnarl(arguments, "", &folder);
        let said = text(&done.stderr);
        assert_eq!(done.status.code(), Some(status), "{said}");
        assert!(said.contains(part), "{part} in {said}");
    };
    let compile = ["compile", "z.wasm", "-o", "out.wasm"];
    write("(module (func (result i32)))");
    fails(&compile, 1, "z.wasm: at byte 0x18: type mismatch");
    write("(module (type (struct)))");
    fails(
        &compile,
        1,
        "a garbage-collected type, which is not supported",
    );
    fs::write(folder.join("z.wasm"), b"\0asm\x0d\0\x01\0").expect("the folder is ours");
    fails(&compile, 1, "components are not supported");
    let object = ["compile", "x.wasm", "-o", "out.o"];
    fails(&object, 2, "cannot make an object from a module");
    let dump = ["dump", "x.wasm", "--after", "low"];
    fails(&dump, 1, "WebAssembly, not LLVM IR");
    assert!(!folder.join("out.wasm").exists());
}
