//! Results of several parts come in the registers that LLVM says: C and LLVM's own back end call
//! each other's functions.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use unsnarl_c::{nested, people};

use crate::common::Scratch;
use crate::{COMPILERS, TARGET, output};

/// Types with their parts, and where each is.
const TYPES: &[(&str, [(&str, &str); 2])] = &[
    ("{ i32, i32 }", [("i32", "0"), ("i32", "1")]),
    ("{ i64, i64 }", [("i64", "0"), ("i64", "1")]),
    ("{ i16, i8 }", [("i16", "0"), ("i8", "1")]),
    ("{ i64, i1 }", [("i64", "0"), ("i1", "1")]),
    ("{ i1, i32 }", [("i1", "0"), ("i32", "1")]),
    ("{ i24, i40 }", [("i24", "0"), ("i40", "1")]),
    ("{ float, float }", [("float", "0"), ("float", "1")]),
    ("{ double, float }", [("double", "0"), ("float", "1")]),
    ("{ float, i32 }", [("float", "0"), ("i32", "1")]),
    ("{ i32, float }", [("i32", "0"), ("float", "1")]),
    ("{ i8, double }", [("i8", "0"), ("double", "1")]),
    (
        "{ x86_fp80, x86_fp80 }",
        [("x86_fp80", "0"), ("x86_fp80", "1")],
    ),
    ("[2 x i32]", [("i32", "0"), ("i32", "1")]),
    ("[2 x i64]", [("i64", "0"), ("i64", "1")]),
    ("[2 x float]", [("float", "0"), ("float", "1")]),
    (
        "{ { i32 }, [1 x float] }",
        [("i32", "0, 0"), ("float", "1, 0")],
    ),
];

/// The functions that return something, and those that take it apart.
fn sides() -> [String; 2] {
    let (mut made, mut used) = (String::new(), String::new());
    for (number, (ty, parts)) in TYPES.iter().enumerate() {
        let _ = writeln!(
            made,
            "define {ty} @make{number}(i64 %x) {{\n  %memory = alloca {ty}, align 16"
        );
        let _ = write!(
            used,
            "declare {ty} @make{number}(i64)
define void @use{number}(ptr %out, i64 %x) {{
  %f = load volatile ptr, ptr @pointer{number}
  %r = call {ty} @make{number}(i64 %x)
  %s = call {ty} %f(i64 %x)
"
        );
        for (place, (part, path)) in parts.iter().enumerate() {
            let _ = writeln!(made, "  %y{place} = mul i64 %x, {}", 3 + 4 * place);
            let _ = match *part {
                "i64" => writeln!(made, "  %p{place} = add i64 %y{place}, 0"),
                part if part.starts_with('i') => {
                    writeln!(made, "  %p{place} = trunc i64 %y{place} to {part}")
                }
                part => writeln!(made, "  %p{place} = sitofp i64 %y{place} to {part}"),
            };
            let indices = path.replace(", ", ", i32 ");
            let _ = write!(
                made,
                "  %at{place} = getelementptr {ty}, ptr %memory, i32 0, i32 {indices}
  store {part} %p{place}, ptr %at{place}, align 1
"
            );
            for (from, at) in [("r", place), ("s", place + 2)] {
                let _ = writeln!(used, "  %{from}{place} = extractvalue {ty} %{from}, {path}");
                let value = format!("%{from}{place}");
                let wide = format!("%{from}{place}.wide");
                let _ = match *part {
                    "i64" => writeln!(used, "  {wide} = add i64 {value}, 0"),
                    part if part.starts_with('i') => {
                        writeln!(used, "  {wide} = zext {part} {value} to i64")
                    }
                    part => writeln!(used, "  {wide} = fptosi {part} {value} to i64"),
                };
                let _ = write!(
                    used,
                    "  %{from}{place}.at = getelementptr i64, ptr %out, i64 {at}
  store i64 {wide}, ptr %{from}{place}.at
"
                );
            }
        }
        let _ = writeln!(
            made,
            "  %r = load {ty}, ptr %memory, align 16\n  ret {ty} %r\n}}"
        );
        let _ = writeln!(
            used,
            "  ret void\n}}\n@pointer{number} = global ptr @make{number}"
        );
    }
    [made, used]
}

fn driver() -> String {
    let mut text = String::from("#include <stdio.h>\nstatic long out[4];\n");
    for number in 0..TYPES.len() {
        let _ = writeln!(text, "void use{number}(long *, long);");
    }
    text += "int main(void) {\n  for (long x = 1; x < 1000000; x = x * 37 + 4) {\n";
    for number in 0..TYPES.len() {
        let _ = writeln!(
            text,
            "    use{number}(out, x); printf(\"{number} %ld: %ld %ld %ld %ld\\n\", x, out[0], out[1], out[2], out[3]);"
        );
    }
    text + "  }\n  return 0;\n}\n"
}

/// A file of our C of this IR, and one of the IR itself.
fn files(scratch: &Scratch, name: &str, functions: &str) -> [PathBuf; 2] {
    let [c, ir] = ["c", "ll"].map(|ending| scratch.path(&format!("{name}.{ending}")));
    let text = format!("{TARGET}{functions}");
    let module = unsnarl_llvm::read(&text).unwrap_or_else(|error| panic!("{error}"));
    let made = people::compile(&module, &nested).unwrap_or_else(|error| panic!("{error}"));
    fs::write(&c, made.text).expect("the folder was just made");
    fs::write(&ir, text).expect("the folder was just made");
    [c, ir]
}

#[test]
fn results_of_two_parts_come_in_the_registers_of_llvm() {
    let scratch = Scratch::new("results");
    let [made, used] = sides();
    let made = files(&scratch, "made", &made);
    let used = files(&scratch, "used", &used);
    fs::write(scratch.path("driver.c"), driver()).expect("the folder was just made");
    let object = |compiler: &str, options: &[&str], from: &PathBuf, to: &str| {
        let mut command = Command::new(compiler);
        command
            .args(options)
            .args(["-c", "-o"])
            .arg(scratch.path(to));
        let done = command
            .arg(from)
            .output()
            .expect("the compiler is installed");
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{compiler} {options:?}: {said}");
    };
    let run = |objects: [&str; 2]| {
        let mut command = Command::new("clang-19");
        command.arg("-o").arg(scratch.path("program"));
        command.args(objects.map(|name| scratch.path(name)));
        let done = command.arg(scratch.path("driver.c")).output();
        assert!(done.expect("clang is installed").status.success());
        output(&scratch.path("program"))
    };
    object("clang-19", &["-w", "-O1"], &made[1], "made.native");
    object("clang-19", &["-w", "-O1"], &used[1], "used.native");
    let due = run(["made.native", "used.native"]);
    assert!(due.lines().count() > 3 * TYPES.len());
    for (compiler, standard) in [COMPILERS[0], COMPILERS[2]] {
        for level in ["-O0", "-O2"] {
            let options = [standard, level, "-Wall", "-Wextra", "-Werror"];
            object(compiler, &options, &made[0], "made.o");
            object(compiler, &options, &used[0], "used.o");
            for objects in [
                ["made.o", "used.native"],
                ["made.native", "used.o"],
                ["made.o", "used.o"],
            ] {
                let found = run(objects);
                for (due, found) in due.lines().zip(found.lines()) {
                    assert_eq!(due, found, "{compiler} {level} {objects:?}");
                }
            }
        }
    }
}
